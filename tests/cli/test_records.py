"""simulate, verify and replay: records made, checked and read again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.waterhole import run, run_alone


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three matches of Tembo."""
    file = tmp_path_factory.mktemp("records") / "three.jsonl"
    done = run_alone(
        "simulate", "tembo", "--seats", "3", "--matches", "3", "--seed", "s", "--out", file
    )
    assert done.returncode == 0, done.stderr
    return file


@pytest.mark.parametrize("game", ["tembo", "life"])
def test_simulated_matches_verify_clean(game: str, tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    done = run("simulate", game, "--seats", "4", "--matches", "40", "--seed", "s", "--out", file)
    assert done.returncode == 0
    assert "40 matches" in done.stdout
    assert "moves/s" in done.stdout
    done = run("verify", file)
    assert done.stdout == "40 matches, 40 good, 0 bad\n"
    assert done.returncode == 0


def test_the_same_seed_simulates_the_same_matches(records: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.jsonl"
    run("simulate", "tembo", "--seats", "3", "--matches", "3", "--seed", "s", "--out", again)
    assert again.read_bytes() == records.read_bytes()
    run(
        "simulate",
        "tembo",
        "--seats",
        "3",
        "--matches",
        "3",
        "--seed",
        "t",
        "--out",
        again,
        "--force",
    )
    assert again.read_bytes() != records.read_bytes()


def test_a_file_is_not_overwritten_unasked(records: Path) -> None:
    before = records.read_bytes()
    done = run("simulate", "tembo", "--matches", "1", "--out", records)
    assert done.returncode == 1
    assert "exists already; --force overwrites it" in done.stderr
    assert records.read_bytes() == before


def test_simulate_as_json(tmp_path: Path) -> None:
    done = run("simulate", "life", "--seats", "3", "--matches", "5", "-o", "expert=true", "--json")
    report = json.loads(done.stdout)
    assert done.stderr == ""
    assert report["matches"] == 5
    assert report["options"] == {"expert": True, "lap_limit": 10}
    assert sum(report["win_share"]) == pytest.approx(1)
    assert sum(report["win_share_by_place"]) == pytest.approx(1)
    assert sum(report["endings"].values()) == report["rounds"]


def test_verify_names_each_bad_line_and_hides_no_other(records: Path, tmp_path: Path) -> None:
    good, tampered, illegal = records.read_text("utf-8").splitlines()
    other = json.loads(tampered)
    other["seed"] = "another"
    wrong = json.loads(illegal)
    wrong["rounds"][1]["moves"][4] = "L>1"
    file = tmp_path / "mixed.jsonl"
    lines = [good, json.dumps(other), "{not json", "", json.dumps(wrong), good]
    file.write_text("\n".join(lines), "utf-8")
    done = run_alone("verify", file)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        f"{file}:2: round 1: the deal is not the one its seed gives (T3)",
        f"{file}:3: not JSON: Expecting property name enclosed in double quotes",
        f"{file}:5: round 2, move 5: 'L>1': a lion is laid only when it is drawn (T18)",
        "5 matches, 2 good, 3 bad",
    ]
    report = json.loads(run("verify", file, "--json").stdout)
    assert [bad["line"] for bad in report["bad"]] == [2, 3, 5]
    assert report["bad"][2] | {"error": ""} == {
        "line": 5, "round": 2, "move": 5, "rule": "T18", "code": "move/lion_not_drawn", "error": "",
    }  # fmt: skip


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\n", b"[1]\n", b'{"game": []}\n', b"[" * 100_000])
def test_verify_survives_any_file(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "junk"
    file.write_bytes(data)
    done = run("verify", file)
    assert done.returncode == 1
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1].endswith("bad")


def test_replay_tells_a_match_in_words(records: Path) -> None:
    done = run("replay", records, "--match", "2")
    record = json.loads(records.read_text("utf-8").splitlines()[1])
    assert done.returncode == 0
    assert "Round 1 is dealt" in done.stdout
    assert "Round 2 is dealt" in done.stdout
    told = [line.split()[1] for line in done.stdout.splitlines() if line[:2] in ("1.", "2.")]
    assert told == [move for round in record["rounds"] for move in round["moves"]]


def test_replay_draws_the_table_as_one_seat_sees_it(records: Path) -> None:
    record = json.loads(records.read_text("utf-8").splitlines()[0])
    done = run("replay", records, "--seat", "b")
    first_table = done.stdout.split("╭", 2)[2].split("1.1", 1)[0]
    for card in record["rounds"][0]["deal"]["hands"][1]:
        assert f" {card} " in first_table
    assert "--seat is one of A, B, C" in run("replay", records, "--seat", "D").stderr


def test_replay_as_json_steps_through_every_move(records: Path) -> None:
    scenes = [json.loads(line) for line in run("replay", records, "--json").stdout.splitlines()]
    record = json.loads(records.read_text("utf-8").splitlines()[0])
    moves = [move for round in record["rounds"] for move in round["moves"]]
    assert [scene["move"] for scene in scenes] == [None, *moves]
    assert scenes[-1]["to_move"] is None
    assert scenes[-1]["events"][-1] == {
        "event": "match_over",
        "winners": record["result"]["winners"],
    }


def test_replay_of_a_record_without_players_says_what_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "short.jsonl"
    file.write_text('{"format": "waterhole/1", "game": "life"}', "utf-8")
    done = run("replay", file, "--seat", "A")
    assert done.returncode == 1
    assert done.stderr == f"waterhole: {file}: match 1: 'seats' is missing\n"


def test_simulate_checks_everything_before_it_opens_the_file(records: Path) -> None:
    before = records.read_bytes()
    done = run("simulate", "tembo", "--seed", "x" * 999, "--out", records, "--force")
    assert done.returncode == 2
    assert "a seed has at most 1000 characters" in done.stderr
    assert records.read_bytes() == before


@pytest.mark.parametrize(
    "python", [["--engine", "python"], ["--out", "x"], ["--bots", "tests.lab.bots.Better"]]
)
def test_simulate_has_threads_in_the_core_alone(python: list[str]) -> None:
    done = run("simulate", "tembo", "--matches", "1", "--threads", "2", *python)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        "waterhole: --threads is for the core; the Python engine, which plays here, has one "
        "thread\n"
    )


def test_replay_of_a_match_that_is_not_there(records: Path) -> None:
    done = run_alone("replay", records, "--match", "4")
    assert done.returncode == 1
    assert done.stderr == f"waterhole: {records}: has 3 matches, no match 4\n"
