"""The server as an application: all that can be asked, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

from litestar import Litestar
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, NotFoundException
from litestar.types import ASGIApp, Receive, Scope, Send

from waterhole.server import pages, refusals, replays, sockets
from waterhole.server.bus.interface import Bus
from waterhole.server.description import described
from waterhole.server.here import Here
from waterhole.server.origins import cross_origin, same_site
from waterhole.server.routes import me, operations, tables
from waterhole.server.settings import Settings
from waterhole.server.store.interface import Store

LONGEST_BODY = 64 * 1024  # bytes


def make_app(store: Store, bus: Bus, settings: Settings) -> ASGIApp:
    here = Here(store, bus, settings)
    http = over_http(here, settings)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await sockets.connect(here, cast(Any, scope), cast(Any, receive), cast(Any, send))
        else:
            await http(scope, receive, send)

    return app


def over_http(here: Here, settings: Settings) -> Litestar:
    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        await here.host.start()
        yield
        await here.host.close()

    return Litestar(
        route_handlers=[
            *me.HANDLERS, *tables.HANDLERS, replays.replay, *operations.HANDLERS,
            *pages.HANDLERS,
        ],
        lifespan=[lifespan],
        state=State({"asked": here}),
        middleware=[same_site],
        cors_config=cross_origin(settings),
        exception_handlers={
            Exception: refusals.answer, HTTPException: refusals.answer,
            NotFoundException: pages.nothing_here,
        },
        logging_config=None,
        openapi_config=described(),
        request_max_body_size=LONGEST_BODY,
        debug=False,
    )  # fmt: skip
