"""The levels for people: legal, alike for what looks alike, and never at random."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from statistics import mean

import pytest

from tests.bots.positions import along, last_views, view_of, views
from waterhole.bots import LEVELS, Budget, load_bot, search
from waterhole.game import load
from waterhole.testing import check_bot

FEW = Budget(iterations=20)
GAMES = ("tembo", "life")

every_level = pytest.mark.parametrize("level", LEVELS)


@every_level
@pytest.mark.parametrize("game", GAMES)
def test_its_moves_are_legal(level: str, game: str) -> None:
    bot = load_bot(level)
    for number, view in enumerate(views(game, every=3)):
        assert bot.choose(view, FEW, Random(number)) in view.legal()


@every_level
@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_change_nothing(level: str, game: str) -> None:
    bot = replace(LEVELS[level], seconds=60)  # however slow the machine
    for state in along(game, every=8):
        view = view_of(state)
        other = view_of(load(game).resample(view, Random(2)))
        move = bot.choose(view, FEW, Random(1))
        assert move == bot.choose(view, FEW, Random(1))
        assert move == bot.choose(other, FEW, Random(1))


@every_level
def test_it_keeps_all_promises(level: str) -> None:
    check_bot(replace(LEVELS[level], seconds=60), positions=8, budget=FEW)


@every_level
def test_it_takes_any_budget(level: str) -> None:
    view = view_of(load("tembo").start(3, "budget"))
    for budget in (Budget(seconds=0.01), Budget(iterations=1), Budget(seconds=1, iterations=5)):
        assert load_bot(level).choose(view, budget, Random(1)) in view.legal()


def test_levels_get_stronger_in_what_they_may_do() -> None:
    limits = [(level.iterations, level.memory, -level.temperature) for level in LEVELS.values()]
    assert limits == sorted(limits)
    assert list(LEVELS) == ["easy", "medium", "hard", "expert"]


def own_gain(level: str, seeds: int) -> tuple[float, float]:
    """Before the last move of rounds: how good a level's moves are, from 0 for an average move to
    1 for the best; and the same for moves chosen at random."""
    chosen, random = [], []
    bot = load_bot(level)
    for view in last_views(every=8):
        found = search(view, Budget(iterations=200), 1, memory=LEVELS[level].memory)
        values = {c.move: c.value for c in found.candidates}
        low, high = mean(values.values()), max(values.values())
        if high - low < 1e-6:
            continue
        moves = [bot.choose(view, Budget(iterations=200), Random(seed)) for seed in range(seeds)]
        chosen += [(values[move] - low) / (high - low) for move in moves]
        anything = Random(1).choices(list(values), k=seeds)
        random += [(values[move] - low) / (high - low) for move in anything]
    return mean(chosen), mean(random)


@every_level
def test_the_last_move_of_a_round_is_not_played_at_random(level: str) -> None:
    """Every move is then weighed as often, so that visits say nothing about which is good."""
    chosen, random = own_gain(level, 4)
    assert chosen > max(0.3, random + 0.2)
