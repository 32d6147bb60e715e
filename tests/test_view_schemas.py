"""The JSON form of the views: docs/views.md, the schemas and what the games give must agree."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from waterhole.game import State, load
from waterhole.tembo import default_deck

Json = dict[str, Any]

DOCS = Path(__file__).parents[1] / "docs"
DOCUMENT = (DOCS / "views.md").read_text("utf-8")
GAMES = ("tembo", "life")
SCHEMAS: dict[str, Json] = {
    name: json.loads((DOCS / "schema" / f"{name}-view.schema.json").read_text("utf-8"))
    for name in GAMES
}
VALIDATORS = {name: Draft202012Validator(schema) for name, schema in SCHEMAS.items()}

SETTINGS: list[tuple[str, int, Json, str]] = [  # the last is the seed
    ("tembo", 2, {}, "views"),
    ("tembo", 3, {"rounds": 3, "deck": list(reversed(default_deck().to_list()))}, "views"),
    ("tembo", 4, {"rounds": 1}, "views"),
    ("life", 2, {"lap_limit": 3}, "views"),
    ("life", 3, {"expert": True, "lap_limit": 3}, "4"),
    ("life", 4, {"lap_limit": 4}, "views"),
    ("life", 5, {"lap_limit": 2}, "views"),
]


def states(name: str, seats: int, options: Json, seed: str) -> Iterator[State[Any]]:
    """The states of a random match, from the first to the last."""
    rng = Random(seed)
    state = load(name).start(seats, seed, options)
    yield state
    while state.to_move is not None:
        state = state.play(rng.choice(state.legal())).state
        yield state


def seen(state: State[Any], seat: int | None) -> Json:
    """A view as it arrives at the other end of a wire."""
    view: Json = json.loads(state.view(seat).to_json())
    return view


def chapter(name: str) -> str:
    title = load(name).title
    return DOCUMENT.split(f"\n## {title}\n")[1].split("\n## ")[0]


def example(name: str) -> Json:
    (text,) = re.findall(r"```json\n(.*?)```", chapter(name), re.DOTALL)
    view: Json = json.loads(text)
    return view


def resolved(schema: Any, root: Json) -> Json:
    """A schema without its reference, or the side of a choice that is not null."""
    while "$ref" in schema or "oneOf" in schema:
        if "$ref" in schema:
            schema = root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
        else:
            schema = schema["oneOf"][0]
    found: Json = schema
    return found


def fields(schema: Json, root: Json, path: str = "") -> Iterator[str]:
    """Every named field of a schema, as the document writes it: crossings[].row."""
    schema = resolved(schema, root)
    for name, field in schema.get("properties", {}).items():
        here = f"{path}.{name}" if path else name
        yield here
        yield from fields(field, root, here)
    if isinstance(schema.get("items"), dict):
        yield from fields(schema["items"], root, f"{path}[]")


def objects(schema: Any) -> Iterator[Json]:
    """Every part of a schema that describes an object."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from objects(part)


@pytest.mark.parametrize("name", GAMES)
def test_the_schema_is_one_of_draft_2020_12_and_names_no_web_address(name: str) -> None:
    schema = SCHEMAS[name]
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"waterhole:{name}-view"
    assert "//" not in json.dumps({key: schema[key] for key in schema if key != "$schema"})


@pytest.mark.parametrize("name", GAMES)
def test_the_schema_is_strict_and_describes_every_field(name: str) -> None:
    found = list(objects(SCHEMAS[name]))
    assert len(found) == 4
    for part in found:
        assert part["additionalProperties"] is False
        assert part["required"] == list(part["properties"])
        assert all(field["description"].endswith(".") for field in part["properties"].values())


@pytest.mark.parametrize("name", GAMES)
def test_the_document_and_the_schema_have_the_same_fields_in_the_same_order(name: str) -> None:
    described = re.findall(r"^\| `([^`]+)` \|", chapter(name), re.MULTILINE)
    assert described == list(fields(SCHEMAS[name], SCHEMAS[name]))
    assert "memories[].moves" in described


@pytest.mark.parametrize("name", GAMES)
def test_each_field_in_the_document_has_a_type_a_meaning_and_who_sees_it(name: str) -> None:
    rows = re.findall(r"^\| `[^`]+` \|.*$", chapter(name), re.MULTILINE)
    for row in rows:
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert len(cells) == 4, row
        assert all(cells), row


@pytest.mark.parametrize("name", GAMES)
def test_the_example_in_the_document_is_what_its_code_gives(name: str) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", chapter(name), re.DOTALL)
    defined: Json = {}
    exec(code, defined)
    assert example(name) == json.loads(defined["view"].to_json())
    assert list(example(name)) == list(defined["view"].to_dict())
    VALIDATORS[name].validate(example(name))


@pytest.mark.parametrize(("name", "seats", "options", "seed"), SETTINGS)
def test_every_view_is_as_the_schema_says(name: str, seats: int, options: Json, seed: str) -> None:
    validator = VALIDATORS[name]
    every = list(states(name, seats, options, seed))
    # The first moves, the end, and now and then: views grow with the match.
    for state in [*every[:12], *every[12:-1:29], every[-1]]:
        for seat in (None, *range(seats)):
            view = seen(state, seat)
            error = next(validator.iter_errors(view), None)
            assert error is None, f"seat {seat}: {error}"
            assert list(view) == SCHEMAS[name]["required"]


def test_the_views_tried_have_what_is_rare() -> None:
    """Otherwise the test above would not try those parts of the schemas."""
    last = [list(states(*setting))[-1].view(None).to_dict() for setting in SETTINGS]
    assert any(card == "L" for view in last[:3] for m in view["memories"] for _, card in m["drawn"])
    outcomes = [outcome for view in last[3:] for outcome in view["outcomes"]]
    assert {outcome["ending"] for outcome in outcomes} == {"knock", "sudden-death", "lap-limit"}
    assert {0, 6} <= {lives for outcome in outcomes for lives in outcome["lives"]}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value within a view."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        yield (*path, key)
        if isinstance(item, dict | list):
            yield from places(item, (*path, key))


def holder(view: Json, path: tuple[Any, ...]) -> Any:
    for key in path[:-1]:
        view = view[key]
    return view


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("odd", [{"odd": 1}, 1.5, "odd", -1, True])
def test_a_wrong_value_anywhere_is_refused(name: str, odd: object) -> None:
    right = example(name)
    for path in places(right):
        if isinstance(odd, bool) and isinstance(holder(right, path)[path[-1]], bool):
            continue
        wrong = deepcopy(right)
        holder(wrong, path)[path[-1]] = odd
        assert not VALIDATORS[name].is_valid(wrong), path


@pytest.mark.parametrize("name", GAMES)
def test_a_field_missing_or_too_many_is_refused(name: str) -> None:
    right = example(name)
    for path in places(right):
        if not isinstance(path[-1], str):
            continue
        wrong = deepcopy(right)
        del holder(wrong, path)[path[-1]]
        assert not VALIDATORS[name].is_valid(wrong), path
        wrong = deepcopy(right)
        holder(wrong, path)["secret"] = None
        assert not VALIDATORS[name].is_valid(wrong), path


def as_spectator(view: Json) -> None:
    view["seat"] = None


def as_spectator_without_hands(view: Json) -> None:
    view["seat"] = view["hand"] = None
    for memory in view["memories"]:
        memory["hand"] = None


def change(field: str, value: Callable[[Any], object]) -> Callable[[Json], None]:
    def edit(view: Json) -> None:
        view[field] = value(view[field])

    return edit


WRONG: list[tuple[str, str, Callable[[Json], None]]] = [
    ("tembo", "a spectator has no hand", as_spectator),
    ("tembo", "a spectator saw no drawn card", as_spectator_without_hands),
    ("tembo", "a seat has a hand", change("hand", lambda _: None)),
    ("tembo", "a hand has no lion", change("hand", lambda hand: [*hand[1:], "L"])),
    ("tembo", "a hand has five cards", change("hand", lambda hand: [*hand, "E"])),
    ("tembo", "there is no card 43", change("hand", lambda hand: ["43"])),
    ("tembo", "there is no card 01", change("hand", lambda hand: ["01"])),
    ("tembo", "two play, not three", change("hand_sizes", lambda sizes: [*sizes, 5])),
    ("tembo", "there are five crossings", change("crossings", lambda all: all[1:])),
    ("tembo", "nobody sits there", change("to_move", lambda _: 2)),
    ("tembo", "somebody is to move, nobody has won", change("winners", lambda _: [0])),
    ("tembo", "nobody is to move, nobody has won", change("to_move", lambda _: None)),
    ("tembo", "it is another game", change("game", lambda _: "life")),
    ("tembo", "a deck has 42 animals", change("deck", lambda _: [["gnu", 2]] * 41)),
    ("tembo", "the number of seats is a number", change("seats", lambda _: "2")),
    ("life", "a spectator has no hand", as_spectator),
    ("life", "a seat has a hand", change("hand", lambda _: None)),
    ("life", "a hand has ten cards or none", change("hand", lambda hand: hand[1:])),
    ("life", "the rows grow", change("rows", lambda rows: rows[::-1])),
    ("life", "there are four rows", change("rows", lambda rows: rows[:3])),
    ("life", "three play, not two", change("lives", lambda lives: lives[1:])),
    ("life", "all seats are listed", change("known", lambda known: known[1:])),
    ("life", "nobody sits there", change("knocker", lambda _: 5)),
    ("life", "there is one winner", change("winners", lambda _: [0, 1])),
    ("life", "no card is unknown by name", change("hand", lambda hand: [None] * 10)),
    ("life", "seven cards never lie aside", change("aside", lambda _: 7)),
]


@pytest.mark.parametrize(("name", "why", "edit"), WRONG, ids=[f"{n}: {w}" for n, w, _ in WRONG])
def test_a_wrong_view_is_refused(name: str, why: str, edit: Callable[[Json], None]) -> None:
    view = example(name)
    edit(view)
    assert not VALIDATORS[name].is_valid(view), why


@pytest.mark.parametrize("name", GAMES)
def test_a_spectator_sees_what_all_see(name: str) -> None:
    """Who sees it, as the document says: without the fields of the seat alone, views are equal."""
    *_, state = states(name, 3, {"rounds": 2} if name == "tembo" else {"lap_limit": 2}, "all")
    rows = re.findall(r"^\| `([^`]+)` \|.* \| (.*?) \|$", chapter(name), re.MULTILINE)
    own = [field for field, who in rows if who == "the seat alone" or "the card:" in who]
    assert own[:2] == ["hand", "memories[].hand"]

    def public(seat: int | None) -> Json:
        view = seen(state, seat) | {"seat": None}
        for field in own:
            *outer, last = field.split("[].")
            for part in view[outer[0]] if outer else [view]:
                part[last] = [who for who, _ in part[last]] if last == "drawn" else None
        return view

    assert public(0) == public(1) == public(2) == public(None)
