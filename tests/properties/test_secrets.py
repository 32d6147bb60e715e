"""Nothing a seat has not seen reaches it: not in a view, not in an event, not in a refusal.

Two matches are played with the same moves while cards lie differently. What a seat saw is written
down here, apart from the code that makes views; views must be equal where that is equal, to the
byte, and different where it is different. ``resample`` is not used.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.matches import GAMES, Match, anything, collector, knocker, matches, patient
from waterhole.game import IllegalMove, Move, State, View
from waterhole.game.options import Options
from waterhole.game.state import Setup
from waterhole.game.vocabulary import Deal, Played, Round
from waterhole.tembo.cards import LION

Seat = int | None
Log = list[Any]


# What a seat sees -------------------------------------------------------------------------------


def dealt(state: State[Any], seat: Seat) -> Any:
    """What a seat sees when a round is dealt (T3, T4, L2)."""
    deal = state.round.deal
    hand = None if seat is None else deal.hands[seat]
    rows = deal.rows if state.game == "life" else None
    return ("dealt", deal.first, hand, rows)


def drawn(before: State[Any], deal: Any, drawers: tuple[int, ...], seat: Seat) -> Any:
    """The cards drawn with a move: one's own by face, others' by number, a lion by face (T18)."""
    new = range(len(before.round.drawers), len(drawers))
    return [
        (drawers[i], deal.pile[i] if drawers[i] == seat or deal.pile[i] == LION else "?")
        for i in new
    ]


def round_end(state: State[Any], number: int) -> Any:
    """What all see at the end of a round: points; in Life the hands or the deadly set (L8)."""
    played: Any = state.played[number]
    return ("over", played.outcome, getattr(played.memories[-1], "shown", None))


def what_is_seen(before: State[Any], move: Move, after: State[Any], seat: Seat) -> Log:
    """What a seat sees of one move and what follows from it."""
    log: Log = [(before.to_move, str(move))]
    ended = len(after.played) > len(before.played)
    if before.game == "tembo":
        round: Any = after.played[len(before.played)] if ended else after.round
        memory = round.memories[-1] if ended else round.memory(None)
        log += drawn(before, round.deal, tuple(drawer for drawer, _ in memory.drawn), seat)
    for number in range(len(before.played), len(after.played)):
        log.append(round_end(after, number))
    if ended and after.result is None:
        log.append(dealt(after, seat))
    return log


@dataclasses.dataclass
class Table:
    """A match being played, with what each seat and a spectator have seen of it."""

    state: State[Any]
    logs: dict[Seat, Log]

    @classmethod
    def of(cls, state: State[Any]) -> Table:
        beginning: Log = [round_end(state, number) for number in range(len(state.played))]
        seats: tuple[Seat, ...] = (None, *range(state.setup.seats))
        return cls(state, {seat: [*beginning, dealt(state, seat)] for seat in seats})

    def play(self, move: Move) -> list[str]:
        """Plays a move; the events, as JSON."""
        step = self.state.play(move)
        for seat in self.logs:
            self.logs[seat] += what_is_seen(self.state, move, step.state, seat)
        self.state = step.state
        return [json.dumps(event.to_dict()) for event in step.events]


# Two tables that lie differently ----------------------------------------------------------------


Places = list[list[Any]]


def tembo_places(deal: Any) -> Places:
    return [*map(list, deal.hands), list(deal.crossings), list(deal.pile)]


def tembo_deal(deal: Any, places: Places) -> Any:
    *hands, crossings, pile = places
    sorted_hands = tuple(tuple(sorted(hand)) for hand in hands)
    return replace(deal, hands=sorted_hands, crossings=tuple(crossings), pile=tuple(pile))


def life_places(deal: Any) -> Places:
    return [*map(list, deal.hands), *map(list, deal.rows), list(deal.aside)]


def life_deal(deal: Any, places: Places) -> Any:
    def text(cards: list[str]) -> str:
        return "".join(sorted(cards, key="GBOTSDHPCM".index))

    seats = len(deal.hands)
    hands, rows = places[:seats], places[seats:-1]
    return replace(
        deal,
        hands=tuple(map(text, hands)),
        rows=tuple(map(text, rows)),
        aside=text(places[-1]),
    )


def rearranged(name: str, deal: Any, seat: Seat, swaps: int, rng: Random) -> Any:
    """The deal with some cards changing places, none of them in the seat's own hand. A lion
    stays out of hands (T3)."""
    read, write = (tembo_places, tembo_deal) if name == "tembo" else (life_places, life_deal)
    places = read(deal)
    seats = len(deal.hands)
    free = [
        (group, i)
        for group, cards in enumerate(places)
        for i in range(len(cards))
        if group != seat and not (name == "life" and seats <= group < len(places) - 1)
    ]
    for _ in range(swaps):
        (a, i), (b, j) = rng.choice(free), rng.choice(free)
        if LION in (places[a][i], places[b][j]) and min(a, b) < seats:
            continue
        places[a][i], places[b][j] = places[b][j], places[a][i]
    return write(deal, places)


def deals_of(match: Match, count: int) -> tuple[Any, ...]:
    """The deals of the first rounds of a match, as everybody sits there with all lives."""
    state = match.start()
    rounds = match.options.get("rounds", 1)
    number, deals = min(count, rounds), [state.round.deal]
    for i in range(1, number):
        other = match.game.start(match.seats, f"{match.seed} {i}").round.deal
        first = (deals[-1].first + 1) % match.seats
        deals.append(replace(other, first=first))
    return tuple(deals)


def seated(match: Match, deals: tuple[Any, ...], seed: str) -> Table:
    state = match.start()
    setup = Setup(match.seats, state.setup.options, seed, deals)
    return Table.of(type(state).begin(setup))


def same_view(one: Table, other: Table, seat: Seat) -> bool:
    """Whether two views are the same, in every way one can ask."""
    first, second = one.state.view(seat), other.state.view(seat)
    same = first.to_json().encode() == second.to_json().encode()
    assert (first == second) == same
    if same:
        assert hash(first) == hash(second)
        assert repr(first) == repr(second)
        assert first.legal() == second.legal()
        assert first.to_move == second.to_move
    return same


def check_two_tables(match: Match, seat: Seat, swaps: int, rng: Random, most: int) -> list[bool]:
    """Plays both tables with the same moves; says after each whether the seat saw the same."""
    # With a seed of its own, what is still to be dealt differs too.
    deals = deals_of(match, 2)
    others = tuple(rearranged(match.name, deal, seat, swaps, rng) for deal in deals)
    one, other = seated(match, deals, "one"), seated(match, others, "other")
    verdicts: list[bool] = []
    for _ in range(most):
        for eye in one.logs:
            same = one.logs[eye] == other.logs[eye]
            assert same_view(one, other, eye) == same, eye
            if eye == seat:
                verdicts.append(same)
        state = one.state
        if state.to_move is None or other.state.to_move != state.to_move:
            break
        if len(state.played) >= len(deals):
            break
        move = match.tastes[state.to_move](state, rng)
        if move not in other.state.legal():
            break
        events, other_events = one.play(move), other.play(move)
        if one.logs[None] == other.logs[None]:
            assert events == other_events
    return verdicts


@settings(max_examples=40)
@given(matches("tembo"), st.integers(1, 12), st.data())
def test_views_of_tembo_are_equal_exactly_if_the_same_was_seen(
    match: Match, swaps: int, data: Any
) -> None:
    """T3, T4, T17, T18."""
    seat = data.draw(st.sampled_from([None, *range(match.seats)]))
    check_two_tables(match, seat, swaps, Random(match.choices), 60)


@settings(max_examples=40)
@given(matches("life", most_laps=3), st.integers(1, 12), st.data())
def test_views_of_life_are_equal_exactly_if_the_same_was_seen(
    match: Match, swaps: int, data: Any
) -> None:
    """L2, L5, L8, L9."""
    seat = data.draw(st.sampled_from([None, *range(match.seats)]))
    check_two_tables(match, seat, swaps, Random(match.choices), 40)


SAMPLES = {
    "tembo": Match("tembo", 3, "secret", {"rounds": 2}, (patient, anything, patient), 5),
    "life": Match("life", 4, "secret", {"lap_limit": 3}, (anything, knocker) * 2, 6),
}


@pytest.mark.parametrize("name", GAMES)
def test_both_cases_come_up(name: str) -> None:
    """The tests above see many equal and many different views, also late in a round."""
    verdicts = [
        check_two_tables(SAMPLES[name], 0, swaps, Random(seed), 60)
        for seed, swaps in enumerate([1, 1, 1, 2, 2, 3, 3, 20] * 2)
    ]
    assert sum(sum(each) for each in verdicts) > 50
    assert sum(not all(each) for each in verdicts) > 2
    assert max(sum(each) for each in verdicts) > 10


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_cards_nobody_showed_can_change_places_unseen(name: str, seed: int) -> None:
    """From the middle of a round back: what was never seen is dealt anew, all else kept."""
    tastes = (patient,) * SAMPLES[name].seats
    match = replace(SAMPLES[name], seed=f"still {seed}", choices=seed, tastes=tastes)
    *_, state = match.states(most=6 + seed)
    assert not state.played
    rng = Random(seed)
    for seat in range(match.seats):
        hidden = hidden_from(state, seat, rng)
        assert hidden != state.round.deal
        again = seated(replace(match, seed="another"), (hidden,), "another")
        for move in state.round.moves:
            again.play(move)
        assert again.state.view(seat).to_json() == state.view(seat).to_json()
        assert again.state.view(None).to_json() == state.view(None).to_json()
        assert again.state.record() != state.record()


def hidden_from(state: State[Any], seat: int, rng: Random) -> Any:
    """The deal with the cards shuffled that lie unseen now, the seat's own places kept."""
    if state.game == "life":
        return life_hidden_from(state, seat, rng)
    round = state.round
    places = tembo_places(round.deal)
    # A card of another seat's hand, of the river or of the pile not drawn is unseen.
    held = {s: list(cards) for s, cards in enumerate(round.hands) if s != seat}
    spots: list[tuple[int, int]] = []
    for s, cards in held.items():
        drawn_by = [i for i, drawer in enumerate(round.drawers) if drawer == s]
        mine = [(s, i) for i in range(5)] + [(len(places) - 1, i) for i in drawn_by]
        for group, i in mine:
            if places[group][i] in cards:
                cards.remove(places[group][i])
                spots.append((group, i))
    in_hands = len(spots)
    spots += [(len(places) - 2, i) for i in range(5)]
    spots += [(len(places) - 1, i) for i in range(len(round.drawers), len(round.deal.pile))]
    cards = [places[group][i] for group, i in spots]
    while True:
        rng.shuffle(cards)
        for (group, i), card in zip(spots, cards, strict=True):
            places[group][i] = card
        found = tembo_deal(round.deal, places)
        if LION not in cards[:in_hands] and plays(state, found):
            return found


def life_hidden_from(state: State[Any], seat: int, rng: Random) -> Any:
    """Swaps single cards between other hands and aside as long as the moves stay possible."""
    deal = state.round.deal
    for _ in range(60):
        found = rearranged("life", deal, seat, 1, rng)
        deal = found if plays(state, found) else deal
    return deal


def plays(state: State[Any], deal: Any) -> bool:
    """Whether the moves of the round can be played from a deal without ending it."""
    again: State[Any] = type(state).begin(
        Setup(state.setup.seats, state.setup.options, "", (deal,))
    )
    for move in state.round.moves:
        if again.played or move not in again.legal():
            return False
        again = again.play(move).state
    return not again.played


@pytest.mark.parametrize("name", GAMES)
def test_the_seed_is_in_no_view(name: str) -> None:
    """Two seeds, the same deal: nothing tells them apart until the next round is dealt."""
    match = SAMPLES[name]
    deals = deals_of(match, 1)
    one, other = seated(match, deals, "a seed"), seated(match, deals, "quite another")
    rng = Random(1)
    while not one.state.played:
        for seat in one.logs:
            assert same_view(one, other, seat)
        assert one.state.to_move is not None
        move = match.tastes[one.state.to_move](one.state, rng)
        assert one.play(move)[:1] == other.play(move)[:1]
    assert one.state.record()["rounds"][1] != other.state.record()["rounds"][1]


# A visible difference is seen ---------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_card_in_ones_own_hand_makes_a_difference(name: str) -> None:
    """And only to that seat."""
    match = SAMPLES[name]
    (deal,) = deals_of(match, 1)
    for mine in range(match.seats):
        theirs = (mine + 1) % match.seats
        read, write = (tembo_places, tembo_deal) if name == "tembo" else (life_places, life_deal)
        places = read(deal)
        pairs = [(i, j) for i in range(5) for j in range(5) if places[mine][i] != places[theirs][j]]
        i, j = pairs[0]
        places[mine][i], places[theirs][j] = places[theirs][j], places[mine][i]
        one, other = seated(match, (deal,), ""), seated(match, (write(deal, places),), "")
        for seat in one.logs:
            assert same_view(one, other, seat) == (seat not in (mine, theirs))


@pytest.mark.parametrize("name", GAMES)
def test_another_move_makes_a_difference_to_all(name: str) -> None:
    state = SAMPLES[name].start()
    first, second = (state.play(move).state for move in state.legal()[:2])
    for seat in (None, *range(state.setup.seats)):
        assert first.view(seat).to_json() != second.view(seat).to_json()


# What hangs on a view ---------------------------------------------------------------------------


def hanging_on(value: Any, seen: set[int]) -> Iterator[Any]:
    """A value and all that can be reached from it: fields, slots, attributes, parts, keys."""
    if id(value) in seen or isinstance(value, type):
        return
    seen.add(id(value))
    yield value
    parts: list[Any] = []
    if isinstance(value, (tuple, list, set, frozenset)):
        parts += value
    elif isinstance(value, dict):
        parts += [*value, *value.values()]
    slots = [slot for cls in type(value).__mro__ for slot in getattr(cls, "__slots__", ())]
    parts += [getattr(value, slot, None) for slot in slots]
    parts += getattr(value, "__dict__", {}).values()
    parts += getattr(value, "__closure__", None) or ()
    for part in parts:
        yield from hanging_on(part, seen)


@settings(max_examples=10)
@given(matches(most_laps=3), st.integers(0, 120))
def test_no_state_hangs_on_a_view(match: Match, at: int) -> None:
    """Nor a round, a deal, a setup or a seed."""
    match = replace(match, seed=f"a seed to be found: {match.seed}")
    *_, state = match.states(most=at)
    for seat in (None, *range(match.seats)):
        for value in hanging_on(state.view(seat), set()):
            assert not isinstance(value, (State, Setup, Deal, Played, Round, Options)), type(value)
            assert value != match.seed
        assert "a seed to be found" not in state.view(seat).to_json() + repr(state.view(seat))


@pytest.mark.parametrize("name", GAMES)
def test_the_search_finds_what_hangs_there(name: str) -> None:
    """Held against a state instead of a view, it finds everything."""
    *_, state = SAMPLES[name].states(most=80)
    found = list(hanging_on(state, set()))
    for kind in (State, Setup, Deal, Round, Options):
        assert any(isinstance(value, kind) for value in found)
    assert "secret" in found


def cards_in(view: View) -> list[str]:
    """The cards of the current round that a Tembo view names, wherever it does."""
    shown = view.to_dict()
    memory = shown["memories"][-1]
    cards = [*(shown["hand"] or []), *(memory["hand"] or []), *shown["out"]]
    cards += [card for _, card in memory["drawn"] if card]
    cards += [str(animal["number"]) for at in shown["crossings"] for animal in at["row"]]
    cards += [str(number) for numbers in shown["carried"] for number in numbers]
    return cards


@given(matches("tembo"), st.integers(0, 60))
def test_no_hidden_animal_is_named_in_a_view(match: Match, at: int) -> None:
    """Every animal exists once, so its number must not turn up while it lies unseen."""
    *_, state = match.states(most=at)
    if state.result is not None:
        return
    round = state.round
    for seat in (None, *range(match.seats)):
        others = [card for s, hand in enumerate(round.hands) if s != seat for card in hand]
        unseen = [*others, *round.deal.crossings, *round.deal.pile[len(round.drawers) :]]
        hidden = {str(card) for card in unseen if card <= 42}
        assert hidden.isdisjoint(cards_in(state.view(seat)))


# Refusals ---------------------------------------------------------------------------------------


def refusal(state: State[Any], move: Move) -> tuple[str, str, Any, tuple[Move, ...]] | None:
    try:
        state.play(move)
    except IllegalMove as error:
        return str(error), error.code, error.rule, error.legal
    return None


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_refusal_tells_a_player_only_what_he_sees(name: str, seed: int) -> None:
    """Whatever lies unseen, the player to move is refused the same moves with the same words."""
    match = replace(SAMPLES[name], seed=f"refusal {seed}")
    *_, state = match.states(most=4 + seed)
    assert state.to_move is not None
    assert not state.played
    hidden = hidden_from(state, state.to_move, Random(seed))
    other = seated(match, (hidden,), "another")
    for move in state.round.moves:
        other.play(move)
    for move in match.game.moves[:: 1 if name == "tembo" else 4]:
        assert refusal(state, move) == refusal(other.state, move)


@settings(max_examples=10)
@given(matches(), st.integers(0, 40), st.integers(0, 6))
def test_a_refusal_quotes_the_view(match: Match, at: int, start: int) -> None:
    """The legal moves an error carries are those of the view of the player to move."""
    *_, state = match.states(most=at)
    if state.to_move is None:
        return
    view = state.view(state.to_move)
    for move in match.game.moves[start::37]:
        found = refusal(state, move)
        if found:
            assert found[3] == view.legal()
            assert match.seed not in found[0] or len(match.seed) < 6


def test_sudden_death_shows_the_set_and_nothing_more() -> None:
    """L8: after it, the others' hands stay unknown, and the caller's other cards too."""
    found = 0
    for seed in range(20):
        tastes = (collector, anything, anything)
        match = Match("life", 3, f"sudden {seed}", {"lap_limit": 15}, tastes, seed)
        *_, state = match.states(most=60)
        for number, played in enumerate(state.played):
            if played.outcome.to_dict()["ending"] == "sudden-death":
                found += 1
                shown = state.view(None).to_dict()["memories"][number]["shown"]
                assert sorted(map(len, shown))[:2] == [0, 0]
                cards = "".join("".join(each) for each in shown)
                assert re.fullmatch("(HHHHH)?(PPPPP)?(CCCC)?", cards)
    assert found > 5
