"""What two processes do at the same moment, and what one does while its database is lost: inside
one process, where the moment can be chosen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from tests.server.client import story
from tests.server.tables import ADA, BO, CLEO, NAMES
from waterhole.server.bus.local import LocalBus
from waterhole.server.host import Host
from waterhole.server.metrics import Metrics
from waterhole.server.settings import Settings
from waterhole.server.store.engine import open_engine
from waterhole.server.store.interface import Row, StoreFailed, VersionTaken
from waterhole.server.store.sql import SqlStore
from waterhole.server.tables import commands
from waterhole.server.tables.entries import Logged, UndoAsked, Undone
from waterhole.server.tables.table import Table

PLAYERS = (ADA, BO, CLEO)


class SharedBus(LocalBus):
    """There may be other processes, and no news of them come."""

    shared = True


class Faster(SqlStore):
    """Another process takes the move back just before this one does."""

    def append(self, entries: Sequence[Logged], rows: Sequence[Row]) -> list[VersionTaken | None]:
        if isinstance(entries[0].entry, Undone):
            super().append(entries, rows)
        return super().append(entries, rows)


class Lost(SqlStore):
    """A database that can be lost."""

    lost = False
    reads = 0

    def append(self, entries: Sequence[Logged], rows: Sequence[Row]) -> list[VersionTaken | None]:
        self._there()
        return super().append(entries, rows)

    def read(self, table: str, after: int = 0) -> list[Logged]:
        self.reads += 1
        self._there()
        return super().read(table, after)

    def _there(self) -> None:
        if self.lost:
            raise StoreFailed("the database failed: it is lost")


@asynccontextmanager
async def hosting(store: SqlStore) -> AsyncIterator[Host]:
    host = Host(store, SharedBus(), Settings(""), Metrics())
    await host.start()
    try:
        yield host
    finally:
        await host.close()


async def dealt(host: Host) -> str:
    """A table of three people, where the cards are dealt."""
    made = commands.create(ADA, "life", len(PLAYERS), {})
    table = (await host.make(made)).table.id
    for player in PLAYERS:
        sit = partial(commands.sit, player=player, name=NAMES[player], seat=None, hash=None)
        await host.act(table, sit)
    await host.act(table, partial(commands.close_seats, player=ADA))
    return table


def first_move(table: Table, version: int) -> Any:
    """Whose turn it is plays the first move he may."""
    assert table.state is not None
    assert table.to_move is not None
    player, text = table.seats[table.to_move].player, str(table.state.legal()[0])
    return commands.move(table, player, text, version)


@story
async def test_a_move_that_all_agree_to_take_back_is_taken_back_once(tmp_path: Path) -> None:
    """Also when another process does it at the same moment: not the move before it, too."""
    async with hosting(Faster(open_engine(f"sqlite:///{tmp_path / 'tables.db'}"))) as host:
        id = await dealt(host)
        table = (await host.get(id)).table
        for _ in range(3):
            await host.act(id, partial(first_move, version=table.version))
        await host.act(id, lambda _: UndoAsked(table.back[-1].seat))
        asked = table.asked
        assert asked is not None
        for seat in {0, 1, 2} - {asked}:
            answer = partial(commands.answer_undo, agreed=True, version=table.version)
            await host.act(id, partial(answer, player=table.seats[seat].player))
        assert len(table.line) == 2
        assert table.to_move == asked
        assert sum(isinstance(logged.entry, Undone) for logged in host.store.read(id)) == 1


@story
async def test_a_lost_database_is_asked_for_a_table_by_one_only(tmp_path: Path) -> None:
    """However often something was tried there: thousands would ask again and again for ever more
    reasons, and keep those waiting who come when it is back."""
    store = Lost(open_engine(f"sqlite:///{tmp_path / 'tables.db'}"))
    async with hosting(store) as host:
        id = await dealt(host)
        live = await host.get(id)
        store.lost = True
        for _ in range(50):
            with suppress(StoreFailed):
                await host.act(id, partial(first_move, version=live.table.version))
        store.reads = 0
        while not store.reads:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        assert store.reads == 1
        store.lost = False
        while live.unsure:
            await asyncio.sleep(0.01)
        await host.act(id, partial(first_move, version=live.table.version))
        assert len(live.table.line) == 1
