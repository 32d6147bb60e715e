"""Many connections, and slow ones: nobody waits for them, and memory stays bounded."""

from __future__ import annotations

import asyncio
import json
import resource
import socket as sockets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.attacks import KILOBYTE, MEGABYTE, undisturbed
from tests.server.client import (
    PATIENCE,
    Json,
    Person,
    Tab,
    match,
    people,
    play_all,
    story,
)
from tests.server.process import Server, serving
from tests.server.turns import quiet_swap
from waterhole.game import load

LONG = 800  # versions of a match: more than fits into what the system keeps for who does not read


async def never_reading(person: Person, table: str) -> ClientConnection:
    """A connection with little room on the way, that nobody reads from."""
    narrow = sockets.socket()
    narrow.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 2048)
    narrow.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_MAXSEG, 536)
    narrow.setblocking(False)
    address = ("127.0.0.1", person.server.port)
    await asyncio.get_running_loop().sock_connect(narrow, address)
    return await connect(
        f"{person.server.sockets}/ws/tables/{table}",
        sock=narrow, additional_headers=person.headers(), open_timeout=PATIENCE,
        ping_interval=None, max_queue=1,
    )  # fmt: skip


async def read_to_the_end(socket: ClientConnection) -> tuple[list[Json], int]:
    """What is left to read, and why the connection was closed then."""
    heard = []
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                heard.append(json.loads(await socket.recv()))
    except ConnectionClosed as closed:
        return heard, closed.rcvd.code if closed.rcvd else 1006


async def told(tab: Tab, version: int) -> None:
    await tab.until(lambda now: now["version"] >= version)


async def play_until(tab: Tab, version: int) -> None:
    """Swaps back and forth. Nobody knocks or calls sudden death, so in as many laps as there are in
    two rounds five people cannot lose all their lives."""
    while tab.now["version"] < version:
        now = await tab.until(lambda now: now["legal"] or now["version"] >= version)
        if now["legal"]:
            answer = await tab.move(quiet_swap(now))
            await told(tab, answer["version"])


@pytest.mark.usefixtures("goes_on")
@story
async def test_who_does_not_read_is_cut_off_and_can_read_on(attacked: Server) -> None:
    """People play a long match while some never read; nobody waits for those, and nothing piles
    up. Afterwards they come back, and are told what they missed."""
    async with (
        people(attacked, "Ada", "Bo", "Cleo", "Dara", "Eli", "Fay") as (*players, fay),
        undisturbed(attacked),
        match(players, "life", options={}) as tabs,
    ):
        table = tabs[0].table
        slow = [await never_reading(fay, table) for _ in range(10)]
        before = attacked.memory()
        await asyncio.gather(*(play_until(tab, LONG) for tab in tabs))
        assert attacked.memory() < before + 100 * MEGABYTE
        log = (await fay.look(table))["log"]
        for socket in slow:
            heard, code = await read_to_the_end(socket)
            versions = [said["version"] for said in heard if "version" in said]
            assert versions == list(range(versions[0], versions[0] + len(versions)))
            assert code == 1013
            assert versions[-1] < len(log), "he was cut off"
            fay.told[table] = log[: versions[-1]]  # so much he knows
            async with fay.tab(table, versions[-1]) as tab:
                now = await tab.until(lambda now: now["version"] >= len(log))
                assert now["log"][: len(log) - versions[-1]] == log[versions[-1] :]


# Thousands ----------------------------------------------------------------------------------------

CROWD = 2000  # connections
FILES = 500  # what a process has open besides
EACH = 25  # connections from one address: fewer than the server allows
AT_ONCE = 50  # that connect together


def room_for(server: Server) -> int:
    """Lets both ends have as many connections as the machine allows; how many of ours that is."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    for pid in (0, server.pid):
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (most, most))
    return CROWD if most == resource.RLIM_INFINITY else min(CROWD, most - FILES)


class Crowd:
    """Connections from many addresses. Of four, two watch a table and one the lobby; one is silent
    from the start."""

    def __init__(self, server: Server, table: str) -> None:
        self.server, self.table = server, table
        self.watching: list[ClientConnection] = []
        self.silent: list[asyncio.StreamWriter] = []

    async def come(self, number: int) -> None:
        place = (f"127.0.{1 + number // EACH // 200}.{1 + number // EACH % 200}", 0)
        if number % 4 == 3:
            opened = asyncio.open_connection("127.0.0.1", self.server.port, local_addr=place)
            self.silent.append((await opened)[1])
            return
        path = "/ws/lobby" if number % 4 == 2 else f"/ws/tables/{self.table}"
        socket = await connect(
            self.server.sockets + path, local_addr=place, open_timeout=PATIENCE,
            ping_interval=None, compression=None, max_queue=None,
        )  # fmt: skip
        self.watching.append(socket)
        async with asyncio.timeout(PATIENCE):
            assert json.loads(await socket.recv())["type"] in ("table", "lobby")

    async def gather(self, size: int) -> None:
        for start in range(0, size, AT_ONCE):
            numbers = range(start, min(start + AT_ONCE, size))
            await asyncio.gather(*(self.come(number) for number in numbers))

    async def leave(self) -> None:
        for writer in self.silent:
            writer.close()
        await asyncio.gather(*(socket.close() for socket in self.watching))


@asynccontextmanager
async def crowd_at(server: Server, table: str, size: int) -> AsyncIterator[Crowd]:
    crowd = Crowd(server, table)
    try:
        await crowd.gather(size)
        yield crowd
    finally:
        await crowd.leave()


@story
async def test_thousands_of_connections_disturb_nobody(tmp_path: Path) -> None:
    """They come twice: what the first leave behind would show when the second are there."""
    with serving(tmp_path, behind_proxy=False) as server:
        size, held = room_for(server), [server.memory()]
        async with people(server, "Ada", "Bo") as players:
            for _ in range(2):
                async with match(players, "tembo") as tabs:
                    async with crowd_at(server, tabs[0].table, size) as crowd:
                        await play_all(tabs)
                        held.append(server.memory())
                        assert len(crowd.watching) + len(crowd.silent) == size
                        assert (await tabs[0].ask("ping"))["type"] == "pong"
                    record = await players[0].record(tabs[0].table)
                    assert load("tembo").verify(record).result is not None
        assert held[1] < held[0] + size * 100 * KILOBYTE
        assert held[2] < held[1] + size * 15 * KILOBYTE
        assert '"error"' not in server.log()
