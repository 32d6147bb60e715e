"""What is said of the version is said alike everywhere."""

from __future__ import annotations

import tomllib
from pathlib import Path

import waterhole

ROOT = Path(__file__).parents[1]


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == waterhole.__version__
    assert f"## {waterhole.__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
