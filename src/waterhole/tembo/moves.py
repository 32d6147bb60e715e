"""Every move of Tembo and its one spelling (T6 to T14, T18)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from waterhole.game.vocabulary import Move
from waterhole.tembo.cards import (
    CROCODILES,
    CROSSINGS,
    ELEPHANT,
    HOOFED,
    LION,
    NAMES,
    SUPER_CROCODILE,
)

EATS_FIRST: Final = "f"  # a crocodile eats the first animal of the row
EATS_SPECIES: Final = "s"  # or all animals of the species it shows


@dataclass(frozen=True, slots=True)
class TemboMove(Move):
    """One or two cards, used at one crossing; for a crocodile also what it eats."""

    cards: tuple[int, ...]
    crossing: int
    eats: str = ""
    spelling: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        cards = "+".join(NAMES.get(card, "?") for card in self.cards)
        object.__setattr__(self, "spelling", f"{cards}>{self.crossing}{self.eats}")

    def __str__(self) -> str:
        return self.spelling

    @property
    def card(self) -> int:
        return self.cards[0]


def _table(*cards: int, eats: str = "") -> tuple[TemboMove, ...]:
    return tuple(TemboMove(cards, crossing, eats) for crossing in CROSSINGS)


PLACE: Final = {number: _table(number) for number in HOOFED}
PAIR: Final = {
    (low, high): _table(low, high)
    for low in HOOFED
    for high in (low + 1, low + 2)
    if high in HOOFED
}
CARRY: Final = _table(ELEPHANT)
EAT_ALL: Final = _table(SUPER_CROCODILE)
EAT_FIRST: Final = {card: _table(card, eats=EATS_FIRST) for card in CROCODILES}
EAT_SPECIES: Final = {card: _table(card, eats=EATS_SPECIES) for card in CROCODILES}
LAY_LION: Final = _table(LION)

# Every move there is; a move's id is its place here, and legal moves come in this order.
MOVES: Final = (
    *(move for moves in PLACE.values() for move in moves),
    *(move for moves in PAIR.values() for move in moves),
    *CARRY,
    *EAT_ALL,
    *(
        move
        for card in CROCODILES
        for pair in zip(EAT_FIRST[card], EAT_SPECIES[card], strict=True)
        for move in pair
    ),
    *LAY_LION,
)
KNOWN: Final = {move: move for move in MOVES}
