"""Whose pages may use this server, and what every answer says about how it may be used."""

from __future__ import annotations

import re
from typing import Any

from litestar.config.cors import CORSConfig
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from waterhole.game import InvalidOptions
from waterhole.server.settings import Settings
from waterhole.server.wire.messages import ENCODE, Refusal

ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:[0-9]+)?|https?://\[[0-9a-f:]+\](:[0-9]+)?")
HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"x-frame-options": b"DENY",
    b"cross-origin-opener-policy": b"same-origin",
    b"content-security-policy": (
        b"default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        b"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
}


def check_origins(settings: Settings) -> None:
    """An origin is compared as it is: one that no browser sends would never work."""
    for origin in settings.origins:
        if not ORIGIN.fullmatch(origin):
            text = f"an origin is written as https://club.example, not {origin!r}"
            raise InvalidOptions("serve/origin", text)


def cross_origin(settings: Settings) -> CORSConfig | None:
    """Pages of the named origins may ask as their guest, and read the answers."""
    if not settings.origins:
        return None
    return CORSConfig(
        allow_origins=list(settings.origins),
        allow_methods=["GET", "POST", "PUT", "DELETE"],
        allow_headers=["authorization", "content-type"],
        allow_credentials=True,
    )


def same_site(app: ASGIApp) -> ASGIApp:
    """Asks from other people's pages are refused."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if may_ask(scope, scope["app"].state.asked.settings):
            await app(scope, receive, with_headers(send))
        else:
            await turn_away(with_headers(send))

    return guarded


def may_ask(scope: Any, settings: Settings) -> bool:
    """A browser says which page asks; only our own may write or open a socket."""
    if scope["type"] == ScopeType.HTTP and scope.get("method") in ("GET", "HEAD", "OPTIONS"):
        return True
    headers = dict(scope["headers"])
    origin = headers.get(b"origin")
    if origin is None:
        return headers.get(b"sec-fetch-site", b"none") in (b"none", b"same-origin")
    host = origin.partition(b"://")[2]
    return host == headers.get(b"host") or origin.decode("latin-1") in settings.origins


async def turn_away(send: Send) -> None:
    body = ENCODE(Refusal("refused", None, "http/403", "other origin"))
    kind = (b"content-type", b"application/json")
    await send({"type": "http.response.start", "status": 403, "headers": [kind]})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def with_headers(send: Send) -> Send:
    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            there = {name.lower() for name, _ in message["headers"]}
            more = [(name, value) for name, value in HEADERS.items() if name not in there]
            message["headers"] = [*message["headers"], *more]
        await send(message)

    return sending
