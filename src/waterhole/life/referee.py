"""Which moves are legal, and why one is not (L4 to L7)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from waterhole.game.errors import IllegalMove
from waterhole.game.options import shown
from waterhole.game.vocabulary import Move
from waterhole.life.cards import has
from waterhole.life.moves import KNOCK, KNOWN, SWAP, LifeMove


def everybody_has_swapped(moves: Sequence[Move], lives: Sequence[int]) -> bool:
    """In the first lap nobody has, so everybody must; from the second lap on all have (L7)."""
    return len(moves) >= sum(map(bool, lives))


class Referee(NamedTuple):
    """Judges the moves of the player whose turn it is."""

    hand: str
    rows: tuple[str, ...]
    has_swapped: bool  # at least once in this round

    def legal(self) -> tuple[LifeMove, ...]:
        """The legal moves, in the order of their ids."""
        moves = [KNOCK] if self.has_swapped else []
        for number, row in enumerate(self.rows, 1):
            choices = dict.fromkeys(combinations(self.hand, number))
            choices.pop(tuple(row), None)  # the same cards (L6)
            moves += map(SWAP[number].__getitem__, choices)
        return tuple(moves)

    def check(self, move: Move) -> LifeMove:
        """The move, if it is legal; otherwise raises IllegalMove with the reason."""
        move = self.known(move)
        if move == KNOCK:
            if not self.has_swapped:
                text = "a player may knock only after swapping at least once in this round"
                raise self.illegal("knock_before_swap", text, "L7")
            return move
        if not has(self.hand, move.laid):
            raise self.illegal("not_in_hand", f"the hand does not have {move.laid}", "L5")
        if move.laid == self.rows[move.row - 1]:
            text = (
                f"the cards laid down must differ from those taken; row {move.row} is {move.laid}"
            )
            raise self.illegal("same_cards", text, "L6")
        return move

    def known(self, move: object) -> LifeMove:
        """The game's own move that equals the given one, whoever made it."""
        try:
            return KNOWN[move]  # type: ignore[index]
        except (KeyError, TypeError):
            raise self.illegal("not_a_move", f"{shown(move)} is no move of Life is Life") from None

    def illegal(self, code: str, text: str, rule: str | None = None) -> IllegalMove:
        return IllegalMove(f"move/{code}", text, rule, self.legal())
