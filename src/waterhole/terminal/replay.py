"""Stepping through a recorded match in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from waterhole.game import Event, Game, Move, State
from waterhole.game.vocabulary import Json, RoundDealt


@dataclass(frozen=True, slots=True)
class Scene:
    """One step of a match: who moved how, what happened, and what it led to."""

    round: int
    number: int  # of the move within its round; 0 for the first deal
    seat: int | None
    move: Move | None
    events: tuple[Event, ...]
    state: State[Any]

    def to_dict(self) -> Json:
        return {
            "round": self.round,
            "number": self.number,
            "seat": self.seat,
            "move": None if self.move is None else str(self.move),
            "events": [event.to_dict() for event in self.events],
            "to_move": self.state.to_move,
        }


def scenes(game: Game, record: Json) -> Iterator[Scene]:
    """The steps of a record, from the first deal on; raises InvalidRecord where it is wrong."""
    states = game.replay(record)
    state = next(states)
    yield Scene(1, 0, None, None, (RoundDealt(1, state.round.deal.first),), state)
    for after in states:
        move = _move_between(state, after)
        events = state.play(move).events
        number = len(state.round.moves) + 1
        yield Scene(len(state.played) + 1, number, state.to_move, move, events, after)
        state = after


def _move_between(state: State[Any], after: State[Any]) -> Move:
    """The move that was made in this state: the next one in the log of its round."""
    number = len(state.played)
    log = after.played[number] if number < len(after.played) else after.round
    move: Move = log.moves[len(state.round.moves)]
    return move
