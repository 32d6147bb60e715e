"""Checking the matches of a file: what is wrong, and where."""

from __future__ import annotations

from waterhole.game import InvalidRecord
from waterhole.game.records import Line, game_of
from waterhole.game.vocabulary import Json


def verified(line: Line) -> InvalidRecord | None:
    """What is wrong with a line of a file."""
    if line.record is None:
        return line.error
    try:
        game_of(line.record).verify(line.record)
    except InvalidRecord as error:
        return error
    return None


def report_of(line: Line, error: InvalidRecord) -> Json:
    """A bad line, for programs."""
    where = {"line": line.number, "round": error.round, "move": error.move}
    return where | {"rule": error.rule, "code": error.code, "error": error.text}
