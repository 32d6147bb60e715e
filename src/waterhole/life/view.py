"""What a seat may know at a Life is Life table: what a person there could see and remember."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from waterhole.game.vocabulary import Json, Result, View
from waterhole.life.cards import HAND, LIVES, PACK, ROWS
from waterhole.life.deal import GAME, LifeDeal
from waterhole.life.ledger import Account, Ledger
from waterhole.life.moves import LifeMove
from waterhole.life.referee import Referee, everybody_has_swapped
from waterhole.life.scoring import LifeOutcome


@dataclass(frozen=True, slots=True)
class Memory:
    """A round as one seat remembers it: its own hand, and what all saw."""

    first: int
    hand: str | None  # as dealt to this seat; "" if it was out
    rows: tuple[str, ...]  # as dealt
    moves: tuple[LifeMove, ...]
    shown: tuple[str, ...]  # what each seat laid open at the end

    @classmethod
    def of(
        cls, deal: LifeDeal, moves: tuple[LifeMove, ...], shown: tuple[str, ...], seat: int | None
    ) -> Memory:
        hand = None if seat is None else deal.hands[seat]
        return cls(deal.first, hand, deal.rows, moves, shown)

    def to_dict(self) -> Json:
        return {
            "first": self.first,
            "hand": None if self.hand is None else list(self.hand),
            "rows": [list(row) for row in self.rows],
            "moves": [move.spelling for move in self.moves],
            "shown": [list(cards) for cards in self.shown],
        }


@dataclass(frozen=True, slots=True)
class LifeView(View):
    """One seat's view of a match (seat None: a spectator's)."""

    game: ClassVar[str] = GAME
    seat: int | None
    expert: bool
    lap_limit: int
    to_move: int | None
    hand: str | None  # "" for a seat that is out
    rows: tuple[str, ...]
    lives: tuple[int, ...]
    knocker: int | None  # who knocked first in this round
    outcomes: tuple[LifeOutcome, ...]  # of the rounds played
    memories: tuple[Memory, ...]  # of each round, the current one last
    result: Result | None

    def legal(self) -> tuple[LifeMove, ...]:
        if self.to_move is None or self.to_move != self.seat or self.hand is None:
            return ()
        has_swapped = everybody_has_swapped(self.memories[-1].moves, self.lives)
        return Referee(self.hand, self.rows, has_swapped).legal()

    def round_lives(self, number: int) -> tuple[int, ...]:
        """The lives at the start of a round (counted from 0): who was in."""
        return self.outcomes[number - 1].lives if number else (LIVES,) * len(self.lives)

    def accounts(self) -> list[Account]:
        """What each player was seen to take and lay down in this round."""
        memory = self.memories[-1]
        lives = self.round_lives(len(self.memories) - 1)
        return Ledger(memory.first, lives, memory.rows, memory.moves).accounts

    def to_dict(self, memories: bool = True) -> Json:
        players = sum(map(bool, self.round_lives(len(self.memories) - 1)))
        accounts = self.accounts()
        return {
            "game": self.game,
            "seat": self.seat,
            "seats": len(self.lives),
            "expert": self.expert,
            "lap_limit": self.lap_limit,
            "to_move": self.to_move,
            "hand": None if self.hand is None else list(self.hand),
            "rows": [list(row) for row in self.rows],
            "aside": len(PACK) - HAND * players - sum(ROWS),
            "lives": list(self.lives),
            "lap": (len(self.memories[-1].moves) - (self.result is not None)) // players + 1,
            "knocker": self.knocker,
            "swaps": [
                [{"laid": list(laid), "taken": list(taken)} for laid, taken in account.swaps]
                for account in accounts
            ],
            "known": [list(account.known()) for account in accounts],
            "outcomes": [outcome.to_dict() for outcome in self.outcomes],
            **({"memories": [each.to_dict() for each in self.memories]} if memories else {}),
            "winners": self.result and list(self.result.winners),
        }
