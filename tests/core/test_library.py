"""Whether the library is there: built, not built, or broken, each in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

# Stands before the real library and raises what a case is about.
PROBE = """
import importlib.abc, importlib.machinery, importlib.util, json, sys

NAME = "waterhole.core._core"

class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path, target=None):
        {found}
        return importlib.machinery.ModuleSpec(name, self) if name == NAME else None
    def create_module(self, spec):
        {created}
    def exec_module(self, module):
        pass

sys.meta_path.insert(0, Finder())
from waterhole import core
from waterhole.core.library import problem

def said(call, *given):
    try:
        call(*given)
    except Exception as error:
        return [type(error).__name__, getattr(error, "code", None), str(error)]
    return None

tries = [said(core.require), said(core.load, "tembo"), said(core.Match, "life", 3),
         said(core.simulate, "tembo", 2, 10), said(core.Batch, "life", 1, 3), said(core.signature)]
print(json.dumps({{"available": core.available, "problem": problem and problem.code,
                  "tries": tries}}))
"""


def probe(found: str = "pass", created: str = "return None") -> dict[str, Any]:
    """What a new process says of a library that is found and loaded this way."""
    code = textwrap.dedent(PROBE).format(found=found, created=created)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_a_library_that_is_not_there_is_not_built() -> None:
    answer = probe(found="if name == NAME: raise ModuleNotFoundError('none', name=name)")
    assert (answer["available"], answer["problem"]) == (False, "core/missing")
    text = "the compiled core is not built; 'make setup' builds it"
    assert answer["tries"] == [["WaterholeError", "core/missing", text]] * 6


@pytest.mark.parametrize(
    "error",
    [
        "ImportError('_core.so: undefined symbol:\\n  _Znwm', name=NAME)",
        "ImportError('dynamic module does not define module export function')",
        "ModuleNotFoundError('no module named numpy', name='numpy')",
    ],
)
def test_a_library_that_cannot_be_loaded_is_broken_and_says_why(error: str) -> None:
    answer = probe(created=f"raise {error}")
    assert (answer["available"], answer["problem"]) == (False, "core/broken")
    for kind, code, text in answer["tries"]:
        assert (kind, code) == ("WaterholeError", "core/broken")
        assert text.startswith("the compiled core cannot be loaded (")
        assert text.endswith("; 'make -B setup' builds it anew")
        assert any(word in text for word in ("undefined symbol: _Znwm", "export", "numpy"))
        assert "\n" not in text


def test_a_file_that_is_no_library_is_broken(tmp_path: Path) -> None:
    """The same with a real file, as a copy that was cut short leaves it."""
    file = tmp_path / "_core.so"
    file.write_bytes(b"\x7fELF")
    spec = f"importlib.util.spec_from_file_location(NAME, {str(file)!r})"
    answer = probe(found=f"return {spec} if name == NAME else None")
    assert answer["problem"] == "core/broken"
    assert str(file) in answer["tries"][0][2]


def test_here_it_is_built() -> None:
    answer = probe(found="return None")
    assert answer == {"available": True, "problem": None, "tries": [None] * 6}
