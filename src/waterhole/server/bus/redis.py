"""Several processes: news by publish and subscribe, and a lease on each table for who looks after
its bots and clocks. A lease that is not renewed ends, and another process takes the table up."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Iterable
from functools import partial

import msgspec
from redis import asyncio as aioredis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from waterhole.server.bus.interface import News
from waterhole.server.tasks import Tasks

log = logging.getLogger("waterhole.server")

CHANNEL = "waterhole:news"
LEASE = "waterhole:owner:"
LEASE_SECONDS = 2.0
PAUSE = 0.5  # seconds before Redis is tried again
MOST_WAITING = 10_000  # news; more are not worth telling

# Takes a lease, or renews one's own.
TAKE = """
local owner = redis.call('GET', KEYS[1])
if owner == false or owner == ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return 1
end
return 0
"""
# Gives up one's own lease.
DROP = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end"


class RedisBus:
    shared = True

    def __init__(self, url: str) -> None:
        self.process = secrets.token_hex(8)
        # No long waits inside the library: a claim or a word that fails is tried again anyway.
        self._redis = aioredis.from_url(url, socket_connect_timeout=1, retry=Retry(NoBackoff(), 0))
        self._waiting: asyncio.Queue[News] = asyncio.Queue(MOST_WAITING)
        self._owned: dict[str, float] = {}  # until when, by the clock of the event loop
        self._tasks = Tasks()
        self._decode = msgspec.json.Decoder(News).decode

    async def start(self, heard: Callable[[News], None], missed: Callable[[], None]) -> None:
        await self._redis.ping()
        listening = asyncio.Event()
        self._tasks.keep(partial(self._listen, heard, missed, listening))
        self._tasks.keep(self._talk)
        await listening.wait()

    def tell(self, news: News) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            self._waiting.put_nowait(news)

    def owns(self, table: str) -> bool:
        return self._owned.get(table, 0) > asyncio.get_running_loop().time()

    async def claim(self, tables: Iterable[str]) -> set[str]:
        wanted = list(tables)
        clock = asyncio.get_running_loop().time
        until = clock() + LEASE_SECONDS
        try:
            async with self._redis.pipeline(transaction=False) as calls:
                for table in wanted:
                    calls.eval(TAKE, 1, LEASE + table, self.process, int(LEASE_SECONDS * 1000))
                taken = await calls.execute() if wanted else []
        except (RedisError, OSError):
            return set()
        now = clock()
        owned = {table: end for table, end in self._owned.items() if end > now}
        new = {t for t, got in zip(wanted, taken, strict=True) if got and t not in owned}
        for table, got in zip(wanted, taken, strict=True):
            if got:
                owned[table] = until
            else:
                owned.pop(table, None)
        self._owned = owned
        return new

    async def close(self) -> None:
        await self._tasks.close()
        with contextlib.suppress(RedisError, OSError):
            async with self._redis.pipeline(transaction=False) as calls:
                for table in self._owned:
                    calls.eval(DROP, 1, LEASE + table, self.process)
                await calls.execute()
        await self._redis.aclose()

    async def _talk(self) -> None:
        while True:
            await self._publish(msgspec.json.encode(await self._waiting.get()))

    async def _publish(self, news: bytes) -> None:
        while True:
            try:
                await self._redis.publish(CHANNEL, news)
            except (RedisError, OSError):
                await asyncio.sleep(PAUSE)
            else:
                return

    async def _listen(
        self, heard: Callable[[News], None], missed: Callable[[], None], listening: asyncio.Event
    ) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    listening.set()
                    missed()
                    async for message in channel.listen():
                        if message["type"] == "message":
                            self._hear(message["data"], heard)
            except (RedisError, OSError):
                log.warning("Redis does not answer; trying again")
                await asyncio.sleep(PAUSE)

    def _hear(self, data: bytes, heard: Callable[[News], None]) -> None:
        try:
            news = self._decode(data)
        except msgspec.DecodeError:
            return  # from a later version, or not from us
        if news.process == self.process:
            return
        try:
            heard(news)
        except Exception as error:
            log.error("news could not be used", exc_info=error)
