"""A real Redis for tests: of its own, on a socket in a folder of its own."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from tests.services import found

PATIENCE = 60.0  # seconds for it to start, on a busy machine


class Redis:
    """A server that can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = f"unix://{folder / 'socket'}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        settings = {"port": "0", "unixsocket": str(self.folder / "socket"), "save": ""}
        words = [word for name, value in settings.items() for word in (f"--{name}", value)]
        self._process = subprocess.Popen(
            [found("redis-server"), *words], cwd=self.folder, stdout=subprocess.DEVNULL
        )
        end = time.monotonic() + PATIENCE
        while not self._answers():
            assert time.monotonic() < end, "Redis does not start"
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            with redis.Redis.from_url(self.url) as client:
                return bool(client.ping())
        except redis.ConnectionError:
            return False

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._process = None


@contextmanager
def redis_in(folder: Path) -> Iterator[Redis]:
    server = Redis(folder)
    try:
        server.start()
        yield server
    finally:
        server.stop()
