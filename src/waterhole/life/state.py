"""A match of Life is Life and the round on its table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, cast

from waterhole.game.options import Options, checked_mapping, flag, whole_number
from waterhole.game.state import Setup, State
from waterhole.game.vocabulary import Deal, Event, Json, Move, Played, Result, Round, replaced
from waterhole.life import deal as dealing
from waterhole.life import scoring
from waterhole.life.cards import LIVES, in_order, without
from waterhole.life.deal import LifeDeal, next_player
from waterhole.life.events import Knocked, LivesChanged, Out, Scored, SuddenDeath, Swapped
from waterhole.life.moves import KNOCK, LifeMove
from waterhole.life.referee import Referee, everybody_has_swapped
from waterhole.life.scoring import LifeOutcome
from waterhole.life.view import LifeView, Memory

MOST_LAPS = 1000


@dataclass(frozen=True, slots=True)
class LifeOptions(Options):
    expert: bool = False  # L14
    lap_limit: int = 0  # L15; 0 sets no limit

    def to_dict(self) -> Json:
        return {"expert": self.expert, "lap_limit": self.lap_limit}


def read_options(options: object) -> LifeOptions:
    given = checked_mapping(options, ("expert", "lap_limit"))
    expert = flag(given, "expert", False)
    return LifeOptions(expert, whole_number(given, "lap_limit", 0, range(MOST_LAPS + 1)))


@dataclass(frozen=True, slots=True)
class LifeRound(Round):
    """One round: the rows, the hands, who knocked. Seats without lives are out."""

    options: LifeOptions
    lives: tuple[int, ...]  # when the round began
    deal: LifeDeal
    moves: tuple[LifeMove, ...]
    turn: int
    rows: tuple[str, ...]
    hands: tuple[str, ...]
    knocker: int | None = None  # who knocked first
    outcome: LifeOutcome | None = None

    @classmethod
    def start(cls, options: LifeOptions, lives: tuple[int, ...], deal: LifeDeal) -> LifeRound:
        return cls(options, lives, deal, (), deal.first, deal.rows, deal.hands)

    def legal(self) -> tuple[LifeMove, ...]:
        return () if self.outcome else self._referee().legal()

    def play(self, move: Move) -> tuple[LifeRound, tuple[Event, ...]]:
        move = self._referee().check(move)
        seat, rows, hands, knocker = self.turn, self.rows, self.hands, self.knocker
        event: Event
        if move == KNOCK:
            event = Knocked(seat, first=knocker is None)
            knocker = seat if knocker is None else knocker
        else:
            taken = rows[move.row - 1]
            event = Swapped(seat, move.row, move.laid, taken)
            hand = in_order(without(hands[seat], move.laid) + taken)
            hands = replaced(hands, seat, hand)
            rows = replaced(rows, move.row - 1, move.laid)
        turn = next_player(seat, self.lives)
        moves = (*self.moves, move)
        outcome = self._outcome(move, hands, knocker == turn, knocker is None)
        round = LifeRound(
            self.options, self.lives, self.deal, moves, turn, rows, hands, knocker, outcome
        )
        return round, (event,)

    def memory(self, seat: int | None) -> Memory:
        return Memory.of(self.deal, self.moves, self.shown(), seat)

    def shown(self) -> tuple[str, ...]:
        """What each seat lays open when the round is over: its hand, or after sudden death the
        caller's sets alone."""
        if self.outcome is None:
            return ("",) * len(self.hands)
        if self.outcome.ending != scoring.SUDDEN_DEATH:
            return self.hands
        sets = scoring.complete_sets(self.hands[self.caller], self.options.expert)
        return replaced(("",) * len(self.hands), self.caller, sets)

    @property
    def caller(self) -> int:
        """After sudden death, the player who called it: the last to move."""
        players = [seat for seat, left in enumerate(self.lives) if left]
        return players[players.index(self.turn) - 1]

    def _referee(self) -> Referee:
        has_swapped = everybody_has_swapped(self.moves, self.lives)
        return Referee(self.hands[self.turn], self.rows, has_swapped)

    def _players(self) -> int:
        return sum(map(bool, self.lives))

    def _outcome(
        self, move: LifeMove, hands: tuple[str, ...], last_turns_over: bool, nobody_knocked: bool
    ) -> LifeOutcome | None:
        """How the round ends with this move, if it does."""
        expert, lap_limit = self.options.expert, self.options.lap_limit
        if move != KNOCK and scoring.complete_sets(hands[self.turn], expert):
            lives = scoring.lives_after_sudden_death(self.lives, self.turn, expert)
            return LifeOutcome(scoring.SUDDEN_DEATH, (0,) * len(lives), lives)
        if last_turns_over:
            return self._scored(scoring.KNOCK, hands)
        turns = len(self.moves) + 1
        if nobody_knocked and lap_limit and turns == lap_limit * self._players():
            return self._scored(scoring.LAP_LIMIT, hands)
        return None

    def _scored(self, ending: str, hands: tuple[str, ...]) -> LifeOutcome:
        points = scoring.points(hands)
        return LifeOutcome(ending, points, scoring.lives_after_scoring(self.lives, points))


@dataclass(frozen=True, slots=True)
class LifeState(State[LifeRound]):
    """A match of Life is Life: rounds until one player is left (L11)."""

    game: ClassVar[str] = dealing.GAME
    cites: ClassVar[Mapping[str, str]] = {
        "seats": "L3",
        "deal": "L2",
        "first": "L3",
        "over": "L7",
        "ending": "L7",
        "points": "L9",
        "lives": "L10",
        "result": "L11",
    }

    @classmethod
    def first_seat(cls, setup: Setup, played: tuple[Played, ...]) -> int:
        if played:
            return next_player(played[-1].deal.first, lives_left(setup.seats, played))  # L3
        return dealing.first_player(setup.seed, setup.seats)

    @classmethod
    def deal_from_seed(cls, setup: Setup, played: tuple[Played, ...]) -> LifeDeal:
        first, lives = cls.first_seat(setup, played), lives_left(setup.seats, played)
        return dealing.deal(setup.seed, len(played) + 1, first, lives)

    @classmethod
    def start_round(cls, setup: Setup, played: tuple[Played, ...], deal: Deal) -> LifeRound:
        options, lives = cast(LifeOptions, setup.options), lives_left(setup.seats, played)
        return LifeRound.start(options, lives, cast(LifeDeal, deal))

    @classmethod
    def find_result(cls, setup: Setup, played: tuple[Played, ...]) -> Result | None:
        lives = lives_left(setup.seats, played)
        winners = tuple(seat for seat, left in enumerate(lives) if left)
        return Result(winners, lives) if len(winners) == 1 else None

    def closing(self) -> tuple[Event, ...]:
        round, outcome = self.round, self.round.outcome
        assert outcome is not None
        event: Event
        if outcome.ending == scoring.SUDDEN_DEATH:
            event = SuddenDeath(round.caller, round.shown()[round.caller])
        else:
            majorities = scoring.majorities(round.hands)
            event = Scored(outcome.ending, round.hands, majorities, outcome.points)
        change = tuple(b - a for a, b in zip(round.lives, outcome.lives, strict=True))
        out = [Out(s) for s, left in enumerate(outcome.lives) if round.lives[s] and not left]
        return (event, LivesChanged(change, outcome.lives), *out)

    def result_dict(self, result: Result) -> Json:
        return {"winners": list(result.winners), "lives": list(result.final)}

    def view(self, seat: int | None) -> LifeView:
        self.check_seat(seat)
        round, options = self.round, cast(LifeOptions, self.setup.options)
        return LifeView(
            seat=seat,
            expert=options.expert,
            lap_limit=options.lap_limit,
            to_move=self.to_move,
            hand=None if seat is None else round.hands[seat],
            rows=round.rows,
            lives=round.lives if self.result is None else self.result.final,
            knocker=round.knocker,
            outcomes=tuple(cast(LifeOutcome, past.outcome) for past in self.played),
            memories=self.memories(seat),
            result=self.result,
        )


def lives_left(seats: int, played: tuple[Played, ...]) -> tuple[int, ...]:
    return cast(LifeOutcome, played[-1].outcome).lives if played else (LIVES,) * seats
