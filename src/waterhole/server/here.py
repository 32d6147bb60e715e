"""One server: what everything that can be asked of it shares."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.datastructures import State
from litestar.exceptions import ValidationException
from litestar.params import PathParameter

from waterhole.server.bus.interface import Bus
from waterhole.server.guests import Connection, Guests
from waterhole.server.host import Host
from waterhole.server.limits import Limits, address
from waterhole.server.metrics import Metrics
from waterhole.server.settings import Settings
from waterhole.server.store.interface import Guest, Store
from waterhole.server.tables.commands import Refused

Id = Annotated[str, PathParameter(max_length=32)]
AnyRequest = Request[Any, Any, State]


class Here:
    def __init__(self, store: Store, bus: Bus, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.host = Host(store, bus, settings, self.metrics)
        self.guests = Guests(self.host)
        self.limits = Limits(settings)

    def address(self, connection: Connection) -> str:
        return address(connection.scope, self.settings)

    async def who(self, connection: Connection) -> Guest | None:
        """The guest who asks; None: nobody, or somebody we do not know."""
        if self.guests.token_of(connection) is None:
            return None
        place = self.address(connection)
        self.limits.look_up(place)
        guest = await self.guests.who(connection)
        if guest is None:
            self.limits.unknown(place)
        return guest

    async def me(self, request: AnyRequest) -> Guest:
        """The guest who asks; refused for nobody, and for who asks too often."""
        guest = await self.who(request)
        if guest is None:
            self.limit(self.address(request))
            raise Refused("guest/unknown", "say who you are first: POST /api/me with a name")
        if not self.limits.allows(guest.id, self.address(request)):
            raise Refused("rate/limit", "that is too often: wait a moment")
        return guest

    def limit(self, who: str, cost: float = 1.0) -> None:
        self.limits.ask(who, cost)


def asked(request: AnyRequest) -> Here:
    found: Here = request.app.state.asked
    return found


async def said_once(request: AnyRequest) -> None:
    """In a query a name stands once: nobody could tell which of two values counts."""
    said = request.query_params
    if len(said) > len(set(said)):
        raise ValidationException("a name stands more than once in the query")
