"""docs/moves.md tells the id of every move: its formulas, code and examples, held against the
games' own lists."""

from __future__ import annotations

import doctest
import re
from math import comb
from pathlib import Path
from typing import Any

import pytest

from waterhole.game import load

DOCUMENT = (Path(__file__).parents[1] / "docs" / "moves.md").read_text("utf-8")
CHAPTERS = {"tembo": "\n## Tembo\n", "life": "\n## Life is Life\n"}
FORMULA = re.compile(
    r"^\| (\d+)–(\d+) \| [\w ]+ \| `(.+?)` \|.*\| `(.+?)` \|$", re.MULTILINE
)  # first id, last id, spelling, id
COUNT = re.compile(r"^\| (\d+)–(\d+) \| [\w ]+ \| `(\w).*?` \| (\d+) \|$", re.MULTILINE)
EXAMPLE = re.compile(r"`([^` ]+)` \| (\d+) \|")
CODE = re.compile(r"```python\n(?!>>>)(.*?)```", re.DOTALL)


def chapter(name: str) -> str:
    return DOCUMENT.split(CHAPTERS[name])[1].split("\n## ")[0]


def code(name: str) -> dict[str, Any]:
    """What the Python in a chapter defines."""
    defined: dict[str, Any] = {}
    for block in CODE.findall(chapter(name)):
        exec(block, defined)
    return defined


def names_of_tembo_moves() -> list[dict[str, Any]]:
    """Every value the letters in the formulas of Tembo can have."""
    return [
        {"n": n, "d": d, "c": c, "k": k, "e": e, "card": card, "eats": eats}
        for n in range(1, 43)
        for d in (1, 2)
        for c in range(1, 6)
        for k, card in enumerate(("Cg", "Cz", "Ca"))
        for e, eats in enumerate("fs")
    ]


def test_the_formulas_of_tembo_give_every_id() -> None:
    rows = FORMULA.findall(chapter("tembo"))
    assert len(rows) == 6
    found: dict[int, str] = {}
    for first, last, spelling, formula in rows:
        written, number = compile(f"f'{spelling}'", "", "eval"), compile(formula, "", "eval")
        ids: dict[int, str] = {}
        for names in names_of_tembo_moves():
            if "d" in formula and names["n"] + names["d"] > 42:
                continue
            id, text = eval(number, {}, names), eval(written, {}, names)
            assert ids.setdefault(id, text) == text
        assert sorted(ids) == list(range(int(first), int(last) + 1))
        found |= ids
    assert [found[id] for id in sorted(found)] == [str(move) for move in load("tembo").moves]


def test_the_counts_of_life_add_up() -> None:
    rows = COUNT.findall(chapter("life"))
    assert [row for _, _, row, _ in rows] == list("K1234")
    moves = [str(move) for move in load("life").moves]
    place = 0
    for first, last, row, count in rows:
        assert (int(first), int(last) + 1 - int(first)) == (place, int(count))
        assert {move[0] for move in moves[place : int(last) + 1]} == {row}
        place = int(last) + 1
    assert place == len(moves)


def test_the_code_gives_every_move_of_every_id_and_back() -> None:
    tembo, life = load("tembo"), load("life")
    tembo_move = code("tembo")["tembo_move"]
    assert [tembo_move(id) for id in range(660)] == [str(move) for move in tembo.moves]
    given = code("life")
    assert [given["life_move"](id) for id in range(1001)] == [str(move) for move in life.moves]
    for move in life.moves:
        assert given["life_id"](str(move)) == life.move_id(move)


@pytest.mark.parametrize(("name", "size"), [("tembo", 660), ("life", 1001)])
def test_an_id_is_a_place_in_the_fixed_list(name: str, size: int) -> None:
    game = load(name)
    assert len(game.moves) == size
    assert f"{size} in {game.title}" in " ".join(DOCUMENT.split())
    assert [game.move_id(move) for move in game.moves] == list(range(size))
    assert [game.parse(str(move)) for move in game.moves] == list(game.moves)


@pytest.mark.parametrize(("name", "count"), [("tembo", 12), ("life", 9)])
def test_the_examples_are_right(name: str, count: int) -> None:
    game = load(name)
    tables = [line for line in chapter(name).splitlines() if "| |" in line]
    examples = EXAMPLE.findall("\n".join(tables))
    assert len(examples) == count
    for text, id in examples:
        assert game.move_id(game.parse(text)) == int(id), text


def test_the_worked_example_is_right() -> None:
    text = chapter("life").replace("\N{MINUS SIGN}", "-")
    move, *sums = re.findall(r"For `(.+?)`: (.+) = (.+) = (\d+)\.", text)[0]
    game = load("life")
    assert [eval(each, {"C": comb}) for each in sums] == [game.move_id(game.parse(move))] * 3


def test_legal_moves_come_by_rising_id() -> None:
    for name in CHAPTERS:
        game = load(name)
        state = game.start(3, "rising")
        for _ in range(60):
            ids = [game.move_id(move) for move in state.legal()]
            assert ids == sorted(set(ids))
            seat = state.to_move
            assert seat is not None
            assert state.view(seat).legal() == state.legal()
            state = state.play(state.legal()[len(ids) // 2]).state


def test_the_session_in_the_document_runs_as_written() -> None:
    example = doctest.DocTestParser().get_doctest(DOCUMENT, {}, "moves.md", "moves.md", 0)
    assert len(example.examples) == 5
    result = doctest.DocTestRunner().run(example)
    assert result.failed == 0
