"""Tells webhooks whose turn it is: beside everything else, some times, and never for long."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from waterhole.game import load
from waterhole.server.hooks.address import resolved, understood
from waterhole.server.hooks.post import post
from waterhole.server.limits import Rates
from waterhole.server.live import ENCODE
from waterhole.server.metrics import Metrics
from waterhole.server.settings import Settings
from waterhole.server.store.interface import Guest, StoreFailed
from waterhole.server.tables.commands import Refused
from waterhole.server.tables.entries import AnyEntry, Moved, Started, Undone
from waterhole.server.tables.table import Table
from waterhole.server.tasks import Tasks
from waterhole.server.wire.bodies import Turn

# Seconds before each try. The first lets a move be taken back before anybody hears of it.
PAUSES = (1.0, 5.0, 30.0, 300.0)
MOST_WAITING = 1_000  # turns to be told; more are not
SENDERS = 4  # at once
# One guest is told so often, over some hours: nobody's hook can be used to knock at others' doors.
A_SECOND, AT_ONCE = 1 / 60, 20

T = TypeVar("T")


class Hooks:
    def __init__(
        self,
        guest: Callable[[str], Awaitable[Guest | None]],
        settings: Settings,
        metrics: Metrics,
    ) -> None:
        self._guest, self._settings, self._metrics = guest, settings, metrics
        self._rates = Rates(A_SECOND, AT_ONCE)
        self._waiting: dict[str, asyncio.Task[None]] = {}  # one a table: its turn of now
        self._threads = ThreadPoolExecutor(SENDERS, "hook")
        self._tasks = Tasks()

    async def close(self) -> None:
        await self._tasks.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def check(self, url: str) -> None:
        """Raises Refused for a URL where nothing may be sent."""
        await self._off_the_loop(resolved, understood(url), self._settings.private_hooks)

    def happened(self, table: Table, entry: AnyEntry) -> None:
        """At a slow table, whose turn it is now is told so; whose turn it was, no longer."""
        if not table.made.clock.move or not isinstance(entry, Started | Moved | Undone):
            return
        if (old := self._waiting.pop(table.id, None)) is not None:
            old.cancel()
        player = person_to_move(table)
        if player is not None and len(self._waiting) < MOST_WAITING:
            telling = self._tasks.spawn(self._tell(table, player, table.version))
            self._waiting[table.id] = telling
            telling.add_done_callback(lambda done: self._forget(table.id, done))

    def _forget(self, table: str, done: asyncio.Task[None]) -> None:
        if self._waiting.get(table) is done:
            del self._waiting[table]

    async def _tell(self, table: Table, player: str, version: int) -> None:
        body = ENCODE(self._turn(table, version))
        for pause in PAUSES:
            await asyncio.sleep(pause)
            if table.turn_version != version:
                return  # another process knows it better
            try:
                guest = await self._guest(player)
            except StoreFailed:
                continue
            if guest is None or guest.hook is None or await self._told(guest.id, guest.hook, body):
                return

    async def _told(self, guest: str, url: str, body: bytes) -> bool:
        """One try; True: there is nothing more to try."""
        if not self._rates.allow(guest):
            return True
        try:
            taken = await self._off_the_loop(self._post, url, body)
        except Refused:  # it leads elsewhere now than when it was set
            self._metrics.hooks_failed.inc()
            return True
        (self._metrics.hooks_told if taken else self._metrics.hooks_failed).inc()
        return taken

    def _post(self, url: str, body: bytes) -> bool:
        target = understood(url)
        return post(target, resolved(target, self._settings.private_hooks), body)

    def _turn(self, table: Table, version: int) -> Turn:
        """Nothing secret: anybody may read what goes over plain http."""
        public = self._settings.public_url
        link = f"{public.rstrip('/')}/table/{table.id}" if public else None
        text = f"It is your turn at a table of {load(table.made.game).title}."
        return Turn(table.id, table.made.game, version, text, link)

    async def _off_the_loop(self, call: Callable[..., T], *arguments: object) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, call, *arguments)


def person_to_move(table: Table) -> str | None:
    """The player whose turn it is, unless a bot plays for him."""
    turn = table.to_move
    return None if turn is None or table.seats[turn].bot else table.seats[turn].player
