"""Matches for the property tests: any game, seats, options and seed, played by players of
different tastes, so that rare endings (sudden death, an empty pile) come up too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from waterhole.game import Game, Move, State, Step, load

Taste = Callable[[State[Any], Random], Move]

GAMES = ("tembo", "life")


def anything(state: State[Any], rng: Random) -> Move:
    return rng.choice(state.legal())


def lowest(state: State[Any], rng: Random) -> Move:
    """The first legal move: in Tembo rows grow and the pile empties, in Life all knock early."""
    return state.legal()[0]


def highest(state: State[Any], rng: Random) -> Move:
    """The last legal move: in Tembo crocodiles eat as soon as they can."""
    return state.legal()[-1]


def patient(state: State[Any], rng: Random) -> Move:
    """Singles before pairs, and no knock: rounds take as long as they can."""
    legal = state.legal()
    slow = [move for move in legal if "+" not in str(move) and str(move) != "K"]
    return rng.choice(slow or list(legal))


def collector(state: State[Any], rng: Random) -> Move:
    """In Life is Life, gathers cats, hares and pigs, which ends in sudden death (L8)."""
    if state.game != "life":
        return anything(state, rng)
    hand, rows = state.round.hands[state.round.turn], state.round.rows
    swaps = [move for move in state.legal() if str(move) != "K"]

    def gathered(move: Any) -> int:
        held = hand + rows[move.row - 1]
        left = [held.count(c) - move.laid.count(c) for c in "HPC"]
        return sum(count**3 for count in left)

    return max(swaps, key=gathered)


def knocker(state: State[Any], rng: Random) -> Move:
    """Knocks every other time it may."""
    legal = state.legal()
    return legal[0] if str(legal[0]) == "K" and rng.random() < 0.5 else rng.choice(legal)


TASTES: tuple[Taste, ...] = (anything, lowest, highest, patient, collector, knocker)


@dataclass(frozen=True)
class Match:
    """Everything a match needs to be played the same way again."""

    name: str
    seats: int
    seed: str
    options: dict[str, Any]
    tastes: tuple[Taste, ...]
    choices: int

    @property
    def game(self) -> Game:
        return load(self.name)

    def start(self) -> State[Any]:
        return self.game.start(self.seats, self.seed, self.options)

    def steps(self, start: State[Any] | None = None, most: int = 10_000) -> Iterator[Step]:
        """The first moves of the match, one by one."""
        rng = Random(self.choices)
        state = start or self.start()
        for _ in range(most):
            if state.to_move is None:
                return
            step = state.play(self.tastes[state.to_move](state, rng))
            yield step
            state = step.state

    def states(self, most: int = 10_000) -> Iterator[State[Any]]:
        yield self.start()
        yield from (step.state for step in self.steps(most=most))


@st.composite
def decks(draw: st.DrawFn) -> list[list[Any]]:
    """A custom deck: 14 of each species, 2 to 5 points (T2)."""
    species = draw(st.permutations(["gnu", "zebra", "antelope"] * 14))
    points = draw(st.lists(st.integers(2, 5), min_size=42, max_size=42))
    return [list(animal) for animal in zip(species, points, strict=True)]


def tembo_options() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"rounds": st.integers(1, 3)}, optional={"deck": decks()})


def life_options(most_laps: int) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"expert": st.booleans(), "lap_limit": st.integers(1, most_laps)})


@st.composite
def matches(draw: st.DrawFn, name: str | None = None, most_laps: int = 6) -> Match:
    name = name or draw(st.sampled_from(GAMES))
    seats = draw(st.sampled_from(load(name).seats))
    options = draw(tembo_options() if name == "tembo" else life_options(most_laps))
    seed = draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=8))
    tastes = draw(st.tuples(*[st.sampled_from(TASTES)] * seats))
    return Match(name, seats, seed, options, tastes, draw(st.integers(0, 2**32)))


def last(states: Iterator[State[Any]]) -> State[Any]:
    *_, state = states
    return state
