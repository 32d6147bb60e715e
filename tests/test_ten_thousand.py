"""Ten thousand matches of each game, checked by us and by a program that shares no code with us."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.waterhole import COMMAND

ROOT = Path(__file__).parents[1]
MATCHES = 10_000


def output(*command: str | Path) -> str:
    done = subprocess.run(
        [*map(str, command)], capture_output=True, text=True, check=False, timeout=3600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.long
@pytest.mark.parametrize("game", ["tembo", "life"])
def test_ten_thousand_matches_verify_clean(game: str, tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    options = ["--seats", "4", "--matches", str(MATCHES), "--seed", "ten thousand"]
    output(*COMMAND, "simulate", game, *options, "--out", file)
    assert output(*COMMAND, "verify", file) == f"{MATCHES} matches, {MATCHES} good, 0 bad\n"
    checker = ROOT / "examples" / "check_record.py"
    assert output(sys.executable, "-I", checker, file) == f"{MATCHES} records, 0 bad\n"
