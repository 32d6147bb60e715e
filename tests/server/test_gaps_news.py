"""Two servers that do not hear of each other: what one told a client, the other shows it too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.server.client import Person, people, story
from tests.server.postgres import Postgres
from tests.server.process import Server, serving
from tests.server.redis_server import redis_in


@pytest.fixture
def strangers(tmp_path: Path, postgres: Postgres) -> Iterator[list[Server]]:
    """One database, but to each a Redis of its own: no news come."""
    database = postgres.new_database()
    with ExitStack() as stack:
        found = []
        for name in ("one", "other"):
            folder = tmp_path / name
            folder.mkdir()
            redis = stack.enter_context(redis_in(folder))
            found.append(
                stack.enter_context(serving(folder / "server", database, redis_url=redis.url))
            )
        yield found


@story
async def test_nobody_is_shown_an_older_table_than_he_knows(strangers: list[Server]) -> None:
    one, other = strangers
    async with people(one, "Ada") as (ada,):
        table = await ada.make("life", 3)
        token = (await ada.post("/api/me/token"))["token"]
        there = Person(other, "Ada", token)
        async with there.http:
            assert (await there.look(table))["version"] == 1, "now the other has it in memory"
            await ada.sit(table)
            await ada.add_bot(table)
            now = await there.get(f"/api/tables/{table}?after=2")
            assert (now["version"], len(now["log"])) == (3, 1)
            await ada.post(f"/api/tables/{table}/leave", {})
            async with there.tab(table, 4) as tab:
                assert (await tab.until(lambda now: now["version"]))["version"] == 4
