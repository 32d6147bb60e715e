"""How long players may think: whose turn it is loses time, and nobody wins any but by moving."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.tables import ADA, BO, CLEO, Party, gathered, started
from waterhole.server.tables import commands
from waterhole.server.tables.clocks import Clocks
from waterhole.server.tables.entries import NO_CLOCK, Clock

LIVE = Clock(bank=100.0, increment=5.0)
SLOW = Clock(move=3 * 24 * 3600.0)


def clocked(clock: Clock) -> Party:
    """Ada and Bo at Life is Life, just dealt, where many moves can be taken back."""
    return started((ADA, BO), clock=clock, options={})


def turn_of(party: Party) -> int:
    turn = party.table.to_move
    assert turn is not None
    return turn


def left(party: Party, seat: int, after: float = 0.0) -> float:
    """What is shown as a seat's time, so many seconds from now."""
    shown = party.table.clocks.shown(party.now + after)
    assert shown is not None
    return shown[seat]


def time_up(party: Party) -> float | None:
    """In how many seconds the time of the seat to move is up."""
    deadline = party.table.clocks.deadline()
    return None if deadline is None else deadline - party.now


# Which clocks there are ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "clock",
    [
        NO_CLOCK,
        LIVE,
        SLOW,
        Clock(bank=24 * 3600),
        Clock(bank=0.5, increment=600),
        Clock(move=14 * 24 * 3600),
    ],
)
def test_a_table_has_a_bank_or_a_time_for_each_move_or_none(clock: Clock) -> None:
    assert commands.create(ADA, "tembo", 2, None, clock).clock == clock


@pytest.mark.parametrize(
    "clock",
    [
        Clock(bank=-1),
        Clock(increment=-1, bank=60),
        Clock(move=-1),
        Clock(bank=24 * 3600 + 1),
        Clock(bank=60, increment=601),
        Clock(move=14 * 24 * 3600 + 1),
        Clock(bank=60, move=60),
        Clock(increment=5),
        Clock(increment=5, move=60),
        Clock(bank=math.nan),
        Clock(bank=60, increment=math.nan),
        Clock(move=math.inf),
    ],
)
def test_other_clocks_are_refused(clock: Clock) -> None:
    with pytest.raises(commands.Refused) as caught:
        commands.create(ADA, "tembo", 2, None, clock)
    assert caught.value.code == "table/clock"


# No clock --------------------------------------------------------------------------------------


def test_without_a_clock_nothing_is_shown_and_time_is_never_up() -> None:
    party = clocked(NO_CLOCK)
    party.move(wait=10**6)
    assert party.table.clocks.shown(party.now) is None
    assert time_up(party) is None


@pytest.mark.parametrize("clock", [LIVE, SLOW])
def test_before_the_cards_are_dealt_no_clock_runs(clock: Clock) -> None:
    party = gathered(clock=clock)
    assert party.table.clocks.shown(party.now + 50) is None
    assert time_up(party) is None


# The bank --------------------------------------------------------------------------------------


def test_all_begin_with_the_whole_bank() -> None:
    assert clocked(LIVE).table.clocks.shown(0) == [100, 100]


def test_only_whose_turn_it_is_loses_time() -> None:
    party = clocked(LIVE)
    turn = turn_of(party)
    assert left(party, turn, after=30) == 70
    assert left(party, 1 - turn, after=30) == 100


def test_a_move_costs_the_time_it_took_and_wins_the_increment() -> None:
    party = clocked(LIVE)
    turn = turn_of(party)
    party.move(wait=30)
    assert left(party, turn) == 75
    party.move(wait=12)
    assert left(party, turn) == 75
    assert left(party, 1 - turn) == 93


def test_a_bank_can_grow_by_quick_moves() -> None:
    party = clocked(LIVE)
    turn = turn_of(party)
    party.move(wait=1)
    assert left(party, turn) == 104


def test_the_time_is_up_when_the_bank_is_used_up() -> None:
    party = clocked(LIVE)
    assert time_up(party) == 100
    party.move(wait=30)
    party.move(wait=40)
    assert time_up(party) == 75


def test_no_more_than_nothing_is_left() -> None:
    party = clocked(Clock(bank=100))
    turn = turn_of(party)
    assert left(party, turn, after=500) == 0
    party.move(wait=500)
    assert left(party, turn) == 0


def test_what_is_used_up_is_not_owed() -> None:
    party = clocked(LIVE)
    turn = turn_of(party)
    party.move(wait=500)
    assert left(party, turn) == 5


def test_time_is_shown_in_tenths_of_a_second() -> None:
    party = clocked(LIVE)
    assert left(party, turn_of(party), after=33.333) == 66.7


def test_a_server_whose_time_jumps_back_takes_no_time_and_gives_none() -> None:
    party = clocked(Clock(bank=100))
    turn = turn_of(party)
    assert left(party, turn, after=-50) == 100
    party.move(wait=-50)
    assert left(party, turn) == 100


def test_other_people_doing_something_does_not_stop_the_clock() -> None:
    party = started((ADA, BO, CLEO), clock=LIVE, game="tembo")
    asker = turn_of(party)
    party.move()
    turn = turn_of(party)
    assert turn != asker
    third = party.table.seats[3 - asker - turn].player
    party.do(commands.undo, party.table.seats[asker].player, wait=10)
    party.do(commands.answer_undo, third, False, wait=10)
    assert left(party, turn) == 80


# A time for each move --------------------------------------------------------------------------


def test_at_a_slow_table_every_turn_has_its_whole_time() -> None:
    party = clocked(SLOW)
    turn = turn_of(party)
    day = 24 * 3600.0
    assert time_up(party) == 3 * day
    assert left(party, turn, after=day) == 2 * day
    assert left(party, 1 - turn, after=day) == 3 * day
    party.move(wait=2 * day)
    assert left(party, turn) == 3 * day
    assert time_up(party) == 3 * day


# Taking a move back ----------------------------------------------------------------------------


@pytest.mark.parametrize("clock", [LIVE, Clock(bank=100), Clock(move=100)])
def test_who_takes_a_move_back_has_the_time_he_had_when_he_made_it(clock: Clock) -> None:
    party = clocked(clock)
    player, turn = party.mover, turn_of(party)
    before = left(party, turn, after=30)
    assert before == 70
    party.move(wait=30)
    party.do(commands.undo, player, wait=8)
    assert turn_of(party) == turn
    assert left(party, turn) == before
    assert time_up(party) == before


@pytest.mark.parametrize("clock", [LIVE, Clock(move=100)])
def test_nobody_wins_time_by_moving_and_taking_back_again_and_again(clock: Clock) -> None:
    party = clocked(clock)
    player, turn = party.mover, turn_of(party)
    for _ in range(5):
        party.move(wait=10)
        party.do(commands.undo, player, wait=1)
    assert left(party, turn) <= 50


def test_a_move_taken_back_costs_the_others_nothing() -> None:
    party = clocked(LIVE)
    player, turn = party.mover, turn_of(party)
    party.move(wait=30)
    party.do(commands.undo, player, wait=40)
    assert left(party, 1 - turn) == 100


# Bots that play for somebody -------------------------------------------------------------------


def test_taking_the_seat_back_does_not_bring_back_the_time_that_was_used() -> None:
    party = clocked(LIVE)
    player, turn = party.mover, turn_of(party)
    party.do(commands.stand_in, turn, "gone", wait=60)
    party.do(commands.take_back, player, wait=10)
    assert left(party, turn) <= 40


def test_who_took_his_seat_back_at_a_slow_table_has_the_whole_time_for_his_move() -> None:
    party = clocked(Clock(move=100))
    player, turn = party.mover, turn_of(party)
    party.do(commands.stand_in, turn, "time", wait=100)
    party.do(commands.take_back, player, wait=50)
    assert left(party, turn) == 100
    assert time_up(party) == 100


def test_taking_the_seat_back_in_anothers_turn_leaves_his_clock_alone() -> None:
    party = clocked(LIVE)
    turn = turn_of(party)
    away = 1 - turn
    party.do(commands.stand_in, away, "gone", wait=10)
    party.do(commands.take_back, party.table.seats[away].player, wait=10)
    assert left(party, turn) == 80
    assert left(party, away) == 100


def test_what_the_bot_needs_is_taken_from_the_time_of_the_seat() -> None:
    party = clocked(Clock(bank=100))
    turn = turn_of(party)
    party.do(commands.stand_in, turn, "gone", wait=60)
    party.move(wait=5)
    assert left(party, turn) <= 40


# The end ---------------------------------------------------------------------------------------


def test_when_the_match_is_over_no_clock_runs() -> None:
    party = started((ADA, BO), clock=LIVE, game="tembo")
    while party.table.phase == "playing":
        party.move()
    shown = party.table.clocks.shown(party.now)
    assert time_up(party) is None
    assert party.table.clocks.shown(party.now + 1000) == shown


# Any times -------------------------------------------------------------------------------------


@given(
    st.floats(1, 1000),
    st.floats(0, 60),
    st.lists(st.floats(0, 500), max_size=20),
)
def test_nobody_has_less_than_nothing_nor_more_than_bank_and_increments(
    bank: float, increment: float, waits: list[float]
) -> None:
    clocks = Clocks(Clock(bank, increment))
    clocks.start(2)
    clocks.pass_on(0, 0.0)
    now, turn = 0.0, 0
    for wait in waits:
        now, turn = now + wait, 1 - turn
        deadline = clocks.deadline()
        assert deadline is not None
        in_time = now <= deadline
        had = clocks.left[1 - turn]
        clocks.pass_on(turn, now)
        spent = had + increment - clocks.left[1 - turn]
        assert spent == pytest.approx(wait if in_time else had, abs=1e-6)
        shown = clocks.shown(now)
        assert shown is not None
        assert all(0 <= time <= bank + increment * len(waits) + 0.05 for time in shown)
