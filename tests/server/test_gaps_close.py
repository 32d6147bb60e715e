"""The owner gives a table up before it starts."""

from __future__ import annotations

from tests.server.client import gather_table, match, people, story
from tests.server.process import Server
from tests.server.tables import ADA, BO, closed, gathered, started
from waterhole.server.tables import commands
from waterhole.server.tables.entries import Archived


def test_the_owner_closes_a_table_that_gathers() -> None:
    party = gathered([ADA, BO])
    party.refused("table/owner", commands.close, BO)
    assert party.do(commands.close, ADA) == Archived()
    assert party.table.phase == "archived"
    party.refused("table/phase", commands.close, ADA)
    party.refused("table/phase", commands.close_seats, ADA)


def test_after_the_start_a_table_cannot_be_closed() -> None:
    closed([ADA, BO]).refused("table/phase", commands.close, ADA)
    started([ADA, BO]).refused("table/phase", commands.close, ADA)


@story
async def test_players_see_a_table_close(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo):
        table = await gather_table([ada, bo], "tembo")
        path = f"/api/tables/{table}/close"
        async with bo.tab(table) as tab:
            refused = await bo.ask("POST", path)
            assert (refused.status_code, refused.json()["code"]) == (403, "table/owner")
            made = await ada.post(path)
            now = await tab.until(lambda now: now["phase"] == "archived")
            assert (now["what"], now["version"]) == ("archived", made["version"])
        assert table not in [each["table"] for each in await ada.get("/api/tables")]
        for action in ("start", "close"):
            refused = await ada.ask("POST", f"/api/tables/{table}/{action}")
            assert (refused.status_code, refused.json()["code"]) == (409, "table/phase")


@story
async def test_a_match_that_is_played_is_not_closed(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo), match([ada, bo], "tembo") as tabs:
        refused = await ada.ask("POST", f"/api/tables/{tabs[0].table}/close")
        assert (refused.status_code, refused.json()["code"]) == (409, "table/phase")


@story
async def test_a_closed_table_makes_room_for_another(server: Server) -> None:
    async with people(server, "Ada") as (ada,):
        tables = [await ada.make("life", 2) for _ in range(20)]
        body = {"game": "life", "seats": 2}
        assert (await ada.ask("POST", "/api/tables", body)).json()["code"] == "table/many"
        await ada.post(f"/api/tables/{tables[0]}/close")
        assert (await ada.ask("POST", "/api/tables", body)).status_code == 201
