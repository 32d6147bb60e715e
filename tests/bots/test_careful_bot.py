"""examples/careful_bot.py: the bot that docs/bots.md shows keeps all promises and beats chance."""

from __future__ import annotations

import ast
import doctest
import re
import sys
from pathlib import Path
from random import Random

import pytest

from waterhole.bots import Player, RandomBot, load_player
from waterhole.game import load
from waterhole.testing import check_bot

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "careful_bot.py"
PAGE = ROOT / "docs" / "bots.md"


@pytest.fixture
def careful(monkeypatch: pytest.MonkeyPatch) -> Player:
    """The bot, found as the command line finds it."""
    monkeypatch.syspath_prepend(EXAMPLE.parent)
    monkeypatch.delitem(sys.modules, EXAMPLE.stem, raising=False)
    return load_player("careful_bot.CarefulBot")


def test_it_keeps_all_promises(careful: Player) -> None:
    check_bot(careful.bot, positions=16)


@pytest.mark.parametrize(("game", "seats"), [("tembo", 2), ("tembo", 4), ("life", 3), ("life", 5)])
def test_it_beats_random_players(careful: Player, game: str, seats: int) -> None:
    """By chance it would win about every second to fifth match."""
    chance = Player("random", RandomBot())
    won = 0
    for match in range(10):
        state, rng = load(game).start(seats, f"match {match}"), Random(match)
        while state.to_move is not None:
            player = careful if state.to_move == match % seats else chance
            state = state.play(player.choose(state.view(state.to_move), rng)).state
        assert state.result is not None
        won += state.result.winners == (match % seats,)
    assert won >= 7


def test_the_page_shows_the_very_program() -> None:
    shown = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    program = EXAMPLE.read_text("utf-8")
    _, _, code = program.partition('"""\n\n')  # without the first docstring
    assert code in shown


def test_what_the_page_shows_happens_as_printed() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False)
    assert results.attempted > 10
    assert results.failed == 0


def test_it_is_about_twenty_lines_long() -> None:
    tree = ast.parse(EXAMPLE.read_text("utf-8"))
    parts = [node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    lines = sum((part.end_lineno or 0) - part.lineno + 1 for part in parts)
    assert lines <= 30
