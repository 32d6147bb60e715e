"""What a bus must do. It carries news, never what counts: that is in the store, and a process that
misses news finds out from there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from msgspec import Struct


class News(Struct, frozen=True, omit_defaults=True):
    """What one process tells the others. Nothing in it is secret."""

    process: str
    table: str
    version: int | None = None  # the table has so many entries now
    here: list[int] | None = None  # the seats whose players are connected to this process
    seat: int | None = None  # who reacted
    reaction: str | None = None


class Bus(Protocol):
    process: str
    shared: bool  # there may be other processes

    async def start(self, heard: Callable[[News], None], missed: Callable[[], None]) -> None:
        """Calls ``heard`` with the news of others, and ``missed`` when some may be lost."""

    def tell(self, news: News) -> None: ...

    def owns(self, table: str) -> bool:
        """Whether this process looks after the bots and clocks of a table. For some seconds two may
        think so; the store takes only one of their entries."""

    async def claim(self, tables: Iterable[str]) -> set[str]:
        """Asks to look after tables, and says which it does from now on and did not before."""

    async def close(self) -> None: ...
