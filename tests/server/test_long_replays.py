"""A replay costs the more the longer a round was. Nobody can ask for one that stops the server."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from tests.server.client import PATIENCE, story
from tests.server.tables import ADA, BO, CLEO, Party, started
from waterhole.server.bus.local import LocalBus
from waterhole.server.host import Host
from waterhole.server.metrics import Metrics
from waterhole.server.replays import replay_of
from waterhole.server.settings import Settings
from waterhole.server.store.sql import open_store
from waterhole.server.tables.commands import Refused


def stretched(turns: int) -> Party:
    """A match of three in which nobody knocks before so many turns."""
    party = started((ADA, BO, CLEO), options={})
    while len(party.table.line) < turns:
        party.move(next(move for move in party.legal if move != "K"))
    while party.table.phase == "playing":
        party.move("K" if "K" in party.legal else None)
    return party


def test_a_long_round_is_shown_again() -> None:
    table = stretched(60).table
    assert len(replay_of(table).frames) == len(table.line) + 1


def test_rounds_that_would_not_end_are_not_shown_again() -> None:
    table = stretched(301).table
    with pytest.raises(Refused) as refused:
        replay_of(table)
    assert refused.value.code == "table/long"
    assert sum(len(played["moves"]) for played in table.record()["rounds"]) == len(table.line)


@story
async def test_nobody_waits_for_the_replays_of_others_to_be_known(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'tables.db'}")
    host = Host(store, LocalBus(), Settings(""), Metrics())
    shown = threading.Event()
    long = [asyncio.create_task(host.work(shown.wait, PATIENCE)) for _ in range(20)]
    await asyncio.sleep(0)
    assert await host.read(store.guest_of, "nobody's") is None
    assert not shown.is_set()
    assert not any(task.done() for task in long)
    shown.set()
    assert all(await asyncio.gather(*long))
    await host.close()
