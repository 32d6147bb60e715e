"""Bots that nobody would want at a table, and one that is simply better than random."""

from __future__ import annotations

import os
import sys
import time
from random import Random
from typing import cast

from waterhole.bots import Budget
from waterhole.game import Move, View, load


class Crash:
    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        raise RuntimeError("no\nidea")


class Leaves:
    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        sys.exit("enough")


class Illegal:
    """Plays what is a move of the game, but never here."""

    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        return next(move for move in load(view.game).moves if move not in view.legal())


class Rubbish:
    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        return cast(Move, ["not", "a", "move"])


class Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError

    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        return cast(Move, Unprintable())


class Sleeper:
    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        time.sleep(1000)
        raise AssertionError


class Killer:
    """Ends its process in the middle of a match."""

    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        os._exit(7)


class Abandons:
    """Ends its process, but leaves another behind that has all its files open."""

    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        if not os.fork():
            time.sleep(1000)
        os._exit(7)


class Peeks:
    """Shows what it was told on the command line."""

    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        raise RuntimeError(f"{sys.argv[1:]} {sys.stdin.read()!r}")


class Chatty:
    """Talks while it gets ready, and while it plays."""

    def __init__(self) -> None:
        print("good evening")

    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        print("let me think")
        return rng.choice(view.legal())


class Better:
    """Takes animals across in Tembo, and puts none in front of somebody else's elephant."""

    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        legal = view.legal()
        elephants = [move for move in legal if str(move).startswith("E")]
        pairs = [move for move in legal if "+" in str(move)]
        return rng.choice(elephants or pairs or legal)


class Slow:
    """Takes a little while for each move."""

    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        time.sleep(0.004)
        return rng.choice(view.legal())
