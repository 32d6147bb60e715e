"""For who looks after the server."""

from __future__ import annotations

from litestar import MediaType, get

from waterhole.server.here import AnyRequest, asked
from waterhole.server.refusals import refused


@get(
    "/healthz",
    media_type=MediaType.TEXT,
    summary="Whether it works",
    security=[{}],
    responses=refused(503),
)
async def health(request: AnyRequest) -> str:
    """Whether the database answers."""
    here = asked(request)
    await here.host.read(here.host.store.row, "-")
    return "ok"


@get("/metrics", media_type=MediaType.TEXT, summary="Numbers", security=[{}])
async def metrics(request: AnyRequest) -> str:
    """Numbers for Prometheus."""
    return asked(request).metrics.text().decode()


HANDLERS = [health, metrics]
