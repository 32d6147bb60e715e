"""A whole match as a text that people can review and programs can read (README.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any, Final, NamedTuple

from tests.playthroughs.drawing import draw
from tests.playthroughs.pickers import PICKERS
from waterhole.game import State, load
from waterhole.lab.signature import Choices

FOLDER: Final = Path(__file__).parent
WIDTH: Final = 110


class Case(NamedTuple):
    """What a playthrough is made from."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: str
    picker: str = "any"


# Species in three blocks, not in turn; the points run down instead of up.
BLOCK_DECK: Final = [
    [species, 5 - number % 4]
    for species, numbers in (("gnu", range(14)), ("zebra", range(14)), ("antelope", range(14)))
    for number in numbers
]

CASES: Final = {
    "tembo-2": Case("tembo", 2, {"rounds": 2}, "crossing 70"),
    "tembo-3": Case("tembo", 3, {"rounds": 2}, "crossing 53"),
    "tembo-4": Case("tembo", 4, {"rounds": 2}, "crossing 1", "herd"),
    "tembo-deck": Case("tembo", 3, {"rounds": 1, "deck": BLOCK_DECK}, "crossing 1"),
    "life-2": Case("life", 2, {"expert": False, "lap_limit": 3}, "island 17"),
    "life-3": Case("life", 3, {"expert": False, "lap_limit": 3}, "island 32", "eager"),
    "life-4": Case("life", 4, {"expert": False, "lap_limit": 3}, "island 8", "set"),
    "life-5": Case("life", 5, {"expert": False, "lap_limit": 2}, "island 41", "eager"),
    "life-expert-3": Case("life", 3, {"expert": True, "lap_limit": 3}, "island 65", "set"),
}


def golden_file(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def render(case: Case) -> str:
    """The playthrough of a match that is started and played as the case says."""
    return "\n".join(_Playthrough(case).lines()) + "\n"


class _Playthrough:
    """Plays one match and remembers which view each viewer was shown last."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.shown: dict[int | None, dict[str, Any]] = {}

    def lines(self) -> Iterator[str]:
        case = self.case
        yield from self.header()
        state: State[Any] = load(case.game).start(case.seats, seed=case.seed, options=case.options)
        pick, choices = PICKERS[case.picker], Choices(0)
        while state.to_move is not None:
            yield from self.position(state)
            move = pick(state, choices)
            step = state.play(move)
            yield f"plays: {move}"
            yield from (f"event: {_json(event.to_dict())}" for event in step.events)
            state = step.state
        yield from self.end(state)

    def header(self) -> Iterator[str]:
        yield f"game: {self.case.game}"
        yield f"seats: {self.case.seats}"
        yield f"options: {_json(self.case.options)}"
        yield f"seed: {_json(self.case.seed)}"
        yield f"picker: {self.case.picker}"

    def position(self, state: State[Any]) -> Iterator[str]:
        yield from ("", *_heading(state), *draw(state))
        legal = state.legal()
        yield f"legal: {len(legal)}"
        yield from wrap(
            " ".join(map(str, legal)), WIDTH, initial_indent="  ", subsequent_indent="  "
        )
        for viewer in (state.to_move, None):
            yield from self.view(state, viewer)

    def end(self, state: State[Any]) -> Iterator[str]:
        yield from ("", "== the end", *draw(state))
        for viewer in (*range(self.case.seats), None):
            yield from self.view(state, viewer)
        yield f"record: {_json(state.record())}"

    def view(self, state: State[Any], viewer: int | None) -> Iterator[str]:
        """The first view of a viewer whole, later ones by what changed since."""
        yield "view of a spectator:" if viewer is None else f"view of seat {viewer}:"
        view = state.view(viewer).to_dict()
        before = self.shown.get(viewer)
        self.shown[viewer] = view
        if before is None:
            yield from (f"  {name}: {_json(value)}" for name, value in view.items())
        else:
            yield from (f"  {line}" for line in changes("", before, view))


def changes(path: str, before: Any, after: Any) -> Iterator[str]:
    """What became of a value: ``path: value`` where it changed, ``path += items`` where it grew."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for key in after:
            yield from changes(f"{path}.{key}" if path else key, before[key], after[key])
    elif isinstance(before, list) and isinstance(after, list) and _grew(before, after):
        for place, (old, new) in enumerate(zip(before, after, strict=False)):
            yield from changes(f"{path}[{place}]", old, new)
        if len(after) > len(before):
            yield f"{path} += {_json(after[len(before) :])}"
    else:
        yield f"{path}: {_json(after)}"


def _grew(before: list[Any], after: list[Any]) -> bool:
    """Whether a list is best told by its items: those of before still stand at their places."""
    if len(after) < len(before):
        return False
    nested = bool(before) and all(isinstance(item, (list, dict)) for item in before)
    return nested or after[: len(before)] == before


def _heading(state: State[Any]) -> Iterator[str]:
    rounds = state.record()["rounds"]
    yield f"== round {len(rounds)}, move {len(rounds[-1]['moves']) + 1}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
