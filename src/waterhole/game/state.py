"""A match: what was set up, the rounds played, the round on the table. It never changes;
``play`` returns the next one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from waterhole.game.errors import IllegalMove, InvalidOptions, WaterholeError
from waterhole.game.options import Options, shown
from waterhole.game.vocabulary import (
    Deal,
    Event,
    Json,
    MatchOver,
    Move,
    Played,
    Result,
    Round,
    RoundDealt,
    View,
)

R = TypeVar("R", bound=Round)

FORMAT = "waterhole/1"
LONGEST_NAME = 80  # characters


@dataclass(frozen=True, slots=True)
class Setup:
    """What is fixed before the first card. Rounds without a given deal are dealt from the seed."""

    seats: int
    options: Options
    seed: str
    deals: tuple[Deal, ...] = ()


class Step(NamedTuple):
    """What a move leads to."""

    state: State[Any]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class State(ABC, Generic[R]):
    """A match at one moment, with all its secrets; players get only ``view(seat)``."""

    setup: Setup
    played: tuple[Played, ...]
    round: R  # when the match is over, the last one
    result: Result | None = None

    game: ClassVar[str]
    cites: ClassVar[Mapping[str, str]]  # the rule behind each part of a match

    # What each game says for itself.

    @classmethod
    @abstractmethod
    def first_seat(cls, setup: Setup, played: tuple[Played, ...]) -> int:
        """Who begins the round that follows those played."""

    @classmethod
    @abstractmethod
    def deal_from_seed(cls, setup: Setup, played: tuple[Played, ...]) -> Deal:
        """The deal that the seed gives for the round that follows those played."""

    @classmethod
    @abstractmethod
    def start_round(cls, setup: Setup, played: tuple[Played, ...], deal: Deal) -> R: ...

    @classmethod
    @abstractmethod
    def find_result(cls, setup: Setup, played: tuple[Played, ...]) -> Result | None:
        """The result, once enough rounds are played."""

    @abstractmethod
    def closing(self) -> tuple[Event, ...]:
        """What happens when the round on the table is over: shown cards, scores."""

    @abstractmethod
    def result_dict(self, result: Result) -> Json: ...

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What the seat may know (None: a spectator), built up from nothing."""

    # What all matches share.

    @classmethod
    def begin(cls, setup: Setup) -> Self:
        return cls(setup, (), cls.next_round(setup, ()))._settled()[0]

    @classmethod
    def next_round(cls, setup: Setup, played: tuple[Played, ...]) -> R:
        """The round that follows those played: dealt as given, otherwise from the seed."""
        given = setup.deals[len(played) : len(played) + 1]
        deal = given[0] if given else cls.deal_from_seed(setup, played)
        return cls.start_round(setup, played, deal)

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; None when the match is over."""
        return None if self.result else self.round.turn

    def legal(self) -> tuple[Move, ...]:
        """The moves the rules allow now, in the order of their ids."""
        return () if self.result else self.round.legal()

    def play(self, move: Move) -> Step:
        """The next state and the events on the way; raises IllegalMove and changes nothing."""
        if self.result:
            raise IllegalMove("move/match_over", "the match is over", self.cites["result"])
        round, events = self.round.play(move)
        state = type(self)(self.setup, self.played, round)
        if round.outcome is None:
            return Step(state, events)
        settled, more = state._settled()
        return Step(settled, events + more)

    def _settled(self) -> tuple[Self, tuple[Event, ...]]:
        """Scores a finished round and deals the next, until somebody can move or all is over."""
        state: Self = self
        events: tuple[Event, ...] = ()
        while state.round.outcome is not None:
            events += state.closing()
            played = (*state.played, state.round.played())
            result = self.find_result(self.setup, played)
            if result:
                final = type(self)(self.setup, played, state.round, result)
                return final, (*events, MatchOver(result.winners))
            state = type(self)(self.setup, played, self.next_round(self.setup, played))
            events += (RoundDealt(len(played) + 1, state.round.deal.first),)
        return state, events

    def memories(self, seat: int | None) -> tuple[Any, ...]:
        """All rounds as a seat remembers them, the one being played last."""
        place = -1 if seat is None else seat
        past = tuple(played.memories[place] for played in self.played)
        return past if self.result else (*past, self.round.memory(seat))

    def check_seat(self, seat: int | None) -> None:
        if seat is not None and (type(seat) is not int or seat not in range(self.setup.seats)):
            raise WaterholeError(
                "seat/unknown",
                f"there is no seat {shown(seat)}; seats are 0 to {self.setup.seats - 1}, "
                "or None for a spectator",
            )

    def record(self, names: Sequence[str] | None = None) -> Json:
        """The match so far as a record. It holds all secrets: players get it after the end."""
        rounds = [played.to_dict() for played in self.played]
        if self.result is None:
            moves = [str(move) for move in self.round.moves]
            rounds.append({"deal": self.round.deal.to_dict(), "moves": moves})
        record: Json = {
            "format": FORMAT,
            "game": self.game,
            "options": self.setup.options.to_dict(),
            "seats": checked_names(names, self.setup.seats),
            "seed": self.setup.seed,
            "rounds": rounds,
        }
        return record | ({"result": self.result_dict(self.result)} if self.result else {})


def checked_names(names: object, seats: int) -> list[str]:
    """The players' names, one a seat; without any, Player 1, Player 2 and so on."""
    if names is None:
        return [f"Player {number}" for number in range(1, seats + 1)]
    if not isinstance(names, (list, tuple)) or len(names) != seats:
        raise InvalidOptions("names/count", f"names must be a list of {seats} texts, one a seat")
    for name in names:
        printable = isinstance(name, str) and name.isprintable() and bool(name.strip())
        if not printable or not 0 < len(name) <= LONGEST_NAME:
            raise InvalidOptions(
                "names/text",
                f"a name is a printable text of 1 to {LONGEST_NAME} characters, not {shown(name)}",
            )
    return list(names)
