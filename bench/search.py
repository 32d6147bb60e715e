"""How many simulations a second the search makes, next to OpenSpiel's ISMCTS bot in the same run.

As in ``core.py``: processor time, one core, short rounds in which ours and theirs take turns,
medians, and ratios rather than speeds. ``bench/README.md`` says what is counted.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a script, too

from bench.core import CORE_LOCK, CORE_VENV, by_round, entries_of, title
from bench.self_play import (
    BENCH,
    Entry,
    Peer,
    PeerFailed,
    Sample,
    install,
    new_table,
    notes,
    run_rounds,
)
from waterhole import core
from waterhole.game import State, View, load

SCRIPT: Final = BENCH / "peers" / "open_spiel_ismcts.py"
OPEN_SPIEL: Final = ("hearts", "oh_hell", "euchre")
SEARCHED: Final = (("tembo", 2), ("tembo", 4), ("life", 4))
# The last round of Tembo, so that rollouts end with the match.
OPTIONS: Final[dict[str, dict[str, int]]] = {"tembo": {"rounds": 1}, "life": {}}
POSITIONS: Final = 8
PLAYOUTS: Final = 10  # from each position, to see how far it is to the end
LAPS: Final = 2  # random rollouts of Life is Life go no further without a knock (life_plan.hpp)


# Our side.


def in_first_round(state: State[Any]) -> bool:
    return state.to_move is not None and not state.played


def knocked(state: State[Any]) -> bool:
    return getattr(state.round, "knocker", None) is not None


def play_out(state: State[Any], rng: Random) -> Iterator[State[Any]]:
    """The states in which somebody decides, from this one to the end of the round."""
    while in_first_round(state):
        yield state
        state = state.play(rng.choice(state.legal())).state


def positions(game: str, seats: int, seed: int) -> Iterator[State[Any]]:
    """From the middle of random rounds, where there is something to decide and, in Life is Life,
    nobody has knocked: the last to move then weighs every move in each world, without rollouts."""
    rng = Random(f"{game} {seats} {seed}")
    for number in count():
        start = load(game).start(seats, f"bench {seed} {number}", OPTIONS[game])
        decisions = list(play_out(start, rng))
        middle = decisions[len(decisions) // 2] if decisions else start
        if in_first_round(middle) and len(middle.legal()) > 1 and not knocked(middle):
            yield middle


def playout_length(state: State[Any], rng: Random) -> int:
    """Decisions from here to where a random rollout ends."""
    most = LAPS * sum(1 for lives in state.round.lives if lives) if state.game == "life" else None
    made = 0
    for made, now in enumerate(play_out(state, rng), 1):
        if most is not None and made > most and not knocked(now):
            return most
    return made


class Searching:
    """Positions of a game, searched one after the other."""

    def __init__(self, game: str, seats: int, simulations: int, seed: int) -> None:
        self.simulations, rng = simulations, Random(seed)
        found = positions(game, seats, seed)
        states = [next(found) for _ in range(POSITIONS)]
        lengths = [playout_length(state, rng) for state in states for _ in range(PLAYOUTS)]
        self.length = sum(lengths) / len(lengths)
        self.views = [state.view(state.to_move) for state in states]
        self.seeds = count(seed * 1_000_000)
        self.random = Entry(title(game), seats, lambda seconds: self.measure(seconds, True))
        self.heuristic = Entry(title(game), seats, lambda seconds: self.measure(seconds, False))
        self.search(self.views[0], True)  # the first search fills caches

    def search(self, view: View, random_play: bool) -> int:
        """From the view on, as a bot does it; the simulations made."""
        seed = next(self.seeds)
        sight = core.sight(view)
        return int(sight.search(seed, self.simulations, 0.0, 1, 1.0, True, random_play).worlds)

    def measure(self, seconds: float, random_play: bool) -> Sample:
        """All positions, again and again for about so long."""
        done, start = 0, process_time()
        while process_time() - start < seconds:
            done += sum(self.search(view, random_play) for view in self.views)
        return Sample(done, round(done * self.length), process_time() - start)


# Their side.


def start_peer(seed: int) -> Peer | None:
    try:
        return Peer(install("OpenSpiel", CORE_LOCK, CORE_VENV), SCRIPT, seed)
    except (PeerFailed, OSError) as error:
        notes.print(f"Only ours is measured, OpenSpiel cannot be installed or started: {error}")
        return None


# The report. In samples of searches, choices are the decisions from the positions to the end.


def by_move(entry: Entry) -> Entry:
    """The same, counted in decisions: rollouts differ in length."""
    samples = [Sample(sample.choices, 0, sample.seconds) for sample in entry.samples]
    return Entry(entry.game, entry.seats, entry.measure, samples=samples)


def compared(entry: Entry, theirs: list[Entry]) -> dict[str, float]:
    """Ratios to OpenSpiel's median and fastest game, and to its median by decisions."""
    if not theirs:
        return {}
    found = {pick.__name__: entry.ratio(by_round(theirs, pick)) for pick in (median, max)}
    peers = [by_move(peer) for peer in theirs]
    return found | {"median_by_move": by_move(entry).ratio(by_round(peers, median))}


def search_table(ours: list[Searching], theirs: list[Entry], simulations: int) -> Table:
    columns = ("/ median", "/ fastest", "a move") if theirs else ()
    caption = "moves: decisions in a rollout; a move: / median, counted in these"
    name = f"Search on one core, {simulations:,} simulations a decision"
    table = new_table(name, caption, "seats", "moves", "sims/s", *columns)
    for each in ours:
        cells = [f"{ratio:.2f}" for ratio in compared(each.random, theirs).values()]
        add_row(table, each.random.game, each.random, cells)
    table.add_section()
    for each in ours:
        cells = [str(each.heuristic.seats), "", f"{each.heuristic.speed:,.0f}"]
        table.add_row(f"{each.heuristic.game}, bots", *cells)
    table.add_section()
    for entry in theirs:
        add_row(table, f"OpenSpiel {entry.game}", entry, [])
    return table


def add_row(table: Table, name: str, entry: Entry, more: list[str]) -> None:
    seats = str(entry.seats) if entry.seats else ""
    table.add_row(name, seats, f"{entry.choices:.1f}", f"{entry.speed:,.0f}", *more)


def to_dict(entry: Entry, theirs: list[Entry]) -> dict[str, Any]:
    seats = {"seats": entry.seats} if entry.seats else {}
    line = {"game": entry.game, **seats, "per_second": round(entry.speed)}
    ratios = {f"to_{name}": round(ratio, 3) for name, ratio in compared(entry, theirs).items()}
    return line | {"moves": round(entry.choices, 1)} | ratios


def as_bots(entry: Entry) -> dict[str, Any]:
    return {"game": entry.game, "seats": entry.seats, "per_second": round(entry.speed)}


def main(
    rounds: Annotated[int, typer.Option(min=1, help="How often everything is measured.")] = 7,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long each time.")] = 0.3,
    seed: Annotated[int, typer.Option(min=0, help="Of the positions and the searches.")] = 1,
    simulations: Annotated[int, typer.Option(min=1, help="For each decision.")] = 2000,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, not tables.")] = False,
) -> None:
    """Measure the search of both games next to OpenSpiel's ISMCTS bot."""
    core.require()
    load_before = os.getloadavg()[0]
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # the peer inherits it
    theirs = entries_of(start_peer(seed), {game: f"{game}:{simulations}" for game in OPEN_SPIEL})
    ours = [Searching(game, seats, simulations, seed) for game, seats in SEARCHED]
    every = [entry for each in ours for entry in (each.random, each.heuristic)] + theirs
    try:
        run_rounds(every, rounds, seconds, Random(seed))
    except PeerFailed as error:
        notes.print(f"OpenSpiel stopped while it was measured: {error}")
        raise typer.Exit(1) from error
    loads = load_before, os.getloadavg()[0]
    if as_json:
        report = {
            "python": platform.python_version(),
            "rounds": rounds,
            "seconds": seconds,
            "simulations": simulations,
            "load": [round(load, 2) for load in loads],
            "random_rollouts": [to_dict(each.random, theirs) for each in ours],
            "bots": [as_bots(each.heuristic) for each in ours],
            "open_spiel": [to_dict(entry, []) for entry in theirs],
        }
        print(json.dumps(report))
        return
    Console().print(search_table(ours, theirs, simulations), "")
    Console().print(f"Load of the machine: {loads[0]:.1f} before, {loads[1]:.1f} after.")


if __name__ == "__main__":
    typer.run(main)
