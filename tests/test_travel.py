"""What goes between processes arrives whole: researchers use many at once."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from waterhole import core
from waterhole.game import Game, IllegalMove, InvalidMove, WaterholeError, load


@pytest.mark.parametrize("load", [load, core.load])
@pytest.mark.parametrize("name", ["tembo", "life"])
def test_games_states_views_and_moves_can_be_pickled_and_copied(
    name: str, load: Callable[[str], Game]
) -> None:
    game = load(name)
    state = game.start(3, "travel")
    things: list[Any] = [game, state, state.view(0), state.legal()[0], state.play(state.legal()[0])]
    for thing in things:
        assert pickle.loads(pickle.dumps(thing)) == thing
        assert copy.deepcopy(thing) == thing


@pytest.mark.parametrize("name", ["tembo", "life"])
def test_a_fast_match_can_be_pickled(name: str) -> None:
    match = core.Match(name, 3, "travel")
    for _ in range(20):
        match.play(match.legal()[-1])
    arrived = pickle.loads(pickle.dumps(match))
    assert arrived.history == match.history
    assert arrived.legal() == match.legal()
    assert arrived.record() == match.record()


def test_errors_can_be_pickled_with_all_they_say() -> None:
    game = load("tembo")
    with pytest.raises(IllegalMove) as illegal:
        game.start(2, "travel").play(game.parse("L>1"))
    with pytest.raises(InvalidMove) as invalid:
        game.parse("banana")
    errors: list[WaterholeError] = [illegal.value, invalid.value]
    for error in errors:
        arrived = pickle.loads(pickle.dumps(error))
        assert type(arrived) is type(error)
        assert arrived.__dict__ == error.__dict__
        assert str(arrived) == str(error)
