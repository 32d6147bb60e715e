"""Lists: the lobby, my matches, records of matches that are over."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from tests.server.client import (
    PATIENCE,
    gather_table,
    match,
    people,
    play_all,
    story,
    tabs_at,
)
from tests.server.process import Server


async def lobby_until(lobby: Any, table: str, fits: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            said = json.loads(await lobby.recv())
            assert said["type"] == "lobby"
            found = [each for each in said["tables"] if each["table"] == table]
            if fits(found):
                return


@story
async def test_the_lobby_shows_open_tables_live(server: Server) -> None:
    async with (
        people(server, "Ada", "Bo", "Cleo") as (ada, bo, cleo),
        cleo.socket("/ws/lobby") as lobby,
    ):
        hidden = await gather_table([ada, bo], "tembo", private=True)
        table = await ada.make("tembo", 2, options={"rounds": 2})
        await lobby_until(lobby, table, bool)
        await ada.sit(table)
        await lobby_until(lobby, table, lambda found: found[0]["seats"] == ["Ada", None])
        await bo.sit(table)
        await ada.start(table)
        async with tabs_at(table, ada, bo) as tabs:
            for tab in tabs:
                await tab.open_nonce()
            await lobby_until(lobby, table, lambda found: found and found[0]["phase"] == "playing")
            listed = [each["table"] for each in await cleo.get("/api/tables")]
            assert table in listed
            assert hidden not in listed
            await play_all(tabs)
        await lobby_until(lobby, table, lambda found: not found)


@story
async def test_my_matches_are_those_i_sat_at(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo):
        async with match([ada, bo], "life") as tabs:
            await play_all(tabs)
        lone = await gather_table([ada], "tembo", bots=1)
        found = {each["table"]: each["phase"] for each in await ada.get("/api/me/matches")}
        assert found == {tabs[0].table: "over", lone: "gathering"}
        assert [each["table"] for each in await bo.get("/api/me/matches")] == [tabs[0].table]
        assert await bo.get("/api/me/matches?before=1") == []


@story
async def test_the_record_is_shown_when_the_match_is_over(server: Server) -> None:
    async with people(server, "Ada", "Bo") as players, match(players, "life") as tabs:
        path = f"/api/tables/{tabs[0].table}/record"
        refused = await players[0].ask("GET", path)
        assert (refused.status_code, refused.json()["code"]) == (409, "table/phase")
        await play_all(tabs)
        assert (await players[0].ask("GET", path)).status_code == 200
