"""What the tests of the server and of the page need beside Python. Where something is missing,
they are left out, and the end of a run says so."""

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
# By folder of tests.
NEEDS = {"server": ("postgresql", "redis-server"), "web": ("chromium",)}
# Debian keeps these out of PATH. The newest first.
PLACES = sorted(
    Path("/usr/lib/postgresql").glob("[0-9]*/bin"), key=lambda place: -float(place.parent.name)
)


def find(program: str) -> str | None:
    path = os.pathsep.join([*map(str, PLACES), os.environ.get("PATH", "")])
    return shutil.which(program, path=path)


def found(program: str) -> str:
    place = find(program)
    assert place, f"the tests need {program}: make services"
    return place


def missing() -> list[str]:
    return [package for package, program in PROGRAMS.items() if find(program) is None]


def left_out() -> list[str]:
    """The folders of tests that cannot run here."""
    return [folder for folder, needs in NEEDS.items() if not set(needs).isdisjoint(missing())]


if __name__ == "__main__":
    print(*missing())
