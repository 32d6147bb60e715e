"""WebSockets for many short messages. What uvicorn and ASGI do with every message takes a third of
the time of a move; what tables and players say to each other is all alike: texts, each in a frame
of its own. Those go the short way, everything else goes the library's."""

from __future__ import annotations

from asyncio import AbstractEventLoop, BaseTransport, Future
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # compiled, or in Python
from websockets.http11 import Request
from websockets.protocol import State

EXTENSION = "waterhole.say"  # of the connection's scope
AHEAD = 4  # messages of a client that wait to be taken
SHORT = 1024  # bytes of a frame
ON_THE_WAY = 128 * 1024  # bytes; the system by itself keeps megabytes for who does not read

# The first two bytes of a frame (RFC 6455, section 5.2).
FINAL, TEXT = 0x80, 0x81
MASKED = 0x80
LONGER, LONGEST = 126, 127  # the length follows, in two bytes or in eight

Say = Callable[[bytes], bool]


class Mailbox:
    """What came in and is not taken yet, for one reader: an ``asyncio.Queue`` that knows its loop.
    To ask for it each time is a call of the system."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop
        self._letters: deque[Any] = deque()
        self._reader: Future[None] | None = None

    def put_nowait(self, letter: Any) -> None:
        self._letters.append(letter)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        while not self._letters:
            self._reader = self._loop.create_future()
            await self._reader
        return self._letters.popleft()

    def empty(self) -> bool:
        return not self._letters

    def qsize(self) -> int:
        return len(self._letters)


class FrameProtocol(WebSocketsSansIOProtocol):
    _whole = True  # only whole frames have come, each by itself: the next byte begins one

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue = cast(Any, Mailbox(self.loop))

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        with suppress(OSError):  # on some systems: the client is gone already
            transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_SNDBUF, ON_THE_WAY)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self.say

    def data_received(self, data: bytes) -> None:
        """Short texts, one at a time, are what clients send: such a frame is read here in one step.
        All else is the library's, and so is all that follows what was no whole frame."""
        if not self.handshake_complete:
            return super().data_received(data)
        start = self._whole and payload_at(data)
        self._whole = bool(start)
        if start and data[0] == TEXT and len(data) <= SHORT and self._plain():
            self.curr_msg_data_type = "text"
            self.frames = [apply_mask(data[start:], data[start - 4 : start])]
            return self.send_receive_event_to_app()
        return super().data_received(data)

    def _plain(self) -> bool:
        """The connection is open, and what goes over it is not compressed."""
        return self.conn.state is State.OPEN and not self.conn.extensions

    def send_receive_event_to_app(self) -> None:
        """A message came. By itself uvicorn stops reading after each until it is taken, which costs
        two calls of the system; here only from who sends more than is taken."""
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= AHEAD:
            self.read_paused = True
            self.transport.pause_reading()

    def say(self, text: bytes) -> bool:
        """Sends a text, unless the client reads too slowly, is going, or wants it compressed."""
        if not self.writable.is_set() or not self._plain():
            return False
        if self.close_sent or self.disconnected or not self.handshake_complete:
            return False
        self.transport.write(framed(text))
        return True


def payload_at(data: bytes) -> int:
    """Where the payload begins, if this is one whole frame of a client, and no part of a longer
    message; otherwise 0."""
    if len(data) < 6 or data[0] & 0xF0 != FINAL or not data[1] & MASKED:
        return 0
    size, start = data[1] & 0x7F, 6
    if size == LONGEST:
        return 0  # nobody has so much to say
    if size == LONGER:
        size, start = int.from_bytes(data[2:4], "big"), 8
    return start if len(data) == start + size else 0


def framed(text: bytes) -> bytes:
    """One whole text message from a server (RFC 6455, section 5.2)."""
    size = len(text)
    if size < LONGER:
        return b"%c%c%b" % (TEXT, size, text)
    if size < 2**16:
        return b"%c%c%b%b" % (TEXT, LONGER, size.to_bytes(2, "big"), text)
    return b"%c%c%b%b" % (TEXT, LONGEST, size.to_bytes(8, "big"), text)


def never(text: bytes) -> bool:
    """Where the server has no such connections, everything goes the long way."""
    return False


def say_of(scope: dict[str, Any]) -> Say:
    say: Say = scope.get("extensions", {}).get(EXTENSION, never)
    return say
