"""A real ``waterhole serve`` for tests: started, killed, started again on the same database."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

PATIENCE = 60.0  # seconds for it to start or to stop, on a busy machine


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """One server process, its database and what it writes to its log."""

    def __init__(self, folder: Path, database: str | None = None, **flags: object) -> None:
        self.folder = folder
        self.database = database or f"sqlite:///{folder / 'tables.db'}"
        self.port = free_port()
        self.flags = {"bot_delay": 0} | flags
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def sockets(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def log(self) -> str:
        """Everything the server has ever written."""
        return (self.folder / "log").read_text("utf-8")

    def start(self) -> None:
        self.spawn()
        self.wait()

    def spawn(self) -> None:
        """Starts the process and does not wait for it."""
        flags = {"port": self.port, "database_url": self.database} | self.flags
        words = [word for name, value in flags.items() for word in _flag(name, value)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "waterhole", "serve", *words],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=os.environ | {"PYTHONUNBUFFERED": "1"},
            )

    def wait(self) -> None:
        """Until the server answers."""
        end = time.monotonic() + PATIENCE
        while not self._answers():
            assert self.alive(), self.log()
            assert time.monotonic() < end, self.log()
            time.sleep(0.1)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/healthz", timeout=5, verify=False).text == "ok"
        except httpx.TransportError:
            return False

    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """As if the power failed: no handler runs."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        """Asks the server to end, and says how it ended."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(PATIENCE)

    def restart(self) -> None:
        self.stop()
        self.start()

    def memory(self) -> int:
        """The bytes that the process holds now."""
        assert self._process is not None
        status = Path(f"/proc/{self._process.pid}/status").read_text("utf-8")
        line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) * 1024


def _flag(name: str, value: object) -> list[str]:
    flag = "--" + name.replace("_", "-")
    return [flag] if value is True else [flag, str(value)]


@contextmanager
def serving(folder: Path, database: str | None = None, **flags: object) -> Iterator[Server]:
    """A server for as long as a block lasts. It believes the addresses that clients name, so that
    each can have its own, and the limits by address hold none up."""
    folder.mkdir(parents=True, exist_ok=True)
    server = Server(folder, database, **{"behind_proxy": True} | flags)
    try:
        server.start()
        yield server
    finally:
        if server.alive():
            server.kill()
