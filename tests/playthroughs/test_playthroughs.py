"""Golden playthroughs: whole matches, every position, view and event as on file."""

from __future__ import annotations

import json
import re
from difflib import unified_diff
from itertools import islice
from typing import Any

import pytest

from tests.playthroughs.playthrough import CASES, FOLDER, changes, golden_file, render
from waterhole.game import load

REGENERATE = (
    "If a rule was changed on purpose, rewrite the files and read the diff: "
    "python tests/playthroughs/regenerate.py"
)
SHOWN = 60  # lines of a difference; what follows is a consequence of the first
LARGEST = 250_000  # bytes a person can still review

NAMES = list(CASES)


@pytest.mark.parametrize("name", NAMES)
def test_the_match_is_played_as_on_file(name: str) -> None:
    difference = _difference(golden_file(name).read_text("utf-8"), render(CASES[name]), name)
    if difference:
        pytest.fail(f"{difference}\n{REGENERATE}", pytrace=False)


def test_a_difference_is_shown_with_its_surroundings() -> None:
    shown = _difference("round 1\nplays: K\nend\n", "round 1\nplays: 1:G\nend\n", "life-2")
    assert "life-2.txt" in shown
    assert "\n round 1\n-plays: K\n+plays: 1:G\n end" in shown


def test_no_file_is_left_over_and_each_can_be_reviewed() -> None:
    texts = {path.stem for path in FOLDER.glob("*.txt")} - {"signature"}
    assert texts == set(NAMES)
    assert all(golden_file(name).stat().st_size < LARGEST for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_record_in_the_file_is_the_match(name: str) -> None:
    """Its seed, deals, moves and scores fit together, and its moves are those played above."""
    lines = golden_file(name).read_text("utf-8").splitlines()
    record = json.loads(lines[-1].removeprefix("record: "))
    load(record["game"]).verify(record)
    played = [line.removeprefix("plays: ") for line in lines if line.startswith("plays: ")]
    assert [move for part in record["rounds"] for move in part["moves"]] == played


@pytest.mark.parametrize(
    ("what", "pattern"),
    [
        ("a lion is drawn (T18)", r'"event": "lion_drawn"'),
        ("a crossing is closed (T19)", r"^crossing \d over \w+: lion"),
        ("a crossing has two lions (T18)", r"^crossing \d over \w+: lion lion"),
        ("two animals are played (T10)", r"^plays: \d+\+\d+>"),
        ("an elephant carries (T12)", r'"event": "carried"'),
        ("the super crocodile eats (T13)", r"^plays: S>"),
        ("a crocodile eats the first (T14)", r"^plays: C[gza]>\df"),
        ("a crocodile eats its species (T14)", r"^plays: C[gza]>\ds"),
        ("the pile is empty (T17)", r"^pile of 0: none"),
        ("a player cannot play and the round ends (T21)", r'"event": "round_over"'),
        ("two share the win (T23)", r"the match is over, winners \[0, 1"),
        ("a player knocks (L7)", r'"event": "knocked", "seat": \d, "first": true'),
        ("another knocks after him (L7)", r'"event": "knocked", "seat": \d, "first": false'),
        ("sudden death (L8)", r'"event": "sudden_death"'),
        ("all are tied and lose nothing (L10)", r'"change": \[0, 0(, 0)*\]'),
        ("a player goes out (L11)", r'"event": "out"'),
        ("the last two of more play on (L13)", r"^lap 1; .* lives \[(0, )+[1-9], [1-9]\]"),
        ("an expert gains a life (L14)", r'"change": \[(-1, )*1[,\]]'),
        ("the lap limit ends a round (L15)", r'"ending": "lap-limit"'),
    ],
)
def test_somewhere_in_the_files(what: str, pattern: str) -> None:
    texts = [golden_file(name).read_text("utf-8") for name in NAMES]
    assert any(re.search(pattern, text, re.MULTILINE) for text in texts), what


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        ({"pile": 3}, {"pile": 3}, []),
        ({"pile": 3}, {"pile": 2}, ["pile: 2"]),
        ({"hand": ["E", "S"]}, {"hand": ["E"]}, ['hand: ["E"]']),
        ({"moves": ["1>1"]}, {"moves": ["1>1", "K"]}, ['moves += ["K"]']),
        ({"rows": [["G"], ["B"]]}, {"rows": [["G"], ["M"]]}, ['rows[1]: ["M"]']),
        (
            {"memories": [{"first": 0, "moves": []}]},
            {"memories": [{"first": 0, "moves": ["K"]}, {"first": 1, "moves": []}]},
            ['memories[0].moves += ["K"]', 'memories += [{"first": 1, "moves": []}]'],
        ),
        ({"knocker": None}, {"knocker": 2}, ["knocker: 2"]),
    ],
)
def test_a_view_is_told_by_what_changed(before: Any, after: Any, lines: list[str]) -> None:
    assert list(changes("", before, after)) == lines


def _difference(expected: str, found: str, name: str) -> str:
    path = f"{name}.txt"
    lines = unified_diff(expected.splitlines(), found.splitlines(), path, "played now", lineterm="")
    return "\n".join(islice(lines, SHOWN))
