"""The core without Python's objects: move ids, arrays, threads."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, cast

import numpy as np
from numpy.typing import NDArray

from waterhole.core.engine import given_rounds, life_arguments, load, tembo_arguments
from waterhole.core.library import library, require
from waterhole.game import InvalidOptions, Move, State, View
from waterhole.game.options import Options, checked_seed, shown
from waterhole.game.options import kind as kind_of
from waterhole.game.state import Setup
from waterhole.game.vocabulary import Result
from waterhole.tembo.cards import SPECIES
from waterhole.tembo.deck import default_deck
from waterhole.tembo.state import TemboOptions

if TYPE_CHECKING:
    from waterhole.core._core import LifeBatch, LifeMatch, TemboBatch, TemboMatch
    from waterhole.game.vocabulary import Json


MOST_MATCHES = 10**9
MOST_LANES = 10**7
MOST_THREADS = 1024
PLAYERS = ["heuristic", "random"]


class Match:
    """One match, driven by move ids. Fast: ``play`` changes it in place.

    ``state()`` gives the match as the Python API has it, with views, records and events.
    """

    __slots__ = ("_game", "_match", "_setup", "legal", "play")

    def __init__(
        self,
        game: str,
        seats: int,
        seed: str | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self._game = load(game)
        self._setup = self._game.setup(seats, checked_seed(seed), options)
        self._wrap(_new_match(self._setup))

    def _wrap(self, match: TemboMatch | LifeMatch) -> None:
        # The core's own methods, so that a call costs nothing more.
        self._match = match
        self.legal = match.legal
        self.play = match.play

    @property
    def game(self) -> str:
        return self._game.name

    @property
    def setup(self) -> Setup:
        """Seats, options and seed; the deals too if it was made from a state."""
        return self._setup

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; None when the match is over."""
        return self._match.to_move

    @property
    def finals(self) -> list[int]:
        """Points or lives of each seat so far."""
        return self._match.finals

    @property
    def winners(self) -> list[int]:
        return self._match.winners

    @property
    def result(self) -> Result | None:
        """How the match ended, once it is over."""
        return Result(tuple(self.winners), tuple(self.finals)) if self._match.is_over else None

    @property
    def history(self) -> list[int]:
        """The ids of all moves so far."""
        return self._match.history

    def observation(self, seat: int) -> NDArray[np.uint8]:
        """What the seat may know, as docs/observations.md lays it out."""
        return cast("NDArray[np.uint8]", self._match.observation(seat))

    def tree_count(self, depth: int) -> int:
        """The number of different sequences of so many moves from here."""
        return self._match.tree_count(depth)

    def copy(self) -> Match:
        """A match that goes its own way from here."""
        other = Match.__new__(Match)
        other._game, other._setup = self._game, self._setup
        other._wrap(self._match.copy())
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        return Match._again, (self._game.name, self._setup, self.history)

    @classmethod
    def _again(cls, game: str, setup: Setup, history: list[int]) -> Match:
        """The match from what it was set up with and the ids of its moves."""
        match = cls.__new__(cls)
        match._game, match._setup = load(game), setup
        match._wrap(_new_match(setup))
        for id in history:
            match.play(id)
        return match

    def moves(self) -> list[Move]:
        """The legal moves as moves."""
        return list(map(self._game.moves.__getitem__, self.legal()))

    def state(self) -> State[Any]:
        """The match as the Python API has it."""
        state: State[Any] = self._game.state.begin(self._setup)
        for id in self.history:
            state = state.play(self._game.moves[id]).state
        return state

    def view(self, seat: int | None) -> View:
        return self.state().view(seat)

    def record(self, names: list[str] | None = None) -> Json:
        return self.state().record(names)

    @classmethod
    def of(cls, state: State[Any]) -> Match:
        """The match of a state, from where it stands."""
        rounds = [*state.played, *(() if state.result else (state.round,))]
        deals = (*(round.deal for round in rounds), *state.setup.deals[len(rounds) :])
        setup = Setup(state.setup.seats, state.setup.options, state.setup.seed, deals)
        moves = [move for round in rounds for move in round.moves]
        return cls._again(state.game, setup, [load(state.game).move_id(move) for move in moves])

    @classmethod
    def resample(cls, view: View, rng: Random) -> Match:
        """A match that this view's seat cannot tell from the real one."""
        return cls.of(load(view.game).resample(view, rng))


class Simulation(NamedTuple):
    """The results of many matches, a row each."""

    finals: NDArray[np.int32]  # (matches, seats): points, or lives left
    winners: NDArray[np.uint8]  # (matches, seats): 1 for a winner
    lengths: NDArray[np.int32]  # (matches,): moves
    rounds: NDArray[np.int32]  # (matches,)
    first: NDArray[np.int32]  # (matches,): who began the first round
    endings: NDArray[np.int32]  # (matches, kinds): rounds by how they ended; see ENDINGS


ENDINGS = {"tembo": ("no move left",), "life": ("knock", "sudden-death", "lap-limit")}


def simulate(
    game: str,
    seats: int,
    matches: int,
    seed: str | int = 0,
    options: Mapping[str, Any] | None = None,
    threads: int = 1,
    players: str | Sequence[str] = "random",
) -> Simulation:
    """Whole matches by random or heuristic players, all alike or named one a seat.

    The same seed gives the same results on any number of threads; deals are as fair as those of a
    match, but come from a faster stream.
    """
    chosen = _options(game, seats, options)
    many = _whole("matches", matches, MOST_MATCHES)
    number, workers = seed_number(seed), _threads(threads)
    heuristic = _heuristic_seats(players, seats)
    try:
        if isinstance(chosen, TemboOptions):
            tembo = tembo_arguments(chosen)
            found = library.simulate_tembo(seats, many, number, *tembo, workers, heuristic)
        else:
            life = life_arguments(chosen)
            found = library.simulate_life(seats, many, number, *life, workers, heuristic)
    except ValueError as error:
        raise InvalidOptions("core/value", str(error)) from None
    except MemoryError:
        raise InvalidOptions("core/memory", f"no memory for {matches} matches at once") from None
    return Simulation(**cast("dict[str, Any]", found))


class Batch:
    """Many matches stepped together, for learning. The arrays are the core's own memory: every
    ``step`` writes into them, NumPy and torch see them without a copy. A match that ends starts
    anew by itself, with ``done`` set for that step. The seed is one for all, or one for each lane.
    """

    def __init__(
        self,
        game: str,
        lanes: int,
        seats: int,
        seed: str | int | Sequence[int] = 0,
        options: Mapping[str, Any] | None = None,
        threads: int = 1,
    ) -> None:
        chosen = _options(game, seats, options)
        many = _whole("lanes", lanes, MOST_LANES)
        seeds, workers = _seeds(seed), _threads(threads)
        self._batch: TemboBatch | LifeBatch
        try:
            if isinstance(chosen, TemboOptions):
                tembo = tembo_arguments(chosen)
                self._batch = library.TemboBatch(many, seats, seeds, *tembo, workers)
            else:
                life = life_arguments(chosen)
                self._batch = library.LifeBatch(many, seats, seeds, *life, workers)
        except ValueError as error:
            raise InvalidOptions("core/value", str(error)) from None
        except MemoryError:
            raise InvalidOptions("core/memory", f"no memory for {lanes} lanes") from None
        self.lanes, self.seats = lanes, seats
        self.observations: NDArray[np.uint8] = self._batch.observations
        self.legal: NDArray[np.uint8] = self._batch.legal
        self.rewards: NDArray[np.float32] = self._batch.rewards
        self.finals: NDArray[np.int32] = self._batch.finals
        self.to_move: NDArray[np.int32] = self._batch.to_move
        self.done: NDArray[np.uint8] = self._batch.done

    def step(self, moves: NDArray[np.int32]) -> None:
        """Plays one move in each lane; if one is not legal, raises ValueError and moves none."""
        chosen = np.asarray(moves)
        if chosen.dtype != np.int32:
            if chosen.dtype.kind not in "iu" or not np.can_cast(chosen.dtype, np.int64):
                raise ValueError(f"moves must be whole numbers, not {chosen.dtype}")
            chosen = np.clip(chosen, -1, 2**31 - 1).astype(np.int32)  # out of range stays illegal
        if chosen.shape != (self.lanes,):
            raise ValueError(f"one move for each of the {self.lanes} lanes is needed")
        self._batch.step(np.ascontiguousarray(chosen))

    def __reduce__(self) -> NoReturn:
        """A copy would share the matches, and a step of one would move the other's."""
        raise TypeError("a batch can neither be copied nor pickled; make another with its seed")


def signature() -> int:
    """The number that identifies how the core plays (docs/signature.md)."""
    require()
    animals = list(enumerate(default_deck().animals, 1))
    species = [sum(1 << n for n, (kind, _) in animals if kind == name) for name in SPECIES]
    digits = [sum(1 << n for n, (_, points) in animals if points >> d & 1) for d in range(3)]
    return int(library.signature(species, digits))


def _whole(name: str, value: object, most: int) -> int:
    if type(value) is not int or not 1 <= value <= most:
        text = f"{name} must be a whole number from 1 to {most}, not {shown(value)}"
        raise InvalidOptions("core/value", text)
    return value


def _heuristic_seats(players: object, seats: int) -> int:
    """The seats of heuristic players, as a set of bits."""
    names = [players] * seats if isinstance(players, str) else players
    if not isinstance(names, (list, tuple)) or [n for n in names if n not in PLAYERS]:
        names = []
    if len(names) != seats:
        choices = " or ".join(PLAYERS)
        text = f"players must be {choices}, or one of them for each of {seats} seats"
        raise InvalidOptions("core/players", f"{text}, not {shown(players)}")
    return sum(1 << seat for seat, name in enumerate(names) if name == "heuristic")


def _threads(threads: object) -> int:
    return _whole("threads", threads, MOST_THREADS)


def seed_number(seed: str | int) -> int:
    """A number of 64 bits for a seed; a text is hashed."""
    if not isinstance(seed, str):
        try:
            return operator.index(seed) % 2**64
        except TypeError:
            text = f"a seed is a text or a whole number, not {kind_of(seed)}"
            raise InvalidOptions("options/seed", text) from None
    return int.from_bytes(sha256(checked_seed(seed).encode()).digest()[:8], "big")


def _seeds(seed: str | int | Sequence[int]) -> list[int]:
    """One seed, or one for each lane."""
    if isinstance(seed, (list, tuple, np.ndarray)):
        return [seed_number(each) for each in seed]
    return [seed_number(cast("str | int", seed))]


def _options(game: str, seats: int, options: Mapping[str, Any] | None) -> Options:
    """The options, checked."""
    return load(game).setup(seats, "", options).options


def _new_match(setup: Setup) -> TemboMatch | LifeMatch:
    options, given = setup.options, given_rounds(setup)
    if isinstance(options, TemboOptions):
        return library.TemboMatch(setup.seats, setup.seed, given, *tembo_arguments(options))
    return library.LifeMatch(setup.seats, setup.seed, given, *life_arguments(options))
