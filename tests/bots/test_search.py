"""The search: what it returns adds up, it finds what is plainly best, and it takes no rubbish."""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import replace
from math import inf, nan
from random import Random
from statistics import mean
from typing import Any, cast

import pytest

from tests.bots.positions import (
    along,
    is_last,
    last_views,
    life_state,
    play,
    tembo_view,
    view_of,
    views,
)
from waterhole import core
from waterhole.bots import Budget, SearchBot, search
from waterhole.bots.search import Finding
from waterhole.game import View, WaterholeError, load
from waterhole.life import scoring
from waterhole.life.cards import in_order, without
from waterhole.life.moves import LifeMove
from waterhole.life.view import LifeView
from waterhole.tembo.cards import CROCODILES, ELEPHANT, LION, SUPER_CROCODILE

GAMES = ("tembo", "life")
CROCS = [card for card in CROCODILES for _ in range(2)]
NOTHING: list[list[tuple[int, int]]] = [[], [], [], []]


def find(view: View, iterations: int = 40, seed: int = 1, **how: Any) -> Finding:
    return search(view, Budget(iterations=iterations), seed, **how)


# What it returns --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("memory", [1.0, 0.5, 0.0])
def test_every_legal_move_is_a_candidate(game: str, memory: float) -> None:
    """At every number of seats, late, without a pile, after a knock, with somebody out."""
    for number, view in enumerate(views(game, every=2)):
        found = find(view, 20, number, memory=memory)
        assert sorted(map(str, view.legal())) == sorted(str(c.move) for c in found.candidates)
        assert found.move == found.candidates[0].move


@pytest.mark.parametrize("game", GAMES)
def test_visits_wins_and_values_add_up(game: str) -> None:
    for view in views(game, every=4):
        found = find(view, 60)
        visits = [c.visits for c in found.candidates]
        assert visits == sorted(visits, reverse=True)
        if len(visits) == 1:
            continue
        assert found.worlds == 60
        if is_last(view):
            assert set(visits) == {60}
        else:
            assert sum(visits) == 60
            assert 1 < found.nodes <= 61
        check_shares(found, len(found.wins))


def check_shares(found: Finding, seats: int) -> None:
    assert len(found.wins) == seats
    assert sum(found.wins) == pytest.approx(1, abs=1e-3)
    assert all(0 <= win <= 1 for win in found.wins)
    assert all(0 <= c.win <= 1.0001 for c in found.candidates)


@pytest.mark.parametrize("game", GAMES)
def test_values_go_from_0_to_1(game: str) -> None:
    """As Candidate says of them."""
    for view in views(game, every=4):
        for candidate in find(view, 60).candidates:
            assert -1e-4 <= candidate.value <= 1 + 1e-4


def test_the_last_move_of_a_round_is_weighed_in_every_world() -> None:
    checked = last_views()
    assert {len(view.lives) for view in checked} == {2, 3, 5}
    for view in checked:
        found = find(view, 25)
        assert {c.visits for c in found.candidates} == {25}
        values = [c.value for c in found.candidates]
        assert values == sorted(values, reverse=True)
        check_shares(found, len(view.lives))


def test_what_a_seat_can_expect_is_what_its_best_move_brings() -> None:
    """Nobody plays the worst of his moves: before the last move as before any other."""
    for view in last_views():
        found = find(view, 100)
        assert found.wins[cast(int, view.seat)] == pytest.approx(found.candidates[0].win, abs=0.05)


def test_a_forced_move_needs_no_search() -> None:
    forced = [v for v in (*views("tembo", every=1, seed=1), *views("tembo", 1)) if is_forced(v)]
    assert forced
    for each in forced:
        found = find(each, 10**9)  # would take hours
        assert [c.move for c in found.candidates] == list(each.legal())
        assert SearchBot().choose(each, Budget(seconds=3600), Random(1)) == each.legal()[0]


def is_forced(view: View) -> bool:
    return len(view.legal()) == 1


# What it depends on -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_change_nothing(game: str) -> None:
    for state in along(game, every=6):
        view = view_of(state)
        other = view_of(load(game).resample(view, Random(7)))
        found = find(view, 50)
        assert found == find(view, 50)
        assert found == find(other, 50)
        assert find(view, 50, memory=0.5) == find(other, 50, memory=0.5)


@pytest.mark.parametrize("game", GAMES)
def test_who_heeds_what_others_did_searches_otherwise(game: str) -> None:
    heeded = []
    for view in views(game, every=4):
        found, without_it = find(view, 200), find(view, 200, heed=False)
        if len(view.legal()) > 1 and moves_of_this_round(view):
            heeded.append(found != without_it)
        else:
            assert found == without_it
        assert find(view, 20, memory=0.5) == find(view, 20, memory=0.5, heed=False)
    assert len(heeded) > 20
    assert mean(heeded) > 0.9


def moves_of_this_round(view: Any) -> int:
    return len(view.memories[-1].moves)


@pytest.mark.parametrize("game", GAMES)
def test_another_seed_may_find_something_else(game: str) -> None:
    view = views(game, every=5)[0]
    assert len({find(view, 30, seed).wins for seed in range(5)}) > 1


@pytest.mark.parametrize("game", GAMES)
def test_more_iterations_make_a_larger_tree(game: str) -> None:
    view = view_of(load(game).start(3, "larger"))
    nodes = [find(view, iterations).nodes for iterations in (1, 10, 100, 1000)]
    assert nodes == sorted(set(nodes))


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_are_added_up(threads: int) -> None:
    for game in GAMES:
        view = view_of(load(game).start(3, "threads"))
        found = find(view, 101, threads=threads)
        assert found.worlds == sum(c.visits for c in found.candidates) == 101
        check_shares(found, 3)
        assert found == find(view, 101, threads=threads)
    few = find(view, 1, threads=threads)  # fewer iterations than threads
    assert few.worlds == 1


@pytest.mark.parametrize("threads", [1, 2])
def test_a_budget_of_seconds_ends(threads: int) -> None:
    for game in GAMES:
        view = view_of(load(game).start(3, "seconds"))
        found = search(view, Budget(seconds=0.05), 1, threads)
        assert found.worlds == sum(c.visits for c in found.candidates) > 0
        assert search(view, Budget(seconds=60, iterations=10), 1, threads).worlds == 10
        assert search(view, Budget(seconds=0.05, iterations=10**9), 1, threads).worlds < 10**9


def test_the_shortest_time_still_gives_a_move_and_shares() -> None:
    view = view_of(load("tembo").start(3, "short"))
    found = search(view, Budget(seconds=1e-9), 1)
    assert found.move in view.legal()
    assert sum(found.wins) == pytest.approx(1, abs=1e-3)


LONG = """
from waterhole.bots import Budget, search
from waterhole.game import load
state = load("{game}").start(3, "long")
view = state.view(state.to_move)
try:
    print("ready", flush=True)
    search(view, Budget(seconds=600), 1, {threads})
except KeyboardInterrupt:
    print("stopped")
"""


@pytest.mark.parametrize(("game", "threads"), [("tembo", 1), ("life", 2)])
def test_control_c_stops_a_long_search(game: str, threads: int) -> None:
    program = [sys.executable, "-c", LONG.format(game=game, threads=threads)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "ready\n"
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=60)
    assert out == "stopped\n"


# What it does not take --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("budget", "how"),
    [
        (Budget(iterations=10), {"threads": 0}),
        (Budget(iterations=10), {"threads": -1}),
        (Budget(iterations=10), {"threads": 1025}),
        (Budget(iterations=0), {}),
        (Budget(seconds=0.0), {}),
        (Budget(seconds=-1.0), {}),
        (Budget(seconds=-1.0, iterations=10), {}),
        (Budget(seconds=nan), {}),
        (Budget(seconds=nan, iterations=10), {}),
        (Budget(seconds=inf), {}),
        (Budget(iterations=-1), {}),
        (Budget(iterations=2**32), {}),
        (Budget(iterations=10), {"memory": -0.1}),
        (Budget(iterations=10), {"memory": 1.1}),
        (Budget(iterations=10), {"memory": nan}),
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_rubbish_is_refused_in_one_line(game: str, budget: Budget, how: dict[str, Any]) -> None:
    view = view_of(load(game).start(3, "rubbish"))
    with pytest.raises((ValueError, WaterholeError)) as caught:
        search(view, budget, 1, **how)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("noise", [-1.0, 1e10, inf, nan])
@pytest.mark.parametrize("game", GAMES)
def test_noise_that_drowns_everything_is_refused(game: str, noise: float) -> None:
    """It would choose cards that are not there, and never come to an end: asked elsewhere."""
    taste = "" if game == "tembo" else ", False"
    program = (
        "from waterhole import core\nfrom waterhole.game import load\n"
        f"state = load('{game}').start(3, 'noise')\nsight = core.sight(state.view(state.to_move))\n"
        "try:\n"
        f"    moves = [sight.heuristic(i, float('{noise}'){taste}) for i in range(300)]\n"
        "    print(set(moves) <= set(sight.legal()))\n"
        "except ValueError:\n"
        "    print(True)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.stdout == "True\n", run.stderr


# What is plainly best ---------------------------------------------------------------------------


def test_an_elephant_carries_before_the_crocodiles_come() -> None:
    """All that the other can hold are crocodiles: what is not across now never will be."""
    row = [(10, 0), (20, 0), (30, 0)]
    view = tembo_view([row, *NOTHING], [ELEPHANT, 40], (2, 2), [*CROCS, SUPER_CROCODILE])
    for seed in range(3):
        assert str(find(view, 300, seed).move) == "E>1"


def test_a_crocodile_eats_the_row_that_an_elephant_would_carry() -> None:
    """The other is sure to hold an elephant, and three animals stand there for him."""
    row = [(10, 1), (20, 1), (30, 1)]
    view = tembo_view([row, *NOTHING], [SUPER_CROCODILE, 41], (2, 2), [ELEPHANT] * 7)
    for seed in range(3):
        found = find(view, 300, seed)
        assert str(found.move) == "S>1"
        assert found.candidates[0].win == pytest.approx(0.5)  # nobody scores: shared (T23)


def test_a_lion_is_laid_where_the_other_stands() -> None:
    own, other = [(10, 0), (20, 0), (30, 0)], [(11, 1), (21, 1), (31, 1)]
    unseen = [ELEPHANT] * 7 + [LION]
    rows = [own, other, *NOTHING[2:], []]
    view = tembo_view(rows, [1, 2], (2, 2), unseen, lion_drawn=True)
    view = replace(view, table=replace(view.table, lions=(0, 0, 0, 0, 1)))
    assert str(find(view, 300).move) == "L>2"


def swapping(hand: str, rows: tuple[str, ...], expert: bool = False) -> LifeView:
    others = ("GGGTTTTSSD", "OOOOSSSDDB")
    state = life_state((hand, *others), rows, expert)
    return cast(LifeView, state.view(0))


@pytest.mark.parametrize(
    ("hand", "rows", "expert", "row"),
    [
        ("CCCBBBBBOO", ("C", "HP", "DDT", "GGMM"), False, 1),
        ("HHHBBBBBOO", ("C", "HH", "DDT", "GGMM"), True, 2),
        ("PPPPBBBBOO", ("C", "HH", "DPT", "GGMM"), False, 3),
    ],
)
def test_a_set_is_completed(hand: str, rows: tuple[str, ...], expert: bool, row: int) -> None:
    """Sudden death (L8, L14): all others lose a life and nobody's points matter."""
    view = replace(swapping(hand, rows, expert), lives=(5, 1, 1))
    found = find(view, 3000)
    move = cast(LifeMove, found.move)
    after = in_order(without(view.hand or "", move.laid) + view.rows[move.row - 1])
    assert move.row == row
    assert scoring.complete_sets(after, expert)


def test_cats_are_no_set_for_experts() -> None:
    plain = find(swapping("CCCBBBBBOO", ("C", "HP", "DDT", "GGMM")), 3000)
    expert = find(swapping("CCCBBBBBOO", ("C", "HP", "DDT", "GGMM"), expert=True), 3000)
    assert plain.candidates[0].win > expert.candidates[0].win


def share(view: LifeView, move: LifeMove, other: str) -> float:
    """What the last move of a match between two brings: by the rules, with one life each."""
    hand = view.hand or ""
    if move.row:
        hand = in_order(without(hand, move.laid) + view.rows[move.row - 1])
        if scoring.complete_sets(hand, view.expert):
            return 1
    own, his = scoring.points((hand, other))
    return 0.5 if own == his else float(own > his)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_last_swap_is_the_one_with_the_best_chance(seed: int) -> None:
    """Every move in many worlds, the likely ones more often, scored by Python's rules, says what is
    best."""
    state, rng = load("life").start(2, f"last {seed}"), Random(seed)
    for _ in range(2):
        state = state.play(rng.choice(state.legal())).state
    view = replace(cast(LifeView, view_of(play(state, "K"))), lives=(1, 1))
    sight, other = core.sight(view), 1 - cast(int, view.seat)
    worlds = [sight.world(number) for number in range(5000)]
    likely = rng.choices(worlds, [sight.fit(world) for world in worlds], k=200)
    hands = [world.hands[other] for world in likely]
    found = find(view, 15_000, seed)
    chances = {
        c.move: mean(share(view, cast(LifeMove, c.move), hand) for hand in hands)
        for c in found.candidates
    }
    assert all(abs(c.win - chances[c.move]) < 0.2 for c in found.candidates)
    assert mean(abs(c.win - chances[c.move]) for c in found.candidates) < 0.05
    assert chances[found.move] > max(chances.values()) - 0.08


def test_few_iterations_find_more_than_an_average_move() -> None:
    """The move it takes is good in its own eyes when it has looked longer."""
    for game in GAMES:
        gains = []
        for view in views(game, every=25, seed=2)[:6]:
            values = {c.move: c.value for c in find(view, 20_000).candidates if c.visits >= 20}
            short = [find(view, 500, seed).move for seed in range(4)]
            chosen = mean(values.get(move, min(values.values())) for move in short)
            gains.append(chosen - mean(values.values()))
        assert mean(gains) > 0.01


def test_the_core_is_asked_for_no_more_than_the_view() -> None:
    assert not hasattr(core.sight(view_of(load("tembo").start(3, "x"))), "pile")
