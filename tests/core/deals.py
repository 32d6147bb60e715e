"""Deals that a shuffle seldom gives: lions on top of the pile, a player who cannot begin, hands of
few species."""

from __future__ import annotations

from random import Random

from waterhole.game.state import Setup
from waterhole.game.vocabulary import Deal
from waterhole.life.cards import HAND as LIFE_HAND
from waterhole.life.cards import PACK as LIFE_PACK
from waterhole.life.cards import ROWS, in_order
from waterhole.life.deal import LifeDeal
from waterhole.life.state import LifeOptions
from waterhole.tembo.cards import CROSSINGS, ELEPHANT, HAND, LION, PACK
from waterhole.tembo.deal import TemboDeal


def odd_deals(setup: Setup, rng: Random) -> tuple[Deal, ...]:
    """Deals for all rounds of Tembo or for the first round of Life is Life."""
    first = rng.randrange(setup.seats)
    if isinstance(setup.options, LifeOptions):
        return (life_deal(setup.seats, first, rng),)
    rounds: int = getattr(setup.options, "rounds", 0)
    return tuple(
        tembo_deal(setup.seats, (first + number) % setup.seats, rng) for number in range(rounds)
    )


def tembo_deal(seats: int, first: int, rng: Random) -> TemboDeal:
    cards = [card for card in PACK if card != LION]
    rng.shuffle(cards)
    if rng.random() < 0.1:  # five elephants cannot begin (T12, T21)
        cards.sort(key=lambda card: card != ELEPHANT)
        cards[5:] = rng.sample(cards[5:], len(cards) - 5)
    hands = [cards[i : i + HAND] for i in range(0, HAND * seats, HAND)]
    hands = hands[-first:] + hands[:-first]  # the elephants are the first player's
    rest = cards[HAND * seats :]
    crossings, pile = rest[: len(CROSSINGS)], rest[len(CROSSINGS) :]
    deepest = rng.choice((0, 3, 12, len(pile)))
    for _ in range(3):
        pile.insert(rng.randint(0, deepest), LION)
    return TemboDeal(
        first, tuple(tuple(sorted(hand)) for hand in hands), tuple(crossings), tuple(pile)
    )


def life_deal(seats: int, first: int, rng: Random) -> LifeDeal:
    """Few species in a hand, or a hand that lacks one card of a set, which lies in row 1 (L8)."""
    cards = list(LIFE_PACK)
    cut = rng.randrange(len(cards))
    cards = cards[cut:] + cards[:cut]
    for _ in range(rng.choice((3, 10, 30, 100))):
        i, j = rng.randrange(len(cards)), rng.randrange(len(cards))
        cards[i], cards[j] = cards[j], cards[i]
    if rng.random() < 0.8:
        animal = rng.choice("HP" if rng.random() < 0.8 else "C")  # cats are harmless to experts
        cards.sort(key=lambda card: card != animal)
        cards.insert(LIFE_HAND * seats, cards.pop(0))
    source = iter(cards)

    def take(count: int) -> str:
        return in_order(next(source) for _ in range(count))

    hands = [take(LIFE_HAND) for _ in range(seats)]
    hands = hands[-first:] + hands[:-first]  # the set is within the first player's reach
    return LifeDeal(first, tuple(hands), tuple(map(take, ROWS)), in_order(source))
