"""A client of the protocol for tests, on httpx and websockets: a person with tabs. It checks what
every client may rely on: versions come without a gap, and what was told once stays told."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import wraps
from itertools import count
from random import Random
from typing import Any, ParamSpec

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.process import Server

Json = dict[str, Any]
P = ParamSpec("P")

PATIENCE = 60.0  # seconds for anything to happen, on a busy machine
PAUSE = 0.05  # seconds before asking again
WAY_BACK = 0.25  # seconds before knocking again at a server that is gone
# Options for quick matches.
SHORT: dict[str, Json] = {"tembo": {"rounds": 1}, "life": {"lap_limit": 3}}
LOST = (ConnectionClosed, InvalidHandshake, OSError, EOFError)  # ways in which a connection ends

_addresses = count(1)


def story(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """A test that is a coroutine."""

    @wraps(test)
    def told(*arguments: P.args, **named: P.kwargs) -> None:
        asyncio.run(_finished(test(*arguments, **named)))

    return told


async def _finished(work: Awaitable[None]) -> None:
    async with asyncio.timeout(10 * PATIENCE):
        await work


def new_address() -> str:
    """An address nobody else comes from: the server limits what one address may ask."""
    number = next(_addresses)
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


def hash_of(nonce: str) -> str:
    return hashlib.sha256(f"waterhole-deal/1\nnonce\n{nonce}".encode()).hexdigest()


class Person:
    """Somebody with a cookie. ``token`` makes a program of him instead."""

    def __init__(self, server: Server, name: str, token: str | None = None) -> None:
        self.server, self.name, self.token = server, name, token
        self.address = new_address()
        self.id = ""
        headers = {"X-Forwarded-For": self.address}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self.http = httpx.AsyncClient(  # without certificates, which take long to load
            base_url=server.url, headers=headers, timeout=PATIENCE, verify=False
        )
        self.nonces: dict[str, str] = {}  # one a table
        self.moves: dict[str, dict[int, str]] = {}  # table, version: what was acknowledged
        self.told: dict[str, list[list[Json]]] = {}  # table: the events of every version

    async def ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        """Asks until the server is there to answer, and it is not too often."""
        while True:
            try:
                answer = await self.http.request(method, path, json=body)
            except httpx.TransportError:
                await asyncio.sleep(WAY_BACK)
                continue
            if answer.status_code != 429 or answer.json()["code"] != "rate/limit":
                return answer
            await asyncio.sleep(PAUSE)

    async def get(self, path: str) -> Any:
        return _fine(await self.ask("GET", path)).json()

    async def post(self, path: str, body: object = None) -> Any:
        return _fine(await self.ask("POST", path, body)).json()

    async def arrive(self) -> None:
        self.id = (await self.post("/api/me", {"name": self.name}))["id"]

    @property
    def cookie(self) -> str:
        return self.http.cookies.get("waterhole") or ""

    # Tables.

    async def make(self, game: str, seats: int, **choices: Any) -> str:
        made = {"game": game, "seats": seats, "options": SHORT[game]} | choices
        table: str = (await self.post("/api/tables", made))["table"]
        return table

    async def sit(self, table: str, seat: int | None = None) -> None:
        nonce = self.nonces[table] = secrets.token_hex(32)
        await self.post(f"/api/tables/{table}/sit", {"seat": seat, "hash": hash_of(nonce)})

    async def add_bot(self, table: str, level: str = "easy") -> None:
        await self.post(f"/api/tables/{table}/bot", {"level": level})

    async def start(self, table: str) -> None:
        await self.post(f"/api/tables/{table}/start")

    async def look(self, table: str) -> Json:
        found: Json = await self.get(f"/api/tables/{table}")
        return found

    async def record(self, table: str) -> Json:
        found: Json = await self.get(f"/api/tables/{table}/record")
        return found

    # Connections.

    def headers(self) -> dict[str, str]:
        proof = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if self.cookie:
            proof = {"Cookie": f"waterhole={self.cookie}"}
        return proof | {"X-Forwarded-For": self.address}

    @asynccontextmanager
    async def socket(self, path: str) -> AsyncIterator[ClientConnection]:
        """A bare WebSocket with who he is."""
        async with connect(
            self.server.sockets + path, additional_headers=self.headers(), open_timeout=PATIENCE,
            max_queue=None,
        ) as socket:  # fmt: skip
            yield socket

    @asynccontextmanager
    async def tab(self, table: str, after: int = 0) -> AsyncIterator[Tab]:
        """A table opened in a tab of the browser."""
        async with self.socket(f"/ws/tables/{table}?after={after}") as socket:
            tab = Tab(self, table, after, socket)
            reading = asyncio.create_task(tab.read())
            try:
                yield tab
            finally:
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)
            if reading.done() and not reading.cancelled() and (error := reading.exception()):
                raise error

    async def play(self, table: str, rng: Random) -> None:
        """Plays a match to its end, whatever happens to the server meanwhile."""
        while True:
            try:
                async with self.tab(table, len(self.told.get(table, []))) as tab:
                    await tab.play(rng)
                return
            except LOST:
                await asyncio.sleep(WAY_BACK)


class Tab:
    """One connection to a table: ``now`` is the table as it stands, ``raw`` all that came."""

    def __init__(self, person: Person, table: str, after: int, socket: ClientConnection) -> None:
        self.person, self.table, self.after, self.socket = person, table, after, socket
        self.now: Json = {}
        self.raw: list[str] = []
        self.seen: list[Json] = []
        self._answers: dict[int, asyncio.Future[Json]] = {}
        self._ids = count(1)
        self._changed = asyncio.Condition()
        self._lost: BaseException | None = None

    async def read(self) -> None:
        try:
            async for text in self.socket:
                assert isinstance(text, str)
                self._take(text)
                await self._wake()
            raise EOFError("the server closed the connection")
        except BaseException as error:
            self._lost = error
            for answer in self._answers.values():
                answer.cancel()
            await asyncio.shield(self._wake())
            if not isinstance(error, LOST):
                raise

    async def _wake(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    def _take(self, text: str) -> None:
        message = json.loads(text)
        self.raw.append(text)
        self.seen.append(message)
        if message["type"] in ("table", "changed"):
            self._remember(message)
            self.now = self.now | message
            if (id := self.now.pop("id", None)) is not None:
                self._answer({"type": "done", "id": id, "version": message["version"]})
        elif message["type"] in ("done", "refused", "pong"):
            self._answer(message)

    def _answer(self, message: Json) -> None:
        if message.get("code") == "rate/limit" and message["id"] is None:
            for answer in self._answers.values():  # nobody can know which of them it is
                answer.set_exception(AssertionError("a refusal names what was asked"))
            self._answers = {}
        answered = self._answers.pop(message["id"], None)
        if answered is not None and not answered.done():
            answered.set_result(message)

    def _remember(self, message: Json) -> None:
        """Versions without gaps, and what was told once stays told."""
        if not message.get("watchable", True) or self.now.get("watchable") is False:
            return
        log = self.person.told.setdefault(self.table, [])
        first = message["type"] == "table"
        come = message["log"] if first else [message["events"]]
        start = self.after if first else message["version"] - 1
        assert message["version"] == start + len(come), "the gap is told whole"
        assert first or message["version"] == self.now["version"] + 1, "no version is left out"
        for version, events in enumerate(come, start + 1):
            if version <= len(log):
                assert log[version - 1] == events, f"version {version} was told differently"
            else:
                assert version == len(log) + 1
                log.append(events)

    # Asking.

    async def send(self, **ask: Any) -> int:
        """Asks, and does not wait for the answer."""
        number = ask.setdefault("id", next(self._ids))
        if ask.get("type") in ("undo", "answer_undo"):
            ask.setdefault("version", self.now["version"])
        await self.socket.send(json.dumps(ask))
        return int(number)

    async def ask(self, type: str, **fields: Any) -> Json:
        """Asks; the answer is done, refused or pong."""
        while True:
            number = next(self._ids)
            answer = self._answers[number] = asyncio.get_running_loop().create_future()
            await self.send(type=type, id=number, **fields)
            said = await self._answered(answer)
            if said.get("code") != "rate/limit":
                return said
            await asyncio.sleep(4 * PAUSE)

    async def _answered(self, answer: asyncio.Future[Json]) -> Json:
        if self._lost is not None:
            raise self._lost
        try:
            async with asyncio.timeout(PATIENCE):
                return await answer
        except asyncio.CancelledError:
            lost: BaseException | None = self._lost
            if lost is None or not answer.cancelled():
                raise
            raise lost from None

    async def done(self, type: str, **fields: Any) -> int:
        """Asks for something that must be done; returns the version it became."""
        answer = await self.ask(type, **fields)
        assert answer["type"] == "done", answer
        return int(answer["version"] if "version" in answer else self.now["version"])

    async def refused(self, type: str, **fields: Any) -> Json:
        """Asks for something that must be refused."""
        answer = await self.ask(type, **fields)
        assert answer["type"] == "refused", answer
        return answer

    # Waiting.

    async def until(self, fits: Callable[[Json], object]) -> Json:
        """The table, once it is as wanted."""
        await self._wait(lambda: self.now and fits(self.now))
        return self.now

    async def message(self, fits: Callable[[Json], object]) -> Json:
        """The first message, come or to come, that fits."""
        await self._wait(lambda: any(map(fits, self.seen)))
        return next(message for message in self.seen if fits(message))

    async def _wait(self, fits: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE), self._changed:
            while not fits():
                if self._lost is not None:
                    raise self._lost
                await self._changed.wait()

    # Playing.

    async def open_nonce(self) -> None:
        """Opens the nonce if the table waits for it."""
        now = await self.until(lambda now: now["phase"] != "gathering")
        nonce = self.person.nonces.get(self.table)
        if now["phase"] == "opening" and nonce and not now["seats"][now["seat"]].get("ready"):
            await self.ask("open", nonce=nonce)  # refused if another tab was faster

    async def my_turn(self) -> Json:
        """The table, once it is this person's turn or the match is over."""
        await self.open_nonce()
        return await self.until(lambda now: now["legal"] or now["phase"] == "over")

    async def move(self, move: str, version: int | None = None) -> Json:
        """Moves, and remembers what was acknowledged."""
        version = self.now["version"] if version is None else version
        answer = await self.ask("move", move=move, version=version)
        if answer["type"] == "done":
            self.person.moves.setdefault(self.table, {})[answer["version"]] = move
        return answer

    async def step(self, rng: Random) -> bool:
        """One random move; False when the match is over."""
        now = await self.my_turn()
        if now["phase"] == "over":
            return False
        answer = await self.move(rng.choice(now["legal"]))
        assert answer["type"] == "done" or answer["code"] in ("move/stale", "move/turn"), answer
        if answer["type"] == "done":
            await self.until(lambda now: now["version"] >= answer["version"])
        return True

    async def play(self, rng: Random) -> None:
        while await self.step(rng):
            pass


def _fine(answer: httpx.Response) -> httpx.Response:
    assert answer.is_success, f"{answer.status_code} {answer.text}"
    return answer


@asynccontextmanager
async def people(server: Server, *names: str) -> AsyncIterator[list[Person]]:
    """Guests, each from an address of his own."""
    async with AsyncExitStack() as stack:
        found = [Person(server, name) for name in names]
        for person in found:
            await stack.enter_async_context(person.http)
        await asyncio.gather(*(person.arrive() for person in found))
        yield found


async def gather_table(players: Sequence[Person], game: str, bots: int = 0, **choices: Any) -> str:
    """A table with everybody seated, in this order; the first made it."""
    table = await players[0].make(game, len(players) + bots, **choices)
    for person in players:
        await person.sit(table)
    for _ in range(bots):
        await players[0].add_bot(table)
    return table


@asynccontextmanager
async def tabs_at(table: str, *players: Person) -> AsyncIterator[list[Tab]]:
    """A tab for each, and nonces opened as soon as the seats are fixed."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(person.tab(table)) for person in players]


@asynccontextmanager
async def match(
    players: Sequence[Person], game: str, bots: int = 0, **choices: Any
) -> AsyncIterator[list[Tab]]:
    """A match that has just begun: a tab for each player. One round of Tembo in two thousand is
    over when it is dealt (T21); then there is another."""
    while True:
        table = await gather_table(players, game, bots, **choices)
        await players[0].start(table)
        async with tabs_at(table, *players) as tabs:
            for tab in tabs:
                await tab.open_nonce()
            for tab in tabs:
                await tab.until(lambda now: now["view"] is not None or not now["watchable"])
            if tabs[0].now["phase"] != "over":
                yield tabs
                return


async def play_all(tabs: Sequence[Tab], seed: int = 0) -> None:
    """Everybody plays random moves to the end of the match."""
    await asyncio.gather(*(tab.play(Random(seed + n)) for n, tab in enumerate(tabs)))
