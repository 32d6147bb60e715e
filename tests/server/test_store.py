"""Both databases keep what stores promise, also when processes die, disks are full and the database
is away."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event, inspect, text

from tests.server.postgres import Postgres
from tests.server.store_process import RACE, Pipe, acknowledge, process, race
from waterhole.server.store.engine import open_engine
from waterhole.server.store.interface import Guest, Row, Store, StoreFailed, VersionTaken
from waterhole.server.store.schema import metadata
from waterhole.server.store.sql import SqlStore, open_store
from waterhole.server.tables.entries import Created, Logged, Moved
from waterhole.testing.stores import check_store

ACKNOWLEDGED = 25  # versions, before the process is killed


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/new folder/store.db"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def store(file: Path) -> Iterator[SqlStore]:
    yield from opened(f"sqlite:///{file}?timeout=0")


def opened(url: str) -> Iterator[SqlStore]:
    with closing(SqlStore(open_engine(url))) as store:
        yield store


def entry(version: int, move: str = "K", table: str = "ours") -> Logged:
    return Logged(table, version, 0.5, Moved(move))


def row(version: int, table: str = "ours") -> Row:
    return Row(table, "tembo", "playing", True, version, 0.5, ("ada",), b"{}")


def versions(store: Store, table: str = "ours") -> list[int]:
    return [logged.version for logged in store.read(table)]


# The promises ------------------------------------------------------------------------------------


def test_the_store_keeps_its_promises(url: str) -> None:
    check_store(lambda: open_store(url))


class KeepsGaps(SqlStore):
    def append(self, entries: Sequence[Logged], rows: Sequence[Row]) -> list[VersionTaken | None]:
        refused = super().append(entries, rows)
        for place, logged in enumerate(entries):
            if logged.version > 2 and refused[place] is not None:
                missing = Logged(logged.table, logged.version - 1, 0.5, Moved("K"))
                refused[place] = super().append([missing, logged], [])[1]
        return refused


class ForgetsARow(SqlStore):
    def append(self, entries: Sequence[Logged], rows: Sequence[Row]) -> list[VersionTaken | None]:
        return super().append(entries, rows[:1])


class RefusesAllOrNothing(SqlStore):
    """One late entry, and the others of the call must wait too."""

    def append(self, entries: Sequence[Logged], rows: Sequence[Row]) -> list[VersionTaken | None]:
        for logged in entries:
            if logged.version in versions(self, logged.table):
                return [VersionTaken()] * len(entries)
        return super().append(entries, rows)


class ReadsEverything(SqlStore):
    def read(self, table: str, after: int = 0) -> list[Logged]:
        return super().read(table)


class GoesOnAfterARefusal(SqlStore):
    def append(self, entries: Sequence[Logged], rows: Sequence[Row]) -> list[VersionTaken | None]:
        refused = super().append(entries, rows)
        again = [entry for entry, why in zip(entries, refused, strict=True) if why is not None]
        if len(again) > 1:
            super().append(again[1:], [])
        return refused


class ShowsPrivateTables(SqlStore):
    def lobby(self, limit: int = 100) -> list[Row]:
        found = [self.row(id) for id in self.unfinished()]
        return [each for each in found if each is not None][:limit]


class TakesLinksTwice(SqlStore):
    def take_token(self, token_hash: str, now: float) -> Guest | None:
        guest = super().take_token(token_hash, now)
        if guest is not None:
            self.add_token(guest.id, token_hash, now + 1)
        return guest


class ForgetsWhoLeft(SqlStore):
    def of_player(self, player: str, limit: int = 100, before: float | None = None) -> list[Row]:
        found = super().of_player(player, limit, before)
        return [each for each in found if player in each.players]


class CountsTheLastChanged(SqlStore):
    def count_of_player(self, player: str, phases: Sequence[str]) -> int:
        return sum(row.phase in phases for row in self.of_player(player, 3))


class OverwritesGuests(SqlStore):
    def add_guest(self, guest: Guest, token_hash: str) -> None:
        try:
            super().add_guest(guest, token_hash)
        except ValueError:
            self.change_guest(guest)


@pytest.mark.parametrize(
    ("spoilt", "sentence"),
    [
        (KeepsGaps, "a gap must be refused"),
        (ForgetsARow, "the newest row of a call must be kept"),
        (RefusesAllOrNothing, "the first of two equal versions is kept|of no other"),
        (ReadsEverything, "begin after the version"),
        (GoesOnAfterARefusal, "first of two equal versions"),
        (ShowsPrivateTables, "the lobby"),
        (TakesLinksTwice, "a link must work once"),
        (ForgetsWhoLeft, "where somebody sat"),
        (CountsTheLastChanged, "count_of_player must count"),
        (OverwritesGuests, "a taken id must raise ValueError"),
    ],
)
def test_a_store_that_breaks_a_promise_is_caught(
    spoilt: type[SqlStore], sentence: str, file: Path
) -> None:
    with pytest.raises(AssertionError, match=sentence):
        check_store(lambda: spoilt(open_engine(f"sqlite:///{file}")))


# Processes ---------------------------------------------------------------------------------------


def received(pipe: Pipe) -> Iterator[int]:
    """What was sent before the process ended."""
    with suppress(EOFError):
        while True:
            yield pipe.recv()


def test_nothing_acknowledged_is_lost_with_the_process(url: str) -> None:
    with process(acknowledge, url, "ours") as (killed, pipe):
        pipe.send("go")
        acknowledged = [pipe.recv() for _ in range(ACKNOWLEDGED)]
        killed.kill()
        acknowledged += received(pipe)
    with closing(open_store(url)) as store:
        kept = versions(store)
        assert kept == list(range(1, len(kept) + 1))
        assert acknowledged == kept[: len(acknowledged)]
        found = store.row("ours")
        assert found is not None
        assert found.version == len(kept)
        assert store.append([entry(len(kept) + 1)], []) == [None]


def test_two_processes_make_one_database_and_share_its_versions(url: str) -> None:
    with process(race, url, "ada") as (_, ada), process(race, url, "bo") as (_, bo):
        ada.send("go")
        bo.send("go")
        won = {"ada": ada.recv(), "bo": bo.recv()}
    with closing(open_store(url)) as store:
        log = store.read("race")
    assert [logged.version for logged in log] == list(range(1, RACE + 1))
    written = {name: [e.version for e in log if e.entry == Moved(name)] for name in won}
    assert written == won  # each version has one winner, who knows it


def test_he_who_is_overtaken_within_his_transaction_is_refused(postgres: Postgres) -> None:
    url = postgres.new_database()
    taken: list[Logged] = []

    def overtake(connection: object, cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("INSERT INTO entries") and not taken:
            taken.append(entry(1, "bo"))
            assert faster.append(taken, []) == [None]

    with closing(open_store(url)) as faster:
        for store in opened(url):
            event.listen(store.engine, "before_cursor_execute", overtake)
            mixed = [entry(1, "ada", "a"), entry(1, "ada"), entry(2, "ada"), entry(1, "ada", "z")]
            refused = store.append(mixed, [row(1, "a"), row(2), row(1, "z")])
            assert [why is None for why in refused] == [True, False, False, True]
            assert store.read("ours") == taken
            assert store.row("ours") is None
            assert [versions(store, table) for table in "az"] == [[1], [1]]
            assert [store.row(table) for table in "az"] == [row(1, "a"), row(1, "z")]


# Making a database -------------------------------------------------------------------------------


def test_migrations_make_what_the_schema_says(url: str) -> None:
    for store in opened(url):
        check_schema(store)


def check_schema(store: SqlStore) -> None:
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == "0002"


def test_a_database_of_the_first_version_is_brought_up_to_date(url: str) -> None:
    for store in opened(url):
        store.append([entry(1)], [row(1)])
        with store.engine.begin() as connection:
            connection.execute(text("DROP INDEX tokens_by_guest"))
            connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    for store in opened(url):
        check_schema(store)
        assert versions(store) == [1]


def test_opening_again_changes_nothing(url: str) -> None:
    for store in opened(url):
        store.append([entry(1)], [row(1)])
    for store in opened(url):
        assert versions(store) == [1]
        assert store.row("ours") == row(1)


def test_an_empty_database_that_is_there_already_is_filled(file: Path) -> None:
    file.touch()
    for store in opened(f"sqlite:///{file}"):
        assert set(metadata.tables) <= set(inspect(store.engine).get_table_names())


def test_a_failed_migration_leaves_nothing_behind(url: str, monkeypatch: Any) -> None:
    def fails(*_: object) -> None:
        raise StoreFailed("half way")

    with monkeypatch.context() as broken:
        broken.setattr("alembic.op.create_index", fails)
        with pytest.raises(StoreFailed, match="half way"):
            open_store(url)
    for store in opened(url):
        assert store.append([entry(1)], [row(1)]) == [None]


def test_sqlite_waits_for_the_disk(store: SqlStore) -> None:
    settings = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    with store.engine.connect() as connection:
        for name, value in settings.items():
            assert connection.exec_driver_sql(f"PRAGMA {name}").scalar() == value


@pytest.mark.parametrize(("set_up", "used"), [("off", "on"), ("local", "local")])
def test_postgres_waits_for_the_disk(postgres: Postgres, set_up: str, used: str) -> None:
    url = postgres.new_database()
    with psycopg.connect(url, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(f"ALTER DATABASE {name} SET synchronous_commit = {set_up}".encode())
    for store in opened(url):
        with store.engine.connect() as connection_:
            assert connection_.exec_driver_sql("SHOW synchronous_commit").scalar() == used


# Failures ----------------------------------------------------------------------------------------


def one_line(error: pytest.ExceptionInfo[Exception]) -> str:
    said = str(error.value)
    assert said.startswith("the database failed: ")
    assert "\n" not in said
    assert "hush" not in said  # neither the password nor the server's part of a seed
    assert error.value.__suppress_context__  # nor in a traceback
    return said


def test_a_full_disk_keeps_nothing_of_the_call(store: SqlStore) -> None:
    store.append([entry(1)], [row(1)])
    size = 0

    def fill(connection: Any, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {size}")

    with store.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    event.listen(store.engine, "checkout", fill)
    size = pages + 1
    created = Logged("large", 1, 0.5, Created("tembo", 2, {"deck": "hush" * 10_000}, "ada", "hush"))
    with pytest.raises(StoreFailed, match="full") as error:
        store.append([entry(2), entry(3), created], [row(3)])
    one_line(error)
    assert versions(store) == [1]
    assert store.row("ours") == row(1)
    assert store.read("large") == []
    size = 100_000  # somebody tidied up
    assert store.append([entry(2), entry(3), created], [row(3)]) == [None] * 3
    assert versions(store) == [1, 2, 3]


def test_a_locked_file_is_a_failure_and_can_still_be_read(store: SqlStore, file: Path) -> None:
    store.append([entry(1)], [])
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreFailed, match="locked") as error:
            store.append([entry(2)], [row(2)])
        one_line(error)
        assert versions(store) == [1]
    assert store.append([entry(2)], [row(2)]) == [None]


def test_what_does_not_fit_the_database_is_quoted_nowhere(url: str) -> None:
    for store in opened(url):
        odd: Any = Logged("ours", 1, None, Created("tembo", 2, {}, "ada", "hush"))  # type: ignore[arg-type]
        with pytest.raises(StoreFailed) as error:
            store.append([odd, entry(1, table="other")], [])
        one_line(error)
        assert versions(store, "other") == []


def test_a_file_that_is_no_database_is_a_failure(file: Path) -> None:
    file.write_text("dear diary " * 1000, "utf-8")
    with pytest.raises(StoreFailed, match="not a database") as error:
        open_store(f"sqlite:///{file}")
    one_line(error)
    assert file.read_text("utf-8").startswith("dear diary")


def test_a_folder_that_cannot_be_made_is_a_failure(file: Path) -> None:
    file.touch()
    with pytest.raises(StoreFailed) as error:
        open_store(f"sqlite:///{file}/store.db")
    one_line(error)


def test_postgres_may_go_and_come_back(postgres: Postgres) -> None:
    for store in opened(postgres.new_database()):
        store.append([entry(1)], [row(1)])
        postgres.stop()
        try:
            with pytest.raises(StoreFailed) as error:
                store.append([entry(2)], [row(2)])
            one_line(error)
            with pytest.raises(StoreFailed):
                store.read("ours")
            with pytest.raises(StoreFailed):
                store.add_guest(Guest("ada", "Ada", 0.5), "hash")
            with pytest.raises(StoreFailed) as error:
                open_store(postgres.url())
            one_line(error)
        finally:
            postgres.start()
        assert versions(store) == [1]
        assert store.append([entry(2)], [row(2)]) == [None]
        assert store.guest("ada") is None


def test_postgres_may_go_and_come_back_unnoticed(postgres: Postgres) -> None:
    for store in opened(postgres.new_database()):
        store.append([entry(1)], [])
        postgres.stop()
        postgres.start()
        assert store.append([entry(2)], []) == [None]


def test_a_connection_cut_within_a_transaction_keeps_nothing(postgres: Postgres) -> None:
    url = postgres.new_database()

    def cut(connection: Any, cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("INSERT INTO tables"):
            pid = connection.connection.driver_connection.info.backend_pid
            with psycopg.connect(url, autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(%s, 10000)", [pid])

    for store in opened(url):
        event.listen(store.engine, "before_cursor_execute", cut)
        with pytest.raises(StoreFailed) as error:
            store.append([entry(1)], [row(1)])
        one_line(error)
        event.remove(store.engine, "before_cursor_execute", cut)
        assert versions(store) == []
        assert store.append([entry(1)], [row(1)]) == [None]


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("hush", "cannot be read"),
        ("postgresql://ada:hush@host:port/base", "cannot be read"),
        ("mysql://ada:hush@host/base", "must begin with sqlite:/// or postgresql://"),
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
    ],
)
def test_a_wrong_address_is_refused_without_quoting_it(url: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as error:
        open_store(url)
    assert "hush" not in str(error.value)


# Secrets -----------------------------------------------------------------------------------------


def test_tokens_are_stored_as_the_hashes_that_are_given(url: str) -> None:
    for store in opened(url):
        store.add_guest(Guest("ada", "Ada", 0.5), "hash 1")
        store.add_token("ada", "hash 2")
        store.add_token("ada", "hash 3", 99.5)
        store.guest_of("hash 4")
        store.take_token("hash 5", 1.5)
        with store.engine.connect() as connection:
            found = connection.execute(text("SELECT hash, guest, expires FROM tokens ORDER BY 1"))
            assert [tuple(each) for each in found] == [
                ("hash 1", "ada", None),
                ("hash 2", "ada", None),
                ("hash 3", "ada", 99.5),
            ]
