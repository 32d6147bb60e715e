"""Every move of Life is Life and its one spelling (L4 to L7)."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Final

from waterhole.game.vocabulary import Move
from waterhole.life.cards import ANIMALS, ROWS


@dataclass(frozen=True, slots=True)
class LifeMove(Move):
    """A swap of some cards for a whole row; with row 0 and no cards, a knock."""

    row: int
    laid: str
    spelling: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        spelling = f"{self.row}:{self.laid}" if self.row else "K"
        object.__setattr__(self, "spelling", spelling)

    def __str__(self) -> str:
        return self.spelling


KNOCK: Final = LifeMove(0, "")
SWAP: Final = {
    row: {
        cards: LifeMove(row, "".join(cards))
        for cards in combinations_with_replacement(ANIMALS, row)
    }
    for row in ROWS
}

# Every move there is; a move's id is its place here, and legal moves come in this order.
MOVES: Final = (KNOCK, *(move for swaps in SWAP.values() for move in swaps.values()))
KNOWN: Final = {move: move for move in MOVES}
