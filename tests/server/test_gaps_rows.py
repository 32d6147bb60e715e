"""Rows for the lobby are made from the table as it is after an entry."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.server.client import match, people, play_all, story, tabs_at
from tests.server.process import Server
from tests.server.tables import ADA, BO, NAMES, Party, everything, gathered, nonce_of, started
from waterhole.server.rows import ROW_AGE, row_after
from waterhole.server.tables import commands
from waterhole.server.tables.entries import Closing, Logged, Moved, Started
from waterhole.server.tables.table import Table


@pytest.mark.parametrize("game", ["tembo", "life"])
def test_a_table_after_an_entry_leaves_the_table_as_it_was(game: str) -> None:
    party = started([ADA, BO], game=game).play(Random(1))
    log, table = party.log, Table.of(party.log[:1])
    for count, logged in enumerate(log[1:], 1):
        later = table.after(logged)
        assert everything(table) == everything(Table.of(log[:count]))
        table.apply(logged)
        assert everything(table) == everything(later)


def entry_after(party: Party, entry: Moved | Started | Closing) -> Logged:
    return Logged(party.table.id, party.table.version + 1, party.now, entry)


def test_a_move_of_a_match_that_goes_on_needs_no_row() -> None:
    party = started([ADA, BO])
    logged = entry_after(party, Moved(party.legal[0], party.mover))
    assert row_after(party.table, logged, party.now) is None
    old = row_after(party.table, logged, party.now - ROW_AGE)
    assert old is not None, "now and then it says that the table is in use"
    assert (old.version, old.phase) == (logged.version, "playing")
    assert json.loads(old.summary)["winners"] == []


def test_the_last_move_has_a_row() -> None:
    party = started([ADA, BO])
    while party.table.phase == "playing":
        logged = entry_after(party, Moved(party.legal[-1], party.mover))
        row = row_after(party.table, logged, party.now)
        party.append(logged.entry)
        assert (row is None) == (party.table.to_move is not None)
    assert row is not None
    assert (row.phase, row.open) == ("over", False)
    result = party.table.state and party.table.state.result
    assert result
    assert json.loads(row.summary)["winners"] == list(result.winners)


def test_names_are_in_the_order_in_which_the_match_is_played() -> None:
    party = gathered([ADA, BO], game="tembo")
    party.append(Closing())
    for player in (ADA, BO):
        party.append(commands.open_nonce(party.table, player, nonce_of(player)))
    row = row_after(party.table, entry_after(party, Started((1, 0))), 0.0)
    assert row is not None
    assert json.loads(row.summary)["seats"] == [NAMES[BO], NAMES[ADA]]
    assert row.players == tuple(sorted([ADA, BO]))
    assert row.version == party.table.version + 1


@story
async def test_the_lobby_lists_a_rematch_as_it_is_played(server: Server) -> None:
    """With the deal passed on, players are seated anew; sooner or later in another order."""
    async with people(server, "Ada", "Bo") as (ada, bo):
        turned, table = False, ""
        async with match([ada, bo], "life") as tabs:
            await play_all(tabs)
            table = tabs[0].table
        while not turned:
            table = (await ada.post(f"/api/tables/{table}/rematch"))["table"]
            for person in (bo, ada):
                await person.sit(table)
            await ada.start(table)
            async with tabs_at(table, ada, bo) as tabs:
                for tab in tabs:
                    await tab.open_nonce()
                now = await tabs[0].until(lambda now: now["phase"] == "playing")
                names = [seat["name"] for seat in now["seats"]]
                (listed,) = [
                    each for each in await ada.get("/api/tables") if each["table"] == table
                ]
                assert listed["seats"] == names
                turned = names == ["Ada", "Bo"]
                await play_all(tabs)
