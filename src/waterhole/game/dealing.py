"""Fair dealing: a portable stream of random numbers made from a seed.

``docs/fair-dealing.md`` says the same in words, precisely enough to write it again elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from struct import unpack
from typing import TypeVar

T = TypeVar("T")

WORDS = 2**32  # the stream is a sequence of whole numbers below this


class Stream:
    """The random numbers that belong to one purpose of one match."""

    def __init__(self, game: str, seats: int, purpose: str, seed: str) -> None:
        text = f"waterhole/1\n{game}\n{seats}\n{purpose}\n{seed}"
        self._words = _words(sha256(text.encode()).digest())

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``, each equally likely."""
        limit = WORDS - WORDS % bound
        for word in self._words:
            if word < limit:
                return word % bound
        raise AssertionError("the stream never ends")

    def shuffled(self, cards: Iterable[T]) -> list[T]:
        """The cards in random order (Fisher and Yates, from the last place down)."""
        pack = list(cards)
        for last in range(len(pack) - 1, 0, -1):
            place = self.below(last + 1)
            pack[last], pack[place] = pack[place], pack[last]
        return pack


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(key + block.to_bytes(8, "big")).digest()
        yield from unpack(">8I", digest)
        block += 1
