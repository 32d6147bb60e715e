"""The deal of a round of Tembo (T3 to T5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from waterhole.game.dealing import Stream
from waterhole.game.errors import InvalidRecord
from waterhole.game.options import shown
from waterhole.game.vocabulary import Deal, Json
from waterhole.tembo.cards import BY_NAME, COPIES, CROSSINGS, HAND, LION, PACK, names

GAME = "tembo"


@dataclass(frozen=True, slots=True)
class TemboDeal(Deal):
    """Who begins, the hands (sorted), the five hidden crossing cards, the pile in drawing order."""

    first: int
    hands: tuple[tuple[int, ...], ...]
    crossings: tuple[int, ...]
    pile: tuple[int, ...]

    def to_dict(self) -> Json:
        return {
            "first": self.first,
            "hands": [names(hand) for hand in self.hands],
            "crossings": names(self.crossings),
            "pile": names(self.pile),
        }


def first_player(seed: str, seats: int) -> int:
    """The player left of the first dealer, who is drawn by lot (T5)."""
    dealer = Stream(GAME, seats, "lot", seed).below(seats)
    return (dealer + 1) % seats


def deal(seed: str, seats: int, number: int, first: int) -> TemboDeal:
    """The deal of the round with this number (counted from 1)."""
    stream = Stream(GAME, seats, f"round {number}", seed)
    held: list[int] = []
    rest: list[int] = []
    # Seat by seat, each takes the next five cards that are not lions; lions go back (T3).
    for card in stream.shuffled(PACK):
        (held if card != LION and len(held) < HAND * seats else rest).append(card)
    hands = tuple(tuple(sorted(held[i : i + HAND])) for i in range(0, len(held), HAND))
    rest = stream.shuffled(rest)
    return TemboDeal(first, hands, tuple(rest[: len(CROSSINGS)]), tuple(rest[len(CROSSINGS) :]))


def read_deal(data: Json, seats: int) -> TemboDeal:
    """A deal as a record has it, every card checked."""
    if data.keys() != {"first", "hands", "crossings", "pile"}:
        raise _bad(f"a deal has first, hands, crossings and pile, not {shown(list(data))}")
    first, hands = data["first"], data["hands"]
    if type(first) is not int or first not in range(seats):
        raise _bad(f"'first' must be a seat from 0 to {seats - 1}, not {shown(first)}", "T5")
    if not isinstance(hands, list) or len(hands) != seats:
        raise _bad(f"'hands' must be a list of {seats} hands", "T3")
    found = TemboDeal(
        first,
        tuple(tuple(sorted(_cards(hand, HAND, "a hand", "T3"))) for hand in hands),
        _cards(data["crossings"], len(CROSSINGS), "'crossings'", "T4"),
        _cards(data["pile"], len(PACK) - HAND * seats - len(CROSSINGS), "'pile'", "T4"),
    )
    if any(LION in hand for hand in found.hands):
        raise _bad("nobody may hold a lion", "T3")
    counts = Counter(card for hand in found.hands for card in hand)
    counts.update(found.crossings + found.pile)
    if counts != COPIES:
        raise _bad("the cards of the deal are not the 59 of the game", "T1")
    return found


def _cards(data: Any, count: int, what: str, rule: str) -> tuple[int, ...]:
    if not isinstance(data, list) or len(data) != count:
        raise _bad(f"{what} must be a list of {count} cards", rule)
    for name in data:
        if not isinstance(name, str) or name not in BY_NAME:
            raise _bad(f"{shown(name)} is no card", "T1")
    return tuple(BY_NAME[name] for name in data)


def _bad(text: str, rule: str | None = None) -> InvalidRecord:
    return InvalidRecord("record/deal", text, rule)
