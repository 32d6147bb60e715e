"""What people write behind a command, read and checked: players, bots, options, a seat."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from waterhole import core
from waterhole.game import Game, InvalidOptions
from waterhole.game.state import checked_names
from waterhole.tembo import read_deck
from waterhole.terminal.seats import BOT, SEATS

DEFAULT_BOT = "medium"


def read_players(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    people = [name for name in names if name != "bot" and not name.startswith(BOT)]
    if len(set(people)) < len(people):
        raise InvalidOptions("names/twice", "two people have the same name")
    plain = f"{BOT}{DEFAULT_BOT if core.available else 'random'}"
    return checked_names([plain if name == "bot" else name for name in names], len(names))


def read_bots(text: str, seats: int) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    names = names * seats if len(names) == 1 else names
    if len(names) != seats:
        raise InvalidOptions("bots/count", f"--bots names {len(names)} bots for {seats} seats")
    return names


def read_engine(
    engine: str | None, bots: list[str], out_file: Path | None, threads: int = 1
) -> str:
    """The engine to simulate with: the one asked for, otherwise the fastest that can."""
    able = out_file is None and set(bots) <= set(core.PLAYERS)
    if engine not in (None, "core", "python"):
        raise InvalidOptions("engine/unknown", f"--engine is core or python, not {engine!r}")
    if engine is None:
        engine = "core" if able and core.available else "python"
    if engine == "python" and threads > 1:
        text = "--threads is for the core; the Python engine, which plays here, has one thread"
        raise InvalidOptions("engine/threads", text)
    if engine == "core":
        core.require()
        if not able:
            raise InvalidOptions(
                "engine/able",
                f"the core simulates {' and '.join(core.PLAYERS)} bots and writes no records",
            )
    return engine


def read_options(game: Game, pairs: list[str] | None, deck: Path | None) -> dict[str, Any]:
    """The options of ``--option`` and ``--deck``."""
    options: dict[str, Any] = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals:
            raise InvalidOptions("options/form", f"--option takes NAME=VALUE, not {pair!r}")
        try:
            options[name] = json.loads(value)
        except (ValueError, RecursionError):
            options[name] = value
    if deck:
        options["deck"] = read_deck(deck).to_list()
    game.read_options(options)
    return options


def read_seat(seat: str | None, seats: int) -> int | None:
    if seat is None:
        return None
    letters = SEATS[:seats]
    if len(seat) != 1 or seat.upper() not in letters:
        raise InvalidOptions("seat/unknown", f"--seat is one of {', '.join(letters)}, not {seat!r}")
    return letters.index(seat.upper())
