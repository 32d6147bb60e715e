"""Processes that are forked from one that has everything loaded: loading takes longer than most of
what they do. They are real all the same, with a memory, a log and a death of their own."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from pathlib import Path

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload([__name__, "tests.server.loaded", "tests.server.store_process"])


def run_command(words: list[str], log: Path) -> None:
    """What ``waterhole …`` does, with all it says in a file."""
    from waterhole.cli import main  # noqa: PLC0415 - in the fork, where it is loaded

    threading.Thread(target=end_with_the_tests, daemon=True).start()
    with log.open("ab") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    sys.argv = ["waterhole", *words]
    main()


def end_with_the_tests() -> None:
    """Also if they are killed and stop nothing any more."""
    tests = multiprocessing.parent_process()
    assert tests is not None
    tests.join()
    os.kill(os.getpid(), signal.SIGKILL)
