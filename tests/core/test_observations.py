"""Observations are laid out as docs/observations.md says and hold nothing but what the seat's view
holds.

A raw match deals from a seed only, so worlds cannot be made to order for it. Every field is made
again from the view, which makes an observation a function of the view; views are shown elsewhere to
hold no secret. For Tembo, seeds that happen to deal a seat the same hand show it outright.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.core.observing import DOCUMENT, from_view, layouts, size, split
from waterhole import core
from waterhole.game import load

STARTS: list[tuple[str, int, dict[str, Any]]] = [
    *(("tembo", seats, {"rounds": rounds}) for seats in (2, 3, 4) for rounds in (1, 3)),
    *(("life", seats, {"lap_limit": 3, "expert": expert})
      for seats in (2, 3, 4, 5) for expert in (False, True)),
    ("life", 3, {"lap_limit": 300}),
]  # fmt: skip


@pytest.mark.parametrize("game", ["tembo", "life"])
def test_the_fields_fill_the_observation_without_gaps(game: str) -> None:
    fields = layouts()[game]
    assert [field.offset for field in fields] == [0, *(field.end for field in fields[:-1])]
    seen = core.Match(game, 3, "size").observation(0)
    assert seen.shape == (size(game),)
    assert seen.dtype == np.uint8


def test_the_document_names_the_sizes() -> None:
    assert f"{size('tembo')} for Tembo, {size('life')} for Life is Life" in DOCUMENT.read_text(
        "utf-8"
    )


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (source,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    exec(compile(source, "example", "exec"), {})
    assert "holds the animals" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "seats", "options"), STARTS)
def test_every_field_is_what_the_view_says(game: str, seats: int, options: dict[str, Any]) -> None:
    rng = Random(f"{game} {seats}")
    match = core.Match(game, seats, f"fields {seats}", options)
    state = match.state()
    for _ in range(150):
        for seat in range(seats):
            found = split(game, match.observation(seat))
            assert found == from_view(state.view(seat).to_dict()), (seat, match.history)
        if match.to_move is None:
            return
        legal = state.legal()
        # Knocks are likelier, so that rounds end in every way.
        place = 0 if rng.random() < 0.1 else rng.randrange(len(legal))
        match.play(match.legal()[place])
        state = state.play(legal[place]).state


def test_totals_above_a_byte_are_cut() -> None:
    match, rng = core.Match("tembo", 2, "cut", {"rounds": 30}), Random(1)
    while match.to_move is not None:
        match.play(rng.choice(match.legal()))
    assert max(match.finals) > 255
    seen = split("tembo", match.observation(0))
    assert seen["totals"] == [min(total, 255) for total in match.finals] + [0, 0]


@pytest.mark.parametrize("game", ["tembo", "life"])
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(game: str) -> None:
    """Through their views: the observation of each world, byte for byte that of the real one."""
    rng, rules = Random(7), load(game)
    match = core.Match(game, 3, "worlds", {"lap_limit": 3} if game == "life" else {})
    state = match.state()
    worlds = 0
    while match.to_move is not None:
        if rng.random() < 0.1:
            for seat in range(3):
                world = core.from_state(rules.resample(state.view(seat), rng))
                assert from_view(world.view(seat).to_dict()) == split(game, match.observation(seat))
                worlds += world.round.hands != state.round.hands
        place = rng.randrange(len(state.legal()))
        match.play(match.legal()[place])
        state = state.play(state.legal()[place]).state
    assert worlds > 3


SEEDS = 20_000


@pytest.mark.parametrize("seats", [2, 4])
def test_seeds_that_deal_a_seat_the_same_hand_look_the_same_to_it(seats: int) -> None:
    """Tembo: the last to move holds the same five cards in two matches; all else differs."""
    by_hand: dict[tuple[int, bytes], list[int]] = defaultdict(list)
    for number in range(SEEDS):
        match = core.Match("tembo", seats, f"hand {number}")
        assert match.to_move is not None
        last = (match.to_move - 1) % seats
        by_hand[last, match.observation(last)[:47].tobytes()].append(number)
    pairs = moves = 0
    for (seat, _), numbers in by_hand.items():
        for pair in combinations(numbers, 2):
            matches = [core.Match("tembo", seats, f"hand {number}") for number in pair]
            moves += play_unseen(seat, *matches)
            pairs += 1
    assert pairs >= 5
    assert moves >= 1


def play_unseen(seat: int, one: core.Match, other: core.Match) -> int:
    """Plays the same moves in both until it is the seat's turn; its bytes stay the same."""
    moves = 0
    while True:
        assert one.observation(seat).tobytes() == other.observation(seat).tobytes()
        both = sorted(set(one.legal()) & set(other.legal()))
        if one.to_move == seat or not both or one.to_move != other.to_move:
            return moves
        for match in (one, other):
            match.play(both[0])
        if one.observation(seat)[-1] != other.observation(seat)[-1]:
            return moves  # a lion was drawn at one table: that is seen
        moves += 1
