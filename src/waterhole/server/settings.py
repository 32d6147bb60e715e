"""What a server can be told: by flags of ``waterhole serve``, or by the environment."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    database: str
    redis: str | None = None
    host: str = "127.0.0.1"
    port: int = 8400
    public_url: str | None = None  # where people find this server
    origins: tuple[str, ...] = ()  # other pages that may talk to this server
    secure: bool = False  # cookies only over https
    proxies: bool = False  # believe X-Forwarded-For
    private_hooks: bool = False  # webhooks may lead into private networks
    bot_delay: float = 0.6  # seconds a bot waits at least, so that people can follow
    thinkers: int = 1  # bots that think at once
    grace: float = 120.0  # seconds until a bot plays for somebody who is gone
    opening: float = 10.0  # seconds to open nonces
    idle: float = 14 * 24 * 3600.0  # seconds after which a table where nothing happens is closed
    unsaid: float = 20.0  # seconds that a request may take to come, until we hang up
    unread: float = 30.0  # seconds that what was sent may lie unread, until we hang up
    tables_each: int = 20  # unfinished tables that one guest made, or where one sits or sat
    connections_each: int = 30  # from one guest, or from one address without any
    most_connections: int = 20_000
    rate: float = 20.0  # what one guest may ask a second, over some seconds
    burst: int = 60
    crowd: int = 10  # one address may do as much as so many guests
