"""Which moves are legal, and why one is not (T6 to T14, T18, T19, T21)."""

from __future__ import annotations

from typing import Final, NamedTuple

from waterhole.game.errors import IllegalMove
from waterhole.game.options import shown
from waterhole.game.vocabulary import Move
from waterhole.tembo.cards import (
    CROCODILES,
    ELEPHANT,
    LAST_HOOFED,
    LION,
    NAMES,
    PREY,
    SUPER_CROCODILE,
)
from waterhole.tembo.deck import Deck
from waterhole.tembo.moves import (
    CARRY,
    EAT_ALL,
    EAT_FIRST,
    EAT_SPECIES,
    EATS_SPECIES,
    KNOWN,
    LAY_LION,
    PAIR,
    PLACE,
    TemboMove,
)
from waterhole.tembo.table import Table, prey

CARAVAN: Final = 3  # so many animals an elephant needs at least (T12)


def can_play(hand: tuple[int, ...], table: Table) -> bool:
    """Whether any card can be played (T21). Where no single animal can, no pair can."""
    lowest = min(table.to_beat())
    longest = max(map(len, table.rows))
    for card in hand:
        if card <= LAST_HOOFED:
            if card > lowest:
                return True
        elif longest >= (CARAVAN if card == ELEPHANT else 1):
            return True
    return False


def neighbours(animals: list[int]) -> list[tuple[int, int]]:
    """The pairs of a sorted hand whose numbers differ by 1 or by 2 (T10)."""
    return [
        (low, high)
        for place, low in enumerate(animals)
        for high in animals[place + 1 : place + 3]
        if high - low <= 2
    ]


class Referee(NamedTuple):
    """Judges the moves of the player whose turn it is. Each check is a sentence of the rulebook."""

    hand: tuple[int, ...]
    table: Table
    lion_drawn: bool
    deck: Deck

    def legal(self) -> tuple[TemboMove, ...]:
        """The legal moves, in the order of their ids."""
        if self.lion_drawn:
            return self.legal_lions()
        animals = [card for card in self.hand if card <= LAST_HOOFED]
        moves = self.legal_placements(animals)
        if len(animals) < len(self.hand):
            moves += self.legal_elephants_and_crocodiles()
        return tuple(moves)

    def legal_lions(self) -> tuple[TemboMove, ...]:
        """Where animals are; anywhere if there are none (T18)."""
        return tuple(LAY_LION[i] for i, row in enumerate(self.table.rows) if row) or LAY_LION

    def legal_placements(self, animals: list[int]) -> list[TemboMove]:
        to_beat = tuple(enumerate(self.table.to_beat()))
        singles = [PLACE[number][i] for number in animals for i, last in to_beat if number > last]
        pairs = [
            PAIR[pair][i] for pair in neighbours(animals) for i, last in to_beat if pair[0] > last
        ]
        return singles + pairs

    def legal_elephants_and_crocodiles(self) -> list[TemboMove]:
        hand, rows = self.hand, self.table.rows
        occupied = [i for i, row in enumerate(rows) if row]
        moves: list[TemboMove] = []
        if ELEPHANT in hand:
            moves += [CARRY[i] for i in occupied if len(rows[i]) >= CARAVAN]
        if SUPER_CROCODILE in hand:
            moves += [EAT_ALL[i] for i in occupied]
        for card in CROCODILES:
            if card in hand:
                for i in occupied:
                    moves.append(EAT_FIRST[card][i])
                    if prey(rows[i], card, self.deck):
                        moves.append(EAT_SPECIES[card][i])
        return moves

    def check(self, move: Move) -> TemboMove:
        """The move, if it is legal; otherwise raises IllegalMove with the reason."""
        move = self.known(move)
        if self.lion_drawn or move.card == LION:
            self.check_lion(move)
            return move
        for card in move.cards:
            if card not in self.hand:
                raise self.illegal("not_in_hand", f"{NAMES[card]} is not in the hand", "T6")
        if move.card <= LAST_HOOFED:
            self.check_animals(move)
        elif move.card == ELEPHANT:
            self.check_elephant(move)
        else:
            self.check_crocodile(move)
        return move

    def check_lion(self, move: TemboMove) -> None:
        if not self.lion_drawn:
            raise self.illegal("lion_not_drawn", "a lion is laid only when it is drawn", "T18")
        if move.card != LION:
            raise self.illegal("lion_first", "the lion that was drawn must be laid first", "T18")
        if not self.table.row(move.crossing) and any(self.table.rows):
            text = f"a lion goes where animals stand; crossing {move.crossing} has none"
            raise self.illegal("lion_needs_animals", text, "T18")

    def check_animals(self, move: TemboMove) -> None:
        if self.table.is_closed(move.crossing):
            text = f"crossing {move.crossing} is closed by a lion"
            raise self.illegal("crossing_closed", text, "T19")
        row = self.table.row(move.crossing)
        if row and move.card <= row[-1].number:
            text = f"the number must be greater than {row[-1].number} at crossing {move.crossing}"
            raise self.illegal("number_too_low", text, "T9")

    def check_elephant(self, move: TemboMove) -> None:
        standing = len(self.table.row(move.crossing))
        if standing < CARAVAN:
            text = f"an elephant needs at least 3 animals; crossing {move.crossing} has {standing}"
            raise self.illegal("elephant_needs_three", text, "T12")

    def check_crocodile(self, move: TemboMove) -> None:
        row = self.table.row(move.crossing)
        if not row:
            text = f"a crocodile must eat; crossing {move.crossing} has no animal"
            rule = "T13" if move.card == SUPER_CROCODILE else "T14"
            raise self.illegal("crocodile_must_eat", text, rule)
        if move.eats == EATS_SPECIES and not prey(row, move.card, self.deck):
            text = f"no {PREY[move.card]} stands at crossing {move.crossing}"
            raise self.illegal("no_such_prey", text, "T14")

    def known(self, move: object) -> TemboMove:
        """The game's own move that equals the given one, whoever made it."""
        try:
            return KNOWN[move]  # type: ignore[index]
        except (KeyError, TypeError):
            raise self.illegal("not_a_move", f"{shown(move)} is no move of Tembo") from None

    def illegal(self, code: str, text: str, rule: str | None = None) -> IllegalMove:
        return IllegalMove(f"move/{code}", text, rule, self.legal())
