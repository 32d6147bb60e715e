"""The tables of the database, as the last migration leaves them.

A change here goes with a new file in ``migrations/versions``; a test compares the two.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

metadata = MetaData()

# The logs. Their primary key is what keeps two processes from writing the same version.
entries = Table(
    "entries",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("data", Text, nullable=False),  # the entry in JSON
    sqlite_with_rowid=False,  # a log lies together, and is found by its key alone
)

# The rows: what can be asked about tables without reading their logs.
tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("phase", Text, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
    Column("changed", Double, nullable=False),
    Column("players", Text, nullable=False),  # a list in JSON: who sits there now
    Column("summary", LargeBinary, nullable=False),
    Index("tables_by_phase", "phase", "changed"),
)

# Who sits or ever sat where.
seats = Table(
    "seats",
    metadata,
    Column("player", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    sqlite_with_rowid=False,
)

guests = Table(
    "guests",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("made", Double, nullable=False),
    Column("hook", Text),
)

# A token is known by its hash only. One that expires is a transfer link, and works once.
tokens = Table(
    "tokens",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("guest", Text, ForeignKey("guests.id"), nullable=False),
    Column("expires", Double),
    Index("tokens_by_expiry", "expires"),
    Index("tokens_by_guest", "guest"),
)
