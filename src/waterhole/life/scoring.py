"""Majorities, points and lives (L8 to L14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from waterhole.game.vocabulary import Json, Outcome
from waterhole.life.cards import ANIMALS, VALUES

KNOCK: Final = "knock"
SUDDEN_DEATH: Final = "sudden-death"
LAP_LIMIT: Final = "lap-limit"

DEADLY: Final = {"H": 5, "P": 5, "C": 4}  # all hares, all pigs or all cats (L8)
DEADLY_FOR_EXPERTS: Final = {"H": 5, "P": 5}  # without the cats (L14)


@dataclass(frozen=True, slots=True)
class LifeOutcome(Outcome):
    """How a round ended: by what, the points of each seat, and the lives left."""

    ending: str
    points: tuple[int, ...]
    lives: tuple[int, ...]

    def to_dict(self) -> Json:
        return {"ending": self.ending, "points": list(self.points), "lives": list(self.lives)}


def deadly_sets(expert: bool) -> dict[str, int]:
    return DEADLY_FOR_EXPERTS if expert else DEADLY


def complete_sets(hand: str, expert: bool) -> str:
    """The cards of a hand that end the round at once; empty if there are none."""
    sets = deadly_sets(expert).items()
    return "".join(animal * count for animal, count in sets if hand.count(animal) == count)


def majority(animal: str, hands: Sequence[str]) -> int | None:
    """The seat that holds more of a species than every other; nobody's on a tie (L9). With two
    players in, one card is not enough (L13); with more it is (L12)."""
    counts = [hand.count(animal) for hand in hands]
    most = max(counts)
    players = sum(map(bool, hands))
    if most < (2 if players == 2 else 1) or counts.count(most) > 1:
        return None
    return counts.index(most)


def majorities(hands: Sequence[str]) -> tuple[tuple[str, int | None], ...]:
    """Who has most of each species, from giraffe down."""
    return tuple((animal, majority(animal, hands)) for animal in ANIMALS)


def points(hands: Sequence[str]) -> tuple[int, ...]:
    """Each seat's sum of the values of its majorities."""
    sums = [0] * len(hands)
    for animal, seat in majorities(hands):
        if seat is not None:
            sums[seat] += VALUES[animal]
    return tuple(sums)


def lives_after_scoring(lives: Sequence[int], points: Sequence[int]) -> tuple[int, ...]:
    """The highest lose nothing, then the lowest two, all others one (L10)."""
    playing = [points[seat] for seat, left in enumerate(lives) if left]
    highest, lowest = max(playing), min(playing)

    def loss(sum: int) -> int:
        return 0 if sum == highest else 2 if sum == lowest else 1

    return tuple(max(0, left - loss(sum)) for left, sum in zip(lives, points, strict=True))


def lives_after_sudden_death(lives: Sequence[int], caller: int, expert: bool) -> tuple[int, ...]:
    """Everyone else loses one (L8); an expert caller gains one (L14)."""
    left = [max(0, each - 1) for each in lives]
    left[caller] = lives[caller] + expert
    return tuple(left)
