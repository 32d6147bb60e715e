"""What a store must do. ``waterhole.testing.stores`` holds one to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from waterhole.server.tables.entries import Logged


class VersionTaken(Exception):
    """Another process has appended that version before: read the log again."""


class StoreFailed(Exception):
    """The database cannot be reached or written (lost, full); nothing of the call was kept."""


class Guest(Struct, frozen=True):
    """Somebody, without an account."""

    id: str
    name: str
    made: float
    hook: str | None = None  # a webhook that is told when it is his turn


class Row(Struct, frozen=True):
    """What lists of tables are made from: a summary kept next to the log, and no more secret than
    the lobby."""

    id: str
    game: str
    phase: str  # gathering, opening, playing, over, archived
    open: bool  # in the lobby
    version: int
    changed: float
    players: tuple[str, ...]  # ids of the guests who sit there
    summary: bytes  # JSON for the lobby


class Store(Protocol):
    """Calls block and may come from any thread. Each is all or nothing, and what it wrote is on
    the disk when it returns."""

    def append(self, entries: Sequence[Logged], rows: Sequence[Row]) -> list[VersionTaken | None]:
        """Appends entries of many tables at once, with the rows that go with them (a row is kept
        if its entries are). For each entry: None, or why it was refused; of one table, what
        follows a refused entry is refused too, and other tables do not mind. Raises StoreFailed
        if nothing could be written."""

    def read(self, table: str, after: int = 0) -> list[Logged]:
        """The log of a table from the version after this one on; empty if there is none."""

    def row(self, table: str) -> Row | None: ...

    def lobby(self, limit: int = 100) -> list[Row]:
        """Open tables that gather players or are played, the last changed first."""

    def unfinished(self) -> list[str]:
        """The ids of all tables being opened or played: what a server takes up when it starts."""

    def idle(self, phases: Sequence[str], before: float, limit: int = 100) -> list[str]:
        """Tables in one of the phases that have not changed since."""

    def of_player(self, player: str, limit: int = 100, before: float | None = None) -> list[Row]:
        """The tables a guest made, sits or sat at, the last changed first; ``before`` for more."""

    def count_of_player(self, player: str, phases: Sequence[str]) -> int:
        """How many tables in one of the phases a guest made, sits or sat at."""

    def add_guest(self, guest: Guest, token_hash: str) -> None:
        """Raises ValueError if there is such a guest or token already."""

    def guest_of(self, token_hash: str) -> Guest | None: ...

    def guest(self, id: str) -> Guest | None: ...

    def change_guest(self, guest: Guest) -> None:
        """Keeps another name or hook."""

    def add_token(self, guest: str, token_hash: str, expires: float | None = None) -> None:
        """Another token for a guest: an API token, or a transfer link that expires. Raises
        ValueError if there is no such guest, or such a token already."""

    def tokens_of(self, guest: str, now: float) -> int:
        """How many tokens of a guest work; links whose time is up do not."""

    def take_token(self, token_hash: str, now: float) -> Guest | None:
        """Uses up a token that expires (a transfer link works once)."""

    def remove_token(self, token_hash: str) -> None: ...

    def close(self) -> None: ...
