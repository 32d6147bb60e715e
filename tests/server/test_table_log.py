"""The log is the table: whatever anybody does is refused or logged, and folds to the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.tables import (
    ADA,
    BO,
    ELI,
    EVERYBODY,
    GAMES,
    LEVELS,
    NAMES,
    SECRET,
    Party,
    closed,
    everything,
    gathered,
    hash_of,
    nonce_of,
    started,
)
from waterhole.game import WaterholeError, load
from waterhole.server.tables import commands
from waterhole.server.tables.entries import (
    AnyEntry,
    Archived,
    BotSat,
    Clock,
    Closing,
    Created,
    Entry,
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
from waterhole.server.tables.table import Table

EXAMPLES: tuple[AnyEntry, ...] = (
    Created("life", 2, {"expert": False, "lap_limit": 2}, ADA, SECRET),
    Created(
        "tembo", 3, commands.create(ADA, "tembo", 3).options, ADA, SECRET, Clock(60, 1.5), True,
        False, False, "the-table-before", BO,
    ),
    Created("tembo", 2, {"rounds": 1}, ADA, SECRET, Clock(move=86400)),
    Sat(0, ADA, "Ada"),
    Sat(1, BO, "Bo \u0141\U0001f418", hash_of(BO)),
    BotSat(1, "hard"),
    Left(0),
    Closing(),
    Opened(1, nonce_of(BO)),
    Started((2, 0, 1)),
    Moved("33+35>2", ADA),
    Moved("K"),
    UndoAsked(0),
    UndoAnswered(1, True),
    UndoAnswered(1, False),
    Undone(),
    StoodIn(0, "time"),
    TookBack(0),
    Followed("the-rematch"),
    Archived(),
)  # fmt: skip


@pytest.mark.parametrize("entry", EXAMPLES, ids=lambda entry: type(entry).__name__)
def test_every_entry_comes_back_from_json_as_it_was(entry: AnyEntry) -> None:
    logged = Logged("t", 7, 1_700_000_000.123456, entry)
    assert msgspec.json.decode(msgspec.json.encode(logged), type=Logged) == logged


def test_there_is_an_example_of_every_entry() -> None:
    assert {type(entry) for entry in EXAMPLES} == set(Entry.__subclasses__())


def test_entries_come_in_order_and_once() -> None:
    party = gathered()
    for version in (party.table.version, party.table.version + 2):
        with pytest.raises(AssertionError):
            party.table.apply(Logged(party.table.id, version, 0.0, Closing()))


Order = tuple[str, str, int]


def any_move(table: Table, player: str | None, number: int) -> AnyEntry:
    moves = table.game.moves
    return commands.move(table, player, str(moves[number % len(moves)]), table.version)


def legal_move(table: Table, player: str | None, number: int) -> AnyEntry:
    moves = table.state.legal() if table.state else ()
    text = str(moves[number % len(moves)]) if moves else "K"
    return commands.move(table, player, text, table.version - number % 2)


def right_move(table: Table, player: str, number: int) -> AnyEntry:
    """A legal move of whose turn it is, so that matches go on."""
    turn = table.to_move
    seat = table.seats[turn] if turn is not None else None
    return legal_move(table, None if seat is None or seat.bot else seat.player, number & ~1)


def any_nonce(table: Table, player: str, number: int) -> AnyEntry:
    owner = player if number % 4 else EVERYBODY[number % 5]
    return commands.open_nonce(table, player, nonce_of(owner))


def any_rematch(table: Table, player: str, number: int) -> AnyEntry:
    assert isinstance(commands.rematch(table, player), Created)
    return Followed("the-rematch")


def any_seat(number: int) -> int | None:
    return number % 7 - 1 if number % 3 else None


ORDERS: dict[str, Callable[[Table, str, int], AnyEntry]] = {
    "sit": lambda t, p, n: commands.sit(t, p, NAMES[p], any_seat(n), hash_of(p) if n % 2 else None),
    "sit with nonsense": lambda t, p, n: commands.sit(t, p, NAMES[p], any_seat(n), "x" * (n % 70)),
    "bot": lambda t, p, n: commands.seat_bot(t, p, (*LEVELS, "no")[n % 5], any_seat(n)),
    "leave": lambda t, p, n: commands.leave(t, p, any_seat(n)),
    "close": lambda t, p, n: commands.close_seats(t, p),
    "open": any_nonce,
    "start": lambda t, p, n: commands.start(t),
    "any move": any_move,
    "any bot's move": lambda t, p, n: any_move(t, None, n),
    "legal move": legal_move,
    "legal bot's move": lambda t, p, n: legal_move(t, None, n),
    "right move": right_move,
    "nonsense": lambda t, p, n: commands.move(t, p, "K\x00>", n),
    "undo": lambda t, p, n: commands.undo(t, p, t.version),
    "answer": lambda t, p, n: commands.answer_undo(t, p, bool(n % 4), t.version),
    "stand in": lambda t, p, n: commands.stand_in(t, n % len(t.seats), ("time", "gone")[n % 2]),
    "take back": lambda t, p, n: commands.take_back(t, p),
    "rematch": any_rematch,
}


def orders(most: int) -> st.SearchStrategy[list[Order]]:
    order = st.tuples(
        st.sampled_from(list(ORDERS)), st.sampled_from(EVERYBODY), st.integers(0, 999)
    )
    return st.lists(order, min_size=most // 2, max_size=most)


@st.composite
def parties(draw: st.DrawFn) -> Party:
    """A table at any moment of its life."""
    people = EVERYBODY[: draw(st.integers(1, 3))]
    bots = ("easy",) * draw(st.integers(2 - min(len(people), 2), 1))
    make = draw(st.sampled_from((gathered, closed, started, started, started)))
    clock = draw(st.sampled_from((Clock(), Clock(60, 2), Clock(move=60))))
    party: Party = make(
        people, bots, nonces=draw(st.booleans()), game=draw(st.sampled_from(GAMES)), clock=clock,
        friendly=draw(st.booleans()), due=draw(st.sampled_from((None, ADA, ELI))),
        secret=f"{draw(st.integers(0, 2**32)):064x}",
    )  # fmt: skip
    return party.play(Random(draw(st.integers(0, 99))), draw(st.integers(0, 40)))


def check_refusal(party: Party, error: WaterholeError) -> None:
    assert re.fullmatch(r"[a-z]+/[a-z_]+", error.code)
    assert error.text
    for secret in (party.table.made.secret, *EVERYBODY, *map(nonce_of, EVERYBODY)):
        assert secret not in str(error)


@given(parties(), orders(60))
def test_whatever_anybody_does_is_refused_or_logged_and_the_log_is_the_table(
    party: Party, given: list[Order]
) -> None:
    folded = everything(party.again())
    assert everything(party.table) == folded
    for name, player, number in given:
        party.now += number % 13
        try:
            entry = ORDERS[name](party.table, player, number)
        except WaterholeError as error:
            check_refusal(party, error)
            assert everything(party.table) == folded, name
            continue
        assert everything(party.table) == folded, f"deciding to {name} changed the table"
        party.append(entry)
        party.follow_up()
        folded = everything(party.again())
        assert everything(party.table) == folded, name
    check_every_version(party)


def check_every_version(party: Party) -> None:
    """Stored and read again, the log gives the table of every version; nothing in it is lost."""
    stored = [msgspec.json.encode(logged) for logged in party.log]
    read = [msgspec.json.decode(text, type=Logged) for text in stored]
    assert read == party.log
    assert [logged.version for logged in read] == list(range(1, len(read) + 1))
    assert everything(Table.of(read)) == everything(party.table)
    check_sense(party.table)


def check_sense(table: Table) -> None:
    """What holds at every table."""
    players = [seat.player for seat in table.seats if seat.player]
    assert len(players) == len(set(players))
    assert len(table.seats) == table.made.seats
    assert len(table.history) == table.version
    assert (table.state is None) == (table.phase in ("gathering", "opening"))
    assert (table.to_move is None) == (table.phase != "playing")
    assert table.turn_version <= table.version
    if table.asked is not None:
        assert table.back[-1].seat == table.asked not in table.agreed
    if table.state is not None:
        record = table.record()
        load(table.made.game).verify({key: record[key] for key in record if key != "fairness"})


@settings(max_examples=10)
@given(parties(), orders(40))
def test_a_table_taken_up_from_its_log_at_any_version_goes_on_in_the_same_way(
    party: Party, given: list[Order]
) -> None:
    for name, player, number in given:
        party.now += 1
        try:
            party.append(ORDERS[name](party.table, player, number))
        except WaterholeError:
            continue
        party.follow_up()
    half = len(party.log) // 2 or 1
    table = Table.of(party.log[:half])
    for logged in party.log[half:]:
        table.apply(logged)
    assert everything(table) == everything(party.table)
