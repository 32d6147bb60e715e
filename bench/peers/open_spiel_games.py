"""Random play of OpenSpiel's card games, measured on request: in its C++, and from Python.

Runs in an environment of its own, started by ``bench/core.py``. Each line read names a way, a game
(``cpp:hearts``, ``python:hearts``) and how many seconds to play it; each line written answers with
the decisions made, the choices there were in all, the seconds it took and the chance nodes.
"""

from __future__ import annotations

import ctypes
import os
import random
import subprocess
import sys
from pathlib import Path
from time import process_time
from typing import Any

# Before the import: the C++ functions in OpenSpiel's binary are then there for ours to call.
sys.setdlopenflags(os.RTLD_GLOBAL | os.RTLD_NOW)

import pyspiel  # type: ignore[import-not-found]  # noqa: E402

SOURCE = Path(__file__).with_name("open_spiel_rollouts.cpp")
BUILT = Path(sys.prefix) / "open_spiel_rollouts.so"
NOT_UNIFORM = ("go_fish",)  # chance there draws a rank, by how many of it are left


class Counts(ctypes.Structure):
    _fields_ = (
        ("decisions", ctypes.c_long),
        ("choices", ctypes.c_long),
        ("chance", ctypes.c_long),
        ("seconds", ctypes.c_double),
    )


def build() -> None:
    """One small file, once; a failed compilation ends this peer with the compiler's words."""
    if BUILT.exists() and BUILT.stat().st_mtime > SOURCE.stat().st_mtime:
        return
    site = Path(pyspiel.__file__).parent
    folders = (site, site / "open_spiel/json/include", site / "open_spiel/abseil-cpp")
    flags = ["-std=c++17", "-O3", "-DNDEBUG", "-w", "-fPIC", "-shared"]
    include = [f"-I{folder}" for folder in folders]
    done = subprocess.run(
        ["g++", *flags, *include, SOURCE, "-o", BUILT], capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"g++: {done.stderr.strip().splitlines()[-1]}")


def rollouts() -> Any:
    build()
    measure = ctypes.CDLL(str(BUILT)).measure
    measure.restype = Counts
    measure.argtypes = (ctypes.c_char_p, ctypes.c_double, ctypes.c_uint)
    return measure


def draw(state: Any) -> int:
    """What chance does where not all of it is equally likely."""
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    return int(random.choices(actions, weights)[0])


def play_match(game: Any, uniform: bool) -> tuple[int, int, int]:
    """One game from the deal to its end: decisions, choices in all, chance nodes."""
    decisions = choices = chance = 0
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            # Where chance is uniform the quicker call does for it as well.
            chosen = random.choice(state.legal_actions()) if uniform else draw(state)
            chance += 1
        else:
            legal = state.legal_actions()
            chosen = random.choice(legal)
            decisions += 1
            choices += len(legal)
        state.apply_action(chosen)
    return decisions, choices, chance


def measure_python(game: Any, seconds: float) -> tuple[int, int, float, int]:
    totals = [0, 0, 0]
    uniform = game.get_type().short_name not in NOT_UNIFORM
    start = process_time()
    while process_time() - start < seconds:
        totals = [sum(pair) for pair in zip(totals, play_match(game, uniform), strict=True)]
    return totals[0], totals[1], process_time() - start, totals[2]


def main() -> None:
    seed = int(sys.argv[1])
    random.seed(seed)
    measure_cpp = rollouts()
    games: dict[str, Any] = {}
    print("ready", flush=True)
    for line in sys.stdin:
        what, seconds = line.split()
        way, name = what.split(":")
        if way == "cpp":
            counts = measure_cpp(name.encode(), float(seconds), seed)
            print(counts.decisions, counts.choices, counts.seconds, counts.chance, flush=True)
        else:
            game = games.setdefault(name, pyspiel.load_game(name))
            print(*measure_python(game, float(seconds)), flush=True)


if __name__ == "__main__":
    main()
