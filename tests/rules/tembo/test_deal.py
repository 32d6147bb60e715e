"""Tembo, the deal (T3 to T5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any, cast

import pytest

from tests.rules.tembo.drawn import after, caused, dealt, drawn, game, legal, same
from waterhole.game import InvalidRecord
from waterhole.game.vocabulary import RoundDealt
from waterhole.tembo.events import RoundOver
from waterhole.tembo.state import TemboState

SEEDS = [f"deal {number}" for number in range(40)]
SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def deal_of(seats: int, seed: str) -> dict[str, Any]:
    """The first deal of a match. (A round nobody could play stands in the record too.)"""
    deal: dict[str, Any] = game.start(seats, seed).record()["rounds"][0]["deal"]
    return deal


# Dealing again as docs/fair-dealing.md says, with nothing of the game's own.


class Words:
    """The documented stream of random numbers."""

    def __init__(self, seats: int, purpose: str, seed: str) -> None:
        key = sha256(f"waterhole/1\ntembo\n{seats}\n{purpose}\n{seed}".encode()).digest()
        self.words = self.read(key)

    def read(self, key: bytes) -> Iterator[int]:
        for block in range(1000):
            digest = sha256(key + block.to_bytes(8, "big")).digest()
            yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))

    def below(self, bound: int) -> int:
        return next(word % bound for word in self.words if word < 2**32 // bound * bound)

    def shuffle(self, cards: list[str]) -> list[str]:
        for last in range(len(cards) - 1, 0, -1):
            place = self.below(last + 1)
            cards[last], cards[place] = cards[place], cards[last]
        return cards


def shuffled_pack(words: Words) -> list[str]:
    others = [*["E"] * 7, "Cg", "Cg", "Cz", "Cz", "Ca", "Ca", "S", *["L"] * 3]
    return words.shuffle([*map(str, range(1, 43)), *others])


def dealt_again(seats: int, seed: str, number: int = 1) -> dict[str, Any]:
    words = Words(seats, f"round {number}", seed)
    pack = shuffled_pack(words)
    hands: list[list[str]] = []
    for _ in range(seats):
        hand: list[str] = []
        while len(hand) < 5:  # a lion goes back and is replaced by another card
            hand.append(pack.pop(next(i for i, card in enumerate(pack) if card != "L")))
        hands.append(hand)
    rest = words.shuffle(pack)
    return {"hands": list(map(sorted, hands)), "crossings": rest[:5], "pile": rest[5:]}


# T3


@SEATS
def test_everyone_is_dealt_five_cards_and_no_lion(seats: int) -> None:
    """T3: five cards each, and nobody holds a lion."""
    for seed in SEEDS:
        hands = deal_of(seats, seed)["hands"]
        assert [len(hand) for hand in hands] == [5] * seats
        assert not any("L" in hand for hand in hands)


@SEATS
def test_a_dealt_lion_goes_back_and_is_replaced(seats: int) -> None:
    """T3: the hands are those of the shuffled pack without its lions, which are mixed in again."""
    lions_met = 0
    for seed in SEEDS:
        again = dealt_again(seats, seed)
        found = deal_of(seats, seed)
        found["hands"] = list(map(sorted, found["hands"]))
        assert found == {"first": found["first"]} | again
        lions_met += "L" in shuffled_pack(Words(seats, "round 1", seed))[: 5 * seats]
    assert lions_met > 5  # so the replacing really happened


def test_the_remaining_cards_are_shuffled_again() -> None:
    """T3: a lion given back can lie anywhere: under a crossing, first or last in the pile."""
    deals = [deal_of(4, seed) for seed in SEEDS]
    places = {place for deal in deals for place, card in enumerate(deal["pile"]) if card == "L"}
    assert any("L" in deal["crossings"] for deal in deals)
    assert len(places) > 20
    assert min(places) < 3
    assert max(places) > 30


def test_a_record_whose_deal_gives_somebody_a_lion_is_refused() -> None:
    """T3: a hand with a lion, or of another size, is no deal."""
    record = game.start(2, "lion").record()
    deal = record["rounds"][0]["deal"]
    place = deal["pile"].index("L")
    deal["hands"][1][2], deal["pile"][place] = deal["pile"][place], deal["hands"][1][2]
    with pytest.raises(InvalidRecord, match="nobody may hold a lion") as caught:
        list(game.replay(record))
    assert (caught.value.code, caught.value.rule) == ("record/deal", "T3")

    deal["hands"][1].pop()
    with pytest.raises(InvalidRecord, match="a hand must be a list of 5 cards") as caught:
        list(game.replay(record))
    assert (caught.value.code, caught.value.rule) == ("record/deal", "T3")


# T4


@SEATS
def test_five_cards_lie_under_the_crossings_and_the_rest_is_the_pile(seats: int) -> None:
    """T4: five cards face down; the pile has all that is left."""
    deal = deal_of(seats, "river")
    assert len(deal["crossings"]) == 5
    assert len(deal["pile"]) == 59 - 5 * seats - 5
    same(cast(TemboState, game.start(seats, "river")), f"left: {54 - 5 * seats}")


def test_a_record_with_four_crossings_is_refused() -> None:
    """T4: exactly five cards are the crossings."""
    record = game.start(2, "river").record()
    deal = record["rounds"][0]["deal"]
    deal["pile"].append(deal["crossings"].pop())
    with pytest.raises(InvalidRecord, match="'crossings' must be a list of 5 cards") as caught:
        list(game.replay(record))
    assert (caught.value.code, caught.value.rule) == ("record/deal", "T4")


HANDS = """
    a*: 16 17 E Cg 40
    b: 1 2 3 E S
    c: 4 5 6 E Ca
"""


def test_nobody_sees_the_cards_under_the_crossings() -> None:
    """T4: tables that differ only under the crossings (and deep in the pile) look the same."""
    one = dealt(f"{HANDS} under: 7 8 9 10 11")
    other = dealt(f"{HANDS} under: L Cz 42 E L")
    assert one != other
    for seat in (None, 0, 1, 2):
        assert one.view(seat).to_json() == other.view(seat).to_json()
    moved, moved_other = after(one, "16>3"), after(other, "16>3")
    for seat in (None, 1, 2):  # seat 0 has drawn a card, which is another one
        assert moved.view(seat).to_json() == moved_other.view(seat).to_json()


def test_a_lion_under_a_crossing_does_nothing() -> None:
    """T4: the hidden cards are out of the round, so every crossing is empty and open."""
    table = dealt(f"{HANDS} under: L L L 41 42")
    same(
        table,
        """
        1: -
        2: -
        3: -
        4: -
        5: -
    """,
    )
    assert [move for move in legal(table).split() if move.startswith("40")] == [
        "40>1", "40>2", "40>3", "40>4", "40>5",
    ]  # fmt: skip


# T5


def test_the_player_left_of_the_dealer_begins() -> None:
    """T5: the dealer is drawn by lot as documented; the next seat begins."""
    for seats in (2, 3, 4):
        for seed in SEEDS:
            dealer = Words(seats, "lot", seed).below(seats)
            assert deal_of(seats, seed)["first"] == (dealer + 1) % seats


@SEATS
def test_the_lot_is_fair(seats: int) -> None:
    """T5: over many seeds each seat begins about equally often."""
    tries = 240
    first = Counter(deal_of(seats, f"lot {number}")["first"] for number in range(tries))
    assert set(first) == set(range(seats))
    assert all(abs(count - tries / seats) < tries / seats / 3 for count in first.values())


def test_play_goes_clockwise() -> None:
    """T5: after each turn the next seat is to move, after the last the first."""
    table = dealt("""
        a: 1 2 3 4 5
        b*: 11 12 13 14 15
        c: 21 22 23 24 25
        pile: 30 31 32 ...
    """)
    turns = [table.to_move]
    for move in ("11>1", "21>1", "1>2"):
        table = after(table, move)
        turns.append(table.to_move)
    assert turns == [1, 2, 0, 1]


def test_the_deal_passes_to_the_left_in_the_second_round() -> None:
    """T5: whoever began the first round, the next seat begins the second."""
    table = drawn(
        """
        1: 7b 42a
        2: LION
        3: LION
        4: LION
        5: 40a
        a*: 41 E E E E
        b: 1 2 3 4 5
        c: ...
        """,
        then=[
            """
        a: 7 8 9 10 11
        b*: 1 2 3 4 5
        c: ...
        """
        ],
    )
    assert caused(table, "41>5")[-2:] == (RoundOver(1, (0, 0, 0)), RoundDealt(2, 1))
    same(after(table, "41>5"), "b*: 1 2 3 4 5")


@SEATS
def test_the_deal_goes_on_passing_to_the_left(seats: int) -> None:
    """T5: in matches dealt from seeds too, over all their rounds."""
    for seed in SEEDS[:4]:
        record = played_out(seats, seed, rounds=4).record()
        firsts = [played["deal"]["first"] for played in record["rounds"]]
        assert firsts == [(firsts[0] + number) % seats for number in range(4)]
        for number, played in enumerate(record["rounds"], 1):
            assert played["deal"]["pile"] == dealt_again(seats, seed, number)["pile"]


def test_a_record_in_which_another_begins_the_second_round_is_refused() -> None:
    """T5: the deal passes to the left, and the refusal says who begins."""
    record = played_out(3, "left", rounds=2).record()
    right = (record["rounds"][0]["deal"]["first"] + 1) % 3
    record["rounds"][1]["deal"]["first"] = (right + 1) % 3
    with pytest.raises(InvalidRecord, match=f"'first' must be {right}") as caught:
        list(game.replay(record))
    assert (caught.value.code, caught.value.rule, caught.value.round) == ("record/first", "T5", 2)


def test_a_record_says_who_begins_by_a_seat() -> None:
    """T5: a seat that nobody has cannot begin."""
    for first in (2, -1, "0", True, None):
        record = game.start(2, "first").record()
        record["rounds"][0]["deal"]["first"] = first
        with pytest.raises(InvalidRecord, match="'first' must be a seat from 0 to 1") as caught:
            list(game.replay(record))
        assert (caught.value.code, caught.value.rule) == ("record/deal", "T5")


def test_the_same_seed_deals_the_same_match() -> None:
    """T3, T4, T5: a deal follows from its seed; without a seed, each match is another."""
    assert game.start(3, "again") == game.start(3, "again")
    assert deal_of(3, "again") != deal_of(3, "again!")
    assert game.start(3).setup.seed != game.start(3).setup.seed


def played_out(seats: int, seed: str, rounds: int) -> TemboState:
    """A match played to its end at random."""
    chance = Random(seed)
    state = game.start(seats, seed, {"rounds": rounds})
    while state.to_move is not None:
        state = state.play(chance.choice(state.legal())).state
    return cast(TemboState, state)
