"""A match as a server tells it: moves come by their spelling, and what a seat may see and what
happened goes out as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Protocol

from waterhole.game.errors import IllegalMove, InvalidMove
from waterhole.game.game import load
from waterhole.game.state import State
from waterhole.game.vocabulary import Event

# Events that show nobody a card he had not seen.
OPEN_EVENTS = frozenset({"placed", "carried", "eaten", "closed", "swapped", "knocked"})


class Telling(Protocol):
    """A match that never changes; ``after`` gives the next one."""

    @property
    def to_move(self) -> int | None: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def winners(self) -> list[int]: ...

    @property
    def events(self) -> bytes:
        """What was seen to happen with the last move."""

    @property
    def open(self) -> bool:
        """Whether the last move showed nobody a card he had not seen."""

    def after(self, spelling: str) -> Telling | None:
        """The match after a move; None if it is not legal: the rules say why."""

    def view(self, seat: int | None) -> bytes:
        """What a seat may know (None: a spectator), without its memories."""

    def legal(self) -> bytes:
        """The spellings of the legal moves."""


@dataclass(frozen=True, slots=True)
class PlainTelling:
    """Told by the rules in Python."""

    state: State[Any]
    happened: tuple[Event, ...] = ()

    @property
    def to_move(self) -> int | None:
        return self.state.to_move

    @property
    def is_over(self) -> bool:
        return self.state.result is not None

    @property
    def winners(self) -> list[int]:
        return list(self.state.result.winners) if self.state.result else []

    @property
    def events(self) -> bytes:
        return _written([event.to_dict() for event in self.happened])

    @property
    def open(self) -> bool:
        return {event.kind for event in self.happened} <= OPEN_EVENTS

    def after(self, spelling: str) -> PlainTelling | None:
        try:
            return PlainTelling(*self.state.play(load(self.state.game).parse(spelling)))
        except (IllegalMove, InvalidMove):
            return None

    def view(self, seat: int | None) -> bytes:
        return _written(self.state.view(seat).to_dict(memories=False))

    def legal(self) -> bytes:
        return _written([str(move) for move in self.state.legal()])


def _written(data: Any) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode()
