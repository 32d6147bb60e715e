"""Over WebSockets: a table, live, and the lobby.

Straight on ASGI, past the framework: thousands of people look at tables at once, and what its
layers keep for each of them would be more than all of our own.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

from litestar.connection import ASGIConnection

from waterhole.server.asks import Caller, answer
from waterhole.server.guests import Connection
from waterhole.server.here import Here
from waterhole.server.live import Viewer
from waterhole.server.origins import may_ask
from waterhole.server.store.interface import StoreFailed
from waterhole.server.tables.commands import Refused
from waterhole.server.wire.frames import Say, say_of
from waterhole.server.wire.messages import ENCODE

log = logging.getLogger("waterhole.server")

TABLE = "/ws/tables/"
LOBBY = "/ws/lobby"

Message = dict[str, Any]
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Gone(Exception):
    """The client is not there any more."""


class Socket:
    __slots__ = ("_receive", "send")

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self.send = receive, send

    async def accept(self) -> None:
        await self._receive()  # that somebody wants to connect
        await self._say({"type": "websocket.accept"})

    async def read(self) -> str | bytes:
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise Gone
        text: str | None = message.get("text")
        return message.get("bytes", b"") if text is None else text

    async def tell(self, text: str) -> None:
        await self._say({"type": "websocket.send", "text": text})

    async def _say(self, message: Message) -> None:
        try:
            await self.send(message)
        except OSError as error:  # the server's own word for it is one, too
            raise Gone from error

    async def close(self, code: int, reason: str) -> None:
        with suppress(OSError, RuntimeError):  # it is closed already
            await self.send({"type": "websocket.close", "code": code, "reason": reason})


async def connect(here: Here, scope: Scope, receive: Receive, send: Send) -> None:
    """A connection, from the first word to the last. Who cannot be served is told when to come
    back: later (1013), or never (4004)."""
    socket = Socket(receive, send)
    if not may_ask(scope, here.settings):
        await receive()
        await socket.close(4003, "origin")
        return
    try:
        try:
            caller = await caller_of(here, scope)
        finally:
            await socket.accept()  # who is turned away can be told so only then
        scope["headers"] = ()  # kept with the connection, and needed no more
        await served(socket, caller, scope)
    except Gone:
        pass
    except StoreFailed:
        await socket.close(1013, "server/store")
    except Refused as refused:
        await socket.close(4004 if refused.code == "table/unknown" else 1013, refused.code)
    except Exception as error:
        log.error("a connection failed", exc_info=error)
        await socket.close(1011, "http/500")


async def caller_of(here: Here, scope: Scope) -> Caller:
    connection: Connection = ASGIConnection({**scope, "state": {}})  # type: ignore[arg-type]
    address = here.address(connection)
    here.limits.come(address)
    guest = await here.who(connection)
    return Caller(here, guest.id if guest else None, address)


async def served(socket: Socket, caller: Caller, scope: Scope) -> None:
    here, place, address, path = caller.here, caller.place, caller.address, scope["path"]
    here.limits.connect(place, address)
    try:
        if path == LOBBY:
            await show_lobby(socket, caller)
        else:
            id, after = path.removeprefix(TABLE), after_of(scope)
            await show_table(socket, caller, id, after, say_of(scope))
    finally:
        here.limits.disconnect(place, address)


def after_of(scope: Scope) -> int:
    """The version that the client knows; nothing that can be read: none."""
    named = parse_qs(scope["query_string"].decode("latin-1")).get("after", ["0"])[-1]
    return int(named) if named.isdecimal() and len(named) < 10 else 0


async def show_table(socket: Socket, caller: Caller, id: str, after: int, say: Say) -> None:
    """A table, live: first all of it, then every change."""
    host = caller.here.host
    live = await host.get(id, after)
    viewer = Viewer(caller.player, socket.send, socket.close, say)
    caller.here.metrics.connections.inc()
    try:
        host.presence.join(live, viewer, after)
        while True:
            found = await answer(caller, live, viewer, await socket.read())
            if found is not None:
                viewer.tell(ENCODE(found))
                await asyncio.sleep(0)  # others come in between, however much is sent at once
    finally:
        caller.here.metrics.connections.dec()
        host.presence.part(live, viewer)
        viewer.leave()


async def show_lobby(socket: Socket, caller: Caller) -> None:
    """The lobby, whenever it changes."""
    watching = asyncio.create_task(watch_lobby(socket, caller.here))
    try:
        while True:
            await socket.read()  # nothing is asked here
            caller.here.limit(caller.address)
    finally:
        watching.cancel()


async def watch_lobby(socket: Socket, here: Here) -> None:
    known = None
    with here.host.lobby.watched():
        while True:
            known = await here.host.lobby.after(known)
            await socket.tell(known)
