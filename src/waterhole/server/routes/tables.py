"""Tables, over HTTP: made, looked at, sat down at, started and given up."""

from __future__ import annotations

from functools import partial
from time import time
from typing import Any

from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, JSONBody

from waterhole.server.here import AnyRequest, Here, Id, asked, said_once
from waterhole.server.host import Decide
from waterhole.server.refusals import may_refuse
from waterhole.server.routes.lists import listed
from waterhole.server.store.interface import Guest
from waterhole.server.tables import commands
from waterhole.server.tables.commands import Refused
from waterhole.server.tables.phases import NOT_OVER
from waterhole.server.wire import door
from waterhole.server.wire.bodies import LeaveSeat, Made, NewTable, SeatBot, TakeSeat
from waterhole.server.wire.messages import ENCODE, Summary, TableShown

RECORD = ResponseSpec(
    dict[str, Any],
    generate_examples=False,
    description="The record, a line of JSON.",
    media_type="application/jsonl",
)
WRITING = may_refuse(400, 401, 403, 404, 409)
WITH_A_BODY = may_refuse(400, 401, 403, 404, 409, 413)


@get("/api/tables", summary="The lobby", security=[{}], responses=may_refuse())
async def lobby(request: AnyRequest) -> Response[list[Summary]]:
    """Tables that are open to everybody, the last changed first."""
    here = asked(request)
    here.limit(here.address(request))
    return listed(await here.host.read(here.host.store.lobby))


@post(
    "/api/tables",
    status_code=201,
    summary="Make a table",
    responses=may_refuse(400, 401, 403, 409, 413),
)
async def make_table(request: AnyRequest, data: JSONBody[NewTable]) -> Made:
    """You own the table, but do not sit there yet."""
    here = asked(request)
    guest = await here.me(request)
    entry = commands.create(
        guest.id,
        data.game,
        data.seats,
        data.options,
        data.clock,
        private=data.private,
        watchable=data.watchable,
        friendly=data.friendly,
    )
    await check_room(here, guest, here.address(request))
    live = await here.host.make(entry)
    return Made(live.table.id, live.table.version)


async def check_room(here: Here, guest: Guest, address: str) -> None:
    """Nobody has very many tables at once, nor makes very many in a short time."""
    unfinished = await here.host.read(here.host.store.count_of_player, guest.id, NOT_OVER)
    if unfinished >= here.settings.tables_each:
        raise Refused("table/many", "you have many unfinished tables: finish or close some first")
    here.limits.make_table(address)


@get(
    "/api/tables/{id:str}",
    summary="A table",
    security=[{}],
    before_request=said_once,
    responses=may_refuse(400, 404),
)
async def see_table(request: AnyRequest, id: Id, after: FromQuery[int] = 0) -> TableShown:
    """The table as this viewer may see it."""
    here = asked(request)
    here.limit(here.address(request))
    guest = await here.who(request)
    live = await here.host.get(id, after)
    player = guest.id if guest else None
    return door.shown(live.table, player, live.here(), time(), after)


async def done(request: AnyRequest, id: str, decide: Decide) -> Made:
    return Made(id, await asked(request).host.act(id, decide))


@post("/api/tables/{id:str}/sit", status_code=200, summary="Take a seat", responses=WITH_A_BODY)
async def sit(request: AnyRequest, id: Id, data: JSONBody[TakeSeat]) -> Made:
    """Before the start; with the hash of a nonce, if you want a part in the seed."""
    guest = await asked(request).me(request)
    decide = partial(commands.sit, player=guest.id, name=guest.name, seat=data.seat, hash=data.hash)
    return await done(request, id, decide)


@post("/api/tables/{id:str}/leave", status_code=200, summary="Free a seat", responses=WITH_A_BODY)
async def leave(request: AnyRequest, id: Id, data: JSONBody[LeaveSeat]) -> Made:
    """Your own before the start; the owner can free a bot's."""
    guest = await asked(request).me(request)
    return await done(request, id, partial(commands.leave, player=guest.id, seat=data.seat))


@post("/api/tables/{id:str}/bot", status_code=200, summary="Seat a bot", responses=WITH_A_BODY)
async def seat_bot(request: AnyRequest, id: Id, data: JSONBody[SeatBot]) -> Made:
    """The owner seats a bot."""
    guest = await asked(request).me(request)
    decide = partial(commands.seat_bot, player=guest.id, level=data.level, seat=data.seat)
    return await done(request, id, decide)


@post("/api/tables/{id:str}/start", status_code=200, summary="Start", responses=WRITING)
async def start(request: AnyRequest, id: Id) -> Made:
    """Fixes the seats; the cards are dealt as soon as all nonces are open."""
    guest = await asked(request).me(request)
    return await done(request, id, partial(commands.close_seats, player=guest.id))


@post("/api/tables/{id:str}/close", status_code=200, summary="Give up", responses=WRITING)
async def close(request: AnyRequest, id: Id) -> Made:
    """The owner closes a table that gathers players: nothing can happen there any more."""
    guest = await asked(request).me(request)
    return await done(request, id, partial(commands.close, player=guest.id))


@post("/api/tables/{id:str}/rematch", status_code=200, summary="Once more", responses=WRITING)
async def rematch(request: AnyRequest, id: Id) -> Made:
    """The next table, like this one: made once, found by all who ask."""
    here = asked(request)
    guest = await here.me(request)
    check = partial(check_room, here, guest, here.address(request))
    next = await here.host.rematch(id, guest.id, check)
    return Made(next, (await here.host.get(next)).table.version)


@get(
    "/api/tables/{id:str}/record",
    summary="The record",
    security=[{}],
    responses={200: RECORD} | may_refuse(400, 404, 409),
)
async def record(request: AnyRequest, id: Id) -> Response[bytes]:
    """The record of a match that is over, with everything that proves its deals."""
    here = asked(request)
    here.limit(here.address(request))
    table = (await here.host.get(id)).table
    if table.phase != "over":
        raise Refused("table/phase", "the record is shown when the match is over")
    return Response(ENCODE(table.record()) + b"\n", media_type="application/jsonl")


HANDLERS = [
    lobby, make_table, see_table, sit, leave, seat_bot, start, close, rematch, record,
]  # fmt: skip
