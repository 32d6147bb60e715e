"""Runs kept in a file while they are played: a header, then a line for each finished match.

``--resume`` takes such a file up again: what is in it need not be played twice.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterable, Iterator
from io import SEEK_END
from pathlib import Path
from typing import IO, Any

from waterhole.game import WaterholeError
from waterhole.game.options import shown
from waterhole.game.records import format_record
from waterhole.game.state import FORMAT as RECORDS
from waterhole.game.vocabulary import Json
from waterhole.lab.arena.arena import Arena
from waterhole.lab.arena.match import FORFEITS, Forfeit, Match
from waterhole.lab.arena.schedule import Fixture

Key = tuple[int, int, int]  # deal, table, rotation


class Save:
    """The files of a run, open for what is still to come. Used in a with statement."""

    def __init__(
        self, arena: Arena, path: Path | None, records: Path | None = None, resume: bool = False
    ) -> None:
        self.arena, self.path, self.records = arena, path, records
        self.matches: list[Match] = []  # finished earlier
        self._lines: IO[bytes] | None = None
        self._record_lines: IO[bytes] | None = None
        self._made: list[Path] = []  # files that were not there before
        try:
            self._open(resume)
        except BaseException:
            for each in self._made:
                each.unlink(missing_ok=True)
            self.close()
            raise

    def _open(self, resume: bool) -> None:
        if self.path:
            self._lines = _opened(self.path, resume, self._made)
            self.matches = self._taken_up(self._lines)
        if self.records:
            self._record_lines = _opened(self.records, resume, self._made)
            whole = sum(match.forfeit is None for match in self.matches)
            _cut_records(self._record_lines, self.records, self.arena, whole)

    @property
    def done(self) -> set[Key]:
        """The matches that need not be played."""
        return {match.fixture[:3] for match in self.matches}

    def add(self, match: Match) -> None:
        """Writes a match down. The record comes first: when the program is killed in between, the
        match is played again and its record replaced."""
        if self._record_lines and match.record:
            _write(self._record_lines, match.record)
        if self._lines:
            _write(self._lines, line_of(match))

    def written(self, matches: Iterable[Match]) -> Iterator[Match]:
        """The matches, each written down as it passes."""
        for match in matches:
            self.add(match)
            yield match

    def close(self) -> None:
        for file in (self._lines, self._record_lines):
            if file:
                file.close()

    def __enter__(self) -> Save:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _taken_up(self, file: IO[bytes]) -> list[Match]:
        """What the file holds; it is left ready for the next line."""
        whole = 0  # bytes of lines that are not torn
        matches: dict[Key, Match] = {}
        fixtures = self.arena.fixtures()
        known: dict[Key, Fixture] = {}
        for number, line in enumerate(_whole_lines(file), 1):
            whole += len(line)
            data = _parsed(line, self.path, number)
            if number == 1:
                self._check_header(data)
                continue
            match = self._read(data, number, fixtures, known)
            if match.fixture[:3] in matches:
                raise self._wrong(number, "this match is there twice")
            matches[match.fixture[:3]] = match
        file.seek(whole)
        if not whole and not _encoded(self.arena.to_dict()).startswith(file.read()):
            raise self._wrong(1, "not a line of an arena's file")
        file.truncate(whole)
        if not whole:
            _write(file, self.arena.to_dict())
        return list(matches.values())

    def _check_header(self, header: Json) -> None:
        for name, value in self.arena.to_dict().items():
            if header.get(name) != value:
                raise WaterholeError(
                    "arena/other_run",
                    f"{self.path}: is of another run: {name} is {shown(header.get(name))} there "
                    f"and {shown(value)} here",
                )

    def _read(
        self, data: Json, number: int, fixtures: Iterator[Fixture], known: dict[Key, Fixture]
    ) -> Match:
        """A line as a match; it must be one of this run."""
        try:
            match = match_of(data)
        except (KeyError, TypeError, ValueError):
            raise self._wrong(number, "not a finished match") from None
        key = match.fixture[:3]
        while key not in known and (fixture := next(fixtures, None)):
            known[fixture[:3]] = fixture
        if known.get(key) != match.fixture or len(match.moves) != self.arena.seats:
            raise self._wrong(number, "not a match of this run")
        return match

    def _wrong(self, number: int, text: str) -> WaterholeError:
        return WaterholeError("arena/save", f"{self.path}:{number}: {text}")


def line_of(match: Match) -> Json:
    """A match as the file has it."""
    fixture = match.fixture._asdict()
    result = match._asdict()
    del result["fixture"], result["record"]
    return fixture | result | {"forfeit": match.forfeit and match.forfeit._asdict()}


def match_of(data: Json) -> Match:
    """A match from its line; raises KeyError, TypeError or ValueError if it is none."""
    deal, table, rotation = (_number(data[name]) for name in ("deal", "table", "rotation"))
    fixture = Fixture(deal, table, rotation, _all(data["bots"], str))
    seats = len(fixture.bots)
    finals = None if data["finals"] is None else _all(data["finals"], int, seats)
    winners = _all(data["winners"], int)
    forfeit = None if data["forfeit"] is None else Forfeit(**data["forfeit"])
    if not winners or not set(winners) <= set(range(seats)) or (finals is None) != bool(forfeit):
        raise ValueError
    if forfeit and (forfeit.kind not in FORFEITS or _number(forfeit.seat) not in range(seats)):
        raise ValueError
    moves, seconds = _all(data["moves"], int, seats), _all(data["seconds"], float, seats)
    return Match(fixture, finals, winners, moves, seconds, forfeit)


def _number(value: object) -> int:
    if type(value) is not int:
        raise TypeError
    return value


def _all(values: object, kind: type, count: int | None = None) -> tuple[Any, ...]:
    """A list of things of one kind, as a tuple."""
    if not isinstance(values, list) or (count is not None and len(values) != count):
        raise TypeError
    if any(
        type(value) is not kind and (kind is not float or type(value) is not int)
        for value in values
    ):
        raise TypeError
    return tuple(values)


def _opened(path: Path, resume: bool, made: list[Path]) -> IO[bytes]:
    """The file, ours alone; without ``resume`` it must be new. Only what this run has made and
    holds is noted as made: another run may be quicker."""
    is_new = True
    try:
        file = path.open("x+b")
    except FileExistsError:
        if not resume:
            text = f"{path}: exists already; --resume goes on with it"
            raise WaterholeError("arena/exists", text) from None
        file, is_new = path.open("a+b"), False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        if isinstance(error, BlockingIOError):
            raise WaterholeError("arena/in_use", f"{path}: another run is writing it") from None
        text = f"{path}: cannot be locked: {error.strerror}"
        raise WaterholeError("arena/lock", text) from None
    made += [path] if is_new else []
    file.seek(0)
    return file


def _whole_lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines that were written to their end; a torn last one is passed over."""
    return (line for line in file if line.endswith(b"\n"))


def _parsed(line: bytes, path: Path | None, number: int) -> Json:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise WaterholeError("arena/save", f"{path}:{number}: not a line of an arena's file")
    return data


def _cut_records(file: IO[bytes], path: Path, arena: Arena, count: int) -> None:
    """Leaves the records of the finished matches, one line each. Behind them may be one that was
    written when the program was killed; anything else is not ours, and stays as it is."""
    start = f'{{"format":"{RECORDS}","game":"{arena.game}"'.encode()
    size, lines, ours, last = 0, 0, True, b""
    for last in _whole_lines(file):  # not kept: there may be a lot of them
        size += len(last)
        lines += 1
        ours = ours and last.startswith(start)
    file.seek(size)
    torn = file.read()
    ours = ours and torn.startswith(start[: len(torn)]) and lines in (count, count + 1)
    if ours and last:
        seed = _parsed(last, path, lines).get("seed")
        ours = isinstance(seed, str) and seed.rpartition("/")[0] == arena.seed
    if not ours:
        text = f"{path}: is not of this run, or not with the {count} records it should have"
        raise WaterholeError("arena/records", text)
    file.truncate(size - len(last) if lines > count else size)
    file.seek(0, SEEK_END)


def _write(file: IO[bytes], data: Json) -> None:
    file.write(_encoded(data))
    file.flush()


def _encoded(data: Json) -> bytes:
    return format_record(data).encode() + b"\n"
