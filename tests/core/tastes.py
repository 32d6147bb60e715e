"""How the matches are played: mostly by chance, some with a liking for what is rare."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from waterhole.game import Move, State
from waterhole.life.moves import KNOCK, LifeMove
from waterhole.tembo.cards import ELEPHANT

Legal = tuple[Any, ...]
Taste = Callable[[State[Any], Legal, Random], Move]


def anything(state: State[Any], legal: Legal, rng: Random) -> Move:
    chosen: Move = legal[int(rng.random() * len(legal))]
    return chosen


def herds(state: State[Any], legal: Legal, rng: Random) -> Move:
    """Long rows and elephants; the pile empties."""
    if rng.random() < 0.3:
        return anything(state, legal, rng)
    carrying = [move for move in legal if move.card == ELEPHANT]
    return anything(state, tuple(carrying) or legal[:3], rng)


def crocodiles(state: State[Any], legal: Legal, rng: Random) -> Move:
    """They have the highest ids."""
    return anything(state, legal if rng.random() < 0.3 else legal[-3:], rng)


def knocks(state: State[Any], legal: Legal, rng: Random) -> Move:
    eager = legal[0] == KNOCK and rng.random() < 0.4
    return KNOCK if eager else anything(state, legal, rng)


def sets(state: State[Any], legal: Legal, rng: Random) -> Move:
    """Of some swaps, the one that leaves most of one deadly species in the hand (L8)."""
    seat: int = state.round.turn
    hand: str = state.round.hands[seat]
    rows: tuple[str, ...] = state.round.rows
    animal = max("HPC", key=hand.count)

    def gathered(move: LifeMove) -> int:
        if move == KNOCK:
            return 0
        return (hand + rows[move.row - 1]).count(animal) - move.laid.count(animal)

    tried = (*legal[1:9], *rng.sample(legal, min(12, len(legal))))
    best: Move = max(tried, key=gathered)
    return best


TASTES: Final[dict[str, tuple[Taste, ...]]] = {
    "tembo": (anything, anything, herds, crocodiles),
    "life": (anything, anything, knocks, sets, sets),
}
