"""What everybody at the table can know of everybody's hand, from the swaps alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from waterhole.game.vocabulary import Move
from waterhole.life.cards import in_order
from waterhole.life.deal import next_player
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
        self.change.subtract(laid)
        for card in set(laid):
            self.dealt[card] = max(self.dealt[card], -self.change[card])
        self.change.update(taken)

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
        turn = first
        for move in moves:
            assert isinstance(move, LifeMove)
            if move.row:
                taken, self.rows[move.row - 1] = self.rows[move.row - 1], move.laid
                self.accounts[turn].swap(move.laid, taken)
            turn = next_player(turn, lives)
