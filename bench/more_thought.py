"""Whether ten times the thought makes search stronger: thousands of matches, begun on a GPU.

A gain of 0.02 or 0.03 takes thousands of matches to show, and a pair of cores plays some hundred an
hour. `make gpu` builds `build/gpu-duel`, in which every thread of a GPU plays a match of Tembo with
two seats: the search of the core, 100,000 iterations a move against 10,000. A core does so many in
some 0.55 s and 0.04 s; what is shown is about iterations. The deals and who sits where are the
arena's, as in
`waterhole arena tembo --bots search:100000,search:10000 --seats 2 --seed "more thought"`: 6,144
matches, two on each of 3,072 deals with the seats changed.

After 18 minutes some 37 moves of each match were played, half of it on average, and no more time on
a GPU was to be had. So the design was changed, before anybody had looked at who is ahead. From
where a match was left the core plays it to its end, 10 times, both sides thinking alike: 1,000
iterations a move. What nobody has seen yet lies in another order each time (the pile, the
crossings, the rounds to come); the hands stay. Mostly the GPU was stopped in a long thought, so the
move under way is given 10,000 iterations every second time: then, on average, neither side has made
more moves with much thought than the other. If ten times the thought were worth nothing, both sides
could expect a half. What the longer thought wins above it, it has won by better moves in the half
that was played with them, in the hands of short searches that play on; a whole match is not played.

What counts was written down before any end was looked at: the share of the longer thought deal
by deal (20 ends each), Student's t on one side. It is the fourth way of asking (`strength.py`,
`more_time.py`, `better_moves.py`), so p < 0.01 / 4. Whoever counts every look at matches and moves
so far comes to the seventh at most: p < 0.0014. Looked at once, when the last end is played.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Annotated, Any, Final, NamedTuple

import typer
from rich.console import Console
from rich.progress import track

from waterhole.bots import Budget, search
from waterhole.game import State, load
from waterhole.lab.arena import Arena
from waterhole.lab.arena.intervals import Estimate, estimate_share, p_above
from waterhole.lab.arena.match import deal_seed
from waterhole.lab.arena.schedule import Fixture

ROOT: Final = Path(__file__).resolve().parents[1]
GPU: Final = ROOT / "build" / "gpu-duel"
FINISH: Final = ROOT / "build" / "finish"
DECK: Final = ROOT / "src" / "waterhole" / "tembo" / "tembo-deck.csv"
KEPT: Final = ROOT / "bench" / "more_thought" / "matches.txt"
ENDS: Final = ROOT / "bench" / "more_thought" / "ends.txt"
LONGER, SHORTER = 100_000, 10_000  # iterations a move
ALIKE: Final = 1_000  # of both, when a match is played to its end
TIMES: Final = 10  # so often
SEATS: Final = 2
MATCHES: Final = 6144
SURE: Final = 0.01 / 4
ARENA: Final = Arena(
    "tembo", [f"search:{LONGER}", f"search:{SHORTER}"], SEATS, MATCHES // SEATS, "more thought"
)


class Duel(NamedTuple):
    """A match of the arena as far as the GPU has played it, by the ids of its moves."""

    number: int  # from 0
    fixture: Fixture
    moves: tuple[int, ...]

    def states(self) -> Iterator[State[Any]]:
        """From the deal to the last move so far, by the rules in Python. A move that is not legal
        raises IllegalMove."""
        game = load(ARENA.game)
        state = game.start(SEATS, deal_seed(ARENA.seed, self.fixture.deal), ARENA.options)
        yield state
        for move in self.moves:
            state = state.play(game.moves[move]).state
            yield state


class Choice(NamedTuple):
    """A place in a match where there was more than one move."""

    duel: Duel
    place: int
    state: State[Any]

    @property
    def iterations(self) -> int:
        assert self.state.to_move is not None
        return int(self.duel.fixture.bots[self.state.to_move].partition(":")[2])

    def again(self) -> bool:
        """Whether the core, with the same seed, makes the same one."""
        view, seed = self.state.view(self.state.to_move), 1000 * self.duel.number + self.place
        found = search(view, Budget(iterations=self.iterations), seed)
        return load(ARENA.game).move_id(found.move) == self.duel.moves[self.place]


def choices(duels: Sequence[Duel], rng: Random) -> Iterator[Choice]:
    """Any, one of a match at most."""
    for duel in rng.sample(duels, len(duels)):
        if duel.moves:
            place = rng.randrange(len(duel.moves))
            state = next(islice(duel.states(), place, None))
            if len(state.legal()) > 1:
                yield Choice(duel, place, state)


def kept() -> list[Duel]:
    """What the GPU has played."""
    heading, *lines = KEPT.read_text("utf-8").splitlines()
    assert heading == f"{LONGER} {SHORTER}", heading
    duels = []
    for number, (fixture, line) in enumerate(zip(ARENA.fixtures(), lines, strict=True)):
        named, *moves = map(int, line.split())
        assert named == number, line
        duels.append(Duel(number, fixture, tuple(moves)))
    return duels


def ends(path: Path = ENDS) -> dict[int, float]:
    """What the longer thought won of each match that was played to its ends; not a line that was
    broken off."""
    if not path.exists():
        return {}
    heading, *lines = path.read_text("utf-8").splitlines()
    moves = sum(len(duel.moves) for duel in kept())
    assert heading == f"{LONGER} {SHORTER} {ALIKE} {TIMES} {moves}", heading
    found = [line.split() for line in lines]
    return {
        int(each[0]): fmean(int(end) / 2 for end in each[1])
        for each in found
        if len(each) == 2 and len(each[1]) == TIMES
    }


class Look(NamedTuple):
    """What the longer thought has won, and whether that can be chance."""

    matches: int
    share: Estimate
    p: float

    def __str__(self) -> str:
        low, high = self.share.low or 0, self.share.high or 1
        share = f"{self.share.mean:.4f} (95 % interval {low:.4f} to {high:.4f})"
        return f"{share} in {self.matches:,} matches, one-sided p {self.p:.5f}"


def look_at(won: Mapping[int, float]) -> Look:
    deals = defaultdict(list)
    for number, part in won.items():
        deals[number // SEATS].append(part)
    shares = [fmean(both) for both in deals.values()]
    share, p = estimate_share(shares), p_above(shares, 1 / SEATS)
    assert share is not None
    assert p is not None
    return Look(len(won), share, p)


def play(seconds: int) -> None:
    """Lets the GPU begin the matches, or go on with them."""
    if not GPU.exists():
        sys.exit("'make gpu' builds what plays on a GPU, and was not run here")
    KEPT.parent.mkdir(exist_ok=True)
    numbers = map(str, (MATCHES, LONGER, SHORTER, seconds))
    subprocess.run([GPU, DECK, KEPT, *numbers], check=True)


def finish(into: Path, matches: int) -> None:
    """Plays the first so many matches to their ends, where that is not done."""
    FINISH.parent.mkdir(exist_ok=True)
    flags = ("-std=c++20", "-O3", "-march=native", "-pthread", f"-I{ROOT / 'cpp' / 'include'}")
    source = ROOT / "cpp" / "cuda" / "finish.cpp"
    subprocess.run([os.environ.get("CXX", "c++"), *flags, source, "-o", FINISH], check=True)
    begun = map(str, (MATCHES, LONGER, SHORTER))
    alike = map(str, (ALIKE, TIMES, matches))
    subprocess.run([FINISH, DECK, KEPT, *begun, into, *alike], check=True)


def main(
    begin: Annotated[int, typer.Option(help="First play on for so many seconds, on a GPU.")] = 0,
    again: Annotated[int, typer.Option(help="Let the core think again about so many moves.")] = 0,
) -> None:
    """Replay the matches that a GPU has begun, play them to their ends, and add them up."""
    if begin:
        play(begin)
    duels = kept()
    moves = sum(len(list(duel.states())) - 1 for duel in track(duels, console=Console(stderr=True)))
    print(f"{len(duels):,} matches, {moves:,} moves, all of them legal")
    if again:
        same: dict[int, list[bool]] = {LONGER: [], SHORTER: []}
        for choice in islice(choices(duels, Random("again")), again):
            same[choice.iterations].append(choice.again())
        for iterations, found in same.items():
            made = f"{sum(found)} of {len(found)} choices"
            print(f"{iterations:,} iterations: the core makes {made} again")
    if len(ends()) < MATCHES:
        finish(ENDS, MATCHES)
    won = ends()
    assert len(won) == MATCHES, len(won)
    look = look_at(won)
    print(f"Tembo with two seats: {look}; below {SURE:g} it counts as shown.")
    sys.exit(look.p >= SURE)


if __name__ == "__main__":
    typer.run(main)
