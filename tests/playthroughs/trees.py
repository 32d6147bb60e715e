"""Tree counts: how many sequences of moves there are from a given deal (README.md)."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from waterhole.game import State, load

FOLDER: Final = Path(__file__).parent / "trees"
DEPTH: Final = re.compile(r"depth (\d+)")


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


def read(text: str) -> dict[str, str]:
    """The lines of a tree file, ``key: value``."""
    return dict(line.split(": ", 1) for line in text.splitlines())


def depths(tree: dict[str, str]) -> dict[int, int]:
    """The counts on file, by depth."""
    found = {DEPTH.fullmatch(key): int(value) for key, value in tree.items() if DEPTH.match(key)}
    return {int(match[1]): count for match, count in found.items() if match}


def root(tree: dict[str, str]) -> State[Any]:
    """The match that begins with the deal of the tree; later rounds are dealt from the seed."""
    game, deal = load(tree["game"]), json.loads(tree["deal"])
    seats = len(deal["hands"])
    setup = game.setup(seats, json.loads(tree["seed"]), json.loads(tree["options"]))
    return game.state.begin(replace(setup, deals=(game.read_deal(deal, setup),)))


def count(state: State[Any], depth: int) -> int:
    """The sequences of exactly so many moves; one that ends with the match goes no further."""
    if depth == 1:
        return len(state.legal())
    return sum(count(state.play(move).state, depth - 1) for move in state.legal())


def recount(text: str) -> str:
    """The same file with every count made anew."""
    state = root(read(text))
    lines = []
    for line in text.splitlines():
        found = DEPTH.match(line)
        lines.append(f"{found[0]}: {count(state, int(found[1]))}" if found else line)
    return "\n".join(lines) + "\n"
