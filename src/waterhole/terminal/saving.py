"""Matches that are saved and taken up again. Nothing of anybody's is overwritten."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from waterhole.bots import check_ours
from waterhole.game import Game, State, WaterholeError
from waterhole.game.records import format_record, game_of, read_lines
from waterhole.game.vocabulary import Json
from waterhole.terminal.seats import BOT


def save(state: State[Any], names: Sequence[str], path: Path) -> None:
    """Writes the match down whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_text(format_record(state.record(names)) + "\n", "utf-8")
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise WaterholeError("save/failed", f"{path}: {error.strerror}") from error


def check_new(path: Path) -> None:
    """Refuses a name under which nothing new can be saved."""
    if not path.name or "\0" in str(path) or path.is_dir():
        raise WaterholeError("save/name", f"{path}: not the name of a file")
    if path.exists() or path.is_symlink():
        raise WaterholeError("save/exists", f"{path}: exists already; choose another name")


def check_bots(names: Sequence[str]) -> None:
    """Refuses bots that are not ours: a file must not choose what code is run."""
    for name in names:
        if name.startswith(BOT):
            check_ours(name.removeprefix(BOT))


def resume(path: Path) -> tuple[Game, State[Any], Json]:
    """A match that was saved: its game, where it stands, and its record."""
    lines = list(read_lines(path))
    if len(lines) != 1:
        raise WaterholeError("save/count", f"{path}: must hold one match, not {len(lines)}")
    try:
        if lines[0].record is None:
            raise lines[0].error or AssertionError
        game = game_of(lines[0].record)
        state = game.verify(lines[0].record)
    except WaterholeError as error:
        raise WaterholeError(error.code, f"{path}: {error}") from error
    if state.to_move is None:
        why = "this match is over; 'waterhole replay' shows it"
        raise WaterholeError("save/over", f"{path}: {why}")
    return game, state, lines[0].record
