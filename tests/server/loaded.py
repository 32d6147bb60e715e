"""All that a server loads until it answers: imported once, in the process that is forked."""

from __future__ import annotations

import tempfile

import psycopg  # noqa: F401
import sqlalchemy.dialects.postgresql  # noqa: F401
import uvicorn

import waterhole.bots.search
import waterhole.cli
import waterhole.server.bus.redis  # noqa: F401
from waterhole.server.app import make_app
from waterhole.server.bus.local import LocalBus
from waterhole.server.settings import Settings
from waterhole.server.store.sql import open_store

# Much is loaded only where it is needed, so everything is made here once.
with tempfile.TemporaryDirectory() as _folder:
    _settings = Settings(database=f"sqlite:///{_folder}/tables.db")
    _store = open_store(_settings.database)
    uvicorn.Config(make_app(_store, LocalBus(), _settings), ws="websockets-sansio").load()
    _store.close()
