"""Random play of pgx's games with hidden information, measured on request, on one core.

Runs in an environment of its own, started by ``bench/core.py``. Many games are stepped together,
compiled and vectorised, with automatic reset; observations and legal masks are made in each step.
Each line read names a game and how many seconds to play it; each line written answers with the
steps made, 0, and the seconds it took.
"""

from __future__ import annotations

import os
import sys
from time import process_time
from typing import Any

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
# Compiling takes a minute, so it is done once and kept with the environment.
os.environ["JAX_COMPILATION_CACHE_DIR"] = f"{sys.prefix}/compiled"
os.environ["JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS"] = "0"

import jax  # type: ignore[import-not-found]
import pgx  # type: ignore[import-not-found]
from pgx.experimental import auto_reset  # type: ignore[import-not-found]

LANES = 1024
STEPS = 16  # in one compiled call


class Lanes:
    """Many games of one kind, and the compiled way to play on with random legal moves."""

    def __init__(self, name: str, seed: int) -> None:
        env = pgx.make(name)
        step = jax.vmap(auto_reset(env.step, env.init))
        keys = jax.random.split(jax.random.PRNGKey(seed), LANES)
        self.state = jax.jit(jax.vmap(env.init))(keys)
        self.key = jax.random.PRNGKey(seed + 1)

        def one(carry: Any, _: None) -> tuple[Any, None]:
            state, key = carry
            key, choose, deal = jax.random.split(key, 3)
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
            moves = jax.random.categorical(choose, logits, axis=1)
            return (step(state, moves, jax.random.split(deal, LANES)), key), None

        self.play_on = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, STEPS)[0])
        self.play()  # compiles

    def play(self) -> None:
        self.state, self.key = jax.block_until_ready(self.play_on(self.state, self.key))

    def measure(self, seconds: float) -> tuple[int, int, float]:
        steps = 0
        start = process_time()
        while process_time() - start < seconds:
            self.play()
            steps += LANES * STEPS
        return steps, 0, process_time() - start


def main() -> None:
    seed = int(sys.argv[1])
    print("ready", flush=True)
    lanes: dict[str, Lanes] = {}
    for line in sys.stdin:
        name, seconds = line.split()
        if name not in lanes:
            lanes[name] = Lanes(name, seed)
        print(*lanes[name].measure(float(seconds)), flush=True)


if __name__ == "__main__":
    main()
