"""The same match twice, on two servers, with other cards where a viewer cannot see them: all he is
sent, all that anybody can ask for, the metrics and the log of the server are the same."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.server.client import SHORT, Person, Tab, hash_of, story, tabs_at
from tests.server.process import Server, serving
from tests.server.turns import catch_up
from waterhole.game import Move, State, load
from waterhole.server.store.interface import Guest, Row
from waterhole.server.store.sql import open_store
from waterhole.server.tables import commands, fairness
from waterhole.server.tables.entries import Logged

TABLE = "twins-of-a-table"
NAMES = ("Ada", "Bo", "Cleo")  # Cleo watches
NONCES = {"Ada": "0a" * 32, "Bo": "0b" * 32}
WRONG = 6  # moves that are tried and refused, each time
# What differs from run to run whatever the cards: times, and the commitment to the secret.
PASSING = re.compile(r'[0-9a-f]{64}|"(?:made|changed|at)": ?"?[^,"}]*')
SECONDS = re.compile(r"_(?:bucket|sum|created)\b")


@dataclass
class Twins:
    """Two secrets of the server that deal alike for those who see only so much."""

    game: str
    numbers: tuple[int, int]
    viewers: dict[str, int | None]  # who cannot tell them apart, and in which seat

    def secrets(self) -> list[str]:
        return [f"{number:064x}" for number in self.numbers]

    def deals(self) -> list[State[Any]]:
        nonces = list(NONCES.values())
        seeds = [fairness.seed(TABLE, secret, nonces) for secret in self.secrets()]
        return [load(self.game).start(2, seed, SHORT[self.game]) for seed in seeds]

    def seen(self, state: State[Any]) -> list[str]:
        return [state.view(seat).to_json() for seat in self.viewers.values()]


# Found by trying some ten thousand. In Life is Life a player sees too much to have a twin.
TEMBO = Twins("tembo", (4343, 13543), {"Ada": 0, "Cleo": None})
LIFE = Twins("life", (14048, 17237), {"Cleo": None})


@dataclass
class Script:
    """What is done in both runs: two moves that look alike to the viewers, and moves that are
    illegal in both."""

    moves: list[str] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    wrong: list[list[str]] = field(default_factory=list)


def script_of(twins: Twins) -> Script:
    script, states = Script(), twins.deals()
    assert states[0].record()["rounds"] != states[1].record()["rounds"], "the cards must differ"
    for _ in range(2):
        assert twins.seen(states[0]) == twins.seen(states[1])
        turns = {state.to_move for state in states}
        assert len(turns) == 1
        script.turns.append(int(turns.pop() or 0))
        legal = {str(move) for state in states for move in state.legal()}
        illegal = [str(move) for move in load(twins.game).moves if str(move) not in legal]
        script.wrong.append(illegal[:: len(illegal) // WRONG][:WRONG])
        move = alike(twins, states)
        script.moves.append(str(move))
        states = [state.play(move).state for state in states]
    return script


def alike(twins: Twins, states: Sequence[State[Any]]) -> Move:
    """A move that is legal in both deals, and shows the viewers nothing that differs."""
    one, other = states
    for move in one.legal():
        if move in other.legal():
            first, second = one.play(move), other.play(move)
            same = first.events == second.events
            if same and twins.seen(first.state) == twins.seen(second.state):
                return move
    pytest.fail("no move looks alike")


# One run ------------------------------------------------------------------------------------------


def prepare(folder: Path, twins: Twins, secret: str) -> None:
    """A table with a secret that we chose, made by Ada."""
    store = open_store(f"sqlite:///{folder / 'tables.db'}")
    for name in NAMES:
        store.add_guest(Guest(f"guest {name}", name, 0.0), sha256(token_of(name)).hexdigest())
    made = commands.create("guest Ada", twins.game, 2, SHORT[twins.game])
    logged = Logged(TABLE, 1, 1000.0, replace(made, secret=secret))
    row = Row(TABLE, twins.game, "gathering", True, 1, 1000.0, ("guest Ada",), b"{}")
    assert store.append([logged], [row]) == [None]
    store.close()


def token_of(name: str) -> bytes:
    return f"token of {name}".encode()


class Run:
    """What the server told to whom."""

    def __init__(self, server: Server, script: Script) -> None:
        self.server, self.script = server, script
        self.persons = {name: Person(server, name, token_of(name).decode()) for name in NAMES}
        self.told: dict[str, list[str]] = {name: [] for name in NAMES}

    async def gather(self) -> None:
        for name, nonce in NONCES.items():
            self.persons[name].nonces[TABLE] = nonce
            await self.persons[name].post(f"/api/tables/{TABLE}/sit", {"hash": hash_of(nonce)})
        await self.persons["Ada"].start(TABLE)

    async def play(self) -> None:
        await self.gather()
        async with tabs_at(TABLE, *self.persons.values()) as tabs:
            await tabs[0].message(lambda said: said.get("here") == [True, True])
            for tab in tabs[:2]:
                await catch_up(tabs, await tab.done("open", nonce=tab.person.nonces[TABLE]))
            for tab in tabs:
                await tab.until(lambda now: now["phase"] == "playing")
            await self.turn(tabs, 0)
            await self.turn(tabs, 1)
            await self.take_back(tabs)
            for tab in tabs:
                self.told[tab.person.name] += tab.raw
        self.told["the server"] = [*await self.metrics(), *self.server.log().splitlines()[1:]]

    async def turn(self, tabs: list[Tab], number: int) -> None:
        await self.look()
        for tab in tabs:
            for wrong in self.script.wrong[number]:
                assert (await tab.move(wrong))["type"] == "refused"
        answer = await tabs[self.script.turns[number]].move(self.script.moves[number])
        assert answer["type"] == "done", answer
        await catch_up(tabs, answer["version"])
        await self.look()

    async def take_back(self, tabs: list[Tab]) -> None:
        """The last move; the other player is asked where something was shown."""
        mover = tabs[self.script.turns[1]]
        version = await mover.done("undo")
        await catch_up(tabs, version)
        if mover.now["undo_asked"] is not None:
            other = tabs[1 - self.script.turns[1]]
            await catch_up(tabs, await other.done("answer_undo", agreed=True))
        for tab in tabs:
            await tab.until(lambda now: now["what"] == "undone")
        await self.look()

    async def look(self) -> None:
        """Everything that can be asked of a running match, and a connection that comes late."""
        for name, person in self.persons.items():
            for path in (f"/api/tables/{TABLE}", "/api/tables", "/api/me/matches"):
                self.told[name].append((await person.ask("GET", path)).text)
            for path in ("record", "replay"):
                answer = await person.ask("GET", f"/api/tables/{TABLE}/{path}")
                assert answer.status_code == 409
                self.told[name].append(answer.text)
            refused = await person.ask("POST", f"/api/tables/{TABLE}/rematch")
            self.told[name].append(refused.text)
        for name in ("Ada", "Cleo"):
            async with self.persons[name].tab(TABLE, 4) as late:
                await late.until(lambda now: now["view"])
                self.told[name].append(late.raw[0])

    async def metrics(self) -> list[str]:
        lines = (await self.persons["Ada"].ask("GET", "/metrics")).text.splitlines()
        return [line for line in lines if not SECONDS.search(line)]


async def told_in(folder: Path, twins: Twins, secret: str, script: Script) -> dict[str, list[str]]:
    folder.mkdir()
    prepare(folder, twins, secret)
    with serving(folder) as server:
        run = Run(server, script)
        async with AsyncExitStack() as stack:
            for person in run.persons.values():
                await stack.enter_async_context(person.http)
            await run.play()
    return {name: [PASSING.sub("", text) for text in told] for name, told in run.told.items()}


@pytest.mark.parametrize("twins", [TEMBO, LIFE], ids=lambda twins: twins.game)
@story
async def test_what_differs_in_hidden_cards_alone_differs_in_nothing_sent(
    tmp_path: Path, twins: Twins
) -> None:
    script = script_of(twins)
    one, other = [
        await told_in(tmp_path / secret, twins, secret, script) for secret in twins.secrets()
    ]
    for name in (*twins.viewers, "the server"):
        assert one[name] == other[name], name
    kinds = {json.loads(text)["type"] for text in one["Cleo"] if text.startswith('{"type"')}
    assert {"table", "changed", "refused"} <= kinds
    assert one["Bo"] != other["Bo"], "who holds other cards sees other cards"
    assert any(line.startswith("waterhole_moves_total 2") for line in one["the server"])
