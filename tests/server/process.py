"""A real ``waterhole serve`` for tests: started, killed, started again on the same database."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import cycle, islice
from multiprocessing.process import BaseProcess
from pathlib import Path

import httpx

from tests.server.forks import FORKS, run_command
from waterhole.server.store.sql import open_store
from waterhole.server.tables.entries import Logged

PATIENCE = 60.0  # seconds for it to start or to stop, on a busy machine


def own_ports() -> Iterator[int]:
    """Ports that no other worker takes, nor the system for connections that go out."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 4
    ports = cycle(range(20_000 + 3_000 * worker, 23_000 + 3_000 * worker))
    return islice(ports, os.getpid() % 3_000, None)  # nor those of another run


PORTS = own_ports()


def free_port() -> int:
    for port in PORTS:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("a cycle does not end")


class Server:
    """One server process, its database and what it writes to its log."""

    def __init__(self, folder: Path, database: str | None = None, **flags: object) -> None:
        self.folder = folder
        self.database = database or f"sqlite:///{folder / 'tables.db'}"
        self.port = free_port()
        self.flags = {"bot_delay": 0} | flags
        self._process: BaseProcess | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def sockets(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def log(self) -> str:
        """Everything the server has ever written."""
        return (self.folder / "log").read_text("utf-8")

    def entries(self, table: str) -> list[Logged]:
        """The log of a table, as it is stored."""
        with closing(open_store(self.database)) as store:
            return store.read(table)

    def start(self) -> None:
        self.spawn()
        self.wait()

    def spawn(self) -> None:
        """Starts the process and does not wait for it."""
        self._process = FORKS.Process(target=run_command, args=(self.words, self.folder / "log"))
        self._process.start()

    @property
    def words(self) -> list[str]:
        """What follows ``waterhole`` on the command line."""
        flags = {"port": self.port, "database_url": self.database} | self.flags
        return ["serve", *(word for name, value in flags.items() for word in _flag(name, value))]

    def wait(self) -> None:
        """Until the server answers."""
        end = time.monotonic() + PATIENCE
        while not self.answers():
            assert self.alive(), self.log()
            assert time.monotonic() < end, self.log()
            time.sleep(0.05)

    def answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/healthz", timeout=5, verify=False).text == "ok"
        except httpx.TransportError:
            return False

    @property
    def pid(self) -> int:
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    def alive(self) -> bool:
        return self._process is not None and self._process.is_alive()

    def kill(self) -> None:
        """As if the power failed: no handler runs."""
        assert self._process is not None
        self._process.kill()
        self._process.join()

    def stop(self) -> int:
        """Asks the server to end, and says how it ended."""
        assert self._process is not None
        self._process.terminate()
        self._process.join(PATIENCE)
        assert self._process.exitcode is not None, self.log()
        return self._process.exitcode

    def restart(self) -> None:
        self.stop()
        self.start()

    def memory(self) -> int:
        """The bytes that the process holds now."""
        status = Path(f"/proc/{self.pid}/status").read_text("utf-8")
        line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) * 1024


def _flag(name: str, value: object) -> list[str]:
    if value is False:
        return []
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
