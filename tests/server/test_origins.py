"""Pages of others can neither write nor listen, and every answer says how it may be used."""

from __future__ import annotations

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.server.client import (
    PATIENCE,
    Person,
    people,
    story,
)
from tests.server.process import Server

FOREIGN: list[dict[str, str]] = [
    {"Origin": "https://elsewhere.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=lambda headers: "".join(headers.values()))
@story
async def test_other_peoples_pages_can_neither_write_nor_listen(
    server: Server, headers: dict[str, str]
) -> None:
    async with people(server, "Ada") as (ada,):
        body = {"game": "life", "seats": 2}
        assert (await ada.http.post("/api/tables", json=body, headers=headers)).status_code == 403
        assert (await ada.http.delete("/api/me/token", headers=headers)).status_code == 403
        assert (await ada.http.get("/api/me", headers=headers)).status_code == 200
        table = await ada.make("life", 2)
        for path in (f"/ws/tables/{table}", "/ws/lobby"):
            with pytest.raises(InvalidStatus) as refused:
                await foreign_socket(ada, path, headers)
            assert refused.value.response.status_code == 403


async def foreign_socket(person: Person, path: str, headers: dict[str, str]) -> None:
    sent = person.headers() | headers
    async with connect(person.server.sockets + path, additional_headers=sent):
        pass


@story
async def test_our_own_page_can_write_and_listen(server: Server) -> None:
    async with people(server, "Ada") as (ada,):
        own = {"Origin": server.url, "Sec-Fetch-Site": "same-origin"}
        body = {"game": "life", "seats": 2}
        assert (await ada.http.post("/api/tables", json=body, headers=own)).status_code == 201
        await foreign_socket(ada, "/ws/lobby", own)


ANSWERS = [
    ("GET", "/healthz", 200),
    ("GET", "/metrics", 200),
    ("GET", "/api/tables", 200),
    ("GET", "/api/me", 401),
    ("GET", "/api/tables/nowhere", 404),
    ("GET", "/nowhere", 404),
    ("PUT", "/api/tables", 405),
    ("POST", "/api/me", 400),
]


@pytest.mark.parametrize(("method", "path", "status"), ANSWERS)
def test_every_answer_says_how_it_may_be_used(
    server: Server, method: str, path: str, status: int
) -> None:
    answer = httpx.request(method, server.url + path, timeout=PATIENCE)
    check_headers(answer, status)


def test_a_refused_origin_gets_the_headers_too(server: Server) -> None:
    check_headers(httpx.post(f"{server.url}/api/me", headers=FOREIGN[0], timeout=PATIENCE), 403)


def check_headers(answer: httpx.Response, status: int) -> None:
    assert answer.status_code == status
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


@story
async def test_the_cookie_is_for_the_server_alone(server: Server) -> None:
    async with people(server) as _, httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.post("/api/me", json={"name": "Ada"})
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
