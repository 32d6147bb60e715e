"""Tables of Tembo drawn as text, and what a test asks of them.

A drawing has one line for each crossing (its row from the first animal to the outermost, each with
the letter of its owner: a is seat 0) and one for each hand; a star marks whose turn it is. For
instance::

    1: 16a 25b
    2: -
    3: LION
    4: 7a 9a 12b
    5: -
    a*: 30 31 E Cg S
    b: ...
    pile: 40 L 41

Three dots stand for cards that do not matter: in a hand the highest animals left over, in the pile
all cards left over. Without a line for it the pile is three dots. ``carried a:`` lists what a seat
brought across, ``out:`` what is out of the round and ``under:`` the five hidden cards of the
crossings; where nothing says otherwise the remaining cards lie there, lions hidden, so that the
59 cards are always complete.

To compare, a drawing also knows ``a!`` (it is a's turn, to lay a lion), ``left:`` (how many cards
the pile has), ``points:`` and ``borrowed:`` (which animals wear a borrowed marker). Only the lines
that stand in the drawing are compared.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, cast

import pytest

from waterhole.game import Event, IllegalMove, Move, load
from waterhole.game.errors import SHOWN
from waterhole.game.state import Setup
from waterhole.tembo.cards import BY_NAME, COPIES, LAST_HOOFED, LION, NAMES, PACK
from waterhole.tembo.deal import TemboDeal
from waterhole.tembo.scoring import TemboOutcome
from waterhole.tembo.state import TemboOptions, TemboRound, TemboState
from waterhole.tembo.table import Animal, Row, Table

game = load("tembo")

Lines = dict[str, list[str]]

LABELS = "[1-5]|[a-d][*!]?|carried [a-d]|out|pile|under|left|points|borrowed"


class Pieces(NamedTuple):
    """Where all the cards of a drawing lie."""

    turn: int
    hands: tuple[tuple[int, ...], ...]
    table: Table
    pile: tuple[int, ...]
    under: tuple[int, ...]


# From a drawing to a table


def drawn(
    drawing: str,
    *,
    then: Sequence[str] = (),
    earlier: Sequence[tuple[int, ...]] = (),
    options: dict[str, Any] | None = None,
) -> TemboState:
    """A match in the middle of the drawn round: after rounds with ``earlier`` scores, before rounds
    dealt as drawn in ``then``. How the table came to be is not drawn, so no move is remembered."""
    pieces = _pieces(drawing)
    seats = len(pieces.hands)
    chosen = cast(TemboOptions, game.read_options(options))
    deal, drawers = _past(pieces)
    round = TemboRound(
        chosen.deck, deal, (), pieces.turn, pieces.table, pieces.hands, drawers, False
    )
    assert round.legal(), "whose turn it is cannot play, so the round would be over"
    played = tuple(replace(round, outcome=TemboOutcome(scores)).played() for scores in earlier)
    deals = (*(deal for _ in earlier), deal, *map(_deal, then))
    state = TemboState(Setup(seats, chosen, "drawn", deals), played, round)
    _check_cards(state)
    return state


def dealt(*drawings: str, options: dict[str, Any] | None = None) -> TemboState:
    """A match whose rounds are dealt as drawn, before the first move."""
    deals = tuple(map(_deal, drawings))
    seats = len(deals[0].hands)
    chosen = game.read_options({"rounds": len(drawings)} | (options or {}))
    return TemboState.begin(Setup(seats, chosen, "drawn", deals))


def _deal(drawing: str) -> TemboDeal:
    pieces = _pieces(drawing)
    assert pieces.table == Table.empty(len(pieces.hands)), "a deal has only hands and a pile"
    return TemboDeal(pieces.turn, pieces.hands, pieces.under, pieces.pile)


def _past(pieces: Pieces) -> tuple[TemboDeal, tuple[int, ...]]:
    """A deal from which the drawn table could have come, and who drew the cards that are gone."""
    gone = list((Counter(PACK) - Counter(pieces.pile + pieces.under)).elements())
    for card in (card for hand in pieces.hands for card in hand):
        gone.remove(card)
    first_hands = []
    for hand in pieces.hands:
        played = [card for card in gone if card != LION][: 5 - len(hand)]
        for card in played:
            gone.remove(card)
        first_hands.append(tuple(sorted((*hand, *played))))
    deal = TemboDeal(pieces.turn, tuple(first_hands), pieces.under, (*gone, *pieces.pile))
    return deal, (pieces.turn,) * len(gone)


def _pieces(drawing: str) -> Pieces:
    lines = {"pile": ["..."]} | _lines(drawing)
    labels = [label for label in lines if label[:1] in "abcd" and label[1:] in ("", "*")]
    names = "abcd"[: len(labels)]
    assert "".join(label[0] for label in labels) == names, f"hands of {labels}"
    (turn,) = (seat for seat, label in enumerate(labels) if label.endswith("*"))
    crossings = [lines.get(crossing, []) for crossing in "12345"]
    rows = tuple(map(_row, crossings))
    lions = tuple(words.count("LION") for words in crossings)
    carried = tuple(tuple(_cards(lines.get(f"carried {name}", []))) for name in names)
    hands = [_cards(lines[label]) for label in labels]
    pile, out, under = (_cards(lines.get(label, [])) for label in ("pile", "out", "under"))

    left = _left_over(rows, (*hands, *carried, pile, out, under, [LION] * sum(lions)))
    for hand, label in zip(hands, labels, strict=True):
        if "..." in lines[label]:
            hand.extend(_take(left, range(LAST_HOOFED, 0, -1), 5 - len(hand)))
    under = under or _take(left, (LION, LION, LION, *PACK), 5)
    rest = [*left.elements()]
    if "..." in lines["pile"]:
        pile += rest
    else:
        assert LION not in rest, "a lion is left over: no room for it under the crossings"
        out += rest
    table = Table(rows, lions, carried, tuple(out))
    sorted_hands = tuple(tuple(sorted(hand)) for hand in hands)
    pieces = Pieces(turn, sorted_hands, table, tuple(pile), tuple(under))
    _check_drawing(pieces)
    return pieces


def _left_over(rows: Iterable[Row], piles: Iterable[Iterable[int]]) -> Counter[int]:
    left = Counter(PACK)
    left.subtract(animal.number for row in rows for animal in row)
    for cards in piles:
        left.subtract(cards)
    twice = [NAMES[card] for card, count in left.items() if count < 0]
    assert not twice, f"drawn too often: {twice}"
    return left


def _check_drawing(pieces: Pieces) -> None:
    assert len(pieces.under) == 5, "five cards lie under the crossings (T4)"
    for hand in pieces.hands:
        assert LION not in hand, "nobody holds a lion (T18)"
        assert len(hand) == 5 or (len(hand) < 5 and not pieces.pile), f"a hand of {len(hand)} (T17)"
    for row, lions in zip(pieces.table.rows, pieces.table.lions, strict=True):
        numbers = [animal.number for animal in row]
        assert numbers == sorted(numbers), f"the row {numbers} does not rise (T9)"
        assert not (row and lions), f"the row {numbers} stands at a closed crossing (T19)"


def _row(words: Iterable[str]) -> Row:
    animals = [word for word in words if word != "LION"]
    return tuple(Animal(int(word[:-1]), "abcd".index(word[-1])) for word in animals)


def _cards(words: Iterable[str]) -> list[int]:
    return [BY_NAME[word] for word in words if word != "..."]


def _take(left: Counter[int], wanted: Iterable[int], count: int) -> list[int]:
    """So many of the wanted cards as are still left, best first."""
    taken: list[int] = []
    for card in wanted:
        if len(taken) < count and left[card]:
            left[card] -= 1
            taken.append(card)
    return taken


def _lines(drawing: str) -> Lines:
    """The lines of a drawing by their labels; a dash stands for nothing."""
    lines: Lines = {}
    for line in filter(None, map(str.strip, drawing.splitlines())):
        label, _, words = line.partition(":")
        assert label not in lines, f"two lines for {label}"
        assert re.fullmatch(LABELS, label), f"no line is called {label}"
        lines[label] = [word for word in words.split() if word != "-"]
    return lines


# What a test asks of a table


def legal(table: TemboState) -> str:
    """The legal moves in the notation, as the view of whose turn it is has them."""
    assert table.to_move is not None
    moves = table.view(table.to_move).legal()
    assert moves == table.legal()
    return " ".join(map(str, moves))


def play(table: TemboState, move: str) -> tuple[TemboState, tuple[Event, ...]]:
    """The next table and the events on the way. The table itself stays as it was."""
    before = drawing(table)
    step = table.play(game.parse(move))
    assert drawing(table) == before
    state = cast(TemboState, step.state)
    _check_cards(state)
    return state, step.events


def after(table: TemboState, *moves: str) -> TemboState:
    """The table after some moves."""
    for move in moves:
        table, _ = play(table, move)
    return table


def caused(table: TemboState, move: str) -> tuple[Event, ...]:
    """The events a move causes."""
    return play(table, move)[1]


def refused(table: TemboState, move: str | Move, rule: str | None, code: str) -> str:
    """The text of the refusal, which says what would have been legal; nothing has changed."""
    before = drawing(table)
    with pytest.raises(IllegalMove) as caught:
        table.play(game.parse(move) if isinstance(move, str) else move)
    error = caught.value
    assert (error.rule, error.code) == (rule, code)
    assert drawing(table) == before
    assert " ".join(map(str, error.legal)) == legal(table)
    _check_text(str(error), rule, legal(table).split())
    return error.text


def _check_text(text: str, rule: str | None, moves: list[str]) -> None:
    if rule:
        assert f"({rule})" in text
    listed = text.partition(". Legal: ")[2].partition(" and ")[0]
    assert listed.split(", ") == moves[:SHOWN]
    if len(moves) > SHOWN:
        assert text.endswith(f" and {len(moves) - SHOWN} more")


# From a table to a drawing


def drawing(table: TemboState) -> Lines:
    """All lines of a table, each read from the view of somebody who may see it."""
    seen = table.view(None).to_dict()
    lines = {str(place): _drawn_row(one) for place, one in enumerate(seen["crossings"], 1)}
    for seat, name in enumerate("abcd"[: seen["seats"]]):
        mark = ("!" if seen["lion_drawn"] else "*") if seen["to_move"] == seat else ""
        lines[name + mark] = sorted(table.view(seat).to_dict()["hand"])
        lines[f"carried {name}"] = sorted(map(str, seen["carried"][seat]))
    animals = [animal for crossing in seen["crossings"] for animal in crossing["row"]]
    lines["out"] = sorted(seen["out"])
    lines["left"] = [str(seen["pile"])]
    lines["points"] = list(map(str, seen["points"]))
    lines["borrowed"] = sorted(_animal(animal) for animal in animals if animal["borrowed"])
    return lines


def same(table: TemboState, expected: str) -> None:
    """Holds the lines of a drawing against the table."""
    wanted = _lines(expected)
    for label in wanted:
        if label[0] in "abcd":  # hands, carried and borrowed have no order; rows and points do
            wanted[label].sort()
    found = drawing(table)
    assert {label: found.get(label, ["no such line"]) for label in wanted} == wanted


def put_out(table: TemboState, *moves: str) -> str:
    """The cards that some moves put out of the round."""
    before, now = (Counter(drawing(one)["out"]) for one in (table, after(table, *moves)))
    assert before <= now, "a card came back"
    return " ".join(sorted((now - before).elements(), key=list(BY_NAME).index))


def _drawn_row(crossing: dict[str, Any]) -> list[str]:
    return [*map(_animal, crossing["row"]), *["LION"] * crossing["lions"]]


def _animal(animal: dict[str, Any]) -> str:
    return f"{animal['number']}{'abcd'[animal['owner']]}"


def _check_cards(state: TemboState) -> None:
    """The 59 cards are all there, and nobody holds a lion (T1, T18)."""
    round = state.round
    table = round.table
    cards = Counter(animal.number for row in table.rows for animal in row)
    cards[LION] = sum(table.lions) + round.lion_drawn
    for pile in (*round.hands, *table.carried, table.out, round.deal.crossings):
        cards.update(pile)
    cards.update(round.deal.pile[len(round.drawers) :])
    assert cards == COPIES
    assert all(LION not in hand for hand in round.hands)
