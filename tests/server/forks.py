"""Processes that are forked from one that has everything loaded: loading takes longer than most of
what they do. They are real all the same, with a memory, a log and a death of their own."""

from __future__ import annotations

import multiprocessing
import os
import sys
from pathlib import Path

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload([__name__, "tests.server.loaded", "tests.server.store_process"])


def run_command(words: list[str], log: Path) -> None:
    """What ``waterhole …`` does, with all it says in a file."""
    from waterhole.cli import main  # noqa: PLC0415 - in the fork, where it is loaded

    with log.open("ab") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    sys.argv = ["waterhole", *words]
    main()
