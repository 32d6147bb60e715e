"""Which entries and rows fit the logs as they are. Nothing here knows a database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from waterhole.server.store.interface import Row, VersionTaken
from waterhole.server.tables.entries import Logged


class Head(NamedTuple):
    """What the database has of a table."""

    version: int  # of its last entry; 0 without any
    players: str | None  # of its row, as written there


def place(entries: Sequence[Logged], heads: Mapping[str, Head]) -> list[VersionTaken | None]:
    """None for each entry that follows its log without a gap. After a refused one, nothing of that
    table follows any more."""
    last = {table: head.version for table, head in heads.items()}
    closed: set[str] = set()
    outcomes: list[VersionTaken | None] = []
    for entry in entries:
        if entry.table not in closed and entry.version == last[entry.table] + 1:
            last[entry.table] = entry.version
            outcomes.append(None)
        else:
            closed.add(entry.table)
            outcomes.append(_refusal(entry, last[entry.table]))
    return outcomes


def _refusal(entry: Logged, last: int) -> VersionTaken:
    return VersionTaken(f"table {entry.table} is at version {last}: {entry.version} is not next")


def fitting(
    rows: Sequence[Row],
    entries: Sequence[Logged],
    refused: Sequence[VersionTaken | None],
    heads: Mapping[str, Head],
) -> list[Row]:
    """The newest row of each table whose entry is kept; a row without entries must be that of the
    end of the log."""
    kept = {(e.table, e.version) for e, why in zip(entries, refused, strict=True) if why is None}
    touched = {entry.table for entry in entries}
    newest: dict[str, Row] = {}
    for row in rows:
        if row.id in touched:
            fits = (row.id, row.version) in kept
        else:
            fits = row.version == heads[row.id].version
        if fits and (row.id not in newest or newest[row.id].version < row.version):
            newest[row.id] = row
    return [newest[id] for id in sorted(newest)]
