"""The cards and the deal: L1, L2, L3."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.rules.life.drawn import (
    ADA,
    BO,
    CARDS,
    CLEO,
    DARA,
    ELI,
    PACK,
    Table,
    after,
    drawn,
    happened,
    life,
    lives,
    random_match,
    rows,
)
from waterhole.game import InvalidRecord
from waterhole.game.vocabulary import RoundDealt

SEATS = (2, 3, 4, 5)


def dealt(table: Table, round: int = -1) -> dict[str, Any]:
    """A deal as the record has it."""
    deal: dict[str, Any] = table.record()["rounds"][round]["deal"]
    return deal


def all_cards(deal: dict[str, Any]) -> str:
    piles = [*deal["hands"], *deal["rows"], deal["aside"]]
    return "".join(card for pile in piles for card in pile)


@pytest.mark.parametrize("seats", SEATS)
def test_there_are_sixty_animals_of_ten_species(seats: int) -> None:
    """L1: 9 giraffes, 8 bears, 7 moles and goats, 6 sheep and dogs, 5 hares and pigs, 4 cats,
    3 mice."""
    cards = Counter(all_cards(dealt(life.start(seats, "any text"))))
    assert cards == {
        "G": 9, "B": 8, "O": 7, "T": 7, "S": 6, "D": 6, "H": 5, "P": 5, "C": 4, "M": 3,
    }  # fmt: skip
    assert cards.total() == 60


def test_a_deal_of_other_cards_is_refused() -> None:
    """L1: a record whose deal is not made of the 60 animals is not read."""
    record = life.start(3, "any text").record()
    deal = record["rounds"][0]["deal"]
    card = deal["rows"][0][0]
    deal["rows"][0] = ["M" if card != "M" else "G"]
    with pytest.raises(InvalidRecord) as caught:
        list(life.replay(record))
    assert (caught.value.rule, caught.value.code) == ("L1", "record/deal")


@pytest.mark.parametrize("seats", SEATS)
def test_each_player_starts_with_five_lives(seats: int) -> None:
    """L2, L1: 5 lives each; the 25 of the box are enough for five."""
    start = lives(life.start(seats, "any text"))
    assert start == [5] * seats
    assert sum(start) <= 25


@pytest.mark.parametrize(("seats", "aside"), [(2, 30), (3, 20), (4, 10), (5, 0)])
def test_ten_cards_each_ten_in_rows_and_the_rest_aside(seats: int, aside: int) -> None:
    """L2: 10 cards to each, 10 face up, what is left over is out of the round."""
    table = life.start(seats, "any text")
    views = [table.view(seat).to_dict() for seat in range(seats)]
    assert [len(view["hand"]) for view in views] == [10] * seats
    assert [view["aside"] for view in views] == [aside] * seats
    assert len(dealt(table)["aside"]) == aside


@pytest.mark.parametrize("seats", SEATS)
def test_the_four_rows_have_one_two_three_and_four_cards(seats: int) -> None:
    """L2: and all see them, spectators too."""
    table = life.start(seats, "any text")
    assert [len(row) for row in rows(table)] == [1, 2, 3, 4]
    for seat in (*range(seats), None):
        assert table.view(seat).to_dict()["rows"] == dealt(table)["rows"]


def test_the_cards_left_over_are_face_down() -> None:
    """L2: who is told of the cards aside learns their number and nothing else."""
    table = life.start(3, "any text")
    for seat in (ADA, BO, CLEO, None):
        view = table.view(seat).to_dict()
        cards = sum(len(pile) for pile in [view["hand"] or [], *view["rows"]])
        assert view["aside"] == 20
        assert cards == (10 if seat is None else 20)


@pytest.mark.parametrize(
    ("rule", "spoil"),
    [
        ("L2", lambda deal: deal["hands"][0].append(deal["aside"].pop())),
        ("L2", lambda deal: deal["aside"].append(deal["hands"][0].pop())),
        ("L2", lambda deal: deal["rows"][3].append(deal["rows"][0].pop())),
        ("L2", lambda deal: deal["rows"].reverse()),
        ("L2", lambda deal: deal["hands"].append([])),
        ("L3", lambda deal: deal.update(first=3)),
        ("L3", lambda deal: deal.update(first=True)),
    ],
)
def test_a_deal_of_another_shape_is_refused(rule: str, spoil: Any) -> None:
    """L2, L3: a record with other numbers of cards, or begun by nobody at the table, is not
    read."""
    record = life.start(3, "any text").record()
    spoil(record["rounds"][0]["deal"])
    with pytest.raises(InvalidRecord) as caught:
        list(life.replay(record))
    assert (caught.value.rule, caught.value.code) == (rule, "record/deal")
    assert str(caught.value).startswith("round 1: ")


def test_each_round_is_shuffled_anew() -> None:
    """L2: no two rounds, and no two seeds, have the same deal; the same seed has."""
    for table, move in random_match(3, "shuffled", lap_limit=1):
        if move is None:
            deals = [str(dealt(table, number)) for number in range(len(table.played))]
            assert len(set(deals)) == len(deals) > 2
    first, again, other = (life.start(3, seed) for seed in ("one", "one", "two"))
    assert dealt(first) == dealt(again)
    assert dealt(first)["hands"] != dealt(other)["hands"]


def test_every_card_can_be_dealt_anywhere() -> None:
    """L2: over many seeds each place has each species about as often as the pack does."""
    deals = [dealt(life.start(3, f"seed {number}")) for number in range(600)]
    top_rows = Counter(deal["rows"][0][0] for deal in deals)
    assert sum(len(deal["hands"][2]) for deal in deals) == 6000
    in_hand = Counter(card for deal in deals for card in deal["hands"][2])
    for card, count in CARDS.items():
        assert 0.5 * count < top_rows[card] * len(PACK) / 600 < 1.6 * count
        assert 0.85 * count < in_hand[card] * len(PACK) / 6000 < 1.15 * count


@pytest.mark.parametrize("seats", SEATS)
def test_the_first_starting_player_is_drawn_by_lot(seats: int) -> None:
    """L3: over many seeds each seat begins about as often as any other."""
    tables = [life.start(seats, f"seed {number}") for number in range(600)]
    begins = Counter(table.to_move for table in tables)
    assert begins.keys() == set(range(seats))
    for count in begins.values():
        assert 0.7 * 600 / seats < count < 1.3 * 600 / seats
    assert all(dealt(table)["first"] == table.to_move for table in tables)


def test_play_goes_clockwise() -> None:
    """L3: from the first player on, each seat in turn."""
    tables = (table for table, _ in random_match(4, "clockwise", lap_limit=3))
    turns = [next(tables).to_move for _ in range(9)]
    assert turns[0] is not None
    assert turns == [(turns[0] + i) % 4 for i in range(9)]


def test_play_skips_a_player_who_is_out() -> None:
    """L3, L11: the turn goes to the next to the left who is in."""
    table = drawn("""
        1: G
        2: ...
        3: ...
        4: ...
        a  2: ...
        b  0: -
        c* 4: MB...
        d  0: -
        e  1: B...
    """)
    assert table.to_move == CLEO
    table = after(table, "1:M")
    assert table.to_move == ELI
    table = after(table, "1:B")
    assert table.to_move == ADA
    table = after(table, "1:G")
    assert table.to_move == CLEO


# A round that is about to be scored, Cleo's knock being the last move; Bo and Cleo lose lives.
ENDING = """
    1: M
    2: MM
    3: HHH
    4: PPPP
    a  {a}: GGGGG BBBBB
    b  {b}: {hand_b}
    c* {c}: TTTTTT SSSS
    d  {d}: {hand_d}
    {notes}
"""
HAND_B, HAND_D = "OOOOOOO DDD", "GGGG BBB SS T"


def ending(a: int, b: int, c: int, d: int, notes: str) -> Table:
    """Ada scores 9 + 8, Bo 7 + 6, Cleo 7 + 6, Dara 0; who is out has no hand."""
    hand_b, hand_d = (HAND_B if b else "-"), (HAND_D if d else "-")
    return drawn(ENDING.format(a=a, b=b, c=c, d=d, hand_b=hand_b, hand_d=hand_d, notes=notes))


@pytest.mark.parametrize(
    ("first", "then"), [("a", BO), ("b", CLEO), ("c", DARA), ("d", ADA)]
)  # Dara has the last seat: the next to her left is Ada
def test_the_next_round_is_started_by_the_player_to_the_left(first: str, then: int) -> None:
    """L3: of the one who started the round before, whoever ended it."""
    table = ending(5, 5, 5, 5, f"knocked: d\nfirst: {first}\nlaps: 3")
    assert happened(table, "K")[-1] == RoundDealt(2, then)
    table = after(table, "K")
    assert (table.to_move, dealt(table)["first"]) == (then, then)


@pytest.mark.parametrize(
    ("left", "first", "then"),
    [
        ((5, 0, 5, 5), "a", CLEO),  # Bo was out before
        ((5, 1, 5, 5), "a", CLEO),  # Bo goes out in this round
        ((5, 1, 1, 5), "a", DARA),  # so do Bo and Cleo
        ((5, 1, 5, 5), "b", CLEO),  # Bo began it and goes out
        ((5, 5, 5, 2), "c", ADA),  # Dara goes out
        ((5, 0, 1, 5), "a", DARA),  # Bo was out and Cleo goes out
    ],
)
def test_who_is_out_starts_no_round(left: tuple[int, int, int, int], first: str, then: int) -> None:
    """L3: the next to the left who is in starts instead."""
    table = ending(*left, f"knocked: d\nfirst: {first}\nlaps: 3")
    assert happened(table, "K")[-1] == RoundDealt(3, then)
    assert after(table, "K").to_move == then


def test_a_record_with_another_starting_player_is_refused() -> None:
    """L3: the rules say who starts a later round; a record cannot say otherwise."""
    tables = [table for table, _ in random_match(3, "starts", lap_limit=1)]
    record = tables[-1].record()
    second = record["rounds"][1]["deal"]
    second["first"] = (second["first"] + 1) % 3
    with pytest.raises(InvalidRecord) as caught:
        list(life.replay(record))
    assert (caught.value.rule, caught.value.code, caught.value.round) == ("L3", "record/first", 2)


@pytest.mark.parametrize("seats", SEATS)
def test_only_players_still_in_are_dealt_cards(seats: int) -> None:
    """L2, L11: in every round of a match; the hand of a seat that is out is [] in the record."""
    *_, (table, _) = random_match(seats, f"dealt to {seats}", lap_limit=1)
    before = [5] * seats
    for data in table.record()["rounds"]:
        sizes = [len(hand) for hand in data["deal"]["hands"]]
        assert sizes == [10 if left else 0 for left in before]
        assert all(hand == [] for hand in data["deal"]["hands"] if len(hand) != 10)
        assert len(data["deal"]["aside"]) == 50 - sum(sizes)
        assert sorted(all_cards(data["deal"])) == sorted(PACK)
        before = data["lives"]
