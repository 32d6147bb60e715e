"""Other processes that use a store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeAlias

from tests.server.forks import FORKS
from waterhole.server.store.interface import Row, Store
from waterhole.server.store.sql import open_store
from waterhole.server.tables.entries import Logged, Moved

RACE = 40  # versions

Pipe: TypeAlias = "Connection[Any, Any]"
Work = Callable[[Store, str, Pipe], None]


def acknowledge(store: Store, name: str, pipe: Pipe) -> None:
    """Sends each version when it is stored, and never ends."""
    for version in count(1):
        row = Row(name, "tembo", "playing", True, version, float(version), (name,), b"{}")
        refused = store.append([Logged(name, version, 0.0, Moved(name))], [row])
        assert refused == [None]
        pipe.send(version)


def race(store: Store, name: str, pipe: Pipe) -> None:
    """Sends the versions that it was the first to write."""
    entries = [Logged("race", version, 0.0, Moved(name)) for version in range(1, RACE + 1)]
    pipe.send([entry.version for entry in entries if store.append([entry], []) == [None]])


def _run(work: Work, url: str, name: str, pipe: Pipe) -> None:
    pipe.recv()  # all begin together
    with closing(open_store(url)) as store:
        work(store, name, pipe)


@contextmanager
def process(work: Work, url: str, name: str) -> Iterator[tuple[BaseProcess, Pipe]]:
    """It begins when something is sent to it."""
    ours, theirs = FORKS.Pipe()
    started = FORKS.Process(target=_run, args=(work, url, name, theirs))
    started.start()
    theirs.close()
    with closing(ours):
        yield started, ours
    started.kill()
    started.join()
    started.close()
