"""Rematches: a table like the last, and the deal passes on."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.server.tables import (
    ADA,
    BO,
    CLEO,
    DARA,
    GAMES,
    SECRET,
    Party,
    hash_of,
    started,
)
from waterhole.game import load
from waterhole.server.tables import commands
from waterhole.server.tables.entries import (
    Clock,
    Followed,
)
from waterhole.server.tables.table import Table


def first_of(party: Party) -> int:
    """The seat to which the first deal of a match fell."""
    state = party.table.state
    assert state is not None
    rounds = (*state.played, state.round)
    return int(rounds[0].deal.first)


def rematch_of(party: Party, player: str, people: tuple[str, ...]) -> Party:
    """The next match, with people sitting down in this order and bots in the other seats."""
    entry = replace(commands.rematch(party.table, player), secret=SECRET)
    next = Party(Table("the-rematch", entry))
    next.append(entry)
    for each in people:
        next.sit(each, hash=hash_of(each))
    for _ in range(len(next.table.seats) - len(people)):
        next.do(commands.seat_bot, player, "easy")
    next.do(commands.close_seats, player)
    next.open_all()
    return next


def test_a_rematch_is_a_table_like_the_last_with_a_secret_of_its_own() -> None:
    clock = Clock(bank=60, increment=2)
    party = started(
        clock=clock, private=True, watchable=False, friendly=False, options={"lap_limit": 3}
    ).play(Random(10))
    again, made = commands.rematch(party.table, BO), party.table.made
    assert (again.game, again.seats, again.options) == (made.game, made.seats, made.options)
    assert (again.clock, again.private, again.watchable, again.friendly) == (
        clock, True, False, False,
    )  # fmt: skip
    assert (again.owner, again.after) == (BO, party.table.id)
    assert again.secret != made.secret


def test_a_rematch_follows_a_match_that_is_over() -> None:
    started().refused("table/phase", commands.rematch, ADA)


def test_a_spectator_asks_for_no_rematch() -> None:
    started().play(Random(10)).refused("seat/none", commands.rematch, CLEO)


def test_a_match_has_one_rematch() -> None:
    party = started().play(Random(10))
    party.append(Followed("the-rematch"))
    assert party.table.next == "the-rematch"
    party.refused("table/followed", commands.rematch, BO)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", range(4))
def test_the_deal_passes_on_to_the_left_and_the_due_player_begins(game: str, number: int) -> None:
    people = (ADA, BO, CLEO, DARA)
    party = started(people, game=game, secret=f"{number}f" * 32).play(Random(number))
    left = party.table.seats[(first_of(party) + 1) % 4].player
    next = rematch_of(party, CLEO, (BO, DARA, ADA, CLEO))
    assert next.table.made.due == left
    assert next.table.to_move == next.table.seat_of(left) == first_of(next)


@pytest.mark.parametrize("number", range(4))
def test_players_sit_around_the_due_one_as_they_sat_down(number: int) -> None:
    people = (ADA, BO, CLEO, DARA)
    party = started(people, secret=f"{number}f" * 32).play(Random(number))
    sat = (BO, DARA, ADA, CLEO)
    next = rematch_of(party, CLEO, sat)
    around = [seat.player for seat in next.table.seats]
    start = around.index(BO)
    assert tuple(around[start:] + around[:start]) == sat
    assert sorted(next.table.order) == [0, 1, 2, 3]


def test_the_deal_passes_over_bots_to_the_next_person() -> None:
    party = started((ADA, BO), ("easy", "hard")).play(Random(3))
    places = [(first_of(party) + step) % 4 for step in (1, 2, 3, 4)]
    players = [party.table.seats[place].player for place in places]
    due = next(player for player in players if player is not None)
    assert commands.rematch(party.table, ADA).due == due


def test_if_the_due_player_does_not_come_all_sit_as_they_sat_down() -> None:
    party = started((ADA, BO, CLEO)).play(Random(3))
    due = commands.rematch(party.table, ADA).due
    came = tuple(player for player in (ADA, BO, CLEO) if player != due)
    next = rematch_of(party, ADA, came)
    assert next.table.order == (0, 1, 2)
    assert [seat.player for seat in next.table.seats] == [*came, None]


NOBODY_CAN_PLAY_AT_FIRST = "000f21ac06aceb9cdd0575e82d0d85fc39bed0a7a1d71970ba1641666a44f530"


def test_the_due_player_has_the_first_deal_also_if_it_cannot_be_played() -> None:
    """T21 ends a round before its first move if who begins holds no animal."""
    for due in (ADA, BO):
        party = started(
            game="tembo", secret=NOBODY_CAN_PLAY_AT_FIRST, due=due, options={"rounds": 2}
        )
        assert party.table.state is not None
        assert len(party.table.state.played) == 1
        assert party.table.seats[first_of(party)].player == due


def test_a_match_that_nobody_can_play_is_over_at_once() -> None:
    """T21, T23: one round, and who begins holds no animal."""
    party = started(game="tembo", secret=NOBODY_CAN_PLAY_AT_FIRST, options={"rounds": 1})
    assert party.table.state is not None
    assert party.table.state.result is not None
    assert party.table.phase == "over"
    party.refused("table/phase", commands.move, ADA, "1>1", party.table.version)
    load("tembo").verify(party.table.record())
