"""What lies open on the table, for all to see, and what a move does to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from waterhole.game.vocabulary import Event, replaced
from waterhole.tembo.cards import (
    CROSSINGS,
    ELEPHANT,
    LAST_HOOFED,
    LION,
    MARKERS,
    NAMES,
    PREY,
    SUPER_CROCODILE,
)
from waterhole.tembo.deck import Deck
from waterhole.tembo.events import Carried, Closed, Eaten, Placed
from waterhole.tembo.moves import EATS_FIRST, TemboMove


class Animal(NamedTuple):
    """A hoofed animal standing in a row, marked by its owner (T7)."""

    number: int
    owner: int


Row = tuple[Animal, ...]
Change = tuple["Table", tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class Table:
    """The crossings, and what went from there."""

    rows: tuple[Row, ...]  # of each crossing, from the first animal outwards
    lions: tuple[int, ...]  # how many lie at each crossing
    carried: tuple[tuple[int, ...], ...]  # the numbers each seat brought across, sorted
    out: tuple[int, ...]  # cards out of the round that all have seen, sorted

    @classmethod
    def empty(cls, seats: int) -> Table:
        return cls(((),) * len(CROSSINGS), (0,) * len(CROSSINGS), ((),) * seats, ())

    def row(self, crossing: int) -> Row:
        return self.rows[crossing - 1]

    def is_closed(self, crossing: int) -> bool:
        return self.lions[crossing - 1] > 0

    def to_beat(self) -> list[int]:
        """For each crossing the number to beat (T8, T9); at a closed one none is enough (T19)."""
        return [
            LAST_HOOFED if lion else row[-1].number if row else 0
            for row, lion in zip(self.rows, self.lions, strict=True)
        ]

    def borrowed(self) -> frozenset[int]:
        """The animals marked in a borrowed colour: a player's highest beyond ten (T24)."""
        standing = [sorted(a.number for row in self.rows for a in row if a.owner == seat)
                    for seat in range(len(self.carried))]  # fmt: skip
        return frozenset(number for numbers in standing for number in numbers[MARKERS:])

    def after(self, move: TemboMove, seat: int, deck: Deck) -> Change:
        """The table after a legal move, and what was seen to happen."""
        card = move.card
        if card <= LAST_HOOFED:
            return self._place(move, seat)
        if card == ELEPHANT:
            return self._carry(move, seat)
        if card == LION:
            return self._lay_lion(move, seat)
        return self._eat(move, seat, deck)

    def _place(self, move: TemboMove, seat: int) -> Change:
        place = move.crossing - 1
        row = self.rows[place] + tuple([Animal(number, seat) for number in move.cards])
        table = Table(replaced(self.rows, place, row), self.lions, self.carried, self.out)
        return table, (Placed(seat, move.cards, move.crossing),)

    def _carry(self, move: TemboMove, seat: int) -> Change:
        place = move.crossing - 1
        row = self.rows[place]
        carried = list(self.carried)
        for number, owner in row:
            carried[owner] = tuple(sorted((*carried[owner], number)))
        rows = replaced(self.rows, place, ())
        table = Table(rows, self.lions, tuple(carried), self._out(move.card))
        return table, (Carried(seat, move.crossing, row),)

    def _eat(self, move: TemboMove, seat: int, deck: Deck) -> Change:
        place = move.crossing - 1
        row = self.rows[place]
        if move.card == SUPER_CROCODILE:
            eaten = row
        elif move.eats == EATS_FIRST:
            eaten = row[:1]
        else:
            eaten = prey(row, move.card, deck)
        rest = tuple([animal for animal in row if animal not in eaten])  # keeps its order (T16)
        out = self._out(move.card, *(animal.number for animal in eaten))
        table = Table(replaced(self.rows, place, rest), self.lions, self.carried, out)
        return table, (Eaten(seat, NAMES[move.card], move.crossing, eaten),)

    def _lay_lion(self, move: TemboMove, seat: int) -> Change:
        place = move.crossing - 1
        eaten = self.rows[place]
        lions = replaced(self.lions, place, self.lions[place] + 1)
        out = self._out(*(animal.number for animal in eaten))
        table = Table(replaced(self.rows, place, ()), lions, self.carried, out)
        closed = Closed(seat, move.crossing)
        if not eaten:
            return table, (closed,)
        return table, (Eaten(seat, NAMES[LION], move.crossing, eaten), closed)

    def _out(self, *cards: int) -> tuple[int, ...]:
        return tuple(sorted((*self.out, *cards)))


def prey(row: Row, crocodile: int, deck: Deck) -> Row:
    """The animals of the species that a crocodile shows."""
    species = PREY[crocodile]
    return tuple([animal for animal in row if deck.species(animal.number) == species])
