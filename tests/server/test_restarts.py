"""A restart keeps everything."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.client import (
    PAUSE,
    Json,
    gather_table,
    match,
    people,
    play_all,
    story,
)
from tests.server.process import Server, serving
from tests.server.turns import to_move
from waterhole.game import load


@story
async def test_a_restart_keeps_everything(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo):
        async with match([ada, bo], "tembo") as tabs:
            await play_all(tabs)
        over, record = tabs[0].table, await ada.record(tabs[0].table)
        waiting = await gather_table([ada], "life", bots=1)
        async with match([ada, bo], "life", bots=1) as tabs:
            rng = Random(9)
            await tabs[0].until(
                lambda now: now["to_move"] is not None and "bot" not in turn_of(now)
            )
            active, _ = await to_move(tabs)
            await active.step(rng)
            table = active.table
            await active.until(lambda now: now["to_move"] is not None and "bot" not in turn_of(now))
            seen = [await person.look(table) for person in (ada, bo)]
            await asyncio.to_thread(server.stop)
            with pytest.raises((ConnectionClosed, EOFError)):
                await active.until(lambda _: False)
        server.start()
        assert [without_presence(await person.look(table)) for person in (ada, bo)] == [
            without_presence(each) for each in seen
        ]
        assert (await ada.record(over)) == record
        assert (await ada.look(waiting))["phase"] == "gathering"
        assert (await ada.get("/api/me"))["id"] == ada.id
        await asyncio.gather(ada.play(table, Random(1)), bo.play(table, Random(2)))
        assert load("life").verify(await bo.record(table)).result is not None


def turn_of(now: Json) -> Json:
    seat: Json = now["seats"][now["to_move"]]
    return seat


def without_presence(shown: Json) -> Json:
    seats = [{k: v for k, v in seat.items() if k != "here"} for seat in shown["seats"]]
    return shown | {"seats": seats}


@story
async def test_a_server_that_is_told_to_stop_says_goodbye(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with serving(tmp_path_factory.mktemp("stop")) as server:
        async with people(server, "Ada", "Bo") as players, match(players, "life") as (tab, _):
            assert await asyncio.to_thread(server.stop) in (0, -15)
            await tab.socket.wait_closed()
            assert tab.socket.close_code in (1001, 1012, 1013), "closed, not cut"
        assert '"error"' not in server.log()


def test_the_command_serves_until_it_is_told_to_stop(tmp_path: Path) -> None:
    """As people start it; other tests fork their servers."""
    server = Server(tmp_path)
    command = [sys.executable, "-m", "waterhole", *server.words]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            while not server.answers():
                assert process.poll() is None
                time.sleep(PAUSE)
        finally:
            process.terminate()
    assert process.returncode in (0, -signal.SIGTERM)
