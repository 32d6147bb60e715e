"""Stepping through a recorded match in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from waterhole.game import Event, Game, InvalidRecord, Move, State, WaterholeError
from waterhole.game.records import game_of, read_lines
from waterhole.game.vocabulary import Json, RoundDealt
from waterhole.life.events import Scored
from waterhole.terminal.life import draw_scores
from waterhole.terminal.play import draw
from waterhole.terminal.words import Storyteller


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


def nth_record(file: Path, number: int) -> Json:
    count = 0
    for count, line in enumerate(read_lines(file), 1):
        if count == number:
            if line.record is None:
                raise WaterholeError("record/line", f"{file}:{line.number}: {line.error}")
            return line.record
    raise WaterholeError("record/match", f"{file}: has {count} matches, no match {number}")


def told(file: Path, match: int, record: Json) -> Iterator[Scene]:
    """The scenes of a record; what is wrong with it is said with its place in the file."""
    try:
        yield from scenes(game_of(record), record)
    except InvalidRecord as error:
        raise WaterholeError(error.code, f"{file}: match {match}: {error}") from error


def wait_for_enter(console: Console) -> bool:
    """Whether somebody wants to go on."""
    try:
        console.input("[dim]Enter goes on[/] ")
    except (EOFError, RuntimeError):  # the latter: no standard input at all
        return False
    return True


def show_scene(console: Console, scene: Scene, names: list[str], eyes: int | None) -> None:
    storyteller = Storyteller(names, getattr(scene.state.setup.options, "deck", None))
    if scene.move is not None:
        console.print(
            f"[bold]{scene.round}.{scene.number}[/] [cyan]{scene.move}[/]", highlight=False
        )
    for event in scene.events:
        console.print(Padding(Text(storyteller.tell(event)), (0, 0, 0, 4)))
        if isinstance(event, Scored):
            console.print(Padding(draw_scores(event, names), (0, 0, 0, 3)))
    if eyes is not None:
        console.print(draw(scene.state.view(eyes), names))
