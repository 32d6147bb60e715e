"""Running the real command, as a person or a program does."""

from __future__ import annotations

import faulthandler
import io
import os
import pty
import re
import select
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest
from rich.console import Console

from waterhole import cli

COMMAND = [sys.executable, "-m", "waterhole"]
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
LONGEST = 120  # seconds a command may take
PLAIN = {"COLUMNS": "80", "NO_COLOR": "1"}


class Done(NamedTuple):
    """How a command ended."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments: str | Path, typed: str = "") -> Done:
    """The command's exit status and what it printed. Its real entry point is called, in this
    process: starting another takes a hundred times as long."""
    streams = [stream(typed.encode()), stream(), stream()]
    with ExitStack() as changed:
        for name, value in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            changed.enter_context(patch.object(sys, name, value))
        changed.enter_context(patch.object(sys, "argv", ["waterhole", *map(str, arguments)]))
        changed.enter_context(patch.object(sys, "path", sys.path[:]))
        changed.enter_context(patch.dict(os.environ, PLAIN))
        # They look at the streams and the environment when they are made.
        changed.enter_context(patch.object(cli, "out", Console()))
        changed.enter_context(patch.object(cli, "err", Console(stderr=True)))
        faulthandler.dump_traceback_later(LONGEST, exit=True, file=2)
        with pytest.raises(SystemExit) as ended:
            cli.main()
        faulthandler.cancel_dump_traceback_later()
        assert isinstance(ended.value.code, int)
        return Done(ended.value.code, *map(printed, streams[1:]))


def stream(data: bytes = b"") -> io.TextIOWrapper:
    """A stream as a process has it when it is not in a terminal."""
    return io.TextIOWrapper(io.BytesIO(data), "utf-8")


def printed(to: io.TextIOWrapper) -> str:
    to.flush()
    buffer = to.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()


def run_alone(*arguments: str | Path, typed: str = "") -> Done:
    """The same in a process of its own."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST,
        env=os.environ | PLAIN | {"PYTHONIOENCODING": "utf-8"},
    )
    return Done(done.returncode, done.stdout, done.stderr)


class Terminal:
    """The command in a terminal of its own, with somebody typing."""

    def __init__(self, *arguments: str | Path) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, *map(str, arguments)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=os.environ | {"COLUMNS": "80", "LINES": "40", "TERM": "xterm-256color"},
        )
        os.close(slave)
        self.raw = ""  # everything so far, as sent
        self.seen = 0

    def until(self, pattern: str, seconds: float = 60) -> str:
        """What is shown up to a text that matches, from where the last one ended."""
        while True:
            text = ESCAPES.sub("", self.raw[self.seen :]).replace("\r\n", "\n")
            if re.search(pattern, text):
                self.seen = len(self.raw)
                return text
            if not select.select([self.master], [], [], seconds)[0]:
                raise AssertionError(f"no {pattern!r} in:\n{text}")
            try:
                data = os.read(self.master, 65536)
            except OSError:  # the other side has closed
                data = b""
            if not data:
                raise AssertionError(f"ended without {pattern!r}:\n{text}")
            self.raw += data.decode(errors="replace")

    def type(self, text: str) -> None:
        os.write(self.master, f"{text}\n".encode())

    def wait(self) -> int:
        """The exit status, once the command ends."""
        try:
            while os.read(self.master, 65536):
                pass
        except OSError:
            pass
        return self.process.wait(30)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)
