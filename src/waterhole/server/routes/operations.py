"""For who looks after the server."""

from __future__ import annotations

from litestar import MediaType, get

from waterhole.server.here import AnyRequest, asked
from waterhole.server.refusals import may_refuse, refused


@get(
    "/healthz",
    media_type=MediaType.TEXT,
    summary="Whether it works",
    security=[{}],
    responses=may_refuse(),
)
async def health(request: AnyRequest) -> str:
    """Whether the database answers."""
    here = asked(request)
    here.limits.probe(here.address(request))
    await here.host.read(here.host.store.row, "-")
    return "ok"


@get(
    "/metrics",
    media_type=MediaType.TEXT,
    summary="Numbers",
    security=[{}],
    responses=refused(429),
)
async def metrics(request: AnyRequest) -> str:
    """Numbers for Prometheus."""
    here = asked(request)
    here.limits.probe(here.address(request))
    return here.metrics.text().decode()


HANDLERS = [health, metrics]
