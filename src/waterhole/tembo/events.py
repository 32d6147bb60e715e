"""What can happen at a Tembo table, for all to see."""

from __future__ import annotations

from dataclasses import dataclass

from waterhole.game.vocabulary import Event


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """One or two animals took their place at the end of a row (T7, T10)."""

    seat: int
    numbers: tuple[int, ...]
    crossing: int


@dataclass(frozen=True, slots=True)
class Carried(Event):
    """An elephant carried a row across, each animal to its owner (T12)."""

    seat: int
    crossing: int
    animals: tuple[tuple[int, int], ...]  # number and owner


@dataclass(frozen=True, slots=True)
class Eaten(Event):
    """A crocodile, a super crocodile or a lion ate; the animals are out of the round (T15)."""

    seat: int
    card: str  # in notation: Cg, Cz, Ca, S or L
    crossing: int
    animals: tuple[tuple[int, int], ...]  # number and owner


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A player drew cards into the hand (T17); which ones, only his view tells."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class LionDrawn(Event):
    """A drawn lion interrupts; the player must lay it at once (T18)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Closed(Event):
    """A lion lies at a crossing; no animal may be placed there any more (T19)."""

    seat: int
    crossing: int


@dataclass(frozen=True, slots=True)
class RoundOver(Event):
    """The player whose turn it is cannot play: the round ends (T21) and is scored (T22)."""

    seat: int
    scores: tuple[int, ...]
