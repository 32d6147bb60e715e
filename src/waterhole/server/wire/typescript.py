"""TypeScript's types of everything that goes over the wire, made from the same classes that the
server reads and writes: ``python -m waterhole.server.wire.typescript > messages.ts``.

The same classes give the same text, byte for byte, so that a test or a build can compare.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from types import ModuleType
from typing import get_args

from msgspec import Struct
from msgspec import inspect as types

from waterhole.server.tables.entries import Clock
from waterhole.server.wire import bodies as http
from waterhole.server.wire import messages

HEADER = f"""\
// The messages of Waterhole, protocol {messages.PROTOCOL}. Made by
//     python -m waterhole.server.wire.typescript
// from the server's own classes; docs/protocol.md explains them. Do not edit.

export const PROTOCOL = {messages.PROTOCOL};
"""
PLAIN: dict[type[types.Type], str] = {
    types.AnyType: "unknown",
    types.NoneType: "null",
    types.BoolType: "boolean",
    types.IntType: "number",
    types.FloatType: "number",
    types.StrType: "string",
}


def asks() -> tuple[type[Struct], ...]:
    """What a client sends over a socket."""
    return get_args(messages.AnyAsk)


def tells() -> list[type[Struct]]:
    """What the server sends over a socket: everything with a type of its own."""
    kinds = [kind for kind in _structs(messages) if not issubclass(kind, messages.Ask)]
    return [kind for kind in kinds if _says_its_type(kind)]


def parts() -> list[type[Struct]]:
    """What messages are made of."""
    known = {*asks(), *tells(), messages.Ask}
    return [Clock, *(kind for kind in _structs(messages) if kind not in known)]


def bodies() -> list[type[Struct]]:
    """What goes in and out over HTTP beside tables and refusals."""
    return _structs(http)


def everything() -> str:
    """The whole file."""
    sections = [
        HEADER,
        *_section("What messages are made of", parts()),
        *_section("From the client", asks()),
        f"export type Ask = {_union(kind.__name__ for kind in asks())};\n",
        *_section("From the server", tells()),
        f"export type Told = {_union(kind.__name__ for kind in tells())};\n",
        *_section("Over HTTP", bodies()),
    ]
    return "\n".join(sections)


def _section(title: str, kinds: Sequence[type[Struct]]) -> Iterator[str]:
    yield f"// {title}\n"
    yield from map(interface, kinds)


def interface(kind: type[Struct]) -> str:
    info = types.type_info(kind)
    assert isinstance(info, types.StructType)
    lines = [f"  {name};" for name in _fields(info)]
    body = "\n".join(["{", *lines, "}"]) if lines else "{}"
    return f"{_comment(kind)}export interface {kind.__name__} {body}\n"


def _fields(info: types.StructType) -> Iterator[str]:
    if info.tag_field is not None:
        yield f"{info.tag_field}: {json.dumps(info.tag)}"
    for field in info.fields:
        # What may be left out, by us or by the client, is what has a default.
        yield f"{field.encode_name}{'' if field.required else '?'}: {typescript(field.type)}"


def typescript(kind: types.Type) -> str:
    """A type as TypeScript writes it."""
    if type(kind) in PLAIN:
        return PLAIN[type(kind)]
    match kind:
        case types.LiteralType(values=values):
            return _union(json.dumps(value) for value in values)
        case types.UnionType(types=several):
            return _union(map(typescript, several))
        case types.ListType(item_type=item) | types.VarTupleType(item_type=item):
            return f"Array<{typescript(item)}>"
        case types.DictType(key_type=key, value_type=value):
            return f"Record<{typescript(key)}, {typescript(value)}>"
        case types.StructType(cls=cls):
            return cls.__name__
    raise TypeError(f"there is no TypeScript for {kind} yet")


def _union(kinds: Iterable[str]) -> str:
    return " | ".join(kinds)


def _comment(kind: type[Struct]) -> str:
    said = kind.__dict__.get("__doc__")  # not what it inherits
    if not said:
        return ""
    return f"/** {' '.join(inspect.cleandoc(said).replace('``', '`').split())} */\n"


def _structs(module: ModuleType) -> list[type[Struct]]:
    """The messages a module defines, in the order it does."""
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Struct)
        and value.__module__ == module.__name__
    ]


def _says_its_type(kind: type[Struct]) -> bool:
    return kind.__struct_config__.tag is not None or "type" in kind.__struct_fields__


if __name__ == "__main__":
    sys.stdout.write(everything())
