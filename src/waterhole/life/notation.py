"""Why a text is no move of Life is Life. (The spelling itself is ``str(move)``, in moves.)"""

from __future__ import annotations

from waterhole.game.errors import InvalidMove
from waterhole.game.options import shown
from waterhole.life.cards import ANIMALS, ROWS, in_order

EXAMPLES = "3:GGH or K"


def explain(text: str) -> InvalidMove:
    """The most helpful thing to say about a text that is no move."""
    row, colon, laid = text.partition(":")
    if not colon:
        return _unreadable(text, f"a move is row : animals laid down, or K, such as {EXAMPLES}")
    if row not in map(str, ROWS):
        return _unreadable(text, "the row is a digit from 1 to 4")
    for letter in laid:
        if letter not in ANIMALS:
            return _unreadable(text, f"{shown(letter)} is no animal; they are {' '.join(ANIMALS)}")
    if len(laid) != int(row):
        return _unreadable(text, f"row {row} takes {row} of your cards, not {len(laid)}", "L5")
    return _unreadable(text, f"the animals stand in the order {ANIMALS}: {row}:{in_order(laid)}")


def _unreadable(text: str, why: str, rule: str | None = None) -> InvalidMove:
    return InvalidMove("move/unreadable", f"{shown(text)} is no move: {why}", rule)
