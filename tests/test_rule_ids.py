"""Every rule has an id, stands once in the rulebook, and is held by at least one test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
RULEBOOK = TESTS.parent / "rulebook"

BOOKS = {
    "tembo.md": [f"T{number}" for number in range(1, 25)],
    "life.md": [f"L{number}" for number in range(1, 16)],
}
HEADING = re.compile(r"^\*\*([A-Z]\d+) · [^*]+\.\*\*", re.MULTILINE)
ID = re.compile(r"(?<![A-Za-z0-9])([TL])(\d+)(?![A-Za-z0-9])")
SPAN = re.compile(r"(?<![A-Za-z0-9])([TL])(\d+) to \1(\d+)(?![A-Za-z0-9])")


def rule_ids(text: str) -> list[str]:
    """The ids of the rules a page of the rulebook sets out, in its order."""
    return HEADING.findall(text)


def cited(text: str) -> set[str]:
    """The ids a text names; "T7 to T9" names three."""
    found = {letter + number for letter, number in ID.findall(text)}
    for letter, first, final in SPAN.findall(text):
        found |= {f"{letter}{number}" for number in range(int(first), int(final) + 1)}
    return found


def cited_by_tests(source: str) -> set[str]:
    """The ids in the names and docstrings of the test functions of a module."""
    ids: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        if node.name.startswith("test_"):
            words = node.name.upper().replace("_", " ")
            ids |= cited(words) | cited(ast.get_docstring(node) or "")
    return ids


def cited_under(folder: Path) -> set[str]:
    sources = [path.read_text("utf-8") for path in sorted(folder.rglob("test_*.py"))]
    return set().union(*map(cited_by_tests, sources))


@pytest.mark.parametrize("book", BOOKS)
def test_the_rulebook_has_every_rule_once_and_in_order(book: str) -> None:
    assert rule_ids((RULEBOOK / book).read_text("utf-8")) == BOOKS[book]


def test_there_are_no_other_pages_with_rules() -> None:
    pages = {path.name for path in RULEBOOK.glob("*.md") if rule_ids(path.read_text("utf-8"))}
    assert pages == set(BOOKS)


@pytest.mark.parametrize("book", BOOKS)
def test_every_rule_is_cited_by_a_test(book: str) -> None:
    found = cited_under(TESTS / "rules")
    assert [rule for rule in BOOKS[book] if rule not in found] == []


def test_tests_cite_only_rules_that_exist() -> None:
    known = {rule for rules in BOOKS.values() for rule in rules}
    assert cited_under(TESTS / "rules") <= known


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("**T1 · The box.** There are 59 cards.", ["T1"]),
        ("**T2 · B.** x\n\n**T1 · A.** y\n**T1 · A.** z", ["T2", "T1", "T1"]),
        ("See **T3** and T4 · none. (T7 to T9)", []),
        ("Text **T5 · Not at the start of a line.**", []),
    ],
)
def test_ids_are_read_from_headings_alone(text: str, ids: list[str]) -> None:
    assert rule_ids(text) == ids


@pytest.mark.parametrize(
    ("source", "ids"),
    [
        ('def test_a():\n    """An elephant needs three (T12)."""', {"T12"}),
        ('def test_a():\n    """T7 to T9, L13."""', {"T7", "T8", "T9", "L13"}),
        ("def test_t12_elephant(): ...", {"T12"}),
        ('class TestX:\n    def test_a(self):\n        """L1"""', {"L1"}),
        ('"""T1"""\ndef helper():\n    """T2"""\n# T3\ndef test_a():\n    x = "T4"', set()),
        ('def test_a():\n    """T123, XT5, T6b, and T1."""', {"T123", "T1"}),
    ],
)
def test_citations_are_read_from_names_and_docstrings_of_tests(source: str, ids: set[str]) -> None:
    assert cited_by_tests(source) == ids
