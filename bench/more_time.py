"""Whether ten times the time wins more against heuristics: both play the same deals.

Playing each other, a second and a tenth of one hardly differ: the better one meets an opponent
nearly as good. Against heuristics, each deal in all rotations, the same difference is easier to
see, and the luck of the cards is the same for both. The design was fixed before the first match:
four seats of Tembo, the difference of the win shares deal by deal, Student's t on one side, looked
at after 160 and after 400 deals, each time with half of the error that is allowed: p < 0.005 twice
is p < 0.01. A forfeit would spoil it.

They play by turns, a few deals each, so that neither has the better hours of the machine. What is
finished is kept under ``bench/more_time``, in the repository because it takes hours, and a run goes
on from there.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Annotated, Final, NamedTuple

import typer
from rich.console import Console
from rich.progress import track

from waterhole.lab.arena import Arena, Match, Save
from waterhole.lab.arena.intervals import Estimate, estimate, p_above
from waterhole.lab.arena.save import Key, match_of

KEPT: Final = Path(__file__).resolve().parent / "more_time"
RIVAL: Final = "heuristic"
LONG, SHORT = "search:1s", "search:0.1s"
SEATS: Final = 4
LOOKS: Final = (160, 400)  # deals
SURE: Final = 0.01 / len(LOOKS)
TURN: Final = 5  # deals of one, then of the other


@dataclass(frozen=True)
class Outside:
    """Fixtures that are not to be played now: other deals, and what is finished."""

    first: int
    last: int
    done: frozenset[tuple[int, int, int]]

    def __contains__(self, key: object) -> bool:
        assert isinstance(key, tuple)
        return not self.first <= key[0] <= self.last or key in self.done


def path_of(bot: str) -> Path:
    return KEPT / f"{bot.replace(':', '')}.jsonl"


def arena_of(bot: str) -> Arena:
    return Arena("tembo", [bot, RIVAL], SEATS, LOOKS[-1], "more time")


def kept(bot: str) -> dict[Key, Match]:
    """What is in the repository or was played since, whichever version played it."""
    if not path_of(bot).exists():
        return {}
    lines = path_of(bot).read_text("utf-8").splitlines(keepends=True)
    found = [match_of(json.loads(line)) for line in lines[1:] if line.endswith("\n")]
    return {match.fixture[:3]: match for match in found}


def shares(bot: str) -> dict[int, float]:
    """What a bot won of each deal that it has played from every seat."""
    won = defaultdict(list)
    for match in kept(bot).values():
        assert match.forfeit is None, match
        won[match.fixture.deal].append(match.shares[match.fixture.bots.index(bot)])
    return {deal: fmean(parts) for deal, parts in won.items() if len(parts) == SEATS}


class Look(NamedTuple):
    """What both have won of the same deals, and whether that can be chance."""

    deals: int
    long: float
    short: float
    gain: Estimate
    p: float

    def __str__(self) -> str:
        low, high = self.gain.low or 0, self.gain.high or 0
        gain = f"{self.gain.mean:+.3f} (95 % interval {low:+.3f} to {high:+.3f})"
        both = f"a second wins {self.long:.3f} and a tenth {self.short:.3f}: {gain}"
        return f"on the same {self.deals} deals, {both}, one-sided p {self.p:.5f}"


def looks() -> list[Look]:
    """As far as they are due: nobody looks in between."""
    long, short = shares(LONG), shares(SHORT)
    due = [look for look in LOOKS if set(range(1, look + 1)) <= long.keys() & short.keys()]
    return [
        look_at(*([won[deal] for deal in range(1, n + 1)] for won in (long, short))) for n in due
    ]


def look_at(long: Sequence[float], short: Sequence[float]) -> Look:
    gained = [one - other for one, other in zip(long, short, strict=True)]
    gain, p = estimate(gained), p_above(gained, 0)
    assert gain is not None
    assert p is not None
    return Look(len(gained), fmean(long), fmean(short), gain, p)


def play(deals: int, processes: int | None) -> None:
    """By turns, what is not yet played."""
    KEPT.mkdir(exist_ok=True)
    with ExitStack() as open_files:
        saves = [
            open_files.enter_context(Save(arena_of(bot), path_of(bot), resume=True))
            for bot in (LONG, SHORT)
        ]
        for first in track(range(1, deals + 1, TURN), console=Console(stderr=True)):
            for save in saves:
                left = Outside(first, min(first + TURN - 1, deals), frozenset(save.done))
                for _ in save.written(save.arena.run(processes, left)):
                    pass


def main(
    deals: Annotated[int, typer.Option(help="Play so many, if there are fewer.")] = LOOKS[0],
    processes: Annotated[int | None, typer.Option(help="As many as cores, if not given.")] = None,
) -> None:
    """Play a second of search and a tenth of one against heuristics, on the same deals."""
    if min(len(shares(LONG)), len(shares(SHORT))) < deals:
        play(deals, processes)
    found = looks()
    for look in found:
        print(f"Tembo, {SEATS} seats, against {RIVAL}s, {look}; below {SURE:g} it counts as shown.")
    sys.exit(not any(look.p < SURE for look in found))


if __name__ == "__main__":
    typer.run(main)
