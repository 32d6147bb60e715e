"""Writes the lessons of the web client: ``python web/scripts/lessons.py``.

A lesson is a match on a fixed seed in which every seat plays what is written here, by the real
rules. The learner is told each of his moves; what the others do and why comes by itself. With
``--check`` nothing is written; it fails if a file is old.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from waterhole.game import State, load

FOLDER: Final = Path(__file__).parents[1] / "src/lib/learn"
LEARNER: Final = 0

Json = dict[str, Any]


@dataclass(frozen=True)
class Part:
    """Moves that are played one after another, and what is said before the first of them.

    The learner makes the first one himself if it is his turn; the others come by themselves, one
    by one. A part without a word is only shown. ``skipped`` moves are played but not shown.
    """

    say: str
    moves: str
    skipped: bool = False


@dataclass(frozen=True)
class Lesson:
    game: str
    seed: str
    names: tuple[str | None, ...]  # None: the learner
    options: Json
    parts: tuple[Part, ...]

    def key(self, say: str) -> str:
        """Where the words of a sentence are found in web/locales."""
        return f"learn.{self.game}.{say}"


TEMBO = Lesson(
    game="tembo",
    seed="lesson 181014",
    names=(None, "Bo"),
    options={"rounds": 1},
    parts=(
        Part("start", "9>3 16>2"),
        Part("join", "18+20>3 23>3"),
        Part("carry", "E>3 25>2"),
        Part("eat", "Cg>2s 12>4"),
        Part("again", "4+5>1"),
        Part("lion", "L>4 S>1"),
        Part(
            "rest",
            "15+17>5 26>2 35+36>5 2>3 E>5 29+31>3 Ca>3f 21>5 28>2 40>1 24>5 Cg>3f 37>2 34>5 L>1 "
            "E>2 22>2 E>5 32>3 L>2 1>5 Cz>3f 10+11>5 38+39>5 Ca>5s 42>3",
            skipped=True,
        ),
    ),
)

LIFE = Lesson(
    game="life",
    seed="lesson 20461",
    names=(None, "Bo", "Cleo"),
    options={},
    parts=(
        Part("swap", "2:PC 1:O 4:GTDM"),
        Part("majority", "3:OTD 3:GBC 2:GC"),
        Part("counter", "1:C 1:S 1:C"),
        Part("knock", "K 4:ODHC K"),
        Part("scoring", "2:OH 3:SDH"),
        Part("set", "4:GOSD"),
    ),
)

LESSONS: Final = {"tembo": TEMBO, "life": LIFE}


def frames(lesson: Lesson) -> Iterator[Json]:
    """The lesson as the learner sees it, one frame before each move that is shown and one last."""
    game = load(lesson.game)
    seats = len(lesson.names)
    state: State[Any] = game.start(seats, seed=lesson.seed, options=lesson.options)
    events: list[Json] = []
    for part in lesson.parts:
        for place, text in enumerate(part.moves.split()):
            if place == 0 or not part.skipped:
                told = text if state.to_move == LEARNER and not part.skipped else None
                yield frame(state, events, None if place else lesson.key(part.say), told)
            step = state.play(game.parse(text))
            state, events = step.state, [event.to_dict() for event in step.events]
    yield frame(state, events, lesson.key("end"), None)


def frame(state: State[Any], events: list[Json], say: str | None, told: str | None) -> Json:
    mine = state.to_move == LEARNER and told is not None
    return {
        "say": say,
        "move": told,
        "to_move": state.to_move,
        "legal": [str(move) for move in state.legal()] if mine else [],
        "events": events,
        "view": state.view(LEARNER).to_dict(),
    }


def written(lesson: Lesson) -> str:
    """The file of a lesson: a line for each frame."""
    lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in frames(lesson))
    head = {"game": lesson.game, "seat": LEARNER, "names": lesson.names, "options": lesson.options}
    return f'{json.dumps(head)[:-1]}, "frames": [\n{lines}\n]}}\n'


def main(check: bool) -> int:
    old = 0
    for name, lesson in LESSONS.items():
        path, text = FOLDER / f"{name}.json", written(lesson)
        if path.exists() and path.read_text("utf-8") == text:
            continue
        old += 1
        print(f"{path.name} {'is not what is played' if check else 'written'}")
        if not check:
            path.write_text(text, "utf-8")
    return old if check else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
