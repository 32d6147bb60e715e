"""A deck says which species each number is and what it is worth (T2). It is data: an owner of
the box can write the printed values into a file and play with it."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from waterhole.game.errors import InvalidDeck
from waterhole.game.options import kind, shown
from waterhole.tembo.cards import HOOFED, SPECIES

HEADER = ["number", "species", "points"]
EACH_SPECIES = 14
POINTS = range(2, 6)
LARGEST_FILE = 64 * 1024  # bytes


@dataclass(frozen=True, slots=True)
class Deck:
    """Species and points of the animals 1 to 42, in that order."""

    animals: tuple[tuple[str, int], ...]

    def species(self, number: int) -> str:
        return self.animals[number - 1][0]

    def points(self, number: int) -> int:
        return self.animals[number - 1][1]

    def to_list(self) -> list[list[Any]]:
        """The deck as options and records have it: ``[["gnu", 4], …]`` by number."""
        return [[species, points] for species, points in self.animals]


def read_deck(path: str | Path) -> Deck:
    """A deck from a CSV file; raises InvalidDeck with the line that is wrong."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:  # a name with a null byte is a ValueError
        why = getattr(error, "strerror", None) or error
        raise InvalidDeck("deck/file", f"{path}: {why}") from error
    if len(data) > LARGEST_FILE:
        raise InvalidDeck("deck/file", f"{path}: larger than {LARGEST_FILE} bytes, not a deck")
    try:
        return parse_deck(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise InvalidDeck("deck/file", f"{path}: line {line}: not UTF-8 text") from error
    except InvalidDeck as error:
        raise InvalidDeck(error.code, f"{path}: {error.text}", error.rule) from error


def parse_deck(text: str) -> Deck:
    """A deck from CSV text with the header ``number,species,points``."""
    rows = csv.reader(text.splitlines(), strict=True)
    animals: dict[int, tuple[str, int]] = {}
    counts: Counter[str] = Counter()
    try:
        header = next(rows, [])
        _check(header == HEADER, 1, f"must be {','.join(HEADER)}, not {shown(','.join(header))}")
        for row in filter(None, rows):
            number, species, points = _parse_row(row, rows.line_num)
            _check(number not in animals, rows.line_num, f"number {number} stands twice")
            counts[species] += 1
            _check_species_count(counts, species, rows.line_num)
            animals[number] = (species, points)
    except csv.Error as error:
        raise _wrong(rows.line_num, f"not CSV: {error}") from error
    for number in HOOFED:
        _check(number in animals, rows.line_num + 1, f"the deck ends without number {number}")
    return Deck(tuple(animals[number] for number in HOOFED))


def deck_from_list(data: object) -> Deck:
    """A deck from its form in options and records, ``[["gnu", 4], …]`` by number."""
    if not isinstance(data, (list, tuple)):
        raise InvalidDeck("deck/form", f"a deck is a list of [species, points], not {kind(data)}")
    animals: list[tuple[str, int]] = []
    counts: Counter[str] = Counter()
    for number, entry in enumerate(data, 1):
        if not isinstance(entry, (list, tuple)) or len(entry) != 2:
            raise _wrong(number, f"must be [species, points], not {shown(entry)}", "number")
        species, points = entry
        if species not in SPECIES:
            raise _wrong(number, _bad_species(species), "number")
        if type(points) is not int or points not in POINTS:
            raise _wrong(number, _bad_points(points), "number")
        counts[species] += 1
        _check_species_count(counts, species, number, "number")
        animals.append((species, points))
    if len(animals) != len(HOOFED):
        text = f"a deck has {len(HOOFED)} animals, not {len(animals)}"
        raise InvalidDeck("deck/count", text, "T2")
    return Deck(tuple(animals))


@cache
def default_deck() -> Deck:
    return parse_deck(files("waterhole.tembo").joinpath("tembo-deck.csv").read_text("utf-8"))


def _parse_row(row: list[str], line: int) -> tuple[int, str, int]:
    _check(len(row) == 3, line, f"must be number,species,points, not {shown(','.join(row))}")
    number, species, points = (field.strip() for field in row)
    _check(number in map(str, HOOFED), line, f"the number must be 1 to 42, not {shown(number)}")
    _check(species in SPECIES, line, _bad_species(species))
    _check(points in map(str, POINTS), line, _bad_points(points))
    return int(number), species, int(points)


def _check_species_count(
    counts: Counter[str], species: str, place: int, unit: str = "line"
) -> None:
    text = f"a deck has {EACH_SPECIES} of each species; this is one {species} too many"
    _check(counts[species] <= EACH_SPECIES, place, text, unit)


def _bad_species(found: object) -> str:
    return f"the species must be gnu, zebra or antelope, not {shown(found)}"


def _bad_points(found: object) -> str:
    return f"the points must be 2 to 5, not {shown(found)}"


def _check(right: bool, place: int, text: str, unit: str = "line") -> None:
    if not right:
        raise _wrong(place, text, unit)


def _wrong(place: int, text: str, unit: str = "line") -> InvalidDeck:
    return InvalidDeck("deck/line", f"{unit} {place}: {text}", "T2")
