"""The 59 cards of Tembo (T1).

A card is a small number: 1 to 42 are the hoofed animals by the number printed on them, the six
kinds after them are named here. What species an animal is and what it is worth says the deck.
"""

from __future__ import annotations

from typing import Final

HOOFED: Final = range(1, 43)
LAST_HOOFED: Final = 42

ELEPHANT: Final = 43
GNU_CROCODILE: Final = 44
ZEBRA_CROCODILE: Final = 45
ANTELOPE_CROCODILE: Final = 46
SUPER_CROCODILE: Final = 47
LION: Final = 48

SPECIES: Final = ("gnu", "zebra", "antelope")
CROCODILES: Final = (GNU_CROCODILE, ZEBRA_CROCODILE, ANTELOPE_CROCODILE)
PREY: Final = dict(zip(CROCODILES, SPECIES, strict=True))  # the species a crocodile shows

COPIES: Final = {
    **dict.fromkeys(HOOFED, 1),
    ELEPHANT: 7,
    **dict.fromkeys(CROCODILES, 2),
    SUPER_CROCODILE: 1,
    LION: 3,
}
PACK: Final = tuple(card for card, copies in COPIES.items() for _ in range(copies))

LETTERS: Final = {
    ELEPHANT: "E",
    GNU_CROCODILE: "Cg",
    ZEBRA_CROCODILE: "Cz",
    ANTELOPE_CROCODILE: "Ca",
    SUPER_CROCODILE: "S",
    LION: "L",
}
NAMES: Final = {card: LETTERS.get(card, str(card)) for card in COPIES}
BY_NAME: Final = {name: card for card, name in NAMES.items()}

HAND: Final = 5
CROSSINGS: Final = range(1, 6)
MARKERS: Final = 10  # of each colour (T1)
COLOURS: Final = ("red", "orange", "black", "blue")


def names(cards: tuple[int, ...]) -> list[str]:
    """The cards as the notation spells them."""
    return [NAMES[card] for card in cards]
