"""How long a client may take to say what it asks, and how long its head may be. Uvicorn by itself
waits for ever and keeps whatever comes, and everybody who waits with it takes up one of the places
there are."""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

LONGEST_HEAD = 64 * 1024  # bytes of a request before its body, besides the part it begins in


class PatientProtocol(HttpToolsProtocol):
    """HTTP from clients that have so many seconds for a whole request, from when they connect or
    have their last answer. Sockets have pings instead."""

    seconds: float
    _waiting: TimerHandle | None = None
    _in_head = False  # of a request that has begun
    _head = 0  # bytes of it
    _part = 0  # bytes that have just come, together

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        self._part = len(data)
        super().data_received(data)
        if self._in_head:
            self._head += self._part
            if self._head > LONGEST_HEAD and not self.transport.is_closing():
                self.send_400_response(f"The head of a request has at most {LONGEST_HEAD} bytes.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head = True, -self._part

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait()

    def handle_websocket_upgrade(self) -> None:
        self._wait_no_more()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._wait_no_more()
        self._waiting = self.loop.call_later(self.seconds, self._hang_up)

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _hang_up(self) -> None:
        """Unless it is we who take so long: then the client has its time after our answer."""
        if not self._answering():
            self.transport.close()

    def _answering(self) -> bool:
        """Whether a request has come whole, and has no whole answer yet."""
        cycle: RequestResponseCycle | None = cast(Any, self.cycle)  # none before the first request
        return cycle is not None and not (cycle.more_body or cycle.response_complete)


def patient(limit: float) -> type[PatientProtocol]:
    class Limited(PatientProtocol):
        seconds = limit

    return Limited
