"""Work that goes on beside what was asked for."""

from __future__ import annotations

import asyncio

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
