"""The arena with real processes: fair, repeatable, and not to be stopped by a bad bot."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.lab import bots
from waterhole.game import InvalidOptions, WaterholeError, load
from waterhole.lab.arena import Arena, Match, Save
from waterhole.lab.arena.match import CRASHED, DIED, ILLEGAL, STALLED

BOTS = bots.__name__


def timeless(matches: list[Match]) -> list[Match]:
    """Without the seconds, which no two runs share, in order."""
    same = [match._replace(seconds=()) for match in matches]
    return sorted(same, key=lambda match: match.fixture)


def test_a_better_bot_wins_more() -> None:
    arena = Arena("tembo", [f"{BOTS}.Better", "random"], seats=2, deals=40)
    report = arena.report(arena.run(2))
    best, other = report.bots
    assert best.name == f"{BOTS}.Better"
    assert best.share.low is not None
    assert best.share.low > 0.5 > other.share.mean
    assert best.share.mean + other.share.mean == pytest.approx(1)
    assert best.p_above_fair is not None
    assert best.p_above_fair < 0.001
    assert best.final is not None
    assert other.final is not None
    assert best.final.mean > other.final.mean


@pytest.mark.parametrize(("game", "seats"), [("tembo", 3), ("life", 2)])
def test_the_number_of_processes_does_not_matter(game: str, seats: int) -> None:
    arena = Arena(game, ["random", f"{BOTS}.Better"], seats, deals=3, seed="p")
    one, two = timeless(list(arena.run(1))), timeless(list(arena.run(2)))
    assert one == two
    assert len(one) == arena.matches == 3 * seats


def test_all_rotations_have_the_same_cards_and_good_records() -> None:
    arena = Arena("life", ["random", f"{BOTS}.Better"], seats=2, deals=2)
    records = [match.record for match in arena.run(1, records=True)]
    hands = []
    for record in records:
        assert record is not None
        load("life").verify(record)
        hands.append(record["rounds"][0]["deal"])
    assert hands[0] == hands[1] != hands[2] == hands[3]
    assert records[0] is not None
    assert records[0]["seats"] == ["bot:random", f"bot:{BOTS}.Better"]
    assert records[0]["options"]["lap_limit"] == 20


@pytest.mark.parametrize(
    ("game", "bot", "kind", "text"),
    [
        ("tembo", "Crash", CRASHED, "crashed with RuntimeError: no idea"),
        ("life", "Leaves", CRASHED, "crashed with SystemExit: enough"),
        ("tembo", "Rubbish", ILLEGAL, "played an illegal move ['not', 'a', 'move']"),
        ("life", "Rubbish", ILLEGAL, "played an illegal move ['not', 'a', 'move']"),
        ("life", "Unprintable", ILLEGAL, "played an illegal move that Unprintable"),
        ("tembo", "Killer", DIED, "ended its process (exit status 7)"),
        ("tembo", "Abandons", DIED, "ended its process (exit status 7)"),
        ("tembo", "Peeks", CRASHED, "crashed with RuntimeError: [] ''"),
        ("life", "Sleeper", STALLED, "stalled for more than 1 s"),
    ],
)
def test_a_bad_bot_forfeits_and_the_run_goes_on(
    game: str, bot: str, kind: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BAD_BOT", f"{bot} {os.getpid()}")
    monkeypatch.setattr(sys, "argv", ["waterhole", "--seed", "not for bots"])
    limit = 1.0 if bot == "Sleeper" else None
    arena = Arena(game, ["random", f"{BOTS}.{bot}"], 2, deals=1, move_limit=limit)
    matches = list(arena.run(1))
    assert len(matches) == 2
    for match in matches:
        assert match.forfeit is not None
        assert match.fixture.bots[match.forfeit.seat] == f"{BOTS}.{bot}"
        assert (match.forfeit.kind, match.forfeit.text) == (kind, text)
    report = arena.report(matches)
    assert [(each.bot, each.kind, each.count) for each in report.forfeits] == [
        (f"{BOTS}.{bot}", kind, 2)
    ]
    assert report.bots[0].name == "random"
    assert report.bots[0].share.mean == 1
    deadline = time.monotonic() + 60
    while any(marked(f"BAD_BOT={bot} {os.getpid()}")):  # no process is left, nor what it started
        assert time.monotonic() < deadline
        time.sleep(0.01)


def marked(mark: str) -> Iterator[Path]:
    """The workers with this in their environment, and the processes they have started."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile, or is not ours
            if (
                mark.encode() in (process / "environ").read_bytes()
                and b"spawn_main" in (process / "cmdline").read_bytes()
            ):
                yield process


def test_an_illegal_move_is_named() -> None:
    arena = Arena("tembo", [f"{BOTS}.Illegal", "random"], 2, deals=1, seed="i")
    for match in arena.run(1):
        assert match.forfeit is not None
        move = match.forfeit.text.removeprefix("played an illegal move ")
        load("tembo").parse(move)  # a move, just not there


def test_a_run_that_is_left_leaves_no_process_behind() -> None:
    arena = Arena("tembo", [f"{BOTS}.Slow", "random"], 2, deals=100)
    playing = arena.run(2)
    next(playing)
    workers = children()
    assert len(workers) >= 2
    playing.close()
    assert not [pid for pid in workers if alive(pid)]


def children() -> list[int]:
    """The workers of this process."""
    task = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    pids = [int(pid) for pid in task.read_text().split()]
    return [pid for pid in pids if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


# Kept in a file, and taken up again ---------------------------------------------------------------


def small() -> Arena:
    return Arena("tembo", [f"{BOTS}.Better", "random", f"{BOTS}.Crash"], 2, deals=4, seed="k")


def played(arena: Arena, path: Path, records: Path, resume: bool = False) -> list[Match]:
    with Save(arena, path, records, resume) as save:
        new = list(save.written(arena.run(1, save.done, records=True)))
        return [match._replace(record=None) for match in save.matches + new]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    return tmp_path / "run.jsonl", tmp_path / "records.jsonl"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Match], bytes, bytes]:
    """A run to its end, and what it leaves in its files."""
    folder = tmp_path_factory.mktemp("whole")
    path, records = folder / "run.jsonl", folder / "records.jsonl"
    matches = played(small(), path, records)
    return matches, path.read_bytes(), records.read_bytes()


@pytest.mark.parametrize("torn", [0, 1, 7])
def test_a_torn_file_is_taken_up_where_it_was_whole(
    whole: tuple[list[Match], bytes, bytes], files: tuple[Path, Path], torn: int
) -> None:
    """Cut anywhere: within a line, or with a record that has no line yet."""
    arena, (path, records), (matches, run, all_records) = small(), files, whole
    lines = run.splitlines(keepends=True)
    good = sum(json.loads(line)["forfeit"] is None for line in lines[1:10])
    path.write_bytes(b"".join(lines[:10]) + lines[10][:torn])
    kept = all_records.splitlines(keepends=True)
    records.write_bytes(b"".join(kept[: good + bool(torn)]) + kept[good + 1][: 3 * torn])
    again = played(arena, path, records, resume=True)
    assert timeless(again) == timeless(matches)
    assert len(path.read_bytes().splitlines()) == 1 + arena.matches
    assert sorted(records.read_bytes().splitlines()) == sorted(b"".join(kept).splitlines())
    assert arena.report(again).deals == 4


def test_a_finished_run_is_not_played_again(
    whole: tuple[list[Match], bytes, bytes], files: tuple[Path, Path]
) -> None:
    arena, (path, records) = small(), files
    path.write_bytes(whole[1])
    records.write_bytes(whole[2])
    with Save(arena, path, records, resume=True) as save:
        assert len(save.done) == arena.matches
        assert list(arena.run(1, save.done)) == []


Damage = Callable[[list[dict[str, Any]]], object]


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda lines: lines[0].update(seed="other"), "seed is 'other' there and 'k' here"),
        (lambda lines: lines[0].update(deals=5), "deals is 5 there and 4 here"),
        (lambda lines: lines[2].update(deal=99), "3: not a match of this run"),
        (lambda lines: lines[2].update(bots=["random", "random"]), "3: not a match of this run"),
        (lambda lines: lines[2].update(winners=[]), "3: not a finished match"),
        (lambda lines: lines[2].pop("moves"), "3: not a finished match"),
        (lambda lines: lines.insert(3, lines[2]), "4: this match is there twice"),
    ],
)
def test_a_file_of_something_else_is_refused(
    whole: tuple[list[Match], bytes, bytes], tmp_path: Path, damage: Damage, says: str
) -> None:
    path, lines = tmp_path / "run.jsonl", [json.loads(line) for line in whole[1].splitlines()]
    damage(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    before = path.read_bytes()
    with pytest.raises(WaterholeError, match=says):
        Save(small(), path, resume=True)
    assert path.read_bytes() == before


FOREIGN = b'{"format":"waterhole/1","game":"tembo","seed":7}\n'


@pytest.mark.parametrize(
    "content", [b"dear diary", b"dear\ndiary\n", b'{"format": "', b"\0" * 99, FOREIGN]
)
def test_nothing_of_anybody_else_is_lost(files: tuple[Path, Path], content: bytes) -> None:
    arena, (path, records) = small(), files
    path.write_bytes(content)
    for resume in (False, True):
        with pytest.raises(WaterholeError, match=str(path)):
            Save(arena, path, resume=resume)
    assert path.read_bytes() == content
    path.unlink()
    records.write_bytes(content)
    with pytest.raises(WaterholeError, match=str(records)):
        Save(arena, path, records, resume=True)
    assert records.read_bytes() == content
    assert not path.exists()


def test_two_runs_do_not_share_a_file(files: tuple[Path, Path]) -> None:
    arena, path = small(), files[0]
    with Save(arena, path), pytest.raises(WaterholeError, match="another run is writing it"):
        Save(arena, path, resume=True)


@pytest.mark.parametrize("resume", [False, True])
def test_a_run_that_is_a_moment_late_does_not_delete_the_file_of_the_other(
    files: tuple[Path, Path], resume: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena, path = small(), files[0]
    with Save(arena, path):
        before = path.read_bytes()
        monkeypatch.setattr(Path, "exists", lambda _: False)  # when the late one looked
        with pytest.raises(WaterholeError, match=str(path)):
            Save(arena, path, resume=resume)
        assert path.read_bytes() == before


SCRIPT = """
import sys
from pathlib import Path
from waterhole.lab.arena import Arena, Save

if __name__ == "__main__":
    arena = Arena("tembo", ["tests.lab.bots.Slow", "random"], 2, deals=5, seed="killed")
    with Save(arena, Path(sys.argv[1])) as save:
        for match in save.written(arena.run(2, save.done)):
            print(match.fixture[:3], flush=True)
"""


def test_a_run_that_is_killed_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    path, script = tmp_path / "run.jsonl", tmp_path / "script.py"
    script.write_text(SCRIPT)
    process = subprocess.Popen(
        [sys.executable, str(script), str(path)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdout is not None
    assert process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    process.stdout.read()  # ends when the workers have ended too
    process.stdout.close()
    assert process.wait() == -signal.SIGKILL
    arena = Arena("tembo", [f"{BOTS}.Slow", "random"], 2, deals=5, seed="killed")
    with Save(arena, path, resume=True) as save:
        assert 0 < len(save.matches) < arena.matches
        resumed = save.matches + list(save.written(arena.run(1, save.done)))
    assert timeless(resumed) == timeless(list(arena.run(1)))


# What is refused ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"bots": []}, "takes 1 to 50 bots, not 0"),
        ({"bots": ["random"] * 51}, "takes 1 to 50 bots, not 51"),
        ({"bots": "random"}, "bots must be a list"),
        ({"bots": ["nobody"]}, "there is no bot 'nobody'"),
        ({"bots": ["random"] * 3}, "'random' is there twice"),
        ({"bots": [7]}, "named by a text, not 7"),
        ({"seats": 9}, "seats must be a whole number from 2 to 4"),
        ({"deals": 0}, "deals must be a whole number from 1 to 1000000, not 0"),
        ({"deals": True}, "deals must be a whole number"),
        ({"seed": "x" * 999}, "a seed has at most"),
        ({"options": {"rounds": 0}}, "option 'rounds' must be"),
        ({"move_limit": 0}, "a move limit is above 0"),
        ({"move_limit": float("nan")}, "a move limit is above 0"),
        ({"game": "life", "options": {"lap_limit": 0}}, "the arena needs a lap_limit"),
    ],
)
def test_what_cannot_be_played_is_refused_before_any_work(
    changed: dict[str, Any], says: str
) -> None:
    good: dict[str, Any] = {"game": "tembo", "bots": ["random"], "seats": 2, "deals": 1}
    with pytest.raises(WaterholeError, match=says):
        Arena(**good | changed)


@pytest.mark.parametrize("processes", [0, 2000])
def test_processes_are_counted(processes: int) -> None:
    arena = Arena("tembo", ["random"], 2, 1)
    with pytest.raises(InvalidOptions, match="processes must be a whole number from 1 to 1024"):
        arena.run(processes)


def test_a_budget_of_time_stretches_the_limit() -> None:
    arena = Arena("tembo", ["random:2s", "random"], 2, 1)
    assert arena.limits == {"random:2s": 20, "random": 10}
