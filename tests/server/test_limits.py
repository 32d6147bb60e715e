"""Limits: how often, how many, how large."""

from __future__ import annotations

import asyncio

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.client import (
    gather_table,
    match,
    people,
    story,
    tabs_at,
)
from tests.server.process import Server


@pytest.mark.parametrize("sits", [True, False])
@story
async def test_nobody_has_too_many_unfinished_tables(server: Server, sits: bool) -> None:
    async with people(server, "Ada") as (ada,):
        for _ in range(20):
            table = await ada.make("life", 2)
            if sits:
                await ada.sit(table)
        refused = await ada.ask("POST", "/api/tables", {"game": "life", "seats": 2})
        assert (refused.status_code, refused.json()["code"]) == (429, "table/many")


@story
async def test_who_asks_too_often_must_wait(server: Server) -> None:
    async with people(server, "Ada", "Bo") as players, match(players, "life") as (tab, _):
        answers = await asyncio.gather(
            *(players[0].http.post(f"/api/tables/{tab.table}/start") for _ in range(150))
        )
        assert {answer.status_code for answer in answers} == {409, 429}
        limited = next(answer for answer in answers if answer.status_code == 429)
        assert limited.json()["code"] == "rate/limit"
        numbers = [await tab.send(type="undo") for _ in range(100)]
        late = await tab.message(lambda said: said.get("code") == "rate/limit")
        assert late["id"] in numbers
        assert (await players[1].ask("GET", "/api/me")).status_code == 200
        assert (await players[0].get("/api/me"))["id"] == players[0].id


@story
async def test_a_message_has_a_size(server: Server) -> None:
    async with people(server, "Ada", "Bo") as players, match(players, "life") as (tab, _):
        await tab.send(type="move", move="x" * 5000, version=1)
        said = await tab.message(lambda said: said.get("code") == "message/size")
        assert said["type"] == "refused"
        with pytest.raises((ConnectionClosed, EOFError)):
            await tab.ask("move", move="x" * 100_000, version=1)
        too_large = await players[0].ask("POST", "/api/me", {"name": "x" * 100_000})
        assert too_large.status_code == 413


@story
async def test_one_guest_has_so_many_connections(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo):
        table = await gather_table([ada, bo], "life")
        async with tabs_at(table, *[ada] * 30) as tabs:
            async with ada.socket(f"/ws/tables/{table}") as socket:
                with pytest.raises(ConnectionClosed) as closed:
                    await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
            async with bo.tab(table) as tab:
                await tab.until(lambda now: now["seat"] == 1)
            assert (await tabs[0].ask("ping"))["type"] == "pong"
        async with ada.tab(table) as tab:  # those that closed made room
            await tab.until(lambda now: now["seat"] == 0)
