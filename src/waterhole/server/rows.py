"""The row that goes with an entry: what lists of tables say of the table after it."""

from __future__ import annotations

from waterhole.server.store.interface import Row
from waterhole.server.tables.entries import Logged, Moved
from waterhole.server.tables.phases import IN_LOBBY
from waterhole.server.tables.table import Table
from waterhole.server.wire.messages import ENCODE, Summary

ROW_AGE = 600.0  # seconds after which the row of a table says again that it is in use


def row_after(table: Table, logged: Logged, row_at: float) -> Row | None:
    """The row, where it says something new: not with every move, which would cost a copy."""
    if goes_on(table, logged) and logged.at - row_at < ROW_AGE:
        return None
    return row_of(table.after(logged))


def goes_on(table: Table, logged: Logged) -> bool:
    """Whether this is a move, and not the last one."""
    entry = logged.entry
    return isinstance(entry, Moved) and not table.look_ahead(entry.move).is_over


def row_of(table: Table) -> Row:
    return Row(
        id=table.id,
        game=table.made.game,
        phase=table.phase,
        open=not table.made.private and table.phase in IN_LOBBY,
        version=table.version,
        changed=table.changed,
        players=tuple(sorted(players_of(table))),
        summary=ENCODE(summary_of(table)),
    )


def players_of(table: Table) -> set[str]:
    """Who finds the table among his own: who made it, and who sits there."""
    return {table.made.owner, *(seat.player for seat in table.seats if seat.player)}


def summary_of(table: Table) -> Summary:
    return Summary(
        table=table.id,
        game=table.made.game,
        phase=table.phase,
        seats=[name or None for name in table.names()],
        options=table.made.options,
        clock=table.made.clock,
        watchable=table.made.watchable,
        made=table.made_at,
        changed=table.changed,
        winners=winners_of(table),
    )


def winners_of(table: Table) -> list[int]:
    return table.match.winners if table.match else []
