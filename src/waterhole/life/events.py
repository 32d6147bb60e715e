"""What can happen at a Life is Life table, for all to see."""

from __future__ import annotations

from dataclasses import dataclass

from waterhole.game.vocabulary import Event


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """A player laid cards down and took a whole row (L5)."""

    seat: int
    row: int
    laid: str
    taken: str


@dataclass(frozen=True, slots=True)
class Knocked(Event):
    """A player knocked (L7): the first announces the last turns, others pass theirs."""

    seat: int
    first: bool


@dataclass(frozen=True, slots=True)
class SuddenDeath(Event):
    """A player showed all cats, hares or pigs; the round is over (L8)."""

    seat: int
    shown: str


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """All hands lie open and are scored, species by species (L9)."""

    ending: str
    hands: tuple[str, ...]
    majorities: tuple[tuple[str, int | None], ...]  # each species and who has most of it
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LivesChanged(Event):
    """Lives were lost, or gained by the expert variant's caller (L8, L10, L14)."""

    change: tuple[int, ...]
    lives: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Out(Event):
    """A player has no lives left (L11)."""

    seat: int
