"""Being somebody: names, links to other devices, tokens of programs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing

from tests.server.client import (
    Person,
    gather_table,
    match,
    people,
    play_all,
    story,
)
from tests.server.process import Server
from tests.server.turns import to_move
from waterhole.game import load
from waterhole.server.store.sql import open_store


@asynccontextmanager
async def another_device(server: Server, person: Person) -> AsyncIterator[Person]:
    device = Person(server, person.name)
    async with device.http:
        yield device


@story
async def test_a_link_brings_a_player_to_another_device(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo), match([ada, bo], "life") as tabs:
        table = tabs[0].table
        await to_move(tabs)
        link = (await ada.post("/api/me/link"))["token"]
        async with another_device(server, ada) as phone, another_device(server, bo) as thief:
            assert (await phone.post("/api/me/arrive", {"token": link}))["id"] == ada.id
            again = await thief.ask("POST", "/api/me/arrive", {"token": link})
            assert (again.status_code, again.json()["code"]) == (409, "guest/link")
            assert phone.cookie not in ("", ada.cookie, link)
            async with phone.tab(table) as moved:
                now = await moved.until(lambda now: now["view"])
                assert (now["seat"], now["view"]) == (0, (await ada.look(table))["view"])
                await play_all([moved, tabs[1]])
            assert load("life").verify(await phone.record(table)).result is not None


@story
async def test_a_link_is_no_cookie_and_a_cookie_no_link(server: Server) -> None:
    async with people(server, "Ada") as (ada,):
        link = (await ada.post("/api/me/link"))["token"]
        as_cookie = await ada.http.get("/api/me", headers={"Authorization": f"Bearer {link}"})
        assert as_cookie.status_code == 401
        as_link = await ada.ask("POST", "/api/me/arrive", {"token": ada.cookie})
        assert as_link.status_code == 409
        assert (await ada.get("/api/me"))["id"] == ada.id


@story
async def test_a_program_plays_with_a_token(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo):
        token = (await bo.post("/api/me/token"))["token"]
        program = Person(server, "Bo", token)
        async with program.http:
            assert (await program.get("/api/me"))["id"] == bo.id
            async with match([ada, program], "tembo") as tabs:
                await play_all(tabs)
                assert (await ada.record(tabs[0].table))["seats"] == ["Ada", "Bo"]
            assert (await program.ask("DELETE", "/api/me/token")).status_code == 204
            assert (await program.ask("GET", "/api/me")).status_code == 401
        assert (await bo.get("/api/me"))["id"] == bo.id


@story
async def test_a_guest_has_so_many_tokens(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo):
        for _ in range(18):  # with the cookie's, and one link
            await ada.post("/api/me/token")
        link = (await ada.post("/api/me/link"))["token"]
        for path in ("/api/me/token", "/api/me/link"):
            refused = await ada.ask("POST", path)
            assert (refused.status_code, refused.json()["code"]) == (429, "guest/tokens")
        await bo.post("/api/me/token")
        async with another_device(server, ada) as phone:
            assert (await phone.post("/api/me/arrive", {"token": link}))["id"] == ada.id
            assert (await ada.ask("POST", "/api/me/token")).status_code == 429
            assert (await phone.ask("DELETE", "/api/me/token")).status_code == 204
        await ada.post("/api/me/token")


@story
async def test_tokens_asked_for_at_once_are_no_more(server: Server) -> None:
    async with people(server, "Ada") as (ada,):
        asked = [ada.ask("POST", "/api/me/token") for _ in range(40)]
        statuses = [answer.status_code for answer in await asyncio.gather(*asked)]
        assert (statuses.count(201), statuses.count(429)) == (19, 21)


@story
async def test_a_link_whose_time_is_up_does_not_count(server: Server) -> None:
    async with people(server, "Ada") as (ada,):
        with closing(open_store(server.database)) as store:
            for number in range(30):
                store.add_token(ada.id, f"{ada.id} {number}", time.time() - 1)
        await ada.post("/api/me/token")


@story
async def test_a_new_name_is_the_same_person(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo):
        table = await gather_table([ada, bo], "tembo")
        assert await ada.post("/api/me", {"name": "  Dara \t Eli "}) == {
            "id": ada.id,
            "name": "Dara Eli",
        }
        assert await ada.get("/api/me") == {"id": ada.id, "name": "Dara Eli"}
        assert (await ada.look(table))["seat"] == 0
        for bad in ("", "   ", "x" * 25, "bot:easy", "a\u202eb"):
            refused = await ada.ask("POST", "/api/me", {"name": bad})
            assert (refused.status_code, refused.json()["code"]) == (409, "name/text")
