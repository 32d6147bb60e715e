"""What the core tells of a match is what the rules in Python tell, to the byte."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.core.compare import CASES, Case
from tests.core.tastes import TASTES
from waterhole.core.telling import tell
from waterhole.game import load
from waterhole.game.telling import PlainTelling, Telling

MATCHES = {"tembo": 4, "life": 1}  # of each case
LONGEST = 120  # moves


def told(telling: Telling, seats: int) -> tuple[object, ...]:
    """Everything a server can tell."""
    views = [telling.view(seat) for seat in (*range(seats), None)]
    facts = (telling.to_move, telling.is_over, telling.winners, telling.open)
    return *facts, telling.events, telling.legal(), *views


def play_both(case: Case, seed: str, seen: Counter[str]) -> None:
    rng = Random(seed)
    taste = rng.choice(TASTES[case.game])
    setup = load(case.game).setup(case.seats, seed, case.options)
    plain, compiled = PlainTelling(load(case.game).state.begin(setup)), tell(setup)
    for _ in range(LONGEST):
        assert told(compiled, case.seats) == told(plain, case.seats), seed
        if plain.is_over:
            return
        move = str(taste(plain.state, plain.state.legal(), rng))
        after, also = plain.after(move), compiled.after(move)
        assert after is not None
        assert also is not None, f"{seed}: {move}"
        plain, compiled = after, also
        seen.update(event.kind for event in plain.happened)


@pytest.mark.parametrize("game", ["tembo", "life"])
def test_the_core_tells_what_the_rules_tell(game: str) -> None:
    seen: Counter[str] = Counter()
    for case in CASES:
        if case.game == game:
            for number in range(MATCHES[game]):
                play_both(case, f"{case} {number}", seen)
    kinds = {
        "tembo": "placed carried eaten drew lion_drawn closed round_over round_dealt match_over",
        "life": "swapped knocked sudden_death scored lives_changed out round_dealt match_over",
    }
    assert set(seen) == set(kinds[game].split())


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
