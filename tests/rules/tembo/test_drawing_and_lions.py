"""Tembo, drawing and lions (T17 to T20)."""

from __future__ import annotations

from random import Random

import pytest

from tests.rules.tembo.drawn import (
    after,
    caused,
    dealt,
    drawing,
    drawn,
    game,
    legal,
    put_out,
    refused,
    same,
)
from waterhole.game.vocabulary import RoundDealt
from waterhole.tembo.events import Carried, Closed, Drew, Eaten, LionDrawn, Placed, RoundOver

# Animals stand at 1, 4 and 5; a holds a pair, so he may draw one card or two.
HERDS = """
    1: 16a 25b
    4: 7a 9a 12b
    5: 2b
    a*: 30 31 E Cg S
    b: 32 33 34 35 36
"""


# T17


def test_cards_are_drawn_from_the_top_until_the_hand_has_five() -> None:
    """T17: one card for one played, two for a pair, in the order of the pile."""
    table = drawn(HERDS + "pile: 40 41 38")
    assert caused(table, "30>2") == (Placed(0, (30,), 2), Drew(0, 1))
    same(
        after(table, "30>2"),
        """
        a: 31 E Cg S 40
        left: 2
    """,
    )
    assert caused(table, "30+31>2") == (Placed(0, (30, 31), 2), Drew(0, 2))
    same(
        after(table, "30+31>2"),
        """
        a: E Cg S 40 41
        left: 1
    """,
    )
    same(
        after(table, "30+31>2", "32>1"),
        """
        b: 33 34 35 36 38
        left: 0
    """,
    )


def test_what_is_drawn_only_its_player_sees() -> None:
    """T17: the others hear how many, not which."""
    one, other = (after(drawn(f"{HERDS} pile: {pile}"), "30>2") for pile in ("40 41", "41 40"))
    for seat in (None, 1):
        assert one.view(seat).to_json() == other.view(seat).to_json()
        assert one.view(seat).to_dict()["memories"][-1]["drawn"][-1] == [0, None]
    assert one.view(0).to_dict()["memories"][-1]["drawn"][-1] == [0, "40"]


def test_drawing_ends_with_the_pile() -> None:
    """T17: a pair is played but a single card is left to draw."""
    table = drawn(HERDS + "pile: 40")
    assert caused(table, "30+31>2") == (Placed(0, (30, 31), 2), Drew(0, 1))
    same(
        after(table, "30+31>2"),
        """
        a: E Cg S 40
        left: 0
    """,
    )


def test_with_an_empty_pile_play_goes_on_with_fewer_cards() -> None:
    """T17: nobody draws; the hands dwindle."""
    table = drawn("""
        1: 16a 25b
        a*: 30 31 E
        b: 32 33 34 35
        pile: -
    """)
    assert caused(table, "30>1") == (Placed(0, (30,), 1),)
    same(
        after(table, "30>1", "32+33>1", "E>1"),
        """
        a: 31
        b*: 34 35
        carried a: 16 30
        carried b: 25 32 33
    """,
    )


# T18


def test_a_lion_as_the_first_of_two_cards_interrupts() -> None:
    """T17, T18, T20: nothing is drawn before it; both cards are drawn after it."""
    table = drawn(HERDS + "pile: L 40 41 38")
    assert caused(table, "30+31>2") == (Placed(0, (30, 31), 2), LionDrawn(0))
    interrupted = after(table, "30+31>2")
    same(
        interrupted,
        """
        2: 30a 31a
        a!: E Cg S
        left: 3
    """,
    )
    eaten = Eaten(0, "L", 5, ((2, 1),))
    assert caused(interrupted, "L>5") == (eaten, Closed(0, 5), Drew(0, 2))
    same(
        after(interrupted, "L>5"),
        """
        5: LION
        a: E Cg S 40 41
        b*: 32 33 34 35 36
        left: 1
    """,
    )


def test_a_lion_as_the_second_of_two_cards_interrupts() -> None:
    """T17, T18, T20: one card is drawn before it, the other after it."""
    table = drawn(HERDS + "pile: 40 L 41 38")
    assert caused(table, "30+31>2") == (Placed(0, (30, 31), 2), Drew(0, 1), LionDrawn(0))
    interrupted = after(table, "30+31>2")
    same(
        interrupted,
        """
        a!: E Cg S 40
        left: 2
    """,
    )
    assert caused(interrupted, "L>5")[-1] == Drew(0, 1)
    same(
        after(interrupted, "L>5"),
        """
        a: E Cg S 40 41
        b*: 32 33 34 35 36
        left: 1
    """,
    )


def test_a_lion_on_top_is_not_drawn_by_who_draws_nothing_more() -> None:
    """T17, T18: the hand is full, so the lion waits for the next player."""
    table = drawn(HERDS + "pile: 40 L 41")
    same(after(table, "30>2"), "b*: 32 33 34 35 36")
    assert caused(after(table, "30>2"), "32>1")[-1] == LionDrawn(1)
    same(after(table, "30>2", "32>1"), "b!: 33 34 35 36")


def test_a_lion_is_laid_where_animals_stand_and_its_player_chooses() -> None:
    """T18: any crossing with at least one animal, his own included, and no other."""
    table = after(drawn(HERDS + "pile: L 40"), "30>2")
    assert legal(table) == "L>1 L>2 L>4 L>5"
    text = refused(table, "L>3", "T18", "move/lion_needs_animals")
    assert text == "a lion goes where animals stand; crossing 3 has none"


def test_the_animal_just_placed_counts() -> None:
    """T18: it may be the only one, and is eaten by the lion drawn for it."""
    table = after(dealt("""
        a*: 16 E E E E
        b: ...
        pile: L ...
    """), "16>3")  # fmt: skip
    assert legal(table) == "L>3"
    for crossing in (1, 2, 4, 5):
        refused(table, f"L>{crossing}", "T18", "move/lion_needs_animals")
    assert put_out(table, "L>3") == "16"


def test_a_drawn_lion_must_be_laid_at_once() -> None:
    """T18: before anything else, and by who drew it."""
    table = after(drawn(HERDS + "pile: L 40"), "30>2")
    assert table.to_move == 0
    assert table.view(1).legal() == ()
    for move in ("31>1", "E>4", "Cg>1f", "S>1", "32>1"):
        text = refused(table, move, "T18", "move/lion_first")
        assert text == "the lion that was drawn must be laid first"


def test_all_see_that_a_lion_was_drawn() -> None:
    """T18: it interrupts for everybody to see."""
    table = after(drawn(HERDS + "pile: L 40"), "30>2")
    for seat in (None, 0, 1):
        seen = table.view(seat).to_dict()
        assert (seen["lion_drawn"], seen["to_move"]) == (True, 0)
        assert seen["memories"][-1]["drawn"][-1] == [0, "L"]


def test_a_lion_is_never_played_from_the_hand() -> None:
    """T18: without having drawn one, nobody lays a lion."""
    for table in (drawn(HERDS), after(drawn(HERDS + "pile: L 40 41"), "30>2", "L>2")):
        text = refused(table, "L>1", "T18", "move/lion_not_drawn")
        assert text == "a lion is laid only when it is drawn"


@pytest.mark.parametrize("crossing", [1, 2, 3, 4, 5])
def test_with_no_animal_anywhere_a_lion_goes_to_any_crossing(crossing: int) -> None:
    """T18: literally any of the five, one with a lion included."""
    table = after(drawn("""
        1: 3b
        2: LION
        a*: S 30 31 32 33
        b: ...
        pile: L 40
    """), "S>1")  # fmt: skip
    assert legal(table) == "L>1 L>2 L>3 L>4 L>5"
    assert caused(table, f"L>{crossing}") == (Closed(0, crossing), Drew(0, 1))
    lions = "LION LION" if crossing == 2 else "LION"
    same(after(table, f"L>{crossing}"), f"{crossing}: {lions}")


def test_after_an_elephant_no_animal_may_be_left_for_the_lion() -> None:
    """T18, T12: the carried ones are safe."""
    table = drawn("""
        1: 3b 4a 5b
        a*: E 30 31 32 33
        b: ...
        pile: L 40
    """)
    carried = Carried(0, 1, ((3, 1), (4, 0), (5, 1)))
    assert caused(table, "E>1") == (carried, LionDrawn(0))
    assert legal(after(table, "E>1")) == "L>1 L>2 L>3 L>4 L>5"
    same(
        after(table, "E>1", "L>1"),
        """
        1: LION
        carried a: 4
        carried b: 3 5
    """,
    )


def test_a_closed_crossing_is_no_choice_while_animals_stand_elsewhere() -> None:
    """T18: the ruling for any of the five is only for a river without animals."""
    table = after(drawn("""
        1: 3b
        2: LION
        a*: 30 31 32 33 E
        b: ...
        pile: L 40
    """), "30>4")  # fmt: skip
    assert legal(table) == "L>1 L>4"
    refused(table, "L>2", "T18", "move/lion_needs_animals")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_ever_holds_a_lion(seats: int) -> None:
    """T18, T3: in whole matches, by every player's own view, and every lion drawn is laid next."""
    chance = Random(seats)
    lions = 0
    for number in range(6):
        state = game.start(seats, f"no lions {number}")
        while state.to_move is not None:
            for seat in range(seats):
                assert "L" not in state.view(seat).to_dict()["hand"]
            moves = state.legal()
            drawn_now = state.view(None).to_dict()["lion_drawn"]
            assert {str(move)[0] == "L" for move in moves} == {drawn_now}
            lions += drawn_now
            state = state.play(chance.choice(moves)).state
    assert lions > 10


# T19


def test_the_lion_eats_all_animals_of_its_crossing() -> None:
    """T19: whosever they are; they are out, and nobody scores."""
    table = after(drawn(HERDS + "pile: L 40"), "30>1")
    eaten = Eaten(0, "L", 1, ((16, 0), (25, 1), (30, 0)))
    assert caused(table, "L>1") == (eaten, Closed(0, 1), Drew(0, 1))
    assert put_out(table, "L>1") == "16 25 30"
    same(
        after(table, "L>1"),
        """
        1: LION
        4: 7a 9a 12b
        5: 2b
        points: 0 0
    """,
    )


def test_no_animal_may_be_placed_where_a_lion_lies() -> None:
    """T19: not now and not later in the round, neither alone nor as a pair."""
    table = after(drawn(HERDS + "pile: L 40 41 38 37 39"), "30>2", "L>1")
    for move in ("36>1", "32+33>1", "34+36>1"):
        text = refused(table, move, "T19", "move/crossing_closed")
        assert text == "crossing 1 is closed by a lion"
    later = after(table, "32>4", "31>2", "33>4")
    refused(later, "40>1", "T19", "move/crossing_closed")
    assert not [move for move in legal(later).split() if ">1" in move]


def test_elephants_and_crocodiles_find_nothing_where_a_lion_lies() -> None:
    """T19, T12, T13, T14: its crossing has no animals."""
    table = drawn(HERDS + "3: LION")
    refused(table, "E>3", "T12", "move/elephant_needs_three")
    refused(table, "S>3", "T13", "move/crocodile_must_eat")
    refused(table, "Cg>3f", "T14", "move/crocodile_must_eat")


def test_markers_of_animals_the_lion_ate_go_back() -> None:
    """T19, T15: a had eleven animals standing and borrowed a marker, after the lion no more."""
    table = drawn("""
        1: 1a 2a 3a 4a 5a 6a 7a 8a 9a
        2: 10a
        a*: 20 E E E E
        b: ...
        pile: L 38
    """)
    assert len(drawing(after(table, "20>3"))["borrowed"]) == 1
    same(after(table, "20>3", "L>2"), "borrowed: -")


def test_a_closed_crossing_opens_again_in_the_next_round() -> None:
    """T19: it is closed for the rest of the round, not longer."""
    table = drawn(
        """
        1: LION
        2: LION
        3: LION
        4: 40a
        5: 41b
        a*: 42 E E E E
        b: 1 2 3 4 5
        """,
        then=[
            """
        a: ...
        b*: 1 2 3 4 5
        """
        ],
    )
    assert caused(table, "42>4")[-2:] == (RoundOver(1, (0, 0)), RoundDealt(2, 1))
    same(
        after(table, "42>4"),
        """
        1: -
        2: -
        3: -
        4: -
        5: -
    """,
    )
    same(after(table, "42>4", "1>1"), "1: 1b")


# T20


def test_several_lions_in_a_row_are_possible() -> None:
    """T20: after each the player goes on drawing, and may meet the next."""
    table = after(drawn(HERDS + "pile: L L L 40 41"), "30>2")
    assert caused(table, "L>1")[-1] == LionDrawn(0)
    assert caused(after(table, "L>1"), "L>2")[-1] == LionDrawn(0)
    assert legal(after(table, "L>1", "L>2")) == "L>4 L>5"
    assert caused(after(table, "L>1", "L>2"), "L>5")[-1] == Drew(0, 1)
    same(
        after(table, "L>1", "L>2", "L>5"),
        """
        1: LION
        2: LION
        3: -
        4: 7a 9a 12b
        5: LION
        a: 31 E Cg S 40
        b*: 32 33 34 35 36
    """,
    )


def test_the_second_lion_may_find_no_animal_left() -> None:
    """T20, T18: then any crossing will do, the one just closed included."""
    table = after(dealt("""
        a*: 16 E E E E
        b: ...
        pile: L L L ...
    """), "16>3", "L>3")  # fmt: skip
    assert legal(table) == "L>1 L>2 L>3 L>4 L>5"
    same(after(table, "L>3", "L>3"), "3: LION LION LION")


def test_lions_can_come_between_the_cards_drawn_for_a_pair() -> None:
    """T20, T17: lion, card, lion, card."""
    table = after(drawn(HERDS + "pile: L 40 L 41"), "30+31>2")
    assert caused(table, "L>1")[-2:] == (Drew(0, 1), LionDrawn(0))
    same(after(table, "L>1"), "a!: E Cg S 40")
    same(
        after(table, "L>1", "L>4"),
        """
        a: E Cg S 40 41
        b*: 32 33 34 35 36
        left: 0
    """,
    )


def test_a_lion_may_be_the_last_card_of_the_pile() -> None:
    """T20, T17: nothing is left to draw after it, and the hand stays smaller."""
    table = drawn(HERDS + "pile: L")
    assert caused(after(table, "30>2"), "L>5") == (Eaten(0, "L", 5, ((2, 1),)), Closed(0, 5))
    same(
        after(table, "30>2", "L>5"),
        """
        a: 31 E Cg S
        b*: 32 33 34 35 36
        left: 0
    """,
    )


def test_a_lion_is_laid_before_the_round_can_end() -> None:
    """T18, T21: b could play nothing, but it is still a's turn until his lion lies."""
    table = drawn("""
        1: 40a
        2: LION
        3: LION
        4: 39b
        5: 38b
        a*: 41 E E E E
        b: 1 2 3 4 5
        pile: L 42
    """)
    assert caused(table, "41>1") == (Placed(0, (41,), 1), LionDrawn(0))
    eaten = Eaten(0, "L", 1, ((40, 0), (41, 0)))
    end = (RoundOver(1, (0, 0)), RoundDealt(2, 1))
    assert caused(after(table, "41>1"), "L>1") == (eaten, Closed(0, 1), Drew(0, 1), *end)
