"""What is printed, and where it goes: nothing that a stream refuses or a terminal obeys."""

from __future__ import annotations

import io
import sys


def prepare_streams() -> None:
    """Whatever the streams can't show is replaced, and streams that are closed swallow all."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.StringIO())
        else:
            stream.reconfigure(errors="replace")


def one_line(text: str) -> str:
    """A text as one line that a terminal shows and does not obey."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in " ".join(text.split()))
