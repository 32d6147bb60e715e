"""One match of the arena: played to its end, or to the point where a bot forfeits it."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from random import Random
from time import monotonic, perf_counter
from typing import Any, NamedTuple

from waterhole.bots import Player, chance
from waterhole.game import Move, State, View
from waterhole.game.options import shown
from waterhole.game.vocabulary import Json
from waterhole.lab.arena.schedule import Fixture

# What a bot can do to forfeit a match.
CRASHED = "crashed"
ILLEGAL = "illegal move"
STALLED = "stalled"
DIED = "died"
FORFEITS = (CRASHED, ILLEGAL, STALLED, DIED)

LONGEST_TEXT = 200  # characters quoted of what a bot hands us


class Forfeit(NamedTuple):
    """Why a match was not played to its end."""

    seat: int
    kind: str  # one of FORFEITS
    text: str  # in words that follow the name of the bot


class Match(NamedTuple):
    """A match that is over. What is told of each seat stands in the order of the seats."""

    fixture: Fixture
    finals: tuple[int, ...] | None  # points or lives; None for a forfeited match
    winners: tuple[int, ...]  # of a forfeited match: all but the culprit
    moves: tuple[int, ...]
    seconds: tuple[float, ...]  # thought in all
    forfeit: Forfeit | None = None
    record: Json | None = None  # where it was asked for

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the win."""
        share = 1 / len(self.winners)
        return tuple(share * (seat in self.winners) for seat in range(len(self.moves)))


class Contender(NamedTuple):
    """A bot, and how many seconds it may take for a move."""

    player: Player
    limit: float


class Watch:
    """Who is to move and until when, in memory that another process can look at."""

    def __init__(self, memory: MutableSequence[float]) -> None:
        self.memory = memory  # the deadline by the clock all processes share, or 0; the seat

    def begin(self, seat: int, limit: float) -> None:
        self.memory[1] = seat  # first who, then until when: whoever looks finds both right
        self.memory[0] = monotonic() + limit

    def end(self) -> None:
        self.memory[0] = 0


def deal_seed(seed: str, deal: int) -> str:
    """The seed of a deal; the cards are the same at all its tables."""
    return f"{seed}/{deal}"


def play(
    state: State[Any], seed: str, fixture: Fixture, contenders: Sequence[Contender], watch: Watch
) -> tuple[Match, State[Any]]:
    """Plays a match from its first state on; also gives its last state."""
    place = f"{seed}/{fixture.deal}/table {fixture.table}/rotation {fixture.rotation}"
    # A source of chance for each seat: no bot can foresee what another will do.
    sources = [chance(f"{place}/bot {seat}") for seat in range(len(contenders))]
    moves, seconds = [0] * len(contenders), [0.0] * len(contenders)
    forfeit = None
    while forfeit is None and (seat := state.to_move) is not None:
        view, limit = state.view(seat), contenders[seat].limit
        watch.begin(seat, limit)
        started = perf_counter()
        move, forfeit = _choice(contenders[seat].player, view, sources[seat])
        taken = perf_counter() - started
        seconds[seat] += taken
        if forfeit is None and taken > limit:  # late, though nobody has looked meanwhile
            forfeit = stalled(seat, limit)
        if forfeit is None:
            moves[seat] += 1
            state, forfeit = _after(state, move)
        watch.end()  # not before: rubbish can stall or kill whoever looks at it
    if forfeit:
        return forfeited(fixture, forfeit, moves, seconds), state
    assert state.result is not None
    ended = (state.result.final, state.result.winners)
    return Match(fixture, *ended, tuple(moves), tuple(seconds)), state


def forfeited(
    fixture: Fixture, forfeit: Forfeit, moves: Sequence[int] = (), seconds: Sequence[float] = ()
) -> Match:
    """A match that one seat has lost to all the others."""
    seats = range(len(fixture.bots))
    winners = tuple(seat for seat in seats if seat != forfeit.seat)
    none = [0] * len(seats)
    return Match(fixture, None, winners, tuple(moves or none), tuple(seconds or none), forfeit)


def stalled(seat: int, limit: float) -> Forfeit:
    return Forfeit(seat, STALLED, f"stalled for more than {limit:g} s")


def _choice(player: Player, view: View, source: Random) -> tuple[Any, Forfeit | None]:
    """What a bot chooses. Whatever it raises, even SystemExit, is its own affair."""
    try:
        return player.choose(view, source), None
    except BaseException as error:
        return None, Forfeit(view.seat or 0, CRASHED, f"crashed with {described(error)}")


def _after(state: State[Any], move: object) -> tuple[State[Any], Forfeit | None]:
    try:
        return state.play(move).state, None  # type: ignore[arg-type]
    except BaseException:  # rubbish can fail in any way
        assert state.to_move is not None
        text = f"played an illegal move {quoted(move)}"
        return state, Forfeit(state.to_move, ILLEGAL, text)


def described(error: BaseException) -> str:
    """An error in one line."""
    try:
        text = str(error).strip()
    except BaseException:  # an error that cannot even be printed
        text = ""
    return plain(f"{type(error).__name__}: {text}" if text else type(error).__name__)


def quoted(move: object) -> str:
    try:
        return plain(str(move) if isinstance(move, Move) else shown(move))
    except BaseException:  # rubbish that cannot even be printed
        return plain(f"that {type(move).__name__}")


def plain(text: str) -> str:
    """A text as one line, not too long, that every file takes and no terminal obeys."""
    line = " ".join(text.split())[:LONGEST_TEXT]
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)
