"""A table that is alive in this process, and who looks at it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import time
from typing import Any, NamedTuple

import msgspec

from waterhole.server.tables.phases import UNFINISHED
from waterhole.server.tables.table import Table
from waterhole.server.tasks import begin
from waterhole.server.wire import door
from waterhole.server.wire.frames import Say, never

log = logging.getLogger("waterhole.server")

KEPT_WAITING = 64  # messages for one client; who reads slower than that is cut off


class Viewer:
    """A connection to a table: a player's or a spectator's. What it is told goes out at once, one
    after another, as long as the client reads; then it waits in line."""

    __slots__ = (
        "_busy", "_close", "_ended", "_hears", "_say", "_send", "_sending", "_waiting", "player",
    )  # fmt: skip

    def __init__(
        self,
        player: str | None,
        send: Callable[[dict[str, Any]], Awaitable[None]],
        close: Callable[[int, str], Awaitable[None]],
        say: Say = never,
    ) -> None:
        self.player = player
        self._send, self._close, self._say = send, close, say
        self._waiting: list[bytes] = []
        self._sending: asyncio.Task[None] | None = None
        self._busy = False  # something is being sent
        self._hears = False  # the whole table first, then what changes
        self._ended = False

    def tell(self, message: bytes) -> None:
        """Sends a message, or puts it in line, and gives up on who does not read."""
        if self._ended or not self._hears or (not self._busy and self._say(message)):
            return
        if len(self._waiting) < KEPT_WAITING:
            self._waiting.append(message)
            self._go_on()
        else:
            self._waiting.clear()
            self.end()

    def tell_first(self, message: bytes) -> None:
        """Before this, nothing is told."""
        self._hears = True
        self.tell(message)

    def end(self) -> None:
        """Nothing more is told; what is in line still is."""
        self._ended = True
        self._go_on()

    def leave(self) -> None:
        """Nobody is there any more."""
        self._ended = True
        if self._sending is not None:
            self._sending.cancel()

    def _go_on(self) -> None:
        if not self._busy:
            self._busy = True
            self._sending = begin(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                text = self._waiting.pop(0).decode()
                await self._send({"type": "websocket.send", "text": text})
            if self._ended:
                await self._close(1013, "come back and read on")
        except Exception as error:  # whoever listens to this client finds out by himself
            log.debug("a client is gone", exc_info=error)
            self._ended = True
        finally:
            self._busy, self._sending = False, None


class Asked(NamedTuple):
    """What somebody asked for, and waits to hear about."""

    viewer: Viewer
    id: int


@dataclass(slots=True, eq=False)
class Live:
    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    rematching: asyncio.Lock = field(default_factory=asyncio.Lock)
    viewers: set[Viewer] = field(default_factory=set)
    row_at: float = 0.0
    used_at: float = 0.0
    timer: asyncio.TimerHandle | None = None
    thinking: bool = False  # a bot thinks, or waits for its turn to think
    unsure: bool = False  # the store failed: the log may have more than we know
    gone_since: dict[int, float] = field(default_factory=dict)
    told_here: list[bool] = field(default_factory=list)
    seats: msgspec.Raw | None = None  # as all are told them, while nothing changes about them
    elsewhere: dict[str, tuple[float, list[int]]] = field(default_factory=dict)  # until when

    @property
    def unfinished(self) -> bool:
        return self.table.phase in UNFINISHED

    @property
    def busy(self) -> bool:
        """Somebody looks at it, or something is about to happen."""
        return bool(self.viewers) or self.lock.locked() or self.rematching.locked()

    def connected(self) -> list[int]:
        """The seats whose players are connected to this process."""
        players = {viewer.player for viewer in self.viewers} - {None}
        return [n for n, seat in enumerate(self.table.seats) if seat.player in players]

    def here(self) -> list[bool]:
        """Who is connected, to whatever process."""
        now = time()
        seats = set(self.connected())
        for until, others in self.elsewhere.values():
            if until > now:
                seats.update(others)
        return [number in seats for number in range(len(self.table.seats))]

    def seats_told(self) -> msgspec.Raw:
        if self.seats is None:
            self.seats = door.seats_told(self.table, self.here())
        return self.seats

    def tell(self, message: Callable[[int | None], bytes], asked: Asked | None = None) -> None:
        """Tells every viewer what his seat may hear; what several hear alike is made once."""
        made: dict[int | None, bytes] = {}
        for viewer in self.viewers:
            seat = self.table.seat_of(viewer.player)
            if seat not in made:
                made[seat] = message(seat)
            if asked is None or viewer is not asked.viewer:
                viewer.tell(made[seat])
            else:
                viewer.tell(door.answering(made[seat], asked.id))
