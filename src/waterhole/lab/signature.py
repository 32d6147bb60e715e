"""One number that identifies how the games behave; ``docs/signature.md`` says how it is made.

Fixed matches are played with choices that need only whole numbers of 64 bits, so that an engine in
any language can compute the same number. Where two engines differ, at least one breaks a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from waterhole.game import Game, State, load

MATCHES_PER_CASE: Final = 20  # enough for sudden death, by cats and by experts, to happen
LAP_LIMIT: Final = 5  # so that every round of Life is Life ends (L15)

MASK: Final = 2**64 - 1
OFFSET: Final = 0xCBF29CE484222325  # FNV-1a, 64 bits
PRIME: Final = 0x100000001B3
FINALS: Final = {"tembo": "totals", "life": "lives"}  # what a result says of each seat


class Case(NamedTuple):
    """What some of the matches are started with."""

    game: str
    seats: int
    options: dict[str, Any]


CASES: Final = (
    *(Case("tembo", seats, {}) for seats in (2, 3, 4)),
    *(
        Case("life", seats, {"expert": expert, "lap_limit": LAP_LIMIT})
        for seats in (2, 3, 4, 5)
        for expert in (False, True)
    ),
)


class Choices:
    """The generator splitmix64, and how it picks one of several things."""

    def __init__(self, start: int) -> None:
        self._state = start

    def next(self) -> int:
        """The next number of 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & MASK
        z = self._state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``; the upper half of the next one, scaled."""
        return ((self.next() >> 32) * bound) >> 32


def signature(load: Callable[[str], Game] = load) -> int:
    """The number of an engine: of the rules in Python, or of the games another ``load`` gives."""
    return fingerprint(number for k, case in matches() for number in play(load(case.game), case, k))


def matches() -> Iterator[tuple[int, Case]]:
    """Every match with its index k, which is also its seed."""
    return enumerate(case for case in CASES for _ in range(MATCHES_PER_CASE))


def start(game: Game, case: Case, k: int) -> State[Any]:
    return game.start(case.seats, seed=f"signature {k}", options=case.options)


def play(game: Game, case: Case, k: int) -> Iterator[int]:
    """The numbers of one match: of each decision, then of the end."""
    state, choices = start(game, case, k), Choices(k)
    while state.to_move is not None:
        legal = state.legal()
        move = legal[choices.below(len(legal))]
        yield from (state.to_move, len(legal), game.move_id(move))
        state = state.play(move).state
    yield from state.record()["result"][FINALS[case.game]]


def fingerprint(numbers: Iterable[int]) -> int:
    """FNV-1a of the numbers, each as four bytes, the lowest first."""
    found = OFFSET
    for number in numbers:
        for byte in number.to_bytes(4, "little"):
            found = (found ^ byte) * PRIME & MASK
    return found


def shown(number: int) -> str:
    """A signature as it is printed: sixteen hexadecimal digits."""
    return f"{number:016x}"
