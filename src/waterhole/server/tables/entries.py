"""The log of a table: everything that ever happened there, in order. A table is its log, folded.

Entries are for the store. They hold secrets (the server's part of the seed); what leaves the
server is made from views by ``waterhole.server.wire``.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Clock(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How long a player may think. Nothing set: as long as he likes."""

    bank: float = 0.0  # seconds for a whole match
    increment: float = 0.0  # seconds won with every move
    move: float = 0.0  # seconds for each move alone: slow tables, days


NO_CLOCK = Clock()


class Entry(Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Something that happened."""


class Created(Entry, frozen=True, tag="created"):
    game: str
    seats: int
    options: dict[str, Any]
    owner: str  # the player who made the table
    secret: str  # the server's part of the seed, published as a hash before anybody sits
    clock: Clock = NO_CLOCK
    private: bool = False  # not in the lobby
    watchable: bool = True
    friendly: bool = True  # moves can be taken back by consent
    after: str | None = None  # the table of which this is the rematch
    due: str | None = None  # the player to whom the deal passed on


class Sat(Entry, frozen=True, tag="sat"):
    seat: int
    player: str
    name: str
    hash: str | None = None  # of the nonce he will open


class BotSat(Entry, frozen=True, tag="bot_sat"):
    seat: int
    level: str


class Left(Entry, frozen=True, tag="left"):
    """A seat is free again."""

    seat: int


class Closing(Entry, frozen=True, tag="closing"):
    """The seats are fixed; nonces are opened now."""


class Opened(Entry, frozen=True, tag="opened"):
    seat: int
    nonce: str


class Started(Entry, frozen=True, tag="started"):
    """The cards are dealt. Seat n is taken by who sat at order[n] before."""

    order: tuple[int, ...]


class Moved(Entry, frozen=True, tag="moved"):
    move: str
    by: str | None = None  # the player; None: a bot


class UndoAsked(Entry, frozen=True, tag="undo_asked"):
    seat: int


class UndoAnswered(Entry, frozen=True, tag="undo_answered"):
    seat: int
    agreed: bool


class Undone(Entry, frozen=True, tag="undone"):
    """The last move is taken back."""


class StoodIn(Entry, frozen=True, tag="stood_in"):
    """A bot plays for a player whose time is up ("time") or who is gone ("gone")."""

    seat: int
    reason: str


class TookBack(Entry, frozen=True, tag="took_back"):
    """The player is back in his seat."""

    seat: int


class Followed(Entry, frozen=True, tag="followed"):
    """There is a rematch."""

    table: str


class Archived(Entry, frozen=True, tag="archived"):
    """The owner gave the table up, or nobody came back: it is closed."""


AnyEntry = (
    Created
    | Sat
    | BotSat
    | Left
    | Closing
    | Opened
    | Started
    | Moved
    | UndoAsked
    | UndoAnswered
    | Undone
    | StoodIn
    | TookBack
    | Followed
    | Archived
)


class Logged(Struct, frozen=True):
    """An entry in its place."""

    table: str
    version: int  # counted from 1, without gaps
    at: float  # seconds since 1970
    entry: AnyEntry
