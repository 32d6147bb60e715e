"""The TypeScript types name every message and every field, and nothing of Python."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal

import msgspec
import pytest
from msgspec import Struct
from msgspec import inspect as types

from waterhole.server.wire import bodies, messages, typescript

# Words that would mean that a Python type went through as it is.
PYTHON = (
    "str",
    "int",
    "float",
    "bool",
    "None",
    "dict",
    "list",
    "tuple",
    "Any",
    "Struct",
    "Literal",
)


class Part(Struct):
    inside: int


class Whole(Struct):
    a: str | None
    b: list[list[float]]
    c: dict[str, Any]
    d: Literal["x", "y"]
    e: tuple[bool, ...] = ()
    f: Part | None = None


@cache
def text() -> str:
    return typescript.everything()


def structs() -> Iterator[type[Struct]]:
    for module in (messages, bodies):
        for value in vars(module).values():
            ours = isinstance(value, type) and value.__module__ == module.__name__
            if ours and issubclass(value, Struct) and value is not messages.Ask:
                yield value


def fields_of(name: str) -> dict[str, str]:
    """The fields of an interface, with their types."""
    body = re.search(rf"^export interface {name} {{\n(.*?)\n}}", text(), re.DOTALL | re.MULTILINE)
    assert body, f"there is no {name}"
    lines = [line.strip().removesuffix(";") for line in body[1].splitlines()]
    return dict(line.split(": ", 1) for line in lines)


def declared() -> list[str]:
    return re.findall(r"^export interface (\w+)", text(), re.MULTILINE)


def union(name: str) -> list[str]:
    found = re.search(rf"^export type {name} = (.*);$", text(), re.MULTILINE)
    assert found
    return found[1].split(" | ")


@pytest.mark.parametrize("kind", list(structs()), ids=lambda kind: kind.__name__)
def test_every_message_has_all_its_fields(kind: type[Struct]) -> None:
    config = kind.__struct_config__
    expected = [
        f.encode_name if f.required else f"{f.encode_name}?" for f in msgspec.structs.fields(kind)
    ]
    if config.tag is not None:
        expected.insert(0, "type")
        assert fields_of(kind.__name__)["type"] == json.dumps(config.tag)
    assert list(fields_of(kind.__name__)) == expected


def test_both_unions_name_all_messages_of_a_side() -> None:
    told = {name for name in declared() if fields_of(name).get("type", "").startswith('"')}
    asks = {kind.__name__ for kind in messages.Ask.__subclasses__()}
    assert set(union("Ask")) == asks
    assert set(union("Told")) == told - asks
    assert {"TableShown", "Changed", "Refusal"} <= set(union("Told"))


def test_types_are_those_of_typescript() -> None:
    assert typescript.interface(Whole).splitlines()[1:-1] == [
        "  a: string | null;",
        "  b: Array<Array<number>>;",
        "  c: Record<string, unknown>;",
        '  d: "x" | "y";',
        "  e?: Array<boolean>;",
        "  f?: Part | null;",
    ]


def test_a_type_it_does_not_know_is_an_error_and_not_a_guess() -> None:
    with pytest.raises(TypeError, match="no TypeScript"):
        typescript.typescript(types.type_info(bytes))


def code() -> str:
    """The text without comments and without what is quoted."""
    plain = re.sub(r"/\*\*.*?\*/|//[^\n]*", "", text(), flags=re.DOTALL)
    return re.sub(r'"[^"]*"', '""', plain)


def test_no_type_of_python_leaks() -> None:
    kinds = re.findall(r"\??: ([^;]*);", code()) + re.findall(r"= ([^;]*);", code())
    words = {word for kind in kinds for word in re.findall(r"\w+", kind)}
    assert not words & set(PYTHON)
    assert "typing" not in text()
    known = {"string", "number", "boolean", "null", "unknown", "Array", "Record"}
    assert {word for word in words if not word.isdigit()} <= known | set(declared())


def test_every_name_is_declared_once() -> None:
    names = re.findall(r"^export (?:interface|type|const) (\w+)", text(), re.MULTILINE)
    assert len(names) == len(set(names)) > 20


def test_brackets_balance() -> None:
    open_to_close = {"{": "}", "<": ">", "(": ")"}
    waiting: list[str] = []
    for sign in code():
        if sign in open_to_close:
            waiting.append(open_to_close[sign])
        elif sign in open_to_close.values():
            assert waiting, f"a {sign} closes nothing"
            assert waiting.pop() == sign
    assert waiting == []


def test_the_command_prints_the_same_every_time() -> None:
    command = [sys.executable, "-W", "error", "-m", "waterhole.server.wire.typescript"]
    done = subprocess.run(command, capture_output=True, check=True, timeout=120)
    assert done.stdout.decode() == text()
    assert done.stderr == b""
