"""The one door: everything a client is told about a table is made here, from views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Raw

from waterhole.server.tables.table import NOTHING, Table
from waterhole.server.wire.messages import ENCODE, PROTOCOL, SeatShown, TableShown


def seats_shown(table: Table, here: Sequence[bool]) -> list[SeatShown]:
    return [
        SeatShown(
            name=seat.name if seat.player else seat.level,
            bot=seat.level,
            away=seat.away,
            here=here[number] if seat.player else False,
            ready=seat.hash is None or seat.nonce is not None,
        )
        if seat.taken
        else SeatShown()
        for number, seat in enumerate(table.seats)
    ]


def seats_told(table: Table, here: Sequence[bool]) -> Raw:
    """The same as JSON: nothing changes about them with most moves."""
    return Raw(ENCODE(seats_shown(table, here)))


def answering(change: bytes, id: int) -> bytes:
    """A change as its asker is told it."""
    return b'%b,"id":%d}' % (change[:-1], id)


def may_watch(table: Table, seat: int | None) -> bool:
    """Spectators see a table's cards only where they may."""
    return seat is not None or table.made.watchable


def view_of(table: Table, seat: int | None) -> dict[str, Any] | None:
    if not may_watch(table, seat) or table.state is None:
        return None
    return table.state.view(seat).to_dict()


def legal_of(table: Table, seat: int | None) -> bytes:
    if table.match is None or seat is None or table.to_move != seat or table.seats[seat].away:
        return NOTHING
    return table.match.legal()


def shown(
    table: Table, player: str | None, here: Sequence[bool], now: float, after: int = 0
) -> TableShown:
    """The whole table, with what happened after a version."""
    seat = table.seat_of(player)
    log: Any = [Raw(events) for events in table.history[max(after, 0) :]]
    legal: Any = Raw(legal_of(table, seat))
    made = table.made
    return TableShown(
        type="table",
        protocol=PROTOCOL,
        table=table.id,
        version=table.version,
        phase=table.phase,
        game=made.game,
        options=made.options,
        clock=made.clock,
        private=made.private,
        watchable=made.watchable,
        friendly=made.friendly,
        commitment=table.commitment,
        owner=player is not None and player == made.owner,
        seat=seat,
        seats=seats_shown(table, here),
        view=view_of(table, seat),
        to_move=table.to_move,
        legal=legal,
        can_undo=seat is not None and table.free_undo(seat),
        undo_asked=table.asked,
        clocks=table.clocks.shown(now),
        log=log if may_watch(table, seat) else [],
        next=table.next,
    )


class Change:
    """An entry that has happened, told to every viewer as a ``Changed``; what all see alike is
    written once, before the rest."""

    def __init__(self, table: Table, what: str, seats: Raw, now: float) -> None:
        self.table = table
        alike = {
            "type": "changed",
            "version": table.version,
            "phase": table.phase,
            "what": what,
            "seats": seats,
            "to_move": table.to_move,
            "undo_asked": table.asked,
            "clocks": table.clocks.shown(now),
            "next": table.next,
        }
        self._alike = ENCODE(alike)[:-1]

    def told(self, seat: int | None) -> bytes:
        """What who sits there is told; None: a spectator."""
        table = self.table
        watches = may_watch(table, seat)
        return b'%b,"events":%b,"seat":%b,"view":%b,"legal":%b,"can_undo":%b}' % (
            self._alike,
            table.history[-1] if watches else NOTHING,
            b"null" if seat is None else b"%d" % seat,
            table.match.view(seat) if table.match and watches else b"null",
            legal_of(table, seat),
            b"true" if seat is not None and table.free_undo(seat) else b"false",
        )
