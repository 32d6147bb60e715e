"""People and bots at a table, without a server: what they do is decided, logged and applied as a
server does it, with a clock that only the test moves."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from waterhole.game import State, WaterholeError
from waterhole.game.telling import Telling
from waterhole.server.tables import commands, fairness
from waterhole.server.tables.entries import NO_CLOCK, AnyEntry, Clock, Logged, Undone
from waterhole.server.tables.table import Table, begin

# Who players are is as secret as a card: no id has anything of a name.
ADA, BO, CLEO, DARA, ELI = (f"guest-{number}7f3a9c" for number in range(5))
NAMES = {ADA: "Ada", BO: "Bo", CLEO: "Cleo", DARA: "Dara", ELI: "Eli"}
EVERYBODY = tuple(NAMES)

TABLE = "table-of-friends"
SECRET = "5e" * 32
SHORT: dict[str, dict[str, Any]] = {"life": {"lap_limit": 2}, "tembo": {"rounds": 1}}
GAMES = ("life", "tembo")
LEVELS = ("easy", "medium", "hard", "expert")
FIELDS = {each.name for each in dataclasses.fields(Table)}

Decide = Callable[..., AnyEntry]


def nonce_of(player: str) -> str:
    return sha256(f"nonce of {player}".encode()).hexdigest()


def hash_of(player: str) -> str:
    return fairness.hash_of_nonce(nonce_of(player))


@dataclass
class Party:
    """A table, its log, and what time it is."""

    table: Table
    log: list[Logged] = field(default_factory=list)
    now: float = 1_000.0

    def append(self, entry: AnyEntry) -> AnyEntry:
        logged = Logged(self.table.id, self.table.version + 1, self.now, entry)
        self.table.apply(logged)
        self.log.append(logged)
        return entry

    def do(self, decide: Decide, *arguments: Any, wait: float = 1.0) -> AnyEntry:
        """Somebody does something a little later, and what follows by itself follows."""
        self.now += wait
        entry = self.append(self.decided(decide, *arguments))
        self.follow_up()
        return entry

    def decided(self, decide: Decide, *arguments: Any) -> AnyEntry:
        """Who takes a move back, or is asked to agree, looks at the table as it is now."""
        if decide in (commands.undo, commands.answer_undo):
            arguments = (*arguments, self.table.version)
        return decide(self.table, *arguments)

    def follow_up(self) -> None:
        """As the server does: deals when all nonces are open, undoes when all agree."""
        if self.table.phase == "opening" and not commands.waits_for_nonces(self.table):
            self.append(commands.start(self.table))
        elif commands.undo_agreed(self.table):
            self.append(Undone())

    def refused(self, code: str, decide: Decide, *arguments: Any) -> WaterholeError:
        """Somebody may not do something: that is said with a code, and nothing has changed."""
        with pytest.raises(WaterholeError) as caught:
            self.decided(decide, *arguments)
        assert caught.value.code == code, caught.value
        assert everything(self.table) == everything(self.again())
        return caught.value

    def sit(self, player: str, seat: int | None = None, hash: str | None = None) -> AnyEntry:
        return self.do(commands.sit, player, NAMES[player], seat, hash)

    def open_all(self) -> None:
        for player in [seat.player for seat in self.table.seats if seat.hash and seat.player]:
            self.do(commands.open_nonce, player, nonce_of(player))

    @property
    def mover(self) -> str | None:
        """The player whose turn it is; None: a bot's."""
        turn = self.table.to_move
        assert turn is not None, "nobody is to move"
        seat = self.table.seats[turn]
        return None if seat.bot else seat.player

    @property
    def legal(self) -> list[str]:
        assert self.table.state is not None
        return [str(move) for move in self.table.state.legal()]

    def move(self, text: str | None = None, wait: float = 1.0) -> AnyEntry:
        """Whose turn it is plays a move; without one, the first he may."""
        text = self.legal[0] if text is None else text
        return self.do(commands.move, self.mover, text, self.table.version, wait=wait)

    def play(self, rng: Random, most: int = 10_000) -> Party:
        """Random moves, until the match is over or so many are played."""
        for _ in range(most):
            if self.table.phase != "playing":
                break
            self.move(rng.choice(self.legal))
        return self

    def again(self) -> Table:
        """The table folded from its log once more."""
        return Table.of(self.log)


REMEMBERED = {"ahead", "reached"}  # what was only tried or asked for: no part of the table


def everything(table: Table) -> dict[str, Any]:
    """All that a table is."""
    found = {name: getattr(table, name) for name in FIELDS - REMEMBERED}
    back = [step._replace(match=told_by(step.match, table), reached=None) for step in table.back]
    return found | {"match": told_by(table.match, table), "back": back, "state": table.state}


def told_by(match: Telling | None, table: Table) -> Any:
    """A match is what it tells: two of them that were played alike are equal."""
    return match and [match.view(seat) for seat in (*range(len(table.seats)), None)]


def lies_otherwise(table: Table, state: State[Any]) -> None:
    """The cards of the match lie as in another state, in which the same was played."""
    rounds = [*state.played, *(() if state.result else (state.round,))]
    table.setup = dataclasses.replace(state.setup, deals=tuple(each.deal for each in rounds))
    table.match, table.reached = begin(table.made.game, table.setup), None
    for move in table.line:
        table.match = table.match.after(move)
        assert table.match is not None
    assert table.state is not None
    assert table.state.round == state.round


def new_party(
    game: str = "life",
    seats: int = 2,
    options: dict[str, Any] | None = None,
    clock: Clock = NO_CLOCK,
    owner: str = ADA,
    id: str = TABLE,
    secret: str = SECRET,
    **choices: Any,
) -> Party:
    """A new table, of matches that are short unless the options say otherwise."""
    chosen = SHORT[game] if options is None else options
    made = replace(
        commands.create(owner, game, seats, chosen, clock, **choices),
        secret=secret,
    )
    party = Party(Table(id, made))
    party.append(made)
    return party


def gathered(
    people: Sequence[str] = (ADA, BO), bots: Sequence[str] = (), nonces: bool = True, **table: Any
) -> Party:
    """People, then bots, in all seats of a new table."""
    party = new_party(seats=len(people) + len(bots), **table)
    for player in people:
        party.sit(player, hash=hash_of(player) if nonces else None)
    for level in bots:
        party.do(commands.seat_bot, party.table.made.owner, level)
    return party


def closed(*arguments: Any, **keywords: Any) -> Party:
    """A table whose seats are fixed, before any nonce is open."""
    party = gathered(*arguments, **keywords)
    party.append(commands.close_seats(party.table, party.table.made.owner))
    return party


def started(*arguments: Any, **keywords: Any) -> Party:
    """A table where the cards are dealt."""
    party = closed(*arguments, **keywords)
    party.follow_up()
    if party.table.phase == "opening":
        party.open_all()
    assert party.table.state is not None
    return party


def seat_of(party: Party, player: str | None) -> int:
    seat = party.table.seat_of(player)
    assert seat is not None
    return seat


def person_to_move(party: Party) -> str:
    assert party.mover is not None, "a bot is to move"
    return party.mover


def others(party: Party, player: str) -> list[str]:
    players = [seat.player for seat in party.table.seats]
    return [other for other in players if other is not None and other != player]


def person_and_bot() -> Party:
    """Ada and a bot, when it is Ada's turn."""
    party = started((ADA,), ("easy",))
    while party.mover is None:
        party.move()
    return party
