"""Taking a move back: freely while it showed nothing hidden, else by consent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.tables import (
    ADA,
    BO,
    CLEO,
    ELI,
    GAMES,
    SECRET,
    Party,
    others,
    person_and_bot,
    person_to_move,
    seat_of,
    started,
)
from waterhole.server.tables import commands
from waterhole.server.tables.entries import (
    Started,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from waterhole.server.tables.table import STEPS_BACK, Table


def free_move(**table: Any) -> tuple[Party, str]:
    """A swap in Life is Life, which shows nobody a card he had not seen; and who made it."""
    party = started(options={}, **table)
    player = person_to_move(party)
    party.move()
    return party, player


def drawing_move(**table: Any) -> tuple[Party, str]:
    """A move in Tembo after which a card was drawn; and who made it."""
    party = started(game="tembo", **table)
    player = person_to_move(party)
    party.move()
    return party, player


def test_a_move_that_showed_nothing_hidden_is_taken_back_without_asking() -> None:
    for friendly in (True, False):
        party, player = free_move(friendly=friendly)
        assert party.table.free_undo(seat_of(party, player))
        assert party.do(commands.undo, player) == Undone()


@pytest.mark.parametrize("made", [free_move, drawing_move])
def test_after_an_undo_the_match_is_exactly_as_before(
    made: Callable[..., tuple[Party, str]],
) -> None:
    party, player = made(people=(ADA, BO, CLEO))
    party.do(commands.undo, player)
    if party.table.asked is not None:
        for other in others(party, player):
            party.do(commands.answer_undo, other, True)
    assert isinstance(party.log[-1].entry, Undone)
    before = Table.of([logged for logged in party.log if logged.version <= party_start(party)])
    assert party.table.state == before.state
    assert party.table.to_move == before.to_move == seat_of(party, player)
    assert (party.table.asked, party.table.agreed, party.table.back) == (None, set(), before.back)


def party_start(party: Party) -> int:
    """The version at which the cards were dealt."""
    return next(each.version for each in party.log if isinstance(each.entry, Started))


def test_when_somebody_else_has_moved_no_move_of_before_is_taken_back() -> None:
    party, player = free_move()
    party.move()
    party.refused("undo/other", commands.undo, player)


def test_when_a_bot_has_moved_no_move_of_before_is_taken_back() -> None:
    party = person_and_bot()
    party.move()
    party.move()
    party.refused("undo/other", commands.undo, ADA)


def test_nobody_takes_anothers_move_back() -> None:
    party, player = free_move(people=(ADA, BO, CLEO))
    for other in others(party, player):
        party.refused("undo/other", commands.undo, other)


def test_before_the_first_move_there_is_nothing_to_take_back() -> None:
    party = started()
    for player in (ADA, BO):
        party.refused("undo/other", commands.undo, player)


def test_a_spectator_takes_nothing_back_and_is_not_asked() -> None:
    party, player = drawing_move()
    party.refused("seat/none", commands.undo, ELI)
    party.do(commands.undo, player)
    party.refused("seat/none", commands.answer_undo, ELI, True)


def test_after_drawing_the_others_are_asked() -> None:
    party, player = drawing_move()
    seat = seat_of(party, player)
    assert not party.table.free_undo(seat)
    assert party.do(commands.undo, player) == UndoAsked(seat)
    assert party.table.asked == seat
    party.refused("undo/asked", commands.undo, player)


def test_a_drawn_card_goes_back_only_when_all_other_people_agree() -> None:
    party, player = drawing_move(people=(ADA, BO, CLEO), bots=("easy",))
    first, second = others(party, player)
    party.do(commands.undo, player)
    party.do(commands.answer_undo, second, True)
    assert not commands.undo_agreed(party.table)
    party.refused("undo/again", commands.answer_undo, second, True)
    assert party.do(commands.answer_undo, first, True) == UndoAnswered(seat_of(party, first), True)
    assert isinstance(party.log[-1].entry, Undone)
    assert party.mover == player


def test_one_who_does_not_agree_is_enough() -> None:
    party, player = drawing_move(people=(ADA, BO, CLEO))
    first, second = others(party, player)
    party.do(commands.undo, player)
    party.do(commands.answer_undo, first, True)
    party.do(commands.answer_undo, second, False)
    assert party.table.asked is None
    party.refused("undo/nobody", commands.answer_undo, first, True)
    assert isinstance(party.do(commands.undo, player), UndoAsked)
    assert not commands.undo_agreed(party.table), "who agreed before is asked again"


def test_nobody_agrees_to_his_own_question_or_to_none() -> None:
    party, player = drawing_move()
    party.refused("undo/nobody", commands.answer_undo, *others(party, player), True)
    party.do(commands.undo, player)
    party.refused("undo/nobody", commands.answer_undo, player, True)


def test_with_nobody_else_but_bots_there_is_nobody_to_ask() -> None:
    party = started((ADA,), ("easy",), game="tembo")
    while party.mover is None:
        party.move()
    party.move()
    party.do(commands.undo, ADA)
    assert isinstance(party.log[-1].entry, Undone)
    assert party.mover == ADA


def test_who_is_gone_is_not_waited_for() -> None:
    party, player = drawing_move(people=(ADA, BO, CLEO))
    first, second = others(party, player)
    party.do(commands.undo, player)
    party.do(commands.stand_in, seat_of(party, first), "gone")
    assert party.table.asked is not None
    party.do(commands.answer_undo, second, True)
    assert isinstance(party.log[-1].entry, Undone)


def test_who_moves_on_has_answered() -> None:
    party, player = drawing_move()
    party.do(commands.undo, player)
    party.move()
    assert party.table.asked is None
    party.refused("undo/other", commands.undo, player)


def test_at_a_serious_table_nothing_shown_is_taken_back() -> None:
    party, player = drawing_move(friendly=False)
    party.refused("undo/serious", commands.undo, player)


def test_moves_are_taken_back_one_after_another_in_turn() -> None:
    party = started(options={})
    states = [party.table.state]
    movers = []
    for _ in range(4):
        movers.append(person_to_move(party))
        party.move(party.legal[-1])
        states.append(party.table.state)
    for player in reversed(movers):
        states.pop()
        party.do(commands.undo, player)
        assert party.table.state == states[-1]
    party.refused("undo/other", commands.undo, ADA)
    party.refused("undo/other", commands.undo, BO)


def test_so_many_moves_can_be_taken_back_and_no_more() -> None:
    party = started(options={})
    movers = []
    for _ in range(STEPS_BACK + 1):
        movers.append(person_to_move(party))
        party.move(party.legal[-1])
    for player in movers[:0:-1]:
        assert party.do(commands.undo, player) == Undone()
    party.refused("undo/other", commands.undo, movers[0])


def shows_something_hidden(before: Any, after: Any) -> bool:
    """Cards were drawn, or the hands were laid open and new ones dealt."""
    if len(after.played) > len(before.played):
        return True
    return before.game == "tembo" and len(after.round.drawers) > len(before.round.drawers)


LION_DRAWN_LAST = "35135aaa6cc23891b40cb3f378c53a17a1127210ce60e125ccf03efcfdaec458"


@pytest.mark.parametrize("secret", [SECRET, LION_DRAWN_LAST])
@pytest.mark.parametrize("choose", [min, max])
@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_taken_back_freely_exactly_if_it_showed_nothing_hidden(
    game: str, choose: Callable[[Any], int], secret: str
) -> None:
    party = started(game=game, secret=secret)
    found = set()
    while party.table.phase == "playing":
        before, turn = party.table.state, party.table.to_move
        assert turn is not None
        party.move(party.legal[choose((0, len(party.legal) - 1))])
        if party.table.phase == "playing":
            free = party.table.free_undo(turn)
            assert free is not shows_something_hidden(before, party.table.state), party.log[-1]
            found.add(free)
    assert found == {True, False} or (game, choose) == ("tembo", max)


def test_who_looks_at_all_of_it_after_an_undo_does_not_begin_anew() -> None:
    """Otherwise two who move, look and undo could keep a server busy with one long match."""
    party = started(options={})
    for _ in range(3):
        assert party.table.state is not None
        player = person_to_move(party)
        party.move()
    assert party.table.state is not None
    party.do(commands.undo, player)
    assert party.table.reached is not None
    assert party.table.reached.moves == len(party.table.line) == 2
    assert party.table.state == party.again().state
