"""How fast random self-play is, next to rlcard's card games in the same run.

Everything is measured in moves per second of processor time, in short rounds in which ours and
theirs take turns; what counts is the ratio. ``bench/README.md`` says more.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Annotated, Any, Final, NamedTuple, TypeVar
from unittest.mock import patch

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from waterhole.game import Game, Move, State, load

T = TypeVar("T")

BENCH: Final = Path(__file__).resolve().parent
PEER_SCRIPT: Final = BENCH / "peers" / "rlcard_self_play.py"
PEER_LOCK: Final = BENCH / "requirements.lock"
PEER_VENV: Final = BENCH / ".venv"
PEERS: Final = {"UNO": "uno", "gin rummy": "gin-rummy"}

# Random players hardly ever knock; the limit makes every round end (L15).
OPTIONS: Final[dict[str, dict[str, int]]] = {"tembo": {}, "life": {"lap_limit": 10}}
SEEN_BY: Final = {"tembo": 3, "life": 4}  # the seats with which views are measured

notes = Console(stderr=True, markup=False, highlight=False, soft_wrap=True)


class Sample(NamedTuple):
    """What was played in one slot of time."""

    moves: int
    choices: int  # legal moves to choose from, summed over the moves
    seconds: float

    @property
    def speed(self) -> float:
        return self.moves / self.seconds


@dataclass
class Entry:
    """Something to measure, and its samples: one a round."""

    game: str
    seats: int
    measure: Callable[[float], Sample]
    views: bool = False
    samples: list[Sample] = field(default_factory=list)

    @property
    def speed(self) -> float:
        return median(sample.speed for sample in self.samples)

    @property
    def choices(self) -> float:
        """The mean number of legal moves to choose from."""
        moves = sum(sample.moves for sample in self.samples)
        return sum(sample.choices for sample in self.samples) / moves

    def ratio(self, peer: Entry) -> float:
        """Of the speeds, round by round: what slows the machine for a while slows both."""
        pairs = zip(self.samples, peer.samples, strict=True)
        return median(ours.speed / theirs.speed for ours, theirs in pairs)

    def to_dict(self, peers: list[Entry]) -> dict[str, Any]:
        return {
            "game": self.game,
            "seats": self.seats,
            "views": self.views,
            "choices": round(self.choices, 1),
            "moves_per_second": round(self.speed),
            "ratios": {peer.game: round(self.ratio(peer), 3) for peer in peers},
        }


# Our side.


class SelfPlay:
    """Random matches of one game, each from a seed of its own."""

    def __init__(self, game: Game, seats: int, seed: int, *, views: bool = False) -> None:
        self.game, self.seats = game, seats
        self.legal: Callable[[State[Any]], tuple[Move, ...]] = legal_in_view if views else legal
        self.rng = Random(seed)
        self.seeds = (f"bench {seed} {number}" for number in count())
        self.play_match()  # the first match fills caches

    def start(self) -> State[Any]:
        return self.game.start(self.seats, next(self.seeds), OPTIONS[self.game.name])

    def play_match(self) -> tuple[int, int]:
        """One match from the deal to its end: the moves made, and the choices there were."""
        moves = choices = 0
        state = self.start()
        while state.to_move is not None:
            options = self.legal(state)
            state = state.play(self.rng.choice(options)).state
            moves += 1
            choices += len(options)
        return moves, choices

    def measure(self, seconds: float) -> Sample:
        """Whole matches for about so long."""
        moves = choices = 0
        start = process_time()
        while process_time() - start < seconds:
            more_moves, more_choices = self.play_match()
            moves += more_moves
            choices += more_choices
        return Sample(moves, choices, process_time() - start)


def legal(state: State[Any]) -> tuple[Move, ...]:
    return state.legal()


def legal_in_view(state: State[Any]) -> tuple[Move, ...]:
    """The same moves by way of the player's view, as a bot gets them."""
    return state.view(state.to_move).legal()


def our_entries(seed: int) -> Iterator[Entry]:
    for game in map(load, OPTIONS):
        for seats in game.seats:
            yield Entry(game.title, seats, SelfPlay(game, seats, seed).measure)
        seats = SEEN_BY[game.name]
        yield Entry(game.title, seats, SelfPlay(game, seats, seed, views=True).measure, views=True)


# Their side.


class PeerFailed(Exception):
    """The peer cannot be installed or does not answer; says why in one line."""


class Peer:
    """A peer in a process and an environment of its own; idle until it is asked."""

    def __init__(self, python: Path, script: Path, seed: int) -> None:
        self.process = subprocess.Popen(
            [python, script, str(seed)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.answer()  # it is ready

    def measure(self, game: str, seconds: float) -> Sample:
        assert self.process.stdin is not None
        print(game, seconds, file=self.process.stdin, flush=True)
        moves, choices, took = self.answer().split()[:3]
        return Sample(int(moves), int(choices), float(took))

    def answer(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise PeerFailed(line_of(self.process.communicate()[1], -1))
        return line


def rlcard_entries(peer: Peer) -> list[Entry]:
    return [Entry(title, 2, partial(peer.measure, game)) for title, game in PEERS.items()]


def install(what: str, lock: Path, venv: Path) -> Path:
    """Installs what the lock pins, unless it is there already; gives the Python that has it."""
    pins, python = lock.read_text("utf-8"), venv / "bin" / "python"
    ready = venv / ".ready"  # written last: an installation cut short is done again
    if ready.exists() and ready.read_text("utf-8") == pins:
        return python
    notes.print(f"Installing {what} into bench/{venv.name} (only this once).")
    uv = [sys.executable, "-m", "uv", "--quiet"]
    run(*uv, "venv", "--clear", "--python", sys.executable, venv)
    # rlcard comes as source: the lock also says what to build it with.
    run(
        *uv,
        "pip",
        "sync",
        "--python",
        python,
        "--require-hashes",
        "--build-constraints",
        lock,
        lock,
    )
    ready.write_text(pins, "utf-8")
    return python


def run(*command: str | Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise PeerFailed(line_of(done.stderr, 0))


def line_of(text: str, number: int) -> str:
    """The line that says most: the first of an installer's, the last of a traceback."""
    lines = text.strip().splitlines()
    return lines[number].strip() if lines else "no reason given"


def start_peer(seed: int) -> Peer | None:
    try:
        return Peer(install("rlcard", PEER_LOCK, PEER_VENV), PEER_SCRIPT, seed)
    except (PeerFailed, OSError) as error:
        notes.print(f"Only ours is measured, rlcard cannot be installed or started: {error}")
        return None


# Where our time goes.


@dataclass
class Shares:
    """The seconds that the parts of self-play took."""

    legal: float = 0.0
    play: float = 0.0  # without the deals in it
    deal: float = 0.0
    total: float = 0.0

    def percent(self) -> dict[str, float]:
        parts = {"legal": self.legal, "play": self.play, "deal": self.deal}
        parts["rest"] = self.total - sum(parts.values())
        return {part: round(100 * spent / self.total, 1) for part, spent in parts.items()}


def measure_shares(play: SelfPlay, seconds: float) -> Shares:
    """Self-play with a clock around each call; a pass of its own, as clocks take time too."""
    shares = Shares()
    start = perf_counter()
    with deals_timed(play.game, shares):
        while perf_counter() - start < seconds:
            play_timed(play, shares)
    shares.total = perf_counter() - start
    return shares


def play_timed(play: SelfPlay, shares: Shares) -> None:
    state = play.start()
    while state.to_move is not None:
        begun = perf_counter()
        options = state.legal()
        shares.legal += perf_counter() - begun
        move = play.rng.choice(options)
        begun, dealt = perf_counter(), shares.deal
        state = state.play(move).state
        shares.play += perf_counter() - begun - (shares.deal - dealt)


@contextmanager
def deals_timed(game: Game, shares: Shares) -> Iterator[None]:
    """Deals happen within start and play, so their clock goes inside."""
    next_round = game.state.next_round

    def timed(*given: Any) -> Any:
        begun = perf_counter()
        dealt = next_round(*given)
        shares.deal += perf_counter() - begun
        return dealt

    with patch.object(game.state, "next_round", staticmethod(timed)):
        yield


def all_shares(seed: int, seconds: float) -> list[dict[str, Any]]:
    """For each game and number of seats, the percentage of the time that each part takes."""
    plays = [SelfPlay(game, seats, seed) for game in map(load, OPTIONS) for seats in game.seats]
    return [
        {"game": play.game.title, "seats": play.seats} | measure_shares(play, seconds).percent()
        for play in shown_progress(plays, "Looking where the time goes")
    ]


# The report.


def run_rounds(entries: list[Entry], rounds: int, seconds: float, rng: Random) -> None:
    """Each round measures everything once, in an order of its own."""
    slots = [entry for _ in range(rounds) for entry in rng.sample(entries, len(entries))]
    for entry in shown_progress(slots, "Playing"):
        entry.samples.append(entry.measure(seconds))


def shown_progress(items: Sequence[T], doing: str) -> Iterable[T]:
    return track(items, doing, console=notes, transient=True, disable=not notes.is_terminal)


def new_table(title: str, caption: str, *columns: str) -> Table:
    table = Table(title=title, caption=caption, title_justify="left", caption_justify="left")
    table.add_column("game", no_wrap=True)
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def speed_table(ours: list[Entry], peers: list[Entry]) -> Table:
    ratios = [f"to {peer.game}" for peer in peers]
    caption = "choices: legal moves at a decision, on average; all else: medians"
    columns = ("seats", "choices", "moves/s", *ratios)
    table = new_table("Random self-play on one core", caption, *columns)
    for entry in ours + peers:
        title = f"rlcard {entry.game}" if entry in peers else entry.game
        table.add_row(
            f"{title}, by views" if entry.views else title,
            str(entry.seats),
            f"{entry.choices:.1f}",
            f"{entry.speed:,.0f}",
            *(f"{entry.ratio(peer):.2f}" for peer in peers if entry not in peers),
            end_section=entry.views,
        )
    return table


def shares_table(shares: list[dict[str, Any]]) -> Table:
    parts = ("legal", "play", "deal", "rest")
    caption = "play: without the deals in it; rest: choosing"
    table = new_table("Where our time goes", caption, "seats", *parts)
    for line, after in zip(shares, [*shares[1:], shares[-1]], strict=True):
        percents = [f"{line[part]:.0f} %" for part in parts]
        ends = line["game"] != after["game"]
        table.add_row(line["game"], str(line["seats"]), *percents, end_section=ends)
    return table


def main(
    rounds: Annotated[int, typer.Option(min=1, help="How often everything is measured.")] = 7,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long each time.")] = 0.5,
    seed: Annotated[int, typer.Option(min=0, help="Of the deals and the moves.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, not tables.")] = False,
) -> None:
    """Measure random self-play of both games next to rlcard's UNO and gin rummy."""
    peer = start_peer(seed)
    ours, peers = list(our_entries(seed)), rlcard_entries(peer) if peer else []
    try:
        run_rounds(ours + peers, rounds, seconds, Random(seed))
    except PeerFailed as error:
        notes.print(f"rlcard stopped while it was measured: {error}")
        raise typer.Exit(1) from error
    shares = all_shares(seed, seconds)
    if as_json:
        lines = [entry.to_dict(peers) for entry in ours], [entry.to_dict([]) for entry in peers]
        report = {"python": platform.python_version(), "rounds": rounds, "seconds": seconds}
        print(json.dumps(report | {"ours": lines[0], "rlcard": lines[1], "shares": shares}))
    else:
        for table in (speed_table(ours, peers), shares_table(shares)):
            Console().print(table, "")


if __name__ == "__main__":
    typer.run(main)
