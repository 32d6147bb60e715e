"""Sudden death: L8."""

from __future__ import annotations

import pytest

from tests.rules.life.drawn import (
    ADA,
    BO,
    CARDS,
    CLEO,
    DARA,
    PACK,
    Table,
    after,
    drawn,
    hand,
    happened,
    last_round,
    lives,
    random_match,
    rows,
)
from waterhole.game.vocabulary import MatchOver, RoundDealt
from waterhole.life.events import Knocked, LivesChanged, Out, Scored, SuddenDeath, Swapped

# The last cat, hare and pig lie in row 3.
ALMOST = """
    1: G
    2: TM
    3: HPC
    4: GBBD
    a* {a}: CCC HHHH G SS
    b  {b}: PPPP BB OO TT
    c  {c}: GG OO TT DDD M
    {notes}
"""


def almost(a: int = 5, b: int = 5, c: int = 5, notes: str = "") -> Table:
    """Ada lacks one cat and one hare, Bo one pig."""
    return drawn(ALMOST.format(a=a, b=b, c=c, notes=notes))


def one_missing(animal: str) -> Table:
    """Ada lacks one animal of the species; it is row 1."""
    held = animal * (CARDS[animal] - 1)
    return drawn(f"""
        1: {animal}
        2: ...
        3: ...
        4: ...
        a* 5: {held}M...
        b  5: ...
        c  5: ...
    """)


@pytest.mark.parametrize(("animal", "full"), [("C", "CCCC"), ("H", "HHHHH"), ("P", "PPPPP")])
def test_all_cats_all_hares_or_all_pigs_end_the_round_at_once(animal: str, full: str) -> None:
    """L8: 4 cats, 5 hares or 5 pigs; they are shown, everyone else loses 1 life."""
    table = one_missing(animal)
    assert happened(table, "1:M") == (
        Swapped(ADA, 1, "M", animal),
        SuddenDeath(ADA, full),
        LivesChanged((0, -1, -1), (5, 4, 4)),
        RoundDealt(2, BO),
    )
    assert len(after(table, "1:M").played) == 1


@pytest.mark.parametrize("animal", ["G", "B", "O", "T", "S", "D", "M"])
def test_no_other_species_brings_sudden_death(animal: str) -> None:
    """L8: all moles or all mice are only a majority. (All 9 giraffes and one card more fit in a
    hand, too.)"""
    other = "G" if animal != "G" else "B"
    table = drawn(f"""
        1: {animal}
        2: ...
        3: ...
        4: ...
        a* 5: {animal * (CARDS[animal] - 1)}{other}...
        b  5: ...
        c  5: ...
    """)
    assert happened(table, f"1:{other}") == (Swapped(ADA, 1, other, animal),)
    table = after(table, f"1:{other}")
    assert hand(table, ADA).count(animal) == CARDS[animal]
    assert len(table.played) == 0


@pytest.mark.parametrize("animal", ["C", "H", "P"])
def test_all_but_one_are_not_enough(animal: str) -> None:
    """L8: the round goes on."""
    table = after(one_missing(animal), "2:" + "".join(sorted("MG", key=PACK.index)))
    assert len(table.played) == 0
    assert hand(table, ADA).count(animal) == CARDS[animal] - 1


def test_cats_and_hares_together_are_no_set() -> None:
    """L8: three cats and four hares are seven animals and nothing."""
    table = after(almost(), "2:SS")
    assert len(table.played) == 0


def test_nothing_is_scored() -> None:
    """L8: no Scored event, the points of all are 0, and the ending says why."""
    table = almost()
    assert not any(isinstance(event, Scored) for event in happened(table, "3:GSS"))
    assert last_round(after(table, "3:GSS")) == {
        "ending": "sudden-death",
        "points": [0, 0, 0],
        "lives": [5, 4, 4],
    }


def test_the_record_tells_of_sudden_death() -> None:
    """L8: the round of the record ends with the swap."""
    data = after(almost(), "3:GSS").record()["rounds"][0]
    assert data["moves"] == ["3:GSS"]
    assert data["ending"] == "sudden-death"
    assert data["points"] == [0, 0, 0]
    assert data["lives"] == [5, 4, 4]


def test_two_sets_at_once_are_one_sudden_death() -> None:
    """L8: Ada completes cats and hares with one swap; the others lose 1 life, not 2."""
    _, called, change, *_ = happened(almost(), "3:GSS")
    assert isinstance(called, SuddenDeath)
    assert sorted(called.shown) == list("CCCCHHHHH")
    assert change == LivesChanged((0, -1, -1), (5, 4, 4))


def test_two_sets_are_shown_in_the_order_of_the_animals() -> None:
    """L8: hares stand before cats, in what happened and in what is remembered of it."""
    assert happened(almost(), "3:GSS")[1] == SuddenDeath(ADA, "HHHHHCCCC")
    view = after(almost(), "3:GSS").view(BO).to_dict()
    assert view["memories"][0]["shown"] == [list("HHHHHCCCC"), [], []]


def test_the_whole_set_is_shown_and_no_other_hand() -> None:
    """L8: what lies open afterwards is the set, and nobody else's cards."""
    table = after(one_missing("C"), "1:M")
    for seat in (ADA, BO, CLEO, None):
        assert table.view(seat).to_dict()["memories"][0]["shown"] == [list("CCCC"), [], []]


def test_any_player_can_bring_it_about() -> None:
    """L8: Bo in his turn; now Ada and Cleo lose a life."""
    table = after(almost(), "1:S")
    assert table.to_move == BO
    assert happened(table, "3:BOO")[:3] == (
        Swapped(BO, 3, "BOO", "HPC"),
        SuddenDeath(BO, "PPPPP"),
        LivesChanged((-1, 0, -1), (4, 5, 4)),
    )


def test_it_can_happen_after_a_knock() -> None:
    """L8, L7: the round is not scored; Bo, who still had a turn, has none."""
    table = almost(notes="knocked: c")
    events = happened(table, "3:GSS")
    assert [type(event) for event in events] == [Swapped, SuddenDeath, LivesChanged, RoundDealt]
    assert last_round(after(table, "3:GSS"))["ending"] == "sudden-death"
    assert last_round(after(table, "3:GSS"))["lives"] == [5, 4, 4]


def test_it_can_happen_in_the_very_last_turn() -> None:
    """L8, L7: with the last turn the round would be scored; sudden death comes first."""
    table = almost(notes="knocked: b")
    assert table.to_move == ADA
    assert last_round(after(table, "3:GSS"))["ending"] == "sudden-death"
    assert last_round(after(table, "1:S"))["ending"] == "knock"


def test_the_knocker_loses_a_life_like_everyone_else() -> None:
    """L8: when another brings sudden death in the last turns."""
    table = almost(notes="knocked: c")
    assert last_round(after(table, "3:GSS"))["lives"][CLEO] == 4


def test_a_dealt_set_still_held_after_a_swap_counts() -> None:
    """L8: the ruling; it is called automatically."""
    table = dealt_four_cats()
    assert happened(table, "2:GB")[:2] == (
        Swapped(ADA, 2, "GB", "TM"),
        SuddenDeath(ADA, "CCCC"),
    )


def test_a_dealt_set_given_away_in_the_swap_does_not_count() -> None:
    """L8: the ruling; before the swap nothing happens, and after it the set is broken."""
    table = dealt_four_cats()
    assert (len(table.played), table.to_move) == (0, ADA)
    table = after(table, "1:C")
    assert (len(table.played), table.to_move) == (0, BO)
    assert rows(table)[0] == "C"


def test_a_dealt_set_does_not_count_in_another_players_turn() -> None:
    """L8: Ada holds it, but only Bo has swapped."""
    table = dealt_four_cats(star="b")
    table = after(table, "1:B")
    assert len(table.played) == 0
    table = after(table, "1:G")
    assert (len(table.played), table.to_move) == (0, ADA)
    assert happened(table, "1:B")[1] == SuddenDeath(ADA, "CCCC")


def dealt_four_cats(star: str = "a") -> Table:
    a, b = ("*", " ") if star == "a" else (" ", "*")
    return drawn(f"""
        1: D
        2: TM
        3: HHP
        4: GBBD
        a{a} 5: CCCC GG BB OO
        b{b} 5: GG BB OO TT SS
        c  5: GG OO TT DDD M
    """)


def test_a_set_given_away_is_broken_and_can_be_completed_again() -> None:
    """L8: Ada lays a cat down and takes it back a lap later."""
    table = after(dealt_four_cats(), "1:C", "4:BBOO", "4:GGOO")
    assert len(table.played) == 0
    assert happened(table, "1:D")[1] == SuddenDeath(ADA, "CCCC")


def test_several_players_can_go_out_at_once() -> None:
    """L8, L11: Bo and Dara had one life; Ada and Cleo play on."""
    table = drawn("""
        1: C
        2: ...
        3: ...
        4: ...
        a* 2: CCCM...
        b  1: ...
        c  3: ...
        d  1: ...
    """)
    assert happened(table, "1:M")[2:] == (
        LivesChanged((0, -1, -1, -1), (2, 0, 2, 0)),
        Out(BO),
        Out(DARA),
        RoundDealt(3, CLEO),
    )
    table = after(table, "1:M")
    assert lives(table) == [2, 0, 2, 0]
    assert table.view(BO).to_dict()["hand"] == []


def test_all_others_can_go_out_at_once() -> None:
    """L8, L11: then the match is over."""
    table = almost(a=1, b=1, c=1)
    assert happened(table, "3:GSS")[2:] == (
        LivesChanged((0, -1, -1), (1, 0, 0)),
        Out(BO),
        Out(CLEO),
        MatchOver((ADA,)),
    )
    assert after(table, "3:GSS").record()["result"] == {"winners": [0], "lives": [1, 0, 0]}


def test_who_is_out_loses_nothing_more() -> None:
    """L8, L11: nobody has fewer than 0 lives."""
    table = drawn("""
        1: C
        2: ...
        3: ...
        4: ...
        a* 5: CCCM...
        b  0: -
        c  3: ...
    """)
    assert happened(table, "1:M")[2] == LivesChanged((0, 0, -1), (5, 0, 2))


def test_two_players_lose_one_life_and_not_two() -> None:
    """L8: the loss is 1, though a scored round of two would cost 2 (L10)."""
    table = drawn("""
        1: H
        2: ...
        3: ...
        4: ...
        a* 5: HHHHM...
        b  5: ...
    """)
    assert last_round(after(table, "1:M"))["lives"] == [5, 4]


def test_a_round_ends_in_sudden_death_just_when_a_set_is_complete() -> None:
    """L8: over random matches, by counting cats, hares and pigs after every swap."""
    endings: set[str] = set()
    for number in range(12):
        for table, move in random_match(2 + number % 4, f"sets {number}", lap_limit=6):
            if move is None or table.to_move is None:
                continue
            cards = hand(table, table.to_move)
            for card in str(move)[2:]:
                cards = cards.replace(card, "", 1)
            if str(move) != "K":
                cards += rows(table)[int(str(move)[0]) - 1]
            full = any(cards.count(animal) == n for animal, n in (("C", 4), ("H", 5), ("P", 5)))
            step = table.play(move)
            called = [event for event in step.events if isinstance(event, SuddenDeath)]
            assert bool(called) == (full and str(move) != "K")
            endings.update(event.shown for event in called)
    assert endings, "no random match had a sudden death"


def test_a_knock_alone_brings_no_sudden_death() -> None:
    """L8, L7: it comes after a swap."""
    table = almost(notes="laps: 2")
    assert happened(table, "K") == (Knocked(ADA, first=True),)
