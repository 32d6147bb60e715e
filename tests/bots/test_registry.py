"""Bots by name: ours, with budgets, and those of others."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from waterhole.bots import BOTS, LEVELS, Budget, load_bot, load_player
from waterhole.bots.registry import LONGEST, MOST
from waterhole.game import InvalidOptions, load


@pytest.mark.parametrize("name", BOTS)
def test_every_name_loads_a_bot_of_its_own(name: str) -> None:
    player = load_player(name)
    assert (player.name, player.budget) == (name, Budget())
    assert type(player.bot) is type(load_bot(name))


def test_the_names_are_those_of_the_page() -> None:
    assert list(BOTS) == ["random", "heuristic", "knocker", "search", *LEVELS]


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("search:1s", Budget(seconds=1.0)),
        ("search:0.25s", Budget(seconds=0.25)),
        ("search:.5s", Budget(seconds=0.5)),
        (f"search:{LONGEST:.0f}s", Budget(seconds=LONGEST)),
        ("search:1", Budget(iterations=1)),
        ("search:5000", Budget(iterations=5000)),
        (f"search:{MOST}", Budget(iterations=MOST)),
        ("easy:10", Budget(iterations=10)),
        ("random:0.1s", Budget(seconds=0.1)),
        ("search:007", Budget(iterations=7)),
    ],
)
def test_a_budget_stands_behind_a_colon(text: str, budget: Budget) -> None:
    player = load_player(text)
    assert player.budget == budget
    assert player.name == text


@pytest.mark.parametrize(
    "text",
    [
        *("search:0", "search:0s", "search:0.0s", f"search:{MOST + 1}", "search:3601s"),
        *("search:1.5", "search:" + "9" * 20, "search:" + "9" * 400 + "s", "search:" + "9" * 5000),
    ],
)
def test_a_budget_out_of_range_is_refused(text: str) -> None:
    with pytest.raises(InvalidOptions, match=r"seconds a move|iterations a move") as caught:
        load_player(text)
    assert caught.value.code == "bot/budget"


@pytest.mark.parametrize(
    "text",
    [
        *("", ":", "search:", ":5", "search:s", "search:-1", "search:1e3", "search:1m"),
        *("search: 5", " search", "search ", "search:5:5", "search:5 s", "search\n", "search:nan"),
        *("search:infs", "search:1.s", "search:+1", "sea-rch", "search:5S"),
    ],
)
def test_an_unreadable_text_is_refused(text: str) -> None:
    with pytest.raises(InvalidOptions, match="is no bot") as caught:
        load_player(text)
    assert caught.value.code == "bot/unreadable"
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["minimax", "Search", "SEARCH", ".Bot", "_", "5"])
def test_an_unknown_name_is_refused_and_the_known_are_named(text: str) -> None:
    with pytest.raises(InvalidOptions, match="there are: random, heuristic") as caught:
        load_player(text)
    assert caught.value.code == "bot/unknown"


MODULE = """
from waterhole.bots import RandomBot


class Plain(RandomBot):
    pass


class NeedsMore(RandomBot):
    def __init__(self, strength):
        pass


class NoBot:
    pass


class Wordy(RandomBot):
    def __init__(self):
        raise ValueError("one line" + chr(10) + "and another")


choose = 5
"""


@pytest.fixture
def own_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_bots.py").write_text(MODULE, "utf-8")
    (tmp_path / "broken_bots.py").write_text("import no_such_module_anywhere", "utf-8")
    (tmp_path / "leaving_bots.py").write_text("import sys; sys.exit(3)", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("own_bots", "broken_bots", "leaving_bots"):
        monkeypatch.delitem(sys.modules, name, raising=False)


@pytest.mark.usefixtures("own_modules")
def test_a_bot_of_ones_own_is_found() -> None:
    player = load_player("own_bots.Plain:50")
    assert player.budget == Budget(iterations=50)
    state = load("tembo").start(2, "own")
    view = state.view(state.to_move)
    assert player.choose(view, Random(1)) in view.legal()


@pytest.mark.usefixtures("own_modules")
@pytest.mark.parametrize(
    "name",
    [
        *("own_bots.NeedsMore", "own_bots.NoBot", "own_bots.Missing", "own_bots.choose"),
        *("own_bots.Wordy", "broken_bots.Bot", "no_such_module.Bot", "own_bots.", "..own_bots"),
        *("os.path", "leaving_bots.Bot"),
    ],
)
def test_a_broken_bot_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(InvalidOptions) as caught:
        load_bot(name)
    assert caught.value.code == "bot/broken"
    assert name in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", LEVELS)
def test_a_level_is_the_one_of_the_table(name: str) -> None:
    assert load_bot(name) == LEVELS[name]
