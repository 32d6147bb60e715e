"""Limits by address, and on how long a table's log can grow."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.client import (
    PATIENCE,
    Person,
    match,
    new_address,
    people,
    play_all,
    story,
)
from tests.server.process import Server
from tests.server.tables import ADA, BO, new_party, started
from tests.server.tuned import tuned
from waterhole.server.limits import Limits, address
from waterhole.server.settings import Settings
from waterhole.server.tables import commands
from waterhole.server.tables.commands import LONGEST_ASIDE, Refused

# By address -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where one address may do no more than two guests, and nobody very much."""
    folder = tmp_path_factory.mktemp("strict")
    with tuned(folder, crowd=2, connections_each=3, burst=30, rate=0.5) as server:
        yield server


async def neighbours(stack: AsyncExitStack, server: Server, *names: str) -> list[Person]:
    """Guests who live at one address. (They came from others: that is limited too.)"""
    found = await stack.enter_async_context(people(server, *names))
    shared = new_address()
    for person in found:
        person.address = person.http.headers["X-Forwarded-For"] = shared
    return found


async def reason(person: Person, path: str) -> str:
    async with person.socket(path) as socket, asyncio.timeout(PATIENCE):
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013
    return closed.value.rcvd.reason


@story
async def test_an_address_has_so_many_connections_whoever_opens_them(strict: Server) -> None:
    async with AsyncExitStack() as stack:
        ada, bo, cleo = await neighbours(stack, strict, "Ada", "Bo", "Cleo")
        (dara,) = await stack.enter_async_context(people(strict, "Dara"))
        table = await ada.make("life", 2)
        path = f"/ws/tables/{table}"
        async with AsyncExitStack() as opened:
            for person in (ada, ada, ada, bo, bo, bo):
                socket = await opened.enter_async_context(person.socket(path))
                await socket.recv()
            assert await reason(cleo, path) == "rate/connections"
            assert await reason(cleo, "/ws/lobby") == "rate/connections"
            elsewhere = await opened.enter_async_context(dara.socket(path))
            await elsewhere.recv()
        await until_open(cleo, path)


async def until_open(person: Person, path: str) -> None:
    """Those who left made room, as soon as the server knows."""
    async with asyncio.timeout(PATIENCE):
        while True:
            async with person.socket(path) as socket:
                try:
                    await socket.recv()
                    return
                except ConnectionClosed:
                    await asyncio.sleep(0.1)


@story
async def test_an_address_makes_so_many_tables_whoever_asks(tmp_path: Path) -> None:
    with tuned(tmp_path, burst=30, rate=5.0) as server:
        async with AsyncExitStack() as stack:
            ada, bo = await neighbours(stack, server, "Ada", "Bo")
            (cleo,) = await stack.enter_async_context(people(server, "Cleo"))
            body = {"game": "life", "seats": 2}
            for person in (ada, bo):
                for _ in range(15):
                    await person.make("life", 2)
            refused = await ada.http.post("/api/tables", json=body)
            assert (refused.status_code, refused.json()["code"]) == (429, "rate/limit")
            assert (await cleo.http.post("/api/tables", json=body)).status_code == 201


@story
async def test_a_rematch_is_a_table_that_an_address_makes(tmp_path: Path) -> None:
    with tuned(tmp_path, burst=30, rate=1.0, grace=0.0, bot_delay=0.0) as server:
        async with people(server, "Ada", "Bo") as (ada, bo):
            over = await played(ada, bo)
            for _ in range(30):  # a burst, however many of them were made before
                answer = await ada.http.post("/api/tables", json={"game": "life", "seats": 2})
            assert answer.status_code == 429
            refused = await ada.http.post(f"/api/tables/{over}/rematch")
            assert (refused.status_code, refused.json()["code"]) == (429, "rate/limit")
            made = await bo.http.post(f"/api/tables/{over}/rematch")
            assert made.status_code == 200
            assert (await ada.post(f"/api/tables/{over}/rematch"))["table"] == made.json()["table"]


@story
async def test_who_has_many_tables_makes_no_rematch(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo):
        over = await played(ada, bo)
        for _ in range(20):
            await ada.make("life", 2)
        path = f"/api/tables/{over}/rematch"
        refused = await ada.ask("POST", path)
        assert (refused.status_code, refused.json()["code"]) == (429, "table/many")
        next = (await bo.post(path))["table"]
        assert (await ada.post(path))["table"] == next, "what others made can be found"


async def played(ada: Person, bo: Person) -> str:
    """A match that is over."""
    async with match([ada, bo], "life") as tabs:
        await play_all(tabs)
    return tabs[0].table


@pytest.mark.parametrize("path", ["/healthz", "/metrics"])
@story
async def test_an_address_asks_so_often_how_a_server_does(tmp_path: Path, path: str) -> None:
    with tuned(tmp_path, burst=30, rate=0.5) as server:
        here, elsewhere = ({"X-Forwarded-For": new_address()} for _ in range(2))
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
            found = [await http.get(path, headers=here) for _ in range(40)]
            assert {answer.status_code for answer in found[:30]} == {200}
            assert (found[-1].status_code, found[-1].json()["code"]) == (429, "rate/limit")
            assert (await http.get(path, headers=elsewhere)).status_code == 200
            assert (await http.get("/api/tables", headers=here)).status_code == 200


def test_who_asks_every_second_how_a_server_does_is_never_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever else comes from the same address."""
    limits, now = Limits(Settings("")), 0.0
    monkeypatch.setattr("waterhole.server.limits.monotonic", lambda: now)
    for _ in range(1000):
        limits.probe("here")
        for _ in range(100):
            limits.allows("Ada", "here")
        now += 1.0


@story
async def test_who_comes_with_unknown_tokens_has_to_wait(strict: Server) -> None:
    here, elsewhere = new_address(), new_address()
    async with people(strict, "Ada") as (ada,), httpx.AsyncClient(base_url=strict.url) as http:

        async def look(address: str, token: str) -> int:
            headers = {"X-Forwarded-For": address, "Authorization": f"Bearer {token}"}
            table = f"/api/tables/{known}"
            return (await http.get(table, headers=headers, timeout=PATIENCE)).status_code

        known = await ada.make("life", 2)
        token = (await ada.post("/api/me/token"))["token"]
        statuses = [await look(here, f"guess-{number}") for number in range(35)]
        assert statuses[0] == 200, "who is unknown may watch"
        assert statuses[-1] == 429
        assert await look(elsewhere, token) == 200


def test_unknown_tokens_are_not_even_looked_up_any_more() -> None:
    limits = Limits(Settings("", rate=0.0, burst=3))
    for _ in range(3):
        limits.look_up("here")
        limits.unknown("here")
    with pytest.raises(Refused, match="too often"):
        limits.look_up("here")
    limits.look_up("elsewhere")


def test_a_household_has_one_address_however_many_it_has() -> None:
    def of(client: str) -> str:
        scope: Any = {"client": (client, 1), "headers": []}
        return address(scope, Settings(""))

    assert of("2001:db8:1:2::1") == of("2001:db8:1:2:ffff::9")
    assert of("2001:db8:1:2::1") != of("2001:db8:1:3::1")
    assert of("::ffff:192.0.2.7") == of("192.0.2.7")
    assert of("192.0.2.7") != of("192.0.2.8")


def test_a_proxy_is_believed_and_not_what_a_client_says_in_its_name() -> None:
    def of(*said: bytes) -> str:
        scope: Any = {"headers": [(b"x-forwarded-for", each) for each in said]}
        return address(scope, Settings("", proxies=True))

    assert of(b"192.0.2.7") == "192.0.2.7"
    assert of(b"10.0.0.1, 192.0.2.7") == "192.0.2.7"  # a proxy that adds to the client's header
    assert of(b"10.0.0.1", b"192.0.2.7") == "192.0.2.7"  # one that adds a header of its own


# The log ------------------------------------------------------------------------------------------


def test_moves_taken_back_again_and_again_do_not_grow_a_log_for_ever() -> None:
    party = started([ADA, BO])
    swap, player = next(move for move in party.legal if move != "K"), party.mover
    while party.table.aside < LONGEST_ASIDE:
        party.move(swap)
        party.do(commands.undo, player)
    party.move(swap)
    party.refused("table/long", commands.undo, player)
    assert party.table.version < LONGEST_ASIDE + 5
    party.play(Random(2))
    assert party.table.phase == "over", "moves always fit"


def test_a_long_match_is_not_a_long_table() -> None:
    party = started([ADA, BO], options={})
    while len(party.table.line) < LONGEST_ASIDE and party.table.to_move is not None:
        swaps = [move for move in party.legal if move != "K"]
        party.move(swaps[party.table.version % len(swaps)])
    if party.table.to_move is not None:
        assert party.table.version > LONGEST_ASIDE
        player = party.mover
        assert player is not None
        party.move(next(move for move in party.legal if move != "K"))
        party.do(commands.undo, player)


def test_sitting_down_and_leaving_do_not_grow_a_log_for_ever() -> None:
    party = new_party()
    while party.table.aside < LONGEST_ASIDE:
        party.sit(BO)
        party.do(commands.leave, BO)
    party.refused("table/long", commands.sit, BO, "Bo", None, None)
    party.refused("table/long", commands.seat_bot, ADA, "easy")
    party.do(commands.close, ADA)


def test_leaving_and_returning_do_not_grow_a_log_for_ever() -> None:
    party = started([ADA, BO])
    seat = party.table.to_move
    assert seat is not None
    player = party.table.seats[seat].player
    while party.table.aside < LONGEST_ASIDE:
        party.do(commands.stand_in, seat, "gone")
        if party.table.aside < LONGEST_ASIDE:
            party.do(commands.take_back, player)
    if not party.table.seats[seat].away:
        party.do(commands.stand_in, seat, "gone")
    party.refused("table/long", commands.take_back, player)
    party.play(Random(3))
    assert party.table.phase == "over"
