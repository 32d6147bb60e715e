"""Runs a server until it is told to stop."""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path
from typing import Any

import uvicorn

from waterhole.server.app import make_app
from waterhole.server.bus.local import LocalBus
from waterhole.server.bus.redis import RedisBus
from waterhole.server.settings import Settings
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


def serve(settings: Settings, log_level: str = "info") -> None:
    set_up_logs(log_level)
    bus = RedisBus(settings.redis) if settings.redis else LocalBus()
    app = make_app(open_store(settings.database), bus, settings)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
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
    uvicorn.Server(config).run()
