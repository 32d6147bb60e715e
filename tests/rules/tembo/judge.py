"""The legal moves of Tembo judged anew from the rulebook alone: from what the player whose turn it
is sees, every one of the 660 moves is looked at on its own, sentence by sentence."""

from __future__ import annotations

import re
from itertools import product

from waterhole.game.vocabulary import Json

Split = tuple[list[str], int, str]

SPECIES_OF = {"Cg": 1, "Cz": 2, "Ca": 0}  # the default deck: gnus are 1, 4, 7 … (T2)
ANIMALS = [str(number) for number in range(1, 43)]
PAIRS = [f"{low}+{low + gap}" for gap in (1, 2) for low in range(1, 43 - gap)]  # T10
CROCODILES = [f"{card}>{{}}{eats}" for card in SPECIES_OF for eats in "fs"]  # T14
SPELLINGS = [f"{cards}>{{}}" for cards in (*ANIMALS, *PAIRS, "E", "S", "L")] + CROCODILES
ALL_MOVES = [spelling.format(crossing) for spelling, crossing in product(SPELLINGS, range(1, 6))]


def split(move: str) -> Split:
    """The cards, the crossing and what a crocodile eats."""
    found = re.fullmatch(r"(\w+(?:\+\w+)?)>([1-5])([fs]?)", move)
    assert found
    return found[1].split("+"), int(found[2]), found[3]


SPLIT = {move: split(move) for move in ALL_MOVES}


def judged(view: Json) -> set[str]:
    """What the rules allow to the seat whose view this is."""
    rows = [[animal["number"] for animal in one["row"]] for one in view["crossings"]]
    return {move for move, parts in SPLIT.items() if allowed(parts, rows, view)}


def allowed(move: Split, rows: list[list[int]], view: Json) -> bool:
    cards, crossing, eats = move
    row = rows[crossing - 1]
    if view["lion_drawn"] or cards == ["L"]:  # T18
        return view["lion_drawn"] and cards == ["L"] and (bool(row) or not any(rows))
    if not set(cards) <= set(view["hand"]):  # T6
        return False
    if cards == ["E"]:  # T12
        return len(row) >= 3
    if cards == ["S"] or eats == "f":  # T13, T14
        return len(row) >= 1
    if eats == "s":  # T14
        return any(number % 3 == SPECIES_OF[cards[0]] for number in row)
    closed = view["crossings"][crossing - 1]["lions"] > 0  # T7, T19
    return not closed and all(int(card) > max(row, default=0) for card in cards)  # T8 to T10
