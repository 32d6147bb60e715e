"""The core plays as the rules in Python do, move by move: legal sets, events, tables, views,
results. What is rare is shown to have come up."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.core.compare import CASES, LAP_LIMITS, Case, Difference, Pair, Tally, compare
from tests.core.tastes import sets
from waterhole.game import Move, State
from waterhole.life.moves import KNOCK

AT_LEAST = 300_000  # moves in all
QUOTA = {"tembo": 13_900, "life": 1_250}  # moves of each case


def expected(case: Case) -> dict[str, int]:
    """What must have happened in the matches of a case, and how often at least."""
    if case.game == "tembo":
        eaters = {f"Eaten {card}": 50 for card in ("Cg", "Cz", "Ca", "S", "L")}
        rare = {"a pair": 300, "a lion where no animal stands": 20, "an empty pile": 200}
        if case.options["rounds"] > 1:
            rare |= {"over at once": 1}
        return (
            {"Carried": 500, "Closed": 500, "seed": 30, "given": 10, "resampled": 5} | eaters | rare
        )
    laps: int = case.options["lap_limit"]
    found = {"SuddenDeath": 1}
    if laps != 1:  # in the first lap nobody may knock (L7)
        found |= {"Knocked True": 3, "Knocked False": 1, "Scored knock": 3}
    if laps:
        found |= {"Scored lap-limit": 10, "Out": 5, "MatchOver": 3}
    if laps and case.seats > 2:
        found |= {"two of more": 20}  # L13
    if case.options["expert"]:
        found |= {"more than five lives": 1}  # L14
    return found


@pytest.mark.parametrize("case", CASES, ids=str)
def test_both_engines_play_the_same(case: Case) -> None:
    tally = compare(case, "parity", QUOTA[case.game])
    assert tally.moves >= QUOTA[case.game]
    missing = {what: n for what, n in expected(case).items() if tally.seen[what] < n}
    assert not missing, {what: tally.seen[what] for what in missing}


def test_enough_moves_are_compared() -> None:
    assert sum(QUOTA[case.game] for case in CASES) >= AT_LEAST
    assert {(case.game, case.seats) for case in CASES} == {
        *(("tembo", seats) for seats in (2, 3, 4)),
        *(("life", seats) for seats in (2, 3, 4, 5)),
    }
    assert len(CASES) == 3 * 3 * 2 + 4 * 2 * len(LAP_LIMITS)


def knocks_then_sets(state: State[Any], legal: tuple[Any, ...], rng: Random) -> Move:
    """The first to have the chance may knock; the others have one turn to complete a set."""
    if legal[0] == KNOCK and state.round.knocker is None and rng.random() < 0.5:
        return KNOCK
    return sets(state, legal, rng)


def test_every_set_and_sudden_death_after_a_knock_come_up() -> None:
    """L8: too rare to ask of each case."""
    seen: Counter[str] = Counter()
    for number in range(60):
        tally = Tally()
        pair = Pair(Case("life", 4, {"lap_limit": 3}), f"sets {number}", tally)
        pair.taste = knocks_then_sets  # in the first round
        pair.play()
        seen += tally.seen
    names = ("SuddenDeath H", "SuddenDeath P", "SuddenDeath C", "SuddenDeath after a knock")
    assert all(seen[name] for name in names), seen


def test_a_difference_is_told_with_its_place() -> None:
    pair = Pair(Case("tembo", 2, {"rounds": 1}), "place", Tally())
    pair.way = "seed"
    pair.step()
    pair.core = pair.core.play(pair.core.legal()[0]).state
    with pytest.raises(Difference, match=r"differ: tembo-2 rounds=1, seed 'place', .* 1 moves"):
        pair.look()
