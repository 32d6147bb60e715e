"""examples/check_match.py, an independent program, follows the whole chain of a match that was
played at a table, and catches every part of it that is not what it was."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from waterhole.server.tables import commands, fairness
from waterhole.server.tables.entries import AnyEntry, Logged
from waterhole.server.tables.table import Table

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "examples" / "check_match.py"
DOCUMENT = ROOT / "docs" / "fair-tables.md"

Record = dict[str, Any]

PEOPLE = ("Ada", "Bo", "Cleo", "Dara", "Eli")
NONCES = {name: fairness.hash_of_nonce(f"anything but {name}") for name in PEOPLE}
SHORT: dict[str, Record] = {"tembo": {"rounds": 2}, "life": {"lap_limit": 2}}


def act(table: Table, decide: Callable[[Table], AnyEntry]) -> None:
    """What the server does, without storing and telling."""
    table.apply(Logged(table.id, table.version + 1, 0.0, decide(table)))


def new_table(game: str, seats: int, due: str | None = None) -> Table:
    made = commands.create("Ada", game, seats, SHORT[game], due=due)
    table = Table(commands.new_id(), made)
    act(table, lambda _: made)
    return table


def sit(table: Table, name: str) -> None:
    """Ada, Cleo and Eli add nonces; Bo has a program that knows nothing of them."""
    hash = None if name == "Bo" else fairness.hash_of_nonce(NONCES[name])
    act(table, partial(commands.sit, player=name, name=name, seat=None, hash=hash))


def played(
    game: str, names: tuple[str, ...], *, due: str | None = None, silent: str | None = None
) -> Table:
    """A whole match; who is silent never opens the nonce."""
    table = new_table(game, len(names), due)
    for name in names:
        if name == "bot":
            act(table, partial(commands.seat_bot, player="Ada", level="easy"))
        else:
            sit(table, name)
    act(table, partial(commands.close_seats, player="Ada"))
    for name in names:
        if name not in ("bot", "Bo", silent):
            act(table, partial(commands.open_nonce, player=name, nonce=NONCES[name]))
    act(table, commands.start)
    play_on(table)
    return table


def play_on(table: Table) -> None:
    rng = Random(table.id)
    while table.to_move is not None:
        assert table.state is not None
        move = str(rng.choice(table.state.legal()))
        player = table.seats[table.to_move].player
        act(table, partial(commands.move, player=player, text=move, version=table.version))


@pytest.fixture(scope="module")
def turned() -> Record:
    """A rematch of five, where the deal passed on to Dara: everything that can happen is in it."""
    while True:
        table = played("life", ("Ada", "Bo", "Cleo", "Dara", "bot"), due="Dara", silent="Cleo")
        if table.order[0] != 0:
            return table.record()


def run(*arguments: str, stdin: bytes = b"", script: Path = SCRIPT) -> tuple[int, str, str]:
    # -I -S: neither the installed Waterhole nor anything else beside the standard library.
    command = [sys.executable, "-I", "-S", str(script), *arguments]
    done = subprocess.run(command, input=stdin, capture_output=True, check=False, timeout=120)
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err
    return done.returncode, out, err


def said_of(records: list[Record], *arguments: str) -> list[str]:
    """What the script says of each record; the count and the status must agree with it."""
    lines = "".join(f"{json.dumps(record)}\n" for record in records)
    status, out, err = run("-", *arguments, stdin=lines.encode())
    *said, counts = out.splitlines()
    assert err == ""
    assert [line.split(": ")[0] for line in said] == [f"-:{n + 1}" for n in range(len(records))]
    texts = [line.partition(": ")[2] for line in said]
    bad = sum(not text.startswith("good") for text in texts)
    assert counts == f"{len(records)} match{'es' * (len(records) != 1)}, {bad} bad"
    assert status == bool(bad)
    return texts


def test_uses_nothing_but_the_standard_library() -> None:
    tree = ast.parse(SCRIPT.read_text("utf-8"))
    names = {n.name for node in ast.walk(tree) if isinstance(node, ast.Import) for n in node.names}
    names |= {str(n.module) for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.mark.parametrize(
    ("game", "names", "stood_in"),
    [
        ("tembo", ("Ada", "Cleo"), "nobody"),
        ("tembo", ("Ada", "bot", "Bo", "Dara"), "seats 1, 2"),
        ("life", ("Ada", "Dara", "bot", "bot", "Cleo"), "seats 2, 3"),
        ("life", ("Bo", "bot"), "seats 0, 1"),
        ("tembo", ("Ada", "bot"), "seat 1"),
    ],
)
def test_a_match_of_a_table_is_good(game: str, names: tuple[str, ...], stood_in: str) -> None:
    record = played(game, names).record()
    assert said_of([record]) == [f"good; the server stood in for {stood_in}"]


def test_a_turned_table_and_a_nonce_that_was_never_opened_are_told(turned: Record) -> None:
    proof = turned["fairness"]
    assert proof["stood_in"] == [1, 2, 4]  # Bo has no nonce, Cleo did not open hers, a bot
    assert said_of([turned]) == [
        f"good; the server stood in for seats 1, 2, 4; the table was turned: {proof['order']}"
    ]


def test_a_player_checks_what_only_he_knows(turned: Record) -> None:
    seen, other = turned["fairness"]["commitment"], "0" * 64
    assert said_of([turned], "--commitment", seen, "--nonce", NONCES["Ada"])[0].startswith("good")
    assert said_of([turned], "--commitment", other) == [
        "'commitment' is not the one you saw at the table"
    ]
    # Cleo did open hers, she says; the record has the server's in its place.
    for nonce in (NONCES["Cleo"], turned["fairness"]["nonces"][1], other):
        assert said_of([turned], "--nonce", nonce) == ["your nonce is not among the 'nonces'"]


def changed(record: Record, *path: str | int, to: object) -> Record:
    copy = deepcopy(record)
    place: Any = copy
    for step in path[:-1]:
        place = place[step]
    assert place[path[-1]] != to or type(place[path[-1]]) is not type(to)
    place[path[-1]] = to
    return copy


def without(record: Record, *path: str) -> Record:
    copy = deepcopy(record)
    place = copy
    for step in path[:-1]:
        place = place[step]
    del place[path[-1]]
    return copy


OTHER = "ab" * 32
JUNK: list[object] = [None, 7, True, "", "text", OTHER, OTHER.upper(), [], {}, [[]], ["text"] * 5]


def test_every_part_that_is_not_what_it_was_is_caught(turned: Record) -> None:
    proof = turned["fairness"]
    bad = [without(turned, "fairness"), without(turned, "seed"), without(turned, "seats")]
    for part, value in proof.items():
        bad.append(without(turned, "fairness", part))
        bad += [changed(turned, "fairness", part, to=junk) for junk in JUNK]
        if isinstance(value, str):
            last = "0" if value[-1] != "0" else "1"
            bad.append(changed(turned, "fairness", part, to=value[:-1] + last))
            bad.append(changed(turned, "fairness", part, to=value + "\n"))
        else:
            bad += [changed(turned, "fairness", part, to=[*value, value[-1]])]
            bad += [changed(turned, "fairness", part, to=value[::-1])]
            for seat in range(len(value)):
                bad.append(changed(turned, "fairness", part, to=value[:seat] + value[seat + 1 :]))
                bad += [
                    changed(turned, "fairness", part, seat, to=junk)
                    for junk in (*JUNK, -1, 0.5, float(seat))
                    if junk is not value[seat]
                    # A hash that was never opened: only who sent it can tell.
                    and not (
                        part == "hashes" and seat in proof["stood_in"] and junk in (None, OTHER)
                    )
                ]
    bad += [changed(turned, "fairness", to=junk) for junk in JUNK]
    bad += [changed(turned, "seed", to=junk) for junk in JUNK]
    bad += [changed(turned, "game", to="tembo"), changed(turned, "format", to="waterhole/2")]
    bad += [changed(turned, "seats", to=turned["seats"][1:])]
    bad += [changed(turned, "rounds", 0, "deal", "first", to=9)]
    hand = turned["rounds"][0]["deal"]["hands"][2]
    bad.append(changed(turned, "rounds", 0, "deal", "hands", 2, to=[*hand[1:], "?"]))
    said = said_of(bad)
    for text, record in zip(said, bad, strict=True):
        assert not text.startswith("good"), record
        assert re.fullmatch(r"[^\n]{5,600}", text)


def resealed(record: Record, **parts: object) -> Record:
    """What somebody could make of a record who changes a part and all that hangs on it."""
    proof = record["fairness"] | parts
    table, secret = proof["table"], proof["secret"]
    proof["commitment"] = fairness.commitment(table, secret)
    for seat in proof["stood_in"]:
        proof["nonces"] = list(proof["nonces"])
        proof["nonces"][seat] = fairness.stand_in(table, seat, secret)
    return record | {"fairness": proof, "seed": fairness.seed(table, secret, proof["nonces"])}


def test_who_changes_a_part_and_reseals_it_is_caught_by_the_cards(turned: Record) -> None:
    assert resealed(turned) == turned
    proof = turned["fairness"]
    nonces, hashes = list(proof["nonces"]), list(proof["hashes"])
    nonces[0], hashes[0] = OTHER, fairness.hash_of_nonce(OTHER)
    bad = [
        resealed(turned, secret=OTHER),
        resealed(turned, table="anotherTable_-16"),
        resealed(turned, nonces=nonces, hashes=hashes),
    ]
    assert [text.split(":")[0] for text in said_of(bad)] == ["round 1"] * 3


@pytest.mark.parametrize(
    ("part", "to", "says"),
    [
        ("protocol", "waterhole-deal/2", "'protocol' is not waterhole-deal/1"),
        ("secret", OTHER, "'commitment' is not the hash of the server's 'secret'"),
        ("stood_in", [1, 2], "seat 4: the nonce does not have the hash sent before"),
        ("stood_in", [4, 2, 1], "'stood_in' should be seats, each once, in order"),
        (
            "stood_in",
            [0, 1, 2, 4],
            "seat 0: the nonce the server stood in with is not the one it must be",
        ),
        ("order", [0, 2, 1, 3, 4], "'order' does not turn the seats"),
        ("nonces", [OTHER], "'nonces' should have 5 items, one for each seat"),
    ],
)
def test_one_line_says_what_is_wrong(turned: Record, part: str, to: object, says: str) -> None:
    assert said_of([changed(turned, "fairness", part, to=to)]) == [says]


def test_a_stand_in_that_the_server_chose_is_named(turned: Record) -> None:
    bad = changed(turned, "fairness", "nonces", 1, to=OTHER)
    assert said_of([bad]) == [
        "seat 1: the nonce the server stood in with is not the one it must be"
    ]


def test_a_bot_that_sends_a_nonce_is_named(turned: Record) -> None:
    bad = changed(turned, "seats", turned["seats"].index("Ada"), to="bot:easy")
    assert said_of([bad]) == ["seat 0: a bot sits there and sent a nonce"]


def test_the_seed_that_should_be_is_told(turned: Record) -> None:
    bad = changed(turned, "seed", to="river")
    assert said_of([bad]) == [f"'seed' should be {turned['seed']}"]


def test_files_are_read_in_turn_and_one_that_is_missing_gives_status_2(tmp_path: Path) -> None:
    record = json.dumps(played("tembo", ("Ada", "bot")).record()).encode()
    (tmp_path / "a.jsonl").write_bytes(b"\xef\xbb\xbf" + record + b"\r\n\n{\n\xff\n" + record)
    status, out, _ = run(str(tmp_path / "a.jsonl"), "-", stdin=record)
    said = [line.split(": ", 1)[1][:8] for line in out.splitlines()[:-1]]
    assert said == ["good; th", "not JSON", "'utf-8' ", "good; th", "good; th"]
    assert (status, out.splitlines()[-1]) == (1, "5 matches, 2 bad")
    status, out, err = run(str(tmp_path / "missing.jsonl"))
    assert (status, out) == (2, "")
    assert err.startswith(f"cannot read {tmp_path / 'missing.jsonl'}: ")
    assert err.count("\n") == 1


def test_alone_it_says_what_is_missing_beside_it(tmp_path: Path) -> None:
    alone = tmp_path / "check_match.py"
    alone.write_text(SCRIPT.read_text("utf-8"), "utf-8")
    status, out, err = run("-", script=alone)
    assert (status, out) == (2, "")
    assert "check_record.py" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("arguments", [(), ("-", "--nonce", "short"), ("-", "--what")])
def test_wrong_usage_gives_status_2(arguments: tuple[str, ...]) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert "usage: check_match.py" in err


def test_the_page_gives_the_hashes_that_the_server_makes() -> None:
    """The check values of docs/fair-tables.md."""
    told = dict(
        re.findall(r"^\| ([a-z -]+) \| `([0-9a-f]{64})` \|$", DOCUMENT.read_text(), re.MULTILINE)
    )
    secret, nonce = "00" * 32, "11" * 32
    stood_in = fairness.stand_in("river", 1, secret)
    assert told == {
        "commitment": fairness.commitment("river", secret),
        "hash of the nonce": fairness.hash_of_nonce(nonce),
        "stand-in": stood_in,
        "seed": fairness.seed("river", secret, [nonce, stood_in]),
    }
