"""Nothing lost: while tables are in play the server is killed, again and again, at any moment; what
it acknowledged is in the records, and every match comes to its end.

``WATERHOLE_TABLES`` and ``WATERHOLE_KILLS`` say how many, ``WATERHOLE_SEED`` when and what.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from itertools import chain, cycle, islice
from pathlib import Path
from random import Random

import pytest

from tests.server.client import (
    LOST,
    PATIENCE,
    WAY_BACK,
    Json,
    Person,
    gather_table,
    people,
    story,
)
from tests.server.postgres import Postgres
from tests.server.process import Server, serving
from waterhole.game import load

TABLES = int(os.environ.get("WATERHOLE_TABLES", "50"))
KILLS = int(os.environ.get("WATERHOLE_KILLS", "20"))
SEED = int(os.environ.get("WATERHOLE_SEED", "1"))
# Long enough that most tables are still in play at the last kill.
KINDS: list[tuple[str, int, int, Json]] = [  # game, people, bots, options
    ("tembo", 2, 0, {"rounds": 2}),
    ("life", 2, 0, {"lap_limit": 4}),
    ("tembo", 2, 1, {"rounds": 2}),
    ("life", 3, 0, {"lap_limit": 4}),
    ("life", 1, 2, {"lap_limit": 4}),
]


class Playing:
    """A table, its players, and how far they got."""

    def __init__(self, players: list[Person], kind: tuple[str, int, int, Json]) -> None:
        self.players = players
        self.game, _, self.bots, self.options = kind
        self.table = ""
        self.over = False
        self.lost: Counter[tuple[str, str]] = Counter()  # connections, and why

    async def sit_down(self) -> None:
        options = self.options
        self.table = await gather_table(self.players, self.game, self.bots, options=options)
        await self.players[0].start(self.table)

    async def play(self, rng: Random) -> None:
        rngs = [Random(rng.random()) for _ in self.players]
        pairs = zip(self.players, rngs, strict=True)
        await asyncio.gather(*(self.play_on(person, rng) for person, rng in pairs))
        self.over = True

    async def play_on(self, person: Person, rng: Random) -> None:
        """Plays to the end, from one connection after another: some are lost with the server, some
        he closes himself. Each goes on after what he knows."""
        over = False
        while not over:
            try:
                async with person.tab(self.table, len(person.told.get(self.table, []))) as tab:
                    for _ in range(rng.randrange(5, 50)):
                        over = over or not await tab.step(rng)
            except LOST as lost:
                self.lost[type(lost).__name__, str(lost)] += 1
                await asyncio.sleep(WAY_BACK)

    def acknowledged(self) -> int:
        return sum(len(person.moves.get(self.table, {})) for person in self.players)

    async def check(self) -> None:
        """Everything that was acknowledged or told is in the record, in its place."""
        record = await self.players[0].record(self.table)
        assert load(self.game).verify(record).result is not None
        moves = list(chain.from_iterable(round["moves"] for round in record["rounds"]))
        whole = (await self.players[0].look(self.table))["log"]
        played = [version for version, events in enumerate(whole, 1) if events]
        assert len(played) == len(moves)
        for person in self.players:
            assert person.told[self.table] == whole
            for version, move in person.moves.get(self.table, {}).items():
                assert moves[played.index(version)] == move


async def some_moves(tables: list[Playing], more: int) -> None:
    """Until so many more moves are acknowledged, or all matches are over."""
    goal = sum(table.acknowledged() for table in tables) + more
    end = time.monotonic() + 2 * PATIENCE
    while sum(table.acknowledged() for table in tables) < goal:
        if all(table.over for table in tables):
            return
        assert time.monotonic() < end, f"nobody moves: {[table.lost for table in tables]}"
        await asyncio.sleep(0.005)


async def kill_again_and_again(
    server: Server, tables: list[Playing], kills: int, rng: Random
) -> int:
    """How often the server was killed while somebody played."""
    done = 0
    for _ in range(kills):
        await some_moves(tables, rng.randrange(len(tables) // 4, len(tables)))
        await asyncio.sleep(rng.random() * 0.02)  # anywhere between two moves
        done += not all(table.over for table in tables)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.spawn)
        if rng.random() < 0.2:  # and once more while it starts
            await asyncio.sleep(rng.random())
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.spawn)
        await asyncio.to_thread(server.wait)
    return done


async def lose_nothing(server: Server, count: int, kills: int) -> None:
    rng = Random(SEED)
    kinds = list(islice(cycle(KINDS), count))
    names = list(islice(cycle(["Ada", "Bo", "Cleo", "Dara", "Eli"]), sum(k[1] for k in kinds)))
    async with people(server, *names) as everybody:
        seats = iter(everybody)
        tables = [Playing(list(islice(seats, kind[1])), kind) for kind in kinds]
        for table in tables:
            await table.sit_down()
        async with asyncio.TaskGroup() as group:
            for table in tables:
                group.create_task(table.play(Random(rng.random())))
            killing = group.create_task(kill_again_and_again(server, tables, kills, rng))
        assert killing.result() == kills, "a kill came after the last match: play longer"
        for table in tables:
            await table.check()
        assert '"error"' not in server.log()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str | None:
    if request.param == "sqlite":
        return None
    found: Postgres = request.getfixturevalue("postgres")
    return found.new_database()


@story
async def test_nothing_acknowledged_is_lost(tmp_path: Path, database: str | None) -> None:
    with serving(tmp_path, database) as server:
        await lose_nothing(server, TABLES, KILLS)
