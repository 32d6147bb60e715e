"""Players that are programs. A bot sees a view, never a state, and returns a move."""

from __future__ import annotations

from waterhole.bots.interface import Bot, Budget, Player, chance
from waterhole.bots.plain import RandomBot
from waterhole.bots.registry import BOTS, check_ours, load_bot, load_player
from waterhole.bots.search import LEVELS, Finding, SearchBot, search

__all__ = [
    "BOTS",
    "LEVELS",
    "Bot",
    "Budget",
    "Finding",
    "Player",
    "RandomBot",
    "SearchBot",
    "chance",
    "check_ours",
    "load_bot",
    "load_player",
    "search",
]
