"""Whole matches on a real server, from the first seat to the verified record."""

from __future__ import annotations

import asyncio
import hashlib
from itertools import chain

import pytest

from tests.server.client import (
    Json,
    Tab,
    gather_table,
    match,
    people,
    play_all,
    story,
    tabs_at,
)
from tests.server.process import Server
from waterhole.game import load


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
