"""A run of the arena: what is played, checked before the first card is dealt."""

from __future__ import annotations

import os
import sys
from collections.abc import Container, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from math import isfinite
from typing import Any

from waterhole import __version__
from waterhole.bots import Player, load_player
from waterhole.game import InvalidOptions, load
from waterhole.game.options import checked_seed, shown
from waterhole.game.vocabulary import Json
from waterhole.lab.arena.match import Match, deal_seed
from waterhole.lab.arena.report import Report, Tally
from waterhole.lab.arena.schedule import Fixture, fixtures, matches_per_deal
from waterhole.lab.arena.workers import Terms, play_all

FORMAT = "waterhole-arena/1"
LAPS = 20  # bots may never knock, so rounds of Life is Life have a lap limit (L15)
MOST_DEALS = 1_000_000
MOST_BOTS = 50
MOST_PROCESSES = 1024
LONGEST_LIMIT = 86_400.0  # seconds a move


class Arena:
    """Bots, deals, and who plays them from which seat. Raises InvalidOptions for what is wrong.

    With fewer bots than seats the last one takes all that are left; with more, tables are mixed.
    ``move_limit`` is how many seconds a move may take before the match is forfeited; without one,
    10 and five times the bot's own budget.
    """

    def __init__(
        self,
        game: str,
        bots: Sequence[str],
        seats: int,
        deals: int,
        seed: str = "waterhole",
        options: Mapping[str, Any] | None = None,
        move_limit: float | None = None,
    ) -> None:
        rules = load(game)
        self.game, self.title = game, rules.title
        self.deals = _whole("deals", deals, MOST_DEALS)
        self.seed = checked_seed(seed)
        laps = {"lap_limit": LAPS} if game == "life" else {}
        self.options: Json = laps | dict(options or {})
        setup = rules.setup(seats, deal_seed(self.seed, self.deals), self.options)
        self.seats: int = setup.seats
        self.all_options = setup.options.to_dict()
        if self.all_options.get("lap_limit") == 0:
            text = "the arena needs a lap_limit: bots may never knock"
            raise InvalidOptions("arena/lap_limit", text, "L15")
        self.bots = _checked_bots(bots, self.seats)
        self.move_limit = _checked_limit(move_limit)
        with redirect_stdout(sys.stderr):  # what a bot prints must not get into our output
            self.limits = {bot: self._limit(load_player(bot)) for bot in self.bots}

    def _limit(self, player: Player) -> float:
        return self.move_limit or 10 + 5 * (player.budget.seconds or 0)

    @property
    def matches(self) -> int:
        """How many there are to play."""
        return self.deals * self.matches_per_deal

    @property
    def matches_per_deal(self) -> int:
        return matches_per_deal(self.bots, self.seats)

    def fixtures(self) -> Iterator[Fixture]:
        """Every match of the run, in order."""
        return fixtures(self.bots, self.seats, self.deals, self.seed)

    def run(
        self,
        processes: int | None = None,
        done: Container[tuple[int, int, int]] = (),
        records: bool = False,
    ) -> Generator[Match]:
        """Plays the matches, in as many processes as there are cores, and yields each as it is
        finished; those that are ``done`` (deal, table, rotation) are left out. Apart from seconds,
        the matches do not depend on the number of processes, unless bots have budgets of time."""
        wanted = min(_cores(), MOST_PROCESSES) if processes is None else processes
        count = _whole("processes", wanted, MOST_PROCESSES)
        terms = Terms(self.game, self.seats, self.options, self.seed, self.limits, records)
        left = (fixture for fixture in self.fixtures() if fixture[:3] not in done)
        return play_all(terms, left, min(count, self.matches))

    def report(self, matches: Iterable[Match]) -> Report:
        """What matches of this run, in any order, add up to."""
        tally = self.tally()
        for match in matches:
            tally.add(match)
        return tally.report()

    def tally(self) -> Tally:
        """An empty report, to be filled match by match."""
        return Tally(self.seats, self.matches_per_deal, self.bots)

    def to_dict(self) -> Json:
        """All that identifies the run."""
        return {
            "format": FORMAT,
            "version": __version__,
            "game": self.game,
            "seats": self.seats,
            "options": self.all_options,
            "bots": list(self.bots),
            "deals": self.deals,
            "seed": self.seed,
            "move_limit": self.move_limit,
        }


def _cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _checked_bots(bots: object, seats: int) -> tuple[str, ...]:
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise InvalidOptions("arena/bots", f"bots must be a list of names, not {shown(bots)}")
    if not 1 <= len(bots) <= MOST_BOTS:
        text = f"the arena takes 1 to {MOST_BOTS} bots, not {len(bots)}"
        raise InvalidOptions("arena/bots", text)
    for place, bot in enumerate(bots):
        if not isinstance(bot, str):
            raise InvalidOptions("arena/bots", f"a bot is named by a text, not {shown(bot)}")
        if len(bots) > seats and bot in bots[:place]:
            text = f"with more bots than seats each is named once; {shown(bot)} is there twice"
            raise InvalidOptions("arena/bots", text)
    return tuple(bots)


def _checked_limit(limit: object) -> float | None:
    if limit is None:
        return None
    number = isinstance(limit, int | float) and not isinstance(limit, bool)
    if not number or not isfinite(limit) or not 0 < limit <= LONGEST_LIMIT:  # type: ignore[arg-type, operator]
        text = f"a move limit is above 0 and up to {LONGEST_LIMIT:.0f} seconds, not {shown(limit)}"
        raise InvalidOptions("arena/move_limit", text)
    return float(limit)  # type: ignore[arg-type]


def _whole(name: str, value: object, most: int) -> int:
    if type(value) is not int or not 1 <= value <= most:
        text = f"{name} must be a whole number from 1 to {most}, not {shown(value)}"
        raise InvalidOptions(f"arena/{name}", text)
    return value
