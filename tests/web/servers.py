"""Servers that hand out the web client as it is now."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.forks import run_command
from tests.server.process import Server
from tests.web.site import build_site

STARTS = multiprocessing.get_context("spawn")


class SiteServer(Server):
    """Started from nothing: what others are forked from may have read the client before it was
    built."""

    def spawn(self) -> None:
        self._process = STARTS.Process(target=run_command, args=(self.words, self.folder / "log"))
        self._process.start()


@contextmanager
def serving_site(folder: Path, **flags: object) -> Iterator[Server]:
    build_site()
    server = SiteServer(folder, None, **flags)
    try:
        server.start()
        yield server
    finally:
        if server.alive():
            server.kill()
