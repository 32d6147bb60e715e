"""Who is gone or out of time: a bot plays for him until he is back."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from tests.server.client import (
    Json,
    Tab,
    gather_table,
    match,
    people,
    play_all,
    story,
    tabs_at,
)
from tests.server.process import Server
from waterhole.game import load


@story
async def test_a_bot_plays_for_who_is_gone_until_he_is_back(hasty: Server) -> None:
    async with people(hasty, "Ada", "Bo") as (ada, bo):
        table = await gather_table([ada, bo], "life")
        await ada.start(table)
        async with ada.tab(table) as here:
            async with bo.tab(table) as tab:
                await tab.open_nonce()
                await here.open_nonce()
                await here.until(lambda now: now["phase"] == "playing")
            rng = Random(7)
            while not here.now["seats"][1].get("away"):
                await here.until(lambda now: now["legal"] or now["seats"][1].get("away"))
                if here.now["legal"]:
                    await here.step(rng)
            assert here.now["seats"][1]["away"] == "gone"
            await here.until(lambda now: now["to_move"] == 0)
            async with bo.tab(table) as tab:
                await tab.until(lambda now: now["seats"][1].get("away"))
                await tab.done("take_back")
                assert (await tab.refused("take_back"))["code"] == "seat/here"
                await tab.until(lambda now: not now["seats"][1].get("away"))
                await play_all([here, tab])
                assert bo.moves[table]
            assert load("life").verify(await bo.record(table)).result is not None


@story
async def test_a_bot_plays_for_who_never_came(hasty: Server) -> None:
    async with people(hasty, "Ada", "Bo") as (ada, bo):
        table = await ada.make("life", 2)
        await ada.sit(table)
        async with ada.tab(table) as here:
            await bo.post(f"/api/tables/{table}/sit", {})
            await ada.start(table)
            await here.play(Random(8))
            assert here.now["seats"][1]["away"] == "gone"


@story
async def test_who_took_a_seat_somebody_else_left_is_not_gone(hasty: Server) -> None:
    async with people(hasty, "Ada", "Bo", "Cleo") as (ada, bo, cleo):
        table = await ada.make("life", 2)
        await ada.sit(table)
        await bo.sit(table)
        async with tabs_at(table, ada, cleo) as tabs:
            async with bo.tab(table) as tab:
                await tab.until(lambda now: now["phase"] == "gathering")
            await tabs[0].message(lambda said: said.get("here") == [True, True])
            await tabs[0].message(lambda said: said.get("here") == [True, False])
            await bo.post(f"/api/tables/{table}/leave", {})
            await cleo.sit(table)
            await ada.start(table)
            for tab in tabs:
                await tab.open_nonce()
            await stay_seated(tabs)


@story
async def test_who_is_seated_anew_for_a_rematch_is_not_gone(hasty: Server) -> None:
    """The seats turn, so that the deal passes on; who is gone turns with them."""
    async with people(hasty, "Ada", "Bo") as (ada, bo):
        turned = False
        while not turned:  # in half of all rematches the seats stay as they were
            async with match([ada, bo], "tembo", options={"rounds": 2}) as tabs:
                await play_all(tabs)
            table = (await ada.post(f"/api/tables/{tabs[0].table}/rematch"))["table"]
            await ada.sit(table)
            await bo.post(f"/api/tables/{table}/sit", {})
            async with ada.tab(table) as here:
                async with bo.tab(table):
                    await here.message(lambda said: said.get("here") == [True, True])
                await here.message(lambda said: said.get("here") == [True, False])
                await ada.start(table)
                await here.open_nonce()
                await here.until(lambda now: now["phase"] == "playing")
                turned = here.now["seat"] == 1
                if turned:
                    await stay_seated([here])


async def stay_seated(tabs: list[Tab]) -> None:
    """Waits longer than the server waits for who is gone; nobody here is replaced."""
    seats = [tab.now["seat"] for tab in tabs]
    await asyncio.sleep(3)
    for tab in tabs:
        for said in tab.seen:
            away = [bool(seat.get("away")) for seat in said.get("seats", [])]
            assert not any(away[seat] for seat in seats if away), said


@pytest.mark.parametrize("clock", [{"bank": 2, "increment": 2}, {"move": 2}])
@story
async def test_when_time_is_up_a_bot_takes_over_and_the_owner_can_return(
    server: Server, clock: Json
) -> None:
    async with people(server, "Ada") as (ada,), match([ada], "life", 1, clock=clock) as (tab,):
        now = await tab.until(lambda now: now["legal"])
        assert len(now["clocks"]) == 2
        assert 0 <= now["clocks"][0] <= 4
        now = await tab.until(lambda now: now["seats"][0].get("away"))
        assert now["seats"][0]["away"] == "time"
        await tab.until(lambda now: now["seats"][0].get("away") and now["to_move"] != 0)
        if (await tab.ask("take_back"))["type"] == "done":
            await tab.until(lambda now: not now["seats"][0].get("away"))
        else:
            await tab.until(lambda now: now["phase"] == "over")  # the bots were faster
        assert (await tab.message(lambda said: said.get("what") == "moved"))["version"]


@story
async def test_a_clock_that_no_clock_can_show_is_refused(server: Server) -> None:
    async with people(server, "Ada") as (ada,):
        for clock in ({"bank": -1}, {"bank": 5, "move": 5}, {"increment": 3}, {"move": 1e9}):
            body = {"game": "life", "seats": 2, "clock": clock}
            refused = await ada.ask("POST", "/api/tables", body)
            assert (refused.status_code, refused.json()["code"]) == (409, "table/clock")
