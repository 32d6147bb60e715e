"""Help, rules, version, signature."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.cli.waterhole import COMMAND, run, run_alone
from waterhole import __version__
from waterhole.game.rulebook import rulebook

COMMANDS = ["play", "simulate", "arena", "verify", "replay", "rules", "serve", "signature"]


def test_help_lists_every_command() -> None:
    done = run_alone("--help")
    assert done.returncode == 0
    for command in COMMANDS:
        assert command in done.stdout
    assert run_alone("--version").stdout == f"waterhole {__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_with_an_example(command: str) -> None:
    done = run(command, "--help")
    assert done.returncode == 0
    assert f"Example: waterhole {command}" in done.stdout


@pytest.mark.parametrize("game", ["tembo", "life"])
def test_rules_shows_the_whole_book_or_one_rule(game: str) -> None:
    whole = run("rules", game).stdout
    for rule in rulebook(game).values():
        assert f"{rule.id} · {rule.title}" in whole
    one = next(iter(rulebook(game).values()))
    shown = json.loads(run("rules", game, one.id.lower(), "--json").stdout)
    assert [rule["id"] for rule in shown] == [one.id]
    refused = run("rules", game, "Z1")
    assert refused.returncode == 1
    assert refused.stderr.startswith("waterhole: there is no rule 'Z1'; the rules are")


def test_a_reader_that_goes_away_is_no_error_worth_a_word() -> None:
    process = subprocess.Popen(
        [*COMMAND, "rules", "tembo", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    process.wait(30)
