"""What may happen at a table. Each function looks at a table and says what comes next in its log,
or refuses; it changes nothing."""

from __future__ import annotations

import re
import secrets
from typing import Any, Final

from waterhole.bots.search import LEVELS
from waterhole.game import WaterholeError, load
from waterhole.game.options import shown
from waterhole.server.tables import fairness
from waterhole.server.tables.entries import (
    NO_CLOCK,
    Archived,
    BotSat,
    Clock,
    Closing,
    Created,
    Left,
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
from waterhole.server.tables.table import Table

ID: Final = re.compile(r"[A-Za-z0-9_-]{16}")
LONGEST_NAME: Final = 24
MOST_LAPS: Final = 60
LONGEST_BANK: Final = 24 * 3600.0
LONGEST_MOVE: Final = 14 * 24 * 3600.0
# Entries of a table's log that are no moves of its match; moves always find room.
LONGEST_ASIDE: Final = 2_000


class Refused(WaterholeError):
    """Something that may not be done here and now."""


def new_id() -> str:
    """A table's id is its link: nobody can guess it."""
    return secrets.token_urlsafe(12)


def is_id(text: str) -> bool:
    return ID.fullmatch(text) is not None


def create(  # noqa: PLR0913 - a table has so many choices
    owner: str,
    game: str,
    seats: int,
    options: dict[str, Any] | None = None,
    clock: Clock = NO_CLOCK,
    *,
    private: bool = False,
    watchable: bool = True,
    friendly: bool = True,
    after: str | None = None,
    due: str | None = None,
) -> Created:
    setup = load(game).setup(seats, "", options)
    check_clock(clock)
    return Created(
        game, setup.seats, ending(setup.options.to_dict()), owner, fairness.new_secret(), clock,
        private, watchable, friendly, after, due,
    )  # fmt: skip


def ending(options: dict[str, Any]) -> dict[str, Any]:
    """The same options, with which a round ends some day (L15): who plays on for ever would fill
    the memory of the server, and of everybody who looks."""
    if "lap_limit" not in options:
        return options
    if options["lap_limit"] > MOST_LAPS:
        raise Refused("table/long", f"on a server a round has at most {MOST_LAPS} laps")
    return options | {"lap_limit": options["lap_limit"] or MOST_LAPS}


def check_clock(clock: Clock) -> None:
    fine = (
        0 <= clock.bank <= LONGEST_BANK
        and 0 <= clock.increment <= 600
        and 0 <= clock.move <= LONGEST_MOVE
        and not (clock.bank and clock.move)
        and not (clock.increment and not clock.bank)
    )
    if not fine:
        raise Refused(
            "table/clock",
            "a clock has a bank of up to a day with up to ten minutes won a move, or up to 14 days "
            "for each move",
        )


def check_name(name: str) -> str:
    """A nickname as it is shown: printable, no spaces around it."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable() or name.startswith("bot:"):
        raise Refused("name/text", f"a nickname has 1 to {LONGEST_NAME} printable characters")
    return name


def sit(table: Table, player: str, name: str, seat: int | None, hash: str | None) -> Sat:
    _gathering(table)
    _room(table)
    if table.seat_of(player) is not None:
        raise Refused("seat/yours", "you sit at this table already")
    if hash is not None and not fairness.is_nonce(hash):
        raise Refused("nonce/hash", "the hash of a nonce is 64 hexadecimal digits in lower case")
    return Sat(_free(table, seat), player, name, hash)


def seat_bot(table: Table, player: str, level: str, seat: int | None = None) -> BotSat:
    _gathering(table)
    _owner(table, player)
    _room(table)
    if level not in LEVELS:
        raise Refused("bot/level", f"a level is one of {', '.join(LEVELS)}, not {shown(level)}")
    return BotSat(_free(table, seat), level)


def leave(table: Table, player: str, seat: int | None = None) -> Left:
    """A player leaves his seat before the start; the owner can send a bot away."""
    _gathering(table)
    own = table.seat_of(player)
    chosen = own if seat is None else seat
    if chosen is None or not 0 <= chosen < len(table.seats) or not table.seats[chosen].taken:
        raise Refused("seat/unknown", "there is nobody in that seat")
    if chosen != own and (table.seats[chosen].level is None or player != table.made.owner):
        raise Refused("seat/other", "only a bot can be sent away, by who made the table")
    return Left(chosen)


def close_seats(table: Table, player: str) -> Closing:
    _gathering(table)
    _owner(table, player)
    if not all(seat.taken for seat in table.seats):
        raise Refused("table/seats", "there are free seats: wait, or fill them with bots")
    return Closing()


def open_nonce(table: Table, player: str, nonce: str) -> Opened:
    if table.phase != "opening":
        raise Refused("nonce/phase", "nonces are opened when the seats are fixed, before the deal")
    seat = _seat(table, player)
    expected = table.seats[seat].hash
    if table.seats[seat].nonce is not None:
        raise Refused("nonce/again", "your nonce is open already")
    if expected is None:
        raise Refused("nonce/none", "you sat down without the hash of a nonce")
    if not fairness.is_nonce(nonce) or fairness.hash_of_nonce(nonce) != expected:
        raise Refused("nonce/other", "this nonce does not have the hash you sat down with")
    return Opened(seat, nonce)


def waits_for_nonces(table: Table) -> bool:
    return any(seat.hash is not None and seat.nonce is None for seat in table.seats)


def start(table: Table) -> Started:
    """Deals. The player to whom the deal passed on after the last match is seated where the lot
    falls; the others sit around him as before."""
    if table.phase != "opening":
        raise Refused("table/phase", "the seats are not fixed yet, or the cards are dealt already")
    count = len(table.seats)
    due = table.seat_of(table.made.due)
    if due is None:
        return Started(tuple(range(count)))
    game = table.game
    first = game.state.first_seat(game.setup(count, table.seed(), table.made.options), ())
    return Started(tuple((due + place - first) % count for place in range(count)))


def move(table: Table, player: str | None, text: str, version: int) -> Moved:
    """A move of the seat to move: by its player, or by its bot (player None)."""
    turn = table.to_move
    if turn is None:
        raise Refused("table/phase", "no match is being played here")
    seat = table.seats[turn]
    if player is None:
        if seat.bot is None:
            raise Refused("move/person", "a person plays this seat")
    elif _seat(table, player) != turn:
        raise Refused("move/turn", "it is not your turn")
    elif seat.away:
        raise Refused("move/away", "a bot plays for you: take your seat back first")
    if not table.turn_version <= version <= table.version:
        raise Refused("move/stale", "the table has changed since: look at it again")
    table.look_ahead(text)  # raises IllegalMove with the rule and what would be legal
    return Moved(text, player)


def undo(table: Table, player: str, version: int) -> Undone | UndoAsked:
    """Takes the own last move back, or asks for it."""
    seat = _playing_seat(table, player)
    if not table.turn_version <= version <= table.version:
        raise Refused("undo/stale", "the table has changed since: look at it again")
    if table.seats[seat].away:
        raise Refused("move/away", "a bot plays for you: take your seat back first")
    _room(table)
    if table.free_undo(seat):
        return Undone()
    if not table.back or table.back[-1].seat != seat:
        raise Refused("undo/other", "the last move was not yours")
    if not table.made.friendly:
        raise Refused("undo/serious", "something hidden was shown, and this is no friendly table")
    if table.asked is not None:
        raise Refused("undo/asked", "the others have been asked already")
    return UndoAsked(seat)


def answer_undo(table: Table, player: str, agreed: bool, version: int) -> UndoAnswered:
    seat = _playing_seat(table, player)
    if table.asked is None or seat == table.asked:
        raise Refused("undo/nobody", "nobody asked you to take a move back")
    if not table.asked_version <= version <= table.version:
        raise Refused("undo/stale", "the table has changed since: look at it again")
    if seat in table.agreed:
        raise Refused("undo/again", "you have agreed already")
    return UndoAnswered(seat, agreed)


def undo_agreed(table: Table) -> bool:
    """Whether all other people have agreed to take the move back."""
    if table.asked is None:
        return False
    others = [seat for seat in table.people() if seat != table.asked]
    return all(seat in table.agreed or table.seats[seat].away for seat in others)


def undo_by_consent(table: Table) -> Undone:
    """The move is taken back once: another process may have been faster."""
    if not undo_agreed(table):
        raise Refused("undo/nobody", "there is no move that all agreed to take back")
    return Undone()


def stand_in(table: Table, seat: int, reason: str) -> StoodIn:
    if table.phase != "playing" or table.seats[seat].player is None or table.seats[seat].away:
        raise Refused("seat/away", "no bot is needed here")
    return StoodIn(seat, reason)


def take_back(table: Table, player: str) -> TookBack:
    seat = _playing_seat(table, player)
    if not table.seats[seat].away:
        raise Refused("seat/here", "you play this seat yourself")
    _room(table)
    return TookBack(seat)


def rematch(table: Table, player: str) -> Created:
    """A new table like this one, with the deal passed on to the seat after the last first one."""
    _seat(table, player)
    if table.phase != "over" or table.state is None:
        raise Refused("table/phase", "a rematch follows a match that is over")
    if table.next is not None:
        raise Refused("table/followed", "there is a rematch already")
    made, seats = table.made, len(table.seats)
    first_round = table.state.played[0].deal.first
    people = [table.seats[(first_round + step) % seats].player for step in range(1, seats + 1)]
    due = next((each for each in people if each is not None), None)
    return create(
        player, made.game, seats, made.options, made.clock, private=made.private,
        watchable=made.watchable, friendly=made.friendly, after=table.id, due=due,
    )  # fmt: skip


def close(table: Table, player: str) -> Archived:
    """The owner gives a table up that gathers players."""
    _owner(table, player)
    _gathering(table)
    return Archived()


def archive(table: Table, before: float) -> Archived:
    """Closes a table that gathered players in vain."""
    if table.phase not in ("gathering", "opening") or table.changed >= before:
        raise Refused("table/phase", "something happens at this table")
    return Archived()


def _gathering(table: Table) -> None:
    if table.phase != "gathering":
        raise Refused("table/phase", "the seats of this table are fixed")


def _room(table: Table) -> None:
    """What can be done again and again is done so often, and no more."""
    if table.aside >= LONGEST_ASIDE:
        raise Refused("table/long", "too much happened at this table: only moves fit in its log")


def _free(table: Table, seat: int | None) -> int:
    """The seat asked for, or any, if it is free."""
    if seat is None:
        seat = next((n for n, other in enumerate(table.seats) if not other.taken), None)
    if seat is None or not 0 <= seat < len(table.seats) or table.seats[seat].taken:
        raise Refused("seat/taken", "that seat is not free")
    return seat


def _owner(table: Table, player: str) -> None:
    if player != table.made.owner:
        raise Refused("table/owner", "only who made the table can do that")


def _seat(table: Table, player: str) -> int:
    seat = table.seat_of(player)
    if seat is None:
        raise Refused("seat/none", "you do not sit at this table")
    return seat


def _playing_seat(table: Table, player: str) -> int:
    if table.phase != "playing":
        raise Refused("table/phase", "no match is being played here")
    return _seat(table, player)
