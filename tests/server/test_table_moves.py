"""Dealing and moving: who may, when, and what the table is after it."""

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
    SHORT,
    closed,
    everything,
    gathered,
    new_party,
    others,
    person_and_bot,
    person_to_move,
    seat_of,
    started,
    told_by,
)
from waterhole import core
from waterhole.game import IllegalMove, InvalidMove, load
from waterhole.game.telling import PlainTelling
from waterhole.server.tables import commands
from waterhole.server.tables.entries import (
    Archived,
    Closing,
    Moved,
)


def test_only_the_owner_fixes_the_seats() -> None:
    party = gathered()
    party.refused("table/owner", commands.close_seats, BO)
    assert party.do(commands.close_seats, ADA) == Closing()


def test_seats_are_fixed_when_all_are_taken() -> None:
    party = new_party(seats=3)
    party.sit(ADA)
    party.sit(BO)
    party.refused("table/seats", commands.close_seats, ADA)


def test_when_the_seats_are_fixed_nobody_sits_down_leaves_or_brings_bots() -> None:
    for party in (closed((ADA, BO), ("easy",)), started((ADA, BO), ("easy",))):
        party.refused("table/phase", commands.sit, CLEO, "Cleo", None, None)
        party.refused("table/phase", commands.leave, BO)
        party.refused("table/phase", commands.leave, ADA, 2)
        party.refused("table/phase", commands.seat_bot, ADA, "easy")
        party.refused("table/phase", commands.close_seats, ADA)


def test_cards_are_dealt_once_and_only_when_the_seats_are_fixed() -> None:
    gathered().refused("table/phase", commands.start)
    started().refused("table/phase", commands.start)


@pytest.mark.parametrize("game", GAMES)
def test_at_the_start_every_seat_is_dealt_in_by_the_rules(game: str) -> None:
    party = started((ADA, BO), ("hard",), game=game)
    table = party.table
    assert table.state is not None
    expected = load(game).start(3, table.state.setup.seed, SHORT[game])
    for seat in (None, 0, 1, 2):
        assert table.state.view(seat).to_json() == expected.view(seat).to_json()
    assert table.to_move == expected.to_move


def test_before_the_start_nothing_of_a_match_can_be_done() -> None:
    for party in (gathered(), closed()):
        party.refused("table/phase", commands.move, ADA, "K", party.table.version)
        party.refused("table/phase", commands.undo, ADA)
        party.refused("table/phase", commands.answer_undo, ADA, True)
        party.refused("table/phase", commands.take_back, ADA)
        party.refused("seat/away", commands.stand_in, 0, "gone")
        party.refused("table/phase", commands.rematch, ADA)


def test_at_a_table_that_was_closed_for_good_nothing_can_be_done() -> None:
    party = gathered()
    party.append(Archived())
    assert party.table.phase == "archived"
    party.refused("table/phase", commands.sit, CLEO, "Cleo", None, None)
    party.refused("table/phase", commands.leave, ADA)
    party.refused("table/phase", commands.close_seats, ADA)
    party.refused("table/phase", commands.start)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_leads_where_the_rules_say(game: str) -> None:
    party = started(game=game)
    before, text, player = party.table.state, party.legal[0], party.mover
    assert before is not None
    expected, events = before.play(load(game).parse(text))
    assert party.move(text) == Moved(text, player)
    assert party.table.state == expected
    told = [event.to_dict() for event in events]
    assert msgspec.json.decode(party.table.history[-1]) == told


@pytest.mark.parametrize("game", GAMES)
def test_a_table_without_the_core_is_the_same_table(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = started((ADA, BO, CLEO), game=game).play(Random(1))
    monkeypatch.setattr(core, "available", False)
    plain = party.again()
    assert isinstance(plain.match, PlainTelling)
    assert plain.history == party.table.history
    assert told_by(plain.match, plain) == told_by(party.table.match, plain)


def test_a_move_is_made_by_whose_turn_it_is() -> None:
    party = started((ADA, BO, CLEO))
    for player in others(party, person_to_move(party)):
        party.refused("move/turn", commands.move, player, party.legal[0], party.table.version)


def test_a_spectator_makes_no_move() -> None:
    party = started()
    party.refused("seat/none", commands.move, ELI, party.legal[0], party.table.version)


def test_the_owner_who_does_not_sit_makes_no_move() -> None:
    party = started(owner=ELI)
    party.refused("seat/none", commands.move, ELI, party.legal[0], party.table.version)


def test_nobody_moves_for_a_bot() -> None:
    party = started((ADA,), ("easy",))
    while party.mover is not None:
        party.move()
    party.refused("move/turn", commands.move, ADA, party.legal[0], party.table.version)
    text = party.legal[0]
    assert party.move(text) == Moved(text, by=None)


def test_no_bot_moves_for_a_person() -> None:
    party = person_and_bot()
    party.refused("move/person", commands.move, None, party.legal[0], party.table.version)


@pytest.mark.parametrize(
    ("game", "text", "code", "rule"),
    [
        ("life", "K", "move/knock_before_swap", "L7"),
        ("tembo", "E>1", "move/elephant_needs_three", "T12"),
        ("tembo", "L>1", "move/lion_not_drawn", "T18"),
    ],
)
def test_an_illegal_move_is_refused_with_the_rule_and_the_legal_moves(
    game: str, text: str, code: str, rule: str
) -> None:
    party = started(game=game)
    error = party.refused(code, commands.move, party.mover, text, party.table.version)
    assert isinstance(error, IllegalMove)
    assert error.rule == rule
    assert [str(move) for move in error.legal] == party.legal


@pytest.mark.parametrize("text", ["", "nonsense", "16>9", "9:G", "K\n", "\U0001f418" * 1000])
@pytest.mark.parametrize("game", GAMES)
def test_a_text_that_is_no_move_is_refused(game: str, text: str) -> None:
    party = started(game=game)
    error = party.refused("move/unreadable", commands.move, party.mover, text, party.table.version)
    assert isinstance(error, InvalidMove)
    assert len(error.text) < 400


def test_whose_turn_it_is_not_hears_nothing_of_the_rules() -> None:
    """What is legal now would tell him the other's hand."""
    party = started(game="tembo")
    for text in ("E>1", "nonsense", party.legal[0]):
        (other,) = others(party, person_to_move(party))
        error = party.refused("move/turn", commands.move, other, text, party.table.version)
        assert not isinstance(error, IllegalMove)


def test_a_move_names_the_version_it_answers() -> None:
    party = started()
    for version in (0, -1, party.table.version - 1, party.table.version + 1, 10**9):
        party.refused("move/stale", commands.move, party.mover, party.legal[0], version)


def test_what_happens_in_between_and_does_not_change_the_turn_makes_no_move_stale() -> None:
    party = started((ADA, BO, CLEO), game="tembo")
    asker = person_to_move(party)
    party.move()
    seen, player, third = party.table.version, person_to_move(party), others(party, asker)[-1]
    party.do(commands.undo, asker)
    party.do(commands.answer_undo, third if third != player else others(party, asker)[0], True)
    assert party.table.version == seen + 2
    party.do(commands.move, player, party.legal[0], seen)


def test_a_doubled_move_is_made_once() -> None:
    party = started()
    player, text, version = party.mover, party.legal[0], party.table.version
    party.do(commands.move, player, text, version)
    party.refused("move/turn", commands.move, player, text, version)


def test_a_doubled_move_is_made_once_also_when_it_is_the_same_players_turn_again() -> None:
    """In Tembo a drawn lion gives the turn back to who drew it (T18)."""
    party = started(game="tembo")
    rng = Random(1)
    while True:
        player, text, version = party.mover, rng.choice(party.legal), party.table.version
        party.do(commands.move, player, text, version)
        if party.mover == player:
            break
    party.refused("move/stale", commands.move, player, text, version)
    party.refused("move/stale", commands.move, player, party.legal[0], version)


def test_a_move_that_answers_a_table_before_an_undo_is_stale() -> None:
    party = started()
    first, seen = party.mover, party.table.version
    party.move()
    party.do(commands.undo, first)
    party.refused("move/stale", commands.move, first, party.legal[0], seen)
    party.refused("move/stale", commands.move, first, party.legal[0], seen + 1)
    party.do(commands.move, first, party.legal[0], seen + 2)


def test_trying_a_move_is_no_move() -> None:
    """A move that could not be stored has not happened; another may come instead."""
    party = started()
    player, version, (first, second) = party.mover, party.table.version, party.legal[:2]
    commands.move(party.table, player, first, version)
    assert everything(party.table) == everything(party.again())
    party.do(commands.move, player, second, version)
    assert party.table.state is not None
    assert list(map(str, party.table.state.round.moves)) == [second]
    assert everything(party.table) == everything(party.again())


@pytest.mark.parametrize("game", GAMES)
def test_after_the_last_move_the_match_is_over_and_nobody_moves(game: str) -> None:
    party = started(game=game).play(Random(7))
    assert party.table.phase == "over"
    assert party.table.to_move is None
    for player in (ADA, BO):
        party.refused("table/phase", commands.move, player, "K", party.table.version)
        party.refused("table/phase", commands.undo, player)
        party.refused("table/phase", commands.answer_undo, player, True)
        party.refused("table/phase", commands.take_back, player)
        party.refused("seat/away", commands.stand_in, seat_of(party, player), "gone")
