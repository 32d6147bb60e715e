"""The lobby, live: looked up once for everybody who watches it, and not too often."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager

import msgspec

from waterhole.server.store.interface import Row, StoreFailed
from waterhole.server.wire.messages import ENCODE

log = logging.getLogger("waterhole.server")

LOBBY_PAUSE = 0.5  # seconds between two looks at the lobby


def summaries(rows: Iterable[Row]) -> list[msgspec.Raw]:
    return [msgspec.Raw(row.summary) for row in rows]


class Lobby:
    def __init__(self, look: Callable[[], Awaitable[list[Row]]]) -> None:
        self._look = look
        self._watchers = 0
        self._latest: str | None = None  # what everybody was told last
        self._told = asyncio.Event()  # set when something newer is told, and then replaced
        self._due = asyncio.Event()  # somebody watches, and there may be something new
        self._changed = True

    def change(self) -> None:
        """Something that the lobby lists has changed."""
        self._changed = True
        if self._watchers:
            self._due.set()
        else:
            self._latest = None  # too old for who comes next

    @contextmanager
    def watched(self) -> Iterator[None]:
        """While somebody watches."""
        self._watchers += 1
        if self._changed:
            self._due.set()
        try:
            yield
        finally:
            self._watchers -= 1

    async def after(self, known: str | None) -> str:
        """What is told after what is known already; the same text for all."""
        while self._latest is None or self._latest is known:
            await self._told.wait()
        return self._latest

    async def keep_telling(self) -> None:
        while True:
            await self._due.wait()
            self._due.clear()
            await self._tell()
            await asyncio.sleep(LOBBY_PAUSE)

    async def _tell(self) -> None:
        self._changed = False
        try:
            tables = summaries(await self._look())
        except StoreFailed:
            log.warning("the lobby could not be looked up; again soon")
            self._changed = True
            self._due.set()
            return
        self._latest = ENCODE({"type": "lobby", "tables": tables}).decode()
        told, self._told = self._told, asyncio.Event()
        told.set()
