"""Over WebSockets: a table, live, and the lobby."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, NamedTuple

import msgspec
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromQuery

from waterhole.game import WaterholeError
from waterhole.server.here import AnySocket, Here, Id, asked
from waterhole.server.host import Host
from waterhole.server.live import ENCODE, Live, Viewer
from waterhole.server.refusals import not_stored, refusal
from waterhole.server.store.interface import StoreFailed
from waterhole.server.tables import commands
from waterhole.server.tables.commands import Refused
from waterhole.server.wire import messages
from waterhole.server.wire.messages import LONGEST_MESSAGE, Done, Pong, Refusal

DECODE = msgspec.json.Decoder(messages.AnyAsk).decode
STRAIGHT = "waterhole.send"  # in a connection's scope: out to the network, past all layers
REACTION = 20.0  # a reaction is worth so many asks: three at once, then one a second


class Caller(NamedTuple):
    """Who is at the other end: a guest or nobody, from an address."""

    here: Here
    player: str | None
    address: str

    @property
    def place(self) -> str:
        """By what connections and asks are counted."""
        return self.player or self.address


@asynccontextmanager
async def admitted(socket: AnySocket) -> AsyncIterator[Caller]:
    """A connection, from the first word to the last. Who cannot be served is told when to come
    back: later (1013), or never (4004)."""
    try:
        try:
            caller = await caller_of(socket)
        finally:
            await socket.accept()  # who is turned away can be told so only then
        with caller.here.limits.connection(caller.place, caller.address):
            yield caller
    except WebSocketDisconnect:
        pass
    except StoreFailed:
        await socket.close(1013, "server/store")
    except Refused as refused:
        if refused.code == "table/unknown":
            await socket.close(4004, refused.code)
        else:
            await socket.close(1013, refused.code)


async def caller_of(socket: AnySocket) -> Caller:
    here = asked(socket)
    address = here.address(socket)
    here.limits.come(address)
    guest = await here.who(socket)
    return Caller(here, guest.id if guest else None, address)


# A table ------------------------------------------------------------------------------------------


@websocket("/ws/tables/{id:str}")
async def table_socket(socket: AnySocket, id: Id, after: FromQuery[int] = 0) -> None:
    """A table, live: first all of it, then every change."""
    async with admitted(socket) as caller:
        host = caller.here.host
        live = await host.get(id, after)
        viewer = Viewer(caller.player)
        with caller.here.metrics.connections.track_inprogress():
            host.presence.join(live, viewer, after)
            sending = asyncio.create_task(send_all(socket, viewer))
            try:
                await listen(socket, caller, live, viewer)
            finally:
                host.presence.part(live, viewer)
                sending.cancel()


async def send_all(socket: AnySocket, viewer: Viewer) -> None:
    send = socket.scope[STRAIGHT]  # type: ignore[literal-required]
    while (message := await viewer.waiting.get()) is not None:
        await send({"type": "websocket.send", "text": message.decode()})
    await socket.close(1013, "come back and read on")


async def listen(socket: AnySocket, caller: Caller, live: Live, viewer: Viewer) -> None:
    while True:
        text = await socket.receive_text()
        viewer.tell(ENCODE(await answer(caller, live, text)))
        await asyncio.sleep(0)  # others come in between, however much is sent at once


async def answer(caller: Caller, live: Live, text: str) -> Any:
    """What one message of a client leads to."""
    here, ask = caller.here, None
    allowed = here.limits.allows(caller.place, caller.address)
    try:
        if len(text) > LONGEST_MESSAGE:
            raise Refused("message/size", f"a message has at most {LONGEST_MESSAGE} characters")
        ask = DECODE(text)
        if not allowed:
            raise Refused("rate/limit", "that is too often: wait a moment")
        if isinstance(ask, messages.Ping):
            return Pong("pong", ask.id)
        if caller.player is None:
            raise Refused("guest/unknown", "spectators can only watch")
        if isinstance(ask, messages.React):
            here.limit(f"reactions of {caller.player}", REACTION)
        return Done("done", ask.id, await do(here.host, live, caller.player, ask))
    except WaterholeError as error:
        here.metrics.refused.inc()
        return refusal(error, ask.id if ask else None)
    except StoreFailed:
        return not_stored(ask.id if ask else None)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        return Refusal("refused", None, "message/unreadable", str(error)[:200])


async def do(host: Host, live: Live, player: str, ask: messages.AnyAsk) -> int:
    act = partial(host.act, live.table.id)
    match ask:
        case messages.Move(move=move, version=version):
            return await act(partial(commands.move, player=player, text=move, version=version))
        case messages.Undo(version=version):
            return await act(partial(commands.undo, player=player, version=version))
        case messages.AnswerUndo(agreed=agreed, version=version):
            answered = partial(commands.answer_undo, agreed=agreed, version=version)
            return await act(partial(answered, player=player))
        case messages.Open(nonce=nonce):
            return await act(partial(commands.open_nonce, player=player, nonce=nonce))
        case messages.TakeBack():
            return await act(partial(commands.take_back, player=player))
        case messages.React(reaction=reaction):
            host.presence.react(live, player, reaction)
    return live.table.version


# The lobby ----------------------------------------------------------------------------------------


@websocket("/ws/lobby")
async def lobby_socket(socket: AnySocket) -> None:
    """The lobby, whenever it changes."""
    async with admitted(socket) as caller:
        watching = asyncio.create_task(watch_lobby(socket, caller.here))
        try:
            while True:
                await socket.receive_text()  # nothing is asked here
                caller.here.limit(caller.address)
        finally:
            watching.cancel()


async def watch_lobby(socket: AnySocket, here: Here) -> None:
    known = None
    with here.host.lobby.watched():
        while True:
            known = await here.host.lobby.after(known)
            await socket.send_text(known)


HANDLERS = [table_socket, lobby_socket]
