"""Calls that block, off the event loop: one at a time for each guest, few in all, by turns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from weakref import WeakValueDictionary

from waterhole.server.hooks.post import SECONDS

AT_ONCE = 8  # calls that others wait for
THREADS = 32  # with those that take longer: nobody can tell a lookup of a name to stop

T = TypeVar("T")


class Line:
    def __init__(self) -> None:
        self._own: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._room = asyncio.Semaphore(AT_ONCE)  # in the order in which guests come
        self._threads = ThreadPoolExecutor(THREADS, "hook")

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def of(self, guest: str) -> asyncio.Lock:
        """To be held around a call for a guest: however slow his are, they delay his alone."""
        return self._own.setdefault(guest, asyncio.Lock())

    async def call(self, call: Callable[..., T], *arguments: object) -> T:
        """Others wait for so long and no longer."""
        async with self._room:
            loop = asyncio.get_running_loop()
            running = loop.run_in_executor(self._threads, call, *arguments)
            await asyncio.wait([running], timeout=SECONDS)
        return await running
