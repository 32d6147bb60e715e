"""How fast the compiled core is, next to OpenSpiel, rlcard and pgx in the same run.

As in ``self_play.py``: processor time, short rounds in which ours and theirs take turns, medians,
and ratios rather than speeds. ``bench/README.md`` says what is counted.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Annotated, Any, Final

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run as a script, too

from bench.self_play import (
    BENCH,
    OPTIONS,
    PEER_LOCK,
    PEER_SCRIPT,
    PEER_VENV,
    PEERS,
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
from waterhole.game import load

CORE_LOCK: Final = BENCH / "requirements-core.lock"
CORE_VENV: Final = BENCH / ".venv-core"
OPEN_SPIEL: Final = (
    *("hearts", "skat", "oh_hell", "crazy_eights"),
    *("spades", "euchre", "go_fish", "dou_dizhu"),
)
PGX: Final = ("kuhn_poker", "leduc_holdem", "sparrow_mahjong")
MATCHES: Final = {"tembo": 1000, "life": 300}  # in one call: some milliseconds
DRIVEN: Final = {"tembo": 4, "life": 4}  # the seats of what is driven from Python, and of batches
LANES: Final = (1024, 16384)
MANY: Final = 100_000  # lanes whose memory is measured


def title(game: str) -> str:
    return load(game).title


# Our side.


class Simulated:
    """Whole matches by random players, in the core."""

    def __init__(self, game: str, seats: int, seed: int, threads: int = 1) -> None:
        self.game, self.seats, self.threads = game, seats, threads
        self.seeds = count(seed * 1_000_000)
        self.play()

    def play(self) -> int:
        matches = MATCHES[self.game] * self.threads
        chosen = OPTIONS[self.game]
        seed = next(self.seeds)
        done = core.simulate(self.game, self.seats, matches, seed, chosen, self.threads)
        return int(done.lengths.sum())

    def measure(self, seconds: float, clock: Any = process_time) -> Sample:
        moves, start = 0, clock()
        while clock() - start < seconds:
            moves += self.play()
        return Sample(moves, 0, clock() - start)


class Driven:
    """Matches in the core, one move at a time from Python."""

    def __init__(self, game: str, seats: int, seed: int) -> None:
        self.game, self.seats = game, seats
        self.rng = Random(seed)
        self.seeds = (f"bench {seed} {number}" for number in count())

    def play_match(self) -> tuple[int, int]:
        moves = choices = 0
        match = core.Match(self.game, self.seats, next(self.seeds), OPTIONS[self.game])
        while match.to_move is not None:
            legal = match.legal()
            match.play(self.rng.choice(legal))
            moves += 1
            choices += len(legal)
        return moves, choices

    def measure(self, seconds: float) -> Sample:
        moves = choices = 0
        start = process_time()
        while process_time() - start < seconds:
            more_moves, more_choices = self.play_match()
            moves += more_moves
            choices += more_choices
        return Sample(moves, choices, process_time() - start)


class Stepped:
    """A batch stepped with random legal moves. Only ``step`` counts; choosing is clocked apart."""

    def __init__(self, game: str, lanes: int, seed: int) -> None:
        self.batch = core.Batch(game, lanes, DRIVEN[game], seed, OPTIONS[game])
        self.rng = np.random.default_rng(seed)
        # The same with choosing: what is fair to peers, whose choices are in their time.
        self.chosen = Entry(title(game), lanes, self.measure)
        for _ in range(64):  # the lanes drift apart
            self.batch.step(self.choose())

    def choose(self) -> NDArray[np.int32]:
        """Uniformly among the legal moves of each lane."""
        legal = self.batch.legal
        found = np.flatnonzero(legal.view(np.bool_))
        counts = legal.sum(axis=1, dtype=np.int64)
        first = np.cumsum(counts) - counts
        chosen = found[first + (self.rng.random(len(counts)) * counts).astype(np.int64)]
        moves: NDArray[np.int32] = (chosen % legal.shape[1]).astype(np.int32)
        return moves

    def measure(self, seconds: float) -> Sample:
        steps, spent, start = 0, 0.0, process_time()
        while spent < seconds:
            moves = self.choose()
            begun = process_time()
            self.batch.step(moves)
            spent += process_time() - begun
            steps += self.batch.lanes
        self.chosen.samples.append(Sample(steps, 0, process_time() - start))
        return Sample(steps, 0, spent)


def simulated_entries(seed: int) -> Iterator[Entry]:
    for game in OPTIONS:
        for seats in load(game).seats:
            yield Entry(title(game), seats, Simulated(game, seats, seed).measure)


def driven_entries(seed: int) -> list[Entry]:
    return [
        Entry(title(game), seats, Driven(game, seats, seed).measure)
        for game, seats in DRIVEN.items()
    ]


def memory_of(game: str) -> float:
    """Megabytes by which a process grows with so many lanes, after a step."""
    code = (
        "import numpy, resource\n"
        "from waterhole import core\n"
        "rss = lambda: int(open('/proc/self/statm').read().split()[1]) * resource.getpagesize()\n"
        f"options, seats, lanes = {OPTIONS[game]}, {DRIVEN[game]}, {MANY}\n"
        f"core.Batch({game!r}, 8, seats, 1, options)\n"
        "before = rss()\n"
        f"batch = core.Batch({game!r}, lanes, seats, 1, options)\n"
        "batch.step(batch.legal.argmax(axis=1).astype(numpy.int32))\n"
        "print((rss() - before) / 1e6)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(done.stdout)


def scaling(seed: int, rounds: int, seconds: float) -> list[dict[str, Any]]:
    """How much faster two threads are than one by the clock on the wall, in turns, and how much
    more processor time a move costs them; on a busy machine only the latter tells."""
    lines = []
    for game, seats in DRIVEN.items():
        one, two = (Simulated(game, seats, seed, threads) for threads in (1, 2))
        gain, cost = [], []
        for _ in range(rounds):
            speeds = [each.measure(seconds, perf_counter).speed for each in (one, two)]
            gain.append(speeds[1] / speeds[0])
            speeds = [each.measure(seconds, process_time).speed for each in (one, two)]
            cost.append(speeds[0] / speeds[1])
        measured = {"gain": median(gain), "best": max(gain), "cost": median(cost)}
        lines.append({"game": title(game), "seats": seats} | measured)
    return lines


# Their side.


class Counting(Peer):
    """OpenSpiel, which also says how many chance nodes there were."""

    def __init__(self, python: Path, script: Path, seed: int) -> None:
        self.nodes: dict[str, tuple[int, int]] = {}
        super().__init__(python, script, seed)

    def answer(self) -> str:
        self.last = super().answer()
        return self.last

    def measure(self, game: str, seconds: float) -> Sample:
        sample = super().measure(game, seconds)
        decisions, chance = self.nodes.get(game, (0, 0))
        self.nodes[game] = decisions + sample.moves, chance + int(self.last.split()[3])
        return sample

    def chance(self, game: str) -> float:
        """Chance nodes for each decision."""
        decisions, chance = self.nodes[f"cpp:{game}"]
        return chance / decisions


def start(what: str, lock: Path, venv: Path, script: Path, seed: int) -> Peer | None:
    kind = Counting if what == "OpenSpiel" else Peer
    try:
        return kind(install(what, lock, venv), script, seed)
    except (PeerFailed, OSError) as error:
        notes.print(f"Not measured, cannot be installed or started: {what} ({error})")
        return None


def entries_of(peer: Peer | None, games: dict[str, str], seats: int = 0) -> list[Entry]:
    """A line for each game of a peer; none, and a word about it, if it fails at one."""
    found: list[Entry] = []
    for name, asked in games.items() if peer else ():
        assert peer is not None
        try:
            peer.measure(asked, 0.05)  # loads, compiles and fills caches
        except (PeerFailed, OSError) as error:
            notes.print(f"Not measured, {name} failed: {error}")
            return []
        found.append(Entry(name, seats, partial(peer.measure, asked)))
    return found


# The report.


def by_round(entries: list[Entry], pick: Any) -> Entry:
    """The median, or the fastest, of the peer's games in each round, as if it were a game."""
    columns = zip(*(entry.samples for entry in entries), strict=True)
    line = Entry(pick.__name__, 0, entries[0].measure)
    line.samples = [Sample(1, 0, 1 / pick(s.speed for s in column)) for column in columns]
    return line


def ratios(entry: Entry, peers: list[Entry]) -> list[str]:
    if not peers:
        return []
    return [f"{entry.ratio(by_round(peers, pick)):.2f}" for pick in (median, max)]


def against(name: str, ours: list[Entry], theirs: list[Entry], chance: dict[str, float]) -> Table:
    columns = ["seats", "moves/s", *(["/ median", "/ fastest"] if theirs else [])]
    caption = "chance: nodes of chance for each decision, played but not counted"
    table = new_table(name, caption, *columns, *(["chance"] if theirs else []))
    for entry in ours:
        cells = [str(entry.seats), f"{entry.speed:,.0f}", *ratios(entry, theirs)]
        table.add_row(entry.game, *cells, *([""] if theirs else []), end_section=entry is ours[-1])
    for entry in theirs:
        cells = ["", f"{entry.speed:,.0f}", "", "", f"{chance[entry.game]:.2f}"]
        table.add_row(f"OpenSpiel {entry.game}", *cells)
    return table


def batch_table(batches: list[tuple[Entry, Stepped]], others: list[Entry]) -> Table:
    table = new_table(
        "Batches on one core, 4 seats; observations and masks written",
        "steps/s; choosing and the ratios: with the random choice, in NumPy",
        "lanes",
        "step",
        "choosing",
        *(f"/ {name}" for name in makers(others)),
    )
    for entry, each in batches:
        cells = [f"{entry.seats:,}", f"{entry.speed:,.0f}", f"{each.chosen.speed:,.0f}"]
        cells += [f"{each.chosen.ratio(peer):.2f}" for peer in makers(others).values()]
        table.add_row(entry.game, *cells, end_section=entry is batches[-1][0])
    for peer in others:
        table.add_row(peer.game, "", "", f"{peer.speed:,.0f}")
    return table


def makers(others: list[Entry]) -> dict[str, Entry]:
    """The median of the games of each peer."""
    names = dict.fromkeys(entry.game.split(" ")[0] for entry in others)
    return {
        name: by_round([entry for entry in others if entry.game.startswith(name)], median)
        for name in names
    }


def rest_table(memory: dict[str, float], threads: list[dict[str, Any]]) -> Table:
    caption = "gain of two threads by the wall clock; cost of a move: two to one"
    columns = (f"MB, {MANY:,} lanes", "gain, median", "gain, best", "cost")
    table = new_table("Memory and threads", caption, *columns)
    for line in threads:
        gains = [f"{line[key]:.2f}" for key in ("gain", "best", "cost")]
        table.add_row(line["game"], f"{memory[line['game']]:.0f}", *gains)
    return table


def lines_of(ours: list[Entry], theirs: list[Entry]) -> list[dict[str, Any]]:
    picks = [by_round(theirs, pick) for pick in (median, max)] if theirs else []
    return [
        {"game": entry.game, "seats": entry.seats, "per_second": round(entry.speed)}
        | {f"to_{pick.game}": round(entry.ratio(pick), 3) for pick in picks}
        for entry in ours
    ]


def main(
    rounds: Annotated[int, typer.Option(min=1, help="How often everything is measured.")] = 5,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long each time.")] = 0.2,
    seed: Annotated[int, typer.Option(min=0, help="Of the deals and the moves.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, not tables.")] = False,
) -> None:
    """Measure the compiled core next to OpenSpiel, rlcard and pgx."""
    core.require()
    load_before = os.getloadavg()[0]
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})  # peers inherit it
    spiel_script, pgx_script = (BENCH / "peers" / f"{n}_games.py" for n in ("open_spiel", "pgx"))
    spiel = start("OpenSpiel", CORE_LOCK, CORE_VENV, spiel_script, seed)
    cpp = entries_of(spiel, {game: f"cpp:{game}" for game in OPEN_SPIEL})
    python = entries_of(spiel, {game: f"python:{game}" for game in OPEN_SPIEL})
    cards = start("rlcard", PEER_LOCK, PEER_VENV, PEER_SCRIPT, seed)
    others = entries_of(cards, {f"rlcard {name}": game for name, game in PEERS.items()})
    lanes = start("pgx", CORE_LOCK, CORE_VENV, pgx_script, seed)
    others += entries_of(lanes, {f"pgx {game}": game for game in PGX})
    played, driven = list(simulated_entries(seed)), driven_entries(seed)
    stepped = [(game, size, Stepped(game, size, seed)) for game in OPTIONS for size in LANES]
    batches = [(Entry(title(game), size, each.measure), each) for game, size, each in stepped]
    every = played + cpp + driven + python + others + [entry for entry, _ in batches]
    try:
        run_rounds(every, rounds, seconds, Random(seed))
    except PeerFailed as error:
        notes.print(f"A peer stopped while it was measured: {error}")
        raise typer.Exit(1) from error
    memory = {title(game): memory_of(game) for game in OPTIONS}
    os.sched_setaffinity(0, cores)
    threads = scaling(seed, rounds, seconds)
    chance = {e.game: spiel.chance(e.game) for e in cpp} if isinstance(spiel, Counting) else {}
    if as_json:
        report = {
            "python": platform.python_version(),
            "rounds": rounds,
            "seconds": seconds,
            "load": [round(load_before, 2), round(os.getloadavg()[0], 2)],
            "rollouts": lines_of(played, cpp),
            "open_spiel": [
                line | {"chance": round(chance[line["game"]], 3)} for line in lines_of(cpp, [])
            ],
            "from_python": lines_of(driven, python),
            "open_spiel_python": lines_of(python, []),
            "others": lines_of(others, []),
            "batches": [
                {"game": entry.game, "lanes": entry.seats, "per_second": round(entry.speed)}
                | {"with_choosing": round(each.chosen.speed)}
                | {"ratios": {peer.game: round(each.chosen.ratio(peer), 2) for peer in others}}
                for entry, each in batches
            ],
            "megabytes": {name: round(size, 1) for name, size in memory.items()},
            "threads": threads,
        }
        print(json.dumps(report))
        return
    tables = (
        against("Random play in C++ on one core, deals included", played, cpp, chance),
        against("One move at a time from Python", driven, python, chance),
        batch_table(batches, others),
        rest_table(memory, threads),
    )
    for table in tables:
        Console().print(table, "")
    Console().print(
        f"Load of the machine: {load_before:.1f} before, {os.getloadavg()[0]:.1f} after."
    )


if __name__ == "__main__":
    typer.run(main)
