"""The plainest player."""

from __future__ import annotations

from random import Random

from waterhole.bots.interface import Budget
from waterhole.game import Move, View


class RandomBot:
    """Plays any legal move, each equally likely."""

    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        return rng.choice(view.legal())
