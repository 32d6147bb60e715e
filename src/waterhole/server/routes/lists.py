"""Lists of tables, as the store keeps them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from litestar import Response

from waterhole.server.lobby import summaries
from waterhole.server.store.interface import Row
from waterhole.server.wire.messages import Summary


def listed(rows: Iterable[Row]) -> Response[list[Summary]]:
    """Summaries are kept as they are sent, and not read on the way."""
    return Response(cast("list[Summary]", summaries(rows)))
