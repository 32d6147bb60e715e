"""What everybody at the table can know of everybody's hand, from the swaps alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import cycle

from waterhole.game.vocabulary import Move
from waterhole.life.cards import in_order
from waterhole.life.moves import LifeMove


@dataclass(slots=True)
class Account:
    """One player's exchanges. What he laid down without having been seen to take it, he must have
    been dealt."""

    swaps: list[tuple[str, str]] = field(default_factory=list)  # laid and taken
    change: Counter[str] = field(default_factory=Counter)  # of the hand since the deal
    dealt: Counter[str] = field(default_factory=Counter)  # cards he must have been dealt

    def swap(self, laid: str, taken: str) -> None:
        self.swaps.append((laid, taken))
        change, dealt = self.change, self.dealt
        for card in laid:
            change[card] = left = change.get(card, 0) - 1
            if -left > dealt.get(card, 0):
                dealt[card] = -left
        for card in taken:
            change[card] = change.get(card, 0) + 1

    def known(self) -> str:
        """The cards the player is known to hold now."""
        return in_order((self.dealt + self.change).elements())


class Ledger:
    """The accounts of all players after some moves of a round."""

    def __init__(
        self, first: int, lives: Sequence[int], rows: Iterable[str], moves: Iterable[Move]
    ) -> None:
        self.rows = list(rows)
        self.accounts = [Account() for _ in lives]
        seats = len(lives)
        lap = [seat for i in range(seats) if lives[seat := (first + i) % seats]]
        for move, turn in zip(moves, cycle(lap), strict=False):
            assert isinstance(move, LifeMove)
            if move.row:
                taken, self.rows[move.row - 1] = self.rows[move.row - 1], move.laid
                self.accounts[turn].swap(move.laid, taken)
