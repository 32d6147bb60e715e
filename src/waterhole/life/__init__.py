"""Life is Life: shipwrecked animals, majorities, five lives.

Where this differs from a table at home: sudden death is called by itself, nobody has to remember
(a view keeps all that was seen), and two may start a match.
"""

from __future__ import annotations

from random import Random

from waterhole.game.errors import InvalidMove, InvalidView
from waterhole.game.game import Game
from waterhole.game.options import kind, shown
from waterhole.game.state import Setup
from waterhole.game.vocabulary import Json, View
from waterhole.life import deal, notation
from waterhole.life.moves import MOVES
from waterhole.life.resample import resample
from waterhole.life.state import LifeOptions, LifeState, read_options
from waterhole.life.view import LifeView

__all__ = ["game"]


class Life(Game):
    name = deal.GAME
    title = "Life is Life"
    seats = range(2, 6)
    moves = MOVES
    state = LifeState

    def read_options(self, options: object) -> LifeOptions:
        return read_options(options)

    def read_deal(self, data: Json, setup: Setup) -> deal.LifeDeal:
        return deal.read_deal(data, setup.seats)

    def explain(self, text: str) -> InvalidMove:
        return notation.explain(text)

    def resample(self, view: View, rng: Random) -> LifeState:
        if not isinstance(view, LifeView):
            raise InvalidView("view/game", f"not a view of Life is Life: {kind(view)}")
        if view.seat is not None and view.seat not in range(len(view.lives)):
            raise InvalidView("view/seat", f"there is no seat {shown(view.seat)} in this match")
        return resample(view, rng)


game = Life()
