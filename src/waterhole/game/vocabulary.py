"""The words both games share: moves, events, views, rounds.

A game fills these in; everything else (records, replay, bots, server) speaks only them.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Self, TypeVar

T = TypeVar("T")

Json = dict[str, Any]


class Move(ABC):
    """Something a player can do; ``str(move)`` is its one spelling in the notation."""

    __slots__ = ()

    @abstractmethod
    def __str__(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at the table, for all to see: an event never holds a secret."""

    @property
    def kind(self) -> str:
        """The name of the event for programs: ``lion_drawn`` for a LionDrawn."""
        return _snake_case(type(self).__name__)

    def to_dict(self) -> Json:
        found = {name: plain(getattr(self, name)) for name in self.__dataclass_fields__}
        return {"event": self.kind, **found}


@dataclass(frozen=True, slots=True)
class RoundDealt(Event):
    """A new round lies on the table."""

    round: int  # counted from 1
    first: int


@dataclass(frozen=True, slots=True)
class MatchOver(Event):
    winners: tuple[int, ...]


class View(ABC):
    """What one seat may know, or with seat None what a spectator may know."""

    __slots__ = ()

    game: ClassVar[str]
    seat: int | None
    to_move: int | None

    @abstractmethod
    def legal(self) -> tuple[Move, ...]:
        """The moves this seat may choose from now; none when it is not its turn."""

    @abstractmethod
    def to_dict(self, memories: bool = True) -> Json:
        """The JSON form, as documented in docs/views.md; its memories grow with the match, and
        who only draws the table can do without."""

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), separators=(",", ":"))


class Deal(ABC):
    """How the cards of one round lie before the first move."""

    __slots__ = ()

    first: int
    hands: tuple[Any, ...]

    @abstractmethod
    def to_dict(self) -> Json: ...


class Outcome(ABC):
    """How a round ended, as the record has it."""

    __slots__ = ()

    @abstractmethod
    def to_dict(self) -> Json: ...


@dataclass(frozen=True, slots=True)
class Played:
    """A round that is over, as the log keeps it."""

    deal: Deal
    moves: tuple[Move, ...]
    outcome: Outcome
    memories: tuple[Any, ...]  # how each seat remembers it, and last a spectator

    def to_dict(self) -> Json:
        moves = [str(move) for move in self.moves]
        return {"deal": self.deal.to_dict(), "moves": moves} | self.outcome.to_dict()


class Round(ABC):
    """A round being played, or just over."""

    __slots__ = ()

    deal: Deal
    moves: tuple[Move, ...]
    turn: int
    outcome: Outcome | None

    @abstractmethod
    def legal(self) -> tuple[Move, ...]: ...

    @abstractmethod
    def play(self, move: Move) -> tuple[Self, tuple[Event, ...]]: ...

    @abstractmethod
    def memory(self, seat: int | None) -> Any:
        """The round so far as a seat remembers it; None: a spectator."""

    def played(self) -> Played:
        """The round for the log, once it is over."""
        assert self.outcome is not None
        memories = tuple(map(self.memory, (*range(len(self.deal.hands)), None)))
        return Played(self.deal, self.moves, self.outcome, memories)


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended."""

    winners: tuple[int, ...]
    final: tuple[int, ...]  # total points, or lives left


def replaced(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """The same tuple with another item at one place."""
    return (*items[:place], item, *items[place + 1 :])


@cache
def _snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def plain(value: Any) -> Any:
    """A value as JSON has it: tuples become lists, records within become objects."""
    if isinstance(value, int | str):
        return value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    return value
