"""Tembo, the end (T21 to T24)."""

from __future__ import annotations

import pytest

from tests.rules.tembo.drawn import after, caused, dealt, drawing, drawn, game, legal, refused, same
from waterhole.game import IllegalMove
from waterhole.game.vocabulary import MatchOver, RoundDealt
from waterhole.tembo.events import Carried, Drew, Eaten, Placed, RoundOver
from waterhole.tembo.state import TemboState
from waterhole.tembo.view import marker_colour

ONE_ROUND = {"rounds": 1}

# After 3>1 by a it is b's turn, who can play nothing: his 2 is too low everywhere, no row has
# three animals.
STUCK = """
    1: 1a
    2: 30a 31b
    3: LION
    4: 28b
    5: 41b
    a*: 3 34 35 36 37
    b: 2 E E E E
    pile: 40 39 38
"""


def over(table: TemboState) -> bool:
    return table.to_move is None


# T21


def test_the_round_ends_at_once_when_whose_turn_it_is_cannot_play() -> None:
    """T21: though the pile still has cards and a could play on."""
    table = drawn(STUCK, options=ONE_ROUND)
    end = (RoundOver(1, (0, 0)), MatchOver((0, 1)))
    assert caused(table, "3>1") == (Placed(0, (3,), 1), Drew(0, 1), *end)
    assert over(after(table, "3>1"))
    same(
        after(table, "3>1"),
        """
        1: 1a 3a
        a: 34 35 36 37 40
        b: 2 E E E E
        left: 2
    """,
    )


def test_the_round_goes_on_while_one_card_can_be_played() -> None:
    """T21: with any other move b can play something, so the round goes on."""
    for hand, move in (("2 E E E Cg", "Cg>1f"), ("2 E E E S", "S>5"), ("4 E E E E", "4>1")):
        table = after(drawn(STUCK.replace("2 E E E E", hand), options=ONE_ROUND), "3>1")
        assert table.to_move == 1
        assert move in legal(table).split()


def test_an_elephant_that_can_be_played_keeps_the_round_going() -> None:
    """T21, T12: a third animal at crossing 2 is enough for b's elephant."""
    table = after(drawn(STUCK, options=ONE_ROUND), "34>2")
    assert legal(table) == "2>1 E>2"


def test_only_whose_turn_it_is_matters() -> None:
    """T21: c can play nothing either, but first it is b's turn, and b can."""
    table = drawn("""
        1: 41b
        2: LION
        3: LION
        4: 38a
        5: 40c
        a*: 39 E E E E
        b: 42 1 2 3 4
        c: 5 6 7 8 9
        pile: 10 11
    """, options=ONE_ROUND)  # fmt: skip
    table = after(table, "39>4")
    assert table.to_move == 1
    assert caused(table, "42>5")[-2:] == (RoundOver(2, (0, 0, 0)), MatchOver((0, 1, 2)))


def test_the_round_ends_when_whose_turn_it_is_has_no_cards() -> None:
    """T21: with an empty pile the hands run out."""
    table = drawn("""
        1: 1a
        a*: 30 31
        b: -
        pile: -
    """, options=ONE_ROUND)  # fmt: skip
    assert caused(table, "30>1") == (Placed(0, (30,), 1), RoundOver(1, (0, 0)), MatchOver((0, 1)))


def test_the_player_of_the_last_card_does_not_end_the_round_himself() -> None:
    """T21: a has no card left, but b plays on until it is a's turn again."""
    table = drawn("""
        1: 1a
        a*: 30
        b: 31 32
        pile: -
    """, options=ONE_ROUND)  # fmt: skip
    assert caused(table, "30>1") == (Placed(0, (30,), 1),)
    table = after(table, "30>1")
    same(
        table,
        """
        a: -
        b*: 31 32
    """,
    )
    assert caused(table, "31>1")[1:] == (RoundOver(0, (0, 0)), MatchOver((0, 1)))


@pytest.mark.parametrize("hand", ["E E E E E", "Cg Cz Ca S E", "Cg Cg Cz Cz Ca"])
def test_a_round_can_end_at_its_very_start(hand: str) -> None:
    """T21: elephants and crocodiles need animals, and no crossing has any yet."""
    table = dealt(f"""
        a: ...
        b*: {hand}
    """)
    assert over(table)
    assert table.record()["rounds"][0]["moves"] == []
    assert table.record()["rounds"][0]["scores"] == [0, 0]
    assert table.record()["result"] == {"totals": [0, 0], "winners": [0, 1]}
    same(table, "left: 44")


def test_one_animal_is_enough_to_start() -> None:
    """T21, T8: any number may be placed at an empty crossing."""
    table = dealt("""
        a: ...
        b*: 1 E E E Cg
    """)
    assert legal(table) == "1>1 1>2 1>3 1>4 1>5"


def test_after_a_round_that_ended_at_its_start_the_next_is_dealt() -> None:
    """T21, T5, T23: it counts as a round, and the next seat begins."""
    table = dealt("""
        a: 1 2 3 4 5
        b: ...
        c*: E E E E E
    """, """
        a*: 1 2 3 4 5
        b: ...
        c: ...
    """)  # fmt: skip
    assert table.view(None).to_dict()["scores"] == [[0, 0, 0]]
    same(table, "a*: 1 2 3 4 5")


def test_the_last_round_can_end_as_it_is_dealt() -> None:
    """T21, T23: one move ends the first round, the second at its very start, and the match."""
    table = drawn(STUCK, then=["""
        a: ...
        b*: E E E E E
    """])  # fmt: skip
    assert caused(table, "3>1")[2:] == (
        RoundOver(1, (0, 0)), RoundDealt(2, 1), RoundOver(1, (0, 0)), MatchOver((0, 1)),
    )  # fmt: skip


def test_the_round_ends_when_a_crocodile_leaves_nothing_to_play() -> None:
    """T21: b holds only elephants, and there is no row of three."""
    table = drawn("""
        1: 2b 5b 8a
        a*: Cz 30 31 32 33
        b: E E E E E
    """, options=ONE_ROUND)  # fmt: skip
    eaten = Eaten(0, "Cz", 1, ((2, 1), (5, 1), (8, 0)))
    assert caused(table, "Cz>1s")[0] == eaten
    assert caused(table, "Cz>1s")[-2:] == (RoundOver(1, (0, 0)), MatchOver((0, 1)))
    assert legal(after(table, "30>1")) == "E>1"


# T22


SCORING = """
    1: 16a 27b 34a
    2: 2b 40b
    3: LION
    4: LION
    5: 41b
    a*: E 39 8 35 28
    b: 1 3 4 5 7
    c: ...
    carried a: 11
    carried c: 18 24
    pile: 6
"""


def test_each_player_scores_his_carried_animals() -> None:
    """T22: a has 11, 16 and 34 (4 + 5 + 5), b 27 (5), c 18 and 24 (4 + 4)."""
    table = after(drawn(SCORING), "E>1")
    same(table, "points: 14 5 8")


def test_cards_in_hand_and_at_the_crossings_count_nothing() -> None:
    """T22: b is stuck with five cards, 2, 40 and 41 stand, a holds 39: only the carried count."""
    table = drawn(SCORING.replace("1: 16a 27b 34a", "1: 16a 27b").replace("E 39", "34 39"),
                  options=ONE_ROUND)  # fmt: skip
    events = caused(table, "39>1")
    assert events[-2:] == (RoundOver(1, (4, 0, 8)), MatchOver((2,)))
    assert after(table, "39>1").record()["rounds"][0]["scores"] == [4, 0, 8]


def test_points_of_the_last_elephant_count() -> None:
    """T22, T21: the elephant's row is carried before the round is seen to be over."""
    table = drawn("""
        1: 16a 27b 34a
        2: 40b
        3: LION
        4: LION
        5: LION
        a*: E 39 8 35 28
        b: E E E E E
        pile: -
    """, options=ONE_ROUND)  # fmt: skip
    carried = Carried(0, 1, ((16, 0), (27, 1), (34, 0)))
    assert caused(table, "E>1") == (carried, RoundOver(1, (10, 5)), MatchOver((0,)))


# T23


def test_two_rounds_are_played() -> None:
    """T23: after the first a second is dealt, after the second the match is over."""
    table = drawn(STUCK)
    assert caused(table, "3>1")[-2:] == (RoundOver(1, (0, 0)), RoundDealt(2, 1))
    second = after(table, "3>1")
    assert second.to_move == 1
    assert second.view(None).to_dict()["rounds"] == 2
    last = drawn(STUCK, earlier=[(3, 4)])
    assert caused(last, "3>1")[-2:] == (RoundOver(1, (0, 0)), MatchOver((1,)))


def test_carried_animals_are_counted_once() -> None:
    """T23, T22: the second round begins with nothing carried; the first one's score is kept."""
    table = drawn(STUCK + "carried a: 16 18\n carried b: 27")
    table = after(table, "3>1")
    assert table.view(None).to_dict()["scores"] == [[9, 5]]
    same(
        table,
        """
        carried a: -
        carried b: -
        points: 0 0
        left: 44
    """,
    )


@pytest.mark.parametrize(
    ("earlier", "totals", "winners"),
    [
        ((20, 10), [25, 18], [0]),
        ((10, 20), [15, 28], [1]),
        ((0, 4), [5, 12], [1]),
        ((3, 0), [8, 8], [0, 1]),
    ],
)
def test_the_highest_total_of_both_rounds_wins(
    earlier: tuple[int, int], totals: list[int], winners: list[int]
) -> None:
    """T23: not the last round; equal highest totals share the win."""
    table = drawn(STUCK + "carried a: 16\n carried b: 27 9", earlier=[earlier])
    end = after(table, "3>1")
    assert end.record()["result"] == {"totals": totals, "winners": winners}
    assert end.view(None).to_dict()["winners"] == winners
    assert caused(table, "3>1")[-1] == MatchOver(tuple(winners))


def test_only_those_with_the_highest_total_share_the_win() -> None:
    """T23: a and c have 8, b has 5."""
    table = drawn(SCORING.replace("1: 16a 27b 34a", "1: 27b").replace("E 39", "34 39"),
                  earlier=[(4, 5, 0)])  # fmt: skip
    end = after(table, "39>1")
    assert end.record()["result"] == {"totals": [8, 5, 8], "winners": [0, 2]}


def test_nobody_wins_before_the_end() -> None:
    """T23: until the last round is over there is no winner."""
    table = after(drawn(STUCK), "3>1")
    assert table.view(None).to_dict()["winners"] is None
    assert "result" not in table.record()


def test_nothing_is_played_after_the_match() -> None:
    """T23: it is nobody's turn, no move is legal, and the last table stays to be looked at."""
    end = after(drawn(STUCK, options=ONE_ROUND), "3>1")
    assert end.legal() == end.view(0).legal() == end.view(1).legal() == ()
    same(end, "1: 1a 3a")
    for text in ("34>1", "E>2", "L>1"):
        with pytest.raises(IllegalMove, match="the match is over") as caught:
            end.play(game.parse(text))
        assert (caught.value.code, caught.value.rule) == ("move/match_over", "T23")
        assert caught.value.legal == ()


# T24


# a has ten animals standing, which is all his markers.
TEN = """
    1: 1a 2a 3a 4a 5a
    2: 6a 7a 8a 9a 10a
    3: 11b 12b
    a*: 20 21 E Cg S
    b: 30 31 32 33 34
    pile: 40 41 38 39 37 ...
"""


def test_ten_animals_wear_their_own_markers() -> None:
    """T24: nothing is borrowed while there is a marker left."""
    same(drawn(TEN), "borrowed: -")


def test_a_player_without_a_marker_borrows() -> None:
    """T24: markers never prevent a move; the eleventh and the twelfth are borrowed ones."""
    table = drawn(TEN)
    assert {"20>3", "20+21>4"} <= set(legal(table).split())
    assert len(drawing(after(table, "20>3"))["borrowed"]) == 1
    same(
        after(table, "20+21>4"),
        """
        1: 1a 2a 3a 4a 5a
        2: 6a 7a 8a 9a 10a
        4: 20a 21a
    """,
    )
    borrowed = drawing(after(table, "20+21>4"))["borrowed"]
    assert len(borrowed) == 2
    assert all(animal.endswith("a") for animal in borrowed)


def test_every_view_shows_the_borrowed_markers() -> None:
    """T24: each animal of a row says whether its marker is borrowed."""
    table = after(drawn(TEN), "20>5")
    for seat in (None, 0, 1):
        rows = [crossing["row"] for crossing in table.view(seat).to_dict()["crossings"]]
        animals = [animal for row in rows for animal in row]
        assert all(set(animal) == {"number", "owner", "borrowed"} for animal in animals)
        assert [animal["owner"] for animal in animals if animal["borrowed"]] == [0]
        assert rows[4][0]["number"] == 20


def test_each_player_has_his_own_markers_to_run_out_of() -> None:
    """T24: what a borrows does not change b's; b borrows with his own eleventh animal."""
    table = drawn(TEN.replace("11b 12b", "11b 12b 13b 14b 15b 16b 17b 18b 19b 22b"))
    table = after(table, "20>5", "30>3")
    assert sorted(animal[-1] for animal in drawing(table)["borrowed"]) == ["a", "b"]


def test_a_returned_marker_is_used_before_borrowing() -> None:
    """T24, T15: after the elephant a has five markers again."""
    table = after(drawn(TEN), "20>5", "30>3", "E>1", "31>3")
    same(table, "borrowed: -")
    same(after(table, "38+40>5"), "borrowed: -")


@pytest.mark.parametrize("seats", [2, 3])
def test_borrowed_markers_have_a_colour_nobody_plays_with(seats: int) -> None:
    """T24: with two or three players there is such a colour in the box."""
    own = {marker_colour(seat, seats, borrowed=False) for seat in range(seats)}
    for seat in range(seats):
        assert marker_colour(seat, seats, borrowed=True) in {"red", "orange", "black", "blue"} - own


def test_with_four_players_a_borrowed_marker_is_none_of_theirs() -> None:
    """T24: every colour is in play, so it has none of them; the move is allowed all the same."""
    assert marker_colour(0, 4, borrowed=True) is None
    table = drawn(TEN + "c: ... \n d: ...")
    assert len(drawing(after(table, "20>3"))["borrowed"]) == 1


def test_a_forest_of_borrowed_markers() -> None:
    """T24: thirty animals of one player; twenty are borrowed, and he may go on."""
    row = " ".join(f"{number}a" for number in range(1, 31))
    table = drawn(f"""
        1: {row}
        a*: 31 E E E E
        b: ...
    """)
    assert len(drawing(table)["borrowed"]) == 20
    assert len(drawing(after(table, "31>1"))["borrowed"]) == 21
    same(after(table, "E>1"), "borrowed: -")
    refused(table, "E>2", "T12", "move/elephant_needs_three")
