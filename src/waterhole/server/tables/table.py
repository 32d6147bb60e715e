"""A table: its log, folded. Nothing here decides; ``commands`` says what may happen next."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, NoReturn

from waterhole import core
from waterhole.core.telling import tell
from waterhole.game import Game, State, load
from waterhole.game.state import Setup
from waterhole.game.telling import PlainTelling, Telling
from waterhole.game.vocabulary import Json
from waterhole.server.tables import fairness
from waterhole.server.tables.clocks import Clocks, Time
from waterhole.server.tables.entries import (
    NO_CLOCK,
    AnyEntry,
    Archived,
    BotSat,
    Closing,
    Created,
    Followed,
    Left,
    Logged,
    Moved,
    Opened,
    Sat,
    Started,
    StoodIn,
    TookBack,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from waterhole.server.tables.phases import Phase

STAND_IN = "medium"  # plays for who is gone
STEPS_BACK = 16  # so many moves can be taken back one after another
NOTHING = b"[]"


@dataclass(slots=True)
class Seat:
    """Who sits here: a player, a bot, or nobody."""

    player: str | None = None
    name: str = ""
    level: str | None = None  # of a bot
    hash: str | None = None
    nonce: str | None = None
    away: str | None = None  # why a bot plays for him

    @property
    def taken(self) -> bool:
        return self.player is not None or self.level is not None

    @property
    def bot(self) -> str | None:
        """The bot that chooses the moves of this seat, if one does."""
        return STAND_IN if self.away else self.level


class Reached(NamedTuple):
    """A match in Python's own form, after so many moves."""

    moves: int
    state: State[Any]


class Back(NamedTuple):
    """The table before a move, for taking it back."""

    match: Telling
    reached: Reached | None  # so that a look at all of it after an undo need not begin anew
    seat: int
    free: bool  # the move showed nothing hidden
    time: Time  # of the seat, when it moved


def rules_of(game: str) -> Game:
    """The compiled rules where they are built, Python's otherwise."""
    return core.load(game) if core.available else load(game)


def begin(game: str, setup: Setup) -> Telling:
    """A match, told by the core where it is built."""
    return tell(setup) if core.available else PlainTelling(load(game).state.begin(setup))


@dataclass(slots=True)
class Table:
    id: str
    made: Created
    version: int = 0
    changed: float = 0.0
    phase: Phase = "gathering"
    seats: list[Seat] = field(default_factory=list)
    setup: Setup | None = None  # of the match, once it is dealt
    match: Telling | None = None
    line: list[str] = field(default_factory=list)  # the match's moves: none that was taken back
    reached: Reached | None = None  # the match as far as somebody asked for all of it
    turn_version: int = 0  # the version after which the seat to move could see its turn
    back: deque[Back] = field(default_factory=lambda: deque(maxlen=STEPS_BACK))
    asked: int | None = None  # the seat that asks for a move back
    asked_version: int = 0  # the version after which the others could see that
    agreed: set[int] = field(default_factory=set)
    clocks: Clocks = field(default_factory=lambda: Clocks(NO_CLOCK))
    next: str | None = None  # the rematch
    made_at: float = 0.0
    closed_at: float = 0.0  # when the seats were fixed
    history: list[bytes] = field(default_factory=list)  # the events of each entry, as JSON
    ahead: tuple[str, Telling] | None = None  # a move that was tried, and where it leads
    stood_in: tuple[int, ...] = ()  # seats whose nonce the server gave
    order: tuple[int, ...] = ()

    @classmethod
    def of(cls, log: list[Logged]) -> Table:
        """A table from its whole log."""
        first = log[0]
        assert isinstance(first.entry, Created)
        table = cls(first.table, first.entry)
        for logged in log:
            table.apply(logged)
        return table

    # What can be asked ---------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return rules_of(self.made.game)

    @property
    def commitment(self) -> str:
        return fairness.commitment(self.id, self.made.secret)

    @property
    def to_move(self) -> int | None:
        return self.match.to_move if self.match and self.phase == "playing" else None

    @property
    def state(self) -> State[Any] | None:
        """The whole match, with all its secrets. Made when somebody asks: moves do without."""
        if self.setup is None:
            return None
        game = self.game
        played, state = self.reached or (0, game.state.begin(self.setup))
        for move in self.line[played:]:
            state = state.play(game.parse(move)).state
        self.reached = Reached(len(self.line), state)
        return state

    def seat_of(self, player: str | None) -> int | None:
        """The seat of a player; None: he is a spectator."""
        for number, seat in enumerate(self.seats):
            if player is not None and seat.player == player:
                return number
        return None

    def people(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.player is not None]

    def free_undo(self, seat: int) -> bool:
        """Whether the last move is this seat's and can be taken back without asking."""
        return (
            self.phase == "playing"
            and bool(self.back)
            and self.back[-1].seat == seat
            and (self.back[-1].free)
        )

    @property
    def aside(self) -> int:
        """How many entries of the log are no moves of the match, but what happened around them."""
        return self.version - len(self.line)

    def look_ahead(self, move: str) -> Telling:
        """Where a move leads; raises our errors. What was tried last is remembered."""
        if self.ahead is None or self.ahead[0] != move:
            assert self.match is not None
            after = self.match.after(move)
            if after is None:
                self._explain(move)
            self.ahead = move, after
        return self.ahead[1]

    def _explain(self, move: str) -> NoReturn:
        """Says which rule forbids a move."""
        meant = self.game.parse(move)
        assert self.state is not None
        self.state.play(meant)
        raise AssertionError(f"the rules allow {move} and the core does not")

    def names(self) -> list[str]:
        return [f"bot:{seat.level}" if seat.level else seat.name for seat in self.seats]

    def record(self) -> Json:
        """The match with all its secrets, and how its seed came to be: for after the end."""
        assert self.state is not None
        return self.state.record(self.names()) | {"fairness": self.proof()}

    def proof(self) -> Json:
        """Everything that is needed to check the seed. Nonces are in the order in which the seats
        were fixed; the players then sat down in the order given."""
        before = sorted(range(len(self.seats)), key=lambda number: self.order[number])
        seats = [self.seats[number] for number in before]
        return {
            "protocol": fairness.PROTOCOL,
            "table": self.id,
            "commitment": self.commitment,
            "secret": self.made.secret,
            "nonces": [seat.nonce for seat in seats],
            "hashes": [seat.hash for seat in seats],
            "stood_in": list(self.stood_in),
            "order": list(self.order),
        }

    # The log -------------------------------------------------------------------------------------

    def apply(self, logged: Logged) -> None:
        """One more entry, which was decided against the table as it is now."""
        assert logged.version == self.version + 1, "entries come in order"
        self.version, self.changed = logged.version, logged.at
        self.history.append(NOTHING)
        _APPLY[type(logged.entry)](self, logged.entry, logged.at)
        self.ahead = None

    def after(self, logged: Logged) -> Table:
        """The table that one more entry makes of this one, which stays as it is."""
        later = replace(
            self,
            seats=list(self.seats),
            back=self.back.copy(),
            agreed=set(self.agreed),
            clocks=replace(self.clocks, left=list(self.clocks.left)),
            history=list(self.history),
            line=list(self.line),
        )
        later.apply(logged)
        return later

    def _created(self, entry: Created, at: float) -> None:
        self.made_at = at
        self.seats = [Seat() for _ in range(entry.seats)]
        self.clocks = Clocks(entry.clock)

    def _sat(self, entry: Sat, at: float) -> None:
        self.seats[entry.seat] = Seat(player=entry.player, name=entry.name, hash=entry.hash)

    def _bot_sat(self, entry: BotSat, at: float) -> None:
        self.seats[entry.seat] = Seat(level=entry.level)

    def _left(self, entry: Left, at: float) -> None:
        self.seats[entry.seat] = Seat()

    def _closing(self, entry: Closing, at: float) -> None:
        self.phase, self.closed_at = "opening", at

    def _opened(self, entry: Opened, at: float) -> None:
        self.seats[entry.seat] = replace(self.seats[entry.seat], nonce=entry.nonce)

    def _started(self, entry: Started, at: float) -> None:
        self.stood_in = tuple(n for n, seat in enumerate(self.seats) if seat.nonce is None)
        seed, nonces = self.seed(), self.nonces()
        self.order = entry.order
        self.seats = [replace(self.seats[n], nonce=nonces[n]) for n in entry.order]
        self.setup = self.game.setup(len(self.seats), seed, self.made.options)
        self.match = begin(self.made.game, self.setup)
        self.phase = "over" if self.match.is_over else "playing"
        self.clocks.start(len(self.seats))
        self.clocks.begin(self.to_move, at)
        self.turn_version = self.version

    def seed(self) -> str:
        """The seed, while the seats are in the order in which they were fixed."""
        return fairness.seed(self.id, self.made.secret, self.nonces())

    def nonces(self) -> list[str]:
        """Everybody's, with the server's for who sent none."""
        return [
            seat.nonce or fairness.stand_in(self.id, number, self.made.secret)
            for number, seat in enumerate(self.seats)
        ]

    def _moved(self, entry: Moved, at: float) -> None:
        assert self.match is not None
        seat, before = self.match.to_move, self.match
        assert seat is not None
        after = self.match = self.look_ahead(entry.move)
        self.line.append(entry.move)
        self.history[-1] = after.events
        time = self.clocks.time_of(seat, at)
        self.back.append(Back(before, self.reached, seat, after.open, time))
        self._nothing_asked()
        self.clocks.pass_on(after.to_move, at)
        self.turn_version = self.version
        if after.is_over:
            self.phase = "over"

    def _asked(self, entry: UndoAsked, at: float) -> None:
        self.asked, self.asked_version, self.agreed = entry.seat, self.version, set()

    def _answered(self, entry: UndoAnswered, at: float) -> None:
        if entry.agreed:
            self.agreed.add(entry.seat)
        else:
            self._nothing_asked()

    def _undone(self, entry: Undone, at: float) -> None:
        self.match, reached, seat, _, spent = self.back.pop()
        self.line.pop()
        if self.reached and self.reached.moves > len(self.line):
            self.reached = reached
        self._nothing_asked()
        self.clocks.take_back(seat, spent, at)
        self.turn_version = self.version

    def _stood_in(self, entry: StoodIn, at: float) -> None:
        self.seats[entry.seat] = replace(self.seats[entry.seat], away=entry.reason)
        if self.to_move == entry.seat:
            self.clocks.charge(at)

    def _took_back(self, entry: TookBack, at: float) -> None:
        self.seats[entry.seat] = replace(self.seats[entry.seat], away=None)
        self.clocks.come_back(entry.seat)
        if self.to_move == entry.seat:
            self.clocks.begin(entry.seat, at)
            self.turn_version = self.version

    def _followed(self, entry: Followed, at: float) -> None:
        self.next = entry.table

    def _archived(self, entry: Archived, at: float) -> None:
        self.phase = "archived"

    def _nothing_asked(self) -> None:
        self.asked, self.agreed = None, set()


_APPLY: dict[type[AnyEntry], Any] = {
    Created: Table._created,
    Sat: Table._sat,
    BotSat: Table._bot_sat,
    Left: Table._left,
    Closing: Table._closing,
    Opened: Table._opened,
    Started: Table._started,
    Moved: Table._moved,
    UndoAsked: Table._asked,
    UndoAnswered: Table._answered,
    Undone: Table._undone,
    StoodIn: Table._stood_in,
    TookBack: Table._took_back,
    Followed: Table._followed,
    Archived: Table._archived,
}
