"""The lobby is looked up once for all who watch it, and outlives a database that fails."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.client import PATIENCE, Person, people, story
from tests.server.process import Server, serving
from waterhole.server.lobby import Lobby
from waterhole.server.store.interface import Row, StoreFailed


class Looks:
    """Looks at a lobby, counted; the first ones may fail."""

    def __init__(self, failing: int = 0) -> None:
        self.count, self.failing = 0, failing

    async def look(self) -> list[Row]:
        self.count += 1
        await asyncio.sleep(0)
        if self.count <= self.failing:
            raise StoreFailed("lost")
        return [Row("t", "tembo", "gathering", True, self.count, 0.0, (), b'{"n":%d}' % self.count)]


async def told(lobby: Lobby, count: int) -> list[str]:
    """What one who watches is told, so many times."""
    heard: list[str] = []
    with lobby.watched():
        while len(heard) < count:
            heard.append(await lobby.after(heard[-1] if heard else None))
            lobby.change()
    return heard


@story
async def test_all_who_watch_are_told_the_same_after_one_look() -> None:
    looks = Looks()
    lobby = Lobby(looks.look)
    telling = asyncio.create_task(lobby.keep_telling())
    async with asyncio.timeout(PATIENCE):
        heard = await asyncio.gather(*(told(lobby, 3) for _ in range(50)))
    telling.cancel()
    assert all(one is other for each in heard for one, other in zip(each, heard[0], strict=True))
    assert [json.loads(text)["tables"] for text in heard[0]] == [[{"n": n}] for n in (1, 2, 3)]
    assert looks.count == 3


@story
async def test_where_nobody_watches_nobody_looks() -> None:
    looks = Looks()
    lobby = Lobby(looks.look)
    telling = asyncio.create_task(lobby.keep_telling())
    for _ in range(10):
        lobby.change()
        await asyncio.sleep(0.01)
    assert looks.count == 0
    async with asyncio.timeout(PATIENCE):
        await told(lobby, 1)
    telling.cancel()


@story
async def test_a_look_that_fails_is_tried_again() -> None:
    lobby = Lobby(Looks(failing=2).look)
    telling = asyncio.create_task(lobby.keep_telling())
    async with asyncio.timeout(PATIENCE):
        (text,) = await told(lobby, 1)
    telling.cancel()
    assert json.loads(text)["tables"] == [{"n": 3}]


# A database that fails ----------------------------------------------------------------------------


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path) as server:
        yield server


@contextmanager
def without(server: Server, table: str) -> Iterator[None]:
    """While a table of the database is gone: whatever asks for it fails."""
    rename(server, table, "elsewhere")
    try:
        yield
    finally:
        rename(server, "elsewhere", table)


def rename(server: Server, old: str, new: str) -> None:
    database = sqlite3.connect(server.folder / "tables.db", timeout=PATIENCE)
    database.execute(f"ALTER TABLE {old} RENAME TO {new}")
    database.close()


@story
async def test_who_watches_the_lobby_waits_for_a_database_that_is_lost(alone: Server) -> None:
    async with people(alone, "Ada") as (ada,):
        table = await ada.make("tembo", 2)
        with without(alone, "tables"):
            assert (await ada.ask("GET", "/api/tables")).status_code == 503
            watching = await asyncio.gather(*(connected(ada) for _ in range(3)))
            await until_logged(alone, "the lobby could not be looked up")
        async with asyncio.timeout(PATIENCE):
            for socket in watching:
                (listed,) = json.loads(await socket.recv())["tables"]
                assert listed["table"] == table
                await socket.close()


async def connected(person: Person) -> ClientConnection:
    return await connect(
        f"{person.server.sockets}/ws/lobby",
        additional_headers=person.headers(),
        open_timeout=PATIENCE,
    )


async def until_logged(server: Server, text: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while text not in server.log():
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("lost", ["guests", "entries"])
@story
async def test_who_connects_while_the_database_is_lost_is_told_to_come_back(
    alone: Server, lost: str
) -> None:
    async with people(alone, "Ada") as (ada,):
        table = await ada.make("tembo", 2)
        await ada.sit(table)
        alone.restart()  # so that nothing is in memory
        with without(alone, lost):
            async with ada.socket(f"/ws/tables/{table}") as socket:
                with pytest.raises(ConnectionClosed) as closed:
                    await socket.recv()
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1013, "server/store")
        async with ada.tab(table) as tab:
            assert (await tab.until(lambda now: now["seat"] == 0))["phase"] == "gathering"
