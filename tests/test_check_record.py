"""examples/check_record.py, an independent program, agrees with Waterhole about every deal and
catches a record whose cards are not those of its seed."""

from __future__ import annotations

import ast
import json
import re
import runpy
import subprocess
import sys
from collections.abc import Iterable, Iterator
from copy import deepcopy
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from waterhole.game import load
from waterhole.tembo import default_deck

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "examples" / "check_record.py"
DOCUMENT = ROOT / "docs" / "fair-dealing.md"

Record = dict[str, Any]

SETTINGS: list[tuple[str, int, Record]] = [
    *(("tembo", seats, {}) for seats in (2, 3, 4)),
    ("tembo", 3, {"rounds": 5}),
    ("tembo", 2, {"rounds": 1, "deck": list(reversed(default_deck().to_list()))}),
    *(("life", seats, {"lap_limit": 4}) for seats in (2, 3, 4, 5)),
    ("life", 3, {"expert": True, "lap_limit": 3}),
    ("life", 3, {}),
]
SEEDS = ["plain", "", "two\nlines", "hipopótam 🦛", '"\\u0000"\x00']


SHORT: dict[str, Record] = {"tembo": {}, "life": {"lap_limit": 3}}  # options for quick matches


def match(
    name: str, seats: int, seed: str, options: Record | None = None, most: int | None = None
) -> Record:
    """The record of a random match, or of so many first moves."""
    rng = Random(seed)
    state = load(name).start(seats, seed, SHORT[name] if options is None else options)
    moves = 0
    while state.to_move is not None and moves != most:
        state = state.play(rng.choice(state.legal())).state
        moves += 1
    return state.record()


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    # -I -S: neither the installed Waterhole nor anything else beside the standard library.
    command = [sys.executable, "-I", "-S", str(SCRIPT), *arguments]
    done = subprocess.run(command, input=stdin, capture_output=True, check=False, timeout=60)
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err
    return subprocess.CompletedProcess(command, done.returncode, out, err)


def check(*records: Record) -> list[str]:
    """What the script says of the records: a line for each bad one, then the counts."""
    lines = "".join(f"{json.dumps(record)}\n" for record in records)
    done = run("-", stdin=lines.encode())
    *bad, counts = done.stdout.splitlines()
    noun = "record" if len(records) == 1 else "records"
    assert counts == f"{len(records)} {noun}, {len(bad)} bad"
    assert done.returncode == bool(bad)
    return bad


def assert_each_is_caught(records: Iterable[Record]) -> None:
    records = list(records)
    assert records
    places = [line.split(": ")[0] for line in check(*records)]
    assert places == [f"-:{number}" for number in range(1, len(records) + 1)]


def test_imports_only_the_standard_library() -> None:
    imported = set()
    for node in ast.walk(ast.parse(SCRIPT.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(str(node.module).partition(".")[0])
        elif isinstance(node, ast.Name | ast.Attribute):
            name = node.id if isinstance(node, ast.Name) else node.attr
            assert name not in ("__import__", "import_module", "exec", "eval", "run_path")
    assert "hashlib" in imported
    assert imported <= sys.stdlib_module_names


def test_gives_the_check_values_of_the_document() -> None:
    script = runpy.run_path(str(SCRIPT))
    document = " ".join(DOCUMENT.read_text("utf-8").split("## Check values")[1].split())
    stream, packs = script["stream"], {"tembo": "TEMBO_PACK", "life": "LIFE_PACK"}

    def ticked(cards: Iterable[object], game: str = "") -> str:
        order = script[packs[game]].index if game else None
        return " ".join(f"`{card}`" for card in (sorted(cards, key=order) if order else cards))

    words = islice(stream("tembo", 2, "lot", "waterhole"), 4)
    assert ticked(words).replace(" ", ", ") in document
    tembo = script["deal_tembo"](stream("tembo", 2, "round 1", "waterhole"), [True] * 2)
    assert (
        f"that match, seat 0 begins; seat 1 holds {ticked(tembo['hands'][1], 'tembo')};" in document
    )
    assert f"the crossings are {ticked(tembo['crossings'])};" in document
    assert f"first five cards of the pile are {ticked(tembo['pile'][:5])}." in document
    life = script["deal_life"](stream("life", 3, "round 1", "waterhole"), [True] * 3)
    assert f"same seed, seat 0 begins; seat 1 holds {ticked(life['hands'][1], 'life')};" in document
    assert f"row 4 is {ticked(life['rows'][3], 'life')}; {len(life['aside'])} cards" in document
    assert check(match("tembo", 2, "waterhole"), match("life", 3, "waterhole")) == []
    for name, seats in (("tembo", 2), ("life", 3)):
        assert match(name, seats, "waterhole", most=0)["rounds"][0]["deal"]["first"] == 0


def test_passes_over_a_word_that_would_favour_small_numbers() -> None:
    below = runpy.run_path(str(SCRIPT))["below"]
    assert below(3, iter([2**32 - 1, 2**32 - 1, 7])) == 1
    assert below(3, iter([2**32 - 2, 7])) == (2**32 - 2) % 3
    assert below(4, iter([2**32 - 1, 0])) == 3


def test_accepts_what_waterhole_deals() -> None:
    records = [
        match(name, seats, seed, options)
        for name, seats, options in SETTINGS
        for seed in (SEEDS if options else SEEDS[:1])
    ]
    # Rounds after somebody is out, or the check of later deals would be no check.
    assert any([] in r["deal"]["hands"] for record in records for r in record["rounds"])
    assert check(*records) == []


@pytest.mark.parametrize("most", [0, 1, 17, 60])
def test_accepts_a_match_still_going_on(most: int) -> None:
    records = [match(name, seats, "on", options, most) for name, seats, options in SETTINGS]
    assert any("result" not in record for record in records)
    assert check(*records) == []


def test_the_order_within_a_hand_a_row_or_aside_does_not_matter() -> None:
    tembo, life = match("tembo", 3, "order"), match("life", 4, "order")
    for dealt in (r["deal"] for record in (tembo, life) for r in record["rounds"]):
        for heap in (*dealt["hands"], *dealt.get("rows", []), dealt.get("aside", [])):
            heap.reverse()
    assert check(tembo, life) == []


def heaps(dealt: Record) -> Iterator[list[str]]:
    """Every heap of cards in a deal."""
    for name in ("hands", "rows"):
        yield from dealt.get(name, [])
    for name in ("crossings", "pile", "aside"):
        if name in dealt:
            yield dealt[name]


def exchanged(record: Record, round: int) -> Iterator[Record]:
    """The record with two different cards of a round exchanged, for each pair of heaps."""
    count = len(list(heaps(record["rounds"][round]["deal"])))
    for one in range(count):
        for other in range(one):
            changed = deepcopy(record)
            every = list(heaps(changed["rounds"][round]["deal"]))
            if not every[one] or not every[other]:
                continue  # of a seat that is out
            place = next((i for i, c in enumerate(every[one]) if c != every[other][0]), None)
            if place is not None:
                every[one][place], every[other][0] = every[other][0], every[one][place]
                yield changed


def edited(record: Record, round: int) -> Iterator[Record]:
    """The record with each heap of a round changed, emptied, made longer, or not a list."""
    count = len(list(heaps(record["rounds"][round]["deal"])))
    for which in range(count):
        for edit in ("change", "drop", "add", "none"):
            changed = deepcopy(record)
            heap = list(heaps(changed["rounds"][round]["deal"]))[which]
            if edit == "add":
                heap.append("E" if record["game"] == "tembo" else "G")
            elif not heap:
                continue
            elif edit == "change":
                heap[-1] = "E" if heap[-1] != "E" else "1"
            elif edit == "drop":
                heap.pop()
            else:
                heap[0] = None  # type: ignore[call-overload]
            yield changed


@pytest.mark.parametrize(
    ("name", "seats"), [("tembo", 2), ("tembo", 4), ("life", 2), ("life", 3), ("life", 5)]
)
def test_catches_a_changed_card_wherever_it_lies(name: str, seats: int) -> None:
    record = match(name, seats, "cards")
    for round in {0, 1, len(record["rounds"]) - 1}:
        assert_each_is_caught([*exchanged(record, round), *edited(record, round)])


@pytest.mark.parametrize("name", ["crossings", "pile"])
def test_catches_another_order_of_crossings_or_pile(name: str) -> None:
    record = match("tembo", 3, "order")
    changed = []
    for place in range(len(record["rounds"][0]["deal"][name]) - 1):
        other = deepcopy(record)
        cards = other["rounds"][0]["deal"][name]
        cards[place], cards[place + 1] = cards[place + 1], cards[place]
        if other != record:
            changed.append(other)
    assert len(changed) > 2
    assert_each_is_caught(changed)


@pytest.mark.parametrize(("name", "seats"), [("tembo", 3), ("life", 4)])
def test_catches_a_wrong_first_player_in_any_round(name: str, seats: int) -> None:
    record = match(name, seats, "first")
    changed = []
    for number, this in enumerate(record["rounds"]):
        first = this["deal"]["first"]
        for wrong in [*range(-1, seats + 1), float(first), str(first), bool(first), None, [first]]:
            if wrong == first and type(wrong) is int:
                continue
            other = deepcopy(record)
            other["rounds"][number]["deal"]["first"] = wrong
            changed.append(other)
    assert_each_is_caught(changed)


@pytest.mark.parametrize("name", ["tembo", "life"])
def test_catches_a_deal_with_a_part_missing_or_of_another_type(name: str) -> None:
    record = match(name, 3, "parts")
    right = record["rounds"][0]["deal"]
    changed = []
    for part, value in right.items():
        changed.append({key: right[key] for key in right if key != part})
        wrong: list[object] = [None, 7, "", {}, [], [[]], {"0": value}, str(value)]
        if part == "aside":
            wrong.append("".join(value))
        if part in ("hands", "rows"):
            wrong += [[*value, []], ["".join(heap) for heap in value]]
        changed += [right | {part: other} for other in wrong]
    first, *rest = record["rounds"]
    assert_each_is_caught(record | {"rounds": [first | {"deal": d}, *rest]} for d in changed)


@pytest.mark.parametrize(("name", "seats"), [("tembo", 3), ("life", 3)])
def test_catches_cards_of_another_seed_number_of_seats_or_round(name: str, seats: int) -> None:
    record = match(name, seats, "seed")
    swapped = [record["rounds"][1], record["rounds"][0], *record["rounds"][2:]]
    changes: list[Record] = [
        {"seed": "Seed"},
        {"seed": "seed\n"},
        {"seed": 7},
        {"seats": record["seats"][1:]},
        {"seats": [*record["seats"], "Dara"]},
        {"rounds": record["rounds"][1:]},
        {"rounds": swapped},
        {"game": "life" if name == "tembo" else "tembo"},
        {"format": "waterhole/2"},
    ]
    assert_each_is_caught(record | change for change in changes)


def test_catches_lives_that_do_not_fit_the_next_deal() -> None:
    record = match("life", 3, "lives")
    changed = []
    for number, this in enumerate(record["rounds"][:-1]):
        left = this["lives"]
        wrong: list[object] = [None, [], left[1:], [*left, 1], [0, 0, 0], [1, 0, 0], left[0]]
        wrong.append([str(lives) for lives in left])
        # Somebody out comes back, somebody in goes out.
        wrong += [[*left[:seat], int(not left[seat]), *left[seat + 1 :]] for seat in range(3)]
        for lives in wrong:
            other = deepcopy(record)
            other["rounds"][number]["lives"] = lives
            changed.append(other)
    assert_each_is_caught(changed)


def test_a_bad_record_gets_one_line_that_says_where_and_what() -> None:
    good, bad = match("tembo", 2, "one"), match("tembo", 2, "two")
    truth = bad["rounds"][1]["deal"]["crossings"]
    bad["rounds"][1]["deal"]["crossings"] = truth[::-1]
    bad["rounds"][1]["deal"]["pile"] = []
    assert check(good, bad, good) == [f"-:2: round 2: 'crossings' should be {json.dumps(truth)}"]


JUNK = [
    b"{",
    b"null",
    b"7",
    b'"text"',
    b"[]",
    b"{}",
    b"\xff\xfe",
    b"\xef\xbb\xbf{}",
    b"[" * 100_000,
    b"[" * 900 + b"]" * 900,
    b'{"format": ' + b"9" * 10_000 + b"}",
    b'{"format": NaN}',
    b'{"format": "waterhole/1"}',
    b'{"format": "waterhole/1", "game": [], "seed": "", "seats": [], "rounds": []}',
    b'{"format": "waterhole/1", "game": "chess", "seed": "", "seats": [1, 2], "rounds": [{}]}',
    b'{"format": "waterhole/1", "game": "tembo", "seed": "", "seats": [1, 2], "rounds": []}',
    b'{"format": "waterhole/1", "game": "tembo", "seed": "", "seats": [1], "rounds": [{}]}',
    b'{"format": "waterhole/1", "game": "tembo", "seed": "", "seats": {}, "rounds": [{}]}',
    b'{"format": "waterhole/1", "game": "tembo", "seed": "", "seats": [1, 2], "rounds": [7]}',
    b'{"format": "waterhole/1", "game": "life", "seed": "", "seats": [1, 2], "rounds": [{}, 1]}',
    b'{"format": "waterhole/1", "game": "life", "seed": "\\ud8ff", "seats": [1, 2], "rounds": [7]}',
]


def test_junk_gets_one_clear_line_each_and_hides_nothing_after_it() -> None:
    deep: Record = match("tembo", 2, "deep")
    nest: list[Any] = []
    for _ in range(150):
        nest = [nest]
    deep["rounds"][0]["deal"]["hands"][0][0] = nest
    lines = [*JUNK, json.dumps(deep).encode(), json.dumps(match("tembo", 2, "good")).encode()]
    done = run("-", stdin=b"\n".join(lines))
    *said, counts = done.stdout.splitlines()
    assert [line.split(": ")[0] for line in said] == [f"-:{n}" for n in range(1, len(lines))]
    assert all(re.fullmatch(r"-:\d+: [^\n]{5,400}", line) for line in said)
    assert counts == f"{len(lines)} records, {len(lines) - 1} bad"
    assert (done.returncode, done.stderr) == (1, "")


def test_reads_files_and_standard_input_in_turn_and_passes_over_blank_lines(tmp_path: Path) -> None:
    good = json.dumps(match("life", 3, "files")).encode()
    (tmp_path / "a.jsonl").write_bytes(good + b"\r\n\n  \n" + good)
    (tmp_path / "b.jsonl").write_bytes(b"\n\nno\n")
    (tmp_path / "empty.jsonl").write_bytes(b"")
    names = [str(tmp_path / name) for name in ("a.jsonl", "b.jsonl", "empty.jsonl")]
    done = run(names[0], "-", *names[1:], stdin=good + b"\n" + good + b"\n")
    assert done.stdout.splitlines()[0].startswith(f"{names[1]}:3: not JSON")
    assert done.stdout.splitlines()[1:] == ["5 records, 1 bad"]
    assert done.returncode == 1
    assert run(names[2]).stdout == "0 records, 0 bad\n"


def test_a_file_that_cannot_be_read_gives_status_2_and_one_line(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.jsonl"):
        done = run(str(path))
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"cannot read {path}: ")
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [(), ("--what",)])
def test_wrong_usage_gives_status_2(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "usage: check_record.py" in done.stderr
