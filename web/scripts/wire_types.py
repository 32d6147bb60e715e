"""Writes what the web client knows of the server: ``python web/scripts/wire_types.py``.

Messages come from the server's classes, views from their schemas, events from the games, and the
default deck of Tembo from its file. With ``--check`` nothing is written; it fails if a file is old.
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

from waterhole.game import vocabulary
from waterhole.life import events as life
from waterhole.server.wire import typescript
from waterhole.tembo import events as tembo

ROOT = Path(__file__).parents[2]
WIRE = ROOT / "web/src/lib/wire"
SCHEMAS = ROOT / "docs/schema"
DECK = ROOT / "src/waterhole/tembo/tembo-deck.csv"
MADE = "// Made by web/scripts/wire_types.py. Do not edit.\n\n"
PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def files() -> dict[str, str]:
    return {
        "messages.ts": typescript.everything(),
        "views.ts": MADE + "\n".join([*view("tembo"), *view("life"), VIEW]),
        "events.ts": MADE + "\n".join(events()),
        "deck.ts": MADE + deck(),
    }


# Views --------------------------------------------------------------------------------------------

VIEW = "export type View = TemboView | LifeView\n"


def view(game: str) -> Iterator[str]:
    schema = json.loads((SCHEMAS / f"{game}-view.schema.json").read_text("utf-8"))
    prefix = game.capitalize()
    for name, part in schema["$defs"].items():
        yield declared(f"{prefix}{name.capitalize()}", part, prefix)
    yield declared(f"{prefix}View", schema, prefix)


def declared(name: str, schema: Any, prefix: str) -> str:
    said = f"/** {schema['description']} */\n" if "description" in schema else ""
    if "properties" not in schema:
        return f"{said}export type {name} = {kind(schema, prefix)}\n"
    lines = [f"  {key}: {kind(part, prefix)}" for key, part in schema["properties"].items()]
    return "\n".join([f"{said}export interface {name} {{", *lines, "}\n"])


def kind(schema: Any, prefix: str) -> str:
    """A schema as TypeScript writes it."""
    if "$ref" in schema:
        name: str = schema["$ref"].removeprefix("#/$defs/")
        return prefix + name.capitalize()
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "oneOf" in schema:
        return " | ".join(dict.fromkeys(kind(part, prefix) for part in schema["oneOf"]))
    return listed(schema, prefix) if schema["type"] == "array" else PLAIN[schema["type"]]


def listed(schema: Any, prefix: str) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(kind(part, prefix) for part in schema['prefixItems'])}]"
    return f"Array<{kind(schema['items'], prefix)}>"


# Events -------------------------------------------------------------------------------------------


def events() -> Iterator[str]:
    kinds = [
        found
        for module in (tembo, life, vocabulary)
        for found in vars(module).values()
        if isinstance(found, type)
        and issubclass(found, vocabulary.Event)
        and found is not vocabulary.Event
        and found.__module__ == module.__name__
    ]
    for found in kinds:
        yield event(found)
    yield f"export type GameEvent = {' | '.join(found.__name__ for found in kinds)}\n"


def event(found: type[vocabulary.Event]) -> str:
    hints = get_type_hints(found)
    name = object.__new__(found).kind
    lines = [f"  {field.name}: {python(hints[field.name])}" for field in fields(found)]
    return "\n".join([f"export interface {found.__name__} {{", f'  event: "{name}"', *lines, "}\n"])


def python(hint: Any) -> str:
    """A type of Python, as far as events use it."""
    if get_origin(hint) is tuple:
        parts = get_args(hint)
        if parts[-1] is Ellipsis:
            return f"Array<{python(parts[0])}>"
        return f"[{', '.join(map(python, parts))}]"
    if get_origin(hint) in (Union, type(int | None)):
        return " | ".join(map(python, get_args(hint)))
    return {int: "number", str: "string", bool: "boolean", type(None): "null"}[hint]


# The deck -----------------------------------------------------------------------------------------


def deck() -> str:
    rows = csv.DictReader(DECK.read_text("utf-8").splitlines())
    lines = [f"  ['{row['species']}', {row['points']}]," for row in rows]
    kind = "export type Species = 'gnu' | 'zebra' | 'antelope'\n\n"
    said = (
        "/** Species and points of the animals 1 to 42, where a table has no deck of its own. */\n"
    )
    head = "export const DECK: ReadonlyArray<readonly [Species, number]> = ["
    return kind + said + "\n".join([head, *lines, "]\n"])


def main(check: bool) -> int:
    old = 0
    for name, text in files().items():
        path = WIRE / name
        if path.exists() and path.read_text("utf-8") == text:
            continue
        old += 1
        print(f"{path.relative_to(ROOT)} {'is not what the server says' if check else 'written'}")
        if not check:
            path.write_text(text, "utf-8")
    return old if check else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
