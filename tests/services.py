"""What the tests of the server and of the page need beside Python. Where something is missing,
they are left out, and the last line of a run says so."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

# By the names of Debian's packages.
PROGRAMS = {
    "postgresql": "postgres",
    "redis-server": "redis-server",
    "chromium": os.environ.get("CHROMIUM", "chromium"),
}
# Debian keeps these out of PATH.
PLACES = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True)
WANTED_BY = ("server", "web")  # folders of tests


def find(program: str) -> str | None:
    return shutil.which(program, path=os.pathsep.join([*PLACES, os.environ.get("PATH", "")]))


def found(program: str) -> str:
    place = find(program)
    assert place, f"the tests need {program}: make services"
    return place


def missing() -> list[str]:
    return [package for package, program in PROGRAMS.items() if find(program) is None]


if __name__ == "__main__":
    print(*missing())
