"""Whether ten times the thought makes search stronger: 6,144 whole matches, played on a GPU.

A gain of 0.02 or 0.03 takes thousands of matches to show, and a pair of cores plays some two
hundred an hour. `make gpu` builds `build/gpu-duel`, in which every thread of a GPU plays a match of
Tembo with two seats: the search of the core, 100,000 iterations a move against 10,000. A core does
so many in some 0.55 s and 0.04 s; what is shown is about iterations. The deals and who sits where
are the arena's, two matches on each deal with the seats changed, as in `waterhole arena tembo
--seats 2 --bots search:100000,search:10000 --deals 3072 --seed "more thought"`. The moves are in
the repository; they are replayed by the rules in Python, and the arena adds them up.

What counts was written down before anybody looked who won, though after a look at how the first
halves stood (entry 15 of the diary): the share of the longer thought deal by deal, Student's t on
one side, looked at once. It is the fifth way of asking (`strength.py`, `more_time.py`,
`better_moves.py`, and those first halves), so p < 0.01 / 5.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Annotated, Any, Final, NamedTuple

import typer
from rich.console import Console
from rich.progress import track

from waterhole.bots import Budget, search
from waterhole.game import State, load
from waterhole.lab.arena import Arena, Match
from waterhole.lab.arena.intervals import Estimate
from waterhole.lab.arena.match import deal_seed
from waterhole.lab.arena.schedule import Fixture

ROOT: Final = Path(__file__).resolve().parents[1]
GPU: Final = ROOT / "build" / "gpu-duel"
DECK: Final = ROOT / "src" / "waterhole" / "tembo" / "tembo-deck.csv"
KEPT: Final = ROOT / "bench" / "more_thought.txt"
LONGER, SHORTER = 100_000, 10_000  # iterations a move
SEATS: Final = 2
MATCHES: Final = 6144
SURE: Final = 0.01 / 5
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

    def match(self) -> Match | None:
        """For the arena, once it is over; how long the GPU took for each move nobody knows."""
        moves = [0] * SEATS
        for state in self.states():
            if state.to_move is not None:
                moves[state.to_move] += 1
        if state.result is None:
            return None
        ended = (state.result.final, state.result.winners)
        return Match(self.fixture, *ended, tuple(moves), (0.0,) * SEATS)


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
        found = search(view, Budget(iterations=self.iterations), seed, heed=False)
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


class Look(NamedTuple):
    """What the longer thought has won, and whether that can be chance."""

    matches: int
    share: Estimate
    p: float

    def __str__(self) -> str:
        low, high = self.share.low or 0, self.share.high or 1
        share = f"{self.share.mean:.4f} (95 % interval {low:.4f} to {high:.4f})"
        return f"{share} in {self.matches:,} matches, one-sided p {self.p:.5f}"


def look_at(matches: Iterable[Match]) -> Look:
    report = ARENA.report(matches)
    longer = next(bot for bot in report.bots if bot.name == ARENA.bots[0])
    assert longer.p_above_fair is not None
    return Look(report.matches, longer.share, longer.p_above_fair)


def play(seconds: int) -> None:
    """Lets the GPU begin the matches, or go on with them."""
    if not GPU.exists():
        sys.exit("'make gpu' builds what plays on a GPU, and was not run here")
    numbers = map(str, (MATCHES, LONGER, SHORTER, seconds))
    subprocess.run([GPU, DECK, KEPT, *numbers], check=True)


def main(
    begin: Annotated[int, typer.Option(help="First play on for so many seconds, on a GPU.")] = 0,
    again: Annotated[int, typer.Option(help="Let the core think again about so many moves.")] = 0,
) -> None:
    """Replay the matches that a GPU has played, and add them up."""
    if begin:
        play(begin)
    duels = kept()
    if again:
        same: dict[int, list[bool]] = {LONGER: [], SHORTER: []}
        for choice in islice(choices(duels, Random("again")), again):
            same[choice.iterations].append(choice.again())
        for iterations, found in same.items():
            made = f"{sum(found)} of {len(found)} choices"
            print(f"{iterations:,} iterations: the core makes {made} again")
    played = [duel.match() for duel in track(duels, console=Console(stderr=True))]
    matches = [match for match in played if match]
    if len(matches) < len(played):
        sys.exit(f"{len(played) - len(matches):,} matches are not over: play on with --begin")
    moves = sum(len(duel.moves) for duel in duels)
    print(f"{len(matches):,} matches, {moves:,} moves, all of them legal")
    look = look_at(matches)
    print(f"Tembo with two seats: {look}; below {SURE:g} it counts as shown.")
    sys.exit(look.p >= SURE)


if __name__ == "__main__":
    typer.run(main)
