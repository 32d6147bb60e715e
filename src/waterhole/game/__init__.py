"""What both games share: states, moves, events, views, errors, fair dealing, records, replay."""

from waterhole.game.errors import (
    IllegalMove,
    InvalidDeck,
    InvalidMove,
    InvalidOptions,
    InvalidRecord,
    InvalidView,
    UnknownGame,
    WaterholeError,
)
from waterhole.game.game import Game, load
from waterhole.game.records import read_lines
from waterhole.game.state import State, Step
from waterhole.game.vocabulary import Event, Move, View

__all__ = [
    "Event",
    "Game",
    "IllegalMove",
    "InvalidDeck",
    "InvalidMove",
    "InvalidOptions",
    "InvalidRecord",
    "InvalidView",
    "Move",
    "State",
    "Step",
    "UnknownGame",
    "View",
    "WaterholeError",
    "load",
    "read_lines",
]
