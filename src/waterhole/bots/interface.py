"""What a bot is: it gets a view, never a state, and returns a move."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Protocol

from waterhole.game import Move, View


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think about one move. None: as it sees fit."""

    seconds: float | None = None
    iterations: int | None = None


class Bot(Protocol):
    """A player that is a program. Equal views, budgets and random sources give equal moves, unless
    the budget is one of time."""

    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        """One of the moves of ``view.legal()``."""
        ...


@dataclass(frozen=True, slots=True)
class Player:
    """A bot at a table: with a name, and a budget for each move."""

    name: str
    bot: Bot
    budget: Budget = Budget()

    def choose(self, view: View, rng: Random) -> Move:
        return self.bot.choose(view, self.budget, rng)


def chance(place: str) -> Random:
    """A bot's source of chance, from a text that may hold the seed of the deal. Random keeps in its
    state the very text it is made from, and a bot could work it out; a hash tells nothing."""
    return Random(sha256(place.encode()).digest())
