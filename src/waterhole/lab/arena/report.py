"""What the matches of a run add up to, bot by bot.

The unit of independence is the deal: luck of the cards falls on all rotations and tables of a deal
together, so figures are averaged within each deal first. A deal counts once all of it is played.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from math import fsum
from typing import NamedTuple

from waterhole.game.vocabulary import Json
from waterhole.lab.arena.intervals import Estimate, estimate, estimate_share, p_above
from waterhole.lab.arena.match import Match
from waterhole.lab.arena.ratings import Rating, Ratings


class BotReport(NamedTuple):
    """How a bot did; copies of it are taken together."""

    name: str
    share: Estimate  # of the win; a shared win is split
    p_above_fair: float | None  # were it no better than its share of the seats
    final: Estimate | None  # points or lives at the end
    seconds_per_move: float | None
    seats_taken: int  # over all matches
    matches: int
    forfeits: int
    rating: Rating | None  # None where openskill is not installed

    def to_dict(self) -> Json:
        data = self._asdict()
        for name in ("share", "final", "rating"):
            part = data[name]
            data[name] = part and part._asdict()
        return data


@dataclass(slots=True)
class ForfeitReport:
    """What a bot did that cost it matches, how often, and where for the first time."""

    bot: str
    kind: str
    text: str  # of the first one
    count: int
    deal: int
    table: int
    rotation: int
    seat: int


@dataclass(frozen=True, slots=True)
class Report:
    seats: int
    deals: int
    matches: int
    left_out: int  # matches of deals that are not played to the end
    bots: tuple[BotReport, ...]  # the best first
    forfeits: tuple[ForfeitReport, ...]

    @property
    def fair_share(self) -> float:
        return 1 / self.seats

    @property
    def matches_of_each(self) -> int:
        """In so many matches each bot played; all play equally often."""
        return self.bots[0].matches if self.bots else 0

    def to_dict(self) -> Json:
        return {
            "matches": self.matches,
            "complete_deals": self.deals,
            "left_out": self.left_out,
            "fair_share": self.fair_share,
            "results": [bot.to_dict() for bot in self.bots],
            "forfeits": [asdict(forfeit) for forfeit in self.forfeits],
        }


@dataclass(slots=True)
class _Score:
    """What a bot has gathered so far."""

    shares: array[float] = field(default_factory=lambda: array("d"))  # one a deal
    finals: array[float] = field(default_factory=lambda: array("d"))
    moves: int = 0
    seconds: float = 0.0
    seats_taken: int = 0
    matches: int = 0
    forfeits: int = 0


class Tally:
    """Takes matches in any order; the sums are made in the order of the deals, so that they do
    not depend on it."""

    def __init__(self, seats: int, matches_per_deal: int, bots: Sequence[str]) -> None:
        self.seats = seats
        self.matches_per_deal = matches_per_deal
        self._scores = {bot: _Score() for bot in bots}
        self._ratings = Ratings(list(self._scores))
        self._forfeits: dict[tuple[str, str], ForfeitReport] = {}
        self._waiting: dict[int, list[Match]] = {}  # by deal
        self._next = 1  # the deal to be summed up next
        self._deals = 0

    def add(self, match: Match) -> None:
        self._waiting.setdefault(match.fixture.deal, []).append(match._replace(record=None))
        while self._complete(self._next):
            self._add_deal(self._next)
            self._next += 1

    def report(self) -> Report:
        """The figures so far. Deals that wait for an earlier one are added; none must follow."""
        for deal in sorted(filter(self._complete, self._waiting)):
            self._add_deal(deal)
        left_out = sum(map(len, self._waiting.values()))
        bots = sorted(self._reports(), key=lambda bot: (-bot.share.mean, bot.name))
        faults = sorted(self._forfeits.values(), key=lambda each: (each.bot, each.kind))
        matches = self._deals * self.matches_per_deal
        return Report(self.seats, self._deals, matches, left_out, tuple(bots), tuple(faults))

    def _complete(self, deal: int) -> bool:
        return len(self._waiting.get(deal, ())) == self.matches_per_deal

    def _add_deal(self, deal: int) -> None:
        matches = sorted(self._waiting.pop(deal), key=lambda match: match.fixture[:3])
        self._deals += 1
        for match in matches:
            self._ratings.add(match)
            self._add_match(match)
        for bot, score in self._scores.items():
            chairs = [
                (m, s) for m in matches for s, name in enumerate(m.fixture.bots) if name == bot
            ]
            score.shares.append(_mean([match.shares[seat] for match, seat in chairs]))
            finals = [match.finals[seat] for match, seat in chairs if match.finals is not None]
            if finals:
                score.finals.append(_mean(finals))

    def _add_match(self, match: Match) -> None:
        for bot in set(match.fixture.bots):
            self._scores[bot].matches += 1
        for seat, bot in enumerate(match.fixture.bots):
            score = self._scores[bot]
            score.seats_taken += 1
            score.moves += match.moves[seat]
            score.seconds += match.seconds[seat]
        if match.forfeit:
            self._add_forfeit(match)

    def _add_forfeit(self, match: Match) -> None:
        forfeit = match.forfeit
        assert forfeit is not None
        bot = match.fixture.bots[forfeit.seat]
        self._scores[bot].forfeits += 1
        deal, table, rotation, _ = match.fixture
        first = ForfeitReport(
            bot, forfeit.kind, forfeit.text, 0, deal, table, rotation, forfeit.seat
        )
        self._forfeits.setdefault((bot, forfeit.kind), first).count += 1

    def _reports(self) -> Iterator[BotReport]:
        for name, score in self._scores.items():
            # One bot on all seats has the fair share, whatever happens: that is certain.
            alone = len(self._scores) == 1
            share = estimate(score.shares) if alone else estimate_share(score.shares)
            if share is not None:
                yield BotReport(
                    name,
                    share,
                    p_above(score.shares, 1 / self.seats),
                    estimate(score.finals),
                    score.seconds / score.moves if score.moves else None,
                    score.seats_taken,
                    score.matches,
                    score.forfeits,
                    self._ratings.of(name),
                )


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)
