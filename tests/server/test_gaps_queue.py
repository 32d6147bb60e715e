"""Bots wait for each other by turns, so that nobody's many tables hold up the bots of others."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from pathlib import Path

import pytest

from tests.server.client import PATIENCE, Person, people, story
from tests.server.process import serving
from waterhole.server.thinkers import NICE, FairQueue, thinking_threads


class Thinkers:
    """Bots with something to think about, each until it is told to stop."""

    def __init__(self, room: int) -> None:
        self.queue = FairQueue(room)
        self.began: list[str] = []
        self.thinking: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def come(self, *names: str) -> None:
        """A name is its owner and a number: A1."""
        for name in names:
            self.tasks[name] = asyncio.create_task(self._think(name))
            await asyncio.sleep(0)

    async def _think(self, name: str) -> None:
        async with self.queue.turn(name[0]):
            self.began.append(name)
            self.thinking[name] = asyncio.Event()
            try:
                await self.thinking[name].wait()
            finally:
                del self.thinking[name]

    async def stop(self, name: str) -> None:
        self.thinking[name].set()
        await self.tasks[name]
        await asyncio.sleep(0)

    async def stop_all(self) -> None:
        while self.thinking:
            await self.stop(next(iter(self.thinking)))


@story
async def test_owners_come_by_turns_however_many_bots_they_have() -> None:
    bots = Thinkers(1)
    await bots.come("A1", "A2", "A3", "A4", "B1", "C1", "B2", "C2")
    await bots.stop_all()
    assert bots.began == ["A1", "A2", "B1", "C1", "A3", "B2", "C2", "A4"]


@story
async def test_who_comes_late_waits_for_one_of_each_owner_only() -> None:
    bots = Thinkers(1)
    await bots.come("A1", *(f"A{number}" for number in range(2, 9)), "B1")
    await bots.stop("A1")
    await bots.come("C1")
    for _ in range(3):
        await bots.stop(bots.began[-1])
    assert bots.began == ["A1", "A2", "B1", "A3", "C1"]
    await bots.stop_all()


@pytest.mark.parametrize("room", [1, 2, 3])
@story
async def test_so_many_think_at_once_and_no_more(room: int) -> None:
    bots = Thinkers(room)
    names = [f"{owner}{number}" for number in range(4) for owner in "ABC"]
    await bots.come(*names)
    while bots.thinking:
        left = len(names) - len(bots.began)
        assert len(bots.thinking) == room or not left
        await bots.stop(next(iter(bots.thinking)))
    assert sorted(bots.began) == sorted(names)


@story
async def test_who_gives_up_takes_nobodys_turn() -> None:
    bots = Thinkers(1)
    await bots.come("A1", "B1", "C1")
    bots.tasks["B1"].cancel()
    await asyncio.sleep(0)
    await bots.stop("A1")
    assert bots.began == ["A1", "C1"]
    await bots.stop("C1")
    await bots.come("D1")
    assert bots.began == ["A1", "C1", "D1"]
    await bots.stop_all()


@story
async def test_who_gives_up_when_his_turn_comes_passes_it_on() -> None:
    bots = Thinkers(1)
    async with bots.queue.turn("A"):
        await bots.come("B1", "C1")
    bots.tasks["B1"].cancel()  # it is its turn now, and it does not know yet
    await asyncio.gather(bots.tasks["B1"], return_exceptions=True)
    await asyncio.sleep(0)
    assert bots.began == ["C1"]
    await bots.stop_all()


# On a server --------------------------------------------------------------------------------------


async def bots_alone(owner: Person, level: str) -> str:
    table = await owner.make("tembo", 2, options={"rounds": 4})
    for _ in range(2):
        await owner.add_bot(table, level)
    await owner.start(table)
    return table


async def versions(person: Person, tables: list[str]) -> int:
    return sum([(await person.look(table))["version"] for table in tables])


@story
async def test_many_tables_of_one_owner_do_not_delay_the_bots_of_another(tmp_path: Path) -> None:
    """Ada's bots think all the time, at many tables. In between, Bo's come to their turn: after
    one of hers, not after one at each of her tables."""
    with serving(tmp_path, thinkers=1) as server:
        async with people(server, "Ada", "Bo") as (ada, bo):
            many = [await bots_alone(ada, "hard") for _ in range(15)]
            table = await bots_alone(bo, "easy")
            async with bo.tab(table) as tab, asyncio.timeout(PATIENCE):
                await tab.until(lambda now: now["version"] >= 6)
                before, start = await versions(ada, many), tab.now["version"]
                await tab.until(lambda now: now["version"] >= start + 10)
                theirs = tab.now["version"] - start
            hers = await versions(ada, many) - before
            # By turns there are about as many of hers as of his; in line, 15 times as many.
            assert hers <= 6 * theirs


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has it for a thread")
def test_a_thread_that_thinks_steps_back_behind_those_that_serve() -> None:
    def nice() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    before = nice()
    with thinking_threads(2) as threads:
        assert threads.submit(nice).result() == min(before + NICE, 19) != before
    assert nice() == before
