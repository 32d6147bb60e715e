"""Matches that the core tells: as the rules in Python would, to the byte."""

from __future__ import annotations

import json

from waterhole.core.engine import given_rounds, life_arguments, tembo_arguments
from waterhole.core.library import library, require
from waterhole.game.state import Setup
from waterhole.game.telling import Telling
from waterhole.tembo.state import TemboOptions


def tell(setup: Setup) -> Telling:
    """A match from its first deal."""
    require()
    seats, seed, options, given = setup.seats, setup.seed, setup.options, given_rounds(setup)
    if isinstance(options, TemboOptions):
        custom = options.custom_deck and options.custom_deck.to_list()
        told = json.dumps(custom, separators=(",", ":"))
        return library.TemboTelling(seats, seed, given, told, *tembo_arguments(options))
    return library.LifeTelling(seats, seed, given, *life_arguments(options))
