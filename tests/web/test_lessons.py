"""The lessons of the web client are real matches, and what they tell can be done."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

WEB = Path(__file__).parents[2] / "web"
LANGUAGES = ("en", "de", "it", "es", "fr", "pl")
GAMES = ("tembo", "life")


def _script() -> ModuleType:
    """The script that writes the lessons; it is no part of a package."""
    spec = importlib.util.spec_from_file_location("lessons", WEB / "scripts/lessons.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look there for their module
    spec.loader.exec_module(module)
    return module


SCRIPT = _script()


def lesson(game: str) -> Any:
    return json.loads((WEB / f"src/lib/learn/{game}.json").read_text("utf-8"))


def told(game: str) -> list[Any]:
    """The frames in which the learner has a move to make."""
    return [frame for frame in lesson(game)["frames"] if frame["move"] is not None]


def events(game: str) -> list[Any]:
    return [event for frame in lesson(game)["frames"] for event in frame["events"]]


@pytest.mark.parametrize("game", GAMES)
def test_the_files_are_what_the_engine_plays(game: str) -> None:
    on_file = (WEB / f"src/lib/learn/{game}.json").read_text("utf-8")
    assert SCRIPT.written(SCRIPT.LESSONS[game]) == on_file, "run python web/scripts/lessons.py"


@pytest.mark.parametrize("game", GAMES)
def test_the_told_move_is_always_legal(game: str) -> None:
    for frame in told(game):
        assert frame["to_move"] == frame["view"]["to_move"] == lesson(game)["seat"]
        assert frame["move"] in frame["legal"]


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_has_five_to_eight_told_moves_each_with_a_sentence(game: str) -> None:
    assert 5 <= len(told(game)) <= 8
    assert all(frame["say"] for frame in told(game))
    assert lesson(game)["frames"][-1]["say"]


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_shows_nothing_but_the_learners_views(game: str) -> None:
    """Another's cards are in no view: only that seat's own hand is."""
    for frame in lesson(game)["frames"]:
        assert frame["view"]["seat"] == lesson(game)["seat"]


@pytest.mark.parametrize(
    ("game", "idea"),
    [
        ("tembo", "placed"),
        ("tembo", "carried"),
        ("tembo", "eaten"),
        ("tembo", "lion_drawn"),
        ("tembo", "closed"),
        ("tembo", "round_over"),
        ("life", "swapped"),
        ("life", "knocked"),
        ("life", "scored"),
        ("life", "lives_changed"),
        ("life", "sudden_death"),
    ],
)
def test_the_main_ideas_happen(game: str, idea: str) -> None:
    assert idea in {event["event"] for event in events(game)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_names_the_numbers_of_its_move(game: str, language: str) -> None:
    """The crossing or the row, and the numbers of animals: without them nobody can follow."""
    words = json.loads((WEB / f"locales/{language}.json").read_text("utf-8"))
    for frame in told(game):
        _, group, name = frame["say"].split(".")
        sentence = words["learn"][group][name]
        for number in re.findall(r"\d+", frame["move"]):
            assert re.search(rf"(?<!\d){number}(?!\d)", sentence), (frame["move"], sentence)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_points_that_are_told_are_those_of_the_lesson(language: str) -> None:
    words = json.loads((WEB / f"locales/{language}.json").read_text("utf-8"))["learn"]
    carried = lesson("tembo")["frames"][6]["view"]["points"]
    over = next(event for event in events("tembo") if event["event"] == "round_over")
    scored = next(event for event in events("life") if event["event"] == "scored")
    _told, _, why = words["tembo"]["eat"].partition("\n")
    assert numbers(why) == carried
    assert numbers(words["tembo"]["end"]) == over["scores"]
    assert numbers(words["life"]["scoring"]) == scored["points"]


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]
