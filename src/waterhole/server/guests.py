"""Being somebody without an account: a token in a cookie, or in a header for programs. Only
hashes of tokens are stored."""

from __future__ import annotations

import secrets
from hashlib import sha256
from time import time
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from msgspec.structs import replace

from waterhole.server.host import Host
from waterhole.server.settings import Settings
from waterhole.server.store.interface import Guest
from waterhole.server.tables.commands import Refused, check_name

COOKIE = "waterhole"
COOKIE_SECONDS = 2 * 365 * 24 * 3600
LINK_SECONDS = 15 * 60.0
LONGEST_TOKEN = 100
MOST_TOKENS = 20  # of one guest: devices, programs, and links on the way

Connection = ASGIConnection[Any, Any, Any, Any]


def new_token() -> str:
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def cookie(token: str, settings: Settings) -> Cookie:
    """Pages of other sites, where some are allowed, have it only over https: browsers say so."""
    elsewhere = settings.secure and bool(settings.origins)
    return Cookie(
        COOKIE, path="/", value=token, max_age=COOKIE_SECONDS if token else 0, httponly=True,
        samesite="none" if elsewhere else "lax", secure=settings.secure,
    )  # fmt: skip


class Guests:
    """Who is who. What is written goes the way of all writes: one after another."""

    def __init__(self, host: Host) -> None:
        self._host, self._store = host, host.store

    def token_of(self, connection: Connection) -> str | None:
        """The header's token, or else the cookie's, if it can be one."""
        header = connection.headers.get("authorization", "")
        bearer = header.lower().startswith("bearer ")
        token = header[7:] if bearer else connection.cookies.get(COOKIE)
        return token if token and len(token) <= LONGEST_TOKEN and token.isascii() else None

    async def who(self, connection: Connection) -> Guest | None:
        token = self.token_of(connection)
        if token is None:
            return None
        found: Guest | None = await self._host.read(self._store.guest_of, hashed(token))
        return found

    async def welcome(self, name: str) -> tuple[Guest, str]:
        """A new guest and the token that proves it."""
        guest = Guest(secrets.token_urlsafe(12), check_name(name), time())
        token = new_token()
        await self._host.write(self._store.add_guest, guest, hashed(token))
        return guest, token

    async def rename(self, guest: Guest, name: str) -> Guest:
        return await self._change(replace(guest, name=check_name(name)))

    async def set_hook(self, guest: Guest, url: str | None) -> Guest:
        return await self._change(replace(guest, hook=url))

    async def _change(self, guest: Guest) -> Guest:
        await self._host.write(self._store.change_guest, guest)
        return guest

    async def another_token(self, guest: Guest, expires: float | None = None) -> str:
        """Refused for a guest who has very many."""
        token = new_token()
        await self._host.write(self._add_token, guest.id, hashed(token), expires)
        return token

    def _add_token(self, guest: str, token_hash: str, expires: float | None) -> None:
        """In the writer's thread, where nobody else adds one between the count and the writing."""
        if self._store.tokens_of(guest, time()) >= MOST_TOKENS:
            text = f"you have {MOST_TOKENS} tokens and links already: remove one, or let a link end"
            raise Refused("guest/tokens", text)
        self._store.add_token(guest, token_hash, expires)

    async def forget(self, token: str) -> None:
        """This token is worth nothing from now on."""
        await self._host.write(self._store.remove_token, hashed(token))

    async def link(self, guest: Guest) -> str:
        """A token that moves this guest to another device, once."""
        return await self.another_token(guest, time() + LINK_SECONDS)

    async def arrive(self, link: str) -> tuple[Guest, str]:
        """Somebody comes with a link: the same guest, on this device too."""
        guest = None
        if len(link) <= LONGEST_TOKEN and link.isascii():
            guest = await self._host.write(self._store.take_token, hashed(link), time())
        if guest is None:
            raise Refused("guest/link", "this link was used already, or is too old")
        return guest, await self.another_token(guest)
