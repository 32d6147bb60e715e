"""The rulebook, rule by rule, for whoever explains a move."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from waterhole.game.errors import WaterholeError
from waterhole.game.options import shown

RULE = re.compile(r"^\*\*([TL]\d+) · (.+?)\.\*\* ?", re.MULTILINE)
CHAPTER = re.compile(r"^## (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule; its text is Markdown."""

    id: str
    title: str
    chapter: str
    text: str


@cache
def rulebook(game: str) -> dict[str, Rule]:
    """The rules of a game by their ids, in order."""
    rules: dict[str, Rule] = {}
    _, *chapters = CHAPTER.split(source(game))
    for title, body in zip(chapters[::2], chapters[1::2], strict=True):
        _, *parts = RULE.split(body)
        for id, name, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            rules[id] = Rule(id, name, title, text.strip())
    return rules


def rule(game: str, id: str) -> Rule:
    """One rule; its id may be in small letters."""
    rules = rulebook(game)
    if id.upper() not in rules:
        first, *_, last = rules
        raise WaterholeError(
            "rule/unknown", f"there is no rule {shown(id)}; the rules are {first} to {last}"
        )
    return rules[id.upper()]


def source(game: str) -> str:
    """The whole rulebook of a game, as Markdown."""
    installed = files("waterhole") / "rulebook" / f"{game}.md"
    if installed.is_file():
        return installed.read_text("utf-8")
    clone = Path(__file__).parents[3] / "rulebook" / f"{game}.md"
    return clone.read_text("utf-8")
