"""House rule: L15."""

from __future__ import annotations

import pytest

from tests.rules.life.drawn import (
    ADA,
    BO,
    CLEO,
    Table,
    after,
    drawn,
    happened,
    last_round,
    legal,
    life,
    random_match,
)
from waterhole.game.vocabulary import RoundDealt
from waterhole.life.events import Knocked, LivesChanged, Scored, SuddenDeath, Swapped

HANDS = """
    1: M
    2: DD
    3: SHC
    4: SPPP
    {a} 5: GGGBB OOOO D
    {b} 5: GGGBB SSSS D
    {c} 5: GGGBB HHHH D
    first: a
    laps: {laps}
"""


def at_lap(laps: int, turn: str, lap_limit: int) -> Table:
    """A table of three, begun by Ada, where nobody has knocked."""
    seats = {seat: f"{seat}*" if seat == turn else seat for seat in "abc"}
    return drawn(HANDS.format(**seats, laps=laps), lap_limit=lap_limit)


def test_a_round_without_a_knock_is_scored_at_the_end_of_the_last_lap() -> None:
    """L15: Cleo's swap ends lap 2; her dog goes, but the majorities stay."""
    table = at_lap(2, "c", lap_limit=2)
    swapped, scored, change, dealt = happened(table, "1:D")
    assert swapped == Swapped(CLEO, 1, "D", "M")
    assert isinstance(scored, Scored)
    assert (scored.ending, scored.points) == ("lap-limit", (7, 6, 5 + 3))
    assert scored.hands == ("GGGBBOOOOD", "GGGBBSSSSD", "GGGBBHHHHM")
    assert change == LivesChanged((-1, -2, 0), (4, 3, 5))
    assert dealt == RoundDealt(2, BO)


def test_the_record_says_that_the_limit_ended_the_round() -> None:
    """L15: the ending is lap-limit, with points and lives as in any scored round."""
    data = after(at_lap(2, "c", lap_limit=2), "1:D").record()["rounds"][0]
    assert len(data["moves"]) == 6
    assert (data["ending"], data["points"], data["lives"]) == ("lap-limit", [7, 6, 8], [4, 3, 5])


@pytest.mark.parametrize(("laps", "turn"), [(1, "c"), (2, "a"), (2, "b")])
def test_it_is_not_scored_earlier(laps: int, turn: str) -> None:
    """L15: not after lap 1 of 2, and not in the middle of lap 2."""
    table = at_lap(laps, turn, lap_limit=2)
    assert len(after(table, "1:D").played) == 0
    assert len(happened(table, "1:D")) == 1


@pytest.mark.parametrize("lap_limit", [1, 2, 3, 5])
def test_a_lap_is_one_turn_for_each_player_in(lap_limit: int) -> None:
    """L15: so the round has as many swaps as laps times players, with four as with two."""
    for seats in (2, 3, 4, 5):
        table = life.start(seats, "laps", {"lap_limit": lap_limit})
        moves = 0
        while not table.played:
            swaps = [move for move in legal(table) if move != "K"]
            table = after(table, swaps[-1])
            moves += 1
        if last_round(table)["ending"] == "lap-limit":
            assert moves == lap_limit * seats
        else:
            assert last_round(table)["ending"] == "sudden-death"
            assert moves <= lap_limit * seats


def test_who_is_out_does_not_make_a_lap_longer() -> None:
    """L15, L11: with two of four in, a lap is two turns."""
    drawing = """
        1: ...
        2: ...
        3: ...
        4: ...
        a  0: -
        b* 3: GGG...
        c  0: -
        d  4: BBB...
    """
    table = drawn(drawing, lap_limit=2)
    for _ in range(3):
        table = after(table, swap(table))
        assert len(table.played) == 1
    assert len(after(table, swap(table)).played) == 2
    assert last_round(after(table, swap(table)))["ending"] == "lap-limit"


def swap(table: Table) -> str:
    """Some legal swap of row 1."""
    return next(move for move in legal(table) if move.startswith("1:"))


def test_a_limit_of_one_lap_leaves_no_time_to_knock() -> None:
    """L15, L7: everybody swaps once, and that's it."""
    table = at_lap(1, "a", lap_limit=1)
    for _ in range(3):
        assert len(table.played) == 0
        assert "K" not in legal(table)
        table = after(table, swap(table))
    assert last_round(table)["ending"] == "lap-limit"


def test_a_knock_before_the_last_lap_ends_the_round_as_ever() -> None:
    """L15, L7: Bo knocks in lap 2 of 3; Cleo and Ada have their last turns."""
    table = after(at_lap(2, "b", lap_limit=3), "K", "1:D")
    assert (table.to_move, len(table.played)) == (ADA, 0)
    table = after(table, "K")
    assert last_round(table)["ending"] == "knock"


@pytest.mark.parametrize(
    ("knocker", "last_turns"), [("a", [BO, CLEO]), ("b", [CLEO, ADA]), ("c", [ADA, BO])]
)
def test_a_knock_in_the_last_lap_goes_on_to_the_last_turns(
    knocker: str, last_turns: list[int]
) -> None:
    """L15: somebody has knocked by the end of lap 2, so the limit says nothing any more; the turns
    may reach into the lap after it."""
    table = at_lap(2, knocker, lap_limit=2)
    assert happened(table, "K") == (Knocked("abc".index(knocker), first=True),)
    table = after(table, "K")
    turns = []
    while not table.played:
        turns.append(table.to_move)
        table = after(table, swap(table))
    assert turns == last_turns
    assert last_round(table)["ending"] == "knock"


def test_sudden_death_comes_before_the_limit() -> None:
    """L15, L8: the last swap of the last lap completes the hares; nothing is scored."""
    table = after(at_lap(2, "c", lap_limit=2), "3:BBD")
    assert last_round(table) == {"ending": "sudden-death", "points": [0, 0, 0], "lives": [4, 4, 5]}
    events = happened(at_lap(2, "c", lap_limit=2), "3:BBD")
    assert [type(event) for event in events] == [Swapped, SuddenDeath, LivesChanged, RoundDealt]


def test_each_round_counts_its_own_laps() -> None:
    """L15: the second round has two laps of its own."""
    table = after(at_lap(2, "c", lap_limit=2), "1:D")
    for _ in range(6):
        assert len(table.played) == 1
        table = after(table, swap(table))
    assert len(table.played) == 2


def test_the_view_says_which_lap_is_played() -> None:
    """L15: players can count on it."""
    for laps, turn in ((1, "a"), (1, "c"), (2, "a"), (2, "b"), (3, "c")):
        view = at_lap(laps, turn, lap_limit=4).view(ADA).to_dict()
        assert (view["lap"], view["lap_limit"]) == (laps, 4)


def test_zero_sets_no_limit() -> None:
    """L15: the rulebook's game; forty laps of swaps and nothing ends."""
    table = at_lap(1, "a", lap_limit=0)
    for _ in range(3 * 40):
        table = after(table, swap(table))
    assert len(table.played) == 0
    assert life.start(3, "any text").record()["options"]["lap_limit"] == 0


@pytest.mark.parametrize("lap_limit", [1, 2, 4])
def test_no_round_is_longer_than_the_limit_allows(lap_limit: int) -> None:
    """L15, L7: the limit in laps, and after a knock in the last one the turns of the others."""
    endings = set()
    for number in range(6):
        *_, (table, _) = random_match(4, f"limit {number}", lap_limit=lap_limit)
        left = [5] * 4
        for data in table.record()["rounds"]:
            players = sum(map(bool, left))
            moves = data["moves"]
            endings.add(data["ending"])
            assert len(moves) <= lap_limit * players + players - 1
            if data["ending"] == "lap-limit":
                assert len(moves) == lap_limit * players
                assert "K" not in moves
            if data["ending"] == "knock":
                assert len(moves) == moves.index("K") + players
                assert players <= moves.index("K") < lap_limit * players
            left = data["lives"]
    assert "lap-limit" in endings
    assert ("knock" in endings) == (lap_limit > 1)
