"""Who takes a move back, or answers who asks for it, names the table he looked at."""

from __future__ import annotations

import json
from random import Random

from tests.server.client import match, people, story
from tests.server.process import Server
from tests.server.tables import ADA, BO, CLEO, Party, started
from tests.server.turns import quiet_swap
from waterhole.server.tables import commands
from waterhole.server.tables.entries import UndoAnswered, UndoAsked


def drawn() -> tuple[Party, str, list[str]]:
    """A table where the last move cannot be taken back freely: who made it, and the others."""
    party = started([ADA, BO, CLEO], game="tembo", options={"rounds": 4})
    rng = Random(5)
    while True:
        player = party.mover
        assert player is not None
        party.move(rng.choice(party.legal))
        seat = party.table.seat_of(player)
        assert seat is not None
        if not party.table.free_undo(seat):
            return party, player, [each for each in (ADA, BO, CLEO) if each != player]


def code_of(party: Party, decide: object, *arguments: object) -> str:
    try:
        decide(party.table, *arguments)  # type: ignore[operator]
    except commands.Refused as refused:
        return refused.code
    return ""


def test_an_undo_for_an_older_table_is_refused() -> None:
    party, player, _ = drawn()
    version = party.table.version
    assert code_of(party, commands.undo, player, version - 1) == "undo/stale"
    assert code_of(party, commands.undo, player, version + 1) == "undo/stale"
    assert isinstance(commands.undo(party.table, player, version), UndoAsked)


def test_an_answer_to_an_earlier_ask_is_refused() -> None:
    party, player, (one, two) = drawn()
    party.do(commands.undo, player)
    first = party.table.version
    party.do(commands.answer_undo, one, False)
    party.do(commands.undo, player)
    assert code_of(party, commands.answer_undo, two, True, first) == "undo/stale"
    assert code_of(party, commands.answer_undo, two, True, party.table.version + 1) == "undo/stale"
    answer = commands.answer_undo(party.table, two, True, party.table.version)
    assert isinstance(answer, UndoAnswered)


@story
async def test_an_undo_sent_twice_takes_back_one_move(server: Server) -> None:
    """Two people at a table of two: after a free undo it is the same player's turn, and the move
    before was the other's. At a table of one's own with bots it would be one's own again."""
    async with people(server, "Ada", "Bo") as players, match(players, "life") as tabs:
        now = await tabs[0].until(lambda now: now["to_move"] is not None)
        active, other = tabs[now["to_move"]], tabs[1 - now["to_move"]]
        await active.until(lambda now: now["legal"])
        swap = quiet_swap(active.now)
        version = (await active.move(swap))["version"]
        undone = await active.done("undo", version=version)
        assert (await active.refused("undo", version=version))["code"] == "undo/stale"
        late = await other.refused("answer_undo", agreed=True, version=version)
        assert late["code"] == "undo/nobody"
        assert (await players[0].look(active.table))["version"] == undone


@story
async def test_without_a_version_nothing_is_taken_back(server: Server) -> None:
    async with people(server, "Ada", "Bo") as players, match(players, "life") as (tab, _):
        for ask in ({"type": "undo", "id": 7}, {"type": "answer_undo", "id": 8, "agreed": True}):
            await tab.socket.send(json.dumps(ask))
            said = await tab.message(lambda said: said.get("code") == "message/unreadable")
            assert "version" in said["text"]
            tab.seen.clear()
