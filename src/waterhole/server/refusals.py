"""Every error is one clear answer: a code, a text, and over HTTP a status."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from waterhole.game import IllegalMove, WaterholeError
from waterhole.server.origins import HEADERS
from waterhole.server.store.interface import StoreFailed
from waterhole.server.wire.messages import Refusal

log = logging.getLogger("waterhole.server")

STATUS = {
    "guest/unknown": 401,
    "table/unknown": 404,
    "table/owner": 403,
    "seat/none": 403,
    "seat/other": 403,
    "rate/limit": 429,
    "table/many": 429,
    "guest/tokens": 429,
}
MEANING = {
    400: "The body, the query or the id cannot be read.",
    401: "You are nobody: say who you are first.",
    403: "That is not yours to do, or a page of another site asks.",
    404: "There is no such table.",
    409: "That cannot be done here and now; the code says why.",
    413: "The body is too large.",
    429: "Too often, or too many.",
    503: "The database does not answer.",
}


def refused(*statuses: int) -> dict[int, ResponseSpec]:
    """For the description of a route: how it may refuse."""
    return {
        status: ResponseSpec(Refusal, generate_examples=False, description=MEANING[status])
        for status in statuses
    }


def may_refuse(*statuses: int) -> dict[int, ResponseSpec]:
    """The same, with what everybody must expect who asks for something."""
    return refused(*statuses, 429, 503)


def refusal(error: WaterholeError, id: int | None = None) -> Refusal:
    legal = [str(move) for move in error.legal] if isinstance(error, IllegalMove) else []
    return Refusal("refused", id, error.code, error.text, error.rule, legal)


def not_stored(id: int | None = None) -> Refusal:
    text = "the server cannot reach its database now: look at the table before you try again"
    return Refusal("refused", id, "server/store", text)


def answer(request: Request[Any, Any, State], error: Exception) -> Response[Refusal]:
    """The answer to a request that failed."""
    status, found = told_of(error)
    headers = {name.decode(): value.decode() for name, value in HEADERS.items()}
    more = error.headers if isinstance(error, HTTPException) else None  # what would be allowed
    return Response(found, status_code=status, headers=headers | (more or {}))


def told_of(error: Exception) -> tuple[int, Refusal]:
    if isinstance(error, WaterholeError):
        return STATUS.get(error.code, 409), refusal(error)
    if isinstance(error, StoreFailed):
        return 503, not_stored()
    status, text = 500, "something is wrong with the server"
    if isinstance(error, HTTPException):
        status, text = error.status_code, str(error.detail)[:200]
    elif isinstance(error, RecursionError):
        status, text = 400, "the body is nested too deeply"
    else:
        log.error("a request failed", exc_info=error)
    return status, Refusal("refused", None, f"http/{status}", text)
