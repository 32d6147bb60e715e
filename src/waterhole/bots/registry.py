"""Bots by name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module

from waterhole.bots.heuristic import HeuristicBot, KnockerBot
from waterhole.bots.interface import Bot, Budget, Player
from waterhole.bots.plain import RandomBot
from waterhole.bots.search import LEVELS, SearchBot
from waterhole.game import InvalidOptions
from waterhole.game.options import shown

BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "heuristic": HeuristicBot,
    "knocker": KnockerBot,
    "search": SearchBot,
    **{name: partial(replace, level) for name, level in LEVELS.items()},
}

LONGEST = 3600.0  # seconds a move
MOST = 10**9  # iterations a move
# A name of ours or module.Class of anybody's, with a budget behind a colon: search:1s, search:5000.
SPELLING = re.compile(r"(?P<name>[\w.]+)(?::(?P<number>\d+|\d*\.\d+)(?P<unit>s?))?")


def load_player(text: str) -> Player:
    """A player from a text such as ``random``, ``search:1s``, ``search:5000`` (iterations) or
    ``my_module.MyBot``."""
    found = SPELLING.fullmatch(text)
    if not found:
        raise InvalidOptions(
            "bot/unreadable",
            f"{shown(text)} is no bot; a bot is a name, if need be with a budget, as in "
            "search:1s (seconds) or search:5000 (iterations)",
        )
    return Player(text, load_bot(found["name"]), _budget(found["number"], found["unit"], text))


def check_ours(text: str) -> None:
    """Raises unless a text names one of our own bots: for texts from files of other people."""
    found = SPELLING.fullmatch(text)
    if not found or found["name"] not in BOTS:
        raise InvalidOptions("bot/unknown", f"{shown(text)} is none of: {', '.join(BOTS)}")


def load_bot(name: str) -> Bot:
    """A bot by its name, or by the module and the class of one that is not ours."""
    if name in BOTS:
        return BOTS[name]()
    module, _, kind = name.rpartition(".")
    if not module:
        raise InvalidOptions(
            "bot/unknown",
            f"there is no bot {shown(name)}; there are: {', '.join(BOTS)}, and module.Class for "
            "one of your own",
        )
    try:
        bot: Bot = getattr(import_module(module), kind)()
    except (Exception, SystemExit) as error:  # whatever a module of somebody else's may raise
        reason = " ".join(str(error).split())
        text = f"the bot {name} cannot be loaded: {type(error).__name__}: {reason}"
        raise InvalidOptions("bot/broken", text) from error
    if not callable(getattr(bot, "choose", None)):
        raise InvalidOptions("bot/broken", f"{name} has no method choose(view, budget, rng)")
    return bot


def _budget(number: str | None, unit: str | None, text: str) -> Budget:
    if number is None:
        return Budget()
    number = number if len(number) < 30 else "0"  # out of range in any case
    if unit:
        if not 0 < float(number) <= LONGEST:
            raise InvalidOptions("bot/budget", f"{text}: from 0 to {LONGEST:.0f} seconds a move")
        return Budget(seconds=float(number))
    if not number.isdigit() or not 1 <= int(number) <= MOST:
        raise InvalidOptions("bot/budget", f"{text}: from 1 to {MOST} iterations a move")
    return Budget(iterations=int(number))
