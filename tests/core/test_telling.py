"""What the core tells of a match is what the rules in Python tell, to the byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.core.compare import CASES, Case
from tests.core.deals import odd_deals
from tests.core.tastes import TASTES
from waterhole.core.telling import tell
from waterhole.game import Move, State, load
from waterhole.game.state import Setup
from waterhole.game.telling import PlainTelling, Telling
from waterhole.life.cards import PACK as PACK_OF_LIFE
from waterhole.life.cards import without
from waterhole.life.deal import LifeDeal
from waterhole.tembo.cards import ELEPHANT, PACK
from waterhole.tembo.deal import TemboDeal

Choose = Callable[[State[Any]], Move]

MATCHES = {"tembo": 4, "life": 1}  # of each case
LONGEST = 120  # moves


def told(telling: Telling, seats: int) -> tuple[object, ...]:
    """Everything a server can tell."""
    views = [telling.view(seat) for seat in (*range(seats), None)]
    facts = (telling.to_move, telling.is_over, telling.winners, telling.open)
    return *facts, telling.events, telling.legal(), *views


def play_both(setup: Setup, game: str, choose: Choose, seen: Counter[str]) -> PlainTelling:
    """Both tell the same at every move; where they are in the end."""
    plain, compiled = PlainTelling(load(game).state.begin(setup)), tell(setup)
    for _ in range(LONGEST):
        assert told(compiled, setup.seats) == told(plain, setup.seats)
        if plain.is_over:
            break
        move = str(choose(plain.state))
        after, also = plain.after(move), compiled.after(move)
        assert after is not None
        assert also is not None, move
        plain, compiled = after, also
        seen.update(event.kind for event in plain.happened)
    return plain


def play_case(case: Case, number: int, seen: Counter[str]) -> None:
    rng = Random(f"{case} {number}")
    taste = rng.choice(TASTES[case.game])
    setup = load(case.game).setup(case.seats, f"{case} {number}", case.options)
    if rng.random() < 0.5:
        setup = replace(setup, deals=odd_deals(setup, rng))
    play_both(setup, case.game, lambda state: taste(state, state.legal(), rng), seen)


@pytest.mark.parametrize("game", ["tembo", "life"])
def test_the_core_tells_what_the_rules_tell(game: str) -> None:
    seen: Counter[str] = Counter()
    for case in CASES:
        if case.game == game:
            for number in range(MATCHES[game]):
                play_case(case, number, seen)
    kinds = {
        "tembo": "placed carried eaten drew lion_drawn closed round_over round_dealt match_over",
        "life": "swapped knocked sudden_death scored lives_changed out round_dealt match_over",
    }
    assert set(seen) == set(kinds[game].split())


def test_markers_that_are_borrowed_are_told() -> None:
    """T24: two players place all the animals in ascending order, one after the other."""
    hands, rest = ((1, 3, 5, 7, 9), (2, 4, 6, 8, 10)), [card for card in PACK if card > 42]
    deal = TemboDeal(0, hands, tuple(rest[:5]), (*range(11, 43), *rest[5:]))
    setup = replace(load("tembo").setup(2, "borrowed", {"rounds": 1}), deals=(deal,))
    lengths = []

    def lowest(state: State[Any]) -> Move:
        lengths.append(len(state.round.table.borrowed()))
        return state.legal()[0]

    play_both(setup, "tembo", lowest, Counter())
    assert max(lengths) > 10


def test_a_match_that_is_over_before_anybody_moved_is_told() -> None:
    """T12, T21: nobody can begin with five elephants."""
    rest = [card for card in PACK if card != ELEPHANT and card <= 46]
    hands = ((ELEPHANT,) * 5, tuple(rest[:5]))
    left = [ELEPHANT, ELEPHANT, *rest[5:], *(card for card in PACK if card > 46)]
    deal = TemboDeal(0, hands, tuple(left[:5]), tuple(left[5:]))
    setup = replace(load("tembo").setup(2, "over", {"rounds": 1}), deals=(deal,))
    end = play_both(setup, "tembo", lambda state: state.legal()[0], Counter())
    assert end.is_over
    assert not end.happened


def test_sudden_death_with_two_sets_at_once_is_told() -> None:
    """L8: all hares and all pigs."""
    hand, rows = "HHHHHPPPPM", ("P", "GG", "BBB", "OOOO")
    rest = without(PACK_OF_LIFE, hand + "".join(rows))
    deal = LifeDeal(0, (hand, rest[:10]), rows, rest[10:])
    setup = replace(load("life").setup(2, "sets"), deals=(deal,))
    seen: Counter[str] = Counter()
    shown = []

    def choose(state: State[Any]) -> Move:
        if not state.played and not state.round.moves:
            step = state.play(load("life").parse("1:M"))
            shown.append(step.events[1].to_dict()["shown"])
            return load("life").parse("1:M")
        return state.legal()[0]

    play_both(setup, "life", choose, seen)
    assert shown == ["HHHHHPPPPP"]
    assert seen["sudden_death"]


@pytest.mark.parametrize("game", ["tembo", "life"])
def test_a_match_that_was_told_stays_as_it_is(game: str) -> None:
    telling = tell(load(game).setup(3, "stays"))
    before = told(telling, 3)
    assert telling.after(str(load(game).start(3, "stays").legal()[0])) is not None
    assert told(telling, 3) == before


@pytest.mark.parametrize("game", ["tembo", "life"])
def test_every_move_has_the_same_spelling(game: str) -> None:
    """Every move that is legal somewhere is told; no other text leads anywhere."""
    telling = tell(load(game).setup(2, "spelled"))
    legal = set(map(str, load(game).start(2, "spelled").legal()))
    for move in map(str, load(game).moves):
        assert (telling.after(move) is not None) == (move in legal)
    for text in ("", "K", "1>1 ", "9>9", "\0", "ß", "1:?"):
        assert telling.after(text) is None


@pytest.mark.parametrize("seat", [-1, 2, 10**6])
@pytest.mark.parametrize("game", ["tembo", "life"])
def test_nobody_looks_from_a_seat_that_is_not_there(game: str, seat: int) -> None:
    with pytest.raises(ValueError, match="no such seat"):
        tell(load(game).setup(2, "seat")).view(seat)
