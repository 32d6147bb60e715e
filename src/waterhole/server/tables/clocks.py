"""Time: what each seat has left, from when its turns began and ended. Only whose turn it is loses
time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from waterhole.server.tables.entries import Clock

BREATH = 20.0  # seconds


class Time(NamedTuple):
    """A seat's time in the middle of its turn."""

    left: float  # of its bank
    spent: float  # in this turn


@dataclass(slots=True)
class Clocks:
    clock: Clock
    left: list[float] = field(default_factory=list)  # of the bank, when the turn began
    turn: int | None = None
    since: float = 0.0  # when the turn began

    def start(self, seats: int) -> None:
        self.left = [self.clock.bank] * seats

    def begin(self, turn: int | None, now: float) -> None:
        """A turn begins; None: nobody's."""
        self.turn, self.since = turn, now

    def charge(self, now: float) -> None:
        """The seat to move pays for the time until now."""
        if self.turn is not None:
            self.left[self.turn] = self.time_of(self.turn, now).left
        self.since = now

    def pass_on(self, turn: int | None, now: float) -> None:
        """Somebody's turn ends with a move, and another's begins."""
        mover = self.turn
        self.charge(now)
        if mover is not None:
            self.left[mover] += self.clock.increment
        self.begin(turn, now)

    def time_of(self, seat: int, now: float) -> Time:
        spent = max(now - self.since, 0) if seat == self.turn else 0.0
        return Time(max(self.left[seat] - spent, 0) if self.clock.bank else 0.0, spent)

    def take_back(self, seat: int, time: Time, now: float) -> None:
        """After an undone move its turn goes on where it was: no time is won."""
        self.left[seat] = time.left
        self.begin(seat, now - (0 if self.clock.bank else time.spent))

    def come_back(self, seat: int) -> None:
        """Who is back in his seat has a moment to look around."""
        if self.clock.bank:
            self.left[seat] = max(self.left[seat], BREATH)

    def deadline(self) -> float | None:
        """When the time of the seat to move is up; None: never."""
        if self.turn is None:
            return None
        if self.clock.move:
            return self.since + self.clock.move
        return self.since + self.left[self.turn] if self.clock.bank else None

    def shown(self, now: float) -> list[float] | None:
        """What each seat has left now, in seconds; None without clocks."""
        if not self.left or not (self.clock.bank or self.clock.move):
            return None
        limit = [self.clock.move] * len(self.left) if self.clock.move else list(self.left)
        if self.turn is not None:
            limit[self.turn] = max(limit[self.turn] - max(now - self.since, 0), 0)
        return [round(seconds, 1) for seconds in limit]
