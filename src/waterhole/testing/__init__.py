"""Checks that a game, an engine or a bot of your own keeps what ours promise."""

from waterhole.testing.bots import BotFailure, check_bot
from waterhole.testing.games import check_game

__all__ = ["BotFailure", "check_bot", "check_game"]
