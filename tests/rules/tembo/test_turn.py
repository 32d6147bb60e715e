"""Tembo, a turn (T6 to T16): the longest chapter, so the longest file."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.rules.tembo.drawn import (
    after,
    caused,
    drawing,
    drawn,
    game,
    legal,
    put_out,
    refused,
    same,
)
from tests.rules.tembo.judge import judged
from waterhole.game import IllegalMove, InvalidMove
from waterhole.tembo.events import Carried, Drew, Eaten, Placed

TABLE = """
    1: 16a 25b
    2: -
    3: LION
    4: 7a 9a 12b
    5: 42b
    a*: 30 31 E Cg S
    b: 2 3 4 5 39
    pile: 40 41 38 ...
"""


def unreadable(text: str, rule: str | None, why: str) -> None:
    """The text is no move at all, and the refusal says why."""
    with pytest.raises(InvalidMove, match=why) as caught:
        game.parse(text)
    assert (caught.value.code, caught.value.rule) == ("move/unreadable", rule)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_player_may_do_what_the_rulebook_allows_and_nothing_else(seats: int) -> None:
    """T6, T7, T8, T9, T10, T11, T12, T13, T14, T18, T19, T21: in matches played at random, every
    position allows exactly the moves that a second reading of the rules finds."""
    chance = Random(seats)
    for number in range(4):
        state = game.start(seats, f"second reading {number}")
        while state.to_move is not None:
            found = state.legal()
            assert set(map(str, found)) == judged(state.view(state.to_move).to_dict())
            for move in chance.sample(game.moves, 12):
                if move not in found:
                    with pytest.raises(IllegalMove):
                        state.play(move)
            state = state.play(chance.choice(found)).state


# T6


def test_a_player_plays_an_animal_or_a_pair_or_an_elephant_or_a_crocodile() -> None:
    """T6: these are all the choices there are at this table."""
    assert legal(drawn(TABLE)) == (
        "30>1 30>2 30>4 31>1 31>2 31>4 30+31>1 30+31>2 30+31>4"
        " E>4 S>1 S>4 S>5 Cg>1f Cg>1s Cg>4f Cg>4s Cg>5f"
    )


@pytest.mark.parametrize(
    ("move", "hand"),
    [
        ("30>2", "31 E Cg S 40"),
        ("30+31>2", "E Cg S 40 41"),
        ("E>4", "30 31 Cg S 40"),
        ("S>1", "30 31 E Cg 40"),
        ("Cg>5f", "30 31 E S 40"),
    ],
)
def test_after_playing_the_hand_is_filled_up_to_five(move: str, hand: str) -> None:
    """T6: then draw until the hand has five cards again, and the next player is to move."""
    table = drawn(TABLE)
    same(after(table, move), f"""
        a: {hand}
        b*: 2 3 4 5 39
    """)  # fmt: skip
    assert caused(table, move)[-1] == Drew(0, 2 if "+" in move else 1)


@pytest.mark.parametrize("text", ["", "pass", "-", "0", ">", ">1"])
def test_passing_is_not_allowed(text: str) -> None:
    """T6: there is no move without a card."""
    with pytest.raises(InvalidMove):
        game.parse(text)
    assert all(str(move)[0] in "123456789ECSL" for move in game.moves)


def test_who_can_play_must_even_to_his_own_harm() -> None:
    """T6: the only card a can play eats his own best animal, and he has to."""
    table = drawn("""
        1: 16a 41a
        2: LION
        3: LION
        4: LION
        5: 42b
        a*: 1 2 E E Cz
        b: ...
    """)
    assert legal(table) == "Cz>1f Cz>1s Cz>5f"
    refused(table, "2>1", "T9", "move/number_too_low")
    refused(table, "E>1", "T12", "move/elephant_needs_three")


def test_only_cards_of_the_own_hand_are_played() -> None:
    """T6: a plays from his hand, not from b's, the pile or the table."""
    table = drawn(TABLE)
    for move, card in (("39>2", "39"), ("40>2", "40"), ("16>2", "16"), ("Ca>1f", "Ca")):
        text = refused(table, move, "T6", "move/not_in_hand")
        assert text == f"{card} is not in the hand"
    refused(after(table, "E>4"), "E>4", "T6", "move/not_in_hand")


def test_only_whose_turn_it_is_has_moves() -> None:
    """T6: the other seats and spectators see none."""
    table = drawn(TABLE)
    assert table.view(1).legal() == table.view(None).legal() == ()
    assert table.view(0).legal() == table.legal() != ()
    moved = after(table, "30>2")
    assert moved.view(0).legal() == ()
    assert moved.view(1).legal() == moved.legal() != ()


@pytest.mark.parametrize("text", ["E+E>4", "E+Cg>4", "30+E>4", "S+Cg>1", "L+L>1"])
def test_exactly_one_elephant_or_crocodile_is_played(text: str) -> None:
    """T6: two of them, or one with an animal, are no move."""
    unreadable(text, "T10", "only two hoofed animals can be played together")


# T7


def test_an_animal_goes_to_any_open_crossing_with_a_marker_of_its_player() -> None:
    """T7: face up, so that all see whose it is."""
    table = drawn(TABLE)
    assert caused(table, "30>2") == (Placed(0, (30,), 2), Drew(0, 1))
    same(
        after(table, "30>2"),
        """
        1: 16a 25b
        2: 30a
        3: LION
        4: 7a 9a 12b
        5: 42b
        b*: 2 3 4 5 39
    """,
    )
    same(after(table, "31>1"), "1: 16a 25b 31a")


def test_the_next_players_animal_wears_his_marker() -> None:
    """T7: each animal keeps the marker of who placed it."""
    table = drawn("""
        a*: 1 2 3 4 5
        b: 21 22 23 24 25
        c: 31 32 33 34 35
    """)
    same(
        after(table, "1>3", "21>3", "31>3", "2>4"),
        """
        3: 1a 21b 31c
        4: 2a
    """,
    )


def test_no_animal_goes_to_a_crossing_with_a_lion() -> None:
    """T7, T19: neither alone nor as a pair."""
    table = drawn(TABLE)
    for move in ("30>3", "30+31>3"):
        text = refused(table, move, "T19", "move/crossing_closed")
        assert text == "crossing 3 is closed by a lion"


# T8


@pytest.mark.parametrize("number", [1, 20, 42])
def test_any_number_may_start_at_an_empty_crossing(number: int) -> None:
    """T8: the lowest, the highest, any."""
    table = drawn(f"""
        1: 25b
        a*: {number} E E E E
        b: 2 3 4 5 6
    """)
    for crossing in (2, 3, 4, 5):
        assert f"{number}>{crossing}" in legal(table).split()
        same(after(table, f"{number}>{crossing}"), f"{crossing}: {number}a")


# T9


ROW = """
    1: 10b 26a
    a*: 9 21 27 28 42
    b: ...
"""


def test_an_animal_joins_a_row_at_its_outer_end() -> None:
    """T9: with a number greater than the outermost one's."""
    same(after(drawn(ROW), "27>1"), "1: 10b 26a 27a")
    same(after(drawn(ROW), "42>1"), "1: 10b 26a 42a")


def test_an_animal_must_beat_the_outermost_number() -> None:
    """T9: it is not enough to fit in between."""
    for move in ("21>1", "9>1"):
        text = refused(drawn(ROW), move, "T9", "move/number_too_low")
        assert text == "the number must be greater than 26 at crossing 1"


def test_nothing_can_follow_42() -> None:
    """T9: no number is greater."""
    table = drawn("""
        1: 42b
        a*: 1 41 E E E
        b: ...
    """)
    refused(table, "41>1", "T9", "move/number_too_low")
    assert "41>2" in legal(table).split()


def test_a_row_may_be_of_any_length_and_mix() -> None:
    """T9: thirty animals of three players and all species, and two more."""
    row = " ".join(f"{number}{'abc'[number % 4 % 3]}" for number in range(1, 31))
    table = drawn(f"""
        1: {row}
        a*: 31 33 E E E
        b: 34 35 36 37 38
        c: ...
    """)
    same(after(table, "31+33>1"), f"1: {row} 31a 33a")


# T10


PAIRS = """
    4: 5b 18b
    a*: 17 19 20 22 E
    b: 1 2 3 E Cg
    pile: 40 41 38 ...
"""


def test_two_animals_may_be_played_when_their_numbers_differ_by_one_or_two() -> None:
    """T10: at each crossing where the lower one beats the outermost."""
    pairs = [move for move in legal(drawn(PAIRS)).split() if "+" in move]
    open_ones = [f"{pair}>{crossing}"
                 for pair in ("17+19", "19+20", "20+22") for crossing in range(1, 6)]  # fmt: skip
    assert pairs == [move for move in open_ones if move != "17+19>4"]


@pytest.mark.parametrize(("low", "high"), [(19, 20), (20, 22)])
def test_both_animals_of_a_pair_go_to_the_same_crossing_in_rising_order(
    low: int, high: int
) -> None:
    """T10: the lower one first; two cards are drawn for them."""
    table = drawn(PAIRS)
    assert caused(table, f"{low}+{high}>4") == (Placed(0, (low, high), 4), Drew(0, 2))
    same(after(table, f"{low}+{high}>4"), f"4: 5b 18b {low}a {high}a")
    same(after(table, f"{low}+{high}>1"), f"1: {low}a {high}a")


def test_each_animal_of_a_pair_must_obey_t9() -> None:
    """T10, T9: where the lower one fails the pair fails, though the higher one alone would do."""
    table = drawn(PAIRS)
    text = refused(table, "17+19>4", "T9", "move/number_too_low")
    assert text == "the number must be greater than 18 at crossing 4"
    same(after(table, "19>4"), "4: 5b 18b 19a")


def test_playing_just_one_of_a_pair_stays_allowed() -> None:
    """T10: either of the two."""
    moves = legal(drawn(PAIRS)).split()
    assert {"19>4", "20>4", "19+20>4"} <= set(moves)
    same(
        after(drawn(PAIRS), "20>4"),
        """
        4: 5b 18b 20a
        a: 17 19 22 E 40
    """,
    )


def test_a_pair_must_be_held_whole() -> None:
    """T10, T6: both cards come from the hand."""
    for move, missing in (("20+21>4", 21), ("18+20>1", 18), ("23+24>1", 23)):
        text = refused(drawn(PAIRS), move, "T6", "move/not_in_hand")
        assert text == f"{missing} is not in the hand"


@pytest.mark.parametrize("text", ["19+22>4", "17+20>1", "1+42>1", "19+19>4"])
def test_numbers_three_apart_are_no_pair(text: str) -> None:
    """T10: they must differ by 1 or by 2."""
    unreadable(text, "T10", "the two numbers must differ by 1 or by 2")


@pytest.mark.parametrize(("text", "right"), [("20+19>4", r"19\+20"), ("22+20>4", r"20\+22")])
def test_the_lower_number_of_a_pair_stands_first(text: str, right: str) -> None:
    """T10: in rising order; the refusal says the right one."""
    unreadable(text, "T10", f"the lower number stands first: {right}")


@pytest.mark.parametrize("text", ["19+20+21>4", "17+19+20+22>1"])
def test_three_animals_are_never_played_at_once(text: str) -> None:
    """T10: two cards are the most."""
    unreadable(text, "T10", "only two hoofed animals can be played together")


def test_a_pair_is_not_split_over_two_crossings() -> None:
    """T10: there is no way to write it."""
    for text in ("19>1+20>2", "19+20>1+2", "19>1,20>2", "19+20>12"):
        with pytest.raises(InvalidMove):
            game.parse(text)


# T11


def test_elephants_and_crocodiles_name_one_crossing() -> None:
    """T11: without one, or with one that is not there, they are no move."""
    for text in ("E", "S", "Cg", "Cgf"):
        unreadable(text, None, "a move is cards > crossing")
    for text in ("E>", "E>0", "E>6", "S>45", "Cg>f", "Cg>6s"):
        unreadable(text, None, "the crossing is a digit from 1 to 5")


@pytest.mark.parametrize(
    ("move", "rows", "out"),
    [
        ("E>4", {"4": []}, "E"),
        ("S>1", {"1": []}, "16 25 S"),
        ("Cg>1f", {"1": ["25b"]}, "16 Cg"),
        ("Cg>4s", {"4": ["9a", "12b"]}, "7 Cg"),
    ],
)
def test_they_act_on_that_crossing_alone_and_are_out(
    move: str, rows: dict[str, list[str]], out: str
) -> None:
    """T11: all other rows stay; the card is out of the round."""
    table = drawn(TABLE)
    now = drawing(after(table, move))
    assert {place: now[place] for place in "12345"} == {
        place: rows.get(place, drawing(table)[place]) for place in "12345"
    }
    assert put_out(table, move) == out


# T12


CARAVANS = """
    1: 16a
    2: 3b 5a
    3: 11a 20b 31a
    4: 7b 9c 12b 40c
    5: LION
    a*: E E 41 42 Cz
    b: 21 22 23 24 25
    c: ...
"""


def test_an_elephant_carries_a_row_across_each_animal_to_its_owner() -> None:
    """T12: whoever played it; a has 4 + 3 points, b 3."""
    table = drawn(CARAVANS)
    carried = Carried(0, 3, ((11, 0), (20, 1), (31, 0)))
    assert caused(table, "E>3") == (carried, Drew(0, 1))
    same(
        after(table, "E>3"),
        """
        3: -
        carried a: 11 31
        carried b: 20
        carried c: -
        points: 7 3 0
    """,
    )


def test_an_elephant_carries_more_than_three_too() -> None:
    """T12: all animals of the crossing; the player of the elephant gets nothing that is not his."""
    same(
        after(drawn(CARAVANS), "E>4"),
        """
        4: -
        carried a: -
        carried b: 7 12
        carried c: 9 40
        points: 0 7 7
    """,
    )


@pytest.mark.parametrize(("crossing", "standing"), [(1, 1), (2, 2), (5, 0)])
def test_an_elephant_needs_three_animals(crossing: int, standing: int) -> None:
    """T12: never with fewer, and never at a crossing that a lion emptied."""
    text = refused(drawn(CARAVANS), f"E>{crossing}", "T12", "move/elephant_needs_three")
    assert text == f"an elephant needs at least 3 animals; crossing {crossing} has {standing}"


def test_what_was_carried_before_stays_carried() -> None:
    """T12: a second elephant adds to the first."""
    table = drawn(CARAVANS + "carried a: 28\n carried b: 2")
    same(
        after(table, "E>3", "21>1", "39>1", "E>4"),
        """
        carried a: 11 28 31
        carried b: 2 7 12 20
        carried c: 9 40
        points: 11 15 7
    """,
    )


def test_an_elephant_is_the_only_way_to_score() -> None:
    """T12: in matches played at random, points change with an elephant and never else."""
    chance = Random("score")
    scored = 0
    for number in range(4):
        state = game.start(3, f"only elephants {number}", {"rounds": 1})
        while state.to_move is not None:
            move = chance.choice(state.legal())
            before = points(state)
            state = state.play(move).state
            assert (points(state) != before) == (str(move)[0] == "E")
            scored += points(state) != before
    assert scored


def points(state: Any) -> list[int]:
    found: list[int] = state.view(None).to_dict()["points"]
    return found


# T13


EATING = """
    1: 5a 13b 29a 31b
    2: 40b
    3: LION
    4: -
    5: 3a 6b
    a*: S Cz Ca Cg 42
    b: 14 15 16 17 18
    pile: 41 38 ...
"""


def test_a_super_crocodile_eats_all_animals_of_a_crossing() -> None:
    """T13: a long row or a single animal."""
    table = drawn(EATING)
    eaten = Eaten(0, "S", 1, ((5, 0), (13, 1), (29, 0), (31, 1)))
    assert caused(table, "S>1") == (eaten, Drew(0, 1))
    same(after(table, "S>1"), "1: -")
    assert caused(table, "S>2") == (Eaten(0, "S", 2, ((40, 1),)), Drew(0, 1))
    same(after(table, "S>2"), "2: -")


@pytest.mark.parametrize("crossing", [3, 4])
def test_a_super_crocodile_needs_an_animal(crossing: int) -> None:
    """T13: neither an empty crossing nor a closed one has any."""
    text = refused(drawn(EATING), f"S>{crossing}", "T13", "move/crocodile_must_eat")
    assert text == f"a crocodile must eat; crossing {crossing} has no animal"


@pytest.mark.parametrize("text", ["S>1f", "S>1s"])
def test_a_super_crocodile_has_no_choice(text: str) -> None:
    """T13: it eats all, so there is nothing to name."""
    unreadable(text, None, "only a crocodile's move ends in f or s")


# T14


@pytest.mark.parametrize("card", ["Cg", "Cz", "Ca"])
def test_a_crocodile_may_eat_the_first_animal_of_the_row(card: str) -> None:
    """T14: the one with the lowest number, whatever its species."""
    table = drawn(EATING)
    assert caused(table, f"{card}>1f") == (Eaten(0, card, 1, ((5, 0),)), Drew(0, 1))
    same(after(table, f"{card}>1f"), "1: 13b 29a 31b")


@pytest.mark.parametrize(
    ("card", "eaten", "row"),
    [("Cg", ((13, 1), (31, 1)), "5a 29a"), ("Cz", ((5, 0), (29, 0)), "13b 31b")],
)
def test_a_crocodile_may_eat_all_animals_of_its_species(
    card: str, eaten: tuple[tuple[int, int], ...], row: str
) -> None:
    """T14: wherever they stand in the row and whosever they are."""
    table = drawn(EATING)
    assert caused(table, f"{card}>1s") == (Eaten(0, card, 1, eaten), Drew(0, 1))
    same(after(table, f"{card}>1s"), f"1: {row}")


@pytest.mark.parametrize(
    ("move", "species"), [("Ca>1s", "antelope"), ("Ca>2s", "antelope"), ("Cz>5s", "zebra")]
)
def test_the_species_can_be_chosen_only_where_one_stands(move: str, species: str) -> None:
    """T14: a crocodile must eat; its other choice stays legal."""
    table = drawn(EATING)
    text = refused(table, move, "T14", "move/no_such_prey")
    assert text == f"no {species} stands at crossing {move[3]}"
    assert move.replace("s", "f") in legal(table).split()


@pytest.mark.parametrize("move", ["Cg>4f", "Cg>4s", "Cz>3f", "Ca>3s"])
def test_a_crocodile_must_eat(move: str) -> None:
    """T14: so it needs a crossing with at least one animal."""
    text = refused(drawn(EATING), move, "T14", "move/crocodile_must_eat")
    assert text == f"a crocodile must eat; crossing {move[3]} has no animal"


@pytest.mark.parametrize(("first", "species"), [("Cg>2f", "Cg>2s"), ("Cg>3f", "Cg>3s")])
def test_both_choices_stay_legal_where_they_do_the_same(first: str, species: str) -> None:
    """T14: a lone gnu, or the first as the only gnu, may be eaten by either spelling."""
    table = drawn("""
        2: 40b
        3: 1a 2a 3b
        a*: Cg Cz Ca 30 31
        b: 14 15 16 17 18
    """)
    assert {first, species} <= set(legal(table).split())
    assert caused(table, first) == caused(table, species)
    assert drawing(after(table, first)) == drawing(after(table, species))


@pytest.mark.parametrize("text", ["Cg>1", "Cz>2", "Ca>5"])
def test_a_crocodile_says_what_it_eats(text: str) -> None:
    """T14: there are two choices, so one must be named."""
    unreadable(text, None, "say what the crocodile eats: f for the first, s for its species")


def test_a_crocodile_may_eat_its_players_own_animals() -> None:
    """T14: nothing in the rule asks for the owner."""
    same(after(drawn(EATING), "Ca>5s"), "5: -")
    assert put_out(drawn(EATING), "Ca>5s") == "3 6 Ca"


# T15


@pytest.mark.parametrize(
    ("move", "out"),
    [("S>1", "5 13 29 31 S"), ("Cz>1s", "5 29 Cz"), ("Ca>1f", "5 Ca"), ("Cg>2s", "40 Cg")],
)
def test_animals_eaten_are_out_of_the_round(move: str, out: str) -> None:
    """T15: they score nothing and do not come back."""
    table = drawn(EATING)
    assert put_out(table, move) == out
    same(
        after(table, move),
        """
        carried a: -
        carried b: -
        points: 0 0
    """,
    )


@pytest.mark.parametrize("move", ["E>1", "S>1", "Cg>1f", "Cz>1s"])
def test_markers_of_eaten_and_carried_animals_go_back(move: str) -> None:
    """T15: with twelve animals a borrows two markers; the three moves that free two or more end
    that, a crocodile that eats one leaves one borrowed."""
    table = drawn("""
        1: 1a 2a 5b 8a 11a
        2: 12a 13a 14a 15a 16a 17a 18a 19a
        a*: E S Cg Cz 42
        b: 30 31 32 33 34
    """)
    assert len(drawing(table)["borrowed"]) == 2
    assert len(drawing(after(table, move))["borrowed"]) == (1 if move == "Cg>1f" else 0)


# T16


REMAINS = """
    1: 5a 13b 29a
    2: 8b
    a*: Cz S 30 31 32
    b: 4 14 15 28 35
"""


def test_what_remains_of_a_row_keeps_its_order() -> None:
    """T16: the gaps close."""
    table = drawn("""
        1: 4a 5b 7a 8b 9a 10b 11a
        a*: Cz Cg Ca S 42
        b: 14 15 16 17 18
    """)
    same(after(table, "Cz>1s"), "1: 4a 7a 9a 10b")
    same(after(table, "Cg>1s"), "1: 5b 8b 9a 11a")
    same(after(table, "Ca>1f"), "1: 5b 7a 8b 9a 10b 11a")


def test_the_next_card_must_beat_the_outermost_that_remains() -> None:
    """T16: when the zebras 5 and 29 are gone, 13 is to beat; when only 5 is, still 29."""
    table = drawn(REMAINS)
    same(after(table, "Cz>1s", "14>1"), "1: 13b 14b")
    text = refused(after(table, "Cz>1s"), "4>1", "T9", "move/number_too_low")
    assert text == "the number must be greater than 13 at crossing 1"
    text = refused(after(table, "Cz>1f"), "28>1", "T9", "move/number_too_low")
    assert text == "the number must be greater than 29 at crossing 1"
    same(after(table, "Cz>1f", "35>1"), "1: 13b 29a 35b")


@pytest.mark.parametrize("move", ["Cz>2f", "Cz>2s", "S>2", "S>1", "E>3"])
def test_an_emptied_crossing_accepts_any_number(move: str) -> None:
    """T16, T8: eaten or carried away, the crossing is empty and open."""
    table = drawn(REMAINS.replace("30 31 32", "E 31 32") + "3: 36a 37b 38a")
    crossing = move.partition(">")[2][0]
    same(after(table, move, f"4>{crossing}"), f"{crossing}: 4b")
