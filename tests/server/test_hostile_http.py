"""Hostile clients over HTTP: whatever they send, the server answers below 500, and goes on for
everybody else."""

from __future__ import annotations

import asyncio
import json
from random import Random

import pytest

from tests.server.attacks import HARDER, ODD_VALUES, undisturbed
from tests.server.client import (
    PATIENCE,
    Json,
    gather_table,
    people,
    story,
)
from tests.server.process import Server

pytestmark = pytest.mark.usefixtures("goes_on")

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
async def test_odd_requests_never_break_the_server(attacked: Server) -> None:
    rng = Random(29)
    async with (
        people(attacked, "Ada", "Bo", "Cleo", "Dara", "Eli") as persons,
        undisturbed(attacked),
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
async def test_odd_bodies_are_refused(attacked: Server, body: bytes) -> None:
    async with people(attacked, "Ada") as (ada,):
        headers = {"Content-Type": "application/json"}
        for path in ("/api/me", "/api/tables", "/api/me/arrive"):
            answer = await ada.http.post(path, content=body, headers=headers)
            assert 400 <= answer.status_code < 500 or answer.status_code == 201, answer.text
            if answer.status_code >= 400:
                assert answer.json()["type"] == "refused"


@story
async def test_a_query_that_says_a_name_twice_is_refused(attacked: Server) -> None:
    async with people(attacked, "Ada") as (ada,):
        table = await ada.make("life", 2)
        for path in ("/api/me/matches?before=1&before=2", f"/api/tables/{table}?after=0&after=1"):
            answer = await ada.http.get(path)
            assert (answer.status_code, answer.json()["code"]) == (400, "http/400")
            assert "more than once" in answer.json()["text"]
            assert (await ada.http.get(path.partition("&")[0])).status_code == 200


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
async def test_what_is_no_http_disturbs_nobody(attacked: Server) -> None:
    async with undisturbed(attacked):
        for raw in RAW:
            reader, writer = await asyncio.open_connection("127.0.0.1", attacked.port)
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
