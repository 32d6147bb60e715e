"""Webhooks that take long, or never answer, delay nobody but their own guest."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Event, Lock, Thread
from typing import Any

import pytest

from tests.server.client import PATIENCE, match, people, story
from tests.server.process import serving
from tests.server.test_gaps_hooks import DAY, hang, ringing
from waterhole.server.hooks import line, queue
from waterhole.server.hooks.line import AT_ONCE, Line
from waterhole.server.hooks.queue import Hooks
from waterhole.server.metrics import Metrics
from waterhole.server.settings import Settings
from waterhole.server.store.interface import Guest
from waterhole.server.tables.commands import Refused

TABLES = 6  # where it is the turn of who has a slow webhook


class Silence(ThreadingTCPServer):
    """A server that takes everything and never answers."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), BaseRequestHandler)
        self.now = self.most = 0
        self._lock = Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def finish_request(self, request: Any, client_address: Any) -> None:
        self._count(1)
        try:
            while request.recv(1000):
                pass
        finally:
            self._count(-1)

    def _count(self, more: int) -> None:
        with self._lock:
            self.now += more
            self.most = max(self.most, self.now)


@contextmanager
def silence() -> Iterator[Silence]:
    server = Silence()
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@story
async def test_a_guest_whose_hook_never_answers_delays_nobody_else(tmp_path: Path) -> None:
    with silence() as slow, ringing() as bell, serving(tmp_path, private_hooks=True) as server:
        async with people(server, "Ada", "Bo") as (ada, bo), AsyncExitStack() as stack:
            await hang(ada, slow.url)
            await hang(bo, bell.url)
            for person in (ada, *[ada] * (TABLES - 1), bo):
                playing = match([person], "life", bots=1, clock=DAY)
                (tab,) = await stack.enter_async_context(playing)
                await tab.until(lambda now: now["legal"])
            await bell.rung()
            async with asyncio.timeout(PATIENCE):
                while not slow.most:
                    await asyncio.sleep(0.05)
            assert slow.most == 1, "one on its way for each guest"
            assert await hang(ada, None) == {"url": None}, "who has a slow one can be rid of it"


# Inside, where the moment can be chosen -----------------------------------------------------------


class Stuck:
    """Calls that take as long as they are let."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self._end = Event()

    def call(self, name: str) -> str:
        self.begun.append(name)
        assert self._end.wait(PATIENCE)
        return name

    def end(self) -> None:
        self._end.set()


async def until_begun(stuck: Stuck, count: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while len(stuck.begun) < count:
            await asyncio.sleep(0.01)


async def in_line(own: Line, guest: str, stuck: Stuck) -> str:
    async with own.of(guest):
        return await own.call(stuck.call, guest)


@story
async def test_one_call_at_a_time_for_each_guest_and_so_many_in_all() -> None:
    own, stuck = Line(), Stuck()
    guests = [f"{number}" for number in range(AT_ONCE - 1)]
    calls = [asyncio.create_task(in_line(own, "Ada", stuck)) for _ in range(5)]
    calls += [asyncio.create_task(in_line(own, guest, stuck)) for guest in guests]
    calls += [asyncio.create_task(in_line(own, "late", stuck))]
    await until_begun(stuck, AT_ONCE)
    assert sorted(stuck.begun) == sorted(["Ada", *guests]), "each once, and no more than fit"
    stuck.end()
    assert await asyncio.gather(*calls) == [*["Ada"] * 5, *guests, "late"]
    assert stuck.begun.index("late") < len(stuck.begun) - 3, "before the last ones of Ada"
    own.close()


@story
async def test_calls_that_take_too_long_make_room_for_other_guests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(line, "SECONDS", 0.1)
    own, stuck, quick = Line(), Stuck(), Stuck()
    quick.end()
    calls = [asyncio.create_task(in_line(own, f"{n}", stuck)) for n in range(2 * AT_ONCE)]
    again = asyncio.create_task(in_line(own, "0", stuck))
    async with asyncio.timeout(PATIENCE):
        assert await in_line(own, "Bo", quick) == "Bo"
    await until_begun(stuck, 2 * AT_ONCE)
    assert stuck.begun.count("0") == 1, "but not for the same one"
    stuck.end()
    await asyncio.gather(*calls, again)
    own.close()


@story
async def test_a_name_that_nobody_answers_for_is_refused_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The system's own lookup blocks: no name server of ours could be so slow."""
    stuck, found = Stuck(), socket.getaddrinfo

    def look_up(host: str, *more: Any, **others: Any) -> Any:
        if host.endswith(".example"):
            stuck.call(host)
        return found(host, *more, **others)

    async def nobody(_: str) -> Guest | None:
        return None

    for module in (line, queue):
        monkeypatch.setattr(module, "SECONDS", 0.1)
    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    hooks = Hooks(nobody, Settings("", private_hooks=True), Metrics())
    try:
        for number in range(2 * AT_ONCE):
            with pytest.raises(Refused) as refused:
                await hooks.check(f"{number}", "http://slow.example/")
            assert refused.value.code == "hook/address"
        with pytest.raises(Refused):
            await hooks.check("0", "http://slower.example/")
        assert stuck.begun == ["slow.example"] * 2 * AT_ONCE, "one of a guest at a time"
        monkeypatch.setattr(queue, "SECONDS", PATIENCE)
        await hooks.check("Bo", "http://127.0.0.1/")
    finally:
        stuck.end()
        await hooks.close()
