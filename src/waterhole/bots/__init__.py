"""Players that are programs. A bot sees a view, never a state, and returns a move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol

from waterhole.game import InvalidOptions, Move, View
from waterhole.game.options import shown


class Bot(Protocol):
    def choose(self, view: View, rng: Random) -> Move:
        """One of the moves of ``view.legal()``."""
        ...


class RandomBot:
    """Plays any legal move, each equally likely."""

    def choose(self, view: View, rng: Random) -> Move:
        return rng.choice(view.legal())


BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot}


def load_bot(name: str) -> Bot:
    """A bot by its name."""
    if name not in BOTS:
        raise InvalidOptions(
            "bot/unknown", f"there is no bot {shown(name)}; there are: {', '.join(BOTS)}"
        )
    return BOTS[name]()
