"""Work that goes on beside what was asked for. None of it is lost from sight."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Generator
from types import coroutine
from typing import Any, TypeVar

log = logging.getLogger("waterhole.server")

PAUSE = 1.0  # seconds until what failed begins again
DEAF = 1.0  # seconds until what does not end is told again

T = TypeVar("T")


class Tasks:
    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._finished)
        return task

    def keep(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Work without an end: whatever goes wrong in it, it begins again."""
        self.spawn(self._again_and_again(work))

    async def _again_and_again(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            try:
                await work()
            except Exception as error:
                log.error("what always goes on failed; it begins again", exc_info=error)
            await asyncio.sleep(PAUSE)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a task of the server failed", exc_info=error)

    async def close(self) -> None:
        """Ends everything. Who is told to end in the very moment when what he waited for comes may
        not hear it: before Python 3.12 ``asyncio.wait_for``, by which Redis is spoken to, went on.
        """
        while self._running:
            for task in self._running:
                task.cancel()
            _, deaf = await asyncio.wait(self._running, timeout=DEAF)
            if deaf:
                log.warning("some tasks of the server have not ended yet: %d", len(deaf))


def begin(work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Does at once what can be done without waiting, and the rest in a task; None: no rest is left.
    A task for every message that could have gone out by itself costs more than the message.

    What is done at once is done in the caller's name: work that sets itself a time limit would set
    it to the caller."""
    try:
        waits_for = work.send(None)
    except StopIteration:
        return None
    task = asyncio.get_running_loop().create_task(_rest(work, waits_for))
    task.add_done_callback(lambda _: work.close())  # also if it was cancelled before it went on
    return task


async def _rest(work: Coroutine[Any, Any, None], waits_for: Any) -> None:
    await _go_on(work, waits_for)


@coroutine
def _go_on(work: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """Passes on what some work waits for, and to it what comes of that."""
    try:
        while True:
            try:
                found = yield waits_for
            except BaseException as error:
                waits_for = work.throw(error)
            else:
                waits_for = work.send(found)
    except StopIteration:
        return
