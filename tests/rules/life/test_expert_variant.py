"""Expert variant: L14."""

from __future__ import annotations

import pytest

from tests.rules.life.drawn import (
    ADA,
    BO,
    CLEO,
    Table,
    after,
    drawn,
    hand,
    happened,
    last_round,
    life,
    lives,
    random_match,
    refused,
)
from waterhole.game.vocabulary import MatchOver, RoundDealt
from waterhole.life.events import LivesChanged, Out, Scored, SuddenDeath, Swapped


def one_missing(held: str, row: str, left: tuple[int, int, int] = (5, 5, 5)) -> Table:
    """Ada lacks one animal, which is row 1; the variant is chosen."""
    a, b, c = left
    drawing = f"""
        1: {row}
        2: ...
        3: ...
        4: ...
        a* {a}: {held}M...
        b  {b}: ...
        c  {c}: ...
    """
    return drawn(drawing, expert=True)


def test_all_cats_bring_no_sudden_death() -> None:
    """L14: the round goes on; without the variant the same swap ends it (L8)."""
    table = one_missing("CCC", "C")
    assert happened(table, "1:M") == (Swapped(ADA, 1, "M", "C"),)
    table = after(table, "1:M")
    assert hand(table, ADA).count("C") == 4
    assert (table.to_move, len(table.played)) == (BO, 0)


def test_all_cats_still_are_a_majority() -> None:
    """L14, L9: the rest is unchanged; four cats are worth 4 points."""
    table = drawn(
        """
        1: C
        2: ...
        3: ...
        4: ...
        a  5: GGG BB OO TT S
        b  5: GGG BB OO TT S
        c* 5: CCC GGG BB O M
        knocked: a
        """,
        expert=True,
    )
    scored = next(event for event in happened(table, "1:M") if isinstance(event, Scored))
    assert dict(scored.majorities)["C"] == CLEO
    assert scored.points == (0, 0, 4)


@pytest.mark.parametrize(("held", "row", "full"), [("HHHH", "H", "HHHHH"), ("PPPP", "P", "PPPPP")])
def test_all_hares_or_all_pigs_give_a_life_and_cost_the_others_one(
    held: str, row: str, full: str
) -> None:
    """L14: Ada has six lives now; above five is possible."""
    table = one_missing(held, row)
    assert happened(table, "1:M") == (
        Swapped(ADA, 1, "M", row),
        SuddenDeath(ADA, full),
        LivesChanged((1, -1, -1), (6, 4, 4)),
        RoundDealt(2, BO),
    )
    assert last_round(after(table, "1:M")) == {
        "ending": "sudden-death",
        "points": [0, 0, 0],
        "lives": [6, 4, 4],
    }
    assert lives(after(table, "1:M")) == [6, 4, 4]


def test_a_life_is_gained_below_five_and_above_six_too() -> None:
    """L14: one life more, whatever the player has."""
    assert last_round(after(one_missing("HHHH", "H", (2, 5, 5)), "1:M"))["lives"] == [3, 4, 4]
    assert last_round(after(one_missing("HHHH", "H", (8, 5, 5)), "1:M"))["lives"] == [9, 4, 4]


def test_the_cats_are_not_shown_with_the_hares() -> None:
    """L14: only the hares bring it about; four cats in the same hand stay hidden."""
    table = one_missing("HHHH CCCC", "H")
    assert happened(table, "1:M")[1] == SuddenDeath(ADA, "HHHHH")


def test_hares_and_pigs_at_once_give_one_life() -> None:
    """L14: one sudden death, one life."""
    table = drawn(
        """
        1: ...
        2: HP
        3: ...
        4: ...
        a* 5: HHHH PPPP OM
        b  5: ...
        c  5: ...
        """,
        expert=True,
    )
    assert happened(table, "2:OM")[1:3] == (
        SuddenDeath(ADA, "HHHHHPPPPP"),
        LivesChanged((1, -1, -1), (6, 4, 4)),
    )


def test_without_the_variant_nobody_gains_a_life() -> None:
    """L14, L8: the same table, the variant not chosen."""
    drawing = """
        1: H
        2: ...
        3: ...
        4: ...
        a* 2: HHHHM...
        b  5: ...
        c  5: ...
    """
    assert last_round(after(drawn(drawing), "1:M"))["lives"] == [2, 4, 4]
    assert last_round(after(drawn(drawing, expert=True), "1:M"))["lives"] == [3, 4, 4]


def test_the_others_go_out_and_the_one_who_called_wins() -> None:
    """L14, L11: with the life gained."""
    assert happened(one_missing("PPPP", "P", (5, 1, 1)), "1:M")[2:] == (
        LivesChanged((1, -1, -1), (6, 0, 0)),
        Out(BO),
        Out(CLEO),
        MatchOver((ADA,)),
    )


def test_who_is_out_neither_loses_nor_gains() -> None:
    """L14, L11: out is out."""
    table = drawn(
        """
        1: H
        2: ...
        3: ...
        4: ...
        a* 5: HHHHM...
        b  0: -
        c  3: ...
        """,
        expert=True,
    )
    assert happened(table, "1:M")[2] == LivesChanged((1, 0, -1), (6, 0, 2))


def test_a_dealt_set_counts_only_after_a_swap() -> None:
    """L14, L8: the rest is unchanged."""
    drawing = """
        1: G
        2: ...
        3: ...
        4: ...
        a* 5: HHHHH CCCC M
        b  5: ...
        c  5: ...
    """
    table = drawn(drawing, expert=True)
    assert len(after(table, "1:H").played) == 0
    assert happened(table, "1:C")[1] == SuddenDeath(ADA, "HHHHH")


def test_it_can_happen_after_a_knock() -> None:
    """L14, L8, L7: the rest is unchanged."""
    table = drawn(
        """
        1: H
        2: ...
        3: ...
        4: ...
        a  5: ...
        b* 5: HHHHM...
        c  5: ...
        knocked: a
        """,
        expert=True,
    )
    assert last_round(after(table, "1:M"))["lives"] == [4, 6, 4]


def test_swaps_and_knocks_are_the_same() -> None:
    """L14, L4 to L7: the same moves are legal, and the same refused."""
    drawing = """
        1: B
        2: ...
        3: ...
        4: ...
        a* 5: BB...
        b  5: ...
        c  5: ...
    """
    table = drawn(drawing, expert=True)
    assert table.legal() == drawn(drawing).legal()
    refused(table, "K", "L7", "move/knock_before_swap")
    refused(table, "1:B", "L6", "move/same_cards")


def test_a_scored_round_gives_no_life() -> None:
    """L14, L10: 0, 1 and 2 lives are lost as ever, and nobody gains one."""
    table = drawn(
        """
        1: ...
        2: ...
        3: ...
        4: ...
        a  5: GGGBB OOOO D
        b  5: GGGBB SSSS D
        c* 5: GGGBB HHHH D
        knocked: a
        """,
        expert=True,
    )
    assert last_round(after(table, "K"))["lives"] == [5, 4, 3]


def test_the_variant_is_off_unless_chosen_and_everybody_sees_it() -> None:
    """L14: in the views and in the record."""
    for options, chosen in (({}, False), ({"expert": False}, False), ({"expert": True}, True)):
        table = life.start(3, "any text", options)
        assert table.record()["options"]["expert"] is chosen
        assert [table.view(seat).to_dict()["expert"] for seat in (ADA, None)] == [chosen] * 2


def test_the_lives_of_a_whole_expert_match_add_up() -> None:
    """L14: over random matches, each sudden death gives one life and takes one of each other."""
    called = 0
    for number in range(30):
        for table, move in random_match(3, f"experts {number}", expert=True, lap_limit=8):
            if move is None or table.to_move is None:
                continue
            step = table.play(move)
            if any(isinstance(event, SuddenDeath) for event in step.events):
                called += 1
                expected = [max(left - 1, 0) for left in lives(table)]
                expected[table.to_move] += 2
                assert last_round(step.state)["lives"] == expected
    assert called > 2
