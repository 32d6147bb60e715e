"""Tree counts: from a given deal there are exactly so many sequences of moves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.playthroughs import trees

FILES = trees.files()
REWRITE = "to rewrite the counts: python tests/playthroughs/regenerate.py"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_tree_has_the_counts_on_file(path: Path) -> None:
    tree = trees.read(path.read_text("utf-8"))
    state = trees.root(tree)
    found = {depth: trees.count(state, depth) for depth in trees.depths(tree)}
    assert found == trees.depths(tree), REWRITE


def test_the_trees_have_every_number_of_seats() -> None:
    found = {(tree["game"], len(_deal(tree)["hands"])) for tree in _trees()}
    assert found == {("tembo", n) for n in (2, 3, 4)} | {("life", n) for n in (2, 3, 4, 5)}


def test_every_file_says_what_it_is_for_and_counts_from_depth_1() -> None:
    for tree in _trees():
        assert list(tree)[:5] == ["note", "game", "options", "seed", "deal"]
        counted = list(trees.depths(tree))
        assert counted == list(range(1, len(counted) + 1))
        assert counted


def test_a_sequence_that_ended_the_match_goes_no_further() -> None:
    """T21, T23: the first player cannot play, and there is no other round."""
    state = trees.root(trees.read(_file("tembo-2-over-at-once")))
    assert state.result is not None
    assert trees.count(state, 1) == trees.count(state, 2) == 0


def test_a_wrong_count_is_put_right() -> None:
    text = _file("tembo-4-natural")
    wrong = text.replace("depth 2: ", "depth 2: 1")
    assert wrong != text
    assert trees.recount(wrong) == text


def _file(name: str) -> str:
    return (trees.FOLDER / f"{name}.txt").read_text("utf-8")


def _trees() -> list[dict[str, str]]:
    return [trees.read(path.read_text("utf-8")) for path in FILES]


def _deal(tree: dict[str, str]) -> dict[str, Any]:
    return trees.root(tree).setup.deals[0].to_dict()
