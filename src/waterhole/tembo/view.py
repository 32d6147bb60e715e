"""What a seat may know at a Tembo table: what a person there could see and remember."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from waterhole.game.vocabulary import Json, Result, View
from waterhole.tembo.cards import COLOURS, LION, NAMES, names
from waterhole.tembo.deal import GAME, TemboDeal
from waterhole.tembo.deck import Deck, default_deck
from waterhole.tembo.moves import TemboMove
from waterhole.tembo.referee import Referee
from waterhole.tembo.scoring import points
from waterhole.tembo.table import Row, Table


@dataclass(frozen=True, slots=True)
class Memory:
    """A round as one seat remembers it: its own cards, and what all saw."""

    first: int
    hand: tuple[int, ...] | None  # as dealt to this seat
    drawn: tuple[tuple[int, int | None], ...]  # who drew each card of the pile; and it, if seen
    moves: tuple[TemboMove, ...]

    @classmethod
    def of(
        cls,
        deal: TemboDeal,
        moves: tuple[TemboMove, ...],
        drawers: tuple[int, ...],
        seat: int | None,
    ) -> Memory:
        drawn = [
            (drawer, card if drawer == seat or card == LION else None)
            for drawer, card in zip(drawers, deal.pile, strict=False)
        ]
        hand = None if seat is None else deal.hands[seat]
        return cls(deal.first, hand, tuple(drawn), moves)

    def to_dict(self) -> Json:
        return {
            "first": self.first,
            "hand": None if self.hand is None else names(self.hand),
            "drawn": [[drawer, card and NAMES[card]] for drawer, card in self.drawn],
            "moves": [move.spelling for move in self.moves],
        }


@dataclass(frozen=True, slots=True)
class TemboView(View):
    """One seat's view of a match (seat None: a spectator's)."""

    game: ClassVar[str] = GAME
    seat: int | None
    rounds: int  # so many are played in all
    custom_deck: Deck | None
    to_move: int | None
    lion_drawn: bool  # the player whose turn it is must lay a lion
    hand: tuple[int, ...] | None
    hand_sizes: tuple[int, ...]
    pile: int  # so many cards are left
    table: Table
    scores: tuple[tuple[int, ...], ...]  # of the rounds played
    memories: tuple[Memory, ...]  # of each round, the current one last
    result: Result | None

    @property
    def deck(self) -> Deck:
        return self.custom_deck or default_deck()

    def legal(self) -> tuple[TemboMove, ...]:
        if self.to_move is None or self.to_move != self.seat or self.hand is None:
            return ()
        return Referee(self.hand, self.table, self.lion_drawn, self.deck).legal()

    def to_dict(self, memories: bool = True) -> Json:
        table = self.table
        crossings = zip(table.rows, table.lions, strict=True)
        borrowed = table.borrowed()
        return {
            "game": self.game,
            "seat": self.seat,
            "seats": len(self.hand_sizes),
            "rounds": self.rounds,
            "deck": self.custom_deck and self.custom_deck.to_list(),
            "to_move": self.to_move,
            "lion_drawn": self.lion_drawn,
            "hand": None if self.hand is None else names(self.hand),
            "hand_sizes": list(self.hand_sizes),
            "pile": self.pile,
            "crossings": [{"row": _row(row, borrowed), "lions": lions} for row, lions in crossings],
            "carried": [list(numbers) for numbers in table.carried],
            "points": list(points(table.carried, self.deck)),
            "out": names(table.out),
            "scores": [list(scores) for scores in self.scores],
            **({"memories": [each.to_dict() for each in self.memories]} if memories else {}),
            "winners": self.result and list(self.result.winners),
        }


def _row(row: Row, borrowed: frozenset[int]) -> list[Json]:
    return [
        {"number": number, "owner": owner, "borrowed": number in borrowed} for number, owner in row
    ]


def marker_colour(owner: int, seats: int, borrowed: bool) -> str | None:
    """The colour of a marker. A borrowed one has a colour nobody plays with; with four players
    there is none, and the answer is None (T24)."""
    if not borrowed:
        return COLOURS[owner]
    return COLOURS[seats] if seats < len(COLOURS) else None
