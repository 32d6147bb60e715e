"""The authority: what may happen at a table, and what the table is after it."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.tables import (
    ADA,
    BO,
    CLEO,
    DARA,
    ELI,
    EVERYBODY,
    NAMES,
    SECRET,
    SHORT,
    Party,
    closed,
    everything,
    gathered,
    hash_of,
    new_party,
    nonce_of,
    started,
)
from waterhole.game import IllegalMove, InvalidMove, WaterholeError, load
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
from waterhole.server.tables.table import STAND_IN, STEPS_BACK, Table

GAMES = ("life", "tembo")
LEVELS = ("easy", "medium", "hard", "expert")


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


# Making a table ----------------------------------------------------------------------------------


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
    assert commands.create(ADA, "life", 2).options == {"expert": False, "lap_limit": 0}


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


# Sitting and leaving -----------------------------------------------------------------------------


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


# Bots --------------------------------------------------------------------------------------------


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


# Fixing the seats, dealing -----------------------------------------------------------------------


def test_only_the_owner_fixes_the_seats() -> None:
    party = gathered()
    party.refused("table/owner", commands.close_seats, BO)
    assert party.do(commands.close_seats, ADA) == Closing()


def test_seats_are_fixed_when_all_are_taken() -> None:
    party = new_party(seats=3)
    party.sit(ADA)
    party.sit(BO)
    party.refused("table/seats", commands.close_seats, ADA)


def test_when_the_seats_are_fixed_nobody_sits_down_leaves_or_brings_bots() -> None:
    for party in (closed((ADA, BO), ("easy",)), started((ADA, BO), ("easy",))):
        party.refused("table/phase", commands.sit, CLEO, "Cleo", None, None)
        party.refused("table/phase", commands.leave, BO)
        party.refused("table/phase", commands.leave, ADA, 2)
        party.refused("table/phase", commands.seat_bot, ADA, "easy")
        party.refused("table/phase", commands.close_seats, ADA)


def test_cards_are_dealt_once_and_only_when_the_seats_are_fixed() -> None:
    gathered().refused("table/phase", commands.start)
    started().refused("table/phase", commands.start)


@pytest.mark.parametrize("game", GAMES)
def test_at_the_start_every_seat_is_dealt_in_by_the_rules(game: str) -> None:
    party = started((ADA, BO), ("hard",), game=game)
    table = party.table
    assert table.state is not None
    expected = load(game).start(3, table.state.setup.seed, SHORT[game])
    for seat in (None, 0, 1, 2):
        assert table.state.view(seat).to_json() == expected.view(seat).to_json()
    assert table.to_move == expected.to_move


def test_before_the_start_nothing_of_a_match_can_be_done() -> None:
    for party in (gathered(), closed()):
        party.refused("table/phase", commands.move, ADA, "K", party.table.version)
        party.refused("table/phase", commands.undo, ADA)
        party.refused("table/phase", commands.answer_undo, ADA, True)
        party.refused("table/phase", commands.take_back, ADA)
        party.refused("seat/away", commands.stand_in, 0, "gone")
        party.refused("table/phase", commands.rematch, ADA)


def test_at_a_table_that_was_closed_for_good_nothing_can_be_done() -> None:
    party = gathered()
    party.append(Archived())
    assert party.table.phase == "archived"
    party.refused("table/phase", commands.sit, CLEO, "Cleo", None, None)
    party.refused("table/phase", commands.leave, ADA)
    party.refused("table/phase", commands.close_seats, ADA)
    party.refused("table/phase", commands.start)


# Moves -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_move_leads_where_the_rules_say(game: str) -> None:
    party = started(game=game)
    before, text, player = party.table.state, party.legal[0], party.mover
    assert before is not None
    expected, events = before.play(load(game).parse(text))
    assert party.move(text) == Moved(text, player)
    assert party.table.state == expected
    assert party.table.history[-1] == events


def test_a_move_is_made_by_whose_turn_it_is() -> None:
    party = started((ADA, BO, CLEO))
    for player in others(party, person_to_move(party)):
        party.refused("move/turn", commands.move, player, party.legal[0], party.table.version)


def test_a_spectator_makes_no_move() -> None:
    party = started()
    party.refused("seat/none", commands.move, ELI, party.legal[0], party.table.version)


def test_the_owner_who_does_not_sit_makes_no_move() -> None:
    party = started(owner=ELI)
    party.refused("seat/none", commands.move, ELI, party.legal[0], party.table.version)


def test_nobody_moves_for_a_bot() -> None:
    party = started((ADA,), ("easy",))
    while party.mover is not None:
        party.move()
    party.refused("move/turn", commands.move, ADA, party.legal[0], party.table.version)
    text = party.legal[0]
    assert party.move(text) == Moved(text, by=None)


def test_no_bot_moves_for_a_person() -> None:
    party = person_and_bot()
    party.refused("move/person", commands.move, None, party.legal[0], party.table.version)


@pytest.mark.parametrize(
    ("game", "text", "code", "rule"),
    [
        ("life", "K", "move/knock_before_swap", "L7"),
        ("tembo", "E>1", "move/elephant_needs_three", "T12"),
        ("tembo", "L>1", "move/lion_not_drawn", "T18"),
    ],
)
def test_an_illegal_move_is_refused_with_the_rule_and_the_legal_moves(
    game: str, text: str, code: str, rule: str
) -> None:
    party = started(game=game)
    error = party.refused(code, commands.move, party.mover, text, party.table.version)
    assert isinstance(error, IllegalMove)
    assert error.rule == rule
    assert [str(move) for move in error.legal] == party.legal


@pytest.mark.parametrize("text", ["", "nonsense", "16>9", "9:G", "K\n", "\U0001f418" * 1000])
@pytest.mark.parametrize("game", GAMES)
def test_a_text_that_is_no_move_is_refused(game: str, text: str) -> None:
    party = started(game=game)
    error = party.refused("move/unreadable", commands.move, party.mover, text, party.table.version)
    assert isinstance(error, InvalidMove)
    assert len(error.text) < 400


def test_whose_turn_it_is_not_hears_nothing_of_the_rules() -> None:
    """What is legal now would tell him the other's hand."""
    party = started(game="tembo")
    for text in ("E>1", "nonsense", party.legal[0]):
        (other,) = others(party, person_to_move(party))
        error = party.refused("move/turn", commands.move, other, text, party.table.version)
        assert not isinstance(error, IllegalMove)


def test_a_move_names_the_version_it_answers() -> None:
    party = started()
    for version in (0, -1, party.table.version - 1, party.table.version + 1, 10**9):
        party.refused("move/stale", commands.move, party.mover, party.legal[0], version)


def test_what_happens_in_between_and_does_not_change_the_turn_makes_no_move_stale() -> None:
    party = started((ADA, BO, CLEO), game="tembo")
    asker = person_to_move(party)
    party.move()
    seen, player, third = party.table.version, person_to_move(party), others(party, asker)[-1]
    party.do(commands.undo, asker)
    party.do(commands.answer_undo, third if third != player else others(party, asker)[0], True)
    assert party.table.version == seen + 2
    party.do(commands.move, player, party.legal[0], seen)


def test_a_doubled_move_is_made_once() -> None:
    party = started()
    player, text, version = party.mover, party.legal[0], party.table.version
    party.do(commands.move, player, text, version)
    party.refused("move/turn", commands.move, player, text, version)


def test_a_doubled_move_is_made_once_also_when_it_is_the_same_players_turn_again() -> None:
    """In Tembo a drawn lion gives the turn back to who drew it (T18)."""
    party = started(game="tembo")
    rng = Random(1)
    while True:
        player, text, version = party.mover, rng.choice(party.legal), party.table.version
        party.do(commands.move, player, text, version)
        if party.mover == player:
            break
    party.refused("move/stale", commands.move, player, text, version)
    party.refused("move/stale", commands.move, player, party.legal[0], version)


def test_a_move_that_answers_a_table_before_an_undo_is_stale() -> None:
    party = started()
    first, seen = party.mover, party.table.version
    party.move()
    party.do(commands.undo, first)
    party.refused("move/stale", commands.move, first, party.legal[0], seen)
    party.refused("move/stale", commands.move, first, party.legal[0], seen + 1)
    party.do(commands.move, first, party.legal[0], seen + 2)


def test_trying_a_move_is_no_move() -> None:
    """A move that could not be stored has not happened; another may come instead."""
    party = started()
    player, version, (first, second) = party.mover, party.table.version, party.legal[:2]
    commands.move(party.table, player, first, version)
    assert everything(party.table) == everything(party.again())
    party.do(commands.move, player, second, version)
    assert party.table.state is not None
    assert list(map(str, party.table.state.round.moves)) == [second]
    assert everything(party.table) == everything(party.again())


@pytest.mark.parametrize("game", GAMES)
def test_after_the_last_move_the_match_is_over_and_nobody_moves(game: str) -> None:
    party = started(game=game).play(Random(7))
    assert party.table.phase == "over"
    assert party.table.to_move is None
    for player in (ADA, BO):
        party.refused("table/phase", commands.move, player, "K", party.table.version)
        party.refused("table/phase", commands.undo, player)
        party.refused("table/phase", commands.answer_undo, player, True)
        party.refused("table/phase", commands.take_back, player)
        party.refused("seat/away", commands.stand_in, seat_of(party, player), "gone")


# Taking a move back ------------------------------------------------------------------------------


def free_move(**table: Any) -> tuple[Party, str]:
    """A swap in Life is Life, which shows nobody a card he had not seen; and who made it."""
    party = started(options={}, **table)
    player = person_to_move(party)
    party.move()
    return party, player


def drawing_move(**table: Any) -> tuple[Party, str]:
    """A move in Tembo after which a card was drawn; and who made it."""
    party = started(game="tembo", **table)
    player = person_to_move(party)
    party.move()
    return party, player


def test_a_move_that_showed_nothing_hidden_is_taken_back_without_asking() -> None:
    for friendly in (True, False):
        party, player = free_move(friendly=friendly)
        assert party.table.free_undo(seat_of(party, player))
        assert party.do(commands.undo, player) == Undone()


@pytest.mark.parametrize("made", [free_move, drawing_move])
def test_after_an_undo_the_match_is_exactly_as_before(
    made: Callable[..., tuple[Party, str]],
) -> None:
    party, player = made(people=(ADA, BO, CLEO))
    party.do(commands.undo, player)
    if party.table.asked is not None:
        for other in others(party, player):
            party.do(commands.answer_undo, other, True)
    assert isinstance(party.log[-1].entry, Undone)
    before = Table.of([logged for logged in party.log if logged.version <= party_start(party)])
    assert party.table.state == before.state
    assert party.table.to_move == before.to_move == seat_of(party, player)
    assert (party.table.asked, party.table.agreed, party.table.back) == (None, set(), before.back)


def party_start(party: Party) -> int:
    """The version at which the cards were dealt."""
    return next(each.version for each in party.log if isinstance(each.entry, Started))


def test_when_somebody_else_has_moved_no_move_of_before_is_taken_back() -> None:
    party, player = free_move()
    party.move()
    party.refused("undo/other", commands.undo, player)


def test_when_a_bot_has_moved_no_move_of_before_is_taken_back() -> None:
    party = person_and_bot()
    party.move()
    party.move()
    party.refused("undo/other", commands.undo, ADA)


def test_nobody_takes_anothers_move_back() -> None:
    party, player = free_move(people=(ADA, BO, CLEO))
    for other in others(party, player):
        party.refused("undo/other", commands.undo, other)


def test_before_the_first_move_there_is_nothing_to_take_back() -> None:
    party = started()
    for player in (ADA, BO):
        party.refused("undo/other", commands.undo, player)


def test_a_spectator_takes_nothing_back_and_is_not_asked() -> None:
    party, player = drawing_move()
    party.refused("seat/none", commands.undo, ELI)
    party.do(commands.undo, player)
    party.refused("seat/none", commands.answer_undo, ELI, True)


def test_after_drawing_the_others_are_asked() -> None:
    party, player = drawing_move()
    seat = seat_of(party, player)
    assert not party.table.free_undo(seat)
    assert party.do(commands.undo, player) == UndoAsked(seat)
    assert party.table.asked == seat
    party.refused("undo/asked", commands.undo, player)


def test_a_drawn_card_goes_back_only_when_all_other_people_agree() -> None:
    party, player = drawing_move(people=(ADA, BO, CLEO), bots=("easy",))
    first, second = others(party, player)
    party.do(commands.undo, player)
    party.do(commands.answer_undo, second, True)
    assert not commands.undo_agreed(party.table)
    party.refused("undo/again", commands.answer_undo, second, True)
    assert party.do(commands.answer_undo, first, True) == UndoAnswered(seat_of(party, first), True)
    assert isinstance(party.log[-1].entry, Undone)
    assert party.mover == player


def test_one_who_does_not_agree_is_enough() -> None:
    party, player = drawing_move(people=(ADA, BO, CLEO))
    first, second = others(party, player)
    party.do(commands.undo, player)
    party.do(commands.answer_undo, first, True)
    party.do(commands.answer_undo, second, False)
    assert party.table.asked is None
    party.refused("undo/nobody", commands.answer_undo, first, True)
    assert isinstance(party.do(commands.undo, player), UndoAsked)
    assert not commands.undo_agreed(party.table), "who agreed before is asked again"


def test_nobody_agrees_to_his_own_question_or_to_none() -> None:
    party, player = drawing_move()
    party.refused("undo/nobody", commands.answer_undo, *others(party, player), True)
    party.do(commands.undo, player)
    party.refused("undo/nobody", commands.answer_undo, player, True)


def test_with_nobody_else_but_bots_there_is_nobody_to_ask() -> None:
    party = started((ADA,), ("easy",), game="tembo")
    while party.mover is None:
        party.move()
    party.move()
    party.do(commands.undo, ADA)
    assert isinstance(party.log[-1].entry, Undone)
    assert party.mover == ADA


def test_who_is_gone_is_not_waited_for() -> None:
    party, player = drawing_move(people=(ADA, BO, CLEO))
    first, second = others(party, player)
    party.do(commands.undo, player)
    party.do(commands.stand_in, seat_of(party, first), "gone")
    assert party.table.asked is not None
    party.do(commands.answer_undo, second, True)
    assert isinstance(party.log[-1].entry, Undone)


def test_who_moves_on_has_answered() -> None:
    party, player = drawing_move()
    party.do(commands.undo, player)
    party.move()
    assert party.table.asked is None
    party.refused("undo/other", commands.undo, player)


def test_at_a_serious_table_nothing_shown_is_taken_back() -> None:
    party, player = drawing_move(friendly=False)
    party.refused("undo/serious", commands.undo, player)


def test_moves_are_taken_back_one_after_another_in_turn() -> None:
    party = started(options={})
    states = [party.table.state]
    movers = []
    for _ in range(4):
        movers.append(person_to_move(party))
        party.move(party.legal[-1])
        states.append(party.table.state)
    for player in reversed(movers):
        states.pop()
        party.do(commands.undo, player)
        assert party.table.state == states[-1]
    party.refused("undo/other", commands.undo, ADA)
    party.refused("undo/other", commands.undo, BO)


def test_so_many_moves_can_be_taken_back_and_no_more() -> None:
    party = started(options={})
    movers = []
    for _ in range(STEPS_BACK + 1):
        movers.append(person_to_move(party))
        party.move(party.legal[-1])
    for player in movers[:0:-1]:
        assert party.do(commands.undo, player) == Undone()
    party.refused("undo/other", commands.undo, movers[0])


def shows_something_hidden(before: Any, after: Any) -> bool:
    """Cards were drawn, or the hands were laid open and new ones dealt."""
    if len(after.played) > len(before.played):
        return True
    return before.game == "tembo" and len(after.round.drawers) > len(before.round.drawers)


LION_DRAWN_LAST = "35135aaa6cc23891b40cb3f378c53a17a1127210ce60e125ccf03efcfdaec458"


@pytest.mark.parametrize("secret", [SECRET, LION_DRAWN_LAST])
@pytest.mark.parametrize("choose", [min, max])
@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_taken_back_freely_exactly_if_it_showed_nothing_hidden(
    game: str, choose: Callable[[Any], int], secret: str
) -> None:
    party = started(game=game, secret=secret)
    found = set()
    while party.table.phase == "playing":
        before, turn = party.table.state, party.table.to_move
        assert turn is not None
        party.move(party.legal[choose((0, len(party.legal) - 1))])
        if party.table.phase == "playing":
            free = party.table.free_undo(turn)
            assert free is not shows_something_hidden(before, party.table.state), party.log[-1]
            found.add(free)
    assert found == {True, False} or (game, choose) == ("tembo", max)


# Bots that play for somebody ---------------------------------------------------------------------


@pytest.mark.parametrize("reason", ["time", "gone"])
def test_a_bot_plays_for_who_is_gone_and_he_takes_his_seat_back(reason: str) -> None:
    party = started()
    player = person_to_move(party)
    seat = seat_of(party, player)
    party.do(commands.stand_in, seat, reason)
    assert (party.table.seats[seat].away, party.table.seats[seat].bot) == (reason, STAND_IN)
    party.refused("move/away", commands.move, player, party.legal[0], party.table.version)
    party.do(commands.take_back, player)
    assert (party.table.seats[seat].away, party.table.seats[seat].bot) == (None, None)
    party.refused("move/person", commands.move, None, party.legal[0], party.table.version)
    party.do(commands.move, player, party.legal[0], party.table.version)


def test_the_bots_move_for_who_is_gone_is_nobodys_else() -> None:
    party = started()
    player = person_to_move(party)
    party.do(commands.stand_in, seat_of(party, player), "gone")
    (other,) = others(party, player)
    party.refused("move/turn", commands.move, other, party.legal[0], party.table.version)
    text = party.legal[0]
    assert party.do(commands.move, None, text, party.table.version) == Moved(text)
    assert party.mover == other


def test_the_move_a_bot_thought_of_before_the_player_came_back_is_refused() -> None:
    party = started()
    player = person_to_move(party)
    party.do(commands.stand_in, seat_of(party, player), "gone")
    seen = party.table.version
    party.do(commands.take_back, player)
    party.refused("move/person", commands.move, None, party.legal[0], seen)


def test_a_move_that_answers_a_table_before_the_seat_was_taken_back_is_stale() -> None:
    party = started()
    player, seen = person_to_move(party), party.table.version
    party.do(commands.stand_in, seat_of(party, player), "gone")
    party.do(commands.take_back, player)
    party.refused("move/stale", commands.move, player, party.legal[0], seen)


def test_nobody_stands_in_for_a_bot_or_twice_for_a_person() -> None:
    party = started((ADA,), ("easy",))
    seat = seat_of(party, ADA)
    party.refused("seat/away", commands.stand_in, 1 - seat, "gone")
    party.do(commands.stand_in, seat, "gone")
    party.refused("seat/away", commands.stand_in, seat, "time")


def test_who_plays_himself_or_only_watches_has_no_seat_to_take_back() -> None:
    party = started()
    party.refused("seat/here", commands.take_back, ADA)
    party.refused("seat/none", commands.take_back, ELI)


def test_nobody_takes_anothers_seat() -> None:
    party = started()
    party.do(commands.stand_in, seat_of(party, ADA), "gone")
    party.refused("seat/here", commands.take_back, BO)
    party.refused("seat/none", commands.take_back, CLEO)


# The record --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_record_of_a_finished_match_verifies_and_names_who_played(game: str) -> None:
    party = started((ADA, BO), ("hard",), game=game).play(Random(8))
    record = msgspec.json.decode(msgspec.json.encode(party.table.record()))
    assert load(game).verify(record).result is not None
    assert record["seats"] == ["Ada", "Bo", "bot:hard"]
    assert record["options"] == party.table.made.options
    played = [each.entry.move for each in party.log if isinstance(each.entry, Moved)]
    assert [move for round in record["rounds"] for move in round["moves"]] == played


def test_moves_that_were_taken_back_are_not_in_the_record() -> None:
    party = started()
    player = person_to_move(party)
    party.move(party.legal[0])
    party.do(commands.undo, player)
    party.move(party.legal[1])
    second = party.log[-1].entry
    assert isinstance(second, Moved)
    record = party.play(Random(9)).table.record()
    load("life").verify(record)
    assert record["rounds"][0]["moves"][0] == second.move


def test_who_was_replaced_for_a_while_is_still_named_himself() -> None:
    party = started()
    party.do(commands.stand_in, 0, "gone")
    record = party.play(Random(9)).table.record()
    load("life").verify(record)
    assert record["seats"] == ["Ada", "Bo"]


# Rematches ---------------------------------------------------------------------------------------


def first_of(party: Party) -> int:
    """The seat to which the first deal of a match fell."""
    state = party.table.state
    assert state is not None
    rounds = (*state.played, state.round)
    return int(rounds[0].deal.first)


def rematch_of(party: Party, player: str, people: tuple[str, ...]) -> Party:
    """The next match, with people sitting down in this order and bots in the other seats."""
    entry = commands.rematch(party.table, player)
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


# The log -----------------------------------------------------------------------------------------

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


# Anybody does anything ---------------------------------------------------------------------------

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
    "undo": lambda t, p, n: commands.undo(t, p),
    "answer": lambda t, p, n: commands.answer_undo(t, p, bool(n % 4)),
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
