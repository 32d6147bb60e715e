"""Bots that break one promise each, and some odd ones that break none."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from random import Random
from threading import Lock
from typing import Any, cast

from waterhole.bots import Budget, RandomBot
from waterhole.game import Move, State, View
from waterhole.life.moves import KNOCK, LifeMove
from waterhole.life.view import LifeView
from waterhole.tembo import default_deck
from waterhole.tembo.moves import TemboMove
from waterhole.tembo.view import TemboView


class Answering(RandomBot):
    """Plays at random but for what ``spoilt`` says."""

    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        odd = self.spoilt(view, rng)
        return super().choose(view, budget, rng) if odd is None else cast(Move, odd)

    def spoilt(self, view: View, rng: Random) -> object:
        raise NotImplementedError


# Moves.


class SpellsItsMoves(Answering):
    def spoilt(self, view: View, rng: Random) -> object:
        return str(view.legal()[0])


class NumbersItsMoves(Answering):
    def spoilt(self, view: View, rng: Random) -> object:
        return 0


class LaysLionsAtAnyTime(Answering):
    def spoilt(self, view: View, rng: Random) -> object:
        return TemboMove((48,), 1) if isinstance(view, TemboView) else None


class KnocksAtOnce(Answering):
    def spoilt(self, view: View, rng: Random) -> object:
        return KNOCK if isinstance(view, LifeView) else None


class EqualsAnything:
    """Pretends to be each legal move."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class PretendsToMove(Answering):
    def spoilt(self, view: View, rng: Random) -> object:
        return EqualsAnything()


# Positions it does not know.


class KnowsNoLions(Answering):
    def spoilt(self, view: View, rng: Random) -> None:
        assert not (isinstance(view, TemboView) and view.lion_drawn), "a lion"


class KnowsNoKnocks(Answering):
    def spoilt(self, view: View, rng: Random) -> None:
        assert not (isinstance(view, LifeView) and view.knocker is not None), "a knock"


class KnowsNoExperts(Answering):
    def spoilt(self, view: View, rng: Random) -> None:
        assert not (isinstance(view, LifeView) and view.expert), "experts"


class KnowsNoEmptyPile(Answering):
    def spoilt(self, view: View, rng: Random) -> None:
        assert not (isinstance(view, TemboView) and view.pile == 0), "no pile"


class KnowsOneDeck(Answering):
    def spoilt(self, view: View, rng: Random) -> None:
        assert not (isinstance(view, TemboView) and view.deck != default_deck()), "a deck"


class CountsOnEverybody(Answering):
    def spoilt(self, view: View, rng: Random) -> None:
        assert not (isinstance(view, LifeView) and 0 in view.lives), "somebody out"


class ForgetsTheSecondRound(Answering):
    def spoilt(self, view: View, rng: Random) -> None:
        assert isinstance(view, TemboView | LifeView)
        assert len(view.memories) == 1, "a second round"


def seats(view: View) -> int:
    return cast(int, view.to_dict()["seats"])


def never_with(game: str, number: int) -> Callable[[], Answering]:
    """A bot that knows all numbers of seats but one."""

    class Choosy(Answering):
        def spoilt(self, view: View, rng: Random) -> None:
            assert (view.game, seats(view)) != (game, number), f"{number} seats"

    return Choosy


class WantsIterations(RandomBot):
    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        assert budget.iterations is not None, "no iterations"
        return super().choose(view, budget, rng)


class HasNoChoose(RandomBot):
    choose = None  # type: ignore[assignment]


class FailsAtLength(Answering):
    def spoilt(self, view: View, rng: Random) -> None:
        raise ValueError("one line\n   and another")


# What must not matter.


class ThrowsItsOwnDice(Answering):
    def spoilt(self, view: View, rng: Random) -> object:
        return random.choice(view.legal())


class Tires(Answering):
    """Plays worse the longer it plays."""

    asked = 0

    def spoilt(self, view: View, rng: Random) -> object:
        self.asked += 1
        return view.legal()[-1 if self.asked > 400 else 0]


class BearsAGrudge(Answering):
    """Plays by the view before: the same if asked again at once."""

    def __init__(self) -> None:
        self.before, self.now = "", ""

    def spoilt(self, view: View, rng: Random) -> object:
        text = view.to_json()
        if text != self.now:
            self.before, self.now = self.now, text
        return Random(self.before).choice(view.legal())


class DiffersFromItsTwin(Answering):
    """Each one made has a taste of its own and keeps it."""

    made = 0

    def __init__(self) -> None:
        DiffersFromItsTwin.made += 1
        self.taste = DiffersFromItsTwin.made

    def spoilt(self, view: View, rng: Random) -> object:
        return view.legal()[self.taste % len(view.legal())]

    def __reduce__(self) -> tuple[Any, ...]:
        return DiffersFromItsTwin, ()


class Peeps(Answering):
    """Looks for a state in its caller's hands and plays by the cards that it hides."""

    def spoilt(self, view: View, rng: Random) -> object:
        frame = sys._getframe()
        while frame.f_back:
            frame = frame.f_back
            for found in frame.f_locals.values():
                state = getattr(found, "state", found)
                if isinstance(state, State):
                    return Random(str(state.round.hands)).choice(view.legal())
        return None


class KnowsItsViews(Answering):
    """Plays otherwise when it gets a view that equals one it had and is another."""

    def __init__(self) -> None:
        self.seen: dict[str, View] = {}

    def spoilt(self, view: View, rng: Random) -> object:
        same = self.seen.setdefault(view.to_json(), view) is view
        return view.legal()[0 if same else -1]


class WritesOnItsView(Answering):
    def spoilt(self, view: View, rng: Random) -> None:
        hand = cast("TemboView | LifeView", view).hand
        assert hand is not None
        object.__setattr__(view, "hand", hand[:-1])


class CannotTravel(RandomBot):
    """Can neither be pickled nor made without a word."""

    def __init__(self, word: str) -> None:
        self.word, self.lock = word, Lock()


# No promise is broken.


class CannotBePickled(RandomBot):
    def __init__(self) -> None:
        self.lock = Lock()


class Remembers(Answering):
    """Keeps what it found out, which changes nothing."""

    def __init__(self, place: int) -> None:
        self.place = place
        self.known: dict[str, Move] = {}

    def spoilt(self, view: View, rng: Random) -> object:
        legal = view.legal()
        return self.known.setdefault(view.to_json(), legal[self.place % len(legal)])


class OnlyLife(RandomBot):
    def choose(self, view: View, budget: Budget, rng: Random) -> LifeMove:
        assert isinstance(view, LifeView)
        return rng.choice(view.legal())
