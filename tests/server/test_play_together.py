"""Several at one table: reactions, presence, spectators, tabs."""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.server.client import (
    Tab,
    gather_table,
    match,
    people,
    play_all,
    story,
)
from tests.server.process import Server
from tests.server.turns import catch_up, to_move
from waterhole.game import load


@story
async def test_reactions_reach_everybody(server: Server) -> None:
    async with (
        people(server, "Ada", "Bo", "Cleo") as (ada, bo, cleo),
        match([ada, bo], "tembo") as tabs,
        cleo.tab(tabs[0].table) as watching,
    ):
        await tabs[1].done("react", reaction="well_played")
        for tab in (*tabs, watching):
            heard = await tab.message(lambda message: message["type"] == "reacted")
            assert heard == {"type": "reacted", "seat": 1, "reaction": "well_played"}
        assert (await watching.refused("react", reaction="nice"))["code"] == "seat/none"
        await tabs[0].send(type="react", reaction="a whole letter")
        said = await tabs[0].message(lambda message: message["type"] == "refused")
        assert said["code"] == "message/unreadable"


@story
async def test_everybody_sees_who_is_there(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo):
        table = await gather_table([ada, bo], "life")
        async with ada.tab(table) as here:
            now = await here.until(lambda now: now["phase"])
            assert [seat.get("here", False) for seat in now["seats"]] == [True, False]
            async with bo.tab(table):
                await here.message(lambda said: said.get("here") == [True, True])
            await here.message(lambda said: said.get("here") == [True, False])


@pytest.mark.parametrize("game", ["tembo", "life"])
@story
async def test_spectators_see_the_public_view_only(server: Server, game: str) -> None:
    async with (
        people(server, "Ada", "Bo", "Cleo") as (ada, bo, cleo),
        match([ada, bo], game) as tabs,
        cleo.tab(tabs[0].table) as watching,
    ):
        await play_all(tabs)
        await watching.until(lambda now: now["phase"] == "over")
        states = list(load(game).replay(await cleo.record(watching.table)))
        shown = [said for said in watching.seen if said["type"] in ("table", "changed")]
        views = [state.view(None) for state in states]
        assert shown[0]["view"] == views[0].to_dict()
        assert [said["view"] for said in shown[1:]] == [
            view.to_dict(memories=False) for view in views[1:]
        ]
        assert all(said["legal"] == [] and said["seat"] is None for said in shown)


@story
async def test_where_nobody_may_watch_strangers_see_the_seats_only(server: Server) -> None:
    async with (
        people(server, "Ada", "Bo", "Cleo") as (ada, bo, cleo),
        match([ada, bo], "life", watchable=False) as tabs,
        cleo.tab(tabs[0].table) as watching,
    ):
        await play_all(tabs)
        await watching.until(lambda now: now["phase"] == "over")
        shown = [said for said in watching.seen if said["type"] in ("table", "changed")]
        for said in [*shown, await cleo.look(watching.table)]:
            assert said["view"] is None
            assert said.get("events", []) == said.get("log", []) == []
        assert tabs[0].now["view"] is not None


def changes_told(tab: Tab) -> list[str]:
    """Every byte of them, but for what this tab asked itself."""
    changes = [text for text in tab.raw if '"type":"changed"' in text]
    return [re.sub(r',"id":\d+}$', "}", text) for text in changes]


@story
async def test_two_tabs_of_one_person_agree(server: Server) -> None:
    async with (
        people(server, "Ada", "Bo") as (ada, bo),
        match([ada, bo], "life") as (one, other),
        ada.tab(one.table) as two,
    ):
        rng = Random(5)
        turns = [one, two]
        while one.now["phase"] == "playing":
            active, _ = await to_move([turns[0], other])
            await active.step(rng)
            turns.reverse()
            await catch_up([one, two, other], active.now["version"])
        changes = changes_told(two)
        assert len(changes) > 4
        assert changes_told(one)[-len(changes) :] == changes
