"""Both games keep the promises of ``waterhole.testing``, and a game that breaks one is caught."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from random import Random
from typing import Any

import pytest

from waterhole.game import Game, IllegalMove, Move, State, Step, View, load
from waterhole.tembo import Tembo
from waterhole.tembo.state import TemboState
from waterhole.tembo.view import TemboView
from waterhole.testing import check_game


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("tembo", {}),
        ("tembo", {"rounds": 1}),
        ("life", {"lap_limit": 3}),
        ("life", {"lap_limit": 2, "expert": True}),
    ],
)
def test_the_game_keeps_its_promises(name: str, options: dict[str, Any]) -> None:
    check_game(load(name), matches=1, seed="conformance", options=options)


@dataclass(frozen=True)
class _View(TemboView):
    """A view that can be made to tell more, or something else, than it should."""

    world: State[Any]

    @classmethod
    def of(cls, view: TemboView, world: State[Any]) -> _View:
        return cls(**{each.name: getattr(view, each.name) for each in fields(view)}, world=world)


class _State(TemboState):
    """Tembo, but with a kind of view of its own, and legal moves as that view has them."""

    kind: type[_View] = _View

    def view(self, seat: int | None) -> _View:
        return self.kind.of(TemboState.view(self, seat), self)

    def legal(self) -> tuple[Any, ...]:
        return self.view(self.to_move).legal()


def _broken(parent: type[Tembo] = Tembo, **own: Any) -> Callable[[], Game]:
    """A game whose views (to_dict, legal) or states (play, record) have methods of their own."""
    of_views: dict[str, Any] = {name: own.pop(name) for name in ("to_dict", "legal") if name in own}
    kind = type("View", (_View,), of_views)
    state: Any = type("State", (_State,), {"kind": kind, **own})

    class Broken(parent):  # type: ignore[misc, valid-type]
        def resample(self, view: View, rng: Random) -> TemboState:
            world = super().resample(view, rng)
            made: TemboState = state(world.setup, world.played, world.round, world.result)
            return made

    Broken.state = state
    return Broken


def _tells_the_next_card(view: _View) -> dict[str, Any]:
    pile = view.world.round.deal.pile
    return TemboView.to_dict(view) | {"next": pile[len(view.world.round.drawers) :][:1]}


def _tells_the_seed(view: _View) -> dict[str, Any]:
    return TemboView.to_dict(view) | {"seed": view.world.setup.seed}


def _changes_itself(state: TemboState, move: Move) -> Step:
    step = TemboState.play(state, move)
    object.__setattr__(state, "round", step.state.round)
    return step


def _takes_anything(state: TemboState, move: Move) -> Step:
    try:
        return TemboState.play(state, move)
    except IllegalMove:
        return TemboState.play(state, state.legal()[0])


def _forgets_the_last_move(state: TemboState, names: Any = None) -> dict[str, Any]:
    record = TemboState.record(state, names)
    record["rounds"][-1]["moves"] = record["rounds"][-1]["moves"][:-1]
    return record


def _misses_the_first(view: _View) -> tuple[Any, ...]:
    legal = TemboView.legal(view)
    return legal[1:] or legal


def _is_in_disorder(view: _View) -> tuple[Any, ...]:
    return TemboView.legal(view)[::-1]


def _lays_a_lion_at_any_time(view: _View) -> tuple[Any, ...]:
    legal, lion = TemboView.legal(view), load("tembo").parse("L>5")
    return legal if not legal or lion in legal else (*legal, lion)


class _DealsAnyhow(Tembo):
    def start(self, seats: int, seed: str | None = None, options: Any = None) -> State[Any]:
        return super().start(seats, None if seats in self.seats else seed, options)


class _SeatsAnybody(Tembo):
    def start(self, seats: int, seed: str | None = None, options: Any = None) -> State[Any]:
        return super().start(max(2, min(seats, 4)), seed, options)


class _IgnoresOptions(Tembo):
    def start(self, seats: int, seed: str | None = None, options: Any = None) -> State[Any]:
        return super().start(seats, seed)


class _KnowsTheTruth(Tembo):
    def resample(self, view: View, rng: Random) -> TemboState:
        assert isinstance(view, _View)
        assert isinstance(view.world, TemboState)
        return view.world


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (_broken(to_dict=_tells_the_next_card), "the view tells a secret"),
        (_broken(to_dict=_tells_the_seed), "holds the seed"),
        (_broken(play=_changes_itself), "changed the state it started from"),
        (_broken(play=_takes_anything), r"play takes .*, which legal\(\) does not list"),
        (_broken(legal=_misses_the_first), r"play takes .*, which legal\(\) does"),
        (_broken(legal=_lays_a_lion_at_any_time), r"play refuses L>5, which legal\(\) lists"),
        (_broken(legal=_is_in_disorder), "not in the order of ids"),
        (_broken(record=_forgets_the_last_move), "does not replay|replays to another"),
        (_broken(_KnowsTheTruth), "the true deal every time"),
        (_DealsAnyhow, "the same seed does not give the same start"),
        (_SeatsAnybody, "start takes 1 seats"),
        (_IgnoresOptions, "start takes an unknown option"),
    ],
)
def test_a_broken_game_is_caught(game: Callable[[], Game], sentence: str) -> None:
    with pytest.raises(AssertionError, match=sentence):
        check_game(game(), matches=1)


def test_the_game_that_is_to_be_broken_is_sound() -> None:
    """So each failure above comes from what was broken on purpose."""
    check_game(_broken()(), matches=1)
