"""Real servers with settings that no flag has: small limits, short waits."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.server.forks import FORKS
from tests.server.process import Server


def run_server(settings: dict[str, Any], log: Path) -> None:
    """What ``waterhole serve`` does after it has read its flags."""
    from waterhole.server.serve import serve  # noqa: PLC0415 - in the fork, where it is loaded
    from waterhole.server.settings import Settings  # noqa: PLC0415

    with log.open("ab") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    serve(Settings(**settings), print)


class TunedServer(Server):
    def spawn(self) -> None:
        settings = {"port": self.port, "database": self.database} | self.flags
        self._process = FORKS.Process(target=run_server, args=(settings, self.folder / "log"))
        self._process.start()


@contextmanager
def tuned(folder: Path, database: str | None = None, **settings: Any) -> Iterator[TunedServer]:
    """As ``serving``, with any settings."""
    folder.mkdir(parents=True, exist_ok=True)
    server = TunedServer(folder, database, **{"proxies": True} | settings)
    try:
        server.start()
        yield server
    finally:
        if server.alive():
            server.kill()
