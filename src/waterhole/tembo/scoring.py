"""Points and winners (T22, T23)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from waterhole.game.vocabulary import Json, Outcome
from waterhole.tembo.deck import Deck


@dataclass(frozen=True, slots=True)
class TemboOutcome(Outcome):
    """What each seat scored in a round."""

    scores: tuple[int, ...]

    def to_dict(self) -> Json:
        return {"scores": list(self.scores)}


def points(carried: Sequence[Sequence[int]], deck: Deck) -> tuple[int, ...]:
    """Each seat's points: those of its animals that were carried across, nothing else."""
    return tuple(sum(deck.points(number) for number in numbers) for numbers in carried)


def totals(rounds: Sequence[Sequence[int]], seats: int) -> tuple[int, ...]:
    return tuple(sum(scores[seat] for scores in rounds) for seat in range(seats))


def winners(final: Sequence[int]) -> tuple[int, ...]:
    """Equal highest totals share the win."""
    best = max(final)
    return tuple(seat for seat, total in enumerate(final) if total == best)
