"""A sight: the worlds drawn from it fit the view and are equally likely, as in Python's resample;
rubbish is refused, and what is taken does no harm.

Seeds are fixed, so a test that passes once always does; a fair draw fails one once in ten thousand
times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from importlib import import_module
from itertools import product
from math import comb
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bots.positions import along, life_state, play, tembo_view, view_of, views
from tests.properties.chance import check_likely, weigh
from waterhole import core
from waterhole.bots import load_player
from waterhole.core.library import library
from waterhole.game import View, WaterholeError, load
from waterhole.life.cards import ANIMALS, HAND, VALUES, without
from waterhole.life.scoring import complete_sets
from waterhole.life.view import LifeView
from waterhole.tembo.cards import COPIES, ELEPHANT, LION, SUPER_CROCODILE
from waterhole.tembo.view import TemboView

DRAWS = 3000
MODULE: Any = import_module("waterhole.core.sight")  # its function has the same name


def ids(view: View) -> list[int]:
    game = load(view.game)
    return [game.move_id(move) for move in view.legal()]


# The seat cannot tell ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["tembo", "life"])
def test_a_sight_has_the_legal_moves_of_the_view(game: str) -> None:
    for view in views(game, every=3):
        sight = core.sight(view)
        assert sight.legal() == ids(view)
        assert sight.world(1).legal() == ids(view)


def test_worlds_of_tembo_fit_the_view() -> None:
    for number, view in enumerate(cast(list[TemboView], views("tembo", every=2))):
        sight = core.sight(view)
        for seed in range(3):
            check_tembo_world(sight.world(100 * number + seed), view)


def check_tembo_world(world: Any, view: TemboView) -> None:
    table, seat = view.table, cast(int, view.seat)
    assert (world.turn, world.lion_drawn, world.is_over) == (seat, view.lion_drawn, False)
    assert sorted(world.hands[seat]) == list(view.hand or ())
    assert tuple(map(len, world.hands)) == view.hand_sizes
    assert [list(map(tuple, row)) for row in world.rows] == [list(row) for row in table.rows]
    assert (tuple(world.lions), tuple(map(tuple, world.carried))) == (table.lions, table.carried)
    assert tuple(sorted(world.out)) == table.out
    seen = [card for hand in world.hands for card in hand]
    assert LION not in seen  # T3, T18
    seen += [number for row in table.rows for number, _ in row]
    seen += [*table.out, *(number for numbers in table.carried for number in numbers)]
    assert not Counter(seen) - Counter(COPIES)


def test_worlds_of_life_fit_the_view() -> None:
    for number, view in enumerate(cast(list[LifeView], views("life", every=3))):
        sight = core.sight(view)
        for seed in range(3):
            check_life_world(sight.world(100 * number + seed), view)


def check_life_world(world: Any, view: LifeView) -> None:
    accounts, seat = view.accounts(), cast(int, view.seat)
    assert (world.turn, world.ending, world.knocker) == (seat, 0, view.knocker)
    assert world.hands[seat] == view.hand
    assert (tuple(world.rows), tuple(world.lives)) == (view.rows, view.lives)
    assert world.known == [account.known() for account in accounts]
    cards = Counter("".join([*world.hands, *world.rows]))
    assert all(cards[animal] <= VALUES[animal] for animal in ANIMALS)
    for other, hand in enumerate(world.hands):
        assert len(hand) == (HAND if view.lives[other] else 0)
        assert not Counter(accounts[other].known()) - Counter(hand)
        if other != seat:
            check_never_complete(hand, accounts[other].swaps, view.expert)


def check_never_complete(hand: str, swaps: list[tuple[str, str]], expert: bool) -> None:
    """Walks back from the hand: after none of his swaps did the player hold a whole set (L8)."""
    for laid, taken in reversed(swaps):
        assert not complete_sets(hand, expert), "sudden death would have been called"
        assert not Counter(taken) - Counter(hand)
        hand = without(hand, taken) + laid


def test_a_world_depends_on_the_view_and_the_seed_alone() -> None:
    differ = 0
    for game in ("tembo", "life"):
        for state in along(game, every=9):
            view = view_of(state)
            other = view_of(load(game).resample(view, Random(5)))
            worlds = [core.sight(v).world(seed).hands for v in (view, other) for seed in (1, 2, 1)]
            assert worlds[:3] == worlds[3:]
            assert worlds[0] == worlds[2]
            differ += worlds[0] != worlds[1]
    assert differ > 10


def test_only_who_is_to_move_has_a_sight() -> None:
    state = load("tembo").start(3, "sight")
    for seat in (None, *({0, 1, 2} - {state.to_move})):
        with pytest.raises(WaterholeError, match="whose turn it is"):
            core.sight(state.view(seat))


# Equally likely: Tembo --------------------------------------------------------------------------

LATE = tembo_view(
    rows=[[(10, 0), (20, 1)], [], [], [], []],
    hand=[30, 31],
    sizes=(2, 2, 1),
    unseen=[1, 2, ELEPHANT, ELEPHANT, SUPER_CROCODILE, 41, LION, LION],
)


def test_hands_late_in_tembo_are_equally_likely() -> None:
    """Every way in which the six cards that can be held lie in two hands and elsewhere: the true
    one is not favoured, nor any other."""
    cards = [1, 2, ELEPHANT, ELEPHANT, SUPER_CROCODILE, 41]
    weights = weigh(cards, (2, 1), lambda groups: tuple(tuple(sorted(group)) for group in groups))
    sight = core.sight(LATE)
    found: list[Hashable] = []
    for seed in range(DRAWS):
        hands = sight.world(seed).hands
        found.append((tuple(sorted(hands[1])), tuple(sorted(hands[2]))))
    check_likely(found, weights)


def test_elephants_in_two_hands_at_the_start_of_tembo() -> None:
    state = load("tembo").start(3, "elephants")
    seat = cast(int, state.to_move)
    view = cast(TemboView, state.view(seat))
    left = 7 - (view.hand or ()).count(ELEPHANT)
    one, two = ((seat + 1) % 3, (seat + 2) % 3)
    weights: dict[Hashable, float] = {
        (a, b): comb(left, a)
        * comb(left - a, b)
        * comb(51 - left, 5 - a)
        * comb(46 - left + a, 5 - b)
        for a, b in product(range(6), repeat=2)
        if a + b <= left
    }
    worlds = [core.sight(view).world(seed).hands for seed in range(DRAWS)]
    check_likely([tuple(w[s].count(ELEPHANT) for s in (one, two)) for w in worlds], weights)


def test_a_world_of_tembo_can_be_played_on() -> None:
    """The pile of a world lies in any order: the card drawn next is any unseen one, a lion too."""
    state = load("tembo").start(2, "drawing")
    view = cast(TemboView, view_of(state))
    seat, sight = cast(int, view.seat), core.sight(view)
    move = next(id for id in sight.legal() if id < 210)  # one animal: one card is drawn
    before, found = Counter(view.hand), []
    for seed in range(DRAWS):
        after = sight.world(seed).after(move)
        drawn = Counter(after.hands[seat]) - before
        found.append(LION if after.lion_drawn else next(drawn.elements()))
    # A card of which n are unseen is drawn next with n in 49 + 5, but no lion is in the hand of 5.
    unseen = Counter(COPIES)
    unseen.subtract(view.hand or ())
    held = sum(unseen.values()) - 3
    chances: dict[Hashable, float] = {
        card: count * (1 - 5 / held) for card, count in unseen.items() if card != LION and count
    }
    chances[LION] = 3
    check_likely(found, chances)


# Equally likely: Life is Life -------------------------------------------------------------------


def life_weights(view: LifeView, animal: str) -> dict[Hashable, float]:
    """How many of one species each of the others holds, from all ways in which the unseen cards
    of the three deadly species can lie such that nobody would have called (L8)."""
    accounts, seat = view.accounts(), cast(int, view.seat)
    others = [s for s, left in enumerate(view.lives) if left and s != seat]
    known = [accounts[s].known() for s in others]
    unseen = Counter(VALUES)
    unseen.subtract((view.hand or "") + "".join(view.rows) + "".join(known))
    free = [HAND - len(cards) for cards in known]
    rest = sum(unseen.values()) - sum(unseen[a] for a in "HPC")
    weights: Counter[Hashable] = Counter()
    splits = [list(product(*[range(unseen[a] + 1)] * len(others))) for a in "HPC"]
    for held in product(*splits):
        ways, left = 1, rest
        for cards, many in zip("HPC", held, strict=True):
            total = unseen[cards]
            for one in many:
                ways *= comb(total, one) if one <= total else 0
                total -= one
        for place, slots in enumerate(free):
            others_held = slots - sum(many[place] for many in held)
            ways *= comb(left, others_held) if 0 <= others_held <= left else 0
            left -= others_held
        if not ways:
            continue
        counts = [
            {a: known[i].count(a) + held["HPC".index(a)][i] for a in "HPC"}
            for i in range(len(others))
        ]
        if all(fits(counts[i], accounts[s].swaps, view) for i, s in enumerate(others)):
            weights[tuple(count[animal] for count in counts)] += ways
    return dict(weights)


def fits(held: dict[str, int], swaps: list[tuple[str, str]], view: LifeView) -> bool:
    held = dict(held)
    for laid, taken in reversed(swaps):
        for animal, full in {"H": 5, "P": 5, "C": 4}.items():
            if held[animal] == full and not (view.expert and animal == "C"):
                return False
            held[animal] += laid.count(animal) - taken.count(animal)
            if held[animal] < 0:
                return False
    return True


def check_life_chances(view: LifeView, animals: str = "HPC") -> None:
    worlds = [core.sight(view).world(seed).hands for seed in range(DRAWS)]
    others = [s for s, left in enumerate(view.lives) if left and s != view.seat]
    for animal in animals:
        weights = life_weights(view, animal)
        if len(weights) > 1:
            check_likely([tuple(w[s].count(animal) for s in others) for w in worlds], weights)


def test_hands_at_the_start_of_life() -> None:
    check_life_chances(cast(LifeView, view_of(load("life").start(3, "hands"))))


TOOK_HARES = play(
    life_state(("GGGGBBBBOO", "GGTTTTSSDP", "GGTSSDDPPO"), ("M", "MM", "CTT", "HHHH")),
    *("4:GGGG", "1:T", "2:DD"),
)


def test_who_took_four_hares_has_not_the_fifth() -> None:
    """Ada took four hares and did not call: the fifth is elsewhere, even after she laid them."""
    view = cast(LifeView, TOOK_HARES.view(0))
    assert "HHHH" in (view.hand or "")
    laid = play(TOOK_HARES, "4:HHHH")
    seen = cast(LifeView, laid.view(1))
    assert "H" not in (seen.hand or "")
    check_life_chances(seen)
    for seed in range(200):
        assert "H" not in core.sight(seen).world(seed).hands[0]


def test_hands_along_matches_of_life_are_equally_likely() -> None:
    """Two others at most, so that all ways can be counted."""
    checked = 0
    for view in cast(list[LifeView], views("life", every=12, seed=2)):
        if sum(map(bool, view.lives)) <= 3:
            check_life_chances(view, "HC")
            checked += 1
    assert checked > 3


def test_worlds_agree_with_pythons_resample() -> None:
    """Both draw the same cards as often: here, how many species the next player holds."""
    for state in (load("life").start(5, "agree", {"expert": True}), TOOK_HARES):
        view = cast(LifeView, view_of(state))
        other = (cast(int, view.seat) + 1) % len(view.lives)
        rng, game = Random(1), load("life")
        drawn = [game.resample(view, rng).round.hands[other] for _ in range(1000)]
        worlds = [core.sight(view).world(seed).hands[other] for seed in range(1000)]
        for animal in "GHCM":
            ours = [w.count(animal) for w in worlds]
            theirs = [w.count(animal) for w in drawn]
            assert abs(sum(ours) - sum(theirs)) / 1000 < 4 * (2 * 2 / 1000) ** 0.5


# Rubbish ----------------------------------------------------------------------------------------


class Recorder:
    """Stands where the library stands, and keeps what it is given."""

    def __init__(self) -> None:
        self.given: dict[str, Any] = {}
        self.TemboSight = self.LifeSight = self

    def of(self, **given: Any) -> Any:
        self.given = given


def arguments(view: View) -> dict[str, Any]:
    """What a sight of this view is made from."""
    recorder, real = Recorder(), MODULE.library
    MODULE.library = recorder
    try:
        core.sight(view)
    finally:
        MODULE.library = real
    return recorder.given


GIVEN = {
    game: [arguments(view) for view in views(game, every=6, seed=4)] for game in ("tembo", "life")
}
SMALL = st.integers(-3, 12)
NUMBERS = st.one_of(SMALL, st.sampled_from([42, 43, 48, 49, 59, 60, 250, 255, 256, 65535, 2**31]))
LETTERS = st.text(ANIMALS, max_size=10) | st.text("HHPPCCGM", max_size=11) | st.text(max_size=3)


def spoil(value: Any, data: Any) -> Any:
    """Something of the same kind as a value, often not what it should be."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return data.draw(NUMBERS)
    if isinstance(value, str):
        return data.draw(LETTERS)
    if isinstance(value, tuple):
        return tuple(spoil(each, data) for each in value)
    return spoil_list(list(value), data)


def spoil_list(found: list[Any], data: Any) -> list[Any]:
    how = data.draw(st.sampled_from(["change", "drop", "double", "swap"]))
    if not found:
        return list(data.draw(st.lists(NUMBERS, max_size=3)))
    place = data.draw(st.integers(0, len(found) - 1))
    if how == "drop":
        del found[place]
    elif how == "double":
        found.append(found[place])
    elif how == "swap":
        other = data.draw(st.integers(0, len(found) - 1))
        found[place], found[other] = found[other], found[place]
    else:
        found[place] = spoil(found[place], data)
    return found


@settings(max_examples=150, deadline=None)
@given(st.data())
@pytest.mark.parametrize("game", ["tembo", "life"])
def test_rubbish_is_refused_or_harmless(game: str, data: Any) -> None:
    given = dict(data.draw(st.sampled_from(GIVEN[game])))
    for name in data.draw(st.lists(st.sampled_from(sorted(given)), min_size=1, max_size=3)):
        given[name] = spoil(given[name], data)
    kind = library.TemboSight if game == "tembo" else library.LifeSight
    try:
        sight: Any = kind.of(**given)
    except (ValueError, TypeError):
        return
    check_can_be(given, sight.world(1))
    check_harmless(sight, game, len(given["sizes" if game == "tembo" else "lives"]))


def check_can_be(given: dict[str, Any], world: Any) -> None:
    """What is taken fits into a state; else a world of it would be written over its edge."""
    if "pile" in given:
        assert given["pile"] + 5 <= 49, "a pile that no deal has was taken"
        return
    assert world.hands[given["seat"]] == "".join(sorted(given["hand"], key=ANIMALS.index))
    assert [len(hand) for hand in world.hands] == [HAND * bool(n) for n in given["lives"]]
    assert not Counter("".join(world.hands + world.rows)) - Counter(VALUES), "too many of an animal"


def check_harmless(sight: Any, game: str, seats: int) -> None:
    legal = sight.legal()
    world = sight.world(1)
    assert len(world.hands) == seats
    assert 0 <= world.turn < seats
    taste = () if game == "tembo" else (False,)
    assert sight.heuristic(1, 0.0, *taste) in legal
    for memory in (1.0, 0.0):
        for random_play in (False, True):
            found = sight.search(1, 20, 0.0, 1, memory, True, random_play)
            assert [c.move for c in found.candidates if c.move not in legal] == []


@pytest.mark.parametrize(
    "change",
    [
        {"sizes": [5, 0], "hand": [7, 8, 9, 10, 11], "pile": 49, "seat": 0},
        {"sizes": [1, 0], "hand": [7], "pile": 53, "seat": 0},
    ],
)
def test_a_pile_that_no_deal_has_is_refused(change: dict[str, Any]) -> None:
    given = arguments(view_of(load("tembo").start(2, "pile"))) | change
    with pytest.raises(ValueError, match=r"pile|cards"):
        library.TemboSight.of(**given)


def test_who_took_a_row_has_its_cards() -> None:
    state = life_state(("GGGGGGGGBB", "OOTTSSDDMM"), ("C", "PP", "OOO", "TTTT"))
    given = arguments(view_of(play(play(state, "2:GG"), "1:M")))
    with pytest.raises(ValueError, match="the own hand is another"):
        library.LifeSight.of(**(given | {"hand": "GGGGGGGGBB"}))


def test_hands_that_no_world_has_are_refused() -> None:
    """Somebody took two pigs, and is said to hold no more than one."""
    state = life_state(("GGGGGGGGBB", "", ""), ("C", "PP", "OOO", "TTTT"))
    given = arguments(view_of(play(state, "2:GG")))
    with pytest.raises(ValueError, match="more than it can have"):
        library.LifeSight.of(**(given | {"most": [[9, 1, 9]] * 3}))


@pytest.mark.parametrize(
    ("moves", "why"),
    [([-1], "no round"), ([99999], "no round"), ([0], "turn"), ([10] * 9, "no round")],
)
def test_a_round_that_cannot_be_is_refused(moves: list[int], why: str) -> None:
    given = arguments(view_of(life_state(("", "", ""), ("G", "BB", "OOO", "MTTT"))))
    with pytest.raises(ValueError, match=why):
        library.LifeSight.of(**(given | {"moves": moves}))


# What the others' moves tell --------------------------------------------------------------------


def test_before_a_move_all_worlds_fit_alike() -> None:
    for seats in range(2, 6):
        sight = core.sight(view_of(load("life").start(seats, "fit")))
        assert {sight.fit(sight.world(seed)) for seed in range(20)} == {1.0}


def test_who_left_the_fifth_hare_has_not_the_other_four() -> None:
    own = "GGGBBBOOOO"
    state = life_state(("GGBBOOTTSS", own), ("H", "DD", "DDD", "CCPP"))
    sight = core.sight(view_of(play(state, "2:GG")))
    now = ["H", "GG", "DDD", "CCPP"]
    hares, none = (
        library.LifeRound.start(0, [5, 5], [hand, own], now, False, 0)
        for hand in ("HHHHTTSSDD", "TTTTSSSBDD")
    )
    assert sight.fit(hares) < sight.fit(none) / 5


@pytest.mark.parametrize("seats", [2, 4])
def test_true_hands_fit_better_than_others_when_the_heuristic_plays(seats: int) -> None:
    """Of a hundred worlds, the true one would stand in the middle if moves told nothing."""
    game, places = load("life"), []
    bot = load_player("heuristic")
    for number in range(20):
        state, rng = game.start(seats, f"fit {number}"), Random(number)
        for _ in range(2 * seats):
            state = state.play(bot.choose(view_of(state), rng)).state
            if state.played or state.to_move is None:
                break
        else:
            sight = core.sight(view_of(state))
            truth = sight.fit(core.from_state(state).round.core)
            worlds = [sight.fit(sight.world(seed)) for seed in range(100)]
            places.append(sum(fit < truth for fit in worlds))
    assert len(places) >= 6
    assert sum(places) / len(places) > 70


def test_hands_that_overlap_the_rows_do_not_fit() -> None:
    sight = core.sight(view_of(load("life").start(2, "fit")))
    hand = "GGGGGGGGGB"
    with pytest.raises(ValueError, match="too many"):
        sight.fit(
            library.LifeRound.start(
                0, [5, 5], [hand, "BBBBOOOTTT"], ["M", "MM", "CCC", "PPPP"], False, 0
            )
        )


def test_a_world_of_another_table_is_refused() -> None:
    sight = core.sight(view_of(load("life").start(3, "fit")))
    with pytest.raises(ValueError, match="other seats"):
        sight.fit(core.sight(view_of(load("life").start(2, "fit"))).world(1))
