"""Disks that are full: a small file system of its own where we may mount one, else a limit on how
long the files of the server may get."""

from __future__ import annotations

import resource
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.server.process import Server

SIZE = 8 * 1024 * 1024
BLOCK = b"\0" * 4096


class Disk(ABC):
    """A disk with a folder on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @abstractmethod
    def fill(self, server: Server) -> None: ...

    @abstractmethod
    def free(self, server: Server) -> None: ...


class SmallDisk(Disk):
    """A file system in memory, filled by something else."""

    def fill(self, server: Server) -> None:
        with (self.folder / "else").open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(BLOCK)

    def free(self, server: Server) -> None:
        (self.folder / "else").unlink()


class ShortFiles(Disk):
    """No file of the server may get longer than the longest is now."""

    def fill(self, server: Server) -> None:
        longest = max(path.stat().st_size for path in self.folder.iterdir())
        self._limit(server, longest)

    def free(self, server: Server) -> None:
        self._limit(server, resource.RLIM_INFINITY)

    def _limit(self, server: Server, size: int) -> None:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@contextmanager
def small_disk(folder: Path) -> Iterator[Disk]:
    """The most real disk there can be here."""
    words = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder)]
    if subprocess.run(words, capture_output=True, check=False).returncode != 0:
        yield ShortFiles(folder)
        return
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
