"""The files that any engine must reproduce, reproduced by the core."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.playthroughs import playthrough, trees
from tests.playthroughs.playthrough import CASES, FOLDER, golden_file
from waterhole import core
from waterhole.game import State
from waterhole.lab.signature import shown, signature

DEEPER = ("tembo-2-three-lions", "tembo-3-lion", "tembo-4-crocodiles", "life-4-lap-limit-1")


@pytest.mark.parametrize("name", list(CASES))
def test_the_core_plays_the_match_as_on_file(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playthrough, "load", core.load)
    assert playthrough.render(CASES[name]) == golden_file(name).read_text("utf-8")


def counts_to(state: State[Any], depth: int) -> list[int]:
    """The numbers of sequences of 1, 2 … moves, from one walk through the tree."""
    found = [0] * depth
    legal = state.legal()
    found[0] = len(legal)
    if depth > 1:
        for move in legal:
            for place, count in enumerate(counts_to(state.play(move).state, depth - 1), 1):
                found[place] += count
    return found


@pytest.mark.parametrize("path", trees.files(), ids=lambda path: path.stem)
def test_trees_have_the_counts_on_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "load", core.load)
    tree = trees.read(path.read_text("utf-8"))
    state = trees.root(tree)
    assert type(state) is core.load(tree["game"]).state
    counts = trees.depths(tree)
    assert dict(enumerate(counts_to(state, max(counts)), 1)) == counts


@pytest.mark.parametrize("game", ["tembo", "life"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_core_counts_trees_as_the_rules_do(game: str, seats: int) -> None:
    """From the deal of a seed, and from a position some moves later."""
    match = core.Match(game, seats, f"trees {seats}", {"lap_limit": 1} if game == "life" else {})
    for moves in (0, 3 if game == "life" else 30):
        for _ in range(moves):
            match.play(match.legal()[0])
        assert match.tree_count(0) == 1
        depths = (1, 2) if game == "life" else (1, 2, 3)
        state = match.state()
        assert [match.tree_count(d) for d in depths] == [trees.count(state, d) for d in depths]


@pytest.mark.parametrize("path", trees.files(), ids=lambda path: path.stem)
def test_trees_dealt_from_their_seed(path: Path) -> None:
    """The raw match deals from the seed only, so those trees alone."""
    tree = trees.read(path.read_text("utf-8"))
    state = trees.root(tree)
    match = core.Match(
        tree["game"], state.setup.seats, state.setup.seed, state.setup.options.to_dict()
    )
    natural = match.state().record()["rounds"][0]["deal"] == state.record()["rounds"][0]["deal"]
    assert natural == ("natural" in path.stem)
    if natural:
        counts = trees.depths(tree)
        assert {depth: match.tree_count(depth) for depth in counts} == counts


@pytest.mark.parametrize("name", DEEPER)
def test_one_move_deeper_than_on_file(name: str) -> None:
    """Counted by the rules and by the core, for a few trees whose next depth is small."""
    tree = trees.read((trees.FOLDER / f"{name}.txt").read_text("utf-8"))
    depth = max(depth for depth, count in trees.depths(tree).items() if count < 1500) + 1
    state = trees.root(tree)
    assert trees.count(core.from_state(state), depth) == trees.count(state, depth)


def test_the_signature_is_the_one_on_file() -> None:
    on_file = (FOLDER / "signature.txt").read_text("utf-8").strip()
    assert shown(core.signature()) == on_file
    assert shown(signature(core.load)) == on_file
