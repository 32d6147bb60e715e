"""Why a text is no move of Tembo. (The spelling itself is ``str(move)``, in moves.)"""

from __future__ import annotations

import re

from waterhole.game.errors import InvalidMove
from waterhole.game.options import shown
from waterhole.tembo.cards import BY_NAME, CROCODILES, CROSSINGS, LAST_HOOFED

EXAMPLES = "16>3, 33+35>2, E>4, S>1, Cg>2f, Cz>2s, L>5"
SHAPE = re.compile(r"(?P<cards>[^>]*)>(?P<crossing>[^>]*?)(?P<eats>[fs]?)", re.ASCII)


def explain(text: str) -> InvalidMove:
    """The most helpful thing to say about a text that is no move."""
    shape = SHAPE.fullmatch(text)
    if shape is None:
        return _unreadable(text, f"a move is cards > crossing, such as {EXAMPLES}")
    names = shape["cards"].split("+")
    for name in names:
        if name not in BY_NAME:
            return _unreadable(
                text, f"{shown(name)} is no card; cards are 1 to 42, E, Cg, Cz, Ca, S, L"
            )
    if shape["crossing"] not in map(str, CROSSINGS):
        return _unreadable(text, "the crossing is a digit from 1 to 5")
    cards = [BY_NAME[name] for name in names]
    if len(cards) > 1:
        return _explain_pair(text, cards)
    if cards[0] in CROCODILES:
        return _unreadable(text, "say what the crocodile eats: f for the first, s for its species")
    return _unreadable(text, "only a crocodile's move ends in f or s")


def _explain_pair(text: str, cards: list[int]) -> InvalidMove:
    if len(cards) > 2 or max(cards) > LAST_HOOFED:
        return _unreadable(text, "only two hoofed animals can be played together", "T10")
    low, high = cards
    if low > high and low - high <= 2:
        return _unreadable(text, f"the lower number stands first: {high}+{low}", "T10")
    if not 1 <= high - low <= 2:
        return _unreadable(text, "the two numbers must differ by 1 or by 2", "T10")
    return _unreadable(text, "only a crocodile's move ends in f or s")


def _unreadable(text: str, why: str, rule: str | None = None) -> InvalidMove:
    return InvalidMove("move/unreadable", f"{shown(text)} is no move: {why}", rule)
