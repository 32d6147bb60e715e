"""One process: there is nobody to tell, and everything is looked after here."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from waterhole.server.bus.interface import News


class LocalBus:
    process = "local"
    shared = False

    async def start(self, heard: Callable[[News], None], missed: Callable[[], None]) -> None:
        pass

    def tell(self, news: News) -> None:
        pass

    def owns(self, table: str) -> bool:
        return True

    async def claim(self, tables: Iterable[str]) -> set[str]:
        return set()

    async def close(self) -> None:
        pass
