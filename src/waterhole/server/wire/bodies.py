"""What goes in and out over HTTP, beside tables and refusals."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from waterhole.server.tables.entries import NO_CLOCK, Clock


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class Me(Struct, frozen=True):
    id: str
    name: str


class Token(Struct, frozen=True, forbid_unknown_fields=True):
    token: str


class Hook(Struct, frozen=True, forbid_unknown_fields=True):
    url: str | None  # None: nobody is told


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


class Frame(Struct, frozen=True):
    """A moment of a match: what happened, and how it then looked to each seat."""

    move: str | None  # None: the deal
    events: list[dict[str, Any]]
    to_move: int | None
    views: list[dict[str, Any]]  # by seat
    open: dict[str, Any]  # the view of somebody who only watches


class Replay(Struct, frozen=True):
    """A match that is over, moment by moment."""

    table: str
    game: str
    options: dict[str, Any]
    seats: list[str]  # names; bot: and the level for a bot
    frames: list[Frame]


class Turn(Struct, frozen=True, omit_defaults=True):
    """What a webhook is told: it is your turn."""

    table: str
    game: str
    version: int
    text: str
    link: str | None = None
