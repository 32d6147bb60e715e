"""What the files in ``deploy/`` name is there: files, and settings of the server."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import typer

from waterhole.cli import app

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COPY = re.compile(r"^COPY (?!--from)(\S+) \S+$", re.MULTILINE)


def text_of(name: str) -> str:
    return (DEPLOY / name).read_text("utf-8")


def variables() -> set[str]:
    group: Any = typer.main.get_command(app)
    return {option.envvar for option in group.commands["serve"].params if option.envvar}


@pytest.mark.parametrize("name", ["Dockerfile", "compose.yaml", "waterhole.service"])
def test_every_variable_is_one_of_the_server(name: str) -> None:
    named = set(re.findall(r"WATERHOLE_[A-Z_]+", text_of(name)))
    assert named
    assert named <= variables()


def test_what_goes_into_the_image_is_there() -> None:
    """And not kept away from it."""
    lines = [line for line in text_of("Dockerfile.dockerignore").splitlines() if line]
    allowed = [line[1:] for line in lines if line.startswith("!")]
    assert lines[1] == "*", "nothing else goes in"
    assert all((ROOT / path).exists() for path in allowed)
    copied = [path for path in COPY.findall(text_of("Dockerfile")) if path != "."]
    assert copied
    assert set(copied) <= set(allowed)


def test_what_the_package_is_built_from_goes_into_the_image() -> None:
    allowed = re.findall(r"^!(.*)$", text_of("Dockerfile.dockerignore"), re.MULTILINE)
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    (readme,) = re.findall(r'^readme = "(.*)"$', project, re.MULTILINE)
    folders = re.findall(r'^"waterhole.*" = "(.*)"$', project, re.MULTILINE)
    sources = re.findall(r"cpp/bind/\S+\.cpp", (ROOT / "CMakeLists.txt").read_text("utf-8"))
    assert folders
    assert sources
    for path in ("pyproject.toml", "CMakeLists.txt", "LICENSE", readme, *folders, *sources):
        assert (ROOT / path).exists(), path
        assert any(fnmatch(path, pattern) or path.startswith(f"{pattern}/") for pattern in allowed)


def test_the_parts_of_the_compose_file_fit_together() -> None:
    compose, caddy = text_of("compose.yaml"), text_of("Caddyfile")
    (folder,) = re.findall(r"context: (.*)", compose)
    (dockerfile,) = re.findall(r"dockerfile: (.*)", compose)
    assert (DEPLOY / folder / dockerfile).exists()
    (mounted,) = re.findall(r"- (\./\w+):", compose)
    assert (DEPLOY / mounted).exists()
    servers = re.findall(r"^  (server\d): \*server$", compose, re.MULTILINE)
    assert re.findall(r"(server\d):8400", caddy) == servers
    assert "EXPOSE 8400" in text_of("Dockerfile")
