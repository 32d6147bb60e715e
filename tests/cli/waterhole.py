"""Running the real command, as a person or a program does."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
from pathlib import Path

COMMAND = [sys.executable, "-m", "waterhole"]
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def run(*arguments: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The command's exit status and what it printed."""
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env=os.environ | {"COLUMNS": "80", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
    )


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
