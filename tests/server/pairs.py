"""Two servers on one PostgreSQL and one Redis, and a table whose players come in by both."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from tests.server.client import Person, people
from tests.server.process import Server
from tests.server.redis_server import Redis
from waterhole.game import load


class Pair(NamedTuple):
    one: Server
    other: Server
    redis: Redis


@asynccontextmanager
async def seated(
    pair: Pair, game: str, bots: int = 0, **choices: Any
) -> AsyncIterator[tuple[str, Person, Person]]:
    """A table whose players came in by different doors."""
    async with people(pair.one, "Ada") as [ada], people(pair.other, "Bo") as [bo]:
        table = await ada.make(game, 2 + bots, **choices)
        await ada.sit(table)
        await bo.sit(table)
        for _ in range(bots):
            await ada.add_bot(table)
        await ada.start(table)
        yield table, ada, bo


async def check_record(person: Person, table: str, *players: Person) -> None:
    """The match is whole, and what was acknowledged or told to anybody is in its place."""
    record = await person.record(table)
    assert load(record["game"]).verify(record).result is not None
    moves = [move for played in record["rounds"] for move in played["moves"]]
    log = (await person.look(table))["log"]
    versions = [version for version, events in enumerate(log, 1) if events]
    for player in players:
        assert player.told[table] == log[: len(player.told[table])]
        for version, move in player.moves.get(table, {}).items():
            assert moves[versions.index(version)] == move
