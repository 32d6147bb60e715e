"""News over Redis: whatever happens to the connections, or to what is done with the news, they come
again by themselves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from random import Random

import pytest
import redis

from tests.server.client import PATIENCE, play_all, story
from tests.server.pairs import Pair, check_record, seated
from tests.server.redis_server import Redis, redis_in
from tests.server.turns import persons_turn
from waterhole.server import tasks
from waterhole.server.bus.interface import News
from waterhole.server.bus.redis import RedisBus


@pytest.fixture(scope="module")
def own_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    with redis_in(tmp_path_factory.mktemp("own")) as server:
        yield server


def cut(server: Redis) -> None:
    """Ends every connection to Redis but the one that says so."""
    with redis.Redis.from_url(server.url) as client:
        for kind in ("pubsub", "normal"):
            client.execute_command("CLIENT", "KILL", "TYPE", kind, "SKIPME", "yes")


class Ear:
    """What a process hears, and how often it may have missed something. It fails so many times."""

    def __init__(self, failures: int = 0) -> None:
        self.heard: list[News] = []
        self.missed = 0
        self._failures = failures

    def hear(self, news: News) -> None:
        self.heard.append(news)

    def missed_since(self, before: int) -> bool:
        return self.missed > before

    def miss(self) -> None:
        self.missed += 1
        if self.missed <= self._failures:
            raise LookupError("nobody expected this")


@asynccontextmanager
async def joined(server: Redis, ear: Ear) -> AsyncIterator[RedisBus]:
    bus = RedisBus(server.url)
    await bus.start(ear.hear, ear.miss)
    try:
        yield bus
    finally:
        await bus.close()


async def until(fits: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not fits():
            await asyncio.sleep(0.01)


async def told(bus: RedisBus, ear: Ear) -> None:
    """Says something until it is heard: what is said while nobody listens is lost."""
    before = len(ear.heard)
    async with asyncio.timeout(PATIENCE):
        for version in count(1):
            bus.tell(News(bus.process, "table", version=version))
            await asyncio.sleep(0.05)
            if len(ear.heard) > before:
                return


@story
async def test_connections_that_are_cut_come_again_and_say_that_something_was_missed(
    own_redis: Redis,
) -> None:
    ear = Ear()
    async with joined(own_redis, Ear()) as one, joined(own_redis, ear):
        for _ in range(3):
            await told(one, ear)
            before = ear.missed
            await asyncio.to_thread(cut, own_redis)
            await until(partial(ear.missed_since, before))
        await told(one, ear)
        assert await one.claim(["table"]) == {"table"}


@story
async def test_whatever_goes_wrong_with_news_they_come_again(
    own_redis: Redis, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tasks, "PAUSE", 0.01)
    ear = Ear(failures=3)
    async with joined(own_redis, Ear()) as one, joined(own_redis, ear):
        await told(one, ear)
        assert ear.missed == 4
    assert "nobody expected this" in caplog.text


@story
async def test_news_that_cannot_be_said_do_not_end_the_others(
    own_redis: Redis, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tasks, "PAUSE", 0.01)
    ear = Ear()
    async with joined(own_redis, Ear()) as one, joined(own_redis, ear):
        one.tell(News(one.process, "table", reaction="\ud800"))  # half a letter: no UTF-8
        await told(one, ear)
    assert "what always goes on failed" in caplog.text


@story
async def test_servers_whose_connections_to_redis_are_cut_go_on(pair: Pair) -> None:
    async with seated(pair, "tembo", bots=1, options={"rounds": 4}) as (table, ada, bo):
        async with ada.tab(table) as one, bo.tab(table) as other:
            for tab in (one, other):
                await tab.open_nonce()
            for cuts in range(6):
                await persons_turn([one, other])
                await asyncio.to_thread(cut, pair.redis)
                await next(tab for tab in (one, other) if tab.now["legal"]).step(Random(cuts))
            await play_all([one, other])
        await check_record(bo, table, ada, bo)
