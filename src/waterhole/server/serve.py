"""Runs a server until it is told to stop."""

from __future__ import annotations

import json
import logging
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn

from waterhole.game import InvalidOptions
from waterhole.server.app import make_app
from waterhole.server.bus.interface import Bus
from waterhole.server.bus.local import LocalBus
from waterhole.server.settings import Settings
from waterhole.server.store.interface import Store, StoreFailed
from waterhole.server.store.sql import open_store
from waterhole.server.wire.messages import LONGEST_MESSAGE


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
    """Serves until it is told to stop. What cannot work from the start raises InvalidOptions."""
    set_up_logs(log_level)
    door = listen(settings)
    with door:
        app = make_app(open_tables(settings.database), open_bus(settings.redis), settings)
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=4 * LONGEST_MESSAGE,
            ws_max_queue=16,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            timeout_graceful_shutdown=5,
            server_header=False,
            limit_concurrency=2 * settings.most_connections,
        )
        announce(f"http://{settings.host}:{door.getsockname()[1]}")
        uvicorn.Server(config).run(sockets=[door])


def listen(settings: Settings) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        return socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        text = f"cannot listen at {settings.host}, port {settings.port}: {error.strerror}"
        raise InvalidOptions("serve/address", text) from error


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
