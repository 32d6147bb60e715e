"""Whether ten times the thought makes search stronger: thousands of matches, played on a GPU.

A gain of 0.02 or 0.03 takes thousands of matches to show, and a pair of cores plays some hundred
an hour. `make gpu` builds `build/gpu-duel`, in which every thread of a GPU plays a match of Tembo
with two seats: the search of the core, 100,000 iterations a move against 10,000. A core does about
so many in a second and in a tenth of one, but what is shown is about iterations. The deals and who
sits where are the arena's, as in
`waterhole arena tembo --bots search:100000,search:10000 --seats 2 --seed "more thought"`. Here all
matches are replayed, by the core and by the rules in Python, and the arena adds them up.

The design was fixed before the first match: 6,144 of them, two on each of 3,072 deals with the
seats changed, the share of the longer thought deal by deal, Student's t on one side. It is the
fourth way of asking (`strength.py`, `more_time.py`, `better_moves.py`), so p < 0.01 / 4. Whoever
counts every look at matches and moves so far comes to the seventh at most: p < 0.0014. Looked at
once, when the last match is over.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Annotated, Any, Final, NamedTuple

import typer
from rich.console import Console
from rich.progress import track

from waterhole import core
from waterhole.bots import Budget, search
from waterhole.game import State, load
from waterhole.lab.arena import Arena, BotReport, Match
from waterhole.lab.arena.match import deal_seed
from waterhole.lab.arena.schedule import Fixture

ROOT: Final = Path(__file__).resolve().parents[1]
GPU: Final = ROOT / "build" / "gpu-duel"
DECK: Final = ROOT / "src" / "waterhole" / "tembo" / "tembo-deck.csv"
KEPT: Final = ROOT / "bench" / "more_thought" / "matches.txt"
LONGER, SHORTER = 100_000, 10_000  # iterations a move
SEATS: Final = 2
MATCHES: Final = 6144
SURE: Final = 0.01 / 4
ARENA: Final = Arena(
    "tembo", [f"search:{LONGER}", f"search:{SHORTER}"], SEATS, MATCHES // SEATS, "more thought"
)


class Duel(NamedTuple):
    """A match of the arena as far as it is played, by the ids of its moves."""

    number: int  # from 0
    fixture: Fixture
    moves: tuple[int, ...]

    def match(self) -> Match | None:
        """As the arena has it, or None while it is under way, by the core. A move that is not
        legal raises IllegalMove."""
        played = core.Match(ARENA.game, SEATS, self.seed, ARENA.options)
        moves = [0] * SEATS
        for move in self.moves:
            assert played.to_move is not None, self
            moves[played.to_move] += 1
            played.play(move)
        if played.to_move is not None:
            return None
        ended = tuple(played.finals), tuple(played.winners)
        return Match(self.fixture, *ended, tuple(moves), (0.0,) * SEATS)

    def states(self) -> Iterator[State[Any]]:
        """From the deal to the last move so far, by the rules in Python."""
        game = load(ARENA.game)
        state = game.start(SEATS, self.seed, ARENA.options)
        yield state
        for move in self.moves:
            state = state.play(game.moves[move]).state
            yield state

    @property
    def seed(self) -> str:
        return deal_seed(ARENA.seed, self.fixture.deal)


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


def kept(path: Path = KEPT) -> list[Duel]:
    """What was played, whether it is over or not."""
    heading, *lines = path.read_text("utf-8").splitlines()
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
    longer: BotReport

    @property
    def p(self) -> float:
        assert self.longer.p_above_fair is not None
        return self.longer.p_above_fair

    def __str__(self) -> str:
        won = self.longer.share
        share = f"{won.mean:.4f} (95 % interval {won.low or 0:.4f} to {won.high or 1:.4f})"
        thought = f"{LONGER:,} iterations a move win {share} against {SHORTER:,}"
        return f"{thought} in {self.matches:,} matches, one-sided p {self.p:.5f}"


def look_at(matches: Sequence[Match]) -> Look:
    report = ARENA.report(matches)
    return Look(report.matches, next(bot for bot in report.bots if bot.name == ARENA.bots[0]))


def main(
    play: Annotated[int, typer.Option(help="First play on for so many seconds, on a GPU.")] = 0,
    again: Annotated[int, typer.Option(help="Let the core think again about so many moves.")] = 0,
) -> None:
    """Replay the matches that a GPU has played, and add them up if all are over."""
    if play:
        if not GPU.exists():
            sys.exit("'make gpu' builds what plays on a GPU, and was not run here")
        KEPT.parent.mkdir(exist_ok=True)
        numbers = map(str, (MATCHES, LONGER, SHORTER, play))
        subprocess.run([GPU, DECK, KEPT, *numbers], check=True)
    duels, over = kept(), []
    for duel in track(duels, "replaying", console=Console(stderr=True)):
        match, (*_, last) = duel.match(), duel.states()
        if match is None:
            assert last.result is None, duel
        else:
            assert last.result is not None, duel
            assert match[1:3] == (last.result.final, last.result.winners), duel
            over.append(match)
    print(f"{len(over):,} of {len(duels):,} matches are over, all moves legal")
    if again:
        same: dict[int, list[bool]] = {LONGER: [], SHORTER: []}
        for choice in islice(choices(duels, Random("again")), again):
            same[choice.iterations].append(choice.again())
        for iterations, found in same.items():
            made = f"{sum(found)} of {len(found)} choices"
            print(f"{iterations:,} iterations: the core makes {made} again")
    if len(over) < MATCHES:
        sys.exit("not to be looked at before all are")
    look = look_at(over)
    print(f"Tembo with two seats: {look}; below {SURE:g} it counts as shown.")
    sys.exit(look.p >= SURE)


if __name__ == "__main__":
    typer.run(main)
