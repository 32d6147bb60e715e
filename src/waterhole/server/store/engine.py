"""The way to a database: its address, its settings, and its errors in one line."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from waterhole.server.store import migrations
from waterhole.server.store.interface import StoreFailed

# Settings that an address may overrule with ?name=value, in seconds (the last: milliseconds).
# Without those of PostgreSQL, a database that is cut off would be waited for a quarter of an hour.
SQLITE = {"timeout": "10"}
POSTGRES = {
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
}
MIGRATING = 0x7761746572  # the number of the lock that migrations hold; any would do
TIDYING = 8000  # pages written ahead before SQLite tidies up: 32 MB; it takes a third off the time
TRIES, PAUSE = 200, 0.05  # for the first to open a new file in SQLite, others being at it too


def open_engine(address: str) -> Engine:
    """A database with all its tables, made or brought up to date where needed."""
    url = _understood(address)
    with failures():
        engine = _sqlite(url) if url.get_backend_name() == "sqlite" else _postgres(url)
        try:
            _prepare(engine)
        except BaseException:
            engine.dispose()
            raise
    return engine


def _prepare(engine: Engine) -> None:
    """Of processes that start together the first migrates; in SQLite only one can write."""
    if engine.dialect.name == "sqlite":
        _write_ahead(engine)
    with writing(engine) as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATING})
        migrations.upgrade(connection)


def _understood(address: str) -> URL:
    """The address is never quoted: it may hold a password."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise ValueError("the address of the database cannot be read") from None
    match url.get_backend_name():
        case "sqlite" if url.database and url.database != ":memory:":
            return url.set(drivername="sqlite", query={**SQLITE, **url.query})
        case "sqlite":
            raise ValueError("SQLite needs a file: sqlite:///waterhole.db")
        case "postgresql" | "postgres":
            return url.set(drivername="postgresql+psycopg", query={**POSTGRES, **url.query})
    raise ValueError("the address of the database must begin with sqlite:/// or postgresql://")


def _sqlite(url: URL) -> Engine:
    Path(url.database or "").parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, hide_parameters=True)
    event.listen(engine, "connect", _safe_sqlite)
    return engine


def _safe_sqlite(connection: Any, _: object) -> None:
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA wal_autocheckpoint = {TIDYING}")


def _write_ahead(engine: Engine) -> None:
    """Readers and the writer do not wait for each other. The file remembers it; but while two
    processes turn it on, SQLite refuses one of them at once, whatever the timeout."""
    for again in reversed(range(TRIES)):
        try:
            with engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            return
        except DBAPIError as error:
            if not again or "locked" not in str(error.orig):
                raise
        time.sleep(PAUSE)


def _postgres(url: URL) -> Engine:
    engine = create_engine(url, hide_parameters=True, pool_pre_ping=True)
    event.listen(engine, "connect", _safe_postgres)
    return engine


def _safe_postgres(connection: Any, _: object) -> None:
    """A server may be set up not to wait for the disk; we do. (Those that wait for other servers
    too are left to it.)"""
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false)"
        " WHERE current_setting('synchronous_commit') = 'off'"
    )
    connection.commit()


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction: all or nothing, and on the disk at the end."""
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            # At once, not at the first write: what is read in between stays true.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield connection


@contextmanager
def failures() -> Iterator[None]:
    """Whatever goes wrong on the way to the database is one kind of error, without secrets: of the
    driver's words only the first line is kept, as the others quote what was to be written."""
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        raise StoreFailed(f"the database failed: {_first_line(error)}") from None


def _first_line(error: Exception) -> str:
    said = error.orig if isinstance(error, DBAPIError) else error
    lines = str(said).strip().splitlines()
    return lines[0] if lines else type(said).__name__
