"""Hostile clients: whatever they send, the server answers or hangs up, goes on for everybody else,
and keeps its memory. ``WATERHOLE_FUZZ`` says how many times harder to try."""

from __future__ import annotations

import asyncio
import json
import os
import socket as sockets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.client import (
    PATIENCE,
    Json,
    Person,
    Tab,
    gather_table,
    match,
    new_address,
    people,
    play_all,
    story,
)
from tests.server.postgres import Postgres, postgres_server  # noqa: F401 (the fixture)
from tests.server.process import Server, serving
from waterhole.game import load

HARDER = int(os.environ.get("WATERHOLE_FUZZ", "1"))
MEGABYTE = 1024 * 1024
LONG = 400  # versions of a match: more than fits into what the system keeps for who does not read
CLOSED_WELL = {1000, 1001, 1003, 1007, 1008, 1009, 1013}  # never 1011, a failure of the server

# What the library beneath says of a client that breaks the protocol.
NOT_OURS = ("Invalid UTF-8 sequence received from client.",)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    database = None
    if request.param == "postgres":
        postgres: Postgres = request.getfixturevalue("postgres")
        database = postgres.new_database()
    with serving(tmp_path_factory.mktemp("hostile"), database, grace=1) as server:
        yield server


@pytest.fixture(autouse=True)
def goes_on(server: Server) -> Iterator[None]:
    """After every test the server is there, and nothing went wrong inside it."""
    before = len(server.log())
    yield
    assert server.alive()
    assert httpx.get(f"{server.url}/healthz", timeout=PATIENCE).text == "ok"
    lines = [json.loads(line) for line in server.log()[before:].splitlines()]
    assert [
        line for line in lines if line["level"] == "error" and line["text"] not in NOT_OURS
    ] == []


@asynccontextmanager
async def undisturbed(server: Server) -> AsyncIterator[None]:
    """Two people play a match meanwhile, and it comes to its end."""
    async with people(server, "Dara", "Eli") as players, match(players, "tembo") as tabs:
        playing = asyncio.create_task(play_all(tabs))
        try:
            yield
            async with asyncio.timeout(PATIENCE):
                await playing
        finally:
            playing.cancel()
        record = await players[0].record(tabs[0].table)
        assert load("tembo").verify(record).result is not None


# WebSockets ---------------------------------------------------------------------------------------

DEEP = "[" * 1900
ODD_VALUES: list[Any] = [
    None, True, -1, 0, 1, 2**31, 2**63, 2**64, -(2**63) - 1, 10**300, 1.5, 1e308, "", "K",
    "x" * 3000, "\x00", "\ud800", "🦛" * 500, [], {}, [[]], {"type": "move"},
    [None] * 500, {"a": {"b": {}}},
]  # fmt: skip
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
async def test_strange_texts_are_answered_or_hung_up_on(server: Server) -> None:
    async with (
        people(server, "Ada", "Bo") as (ada, bo),
        undisturbed(server),
        match([ada, bo], "life") as tabs,
    ):
        for text in TEXTS:
            await attack(ada, tabs[0].table, sending(text))
        await play_all(tabs)
        assert load("life").verify(await bo.record(tabs[0].table)).result is not None


@story
async def test_strange_frames_are_answered_or_hung_up_on(server: Server) -> None:
    rng = Random(19)
    async with people(server, "Ada", "Bo") as (ada, bo), undisturbed(server):
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
async def test_a_flood_of_odd_messages_disturbs_nobody(server: Server) -> None:
    rng = Random(23)
    async with people(server, "Ada", "Bo", "Cleo") as (ada, bo, cleo), undisturbed(server):
        async with match([ada, bo], "life") as tabs:
            table = tabs[0].table
            for _ in range(3 * HARDER):
                await asyncio.gather(*(flood(who, table, rng, 100) for who in (ada, bo, cleo)))
        await asyncio.gather(ada.play(table, rng), bo.play(table, rng))
        assert load("life").verify(await ada.record(table)).result is not None


@story
async def test_nobody_moves_for_somebody_else(server: Server) -> None:
    """Old, doubled and future moves, and those of others, change nothing."""
    async with (
        people(server, "Ada", "Bo", "Cleo") as (ada, bo, cleo),
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
async def test_sockets_to_nowhere_are_closed(server: Server) -> None:
    async with people(server, "Ada") as (ada,):
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


# Many, and slow -----------------------------------------------------------------------------------


async def spectator(server: Server, table: str) -> ClientConnection:
    return await connect(
        f"{server.sockets}/ws/tables/{table}",
        additional_headers={"X-Forwarded-For": new_address()},
        open_timeout=PATIENCE, ping_interval=None, max_queue=None,
    )  # fmt: skip


@story
async def test_hundreds_of_connections_disturb_nobody(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo), match([ada, bo], "life") as tabs:
        table = tabs[0].table
        before = server.memory()
        watching = [await spectator(server, table) for _ in range(300 * HARDER)]
        try:
            await play_all(tabs)
            for each in watching:
                assert json.loads(await each.recv())["type"] == "table"
        finally:
            await asyncio.gather(*(each.close() for each in watching))
        assert server.memory() < before + 100 * HARDER * MEGABYTE
        assert load("life").verify(await ada.record(table)).result is not None


async def never_reading(person: Person, table: str) -> ClientConnection:
    """A connection with little room on the way, that nobody reads from."""
    narrow = sockets.socket()
    narrow.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 2048)
    narrow.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_MAXSEG, 536)
    narrow.setblocking(False)
    address = ("127.0.0.1", person.server.port)
    await asyncio.get_running_loop().sock_connect(narrow, address)
    return await connect(
        f"{person.server.sockets}/ws/tables/{table}",
        sock=narrow, additional_headers=person.headers(), open_timeout=PATIENCE,
        ping_interval=None, max_queue=1,
    )  # fmt: skip


async def read_to_the_end(socket: ClientConnection) -> tuple[list[Json], int]:
    """What is left to read, and why the connection was closed then."""
    heard = []
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                heard.append(json.loads(await socket.recv()))
    except ConnectionClosed as closed:
        return heard, closed.rcvd.code if closed.rcvd else 1006


async def told(tab: Tab, version: int) -> None:
    await tab.until(lambda now: now["version"] >= version)


async def play_until(tab: Tab, version: int) -> None:
    """Swaps back and forth; nobody knocks."""
    while tab.now["version"] < version:
        now = await tab.until(lambda now: now["legal"] or now["version"] >= version)
        if now["legal"]:
            swaps = [move for move in now["legal"] if move != "K"]
            answer = await tab.move(swaps[now["version"] % len(swaps)])
            await told(tab, answer["version"])


@story
async def test_who_does_not_read_is_cut_off_and_can_read_on(server: Server) -> None:
    """People play a long match while some never read; nobody waits for those, and nothing piles
    up. Afterwards they come back, and are told what they missed."""
    async with (
        people(server, "Ada", "Bo", "Cleo", "Dara", "Eli") as (*players, cleo),
        undisturbed(server),
        match(players, "life", options={}) as tabs,
    ):
        table = tabs[0].table
        slow = [await never_reading(cleo, table) for _ in range(10)]
        before = server.memory()
        await asyncio.gather(*(play_until(tab, LONG) for tab in tabs))
        assert server.memory() < before + 100 * MEGABYTE
        log = (await cleo.look(table))["log"]
        for socket in slow:
            heard, code = await read_to_the_end(socket)
            versions = [said["version"] for said in heard if "version" in said]
            assert versions == list(range(versions[0], versions[0] + len(versions)))
            assert code == 1013
            assert versions[-1] < len(log), "he was cut off"
            cleo.told[table] = log[: versions[-1]]  # so much he knows
            async with cleo.tab(table, versions[-1]) as tab:
                now = await tab.until(lambda now: now["version"] >= len(log))
                assert now["log"][: len(log) - versions[-1]] == log[versions[-1] :]


# HTTP ---------------------------------------------------------------------------------------------

IDS = [
    "nowhere",
    "%00",
    "%ff%fe",
    "..%2f..",
    "x" * 33,
    "x" * 5000,
    "%F0%9F%A6%9B",
    "-",
    "'%20or%201",
]
QUERIES = [
    "", "?after=-1", "?after=x", "?after=1e9", "?after=" + "9" * 400, "?after=1&after=2",
    "?before=nan", "?before=inf", "?before=-1e308", "?before=1e999", "?before=", "?before=%00",
    "?%00=%ff", "?" + "a=1&" * 500,
]  # fmt: skip
PATHS = [
    "/", "/api/me", "/api/me/link", "/api/me/arrive", "/api/me/token", "/api/me/matches",
    "/api/tables", "/api/tables/{id}", "/api/tables/{id}/sit", "/api/tables/{id}/leave",
    "/api/tables/{id}/bot", "/api/tables/{id}/start", "/api/tables/{id}/rematch",
    "/api/tables/{id}/record", "/healthz", "/metrics", "/ws/lobby", "/ws/tables/{id}", "/api/{id}",
]  # fmt: skip
METHODS = [
    "GET",
    "POST",
    "POST",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "HEAD",
    "OPTIONS",
    "TRACE",
    "HIPPO",
]
KINDS = [
    "application/json", "application/json", "application/json", "text/plain", "", "x",
    "application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=x",
    "application/x-msgpack", "application/json; charset=utf-16",
]  # fmt: skip
BODY_FIELDS = [
    "name", "token", "game", "seats", "options", "clock", "private", "watchable", "friendly",
    "seat", "hash", "level", "extra",
]  # fmt: skip
GOOD: list[Json] = [
    {"name": "Ada"},
    {"token": "x"},
    {"game": "life", "seats": 2, "options": {"lap_limit": 3}, "clock": {"bank": 60}},
    {"game": "tembo", "seats": 2, "options": {"deck": [2] * 42}},
    {"seat": 0, "hash": "0" * 64},
    {"level": "easy"},
]
BODIES = [
    b"", b"{", b"null", b"[]", b"\xff\xfe", b"{" * 1000, b"\x00" * 100, b"x" * 70_000,
    b'{"name":"\\ud800"}', b'{"name":"a","name":"b"}', b'{"name":"' + b"x" * 60_000 + b'"}',
    b'{"game":"life","seats":2,"options":' + b'{"a":' * 10_000 + b"1" + b"}" * 10_000 + b"}",
    b'{"game":"life","seats":2,"options":{"a":' + b"[" * 20_000 + b"]" * 20_000 + b"}}",
    b'{"x":' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    b'{"game":"life","seats":' + b"9" * 5000 + b"}",
    b'{"game":"life","seats":2,"clock":{"bank":1e999}}',
]  # fmt: skip


def odd_body(rng: Random) -> bytes:
    if rng.random() < 0.4:
        return rng.choice(BODIES)
    body = dict(rng.choice(GOOD))
    for name in rng.sample(BODY_FIELDS, rng.randrange(4)):
        body[name] = rng.choice(ODD_VALUES)
    return json.dumps(body).encode()


def odd_headers(rng: Random) -> dict[bytes, bytes]:
    junk = [
        b"",
        b"x",
        b"\xff\xfe",
        b"x" * 3000,
        b"Bearer",
        b"Bearer \xe9",
        b"a=b; =; ;;=",
        b'"\\"',
    ]
    names = [b"Cookie", b"Authorization", b"Range", b"Accept", b"If-None-Match", b"Origin", b"X"]
    headers = {name: rng.choice(junk) for name in rng.sample(names, rng.choice([0, 0, 0, 1, 2]))}
    return headers | {b"Content-Type": rng.choice(KINDS).encode()}


@story
async def test_odd_requests_never_break_the_server(server: Server) -> None:
    rng = Random(29)
    async with (
        people(server, "Ada", "Bo", "Cleo", "Dara", "Eli") as persons,
        undisturbed(server),
    ):
        tables = [await gather_table([person], "life", bots=1) for person in persons]
        statuses = []
        for number in range(400 * HARDER):
            who = persons[number % len(persons)]
            id = rng.choice([*tables, rng.choice(IDS)])
            path = rng.choice(PATHS).replace("{id}", id) + rng.choice(QUERIES)
            content, headers = odd_body(rng), odd_headers(rng)
            method = rng.choice(METHODS)
            answer = await who.http.request(method, path, content=content, headers=headers)
            assert answer.status_code < 500, (method, path, headers, content[:200], answer.text)
            statuses.append(answer.status_code)
        assert statuses.count(429) < len(statuses) / 2
        assert {200, 400, 404, 405, 409} <= set(statuses)


@pytest.mark.parametrize("body", BODIES, ids=lambda body: str(body[:50]))
@story
async def test_odd_bodies_are_refused(server: Server, body: bytes) -> None:
    async with people(server, "Ada") as (ada,):
        headers = {"Content-Type": "application/json"}
        for path in ("/api/me", "/api/tables", "/api/me/arrive"):
            answer = await ada.http.post(path, content=body, headers=headers)
            assert 400 <= answer.status_code < 500 or answer.status_code == 201, answer.text
            if answer.status_code >= 400:
                assert answer.json()["type"] == "refused"


RAW = [
    b"",
    b"\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 200_000 + b"\r\n\r\n",
    b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{",
    b"POST /api/me HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /ws/lobby HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    b"GET /%zz HTTP/1.1\r\nHost: \xff\r\n\r\n",
]


@story
async def test_what_is_no_http_disturbs_nobody(server: Server) -> None:
    async with undisturbed(server):
        for raw in RAW:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(raw)
            await asyncio.sleep(0.05)
            writer.write_eof() if writer.can_write_eof() and not writer.is_closing() else None
            async with asyncio.timeout(PATIENCE):
                try:
                    answer = await reader.read(1000)
                except ConnectionError:
                    answer = b""
            assert b" 50" not in answer[:20], (raw[:50], answer)
            writer.close()
            await asyncio.gather(writer.wait_closed(), return_exceptions=True)
