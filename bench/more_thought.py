"""Whether ten times the thought makes search stronger: thousands of matches, played on a GPU.

A gain of 0.02 or 0.03 takes thousands of matches to show, and a pair of cores plays some hundred
an hour. `make gpu` builds `build/gpu-duel`, in which every thread of a GPU plays a match of Tembo
with two seats: the search of the core, 100,000 iterations a move against 10,000, which is a second
and a tenth of one where 100,000 are done in a second. Here all matches are replayed by the rules,
and added up.

The design was fixed before the first match: 6,144 of them, two on each of 3,072 deals with the
seats changed, the share of the longer thought deal by deal, Student's t on one side. It is the
fourth way of asking (`strength.py`, `more_time.py`, `better_moves.py`), so p < 0.01 / 4. Looked at
once, when the last match is over.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Annotated, Any, Final, NamedTuple

import typer
from rich.console import Console
from rich.progress import track

from waterhole.bots import Budget, search
from waterhole.core import load
from waterhole.game import State
from waterhole.lab.arena.intervals import Estimate, estimate, p_above

KEPT: Final = Path(__file__).resolve().parent / "more_thought" / "matches.txt"
LONGER, SHORTER = 100_000, 10_000  # iterations a move
SEATS: Final = 2
MATCHES: Final = 6144
SURE: Final = 0.01 / 4


class Duel(NamedTuple):
    """A match, by the ids of its moves. The longer thought sits at seat 0 in even ones."""

    number: int
    moves: tuple[int, ...]

    @property
    def longer(self) -> int:
        return self.number % SEATS

    def states(self) -> Iterator[State[Any]]:
        """From the deal to the last move so far; a move that is not legal raises IllegalMove."""
        game = load("tembo")
        state = game.start(seats=SEATS, seed=f"more thought/{self.number // SEATS + 1}")
        yield state
        for move in self.moves:
            state = state.play(game.moves[move]).state
            yield state

    def thought_again(self, place: int) -> bool:
        """Whether the core, with the same seed, chooses the move at a place."""
        state = [*self.states()][place]
        assert state.to_move is not None
        budget = Budget(iterations=LONGER if state.to_move == self.longer else SHORTER)
        found = search(state.view(state.to_move), budget, 1000 * self.number + place)
        return found.move == load("tembo").moves[self.moves[place]]


def kept(path: Path = KEPT) -> list[Duel]:
    """What was played, whether it is over or not."""
    heading, *lines = path.read_text("utf-8").splitlines()
    assert heading == f"{LONGER} {SHORTER}", heading
    numbers = [[int(word) for word in line.split()] for line in lines]
    return [Duel(number, tuple(moves)) for number, *moves in numbers]


def won(duel: Duel) -> float | None:
    """The share of the longer thought; None while the match is under way."""
    *_, last = duel.states()
    if last.result is None:
        return None
    return (duel.longer in last.result.winners) / len(last.result.winners)


class Look(NamedTuple):
    """What the longer thought has won, and whether that can be chance."""

    matches: int
    share: Estimate
    p: float

    def __str__(self) -> str:
        low, high = self.share.low or 0, self.share.high or 1
        share = f"{self.share.mean:.4f} (95 % interval {low:.4f} to {high:.4f})"
        thought = f"{LONGER:,} iterations a move win {share} against {SHORTER:,}"
        return f"{thought} in {self.matches:,} matches, one-sided p {self.p:.5f}"


def look_at(shares: Sequence[float]) -> Look:
    """By deal: both matches of a deal have its luck in common."""
    deals = [fmean(shares[place : place + SEATS]) for place in range(0, len(shares), SEATS)]
    share, p = estimate(deals), p_above(deals, 1 / SEATS)
    assert share is not None
    assert p is not None
    return Look(len(shares), share, p)


def main(
    again: Annotated[int, typer.Option(help="Let the core think again about so many moves.")] = 0,
) -> None:
    """Replay the matches that a GPU has played, and add them up if all are over."""
    duels, rng = kept(), Random("again")
    shares = [won(duel) for duel in track(duels, "replaying", console=Console(stderr=True))]
    over = [share for share in shares if share is not None]
    print(f"{len(over):,} of {len(duels):,} matches are over, all moves legal")
    if again:
        played = [duel for duel in duels if duel.moves]
        chosen = [rng.choice(played) for _ in range(again)]
        same = sum(duel.thought_again(rng.randrange(len(duel.moves))) for duel in chosen)
        print(f"the core chooses {same} of {again} moves again")
    if len(over) < MATCHES:
        sys.exit("not to be looked at before all are")
    look = look_at(over)
    print(f"Tembo with two seats: {look}; below {SURE:g} it counts as shown.")
    sys.exit(look.p >= SURE)


if __name__ == "__main__":
    typer.run(main)
