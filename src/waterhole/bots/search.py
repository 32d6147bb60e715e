"""Players that search: many worlds that the seat cannot tell apart, one tree over the moves."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from random import Random
from typing import NamedTuple

from waterhole import core
from waterhole.bots.interface import Budget
from waterhole.game import InvalidOptions, Move, View
from waterhole.game import load as load_game

DEFAULT = Budget(iterations=20_000)
VALUE_SCALE = 0.04  # at temperature 1 a move worse by so much is chosen a third as often


class Candidate(NamedTuple):
    """A move that was looked at."""

    move: Move
    visits: int
    value: float  # from 0 to 1, what the search goes for: mostly the win
    win: float  # the share of the win to expect after it


@dataclass(frozen=True, slots=True)
class Finding:
    """What a search found, for whoever wants to know more than the move."""

    candidates: tuple[Candidate, ...]  # the most visited first
    wins: tuple[float, ...]  # the share of the win that each seat can expect
    worlds: int  # so many were looked at
    nodes: int  # the size of the tree

    @property
    def move(self) -> Move:
        return self.candidates[0].move


def search(
    view: View,
    budget: Budget,
    seed: int,
    threads: int = 1,
    memory: float = 1.0,
    heed: bool = True,
) -> Finding:
    """Thinks about a view within a budget. The same seed and iterations on one thread find the
    same. A memory below 1 forgets so much of the cards that were seen and are gone. Who heeds draws
    worlds more often in which what the others did makes sense; who forgets cards cannot."""
    if budget.seconds is None and budget.iterations is None:
        budget = DEFAULT
    sight = core.sight(view)
    try:
        found = sight.search(
            seed % 2**64,
            budget.iterations or 0,
            budget.seconds or 0.0,
            threads,
            memory,
            heed,
            False,
        )
    except (TypeError, ValueError) as error:
        text = "budget, threads, memory or heed is nothing that a search can take"
        raise InvalidOptions(
            "search/value", str(error) if isinstance(error, ValueError) else text
        ) from None
    moves = load_game(view.game).moves
    candidates = [Candidate(moves[c.move], c.visits, c.value, c.win) for c in found.candidates]
    return Finding(tuple(candidates), tuple(found.wins), found.worlds, found.nodes)


@dataclass(frozen=True, slots=True)
class SearchBot:
    """Plays the move that the search looked at most."""

    threads: int = 1

    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        return search(view, budget, rng.getrandbits(64), self.threads).move


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent for people: a search with limits of its own, whatever the table allows, a
    temperature that makes it choose what it finds nearly as good, and a memory that lets slip what
    was played. It never plays a move at random. The seconds are there for slow machines alone."""

    iterations: int
    seconds: float
    temperature: float = 0.0
    memory: float = 1.0

    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        limit = Budget(
            min(self.seconds, budget.seconds or self.seconds),
            min(self.iterations, budget.iterations or self.iterations),
        )
        found = search(view, limit, rng.getrandbits(64), memory=self.memory)
        if not self.temperature or not found.worlds:
            return found.move
        return rng.choices(found.candidates, self._weights(found.candidates))[0].move

    def _weights(self, candidates: tuple[Candidate, ...]) -> list[float]:
        """How likely each move is: by its visits and by its value, next to the best."""
        best = candidates[0]
        return [
            (each.visits / best.visits) ** (1 / self.temperature)
            * exp(min(each.value - best.value, 0) / (VALUE_SCALE * self.temperature))
            for each in candidates
        ]


LEVELS = {
    "easy": Level(20, seconds=0.25, temperature=2.0, memory=0.0),
    "medium": Level(300, seconds=0.25, temperature=0.25, memory=0.5),
    "hard": Level(1_000, seconds=0.4, memory=0.8),
    "expert": Level(60_000, seconds=1.8),
}
