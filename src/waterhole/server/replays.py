"""A match that is over, from everybody's eyes: what a client needs to show it again.

Only views leave here, made by ``view(seat)`` as at the table. Their memories are left out: they
hold nothing that earlier frames do not show, and would make a long match large.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from litestar import get

from waterhole.game import Event, State
from waterhole.game.vocabulary import Json
from waterhole.server.here import AnyRequest, Id, asked
from waterhole.server.refusals import may_refuse
from waterhole.server.tables.commands import Refused
from waterhole.server.tables.table import Table
from waterhole.server.wire.bodies import Frame, Replay

COST = 5.0  # a replay is worth so many asks: it plays the whole match again
# A view looks back over its round, and there is one for each move and seat: a round twice as long
# takes four times the time and memory. So much, the squares of the lengths together, is a round of
# 200 moves, or ten of 60; one of a thousand would be seven seconds and half a gigabyte.
MOST_LOOKING_BACK = 40_000


@get(
    "/api/tables/{id:str}/replay",
    summary="A match again",
    security=[{}],
    responses=may_refuse(400, 404, 409),
)
async def replay(request: AnyRequest, id: Id) -> Replay:
    """A match that is over, moment by moment, from the eyes of every seat."""
    here = asked(request)
    here.limit(here.address(request), COST)
    table = (await here.host.get(id)).table
    return await here.host.work(replay_of, table)


def replay_of(table: Table) -> Replay:
    if table.phase != "over" or table.state is None:
        raise Refused("table/phase", "the replay is shown when the match is over")
    made, record = table.made, table.state.record(table.names())
    if sum(len(played["moves"]) ** 2 for played in record["rounds"]) > MOST_LOOKING_BACK:
        raise Refused("table/long", "this match is too long to be shown again: take its record")
    return Replay(table.id, made.game, made.options, table.names(), list(frames(table, record)))


def frames(table: Table, record: Json) -> Iterator[Frame]:
    """The deal, then every move that was not taken back."""
    state = table.game.start(len(table.seats), str(record["seed"]), table.made.options)
    yield frame(state, None, ())
    for played in record["rounds"]:
        for move in played["moves"]:
            state, events = state.play(table.game.parse(move))
            yield frame(state, move, events)


def frame(state: State[Any], move: str | None, events: Sequence[Event]) -> Frame:
    views = [state.view(seat).to_dict(memories=False) for seat in range(state.setup.seats)]
    told = [event.to_dict() for event in events]
    return Frame(move, told, state.to_move, views, state.view(None).to_dict(memories=False))
