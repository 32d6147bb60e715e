"""Positions for the tests of bots: along random matches of every kind, and made by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, cast

from waterhole.game import State, View, load
from waterhole.game.state import Setup
from waterhole.life.cards import PACK as LIFE_PACK
from waterhole.life.cards import ROWS, in_order, without
from waterhole.life.deal import LifeDeal, next_player
from waterhole.life.moves import KNOCK
from waterhole.life.view import LifeView
from waterhole.tembo.cards import COPIES, LION
from waterhole.tembo.table import Animal, Table
from waterhole.tembo.view import TemboView
from waterhole.testing.bots import TABLES

LONGEST = 300  # moves of a match that has no end


def along(kinds: str, every: int, seed: int = 0, knocks: float = 0.3) -> Iterator[State[Any]]:
    """Positions of a random match of each kind of a game: about one in so many."""
    for table in TABLES:
        if table.game != kinds:
            continue
        rng = Random(f"{seed} {table}")
        state = load(table.game).start(table.seats, f"along {seed}", table.options)
        for _ in range(LONGEST):
            if state.to_move is None:
                break
            if rng.randrange(every) == 0:
                yield state
            legal = state.legal()
            knock = KNOCK in legal and rng.random() < knocks
            state = state.play(KNOCK if knock else rng.choice(legal)).state


def view_of(state: State[Any]) -> View:
    return state.view(state.to_move)


def views(kinds: str, every: int, seed: int = 0) -> list[View]:
    return [view_of(state) for state in along(kinds, every, seed)]


def is_last(view: View) -> bool:
    """Life is Life, after a knock, before the last move of the round."""
    if not isinstance(view, LifeView) or view.knocker is None:
        return False
    return next_player(cast(int, view.seat), view.lives) == view.knocker


def last_views(every: int = 5) -> list[LifeView]:
    found = [view for view in views("life", every=1, seed=3) if is_last(view)]
    return cast(list[LifeView], found)[::every]


def tembo_view(
    rows: list[list[tuple[int, int]]],
    hand: list[int],
    sizes: tuple[int, ...],
    unseen: list[int],
    lion_drawn: bool = False,
) -> TemboView:
    """The only round of a match as seat 0 sees it on its turn. What is not named is out."""
    pile = len(unseen) - 5 - sum(sizes[1:])
    start = load("tembo").start(len(sizes), "by hand", {"rounds": 1})
    view = cast(TemboView, start.view(0))
    table = Table(
        rows=tuple(tuple(Animal(*animal) for animal in row) for row in rows),
        lions=(0, 0, 0, 0, 3 - unseen.count(LION) - lion_drawn),
        carried=((),) * len(sizes),
        out=tuple(left_over([number for row in rows for number, _ in row] + hand + unseen)),
    )
    return replace(
        view,
        seat=0,
        to_move=0,
        hand=tuple(sorted(hand)),
        hand_sizes=sizes,
        pile=pile,
        table=table,
        lion_drawn=lion_drawn,
    )


def left_over(cards: list[int]) -> list[int]:
    """The cards that are not among these, but for lions."""
    left = Counter(COPIES)
    left.subtract(cards)
    assert min(left.values()) >= 0
    return sorted(card for card in left.elements() if card != LION)


def life_state(
    hands: tuple[str, ...], rows: tuple[str, ...], expert: bool = False, first: int = 0
) -> State[Any]:
    """A match whose first deal is made by hand; a hand that is too short is filled up."""
    spare = without(LIFE_PACK, "".join(hands + rows))
    dealt = []
    for hand in hands:
        missing, spare = spare[-(10 - len(hand)) or len(spare) :], spare[: len(hand) - 10 or None]
        dealt.append(in_order(hand + missing))
    assert [len(row) for row in rows] == list(ROWS)
    game = load("life")
    deal = LifeDeal(first, tuple(dealt), tuple(map(in_order, rows)), in_order(spare))
    return game.state.begin(Setup(len(hands), game.read_options({"expert": expert}), "x", (deal,)))


def play(state: State[Any], *moves: str) -> State[Any]:
    for move in moves:
        state = state.play(load(state.game).parse(move)).state
    return state
