"""Comparing what was drawn with what is equally likely: Pearson's chi-square, by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import sqrt
from typing import TypeVar

T = TypeVar("T")

RARE = 3.719  # standard deviations that a normal number exceeds once in ten thousand times
FEWEST = 5.0  # expected in a cell; smaller cells are put together


def chi_square(
    found: Mapping[Hashable, int], weights: Mapping[Hashable, float]
) -> tuple[float, int]:
    """The statistic and its degrees of freedom. What cannot happen must not have happened."""
    impossible = [key for key in found if not weights.get(key)]
    assert not impossible, f"drawn, but impossible: {impossible[:3]}"
    total, weight = sum(found.values()), sum(weights.values())
    cells = [(found.get(key, 0), total * w / weight) for key, w in weights.items() if w]
    large = [cell for cell in cells if cell[1] >= FEWEST]
    small = [cell for cell in cells if cell[1] < FEWEST]
    if small:
        large.append((sum(o for o, _ in small), sum(e for _, e in small)))
    assert len(large) > 1, "too little to compare"
    return sum((o - e) ** 2 / e for o, e in large), len(large) - 1


def highest_likely(freedom: int) -> float:
    """What chi-square exceeds once in ten thousand times (Wilson and Hilferty's formula)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + RARE * sqrt(part)) ** 3)


def is_likely(found: Iterable[Hashable], weights: Mapping[Hashable, float]) -> bool:
    statistic, freedom = chi_square(Counter(found), weights)
    return statistic <= highest_likely(freedom)


def check_likely(found: Iterable[Hashable], weights: Mapping[Hashable, float]) -> None:
    statistic, freedom = chi_square(Counter(found), weights)
    limit = highest_likely(freedom)
    assert statistic <= limit, f"{statistic:.1f} with {freedom} degrees, at most {limit:.1f} likely"


Groups = tuple[tuple[T, ...], ...]


def ways(cards: Sequence[T], sizes: Sequence[int]) -> Iterator[Groups[T]]:
    """Every way to give groups of these sizes out of the cards, each card a thing of its own. The
    cards left over lie in as many ways each time, so each way has the same weight."""
    if not sizes:
        yield ()
        return
    places = range(len(cards))
    for chosen in combinations(places, sizes[0]):
        rest = [cards[i] for i in places if i not in chosen]
        for others in ways(rest, sizes[1:]):
            yield (tuple(cards[i] for i in chosen), *others)


def weigh(
    cards: Sequence[T],
    sizes: Sequence[int],
    key: Callable[[Groups[T]], Hashable],
    fits: Callable[[Groups[T]], bool] = lambda groups: True,
) -> Counter[Hashable]:
    """How many of all ways that fit look alike under a key."""
    return Counter(key(groups) for groups in ways(cards, sizes) if fits(groups))
