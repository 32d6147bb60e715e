"""The deal of a round of Life is Life (L2, L3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from waterhole.game.dealing import Stream
from waterhole.game.errors import InvalidRecord
from waterhole.game.options import shown
from waterhole.game.vocabulary import Deal, Json
from waterhole.life.cards import HAND, NAMES, PACK, ROWS, in_order

GAME = "life"


@dataclass(frozen=True, slots=True)
class LifeDeal(Deal):
    """Who begins, the hands ("" for a seat that is out), the four rows, the cards left over."""

    first: int
    hands: tuple[str, ...]
    rows: tuple[str, ...]
    aside: str

    def to_dict(self) -> Json:
        return {
            "first": self.first,
            "hands": [list(hand) for hand in self.hands],
            "rows": [list(row) for row in self.rows],
            "aside": list(self.aside),
        }


def first_player(seed: str, seats: int) -> int:
    return Stream(GAME, seats, "lot", seed).below(seats)


def next_player(seat: int, lives: Sequence[int]) -> int:
    """The next to the left who is in."""
    seats = len(lives)
    return next(s for s in ((seat + i) % seats for i in range(1, seats + 1)) if lives[s])


def deal(seed: str, number: int, first: int, lives: Sequence[int]) -> LifeDeal:
    """The deal of the round with this number (counted from 1), for the players with lives."""
    cards = iter(Stream(GAME, len(lives), f"round {number}", seed).shuffled(PACK))

    def take(count: int) -> str:
        return in_order(next(cards) for _ in range(count))

    hands = tuple(take(HAND) if left else "" for left in lives)
    rows = tuple(take(count) for count in ROWS)
    return LifeDeal(first, hands, rows, in_order(cards))


def read_deal(data: Json, seats: int) -> LifeDeal:
    """A deal as a record has it, every card checked."""
    if data.keys() != {"first", "hands", "rows", "aside"}:
        raise _bad(f"a deal has first, hands, rows and aside, not {shown(list(data))}")
    first, hands, rows = data["first"], data["hands"], data["rows"]
    if type(first) is not int or first not in range(seats):
        raise _bad(f"'first' must be a seat from 0 to {seats - 1}, not {shown(first)}", "L3")
    if not isinstance(hands, list) or len(hands) != seats:
        raise _bad(f"'hands' must be a list of {seats} hands", "L2")
    if not isinstance(rows, list) or len(rows) != len(ROWS):
        raise _bad("'rows' must be a list of 4 rows", "L2")
    found = LifeDeal(
        first,
        tuple(_cards(hand, (0, HAND), "a hand") for hand in hands),
        tuple(_cards(row, (n,), f"row {n}") for n, row in zip(ROWS, rows, strict=True)),
        _cards(data["aside"], range(len(PACK)), "'aside'"),
    )
    if in_order("".join(found.hands + found.rows) + found.aside) != PACK:
        raise _bad("the cards of the deal are not the 60 of the game", "L1")
    return found


def _cards(data: Any, counts: Sequence[int], what: str) -> str:
    if not isinstance(data, list) or len(data) not in counts:
        wanted = " or ".join(map(str, counts)) if len(counts) <= 2 else "the left-over"
        raise _bad(f"{what} must be a list of {wanted} cards", "L2")
    for name in data:
        if not isinstance(name, str) or name not in NAMES:
            raise _bad(f"{shown(name)} is no card", "L1")
    return in_order(data)


def _bad(text: str, rule: str | None = None) -> InvalidRecord:
    return InvalidRecord("record/deal", text, rule)
