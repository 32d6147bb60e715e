"""The one door: what a client is told about a table is made from what its seat may know, and from
nothing else."""

from __future__ import annotations

from collections.abc import Iterator
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
    ELI,
    EVERYBODY,
    NAMES,
    SECRET,
    Party,
    closed,
    gathered,
    hash_of,
    lies_otherwise,
    new_party,
    nonce_of,
    started,
)
from waterhole.game import WaterholeError
from waterhole.server.tables import commands, fairness
from waterhole.server.tables.entries import Clock, Followed
from waterhole.server.tables.table import Table
from waterhole.server.wire import door
from waterhole.server.wire.messages import Changed, SeatShown

ENCODE = msgspec.json.Encoder().encode
GAMES = ("life", "tembo")
STRANGER = ELI  # somebody known to the server who does not sit here


def shown(party: Party, player: str | None, **rest: Any) -> dict[str, Any]:
    """The whole table as a client reads it."""
    return read(door.shown(party.table, player, all_here(party.table), party.now, **rest))


def changed(party: Party, player: str | None) -> dict[str, Any]:
    """The last change as a client reads it."""
    return read(
        door.Change(party.table, "moved", seats(party.table), party.now).told(
            party.table.seat_of(player)
        ),
    )


def read(message: Any) -> dict[str, Any]:
    """As a client reads it; a change has all that the protocol says, in its order."""
    if not isinstance(message, bytes):
        return read(ENCODE(message))
    found: dict[str, Any] = msgspec.json.decode(message)
    if found["type"] == "changed":
        assert msgspec.json.decode(ENCODE(msgspec.json.decode(message, type=Changed))) == found
        assert [*found, "id"] == list(Changed.__struct_fields__)
    return found


def all_here(table: Table) -> list[bool]:
    return [True] * len(table.seats)


def seats(table: Table) -> msgspec.Raw:
    return door.seats_told(table, all_here(table))


def told(table: Table, player: str | None, now: float) -> bytes:
    """Every byte the door lets out for a viewer now."""
    here = all_here(table)
    return b"\n".join(
        (
            ENCODE(door.shown(table, player, here, now)),
            ENCODE(door.shown(table, player, here, now, after=table.version - 1)),
            door.Change(table, "moved", door.seats_told(table, here), now).told(
                table.seat_of(player)
            ),
        )
    )


def versions(party: Party) -> Iterator[Table]:
    """The table at each of its versions."""
    table = Table(party.table.id, party.table.made)
    for logged in party.log:
        table.apply(logged)
        yield table


def viewers(table: Table) -> list[str | None]:
    return [None, STRANGER, *(seat.player for seat in table.seats if seat.player)]


# Seats -------------------------------------------------------------------------------------------


def test_a_free_seat_has_no_name() -> None:
    assert shown(new_party(), None)["seats"] == [{}, {}]


def test_people_are_shown_by_name_and_bots_by_level() -> None:
    party = gathered((ADA,), ("hard",), nonces=False)
    person, bot = door.seats_shown(party.table, [True, True])
    assert person == SeatShown("Ada", None, None, here=True, ready=True)
    assert bot == SeatShown("hard", "hard", None, here=False, ready=True)


def test_presence_is_that_of_each_seat() -> None:
    party = gathered((ADA, BO, CLEO))
    found = door.seats_shown(party.table, [False, True, False])
    assert [seat.here for seat in found] == [False, True, False]


def test_a_seat_is_ready_when_its_nonce_is_open_or_none_is_expected() -> None:
    party = new_party(seats=3)
    party.sit(ADA, hash=hash_of(ADA))
    party.sit(BO)
    party.do(commands.seat_bot, ADA, "easy")
    party.append(commands.close_seats(party.table, ADA))
    here = [True] * 3
    assert [seat.ready for seat in door.seats_shown(party.table, here)] == [False, True, True]
    party.do(commands.open_nonce, ADA, nonce_of(ADA))
    assert [seat.ready for seat in door.seats_shown(party.table, here)] == [True] * 3


def test_all_see_for_whom_a_bot_plays_and_why() -> None:
    party = started()
    party.do(commands.stand_in, 0, "gone")
    assert [seat.get("away") for seat in shown(party, None)["seats"]] == ["gone", None]


# The table ---------------------------------------------------------------------------------------


def test_before_the_deal_there_is_no_view_and_the_commitment_is_shown() -> None:
    for party in (new_party(), closed()):
        for player in (None, ADA):
            found = shown(party, player)
            assert found["view"] is None
            assert found["commitment"] == fairness.commitment(party.table.id, SECRET)
            assert (found["legal"], found["to_move"], found["clocks"]) == ([], None, None)


def test_only_the_owner_is_told_that_the_table_is_his() -> None:
    party = gathered(owner=CLEO)
    assert [shown(party, player)["owner"] for player in (CLEO, ADA, None)] == [True, False, False]


@pytest.mark.parametrize("game", GAMES)
def test_everybody_sees_the_view_of_his_seat_and_spectators_the_public_one(game: str) -> None:
    party = started((ADA, BO), ("easy",), game=game).play(Random(1), 7)
    state = party.table.state
    assert state is not None
    for player in viewers(party.table):
        seat = party.table.seat_of(player)
        view = state.view(seat)
        assert shown(party, player)["view"] == view.to_dict()
        assert changed(party, player)["view"] == view.to_dict(memories=False)
        for found in (shown(party, player), changed(party, player)):
            assert found["seat"] == found["view"]["seat"] == seat


@pytest.mark.parametrize("game", GAMES)
def test_only_whose_turn_it_is_sees_the_legal_moves(game: str) -> None:
    party = started((ADA, BO, CLEO), game=game)
    for player in viewers(party.table):
        expected = party.legal if player == party.mover else []
        assert shown(party, player)["legal"] == changed(party, player)["legal"] == expected


def test_who_is_replaced_by_a_bot_has_no_moves_until_he_takes_his_seat_back() -> None:
    party = started()
    player, turn = party.mover, party.table.to_move
    party.do(commands.stand_in, turn, "time")
    assert shown(party, player)["legal"] == []
    party.do(commands.take_back, player)
    assert shown(party, player)["legal"] == party.legal


def test_only_who_can_take_a_move_back_is_told_so() -> None:
    party = started(options={})
    player = party.mover
    party.move()
    for viewer in viewers(party.table):
        assert shown(party, viewer)["can_undo"] == (viewer == player)
        assert changed(party, viewer)["can_undo"] == (viewer == player)


def test_all_see_who_asks_for_a_move_back_and_where_the_rematch_is() -> None:
    party = started(game="tembo")
    player, turn = party.mover, party.table.to_move
    party.move()
    party.do(commands.undo, player)
    assert shown(party, None)["undo_asked"] == changed(party, None)["undo_asked"] == turn
    party = started().play(Random(1))
    party.append(Followed("the-rematch"))
    assert shown(party, None)["next"] == changed(party, None)["next"] == "the-rematch"


def test_all_see_what_time_is_left() -> None:
    party = started(clock=Clock(bank=60))
    turn = party.table.to_move
    assert turn is not None
    found = door.shown(party.table, None, [False, False], party.now + 10).clocks
    assert found is not None
    assert (found[turn], found[1 - turn]) == (50, 60)


def test_who_comes_back_is_told_what_happened_after_the_version_he_names() -> None:
    party = started().play(Random(1), 5)
    whole = shown(party, ADA)["log"]
    assert whole == [msgspec.json.decode(events) for events in party.table.history]
    version = party.table.version
    assert len(whole) == version
    assert shown(party, ADA, after=version - 3)["log"] == whole[-3:]
    assert shown(party, ADA, after=version)["log"] == []
    assert shown(party, ADA, after=version + 10**6)["log"] == []
    assert shown(party, ADA, after=-5)["log"] == whole


def test_a_change_tells_the_events_of_the_last_entry_alone() -> None:
    party = started()
    assert changed(party, ADA)["events"] == []
    party.move()
    assert changed(party, ADA)["events"] == shown(party, ADA)["log"][-1] != []
    party.do(commands.stand_in, 0, "gone")
    assert changed(party, ADA)["events"] == []


@pytest.mark.parametrize("game", GAMES)
def test_changes_one_by_one_lead_to_what_the_whole_table_shows(game: str) -> None:
    """A client that was there all the time, and one that comes back, see the same."""
    party = started((ADA, BO), ("easy",), game=game, clock=Clock(bank=60)).play(Random(2))
    for table in versions(party):
        for player in viewers(table):
            here, now = all_here(table), table.changed
            whole = read(door.shown(table, player, here, now))
            change = read(
                door.Change(table, "moved", seats(table), now).told(table.seat_of(player))
            )
            (whole["view"] or {}).pop("memories", None)
            same = set(whole) & set(change) - {"type"}
            assert {"view", "legal", "seats", "clocks", "version"} <= same
            assert {name: whole[name] for name in same} == {name: change[name] for name in same}


# Tables that are not for spectators --------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_is_not_watchable_shows_strangers_no_cards_and_no_events(game: str) -> None:
    party = started(game=game, watchable=False, owner=CLEO).play(Random(3))
    for table in versions(party):
        for player in (None, STRANGER, CLEO):
            whole = read(door.shown(table, player, all_here(table), 0.0))
            change = read(
                door.Change(table, "moved", seats(table), 0.0).told(table.seat_of(player))
            )
            assert whole["view"] is change["view"] is None
            assert (whole["log"], change["events"]) == ([], [])
            assert whole["legal"] == change["legal"] == []


@pytest.mark.parametrize("game", GAMES)
def test_who_sits_at_a_table_that_is_not_watchable_sees_it(game: str) -> None:
    party = started(game=game, watchable=False).play(Random(3), 3)
    for player in (ADA, BO):
        assert shown(party, player)["view"]["seat"] == party.table.seat_of(player)
        assert shown(party, player)["log"][-1] == changed(party, player)["events"] != []


@pytest.mark.parametrize("game", GAMES)
def test_strangers_cannot_tell_apart_two_matches_at_a_table_that_is_not_watchable(
    game: str,
) -> None:
    """Not by any byte: only whose turn it is, and that somebody moved."""
    rng = Random(4)
    party = started(game=game, watchable=False).play(rng, 4)
    other = party.again()
    assert other.state is not None
    lies_otherwise(other, other.game.resample(other.state.view(None), rng))
    assert other.state != party.table.state
    for player in (None, STRANGER):
        assert told(other, player, party.now) == told(party.table, player, party.now)


# Nothing hidden ----------------------------------------------------------------------------------


@st.composite
def matches(draw: st.DrawFn) -> Party:
    """A match at any moment, at any kind of table."""
    game = draw(st.sampled_from(GAMES))
    people = EVERYBODY[: draw(st.integers(1, 3))]
    bots = ("easy",) * draw(st.integers(2 - min(len(people), 2), 1))
    clock = draw(st.sampled_from((Clock(), Clock(bank=60), Clock(move=60))))
    options = draw(st.sampled_from(({}, {"expert": True, "lap_limit": 3})))
    party = started(
        people, bots, game=game, clock=clock, watchable=draw(st.booleans()),
        options=options if game == "life" else {"rounds": 2},
        secret=f"{draw(st.integers(0, 2**32)):064x}",
    )  # fmt: skip
    return party.play(Random(draw(st.integers(0, 2**32))), draw(st.integers(0, 60)))


def other_world(party: Party, seat: int | None, rng: Random) -> Table:
    """The table where everything that the seat cannot see lies differently."""
    table = party.again()
    assert table.state is not None
    lies_otherwise(table, table.game.resample(table.state.view(seat), rng))
    return table


@given(matches(), st.integers(0, 2**32))
def test_what_a_viewer_cannot_see_changes_no_byte_he_is_told(party: Party, number: int) -> None:
    rng = Random(number)
    now = party.now + 7.5
    for player in viewers(party.table):
        other = other_world(party, party.table.seat_of(player), rng)
        assert told(other, player, now) == told(party.table, player, now)


@pytest.mark.parametrize("game", GAMES)
def test_other_worlds_are_other_worlds(game: str) -> None:
    """Otherwise the test above would compare a table with itself."""
    party = started((ADA, BO, CLEO), game=game).play(Random(5), 4)
    for player in viewers(party.table):
        other = other_world(party, party.table.seat_of(player), Random(6))
        assert other.state is not None
        assert party.table.state is not None
        assert other.state.record()["rounds"] != party.table.state.record()["rounds"]


@pytest.mark.parametrize("game", GAMES)
def test_a_viewer_is_told_when_what_he_sees_is_different(game: str) -> None:
    """So that the test above can fail: a world drawn for one seat is another for its neighbour."""
    party = started((ADA, BO, CLEO), game=game).play(Random(5), 4)
    other = other_world(party, party.table.seat_of(ADA), Random(6))
    assert told(other, BO, party.now) != told(party.table, BO, party.now)


def refusal(table: Table, player: str, text: str) -> tuple[Any, ...] | None:
    try:
        commands.move(table, player, text, table.version)
    except WaterholeError as error:
        legal = [str(move) for move in getattr(error, "legal", ())]
        return error.code, str(error), error.rule, legal
    return None


@given(matches(), st.integers(0, 2**32))
def test_what_a_player_cannot_see_changes_no_refusal_he_gets(party: Party, number: int) -> None:
    rng = Random(number)
    tries = [*rng.sample(party.table.game.moves, 25), *rng.sample(party.table.game.moves[:60], 5)]
    for player in [seat.player for seat in party.table.seats if seat.player]:
        other = other_world(party, party.table.seat_of(player), rng)
        for text in map(str, tries):
            assert refusal(other, player, text) == refusal(party.table, player, text)


def eventful() -> Party:
    """A match where everything happens: a seat without a nonce and one that does not open, a move
    taken back by consent, a bot that plays for somebody, a rematch."""
    party = new_party("tembo", 4, options={"rounds": 2}, clock=Clock(bank=600))
    for player in (ADA, BO):
        party.sit(player, hash=hash_of(player))
    party.sit(CLEO)
    party.do(commands.seat_bot, ADA, "easy")
    party.append(commands.close_seats(party.table, ADA))
    party.do(commands.open_nonce, BO, nonce_of(BO))
    party.append(commands.start(party.table))
    rng = Random(11)
    party.play(rng, 5)
    while party.mover is None:
        party.move()
    player = party.mover
    party.move()
    party.do(commands.undo, player)
    for other in {ADA, BO, CLEO} - {player}:
        party.do(commands.answer_undo, other, True)
    party.do(commands.stand_in, 0, "gone")
    party.play(rng, 6)
    party.do(commands.take_back, ADA)
    party.play(rng)
    party.append(Followed("the-rematch"))
    return party


def secrets_of(party: Party) -> dict[str, str]:
    """What no message has, with what it is."""
    state = party.table.state
    assert state is not None
    secrets = {str(seat.nonce): "a nonce of the server's" for seat in party.table.seats}
    secrets |= {party.table.made.secret: "the secret", state.setup.seed: "the seed"}
    secrets |= {player: f"the id of {NAMES[player]}" for player in EVERYBODY}
    secrets |= {hash_of(player): f"the hash of {NAMES[player]}" for player in EVERYBODY}
    return secrets | {nonce_of(player): f"the nonce of {NAMES[player]}" for player in EVERYBODY}


@pytest.mark.parametrize("watchable", [True, False])
def test_no_message_ever_has_a_secret_an_id_a_hash_or_a_nonce(watchable: bool) -> None:
    party = eventful()
    party.table.made = msgspec.structs.replace(party.table.made, watchable=watchable)
    secrets = secrets_of(party)
    assert len(secrets) == 2 + 3 * len(EVERYBODY) + 3  # three nonces are the server's
    phases = set()
    for table in versions(party):
        phases.add(table.phase)
        for player in viewers(table):
            text = told(table, player, table.changed).decode()
            found = [what for secret, what in secrets.items() if secret in text]
            assert not found, f"version {table.version} tells {player} {found}"
    assert phases == {"gathering", "opening", "playing", "over"}


def test_what_would_be_a_leak_is_found() -> None:
    """So that the test above can fail: after the end the record tells what no message does."""
    party = eventful()
    record = ENCODE(party.table.record()).decode()
    found = [what for secret, what in secrets_of(party).items() if secret in record]
    assert "the secret" in found
    assert "the seed" in found
    assert "the nonce of Bo" in found


@settings(max_examples=10)
@given(matches())
def test_nobody_sees_another_seats_cards_by_looking_as_somebody_he_is_not(party: Party) -> None:
    """A viewer without a seat sees what a spectator does, whoever he is."""
    for player in (STRANGER, "", "Ada", "0"):
        assert told(party.table, player, party.now) == told(party.table, None, party.now)
