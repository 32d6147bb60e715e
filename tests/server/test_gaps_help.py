"""``waterhole serve --help`` can be read in a terminal of 80 columns."""

from __future__ import annotations

import re
from typing import Any

import typer
from typer.testing import CliRunner

from waterhole.cli import app

WIDTH = 80


def helped() -> str:
    run = CliRunner().invoke(
        app, ["serve", "--help"], env={"COLUMNS": str(WIDTH), "TERMINAL_WIDTH": str(WIDTH)}
    )
    assert run.exit_code == 0
    return re.sub(r"\x1b\[[0-9;]*m", "", run.output)


def test_nothing_is_cut_off_or_pressed_into_a_corner() -> None:
    lines = helped().splitlines()
    assert all(len(line) <= WIDTH for line in lines)
    assert not [line for line in lines if "…" in line], "a word was cut"
    rows = [line for line in lines if line.startswith("│ --")]
    for row in rows:
        said = re.split(r"\s{2,}", row.strip("│ "))[-1]
        assert row.index(said) <= WIDTH * 0.6, "there is room for what a flag does"


def test_every_flag_is_there_and_its_variable_can_be_told_from_it() -> None:
    text = " ".join(helped().replace("│", " ").split())
    group: Any = typer.main.get_command(app)
    options = [option for option in group.commands["serve"].params if option.envvar]
    assert len(options) > 8
    for option in options:
        (flag,) = option.opts
        assert f"{flag} " in text
        variable = f"WATERHOLE_{flag[2:].replace('-', '_').upper()}"
        assert option.envvar == variable or option.envvar in text
    assert "WATERHOLE_PORT for --port" in text
