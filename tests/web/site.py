"""The web client as ``waterhole serve`` hands it out, built once if it is older than its sources."""

from __future__ import annotations

import fcntl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
WEB = REPOSITORY / "web"
SITE = REPOSITORY / "src/waterhole/server/site"
SOURCES = (
    WEB / "src", WEB / "locales", WEB / "public", REPOSITORY / "rulebook",
    WEB / "index.html", WEB / "vite.config.ts", WEB / "package-lock.json",
)  # fmt: skip
INSTALLED = WEB / "node_modules/.package-lock.json"  # npm writes it last


def build_site() -> None:
    """Two workers may ask at once: one builds, the other waits and finds it done."""
    with _alone():
        if not _is_fresh():
            install_tools()
            _npm("run", "build")


@contextmanager
def _alone() -> Iterator[None]:
    lock = REPOSITORY / "build/web.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _is_fresh() -> bool:
    page = SITE / "index.html"
    return page.exists() and page.stat().st_mtime >= max(map(_changed, SOURCES))


def _changed(source: Path) -> float:
    """When anything in a folder last changed; a folder knows when a file went away."""
    return max(path.stat().st_mtime for path in (source, *source.rglob("*")))


def install_tools() -> None:
    lock = WEB / "package-lock.json"
    if not INSTALLED.exists() or INSTALLED.stat().st_mtime < lock.stat().st_mtime:
        _npm("ci")


def _npm(*words: str) -> None:
    done = subprocess.run(["npm", *words], cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
