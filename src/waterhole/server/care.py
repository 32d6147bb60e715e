"""Looking after tables: what time alone brings about, and bots that move."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from time import time
from typing import NamedTuple

from waterhole.bots import load_player
from waterhole.bots.interface import chance
from waterhole.server.live import Live
from waterhole.server.metrics import Metrics
from waterhole.server.settings import Settings
from waterhole.server.tables import commands
from waterhole.server.tables.commands import Refused
from waterhole.server.tables.entries import AnyEntry
from waterhole.server.tables.table import Table
from waterhole.server.tasks import Tasks
from waterhole.server.thinkers import FairQueue, thinking_threads

log = logging.getLogger("waterhole.server")

RETRY = 1.0  # seconds until what failed is tried again
LONGEST_SLEEP = 3600.0  # seconds; then we look again

Act = Callable[[str, Callable[[Table], AnyEntry]], Awaitable[int]]


class Thought(NamedTuple):
    """What a bot has to do, about the table of one version."""

    version: int
    choose: Callable[[], str]


class Care:
    def __init__(
        self, act: Act, owns: Callable[[str], bool], settings: Settings, metrics: Metrics
    ) -> None:
        self._act, self._owns = act, owns
        self._settings, self._metrics = settings, metrics
        self._tasks = Tasks()
        self._queue = FairQueue(settings.thinkers)
        self._threads = thinking_threads(settings.thinkers)
        self._closing = False

    async def close(self) -> None:
        self._closing = True
        await self._tasks.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def look_after(self, live: Live) -> None:
        """Lets a bot think if it is its turn, and wakes up when somebody's time is up."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        if self._closing or not self._owns(live.table.id):
            return
        if bot_to_move(live.table) and not live.thinking:
            live.thinking = True
            self._tasks.spawn(self._think(live))
        at = self._wake_at(live)
        if at is not None:
            delay = min(max(at - time(), 0) + 0.01, LONGEST_SLEEP)
            wake = partial(self._wake_up, live)
            live.timer = asyncio.get_running_loop().call_later(delay, wake)

    # Time.

    def rests_until(self, live: Live) -> float | None:
        """When somebody's time is up at a slow table, where nothing else happens by itself; None:
        something does."""
        table = live.table
        if not table.made.clock.move or table.to_move is None or bot_to_move(table):
            return None
        return None if live.thinking else self._wake_at(live)

    def _wake_at(self, live: Live) -> float | None:
        table, turn = live.table, live.table.to_move
        if table.phase == "opening":
            return table.closed_at + self._settings.opening
        if commands.undo_agreed(table):
            return time()
        if turn is None or table.seats[turn].bot:
            return None
        times = [table.clocks.deadline(), self._gone_at(live, turn)]
        return min((at for at in times if at is not None), default=None)

    def _gone_at(self, live: Live, seat: int) -> float | None:
        """When a bot plays for somebody who is gone; never at slow tables."""
        if live.table.made.clock.move or seat not in live.gone_since:
            return None
        return max(live.gone_since[seat], live.table.clocks.since) + self._settings.grace

    def _wake_up(self, live: Live) -> None:
        if not self._closing:
            self._tasks.spawn(self._wake(live))

    async def _wake(self, live: Live) -> None:
        try:
            await self._act(live.table.id, partial(self._due, live))
        except Refused:
            pass  # somebody was faster
        except Exception as error:
            log.error("a clock could not ring", exc_info=error)
            await asyncio.sleep(RETRY)
        self.look_after(live)

    def _due(self, live: Live, table: Table) -> AnyEntry:
        """What time alone brings about, if it is still so."""
        now, turn = time(), table.to_move
        if table.phase == "opening" and now >= table.closed_at + self._settings.opening:
            return commands.start(table)
        if commands.undo_agreed(table):
            return commands.undo_by_consent(table)
        if turn is not None and not table.seats[turn].bot:
            deadline, gone = table.clocks.deadline(), self._gone_at(live, turn)
            if deadline is not None and now >= deadline:
                return commands.stand_in(table, turn, "time")
            if gone is not None and now >= gone:
                return commands.stand_in(table, turn, "gone")
        raise Refused("seat/away", "no bot is needed here")

    # Bots.

    async def _think(self, live: Live) -> None:
        """Lets a bot move. Whatever goes wrong, the table is looked after again."""
        try:
            await self._let_move(live)
        except Refused:
            pass  # the table has changed meanwhile
        except Exception as error:
            log.error("a bot could not move", exc_info=error)
            await asyncio.sleep(RETRY)
        finally:
            live.thinking = False
        self.look_after(live)

    async def _let_move(self, live: Live) -> None:
        clock = asyncio.get_running_loop().time
        soonest = clock() + self._settings.bot_delay
        with self._metrics.thinking.time():
            found = await self._chosen(live)
            await asyncio.sleep(soonest - clock())
        if found is not None:
            text, version = found
            decide = partial(commands.move, player=None, text=text, version=version)
            await self._act(live.table.id, decide)

    async def _chosen(self, live: Live) -> tuple[str, int] | None:
        """Waits in the queue, and only then looks at the table: it may have changed."""
        async with self._queue.turn(live.table.made.owner):
            thought = thought_of(live.table)
            if thought is None:
                return None
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, thought.choose), thought.version


def bot_to_move(table: Table) -> bool:
    return table.to_move is not None and table.seats[table.to_move].bot is not None


def thought_of(table: Table) -> Thought | None:
    """What the bot to move has to think about now; None: no bot is to move."""
    turn = table.to_move
    if turn is None or not table.seats[turn].bot:
        return None
    player, state = load_player(table.seats[turn].bot or ""), table.state
    assert state is not None
    view, rng = state.view(turn), chance(f"{table.made.secret} {table.version}")
    return Thought(table.version, lambda: str(player.choose(view, rng)))
