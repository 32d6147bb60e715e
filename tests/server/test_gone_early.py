"""Clients that are gone before they are served: nobody's mistake, and nothing for the log."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from uvicorn.protocols.utils import ClientDisconnected

from tests.server.client import story
from waterhole.server import sockets
from waterhole.server.bus.local import LocalBus
from waterhole.server.here import Here
from waterhole.server.settings import Settings
from waterhole.server.store.sql import open_store


async def knock() -> dict[str, Any]:
    return {"type": "websocket.connect"}


async def run_away(message: dict[str, Any]) -> None:
    """As the server beneath says it."""
    raise ClientDisconnected


@asynccontextmanager
async def open_house(folder: Path) -> AsyncIterator[Here]:
    here = Here(open_store(f"sqlite:///{folder / 'tables.db'}"), LocalBus(), Settings(""))
    await here.host.start()
    try:
        yield here
    finally:
        await here.host.close()


async def visit(here: Here) -> None:
    scope = {"type": "websocket", "path": "/ws/lobby", "query_string": b"", "headers": []}
    await sockets.connect(here, scope | {"client": ("10.0.0.1", 1)}, knock, run_away)


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What is logged. (A server that was started in this process may have turned it away.)"""
    monkeypatch.setattr(logging.getLogger("waterhole"), "propagate", True)
    return caplog


@story
async def test_who_is_gone_before_the_handshake_is_done_is_no_error(
    tmp_path: Path, logged: pytest.LogCaptureFixture
) -> None:
    async with open_house(tmp_path) as here:
        await visit(here)
    assert [
        record.getMessage() for record in logged.records if record.levelno >= logging.ERROR
    ] == []
