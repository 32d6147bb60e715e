"""Tembo, the cards (T1, T2). Files of custom decks: test_options_and_decks.py."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.rules.tembo.drawn import after, drawing, drawn, game, same
from waterhole.game import InvalidOptions, InvalidRecord
from waterhole.tembo import default_deck
from waterhole.tembo.view import marker_colour

RULEBOOK = Path(__file__).parents[3] / "rulebook" / "tembo.md"

# T2: the rulebook's table, points first.
DEFAULT_DECK = """
    5: gnu 16 34, zebra 2 8, antelope 27 39
    4: gnu 1 7 28 40, zebra 11 14 32 35, antelope 18 21 24 30
    3: gnu 4 22 25 31, zebra 17 20 38 41, antelope 6 9 12 36
    2: gnu 10 13 19 37, zebra 5 23 26 29, antelope 3 15 33 42
"""


def all_cards(deal: dict[str, Any]) -> Counter[str]:
    piles = (*deal["hands"], deal["crossings"], deal["pile"])
    return Counter(card for pile in piles for card in pile)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_are_59_cards(seats: int) -> None:
    """T1: 42 hoofed animals, 7 elephants, 6 crocodiles, 1 super crocodile, 3 lions."""
    cards = all_cards(game.start(seats, "cards").record()["rounds"][0]["deal"])
    others = {"E": 7, "Cg": 2, "Cz": 2, "Ca": 2, "S": 1, "L": 3}
    assert cards == Counter({str(number): 1 for number in range(1, 43)}) + Counter(others)
    assert cards.total() == 59


@pytest.mark.parametrize(("put", "instead_of"), [("1", "2"), ("E", "S"), ("Cg", "Cz")])
def test_a_record_with_other_cards_is_refused(put: str, instead_of: str) -> None:
    """T1: a deal that is not of these 59 cards is none."""
    record = game.start(2, "cards").record()
    deal = record["rounds"][0]["deal"]
    for pile in (*deal["hands"], deal["crossings"], deal["pile"]):
        pile[:] = [put if card == instead_of else card for card in pile]
    with pytest.raises(InvalidRecord, match="not the 59 of the game") as caught:
        list(game.replay(record))
    assert (caught.value.code, caught.value.rule, caught.value.round) == ("record/deal", "T1", 1)


@pytest.mark.parametrize("card", ["43", "0", "07", "e", "C", "", "16 ", 16, None])
def test_a_record_with_an_unknown_card_is_refused(card: object) -> None:
    """T1: a name that no card has is refused and quoted."""
    record = game.start(2, "cards").record()
    record["rounds"][0]["deal"]["pile"][3] = card
    with pytest.raises(InvalidRecord, match=re.escape(f"{card!r} is no card")) as caught:
        list(game.replay(record))
    assert (caught.value.code, caught.value.rule) == ("record/deal", "T1")


def test_two_to_four_play() -> None:
    """T1: markers come in four colours, and the box says 2 to 4 players."""
    for seats in (2, 3, 4):
        assert game.start(seats, "players").view(None).to_dict()["hand_sizes"] == [5] * seats
    assert list(game.seats) == [2, 3, 4]
    for seats in (1, 5):
        with pytest.raises(InvalidOptions, match=f"from 2 to 4, not {seats}") as caught:
            game.start(seats)
        assert (caught.value.code, caught.value.rule) == ("options/seats", "T1")


def test_markers_are_red_orange_black_and_blue() -> None:
    """T1: each seat has a colour of its own."""
    colours = [marker_colour(seat, 4, borrowed=False) for seat in range(4)]
    assert colours == ["red", "orange", "black", "blue"]


def test_each_player_has_ten_markers() -> None:
    """T1: ten animals of one player wear his own colour; the eleventh wears a borrowed one."""
    table = drawn("""
        1: 1a 2a 3a 4a 5a 6a 7a 8a 9a
        2: 10b
        a*: 20 22 E E E
        b: ...
    """)
    same(after(table, "20>3"), "borrowed: -")
    assert len(drawing(after(table, "20+22>3"))["borrowed"]) == 1


def test_there_are_14_animals_of_each_species() -> None:
    """T1: 14 gnus, 14 zebras, 14 antelopes, each worth 2 to 5 points."""
    deck = default_deck()
    assert Counter(map(deck.species, range(1, 43))) == {"gnu": 14, "zebra": 14, "antelope": 14}
    assert {deck.points(number) for number in range(1, 43)} == {2, 3, 4, 5}


def test_species_take_turns_from_gnu() -> None:
    """T2: species repeat gnu, zebra, antelope; so 16 and 25 are gnus, as in the box."""
    deck = default_deck()
    found = [deck.species(number) for number in range(1, 43)]
    assert found == ["gnu", "zebra", "antelope"] * 14
    assert deck.species(16) == deck.species(25) == "gnu"


def test_the_default_deck_is_the_table_of_the_rulebook() -> None:
    """T2: every number has the species and the points of the rulebook's table."""
    found = {number: (default_deck().species(number), default_deck().points(number))
             for number in range(1, 43)}  # fmt: skip
    assert found == table_of(DEFAULT_DECK) == table_of(rulebook_table())


def test_points_are_spread_evenly() -> None:
    """T2: no species is worth more than another, and no end of the numbers much more."""
    deck = default_deck()
    by_species: Counter[str] = Counter()
    for number in range(1, 43):
        by_species[deck.species(number)] += deck.points(number)
    assert len(set(by_species.values())) == 1
    sixes = [sum(map(deck.points, range(low, low + 6))) for low in range(1, 43, 6)]
    assert max(sixes) - min(sixes) <= 3


def test_a_match_says_that_it_is_played_with_the_default_deck() -> None:
    """T2: without a deck of its own, a match has none in its record or its views."""
    state = game.start(2, "cards")
    assert state.record()["options"] == {"rounds": 2}
    assert state.view(0).to_dict()["deck"] is None


def table_of(text: str) -> dict[int, tuple[str, int]]:
    """Species and points by number."""
    found: dict[int, tuple[str, int]] = {}
    for points, line in re.findall(r"(\d): (.*)", text):
        for group in line.split(", "):
            species, *numbers = group.split()
            found |= {int(number): (species, int(points)) for number in numbers}
    return found


def rulebook_table() -> str:
    """The table under T2 in the form above."""
    rows = re.findall(r"(?m)^\| ([2-5]) \| (.*) \| (.*) \| (.*) \|$", RULEBOOK.read_text("utf-8"))
    return "\n".join(
        f"{points}: gnu {gnus}, zebra {zebras}, antelope {antelopes}"
        for points, *groups in rows
        for gnus, zebras, antelopes in [[numbers.replace(",", "") for numbers in groups]]
    )
