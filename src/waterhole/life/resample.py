"""Worlds a seat cannot tell from the real one.

The swaps show some cards each player must have been dealt. The other unseen cards may lie anywhere:
every way to deal them into the unknown places of the hands and aside is equally likely, except
those in which sudden death would have been called and was not (L8).
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

from waterhole.game.state import Setup
from waterhole.life.cards import HAND, PACK, VALUES, in_order, without
from waterhole.life.deal import LifeDeal
from waterhole.life.ledger import Account, Ledger
from waterhole.life.scoring import DEADLY, deadly_sets
from waterhole.life.state import LifeOptions, LifeRound, LifeState
from waterhole.life.view import LifeView


def resample(view: LifeView, rng: Random) -> LifeState:
    """A full state that gives this very view."""
    options = LifeOptions(view.expert, view.lap_limit)
    deals = tuple(_deal(view, number, rng) for number in range(len(view.memories)))
    # What is still to come is as unknown as what is hidden: a seed of its own.
    setup = Setup(len(view.lives), options, f"{rng.getrandbits(128):032x}", deals)
    rounds = [_replayed(view, options, number, deal) for number, deal in enumerate(deals)]
    played = tuple(round.played() for round in rounds[: len(view.outcomes)])
    return LifeState(setup, played, rounds[-1], view.result)


def _replayed(view: LifeView, options: LifeOptions, number: int, deal: LifeDeal) -> LifeRound:
    round = LifeRound.start(options, view.round_lives(number), deal)
    for move in view.memories[number].moves:
        round = round.play(move)[0]
    return round


def _deal(view: LifeView, number: int, rng: Random) -> LifeDeal:
    """A deal that the seat cannot tell from the one of that round (counted from 0)."""
    memory, lives = view.memories[number], view.round_lives(number)
    accounts = Ledger(memory.first, lives, memory.rows, memory.moves).accounts
    hands = [_known_from_the_deal(*pair) for pair in zip(accounts, memory.shown, strict=True)]
    if view.seat is not None:
        hands[view.seat] = memory.hand or ""
    hidden = [seat for seat, left in enumerate(lives) if left and seat != view.seat]
    unseen = list(without(PACK, "".join(hands) + "".join(memory.rows)))
    limits = {s: _limits(accounts[s], memory.shown[s], view.expert) for s in hidden}
    while True:
        rng.shuffle(unseen)
        cards = iter(unseen)
        dealt = list(hands)
        for seat in hidden:
            dealt[seat] = in_order(hands[seat] + "".join(islice(cards, HAND - len(hands[seat]))))
        if all(_fits(dealt[seat], limits[seat]) for seat in hidden):
            return LifeDeal(memory.first, tuple(dealt), memory.rows, in_order(cards))


def _known_from_the_deal(account: Account, shown: str) -> str:
    """The cards a player must have been dealt to lay down and to show what he did."""
    before = Counter(shown)
    before.subtract(account.change)
    return in_order((account.dealt | before).elements())


def _limits(account: Account, shown: str, expert: bool) -> dict[str, int]:
    """The most cats, hares and pigs a player can have been dealt: after none of his swaps did he
    hold them all, but for the one that ended the round."""
    change: Counter[str] = Counter()
    limits: dict[str, int] = {}
    for number, (laid, taken) in enumerate(account.swaps, 1):
        change.subtract(laid)
        change.update(taken)
        for animal, full in deadly_sets(expert).items():
            called = number == len(account.swaps) and shown.count(animal) == full
            if not called:
                limits[animal] = min(limits.get(animal, full), full - 1 - change[animal])
    return limits


def _fits(hand: str, limits: dict[str, int]) -> bool:
    return all(hand.count(animal) <= limit for animal, limit in limits.items())


def most_held(account: Account, expert: bool) -> tuple[int, ...]:
    """The most hares, pigs and cats a player can hold now, as he has not called sudden death."""
    limits = _limits(account, "", expert)
    return tuple(
        limits[animal] + account.change[animal] if animal in limits else VALUES[animal]
        for animal in DEADLY
    )
