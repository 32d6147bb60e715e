"""A real PostgreSQL for tests: of its own, in a folder of its own, on a socket in that folder.
Tests ask for ``postgres``, and share it."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from tests.services import found

# Nothing here outlives the machine, so the disk need not be waited for.
SETTINGS = ("fsync=off", "full_page_writes=off", "listen_addresses=", "max_connections=50")
# The server lives as long as our end of the pipe: also if the tests are killed.
GUARD = '"$@" & read -r _; kill -INT $!; wait $!'
PATIENCE = 60.0  # seconds for it to start, on a busy machine


class Postgres:
    """A server that can be stopped and started again."""

    def __init__(self) -> None:
        self.user = _user()
        self.folder = Path(tempfile.mkdtemp(prefix="waterhole-"))
        os.chown(self.folder, *_ids(self.user))
        self._names = (f"test{number}" for number in count(1))
        self._process: subprocess.Popen[bytes] | None = None
        self._run("initdb", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C")
        self.start()

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://{self.user}:hush@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The address of an empty database."""
        name = next(self._names)
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def start(self) -> None:
        settings = [word for setting in SETTINGS for word in ("-c", setting)]
        server = [found("postgres"), "-D", self._data, "-k", str(self.folder), *settings]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", GUARD, "sh", *server],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,  # Ctrl-C is for the tests
                **_as(self.user),
            )
        self._wait(self._process)

    def stop(self) -> None:
        """Connections are cut, then the server ends."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.wait()
        self._process = None

    def kill(self) -> None:
        """As if the power failed: nothing is finished or tidied up; the next start recovers."""
        first = (self.folder / "data" / "postmaster.pid").read_text("utf-8").split()[0]
        os.kill(int(first), signal.SIGQUIT)
        self.stop()

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _run(self, program: str, *arguments: str) -> None:
        command = [found(program), "-U", self.user, "-D", self._data, *arguments]
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, cwd=self.folder, **_as(self.user)
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.url()).close()
                return
            except psycopg.OperationalError:
                alive = process.poll() is None and time.monotonic() < end
                assert alive, (self.folder / "log").read_text("utf-8")
            time.sleep(0.02)


def _user() -> str:
    """PostgreSQL does not run as root."""
    if os.geteuid() != 0:
        return pwd.getpwuid(os.geteuid()).pw_name
    known = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


def _ids(user: str) -> tuple[int, int]:
    known = pwd.getpwnam(user)
    return known.pw_uid, known.pw_gid


def _as(user: str) -> dict[str, Any]:
    """The arguments that make a process another user's, where we may."""
    if os.geteuid() != 0:
        return {}
    uid, gid = _ids(user)
    return {"user": uid, "group": gid, "extra_groups": []}
