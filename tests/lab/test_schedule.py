"""Who sits where: every table in all rotations, everybody equally often."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, groupby

import pytest

from waterhole.lab.arena.schedule import Fixture, fixtures, matches_per_deal, period, turned


def seating(bots: str, seats: int, deals: int = 1, seed: str = "s") -> list[Fixture]:
    return list(fixtures(bots.split(), seats, deals, seed))


def test_a_line_up_is_played_in_all_rotations() -> None:
    assert [each.bots for each in seating("a b c", 3)] == [
        ("a", "b", "c"),
        ("c", "a", "b"),
        ("b", "c", "a"),
    ]


def test_the_last_bot_takes_the_seats_that_are_left() -> None:
    found = seating("a b", 4, deals=2)
    assert found[0].bots == ("a", "b", "b", "b")
    assert [each.bots.index("a") for each in found] == [0, 1, 2, 3] * 2
    assert [each[:3] for each in found[3:5]] == [(1, 1, 3), (2, 1, 0)]


@pytest.mark.parametrize(
    ("line_up", "rotations"), [("aaaa", 1), ("abab", 2), ("abb", 3), ("abcd", 4), ("aabb", 4)]
)
def test_rotations_that_seat_the_same_bots_are_played_once(line_up: str, rotations: int) -> None:
    assert period(line_up) == rotations
    assert len({turned(line_up, n) for n in range(len(line_up))}) == rotations
    assert len(seating(" ".join(line_up), len(line_up))) == rotations


@pytest.mark.parametrize(("bots", "seats"), [(5, 4), (6, 4), (8, 4), (7, 3), (3, 2), (50, 4)])
def test_mixed_tables_seat_each_bot_equally_often_in_each_deal(bots: int, seats: int) -> None:
    names = [f"b{number}" for number in range(bots)]
    found = list(fixtures(names, seats, 3, "s"))
    for _, matches in groupby(found, lambda each: each.deal):
        played = list(matches)
        assert len(played) == matches_per_deal(names, seats)
        for seat in range(seats):  # and in each seat
            count = Counter(each.bots[seat] for each in played)
            assert len({count[name] for name in names}) == 1
        assert all(len(set(each.bots)) == seats for each in played)


def test_in_mixed_tables_all_meet_equally_often_as_far_as_possible() -> None:
    names = ["a", "b", "c", "d", "e", "f"]
    met: Counter[tuple[str, ...]] = Counter()
    for each in fixtures(names, 4, 20, "s"):
        met.update(combinations(sorted(each.bots), 2))
    assert len(met) == 15
    assert max(met.values()) - min(met.values()) <= 8  # two tables in 60


def test_the_seed_decides_the_mixed_tables() -> None:
    bots = "a b c d e f g"
    assert seating(bots, 3, 4) == seating(bots, 3, 4)
    assert seating(bots, 3, 4) != seating(bots, 3, 4, "t")
