"""What the rules forbid, the core forbids, with the same rule and the same words."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from waterhole import core
from waterhole.game import IllegalMove, Move, State, load
from waterhole.life.moves import LifeMove
from waterhole.tembo.moves import TemboMove

STARTS: list[tuple[str, int, dict[str, Any]]] = [
    ("tembo", 2, {"rounds": 1}),
    ("tembo", 4, {"rounds": 2}),
    ("life", 2, {"lap_limit": 2}),
    ("life", 5, {"expert": True, "lap_limit": 3}),
]
ODD_MOVES: list[Any] = [
    *("16>3", "K", "", None, 3, -1, b"K", ("K",), float("nan"), [], {}, object),
    TemboMove((1, 4), 1),
    TemboMove((2, 1), 1),
    TemboMove((1,), 0),
    TemboMove((1,), 6),
    TemboMove((1,), -1),
    TemboMove((43,), 1, "f"),
    TemboMove((99,), 1),
    LifeMove(0, "G"),
    LifeMove(1, ""),
    LifeMove(2, "BG"),
    LifeMove(5, "GGGGG"),
    LifeMove(1, "X"),
]


def refusal(state: State[Any], move: Any) -> tuple[Any, ...] | None:
    """All that a refusal says; None if the move is played."""
    try:
        state.play(move)
    except IllegalMove as error:
        return (error.code, error.rule, error.text, str(error), error.legal)
    return None


def positions(name: str, seats: int, options: dict[str, Any], every: int) -> list[State[Any]]:
    """Some positions of a random match, the first and the last among them."""
    rng, state = Random(f"{name} {seats}"), load(name).start(seats, "refused", options)
    found = [state]
    while state.to_move is not None:
        state = state.play(rng.choice(state.legal())).state
        found.append(state)
    middle = found[1:-1]
    return [found[0], *rng.sample(middle, min(every, len(middle))), found[-1]]


@pytest.mark.parametrize(("name", "seats", "options"), STARTS)
def test_refusals_say_the_same(name: str, seats: int, options: dict[str, Any]) -> None:
    moves: list[Move] = [*load(name).moves, *ODD_MOVES]
    refused = 0
    for state in positions(name, seats, options, 6 if name == "tembo" else 2):
        compiled = core.from_state(state)
        for move in moves:
            said = refusal(state, move)
            assert refusal(compiled, move) == said, str(move)
            refused += said is not None
    assert refused > 1000


@pytest.mark.parametrize(("name", "seats", "options"), STARTS)
def test_a_refused_id_changes_nothing(name: str, seats: int, options: dict[str, Any]) -> None:
    rng, match = Random(5), core.Match(name, seats, "refused", options)
    every = range(-3, len(load(name).moves) + 3)
    while match.to_move is not None:
        if not match.history or rng.random() < 0.1:
            check_refused(match, every)
        match.play(rng.choice(match.legal()))
    check_refused(match, every)


def check_refused(match: core.Match, ids: range) -> None:
    def facts() -> tuple[Any, ...]:
        seats = range(len(match.finals))
        seen = [match.observation(seat).tobytes() for seat in seats]
        return match.to_move, match.legal(), match.history, match.finals, match.winners, seen

    before = facts()
    for id in sorted(set(ids) - set(match.legal())):
        with pytest.raises(ValueError, match=f"move {id} is not legal"):
            match.play(id)
    odd_ids: list[Any] = [2**31, -(2**31) - 1, 2**64, 10**30, "1", None, 1.5, [0], b"1"]
    for odd in odd_ids:
        with pytest.raises((TypeError, ValueError)):
            match.play(odd)
    assert facts() == before
