"""Work that goes on beside what was asked for. None of it is lost from sight."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

log = logging.getLogger("waterhole.server")

PAUSE = 1.0  # seconds until what failed begins again

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
        for task in list(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
