"""Slow tables that nobody looks at leave the memory, and are back when they are needed: when
somebody comes, when another process changed them, and when somebody's time is up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import PATIENCE, story
from tests.server.redis_server import redis_in
from tests.server.tables import ADA, BO, NAMES
from waterhole.server import host as hosts
from waterhole.server.bus.interface import Bus
from waterhole.server.bus.local import LocalBus
from waterhole.server.bus.redis import RedisBus
from waterhole.server.host import Host
from waterhole.server.live import Viewer
from waterhole.server.metrics import Metrics
from waterhole.server.settings import Settings
from waterhole.server.store.sql import open_store
from waterhole.server.tables import commands
from waterhole.server.tables.entries import NO_CLOCK, Clock, Moved, StoodIn
from waterhole.server.tables.table import Table

DAY = Clock(move=24 * 3600.0)
SOME_SECONDS = Clock(move=6.0)


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """What happens within minutes happens within parts of a second."""
    monkeypatch.setattr(hosts, "SWEEP", 0.05)
    monkeypatch.setattr(hosts, "UNUSED", 0.1)


@asynccontextmanager
async def hosting(folder: Path, bus: Bus, bot_delay: float = 0.0) -> AsyncIterator[Host]:
    store = open_store(f"sqlite:///{folder / 'tables.db'}")
    host = Host(store, bus, Settings("", bot_delay=bot_delay), Metrics())
    await host.start()
    try:
        yield host
    finally:
        await host.close()


async def dealt(host: Host, clock: Clock, *players: str, bots: int = 0) -> str:
    """A table where the cards are dealt, and a person is to move."""
    made = commands.create(ADA, "life", len(players) + bots, {}, clock)
    id = (await host.make(made)).table.id
    for player in players:
        sit = partial(commands.sit, player=player, name=NAMES[player], seat=None, hash=None)
        await host.act(id, sit)
    for _ in range(bots):
        await host.act(id, partial(commands.seat_bot, player=ADA, level="easy"))
    await host.act(id, partial(commands.close_seats, player=ADA))
    await until(lambda: persons_turn(host.lives[id].table))
    return id


def persons_turn(table: Table) -> bool:
    return table.to_move is not None and not table.seats[table.to_move].bot


async def until(fits: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not fits():
            await asyncio.sleep(0.01)


async def at_rest(host: Host, id: str) -> None:
    await until(lambda: id not in host.lives)


def swap(table: Table) -> Any:
    """Whose turn it is makes a move that ends nothing."""
    assert table.state is not None
    assert table.to_move is not None
    state = table.state
    quiet = (move for move in state.legal() if state.play(move).state.played == state.played)
    text = next(str(move) for move in quiet if str(move) != "K")
    return commands.move(table, table.seats[table.to_move].player, text, table.version)


def kinds(host: Host, id: str) -> list[type]:
    return [type(logged.entry) for logged in host.store.read(id)]


@story
async def test_a_slow_table_leaves_and_is_as_it_was_for_who_comes(tmp_path: Path) -> None:
    async with hosting(tmp_path, LocalBus()) as host:
        id = await dealt(host, DAY, ADA, BO)
        before = host.lives[id].table
        deadline = before.clocks.deadline()
        await at_rest(host, id)
        now = (await host.get(id)).table
        assert now is not before
        assert (now.version, now.to_move) == (before.version, before.to_move)
        assert now.clocks.deadline() == deadline
        await at_rest(host, id)
        assert await host.act(id, swap) == before.version + 1


async def ignored(*_: object) -> None:
    """Nobody reads what a viewer is told."""


@story
async def test_other_tables_that_are_played_stay(tmp_path: Path) -> None:
    async with hosting(tmp_path, LocalBus()) as host:
        others = [await dealt(host, clock, ADA, BO) for clock in (NO_CLOCK, Clock(bank=600.0))]
        watched = await dealt(host, DAY, ADA, BO)
        viewer = Viewer(None, ignored, ignored)
        host.presence.join(host.lives[watched], viewer, 0)
        slow = await dealt(host, DAY, ADA, BO)
        await at_rest(host, slow)
        await asyncio.sleep(10 * hosts.UNUSED)
        assert {*others, watched} <= set(host.lives)
        assert slow not in host.lives, "and it is not taken up again for nothing"
        host.presence.part(host.lives[watched], viewer)


@story
async def test_when_time_is_up_a_resting_table_is_back(tmp_path: Path) -> None:
    async with hosting(tmp_path, LocalBus()) as host:
        id = await dealt(host, SOME_SECONDS, ADA, BO)
        deadline = host.lives[id].table.clocks.deadline()
        assert deadline is not None
        await at_rest(host, id)
        assert StoodIn not in kinds(host, id)
        await until(lambda: StoodIn in kinds(host, id))
        ((rang, why),) = [
            (each.at, each.entry.reason)
            for each in host.store.read(id)
            if isinstance(each.entry, StoodIn)
        ]
        assert rang >= deadline
        assert why == "time"
        moves = kinds(host, id).count(Moved)
        await until(lambda: kinds(host, id).count(Moved) > moves)  # by the bot


@story
async def test_a_clock_that_ran_while_the_server_was_stopped_rings(tmp_path: Path) -> None:
    async with hosting(tmp_path, LocalBus()) as host:
        id = await dealt(host, SOME_SECONDS, ADA, BO)
        await at_rest(host, id)
    async with hosting(tmp_path, LocalBus()) as host:
        await at_rest(host, id)
        await until(lambda: StoodIn in kinds(host, id))


@story
async def test_what_another_process_does_wakes_who_looks_after_the_bots(tmp_path: Path) -> None:
    with redis_in(tmp_path) as redis:
        async with (
            hosting(tmp_path, RedisBus(redis.url)) as one,
            hosting(tmp_path, RedisBus(redis.url)) as other,
        ):
            id = await dealt(one, DAY, ADA, bots=1)
            await until(lambda: one.bus.owns(id))
            for host in (one, other):
                await at_rest(host, id)
            version = await other.act(id, swap)
            assert not other.bus.owns(id), "the bot is the other's"
            await until(lambda: len(one.store.read(id)) > version)


@story
async def test_when_who_looked_after_it_is_gone_another_does(tmp_path: Path) -> None:
    with redis_in(tmp_path) as redis:
        async with hosting(tmp_path, RedisBus(redis.url)) as other:
            async with hosting(tmp_path, RedisBus(redis.url)) as one:
                id = await dealt(one, SOME_SECONDS, ADA, BO)
                await until(lambda: one.bus.owns(id))
                await other.get(id)
                for host in (one, other):
                    await at_rest(host, id)
                assert StoodIn not in kinds(one, id)
            await until(lambda: StoodIn in kinds(other, id))
            assert other.bus.owns(id)


@story
async def test_who_takes_a_table_over_looks_what_became_of_it(tmp_path: Path) -> None:
    """It rested here since it was somebody else's; now it is the turn of a bot."""
    async with hosting(tmp_path, LocalBus()) as host:
        id = await dealt(host, DAY, ADA, bots=1)
    with redis_in(tmp_path) as redis:
        async with AsyncExitStack() as stack:
            leaving = await stack.enter_async_context(AsyncExitStack())
            slow = hosting(tmp_path, RedisBus(redis.url), bot_delay=PATIENCE)
            one = await leaving.enter_async_context(slow)
            other = await stack.enter_async_context(hosting(tmp_path, RedisBus(redis.url)))
            await other.get(id)
            await at_rest(other, id)
            assert one.bus.owns(id)
            version = await one.act(id, swap)
            await leaving.aclose()
            await until(lambda: len(other.store.read(id)) > version)
