"""What must hold at every moment of every match, whoever plays and however."""

from __future__ import annotations

import copy
import dataclasses
import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.matches import GAMES, Match, last, matches
from waterhole.game import IllegalMove, Move, State, load
from waterhole.tembo.cards import LION, NAMES

# Counted in the rulebook, not in the code (T1, L1).
TEMBO_PACK = Counter([*map(str, range(1, 43)), *"EEEEEEELLLS", "Cg", "Cg", "Cz", "Cz", "Ca", "Ca"])
LIFE_PACK = Counter("G" * 9 + "B" * 8 + "OT" * 7 + "SD" * 6 + "HP" * 5 + "C" * 4 + "M" * 3)


def tembo_cards(state: State[Any]) -> Counter[str]:
    """Every card of the round on the table, wherever it lies."""
    round = state.round
    cards: list[int] = [card for hand in round.hands for card in hand]
    cards += [animal.number for row in round.table.rows for animal in row]
    cards += [number for numbers in round.table.carried for number in numbers]
    cards += [*round.table.out, *round.deal.crossings, *round.deal.pile[len(round.drawers) :]]
    cards += [LION] * (sum(round.table.lions) + round.lion_drawn)
    return Counter(NAMES[card] for card in cards)


def life_cards(state: State[Any]) -> Counter[str]:
    return Counter("".join(state.round.hands + state.round.rows) + state.round.deal.aside)


def round_sizes(state: State[Any]) -> list[int]:
    return [len(round.moves) for round in (*state.played, state.round)]


def is_frozen(value: Any) -> bool:
    params: Any = getattr(value, "__dataclass_params__", None)
    return params is not None and bool(params.frozen)


def reachable(value: Any) -> Iterator[Any]:
    """A value and everything in it, down to the last number."""
    yield value
    parts: list[Any] = []
    if dataclasses.is_dataclass(value):
        parts = [getattr(value, field.name) for field in dataclasses.fields(value)]
    elif isinstance(value, (tuple, frozenset, list, set)):
        parts = list(value)
    elif isinstance(value, dict):
        parts = [*value, *value.values()]
    for part in parts:
        yield from reachable(part)


@given(matches())
def test_no_card_is_ever_lost_or_made(match: Match) -> None:
    """T1, L1: at every step the cards are the pack."""
    for state in match.states():
        if match.name == "tembo":
            assert tembo_cards(state) == TEMBO_PACK
        else:
            assert life_cards(state) == LIFE_PACK


@given(matches("tembo"))
def test_a_tembo_table_is_always_in_order(match: Match) -> None:
    """T3, T9, T17, T19: no lion in a hand, five cards at most, rows rise, closed ones are empty."""
    for state in match.states():
        round = state.round
        assert all(LION not in hand and len(hand) <= 5 for hand in round.hands)
        for row, lions in zip(round.table.rows, round.table.lions, strict=True):
            numbers = [animal.number for animal in row]
            assert numbers == sorted(set(numbers))
            assert not (row and lions)


@given(matches("life"))
def test_a_life_table_is_always_in_order(match: Match) -> None:
    """L2, L5, L11: hands have ten cards, rows keep their sizes, who is out holds nothing."""
    for state in match.states():
        round = state.round
        assert [len(row) for row in round.rows] == [1, 2, 3, 4]
        assert [len(hand) for hand in round.hands] == [10 if left else 0 for left in round.lives]
        assert all(left >= 0 for left in round.lives)
        assert round.lives[round.turn]


@given(matches("tembo"))
def test_a_round_of_tembo_ends(match: Match) -> None:
    """T6, T18: every move uses up a card, and 54 of the 59 can come into play (T4)."""
    final = last(match.states())
    assert final.to_move is None
    assert len(final.played) == match.options["rounds"]
    assert all(size <= 54 for size in round_sizes(final))


@given(matches("life"))
def test_a_round_of_life_ends_with_a_lap_limit(match: Match) -> None:
    """L7, L15: the latest knock comes with the last turn of the last lap; then all others move."""
    final = last(match.states())
    assert final.to_move is None
    laps = match.options["lap_limit"]
    for played in final.played:
        players = sum(map(bool, played.deal.to_dict()["hands"]))
        assert len(played.moves) <= laps * players + players - 1


def refusal(state: State[Any], move: Move) -> IllegalMove | None:
    """Why the state does not accept a move; None if it does."""
    try:
        state.play(move)
    except IllegalMove as error:
        return error
    return None


def check_every_move(state: State[Any]) -> None:
    """Plays each move there is: the legal ones work, all others are refused with a rule."""
    legal = state.legal()
    untouched = copy.deepcopy(state)
    accepted: list[Move] = []
    for move in load(state.game).moves:
        error = refusal(state, move)
        if error is None:
            accepted.append(move)
            continue
        assert re.fullmatch(r"[TL]\d+", error.rule or ""), (str(move), error.code)
        assert f"({error.rule})" in str(error)
        assert error.code.startswith("move/")
        assert error.legal == legal
    assert tuple(accepted) == legal  # the same moves, in the order of ids, none twice
    assert state == untouched


@settings(max_examples=15)
@given(matches("tembo"), st.integers(0, 50))
def test_legal_moves_of_tembo_are_exactly_those_that_can_be_played(match: Match, at: int) -> None:
    """T6 to T14, T18."""
    *_, state = match.states(most=at)
    if state.to_move is not None:
        check_every_move(state)


@settings(max_examples=6)
@given(matches("life"), st.integers(0, 40))
def test_legal_moves_of_life_are_exactly_those_that_can_be_played(match: Match, at: int) -> None:
    """L4 to L7."""
    *_, state = match.states(most=at)
    if state.to_move is not None:
        check_every_move(state)


@given(matches())
def test_whoever_must_move_can_and_legal_moves_come_in_order(match: Match) -> None:
    """T21, L4: there is always a legal move until the match is over."""
    for state in match.states():
        ids = [match.game.move_id(move) for move in state.legal()]
        assert ids == sorted(set(ids))
        assert bool(ids) == (state.to_move is not None)


@settings(max_examples=5)
@given(matches())
def test_after_the_end_nothing_can_be_played(match: Match) -> None:
    """T23, L11."""
    final = last(match.states())
    untouched = copy.deepcopy(final)
    assert final.to_move is None
    assert final.legal() == ()
    for move in match.game.moves:
        with pytest.raises(IllegalMove):
            final.play(move)
    assert final == untouched


@pytest.mark.parametrize("name", GAMES)
def test_moves_of_the_other_game_are_refused(name: str) -> None:
    state = load(name).start(3, "other game")
    other = load("life" if name == "tembo" else "tembo")
    for move in other.moves[:20]:
        with pytest.raises(IllegalMove):
            state.play(move)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("thing", ["16>3", "K", None, 3, b"K", ("K",), float("nan"), object()])
def test_what_is_no_move_is_refused(name: str, thing: Any) -> None:
    with pytest.raises(IllegalMove):
        load(name).start(2, "no move").play(thing)


@given(matches(), st.integers(0, 60))
def test_playing_leaves_the_state_as_it_was(match: Match, at: int) -> None:
    *_, state = match.states(most=at)
    before, record = copy.deepcopy(state), json.dumps(state.record())
    views = [state.view(seat).to_json() for seat in (None, *range(match.seats))]
    for move in state.legal()[:10]:
        assert state.play(move).state != state
    assert state == before
    assert hash(state) == hash(before)
    assert json.dumps(state.record()) == record
    assert [state.view(seat).to_json() for seat in (None, *range(match.seats))] == views


@given(matches(), st.integers(0, 60))
def test_the_same_move_leads_to_the_same_state_and_events(match: Match, at: int) -> None:
    *_, state = match.states(most=at)
    for move in state.legal()[:10]:
        first, again = state.play(move), state.play(move)
        assert first == again
        assert hash(first.state) == hash(again.state)


@given(matches(), st.integers(0, 120))
def test_states_and_views_can_be_changed_nowhere(match: Match, at: int) -> None:
    """Everything in them is frozen: no list, dict or set is shared with anybody."""
    *_, state = match.states(most=at)
    views = [state.view(seat) for seat in (None, *range(match.seats))]
    for value in reachable((state, *views)):
        assert is_frozen(value) or isinstance(value, (tuple, frozenset, str, int, type(None))), (
            type(value)
        )
    for field in dataclasses.fields(state):
        with pytest.raises(AttributeError):
            setattr(state, field.name, None)


@given(matches(), st.integers(0, 60))
def test_a_record_or_a_view_handed_out_can_be_spoilt_without_harm(match: Match, at: int) -> None:
    *_, state = match.states(most=at)
    before = json.dumps(state.record())
    view = state.view(0)
    view_before = view.to_json()
    for handed_out in (state.record(), view.to_dict()):
        for value in list(reachable(handed_out)):
            if isinstance(value, (dict, list)):
                value.clear()
    assert json.dumps(state.record()) == before
    assert view.to_json() == view_before


def in_the_open(state: State[Any]) -> Counter[str]:
    """The cards all can see on a Tembo table."""
    table = state.round.table
    cards = [animal.number for row in table.rows for animal in row]
    cards += [number for numbers in table.carried for number in numbers]
    return Counter(NAMES[card] for card in (*cards, *table.out))


def named_in(event: dict[str, Any]) -> list[str]:
    """The cards a Tembo event names."""
    animals = [number for number, _ in event.get("animals", [])]
    return [*map(str, event.get("numbers", [])), *map(str, animals)]


TEMBO_EVENTS = {
    "placed": {"seat", "numbers", "crossing"},
    "carried": {"seat", "crossing", "animals"},
    "eaten": {"seat", "card", "crossing", "animals"},
    "drew": {"seat", "count"},
    "lion_drawn": {"seat"},
    "closed": {"seat", "crossing"},
    "round_over": {"seat", "scores"},
    "round_dealt": {"round", "first"},
    "match_over": {"winners"},
}


@given(matches("tembo"))
def test_events_of_tembo_name_only_cards_in_the_open(match: Match) -> None:
    """T17: what a player drew stays his secret; a drawn lion is seen (T18)."""
    before = match.start()
    for state, events in match.steps():
        told = [json.loads(json.dumps(event.to_dict())) for event in events]
        for event in told:
            assert set(event) == TEMBO_EVENTS[event["event"]] | {"event"}
        if len(state.played) == len(before.played):
            seen = in_the_open(state)
            assert all(seen[card] for event in told for card in named_in(event))
        before = state


@given(matches("life"))
def test_events_of_life_name_only_cards_in_the_open(match: Match) -> None:
    """L5, L8, L9: swaps are seen; at the end all hands, after sudden death one player's sets."""
    before = match.start()
    for state, events in match.steps():
        told = [json.loads(json.dumps(event.to_dict())) for event in events]
        kinds = [event["event"] for event in told]
        for event in told:
            if event["event"] == "swapped":
                assert event["taken"] == before.round.rows[event["row"] - 1]
                assert len(event["laid"]) == event["row"]
            elif event["event"] == "sudden_death":
                assert re.fullmatch("(HHHHH)?(PPPPP)?(CCCC)?", event["shown"])
                assert "scored" not in kinds
        # Hands are named in one event only, and only when the round is over.
        assert ("scored" in kinds or "sudden_death" in kinds) == (
            len(state.played) > len(before.played)
        )
        assert all("hands" not in event for event in told if event["event"] != "scored")
        before = state


@settings(max_examples=10)
@given(matches(most_laps=3))
def test_the_player_to_move_sees_the_legal_moves_and_nobody_else_sees_any(match: Match) -> None:
    for state in match.states(most=80):
        for seat in (None, *range(match.seats)):
            expected = state.legal() if seat == state.to_move else ()
            assert state.view(seat).legal() == expected


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seat", [-1, 3, 99, True, 0.0, "0", (0,)])
def test_a_view_is_for_a_seat_of_the_match(name: str, seat: Any) -> None:
    with pytest.raises(ValueError, match="there is no seat"):
        load(name).start(3, "seats").view(seat)
