"""A table that is alive in this process, and who looks at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from time import time
from typing import Any

import msgspec

from waterhole.server.tables.table import Table

ENCODE = msgspec.json.Encoder().encode
KEPT_WAITING = 64  # messages for one client; who reads slower than that is cut off


@dataclass(slots=True, eq=False)
class Viewer:
    """A connection to a table: a player's or a spectator's."""

    player: str | None
    waiting: asyncio.Queue[bytes | None] = field(
        default_factory=lambda: asyncio.Queue(maxsize=KEPT_WAITING)
    )
    ended: bool = False

    def tell(self, message: bytes) -> None:
        """Puts a message in line, and gives up on who does not read."""
        if self.ended:
            return
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            self._forget()
            self.end()

    def tell_first(self, message: bytes) -> None:
        """What this viewer was told before counts for nothing."""
        self._forget()
        self.tell(message)

    def end(self) -> None:
        """Nothing more is told; what is in line still is, where there is room to say so."""
        self.ended = True
        if not self.waiting.full():
            self.waiting.put_nowait(None)

    def _forget(self) -> None:
        while not self.waiting.empty():
            self.waiting.get_nowait()


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
    gone_since: dict[int, float] = field(default_factory=dict)
    told_here: list[bool] = field(default_factory=list)
    elsewhere: dict[str, tuple[float, list[int]]] = field(default_factory=dict)  # until when

    @property
    def unfinished(self) -> bool:
        return self.table.phase in ("opening", "playing")

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

    def tell(self, message: Callable[[str | None], Any]) -> None:
        """Tells every viewer; what several see alike is made once."""
        made: dict[str | None, bytes] = {}
        for viewer in self.viewers:
            player = viewer.player if self.table.seat_of(viewer.player) is not None else None
            if player not in made:
                made[player] = ENCODE(message(player))
            viewer.tell(made[player])
