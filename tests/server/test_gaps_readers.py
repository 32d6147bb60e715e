"""A client that stays connected and never reads is dropped, whatever it is sent."""

from __future__ import annotations

import asyncio
import socket as sockets
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.client import PATIENCE, Person, people, story
from tests.server.process import Server
from tests.server.tuned import tuned

ASKS = 20_000  # answers enough to fill all room there is on the way


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets things lie unread for two seconds."""
    with tuned(tmp_path_factory.mktemp("impatient"), unread=2.0) as server:
        yield server


def ways(server: Server, client: int) -> list[int]:
    """The states of the server's connections with a client's port, as the system lists them."""
    lines = Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]
    rows = [line.split() for line in lines]
    ports = [(int(row[1].split(":")[1], 16), int(row[2].split(":")[1], 16)) for row in rows]
    states = [int(row[3], 16) for row in rows]
    return [s for s, pair in zip(states, ports, strict=True) if pair == (server.port, client)]


async def never_reading(person: Person, path: str) -> sockets.socket:
    """A socket with little room, that asks for a WebSocket and reads no more than the yes."""
    narrow = sockets.socket()
    narrow.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 2048)
    narrow.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(narrow, ("127.0.0.1", person.server.port))
    headers = "".join(f"{name}: {value}\r\n" for name, value in person.headers().items())
    request = (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{person.server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{headers}\r\n"
    )
    await loop.sock_sendall(narrow, request.encode())
    assert b" 101 " in await loop.sock_recv(narrow, 20)
    return narrow


def framed(text: bytes) -> bytes:
    """A message of a client, masked with nothing."""
    assert len(text) < 126
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


@story
async def test_who_never_reads_is_dropped(impatient: Server) -> None:
    async with people(impatient, "Ada") as (ada,):
        table = await ada.make("tembo", 2)
        stuck = await never_reading(ada, f"/ws/tables/{table}")
        client = stuck.getsockname()[1]
        asking = asyncio.create_task(ask_on(stuck))
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(asking, gone(impatient, client))
        stuck.close()
        async with ada.tab(table) as tab:
            assert (await tab.ask("ping"))["type"] == "pong", "who reads is served"


async def ask_on(stuck: sockets.socket) -> None:
    """Asks again and again, as long as somebody listens; what comes back nobody reads."""
    loop = asyncio.get_running_loop()
    many = framed(b'{"type":"ping","id":1}') * 100
    try:
        for _ in range(ASKS // 100):
            await loop.sock_sendall(stuck, many)
            await asyncio.sleep(0)
    except ConnectionError:
        pass


async def gone(server: Server, client: int) -> None:
    while ways(server, client):
        await asyncio.sleep(0.1)
