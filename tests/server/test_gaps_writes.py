"""All writes go through one thread: in SQLite only one can write, and the other would have to wait
until it is told that the database is locked."""

from __future__ import annotations

from pathlib import Path
from threading import current_thread

from litestar.testing import TestClient
from sqlalchemy import event

from waterhole.server.app import make_app
from waterhole.server.bus.local import LocalBus
from waterhole.server.settings import Settings
from waterhole.server.store.sql import SqlStore, open_store

ASKS = [
    ("POST", "/api/me", {"name": "Ada"}),
    ("POST", "/api/me", {"name": "Bo"}),  # another name
    ("POST", "/api/me/link", None),
    ("POST", "/api/tables", {"game": "life", "seats": 2}),
    ("PUT", "/api/me/hook", {"url": None}),
    ("POST", "/api/me/token", None),
    ("DELETE", "/api/me/token", None),
]


def test_entries_and_guests_are_written_by_one_thread(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    store = open_store(database)
    assert isinstance(store, SqlStore)
    writing: list[str] = []

    def noted(_: object, __: object, statement: str, *more: object) -> None:
        if statement == "BEGIN IMMEDIATE":
            writing.append(current_thread().name)

    event.listen(store.engine, "before_cursor_execute", noted)
    with TestClient(make_app(store, LocalBus(), Settings(database))) as client:
        for method, path, body in ASKS:
            assert client.request(method, path, json=body).is_success, path
            if path == "/api/me/link":
                token = client.request(method, path).json()
                assert client.post("/api/me/arrive", json=token).is_success
    assert len(writing) > len(ASKS)
    assert len(set(writing)) == 1
