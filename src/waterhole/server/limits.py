"""Limits on how often and how many: by guest and by address."""

from __future__ import annotations

from collections import Counter, OrderedDict
from time import monotonic

MOST_KEPT = 50_000  # buckets; the longest unused are forgotten first


class Rates:
    """Buckets of tokens: each ask takes one, and they fill up again with time."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate, self.burst = rate, burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, who: str, cost: float = 1.0) -> bool:
        now = monotonic()
        left, then = self._buckets.pop(who, (float(self.burst), now))
        left = min(left + (now - then) * self.rate, self.burst)
        allowed = left >= cost
        self._buckets[who] = (left - cost if allowed else left, now)
        if len(self._buckets) > MOST_KEPT:
            self._buckets.popitem(last=False)
        return allowed


class Places:
    """So many connections at once for each, and for all."""

    def __init__(self, each: int, most: int) -> None:
        self.each, self.most = each, most
        self._taken: Counter[str] = Counter()
        self.all = 0

    def take(self, who: str) -> bool:
        if self.all >= self.most or self._taken[who] >= self.each:
            return False
        self._taken[who] += 1
        self.all += 1
        return True

    def give_back(self, who: str) -> None:
        self._taken[who] -= 1
        if not self._taken[who]:
            del self._taken[who]
        self.all -= 1
