"""``check_bot``: a sound bot passes, and a bot that breaks a promise is caught, with its reason."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.bots import spoilt
from waterhole.bots import Bot, Budget, RandomBot
from waterhole.game import InvalidOptions, UnknownGame, load
from waterhole.testing import BotFailure, check_bot

FEW = 16  # positions, so that many bots are checked quickly
LEGAL = r"must return one of the moves of view.legal\(\), and returned "
EQUAL = "equal views, budgets and random sources must give equal moves, .*, then, "


@pytest.mark.parametrize("bot", [RandomBot, RandomBot(), spoilt.CannotBePickled()])
def test_a_sound_bot_passes(bot: Any) -> None:
    check_bot(bot, positions=FEW)


@pytest.mark.parametrize("place", [0, 7, -1])
def test_a_bot_may_keep_what_changes_nothing(place: int) -> None:
    check_bot(spoilt.Remembers(place), positions=FEW)


def test_a_bot_for_one_game_is_checked_in_that_one() -> None:
    check_bot(spoilt.OnlyLife, "life", positions=FEW)
    with pytest.raises(BotFailure, match="a match of tembo"):
        check_bot(spoilt.OnlyLife)


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        (spoilt.SpellsItsMoves, LEGAL + "'"),
        (spoilt.NumbersItsMoves, LEGAL + "0"),
        (spoilt.LaysLionsAtAnyTime, LEGAL + "L>1"),
        (spoilt.KnocksAtOnce, LEGAL + "K"),
        (spoilt.PretendsToMove, LEGAL + "<"),
        (spoilt.KnowsNoLions, "must return a move, and raised AssertionError: a lion"),
        (spoilt.KnowsNoKnocks, "AssertionError: a knock"),
        (spoilt.KnowsNoExperts, "AssertionError: experts"),
        (spoilt.KnowsNoEmptyPile, "AssertionError: no pile"),
        (spoilt.KnowsOneDeck, "AssertionError: a deck"),
        (spoilt.CountsOnEverybody, "AssertionError: somebody out"),
        (spoilt.ForgetsTheSecondRound, "AssertionError: a second round"),
        (spoilt.WantsIterations, "AssertionError: no iterations"),
        (spoilt.HasNoChoose, "raised TypeError"),
        (spoilt.FailsAtLength, "raised ValueError: one line and another. It was asked"),
        (spoilt.ThrowsItsOwnDice, EQUAL),
        (spoilt.Tires, EQUAL),
        (spoilt.BearsAGrudge, EQUAL + "asked about other positions in between"),
        (spoilt.DiffersFromItsTwin, EQUAL + "made anew for another process"),
        (spoilt.Peeps, EQUAL + "asked where only the hidden cards are others"),
        (spoilt.KnowsItsViews, EQUAL + "given another, equal view"),
        (spoilt.WritesOnItsView, "must leave the view as it is"),
        (lambda: spoilt.CannotTravel("x"), "must be possible to pickle it"),
    ],
)
def test_a_spoilt_bot_is_caught(bot: Callable[[], Bot], sentence: str) -> None:
    with pytest.raises(BotFailure, match=sentence) as caught:
        check_bot(bot(), positions=FEW)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("game", "seats"), [(game, seats) for game in ("tembo", "life") for seats in load(game).seats]
)
def test_every_number_of_seats_is_tried(game: str, seats: int) -> None:
    with pytest.raises(BotFailure, match=f"AssertionError: {seats} seats"):
        check_bot(spoilt.never_with(game, seats)(), game, positions=1)


@pytest.mark.parametrize("bot", [spoilt.KnowsNoLions, spoilt.KnowsNoKnocks])
def test_a_failure_says_where_and_can_be_shown_again(bot: Callable[[], Bot]) -> None:
    with pytest.raises(BotFailure) as caught:
        check_bot(bot(), seed="again")
    failure = caught.value
    record = failure.record
    *_, state = load(record["game"]).replay(record)
    assert state.to_move == failure.seat
    with pytest.raises(AssertionError, match=r"a lion|a knock"):
        bot().choose(state.view(failure.seat), Budget(iterations=20), Random(failure.number))
    text = str(failure)
    for part in (bot.__name__, failure.promise, record["game"], record["seed"], "iterations=20"):
        assert part in text
    assert f"Random({failure.number})" in text
    moves = " / ".join(" ".join(each["moves"]) for each in record["rounds"])
    assert text.endswith(f"after the moves: {moves}")


def test_a_failure_can_be_pickled() -> None:
    with pytest.raises(BotFailure) as caught:
        check_bot(spoilt.NumbersItsMoves())
    arrived = pickle.loads(pickle.dumps(caught.value))
    assert str(arrived) == str(caught.value)
    assert arrived.__dict__ == caught.value.__dict__


def test_the_same_seed_finds_the_same() -> None:
    def found(seed: str) -> str:
        with pytest.raises(BotFailure) as caught:
            check_bot(spoilt.KnowsNoKnocks(), positions=FEW, seed=seed)
        return str(caught.value)

    assert found("one") == found("one")
    assert found("one") != found("two")


def test_a_budget_of_time_and_an_unknown_game_are_refused() -> None:
    for budget in (Budget(seconds=1), Budget(seconds=1, iterations=1), Budget()):
        with pytest.raises(InvalidOptions, match="a budget of iterations"):
            check_bot(RandomBot, budget=budget)
    with pytest.raises(UnknownGame):
        check_bot(RandomBot, "chess")
