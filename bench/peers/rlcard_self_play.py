"""Random self-play in rlcard's environments, measured on request.

Runs in an environment of its own, started by ``bench/self_play.py``. Each line read names a game
and how many seconds to play it; each line written answers with the moves made, the choices there
were in all, and the seconds it took.
"""

from __future__ import annotations

import random
import sys
from time import process_time
from typing import Any

import rlcard

GAMES = ("uno", "gin-rummy")


def play_match(env: Any) -> tuple[int, int]:
    """One match from the reset to its end: the moves made, and the choices there were in all."""
    moves = choices = 0
    state, _ = env.reset()
    while not env.is_over():
        legal = list(state["legal_actions"])
        # A plain choice: rlcard's own random agent draws with numpy, which takes longer.
        state, _ = env.step(random.choice(legal))
        moves += 1
        choices += len(legal)
    return moves, choices


def measure(env: Any, seconds: float) -> tuple[int, int, float]:
    """Whole matches for about so long."""
    moves = choices = 0
    start = process_time()
    while process_time() - start < seconds:
        more_moves, more_choices = play_match(env)
        moves += more_moves
        choices += more_choices
    return moves, choices, process_time() - start


def main() -> None:
    seed = int(sys.argv[1])
    random.seed(seed)
    envs = {game: rlcard.make(game, config={"seed": seed}) for game in GAMES}
    for env in envs.values():
        play_match(env)  # the first match fills caches
    print("ready", flush=True)
    for line in sys.stdin:
        game, seconds = line.split()
        print(*measure(envs[game], float(seconds)), flush=True)


if __name__ == "__main__":
    main()
