"""OpenSkill ratings (Plackett and Luce's model): skill from who came before whom."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from math import fsum
from typing import Any, NamedTuple

from waterhole.lab.arena.match import Match


class Rating(NamedTuple):
    mu: float
    sigma: float
    ordinal: float  # mu less three sigma: the skill is very likely higher


class Ratings:
    """The ratings of all bots, match by match. Without openskill there are none."""

    def __init__(self, bots: Sequence[str]) -> None:
        self._model = _model()
        start = self._model and self._model.rating()
        self._skills = dict.fromkeys(bots, (start.mu, start.sigma)) if start else {}

    def add(self, match: Match) -> None:
        if not self._skills:
            return
        bots = match.fixture.bots
        before = [[self._model.rating(*self._skills[bot])] for bot in bots]
        after = self._model.rate(before, ranks=ranks(match))
        for bot in set(bots):  # copies of a bot end up with what they reach on average
            copies = [rated for (rated,), name in zip(after, bots, strict=True) if name == bot]
            self._skills[bot] = (
                fsum(copy.mu for copy in copies) / len(copies),
                fsum(copy.sigma for copy in copies) / len(copies),
            )

    def of(self, bot: str) -> Rating | None:
        if bot not in self._skills:
            return None
        mu, sigma = self._skills[bot]
        return Rating(mu, sigma, mu - 3 * sigma)


def ranks(match: Match) -> list[float]:
    """The rank of each seat, the lowest the best: winners first, then by points or lives; who
    forfeits comes last, and the others share the first place. Equals have equal ranks."""
    finals = match.finals or [0] * len(match.moves)
    keys = [(seat not in match.winners, -final) for seat, final in enumerate(finals)]
    return [float(sum(other < key for other in keys)) for key in keys]


def _model() -> Any:
    try:
        models = import_module("openskill.models")
    except ImportError:
        return None
    return models.PlackettLuce(tau=0.0)  # bots neither learn nor forget
