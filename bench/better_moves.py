"""Whether a second finds better moves than a tenth of one: the same matches, but for that move.

Two whole matches differ in dozens of moves and in all their luck, so a gain as small as this one
takes thousands of them to show. Here a position is looked at by both, with the same seed. Where
they choose differently, the match is played to its end after either move, in hundreds of worlds
that fit what the seat to move can see: the same world and the same seeds for both moves, every
seat a short search that sees its own hand only. What counts is who won.

The design was fixed before anybody looked: Tembo with two seats, one position each of 2,400
matches, the difference of the win shares position by position where they choose differently,
Student's t on one side, looked at once, at the end. It is the third way in which the question is
asked (entries 8 and 11 of the diary tell of the others), so a third of the error is allowed:
p < 0.0033. That a second's moves are better does not say how much of a match they win: after them
the short searches play on, not a second against a tenth.

What is finished is kept in ``bench/better_moves.jsonl``, in the repository because it takes hours,
and a run goes on from there.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Collection
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Annotated, Any, Final, NamedTuple

import typer
from rich.console import Console
from rich.progress import track

from waterhole.bots import Budget, Finding, search
from waterhole.core import load
from waterhole.game import Move, State
from waterhole.game.vocabulary import Json
from waterhole.lab.arena.intervals import Estimate, estimate, p_above

KEPT: Final = Path(__file__).resolve().parent / "better_moves.jsonl"
GAME: Final = "tembo"
SEATS: Final = 2
LONG, SHORT = Budget(seconds=1.0), Budget(seconds=0.1)
BEFORE: Final = Budget(iterations=1000)  # who plays until the position
AFTER: Final = Budget(iterations=100)  # who plays on from it
POSITIONS: Final = 2400
LATEST: Final = 85  # moves before a position
WORLDS: Final = 800
SURE: Final = 0.01 / 3


def look_at(number: int) -> Json:
    """What both choose in a position, and what the longer one's move gains where they differ."""
    rng = Random(f"better moves {number}")
    state: State[Any] = load(GAME).start(seats=SEATS, seed=f"better moves {number}")
    for _ in range(rng.randrange(LATEST)):
        if state.to_move is not None:
            state = state.play(thought(state, BEFORE, rng).move).state
    if len(state.legal()) < 2:
        return {"position": number, "choice": False}
    assert state.to_move is not None
    seed = rng.getrandbits(64)
    long, short = (search(state.view(state.to_move), budget, seed) for budget in (LONG, SHORT))
    found = {"position": number, "choice": True, "iterations": [long.worlds, short.worlds]}
    if long.move == short.move:
        return found
    return found | {"won": won(state, (long.move, short.move), rng)}


def thought(state: State[Any], budget: Budget, rng: Random) -> Finding:
    assert state.to_move is not None
    return search(state.view(state.to_move), budget, rng.getrandbits(64))


def won(state: State[Any], moves: tuple[Move, ...], rng: Random) -> list[float]:
    """The share of the win after each move, over worlds that the seat to move thinks possible."""
    seat = state.to_move
    assert seat is not None
    view = state.view(seat)
    shares: tuple[list[float], ...] = tuple([] for _ in moves)
    for _ in range(WORLDS):
        world, seed = load(GAME).resample(view, rng), rng.getrandbits(64)
        for move, share in zip(moves, shares, strict=True):
            share.append(share_of(seat, world.play(move).state, seed))
    return [round(fmean(share), 6) for share in shares]


def share_of(seat: int, state: State[Any], seed: int) -> float:
    """Who wins when all seats play on."""
    rng = Random(seed)
    while state.to_move is not None:
        state = state.play(thought(state, AFTER, rng).move).state
    assert state.result is not None
    winners = state.result.winners
    return (seat in winners) / len(winners)


def kept() -> dict[int, Json]:
    """What is in the repository or was looked at since, by position; not a line broken off."""
    lines = KEPT.read_text("utf-8").splitlines(keepends=True) if KEPT.exists() else []
    found = [json.loads(line) for line in lines if line.endswith("\n")]
    return {each["position"]: each for each in found}


class Look(NamedTuple):
    """What the longer one's moves gain where both choose differently, and whether by chance."""

    choices: int
    differ: int
    gain: Estimate
    p: float

    def __str__(self) -> str:
        low, high = self.gain.low or 0, self.gain.high or 0
        differ = f"in the {self.differ} of {self.choices:,} positions where both choose differently"
        gain = f"{self.gain.mean:+.4f} (95 % interval {low:+.4f} to {high:+.4f})"
        return f"{differ}, the move of a second wins {gain}, one-sided p {self.p:.5f}"


def weigh(found: Collection[Json]) -> Look:
    gained = [long - short for long, short in (each["won"] for each in found if "won" in each)]
    gain, p = estimate(gained), p_above(gained, 0)
    assert gain is not None
    assert p is not None
    return Look(sum(each["choice"] for each in found), len(gained), gain, p)


def look() -> Look | None:
    """Nobody looks before the last position."""
    found = kept()
    return weigh(found.values()) if len(found) >= POSITIONS else None


def play(processes: int | None) -> None:
    """The positions that are not yet looked at."""
    left = sorted(set(range(POSITIONS)) - kept().keys())
    with get_context("spawn").Pool(processes or os.cpu_count()) as pool, KEPT.open("ab") as file:
        file.truncate(KEPT.read_bytes().rfind(b"\n") + 1)  # what was broken off
        looked = pool.imap_unordered(look_at, left)
        for each in track(looked, "positions", len(left), console=Console(stderr=True)):
            file.write(f"{json.dumps(each)}\n".encode())
            file.flush()


def main(
    processes: Annotated[int | None, typer.Option(help="As many as cores, if not given.")] = None,
) -> None:
    """Compare the moves of a second of search with those of a tenth of one."""
    if look() is None:
        play(processes)
    found = look()
    assert found is not None
    print(f"Tembo, {SEATS} seats: {found}; below {SURE:.4f} it counts as shown.")
    sys.exit(found.p >= SURE)


if __name__ == "__main__":
    typer.run(main)
