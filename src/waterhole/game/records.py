"""Files of records: JSON Lines, one match a line. A bad line never hides the others."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from waterhole.game.errors import InvalidRecord, UnknownGame
from waterhole.game.game import Game, load
from waterhole.game.options import kind
from waterhole.game.vocabulary import Json

LONGEST_LINE = 16 * 1024 * 1024  # bytes


class Line(NamedTuple):
    """A line of a file: a record, or what is wrong with it."""

    number: int
    record: Json | None
    error: InvalidRecord | None


def read_lines(path: str | Path) -> Iterator[Line]:
    """The lines of a file that are not blank. Raises OSError if the file cannot be read."""
    with Path(path).open("rb") as file:
        for number, data in enumerate(_raw_lines(file), 1):
            if data is None:
                text = f"the line is longer than {LONGEST_LINE} bytes"
                yield Line(number, None, InvalidRecord("record/size", text))
            elif data.strip():
                try:
                    mark = BOM_UTF8 if number == 1 else b""
                    yield Line(number, parse_record(data.removeprefix(mark)), None)
                except InvalidRecord as error:
                    yield Line(number, None, error)


def parse_record(data: bytes | str) -> Json:
    """One record from its JSON text. Only its outside is checked; replay checks the rest."""
    try:
        text = data.decode() if isinstance(data, bytes) else data
        record = json.loads(text)
    except UnicodeDecodeError as error:
        raise InvalidRecord("record/json", "not UTF-8 text") from error
    except (ValueError, RecursionError) as error:
        reason = getattr(error, "msg", "nested too deeply or a number too long")
        raise InvalidRecord("record/json", f"not JSON: {reason}") from error
    if not isinstance(record, dict):
        raise InvalidRecord("record/type", f"a record is a JSON object, not {kind(record)}")
    return record


def game_of(record: Json) -> Game:
    """The game a record is of."""
    try:
        name = record.get("game")
        if not isinstance(name, str):
            raise InvalidRecord("record/game", "'game' must be the name of a game")
        return load(name)
    except UnknownGame as error:
        raise InvalidRecord("record/game", error.text) from error


def format_record(record: Json) -> str:
    """A record as one line of a file, without the line end."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def _raw_lines(file: IO[bytes]) -> Iterator[bytes | None]:
    """The lines of a file; None for one that is too long, whose rest is passed over."""
    while data := file.readline(LONGEST_LINE):
        if len(data) < LONGEST_LINE or data.endswith(b"\n"):
            yield data
            continue
        yield None
        while data and not data.endswith(b"\n"):
            data = file.readline(LONGEST_LINE)
