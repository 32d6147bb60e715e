"""Many appends, few transactions: what comes in while one runs goes into the next together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from waterhole.server.store.interface import Row, Store, StoreFailed, VersionTaken
from waterhole.server.tables.entries import Logged

TOGETHER = 1000  # calls in one transaction, at most
WORTH_IT = 32  # calls for which a transaction need not wait for more
WAITING = 10_000  # calls at a time; more wait before they are taken

T = TypeVar("T")


class _Call(NamedTuple):
    entries: Sequence[Logged]
    row: Row | None
    done: asyncio.Future[None]


class Writer:
    """Appends for the tasks of one event loop, in a thread of its own."""

    def __init__(
        self,
        store: Store,
        took: Callable[[float], None] = lambda seconds: None,
        waiting: int = WAITING,
    ) -> None:
        self._store, self._took = store, took
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = ThreadPoolExecutor(1, "writer")
        self._room = asyncio.Semaphore(waiting)
        self._calls: list[_Call] = []
        self._working: asyncio.Task[None] | None = None
        self._closed = False

    async def append(self, entries: Sequence[Logged], row: Row | None = None) -> None:
        """Returns when the entries, the next ones of one table, are on the disk with their row.

        Raises VersionTaken or StoreFailed if they are not. One who stops waiting cannot know: read
        the log again.
        """
        _check(entries)
        async with self._room:
            if self._closed:
                raise StoreFailed("the server is closing")
            done = self._here().create_future()
            self._calls.append(_Call(entries, row, done))
            if self._working is None:
                self._working = asyncio.create_task(self._work())
            await done

    async def call(self, write: Callable[..., T], *arguments: Any) -> T:
        """Another call of the store that writes, in the same thread: SQLite takes one at a time,
        and would make the other wait, or refuse it."""
        if self._closed:
            raise StoreFailed("the server is closing")
        return await asyncio.get_running_loop().run_in_executor(self._thread, write, *arguments)

    async def close(self) -> None:
        """Writes what is waiting; nothing is taken any more. The store stays open."""
        self._closed = True
        if self._working is not None:
            await self._working
        self._thread.shutdown()

    async def _work(self) -> None:
        loop = self._here()
        while self._calls:
            await self._gather()
            calls, self._calls = self._calls[:TOGETHER], self._calls[TOGETHER:]
            began = loop.time()
            outcomes = await loop.run_in_executor(self._thread, self._write, calls)
            self._took(loop.time() - began)
            for call, outcome in zip(calls, outcomes, strict=True):
                _settle(call.done, outcome)
        self._working = None

    def _here(self) -> asyncio.AbstractEventLoop:
        """The loop, asked for once: to ask for it is a call of the system."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        return self._loop

    async def _gather(self) -> None:
        """What comes in at the same moment goes together: the less is left to do for each."""
        known = 0
        while known < len(self._calls) < WORTH_IT:
            known = len(self._calls)
            await asyncio.sleep(0)

    def _write(self, calls: Sequence[_Call]) -> list[Exception | None]:
        """One transaction, in the writer's thread. What happened to each call."""
        entries = [entry for call in calls for entry in call.entries]
        rows = [call.row for call in calls if call.row is not None]
        try:
            found = self._store.append(entries, rows)
        except StoreFailed as error:
            return [StoreFailed(*error.args) for _ in calls]  # each raises its own
        except Exception as error:
            return self._one_by_one(calls, error)
        if not any(found):
            return [None] * len(calls)
        refused = iter(found)
        return [_first([next(refused) for _ in call.entries]) for call in calls]

    def _one_by_one(self, calls: Sequence[_Call], error: Exception) -> list[Exception | None]:
        """An entry that cannot even be written down must not take the others with it."""
        if len(calls) == 1:
            return [error]
        return [outcome for call in calls for outcome in self._write([call])]


def _check(entries: Sequence[Logged]) -> None:
    """So that a call is kept as a whole or not at all."""
    for last, entry in pairwise(entries):
        if (entry.table, entry.version) != (last.table, last.version + 1):
            raise ValueError("one call appends entries of one table, in order")


def _first(refused: Sequence[VersionTaken | None]) -> VersionTaken | None:
    return next((why for why in refused if why is not None), None)


def _settle(done: asyncio.Future[None], outcome: Exception | None) -> None:
    if done.done():  # nobody waits any more
        return
    if outcome is None:
        done.set_result(None)
    else:
        done.set_exception(outcome)
