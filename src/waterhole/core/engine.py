"""Games whose rounds are played by the core, behind the API of the rules in Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, cast

from waterhole.core.library import library, require
from waterhole.game import Event, Game, Move, State, View
from waterhole.game import load as load_rules
from waterhole.game.options import Options
from waterhole.game.state import Setup
from waterhole.game.vocabulary import Deal, Played
from waterhole.life import Life
from waterhole.life.deal import LifeDeal, next_player
from waterhole.life.events import Knocked, Swapped
from waterhole.life.moves import MOVES as LIFE_MOVES
from waterhole.life.moves import LifeMove
from waterhole.life.scoring import KNOCK, LAP_LIMIT, SUDDEN_DEATH, LifeOutcome
from waterhole.life.state import LifeOptions, LifeRound, LifeState, lives_left
from waterhole.tembo import Tembo
from waterhole.tembo.cards import LION, NAMES, SPECIES
from waterhole.tembo.deal import TemboDeal
from waterhole.tembo.deck import Deck
from waterhole.tembo.events import Carried, Closed, Drew, Eaten, LionDrawn, Placed
from waterhole.tembo.moves import MOVES as TEMBO_MOVES
from waterhole.tembo.moves import TemboMove
from waterhole.tembo.scoring import TemboOutcome
from waterhole.tembo.state import TemboOptions, TemboRound, TemboState
from waterhole.tembo.table import Animal, Table

if TYPE_CHECKING:
    from waterhole.core._core import LifeRound as LifeCore
    from waterhole.core._core import TemboRound as TemboCore

TEMBO_IDS = {move: id for id, move in enumerate(TEMBO_MOVES)}
LIFE_IDS = {move: id for id, move in enumerate(LIFE_MOVES)}
ENDINGS = (None, KNOCK, SUDDEN_DEATH, LAP_LIMIT)


def deck_arrays(deck: Deck) -> tuple[list[int], list[int]]:
    """Species, as numbers, and points of the animals in order."""
    species = [SPECIES.index(kind) for kind, _ in deck.animals]
    return species, [points for _, points in deck.animals]


@dataclass(frozen=True, slots=True)
class CompiledTemboRound(TemboRound):
    """A round of Tembo whose every fact comes from the core."""

    core: TemboCore = field(default=cast(Any, None), compare=False, repr=False)

    @classmethod
    def deal_out(cls, deal: TemboDeal, deck: Deck) -> CompiledTemboRound:
        hands = [list(hand) for hand in deal.hands]
        species, points = deck_arrays(deck)
        core = library.TemboRound.start(
            deal.first, hands, list(deal.pile), list(deal.crossings), species, points
        )
        return cls._of(core, deck, deal, (), ())

    @classmethod
    def _of(
        cls,
        core: TemboCore,
        deck: Deck,
        deal: TemboDeal,
        moves: tuple[TemboMove, ...],
        drawers: tuple[int, ...],
    ) -> CompiledTemboRound:
        rows = tuple(tuple(map(Animal._make, row)) for row in core.rows)
        carried = tuple(map(tuple, core.carried))
        table = Table(rows, tuple(core.lions), carried, tuple(core.out))
        hands = tuple(map(tuple, core.hands))
        outcome = TemboOutcome(tuple(core.points)) if core.is_over else None
        return cls(
            deck, deal, moves, core.turn, table, hands, drawers, core.lion_drawn, outcome, core
        )

    def legal(self) -> tuple[TemboMove, ...]:
        return tuple(map(TEMBO_MOVES.__getitem__, self.core.legal()))

    def play(self, move: Move) -> tuple[CompiledTemboRound, tuple[Event, ...]]:
        id = TEMBO_IDS.get(move) if isinstance(move, TemboMove) else None
        if id is None or not self.core.is_legal(id):
            self._referee().check(move)  # says which rule forbids it
            raise AssertionError(f"the rules allow {move} and the core does not")
        chosen, core = TEMBO_MOVES[id], self.core.after(id)
        drawers = self.drawers + (self.turn,) * (core.drawn - self.core.drawn)
        after = self._of(core, self.deck, self.deal, (*self.moves, chosen), drawers)
        return after, self._events(chosen, after)

    def __reduce__(self) -> tuple[Any, ...]:
        return _played, (CompiledTemboRound, (self.deal, self.deck), self.moves)

    def _events(self, move: TemboMove, after: CompiledTemboRound) -> tuple[Event, ...]:
        """What was seen to happen, from what lies on the table before and after."""
        seat, crossing = self.turn, move.crossing
        row, left = self.table.row(crossing), after.table.row(crossing)
        eaten = tuple(animal for animal in row if animal not in left)
        events: tuple[Event, ...]
        if len(left) > len(row):
            events = (Placed(seat, move.cards, crossing),)
        elif after.table.carried != self.table.carried:
            events = (Carried(seat, crossing, row),)
        else:
            events = (Eaten(seat, NAMES[move.card], crossing, eaten),) if eaten else ()
        if move.card == LION:
            events += (Closed(seat, crossing),)
        held = len(after.drawers) - len(self.drawers) - after.lion_drawn
        if held:
            events += (Drew(seat, held),)
        return (*events, LionDrawn(seat)) if after.lion_drawn else events


@dataclass(frozen=True, slots=True)
class CompiledTemboState(TemboState):
    """A match of Tembo played by the core."""

    @classmethod
    def start_round(
        cls, setup: Setup, played: tuple[Played, ...], deal: Deal
    ) -> CompiledTemboRound:
        deck = cast(TemboOptions, setup.options).deck
        return CompiledTemboRound.deal_out(cast(TemboDeal, deal), deck)


@dataclass(frozen=True, slots=True)
class CompiledLifeRound(LifeRound):
    """A round of Life is Life whose every fact comes from the core."""

    core: LifeCore = field(default=cast(Any, None), compare=False, repr=False)

    @classmethod
    def deal_out(
        cls, options: LifeOptions, lives: tuple[int, ...], deal: LifeDeal
    ) -> CompiledLifeRound:
        core = library.LifeRound.start(
            deal.first,
            list(lives),
            list(deal.hands),
            list(deal.rows),
            options.expert,
            options.lap_limit,
        )
        return cls._of(core, options, lives, deal, ())

    @classmethod
    def _of(
        cls,
        core: LifeCore,
        options: LifeOptions,
        lives: tuple[int, ...],
        deal: LifeDeal,
        moves: tuple[LifeMove, ...],
    ) -> CompiledLifeRound:
        ending, outcome, turn = ENDINGS[core.ending], None, core.turn
        if ending is not None:
            outcome = LifeOutcome(ending, tuple(core.points), tuple(core.lives))
        if ending == SUDDEN_DEATH:  # the core leaves the turn with the player who called it
            turn = next_player(turn, lives)
        rows, hands = tuple(core.rows), tuple(core.hands)
        return cls(options, lives, deal, moves, turn, rows, hands, core.knocker, outcome, core)

    def legal(self) -> tuple[LifeMove, ...]:
        return tuple(map(LIFE_MOVES.__getitem__, self.core.legal()))

    def play(self, move: Move) -> tuple[CompiledLifeRound, tuple[Event, ...]]:
        id = LIFE_IDS.get(move) if isinstance(move, LifeMove) else None
        if id is None or not self.core.is_legal(id):
            self._referee().check(move)  # says which rule forbids it
            raise AssertionError(f"the rules allow {move} and the core does not")
        chosen = LIFE_MOVES[id]
        after = self._of(
            self.core.after(id), self.options, self.lives, self.deal, (*self.moves, chosen)
        )
        if not chosen.row:
            return after, (Knocked(self.turn, first=self.knocker is None),)
        taken = self.rows[chosen.row - 1]
        return after, (Swapped(self.turn, chosen.row, chosen.laid, taken),)

    def __reduce__(self) -> tuple[Any, ...]:
        return _played, (CompiledLifeRound, (self.options, self.lives, self.deal), self.moves)


def _played(kind: Any, start: tuple[Any, ...], moves: tuple[Move, ...]) -> Any:
    """A round that was sent elsewhere: dealt and played again."""
    round = kind.deal_out(*start)
    for move in moves:
        round = round.play(move)[0]
    return round


@dataclass(frozen=True, slots=True)
class CompiledLifeState(LifeState):
    """A match of Life is Life played by the core."""

    @classmethod
    def start_round(cls, setup: Setup, played: tuple[Played, ...], deal: Deal) -> CompiledLifeRound:
        options, lives = cast(LifeOptions, setup.options), lives_left(setup.seats, played)
        return CompiledLifeRound.deal_out(options, lives, cast(LifeDeal, deal))


class CompiledTembo(Tembo):
    state = CompiledTemboState

    def resample(self, view: View, rng: Random) -> TemboState:
        return cast(TemboState, from_state(super().resample(view, rng)))

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (self.name,)


class CompiledLife(Life):
    state = CompiledLifeState

    def resample(self, view: View, rng: Random) -> LifeState:
        return cast(LifeState, from_state(super().resample(view, rng)))

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (self.name,)


def tembo_arguments(options: Options) -> tuple[list[int], list[int], int]:
    """The options of Tembo as the core takes them."""
    chosen = cast(TemboOptions, options)
    return (*deck_arrays(chosen.deck), chosen.rounds)


def life_arguments(options: Options) -> tuple[bool, int]:
    """The options of Life is Life as the core takes them."""
    chosen = cast(LifeOptions, options)
    return (chosen.expert, chosen.lap_limit)


def given_rounds(setup: Setup) -> list[Any]:
    """The rounds of a match that do not follow from the seed, as the core takes them."""
    options = setup.options
    if isinstance(options, TemboOptions):
        deals = cast("tuple[TemboDeal, ...]", setup.deals)
        return [CompiledTemboRound.deal_out(deal, options.deck).core for deal in deals]
    return [_given_life(cast(LifeOptions, options), cast(LifeDeal, deal)) for deal in setup.deals]


def _given_life(options: LifeOptions, deal: LifeDeal) -> LifeCore:
    """The core counts the lives itself, and asks only who is dealt in."""
    lives = tuple(len(hand) for hand in deal.hands)
    return CompiledLifeRound.deal_out(options, lives, deal).core


GAMES: dict[str, Game] = {"tembo": CompiledTembo(), "life": CompiledLife()}


def load(name: object) -> Game:
    """A game by its name, played by the core."""
    require()
    return GAMES[load_rules(name).name]


def resample(view: View, rng: Random) -> State[Any]:
    """A full state this view's seat cannot tell from the real one, played on by the core."""
    return load(view.game).resample(view, rng)


def from_state(state: State[Any]) -> State[Any]:
    """The same match, played on by the core."""
    compiled = load(state.game).state
    deals: Sequence[Deal] = [*(played.deal for played in state.played), state.round.deal]
    setup = Setup(state.setup.seats, state.setup.options, state.setup.seed, tuple(deals))
    before = state.played[:-1] if state.result else state.played
    round = compiled.start_round(setup, before, state.round.deal)
    for move in state.round.moves:
        round = round.play(move)[0]
    return compiled(state.setup, state.played, round, state.result)
