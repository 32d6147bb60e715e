"""The README says what is true: its game is played."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import pytest

from bench import better_moves, more_thought, more_time
from bench.strength import CLAIMS, RESULTS, markdown
from waterhole.bots import LEVELS
from waterhole.lab.arena import Match

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("bench/*.md")])
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", ["README.md", "docs/core.md", "docs/records.md", "docs/search.md"])
def test_what_a_page_shows_in_python_happens_as_printed(page: str) -> None:
    results = doctest.testfile(
        str(ROOT / page), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert results.attempted > 5
    assert results.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_the_strength_of_the_bots_is_what_was_measured() -> None:
    results = json.loads(RESULTS.read_text("utf-8"))
    assert markdown(results) in (ROOT / "README.md").read_text("utf-8")
    found = [(r["game"], r["seats"], r["candidate"], r["rival"]) for r in results]
    assert found == [claim[:4] for claim in CLAIMS]


def words_of(page: str) -> str:
    """Its text, wherever its lines end."""
    return " ".join((ROOT / page).read_text("utf-8").split())


@pytest.mark.parametrize("sample", better_moves.SAMPLES, ids=lambda sample: sample.file.stem)
def test_what_a_second_finds_is_what_was_measured(sample: better_moves.Sample) -> None:
    found = better_moves.look(sample)
    assert found is not None
    assert str(found) in words_of("bench/README.md")


def test_whether_a_second_finds_better_moves_is_told_by_the_sample_that_decides() -> None:
    sample = better_moves.SAMPLES[-1]
    found = better_moves.look(sample)
    assert found is not None
    shown = found.p < sample.sure
    assert str(found) in words_of("README.md")
    assert ("Nor is it shown to choose better moves" in words_of("README.md")) is not shown


def test_what_more_time_gains_is_what_was_measured() -> None:
    looks = more_time.looks()
    assert [look.deals for look in looks] == [*more_time.LOOKS]
    for look in looks:
        assert str(look) in words_of("bench/README.md")


def test_what_more_thought_wins_is_what_was_measured() -> None:
    """Every match is replayed by the rules, move by move, and none is missing."""
    duels = more_thought.kept()
    assert len(duels) == more_thought.MATCHES
    matches = [match for duel in duels if (match := duel.match())]
    look = more_thought.look_at(matches)
    assert look.matches == more_thought.MATCHES
    assert look.p < more_thought.SURE
    assert str(look) in words_of("README.md")
    assert str(look) in words_of("bench/README.md")


def test_a_match_that_is_not_over_is_not_counted() -> None:
    duel = more_thought.kept()[0]
    assert duel.match() is not None
    assert duel._replace(moves=duel.moves[:-1]).match() is None


def test_more_thought_is_weighed_deal_by_deal() -> None:
    fixtures = more_thought.ARENA.fixtures()
    matches = []
    for fixture, won in zip(fixtures, (1, 0, 1, 1, 1, 1, 0.5, 1), strict=False):
        longer = fixture.bots.index(more_thought.ARENA.bots[0])
        winners = (0, 1) if won == 0.5 else (longer if won else 1 - longer,)
        matches.append(Match(fixture, (0, 0), winners, (1, 1), (0.0, 0.0)))
    look = more_thought.look_at(matches)
    assert look.matches == 8
    assert look.share.mean == pytest.approx((0.5 + 1 + 1 + 0.75) / 4)
    assert look.p == pytest.approx(0.0398, abs=1e-4)  # t = 2.61 with 3 degrees of freedom


def test_more_time_is_weighed_deal_by_deal() -> None:
    look = more_time.look_at([1, 0.5, 0.75, 1], [0.5, 0.25, 0.5, 0])
    assert (look.deals, look.long, look.short) == (4, 0.8125, 0.3125)
    assert look.gain.mean == 0.5
    assert look.p == pytest.approx(0.03315, abs=1e-4)  # t = 2.83 with 3 degrees of freedom


def test_better_moves_are_weighed_position_by_position() -> None:
    same, none = {"choice": True}, {"choice": False}
    won = [(1, 0.5), (0.5, 0.25), (0.75, 0.5), (1, 0)]
    found = better_moves.weigh([same, none, *({"choice": True, "won": both} for both in won)])
    assert (found.choices, found.differ, found.gain.mean) == (5, 4, 0.5)
    assert found.p == pytest.approx(0.03315, abs=1e-4)  # t = 2.83 with 3 degrees of freedom


def test_the_levels_are_what_the_page_says() -> None:
    page = (ROOT / "docs/search.md").read_text("utf-8")
    for name, level in LEVELS.items():
        numbers = (f"{level.iterations:,}", f"{level.temperature:g}", f"{level.memory:g}")
        assert f"| {' | '.join((name, *numbers))} |" in page
