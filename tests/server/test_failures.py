"""What a server stands on fails: its database, its disk, its Redis. Players get a clear error,
nothing that was acknowledged is lost, nobody hears of what did not happen, and afterwards play goes
on by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.server.client import (
    LOST,
    PATIENCE,
    PAUSE,
    Json,
    Person,
    Tab,
    gather_table,
    match,
    people,
    play_all,
    story,
)
from tests.server.disks import Disk, small_disk
from tests.server.pairs import Pair, check_record, seated
from tests.server.postgres import Postgres
from tests.server.process import Server, serving
from tests.server.turns import catch_up, quiet_swap, to_move

CLOCK = 2.0  # seconds for a move, at tables where time runs out
BOT_DELAY = 0.4  # seconds: what is lost, is lost before the bot moves
LOSSES = 6  # of the database, in one match


async def not_stored(tab: Tab, listeners: list[Tab]) -> None:
    """A move cannot be stored: its player hears so, and nobody else hears of it."""
    heard = [len(each.seen) for each in listeners]
    version = tab.now["version"]
    answer = await tab.move(tab.now["legal"][0])
    assert (answer["type"], answer["code"]) == ("refused", "server/store")
    assert answer["text"]
    for each, before in zip(listeners, heard, strict=True):
        await each.ask("ping")  # whatever was told before has arrived now
        assert not [said for said in each.seen[before:] if said.get("version", 0) > version]


async def comes_back(person: Person, path: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while (await person.ask("GET", path)).status_code == 503:
            await asyncio.sleep(PAUSE)


async def told_in_the_lobby(lobby: ClientConnection, table: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while table not in await lobby.recv():
            pass


async def refused_everywhere(person: Person, table: str) -> None:
    """Whatever needs the database is refused with the same clear code."""
    asked: list[tuple[str, str, Json | None]] = [
        ("GET", "/healthz", None),
        ("GET", "/api/tables", None),
        ("GET", "/api/me", None),
        ("POST", "/api/me", {"name": "Dara"}),
        ("POST", "/api/tables", {"game": "life", "seats": 2}),
        ("POST", f"/api/tables/{table}/rematch", None),
    ]
    for method, path, body in asked:
        answer = await person.ask(method, path, body)
        assert (answer.status_code, answer.json()["code"]) == (503, "server/store"), path
    async with person.socket(f"/ws/tables/{table}") as socket:
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013


# The database -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def on_postgres(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = postgres.new_database()
    with serving(tmp_path_factory.mktemp("lost"), database, bot_delay=BOT_DELAY) as server:
        yield server


async def play_with_a_bot(tab: Tab, rng: Random) -> int:
    """Moves until it is the bot's turn; the version at which it is."""
    while not tab.now["seats"][(await started(tab))["to_move"]].get("bot"):
        await tab.step(rng)
    return int(tab.now["version"])


async def started(tab: Tab) -> Json:
    return await tab.until(lambda now: now["to_move"] is not None)


@story
async def test_a_database_that_is_lost_and_found(on_postgres: Server, postgres: Postgres) -> None:
    """Two play, one plays with a bot whose turn it is, and one whose time runs out meanwhile."""
    async with (
        people(on_postgres, "Ada", "Bo", "Cleo", "Dara", "Eli") as (ada, bo, cleo, dara, eli),
        eli.socket("/ws/lobby") as lobby,
        match([ada, bo], "life") as tabs,
        match([cleo], "tembo", bots=1) as [alone],
        match([dara], "life", bots=1, clock={"move": CLOCK}) as [late],
        eli.tab(tabs[0].table) as watching,
    ):
        active, others = await to_move(tabs)
        await active.step(Random(1))
        active, others = await to_move(tabs)
        await late.until(lambda now: now["legal"] or now["seats"][0].get("away"))
        await play_with_a_bot(alone, Random(2))
        await asyncio.to_thread(postgres.kill)
        try:
            version = alone.now["version"]
            away = late.now["seats"][0].get("away")
            await not_stored(active, [*others, watching])
            await refused_everywhere(eli, active.table)
            await asyncio.sleep(CLOCK)
            await not_stored(active, [*others, watching])
            assert late.now["seats"][0].get("away") == away
        finally:
            await asyncio.to_thread(postgres.start)
        await comes_back(eli, "/api/tables")
        await play_with_a_bot(alone, Random(3))
        await alone.until(lambda now: now["version"] > version)
        await late.until(lambda now: now["seats"][0].get("away") == "time")
        await told_in_the_lobby(lobby, await eli.make("life", 2))
        await play_all([*tabs, alone])
        await late.until(lambda now: now["phase"] == "over")
        for tab in (*tabs, watching, alone, late):
            await tab.until(lambda now: now["phase"] == "over")
            await check_record(tab.person, tab.table, tab.person)


@story
async def test_a_database_lost_again_and_again_loses_no_move(
    on_postgres: Server, postgres: Postgres
) -> None:
    """At any moment, also in the middle of a commit; players try until it works."""
    rng, enough = Random(3), asyncio.Event()
    async with people(on_postgres, "Ada", "Bo", "Cleo", "Dara") as players:
        pairs = (players[:2], players[2:])
        tables = [await gather_table(pair, "life", options={}) for pair in pairs]
        for (owner, _), table in zip(pairs, tables, strict=True):
            await owner.start(table)
        seats = list(zip(players, (tables[0], tables[0], tables[1], tables[1]), strict=True))
        async with asyncio.TaskGroup() as group:
            for person, table in seats:
                group.create_task(Stubborn(person, table, enough).play(Random(rng.random())))
            for _ in range(LOSSES):
                await moves_of_all(players, rng.randrange(2, 12))
                await asyncio.to_thread(postgres.kill)
                await asyncio.to_thread(postgres.start)
            enough.set()
        for person, table in seats:
            assert len(person.moves[table]) >= LOSSES
            await check_record(person, table, person)


async def moves_of_all(players: list[Person], more: int) -> None:
    """Until so many more moves are acknowledged."""

    def made() -> int:
        return sum(len(moves) for person in players for moves in person.moves.values())

    goal = made() + more
    async with asyncio.timeout(PATIENCE):
        while made() < goal:
            await asyncio.sleep(0.002)


class Stubborn:
    """Tries again what was not stored, once the table shows where it is. Knocks when it is
    enough."""

    def __init__(self, person: Person, table: str, enough: asyncio.Event) -> None:
        self.person, self.table, self.enough = person, table, enough

    async def play(self, rng: Random) -> None:
        over = False
        while not over:
            try:
                async with self.person.tab(self.table, self.known) as tab:
                    while not over:
                        over = not await self.step(tab, rng)
            except LOST:
                await asyncio.sleep(PAUSE)

    @property
    def known(self) -> int:
        return len(self.person.told.get(self.table, []))

    async def step(self, tab: Tab, rng: Random) -> bool:
        """One try; False when the match is over."""
        now = await tab.my_turn()
        if now["phase"] == "over":
            return False
        answer = await tab.move(rng.choice(self.choices(now)))
        if answer["type"] == "done":
            await catch_up([tab], answer["version"])
        else:
            assert answer["code"] in ("server/store", "move/stale", "move/turn"), answer
            await asyncio.sleep(PAUSE)
        return True

    def choices(self, now: Json) -> list[str]:
        knocks = [move for move in now["legal"] if move == "K"]
        if knocks and self.enough.is_set():
            return knocks
        return [move for move in now["legal"] if move != "K"]


# The disk -----------------------------------------------------------------------------------------


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    with small_disk(folder) as disk:
        yield disk


@story
async def test_a_disk_that_is_full_and_has_room_again(tmp_path: Path, disk: Disk) -> None:
    database = f"sqlite:///{disk.folder / 'tables.db'}"
    with serving(tmp_path / "log", database, bot_delay=BOT_DELAY) as server:
        async with (
            people(server, "Ada", "Bo", "Cleo", "Dara") as (ada, bo, cleo, dara),
            dara.socket("/ws/lobby") as lobby,
            match([ada, bo], "life", options={"lap_limit": 30}) as tabs,
            match([cleo], "tembo", bots=1) as [alone],
            dara.tab(tabs[0].table) as watching,
        ):
            await play_with_a_bot(alone, Random(2))
            disk.fill(server)
            active, others = await move_until_it_is_full(tabs)
            await not_stored(active, [*others, watching])
            answer = await dara.ask("POST", "/api/me", {"name": "Eli"})
            assert (answer.status_code, answer.json()["code"]) == (503, "server/store")
            assert (await dara.get("/api/me"))["name"] == "Dara"
            version = alone.now["version"]
            disk.free(server)
            await comes_back(dara, "/api/tables")
            await play_with_a_bot(alone, Random(3))
            await alone.until(lambda now: now["version"] > version)
            await told_in_the_lobby(lobby, await dara.make("life", 2))
            await play_all([*tabs, alone])
            for tab in (*tabs, watching, alone):
                await tab.until(lambda now: now["phase"] == "over")
                await check_record(tab.person, tab.table, tab.person)
        server.restart()
        async with people(server, "Eli") as [eli]:
            await check_record(eli, tabs[0].table)


async def move_until_it_is_full(tabs: list[Tab]) -> tuple[Tab, list[Tab]]:
    """Swaps until a move finds no room any more: whose, and the others."""
    while True:
        active, others = await to_move(tabs)
        swap = quiet_swap(active.now)
        answer = await active.move(swap)
        if answer["type"] == "refused":
            assert answer["code"] == "server/store"
            return active, others
        await catch_up(tabs, answer["version"])


# Redis --------------------------------------------------------------------------------------------


@asynccontextmanager
async def without_redis(pair: Pair) -> AsyncIterator[None]:
    await asyncio.to_thread(pair.redis.stop)
    try:
        yield
    finally:
        await asyncio.to_thread(pair.redis.start)


@story
async def test_without_redis_nothing_is_lost_and_it_is_found_again(pair: Pair) -> None:
    """Who is to move, moves; the other hears of it when there is Redis again at the latest."""
    async with seated(pair, "life") as (table, ada, bo):
        async with ada.tab(table) as one, bo.tab(table) as other:
            await one.open_nonce()
            await other.open_nonce()
            for tab in (one, other):
                await started(tab)
            async with without_redis(pair):
                first, second = (one, other) if one.now["legal"] else (other, one)
                version = int((await first.move(first.now["legal"][0]))["version"])
                for person in (ada, bo):
                    assert (await person.ask("GET", "/healthz")).status_code == 200
                    assert table in [each["table"] for each in await person.get("/api/tables")]
            await catch_up([second], version)
            await play_all([one, other])
        await check_record(bo, table, ada, bo)


@story
async def test_who_goes_to_another_server_finds_there_what_he_was_told(pair: Pair) -> None:
    """Also if that server has not heard of it yet."""
    async with (
        seated(pair, "life") as (table, ada, bo),
        ada.tab(table) as one, bo.tab(table) as other,
    ):  # fmt: skip
        for tab in (one, other):
            await tab.open_nonce()
        for tab in (one, other):
            await started(tab)
        async with without_redis(pair):
            mover = one if one.now["legal"] else other
            answer = await mover.move(mover.now["legal"][0])
            await catch_up([mover], answer["version"])
            person, door = mover.person, pair.other if mover is one else pair.one
            person.server, person.http.base_url = door, httpx.URL(door.url)
            async with person.tab(table, answer["version"]) as moved:
                await catch_up([moved], answer["version"])


@story
async def test_with_redis_again_bots_move_and_clocks_ring_by_themselves(pair: Pair) -> None:
    """Nobody looks after a table without Redis for longer than a lease."""
    async with (
        seated(pair, "tembo", bots=1, options={"rounds": 4}) as (table, ada, bo),
        seated(pair, "life", clock={"move": CLOCK}) as (late, cleo, dara),
    ):
        async with (
            ada.tab(table) as one, bo.tab(table) as other,
            cleo.tab(late) as slow, dara.tab(late) as slower,
        ):  # fmt: skip
            for tab in (one, other, slow, slower):
                await tab.open_nonce()
            for tab in (one, other, slow, slower):
                await started(tab)
            async with without_redis(pair):
                await asyncio.sleep(2 * CLOCK)  # longer than the clock, and than a lease
            for tab in (slow, slower):
                await tab.until(lambda now: any(seat.get("away") for seat in now["seats"]))
            await play_all([one, other])
            for tab in (slow, slower):
                await tab.until(lambda now: now["phase"] == "over")
        await check_record(bo, table, ada, bo)
        await check_record(dara, late, cleo, dara)
