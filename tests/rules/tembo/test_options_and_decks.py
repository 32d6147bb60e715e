"""Tembo, what a match is started with: seats, seed, rounds and custom decks (T1, T2, T23), and
what is refused at the doors of a match."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from tests.rules.tembo.drawn import after, caused, drawn, game, legal, refused, same
from waterhole.game import (
    IllegalMove,
    InvalidDeck,
    InvalidOptions,
    InvalidRecord,
    Move,
    WaterholeError,
    load,
)
from waterhole.tembo import Deck, default_deck, read_deck
from waterhole.tembo.events import Drew, Eaten
from waterhole.tembo.moves import TemboMove

# Another deck of the right form: thirds of species, cheap numbers first.
THIRDS = [[("gnu", "zebra", "antelope")[number // 14], 2 + number % 4] for number in range(42)]

TABLE = """
    1: 5a 13b 20a
    2: 3b
    a*: Cg Cz Ca E 30
    b: 31 32 33 34 35
"""


def lines_of(deck: list[list[Any]]) -> list[str]:
    rows = [f"{number},{species},{points}" for number, (species, points) in enumerate(deck, 1)]
    return ["number,species,points", *rows]


def written(folder: Path, lines: list[str]) -> Path:
    path = folder / "deck.csv"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def changed(line: int, text: str) -> list[str]:
    """The lines of a good file with one of them (counted from 1) changed."""
    lines = lines_of(THIRDS)
    lines[line - 1] = text
    return lines


# Rounds


@pytest.mark.parametrize("rounds", [1, 2, 3, 100])
def test_a_match_has_as_many_rounds_as_chosen(rounds: int) -> None:
    """T23: two unless chosen otherwise; the record and every view say how many."""
    state = game.start(2, "rounds", {"rounds": rounds})
    assert state.record()["options"] == {"rounds": rounds}
    assert state.view(None).to_dict()["rounds"] == rounds
    assert game.start(2, "rounds").view(0).to_dict()["rounds"] == 2
    assert game.start(2, "rounds", {}).record() == game.start(2, "rounds", None).record()


@pytest.mark.parametrize("rounds", [True, False, "2", 2.0, 0, 101, -1, None, [2]])
def test_rounds_are_a_whole_number_from_1_to_100(rounds: object) -> None:
    """T23: anything else is refused, quoted, with what would do."""
    with pytest.raises(InvalidOptions) as caught:
        game.start(2, "rounds", {"rounds": rounds})
    wanted = f"option 'rounds' must be a whole number from 1 to 100, not {rounds!r}"
    assert (caught.value.code, caught.value.text) == ("options/value", wanted)


@pytest.mark.parametrize("name", ["round", "Rounds", "lap_limit", "expert", "", 2, None])
def test_unknown_options_are_refused(name: Any) -> None:
    """T23, T2: the refusal names the options there are."""
    with pytest.raises(InvalidOptions) as caught:
        game.start(2, "options", {"rounds": 2, name: 1})
    text = f"there is no option {name!r}; there are: deck, rounds"
    assert (caught.value.code, caught.value.text) == ("options/unknown", text)


@pytest.mark.parametrize("options", ["rounds", 2, ["rounds"], [("rounds", 2)], True])
def test_options_are_a_mapping(options: Any) -> None:
    """T23: names and their values."""
    with pytest.raises(InvalidOptions, match="options must be a mapping") as caught:
        game.start(2, "options", options)
    assert caught.value.code == "options/type"


# Seats and seeds


@pytest.mark.parametrize("seats", [1, 5, 0, -2, True, "3", 3.0, None])
def test_seats_are_a_whole_number_from_2_to_4(seats: Any) -> None:
    """T1: the box is for 2 to 4 players."""
    with pytest.raises(InvalidOptions) as caught:
        game.start(seats, "seats")
    assert (caught.value.code, caught.value.rule) == ("options/seats", "T1")
    assert caught.value.text == f"seats must be a whole number from 2 to 4, not {seats!r}"


@pytest.mark.parametrize(
    ("seed", "why"),
    [
        (7, "a seed is a text, not int"),
        (b"seed", "a seed is a text, not bytes"),
        ("x" * 1001, "a seed has at most 1000 characters"),
        ("\ud800", "the seed is not valid Unicode text"),
    ],
)
def test_a_seed_is_a_text_of_up_to_1000_characters(seed: Any, why: str) -> None:
    """T3: every deal follows from it."""
    with pytest.raises(InvalidOptions) as caught:
        game.start(2, seed)
    assert (caught.value.code, caught.value.text) == ("options/seed", why)


@pytest.mark.parametrize("seed", ["", "x" * 1000, "gnu 🐃 ñandú", "two\nlines", "\0"])
def test_any_other_text_is_a_seed(seed: str) -> None:
    """T3: the record has it as it was given."""
    assert game.start(2, seed).record()["seed"] == seed
    assert game.start(2, seed) == game.start(2, seed)


# Views and moves


@pytest.mark.parametrize("seat", [-1, 2, 99, True, "0", 0.0])
def test_only_seats_of_the_match_have_a_view(seat: Any) -> None:
    """T1: seats count from 0; None is a spectator."""
    with pytest.raises(WaterholeError) as caught:
        drawn(TABLE).view(seat)
    text = f"there is no seat {seat!r}; seats are 0 to 1, or None for a spectator"
    assert (caught.value.code, caught.value.text) == ("seat/unknown", text)
    assert drawn(TABLE).view(None).to_dict()["hand"] is None


class Somersault(Move):
    """A move of no game."""

    __slots__ = ()

    def __str__(self) -> str:
        return "somersault"

    __repr__ = __str__


@pytest.mark.parametrize(
    "move",
    [
        Somersault(),
        load("life").parse("K"),
        TemboMove((1, 9), 3),
        TemboMove((31, 30), 3),
        TemboMove((30, 30), 3),
        TemboMove((30,), 6),
        TemboMove((30,), 0),
        TemboMove((30,), -1),
        TemboMove((30,), 3, "f"),
        TemboMove((44,), 1),
        TemboMove((44,), 1, "x"),
        TemboMove((43, 43), 1),
        TemboMove((49,), 1),
        TemboMove((), 1),
        None,
        30,
    ],
    ids=repr,
)
def test_a_move_that_is_none_of_the_game_is_refused(move: Any) -> None:
    """T6: whatever is handed to play, the refusal is an IllegalMove that says what is legal."""
    text = refused(drawn(TABLE), move, None, "move/not_a_move")
    assert text.endswith(" is no move of Tembo")


def test_the_text_of_a_move_is_no_move_until_it_is_read() -> None:
    """T6: play wants what parse gives."""
    with pytest.raises(IllegalMove, match="'30>3' is no move of Tembo") as caught:
        drawn(TABLE).play(cast(Any, "30>3"))
    assert caught.value.code == "move/not_a_move"


def test_a_move_made_of_lists_is_refused() -> None:
    """T6: as any other hand-made move that the game does not have."""
    refused(drawn(TABLE), TemboMove(cast(Any, [30]), 3), None, "move/not_a_move")


def test_a_move_made_by_hand_is_as_good_as_one_that_was_read() -> None:
    """T6: the table is the same, number by number, whatever kind of number was handed in."""
    table = drawn(TABLE)
    assert table.play(TemboMove((30,), 3)).state == after(table, "30>3")
    for move in (TemboMove((cast(int, 30.0),), 3), TemboMove((30,), cast(int, 3.0))):
        try:
            state = table.play(move).state
        except WaterholeError:
            continue  # refusing it is as good
        assert state.view(None).to_json() == after(table, "30>3").view(None).to_json()
        assert state.record() == after(table, "30>3").record()


# Custom decks


def test_a_good_file_is_a_deck(tmp_path: Path) -> None:
    """T2: 42 numbers, 14 of a species, points 2 to 5."""
    deck = read_deck(written(tmp_path, lines_of(THIRDS)))
    assert deck.to_list() == THIRDS
    assert (deck.species(14), deck.species(15), deck.species(42)) == ("gnu", "zebra", "antelope")
    assert [deck.points(number) for number in (1, 2, 3, 4, 5)] == [2, 3, 4, 5, 2]


def test_the_default_deck_as_a_file_is_the_default_deck(tmp_path: Path) -> None:
    """T2: the file has the form that the default deck has."""
    assert read_deck(written(tmp_path, lines_of(default_deck().to_list()))) == default_deck()


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text + "\n\n",
        lambda text: text.replace(",gnu,", ", gnu ,"),
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("gnu", '"gnu"'),
        lambda text: "\n".join([*text.split("\n")[:1], *sorted(text.split("\n")[1:])]),
    ],
    ids=["CRLF", "BOM", "blank lines", "spaces", "no last line end", "quotes", "any order"],
)
def test_a_file_may_come_from_any_spreadsheet(tmp_path: Path, edit: Callable[[str], str]) -> None:
    """T2: what does not change the values does not matter."""
    path = tmp_path / "deck.csv"
    path.write_bytes(edit("\n".join(lines_of(THIRDS)) + "\n").encode())
    assert read_deck(path).to_list() == THIRDS


SHAPE = "must be number,species,points, not"
NUMBER = "the number must be 1 to 42, not"
SPECIES = "the species must be gnu, zebra or antelope, not"
POINTS = "the points must be 2 to 5, not"


@pytest.mark.parametrize(
    ("line", "text", "why"),
    [
        (1, "number,points,species", f"{SHAPE} 'number,points,species'"),
        (1, "1,gnu,2", f"{SHAPE} '1,gnu,2'"),
        (1, "", f"{SHAPE} ''"),
        (2, "1,gnu", f"{SHAPE} '1,gnu'"),
        (3, "2,gnu,3,4", f"{SHAPE} '2,gnu,3,4'"),
        (4, "three", f"{SHAPE} 'three'"),
        (5, "0,gnu,5", f"{NUMBER} '0'"),
        (43, "43,antelope,3", f"{NUMBER} '43'"),
        (9, "08,gnu,5", f"{NUMBER} '08'"),
        (9, "8.0,gnu,5", f"{NUMBER} '8.0'"),
        (9, "-8,gnu,5", f"{NUMBER} '-8'"),
        (9, "٨,gnu,5", f"{NUMBER} '٨'"),
        (9, ",gnu,5", f"{NUMBER} ''"),
        (9, "8,lion,5", f"{SPECIES} 'lion'"),
        (9, "8,Gnu,5", f"{SPECIES} 'Gnu'"),
        (9, "8,gnus,5", f"{SPECIES} 'gnus'"),
        (9, "8,,5", f"{SPECIES} ''"),
        (9, "8,gnu,1", f"{POINTS} '1'"),
        (9, "8,gnu,6", f"{POINTS} '6'"),
        (9, "8,gnu,2.5", f"{POINTS} '2.5'"),
        (9, "8,gnu,", f"{POINTS} ''"),
        (9, "7,gnu,5", "number 7 stands twice"),
        (17, "16,gnu,3", "a deck has 14 of each species; this is one gnu too many"),
        (43, "42,zebra,3", "a deck has 14 of each species; this is one zebra too many"),
        (43, "", "the deck ends without number 42"),
    ],
)
def test_a_wrong_file_is_refused_with_the_line(
    tmp_path: Path, line: int, text: str, why: str
) -> None:
    """T2: the refusal names file, line and reason."""
    path = written(tmp_path, changed(line, text))
    with pytest.raises(InvalidDeck) as caught:
        read_deck(path)
    assert (caught.value.code, caught.value.rule) == ("deck/line", "T2")
    expected = 44 if "ends without" in why else line  # what is missing should follow the last line
    assert caught.value.text == f"{path}: line {expected}: {why}"
    assert isinstance(caught.value, InvalidOptions)


def test_blank_lines_count_as_lines_of_the_file(tmp_path: Path) -> None:
    """T2: so that the line named is the one an editor shows."""
    lines = changed(9, "8,lion,5")
    path = written(tmp_path, [lines[0], "", *lines[1:]])
    with pytest.raises(InvalidDeck, match="line 10: the species must be"):
        read_deck(path)


def test_a_file_that_ends_early_is_refused(tmp_path: Path) -> None:
    """T2: the first number that is missing is named."""
    with pytest.raises(InvalidDeck, match="line 21: the deck ends without number 20"):
        read_deck(written(tmp_path, lines_of(THIRDS)[:20]))
    with pytest.raises(InvalidDeck, match="line 1: must be number,species,points, not ''"):
        read_deck(written(tmp_path, []))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"number,species,points\n1,gnu,2\n2,gn\xfc,3\n", "line 3: not UTF-8 text"),
        (b"x" * 70_000, "larger than 65536 bytes, not a deck"),
        (b"", "line 1: must be number,species,points, not ''"),
        (b'number,species,points\n1,"gnu,2\n', "line 2: not CSV"),
    ],
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, data: bytes, why: str) -> None:
    """T2: with the reason, and never half-read."""
    path = tmp_path / "deck.csv"
    path.write_bytes(data)
    with pytest.raises(InvalidDeck, match=why) as caught:
        read_deck(path)
    assert caught.value.text.startswith(f"{path}: ")


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """T2: a missing file or a folder is an InvalidDeck like any other."""
    for path in (tmp_path / "nowhere.csv", tmp_path):
        with pytest.raises(InvalidDeck) as caught:
            read_deck(path)
        assert caught.value.code == "deck/file"
        assert caught.value.text.startswith(f"{path}: ")


def test_a_path_that_no_file_can_have_is_refused() -> None:
    """T2: as a file that is not there."""
    with pytest.raises(InvalidDeck) as caught:
        read_deck("no\0file.csv")
    assert caught.value.code == "deck/file"


def test_a_custom_deck_changes_what_crocodiles_eat(tmp_path: Path) -> None:
    """T2, T14: with this deck 5 and 13 are gnus, 20 is a zebra."""
    deck = read_deck(written(tmp_path, lines_of(THIRDS)))
    usual, custom = drawn(TABLE), drawn(TABLE, options={"deck": deck})
    assert "Cz>1s" in legal(usual).split()
    assert "Cz>1s" in legal(custom).split()
    assert caused(usual, "Cz>1s") == (Eaten(0, "Cz", 1, ((5, 0), (20, 0))), Drew(0, 1))
    assert caused(custom, "Cz>1s") == (Eaten(0, "Cz", 1, ((20, 0),)), Drew(0, 1))
    same(after(custom, "Cg>1s"), "1: 20a")
    assert "Cg>2s" in legal(custom).split()
    assert refused(custom, "Ca>2s", "T14", "move/no_such_prey")
    assert refused(usual, "Cg>2s", "T14", "move/no_such_prey")


def test_a_custom_deck_changes_the_points() -> None:
    """T2, T22: 5, 13 and 20 are worth 2, 2 and 5 with this deck, 2, 2 and 3 with the default."""
    same(after(drawn(TABLE), "E>1"), "points: 5 2")
    same(after(drawn(TABLE, options={"deck": THIRDS}), "E>1"), "points: 7 2")


def test_a_custom_deck_stands_in_the_record_and_in_every_view() -> None:
    """T2: by number, as [species, points], so that the record can be replayed."""
    deck = [list(entry) for entry in THIRDS]
    state = game.start(2, "custom", {"deck": deck, "rounds": 1})
    record = json.loads(json.dumps(state.record()))
    assert record["options"] == {"rounds": 1, "deck": THIRDS}
    for seat in (None, 0, 1):
        assert state.view(seat).to_dict()["deck"] == THIRDS
    (replayed,) = game.replay(record)
    for again in (replayed, game.verify(record)):
        assert again.record() == record
        assert [again.view(seat) for seat in (0, 1)] == [state.view(seat) for seat in (0, 1)]


def test_a_custom_deck_changes_no_deal() -> None:
    """T2: the cards are the same 59."""
    usual, custom = game.start(2, "deal"), game.start(2, "deal", {"deck": THIRDS})
    assert usual.record()["rounds"] == custom.record()["rounds"]


def entry(number: int, value: object) -> list[Any]:
    return [value if place == number else given for place, given in enumerate(THIRDS, 1)]


@pytest.mark.parametrize(
    ("deck", "code", "why"),
    [
        (None, "deck/form", "a deck is a list of [species, points], not NoneType"),
        ("gnu", "deck/form", "a deck is a list of [species, points], not str"),
        ({}, "deck/form", "a deck is a list of [species, points], not dict"),
        ([], "deck/count", "a deck has 42 animals, not 0"),
        (THIRDS[:41], "deck/count", "a deck has 42 animals, not 41"),
        ([*THIRDS, ["gnu", 2]], "deck/line", "number 43: a deck has 14 of each species; this is"),
        (entry(7, "gnu"), "deck/line", "number 7: must be [species, points], not 'gnu'"),
        (entry(7, ["gnu"]), "deck/line", "number 7: must be [species, points], not ['gnu']"),
        (entry(7, ["gnu", 2, 3]), "deck/line", "number 7: must be [species, points], not"),
        (entry(7, ["lion", 2]), "deck/line", f"number 7: {SPECIES} 'lion'"),
        (entry(7, [["gnu"], 2]), "deck/line", f"number 7: {SPECIES} ['gnu']"),
        (entry(7, ["gnu", 6]), "deck/line", f"number 7: {POINTS} 6"),
        (entry(7, ["gnu", 1]), "deck/line", f"number 7: {POINTS} 1"),
        (entry(7, ["gnu", "2"]), "deck/line", f"number 7: {POINTS} '2'"),
        (entry(7, ["gnu", 2.0]), "deck/line", f"number 7: {POINTS} 2.0"),
        (entry(42, ["zebra", 2]), "deck/line", "number 42: a deck has 14 of each species"),
    ],
)
def test_a_wrong_deck_among_the_options_is_refused(deck: object, code: str, why: str) -> None:
    """T2: with the number that is wrong, at the start of a match and in a record alike."""
    with pytest.raises(InvalidDeck) as caught:
        game.start(2, "deck", {"deck": deck})
    assert caught.value.code == code
    assert caught.value.text.startswith(why)
    record = game.start(2, "deck").record()
    record["options"]["deck"] = deck
    with pytest.raises(InvalidRecord) as in_record:
        list(game.replay(record))
    assert (in_record.value.code, in_record.value.text) == (code, caught.value.text)


@pytest.mark.parametrize(
    "deck",
    [Deck(()), Deck((("gnu", 2),) * 42), Deck((("gnu", 9), *default_deck().animals[1:]))],
    ids=["no animals", "only gnus", "nine points"],
)
def test_a_deck_made_by_hand_is_checked_too(deck: Deck) -> None:
    """T2: a deck that is not 42 numbers, 14 a species, points 2 to 5 starts no match."""
    with pytest.raises(InvalidDeck):
        game.start(2, "deck", {"deck": deck})
