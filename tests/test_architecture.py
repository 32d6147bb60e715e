"""Dependencies point one way: game <- tembo, life <- core <- bots <- lab, server, envs.

Every import under src/waterhole is read, wherever it stands: in functions and for type checking
too. The rules of the games need nothing but the standard library.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "waterhole"

# What each part may import of the others.
RULES = {"game", "tembo", "life"}
PLAYERS = RULES | {"core", "bots"}
MAY_IMPORT: dict[str, set[str]] = {
    "": set(),  # waterhole/__init__.py
    "game": set(),
    "tembo": {"game"},
    "life": {"game"},
    "core": RULES,
    "bots": RULES | {"core"},
    "lab": PLAYERS,
    "server": PLAYERS,
    "envs": PLAYERS,
    "testing": PLAYERS | {"lab", "server", "envs"},
    "terminal": PLAYERS | {"lab"},  # the tables that the commands draw
    "cli": PLAYERS | {"lab", "server", "envs", "testing", "terminal"},
    "__main__": {"cli"},
}


class Import(NamedTuple):
    file: str
    line: int
    module: str  # dotted, absolute


def imports(root: Path) -> Iterator[Import]:
    """Every import statement of a package, at any depth."""
    for path in sorted(root.rglob("*.py")):
        inside = path.relative_to(root.parent)
        package = inside.parent.parts
        for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
            for module in modules_of(node, package):
                yield Import(inside.as_posix(), getattr(node, "lineno", 0), module)


def modules_of(node: ast.AST, package: tuple[str, ...]) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    base = list(package[: len(package) - node.level + 1]) if node.level else []
    base += node.module.split(".") if node.module else []
    # "from waterhole import tembo" names the part only after the word import.
    if base == ["waterhole"]:
        return [f"waterhole.{alias.name}" for alias in node.names]
    return [".".join(base)]


def part_of(file: str) -> str:
    """The part a file belongs to: its folder in waterhole, or its own name."""
    name = file.split("/")[1].removesuffix(".py")
    return "" if name == "__init__" else name


def wrong_ways(root: Path) -> list[str]:
    """The imports that point the wrong way, and parts nobody has found a place for."""
    wrong = []
    for file, line, module in imports(root):
        part, parts = part_of(file), module.split(".")
        if part not in MAY_IMPORT:
            wrong.append(f"{file}: a new part; say in MAY_IMPORT what it may import")
        elif parts[0] == "waterhole" and len(parts) > 1:
            target = parts[1]
            own_version = target == "__version__"
            if target not in {part, *MAY_IMPORT[part]} and not own_version:
                wrong.append(f"{file}:{line}: {part} must not import {module}")
    return wrong


def from_outside(root: Path) -> list[str]:
    """What the rules of the games import that is neither theirs nor in the standard library."""
    allowed = {"waterhole", *sys.stdlib_module_names}
    return [
        f"{file}:{line}: {module}"
        for file, line, module in imports(root)
        if part_of(file) in RULES and module.split(".")[0] not in allowed
    ]


def test_dependencies_point_one_way() -> None:
    assert wrong_ways(SOURCE) == []


def test_the_rules_need_only_the_standard_library() -> None:
    assert from_outside(SOURCE) == []


def test_there_is_something_to_read() -> None:
    """Were the folder moved, the tests above would pass on nothing."""
    read = {part_of(found.file) for found in imports(SOURCE)}
    assert read >= RULES


# The checker itself ------------------------------------------------------------------------------

PLANTED = {
    "upwards": ("game/a.py", "from waterhole.tembo import deck", True),
    "upwards, from the package": ("game/a.py", "from waterhole import tembo", True),
    "upwards, plain": ("life/a.py", "import waterhole.bots.greedy", True),
    "upwards, under another name": ("life/a.py", "import waterhole.bots as b", True),
    "upwards, relative": ("tembo/a.py", "from ..bots import greedy", True),
    "upwards, relative from the package": ("tembo/a.py", "from .. import bots", True),
    "in a function": ("bots/a.py", "def f():\n    from waterhole.lab import x", True),
    "for type checking": (
        "game/a.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from waterhole.life import x",
        True,
    ),
    "in a try": ("core/a.py", "try:\n    import waterhole.server\nexcept ImportError: pass", True),
    "in a deeper folder": ("tembo/deep/a.py", "from waterhole.life.cards import PACK", True),
    "the other game": ("life/a.py", "from waterhole.tembo.cards import PACK", True),
    "a sibling": ("lab/a.py", "from waterhole.server import app", True),
    "the terminal for tests": ("testing/a.py", "import waterhole.terminal.play", True),
    "the commands": ("bots/a.py", "from waterhole.cli import main", True),
    "a part without a place": ("zoo/a.py", "import json", True),
    "the top of the package": ("__init__.py", "from waterhole.game import load", True),
    "downwards": ("tembo/a.py", "from waterhole.game.state import State", False),
    "beside": ("tembo/a.py", "from waterhole.tembo.cards import PACK\nfrom . import deck", False),
    "far down": ("lab/a.py", "from waterhole.bots import x\nimport waterhole.game", False),
    "the version": ("bots/a.py", "from waterhole import __version__", False),
    "the commands themselves": ("cli.py", "from waterhole.server import app", False),
}


def planted(folder: Path, file: str, text: str) -> Path:
    root = folder / "waterhole"
    (root / file).parent.mkdir(parents=True, exist_ok=True)
    (root / file).write_text(text, "utf-8")
    return root


@pytest.mark.parametrize("case", PLANTED)
def test_a_planted_import_is_caught(case: str, tmp_path: Path) -> None:
    file, text, is_wrong = PLANTED[case]
    found = wrong_ways(planted(tmp_path, file, text))
    assert bool(found) == is_wrong
    assert all(line.startswith(f"waterhole/{file}") for line in found)


@pytest.mark.parametrize("part", sorted(RULES))
@pytest.mark.parametrize(
    ("text", "is_wrong"),
    [
        ("import numpy", True),
        ("from rich.table import Table", True),
        ("def f():\n    import typer", True),
        ("import json, attr", True),
        ("import json\nfrom collections.abc import Mapping\nimport importlib.resources", False),
        (
            "from __future__ import annotations\nfrom waterhole.game import x\nfrom . import y",
            False,
        ),
    ],
)
def test_a_planted_library_is_caught(part: str, text: str, is_wrong: bool, tmp_path: Path) -> None:
    assert bool(from_outside(planted(tmp_path, f"{part}/a.py", text))) == is_wrong


def test_other_parts_may_use_libraries(tmp_path: Path) -> None:
    assert from_outside(planted(tmp_path, "cli.py", "import rich, typer")) == []
