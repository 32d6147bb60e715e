"""Clients that connect and do not say what they ask, say it byte by byte, or find no end of it are
not waited for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress

import pytest

from tests.server.attacks import KILOBYTE, MEGABYTE
from tests.server.client import PATIENCE, people, story
from tests.server.process import Server
from tests.server.tuned import tuned

PAUSE = 0.1  # seconds between two bytes
ASK = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
# What comes at once, and what comes byte by byte and without an end.
SLOW = {
    "nothing": (b"", b""),
    "empty lines": (b"", b"\r\n"),
    "half a line": (b"GET /heal", b""),
    "a long line": (b"GET /", b"x"),
    "headers": (b"GET /healthz HTTP/1.1\r\nHost: x\r\n", b"X: y\r\n"),
    "no body": (POST + b"Content-Length: 1000\r\n\r\n", b""),
    "a body": (POST + b"Content-Length: 1000\r\n\r\n{", b" "),
    "a body in chunks": (POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    "a second request": (ASK + b"GET /heal", b"x"),
    "empty lines after a request": (ASK, b"\r\n"),
    "a body that was refused": (
        b"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n",
        b" ",
    ),
}


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with tuned(tmp_path_factory.mktemp("impatient"), unsaid=2.0) as server:
        yield server


@asynccontextmanager
async def connected(
    server: Server,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def drip(writer: asyncio.StreamWriter, drops: bytes) -> None:
    """As long as somebody listens."""
    with suppress(ConnectionError):
        while drops:
            for drop in drops:
                writer.write(bytes([drop]))
                await writer.drain()
                await asyncio.sleep(PAUSE)


async def closed(reader: asyncio.StreamReader) -> None:
    """The other side hangs up, whatever it says before."""
    with suppress(ConnectionError):
        async with asyncio.timeout(PATIENCE):
            await reader.read()


@story
async def test_who_does_not_finish_a_request_is_hung_up_on(impatient: Server) -> None:
    async with asyncio.TaskGroup() as group:
        for slow in SLOW:
            group.create_task(is_hung_up_on(impatient, slow), name=slow)
    assert impatient.answers()
    assert '"error"' not in impatient.log()


async def is_hung_up_on(server: Server, slow: str) -> None:
    first, drops = SLOW[slow]
    async with connected(server) as (reader, writer):
        writer.write(first)
        dripping = asyncio.create_task(drip(writer, drops))
        try:
            await closed(reader)
        except TimeoutError:
            pytest.fail(f"waits for ever: {slow}")
        finally:
            dripping.cancel()


# A head that does not end, by how it begins.
PART = b"x" * 16 * KILOBYTE
ENDLESS = {"address": b"GET /", "query": b"GET /?", "header": b"GET / HTTP/1.1\r\nHost: x\r\nX: "}


@pytest.mark.parametrize("begins", ENDLESS.values(), ids=ENDLESS)
@story
async def test_a_head_without_an_end_is_refused(server: Server, begins: bytes) -> None:
    async with connected(server) as (reader, writer):
        answer = asyncio.create_task(reader.readuntil(b"at most 65536 bytes"))
        writer.write(begins)
        sent = 0
        while not answer.done():
            assert sent < MEGABYTE, "it would go on for ever"
            await asyncio.wait([answer], timeout=0.05)  # so that it comes in parts
            writer.write(PART)
            sent += len(PART)
        assert answer.result().startswith(b"HTTP/1.1 400 ")
        await closed(reader)


@story
async def test_requests_may_come_together_and_end_in_the_middle_of_one(server: Server) -> None:
    ask = ASK.replace(b"Host", b"X: " + b"x" * 2 * KILOBYTE + b"\r\nHost")
    begin, end = ask[:100], ask[100:]
    async with connected(server) as (reader, writer), asyncio.timeout(PATIENCE):
        for part in (begin, end + 40 * ask + begin, end):
            writer.write(part)
            await asyncio.sleep(0.1)
        for _ in range(42):
            assert (await reader.readuntil(b"\r\n\r\nok")).startswith(b"HTTP/1.1 200 ")


@story
async def test_who_asks_again_in_time_stays_connected(impatient: Server) -> None:
    """For longer than one request may take."""
    async with connected(impatient) as (reader, writer), asyncio.timeout(PATIENCE):
        for _ in range(6):
            writer.write(ASK)
            assert await reader.readuntil(b"\r\n\r\nok")
            await asyncio.sleep(0.5)


@story
async def test_a_socket_stays_open_without_a_word(impatient: Server) -> None:
    async with people(impatient, "Ada") as (ada,):
        table = await ada.make("life", 2)
        async with ada.tab(table) as tab:
            await asyncio.sleep(3)
            assert (await tab.ask("ping"))["type"] == "pong"
