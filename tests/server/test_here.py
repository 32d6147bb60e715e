"""Who is connected, to this process or another, and what everybody is told of it."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from tests.server.tables import ADA, BO, gathered
from waterhole.server import live as lives
from waterhole.server import presence as presences
from waterhole.server.bus.interface import News
from waterhole.server.bus.local import LocalBus
from waterhole.server.live import Live, Viewer
from waterhole.server.presence import REMEMBERED, Presence


async def unheard(*_: Any) -> None:
    """Says nothing to nobody."""


def test_seats_tell_who_is_here_also_after_another_process_was_silent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1000.0
    for module in (lives, presences):
        monkeypatch.setattr(module, "time", lambda: now)

    async def story() -> None:
        nonlocal now
        live = Live(gathered((ADA, BO), nonces=False).table)
        presence = Presence(LocalBus(), lambda live: None)
        presence.join(live, Viewer(ADA, unheard, unheard), 0)
        bo_is_there = News("another", live.table.id, here=[1])
        presence.hear(live, bo_is_there)
        assert here(live) == [True, True]
        now += REMEMBERED + 0.1
        live.seats = None  # as after any entry that is no move
        assert here(live) == [True, False]
        presence.hear(live, bo_is_there)
        assert here(live) == [True, True]

    asyncio.run(story())


def here(live: Live) -> list[bool]:
    return [seat.get("here", False) for seat in msgspec.json.decode(live.seats_told())]
