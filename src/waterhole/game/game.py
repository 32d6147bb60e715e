"""A game as everybody else meets it, and how to get one by name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from importlib import import_module
from random import Random
from typing import Any

from waterhole.game import replay
from waterhole.game.errors import InvalidMove, UnknownGame
from waterhole.game.options import Options, checked_seats, checked_seed, shown
from waterhole.game.state import Setup, State
from waterhole.game.vocabulary import Deal, Json, Move, View

MODULES = {"tembo": "waterhole.tembo", "life": "waterhole.life"}


class Game(ABC):
    """One game: starts matches, reads moves and records, draws worlds a seat cannot tell apart."""

    name: str
    title: str
    seats: range
    moves: tuple[Move, ...]  # every move there can ever be; a move's id is its place here
    state: type[State[Any]]

    @abstractmethod
    def read_options(self, options: object) -> Options:
        """The options checked; raises InvalidOptions."""

    @abstractmethod
    def read_deal(self, data: Json, setup: Setup) -> Deal:
        """A deal as a record has it, checked; raises InvalidRecord."""

    @abstractmethod
    def explain(self, text: str) -> InvalidMove:
        """Why a text is no move."""

    @abstractmethod
    def resample(self, view: View, rng: Random) -> State[Any]:
        """A full state this view's seat cannot tell from the real one.

        Cards are taken as physical things: every way in which the unseen ones can lie is equally
        likely, so what has more copies or more places is likelier.
        """

    def __init__(self) -> None:
        self._by_text = {str(move): move for move in self.moves}
        self._ids = {move: number for number, move in enumerate(self.moves)}

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (self.name,)

    def __repr__(self) -> str:
        return f"load({self.name!r})"

    def start(
        self, seats: int, seed: str | None = None, options: Mapping[str, Any] | None = None
    ) -> State[Any]:
        """A new match, dealt from the seed; without one, from a fresh seed nobody can guess."""
        return self.state.begin(self.setup(seats, seed, options))

    def setup(self, seats: object, seed: object = None, options: object = None) -> Setup:
        checked = checked_seats(seats, self.seats, self.state.cites["seats"])
        return Setup(checked, self.read_options(options), checked_seed(seed))

    def parse(self, text: str) -> Move:
        """The move that a text spells; raises InvalidMove."""
        if not isinstance(text, str):
            raise InvalidMove("move/unreadable", f"a move is a text, not {shown(text)}")
        move = self._by_text.get(text)
        if move is None:
            raise self.explain(text)
        return move

    def move_id(self, move: Move) -> int:
        """The number of a move in the game's fixed list of all moves."""
        if move not in self._ids:
            raise InvalidMove("move/unknown", f"{shown(move)} is no move of {self.title}")
        return self._ids[move]

    def replay(self, record: Json) -> Iterator[State[Any]]:
        """The states of a record, every move checked; raises InvalidRecord where it is wrong."""
        return replay.replay(self, record)

    def verify(self, record: Json) -> State[Any]:
        """Replays a record and deals it again from its seed; the last state, or InvalidRecord."""
        return replay.verify(self, record)


def load(name: object) -> Game:
    """A game by its name: ``load("tembo")`` or ``load("life")``."""
    if not isinstance(name, str) or name not in MODULES:
        raise UnknownGame(
            "game/unknown", f"there is no game {shown(name)}; there are: {', '.join(MODULES)}"
        )
    game = import_module(MODULES[name]).game
    assert isinstance(game, Game)
    return game
