"""Being somebody without an account: a token in a cookie, or in a header for programs. Only
hashes of tokens are stored."""

from __future__ import annotations

import secrets
from hashlib import sha256
from time import time
from typing import Any

from litestar.connection import ASGIConnection

from waterhole.server.host import Host
from waterhole.server.store.interface import Guest
from waterhole.server.tables.commands import Refused, check_name

COOKIE = "waterhole"
COOKIE_SECONDS = 2 * 365 * 24 * 3600
LINK_SECONDS = 15 * 60.0
LONGEST_TOKEN = 100


def new_token() -> str:
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def token_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    header = connection.headers.get("authorization", "")
    token = header[7:] if header.lower().startswith("bearer ") else connection.cookies.get(COOKIE)
    return token if token and len(token) <= LONGEST_TOKEN and token.isascii() else None


class Guests:
    def __init__(self, host: Host) -> None:
        self.host, self.store = host, host.store

    async def who(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Guest | None:
        token = token_of(connection)
        if token is None:
            return None
        found: Guest | None = await self.host.read(self.store.guest_of, hashed(token))
        return found

    async def need(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Guest:
        guest = await self.who(connection)
        if guest is None:
            raise Refused("guest/unknown", "say who you are first: POST /api/me with a name")
        return guest

    async def welcome(self, name: str) -> tuple[Guest, str]:
        """A new guest and the token that proves it."""
        guest = Guest(secrets.token_urlsafe(12), check_name(name), time())
        token = new_token()
        await self.host.read(self.store.add_guest, guest, hashed(token))
        return guest, token

    async def rename(self, guest: Guest, name: str) -> Guest:
        changed = Guest(guest.id, check_name(name), guest.made, guest.hook)
        await self.host.read(self.store.change_guest, changed)
        return changed

    async def another_token(self, guest: Guest, expires: float | None = None) -> str:
        token = new_token()
        await self.host.read(self.store.add_token, guest.id, hashed(token), expires)
        return token

    async def link(self, guest: Guest) -> str:
        """A token that moves this guest to another device, once."""
        return await self.another_token(guest, time() + LINK_SECONDS)

    async def arrive(self, link: str) -> tuple[Guest, str]:
        """Somebody comes with a link: the same guest, on this device too."""
        guest = None
        if len(link) <= LONGEST_TOKEN and link.isascii():
            guest = await self.host.read(self.store.take_token, hashed(link), time())
        if guest is None:
            raise Refused("guest/link", "this link was used already, or is too old")
        return guest, await self.another_token(guest)
