"""Pages of other sites, where they are allowed; and who logs out."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.server.client import PATIENCE, people, story
from tests.server.process import Server, serving
from waterhole.game import InvalidOptions
from waterhole.server.origins import check_origins
from waterhole.server.settings import Settings

CLUB = "https://club.example"
OTHERS = ["https://elsewhere.example", "https://club.example.elsewhere.example", "null"]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("club"), origin=CLUB, https=True) as server:
        yield server


def preflight(server: Server, origin: str, method: str = "POST") -> httpx.Response:
    headers = {
        "Origin": origin,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "content-type, authorization",
    }
    return httpx.options(f"{server.url}/api/tables", headers=headers, timeout=PATIENCE)


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
def test_a_browser_that_asks_first_is_told_what_an_allowed_page_may(
    club: Server, method: str
) -> None:
    answer = preflight(club, CLUB, method)
    assert answer.status_code == 204
    assert answer.headers["access-control-allow-origin"] == CLUB
    assert answer.headers["access-control-allow-credentials"] == "true"
    assert method in answer.headers["access-control-allow-methods"]
    allowed = answer.headers["access-control-allow-headers"].lower()
    assert {"content-type", "authorization"} <= {name.strip() for name in allowed.split(",")}


@pytest.mark.parametrize("origin", OTHERS)
def test_other_pages_are_told_nothing(club: Server, origin: str) -> None:
    assert "access-control-allow-origin" not in preflight(club, origin).headers
    answer = httpx.get(f"{club.url}/api/tables", headers={"Origin": origin}, timeout=PATIENCE)
    assert "access-control-allow-origin" not in answer.headers
    refused = httpx.post(
        f"{club.url}/api/me", json={"name": "Ada"}, headers={"Origin": origin}, timeout=PATIENCE
    )
    assert (refused.status_code, refused.json()["type"]) == (403, "refused")
    assert "access-control-allow-origin" not in refused.headers


def test_without_origins_nobody_elsewhere_is_allowed(server: Server) -> None:
    assert "access-control-allow-origin" not in preflight(server, CLUB).headers


@story
async def test_an_allowed_page_plays_as_its_guest(club: Server) -> None:
    page = {"Origin": CLUB, "Sec-Fetch-Site": "cross-site"}
    async with httpx.AsyncClient(base_url=club.url, headers=page, timeout=PATIENCE) as http:
        welcome = await http.post("/api/me", json={"name": "Ada"})
        assert welcome.headers["access-control-allow-origin"] == CLUB
        assert welcome.headers["access-control-allow-credentials"] == "true"
        cookie = welcome.headers["set-cookie"]
        assert "samesite=none" in cookie.lower(), "else no browser would send it from there"
        assert "secure" in cookie.lower()
        proof = {"Cookie": cookie.partition(";")[0]}
        me = await http.get("/api/me", headers=proof)
        assert me.json() == welcome.json()
        refused = await http.get("/api/me")
        assert (refused.status_code, refused.headers["access-control-allow-origin"]) == (401, CLUB)
        body = {"game": "life", "seats": 2}
        assert (await http.post("/api/tables", json=body, headers=proof)).status_code == 201
        async with connect(f"{club.sockets}/ws/lobby", additional_headers=page) as socket:
            async with asyncio.timeout(PATIENCE):
                assert await socket.recv()


@pytest.mark.parametrize("origin", ["*", "club.example", f"{CLUB}/", "https://*.example", "null"])
def test_an_origin_that_no_browser_sends_is_refused(origin: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        check_origins(Settings("", origins=(CLUB, origin)))
    assert refused.value.code == "serve/origin"


@pytest.mark.parametrize("origin", [CLUB, "http://127.0.0.1:8000", "http://[::1]:8000"])
def test_an_origin_as_a_browser_sends_it_is_fine(origin: str) -> None:
    check_origins(Settings("", origins=(origin,)))


def test_a_server_with_such_an_origin_says_so_in_one_line_and_does_not_start() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "waterhole", "serve", "--port", "0", "--origin", "*"],
        capture_output=True, text=True, timeout=PATIENCE, check=False, env=dict(os.environ),
    )  # fmt: skip
    assert run.returncode != 0
    assert "an origin is written as https://club.example" in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1


@story
async def test_who_logs_out_has_no_cookie_any_more(server: Server) -> None:
    async with people(server, "Ada") as (ada,):
        old = ada.cookie
        assert old
        answer = await ada.ask("DELETE", "/api/me/token")
        assert answer.status_code == 204
        assert "max-age=0" in answer.headers["set-cookie"].lower()
        assert ada.cookie == "", "the browser has thrown it away"
        assert (await ada.ask("GET", "/api/me")).status_code == 401
        ada.http.cookies.set("waterhole", old)
        assert (await ada.ask("GET", "/api/me")).status_code == 401


@story
async def test_a_program_that_gives_its_token_up_leaves_the_cookie_alone(server: Server) -> None:
    async with people(server, "Ada") as (ada,):
        token = (await ada.post("/api/me/token"))["token"]
        headers = {"Authorization": f"Bearer {token}"}
        answer = await ada.http.delete("/api/me/token", headers=headers)
        assert answer.status_code == 204
        assert "set-cookie" not in answer.headers
        assert (await ada.http.get("/api/me", headers=headers)).status_code == 401
        assert (await ada.get("/api/me"))["id"] == ada.id
