"""The tables that are alive in this process: one at a time decides, what was decided is stored, and
only then is anybody told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from time import time
from typing import Any

import msgspec

from waterhole.bots import load_player
from waterhole.bots.interface import chance
from waterhole.game import WaterholeError
from waterhole.server.bus.interface import Bus, News
from waterhole.server.metrics import Metrics
from waterhole.server.settings import Settings
from waterhole.server.store.interface import Row, Store, StoreFailed, VersionTaken
from waterhole.server.store.writer import Writer
from waterhole.server.tables import commands
from waterhole.server.tables.commands import Refused
from waterhole.server.tables.entries import (
    AnyEntry,
    Archived,
    BotSat,
    Created,
    Followed,
    Left,
    Logged,
    Moved,
    Sat,
    Started,
    Undone,
)
from waterhole.server.tables.table import Table
from waterhole.server.wire import door
from waterhole.server.wire.messages import Presence, Reacted, Reaction, Summary

log = logging.getLogger("waterhole.server")

ENCODE = msgspec.json.Encoder().encode
TRIES = 5  # when another process was faster
KEPT_WAITING = 64  # messages for one client; who reads slower than that is cut off
HEARTBEAT = 0.5  # seconds
RETRY = 1.0  # seconds until what failed is tried again
UNUSED = 60.0  # seconds that a table at rest stays in memory
REMEMBERED = 5.0  # seconds that who is connected to another process is believed
ROW_AGE = 600.0  # seconds after which the row of a table says again that it is in use

Decide = Callable[[Table], AnyEntry]


@dataclass(slots=True, eq=False)
class Viewer:
    """A connection to a table: a player's or a spectator's."""

    player: str | None
    place: str  # by what its asks are counted: the guest, or the address
    waiting: asyncio.Queue[bytes | None] = field(
        default_factory=lambda: asyncio.Queue(maxsize=KEPT_WAITING)
    )
    slow: bool = False

    def tell(self, message: bytes) -> None:
        """Puts a message in line, and gives up on who does not read."""
        if self.slow:
            return
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.slow = True
            while not self.waiting.empty():
                self.waiting.get_nowait()
            self.waiting.put_nowait(None)


@dataclass(slots=True, eq=False)
class Live:
    """A table in memory, and who looks at it."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    rematching: asyncio.Lock = field(default_factory=asyncio.Lock)
    viewers: set[Viewer] = field(default_factory=set)
    row_at: float = 0.0
    used_at: float = 0.0
    timer: asyncio.TimerHandle | None = None
    thinking: bool = False  # a bot thinks, or waits for its turn to think
    gone_since: dict[int, float] = field(default_factory=dict)
    told_here: list[bool] = field(default_factory=list)
    elsewhere: dict[str, tuple[float, list[int]]] = field(default_factory=dict)  # until when

    def connected(self) -> list[int]:
        """The seats whose players are connected to this process."""
        players = {viewer.player for viewer in self.viewers} - {None}
        return [n for n, seat in enumerate(self.table.seats) if seat.player in players]

    def here(self) -> list[bool]:
        """Who is connected, to whatever process."""
        now = time()
        seats = set(self.connected())
        for until, others in self.elsewhere.values():
            if until > now:
                seats.update(others)
        return [number in seats for number in range(len(self.table.seats))]

    def tell(self, message: Callable[[str | None], Any]) -> None:
        """Tells every viewer; what several see alike is made once."""
        made: dict[str | None, bytes] = {}
        for viewer in self.viewers:
            player = viewer.player if self.table.seat_of(viewer.player) is not None else None
            if player not in made:
                made[player] = ENCODE(message(player))
            viewer.tell(made[player])


class Host:
    def __init__(self, store: Store, bus: Bus, settings: Settings, metrics: Metrics) -> None:
        self.store, self.bus, self.settings, self.metrics = store, bus, settings, metrics
        self.writer = Writer(store)
        self.lives: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live | None]] = {}
        self._thinkers = ThreadPoolExecutor(settings.thinkers, "bot")
        self._readers = ThreadPoolExecutor(4, "store")
        self._tasks: set[asyncio.Task[Any]] = set()
        self.lobby_watchers: set[asyncio.Event] = set()
        self.closing = False

    # Tables --------------------------------------------------------------------------------------

    async def read(self, call: Callable[..., Any], *arguments: Any) -> Any:
        """A call of the store, off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, call, *arguments)

    async def start(self) -> None:
        """Takes up what was going on when the server stopped."""
        await self.bus.start(self._heard, self._missed)
        await self._take_up()
        self._spawn(self._sweep())
        self._spawn(self._keep_alive())

    async def _take_up(self) -> None:
        """Every table being played is looked after by somebody, also when nobody is connected."""
        unfinished = await self.read(self.store.unfinished)
        await self._claim({*unfinished, *self._unfinished()})
        for table in unfinished:
            if self.bus.owns(table):
                await self.get(table)

    def _unfinished(self) -> list[str]:
        phases = ("opening", "playing")
        return [id for id, live in self.lives.items() if live.table.phase in phases]

    async def _claim(self, tables: Iterable[str]) -> None:
        for table in await self.bus.claim(tables):
            if table in self.lives:
                self._look_after(self.lives[table])

    async def close(self) -> None:
        self.closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live in self.lives.values():
            for viewer in live.viewers:
                viewer.slow = True
                viewer.waiting.put_nowait(None) if not viewer.waiting.full() else None
        await self.bus.close()
        await self.writer.close()
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        self._readers.shutdown(wait=False)
        self.store.close()

    async def get(self, id: str) -> Live:
        """A table, from memory or from its log."""
        live = self.lives.get(id)
        if live is None and commands.is_id(id):
            if id not in self._loading:
                self._loading[id] = self._spawn(self._load(id))
            live = await asyncio.shield(self._loading[id])
        if live is None:
            raise Refused("table/unknown", "there is no such table")
        live.used_at = time()
        return live

    async def _load(self, id: str) -> Live | None:
        try:
            found = await self.read(self.store.read, id)
            if not found:
                return None
            if id in self.lives:
                return self.lives[id]
            live = self.lives[id] = Live(Table.of(found))
            live.gone_since = dict.fromkeys(live.table.people(), time())
            self._look_after(live)
            if self.bus.shared:
                self._spawn(self._read_on(live))  # what was told while we read
            return live
        finally:
            del self._loading[id]

    async def make(self, entry: Created) -> Live:
        table = Table(commands.new_id(), entry)
        live = Live(table)
        await self._append(live, entry)
        self.lives[table.id] = live
        self._changed_lobby()
        return live

    async def act(self, id: str, decide: Decide) -> int:
        """Decides, stores, applies, tells; returns the version it became. Raises our errors, and
        StoreFailed if the database fails: then nobody has heard of it."""
        live = await self.get(id)
        async with live.lock:
            version = await self._decide(live, decide)
            try:
                await self._follow_up(live)
            except (StoreFailed, Refused):
                log.warning("what follows by itself was not stored; the clock tries again")
        if not self.bus.owns(id) and live.table.phase in ("opening", "playing"):
            self._spawn(self._claim([id]))
        self._look_after(live)
        return version

    async def _decide(self, live: Live, decide: Decide) -> int:
        for _ in range(TRIES):
            try:
                entry = decide(live.table)
            except WaterholeError:
                if self.bus.shared and await self._catch_up(live):
                    continue  # it was refused by what the table had been
                raise
            try:
                await self._append(live, entry)
            except VersionTaken:
                await self._catch_up(live)
            else:
                return live.table.version
        raise Refused("table/busy", "too much happens at this table at once: try again")

    async def _append(self, live: Live, entry: AnyEntry) -> None:
        table, now = live.table, time()
        logged = Logged(table.id, table.version + 1, now, entry)
        row = self._row(live, logged)
        try:
            with self.metrics.appending.time():
                await self.writer.append([logged], row)
        except VersionTaken:
            raise
        except BaseException:  # it may have been kept all the same
            if not self.closing and table.id in self.lives:
                self._spawn(self._make_sure(live))
            raise
        if row is not None:
            live.row_at = now
        self._apply(live, logged)
        self.bus.tell(News(self.bus.process, table.id, version=table.version))

    async def _make_sure(self, live: Live) -> None:
        """Reads on as soon as the store answers."""
        while True:
            await asyncio.sleep(RETRY)
            try:
                return await self._read_on(live)
            except StoreFailed:
                pass

    async def _catch_up(self, live: Live) -> bool:
        """Reads on what other processes appended, if they did."""
        news = await self.read(self.store.read, live.table.id, live.table.version)
        for logged in news:
            self._apply(live, logged)
        return bool(news)

    def _apply(self, live: Live, logged: Logged) -> None:
        table = live.table
        table.apply(logged)
        if isinstance(logged.entry, Moved):
            self.metrics.moves.inc()
        here = live.here()
        kind = logged.entry.__struct_config__.tag
        live.tell(lambda player: door.changed(table, str(kind), player, here, logged.at))
        if isinstance(logged.entry, Sat | Left | Started):
            live.gone_since = {}  # somebody else sits there now
            self._presence(live)
        if not isinstance(logged.entry, Moved):
            self._changed_lobby()

    def _row(self, live: Live, logged: Logged) -> Row | None:
        """The summary that goes with an entry, where it says something new."""
        table, entry = live.table, logged.entry
        phase = _phase_after(table, entry)
        plain = isinstance(entry, Moved) and phase == table.phase
        if plain and logged.at - live.row_at < ROW_AGE:
            return None
        seats = _seats_after(table, entry)
        summary = Summary(
            table=table.id,
            game=table.made.game,
            phase=phase,
            seats=seats,
            options=table.made.options,
            clock=table.made.clock,
            watchable=table.made.watchable,
            made=table.made_at or logged.at,
            changed=logged.at,
        )
        players = {table.made.owner, *(seat.player for seat in table.seats if seat.player)}
        if isinstance(entry, Sat):
            players.add(entry.player)
        if isinstance(entry, Left) and table.seats[entry.seat].player != table.made.owner:
            players.discard(table.seats[entry.seat].player or "")
        return Row(
            table.id, table.made.game, phase,
            not table.made.private and phase in ("gathering", "playing"),
            logged.version, logged.at, tuple(sorted(players)), ENCODE(summary),
        )  # fmt: skip

    async def _follow_up(self, live: Live) -> None:
        """What happens by itself."""
        table = live.table
        if table.phase == "opening" and not commands.waits_for_nonces(table):
            await self._decide(live, commands.start)
        elif commands.undo_agreed(table):
            await self._decide(live, lambda _: Undone())

    # Time and bots -------------------------------------------------------------------------------

    def _look_after(self, live: Live) -> None:
        """Lets a bot think if it is its turn, and wakes up when somebody's time is up."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        if self.closing or not self.bus.owns(live.table.id):
            return
        table = live.table
        turn = table.to_move
        if turn is not None and table.seats[turn].bot and not live.thinking:
            live.thinking = True
            self._spawn(self._think(live, table.version))
        at = self._wake_at(live)
        if at is not None:
            delay = max(at - time(), 0) + 0.01
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(min(delay, 3600), lambda: self._spawn(self._wake(live)))

    def _wake_at(self, live: Live) -> float | None:
        table, turn = live.table, live.table.to_move
        if table.phase == "opening":
            return table.closed_at + self.settings.opening
        if commands.undo_agreed(table):
            return time()
        if turn is None or table.seats[turn].bot:
            return None
        times = [table.clocks.deadline(), self._gone_at(live, turn)]
        return min((at for at in times if at is not None), default=None)

    def _gone_at(self, live: Live, seat: int) -> float | None:
        """When a bot plays for somebody who is gone; never at slow tables."""
        if live.table.made.clock.move or seat not in live.gone_since:
            return None
        return max(live.gone_since[seat], live.table.clocks.since) + self.settings.grace

    async def _wake(self, live: Live) -> None:
        try:
            await self.act(live.table.id, partial(self._due, live))
        except Refused:
            pass  # somebody was faster
        except Exception as error:
            log.error("a clock could not ring", exc_info=error)
            await asyncio.sleep(RETRY)
        self._look_after(live)

    def _due(self, live: Live, table: Table) -> AnyEntry:
        """What time alone brings about, if it is still so."""
        now, turn = time(), table.to_move
        if table.phase == "opening" and now >= table.closed_at + self.settings.opening:
            return commands.start(table)
        if commands.undo_agreed(table):
            return Undone()
        if turn is not None and not table.seats[turn].bot:
            deadline, gone = table.clocks.deadline(), self._gone_at(live, turn)
            if deadline is not None and now >= deadline:
                return commands.stand_in(table, turn, "time")
            if gone is not None and now >= gone:
                return commands.stand_in(table, turn, "gone")
        raise Refused("seat/away", "no bot is needed here")

    async def _think(self, live: Live, version: int) -> None:
        """Lets a bot move. Whatever goes wrong, the table is looked after again."""
        try:
            found = await self._thought(live, version)
            if found is not None:
                decide = partial(commands.move, player=None, text=found, version=version)
                await self.act(live.table.id, decide)
        except WaterholeError:
            pass  # the table has changed meanwhile
        except Exception as error:
            log.error("a bot could not move", exc_info=error)
            await asyncio.sleep(RETRY)
        finally:
            live.thinking = False
        self._look_after(live)

    async def _thought(self, live: Live, version: int) -> str | None:
        table, turn = live.table, live.table.to_move
        if turn is None or table.state is None or not table.seats[turn].bot:
            return None
        player = load_player(table.seats[turn].bot or "")
        view = table.state.view(turn)
        rng = chance(f"{table.made.secret} {version}")

        def choose() -> str | None:
            """In a thread: nothing is thought about for a table that has changed in the queue."""
            return None if table.turn_version > version else str(player.choose(view, rng))

        with self.metrics.thinking.time():
            thought = asyncio.get_running_loop().run_in_executor(self._thinkers, choose)
            found, _ = await asyncio.gather(thought, asyncio.sleep(self.settings.bot_delay))
        return found

    # Other processes -----------------------------------------------------------------------------

    def _heard(self, news: News) -> None:
        live = self.lives.get(news.table)
        if live is None:
            if news.version is not None and news.here is None:
                self._changed_lobby()
            return
        if news.version is not None and news.version > live.table.version:
            self._spawn(self._read_on(live))
        if news.here is not None:
            live.elsewhere[news.process] = (time() + REMEMBERED, news.here)
            self._presence(live)
        if news.seat is not None and news.reaction is not None:
            reaction = msgspec.convert(news.reaction, Reaction)
            live.tell(partial(_reacted, seat=news.seat, reaction=reaction))

    def _missed(self) -> None:
        """News may be lost: everything is looked up in the store."""
        for live in list(self.lives.values()):
            self._spawn(self._read_on(live))

    async def _read_on(self, live: Live) -> None:
        async with live.lock:
            await self._catch_up(live)
        self._look_after(live)

    async def _keep_alive(self) -> None:
        """Renews what this process looks after, and says who is connected here."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            await self._claim(self._unfinished())
            for live in list(self.lives.values()):
                if live.viewers:
                    self._tell_presence(live)
                if live.elsewhere:
                    live.elsewhere = {p: v for p, v in live.elsewhere.items() if v[0] > time()}
                    self._presence(live)

    def _tell_presence(self, live: Live) -> None:
        table = live.table
        self.bus.tell(
            News(self.bus.process, table.id, version=table.version, here=live.connected())
        )

    # Viewers -------------------------------------------------------------------------------------

    def join(self, live: Live, viewer: Viewer, after: int) -> None:
        """A viewer connects, and is told the whole table first."""
        live.viewers.add(viewer)
        self._tell_presence(live)
        self._presence(live)
        viewer.waiting = asyncio.Queue(KEPT_WAITING)  # the whole table comes first
        viewer.tell(ENCODE(door.shown(live.table, viewer.player, live.here(), time(), after)))

    def part(self, live: Live, viewer: Viewer) -> None:
        live.viewers.discard(viewer)
        self._tell_presence(live)
        self._presence(live)

    def _presence(self, live: Live) -> None:
        """Tells who is connected, if that has changed."""
        here = live.here()
        for seat in live.table.people():
            if here[seat]:
                live.gone_since.pop(seat, None)
            else:
                live.gone_since.setdefault(seat, time())
        if here != live.told_here:
            live.told_here = here
            live.tell(lambda _: Presence("presence", here))
            self._look_after(live)

    def react(self, live: Live, player: str, reaction: Reaction) -> None:
        seat = live.table.seat_of(player)
        if seat is None:
            raise Refused("seat/none", "you do not sit at this table")
        live.tell(partial(_reacted, seat=seat, reaction=reaction))
        self.bus.tell(News(self.bus.process, live.table.id, seat=seat, reaction=reaction))

    async def rematch(self, id: str, player: str) -> str:
        """The rematch of a match: made once, found by all who ask."""
        live = await self.get(id)
        async with live.rematching:
            if live.table.next is not None:
                return live.table.next
            made = (await self.make(commands.rematch(live.table, player))).table.id
            for level in [seat.level for seat in live.table.seats if seat.level]:
                await self.act(made, partial(commands.seat_bot, player=player, level=level))
            try:
                await self.act(id, partial(_follow, next=made))
            except Refused:  # another process was faster
                await self.act(made, lambda _: Archived())
        return (await self.get(id)).table.next or made

    # Housekeeping --------------------------------------------------------------------------------

    def _changed_lobby(self) -> None:
        for event in self.lobby_watchers:
            event.set()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(30)
            try:
                await self._tidy()
            except Exception as error:
                log.error("tidying up failed; again later", exc_info=error)

    async def _tidy(self) -> None:
        """Closes tables where nothing happens, and forgets those nobody looks at."""
        await self._take_up()
        before = time() - self.settings.idle
        for id in await self.read(self.store.idle, ("gathering", "opening"), before):
            with suppress(Refused):
                await self.act(id, partial(commands.archive, before=before))
        for id, live in list(self.lives.items()):
            resting = live.table.phase in ("gathering", "over", "archived")
            busy = live.viewers or live.lock.locked() or live.rematching.locked()
            if resting and not busy and time() - live.used_at > UNUSED:
                del self.lives[id]

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a task of the server failed", exc_info=error)


def _reacted(player: str | None, seat: int, reaction: Reaction) -> Reacted:
    return Reacted("reacted", seat, reaction)


def _follow(table: Table, next: str) -> Followed:
    if table.next is not None:
        raise Refused("table/followed", "there is a rematch already")
    return Followed(next)


def _phase_after(table: Table, entry: AnyEntry) -> str:
    if isinstance(entry, Moved):
        return "over" if table.look_ahead(entry.move).state.result else "playing"
    if isinstance(entry, Started):
        dealt = table.game.start(len(table.seats), table.seed(), table.made.options)
        return "over" if dealt.result else "playing"
    kind = entry.__struct_config__.tag
    changes = {"closing": "opening", "archived": "archived"}
    return changes.get(str(kind), table.phase)


def _seats_after(table: Table, entry: AnyEntry) -> list[str | None]:
    """The names in the seats, for the lobby."""
    if isinstance(entry, Created):
        return [None] * entry.seats
    names = [f"bot:{seat.level}" if seat.level else seat.name or None for seat in table.seats]
    if isinstance(entry, Sat):
        names[entry.seat] = entry.name
    elif isinstance(entry, BotSat):
        names[entry.seat] = f"bot:{entry.level}"
    elif entry.__struct_config__.tag == "left":
        names[entry.seat] = None  # type: ignore[union-attr]
    return names


def summaries(rows: Iterable[Row]) -> list[msgspec.Raw]:
    return [msgspec.Raw(row.summary) for row in rows]
