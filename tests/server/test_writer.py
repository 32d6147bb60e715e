"""The writer groups what comes in, and every caller hears what became of his entries."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import closing
from pathlib import Path
from threading import Event, get_ident
from typing import Any

import pytest

from waterhole.server.store.interface import Row, Store, StoreFailed, VersionTaken
from waterhole.server.store.sql import SqlStore, open_store
from waterhole.server.store.writer import TOGETHER, Writer
from waterhole.server.tables.entries import Created, Logged, Moved


class Watched:
    """A store that notes its calls. The first waits until it is let go, so that others gather."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.calls: list[int] = []  # entries in each
        self.threads: set[int] = set()
        self.let_go = Event()
        self.failing = False

    def append(self, entries: Sequence[Logged], rows: Sequence[Row]) -> list[VersionTaken | None]:
        self.let_go.wait()
        self.calls.append(len(entries))
        self.threads.add(get_ident())
        if self.failing:
            raise StoreFailed("the database failed: gone")
        return self.store.append(entries, rows)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)


@pytest.fixture
def watched(tmp_path: Path) -> Any:
    with closing(open_store(f"sqlite:///{tmp_path}/store.db")) as store:
        yield Watched(store)


def writes(test: Callable[[Writer, Watched], Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test with a writer, which is closed at the end."""

    async def run(watched: Watched) -> None:
        writer = Writer(watched, waiting=ROOM)
        try:
            await test(writer, watched)
        finally:
            watched.let_go.set()
            await writer.close()

    def wrapped(watched: Watched) -> None:
        asyncio.run(run(watched))

    wrapped.__doc__ = test.__doc__
    return wrapped


ROOM = 2 * TOGETHER


def entry(table: str, version: int = 1) -> Logged:
    return Logged(table, version, 0.5, Moved("K"))


def row(table: str, version: int = 1) -> Row:
    return Row(table, "tembo", "playing", True, version, 0.5, (), b"{}")


async def started(*calls: Coroutine[Any, Any, None]) -> list[asyncio.Task[None]]:
    """The calls are on their way: each has come as far as it gets for now."""
    tasks = [asyncio.create_task(call) for call in calls]
    for _ in range(5):
        await asyncio.sleep(0)
    return tasks


@writes
async def test_an_append_is_stored_when_it_returns(writer: Writer, watched: Watched) -> None:
    watched.let_go.set()
    await writer.append([entry("a", 1), entry("a", 2)], row("a", 2))
    assert watched.store.read("a") == [entry("a", 1), entry("a", 2)]
    assert watched.store.row("a") == row("a", 2)
    await writer.append([entry("a", 3)])
    assert watched.store.row("a") == row("a", 2)


@writes
async def test_what_comes_in_meanwhile_is_written_together(
    writer: Writer, watched: Watched
) -> None:
    first = await started(writer.append([entry("first")]))
    others = await started(*(writer.append([entry(str(n))], row(str(n))) for n in range(50)))
    assert not any(task.done() for task in first + others)
    watched.let_go.set()
    await asyncio.gather(*first, *others)
    assert watched.calls == [1, 50]
    assert all(watched.store.row(str(n)) == row(str(n)) for n in range(50))


@writes
async def test_a_transaction_has_a_largest_size_and_the_queue_too(
    writer: Writer, watched: Watched
) -> None:
    first = await started(writer.append([entry("first")]))
    others = await started(*(writer.append([entry(str(n))]) for n in range(ROOM + 10)))
    watched.let_go.set()
    await asyncio.gather(*first, *others)
    assert sum(watched.calls) == ROOM + 11
    assert watched.calls[:2] == [1, TOGETHER]
    assert max(watched.calls) == TOGETHER
    assert len(watched.calls) > 3  # what had no room came later


@writes
async def test_the_store_is_called_in_one_thread_and_not_in_ours(
    writer: Writer, watched: Watched
) -> None:
    watched.let_go.set()
    for version in range(1, 4):
        await asyncio.gather(*(writer.append([entry(str(n), version)]) for n in range(3)))
    assert len(watched.threads) == 1
    assert get_ident() not in watched.threads


@writes
async def test_only_he_who_is_late_is_refused(writer: Writer, watched: Watched) -> None:
    watched.store.append([entry("a", 1)], [])
    first = await started(writer.append([entry("first")]))
    late, other, gap = await started(
        writer.append([entry("a", 1), entry("a", 2)], row("a", 2)),
        writer.append([entry("b", 1)], row("b", 1)),
        writer.append([entry("c", 2)], row("c", 2)),
    )
    watched.let_go.set()
    with pytest.raises(VersionTaken, match="table a is at version 1: 1 is not next"):
        await late
    with pytest.raises(VersionTaken, match="table c is at version 0: 2 is not next"):
        await gap
    await asyncio.gather(*first, other)
    assert watched.calls == [1, 4]
    assert watched.store.read("a") == [entry("a", 1)]
    assert [watched.store.row(id) for id in "abc"] == [None, row("b"), None]


@writes
async def test_one_table_may_append_twice_in_a_transaction(
    writer: Writer, watched: Watched
) -> None:
    first = await started(writer.append([entry("first")]))
    kept, twice, after = await started(
        writer.append([entry("a", 1)], row("a", 1)),
        writer.append([entry("a", 1)], row("a", 1)),
        writer.append([entry("a", 2)], row("a", 2)),
    )
    watched.let_go.set()
    await asyncio.gather(*first, kept)
    for late in (twice, after):  # what follows a refused entry is refused
        with pytest.raises(VersionTaken):
            await late
    assert watched.store.row("a") == row("a", 1)


@writes
async def test_a_failure_is_told_to_all_and_does_not_last(writer: Writer, watched: Watched) -> None:
    watched.failing = True
    tasks = await started(*(writer.append([entry(name)]) for name in "abc"))
    watched.let_go.set()
    errors = await asyncio.gather(*tasks, return_exceptions=True)
    assert [str(error) for error in errors] == ["the database failed: gone"] * 3
    assert len({id(error) for error in errors}) == 3
    watched.failing = False
    await writer.append([entry("a")])
    assert watched.store.read("a") == [entry("a")]


@writes
async def test_an_entry_that_cannot_be_written_down_stands_alone(
    writer: Writer, watched: Watched
) -> None:
    first = await started(writer.append([entry("first")]))
    odd = Created("tembo", 2, {"deck": object()}, "ada", "secret")
    wrong, right = await started(
        writer.append([Logged("odd", 1, 0.5, odd)]), writer.append([entry("right")])
    )
    watched.let_go.set()
    with pytest.raises(TypeError):
        await wrong
    await asyncio.gather(*first, right)
    assert watched.store.read("odd") == []


@writes
async def test_he_who_stops_waiting_hinders_nobody(writer: Writer, watched: Watched) -> None:
    first = await started(writer.append([entry("first")]))
    gone, other = await started(writer.append([entry("gone")]), writer.append([entry("other")]))
    gone.cancel()
    watched.let_go.set()
    await asyncio.gather(*first, other)
    assert gone.cancelled()
    assert watched.store.read("other") == [entry("other")]


@writes
async def test_a_call_is_one_run_of_one_table(writer: Writer, watched: Watched) -> None:
    watched.let_go.set()
    for wrong in ([entry("a", 1), entry("b", 2)], [entry("a", 1), entry("a", 3)]):
        with pytest.raises(ValueError, match="of one table, in order"):
            await writer.append(wrong)
    assert watched.calls == []


@writes
async def test_closing_writes_what_waits_and_takes_no_more(
    writer: Writer, watched: Watched
) -> None:
    tasks = await started(*(writer.append([entry(name)]) for name in "abc"))
    closing_ = await started(writer.close())
    with pytest.raises(StoreFailed, match="closing"):
        await writer.append([entry("late")])
    assert not closing_[0].done()
    watched.let_go.set()
    await asyncio.gather(*tasks, *closing_)
    assert [watched.store.read(name) for name in "abc"] == [[entry(name)] for name in "abc"]
    assert watched.store.read("late") == []


def test_a_writer_that_did_nothing_closes(tmp_path: Path) -> None:
    async def idle() -> None:
        await Writer(store).close()

    with closing(open_store(f"sqlite:///{tmp_path}/store.db")) as store:
        assert isinstance(store, SqlStore)
        asyncio.run(idle())
