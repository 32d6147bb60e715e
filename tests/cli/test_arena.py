"""The arena from the command line: its table, its files, and what it refuses."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path
from typing import Any

import polars
import pytest

from tests.cli.waterhole import Terminal, run, run_alone

CHATTY = "tests.lab.bots.Chatty"
QUICK = ("--bots", f"random,{CHATTY}", "--seats", "2", "--deals", "4", "--seed", "s")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a run."""
    file = tmp_path_factory.mktemp("arena") / "run.jsonl"
    done = run("arena", "tembo", *QUICK, "--processes", "1", "--save", file)
    assert done.returncode == 0, done.stderr
    return file


def test_everything_a_run_leaves_behind_says_the_same(tmp_path: Path) -> None:
    """Also when a bot prints."""
    done = run_alone(
        "arena", "tembo", *QUICK, "--json", "--records", tmp_path / "records.jsonl",
        "--parquet", tmp_path / "run.parquet", "--plot", tmp_path / "run.png",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    check_report(report)
    check_parquet(polars.read_parquet(tmp_path / "run.parquet"), report)
    assert run("verify", tmp_path / "records.jsonl").stdout == "8 matches, 8 good, 0 bad\n"
    assert (tmp_path / "run.png").read_bytes().startswith(b"\x89PNG")


def check_report(report: dict[str, Any]) -> None:
    assert report["game"] == "tembo"
    assert (report["matches"], report["complete_deals"], report["fair_share"]) == (8, 4, 0.5)
    assert report["interrupted"] is False
    assert report["forfeits"] == []
    assert {bot["name"] for bot in report["results"]} == {"random", "tests.lab.bots.Chatty"}
    for bot in report["results"]:
        assert bot["share"]["low"] <= bot["share"]["mean"] <= bot["share"]["high"]
        assert set(bot["rating"]) == {"mu", "sigma", "ordinal"}
        assert bot["matches"] == 8


def check_parquet(rows: polars.DataFrame, report: dict[str, Any]) -> None:
    """A row for each match and seat."""
    assert rows.columns == [
        "deal", "table", "rotation", "seat", "bot", "share", "final", "winner", "moves", "seconds",
        "forfeit",
    ]  # fmt: skip
    assert rows.height == 16
    assert rows["share"].sum() == pytest.approx(8)
    for bot in report["results"]:
        mine = rows.filter(polars.col("bot") == bot["name"])
        assert mine["share"].mean() == pytest.approx(bot["share"]["mean"])
        assert mine["final"].mean() == pytest.approx(bot["final"]["mean"])


def test_a_finished_run_is_shown_again(finished: Path) -> None:
    done = run("arena", "tembo", *QUICK, "--save", finished, "--resume")
    assert done.returncode == 0, done.stderr
    assert "Tembo, 2 seats" in done.stdout
    assert "Chatty" in done.stdout
    assert "4 deals in all rotations: 8 matches, each bot in 8." in done.stdout


def test_another_run_is_not_taken_up(finished: Path) -> None:
    done = run_alone("arena", "tembo", *QUICK[:-1], "t", "--save", finished, "--resume")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        f"waterhole: {finished}: is of another run: seed is 's' there and 't' here"
    )


def test_forfeits_are_named() -> None:
    done = run("arena", "tembo", "--bots", "random,tests.lab.bots.Crash", "--seats", "2", "--deals",
               "1", "--processes", "1")  # fmt: skip
    assert done.returncode == 0
    assert "tests.lab.bots.Crash forfeited twice: crashed with RuntimeError: no idea" in done.stdout


def test_an_interrupted_run_shows_what_there_is_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    slow = ("--bots", "tests.lab.bots.Slow,random", "--seats", "2", "--deals", "10")
    terminal = Terminal("arena", "tembo", *slow, "--save", file)
    deadline = time.monotonic() + 60
    while not file.exists() or file.read_bytes().count(b"\n") < 5:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    terminal.process.send_signal(signal.SIGINT)
    shown = terminal.until("stopped")
    assert terminal.wait() == 130
    assert "in all rotations" in shown
    assert "Traceback" not in shown
    kept = file.read_bytes().count(b"\n")
    assert kept < 1 + 20
    done = run_alone("arena", "tembo", *slow, "--save", file, "--resume", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["matches"] == 20


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["--bots", "nobody"], 2, "there is no bot 'nobody'"),
        (["--bots", "random", "--deals", "0"], 2, "deals must be a whole number from 1 to 1000000"),
        (["--bots", "random", "--processes", "0"], 2, "Invalid value for '--processes'"),
        (["--bots", "random", "--resume"], 2, "--resume goes on with a file that --save names"),
        (["--bots", "random", "--plot", "x.jpg"], 2, "x.jpg: a plot is one of .png, .svg, .pdf"),
        (["--bots", "random", "--save", "/no/where.jsonl"], 1, "/no/where.jsonl: No such file"),
        (
            ["--bots", "random", "--save", "a", "--plot", "tests/../a"],
            2,
            "two outputs have the same",
        ),
        (["--bots", "random", "--parquet", __file__], 1, "exists already; --force overwrites it"),
        (["--bots", "random", "--save", __file__], 1, "exists already; --resume goes on with it"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    arguments: list[str], status: int, says: str
) -> None:
    done = run("arena", "tembo", *arguments)
    assert done.returncode == status
    assert done.stdout == ""
    assert done.stderr.startswith("waterhole: ")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
