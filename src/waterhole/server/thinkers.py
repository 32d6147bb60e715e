"""A fair queue for bots: whoever has many tables does not keep the bots of others waiting."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairQueue:
    """Lets so many in at a time. Those who wait come by turns: one for each owner, and again."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def turn(self, owner: str) -> AsyncIterator[None]:
        await self._wait(owner)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, owner: str) -> None:
        if self._room:  # then nobody waits
            self._room -= 1
            return
        place = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():  # its turn came just when it gave up
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        while self._waiting:
            owner, places = self._waiting.popitem(last=False)
            place = places.popleft()
            if places:
                self._waiting[owner] = places  # behind all others
            if not place.done():
                place.set_result(None)
                return
        self._room += 1
