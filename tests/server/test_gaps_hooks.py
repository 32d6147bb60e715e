"""Webhooks: who plays at a slow table is told when it becomes his turn."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any

import httpx
import pytest

from tests.server.client import PATIENCE, Json, Person, Tab, match, people, story
from tests.server.process import Server, serving
from tests.server.turns import catch_up, quiet_swap, to_move
from waterhole.server.hooks.address import is_public, resolved, understood
from waterhole.server.hooks.post import post
from waterhole.server.store.interface import Guest
from waterhole.server.store.sql import open_store
from waterhole.server.tables.commands import Refused

DAY = {"move": 24 * 3600.0}
PUBLIC = "https://play.example"


class Bell:
    """A web server that notes what it is told. ``answers`` are the statuses it gives, the last
    one for ever."""

    def __init__(self, *answers: int) -> None:
        self.answers = list(answers) or [204]
        self.heard: list[tuple[str, dict[str, str], Json]] = []
        self.tries = 0
        bell = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                bell.take(self)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port: int = self.http.server_address[1]

    def take(self, request: BaseHTTPRequestHandler) -> None:
        body = json.loads(request.rfile.read(int(request.headers["Content-Length"])))
        status = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        self.tries += 1
        if status < 300:
            self.heard.append((request.path, dict(request.headers), body))
        request.send_response(status)
        if status == 302:
            request.send_header("Location", "/elsewhere")
        request.send_header("Content-Length", "0")
        request.end_headers()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/turn?for=Ada"

    async def rung(self, count: int = 1) -> list[Json]:
        """What was told, once there is so much."""
        async with asyncio.timeout(PATIENCE):
            while len(self.heard) < count:
                await asyncio.sleep(0.05)
        return [body for _, _, body in self.heard]


@contextmanager
def ringing(*answers: int) -> Iterator[Bell]:
    bell = Bell(*answers)
    thread = Thread(target=bell.http.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield bell
    finally:
        bell.http.shutdown()
        bell.http.server_close()
        thread.join()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may knock at doors of its own network, and knows its address."""
    folder = tmp_path_factory.mktemp("house")
    with serving(folder, private_hooks=True, public_url=PUBLIC) as server:
        yield server


async def hang(person: Person, url: str | None) -> Json:
    answer = await person.ask("PUT", "/api/me/hook", {"url": url})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


async def swap(tab: Tab) -> int:
    """A move that can be taken back freely."""
    answer = await tab.move(quiet_swap(tab.now))
    assert answer["type"] == "done", answer
    return int(answer["version"])


def count_of(server: Server, name: str) -> float:
    text = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text
    (line,) = [line for line in text.splitlines() if line.startswith(f"{name} ")]
    return float(line.split()[1])


@story
async def test_who_is_to_move_at_a_slow_table_is_told_once(house: Server) -> None:
    with ringing() as hers, ringing() as his:
        async with people(house, "Ada", "Bo") as (ada, bo):
            assert await hang(ada, hers.url) == {"url": hers.url}
            assert await ada.get("/api/me/hook") == {"url": hers.url}
            await hang(bo, his.url)
            async with match([ada, bo], "life", clock=DAY) as tabs:
                active, (other,) = await to_move(tabs)
                bells = {ada.id: hers, bo.id: his}
                first, second = bells[active.person.id], bells[other.person.id]
                began = active.now["version"]
                assert (await first.rung())[0]["version"] == began
                version = await swap(active)
                (told,) = await second.rung()
            assert told == {
                "table": tabs[0].table,
                "game": "life",
                "version": version,
                "text": "It is your turn at a table of Life is Life.",
                "link": f"{PUBLIC}/table/{tabs[0].table}",
            }
            assert (len(first.heard), first.tries) == (1, 1), "once a turn"
            path, headers, _ = second.heard[0]
            assert path == "/turn?for=Ada"
            assert headers["Content-Type"] == "application/json"
            assert headers["Host"] == f"127.0.0.1:{second.port}"
            assert not {"Cookie", "Authorization"} & set(headers)


@story
async def test_a_move_that_is_taken_back_at_once_tells_nobody(house: Server) -> None:
    with ringing() as bell:
        async with (
            people(house, "Ada", "Bo") as players,
            match(players, "life", clock=DAY) as tabs,
        ):
            active, (other,) = await to_move(tabs)
            await hang(other.person, bell.url)
            for _ in range(3):
                undone = await active.done("undo", version=await swap(active))
                await catch_up([active], undone)
            version = await swap(active)
            (told,) = await bell.rung()
            assert told["version"] == version


@story
async def test_tables_with_other_clocks_and_removed_hooks_tell_nobody(house: Server) -> None:
    with ringing() as bell, ringing() as gone:
        async with people(house, "Ada", "Bo") as (ada, bo):
            await hang(ada, gone.url)
            await hang(bo, gone.url)
            async with match([ada, bo], "life", clock={"bank": 600.0}) as tabs:
                active, _ = await to_move(tabs)
                await swap(active)
            for person in (ada, bo):
                assert await hang(person, None) == {"url": None}
            async with match([ada, bo], "life", clock=DAY) as tabs:
                active, (other,) = await to_move(tabs)
                await swap(active)
                await other.until(lambda now: now["legal"])
                await hang(active.person, bell.url)
                await swap(other)
                await bell.rung()
        assert gone.tries == 0


@pytest.mark.parametrize("first", [500, 302])
@story
async def test_a_hook_that_does_not_take_it_is_tried_again(house: Server, first: int) -> None:
    with ringing(first, 200) as bell:
        async with (
            people(house, "Ada", "Bo") as players,
            match(players, "life", clock=DAY) as tabs,
        ):
            active, (other,) = await to_move(tabs)
            await hang(other.person, bell.url)
            version = await swap(active)
            (told,) = await bell.rung()
            assert (told["version"], bell.tries) == (version, 2)
            assert bell.heard[0][0] == "/turn?for=Ada", "no redirection is followed"


# Where a hook may lead ----------------------------------------------------------------------------

NO_URLS = [
    "", "club.example", "ftp://club.example/", "https://", "http:///turn", "javascript:alert(1)",
    "https://Ada:secret@club.example/", "https://club.example:99999/", "https://club.example:x/",
    "https://[club/", "https://club.example/a b", "https://club.example/\r\nX: y",
    "https://clüb.example/", "https://club.example/" + "x" * 500, "file:///etc/hosts",
]  # fmt: skip
INSIDE = [
    "http://127.0.0.1/", "http://localhost/", "http://127.1/", "http://2130706433/",
    "http://0x7f.0.0.1/", "http://0.0.0.0/", "http://10.1.2.3/", "http://172.16.0.1/",
    "http://192.168.1.1/", "http://169.254.169.254/latest/", "http://100.64.0.1/",
    "http://224.0.0.1/", "http://255.255.255.255/", "http://[::1]/", "http://[::]/",
    "http://[fe80::1]/", "http://[fc00::1]/", "http://[ff02::1]/", "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:10.0.0.1]/", "http://[2002:7f00:1::]/", "http://[64:ff9b::7f00:1]/",
    "http://nowhere.invalid/",
]  # fmt: skip
OUTSIDE = ["93.184.215.14", "8.8.8.8", "2606:4700:4700::1111", "::ffff:8.8.8.8"]


@pytest.mark.parametrize("url", NO_URLS)
def test_what_is_no_plain_url_is_refused(url: str) -> None:
    with pytest.raises(Refused) as refused:
        understood(url)
    assert refused.value.code == "hook/url"


@pytest.mark.parametrize("url", INSIDE)
def test_addresses_of_private_networks_are_refused(url: str) -> None:
    with pytest.raises(Refused) as refused:
        resolved(understood(url), private=False)
    assert refused.value.code == "hook/address"


@pytest.mark.parametrize("address", OUTSIDE)
def test_addresses_of_the_internet_are_fine(address: str) -> None:
    assert is_public(address)
    host = f"[{address}]" if ":" in address else address
    assert resolved(understood(f"https://{host}/"), private=False)


def test_the_address_that_was_checked_is_the_one_that_is_used() -> None:
    """Whatever the name leads to by now."""
    with ringing() as bell:
        target = understood(f"http://club.invalid:{bell.port}/turn")
        assert post(target, "127.0.0.1", b"{}", monotonic() + PATIENCE)
        assert bell.heard[0][1]["Host"] == f"club.invalid:{bell.port}"


@story
async def test_a_server_refuses_hooks_into_its_own_network(server: Server) -> None:
    with ringing() as bell:
        async with people(server, "Ada") as (ada,):
            for url, code in ((bell.url, "hook/address"), ("ftp://x", "hook/url")):
                refused = await ada.ask("PUT", "/api/me/hook", {"url": url})
                assert (refused.status_code, refused.json()["code"]) == (409, code)
            assert await ada.get("/api/me/hook") == {"url": None}


@story
async def test_a_hook_that_leads_inside_by_now_is_not_used(tmp_path: Path) -> None:
    """It was set when it led elsewhere: here, by hand."""
    with ringing() as bell, serving(tmp_path) as server:
        async with people(server, "Ada", "Bo") as (ada, bo):
            store = open_store(server.database)
            for person in (ada, bo):
                store.change_guest(Guest(person.id, person.name, 0.0, bell.url))
            store.close()
            async with match([ada, bo], "life", clock=DAY), asyncio.timeout(PATIENCE):
                while not count_of(server, "waterhole_hooks_failed_total"):
                    await asyncio.sleep(0.1)
        assert bell.tries == 0


@story
async def test_who_is_nobody_has_no_hook(server: Server) -> None:
    answer = httpx.put(f"{server.url}/api/me/hook", json={"url": None}, timeout=PATIENCE)
    assert (answer.status_code, answer.json()["code"]) == (401, "guest/unknown")
