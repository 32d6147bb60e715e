"""Hostile clients over WebSockets: whatever they send, the server answers or hangs up, and goes on
for everybody else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.attacks import DEEP, HARDER, MEGABYTE, ODD_VALUES, undisturbed
from tests.server.client import (
    PATIENCE,
    Json,
    Person,
    gather_table,
    match,
    people,
    play_all,
    story,
)
from tests.server.process import Server
from waterhole.game import load

CLOSED_WELL = {1000, 1001, 1003, 1007, 1008, 1009, 1013}  # never 1011, a failure of the server

pytestmark = pytest.mark.usefixtures("goes_on")
TYPES = ["move", "undo", "answer_undo", "open", "take_back", "react", "ping"]
FIELDS = ["id", "move", "version", "agreed", "nonce", "reaction", "seat", "player", "type", "kind"]
TEXTS = [
    "", " ", "{", "}", "null", "[]", '""', "0", "NaN", "nul", "\x00", "\ufeff{}", "{}" * 100,
    '{"type":"move"}', '{"type":"Move","id":1}', '{"type":1,"id":1}', '{"id":1}',
    '{"type":"ping","id":1e400}', '{"type":"ping","id":-0}', '{"type":"ping","id":1.0}',
    '{"type":"ping","id":' + "9" * 3000 + "}", '{"type":"ping","id":99999999999999999999}',
    '{"type":"ping","id":1,"id":2}', '{"type":"ping","type":"undo","id":1}',
    '{"type":"ping","id":1}{"type":"ping","id":2}', '{"type":"ping","id":1,}',
    '{"type":"move","id":1,"move":"\\ud800","version":1}',
    '{"type":"move","id":1,"move":"\\u0000","version":1}',
    '{"type":"move","id":1,"move":"K","version":99999999999999999999999999}',
    '{"x":' + DEEP + "]" * 1900 + ',"type":"ping","id":1}', DEEP, '{"a":' * 700,
    '{"type":"ping","id":' + DEEP, "x" * 4097, "x" * 16_000, "é" * 4096,
]  # fmt: skip


def odd_ask(rng: Random) -> str:
    """Something that looks like a message."""
    ask: Json = {"type": rng.choice(TYPES), "id": rng.randrange(1000)}
    for name in rng.sample(FIELDS, rng.randrange(4)):
        ask[name] = rng.choice(ODD_VALUES)
    text = json.dumps(ask)
    if rng.random() < 0.2:  # with something missing, or twice
        cut = rng.randrange(len(text))
        text = text[:cut] + text[cut + rng.randrange(5) :]
    return text


def odd_bytes(rng: Random) -> bytes:
    return rng.randbytes(rng.randrange(200))


async def said_or_closed(socket: ClientConnection, codes: set[int]) -> list[Json]:
    """Asks for a sign of life; what came until then. A connection that was closed, was so well."""
    heard = []
    try:
        await socket.send('{"type":"ping","id":987654321}')
        async with asyncio.timeout(PATIENCE):
            while True:
                heard.append(json.loads(await socket.recv()))
                if heard[-1].get("id") == 987654321 or heard[-1].get("code") == "rate/limit":
                    return heard
    except ConnectionClosed:
        assert socket.close_code in codes, "cut without a word, or by a failure"
        return heard


Send = Callable[[ClientConnection], Awaitable[Any]]


def sending(data: str | bytes | list[str], text: bool | None = None) -> Send:
    return lambda socket: socket.send(data, text=text)


async def attack(person: Person, table: str, send: Send, cut: bool = False) -> None:
    """Sends something, and sees that the server answers or closes. Who still sends when he is cut
    off may not hear why."""
    async with person.socket(f"/ws/tables/{table}") as socket:
        with suppress(ConnectionClosed):
            await send(socket)
        for said in await said_or_closed(socket, CLOSED_WELL | ({1006} if cut else set())):
            assert said["type"] in {
                "table", "changed", "presence", "reacted", "done", "refused", "pong",
            }, said  # fmt: skip


@story
async def test_strange_texts_are_answered_or_hung_up_on(attacked: Server) -> None:
    async with (
        people(attacked, "Ada", "Bo") as (ada, bo),
        undisturbed(attacked),
        match([ada, bo], "life") as tabs,
    ):
        for text in TEXTS:
            await attack(ada, tabs[0].table, sending(text))
        await play_all(tabs)
        assert load("life").verify(await bo.record(tabs[0].table)).result is not None


@story
async def test_strange_frames_are_answered_or_hung_up_on(attacked: Server) -> None:
    rng = Random(19)
    async with people(attacked, "Ada", "Bo") as (ada, bo), undisturbed(attacked):
        table = await gather_table([ada, bo], "life")
        for size in (0, 1, 200, 5000):
            await attack(ada, table, sending(rng.randbytes(size)))
        for broken in (b"\xff", b"\xed\xa0\x80", b'{"type":"ping","id":1}\xc3'):
            await attack(ada, table, sending(broken, text=True))
        for huge in ("x" * (2 * MEGABYTE), ["x" * 100] * 1000):
            await attack(ada, table, sending(huge), cut=True)
        await attack(ada, table, lambda socket: socket.ping(b"x" * 125))
        async with ada.socket(f"/ws/tables/{table}") as socket:
            await socket.close(4999, "x" * 100)


async def flood(person: Person, table: str, rng: Random, count: int) -> None:
    """Many odd messages at once, without waiting for answers."""

    async def send(socket: ClientConnection) -> None:
        for _ in range(count):
            await socket.send(odd_bytes(rng) if rng.random() < 0.1 else odd_ask(rng))

    await attack(person, table, send, cut=True)


@story
async def test_a_flood_of_odd_messages_disturbs_nobody(attacked: Server) -> None:
    rng = Random(23)
    async with people(attacked, "Ada", "Bo", "Cleo") as (ada, bo, cleo), undisturbed(attacked):
        async with match([ada, bo], "life") as tabs:
            table = tabs[0].table
            for _ in range(3 * HARDER):
                await asyncio.gather(*(flood(who, table, rng, 100) for who in (ada, bo, cleo)))
        await asyncio.gather(ada.play(table, rng), bo.play(table, rng))
        assert load("life").verify(await ada.record(table)).result is not None


@story
async def test_nobody_moves_for_somebody_else(attacked: Server) -> None:
    """Old, doubled and future moves, and those of others, change nothing."""
    async with (
        people(attacked, "Ada", "Bo", "Cleo") as (ada, bo, cleo),
        match([ada, bo], "life") as tabs,
        cleo.tab(tabs[0].table) as stranger,
    ):
        now = await tabs[0].until(lambda now: now["to_move"] is not None)
        active, other = tabs[now["to_move"]], tabs[1 - now["to_move"]]
        legal = (await active.until(lambda now: now["legal"]))["legal"]
        version = active.now["version"]
        for tab in (other, stranger):
            for move in legal[:5]:
                for wrong in (0, version, version + 1, 2**40):
                    assert (await tab.move(move, wrong))["type"] == "refused"
            for kind in ("undo", "take_back"):
                assert (await tab.ask(kind))["type"] == "refused"
            assert (await tab.ask("answer_undo", agreed=True))["type"] == "refused"
        for wrong in (-1, 0, version - 1, version + 1, 2**62):
            assert (await active.move(legal[0], wrong))["code"] == "move/stale"
        assert (await ada.look(active.table))["version"] == version


@story
async def test_sockets_to_nowhere_are_closed(attacked: Server) -> None:
    async with people(attacked, "Ada") as (ada,):
        table = await ada.make("life", 2)
        wrong = ["nowhere", "%00", "%ff", "x" * 33, "x" * 5000, "..", "💧"]
        paths = [f"/ws/tables/{id}" for id in wrong]
        odd = ("x", "1e5", "9" * 30, "9" * 5000, "-1", "", "%00", "1&after=x", "NaN")
        paths += [f"/ws/tables/{table}?after={after}" for after in odd]
        for path in [*paths, "/ws/nowhere", "/ws/tables/", "/ws/lobby?x=1"]:
            assert await opened_or_refused(ada, path)


async def opened_or_refused(person: Person, path: str) -> bool:
    """A socket that opens gets a word; one that does not, an answer below 500."""
    try:
        async with person.socket(path) as socket, asyncio.timeout(PATIENCE):
            await socket.recv()
            return True
    except ConnectionClosed as closed:
        code = closed.rcvd.code if closed.rcvd else 1006
        return code in CLOSED_WELL or 4000 <= code < 5000
    except InvalidStatus as refused:
        return refused.response.status_code < 500
