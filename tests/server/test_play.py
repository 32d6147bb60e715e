"""Playing on a real server: whole matches, and everything people do around them."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import chain
from random import Random
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.client import (
    PATIENCE,
    Json,
    Person,
    Tab,
    gather_table,
    match,
    people,
    play_all,
    story,
    tabs_at,
)
from tests.server.process import Server, serving
from waterhole.game import load


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("play")) as server:
        yield server


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits a second only for who is gone."""
    with serving(tmp_path_factory.mktemp("hasty"), grace=1) as server:
        yield server


def moves_of(record: Json) -> list[str]:
    return list(chain.from_iterable(round["moves"] for round in record["rounds"]))


def check_moves(record: Json, tab: Tab) -> None:
    """What was acknowledged is in the record in its place; nothing was taken back."""
    moves = moves_of(record)
    person = tab.person
    played = [version for version, events in enumerate(person.told[tab.table], 1) if events]
    assert len(played) == len(moves)
    for version, move in person.moves.get(tab.table, {}).items():
        assert moves[played.index(version)] == move


def hash_of(*parts: str) -> str:
    return hashlib.sha256("\n".join(("waterhole-deal/1", *parts)).encode()).hexdigest()


def check_seed(record: Json, shown: Json, nonces: list[str | None]) -> None:
    """The seed is what the server committed to and everybody's nonces give."""
    proof = record["fairness"]
    table, secret = proof["table"], proof["secret"]
    assert proof["commitment"] == shown["commitment"] == hash_of("commitment", table, secret)
    for place, (nonce, found) in enumerate(zip(nonces, proof["nonces"], strict=True)):
        assert found == (nonce or hash_of("stand-in", table, str(place), secret))
        assert (place in proof["stood_in"]) == (nonce is None)
    assert record["seed"] == hash_of("seed", table, secret, *proof["nonces"])


def strangers(legal: list[str], game: str) -> list[str]:
    """Moves of the game that are not legal now."""
    return [str(move) for move in load(game).moves if str(move) not in legal]


async def to_move(tabs: list[Tab]) -> tuple[Tab, list[Tab]]:
    """Whose turn it is, and the others."""
    known = max(tab.now.get("version", 0) for tab in tabs)
    now = await tabs[0].until(lambda now: now["version"] >= known and now["to_move"] is not None)
    active = next(tab for tab in tabs if tab.now["seat"] == now["to_move"])
    await active.until(lambda now: now["legal"])
    return active, [tab for tab in tabs if tab is not active]


async def catch_up(tabs: list[Tab], version: int) -> None:
    for tab in tabs:
        await tab.until(lambda now: now["version"] >= version)


# Whole matches ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "persons", "bots"),
    [
        ("tembo", 2, 0),
        ("tembo", 1, 1),
        ("tembo", 2, 2),
        ("life", 2, 0),
        ("life", 5, 0),
        ("life", 1, 3),
    ],
)
@story
async def test_a_match_is_played_and_its_record_verifies(
    server: Server, game: str, persons: int, bots: int
) -> None:
    names = ["Ada", "Bo", "Cleo", "Dara", "Eli"][:persons]
    async with people(server, *names) as players, match(players, game, bots) as tabs:
        shown = await players[0].look(tabs[0].table)
        await play_all(tabs)
        record = await players[0].record(tabs[0].table)
        assert load(game).verify(record).result is not None
        assert record["seats"] == [*names, *["bot:easy"] * bots]
        nonces: list[str | None] = [person.nonces[tabs[0].table] for person in players]
        check_seed(record, shown, nonces + [None] * bots)
        for tab in tabs:
            check_moves(record, tab)
            assert tab.now["view"]["winners"] == record["result"]["winners"]


@story
async def test_who_sits_down_without_a_nonce_is_stood_in_for(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo):
        table = await ada.make("life", 2)
        await ada.sit(table)
        await bo.post(f"/api/tables/{table}/sit", {})
        await ada.start(table)
        async with tabs_at(table, ada, bo) as tabs:
            await play_all(tabs)
        record = await bo.record(table)
        check_seed(record, await ada.look(table), [ada.nonces[table], None])


@pytest.mark.long
@story
async def test_the_deal_does_not_wait_for_ever_for_a_nonce(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo):
        table = await gather_table([ada, bo], "life")
        await ada.start(table)
        async with ada.tab(table) as tab:
            await tab.open_nonce()
            await tab.until(lambda now: now["phase"] == "playing")


@story
async def test_a_nonce_that_was_not_promised_is_refused(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo):
        table = await gather_table([ada, bo], "tembo")
        await ada.start(table)
        async with ada.tab(table) as tab:
            await tab.until(lambda now: now["phase"] == "opening")
            assert (await tab.refused("open", nonce="0" * 64))["code"] == "nonce/other"
            assert (await tab.refused("open", nonce="dice"))["code"] == "nonce/other"
            await tab.done("open", nonce=ada.nonces[table])
            again = await tab.refused("open", nonce=ada.nonces[table])
            assert again["code"] == "nonce/again"


# Moves that are refused ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["tembo", "life"])
@story
async def test_a_refused_move_names_its_rule_and_changes_nothing(server: Server, game: str) -> None:
    async with people(server, "Ada", "Bo") as players, match(players, game) as tabs:
        active, _ = await to_move(tabs)
        before = await active.person.look(active.table)
        refusal = await active.move(strangers(active.now["legal"], game)[0])
        assert refusal["type"] == "refused"
        assert refusal["code"].startswith("move/")
        assert refusal["rule"][0] == game[0].upper()
        assert refusal["legal"] == active.now["legal"]
        assert refusal["text"]
        unreadable = await active.move("to the moon")
        assert unreadable["code"].startswith("move/")
        assert await active.person.look(active.table) == before


@story
async def test_only_whose_turn_it_is_moves(server: Server) -> None:
    async with (
        people(server, "Ada", "Bo", "Cleo") as (ada, bo, cleo),
        match([ada, bo], "life") as tabs,
    ):
        active, (other,) = await to_move(tabs)
        move = active.now["legal"][0]
        assert (await other.move(move))["code"] == "move/turn"
        async with cleo.tab(active.table) as stranger:
            await stranger.until(lambda now: now["view"])
            assert (await stranger.move(move))["code"] == "seat/none"
        assert active.now["version"] == (await ada.look(active.table))["version"]


@story
async def test_a_move_for_an_older_table_is_refused(server: Server) -> None:
    async with people(server, "Ada", "Bo") as players, match(players, "life") as tabs:
        rng = Random(1)
        active, (other,) = await to_move(tabs)
        old = active.now["version"]
        await active.step(rng)
        await other.step(rng)
        now = await active.my_turn()
        assert (await active.move(now["legal"][0], old))["code"] == "move/stale"
        assert (await active.move(now["legal"][0], now["version"] + 1))["code"] == "move/stale"
        assert (await active.move(now["legal"][0], now["version"]))["type"] == "done"


@story
async def test_a_move_sent_twice_counts_once(server: Server) -> None:
    async with people(server, "Ada", "Bo") as players, match(players, "life") as tabs:
        active, _ = await to_move(tabs)
        version, move = active.now["version"], active.now["legal"][0]
        answers = await asyncio.gather(*(active.move(move, version) for _ in range(5)))
        assert sorted(answer["type"] for answer in answers) == ["done"] + ["refused"] * 4
        assert (await active.person.look(active.table))["version"] == version + 1


# Undo ---------------------------------------------------------------------------------------------


@story
async def test_a_move_that_showed_nothing_is_taken_back_freely(server: Server) -> None:
    async with people(server, "Ada", "Bo") as players, match(players, "life") as tabs:
        active, (other,) = await to_move(tabs)
        before = active.now["view"]
        swap = next(move for move in active.now["legal"] if move != "K")
        version = (await active.move(swap))["version"]
        await catch_up(tabs, version)
        assert active.now["can_undo"]
        assert not other.now["can_undo"]
        assert (await other.refused("undo"))["code"] == "undo/other"
        await catch_up(tabs, await active.done("undo"))
        assert active.now["view"] == before
        assert active.now["legal"]
        assert (await active.refused("undo"))["code"] == "undo/other"
        await play_all(tabs)
        record = await active.person.record(active.table)
        assert load("life").verify(record).result is not None


async def a_move_that_drew(tabs: list[Tab]) -> tuple[Tab, list[Tab], Json]:
    """Plays until a move cannot be taken back freely: who moved, the others, his view before."""
    rng = Random(3)
    while True:
        active, others = await to_move(tabs)
        before: Json = active.now["view"]
        await active.step(rng)
        await catch_up(tabs, active.now["version"])
        assert active.now["phase"] == "playing"
        if not active.now["can_undo"]:
            return active, others, before


@story
async def test_a_move_that_showed_something_is_taken_back_by_consent(server: Server) -> None:
    async with (
        people(server, "Ada", "Bo", "Cleo") as players,
        match(players, "tembo", options={"rounds": 4}) as tabs,
    ):
        active, (one, two), before = await a_move_that_drew(tabs)
        await catch_up(tabs, await active.done("undo"))
        assert one.now["undo_asked"] == active.now["seat"]
        assert (await active.refused("undo"))["code"] == "undo/asked"
        assert (await active.refused("answer_undo", agreed=True))["code"] == "undo/nobody"
        await one.done("answer_undo", agreed=True)
        assert (await one.refused("answer_undo", agreed=True))["code"] == "undo/again"
        await two.done("answer_undo", agreed=True)
        await active.until(lambda now: now["what"] == "undone")
        assert active.now["view"] == before
        assert active.now["undo_asked"] is None


@story
async def test_one_who_says_no_keeps_the_move(server: Server) -> None:
    async with (
        people(server, "Ada", "Bo", "Cleo") as players,
        match(players, "tembo", options={"rounds": 4}) as tabs,
    ):
        active, (one, two), _ = await a_move_that_drew(tabs)
        after = active.now["view"]
        await active.done("undo")
        await one.done("answer_undo", agreed=False)
        assert (await two.refused("answer_undo", agreed=True))["code"] == "undo/nobody"
        now = await active.until(lambda now: now["what"] == "undo_answered")
        assert (now["undo_asked"], now["view"]) == (None, after)


@story
async def test_at_a_serious_table_what_was_shown_stays_shown(server: Server) -> None:
    async with (
        people(server, "Ada", "Bo") as players,
        match(players, "tembo", friendly=False, options={"rounds": 4}) as tabs,
    ):
        active, _, _ = await a_move_that_drew(tabs)
        assert (await active.refused("undo"))["code"] == "undo/serious"


# Around the match ---------------------------------------------------------------------------------


@story
async def test_reactions_reach_everybody(server: Server) -> None:
    async with (
        people(server, "Ada", "Bo", "Cleo") as (ada, bo, cleo),
        match([ada, bo], "tembo") as tabs,
        cleo.tab(tabs[0].table) as watching,
    ):
        await tabs[1].done("react", reaction="well_played")
        for tab in (*tabs, watching):
            heard = await tab.message(lambda message: message["type"] == "reacted")
            assert heard == {"type": "reacted", "seat": 1, "reaction": "well_played"}
        assert (await watching.refused("react", reaction="nice"))["code"] == "seat/none"
        await tabs[0].send(type="react", reaction="a whole letter")
        said = await tabs[0].message(lambda message: message["type"] == "refused")
        assert said["code"] == "message/unreadable"


@story
async def test_everybody_sees_who_is_there(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo):
        table = await gather_table([ada, bo], "life")
        async with ada.tab(table) as here:
            now = await here.until(lambda now: now["phase"])
            assert [seat.get("here", False) for seat in now["seats"]] == [True, False]
            async with bo.tab(table):
                await here.message(lambda said: said.get("here") == [True, True])
            await here.message(lambda said: said.get("here") == [True, False])


@pytest.mark.parametrize("game", ["tembo", "life"])
@story
async def test_spectators_see_the_public_view_only(server: Server, game: str) -> None:
    async with (
        people(server, "Ada", "Bo", "Cleo") as (ada, bo, cleo),
        match([ada, bo], game) as tabs,
        cleo.tab(tabs[0].table) as watching,
    ):
        await play_all(tabs)
        await watching.until(lambda now: now["phase"] == "over")
        states = list(load(game).replay(await cleo.record(watching.table)))
        shown = [said for said in watching.seen if said["type"] in ("table", "changed")]
        assert [said["view"] for said in shown] == [state.view(None).to_dict() for state in states]
        assert all(said["legal"] == [] and said["seat"] is None for said in shown)


@story
async def test_where_nobody_may_watch_strangers_see_the_seats_only(server: Server) -> None:
    async with (
        people(server, "Ada", "Bo", "Cleo") as (ada, bo, cleo),
        match([ada, bo], "life", watchable=False) as tabs,
        cleo.tab(tabs[0].table) as watching,
    ):
        await play_all(tabs)
        await watching.until(lambda now: now["phase"] == "over")
        shown = [said for said in watching.seen if said["type"] in ("table", "changed")]
        for said in [*shown, await cleo.look(watching.table)]:
            assert said["view"] is None
            assert said.get("events", []) == said.get("log", []) == []
        assert tabs[0].now["view"] is not None


@story
async def test_two_tabs_of_one_person_agree(server: Server) -> None:
    async with (
        people(server, "Ada", "Bo") as (ada, bo),
        match([ada, bo], "life") as (one, other),
        ada.tab(one.table) as two,
    ):
        rng = Random(5)
        turns = [one, two]
        while one.now["phase"] == "playing":
            active, _ = await to_move([turns[0], other])
            await active.step(rng)
            turns.reverse()
            await catch_up([one, two, other], active.now["version"])
        changes = [text for text in two.raw if '"type":"changed"' in text]
        assert len(changes) > 4
        assert [text for text in one.raw if '"type":"changed"' in text][-len(changes) :] == changes


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
                assert (now["seat"], now["view"]) == (0, tabs[0].now["view"])
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
async def test_a_rematch_passes_the_deal_on(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo):
        async with match([ada, bo], "life", bots=1) as tabs:
            early = await ada.ask("POST", f"/api/tables/{tabs[0].table}/rematch")
            assert early.json()["code"] == "table/phase"
            await play_all(tabs)
            table = tabs[0].table
            record = await ada.record(table)
            asked = await asyncio.gather(
                *(person.post(f"/api/tables/{table}/rematch") for person in (ada, bo))
            )
            assert asked[0]["table"] == asked[1]["table"] != table
            await tabs[1].until(lambda now: now["next"] == asked[0]["table"])
        following = asked[0]["table"]
        assert (await ada.look(following))["game"] == "life"
        owner, guest = (ada, bo) if (await ada.look(following))["owner"] else (bo, ada)
        await guest.sit(following)
        await owner.sit(following)
        await owner.start(following)
        async with tabs_at(following, owner, guest) as again:
            await play_all(again)
        names = ["Ada", "Bo", "bot:easy"]
        first = record["rounds"][0]["deal"]["first"]
        due = next(name for name in (names * 2)[first + 1 :] if not name.startswith("bot:"))
        new = await ada.record(following)
        assert new["seats"][new["rounds"][0]["deal"]["first"]] == due
        assert sorted(new["seats"]) == sorted(names)
        assert load("life").verify(new).result is not None


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


@story
async def test_before_the_start_players_leave_and_bots_are_sent_away(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo):
        table = await gather_table([ada, bo], "tembo", bots=1)
        path = f"/api/tables/{table}"
        for seat in (0, 2):
            refused = await bo.ask("POST", f"{path}/leave", {"seat": seat})
            assert (refused.status_code, refused.json()["code"]) == (403, "seat/other")
        assert (await bo.ask("POST", f"{path}/start")).json()["code"] == "table/owner"
        await ada.post(f"{path}/leave", {"seat": 2})
        await bo.post(f"{path}/leave", {})
        assert [seat.get("name") for seat in (await ada.look(table))["seats"]] == [
            "Ada",
            None,
            None,
        ]
        assert (await ada.ask("POST", f"{path}/start")).json()["code"] == "table/seats"
        await bo.sit(table, 2)
        assert (await ada.ask("POST", f"{path}/bot", {"level": "easy", "seat": 2})).json()[
            "code"
        ] == "seat/taken"
        assert (await ada.ask("POST", f"{path}/bot", {"level": "godly"})).json()["code"] == (
            "bot/level"
        )


# Gone, or out of time -----------------------------------------------------------------------------


@story
async def test_a_bot_plays_for_who_is_gone_until_he_is_back(hasty: Server) -> None:
    async with people(hasty, "Ada", "Bo") as (ada, bo):
        table = await gather_table([ada, bo], "life")
        await ada.start(table)
        async with ada.tab(table) as here:
            async with bo.tab(table) as tab:
                await tab.open_nonce()
                await here.open_nonce()
                await here.until(lambda now: now["phase"] == "playing")
            rng = Random(7)
            while not here.now["seats"][1].get("away"):
                await here.until(lambda now: now["legal"] or now["seats"][1].get("away"))
                if here.now["legal"]:
                    await here.step(rng)
            assert here.now["seats"][1]["away"] == "gone"
            await here.until(lambda now: now["to_move"] == 0)
            async with bo.tab(table) as tab:
                await tab.until(lambda now: now["seats"][1].get("away"))
                await tab.done("take_back")
                assert (await tab.refused("take_back"))["code"] == "seat/here"
                await tab.until(lambda now: not now["seats"][1].get("away"))
                await play_all([here, tab])
                assert bo.moves[table]
            assert load("life").verify(await bo.record(table)).result is not None


@story
async def test_a_bot_plays_for_who_never_came(hasty: Server) -> None:
    async with people(hasty, "Ada", "Bo") as (ada, bo):
        table = await ada.make("life", 2)
        await ada.sit(table)
        async with ada.tab(table) as here:
            await bo.post(f"/api/tables/{table}/sit", {})
            await ada.start(table)
            await here.play(Random(8))
            assert here.now["seats"][1]["away"] == "gone"


@story
async def test_who_took_a_seat_somebody_else_left_is_not_gone(hasty: Server) -> None:
    async with people(hasty, "Ada", "Bo", "Cleo") as (ada, bo, cleo):
        table = await ada.make("life", 2)
        await ada.sit(table)
        await bo.sit(table)
        async with tabs_at(table, ada, cleo) as tabs:
            async with bo.tab(table) as tab:
                await tab.until(lambda now: now["phase"] == "gathering")
            await tabs[0].message(lambda said: said.get("here") == [True, True])
            await tabs[0].message(lambda said: said.get("here") == [True, False])
            await bo.post(f"/api/tables/{table}/leave", {})
            await cleo.sit(table)
            await ada.start(table)
            for tab in tabs:
                await tab.open_nonce()
            await stay_seated(tabs)


@story
async def test_who_is_seated_anew_for_a_rematch_is_not_gone(hasty: Server) -> None:
    """The seats turn, so that the deal passes on; who is gone turns with them."""
    async with people(hasty, "Ada", "Bo") as (ada, bo):
        turned = False
        for _ in range(8):  # in half of all rematches the seats stay as they were
            async with match([ada, bo], "tembo") as tabs:
                await play_all(tabs)
            table = (await ada.post(f"/api/tables/{tabs[0].table}/rematch"))["table"]
            await ada.sit(table)
            await bo.post(f"/api/tables/{table}/sit", {})
            async with ada.tab(table) as here:
                async with bo.tab(table):
                    await here.message(lambda said: said.get("here") == [True, True])
                await here.message(lambda said: said.get("here") == [True, False])
                await ada.start(table)
                await here.open_nonce()
                await here.until(lambda now: now["phase"] == "playing")
                turned = here.now["seat"] == 1
                if turned:
                    await stay_seated([here])
                    return
        pytest.fail("the seats never turned")


async def stay_seated(tabs: list[Tab]) -> None:
    """Waits longer than the server waits for who is gone; nobody here is replaced."""
    seats = [tab.now["seat"] for tab in tabs]
    await asyncio.sleep(3)
    for tab in tabs:
        for said in tab.seen:
            away = [bool(seat.get("away")) for seat in said.get("seats", [])]
            assert not any(away[seat] for seat in seats if away), said


@pytest.mark.parametrize("clock", [{"bank": 2, "increment": 2}, {"move": 2}])
@story
async def test_when_time_is_up_a_bot_takes_over_and_the_owner_can_return(
    server: Server, clock: Json
) -> None:
    async with people(server, "Ada") as (ada,), match([ada], "life", 1, clock=clock) as (tab,):
        now = await tab.until(lambda now: now["legal"])
        assert len(now["clocks"]) == 2
        assert 0 <= now["clocks"][0] <= 4
        now = await tab.until(lambda now: now["seats"][0].get("away"))
        assert now["seats"][0]["away"] == "time"
        await tab.until(lambda now: now["seats"][0].get("away") and now["to_move"] != 0)
        if (await tab.ask("take_back"))["type"] == "done":
            await tab.until(lambda now: not now["seats"][0].get("away"))
        else:
            await tab.until(lambda now: now["phase"] == "over")  # the bots were faster
        assert (await tab.message(lambda said: said.get("what") == "moved"))["version"]


@story
async def test_a_clock_that_no_clock_can_show_is_refused(server: Server) -> None:
    async with people(server, "Ada") as (ada,):
        for clock in ({"bank": -1}, {"bank": 5, "move": 5}, {"increment": 3}, {"move": 1e9}):
            body = {"game": "life", "seats": 2, "clock": clock}
            refused = await ada.ask("POST", "/api/tables", body)
            assert (refused.status_code, refused.json()["code"]) == (409, "table/clock")


# Lists --------------------------------------------------------------------------------------------


async def lobby_until(lobby: Any, table: str, fits: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            said = json.loads(await lobby.recv())
            assert said["type"] == "lobby"
            found = [each for each in said["tables"] if each["table"] == table]
            if fits(found):
                return


@story
async def test_the_lobby_shows_open_tables_live(server: Server) -> None:
    async with (
        people(server, "Ada", "Bo", "Cleo") as (ada, bo, cleo),
        cleo.socket("/ws/lobby") as lobby,
    ):
        hidden = await gather_table([ada, bo], "tembo", private=True)
        table = await ada.make("tembo", 2)
        await lobby_until(lobby, table, bool)
        await ada.sit(table)
        await lobby_until(lobby, table, lambda found: found[0]["seats"] == ["Ada", None])
        await bo.sit(table)
        await ada.start(table)
        async with tabs_at(table, ada, bo) as tabs:
            for tab in tabs:
                await tab.open_nonce()
            await lobby_until(lobby, table, lambda found: found and found[0]["phase"] == "playing")
            listed = [each["table"] for each in await cleo.get("/api/tables")]
            assert table in listed
            assert hidden not in listed
            await play_all(tabs)
        await lobby_until(lobby, table, lambda found: not found)


@story
async def test_my_matches_are_those_i_sat_at(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo):
        async with match([ada, bo], "life") as tabs:
            await play_all(tabs)
        lone = await gather_table([ada], "tembo", bots=1)
        found = {each["table"]: each["phase"] for each in await ada.get("/api/me/matches")}
        assert found == {tabs[0].table: "over", lone: "gathering"}
        assert [each["table"] for each in await bo.get("/api/me/matches")] == [tabs[0].table]
        assert await bo.get("/api/me/matches?before=1") == []


@story
async def test_the_record_is_shown_when_the_match_is_over(server: Server) -> None:
    async with people(server, "Ada", "Bo") as players, match(players, "life") as tabs:
        path = f"/api/tables/{tabs[0].table}/record"
        refused = await players[0].ask("GET", path)
        assert (refused.status_code, refused.json()["code"]) == (409, "table/phase")
        await play_all(tabs)
        assert (await players[0].ask("GET", path)).status_code == 200


# Limits -------------------------------------------------------------------------------------------


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


# Pages of others ----------------------------------------------------------------------------------

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


# Restarts -----------------------------------------------------------------------------------------


@story
async def test_a_restart_keeps_everything(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo):
        async with match([ada, bo], "tembo") as tabs:
            await play_all(tabs)
        over, record = tabs[0].table, await ada.record(tabs[0].table)
        waiting = await gather_table([ada], "life", bots=1)
        async with match([ada, bo], "life", bots=1) as tabs:
            rng = Random(9)
            await tabs[0].until(
                lambda now: now["to_move"] is not None and "bot" not in turn_of(now)
            )
            active, _ = await to_move(tabs)
            await active.step(rng)
            table = active.table
            await active.until(lambda now: now["to_move"] is not None and "bot" not in turn_of(now))
            seen = [await person.look(table) for person in (ada, bo)]
            await asyncio.to_thread(server.stop)
            with pytest.raises((ConnectionClosed, EOFError)):
                await active.until(lambda _: False)
        server.start()
        assert [without_presence(await person.look(table)) for person in (ada, bo)] == [
            without_presence(each) for each in seen
        ]
        assert (await ada.record(over)) == record
        assert (await ada.look(waiting))["phase"] == "gathering"
        assert (await ada.get("/api/me"))["id"] == ada.id
        await asyncio.gather(ada.play(table, Random(1)), bo.play(table, Random(2)))
        assert load("life").verify(await bo.record(table)).result is not None


def turn_of(now: Json) -> Json:
    seat: Json = now["seats"][now["to_move"]]
    return seat


def without_presence(shown: Json) -> Json:
    seats = [{k: v for k, v in seat.items() if k != "here"} for seat in shown["seats"]]
    return shown | {"seats": seats}


@story
async def test_a_server_that_is_told_to_stop_says_goodbye(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with serving(tmp_path_factory.mktemp("stop")) as server:
        async with people(server, "Ada", "Bo") as players, match(players, "life") as (tab, _):
            assert await asyncio.to_thread(server.stop) in (0, -15)
            await tab.socket.wait_closed()
            assert tab.socket.close_code in (1001, 1012, 1013), "closed, not cut"
        assert '"error"' not in server.log()
