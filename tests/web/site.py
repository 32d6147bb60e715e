"""The web client as ``waterhole serve`` hands it out, built if it is older than its sources."""

from __future__ import annotations

import fcntl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
WEB = REPOSITORY / "web"
# The tests run in this environment: it is there, whatever was edited since.
READY = ".venv/.ready"


def build_site() -> None:
    """Two workers may ask at once: one builds, the other waits and finds it done."""
    with _alone():
        command = ["make", "--old-file", READY, "web"]
        done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@contextmanager
def _alone() -> Iterator[None]:
    lock = REPOSITORY / "build/web.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
