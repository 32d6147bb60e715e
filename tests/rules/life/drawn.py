"""Tables of Life is Life drawn as text, and short words for playing at them.

    table = drawn('''
        1: G
        2: BO
        3: TTS
        4: DDDD
        a* 5: GGBB OOTT SM
        b  3: GG...
        c  0: -
        knocked: b
        laps: 3
        first: a
    ''')

Rows come first. A line of a seat has its letter (Ada, Bo, Cleo, Dara, Eli), a star if it is its
turn, its lives and its hand; ``-`` is the hand of a seat that is out. Three dots fill a hand or a
row up, never with a set that brings sudden death. The cards left over lie aside.

A round begins as drawn, with the starred seat, unless one of the last three lines says otherwise:
``knocked`` who knocked first, ``laps: 3`` that the third lap is being played, ``first`` who began.
Then swaps of row 1 are invented that lead to the drawn table, and played by the rules.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from waterhole.game import IllegalMove, load
from waterhole.game.state import Setup, State
from waterhole.game.vocabulary import Event, Json, Move, Played
from waterhole.life.deal import LifeDeal, deal
from waterhole.life.scoring import LifeOutcome
from waterhole.life.state import LifeOptions, LifeRound, LifeState

Table = State[Any]

ADA, BO, CLEO, DARA, ELI = range(5)

# L1, copied from the rulebook and not from the code.
CARDS = {"G": 9, "B": 8, "O": 7, "T": 7, "S": 6, "D": 6, "H": 5, "P": 5, "C": 4, "M": 3}
PACK = "".join(animal * count for animal, count in CARDS.items())
DEADLY = {"C": 4, "H": 5, "P": 5}  # L8
FILLING = "GBOTSDMHPC"  # the cards for the three dots, the deadly ones last
SEED = "drawn"

life = load("life")


# Playing at a table.


def after(table: Table, *moves: str) -> Table:
    """The table after these moves."""
    for move in moves:
        table = table.play(life.parse(move)).state
    return table


def happened(table: Table, *moves: str) -> tuple[Event, ...]:
    """What the last of these moves caused."""
    return after(table, *moves[:-1]).play(life.parse(moves[-1])).events


def refused(table: Table, move: str, rule: str, code: str) -> IllegalMove:
    """The error of a move that is not legal here: it names its rule and what would be legal."""
    before = table.record()
    assert move not in legal(table)
    with pytest.raises(IllegalMove) as caught:
        table.play(life.parse(move))
    error = caught.value
    assert (error.rule, error.code) == (rule, code)
    assert error.legal == table.legal()
    assert f"({rule}). Legal: {', '.join(legal(table)[:3])}" in str(error)
    assert table.record() == before
    return error


def legal(table: Table) -> list[str]:
    return [str(move) for move in table.legal()]


# Looking at a table: hands and rows only through views.


def hand(table: Table, seat: int) -> str:
    return "".join(table.view(seat).to_dict()["hand"])


def hands(table: Table) -> list[str]:
    return [hand(table, seat) for seat in range(table.setup.seats)]


def rows(table: Table) -> list[str]:
    return ["".join(row) for row in table.view(None).to_dict()["rows"]]


def lives(table: Table) -> list[int]:
    found: list[int] = table.view(None).to_dict()["lives"]
    return found


def last_round(table: Table) -> Json:
    """How the last finished round ended: its ending, points and lives."""
    outcome: Json = table.view(None).to_dict()["outcomes"][-1]
    return outcome


def random_match(seats: int, seed: str, **options: Any) -> Iterator[tuple[Table, Move | None]]:
    """Every table of a match played at random and the move made there; at the end, None."""
    rng = Random(seed)
    table = life.start(seats, seed, options)
    while table.to_move is not None:
        move = rng.choice(table.legal())
        yield table, move
        table = table.play(move).state
    yield table, None


# From the text to the table.


@dataclass
class Drawing:
    """A drawing as it was read, before the dots are filled."""

    places: list[str]  # the four rows, then the hands
    lives: list[int]
    turn: int
    notes: dict[str, str]

    @property
    def seats_in(self) -> list[int]:
        return [seat for seat, left in enumerate(self.lives) if left]

    def turns_between(self, seat: int, later: int) -> int:
        players = self.seats_in
        return (players.index(later) - players.index(seat)) % len(players)

    def noted_seat(self, name: str) -> int | None:
        return "abcde".index(self.notes[name]) if name in self.notes else None

    @property
    def first(self) -> int:
        """Who began the round: as noted, or who knocked, or whose turn it is."""
        noted = (self.noted_seat("first"), self.noted_seat("knocked"), self.turn)
        return next(seat for seat in noted if seat is not None)

    def turns(self) -> list[int | None]:
        """The seats that moved so far, in this order; None for the first knock."""
        players, knocker = self.seats_in, self.noted_seat("knocked")
        laps = int(self.notes.get("laps", 1 if knocker is None else 2)) - 1
        count = laps * len(players) + self.turns_between(self.first, self.turn)
        start = players.index(self.first)
        turns: list[int | None] = [players[(start + i) % len(players)] for i in range(count)]
        if knocker is not None:
            turns[count - self.turns_between(knocker, self.turn)] = None
        return turns


def drawn(text: str, *, expert: bool = False, lap_limit: int = 0) -> Table:
    """The table that is drawn."""
    drawing = _read(text)
    _fill(drawing)
    options = LifeOptions(expert, lap_limit)
    round = _played_to(drawing, options)
    earlier = () if set(drawing.lives) == {5} else (_earlier_round(drawing),)
    deals = (*(past.deal for past in earlier), round.deal)
    return LifeState(Setup(len(drawing.lives), options, SEED, deals), earlier, round)


def _read(text: str) -> Drawing:
    drawing = Drawing([], [], -1, {})
    for line in filter(None, map(str.strip, text.splitlines())):
        name, cards = (part.replace(" ", "") for part in line.split(":"))
        if seat := re.fullmatch(r"([a-e])(\*?)(\d+)", name):
            assert seat[1] == "abcde"[len(drawing.lives)], f"not the next seat: {line}"
            if seat[2]:
                drawing.turn = len(drawing.lives)
            drawing.lives.append(int(seat[3]))
            drawing.places.append(cards.strip("-"))
        elif name.isdigit():
            assert int(name) == len(drawing.places) + 1 <= 4, f"not the next row: {line}"
            drawing.places.append(cards)
        else:
            assert name in ("knocked", "laps", "first"), f"not understood: {line}"
            drawing.notes[name] = cards
    assert drawing.turn in drawing.seats_in, "a star says whose turn it is"
    return drawing


def _fill(drawing: Drawing) -> None:
    """Puts cards in the place of the dots, a card to each place in turn."""
    places = [place.removesuffix("...") for place in drawing.places]
    sizes = [1, 2, 3, 4, *(10 if left else 0 for left in drawing.lives)]
    dotted = [number for number, place in enumerate(drawing.places) if place.endswith("...")]
    while wanting := [number for number in dotted if len(places[number]) < sizes[number]]:
        for number in wanting:
            places[number] += _filling(places[number], _cards_left(places))
    assert [len(place) for place in places] == sizes, f"wrong numbers of cards: {places}"
    _cards_left(places)
    drawing.places = [_in_order(place) for place in places]


def _filling(place: str, left: Counter[str]) -> str:
    """The next card for the dots: one that is left and completes no deadly set."""
    return next(c for c in FILLING if left[c] and place.count(c) + 1 != DEADLY.get(c))


def _cards_left(places: list[str]) -> Counter[str]:
    left = Counter(PACK)
    left.subtract("".join(places))
    assert left.keys() == CARDS.keys(), f"not all of these are animals: {places}"
    assert min(left.values()) >= 0, f"too many of an animal: {places}"
    return left


def _deadly(cards: str) -> bool:
    return any(cards.count(card) == full for card, full in DEADLY.items())


def _in_order(cards: str) -> str:
    return "".join(sorted(cards, key=PACK.index))


def _played_to(drawing: Drawing, options: LifeOptions) -> LifeRound:
    """The round, dealt and played so that it comes to what is drawn."""
    turns = drawing.turns()
    places = list(drawing.places)
    moves = [_taken_back(places, seat) for seat in reversed(turns)]
    aside = _in_order("".join(_cards_left(places).elements()))
    dealt = LifeDeal(drawing.first, tuple(places[4:]), tuple(places[:4]), aside)
    round = LifeRound.start(options, tuple(drawing.lives), dealt)
    for move in reversed(moves):
        round = round.play(life.parse(move))[0]
    assert round.outcome is None
    assert [*round.rows, *round.hands] == drawing.places
    assert (round.turn, round.knocker) == (drawing.turn, drawing.noted_seat("knocked"))
    return round


def _taken_back(places: list[str], seat: int | None) -> str:
    """Undoes a turn: the seat had laid the card of row 1 down; None is the knock."""
    if seat is None:
        return "K"
    laid, cards = places[0], places[4 + seat]
    for taken in cards:
        before = _in_order(cards.replace(taken, "", 1) + laid)
        if taken != laid and not _deadly(before):
            places[0], places[4 + seat] = taken, before
            return f"1:{laid}"
    raise AssertionError(f"no swap leads to {cards}")


def _earlier_round(drawing: Drawing) -> Played:
    """A stand-in for the rounds that led to the lives drawn; it was begun by the seat before."""
    seats = len(drawing.lives)
    dealt = deal(SEED, 1, (drawing.first - 1) % seats, (5,) * seats)
    outcome = LifeOutcome("knock", (0,) * seats, tuple(drawing.lives))
    round = LifeRound.start(LifeOptions(), (5,) * seats, dealt)
    return replace(round, outcome=outcome).played()
