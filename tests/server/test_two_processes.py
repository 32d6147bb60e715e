"""Two servers on one PostgreSQL and one Redis serve the same tables, and either can be lost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from tests.server.client import LOST, Json, Person, Tab, play_all, story
from tests.server.pairs import Pair, check_record, seated


@story
async def test_players_at_different_servers_play_a_match(pair: Pair) -> None:
    async with seated(pair, "tembo", bots=1) as (table, ada, bo):
        async with ada.tab(table) as one, bo.tab(table) as other:
            await play_all([one, other])
            assert one.now["version"] == other.now["version"]
            assert ada.told[table] == bo.told[table]
        await check_record(bo, table, ada, bo)


@story
async def test_everybody_sees_who_is_connected_and_who_reacts(pair: Pair) -> None:
    async with seated(pair, "life") as (table, ada, bo), ada.tab(table) as one:
        async with bo.tab(table) as other:
            await one.open_nonce()
            await other.open_nonce()
            await one.message(lambda m: m["type"] == "presence" and all(m["here"]))
            await other.done("react", reaction="hello")
            said = await one.message(lambda m: m["type"] == "reacted")
            assert said == {"type": "reacted", "seat": 1, "reaction": "hello"}
        await one.message(lambda m: m["type"] == "presence" and m["here"] == [True, False])


@pytest.fixture
def both_serve_again(pair: Pair) -> Iterator[None]:
    yield
    if not pair.one.alive():
        pair.one.start()


@story
async def test_when_a_server_is_lost_play_goes_on_through_the_other(
    pair: Pair, both_serve_again: None
) -> None:
    """The bot's turns, too: whoever looked after it is gone."""
    async with seated(pair, "tembo", bots=1) as (table, ada, bo):
        async with bo.tab(table) as other:
            try:
                async with ada.tab(table) as one:
                    playing = asyncio.create_task(other.play(Random(2)))
                    await one.open_nonce()
                    for _ in range(3):
                        await one.step(Random(1))
                    pair.one.kill()
                    await one.play(Random(1))
            except LOST:
                pass
            ada.server = pair.other
            ada.http.base_url = pair.other.url
            await ada.play(table, Random(1))
            await playing
        await check_record(bo, table, ada, bo)


@story
async def test_two_who_move_at_once_do_not_both_move(pair: Pair) -> None:
    """The same player with a tab at each server answers the same version twice."""
    async with seated(pair, "life") as (table, ada, bo):
        twin = Person(pair.other, "Ada", (await ada.post("/api/me/token"))["token"])
        async with ada.tab(table) as one, twin.tab(table) as two, bo.tab(table) as other:
            await one.open_nonce()
            await other.open_nonce()
            doubled = 0
            for _ in range(4):
                mine: list[Tab] = [tab for tab in (one, two, other) if await on_turn(tab, one)]
                version, legal = mine[0].now["version"], mine[0].now["legal"]
                answers = await asyncio.gather(
                    *(tab.move(legal[n], version) for n, tab in enumerate(mine))
                )
                done = [answer for answer in answers if answer["type"] == "done"]
                assert len(done) == 1
                doubled += len(mine) == 2
                for tab in (one, two, other):
                    await tab.until(partial(_has, done[0]["version"]))
            assert doubled
            assert ada.told[table] == bo.told[table]


def _has(version: int, now: Json) -> bool:
    return bool(now["version"] >= version)


async def on_turn(tab: Tab, first: Tab) -> bool:
    """Whether the player of this tab is to move, once all have seen the same."""
    await first.until(lambda now: now["to_move"] is not None)
    await tab.until(lambda now: now["version"] >= first.now["version"])
    return bool(tab.now["legal"])
