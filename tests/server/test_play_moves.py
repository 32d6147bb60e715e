"""Moves over the wire: those that are refused, and those that are taken back."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from tests.server.client import (
    Json,
    Tab,
    match,
    people,
    play_all,
    story,
)
from tests.server.process import Server
from tests.server.turns import catch_up, quiet_swap, to_move
from waterhole.game import load


def strangers(legal: list[str], game: str) -> list[str]:
    """Moves of the game that are not legal now."""
    return [str(move) for move in load(game).moves if str(move) not in legal]


@pytest.mark.parametrize("game", ["tembo", "life"])
@story
async def test_a_refused_move_names_its_rule_and_changes_nothing(server: Server, game: str) -> None:
    async with people(server, "Ada", "Bo") as players, match(players, game) as tabs:
        active, _ = await to_move(tabs)
        before = await active.person.look(active.table)
        refusal = await active.move(strangers(active.now["legal"], game)[0])
        assert refusal["type"] == "refused"
        assert refusal["code"].startswith("move/")
        assert refusal["rule"][0] == game[0].upper()
        assert refusal["legal"] == active.now["legal"]
        assert refusal["text"]
        unreadable = await active.move("to the moon")
        assert unreadable["code"].startswith("move/")
        assert await active.person.look(active.table) == before


@story
async def test_only_whose_turn_it_is_moves(server: Server) -> None:
    async with (
        people(server, "Ada", "Bo", "Cleo") as (ada, bo, cleo),
        match([ada, bo], "life") as tabs,
    ):
        active, (other,) = await to_move(tabs)
        move = active.now["legal"][0]
        assert (await other.move(move))["code"] == "move/turn"
        async with cleo.tab(active.table) as stranger:
            await stranger.until(lambda now: now["view"])
            assert (await stranger.move(move))["code"] == "seat/none"
        assert active.now["version"] == (await ada.look(active.table))["version"]


@story
async def test_a_move_for_an_older_table_is_refused(server: Server) -> None:
    async with people(server, "Ada", "Bo") as players, match(players, "life") as tabs:
        active, (other,) = await to_move(tabs)
        old = active.now["version"]
        for tab in (active, other):
            await tab.move(quiet_swap(await tab.my_turn()))
        now = await active.my_turn()
        assert (await active.move(now["legal"][0], old))["code"] == "move/stale"
        assert (await active.move(now["legal"][0], now["version"] + 1))["code"] == "move/stale"
        assert (await active.move(now["legal"][0], now["version"]))["type"] == "done"


@story
async def test_a_move_sent_twice_counts_once(server: Server) -> None:
    async with people(server, "Ada", "Bo") as players, match(players, "life") as tabs:
        active, _ = await to_move(tabs)
        version, move = active.now["version"], active.now["legal"][0]
        answers = await asyncio.gather(*(active.move(move, version) for _ in range(5)))
        assert sorted(answer["type"] for answer in answers) == ["done"] + ["refused"] * 4
        assert (await active.person.look(active.table))["version"] == version + 1


@story
async def test_a_move_that_showed_nothing_is_taken_back_freely(server: Server) -> None:
    async with people(server, "Ada", "Bo") as players, match(players, "life") as tabs:
        active, (other,) = await to_move(tabs)
        before = active.now["view"]
        swap = quiet_swap(active.now)
        version = (await active.move(swap))["version"]
        await catch_up(tabs, version)
        assert active.now["can_undo"]
        assert not other.now["can_undo"]
        assert (await other.refused("undo"))["code"] == "undo/other"
        await catch_up(tabs, await active.done("undo"))
        assert active.now["view"] == before
        assert active.now["legal"]
        assert (await active.refused("undo"))["code"] == "undo/other"
        await play_all(tabs)
        record = await active.person.record(active.table)
        assert load("life").verify(record).result is not None


async def a_move_that_drew(tabs: list[Tab]) -> tuple[Tab, list[Tab], Json]:
    """Plays until a move cannot be taken back freely: who moved, the others, his view before."""
    rng = Random(3)
    while True:
        active, others = await to_move(tabs)
        before: Json = active.now["view"]
        await active.step(rng)
        await catch_up(tabs, active.now["version"])
        assert active.now["phase"] == "playing"
        if not active.now["can_undo"]:
            return active, others, before


@story
async def test_a_move_that_showed_something_is_taken_back_by_consent(server: Server) -> None:
    async with (
        people(server, "Ada", "Bo", "Cleo") as players,
        match(players, "tembo", options={"rounds": 4}) as tabs,
    ):
        active, (one, two), before = await a_move_that_drew(tabs)
        await catch_up(tabs, await active.done("undo"))
        assert one.now["undo_asked"] == active.now["seat"]
        assert (await active.refused("undo"))["code"] == "undo/asked"
        assert (await active.refused("answer_undo", agreed=True))["code"] == "undo/nobody"
        await one.done("answer_undo", agreed=True)
        assert (await one.refused("answer_undo", agreed=True))["code"] == "undo/again"
        await two.done("answer_undo", agreed=True)
        await active.until(lambda now: now["what"] == "undone")
        assert active.now["view"] == before
        assert active.now["undo_asked"] is None


@story
async def test_one_who_says_no_keeps_the_move(server: Server) -> None:
    async with (
        people(server, "Ada", "Bo", "Cleo") as players,
        match(players, "tembo", options={"rounds": 4}) as tabs,
    ):
        active, (one, two), _ = await a_move_that_drew(tabs)
        after = active.now["view"]
        await catch_up(tabs, await active.done("undo"))
        await one.done("answer_undo", agreed=False)
        assert (await two.refused("answer_undo", agreed=True))["code"] == "undo/nobody"
        now = await active.until(lambda now: now["what"] == "undo_answered")
        assert (now["undo_asked"], now["view"]) == (None, after)


@story
async def test_at_a_serious_table_what_was_shown_stays_shown(server: Server) -> None:
    async with (
        people(server, "Ada", "Bo") as players,
        match(players, "tembo", friendly=False, options={"rounds": 4}) as tabs,
    ):
        active, _, _ = await a_move_that_drew(tabs)
        assert (await active.refused("undo"))["code"] == "undo/serious"


@story
async def test_only_the_connection_that_asked_is_told_that_it_asked(server: Server) -> None:
    """Not another tab of the same player: each numbers its asks by itself."""
    async with people(server, "Ada", "Bo") as players, match(players, "life") as tabs:
        active, (other,) = await to_move(tabs)
        async with active.person.tab(active.table) as second:
            await second.until(lambda now: now["legal"])
            answer = await active.move(active.now["legal"][0])
            for tab in (active, other, second):
                change = await tab.message(lambda said: said.get("what") == "moved")
                assert change["version"] == answer["version"]
                assert ("id" in change) == (tab is active)
