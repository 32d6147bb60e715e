"""HTTP and WebSocket: what people and programs can ask of the server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from time import time
from typing import Annotated, Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, WebSocket, delete, get, post, websocket
from litestar.datastructures import Cookie, State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromQuery, JSONBody, PathParameter
from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import Struct

from waterhole.game import IllegalMove, WaterholeError
from waterhole.server import guests as identity
from waterhole.server.bus.interface import Bus
from waterhole.server.guests import Guests
from waterhole.server.host import ENCODE, Host, Live, Viewer, summaries
from waterhole.server.limits import Places, Rates
from waterhole.server.metrics import Metrics
from waterhole.server.settings import Settings
from waterhole.server.store.interface import Guest, Store, StoreFailed
from waterhole.server.tables import commands
from waterhole.server.tables.commands import Refused
from waterhole.server.tables.entries import NO_CLOCK, Clock
from waterhole.server.wire import door, messages
from waterhole.server.wire.messages import LONGEST_MESSAGE, Done, Pong, Refusal

log = logging.getLogger("waterhole.server")

LOBBY_PAUSE = 0.5  # seconds between two looks at the lobby
REACTION = 20.0  # a reaction is worth so many asks: three at once, then one a second
DECODE = msgspec.json.Decoder(messages.AnyAsk).decode
STATUS = {
    "guest/unknown": 401,
    "table/unknown": 404,
    "table/owner": 403,
    "seat/none": 403,
    "seat/other": 403,
    "rate/limit": 429,
    "table/many": 429,
}
HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"x-frame-options": b"DENY",
    b"cross-origin-opener-policy": b"same-origin",
    b"content-security-policy": (
        b"default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        b"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
}

Id = Annotated[str, PathParameter(max_length=32)]
AnyRequest = Request[Any, Any, State]


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class Me(Struct, frozen=True):
    id: str
    name: str


class Token(Struct, frozen=True, forbid_unknown_fields=True):
    token: str


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    seats: int
    options: dict[str, Any] = {}
    clock: Clock = NO_CLOCK
    private: bool = False
    watchable: bool = True
    friendly: bool = True


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    seat: int | None = None
    hash: str | None = None  # of a nonce


class SeatBot(Struct, frozen=True, forbid_unknown_fields=True):
    level: str
    seat: int | None = None


class LeaveSeat(Struct, frozen=True, forbid_unknown_fields=True):
    seat: int | None = None


class Made(Struct, frozen=True):
    table: str
    version: int


class Asked:
    """One server: what its handlers share."""

    def __init__(self, store: Store, bus: Bus, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.host = Host(store, bus, settings, self.metrics)
        self.guests = Guests(self.host)
        self.rates = Rates(settings.rate, settings.burst)
        self.places = Places(settings.connections_each, settings.most_connections)

    def limit(self, who: str, cost: float = 1.0) -> None:
        if not self.rates.allow(who, cost):
            raise Refused("rate/limit", "that is too often: wait a moment")

    async def me(self, request: AnyRequest) -> Guest:
        guest = await self.guests.need(request)
        self.limit(guest.id)
        return guest


def asked(connection: Request[Any, Any, State] | WebSocket[Any, Any, State]) -> Asked:
    found: Asked = connection.app.state.asked
    return found


def address(scope: Scope, settings: Settings) -> str:
    """Where somebody comes from; behind a proxy, as that says."""
    if settings.proxies:
        for name, value in scope["headers"]:
            if name == b"x-forwarded-for":
                return str(value.decode("latin-1").rsplit(",", 1)[-1].strip()[:64])
    client = scope.get("client")
    return client[0] if client else "nowhere"


# Who ----------------------------------------------------------------------------------------------


@post("/api/me", status_code=201)
async def welcome(request: AnyRequest, data: JSONBody[Name]) -> Response[Me]:
    """A nickname makes a guest, known by a cookie; again, it changes the name."""
    here = asked(request)
    here.limit(address(request.scope, here.settings), 5)
    guest = await here.guests.who(request)
    if guest is not None:
        guest = await here.guests.rename(guest, data.name)
        return Response(Me(guest.id, guest.name))
    guest, token = await here.guests.welcome(data.name)
    return Response(Me(guest.id, guest.name), cookies=[cookie(token, here.settings)])


def cookie(token: str, settings: Settings) -> Cookie:
    return Cookie(
        identity.COOKIE, path="/", value=token, max_age=identity.COOKIE_SECONDS, httponly=True,
        samesite="lax", secure=settings.secure,
    )  # fmt: skip


@get("/api/me")
async def me(request: AnyRequest) -> Me:
    guest = await asked(request).me(request)
    return Me(guest.id, guest.name)


@post("/api/me/link", status_code=201)
async def make_link(request: AnyRequest) -> Token:
    """A token that brings this guest to another device: once, within a quarter of an hour."""
    here = asked(request)
    return Token(await here.guests.link(await here.me(request)))


@post("/api/me/arrive", status_code=201)
async def arrive(request: AnyRequest, data: JSONBody[Token]) -> Response[Me]:
    here = asked(request)
    here.limit(address(request.scope, here.settings), 5)
    guest, token = await here.guests.arrive(data.token)
    return Response(Me(guest.id, guest.name), cookies=[cookie(token, here.settings)])


@post("/api/me/token", status_code=201)
async def make_token(request: AnyRequest) -> Token:
    """A token for a program that plays as this guest."""
    here = asked(request)
    return Token(await here.guests.another_token(await here.me(request)))


@delete("/api/me/token", status_code=204)
async def remove_token(request: AnyRequest) -> None:
    """The token this request came with is worth nothing from now on."""
    here = asked(request)
    await here.me(request)
    token = identity.token_of(request)
    if token is not None:
        await here.host.read(here.host.store.remove_token, identity.hashed(token))


@get("/api/me/matches")
async def my_matches(
    request: AnyRequest, before: FromQuery[float | None] = None
) -> list[msgspec.Raw]:
    here = asked(request)
    guest = await here.me(request)
    return summaries(await here.host.read(here.host.store.of_player, guest.id, 50, before))


# Tables -------------------------------------------------------------------------------------------


@get("/api/tables")
async def lobby(request: AnyRequest) -> list[msgspec.Raw]:
    """Tables that are open to everybody, the last changed first."""
    here = asked(request)
    here.limit(address(request.scope, here.settings))
    return summaries(await here.host.read(here.host.store.lobby))


@post("/api/tables", status_code=201)
async def make_table(request: AnyRequest, data: JSONBody[NewTable]) -> Made:
    here = asked(request)
    guest = await here.me(request)
    rows = await here.host.read(here.host.store.of_player, guest.id)
    if sum(row.phase in ("gathering", "opening", "playing") for row in rows) >= (
        here.settings.tables_each
    ):
        raise Refused("table/many", "you have many unfinished tables: finish or leave some first")
    entry = commands.create(
        guest.id,
        data.game,
        data.seats,
        data.options,
        data.clock,
        private=data.private,
        watchable=data.watchable,
        friendly=data.friendly,
    )
    live = await here.host.make(entry)
    return Made(live.table.id, live.table.version)


@get("/api/tables/{id:str}")
async def see_table(request: AnyRequest, id: Id, after: FromQuery[int] = 0) -> messages.TableShown:
    """The table as this viewer may see it."""
    here = asked(request)
    here.limit(address(request.scope, here.settings))
    guest = await here.guests.who(request)
    live = await here.host.get(id)
    player = guest.id if guest else None
    return door.shown(live.table, player, live.here(), time(), after)


@post("/api/tables/{id:str}/sit", status_code=200)
async def sit(request: AnyRequest, id: Id, data: JSONBody[TakeSeat]) -> Made:
    here = asked(request)
    guest = await here.me(request)
    decide = partial(commands.sit, player=guest.id, name=guest.name, seat=data.seat, hash=data.hash)
    return Made(id, await here.host.act(id, decide))


@post("/api/tables/{id:str}/leave", status_code=200)
async def leave(request: AnyRequest, id: Id, data: JSONBody[LeaveSeat]) -> Made:
    here = asked(request)
    guest = await here.me(request)
    decide = partial(commands.leave, player=guest.id, seat=data.seat)
    return Made(id, await here.host.act(id, decide))


@post("/api/tables/{id:str}/bot", status_code=200)
async def seat_bot(request: AnyRequest, id: Id, data: JSONBody[SeatBot]) -> Made:
    here = asked(request)
    guest = await here.me(request)
    decide = partial(commands.seat_bot, player=guest.id, level=data.level, seat=data.seat)
    return Made(id, await here.host.act(id, decide))


@post("/api/tables/{id:str}/start", status_code=200)
async def start(request: AnyRequest, id: Id) -> Made:
    """Fixes the seats; the cards are dealt as soon as all nonces are open."""
    here = asked(request)
    guest = await here.me(request)
    return Made(id, await here.host.act(id, partial(commands.close_seats, player=guest.id)))


@post("/api/tables/{id:str}/rematch", status_code=200)
async def rematch(request: AnyRequest, id: Id) -> Made:
    here = asked(request)
    guest = await here.me(request)
    next = await here.host.rematch(id, guest.id)
    return Made(next, (await here.host.get(next)).table.version)


@get("/api/tables/{id:str}/record")
async def record(request: AnyRequest, id: Id) -> Response[bytes]:
    """The record of a match that is over, with everything that proves its deals."""
    here = asked(request)
    here.limit(address(request.scope, here.settings))
    table = (await here.host.get(id)).table
    if table.phase != "over":
        raise Refused("table/phase", "the record is shown when the match is over")
    return Response(ENCODE(table.record()) + b"\n", media_type="application/jsonl")


# Operations ---------------------------------------------------------------------------------------


@get("/healthz", media_type=MediaType.TEXT)
async def health(request: AnyRequest) -> str:
    """Whether the database answers."""
    here = asked(request)
    await here.host.read(here.host.store.row, "-")
    return "ok"


@get("/metrics", media_type=MediaType.TEXT)
async def metrics(request: AnyRequest) -> bytes:
    return asked(request).metrics.text()


# Sockets ------------------------------------------------------------------------------------------


@websocket("/ws/tables/{id:str}")
async def table_socket(
    socket: WebSocket[Any, Any, State], id: Id, after: FromQuery[int] = 0
) -> None:
    """A table, live: first all of it, then every change."""
    here = asked(socket)
    guest = await here.guests.who(socket)
    place = guest.id if guest else address(socket.scope, here.settings)
    await socket.accept()
    if not here.places.take(place):
        await socket.close(1013, "too many connections")
        return
    here.metrics.connections.inc()
    try:
        live = await here.host.get(id)
        viewer = Viewer(guest.id if guest else None, place)
        here.host.join(live, viewer, after)
        sending = asyncio.create_task(send_all(socket, viewer))
        try:
            await listen(here, socket, live, viewer)
        finally:
            here.host.part(live, viewer)
            sending.cancel()
    except Refused as refusal:
        await socket.close(4004, refusal.code)
    except WebSocketDisconnect:
        pass
    finally:
        here.places.give_back(place)
        here.metrics.connections.dec()


async def send_all(socket: WebSocket[Any, Any, State], viewer: Viewer) -> None:
    while (message := await viewer.waiting.get()) is not None:
        await socket.send_text(message.decode())
    await socket.close(1013, "come back and read on")


async def listen(
    here: Asked, socket: WebSocket[Any, Any, State], live: Live, viewer: Viewer
) -> None:
    while True:
        text = await socket.receive_text()
        viewer.tell(ENCODE(await answer(here, live, viewer, text)))
        await asyncio.sleep(0)  # others come in between, however much is sent at once


async def answer(here: Asked, live: Live, viewer: Viewer, text: str) -> Any:
    """What one message of a client leads to."""
    ask: messages.AnyAsk | None = None
    allowed = here.rates.allow(viewer.place)
    try:
        if len(text) > LONGEST_MESSAGE:
            raise Refused("message/size", f"a message has at most {LONGEST_MESSAGE} characters")
        ask = DECODE(text)
        if not allowed:
            raise Refused("rate/limit", "that is too often: wait a moment")
        if isinstance(ask, messages.Ping):
            return Pong("pong", ask.id)
        if viewer.player is None:
            raise Refused("guest/unknown", "spectators can only watch")
        if isinstance(ask, messages.React):
            here.limit(f"reactions of {viewer.player}", REACTION)
        return Done("done", ask.id, await do(here.host, live, viewer.player, ask))
    except WaterholeError as error:
        here.metrics.refused.inc()
        return refusal(error, ask.id if ask else None)
    except StoreFailed:
        text = "the server cannot store anything now: look at the table before you try again"
        return Refusal("refused", ask.id if ask else None, "server/store", text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        return Refusal("refused", None, "message/unreadable", str(error)[:200])


async def do(host: Host, live: Live, player: str, ask: messages.AnyAsk) -> int:
    id = live.table.id
    match ask:
        case messages.Move(move=move, version=version):
            return await host.act(
                id, partial(commands.move, player=player, text=move, version=version)
            )
        case messages.Undo():
            return await host.act(id, partial(commands.undo, player=player))
        case messages.AnswerUndo(agreed=agreed):
            return await host.act(id, partial(commands.answer_undo, player=player, agreed=agreed))
        case messages.Open(nonce=nonce):
            return await host.act(id, partial(commands.open_nonce, player=player, nonce=nonce))
        case messages.TakeBack():
            return await host.act(id, partial(commands.take_back, player=player))
        case messages.React(reaction=reaction):
            host.react(live, player, reaction)
    return live.table.version


def refusal(error: WaterholeError, id: int | None) -> Refusal:
    legal = [str(move) for move in error.legal] if isinstance(error, IllegalMove) else []
    return Refusal("refused", id, error.code, error.text, error.rule, legal)


@websocket("/ws/lobby")
async def lobby_socket(socket: WebSocket[Any, Any, State]) -> None:
    """The lobby, whenever it changes."""
    here = asked(socket)
    place = address(socket.scope, here.settings)
    await socket.accept()
    if not here.places.take(place):
        await socket.close(1013, "too many connections")
        return
    changed = asyncio.Event()
    here.host.lobby_watchers.add(changed)
    watching = asyncio.create_task(watch_lobby(here, socket, changed))
    try:
        while True:
            await socket.receive_text()  # nothing is asked here
            here.limit(place)
    except (WebSocketDisconnect, Refused):
        pass
    finally:
        watching.cancel()
        here.host.lobby_watchers.discard(changed)
        here.places.give_back(place)


async def watch_lobby(
    here: Asked, socket: WebSocket[Any, Any, State], changed: asyncio.Event
) -> None:
    while True:
        tables = summaries(await here.host.read(here.host.store.lobby))
        await socket.send_text(ENCODE({"type": "lobby", "tables": tables}).decode())
        await asyncio.sleep(LOBBY_PAUSE)
        await changed.wait()
        changed.clear()


# The app ------------------------------------------------------------------------------------------


def same_site(app: ASGIApp) -> ASGIApp:
    """Asks from other people's pages are refused, and every answer says how it may be used."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if not may_ask(scope):
            if scope["type"] == ScopeType.WEBSOCKET:
                await receive()
                await send({"type": "websocket.close", "code": 4003, "reason": "origin"})
                return
            await send(
                {"type": "http.response.start", "status": 403, "headers": list(HEADERS.items())}
            )
            await send(
                {"type": "http.response.body", "body": b"other origin\n", "more_body": False}
            )
            return

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                there = {name.lower() for name, _ in message["headers"]}
                more = [(name, value) for name, value in HEADERS.items() if name not in there]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        await app(scope, receive, with_headers)

    return guarded


def may_ask(scope: Scope) -> bool:
    """A browser says which page asks; only our own may write or open a socket."""
    if scope["type"] == ScopeType.HTTP and scope.get("method") in ("GET", "HEAD", "OPTIONS"):
        return True
    headers = dict(scope["headers"])
    origin = headers.get(b"origin")
    if origin is None:
        return headers.get(b"sec-fetch-site", b"none") in (b"none", b"same-origin")
    settings: Settings = scope["app"].state.asked.settings
    host = origin.partition(b"://")[2]
    return host == headers.get(b"host") or origin.decode("latin-1") in settings.origins


def errors(request: AnyRequest, error: Exception) -> Response[Refusal]:
    """Every error is one clear answer."""
    status, found = told_of(error)
    headers = {name.decode(): value.decode() for name, value in HEADERS.items()}
    return Response(found, status_code=status, headers=headers)


def told_of(error: Exception) -> tuple[int, Refusal]:
    if isinstance(error, WaterholeError):
        return STATUS.get(error.code, 409), refusal(error, None)
    if isinstance(error, StoreFailed):
        text = "the server cannot reach its database now: try again"
        return 503, Refusal("refused", None, "server/store", text)
    status, text = 500, "something is wrong with the server"
    if isinstance(error, HTTPException):
        status, text = error.status_code, str(error.detail)[:200]
    elif isinstance(error, RecursionError):
        status, text = 400, "the body is nested too deeply"
    else:
        log.error("a request failed", exc_info=error)
    return status, Refusal("refused", None, f"http/{status}", text)


def make_app(store: Store, bus: Bus, settings: Settings) -> Litestar:
    here = Asked(store, bus, settings)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        await here.host.start()
        yield
        await here.host.close()

    return Litestar(
        route_handlers=[
            welcome, me, make_link, arrive, make_token, remove_token, my_matches, lobby,
            make_table, see_table, sit, leave, seat_bot, start, rematch, record, health, metrics,
            table_socket, lobby_socket,
        ],
        lifespan=[lifespan],
        state=State({"asked": here}),
        middleware=[same_site],
        exception_handlers={Exception: errors, HTTPException: errors},
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Waterhole", version="1", path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
        request_max_body_size=64 * 1024,
        debug=False,
    )  # fmt: skip
