"""Life is Life: shipwrecked animals, majorities, five lives.

Where this differs from a table at home: sudden death is called by itself, nobody has to remember
(a view keeps all that was seen), and two may start a match.
"""

from __future__ import annotations

from random import Random

from waterhole.game.errors import InvalidMove, InvalidRecord, InvalidView
from waterhole.game.game import Game
from waterhole.game.options import kind
from waterhole.game.state import Setup
from waterhole.game.vocabulary import View
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
    seats_rule = "L3"
    moves = MOVES
    state = LifeState

    def read_options(self, options: object) -> LifeOptions:
        return read_options(options)

    def read_deal(self, data: object, setup: Setup) -> deal.LifeDeal:
        if not isinstance(data, dict):
            raise InvalidRecord("record/type", f"a deal is a JSON object, not {kind(data)}")
        return deal.read_deal(data, setup.seats)

    def explain(self, text: str) -> InvalidMove:
        return notation.explain(text)

    def resample(self, view: View, rng: Random) -> LifeState:
        if not isinstance(view, LifeView):
            raise InvalidView("view/game", f"not a view of Life is Life: {kind(view)}")
        return resample(view, rng)


game = Life()
