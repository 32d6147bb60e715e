"""A fair queue for bots: whoever has many tables does not keep the bots of others waiting. And
threads in which they think without keeping people waiting."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

NICE = 10  # by so much a thought steps back behind people's moves


def thinking_threads(count: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(count, "bot", initializer=step_back)


def step_back() -> None:
    """This thread leaves the processor to who needs it at once; only Linux has that for threads."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        nice = os.getpriority(os.PRIO_PROCESS, thread) + NICE
        os.setpriority(os.PRIO_PROCESS, thread, nice)


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
