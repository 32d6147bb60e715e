"""How long a client may take to say what it asks. Uvicorn by itself waits for ever, and everybody
who waits with it takes up one of the places there are."""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle


class PatientProtocol(HttpToolsProtocol):
    """HTTP from clients that have so many seconds for a whole request, from when they connect or
    have their last answer. Sockets have pings instead."""

    seconds: float
    _waiting: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

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
