"""Tells webhooks whose turn it is: beside everything else, some times, and never for long."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic

from waterhole.game import load
from waterhole.server.hooks.address import Target, nowhere, resolved, understood
from waterhole.server.hooks.line import Line
from waterhole.server.hooks.post import SECONDS, post
from waterhole.server.limits import Rates
from waterhole.server.metrics import Metrics
from waterhole.server.settings import Settings
from waterhole.server.store.interface import Guest, StoreFailed
from waterhole.server.tables.commands import Refused
from waterhole.server.tables.entries import AnyEntry, Moved, Started, Undone
from waterhole.server.tables.table import Table
from waterhole.server.tasks import Tasks
from waterhole.server.wire.bodies import Turn
from waterhole.server.wire.messages import ENCODE

# Seconds before each try. The first lets a move be taken back before anybody hears of it.
PAUSES = (1.0, 5.0, 30.0, 300.0)
MOST_WAITING = 1_000  # turns to be told; more are not
# One guest is told so often, over some hours: nobody's hook can be used to knock at others' doors.
A_SECOND, AT_ONCE = 1 / 60, 20


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
        self._sending, self._looking = Line(), Line()  # who sets a hook waits for no other
        self._tasks = Tasks()

    async def close(self) -> None:
        await self._tasks.close()
        for line in (self._sending, self._looking):
            line.close()

    async def check(self, guest: str, url: str) -> None:
        """Raises Refused for a URL where nothing may be sent."""
        looking = self._tasks.spawn(self._look(guest, understood(url)))
        done, _ = await asyncio.wait([looking], timeout=SECONDS)
        refused = looking.result() if done else nowhere()
        if refused is not None:
            raise refused

    async def _look(self, guest: str, target: Target) -> Refused | None:
        """Why nothing may be sent there."""
        async with self._looking.of(guest):
            try:
                await self._looking.call(resolved, target, self._settings.private_hooks)
            except Refused as refused:
                return refused
        return None

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

    def telling(self, table: str) -> bool:
        """Whether somebody is still to be told of his turn there."""
        return table in self._waiting

    def _forget(self, table: str, done: asyncio.Task[None]) -> None:
        if self._waiting.get(table) is done:
            del self._waiting[table]

    async def _tell(self, table: Table, player: str, version: int) -> None:
        body = ENCODE(self._turn(table, version))
        for pause in PAUSES:
            await asyncio.sleep(pause)
            # When the turn passes, nobody waits any more, but what is being sent goes on: only
            # then is it the next one's turn in the guest's line.
            trying = self._tasks.spawn(self._try(table, player, version, body))
            if await asyncio.shield(trying):
                return

    async def _try(self, table: Table, player: str, version: int, body: bytes) -> bool:
        """One try; True: there is nothing more to try."""
        async with self._sending.of(player):
            if table.turn_version != version:
                return True  # this turn has passed while we waited
            try:
                guest = await self._guest(player)
            except StoreFailed:
                return False
            return guest is None or guest.hook is None or await self._told(player, guest.hook, body)

    async def _told(self, guest: str, url: str, body: bytes) -> bool:
        if not self._rates.allow(guest):
            return True
        try:
            taken = await self._sending.call(self._post, url, body)
        except Refused:  # it leads elsewhere now than when it was set
            self._metrics.hooks_failed.inc()
            return True
        (self._metrics.hooks_told if taken else self._metrics.hooks_failed).inc()
        return taken

    def _post(self, url: str, body: bytes) -> bool:
        end, target = monotonic() + SECONDS, understood(url)
        return post(target, resolved(target, self._settings.private_hooks), body, end)

    def _turn(self, table: Table, version: int) -> Turn:
        """Nothing secret: anybody may read what goes over plain http."""
        public = self._settings.public_url
        link = f"{public.rstrip('/')}/table/{table.id}" if public else None
        text = f"It is your turn at a table of {load(table.made.game).title}."
        return Turn(table.id, table.made.game, version, text, link)


def person_to_move(table: Table) -> str | None:
    """The player whose turn it is, unless a bot plays for him."""
    turn = table.to_move
    return None if turn is None or table.seats[turn].bot else table.seats[turn].player
