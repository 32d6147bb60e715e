"""Who looks at a table: connections of this process, and what others say of theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import time

import msgspec

from waterhole.server.bus.interface import Bus, News
from waterhole.server.live import Live, Viewer
from waterhole.server.tables.commands import Refused
from waterhole.server.wire import door
from waterhole.server.wire import messages as wire
from waterhole.server.wire.messages import ENCODE, Reacted, Reaction

REMEMBERED = 5.0  # seconds that who is connected to another process is believed


class Presence:
    def __init__(self, bus: Bus, look_after: Callable[[Live], None]) -> None:
        self._bus, self._look_after = bus, look_after

    def join(self, live: Live, viewer: Viewer, after: int) -> None:
        """A viewer connects, and is told the whole table first."""
        live.viewers.add(viewer)
        self.say(live)
        self.update(live)
        viewer.tell_first(ENCODE(door.shown(live.table, viewer.player, live.here(), time(), after)))

    def part(self, live: Live, viewer: Viewer) -> None:
        live.viewers.discard(viewer)
        self.say(live)
        self.update(live)

    def seated_anew(self, live: Live) -> None:
        """Somebody else may sit where somebody was gone."""
        live.gone_since = {}
        self.update(live)

    def update(self, live: Live) -> None:
        """Tells who is connected, if that has changed."""
        here = live.here()
        for seat in live.table.people():
            if here[seat]:
                live.gone_since.pop(seat, None)
            else:
                live.gone_since.setdefault(seat, time())
        live.seats = None
        if here != live.told_here:
            live.told_here = here
            told = ENCODE(wire.Presence("presence", here))
            live.tell(lambda _: told)
            self._look_after(live)

    def react(self, live: Live, player: str, reaction: Reaction) -> None:
        seat = live.table.seat_of(player)
        if seat is None:
            raise Refused("seat/none", "you do not sit at this table")
        self._tell_reaction(live, seat, reaction)
        self._bus.tell(News(self._bus.process, live.table.id, seat=seat, reaction=reaction))

    def _tell_reaction(self, live: Live, seat: int, reaction: Reaction) -> None:
        told = ENCODE(Reacted("reacted", seat, reaction))
        live.tell(lambda _: told)

    # Other processes.

    def say(self, live: Live) -> None:
        """Says to other processes who is connected to this one."""
        id, version = live.table.id, live.table.version
        self._bus.tell(News(self._bus.process, id, version=version, here=live.connected()))

    def hear(self, live: Live, news: News) -> None:
        """What another process says of its connections."""
        if news.here is not None:
            live.elsewhere[news.process] = (time() + REMEMBERED, news.here)
            self.update(live)
        if news.seat is not None and news.reaction is not None:
            reaction = msgspec.convert(news.reaction, Reaction)
            self._tell_reaction(live, news.seat, reaction)

    def refresh(self, lives: Iterable[Live]) -> None:
        """Said again and again: a process that stops saying so has lost its connections."""
        for live in lives:
            if live.viewers:
                self.say(live)
            if live.elsewhere:
                live.elsewhere = {p: v for p, v in live.elsewhere.items() if v[0] > time()}
                self.update(live)
