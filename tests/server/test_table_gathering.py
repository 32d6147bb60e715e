"""Making a table, sitting down and leaving, bots: what may happen before the seats are fixed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.server.tables import (
    ADA,
    BO,
    CLEO,
    ELI,
    LEVELS,
    gathered,
    hash_of,
    new_party,
    nonce_of,
)
from waterhole.game import WaterholeError
from waterhole.server.tables import commands
from waterhole.server.tables.entries import (
    BotSat,
    Left,
    Sat,
)


def test_a_new_table_gathers_people_around_free_seats() -> None:
    table = new_party("tembo", 3).table
    assert (table.phase, table.version, table.state) == ("gathering", 1, None)
    assert [seat.taken for seat in table.seats] == [False] * 3


@pytest.mark.parametrize(
    ("game", "seats", "options", "code"),
    [
        ("chess", 2, {}, "game/unknown"),
        ("", 2, {}, "game/unknown"),
        (["life"], 2, {}, "game/unknown"),
        ("life", 1, {}, "options/seats"),
        ("life", 6, {}, "options/seats"),
        ("tembo", 5, {}, "options/seats"),
        ("tembo", -2, {}, "options/seats"),
        ("tembo", True, {}, "options/seats"),
        ("tembo", 2.0, {}, "options/seats"),
        ("tembo", 2, {"lap_limit": 3}, "options/unknown"),
        ("tembo", 2, {"rounds": 0}, "options/value"),
        ("life", 2, {"expert": "yes"}, "options/value"),
        ("life", 2, [], "options/type"),
        ("tembo", 2, {"deck": []}, "deck/count"),
    ],
)
def test_a_table_no_match_can_start_at_is_refused(
    game: Any, seats: Any, options: Any, code: str
) -> None:
    with pytest.raises(WaterholeError) as caught:
        commands.create(ADA, game, seats, options)
    assert caught.value.code == code


def test_a_table_writes_down_the_options_that_nobody_chose() -> None:
    assert commands.create(ADA, "tembo", 2).options == {"rounds": 2}
    assert commands.create(ADA, "life", 2).options == {"expert": False, "lap_limit": 60}


def test_the_id_of_a_table_cannot_be_guessed() -> None:
    ids = {commands.new_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(re.fullmatch(r"[\w-]{16,}", id) for id in ids)


@pytest.mark.parametrize(("name", "shown"), [("Ada", "Ada"), ("  Bo  Cleo\t", "Bo Cleo")])
def test_a_nickname_is_shown_without_needless_spaces(name: str, shown: str) -> None:
    assert commands.check_name(name) == shown


@pytest.mark.parametrize("name", ["", "  ", "A" * 25, "A\x00a", "bot:hard", " bot:easy", "\u202ea"])
def test_a_nickname_that_cannot_be_shown_or_looks_like_a_bot_is_refused(name: str) -> None:
    with pytest.raises(commands.Refused) as caught:
        commands.check_name(name)
    assert caught.value.code == "name/text"


def test_who_names_no_seat_takes_the_first_free_one() -> None:
    party = new_party(seats=3)
    party.sit(ADA, 1)
    assert party.sit(BO) == Sat(0, BO, "Bo")
    assert party.sit(CLEO) == Sat(2, CLEO, "Cleo")


def test_a_seat_is_taken_by_one_player() -> None:
    party = new_party(seats=3)
    party.sit(ADA, 1)
    for seat in (1, -1, 3, 99):
        party.refused("seat/taken", commands.sit, BO, "Bo", seat, None)


def test_nobody_sits_down_at_a_full_table() -> None:
    gathered().refused("seat/taken", commands.sit, CLEO, "Cleo", None, None)


def test_a_player_has_one_seat() -> None:
    party = new_party(seats=3)
    party.sit(ADA)
    party.refused("seat/yours", commands.sit, ADA, "Ada", 2, None)


def test_two_players_may_have_the_same_name() -> None:
    party = new_party()
    party.do(commands.sit, ADA, "Ada", None, None)
    party.do(commands.sit, BO, "Ada", None, None)
    assert (party.table.seat_of(ADA), party.table.seat_of(BO)) == (0, 1)


def test_who_leaves_gives_his_seat_free_and_may_come_back() -> None:
    party = gathered()
    assert party.do(commands.leave, ADA) == Left(0)
    assert not party.table.seats[0].taken
    assert party.table.seat_of(ADA) is None
    party.sit(CLEO)
    assert party.table.seat_of(CLEO) == 0


def test_who_sits_down_again_brings_a_new_hash() -> None:
    party = gathered()
    party.do(commands.leave, BO)
    party.sit(BO, hash=hash_of(CLEO))
    party.append(commands.close_seats(party.table, ADA))
    party.refused("nonce/other", commands.open_nonce, BO, nonce_of(BO))
    party.do(commands.open_nonce, BO, nonce_of(CLEO))
    assert party.table.seats[1].nonce == nonce_of(CLEO)


def test_who_does_not_sit_cannot_leave() -> None:
    party = gathered()
    party.refused("seat/unknown", commands.leave, CLEO)


@pytest.mark.parametrize("seat", [2, -1, 3])
def test_nobody_leaves_a_seat_in_which_nobody_sits(seat: int) -> None:
    party = new_party(seats=3)
    party.sit(ADA)
    party.refused("seat/unknown", commands.leave, ADA, seat)


def test_not_even_the_owner_sends_a_person_away() -> None:
    party = gathered((ADA, BO, CLEO))
    party.refused("seat/other", commands.leave, ADA, 1)
    party.refused("seat/other", commands.leave, CLEO, 1)


def test_who_made_a_table_need_not_sit_at_it() -> None:
    party = new_party(owner=ELI)
    party.sit(ADA)
    party.do(commands.seat_bot, ELI, "easy")
    party.do(commands.close_seats, ELI)
    assert party.table.phase == "playing"


@pytest.mark.parametrize("level", LEVELS)
def test_the_owner_seats_bots_of_any_level(level: str) -> None:
    party = new_party(seats=3)
    party.sit(ADA)
    assert party.do(commands.seat_bot, ADA, level) == BotSat(1, level)
    assert party.do(commands.seat_bot, ADA, level, 2) == BotSat(2, level)
    assert party.table.people() == [0]
    assert party.table.seats[1].bot == level


def test_only_the_owner_seats_bots_and_sends_them_away() -> None:
    party = new_party(seats=3)
    party.sit(BO)
    party.refused("table/owner", commands.seat_bot, BO, "easy")
    party.do(commands.seat_bot, ADA, "easy")
    party.refused("seat/other", commands.leave, BO, 1)
    assert party.do(commands.leave, ADA, 1) == Left(1)
    assert not party.table.seats[1].taken


@pytest.mark.parametrize("level", ["", "EASY", "random", "grandmaster"])
def test_a_bot_has_one_of_the_levels(level: str) -> None:
    error = new_party().refused("bot/level", commands.seat_bot, ADA, level)
    assert all(known in error.text for known in LEVELS)


@pytest.mark.parametrize("seat", [0, -1, 2])
def test_a_bot_needs_a_free_seat(seat: int) -> None:
    party = new_party()
    party.sit(ADA)
    party.refused("seat/taken", commands.seat_bot, ADA, "easy", seat)
    party.sit(BO)
    party.refused("seat/taken", commands.seat_bot, ADA, "easy")


# Rounds end some day ------------------------------------------------------------------------------


def test_a_round_at_a_server_ends_some_day() -> None:
    """L15: without a limit of one's own, the server's."""
    assert commands.create(ADA, "life", 3).options["lap_limit"] == commands.MOST_LAPS
    assert commands.create(ADA, "life", 3, {"lap_limit": 7}).options["lap_limit"] == 7
    assert "lap_limit" not in commands.create(ADA, "tembo", 3).options
    with pytest.raises(commands.Refused, match=r"at most 60 laps"):
        commands.create(ADA, "life", 3, {"lap_limit": commands.MOST_LAPS + 1})
