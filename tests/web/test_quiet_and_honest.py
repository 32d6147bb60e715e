"""A page gets nothing that its player may not know. (That it keeps quiet and talks to nobody else
is seen to in every test here, by the fixture ``people``.)"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from playwright.async_api import Response, WebSocket

from tests.web.gathering import NAMES, SEATS, sit_and_start
from tests.web.people import Json, People, Person
from tests.web.playing import TURNS, glance, play_match, play_until
from waterhole.game import State, load


@dataclass
class Wire:
    """All that comes to a page: frames of sockets and bodies of answers."""

    frames: list[str] = field(default_factory=list)
    answers: list[Response] = field(default_factory=list)

    @classmethod
    def of(cls, person: Person) -> Wire:
        wire = cls()
        person.page.on("websocket", wire._connected)
        person.page.on("response", wire._answered)
        return wire

    def _answered(self, answer: Response) -> None:
        self.answers.append(answer)

    def _connected(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.frames.append(str(data)))

    def tables(self) -> list[Json]:
        """The messages that show the table with its cards."""
        return [message for message in map(json.loads, self.frames) if message.get("view")]

    async def bodies(self) -> list[str]:
        """What was answered over HTTP; the client's own files are the same for everybody."""
        return [await each.text() for each in self.answers if "/api/" in each.url]


def states_of(record: Json) -> list[State[Any]]:
    """After the match the record tells all cards."""
    return list(load(record["game"]).replay(record))


async def memory(person: Person) -> str:
    """Everything the page has in its memory."""
    chunks: list[str] = []
    session = await person.context.new_cdp_session(person.page)
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda found: chunks.append(found["chunk"]))
    await session.send("HeapProfiler.takeHeapSnapshot")
    await session.detach()
    return "".join(chunks)


async def play_all(people: Sequence[Person], game: str) -> Json:
    """Plays to the result, and returns the record."""
    await asyncio.gather(*(play_match(each, TURNS[game], Random(each.name)) for each in people))
    table = people[0].page.url.rpartition("/")[2]
    record: Json = await people[0].get(f"/api/tables/{table}/record")
    return record


@pytest.mark.parametrize("game", SEATS)
async def test_a_page_gets_nothing_that_its_player_may_not_know(people: People, game: str) -> None:
    players = [await people.come(name) for name in NAMES[: SEATS[game]]]
    wires = [Wire.of(player) for player in players]
    await sit_and_start(players, game, short=True)
    begun = await glance(players[0])
    plays = [play_until(each, TURNS[game], Random(1), begun.version + 6) for each in players]
    await asyncio.gather(*plays)
    heaps = [await memory(player) for player in players]
    traffic = ["\n".join(wire.frames + await wire.bodies()) for wire in wires]
    record = await play_all(players, game)
    for seat, wire in enumerate(wires):
        only_its_own_view(wire.tables(), seat, states_of(record))
        for known in (heaps[seat], traffic[seat]):
            no_way_to_the_cards(known, seat, record)


def only_its_own_view(messages: Sequence[Json], seat: int, states: Sequence[State[Any]]) -> None:
    """Every view that came is what this seat may know at that moment."""
    first = messages[0]["version"]
    assert len(messages) == len(states)
    for message in messages:
        view = states[message["version"] - first].view(seat).to_dict()
        assert message["view"] == {name: view[name] for name in message["view"]}
        assert message["seat"] == seat


def no_way_to_the_cards(known: str, seat: int, record: Json) -> None:
    """With the seed anybody could work all cards out: it is nowhere before the end, and neither is
    what it is made of, but one's own part."""
    fairness = record["fairness"]
    assert fairness["commitment"] in known, "it was really looked at"
    others = [nonce for n, nonce in enumerate(fairness["nonces"]) if n != seat]
    for secret in (record["seed"], fairness["secret"], *others):
        assert secret not in known
