"""Checks that a game of your own, or another engine for ours, keeps what ours promise."""

from waterhole.testing.games import check_game

__all__ = ["check_game"]
