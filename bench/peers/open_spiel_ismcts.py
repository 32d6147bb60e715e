"""OpenSpiel's own ISMCTS bot, written in C++, measured on request.

Runs in an environment of its own, started by ``bench/search.py``. Each line read names a game and
the simulations of a decision (``hearts:2000``) and how many seconds to search; each line written
answers with the simulations made, the decisions there were from the positions to the end when all
played at random, summed in the same way, and the seconds it took.
"""

from __future__ import annotations

import random
import sys
from time import process_time
from typing import Any

import pyspiel  # type: ignore[import-not-found]

POSITIONS = 8
PLAYOUTS = 10  # from each position, to see how far it is to the end
EXPLORATION = 5.0  # as in OpenSpiel's tests of the bot


def draw(state: Any, rng: random.Random) -> int:
    """What a random player does, or chance."""
    if not state.is_chance_node():
        return int(rng.choice(state.legal_actions()))
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choices(actions, weights)[0])


def play_out(state: Any, rng: random.Random) -> list[Any]:
    """The states in which somebody decides, from this one to the end."""
    decisions = []
    state = state.clone()
    while not state.is_terminal():
        if not state.is_chance_node():
            decisions.append(state.clone())
        state.apply_action(draw(state, rng))
    return decisions


def positions(name: str, seed: int) -> list[Any]:
    """From the middle of random games, where there is something to decide: with one legal action
    the bot does not search at all."""
    rng = random.Random(f"{name} {seed}")
    start = pyspiel.load_game(name).new_initial_state()
    found: list[Any] = []
    while len(found) < POSITIONS:
        decisions = play_out(start, rng)
        middle = decisions[len(decisions) // 2]
        if len(middle.legal_actions()) > 1:
            found.append(middle)
    return found


class Searching:
    """A game's positions, searched one after the other."""

    def __init__(self, name: str, simulations: int, seed: int) -> None:
        self.simulations = simulations
        self.positions = positions(name, seed)
        rng = random.Random(seed)
        ways = [play_out(state, rng) for state in self.positions for _ in range(PLAYOUTS)]
        self.length = sum(map(len, ways)) / len(ways)
        # A new world for every simulation, one rollout each, trees by information states.
        rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
        policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        self.bot = pyspiel.ISMCTSBot(seed, rollouts, EXPLORATION, simulations, -1, policy)
        self.bot.step(self.positions[0])  # the first search fills caches

    def measure(self, seconds: float) -> tuple[int, int, float]:
        """All positions, again and again for about so long."""
        done, start = 0, process_time()
        while process_time() - start < seconds:
            for state in self.positions:
                self.bot.step(state)
            done += self.simulations * len(self.positions)
        return done, round(done * self.length), process_time() - start


def main() -> None:
    seed = int(sys.argv[1])
    games: dict[str, Searching] = {}
    print("ready", flush=True)
    for line in sys.stdin:
        what, seconds = line.split()
        if what not in games:
            name, simulations = what.split(":")
            games[what] = Searching(name, int(simulations), seed)
        print(*games[what].measure(float(seconds)), flush=True)


if __name__ == "__main__":
    main()
