"""The messages between clients and the server, version 1. docs/protocol.md explains them;
TypeScript's types are made from this file.

A change that an old client would not understand gives ``PROTOCOL`` a new number.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, json

from waterhole.server.tables.entries import Clock

PROTOCOL = 1
LONGEST_MESSAGE = 4096  # bytes from a client
ENCODE = json.Encoder().encode  # how everything is written that goes out

Reaction = Literal["hello", "nice", "ouch", "hurry", "thanks", "well_played", "oops", "thinking"]


# From the client --------------------------------------------------------------------------------


class Ask(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """``id`` comes back with the answer; a client numbers what it asks."""

    id: int


class Move(Ask, frozen=True, tag="move"):
    move: str
    version: int  # of the table the player looked at


class Undo(Ask, frozen=True, tag="undo"):
    version: int  # of the table the player looked at


class AnswerUndo(Ask, frozen=True, tag="answer_undo"):
    agreed: bool
    version: int  # of the table the player looked at


class Open(Ask, frozen=True, tag="open"):
    nonce: str


class TakeBack(Ask, frozen=True, tag="take_back"):
    pass


class React(Ask, frozen=True, tag="react"):
    reaction: Reaction


class Ping(Ask, frozen=True, tag="ping"):
    pass


AnyAsk = Move | Undo | AnswerUndo | Open | TakeBack | React | Ping


# From the server --------------------------------------------------------------------------------


class SeatShown(Struct, frozen=True, omit_defaults=True):
    """A seat as everybody sees it."""

    name: str | None = None  # None: free
    bot: str | None = None  # the level, if it is a bot
    away: str | None = None  # "time" or "gone": a bot plays for him
    here: bool = False  # connected now
    ready: bool = False  # his nonce is open, or none is expected


class TableShown(Struct, frozen=True):
    """The whole table for one viewer: first message of a connection, and answer to GET."""

    type: Literal["table"]
    protocol: int
    table: str
    version: int
    phase: str
    game: str
    options: dict[str, Any]
    clock: Clock
    private: bool
    watchable: bool
    friendly: bool
    commitment: str
    owner: bool  # the viewer made the table
    seat: int | None  # the viewer's
    seats: list[SeatShown]
    view: dict[str, Any] | None  # once cards are dealt
    to_move: int | None
    legal: list[str]  # the viewer's moves, if it is his turn
    can_undo: bool
    undo_asked: int | None  # the seat that asks for a move back
    clocks: list[float] | None  # seconds left for each seat
    log: list[list[dict[str, Any]]]  # events since the version the client named, or since the start
    next: str | None  # the rematch


class Changed(Struct, frozen=True):
    """One more version of the table: what happened, and how everything stands now. Whoever asked
    for it finds the ``id`` of what he asked."""

    type: Literal["changed"]
    version: int
    phase: str
    what: str  # the kind of the entry: moved, sat, undone …
    seats: list[SeatShown]
    to_move: int | None
    undo_asked: int | None
    clocks: list[float] | None
    next: str | None
    events: list[dict[str, Any]]
    seat: int | None
    view: dict[str, Any] | None
    legal: list[str]
    can_undo: bool
    id: int | UnsetType = UNSET


class Presence(Struct, frozen=True):
    type: Literal["presence"]
    here: list[bool]  # each seat


class Reacted(Struct, frozen=True):
    type: Literal["reacted"]
    seat: int
    reaction: Reaction


class Summary(Struct, frozen=True):
    """A table as the lobby lists it."""

    table: str
    game: str
    seats: list[str | None]  # names; None: free
    phase: str
    options: dict[str, Any]
    clock: Clock
    watchable: bool
    made: float  # seconds since 1970
    changed: float
    winners: list[int]  # seats, once the match is over


class Lobby(Struct, frozen=True):
    type: Literal["lobby"]
    tables: list[Summary]


class Done(Struct, frozen=True):
    """What was asked is done, and is not in the log: a reaction."""

    type: Literal["done"]
    id: int


class Refusal(Struct, frozen=True, omit_defaults=True):
    """What was asked is not done, and nothing has changed."""

    type: Literal["refused"]
    id: int | None
    code: str
    text: str
    rule: str | None = None
    legal: list[str] = []


class Pong(Struct, frozen=True):
    type: Literal["pong"]
    id: int
