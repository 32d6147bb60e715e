"""The arena from the command line: its table, its files, and what it refuses."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import polars
import pytest

from tests.cli.waterhole import Terminal, run

QUICK = ("--bots", "random,tests.lab.bots.Chatty", "--seats", "2", "--deals", "4", "--seed", "s")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Everything a run can leave behind."""
    folder = tmp_path_factory.mktemp("arena")
    done = run(
        "arena", "tembo", *QUICK, "--json",
        "--save", folder / "run.jsonl", "--records", folder / "records.jsonl",
        "--parquet", folder / "run.parquet", "--plot", folder / "run.png",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (folder / "report.json").write_text(done.stdout)
    return folder


def test_json_has_everything(folder: Path) -> None:
    """Also when a bot prints."""
    report = json.loads((folder / "report.json").read_text())
    assert report["game"] == "tembo"
    assert (report["matches"], report["complete_deals"], report["fair_share"]) == (8, 4, 0.5)
    assert report["interrupted"] is False
    assert report["forfeits"] == []
    assert {bot["name"] for bot in report["results"]} == {"random", "tests.lab.bots.Chatty"}
    for bot in report["results"]:
        assert bot["share"]["low"] <= bot["share"]["mean"] <= bot["share"]["high"]
        assert set(bot["rating"]) == {"mu", "sigma", "ordinal"}
        assert bot["matches"] == 8


def test_parquet_has_a_row_for_each_match_and_seat(folder: Path) -> None:
    rows = polars.read_parquet(folder / "run.parquet")
    assert rows.columns == [
        "deal", "table", "rotation", "seat", "bot", "share", "final", "winner", "moves", "seconds",
        "forfeit",
    ]  # fmt: skip
    assert rows.height == 16
    assert rows["share"].sum() == pytest.approx(8)
    report = json.loads((folder / "report.json").read_text())
    for bot in report["results"]:
        mine = rows.filter(polars.col("bot") == bot["name"])
        assert mine["share"].mean() == pytest.approx(bot["share"]["mean"])
        assert mine["final"].mean() == pytest.approx(bot["final"]["mean"])


def test_records_verify_and_the_plot_is_a_picture(folder: Path) -> None:
    assert run("verify", folder / "records.jsonl").stdout == "8 matches, 8 good, 0 bad\n"
    assert (folder / "run.png").read_bytes().startswith(b"\x89PNG")


def test_a_finished_run_is_shown_again(folder: Path) -> None:
    done = run("arena", "tembo", *QUICK, "--save", folder / "run.jsonl", "--resume")
    assert done.returncode == 0, done.stderr
    assert "Tembo, 2 seats" in done.stdout
    assert "Chatty" in done.stdout
    assert "4 deals in all rotations: 8 matches, each bot in 8." in done.stdout


def test_forfeits_are_named() -> None:
    done = run("arena", "tembo", "--bots", "random,tests.lab.bots.Crash", "--seats", "2", "--deals",
               "1", "--processes", "1")  # fmt: skip
    assert done.returncode == 0
    assert "tests.lab.bots.Crash forfeited twice: crashed with RuntimeError: no idea" in done.stdout


def test_an_interrupted_run_shows_what_there_is_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    slow = ("--bots", "tests.lab.bots.Slow,random", "--seats", "2", "--deals", "6")
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
    assert kept < 1 + 12
    done = run("arena", "tembo", *slow, "--save", file, "--resume", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["matches"] == 12


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["--bots", "nobody"], 2, "there is no bot 'nobody'"),
        (["--bots", "random", "--deals", "0"], 2, "deals must be a whole number from 1 to 1000000"),
        (["--bots", "random", "--processes", "0"], 2, "Invalid value for '--processes'"),
        (["--bots", "random", "--resume"], 2, "--resume goes on with a file that --save names"),
        (["--bots", "random", "--plot", "x.jpg"], 2, "x.jpg: a plot is one of .png, .svg, .pdf"),
        (["--bots", "random", "--save", "/no/where.jsonl"], 1, "/no/where.jsonl: No such file"),
        (["--bots", "random", "--save", "a", "--records", "a"], 2, "two outputs have the same"),
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


def test_another_run_is_not_taken_up(folder: Path) -> None:
    file = folder / "run.jsonl"
    done = run("arena", "tembo", *QUICK[:-1], "t", "--save", file, "--resume")
    assert done.returncode == 1
    assert done.stderr == (
        f"waterhole: {file}: is of another run: seed is 's' there and 't' here\n"
    )
