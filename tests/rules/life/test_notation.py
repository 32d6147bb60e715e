"""How moves are written: 3:GGH is a swap, K a knock. (L4, L5, L7)"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from tests.rules.life.drawn import Table, drawn, life, random_match
from waterhole.game import IllegalMove, InvalidMove, load
from waterhole.life.moves import LifeMove

ORDER = "GBOTSDHPCM"


def spellings() -> list[str]:
    """Every move there is, spelled out: rows and rising animals."""
    texts, found = [""], ["K"]
    for row in range(1, 5):
        texts = [
            t + a for t in texts for a in ORDER if not t or ORDER.index(t[-1]) <= ORDER.index(a)
        ]
        found += [f"{row}:{text}" for text in texts]
    return found


def unreadable(text: Any) -> str:
    """What is said about a text that is no move."""
    with pytest.raises(InvalidMove) as caught:
        life.parse(text)
    assert caught.value.code == "move/unreadable"
    return str(caught.value)


def test_there_are_a_thousand_swaps_and_a_knock() -> None:
    """L4, L5: 10, 55, 220 and 715 swaps of the rows 1 to 4."""
    assert len(spellings()) == 1 + 10 + 55 + 220 + 715 == 1001
    assert sorted(str(move) for move in life.moves) == sorted(spellings())


def test_every_move_is_read_as_it_is_written() -> None:
    """L4: all 1001 of them, there and back."""
    for text in spellings():
        assert str(life.parse(text)) == text
    for number, move in enumerate(life.moves):
        assert life.parse(str(move)) == move
        assert life.move_id(move) == number


def test_no_two_moves_are_written_alike() -> None:
    """L4: a thousand and one texts for a thousand and one moves."""
    assert len({str(move) for move in life.moves}) == len(set(life.moves)) == 1001


def test_the_animals_stand_in_one_order() -> None:
    """L5: of the six orders of goat, hare and cat one is a move; the text tells which."""
    for laid in permutations("THC"):
        text = "3:" + "".join(laid)
        if text == "3:THC":
            assert str(life.parse(text)) == text
        else:
            assert "3:THC" in unreadable(text)


@pytest.mark.parametrize(
    ("text", "right"), [("2:BG", "2:GB"), ("4:MCPH", "4:HPCM"), ("3:GHG", "3:GGH")]
)
def test_a_wrong_order_is_put_right_in_the_text(text: str, right: str) -> None:
    """L5: so that it can be copied."""
    assert text in unreadable(text)
    assert unreadable(text).endswith(right)


@pytest.mark.parametrize("text", ["3:GG", "3:GGHH", "1:", "1:GB", "4:GGG", "2:GGGGGGGGGGG"])
def test_a_swap_lays_down_as_many_cards_as_the_row_has(text: str) -> None:
    """L5: the row's number is the number of its cards."""
    row, laid = text.split(":")
    said = unreadable(text)
    assert f"row {row} takes {row} of your cards, not {len(laid)}" in said
    assert said.endswith("(L5)")


@pytest.mark.parametrize("text", ["0:", "5:GGGGG", "9:G", "-1:G", ":G", "01:G", "a:G", "1.0:G"])
def test_the_rows_are_one_to_four(text: str) -> None:
    """L5: there is no other row."""
    assert "the row is a digit from 1 to 4" in unreadable(text)


@pytest.mark.parametrize("text", ["３:GGH", "٣:GGH", "³:GGH", "Ⅲ:GGH", "③:GGH"])  # noqa: RUF001
def test_digits_of_other_scripts_are_no_rows(text: str) -> None:
    """L5: full-width and other digits look alike and are refused."""
    assert "the row is a digit from 1 to 4" in unreadable(text)


@pytest.mark.parametrize(
    ("text", "letter"),
    [("3:ggh", "g"), ("3:GGh", "h"), ("3:GGX", "X"), ("3:ＧGH", "Ｇ"), ("1:K", "K"), ("2:G:", ":")],  # noqa: RUF001
)
def test_other_letters_are_no_animals(text: str, letter: str) -> None:
    """L5, L1: lower case, full width and strangers; the text names the ten letters."""
    said = unreadable(text)
    assert repr(letter) in said
    assert "G B O T S D H P C M" in said


@pytest.mark.parametrize(
    "text", [" 3:GGH", "3:GGH ", "3 :GGH", "3: GGH", "3:G G H", "3:GGH\n", "\t3:GGH", "3:GGH\0"]
)
def test_a_move_has_no_spaces(text: str) -> None:
    """L5: nor line ends, nor anything that cannot be seen."""
    assert "is no move" in unreadable(text)
    assert unreadable(text).isprintable()


@pytest.mark.parametrize(
    "text",
    ["k", " K", "K ", "KK", "knock", "\uff2b", "\u041a", "K\n", "", "3", "3GGH"],
)  # the sixth is a full-width K, the seventh a Cyrillic one
def test_a_knock_is_one_capital_k(text: str) -> None:
    """L7: and whatever has no colon is told how moves look."""
    assert "such as 3:GGH or K" in unreadable(text)


@pytest.mark.parametrize("text", ["K:", "0:K", "K:G"])
def test_a_knock_has_no_row(text: str) -> None:
    """L7: it lays nothing down."""
    assert "the row is a digit from 1 to 4" in unreadable(text)


@pytest.mark.parametrize("text", [None, 3, b"K", ["K"], ("3", "GGH"), life.moves[0]])
def test_a_move_is_a_text(text: Any) -> None:
    """L4: nothing else is read."""
    assert "a move is a text" in unreadable(text)


@pytest.mark.parametrize("text", ["x" * 100_000, "3:" + "G" * 100_000, "\ud800", "3:\ud800GH"])
def test_a_text_however_strange_gets_a_short_answer(text: str) -> None:
    """L4: printable and to the point."""
    said = unreadable(text)
    assert len(said) < 300
    said.encode()


@pytest.mark.parametrize(
    "move",
    [LifeMove(3, "HGG"), LifeMove(0, "G"), LifeMove(1, ""), LifeMove(5, "GGGGG"), LifeMove(1, "g")],
)
def test_a_move_that_has_no_spelling_cannot_be_played(move: LifeMove) -> None:
    """L4, L5: however it was made; the error carries what can be played."""
    table = drawn_table()
    with pytest.raises(IllegalMove) as caught:
        table.play(move)
    assert caught.value.code == "move/not_a_move"
    assert caught.value.legal == table.legal()


def test_a_move_of_the_other_game_cannot_be_played() -> None:
    """L4: an elephant has no place here."""
    table = drawn_table()
    with pytest.raises(IllegalMove) as caught:
        table.play(load("tembo").parse("E>4"))
    assert caught.value.code == "move/not_a_move"


def test_a_move_is_recorded_in_its_one_spelling() -> None:
    """L5: True is equal to 1, but no row is called True."""
    table = drawn_table().play(LifeMove(True, "G")).state
    assert table.record()["rounds"][0]["moves"] == ["1:G"]


def drawn_table() -> Table:
    return drawn("""
        1: M
        2: ...
        3: ...
        4: ...
        a* 5: GGH...
        b  5: ...
    """)


def test_the_moves_of_a_record_lead_to_the_same_match() -> None:
    """L4: the texts alone tell everything, without seats."""
    *_, (table, _) = random_match(3, "texts", lap_limit=2)
    again = life.start(3, "texts", {"lap_limit": 2})
    for data in table.record()["rounds"]:
        for text in data["moves"]:
            again = again.play(life.parse(text)).state
    assert again.record() == table.record()
