"""What is said to a database again and again, and where SQLite and PostgreSQL differ in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sqlalchemy import (
    JSON,
    Integer,
    Select,
    Text,
    bindparam,
    cast,
    exists,
    func,
    literal_column,
    or_,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import psycopg

from waterhole.server.store.schema import entries, seats, tables


class Statements:
    """Made once, so that they are compiled once."""

    def __init__(self, dialect: str) -> None:
        into = sqlite.insert if dialect == "sqlite" else postgresql.insert
        ids = bindparam("ids", type_=Text)  # a list in JSON: one parameter, however many
        asked = (
            func.json_each(ids)
            if dialect == "sqlite"
            else func.json_array_elements_text(cast(ids, JSON))
        ).table_valued("value")
        last = select(func.max(entries.c.version)).where(entries.c.table_id == asked.c.value)
        self.heads = select(asked.c.value, last.scalar_subquery(), tables.c.players).select_from(
            asked.outerjoin(tables, tables.c.id == asked.c.value)
        )
        # A conflict shows in the number of rows. As an error it would fill the driver's logs.
        self.add_entries = (
            into(entries).on_conflict_do_nothing().execution_options(preserve_rowcount=True)
        )
        follow = into(entries).from_select(list(entries.c), _next_ones()).on_conflict_do_nothing()
        self.follow, self.given = _of_sqlite(follow) if dialect == "sqlite" else _of_psycopg(follow)
        row = into(tables)
        changed = {c.name: row.excluded[c.name] for c in tables.c if c.name != "id"}
        self.keep_rows = row.on_conflict_do_update(
            index_elements=[tables.c.id],
            set_=changed,
            where=row.excluded.version >= tables.c.version,
        )
        self.add_seats = into(seats).on_conflict_do_nothing()


def _next_ones() -> Select[Any]:
    """An entry, if it comes next in its log."""
    given = [bindparam(c.name, type_=c.type) for c in entries.c]
    table, version, *_ = given
    one = literal_column("1", Integer)
    before = (entries.c.table_id == table) & (entries.c.version == version - one)
    return select(*given).where(or_(version == one, exists(one).where(before)))


# A statement for the driver as it is, and an entry's values as it takes them: what SQLAlchemy does
# for each of many entries takes longer than to write it.
Direct = tuple[str, Callable[[tuple[Any, ...]], Any]]
NAMES = [column.name for column in entries.c]


def _of_sqlite(statement: Any) -> Direct:
    """By number: each value is given once, however often it is used."""
    text = str(statement.compile(dialect=sqlite.dialect(paramstyle="named")))
    for number, name in enumerate(NAMES, 1):
        text = re.sub(rf":{name}\b", f"?{number}", text)
    return text, lambda values: values


def _of_psycopg(statement: Any) -> Direct:
    drivers: Any = psycopg
    text = str(statement.compile(dialect=drivers.dialect()))
    return text, lambda values: dict(zip(NAMES, values, strict=True))
