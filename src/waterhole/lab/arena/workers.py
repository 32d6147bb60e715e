"""Matches in processes of their own. A worker that stalls or dies costs its match, nothing more.

The parent deals out one match at a time. Each worker notes in shared memory who is to move and
until when; the parent looks at it now and then, and ends a worker that is past its time.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import connection, get_context, parent_process
from time import monotonic
from typing import Any, NamedTuple

from waterhole import core
from waterhole.bots import load_player
from waterhole.game import Game, WaterholeError, load
from waterhole.lab.arena.match import (
    CRASHED,
    DIED,
    Contender,
    Forfeit,
    Match,
    Watch,
    deal_seed,
    described,
    forfeited,
    play,
    stalled,
)
from waterhole.lab.arena.schedule import Fixture

# Not fork: a worker starts with nothing but what it is given.
CONTEXT = get_context("spawn")
LOOK = 0.1  # seconds between two looks at the deadlines
TO_START = 120.0  # seconds for a process to be there, long before any bot is at work
TO_LOAD = 60.0  # seconds for a bot to get ready, on top of those for a move
NOBODY = -1  # instead of a seat
MOST_FAILURES = 3  # workers that die one after the other, with no bot to blame


class Terms(NamedTuple):
    """What all matches of a run have in common."""

    game: str
    seats: int
    options: Mapping[str, Any]
    seed: str
    limits: Mapping[str, float]  # of each bot, in seconds a move
    records: bool  # whether matches come with their records


@dataclass(slots=True, eq=False)
class Worker:
    """A process, as its parent sees it."""

    process: Any
    pipe: Any
    memory: Any  # see Watch
    fixture: Fixture | None = None  # being played

    def give(self, fixture: Fixture) -> None:
        self.fixture = fixture
        with suppress(OSError):  # if it is dead, that will be noticed
            self.pipe.send(fixture)

    def answer(self) -> Match | None:
        """The match it has played; None: it is dead, or as good as dead."""
        try:
            match = self.pipe.recv() if self.pipe.poll() else None
        except Exception:  # the end of the pipe, or a torn answer
            return None
        if not isinstance(match, Match) or match.fixture != self.fixture:
            return None  # a bot has divided its process, and both halves play on
        self.fixture = None
        return match

    def has_died(self) -> bool:
        """Dead without a word: a process that a bot has started may hold the pipe open."""
        return not self.process.is_alive() and not self.pipe.poll()

    def overdue(self) -> int | None:
        """The seat whose time is over."""
        seat, deadline = int(self.memory[1]), self.memory[0]  # in this order, see Watch
        return seat if 0 < deadline < monotonic() else None

    def end(self) -> None:
        with suppress(OSError):  # none is left, or it has not got so far
            os.killpg(self.process.pid, signal.SIGKILL)  # and whatever its bots have started
        self.process.kill()
        self.process.join()
        self.process.close()
        self.pipe.close()


def play_all(terms: Terms, fixtures: Iterable[Fixture], processes: int) -> Generator[Match]:
    """The matches in the order in which they are finished."""
    waiting = Waiting(iter(fixtures))
    workers: list[Worker] = []
    try:
        for _ in range(processes):
            _employ(workers, terms, waiting)
        while workers:
            for worker in _heard(workers):
                match = worker.answer()
                if match is None:
                    yield from _buried(workers, worker, waiting)
                    _employ(workers, terms, waiting)
                else:
                    waiting.failures = 0
                    _occupy(workers, worker, waiting)
                    yield match
            for worker in workers[:]:
                seat = worker.overdue()
                if seat is not None:
                    yield from _stopped(workers, worker, seat, terms, waiting)
                    _employ(workers, terms, waiting)
    finally:
        with _interrupts_held():
            for worker in workers:
                worker.end()


class Waiting:
    """The matches nobody plays yet."""

    def __init__(self, fixtures: Iterator[Fixture]) -> None:
        self.fixtures = fixtures
        self.returned: list[Fixture] = []
        self.failures = 0  # in succession

    def next(self) -> Fixture | None:
        return self.returned.pop() if self.returned else next(self.fixtures, None)

    def take_back(self, fixture: Fixture) -> None:
        """A match whose worker died, or never came to life, without a bot at work."""
        self.returned.append(fixture)
        self.failures += 1
        if self.failures > MOST_FAILURES:
            raise WaterholeError(
                "arena/workers",
                "the arena's processes end before they can play (a script that starts them needs "
                "if __name__ == '__main__')",
            )


def _heard(workers: list[Worker]) -> list[Worker]:
    """The workers that have something to say, be it that they are dead."""
    by_pipe = {worker.pipe: worker for worker in workers}
    heard = [by_pipe[pipe] for pipe in connection.wait(by_pipe, LOOK)]
    return heard + [each for each in workers if each not in heard and each.has_died()]


def _employ(workers: list[Worker], terms: Terms, waiting: Waiting) -> None:
    """One worker more, if there is a match for it."""
    fixture = waiting.next()
    if fixture is not None:
        with _interrupts_held():
            workers.append(_started(terms))
        workers[-1].give(fixture)


def _occupy(workers: list[Worker], worker: Worker, waiting: Waiting) -> None:
    fixture = waiting.next()
    if fixture is not None:
        worker.give(fixture)
    else:
        _dismiss(workers, worker)


def _dismiss(workers: list[Worker], worker: Worker) -> None:
    with _interrupts_held():
        workers.remove(worker)
        worker.end()


def _buried(workers: list[Worker], worker: Worker, waiting: Waiting) -> Iterator[Match]:
    """The match of a worker that died, lost by the bot that was to move."""
    fixture = worker.fixture
    assert fixture is not None
    worker.process.join(1)
    status = worker.process.exitcode
    _dismiss(workers, worker)
    deadline, seat = worker.memory
    if deadline and seat != NOBODY:
        yield forfeited(fixture, Forfeit(int(seat), DIED, ending(status)))
    else:
        waiting.take_back(fixture)


def ending(status: int | None) -> str:
    """How a process ended, in words that follow the name of a bot."""
    if status is None:
        return "cut its process off from the arena"
    if status >= 0:
        return f"ended its process (exit status {status})"
    with suppress(ValueError):  # most signals have a name
        return f"ended its process (signal {signal.Signals(-status).name})"
    return f"ended its process (signal {-status})"


def _stopped(
    workers: list[Worker], worker: Worker, seat: int, terms: Terms, waiting: Waiting
) -> Iterator[Match]:
    """The match of a worker that was too slow, lost by the bot that was to move."""
    fixture = worker.fixture
    assert fixture is not None
    _dismiss(workers, worker)
    if seat == NOBODY:
        waiting.take_back(fixture)
    else:
        yield forfeited(fixture, stalled(seat, terms.limits[fixture.bots[seat]]))


def _started(terms: Terms) -> Worker:
    ours, theirs = CONTEXT.Pipe()
    memory = CONTEXT.RawArray("d", 2)
    Watch(memory).begin(NOBODY, TO_START)
    process = CONTEXT.Process(target=_work, args=(theirs, memory, terms), daemon=True)
    process.start()
    theirs.close()
    return Worker(process, ours, memory)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C is the parent's affair: processes started meanwhile do not get it, and the parent
    gets it a moment later."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# What happens in a worker.


def _work(pipe: Any, memory: Any, terms: Terms) -> None:
    _set_apart()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    game = core.load(terms.game) if core.available else load(terms.game)
    watch, contenders = Watch(memory), dict[str, Contender]()
    watch.end()
    try:
        while True:
            pipe.send(_answer(game, terms, pipe.recv(), contenders, watch))
    except (EOFError, OSError):
        pass  # the parent has gone


def _set_apart() -> None:
    """A group of its own, to be ended as a whole; what is typed, Ctrl-Z too, does not get there."""
    os.setpgrp()
    for ignored in (signal.SIGINT, signal.SIGTTOU):
        signal.signal(ignored, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    del sys.argv[1:]  # the seed may be among them, and is not for the bots
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what a bot prints must not get into the arena's output


def _end_with_parent() -> None:
    """A bot may think forever; not without the arena."""
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os.killpg(0, signal.SIGKILL)  # this process, and whatever its bots have started


def _answer(
    game: Game, terms: Terms, fixture: Fixture, contenders: dict[str, Contender], watch: Watch
) -> Match:
    for seat, bot in enumerate(fixture.bots):
        if bot not in contenders:
            forfeit = _load(seat, bot, terms.limits[bot], contenders, watch)
            if forfeit:
                return forfeited(fixture, forfeit)
    start = game.start(terms.seats, deal_seed(terms.seed, fixture.deal), terms.options)
    seated = [contenders[bot] for bot in fixture.bots]
    match, state = play(start, terms.seed, fixture, seated, watch)
    if terms.records and not match.forfeit:
        names = [f"bot:{bot}"[:80] for bot in fixture.bots]  # as long as a name may be
        return match._replace(record=state.record(names))
    return match


def _load(
    seat: int, bot: str, limit: float, contenders: dict[str, Contender], watch: Watch
) -> Forfeit | None:
    """Gets a bot ready for its first match in this worker."""
    watch.begin(seat, limit + TO_LOAD)
    try:
        contenders[bot] = Contender(load_player(bot), limit)
    except BaseException as error:
        return Forfeit(seat, CRASHED, f"crashed with {described(error)}")
    finally:
        watch.end()
    return None
