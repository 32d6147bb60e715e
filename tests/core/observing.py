"""The layout of observations as docs/observations.md has it, and the observation that a view
stands for, made from the view's JSON form alone."""

from __future__ import annotations

import re
from functools import cache
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

DOCUMENT = Path(__file__).parents[2] / "docs" / "observations.md"
SPECIAL = ("E", "Cg", "Cz", "Ca", "S")
SPECIES = "GBOTSDHPCM"

Json = dict[str, Any]
Bytes = NDArray[np.uint8]


class Field(NamedTuple):
    name: str
    offset: int
    shape: tuple[int, ...]

    @property
    def end(self) -> int:
        return self.offset + prod(self.shape)


@cache
def layouts() -> dict[str, tuple[Field, ...]]:
    """The tables of the document, by game."""
    text = DOCUMENT.read_text("utf-8")
    titles = {"Tembo": "tembo", "Life is Life": "life"}
    _, *parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    chapters = dict(zip(parts[::2], parts[1::2], strict=True))
    return {game: tuple(_fields(chapters[title])) for title, game in titles.items()}


def _fields(chapter: str) -> list[Field]:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| ([\d × ]+) \|", chapter, re.MULTILINE)
    return [
        Field(name, int(offset), tuple(int(size) for size in length.split("×")))
        for name, offset, length in rows
    ]


def size(game: str) -> int:
    return layouts()[game][-1].end


def split(game: str, seen: Bytes) -> dict[str, Any]:
    """The fields of an observation, by name."""
    return {
        field.name: seen[field.offset : field.end].reshape(field.shape).tolist()
        for field in layouts()[game]
    }


def from_view(view: Json) -> dict[str, Any]:
    """What the fields must be for the seat of a view."""
    return _tembo(view) if view["game"] == "tembo" else _life(view)


def _relative(view: Json, values: list[Any], places: int, empty: Any) -> list[Any]:
    """Values by seat, oneself first, filled up."""
    turned = values[view["seat"] :] + values[: view["seat"]]
    return turned + [empty] * (places - len(turned))


def _player(view: Json, seat: int | None) -> int:
    """A seat as the number of a player: 1 is oneself, 0 nobody."""
    return 0 if seat is None else (seat - view["seat"]) % view["seats"] + 1


def _animals(numbers: dict[int, int]) -> list[int]:
    return [numbers.get(number, 0) for number in range(1, 43)]


def _tembo(view: Json) -> dict[str, Any]:
    hand, out = view["hand"], view["out"]
    carried = {n: _player(view, seat) for seat, ns in enumerate(view["carried"]) for n in ns}
    totals = [sum(scores[seat] for scores in view["scores"]) for seat in range(view["seats"])]
    number = len(view["memories"])
    return {
        "hand": _animals({int(card): 1 for card in hand if card.isdecimal()}),
        "special": [hand.count(card) for card in SPECIAL],
        "rows": [
            _animals({a["number"]: _player(view, a["owner"]) for a in crossing["row"]})
            for crossing in view["crossings"]
        ],
        "lions": [crossing["lions"] for crossing in view["crossings"]],
        "carried": _animals(carried),
        "out": _animals({int(card): 1 for card in out if card.isdecimal()}),
        "out_special": [out.count(card) for card in SPECIAL],
        "sizes": _relative(view, view["hand_sizes"], 4, 0),
        "totals": [min(total, 255) for total in _relative(view, totals, 4, 0)],
        "pile": [view["pile"]],
        "seats": [view["seats"]],
        "round": [number],
        "rounds_left": [view["rounds"] - number],
        "lion_drawn": [int(view["lion_drawn"])],
    }


def _counts(cards: list[str]) -> list[int]:
    return [cards.count(species) for species in SPECIES]


def _life(view: Json) -> dict[str, Any]:
    memory = view["memories"][-1]
    started = view["outcomes"][: len(view["memories"]) - 1]
    lives = started[-1]["lives"] if started else [5] * view["seats"]
    players = sum(map(bool, lives))
    turns = len(memory["moves"])
    return {
        "hand": _counts(view["hand"]),
        "rows": [_counts(row) for row in view["rows"]],
        "known": _relative(view, [_counts(cards) for cards in view["known"]], 5, [0] * 10),
        "lives": _relative(view, view["lives"], 5, 0),
        "seats": [view["seats"]],
        "players": [players],
        "knocker": [_player(view, view["knocker"])],
        "lap": [min(turns // players + 1, 255)],
        "lap_limit": [min(view["lap_limit"], 255)],
        "expert": [int(view["expert"])],
        "may_knock": [int(turns >= players)],
        "place": [(memory["first"] - view["seat"]) % view["seats"]],
    }
