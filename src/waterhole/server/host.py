"""The tables that are alive in this process: one at a time decides, what was decided is stored, and
only then is anybody told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from time import time
from typing import Any, NamedTuple, TypeVar

from waterhole.game import WaterholeError
from waterhole.server.bus.interface import Bus, News
from waterhole.server.care import RETRY, Care
from waterhole.server.hooks.queue import Hooks
from waterhole.server.live import Asked, Live
from waterhole.server.lobby import Lobby
from waterhole.server.metrics import Metrics
from waterhole.server.presence import Presence
from waterhole.server.rows import row_after
from waterhole.server.settings import Settings
from waterhole.server.store.interface import Store, StoreFailed, VersionTaken
from waterhole.server.store.writer import Writer
from waterhole.server.tables import commands
from waterhole.server.tables.commands import Refused
from waterhole.server.tables.entries import (
    AnyEntry,
    Created,
    Followed,
    Left,
    Logged,
    Moved,
    Sat,
    Started,
)
from waterhole.server.tables.table import Table
from waterhole.server.tasks import Tasks
from waterhole.server.wire import door

log = logging.getLogger("waterhole.server")

TRIES = 5  # when another process was faster
HEARTBEAT = 0.5  # seconds
SWEEP = 30.0  # seconds
UNUSED = 60.0  # seconds that a table nobody looks at stays in memory

Decide = Callable[[Table], AnyEntry]
T = TypeVar("T")


class Rest(NamedTuple):
    """What stays in memory of a slow table that nobody looks at."""

    version: int
    until: float  # when somebody's time is up


class Host:
    def __init__(self, store: Store, bus: Bus, settings: Settings, metrics: Metrics) -> None:
        self.store, self.bus, self.settings, self.metrics = store, bus, settings, metrics
        self.writer = Writer(store, metrics.appending.observe)
        self.lives: dict[str, Live] = {}
        self.care = Care(self.act, bus.owns, settings, metrics)
        self.presence = Presence(bus, self.care.look_after)
        self.lobby = Lobby(partial(self.read, store.lobby))
        self.hooks = Hooks(partial(self.read, store.guest), settings, metrics)
        self._resting: dict[str, Rest] = {}
        self._loading: dict[str, asyncio.Task[Live | None]] = {}
        self._readers = ThreadPoolExecutor(4, "store")
        self._worker = ThreadPoolExecutor(1, "work")
        self._tasks = Tasks()
        self._closing = False

    async def read(self, call: Callable[..., T], *arguments: Any) -> T:
        """A question to the store, off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, call, *arguments)

    async def work(self, call: Callable[..., T], *arguments: Any) -> T:
        """Something that takes long, one after another: questions to the store do not wait."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, call, *arguments)

    async def write(self, call: Callable[..., T], *arguments: Any) -> T:
        """Something else than entries to keep, in the writer's thread: in SQLite one writes."""
        return await self.writer.call(call, *arguments)

    async def start(self) -> None:
        """Takes up what was going on when the server stopped."""
        await self.bus.start(self._heard, self._missed)
        await self._take_up()
        for work in (self._sweep, self._keep_alive, self.lobby.keep_telling):
            self._tasks.keep(work)

    async def close(self) -> None:
        self._closing = True
        await self.care.close()
        await self.hooks.close()
        await self._tasks.close()
        await self.bus.close()
        await self.writer.close()
        self._readers.shutdown(wait=False)
        self._worker.shutdown(wait=False, cancel_futures=True)
        self.store.close()

    # Tables --------------------------------------------------------------------------------------

    async def get(self, id: str, known: int = 0) -> Live:
        """A table, from memory or from its log. Who knows a later version than we do was told it
        by another process, whose news have not come yet."""
        live = self.lives.get(id)
        if live is None and commands.is_id(id):
            if id not in self._loading:
                self._loading[id] = self._tasks.spawn(self._load(id))
            live = await asyncio.shield(self._loading[id])
        if live is None:
            raise Refused("table/unknown", "there is no such table")
        if self.bus.shared and known > live.table.version:
            await self._read_on(live)
        live.used_at = time()
        return live

    async def _load(self, id: str) -> Live | None:
        try:
            found = await self.read(self.store.read, id)
            if not found:
                return None
            if id in self.lives:
                return self.lives[id]
            live = self.lives[id] = Live(Table.of(found), used_at=time())
            self._resting.pop(id, None)
            live.gone_since = dict.fromkeys(live.table.people(), time())
            self.care.look_after(live)
            if self.bus.shared:
                self._tasks.spawn(self._read_on(live))  # what was told while we read
            return live
        finally:
            del self._loading[id]

    async def make(self, entry: Created) -> Live:
        table = Table(commands.new_id(), entry)
        live = Live(table)
        await self._append(live, entry)
        self.lives[table.id] = live
        return live

    async def act(self, id: str, decide: Decide, asked: Asked | None = None) -> int:
        """Decides, stores, applies, tells; returns the version it became. Raises our errors, and
        StoreFailed if the database fails: then nobody has heard of it."""
        live = self.lives.get(id) or await self.get(id)
        live.used_at = time()
        async with live.lock:
            version = await self._decide(live, decide, asked)
            if follow := follow_up(live.table):
                try:
                    await self._decide(live, follow)
                except (StoreFailed, Refused):
                    log.warning("what follows by itself was not stored; the clock tries again")
        if not self.bus.owns(id) and live.unfinished:
            self._tasks.spawn(self._claim([id]))
        self.care.look_after(live)
        return version

    async def _decide(self, live: Live, decide: Decide, asked: Asked | None = None) -> int:
        for _ in range(TRIES):
            try:
                entry = decide(live.table)
            except WaterholeError:
                if self.bus.shared and await self._catch_up(live):
                    continue  # it was refused by what the table had been
                raise
            try:
                await self._append(live, entry, asked)
            except VersionTaken:
                await self._catch_up(live)
            else:
                return live.table.version
        raise Refused("table/busy", "too much happens at this table at once: try again")

    async def _append(self, live: Live, entry: AnyEntry, asked: Asked | None = None) -> None:
        table, now = live.table, time()
        logged = Logged(table.id, table.version + 1, now, entry)
        row = row_after(table, logged, live.row_at)
        try:
            await self.writer.append([logged], row)
        except VersionTaken:
            raise
        except BaseException:  # it may have been kept all the same
            if not self._closing and not live.unsure and table.id in self.lives:
                live.unsure = True
                self._tasks.spawn(self._make_sure(live))
            raise
        if row is not None:
            live.row_at = now
        self._apply(live, logged, asked)
        self.bus.tell(News(self.bus.process, table.id, version=table.version))
        self.hooks.happened(table, logged.entry)

    def _apply(self, live: Live, logged: Logged, asked: Asked | None = None) -> None:
        table = live.table
        table.apply(logged)
        if isinstance(logged.entry, Moved):
            self.metrics.moves.inc()
        else:
            live.seats = None
        kind = str(logged.entry.__struct_config__.tag)
        live.tell(door.Change(table, kind, live.seats_told(), logged.at).told, asked)
        if isinstance(logged.entry, Sat | Left | Started):
            self.presence.seated_anew(live)
        if not isinstance(logged.entry, Moved) or table.phase == "over":
            self.lobby.change()

    async def _make_sure(self, live: Live) -> None:
        """Reads on as soon as the store answers."""
        try:
            while True:
                await asyncio.sleep(RETRY)
                with suppress(StoreFailed):
                    return await self._read_on(live)
        finally:
            live.unsure = False

    async def rematch(self, id: str, player: str, check: Callable[[], Awaitable[None]]) -> str:
        """The rematch of a match: made once, found by all who ask. ``check`` may refuse who would
        make it."""
        live = await self.get(id)
        async with live.rematching:
            if live.table.next is not None:
                return live.table.next
            entry = commands.rematch(live.table, player)
            await check()
            made = (await self.make(entry)).table.id
            for level in [seat.level for seat in live.table.seats if seat.level]:
                await self.act(made, partial(commands.seat_bot, player=player, level=level))
            try:
                await self.act(id, partial(_follow, next=made))
            except Refused:  # another process was faster
                await self.act(made, partial(commands.close, player=player))
        return (await self.get(id)).table.next or made

    # Other processes -----------------------------------------------------------------------------

    async def _take_up(self) -> None:
        """Every table being played is looked after by somebody, also when nobody is connected."""
        unfinished = await self.read(self.store.unfinished)
        await self._claim({*unfinished, *self._unfinished()})
        for table in unfinished:
            if self.bus.owns(table) and table not in self.lives and not self._rests(table):
                await self.get(table)

    def _rests(self, id: str) -> bool:
        return id in self._resting and not is_soon(self._resting[id].until)

    def _unfinished(self) -> list[str]:
        return [*(id for id, live in self.lives.items() if live.unfinished), *self._resting]

    async def _claim(self, tables: Iterable[str]) -> None:
        for table in await self.bus.claim(tables):
            if table in self.lives:
                self.care.look_after(self.lives[table])
            elif table in self._resting:
                self._wake(table)  # who looked after it may have changed it

    def _wake(self, id: str) -> None:
        del self._resting[id]  # so that it is taken up later, should the store fail now
        self._tasks.spawn(self.get(id))

    def _heard(self, news: News) -> None:
        live = self.lives.get(news.table)
        if live is None:
            if news.version is not None and news.here is None:
                self.lobby.change()
            rest = self._resting.get(news.table)
            if rest and (news.version or 0) > rest.version and self.bus.owns(news.table):
                self._wake(news.table)
            return
        if news.version is not None and news.version > live.table.version:
            self._tasks.spawn(self._read_on(live))
        self.presence.hear(live, news)

    def _missed(self) -> None:
        """News may be lost: everything is looked up in the store."""
        self.lobby.change()
        for live in list(self.lives.values()):
            self._tasks.spawn(self._read_on(live))
        for id in list(self._resting):
            self._wake(id)

    async def _read_on(self, live: Live) -> None:
        async with live.lock:
            await self._catch_up(live)
        self.care.look_after(live)

    async def _catch_up(self, live: Live) -> bool:
        """Reads on what other processes appended, if they did."""
        news = await self.read(self.store.read, live.table.id, live.table.version)
        for logged in news:
            self._apply(live, logged)
        return bool(news)

    async def _keep_alive(self) -> None:
        """Renews what this process looks after, and says who is connected here."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            await self._claim(self._unfinished())
            self.presence.refresh(list(self.lives.values()))

    # Housekeeping --------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            await self._tidy()

    async def _tidy(self) -> None:
        """Closes tables where nothing happens, and forgets those nobody looks at."""
        await self._take_up()
        before = time() - self.settings.idle
        for id in await self.read(self.store.idle, ("gathering", "opening"), before):
            with suppress(Refused):
                await self.act(id, partial(commands.archive, before=before))
        for live in list(self.lives.values()):
            if not live.busy and time() - live.used_at > UNUSED:
                self._forget(live)

    def _forget(self, live: Live) -> None:
        """A table that is played stays in memory, unless it is a slow one: then only when it must
        be there again stays."""
        id = live.table.id
        if live.unfinished:
            until = self.care.rests_until(live)
            if until is None or is_soon(until) or live.unsure or self.hooks.telling(id):
                return
            self._resting[id] = Rest(live.table.version, until)
        if live.timer is not None:
            live.timer.cancel()
        del self.lives[id]


def is_soon(moment: float) -> bool:
    """Whether the sweep after the next one could be too late."""
    return moment < time() + 2 * SWEEP


def follow_up(table: Table) -> Decide | None:
    """What happens by itself."""
    if table.phase == "opening" and not commands.waits_for_nonces(table):
        return commands.start
    return commands.undo_by_consent if commands.undo_agreed(table) else None


def _follow(table: Table, next: str) -> Followed:
    if table.next is not None:
        raise Refused("table/followed", "there is a rematch already")
    return Followed(next)
