"""Worlds a seat cannot tell from the real one: the unseen cards lie in every way alike."""

from __future__ import annotations

from collections import Counter
from random import Random

from waterhole.game.state import Setup
from waterhole.tembo.cards import COPIES, CROSSINGS, HAND, LION, PACK
from waterhole.tembo.deal import TemboDeal
from waterhole.tembo.moves import TemboMove
from waterhole.tembo.referee import can_play
from waterhole.tembo.state import TemboOptions, TemboRound, TemboState, outcome_of
from waterhole.tembo.table import Table
from waterhole.tembo.view import Memory, TemboView


def resample(view: TemboView, rng: Random) -> TemboState:
    """A full state that gives this very view."""
    seats = len(view.hand_sizes)
    rounds = [_World(memory, view, rng).round(over=i < len(view.scores))
              for i, memory in enumerate(view.memories)]  # fmt: skip
    # What is still to come is as unknown as what is hidden: a seed of its own.
    seed = f"{rng.getrandbits(128):032x}"
    deals = tuple(round.deal for round in rounds)
    setup = Setup(seats, TemboOptions(view.rounds, view.custom_deck), seed, deals)
    played = tuple(round.played() for round in rounds[: len(view.scores)])
    return TemboState(setup, played, rounds[-1], view.result)


class _World:
    """Walks through a remembered round and fills in what the seat did not see.

    Each card that another player showed was in one of the places his hand had at that moment, each
    equally likely; what he still holds fills the other places. As a hand has the same size whatever
    is in it, choosing so gives every arrangement of the unseen cards the same weight.
    """

    def __init__(self, memory: Memory, view: TemboView, rng: Random) -> None:
        self.memory = memory
        self.seat = view.seat
        self.seats = len(view.hand_sizes)
        self.deck = view.deck
        self.rng = rng
        # Places are numbered: those of the hands first, then those of the pile.
        self.places: dict[int, int] = {}
        self.pile_starts = HAND * self.seats
        self.held = [list(range(HAND * seat, HAND * seat + HAND)) for seat in range(self.seats)]
        if self.seat is not None and memory.hand is not None:
            self.places.update(zip(self.held[self.seat], memory.hand, strict=True))
        self.table = Table.empty(self.seats)
        self.turn = memory.first
        self.walk()

    def walk(self) -> None:
        drawn = 0
        for move in self.memory.moves:
            self.show(move)
            self.table, _ = self.table.after(move, self.turn, self.deck)
            drawn, lion = self.draw(drawn)
            if not lion:
                self.turn = (self.turn + 1) % self.seats

    def show(self, move: TemboMove) -> None:
        """A player lays cards of his hand open; his places get them unless they are known."""
        if move.card == LION:
            return
        held = self.held[self.turn]
        for card in move.cards:
            if self.turn == self.seat:
                place = next(place for place in held if self.places[place] == card)
            else:
                place = self.rng.choice(held)
                self.places[place] = card
            held.remove(place)

    def draw(self, drawn: int) -> tuple[int, bool]:
        """The player whose turn it is fills up his hand from the pile, up to a lion."""
        pile = self.memory.drawn
        while drawn < len(pile) and len(self.held[self.turn]) < HAND:
            place, card = self.pile_starts + drawn, pile[drawn][1]
            drawn += 1
            if card is not None:
                self.places[place] = card
            if card == LION:
                return drawn, True
            self.held[self.turn].append(place)
        return drawn, False

    def round(self, over: bool) -> TemboRound:
        """The round as it stands after the walk, the same as if it were played from its deal."""
        deal = self.deal(over)
        hands = tuple(tuple(sorted(map(self.places.__getitem__, held))) for held in self.held)
        drawers = tuple(drawer for drawer, _ in self.memory.drawn)
        lion = self.awaits_lion()
        outcome = None if lion else outcome_of(hands[self.turn], self.table, self.deck)
        moves, turn, table = self.memory.moves, self.turn, self.table
        return TemboRound(self.deck, deal, moves, turn, table, hands, drawers, lion, outcome)

    def deal(self, over: bool) -> TemboDeal:
        """Deals the unseen cards to the open places and gathers the whole deal."""
        unseen = Counter(COPIES)
        unseen.subtract(self.places.values())
        cards = [card for card in unseen.elements() if card != LION]
        self.rng.shuffle(cards)
        self.fill_hands(cards, over)
        cards += [LION] * unseen[LION]
        self.rng.shuffle(cards)
        places = range(len(PACK))
        open_places = [place for place in places if place not in self.places]
        self.places.update(zip(open_places, cards, strict=True))
        every = [self.places[place] for place in places]
        hands, pile = every[: self.pile_starts], every[self.pile_starts : -len(CROSSINGS)]
        return TemboDeal(
            self.memory.first,
            tuple(tuple(sorted(hands[i : i + HAND])) for i in range(0, len(hands), HAND)),
            tuple(every[-len(CROSSINGS) :]),
            tuple(pile),
        )

    def fill_hands(self, cards: list[int], over: bool) -> None:
        """Takes the others' hands from the shuffled cards. A round is over exactly if the player
        whose turn it is cannot play (T21), so his hand is drawn among those that fit."""
        for seat in sorted(range(self.seats), key=lambda seat: seat != self.turn):
            if seat == self.seat:
                continue
            hand = self.held[seat]
            if seat == self.turn and not self.awaits_lion():
                self.fit_first(cards, len(hand), over)
            for place in hand:
                self.places[place] = cards.pop(0)

    def fit_first(self, cards: list[int], size: int, over: bool) -> None:
        """Reorders the cards so that the first ones are a hand that can, or cannot, play."""
        if over:
            stuck = [card for card in cards if not can_play((card,), self.table)][:size]
            for card in stuck:
                cards.remove(card)
            self.rng.shuffle(cards)  # what is left was picked over, so it is shuffled again
            cards[:0] = stuck
            return
        while not can_play(tuple(cards[:size]), self.table):
            self.rng.shuffle(cards)

    def awaits_lion(self) -> bool:
        drawn = self.memory.drawn
        laid = sum(move.card == LION for move in self.memory.moves)
        return sum(card == LION for _, card in drawn) > laid
