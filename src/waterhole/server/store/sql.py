"""The store in SQLite or PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, Select, delete, func, select, update
from sqlalchemy import insert as plain_insert
from sqlalchemy.exc import IntegrityError

from waterhole.server.store.engine import failures, open_engine, writing
from waterhole.server.store.interface import Guest, Row, Store, StoreFailed, VersionTaken
from waterhole.server.store.placing import Head, fitting, place
from waterhole.server.store.schema import entries as logs
from waterhole.server.store.schema import guests, seats, tables, tokens
from waterhole.server.store.statements import Statements
from waterhole.server.tables.entries import AnyEntry, Logged
from waterhole.server.tables.phases import IN_LOBBY, UNFINISHED

RACES = 20  # lost to other processes in one call; each time, one of them has written

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(AnyEntry).decode
_decode_players = msgspec.json.Decoder(tuple[str, ...]).decode


def open_store(url: str) -> Store:
    """``sqlite:///folder/file.db`` (made if it is not there) or ``postgresql://…``.

    Raises ValueError for an address that is neither, StoreFailed if there is no way in.
    """
    return SqlStore(open_engine(url))


class Written(NamedTuple):
    """An entry as the database has it. Two processes that write the same tables in the same order
    never wait in a circle, so entries are written sorted."""

    table_id: str
    version: int
    at: float
    data: str


class _Overtaken(Exception):
    """Another process wrote between our look at the log and our insert: look again."""


class SqlStore:
    """A store on an engine whose database has all its tables."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        # A question is one statement and needs no transaction around it.
        self._asking = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._statements = Statements(engine.dialect.name)

    def close(self) -> None:
        self.engine.dispose()

    # Logs and rows.

    def append(self, entries: Sequence[Logged], rows: Sequence[Row]) -> list[VersionTaken | None]:
        """If the connection is lost at the very commit, StoreFailed leaves open whether it was
        kept. Whoever appends the same versions again hears it: they are taken."""
        written = [_written(logged) for logged in entries]  # before anybody waits for us
        if written and not rows and self._follow(written):
            return [None] * len(entries)
        for _ in range(RACES):
            try:
                with self._writing() as connection:
                    return self._append(connection, entries, written, rows)
            except _Overtaken:
                continue
        raise StoreFailed("the database failed: other processes write the same tables all the time")

    def _follow(self, written: Sequence[Written]) -> bool:
        """What happens all the time, in one statement: every entry is the next one of its log. If
        one is not, none is kept, and who is late is found out by looking."""
        try:
            with self._writing() as connection:
                added = connection.exec_driver_sql(
                    self._statements.follow,
                    list(map(self._statements.given, sorted(written))),
                    execution_options={"preserve_rowcount": True},
                )
                if added.rowcount != len(written):
                    raise _Overtaken
        except _Overtaken:
            return False
        return True

    def _append(
        self,
        connection: Connection,
        entries: Sequence[Logged],
        written: Sequence[Written],
        rows: Sequence[Row],
    ) -> list[VersionTaken | None]:
        heads = self._heads(connection, {e.table for e in entries} | {row.id for row in rows})
        refused = place(entries, heads)
        kept = sorted(w for w, why in zip(written, refused, strict=True) if why is None)
        if kept:
            added = connection.execute(self._statements.add_entries, [w._asdict() for w in kept])
            if added.rowcount != len(kept):
                raise _Overtaken
        if fit := fitting(rows, entries, refused, heads):
            self._keep_rows(connection, fit, heads)
        return refused

    def _heads(self, connection: Connection, ids: set[str]) -> dict[str, Head]:
        asked = {"ids": _encode(sorted(ids)).decode()}
        found = connection.execute(self._statements.heads, asked)
        return {id: Head(version or 0, players) for id, version, players in found}

    def _keep_rows(
        self, connection: Connection, rows: Sequence[Row], heads: dict[str, Head]
    ) -> None:
        kept = [_kept(row) for row in rows]
        connection.execute(self._statements.keep_rows, kept)
        # Rows change with every move, who sits there hardly ever.
        moved = [
            {"player": player, "table_id": row.id}
            for row, values in zip(rows, kept, strict=True)
            if values["players"] != heads[row.id].players
            for player in row.players
        ]
        if moved:
            moved.sort(key=itemgetter("table_id", "player"))
            connection.execute(self._statements.add_seats, moved)

    def read(self, table: str, after: int = 0) -> list[Logged]:
        query = (
            select(logs.c.version, logs.c.at, logs.c.data)
            .where(logs.c.table_id == table, logs.c.version > after)
            .order_by(logs.c.version)
        )
        with self._reading() as connection:
            found = connection.execute(query).all()
        return [Logged(table, version, at, _decode(data)) for version, at, data in found]

    def row(self, table: str) -> Row | None:
        return next(iter(self._rows(select(tables).where(tables.c.id == table))), None)

    def lobby(self, limit: int = 100) -> list[Row]:
        found = select(tables).where(tables.c.open, tables.c.phase.in_(IN_LOBBY))
        return self._rows(_last_changed(found, limit))

    def of_player(self, player: str, limit: int = 100, before: float | None = None) -> list[Row]:
        found = select(tables).join(seats).where(seats.c.player == player)
        if before is not None:
            found = found.where(tables.c.changed < before)
        return self._rows(_last_changed(found, limit))

    def count_of_player(self, player: str, phases: Sequence[str]) -> int:
        there = (seats.c.player == player) & tables.c.phase.in_(phases)
        return self._count(select(func.count()).select_from(tables).join(seats).where(there))

    def unfinished(self) -> list[str]:
        return self._ids(select(tables.c.id).where(tables.c.phase.in_(UNFINISHED)))

    def idle(self, phases: Sequence[str], before: float, limit: int = 100) -> list[str]:
        found = select(tables.c.id).where(tables.c.phase.in_(phases), tables.c.changed < before)
        return self._ids(found.order_by(tables.c.changed, tables.c.id).limit(limit))

    def _rows(self, query: Select[Any]) -> list[Row]:
        with self._reading() as connection:
            return [_row(**found) for found in connection.execute(query).mappings()]

    def _ids(self, query: Select[str]) -> list[str]:
        with self._reading() as connection:
            return list(connection.execute(query).scalars())

    def _count(self, query: Select[int]) -> int:
        with self._reading() as connection:
            return connection.execute(query).scalar_one()

    # Guests and their tokens.

    def add_guest(self, guest: Guest, token_hash: str) -> None:
        with self._writing() as connection, _refusing("this guest or this token is there already"):
            connection.execute(plain_insert(guests), msgspec.structs.asdict(guest))
            connection.execute(plain_insert(tokens), {"hash": token_hash, "guest": guest.id})

    def guest(self, id: str) -> Guest | None:
        return self._guest(select(guests).where(guests.c.id == id))

    def guest_of(self, token_hash: str) -> Guest | None:
        lasting = (tokens.c.hash == token_hash) & tokens.c.expires.is_(None)
        return self._guest(select(guests).join(tokens).where(lasting))

    def _guest(self, query: Select[Any]) -> Guest | None:
        with self._reading() as connection:
            found = connection.execute(query).mappings().one_or_none()
        return None if found is None else Guest(**found)

    def change_guest(self, guest: Guest) -> None:
        change = update(guests).where(guests.c.id == guest.id)
        with self._writing() as connection:
            connection.execute(change.values(name=guest.name, hook=guest.hook))

    def add_token(self, guest: str, token_hash: str, expires: float | None = None) -> None:
        token = {"hash": token_hash, "guest": guest, "expires": expires}
        with self._writing() as connection, _refusing("no such guest, or this token is there"):
            connection.execute(plain_insert(tokens), token)

    def tokens_of(self, guest: str, now: float) -> int:
        works = tokens.c.expires.is_(None) | (tokens.c.expires > now)
        counted = select(func.count()).select_from(tokens)
        return self._count(counted.where(tokens.c.guest == guest, works))

    def take_token(self, token_hash: str, now: float) -> Guest | None:
        once = (tokens.c.hash == token_hash) & tokens.c.expires.is_not(None)
        with self._writing() as connection:
            connection.execute(delete(tokens).where(tokens.c.expires <= now))  # anybody's
            taken = connection.execute(delete(tokens).where(once).returning(tokens.c.guest))
            owner = taken.scalar_one_or_none()
        return None if owner is None else self.guest(owner)

    def remove_token(self, token_hash: str) -> None:
        with self._writing() as connection:
            connection.execute(delete(tokens).where(tokens.c.hash == token_hash))

    # The database.

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with failures(), writing(self.engine) as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with failures(), self._asking.connect() as connection:
            yield connection


@contextmanager
def _refusing(why: str) -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise ValueError(why) from None


def _last_changed(query: Select[Any], limit: int) -> Select[Any]:
    return query.order_by(tables.c.changed.desc(), tables.c.id).limit(limit)


def _written(logged: Logged) -> Written:
    return Written(logged.table, logged.version, logged.at, _encode(logged.entry).decode())


def _kept(row: Row) -> dict[str, Any]:
    values = msgspec.structs.asdict(row)
    values["players"] = _encode(row.players).decode()
    return values


def _row(players: str, **values: Any) -> Row:
    return Row(players=_decode_players(players), **values)
