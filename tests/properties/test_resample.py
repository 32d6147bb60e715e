"""Worlds drawn for a seat: it cannot tell them from the real one, and all are equally likely.

What is equally likely is counted here from all ways the unseen cards can lie, card by card. Seeds
are fixed, so a test that passes once always does; a fair draw fails it once in ten thousand times.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from functools import cache
from math import comb, sqrt
from operator import itemgetter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.chance import check_likely, chi_square, highest_likely, is_likely, weigh
from tests.properties.matches import GAMES, Match, Taste, anything, last, matches, patient
from waterhole.game import InvalidView, State, View, load
from waterhole.game.state import Setup
from waterhole.life.deal import LifeDeal
from waterhole.tembo.cards import LION, NAMES

Hand = tuple[Any, ...]
DRAWS = 700


def draws(view: View, count: int, seed: int = 0) -> Iterator[State[Any]]:
    rng = Random(seed)
    game = load("tembo" if "Tembo" in type(view).__name__ else "life")
    for _ in range(count):
        yield game.resample(view, rng)


# The seat cannot tell ---------------------------------------------------------------------------


@settings(max_examples=30)
@given(matches(most_laps=4), st.integers(0, 120), st.integers(0, 2**32))
def test_a_drawn_world_gives_the_same_view(match: Match, at: int, seed: int) -> None:
    *_, state = match.states(most=at)
    for seat in (None, *range(match.seats)):
        view = state.view(seat)
        drawn = match.game.resample(view, Random(seed))
        assert drawn.view(seat) == view
        assert drawn.view(seat).to_json().encode() == view.to_json().encode()
        assert drawn.to_move == state.to_move
        assert drawn.setup.seed != state.setup.seed
        if seat == state.to_move:
            assert drawn.legal() == state.legal()


@given(matches(most_laps=3), st.integers(0, 120), st.integers(0, 2**32), st.data())
def test_the_record_of_a_drawn_world_replays(match: Match, at: int, seed: int, data: Any) -> None:
    *_, state = match.states(most=at)
    seat = data.draw(st.sampled_from([None, *range(match.seats)]))
    drawn = match.game.resample(state.view(seat), Random(seed))
    record = json.loads(json.dumps(drawn.record()))
    replayed = last(match.game.replay(record))
    assert replayed == drawn
    assert replayed.record() == drawn.record()


@given(matches(most_laps=3), st.integers(0, 80), st.integers(0, 2**32), st.data())
def test_a_drawn_world_can_be_played_to_the_end(
    match: Match, at: int, seed: int, data: Any
) -> None:
    *_, state = match.states(most=at)
    seat = data.draw(st.sampled_from([None, *range(match.seats)]))
    drawn = match.game.resample(state.view(seat), Random(seed))
    final = last(iter([drawn, *(step.state for step in match.steps(drawn))]))
    assert final.to_move is None
    assert last(match.game.replay(final.record())).record() == final.record()


@given(matches(most_laps=3), st.integers(0, 60), st.integers(0, 2**32))
def test_a_draw_depends_on_the_view_and_the_dice_alone(match: Match, at: int, seed: int) -> None:
    """The same dice draw the same world from the view of a world that was itself drawn."""
    *_, state = match.states(most=at)
    for seat in (None, *range(match.seats)):
        view = state.view(seat)
        other = match.game.resample(view, Random(seed + 1)).view(seat)
        dice, again = Random(seed), Random(seed)
        assert match.game.resample(view, dice) == match.game.resample(other, again)
        assert dice.getstate() == again.getstate()


@pytest.mark.parametrize("name", GAMES)
def test_what_is_still_to_be_dealt_is_drawn_anew(name: str) -> None:
    """No drawn world knows the seed: none has the next deal, and no two have the same."""
    options = {"rounds": 2} if name == "tembo" else {"lap_limit": 1}
    match = Match(name, 3, "the true seed", options, (anything,) * 3, 1)
    start = match.start()
    true_deal = next(state for state in match.states() if state.played).record()["rounds"][1]
    deals = {json.dumps(true_deal["deal"]["hands"])}
    for drawn in draws(start.view(0), 20):
        state = drawn
        rng = Random(1)
        while not state.played:
            state = state.play(rng.choice(state.legal())).state
        deals.add(json.dumps(state.record()["rounds"][1]["deal"]["hands"]))
    assert len(deals) == 21


@pytest.mark.parametrize("name", GAMES)
def test_a_view_of_the_other_game_is_refused(name: str) -> None:
    view = load("life" if name == "tembo" else "tembo").start(3, "other").view(0)
    with pytest.raises(InvalidView):
        load(name).resample(view, Random(0))


# The measure itself -----------------------------------------------------------------------------


def test_the_measure_tells_fair_from_loaded_dice() -> None:
    faces: dict[Hashable, float] = dict.fromkeys(range(6), 1)
    rng = Random(1)
    assert is_likely([rng.randrange(6) for _ in range(2000)], faces)
    assert not is_likely([min(rng.randrange(7), 5) for _ in range(2000)], faces)
    with pytest.raises(AssertionError, match="impossible"):
        chi_square(Counter([6]), faces)


@pytest.mark.parametrize(
    ("freedom", "limit"), [(1, 15.14), (5, 25.74), (10, 35.56), (30, 67.63), (100, 161.3)]
)
def test_the_limits_are_those_of_the_tables(freedom: int, limit: float) -> None:
    assert highest_likely(freedom) == pytest.approx(limit, rel=0.08)


# Tembo, late in a round: all ways to lie can be counted -------------------------------------------


def names(cards: Any) -> Hand:
    return tuple(sorted(NAMES[card] for card in cards))


def unseen_in(state: State[Any], seat: int | None) -> list[str]:
    """The cards that a seat has not seen by now, as physical things."""
    round = state.round
    cards = [card for s, hand in enumerate(round.hands) if s != seat for card in hand]
    cards += [*round.deal.crossings, *round.deal.pile[len(round.drawers) :]]
    return [NAMES[card] for card in cards]


def can_play(hand: Hand, state: State[Any]) -> bool:
    """T21, read from the rulebook: whether one of these cards could be played."""
    rows, lions = state.round.table.rows, state.round.table.lions
    to_beat = [
        row[-1].number if row else 0 for row, lion in zip(rows, lions, strict=True) if not lion
    ]
    longest = max(map(len, rows))

    def playable(card: str) -> bool:
        if card.isdigit():
            return any(int(card) > number for number in to_beat)
        return longest >= (3 if card == "E" else 1)

    return any(map(playable, hand))


def hidden_seats(state: State[Any], seat: int | None) -> list[int]:
    return [s for s in range(state.setup.seats) if s != seat]


def tembo_fits(state: State[Any], seat: int | None) -> Callable[[tuple[Hand, ...]], bool]:
    """Nobody holds a lion (T3, T18); the round is over exactly if who is to move is stuck (T21)."""
    others = hidden_seats(state, seat)
    over = state.round.outcome is not None
    bound = state.round.turn in others and not state.round.lion_drawn

    def fits(groups: tuple[Hand, ...]) -> bool:
        hands = groups[: len(others)]
        if any("L" in hand for hand in hands):
            return False
        return not bound or can_play(hands[others.index(state.round.turn)], state) != over

    return fits


def tembo_groups(state: State[Any], seat: int | None) -> tuple[Hand, ...]:
    """The hidden hands, the card of crossing 1, the next card of the pile."""
    round = state.round
    hands = [names(round.hands[s]) for s in hidden_seats(state, seat)]
    left = round.deal.pile[len(round.drawers) :]
    return (*hands, names(round.deal.crossings[:1]), names(left[:1]))


def look(groups: tuple[Hand, ...]) -> Hashable:
    return tuple(tuple(sorted(group)) for group in groups)


def tembo_weights(state: State[Any], seat: int | None) -> Counter[Hashable]:
    sizes = [len(group) for group in tembo_groups(state, seat)]
    return weigh(unseen_in(state, seat), sizes, look, tembo_fits(state, seat))


def share(weights: Counter[Hashable], key: Callable[[Any], Hashable]) -> dict[Hashable, float]:
    """The weights of a part of what was looked at."""
    parts: Counter[Hashable] = Counter()
    for groups, weight in weights.items():
        parts[key(groups)] += weight
    return {part: float(weight) for part, weight in parts.items()}


def check_parts(
    seen: list[Any], weights: Counter[Hashable], parts: list[Callable[[Any], Hashable]]
) -> None:
    """Compares each part that has few enough looks for the number of draws."""
    compared = 0
    for part in parts:
        likely = share(weights, part)
        if 1 < len(likely) <= len(seen) / 6:
            check_likely(map(part, seen), likely)
            compared += 1
    assert compared > 1


def check_tembo(state: State[Any], seat: int | None, count: int = DRAWS) -> None:
    """Draws many worlds: hands, crossing and pile must come as often as they can lie so."""
    weights = tembo_weights(state, seat)
    hidden = len(hidden_seats(state, seat))
    seen = [look(tembo_groups(drawn, seat)) for drawn in draws(state.view(seat), count)]

    def playable(groups: Any) -> Hashable:
        return tuple(sum(can_play((c,), state) for c in hand) for hand in groups[:hidden])

    parts: list[Callable[[Any], Hashable]] = [
        itemgetter(slice(hidden)),
        itemgetter(slice(hidden, None)),
        lambda groups: (groups[0][:1], groups[hidden]),
        playable,
        *map(itemgetter, range(hidden)),
    ]
    check_parts(seen, weights, parts)


Wanted = Callable[[State[Any]], bool]


@cache
def late_tembo(seats: int, wanted: Wanted, start: int) -> State[Any]:
    """The first position that is wanted, in matches of one round with patient players. The search
    starts where there is one near."""
    for seed in range(start, start + 2000):
        match = Match("tembo", seats, f"late {seed}", {"rounds": 1}, (patient,) * seats, seed)
        for state in match.states():
            if wanted(state):
                return state
    raise AssertionError("no such position")


def unseen_few(state: State[Any], seat: int | None, few: range) -> bool:
    return len(unseen_in(state, seat)) in few


def waits_for_a_player_who_may_be_stuck(state: State[Any]) -> bool:
    """The one who waits knows that the other is not stuck, and that says something."""
    round = state.round
    if state.result or round.lion_drawn or not unseen_few(state, 1 - round.turn, range(7, 10)):
        return False
    cards = [card for card in unseen_in(state, 1 - round.turn) if card != "L"]
    stuck = sum(not can_play((card,), state) for card in cards)
    size = len(round.hands[round.turn])
    return size in (1, 2) and comb(stuck, size) > 0.3 * comb(len(cards), size)


def lions_are_left(state: State[Any]) -> bool:
    """A few cards in the pile, and lions unseen; the seat to move looks at the other hand."""
    left = len(state.round.deal.pile) - len(state.round.drawers)
    return (
        state.result is None
        and left in (1, 2)
        and unseen_few(state, state.round.turn, range(9, 13))
        and unseen_in(state, state.round.turn).count("L") >= 1
    )


def lion_in_the_air(state: State[Any]) -> bool:
    """A lion was drawn: its drawer need not have a card to play."""
    waiting = 1 - state.round.turn
    return bool(state.round.lion_drawn) and unseen_few(state, waiting, range(6, 13))


def ended_with_empty_pile(state: State[Any]) -> bool:
    held = sum(map(len, state.round.hands))
    return (
        state.result is not None
        and len(state.round.drawers) == len(state.round.deal.pile)
        and 2 <= held <= 6
        and min(map(len, state.round.hands)) >= 1
        and unseen_few(state, None, range(7, 12))
    )


@pytest.mark.parametrize("start", [240, 295])
def test_the_player_to_move_is_drawn_among_hands_that_can_play(start: int) -> None:
    """T21: were he stuck, the round would be over."""
    state = late_tembo(2, waits_for_a_player_who_may_be_stuck, start)
    check_tembo(state, 1 - state.round.turn)


def test_lions_lie_in_the_pile_and_the_river_but_in_no_hand() -> None:
    """T3, T4, T18."""
    state = late_tembo(2, lions_are_left, 1)
    check_tembo(state, state.round.turn)


def test_who_lays_a_lion_may_hold_anything() -> None:
    """T18, T21: his turn has begun, whether or not he could play again."""
    state = late_tembo(2, lion_in_the_air, 120)
    check_tembo(state, 1 - state.round.turn)


@pytest.mark.parametrize("start", [12, 28])
def test_after_the_round_the_stuck_hand_is_drawn_among_those_that_cannot_play(start: int) -> None:
    """T21: and the other hands lie in every way alike, for a spectator too."""
    check_tembo(late_tembo(2, ended_with_empty_pile, start), None)


def test_after_the_round_a_third_hand_lies_in_every_way_alike() -> None:
    """T21: seen by a player who was not the stuck one."""
    state = late_tembo(3, ended_with_empty_pile, 47)
    check_tembo(state, (state.round.turn + 1) % 3)


def test_a_cheat_who_knows_the_truth_is_caught() -> None:
    """Had every sixth draw been the truth, the comparison would fail."""
    state = late_tembo(2, waits_for_a_player_who_may_be_stuck, 240)
    player = state.round.turn
    weights = share(tembo_weights(state, 1 - player), itemgetter(0))
    truth = names(state.round.hands[player])
    seen = [names(drawn.round.hands[player]) for drawn in draws(state.view(1 - player), DRAWS)]
    assert is_likely(seen, weights)
    assert not is_likely([truth if i % 6 == 0 else hand for i, hand in enumerate(seen)], weights)


# Tembo, earlier: parts of the world have known chances --------------------------------------------


def hypergeometric(marked: int, others: int, taken: int) -> dict[Hashable, float]:
    """The weights of 0, 1, 2 … marked cards among those taken."""
    return {k: float(comb(marked, k) * comb(others, taken - k)) for k in range(taken + 1)}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_elephants_and_lions_of_a_fresh_deal_lie_where_they_may(seats: int) -> None:
    """T3, T4: for a spectator, each card that is no lion is in a hand as often as any other."""
    state = load("tembo").start(seats, "fresh")
    worlds = [drawn.round for drawn in draws(state.view(None), DRAWS)]
    waiting = (state.round.turn + 1) % seats
    elephants = [world.hands[waiting].count(43) for world in worlds]
    check_likely(elephants, hypergeometric(7, 49, 5))
    lions = [world.deal.crossings.count(LION) for world in worlds]
    check_likely(lions, hypergeometric(3, 56 - 5 * seats, 5))
    soon = [world.deal.pile[:10].count(LION) for world in worlds]
    check_likely(soon, hypergeometric(3, 56 - 5 * seats, 10))


def showed_three_animals(state: State[Any]) -> bool:
    """The first player had three turns, each with one animal and one card drawn."""
    moves, first = state.round.moves, state.round.deal.first
    return (
        len(moves) == 6
        and state.round.turn == first
        and all(len(move.cards) == 1 and move.card <= 42 for move in moves)
        and LION not in state.round.deal.pile[: len(state.round.drawers)]
    )


def origins(state: State[Any], player: int) -> Hashable:
    """Where the animals of his second and third turn came from: the deal, or which draw."""
    round = state.round
    shown = [move.card for move in round.moves[::2]]
    drawn = [
        card
        for card, drawer in zip(round.deal.pile, round.drawers, strict=False)
        if drawer == player
    ]
    return tuple(drawn.index(card) if card in drawn else "dealt" for card in shown[1:])


def possible_origins() -> Counter[Hashable]:
    """Each time one of five places, all alike: those dealt that are left, and those drawn."""
    found: Counter[Hashable] = Counter()
    held: list[Hashable] = ["dealt"] * 4 + [0]  # after the first turn
    for place in range(5):
        left = [*held[:place], *held[place + 1 :], 1]
        found.update((held[place], third) for third in left)
    return found


def test_a_card_that_was_shown_came_from_any_place_of_the_hand() -> None:
    """Dealt or drawn: each of the five cards a player held when he showed it was as likely it."""
    state = late_tembo(2, showed_three_animals, 2)
    player = state.round.turn
    seen = [origins(drawn, player) for drawn in draws(state.view(1 - player), DRAWS)]
    check_likely(seen, {key: float(weight) for key, weight in possible_origins().items()})


# Life is Life: five players, so nothing lies aside; two laps of swaps leave little unknown -------


def in_order(cards: Any) -> str:
    return "".join(sorted(cards, key="GBOTSDHPCM".index))


PACK = "G" * 9 + "B" * 8 + "O" * 7 + "T" * 7 + "S" * 6 + "D" * 6 + "H" * 5 + "P" * 5 + "CCCCMMM"


class Story:
    """A round in which players lay down only cards they were dealt, of species they never took:
    then each card laid must have been dealt, and the rest of the deal is unknown."""

    def __init__(self, rng: Random, last_holds_cat: bool) -> None:
        """Row 4 has three cats; who takes it must not have been dealt the fourth (L8)."""
        cards = list(PACK.replace("CCCC", "C" if not last_holds_cat else ""))
        rng.shuffle(cards)
        hands = [cards[i : i + 10] for i in range(0, 40, 10)]
        rest = cards[40:]
        fifth = [*rest[:9], "C"] if last_holds_cat else rest[:10]
        rest = rest[len(fifth) - last_holds_cat :]
        rows = (rest[:1], rest[1:3], rest[3:6], ["C", "C", "C", *rest[6:]])
        self.deal = LifeDeal(
            0, tuple(map(in_order, [*hands, fifth])), tuple(map(in_order, rows)), ""
        )
        self.laid: list[str] = [""] * 5
        self.taken: list[str] = [""] * 5
        self.rng = rng
        self.state: State[Any] = begun(self.deal)

    def swap(self, row: int, laid: str | None = None) -> None:
        seat = self.state.round.turn
        if laid is None:
            hand = self.state.round.hands[seat]
            free = [card for card in hand if card not in self.taken[seat] + "C"]
            laid = in_order(self.rng.sample(free, row))
        self.laid[seat] += laid
        self.taken[seat] += self.state.round.rows[row - 1]
        self.state = self.state.play(load("life").parse(f"{row}:{laid}")).state

    def unknown(self, seat: int) -> str:
        hand = self.deal.hands[seat]
        for card in self.laid[seat]:
            hand = hand.replace(card, "", 1)
        return hand


def begun(*deals: LifeDeal) -> State[Any]:
    game = load("life")
    setup = Setup(5, game.read_options({}), "a story", deals)
    return game.state.begin(setup)


def told(last_holds_cat: bool, tell: Callable[[Story], bool]) -> Iterator[Story]:
    """Stories that can be told to their end."""
    for seed in range(5000):
        try:
            story = Story(Random(seed), last_holds_cat)
            if tell(story):
                yield story
        except ValueError:  # too few cards to choose from, or not allowed
            continue


def two_laps(story: Story) -> bool:
    """All swap for row 4 twice, then two players for row 1; nobody lays a cat. The first player
    took three."""
    for _ in range(10):
        story.swap(4)
    story.swap(1)
    story.swap(1)
    return not story.state.played and "C" in "".join(story.unknown(s) for s in range(4))


def three_laps_and_a_cat(story: Story) -> bool:
    """The last player lays the fourth cat down and the first takes it: sudden death."""
    for row in (4, 4, 4, 4, 4, 3, 4, 4, 3, 4, 1, 1, 1, 1):
        story.swap(row)
    story.swap(1, "C")
    if story.state.played:
        return False
    story.swap(1)
    ended = story.state.played
    return bool(ended) and ended[0].outcome.to_dict()["ending"] == "sudden-death"


def life_weights(story: Story, seat: int) -> dict[Hashable, float]:
    """Every way to deal the unknown cards that leaves the seat with the view it has."""
    hidden = [s for s in range(5) if s != seat]
    unknown = "".join(story.unknown(s) for s in hidden)
    sizes = [len(story.unknown(s)) for s in hidden]
    weights = weigh(unknown, sizes, lambda groups: tuple(map(in_order, groups)))
    view = story.state.view(seat).to_json()
    return {hands: float(w) for hands, w in weights.items() if tells(story, seat, hands, view)}


def tells(story: Story, seat: int, hands: Any, view: str) -> bool:
    """Whether the same moves from another deal give the seat the same view."""
    hidden = [s for s in range(5) if s != seat]
    dealt = list(story.deal.hands)
    for s, cards in zip(hidden, hands, strict=True):
        dealt[s] = in_order(story.laid[s] + cards)
    round = story.state.played[0] if story.state.played else story.state.round
    later = [story.state.round.deal] if story.state.played else []
    state = begun(replace(story.deal, hands=tuple(dealt)), *later)
    for move in round.moves:
        if state.played:
            return False
        state = state.play(move).state
    return state.view(seat).to_json() == view


def check_life(story: Story, seat: int, count: int = DRAWS) -> None:
    hidden = [s for s in range(5) if s != seat]
    weights = Counter(life_weights(story, seat))
    seen = []
    for drawn in draws(story.state.view(seat), count):
        hands = drawn.setup.deals[0].hands
        seen.append(tuple(minus(hands[s], story.laid[s]) for s in hidden))
    check_parts(seen, weights, [itemgetter(slice(4)), *map(itemgetter, range(4))])


def minus(hand: str, cards: str) -> str:
    for card in cards:
        hand = hand.replace(card, "", 1)
    return hand


def test_unknown_cards_lie_in_every_way_that_calls_no_sudden_death() -> None:
    """L8: who took three cats and went on has not the fourth."""
    story = next(told(False, two_laps))
    weights = life_weights(story, 4)
    assert all("C" not in hands[0] for hands in weights)  # type: ignore[index]
    assert all("C" in "".join(hands) for hands in weights)  # type: ignore[arg-type]
    check_life(story, 4)


def test_after_sudden_death_the_other_cards_lie_in_every_way_alike() -> None:
    """L8: the caller's cats are known, his other cards and the other hands are not."""
    check_life(next(told(True, three_laps_and_a_cat)), 4)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_giraffes_of_a_fresh_deal_lie_anywhere_unseen(seats: int) -> None:
    """L2: in the others' hands and aside alike."""
    state = load("life").start(seats, "fresh giraffes")
    seen = "".join(state.round.rows) + state.round.hands[0]
    marked = 9 - seen.count("G")
    others = 40 - marked
    worlds = [drawn.round.deal for drawn in draws(state.view(0), DRAWS)]
    check_likely([w.hands[1].count("G") for w in worlds], hypergeometric(marked, others, 10))
    if seats < 5:
        aside = 50 - 10 * seats
        check_likely([w.aside.count("G") for w in worlds], hypergeometric(marked, others, aside))


# The truth is not favoured -----------------------------------------------------------------------


def check_hits(pairs: list[tuple[bool, float]]) -> None:
    """Hits against their chances: the sum must be where a fair draw has it."""
    hits, chance = sum(hit for hit, _ in pairs), sum(p for _, p in pairs)
    spread = sqrt(sum(p * (1 - p) for _, p in pairs))
    assert chance > 20, "too few positions"
    assert abs(hits - chance) < 4 * spread, f"{hits} hits, {chance:.1f} expected"


def chance_of_hand(state: State[Any], seat: int) -> float:
    """How likely the hand of the only other player is what it is, for a seat of two."""
    other = 1 - seat
    unseen = Counter(card for card in unseen_in(state, seat) if card != "L")
    hand = Counter(NAMES[card] for card in state.round.hands[other])
    size, total = hand.total(), comb(unseen.total(), hand.total())
    ways = 1
    for card, count in hand.items():
        ways *= comb(unseen[card], count)
    if other == state.round.turn and not state.round.lion_drawn:
        stuck = sum(n for card, n in unseen.items() if not can_play((card,), state))
        total -= comb(stuck, size)
    return ways / total


def test_the_true_hand_is_drawn_as_often_as_chance_has_it_in_tembo() -> None:
    pairs: list[tuple[bool, float]] = []
    for seed in range(90):
        tastes: tuple[Taste, ...] = (patient, patient)
        match = Match("tembo", 2, f"truth {seed}", {"rounds": 1}, tastes, seed)
        late = [s for s in match.states() if s.result is None and unseen_few(s, 0, range(6, 9))]
        for state in late[-3:]:
            for seat in (0, 1):
                chance = chance_of_hand(state, seat)
                if chance == 1:
                    continue
                for drawn in draws(state.view(seat), 8, seed):
                    other = 1 - seat
                    pairs.append((drawn.round.hands[other] == state.round.hands[other], chance))
    check_hits(pairs)


def test_the_true_giraffes_are_drawn_as_often_as_chance_has_it_in_life() -> None:
    """How many the next player holds, before he has shown a card."""
    pairs: list[tuple[bool, float]] = []
    for seed in range(150):
        state = load("life").start(2 + seed % 4, f"truth {seed}")
        seat, other = 0, 1
        true = state.round.hands[other].count("G")
        marked = 9 - ("".join(state.round.rows) + state.round.hands[seat]).count("G")
        weights = hypergeometric(marked, 40 - marked, 10)
        chance = weights[true] / sum(weights.values())
        worlds = [drawn.round for drawn in draws(state.view(seat), 4, seed)]
        pairs += [(world.hands[other].count("G") == true, chance) for world in worlds]
    check_hits(pairs)
