"""Tembo: herds cross the Mara river past crocodiles and lions.

Where this differs from a table at home: nobody has to remember (a view keeps all that was seen),
a round ends by itself when the player whose turn it is cannot play, and the default deck is ours.
"""

from __future__ import annotations

from random import Random

from waterhole.game.errors import InvalidMove, InvalidView
from waterhole.game.game import Game
from waterhole.game.options import kind, shown
from waterhole.game.state import Setup
from waterhole.game.vocabulary import Json, View
from waterhole.tembo import deal, notation
from waterhole.tembo.deck import Deck, default_deck, parse_deck, read_deck
from waterhole.tembo.moves import MOVES
from waterhole.tembo.resample import resample
from waterhole.tembo.state import TemboOptions, TemboState, read_options
from waterhole.tembo.view import TemboView

__all__ = ["Deck", "default_deck", "game", "parse_deck", "read_deck"]


class Tembo(Game):
    name = deal.GAME
    title = "Tembo"
    seats = range(2, 5)
    moves = MOVES
    state = TemboState

    def read_options(self, options: object) -> TemboOptions:
        return read_options(options)

    def read_deal(self, data: Json, setup: Setup) -> deal.TemboDeal:
        return deal.read_deal(data, setup.seats)

    def explain(self, text: str) -> InvalidMove:
        return notation.explain(text)

    def resample(self, view: View, rng: Random) -> TemboState:
        if not isinstance(view, TemboView):
            raise InvalidView("view/game", f"not a view of Tembo: {kind(view)}")
        if view.seat is not None and view.seat not in range(len(view.hand_sizes)):
            raise InvalidView("view/seat", f"there is no seat {shown(view.seat)} in this match")
        return resample(view, rng)


game = Tembo()
