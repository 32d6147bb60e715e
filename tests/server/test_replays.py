"""A finished match again, from everybody's eyes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.client import match, people, play_all, story
from tests.server.process import Server
from waterhole.game import load


def without_memories(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name != "memories"}


@pytest.mark.parametrize("game", ["tembo", "life"])
@story
async def test_a_replay_is_the_record_seen_by_every_seat(server: Server, game: str) -> None:
    async with people(server, "Ada", "Bo", "Cleo") as (ada, bo, cleo):
        async with match([ada, bo], game) as tabs:
            await play_all(tabs)
            table = tabs[0].table
        replay = await cleo.get(f"/api/tables/{table}/replay")
        states = list(load(game).replay(await cleo.record(table)))
        assert (replay["game"], replay["seats"]) == (game, ["Ada", "Bo"])
        assert len(replay["frames"]) == len(states)
        for frame, state in zip(replay["frames"], states, strict=True):
            seen = [without_memories(state.view(seat).to_dict()) for seat in range(2)]
            assert frame["views"] == seen
            assert frame["open"] == without_memories(state.view(None).to_dict())
            assert frame["to_move"] == state.to_move
        assert replay["frames"][0]["move"] is None
        assert all(frame["events"] for frame in replay["frames"][1:])


@story
async def test_nobody_looks_into_a_match_that_is_played(server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo), match([ada, bo], "tembo") as tabs:
        answer = await ada.http.get(f"/api/tables/{tabs[0].table}/replay")
        assert answer.status_code == 409
        assert answer.json()["code"] == "table/phase"
        assert "frames" not in answer.text
