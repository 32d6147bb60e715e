"""Limits on how often and how many: by guest and by address."""

from __future__ import annotations

from collections import Counter, OrderedDict
from ipaddress import IPv6Address, IPv6Network
from time import monotonic

from litestar.types import Scope

from waterhole.server.settings import Settings
from waterhole.server.tables.commands import Refused

MOST_KEPT = 50_000  # buckets; the longest unused are forgotten first
SLOWER = 100  # a table takes so much longer to be made again than a plain ask


class Rates:
    """Buckets of tokens: each ask takes one, and they fill up again with time."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, who: str, cost: float = 1.0) -> bool:
        now = monotonic()
        left = self._left(who, now)
        allowed = left >= cost
        self._buckets[who] = (left - cost if allowed else left, now)
        self._buckets.move_to_end(who)
        if len(self._buckets) > MOST_KEPT:
            self._buckets.popitem(last=False)
        return allowed

    def left(self, who: str) -> float:
        """What is in the bucket now."""
        return self._left(who, monotonic())

    def _left(self, who: str, now: float) -> float:
        left, then = self._buckets.get(who, (self.burst, now))
        return min(left + (now - then) * self.rate, self.burst)


class Places:
    """So many connections at once for each, and for all."""

    def __init__(self, each: int, most: int) -> None:
        self.each, self.most = each, most
        self._taken: Counter[str] = Counter()
        self.all = 0

    def room(self, who: str) -> bool:
        return self.all < self.most and self._taken[who] < self.each

    def take(self, who: str) -> None:
        self._taken[who] += 1
        self.all += 1

    def give_back(self, who: str) -> None:
        self._taken[who] -= 1
        if not self._taken[who]:
            del self._taken[who]
        self.all -= 1


class Limits:
    """All limits of a server. One address may do as much as a crowd of guests, and no more."""

    def __init__(self, settings: Settings) -> None:
        rate, burst, crowd = settings.rate, settings.burst, settings.crowd
        self._each = Rates(rate, burst)
        self._crowds = Rates(rate * crowd, burst * crowd)
        self._tables = Rates(rate / SLOWER, burst)
        self._strangers = Rates(rate, burst)
        self._probes = Rates(rate, burst)
        most = settings.most_connections
        self._places = Places(settings.connections_each, most)
        self._crowd_places = Places(settings.connections_each * crowd, most)

    def ask(self, who: str, cost: float = 1.0) -> None:
        """By a guest; or by an address, for what needs no guest."""
        _demand(self._each.allow(who, cost))

    def allows(self, who: str, address: str) -> bool:
        """An ask of a guest, that counts for his address too."""
        return self._each.allow(who) and self._crowds.allow(address)

    def come(self, address: str) -> None:
        """A connection is opened."""
        _demand(self._crowds.allow(address))

    def make_table(self, address: str) -> None:
        _demand(self._tables.allow(address))

    def probe(self, address: str) -> None:
        """Who looks after the server asks how it does: whatever else comes from that address."""
        _demand(self._probes.allow(address))

    def look_up(self, address: str) -> None:
        """Before a token is looked up: who came with many unknown ones has to wait."""
        _demand(self._strangers.left(address) >= 1)

    def unknown(self, address: str) -> None:
        """A token was looked up that nobody has."""
        self._strangers.allow(address)

    def connect(self, who: str, address: str) -> None:
        """Somebody is connected, until ``disconnect``."""
        if not (self._places.room(who) and self._crowd_places.room(address)):
            raise Refused("rate/connections", "too many connections")
        self._places.take(who)
        self._crowd_places.take(address)

    def disconnect(self, who: str, address: str) -> None:
        self._places.give_back(who)
        self._crowd_places.give_back(address)


def _demand(allowed: bool) -> None:
    if not allowed:
        raise Refused("rate/limit", "that is too often: wait a moment")


def address(scope: Scope, settings: Settings) -> str:
    """Where somebody comes from; behind a proxy, as that says. What is in the header before its
    word, or in a header of the same name before that, the client may have made up."""
    if settings.proxies:
        for name, value in reversed(list(scope["headers"])):
            if name == b"x-forwarded-for":
                return _network(value.decode("latin-1").rsplit(",", 1)[-1].strip()[:64])
    client = scope.get("client")
    return _network(client[0]) if client else "nowhere"


def _network(address: str) -> str:
    """One household has 2**64 addresses of IPv6, and one of IPv4."""
    try:
        found = IPv6Address(address)
    except ValueError:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found), 64), strict=False))
