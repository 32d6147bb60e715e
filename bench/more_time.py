"""Whether ten times the thought makes search stronger: both play the same deals.

Playing each other, a second and a tenth of one hardly differ: the better one meets an opponent
nearly as good. Against heuristics, each deal in all rotations, the same difference is easier to
see, and the luck of the cards is the same for both. The design was fixed before the first match:
four seats of Tembo, the difference of the win shares deal by deal, Student's t, looked at after 160
and after 400 deals, each time with half of the error that is allowed: p < 0.005 twice is p < 0.01.

They play by turns, a few deals each, so that neither has the better hours of the machine. What is
finished is kept under ``bench/more_time``, and a second run goes on from there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.progress import track

from waterhole.lab.arena import Arena, Match, Save
from waterhole.lab.arena.intervals import estimate, p_above

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


def arena_of(bot: str) -> Arena:
    return Arena("tembo", [bot, RIVAL], SEATS, LOOKS[-1], "more time")


def shares(matches: Iterable[Match], bot: str) -> dict[int, float]:
    """What a bot won of each deal that it has played from every seat."""
    won = defaultdict(list)
    for match in matches:
        won[match.fixture.deal].append(match.shares[match.fixture.bots.index(bot)])
    return {deal: fmean(parts) for deal, parts in won.items() if len(parts) == SEATS}


def told(long: Sequence[float], short: Sequence[float]) -> str:
    """What both won of the same deals, and whether that can be chance."""
    gain = [one - other for one, other in zip(long, short, strict=True)]
    found, p = estimate(gain), p_above(gain, 0)
    assert found is not None
    assert found.low is not None
    assert found.high is not None
    assert p is not None
    return (
        f"{LONG} {fmean(long):.3f}, {SHORT} {fmean(short):.3f} against {RIVAL}: "
        f"{found.mean:+.3f} ({found.low:+.3f} to {found.high:+.3f}), p {p:.4f}, {len(gain)} deals, "
        f"{2 * SEATS * len(gain)} matches: {'more time helps' if p < SURE else 'may be chance'}"
    )


def main(
    deals: Annotated[int, typer.Option(help="Play so many.")] = LOOKS[0],
    processes: Annotated[int | None, typer.Option(help="As many as cores, if not given.")] = None,
) -> None:
    """Play a second of search and a tenth of one against heuristics, on the same deals."""
    KEPT.mkdir(exist_ok=True)
    with ExitStack() as open_files:
        saves = {}
        for bot in (LONG, SHORT):
            path = KEPT / f"{bot.replace(':', '')}.jsonl"
            saves[bot] = open_files.enter_context(Save(arena_of(bot), path, resume=True))
        for first in track(range(1, deals + 1, TURN), console=Console(stderr=True)):
            for save in saves.values():
                last = min(first + TURN - 1, deals)
                left = Outside(first, last, frozenset(save.done))
                for match in save.written(save.arena.run(processes, left)):
                    save.matches.append(match)
        won = [shares(save.matches, bot) for bot, save in saves.items()]
    for look in LOOKS:  # nobody looks in between
        if look <= min(map(len, won)):
            print(told(*([each[deal] for deal in range(1, look + 1)] for each in won)))


if __name__ == "__main__":
    typer.run(main)
