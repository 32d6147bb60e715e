"""Work that goes on beside what was asked for."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from waterhole.server import tasks


def test_work_without_an_end_begins_again_whatever_goes_wrong(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tasks, "PAUSE", 0)
    begun = 0

    async def work() -> None:
        nonlocal begun
        begun += 1
        if begun < 3:
            raise ValueError("a bad day")
        await asyncio.Event().wait()

    async def story() -> None:
        kept = tasks.Tasks()
        kept.keep(work)
        async with asyncio.timeout(60):
            while begun < 3:
                await asyncio.sleep(0)
        await kept.close()

    asyncio.run(story())
    assert begun == 3
    assert len(caplog.records) == 2


def test_who_did_not_hear_that_all_ends_is_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "DEAF", 0.01)

    async def work() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()

    async def story() -> None:
        kept = tasks.Tasks()
        deaf = kept.spawn(work())
        await asyncio.sleep(0)
        async with asyncio.timeout(60):
            await kept.close()
        assert deaf.cancelled()

    asyncio.run(story())


def test_what_need_not_wait_is_done_at_once() -> None:
    done = []

    async def work() -> None:
        done.append(1)

    async def story() -> None:
        assert tasks.begin(work()) is None
        assert done == [1]

    asyncio.run(story())


def test_what_must_wait_goes_on_in_a_task_and_hears_what_it_waits_for() -> None:
    said = []

    async def work(first: asyncio.Future[str], second: asyncio.Future[str]) -> None:
        said.append(await first)
        try:
            await second
        except ValueError as error:
            said.append(str(error))

    async def story() -> None:
        first, second = asyncio.Future[str](), asyncio.Future[str]()
        task = tasks.begin(work(first, second))
        assert task is not None
        first.set_result("good")
        second.set_exception(ValueError("bad"))
        await task

    asyncio.run(story())
    assert said == ["good", "bad"]


def test_what_is_cancelled_before_it_goes_on_is_over_all_the_same() -> None:
    ended = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(1)

    async def story() -> None:
        task = tasks.begin(work())
        assert task is not None
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert ended == [1]

    asyncio.run(story())
