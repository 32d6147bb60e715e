"""Tembo, the notation: exactly one spelling for each move."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.rules.tembo.drawn import after, caused, drawn, game
from tests.rules.tembo.judge import ALL_MOVES
from waterhole.game import InvalidMove
from waterhole.tembo.events import Carried, Eaten, Placed

CARDS = "cards are 1 to 42, E, Cg, Cz, Ca, S, L"
SHAPE = "a move is cards > crossing, such as 16>3, 33+35>2, E>4, S>1, Cg>2f, Cz>2s, L>5"
CROSSING = "the crossing is a digit from 1 to 5"


def refusal(text: Any) -> str:
    """What the refusal of a text says after quoting it."""
    with pytest.raises(InvalidMove) as caught:
        game.parse(text)
    assert caught.value.code == "move/unreadable"
    assert str(caught.value).endswith(caught.value.text) or caught.value.rule == "T10"
    return caught.value.text.partition(" is no move: ")[2]


def test_there_are_660_moves() -> None:
    """T7, T10, T12, T13, T14, T18: 210 for one animal, 405 for pairs, 5 each for elephant, super
    crocodile and lion, 30 for crocodiles; written as the tables of the notation have them."""
    assert len(game.moves) == len(set(game.moves)) == 660
    assert sorted(map(str, game.moves)) == sorted(ALL_MOVES)
    assert len(set(ALL_MOVES)) == 660


def test_every_move_is_read_as_it_is_written() -> None:
    """T6: reading a spelling gives the move with that spelling, and its number its place."""
    for number, text in enumerate(map(str, game.moves)):
        move = game.parse(text)
        assert str(move) == text
        assert move == game.moves[number]
        assert game.move_id(move) == number


def test_legal_moves_come_in_the_order_of_their_numbers() -> None:
    """T6: in every position on the way through a match."""
    chance = Random("order")
    state = game.start(4, "order")
    while state.to_move is not None:
        numbers = [game.move_id(move) for move in state.legal()]
        assert numbers == sorted(set(numbers))
        state = state.play(chance.choice(state.legal())).state


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("40>3", Placed(0, (40,), 3)),
        ("33+35>2", Placed(0, (33, 35), 2)),
        ("E>4", Carried(0, 4, ((7, 0), (8, 1), (10, 1)))),
        ("Cg>4f", Eaten(0, "Cg", 4, ((7, 0),))),
        ("Cg>4s", Eaten(0, "Cg", 4, ((7, 0), (10, 1)))),
    ],
)
def test_the_spellings_mean_what_the_notation_says(text: str, event: object) -> None:
    """T7, T10, T12, T14: one example of each kind, played."""
    table = drawn("""
        4: 7a 8b 10b
        a*: 33 35 40 E Cg
        b: ...
    """)
    assert caused(table, text)[0] == event
    assert after(table, text).record()["rounds"][0]["moves"][-1] == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("016>3", f"'016' is no card; {CARDS}"),
        ("033+35>2", f"'033' is no card; {CARDS}"),
        ("16>03", CROSSING),
        (" 16>3", f"' 16' is no card; {CARDS}"),
        ("16 >3", f"'16 ' is no card; {CARDS}"),
        ("16> 3", CROSSING),
        ("16>3 ", CROSSING),
        ("33 + 35>2", f"'33 ' is no card; {CARDS}"),
        ("16>3\n", CROSSING),
        ("16>3\r\n", CROSSING),
        ("\t16>3", f"'\\t16' is no card; {CARDS}"),
        ("e>4", f"'e' is no card; {CARDS}"),
        ("s>1", f"'s' is no card; {CARDS}"),
        ("l>5", f"'l' is no card; {CARDS}"),
        ("cg>2f", f"'cg' is no card; {CARDS}"),
        ("CG>2f", f"'CG' is no card; {CARDS}"),
        ("Cg>2F", CROSSING),
        ("Cz>2S", CROSSING),
        ("\uff11\uff16>3", f"'\uff11\uff16' is no card; {CARDS}"),
        ("16>\uff13", CROSSING),
        ("16\uff1e3", SHAPE),
        ("٣>1", f"'٣' is no card; {CARDS}"),
        ("+16>3", f"'' is no card; {CARDS}"),
        ("16+>3", f"'' is no card; {CARDS}"),
        ("-1>3", f"'-1' is no card; {CARDS}"),
        ("1_6>3", f"'1_6' is no card; {CARDS}"),
        ("0>3", f"'0' is no card; {CARDS}"),
        ("43>3", f"'43' is no card; {CARDS}"),
        ("C>2f", f"'C' is no card; {CARDS}"),
        ("Cx>2f", f"'Cx' is no card; {CARDS}"),
        ("K", SHAPE),
        ("3:GGH", SHAPE),
        ("", SHAPE),
        ("16", SHAPE),
        ("16>>3", SHAPE),
        ("16>3>3", SHAPE),
        (">3", f"'' is no card; {CARDS}"),
        ("16>", CROSSING),
        ("16>0", CROSSING),
        ("16>6", CROSSING),
        ("16>33", CROSSING),
        ("16>3f", "only a crocodile's move ends in f or s"),
        ("33+35>2s", "only a crocodile's move ends in f or s"),
        ("E>4s", "only a crocodile's move ends in f or s"),
        ("L>5f", "only a crocodile's move ends in f or s"),
        ("Cg>2", "say what the crocodile eats: f for the first, s for its species"),
        ("Cg>2fs", CROSSING),
        ("35+33>2", "the lower number stands first: 33+35"),
        ("33+36>2", "the two numbers must differ by 1 or by 2"),
        ("16+16>3", "the two numbers must differ by 1 or by 2"),
        ("33+34+35>2", "only two hoofed animals can be played together"),
        ("E+33>2", "only two hoofed animals can be played together"),
    ],
)
def test_there_is_exactly_one_spelling(text: str, why: str) -> None:
    """T6: any other text is refused and told what is wrong with it."""
    assert refusal(text) == why


@pytest.mark.parametrize("text", [None, 16, b"16>3", ["16>3"], True, 1.5])
def test_a_move_is_a_text(text: Any) -> None:
    """T6: nothing else can be read."""
    with pytest.raises(InvalidMove) as caught:
        game.parse(text)
    assert caught.value.code == "move/unreadable"
    assert caught.value.text == f"a move is a text, not {text!r}"


@pytest.mark.parametrize("text", ["9" * 100_000, "1>" * 50_000, "\ud800>1", "\0", "16>3\x1b[2J"])
def test_a_strange_text_is_refused_briefly(text: str) -> None:
    """T6: the refusal quotes no more than a line of it, and nothing a terminal would obey."""
    with pytest.raises(InvalidMove) as caught:
        game.parse(text)
    said = str(caught.value)
    assert len(said) < 300
    assert said.isprintable()


def test_no_text_near_a_move_is_read_as_one() -> None:
    """T6: a letter changed, put in or left out gives another move's one spelling or none at all."""
    chance = Random("near")
    spellings = set(ALL_MOVES)
    letters = "0123456789+>fsECgzaSL ."
    for text in chance.sample(ALL_MOVES, 200):
        place = chance.randrange(len(text) + 1)
        for near in (
            text[:place] + chance.choice(letters) + text[place:],
            text[:place] + chance.choice(letters) + text[place + 1 :],
            text[:place] + text[place + 1 :],
        ):
            if near in spellings:
                assert str(game.parse(near)) == near
            else:
                assert refusal(near)
