"""Bots that play for somebody, and what the record says of it."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from tests.server.tables import (
    ADA,
    BO,
    CLEO,
    ELI,
    GAMES,
    others,
    person_to_move,
    seat_of,
    started,
)
from waterhole.game import load
from waterhole.server.tables import commands
from waterhole.server.tables.entries import (
    Moved,
)
from waterhole.server.tables.table import STAND_IN


@pytest.mark.parametrize("reason", ["time", "gone"])
def test_a_bot_plays_for_who_is_gone_and_he_takes_his_seat_back(reason: str) -> None:
    party = started()
    player = person_to_move(party)
    seat = seat_of(party, player)
    party.do(commands.stand_in, seat, reason)
    assert (party.table.seats[seat].away, party.table.seats[seat].bot) == (reason, STAND_IN)
    party.refused("move/away", commands.move, player, party.legal[0], party.table.version)
    party.do(commands.take_back, player)
    assert (party.table.seats[seat].away, party.table.seats[seat].bot) == (None, None)
    party.refused("move/person", commands.move, None, party.legal[0], party.table.version)
    party.do(commands.move, player, party.legal[0], party.table.version)


def test_the_bots_move_for_who_is_gone_is_nobodys_else() -> None:
    party = started()
    player = person_to_move(party)
    party.do(commands.stand_in, seat_of(party, player), "gone")
    (other,) = others(party, player)
    party.refused("move/turn", commands.move, other, party.legal[0], party.table.version)
    text = party.legal[0]
    assert party.do(commands.move, None, text, party.table.version) == Moved(text)
    assert party.mover == other


def test_the_move_a_bot_thought_of_before_the_player_came_back_is_refused() -> None:
    party = started()
    player = person_to_move(party)
    party.do(commands.stand_in, seat_of(party, player), "gone")
    seen = party.table.version
    party.do(commands.take_back, player)
    party.refused("move/person", commands.move, None, party.legal[0], seen)


def test_a_move_that_answers_a_table_before_the_seat_was_taken_back_is_stale() -> None:
    party = started()
    player, seen = person_to_move(party), party.table.version
    party.do(commands.stand_in, seat_of(party, player), "gone")
    party.do(commands.take_back, player)
    party.refused("move/stale", commands.move, player, party.legal[0], seen)


def test_nobody_stands_in_for_a_bot_or_twice_for_a_person() -> None:
    party = started((ADA,), ("easy",))
    seat = seat_of(party, ADA)
    party.refused("seat/away", commands.stand_in, 1 - seat, "gone")
    party.do(commands.stand_in, seat, "gone")
    party.refused("seat/away", commands.stand_in, seat, "time")


def test_who_plays_himself_or_only_watches_has_no_seat_to_take_back() -> None:
    party = started()
    party.refused("seat/here", commands.take_back, ADA)
    party.refused("seat/none", commands.take_back, ELI)


def test_nobody_takes_anothers_seat() -> None:
    party = started()
    party.do(commands.stand_in, seat_of(party, ADA), "gone")
    party.refused("seat/here", commands.take_back, BO)
    party.refused("seat/none", commands.take_back, CLEO)


@pytest.mark.parametrize("game", GAMES)
def test_the_record_of_a_finished_match_verifies_and_names_who_played(game: str) -> None:
    party = started((ADA, BO), ("hard",), game=game).play(Random(8))
    record = msgspec.json.decode(msgspec.json.encode(party.table.record()))
    assert load(game).verify(record).result is not None
    assert record["seats"] == ["Ada", "Bo", "bot:hard"]
    assert record["options"] == party.table.made.options
    played = [each.entry.move for each in party.log if isinstance(each.entry, Moved)]
    assert [move for round in record["rounds"] for move in round["moves"]] == played


def test_moves_that_were_taken_back_are_not_in_the_record() -> None:
    party = started()
    player = person_to_move(party)
    party.move(party.legal[0])
    party.do(commands.undo, player)
    party.move(party.legal[1])
    second = party.log[-1].entry
    assert isinstance(second, Moved)
    record = party.play(Random(9)).table.record()
    load("life").verify(record)
    assert record["rounds"][0]["moves"][0] == second.move


def test_who_was_replaced_for_a_while_is_still_named_himself() -> None:
    party = started()
    party.do(commands.stand_in, 0, "gone")
    record = party.play(Random(9)).table.record()
    load("life").verify(record)
    assert record["seats"] == ["Ada", "Bo"]
