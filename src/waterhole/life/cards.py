"""The 60 animals of Life is Life (L1). A card is the letter of its species; a hand or a row is a
text of such letters, always in the order of ANIMALS, so equal collections are equal texts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

NAMES: Final = {
    "G": "giraffe",
    "B": "bear",
    "O": "mole",
    "T": "goat",
    "S": "sheep",
    "D": "dog",
    "H": "hare",
    "P": "pig",
    "C": "cat",
    "M": "mouse",
}
PLURALS: Final = {letter: f"{name}s" for letter, name in NAMES.items()} | {
    "S": "sheep",
    "M": "mice",
}
ANIMALS: Final = "".join(NAMES)

# The value of a species is also the number of its cards.
VALUES: Final = dict(zip(ANIMALS, (9, 8, 7, 7, 6, 6, 5, 5, 4, 3), strict=True))
PACK: Final = "".join(animal * value for animal, value in VALUES.items())

LIVES: Final = 5
HAND: Final = 10
ROWS: Final = range(1, 5)  # row n has n cards

_PLACE: Final = {animal: place for place, animal in enumerate(ANIMALS)}


def in_order(cards: Iterable[str]) -> str:
    """The cards as a text in the order of ANIMALS."""
    return "".join(sorted(cards, key=_PLACE.__getitem__))


def without(cards: str, some: str) -> str:
    """The cards that remain when some are taken away."""
    for card in some:
        cards = cards.replace(card, "", 1)
    return cards


def has(cards: str, some: str) -> bool:
    return all(cards.count(card) >= some.count(card) for card in some)
