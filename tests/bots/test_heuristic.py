"""The players by rules of thumb: legal moves, alike for what looks alike, and some sense."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any, cast

import pytest

from tests.bots.positions import along, last_views, life_state, tembo_view, view_of, views
from waterhole.bots import Bot, Budget, RandomBot, load_bot
from waterhole.game import InvalidOptions, load
from waterhole.life import scoring
from waterhole.life.cards import in_order, without
from waterhole.life.moves import KNOCK, LifeMove
from waterhole.life.view import LifeView
from waterhole.tembo.cards import ELEPHANT, SUPER_CROCODILE
from waterhole.testing import check_bot

ANY = Budget()
KINDS = [("heuristic", "tembo"), ("heuristic", "life"), ("knocker", "life")]


@pytest.mark.parametrize(("name", "game"), KINDS)
def test_its_moves_are_legal(name: str, game: str) -> None:
    bot = load_bot(name)
    for number, view in enumerate(views(game, every=1)):
        assert bot.choose(view, ANY, Random(number)) in view.legal()


@pytest.mark.parametrize(("name", "game"), KINDS)
def test_hidden_cards_and_the_budget_change_nothing(name: str, game: str) -> None:
    bot = load_bot(name)
    for state in along(game, every=4):
        view = view_of(state)
        other = view_of(load(game).resample(view, Random(3)))
        move = bot.choose(view, ANY, Random(1))
        assert move == bot.choose(view, ANY, Random(1))
        assert move == bot.choose(other, Budget(iterations=1), Random(1))


@pytest.mark.parametrize("name", ["heuristic", "knocker"])
def test_it_keeps_all_promises(name: str) -> None:
    check_bot(load_bot(name), "life" if name == "knocker" else None, positions=16)
    assert pickle.loads(pickle.dumps(load_bot(name))) is not None


def test_a_knocker_plays_only_life() -> None:
    with pytest.raises(InvalidOptions, match="Life is Life"):
        load_bot("knocker").choose(view_of(load("tembo").start(2, "x")), ANY, Random(1))


def test_it_carries_its_own_and_eats_the_others() -> None:
    bot, unseen = load_bot("heuristic"), [1, 2, 3, 4, 5, 6, 7]
    rest: list[list[tuple[int, int]]] = [[], [], [], []]
    own = tembo_view([[(10, 0), (20, 0), (30, 0)], *rest], [ELEPHANT, 9], (2, 2), unseen)
    his = tembo_view([[(10, 1), (20, 1), (30, 1)], *rest], [SUPER_CROCODILE, 9], (2, 2), unseen)
    not_his = tembo_view([[(10, 1), (20, 1), (30, 1)], *rest], [ELEPHANT, 9], (2, 2), unseen)
    assert str(bot.choose(own, ANY, Random(1))) == "E>1"
    assert str(bot.choose(his, ANY, Random(1))) == "S>1"
    assert str(bot.choose(not_his, ANY, Random(1))) != "E>1"


@pytest.mark.parametrize("name", ["heuristic", "knocker"])
@pytest.mark.parametrize("expert", [False, True])
def test_it_completes_a_set(name: str, expert: bool) -> None:
    hands = ("HHHBBBBBOO", "GGGTTTTSSD", "OOOOSSSDDB")
    state = life_state(hands, ("C", "HH", "DDT", "GGMM"), expert)
    view = cast(LifeView, state.view(0))
    move = cast(LifeMove, load_bot(name).choose(view, ANY, Random(1)))
    after = in_order(without(view.hand or "", move.laid) + view.rows[move.row - 1])
    assert scoring.complete_sets(after, expert) == "HHHHH"


def knocks(name: str) -> int:
    """How often it knocks first in matches against itself."""
    bot, count = load_bot(name), 0
    for seed in range(4):
        state, rng = load("life").start(3, f"knock {seed}", {"lap_limit": 6}), Random(seed)
        while state.to_move is not None and not state.played:
            move = bot.choose(view_of(state), ANY, rng)
            count += len(state.round.moves) if move == KNOCK and state.round.knocker is None else 0
            state = state.play(move).state
    return count


def test_a_knocker_knocks_earlier() -> None:
    """The sum of the moves before each first knock."""
    assert 0 < knocks("knocker") < knocks("heuristic")


def test_the_last_move_of_a_round_may_be_a_knock_or_a_swap() -> None:
    bot = load_bot("heuristic")
    chosen = [bot.choose(view, ANY, Random(1)) for view in last_views(every=1)]
    assert any(cast(LifeMove, move).row for move in chosen)


@pytest.mark.parametrize(("game", "seats"), [("tembo", 2), ("tembo", 4), ("life", 3), ("life", 5)])
def test_it_beats_random_players(game: str, seats: int) -> None:
    """By chance it would win about every second to fifth match."""
    bots: list[Bot] = [load_bot("heuristic"), RandomBot()]
    won = 0
    for match in range(10):
        state: Any = load(game).start(seats, f"match {match}")
        rng = Random(match)
        while state.to_move is not None:
            bot = bots[state.to_move != match % seats]
            state = state.play(bot.choose(view_of(state), ANY, rng)).state
        won += state.result.winners == (match % seats,)
    assert won >= 7


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("name", ["heuristic", "knocker"])
def test_rounds_among_themselves_end(name: str, seats: int) -> None:
    """Without a lap limit, as the rulebook has it, somebody must knock sooner or later (L7)."""
    bot = load_bot(name)
    for seed in range(4):
        state, rng = load("life").start(seats, f"c{seed}"), Random(f"c{seed}")
        while state.to_move is not None:
            state = state.play(bot.choose(view_of(state), ANY, rng)).state
            assert len(state.round.moves) < 60 * seats, "they go round and round"
