"""Players by rules of thumb. What they think stands in ``tembo_heuristic.hpp`` and
``life_heuristic.hpp`` under ``cpp/include/waterhole``: rollouts of the search think the same."""

from __future__ import annotations

from random import Random

from waterhole import core
from waterhole.bots.interface import Budget
from waterhole.game import InvalidOptions, Move, View
from waterhole.game import load as load_game


class HeuristicBot:
    """Looks one move ahead and weighs what it brings against what it gives away."""

    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        sight, seed = core.sight(view), rng.getrandbits(64)
        taste = (0.0,) if view.game == "tembo" else (0.0, False)
        move: Move = load_game(view.game).moves[sight.heuristic(seed, *taste)]
        return move


class KnockerBot:
    """Life is Life in a hurry: the same player, who knocks much earlier."""

    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        if view.game != "life":
            raise InvalidOptions("bot/game", "a knocker plays Life is Life alone")
        number = core.sight(view).heuristic(rng.getrandbits(64), 0.0, True)
        move: Move = load_game(view.game).moves[number]
        return move
