"""Runs a server until it is told to stop."""

from __future__ import annotations

import gc
import json
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import uvicorn

from waterhole import core
from waterhole.game import InvalidOptions
from waterhole.server.app import make_app
from waterhole.server.bus.interface import Bus
from waterhole.server.bus.local import LocalBus
from waterhole.server.origins import check_origins
from waterhole.server.patience import patient
from waterhole.server.settings import Settings
from waterhole.server.store.interface import Store, StoreFailed
from waterhole.server.store.sql import open_store
from waterhole.server.wire.frames import FrameProtocol
from waterhole.server.wire.messages import LONGEST_MESSAGE

# What listens at all addresses; for each this machine as it calls itself, and an address out there
# that nobody has.
EVERYWHERE = {
    "0.0.0.0": (socket.AF_INET, "127.0.0.1", "192.0.2.1"),
    "::": (socket.AF_INET6, "::1", "2001:db8::1"),
}


def data_folder() -> Path:
    """Where a server for oneself keeps its tables."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "waterhole"


def default_database() -> str:
    return f"sqlite:///{data_folder() / 'tables.db'}"


class JsonLines(logging.Formatter):
    """A line of JSON for each thing worth knowing: no address, no token, no card."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": self.formatTime(record),
            "level": record.levelname.lower(),
            "text": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up_logs(level: str) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    for name in ("waterhole", "uvicorn", "uvicorn.error", "litestar"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper() if name == "waterhole" else "WARNING")


def serve(settings: Settings, announce: Callable[[str], None], log_level: str = "info") -> None:
    """Serves until it is told to stop. What cannot work from the start raises a WaterholeError."""
    core.require()  # or no bot could move
    set_up_logs(log_level)
    check_origins(settings)
    door = listen(settings)
    with door:
        app = make_app(open_tables(settings.database), open_bus(settings.redis), settings)
        collect_garbage_seldom()
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            proxy_headers=False,  # limits.address reads them, where there is a proxy to believe
            http=patient(settings.unsaid),
            ws=FrameProtocol,  # its send sets no time limit: see tasks.begin
            ws_max_size=4 * LONGEST_MESSAGE,
            ws_max_queue=16,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            timeout_graceful_shutdown=5,
            server_header=False,
            limit_concurrency=2 * settings.most_connections,
        )
        announce(settings.public_url or address_of(settings.host, door.getsockname()[1]))
        uvicorn.Server(config).run(sockets=[door])


def collect_garbage_seldom() -> None:
    """Tables are many small objects that stay: looking through all of them as often as Python
    does by itself takes a fifth of a busy server's time, in pauses that players feel."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def open_page(address: str) -> None:
    """Where there is a screen: a browser in the terminal would cover what the server says."""
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if screen or sys.platform in {"darwin", "win32"}:
        webbrowser.open(address)


def address_of(host: str, port: int) -> str:
    """Where people find the server. One that listens everywhere is found, by others too, at the
    address from which this machine would write to them."""
    if host in EVERYWHERE:
        family, host, elsewhere = EVERYWHERE[host]
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as way:
            way.connect((elsewhere, 9))  # sends nothing
            host = way.getsockname()[0]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def listen(settings: Settings) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        door = socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        text = f"cannot listen at {settings.host}, port {settings.port}: {error.strerror}"
        raise InvalidOptions("serve/address", text) from error
    hang_up_on_who_does_not_read(door, settings.unread)
    return door


def hang_up_on_who_does_not_read(door: socket.socket, seconds: float) -> None:
    """All connections that come through this door have it from there. Without, a client that stays
    but never reads would keep its place, and what was sent to it, for ever."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # on Linux
        door.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(seconds * 1000))


def open_tables(database: str) -> Store:
    try:
        return open_store(database)
    except (ValueError, StoreFailed) as error:
        raise InvalidOptions("serve/database", str(error)) from error


def open_bus(url: str | None) -> Bus:
    if url is None:
        return LocalBus()
    from redis import Redis  # noqa: PLC0415 - half a second of every start without it
    from redis.exceptions import RedisError  # noqa: PLC0415

    from waterhole.server.bus.redis import RedisBus  # noqa: PLC0415

    try:
        with Redis.from_url(url, socket_connect_timeout=5) as client:
            client.ping()
        return RedisBus(url)
    except (RedisError, ValueError, OSError) as error:
        raise InvalidOptions("serve/redis", f"Redis: {error}") from error
