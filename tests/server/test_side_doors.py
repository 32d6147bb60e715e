"""No secret leaves by another door: lists, pages, metrics and logs while matches are played."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from random import Random
from time import time

import pytest

from tests.server.client import Json, Person, match, people, story
from tests.server.process import Server
from tests.server.turns import persons_turn
from waterhole.server.tables.entries import Logged


def secrets_of(record: Json, log: Sequence[Logged], persons: Sequence[Person]) -> set[str]:
    """What nobody may read anywhere while the match is played."""
    proof = record["fairness"]
    found = {record["seed"], proof["secret"], *proof["nonces"]}
    for person in persons:
        found |= {person.cookie, person.id, *person.nonces.values()}
    assert all(len(secret) > 10 for secret in found)
    return found


def check_unspoken(text: str, secrets: set[str], where: str) -> None:
    for secret in secrets:
        assert secret not in text, f"{where} holds a secret"


@pytest.mark.parametrize("game", ["tembo", "life"])
@story
async def test_no_secret_is_anywhere_while_a_match_is_played(server: Server, game: str) -> None:
    rng = Random(17)
    async with (
        people(server, "Ada", "Bo", "Cleo") as (ada, bo, cleo),
        match([ada, bo], game) as tabs,
        cleo.tab(tabs[0].table) as watching,
    ):
        table = tabs[0].table
        link = (await ada.post("/api/me/link"))["token"]
        token = (await bo.post("/api/me/token"))["token"]
        pages: list[str] = []
        while await persons_turn(tabs):
            active = next(t for t in tabs if t.now["seat"] == tabs[0].now["to_move"])
            pages += [raw for tab in (*tabs, watching) for raw in tab.raw]
            for person in (ada, bo, cleo):
                pages += await side_doors(person, table)
            await tabs[0].socket.send(json.dumps({"type": "move", "id": "x", "move": link}))
            await active.step(rng)
        record = await ada.record(table)
        secrets = secrets_of(record, server.entries(table), [ada, bo, cleo])
        check_unspoken("\n".join(pages), secrets | {link, token}, "what was sent")
        everything = secrets | {link, token, table, "Ada", "Bo", "Cleo"}
        check_unspoken(server.log(), everything, "the log")
        check_unspoken(await metrics(ada), everything, "/metrics")


async def side_doors(person: Person, table: str) -> list[str]:
    """Everything that can be asked about a running match, but for who one is."""
    asked = [
        ("GET", f"/api/tables/{table}"),
        ("GET", f"/api/tables/{table}?after=-5"),
        ("GET", f"/api/tables/{table}/record"),
        ("GET", "/api/tables"),
        ("GET", "/api/me/matches"),
        ("POST", f"/api/tables/{table}/start"),
        ("POST", f"/api/tables/{table}/rematch"),
        ("GET", "/metrics"),
    ]
    return [(await person.ask(method, path)).text for method, path in asked]


async def metrics(person: Person) -> str:
    return (await person.ask("GET", "/metrics")).text


NUMBER = re.compile(r'waterhole_[a-z_]+(\{le="[0-9.+Inf]+"\})? [0-9.e+-]+')


@story
async def test_metrics_are_numbers_of_all_tables_together(server: Server) -> None:
    async with people(server, "Ada") as (ada,):
        lines = (await metrics(ada)).splitlines()
        numbers = [line for line in lines if not line.startswith("#")]
        assert numbers
        for line in numbers:
            assert NUMBER.fullmatch(line), line


@story
async def test_the_lobby_knows_no_cards(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo), match([ada, bo], "life", bots=1) as tabs:
        table = tabs[0].table
        (shown,) = [each for each in await bo.get("/api/tables") if each["table"] == table]
        (mine,) = await ada.get("/api/me/matches")
        assert mine == shown
        assert 0 < shown.pop("made") <= shown.pop("changed") <= time()
        assert shown == {
            "table": table,
            "game": "life",
            "seats": ["Ada", "Bo", "bot:easy"],
            "phase": "playing",
            "options": tabs[0].now["options"],
            "clock": {},
            "watchable": True,
            "winners": [],
        }


def test_the_log_of_the_server_is_lines_of_json(server: Server) -> None:
    """But for the one that says where it is."""
    lines = [line for line in server.log().splitlines() if not line.startswith("Waterhole is at")]
    for line in lines:
        assert json.loads(line).keys() <= {"at", "level", "text", "error"}
