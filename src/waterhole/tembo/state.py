"""A match of Tembo and the round on its table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, cast

from waterhole.game.options import Options, checked_mapping, whole_number
from waterhole.game.state import Setup, State
from waterhole.game.vocabulary import Deal, Event, Json, Move, Played, Result, Round, replaced
from waterhole.tembo import deal as dealing
from waterhole.tembo import scoring
from waterhole.tembo.cards import HAND, LION
from waterhole.tembo.deal import TemboDeal
from waterhole.tembo.deck import Deck, deck_from_list, default_deck
from waterhole.tembo.events import Drew, LionDrawn, RoundOver
from waterhole.tembo.moves import TemboMove
from waterhole.tembo.referee import Referee, can_play
from waterhole.tembo.scoring import TemboOutcome
from waterhole.tembo.table import Table
from waterhole.tembo.view import Memory, TemboView

MOST_ROUNDS = 100


@dataclass(frozen=True, slots=True)
class TemboOptions(Options):
    rounds: int = 2  # T23
    custom_deck: Deck | None = None  # T2

    @property
    def deck(self) -> Deck:
        return self.custom_deck or default_deck()

    def to_dict(self) -> Json:
        custom = {"deck": self.custom_deck.to_list()} if self.custom_deck else {}
        return {"rounds": self.rounds} | custom


def read_options(options: object) -> TemboOptions:
    given = checked_mapping(options, ("rounds", "deck"))
    rounds = whole_number(given, "rounds", 2, range(1, MOST_ROUNDS + 1))
    deck = given.get("deck")
    if "deck" in given:
        deck = deck_from_list(deck.animals if isinstance(deck, Deck) else deck)
    return TemboOptions(rounds, deck)


@dataclass(frozen=True, slots=True)
class TemboRound(Round):
    """One round: the table, the hands, the pile."""

    deck: Deck
    deal: TemboDeal
    moves: tuple[TemboMove, ...]
    turn: int
    table: Table
    hands: tuple[tuple[int, ...], ...]  # sorted
    drawers: tuple[int, ...]  # who drew each card of the pile that is drawn, in drawing order
    lion_drawn: bool = False  # the player whose turn it is drew a lion and must lay it
    outcome: TemboOutcome | None = None

    @classmethod
    def start(cls, deal: TemboDeal, deck: Deck) -> TemboRound:
        table = Table.empty(len(deal.hands))
        outcome = outcome_of(deal.hands[deal.first], table, deck)
        return cls(deck, deal, (), deal.first, table, deal.hands, (), False, outcome)

    def legal(self) -> tuple[TemboMove, ...]:
        return () if self.outcome else self._referee().legal()

    def play(self, move: Move) -> tuple[TemboRound, tuple[Event, ...]]:
        move = self._referee().check(move)
        seat = self.turn
        table, events = self.table.after(move, seat, self.deck)
        hand, drawers, lion = self._fill_up(move)
        held = len(drawers) - len(self.drawers) - lion
        if held:
            events += (Drew(seat, held),)
        if lion:
            events += (LionDrawn(seat),)
        hands = replaced(self.hands, seat, hand)
        turn = seat if lion else (seat + 1) % len(hands)
        outcome = None if lion else outcome_of(hands[turn], table, self.deck)
        moves = (*self.moves, move)
        round = TemboRound(self.deck, self.deal, moves, turn, table, hands, drawers, lion, outcome)
        return round, events

    def memory(self, seat: int | None) -> Memory:
        return Memory.of(self.deal, self.moves, self.drawers, seat)

    def _referee(self) -> Referee:
        return Referee(self.hands[self.turn], self.table, self.lion_drawn, self.deck)

    def _fill_up(self, move: TemboMove) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
        """Draws one card at a time up to five; a lion interrupts and is never held (T17, T18)."""
        hand = list(self.hands[self.turn])
        if move.card != LION:
            for card in move.cards:
                hand.remove(card)
        pile, drawn = self.deal.pile, len(self.drawers)
        lion = False
        while len(hand) < HAND and drawn < len(pile) and not lion:
            lion = pile[drawn] == LION
            if not lion:
                hand.append(pile[drawn])
            drawn += 1
        drawers = self.drawers + (self.turn,) * (drawn - len(self.drawers))
        return tuple(sorted(hand)), drawers, lion


def outcome_of(hand: tuple[int, ...], table: Table, deck: Deck) -> TemboOutcome | None:
    """The scores, if the player whose turn it is cannot play any card (T21, T22)."""
    return None if can_play(hand, table) else TemboOutcome(scoring.points(table.carried, deck))


@dataclass(frozen=True, slots=True)
class TemboState(State[TemboRound]):
    """A match of Tembo: two rounds unless chosen otherwise (T23)."""

    game: ClassVar[str] = dealing.GAME
    cites: ClassVar[Mapping[str, str]] = {
        "seats": "T1",
        "deal": "T3",
        "first": "T5",
        "over": "T21",
        "scores": "T22",
        "result": "T23",
    }

    @classmethod
    def first_seat(cls, setup: Setup, played: tuple[Played, ...]) -> int:
        if played:
            return (played[-1].deal.first + 1) % setup.seats  # the deal passes to the left (T5)
        return dealing.first_player(setup.seed, setup.seats)

    @classmethod
    def deal_from_seed(cls, setup: Setup, played: tuple[Played, ...]) -> TemboDeal:
        first = cls.first_seat(setup, played)
        return dealing.deal(setup.seed, setup.seats, len(played) + 1, first)

    @classmethod
    def start_round(cls, setup: Setup, played: tuple[Played, ...], deal: Deal) -> TemboRound:
        return TemboRound.start(cast(TemboDeal, deal), cast(TemboOptions, setup.options).deck)

    @classmethod
    def find_result(cls, setup: Setup, played: tuple[Played, ...]) -> Result | None:
        if len(played) < cast(TemboOptions, setup.options).rounds:
            return None
        final = scoring.totals(_scores(played), setup.seats)
        return Result(scoring.winners(final), final)

    def closing(self) -> tuple[Event, ...]:
        assert self.round.outcome is not None
        return (RoundOver(self.round.turn, self.round.outcome.scores),)

    def result_dict(self, result: Result) -> Json:
        return {"totals": list(result.final), "winners": list(result.winners)}

    def view(self, seat: int | None) -> TemboView:
        self.check_seat(seat)
        round, options = self.round, cast(TemboOptions, self.setup.options)
        return TemboView(
            seat=seat,
            rounds=options.rounds,
            custom_deck=options.custom_deck,
            to_move=self.to_move,
            lion_drawn=round.lion_drawn,
            hand=None if seat is None else round.hands[seat],
            hand_sizes=tuple(map(len, round.hands)),
            pile=len(round.deal.pile) - len(round.drawers),
            table=round.table,
            scores=_scores(self.played),
            memories=self.memories(seat),
            result=self.result,
        )


def _scores(played: tuple[Played, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(cast(TemboOutcome, past.outcome).scores for past in played)
