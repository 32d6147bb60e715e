"""What attacks on a server share."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tests.server.client import (
    PATIENCE,
    match,
    people,
    play_all,
)
from tests.server.process import Server
from waterhole.game import load

HARDER = int(os.environ.get("WATERHOLE_FUZZ", "1"))  # how many times harder to try
KILOBYTE = 1024
MEGABYTE = 1024 * KILOBYTE
DEEP = "[" * 1900
ODD_VALUES: list[Any] = [
    None, True, -1, 0, 1, 2**31, 2**63, 2**64, -(2**63) - 1, 10**300, 1.5, 1e308, "", "K",
    "x" * 3000, "\x00", "\ud800", "🦛" * 500, [], {}, [[]], {"type": "move"},
    [None] * 500, {"a": {"b": {}}},
]  # fmt: skip


@asynccontextmanager
async def undisturbed(server: Server) -> AsyncIterator[None]:
    """Two people play a match meanwhile, and it comes to its end."""
    async with people(server, "Dara", "Eli") as players, match(players, "tembo") as tabs:
        playing = asyncio.create_task(play_all(tabs))
        try:
            yield
            async with asyncio.timeout(PATIENCE):
                await playing
        finally:
            playing.cancel()
        record = await players[0].record(tabs[0].table)
        assert load("tembo").verify(record).result is not None
