"""What more thought could still gain: how much worse a short search moves than a long one, in the
eyes of a much longer one.

Matches tell that too, but they are full of luck: a gain of 0.02 takes thousands of them to show.
Here every position counts only by what the move there gives away. The judge knows no more than
those he judges and plays by the same rules of thumb, so this is what more time alone could gain,
not what a better search could.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from multiprocessing import get_context
from random import Random
from statistics import mean, stdev
from typing import Annotated, Any, Final, NamedTuple

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from waterhole.bots import Budget, Finding, search
from waterhole.core import load
from waterhole.game import State
from waterhole.game.vocabulary import Json

BUDGETS: Final = (0.01, 0.1, 1.0)  # seconds
SEEN: Final = Budget(iterations=1000)  # who plays the matches in which positions are found
LATEST: Final = 60  # moves before a position
SURE: Final = 1.96


class Position(NamedTuple):
    """One of a match of its own, after some moves."""

    game: str
    seats: int
    number: int
    judge: float  # seconds


class Given(NamedTuple):
    """What each budget gives away at a position, in what a search goes for (from 0 to 1, mostly the
    win), and how many choices its match had for each seat."""

    away: list[float]
    choices: float


def given_away(position: Position) -> Given | None:
    """None: there is nothing to choose, or the match is over."""
    rng = Random(f"ceiling {position}")
    stop = rng.randrange(LATEST)
    state = load(position.game).start(seats=position.seats, seed=f"ceiling {position.number}")
    seen, moves, choices = None, 0, 0
    while state.to_move is not None:
        if moves == stop:
            seen = state
        choices += len(state.legal()) > 1
        state = state.play(thought(state, SEEN, rng).move).state
        moves += 1
    if seen is None or len(seen.legal()) < 2:
        return None
    judged = thought(seen, Budget(seconds=position.judge), rng)
    worth = {candidate.move: candidate.value for candidate in judged.candidates}
    chosen = [thought(seen, Budget(seconds=seconds), rng).move for seconds in BUDGETS]
    return Given([worth[judged.move] - worth[move] for move in chosen], choices / position.seats)


def thought(state: State[Any], budget: Budget, rng: Random) -> Finding:
    assert state.to_move is not None
    return search(state.view(state.to_move), budget, rng.getrandbits(64))


def summary(found: Sequence[Given], judge: float) -> Json:
    """The mean loss of each budget at a choice, with its 95 % interval, and in a whole match."""
    choices = mean(each.choices for each in found)
    lines = []
    for number, seconds in enumerate(BUDGETS):
        losses = [each.away[number] for each in found]
        loss, half = mean(losses), SURE * stdev(losses) / len(losses) ** 0.5
        each = {"loss": loss, "half": half, "match": choices * loss}
        lines.append({"seconds": seconds, "other_moves": sum(map(bool, losses)), **each})
    return {"judge": judge, "positions": len(found), "choices": choices, "budgets": lines}


def shown(result: Json) -> Table:
    title = f"in the eyes of {result['judge']:g} s, {result['positions']} positions"
    table = Table("seconds", "other moves", "given away a move", "a match", title=title)
    for line in result["budgets"]:
        loss = f"{line['loss']:.5f} ± {line['half']:.5f}"
        row = (f"{line['seconds']:g}", str(line["other_moves"]), loss, f"{line['match']:.3f}")
        table.add_row(*row)
    return table


def main(
    game: Annotated[str, typer.Option(help="tembo or life.")] = "tembo",
    seats: Annotated[int, typer.Option(help="How many play.")] = 2,
    positions: Annotated[int, typer.Option(help="Matches, with a position of each.")] = 160,
    judge: Annotated[float, typer.Option(help="Seconds that the judge thinks.")] = 10.0,
    processes: Annotated[int | None, typer.Option(help="As many as cores, if not given.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON on standard output.")] = False,
) -> None:
    """Weigh what short searches give away."""
    wanted = [Position(game, seats, number, judge) for number in range(positions)]
    with get_context("spawn").Pool(processes or os.cpu_count()) as pool:
        looked = pool.imap_unordered(given_away, wanted)
        progress = Console(stderr=True)
        found = [each for each in track(looked, "positions", positions, console=progress) if each]
    result = summary(found, judge)
    if as_json:
        print(json.dumps(result))
    else:
        Console().print(shown(result))


if __name__ == "__main__":
    typer.run(main)
