"""A match at the keyboard, in a real terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.waterhole import Terminal, run, run_alone
from waterhole.game import InvalidMove, load
from waterhole.terminal.play import read_move

PROMPT = r"your move \(\? for help\): $"


def first_legal(terminal: Terminal) -> str:
    """Asks which moves there are and names the last of the first line."""
    terminal.type("moves")
    shown = terminal.until(PROMPT)
    return shown.splitlines()[1].split()[0]


@pytest.mark.parametrize(
    ("game", "options"), [("tembo", ["-o", "rounds=1"]), ("life", ["-o", "lap_limit=1"])]
)
def test_a_person_plays_a_whole_match_against_bots(
    game: str, options: list[str], tmp_path: Path
) -> None:
    saved = tmp_path / "match.jsonl"
    terminal = Terminal("play", game, "--seed", "evening", "--save", saved, *options)
    while True:
        shown = terminal.until(rf"{PROMPT}|Seed: evening")
        if "Seed: evening" in shown:
            break
        terminal.type(first_legal(terminal))
    assert terminal.wait() == 0
    assert "win" in shown
    record = json.loads(saved.read_text("utf-8"))
    assert record["seats"] == ["Guest", "bot:medium", "bot:medium"]
    assert load(game).verify(record).result is not None
    assert run("verify", saved).returncode == 0


def test_the_hand_of_the_next_person_is_hidden_until_asked_for() -> None:
    terminal = Terminal("play", "tembo", "--players", "Ada,Bo", "--seed", "hands")
    state = load("tembo").start(2, "hands")
    first = state.to_move
    assert first is not None
    names = ["Ada", "Bo"]

    shown = terminal.until(r"Press Enter to see the hand: $")
    assert f"The keyboard goes to {names[first]}" in shown
    assert "points" not in shown
    terminal.type("")
    shown = terminal.until(PROMPT)
    for card in state.view(first).to_dict()["hand"]:
        assert re.search(rf"│\s+{card}\s+│", shown)

    terminal.type(str(state.legal()[0]))
    shown = terminal.until(r"Press Enter to see the hand: $")
    assert f"The keyboard goes to {names[1 - first]}" in shown
    assert "points" not in shown
    terminal.kill()


def test_a_refused_move_is_explained_with_its_rule_and_changes_nothing() -> None:
    terminal = Terminal("play", "tembo", "--players", "Ada,bot", "--seed", "crocodile 3")
    terminal.until(PROMPT)
    terminal.type("E>1")
    shown = terminal.until(PROMPT)
    assert "an elephant needs at least 3 animals; crossing 1 has 0 (T12)" in shown.replace(
        "\n", " "
    )
    assert "Legal: " in shown
    terminal.type("rules T12")
    assert "T12 · Elephant" in terminal.until(PROMPT)
    terminal.type("banana")
    assert "is no move" in terminal.until(PROMPT)
    terminal.type("log")
    assert "leads" not in terminal.until(PROMPT)
    terminal.kill()


def test_a_match_is_saved_after_every_move_and_taken_up_again(tmp_path: Path) -> None:
    """The process is killed in the middle; nothing that was played is lost."""
    saved = tmp_path / "match.jsonl"
    terminal = Terminal("play", "tembo", "--players", "Ada,bot", "--seed", "x", "--save", saved)
    for _ in range(3):
        terminal.until(PROMPT)
        terminal.type(first_legal(terminal))
    terminal.until(PROMPT)
    before = saved.read_text("utf-8")
    terminal.kill()
    moves = json.loads(before)["rounds"][0]["moves"]
    assert len(moves) >= 6

    terminal = Terminal("play", "tembo", "--resume", saved)
    terminal.until(PROMPT)
    assert saved.read_text("utf-8") == before
    terminal.type(first_legal(terminal))
    terminal.until(PROMPT)
    terminal.type("quit")
    terminal.until("Go on later with: waterhole play tembo --resume")
    assert terminal.wait() == 0
    assert json.loads(saved.read_text("utf-8"))["rounds"][0]["moves"][: len(moves)] == moves


def test_save_writes_the_match_and_a_bad_name_is_said(tmp_path: Path) -> None:
    saved = tmp_path / "later.jsonl"
    typed = f"save\nsave {tmp_path / 'no' / 'such'}\nsave {saved}\nquit\n"
    done = run_alone("play", "life", "--players", "Ada,bot,bot", "--seed", "x", typed=typed)
    assert done.returncode == 0
    assert "save needs the name of a file" in done.stdout
    assert "such:Nosuchfileordirectory" in "".join(done.stdout.split())  # wherever lines break
    assert json.loads(saved.read_text("utf-8"))["game"] == "life"


def test_nothing_of_anybodys_is_overwritten(tmp_path: Path) -> None:
    """A file that holds something else stays as it is."""
    mine = tmp_path / "mine.txt"
    mine.write_text("mine", "utf-8")
    done = run_alone("play", "tembo", "--players", "Ada,bot", "--save", mine)
    assert done.returncode == 1
    assert "exists already; choose another name" in done.stderr
    done = run("play", "tembo", "--players", "Ada,bot", typed=f"save {mine}\nsave .\nquit\n")
    assert "existsalready;chooseanothername" in "".join(done.stdout.split())
    assert ".: not the name of a file" in done.stdout
    assert "The match is not kept." in done.stdout
    assert mine.read_text("utf-8") == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.txt"]


@pytest.mark.parametrize(
    ("game", "typed", "move"),
    [
        ("tembo", " 4 > 1", "4>1"),
        ("tembo", "12+10>3", "10+12>3"),
        ("tembo", "e>1", "E>1"),
        ("tembo", "CG>2F", "Cg>2f"),
        ("life", "2:hg", "2:GH"),
        ("life", "k", "K"),
    ],
)
def test_a_move_may_be_typed_carelessly(game: str, typed: str, move: str) -> None:
    """At the keyboard alone: records keep to the one spelling."""
    chosen = load(game)
    assert read_move(chosen, typed) is chosen.parse(move)
    with pytest.raises(InvalidMove):
        chosen.parse(typed)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["play", "chess"], "there is no game 'chess'; there are: tembo, life"),
        (["play", "tembo", "--players", "Ada"], "seats must be a whole number from 2 to 4"),
        (["play", "tembo", "--players", "Ada,bot:genius"], "there is no bot 'genius'"),
        (["play", "tembo", "--players", "Ada,"], "a name is a printable text"),
        (["play", "tembo", "--players", "Ada,Ada"], "two people have the same name"),
        (["play", "tembo", "--resume", "x", "--seed", "y"], "--resume goes on with what was saved"),
        (["play", "tembo", "-o", "rounds=" + "[" * 100_000], "option 'rounds' must be"),
        (["verify", "no\x1b[2Jsuch"], "no\\x1b[2Jsuch: No such file"),
        (["play", "life", "-o", "expert=yes"], "option 'expert' must be true or false, not 'yes'"),
        (["play", "life", "-o", "expert"], "--option takes NAME=VALUE, not 'expert'"),
        (["play", "tembo", "--resume", "/no/such/file"], "/no/such/file: No such file"),
        (["play", "tembo", "--deck", "/no/such.csv"], "/no/such.csv: No such file"),
        (["play"], "Missing argument 'GAME'"),
        (["dance"], "No such command 'dance'"),
    ],
)
def test_what_cannot_be_played_gets_one_clear_line(arguments: list[str], text: str) -> None:
    done = run(*arguments)
    assert done.returncode != 0
    assert done.stdout == ""
    assert done.stderr.startswith(f"waterhole: {text}")
    assert done.stderr.count("\n") == 1


def test_a_match_that_is_over_or_of_another_game_is_not_taken_up(tmp_path: Path) -> None:
    file = tmp_path / "over.jsonl"
    run("simulate", "tembo", "--seats", "2", "--matches", "1", "--out", file)
    assert "this match is over" in run("play", "tembo", "--resume", file).stderr
    open_match = load("life").start(3, "x").record()
    file.write_text(json.dumps(open_match), "utf-8")
    assert "is a match of Life is Life" in run("play", "tembo", "--resume", file).stderr
    file.write_text("", "utf-8")
    assert "must hold one match, not 0" in run("play", "tembo", "--resume", file).stderr
