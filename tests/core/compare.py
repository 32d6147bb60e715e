"""The rules in Python and the core side by side: the same matches, looked at after every move.

As a script it goes on for as long as it is told and stops at the first difference:

    python -m tests.core.compare --minutes 30 --seed any --processes 2
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from multiprocessing import Pool
from random import Random
from typing import Any, Final, NamedTuple

from tests.core.deals import odd_deals
from tests.core.tastes import TASTES, Taste, knocks, sets
from waterhole import core
from waterhole.game import Event, Move, State, load
from waterhole.life.events import SuddenDeath
from waterhole.life.state import LifeRound
from waterhole.tembo.events import Closed, Placed, RoundOver
from waterhole.tembo.state import TemboRound

CUSTOM_DECK: Final = [
    [species, 2 + (number * 7 + place) % 4]  # species in blocks, points mixed
    for place, species in enumerate(("antelope", "gnu", "zebra"))
    for number in range(14)
]
LAP_LIMITS: Final = (0, 1, 2, 5, 10)
LONGEST: Final = 80  # moves of a match that need not end (lap_limit 0)
ANOTHER_VIEW: Final = 0.2  # how often a second seat's view is compared
JSON_SAMPLE: Final = 0.02  # the part of the positions whose views are compared as bytes too

RECORD_SAMPLE: Final = 0.05  # the part of the matches whose records are compared and replayed


class Case(NamedTuple):
    """What a match is started with."""

    game: str
    seats: int
    options: dict[str, Any]

    def __str__(self) -> str:
        named = {"deck": "custom"} | self.options
        named |= {"deck": "custom"} if "deck" in self.options else {}
        shown = [f"{name}={value}" for name, value in named.items() if name in self.options]
        return " ".join((f"{self.game}-{self.seats}", *shown))


TEMBO_CASES: Final = tuple(
    Case("tembo", seats, {"rounds": rounds} | deck)
    for seats in (2, 3, 4)
    for rounds in (1, 2, 3)
    for deck in ({}, {"deck": CUSTOM_DECK})
)
LIFE_CASES: Final = tuple(
    Case("life", seats, {"expert": expert, "lap_limit": laps})
    for seats in (2, 3, 4, 5)
    for expert in (False, True)
    for laps in LAP_LIMITS
)
CASES: Final = TEMBO_CASES + LIFE_CASES


@dataclass
class Tally:
    """What was compared, and what came up on the way."""

    moves: int = 0
    matches: int = 0
    seen: Counter[str] = field(default_factory=Counter)


class Difference(AssertionError):
    """The two engines do not agree; the text says where."""


def compare(case: Case, seed: str, moves: int) -> Tally:
    """Plays matches with both engines until so many moves are compared."""
    tally = Tally()
    for number in count():
        if tally.moves >= moves:
            return tally
        # The first ones show what chance may not: sudden death, a knock upon a knock.
        way = "given" if number < 4 else ""
        tastes = (knocks,) if number in {4, 5} and case.game == "life" else ()
        Pair(case, f"{seed}/{number}", tally, way, tastes).play()
    raise AssertionError("there is always another number")


class Pair:
    """One match in both engines. Its seed decides how it is dealt and how it is played."""

    def __init__(
        self, case: Case, seed: str, tally: Tally, way: str = "", tastes: tuple[Taste, ...] = ()
    ) -> None:
        self.case, self.seed, self.tally = case, seed, tally
        self.rng = Random(f"{case} {seed}")
        self.way = way or self.rng.choices(("seed", "given", "resampled"), (6, 3, 1))[0]
        self.tastes = tastes or TASTES[case.game]
        self.taste: Taste = self.rng.choice(self.tastes)
        if case.game == "life" and self.way == "given":
            self.taste = sets  # these deals have a set within reach
        self.rules, self.core = self.start()
        self.fast = core.Match.of(self.rules)  # the core alone, driven by move ids
        self.history: list[object] = []  # moves, and where the world was changed

    def start(self) -> tuple[State[Any], State[Any]]:
        name, seats, options = self.case
        rules, compiled = load(name), core.load(name)
        if self.way != "given":
            start = (seats, self.seed, options)
            return rules.start(*start), compiled.start(*start)
        setup = rules.setup(seats, self.seed, options)
        setup = replace(setup, deals=odd_deals(setup, self.rng))
        return rules.state.begin(setup), compiled.state.begin(setup)

    def play(self) -> None:
        """To the end of the match, or as far as one goes that need not end."""
        most = LONGEST if self.case.options.get("lap_limit") == 0 else 100_000
        turning_point = self.rng.randrange(60) if self.way == "resampled" else -1
        self.look()
        for number in range(most):
            if self.rules.to_move is None:
                break
            if number == turning_point:
                self.resample()
            self.step()
        self.finish()

    def step(self) -> None:
        """Compares the legal moves, plays one of them and compares what it leads to."""
        legal = self.rules.legal()
        self.same("legal moves", legal, self.core.legal())
        move = self.taste(self.rules, legal, self.rng)
        self.same("moves of Match", legal, tuple(self.fast.moves()))
        self.fast.play(self.fast.legal()[place(move, legal)])
        self.history.append(move)
        before = self.rules
        self.rules, events = before.play(move)
        self.core, core_events = self.core.play(move)
        self.same("events", events, core_events)
        self.tally.moves += 1
        notice(self.tally.seen, before, events)
        if len(self.rules.played) > len(before.played):
            self.taste = self.rng.choice(self.tastes)  # another one for each round
        self.look()

    def look(self) -> None:
        """Compares what lies on the table, the mover's view, often another's, and the result."""
        rules, compiled = self.rules, self.core
        self.same("round", facts(rules.round), facts(compiled.round))
        self.same("rounds played", len(rules.played), len(compiled.played))
        self.same("result", rules.result, compiled.result)
        self.same("to_move of Match", rules.to_move, self.fast.to_move)
        viewers = {rules.to_move}
        if self.rng.random() < ANOTHER_VIEW:
            other = self.rng.randrange(-1, self.case.seats)
            viewers.add(None if other < 0 else other)
        for seat in viewers:
            view, core_view = rules.view(seat), compiled.view(seat)
            self.same("views", view, core_view)
            if self.rng.random() < JSON_SAMPLE:
                self.same("JSON of views", view.to_json(), core_view.to_json())

    def resample(self) -> None:
        """Goes on in a world that a seat cannot tell from this one."""
        seat = self.rng.randrange(self.case.seats)
        chance = self.rng.getrandbits(64)
        view = self.rules.view(seat)
        self.rules = load(self.case.game).resample(view, Random(chance))
        self.core, self.fast = core.from_state(self.rules), core.Match.of(self.rules)
        self.history.append(f"(resampled for {seat} by {chance})")
        self.look()

    def finish(self) -> None:
        """Compares the results and some of the records, and plays some of those again."""
        self.same("result of Match", self.rules.result, self.fast.result)
        if self.rng.random() < RECORD_SAMPLE:
            record = self.rules.record()
            self.same("record", record, self.core.record())
            record = json.loads(json.dumps(record))
            again, core_again = self.replayed(record), self.replayed(record, compiled=True)
            for one, other in zip(again, core_again, strict=True):
                self.same("replay", facts(one.round), facts(other.round))
            self.tally.seen["replayed"] += 1
        self.tally.matches += 1
        self.tally.seen[self.way] += 1

    def replayed(self, record: dict[str, Any], compiled: bool = False) -> Iterator[State[Any]]:
        return (core.load if compiled else load)(self.case.game).replay(record)

    def same(self, what: str, rules: object, compiled: object) -> None:
        if rules != compiled:
            raise Difference(
                f"{what} differ: {self.case}, seed {self.seed!r}, dealt by {self.way}, "
                f"after {len(self.history)} moves\n"
                f"moves: {' '.join(map(str, self.history))}\nrules: {rules!r}\ncore:  {compiled!r}"
            )


def place(move: Move, legal: tuple[Move, ...]) -> int:
    """Every move is there once, so the same object is found without comparing others."""
    return next(number for number, other in enumerate(legal) if other is move)


def facts(round: Any) -> tuple[Any, ...]:
    """All that a round is, whichever engine plays it."""
    if isinstance(round, TemboRound):
        special: tuple[Any, ...] = (round.table, round.drawers, round.lion_drawn)
    else:
        assert isinstance(round, LifeRound)
        special = (round.rows, round.knocker, round.lives)
    return (round.turn, round.hands, round.outcome, *special, round.moves, round.deal)


def notice(seen: Counter[str], before: State[Any], events: tuple[Event, ...]) -> None:
    """Counts what happened, the rare things by a name of their own."""
    for event in events:
        what = type(event).__name__
        seen[what] += 1
        detail = DETAILS.get(what)
        if detail:
            seen[f"{what} {getattr(event, detail)}"] += 1
    (notice_tembo if before.game == "tembo" else notice_life)(seen, before.round, events)


DETAILS: Final = {"Eaten": "card", "Scored": "ending", "Knocked": "first"}


def notice_tembo(seen: Counter[str], before: Any, events: tuple[Event, ...]) -> None:
    first = events[0]
    if isinstance(first, Closed):
        seen["a lion where no animal stands"] += 1
    if isinstance(first, Placed) and len(first.numbers) == 2:
        seen["a pair"] += 1
    if len(before.drawers) == len(before.deal.pile):
        seen["an empty pile"] += 1
    if sum(isinstance(event, RoundOver) for event in events) > 1:
        seen["over at once"] += 1


def notice_life(seen: Counter[str], before: Any, events: tuple[Event, ...]) -> None:
    for event in events:
        if isinstance(event, SuddenDeath):
            for species in set(event.shown):
                seen[f"SuddenDeath {species}"] += 1
            seen["SuddenDeath after a knock"] += before.knocker is not None
    if before.lives.count(0) == len(before.lives) - 2 > 0:
        seen["two of more"] += 1
    if max(before.lives) > 5:
        seen["more than five lives"] += 1


# The long run -------------------------------------------------------------------------------------


def go_on(process: int, given: argparse.Namespace) -> Tally:
    """Compares case after case until the time is over."""
    total, end = Tally(), time.monotonic() + given.minutes * 60
    for number in count(process, given.processes):
        if time.monotonic() >= end:
            break
        found = compare(CASES[number % len(CASES)], f"{given.seed} {number}", 2_000)
        total.moves += found.moves
        total.matches += found.matches
        total.seen += found.seen
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the core with the rules in Python.")
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--seed", default="long run")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    # Leaving the pool stops what still runs: the first difference ends it all.
    with Pool(given.processes) as pool:
        try:
            runs = pool.imap_unordered(partial(go_on, given=given), range(given.processes))
            tallies = list(runs)
        except Difference as difference:
            raise SystemExit(str(difference)) from None
    seen = sum((tally.seen for tally in tallies), Counter[str]())
    print(f"{sum(tally.moves for tally in tallies):,} moves compared, no difference")
    print(f"{sum(tally.matches for tally in tallies):,} matches")
    print(", ".join(f"{name}: {number}" for name, number in sorted(seen.items()) if number))


if __name__ == "__main__":
    main()
