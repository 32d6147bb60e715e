"""``core.simulate``: the same game as ``lab.simulate`` plays, by the thousand."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.core.test_batch import check_one_line
from waterhole import core
from waterhole.core.fast import ENDINGS
from waterhole.game import InvalidOptions, UnknownGame, load
from waterhole.lab.simulate import simulate as simulate_rules

# Game, seats, options, matches by the rules in Python.
CASES: list[tuple[str, int, dict[str, Any], int]] = [
    ("tembo", 2, {"rounds": 1}, 100),
    ("tembo", 4, {"rounds": 2}, 50),
    ("life", 2, {"lap_limit": 2, "expert": True}, 60),
    ("life", 3, {"lap_limit": 5}, 20),
    ("life", 5, {"lap_limit": 1}, 40),
]
LIKELY = 4.5  # standard errors

Numbers = NDArray[Any]


def by_the_core(game: str, seats: int, options: dict[str, Any]) -> dict[str, Numbers]:
    found = core.simulate(game, seats, 20_000, "distribution", options, threads=2)
    return measures(game, found.finals, found.lengths, found.rounds, found.endings)


def by_the_rules(
    game: str, seats: int, options: dict[str, Any], matches: int
) -> dict[str, Numbers]:
    states = list(simulate_rules(load(game), seats, matches, "distribution", options))
    finals = [state.result.final for state in states if state.result]
    lengths = [sum(len(played.moves) for played in state.played) for state in states]
    rounds = [len(state.played) for state in states]
    endings = [
        [sum(ending_of(played) == kind for played in state.played) for kind in ENDINGS[game]]
        for state in states
    ]
    return measures(game, *map(np.array, (finals, lengths, rounds, endings)))


def ending_of(played: Any) -> str:
    ending: str = getattr(played.outcome, "ending", "no move left")
    return ending


def measures(
    game: str, finals: Numbers, lengths: Numbers, rounds: Numbers, endings: Numbers
) -> dict[str, Numbers]:
    """What is compared, a number a match each."""
    kinds = {f"endings by {kind}": endings[:, i] for i, kind in enumerate(ENDINGS[game])}
    return {
        "mean": finals.mean(axis=1),
        "highest": finals.max(axis=1),
        "lowest": finals.min(axis=1),
        "first seat": finals[:, 0],
        "last seat": finals[:, -1],
        "squares": (finals.astype(float) ** 2).mean(axis=1),
        "lengths": lengths,
        "lengths squared": lengths.astype(float) ** 2,
        "rounds": rounds,
        **kinds,
    }


@pytest.mark.parametrize(("game", "seats", "options", "matches"), CASES)
def test_the_distributions_agree(
    game: str, seats: int, options: dict[str, Any], matches: int
) -> None:
    compiled = by_the_core(game, seats, options)
    for name, numbers in by_the_rules(game, seats, options, matches).items():
        other = compiled[name]
        spread = other.std() * np.sqrt(1 / len(numbers) + 1 / len(other))
        difference = abs(numbers.mean() - other.mean())
        assert difference <= LIKELY * spread + 1e-9, (name, numbers.mean(), other.mean(), spread)


@cache
def some(game: str, seats: int) -> core.Simulation:
    return core.simulate(game, seats, 500, "some", {"lap_limit": 2} if game == "life" else {})


@pytest.mark.parametrize(
    ("game", "seats"), [*(("tembo", n) for n in (2, 3, 4)), *(("life", n) for n in (2, 3, 4, 5))]
)
def test_the_results_fit_together(game: str, seats: int) -> None:
    found = some(game, seats)
    assert found.finals.shape == found.winners.shape == (500, seats)
    assert found.lengths.shape == found.rounds.shape == (500,)
    assert found.endings.shape == (500, len(ENDINGS[game]))
    assert found.winners.dtype == np.uint8
    for array in (found.finals, found.lengths, found.rounds, found.endings):
        assert array.dtype == np.int32
    highest = found.finals.max(axis=1, keepdims=True)
    assert (found.winners == (found.finals == highest)).all()
    assert (found.endings.sum(axis=1) == found.rounds).all()
    if game == "tembo":
        assert (found.rounds == 2).all()
        assert (found.finals >= 0).all()
        assert found.lengths.max() <= 2 * 54
    else:
        assert ((found.finals > 0).sum(axis=1) == 1).all()
        assert (found.lengths <= found.rounds * 3 * seats).all()
    assert found.lengths.min() > 0


@pytest.mark.parametrize(("game", "options"), [("tembo", {}), ("life", {"lap_limit": 2})])
def test_the_seed_decides_whatever_the_threads(game: str, options: dict[str, Any]) -> None:
    def run(seed: str | int, threads: int, matches: int = 101) -> list[bytes]:
        found = core.simulate(game, 3, matches, seed, options, threads)
        return [array[:50].tobytes() for array in found]

    first = run("a seed", 1)
    assert run("a seed", 1) == first
    assert run("a seed", 2) == first
    assert run("a seed", 300) == first
    assert run("a seed", 2, 50) == first  # a match does not depend on how many there are
    assert run("another", 1) != first
    assert run(1, 1) != run(2, 1)


def test_life_without_a_lap_limit_ends_too() -> None:
    found = core.simulate("life", 3, 20, "no limit")
    assert found.endings[:, ENDINGS["life"].index("lap-limit")].sum() == 0
    assert ((found.finals > 0).sum(axis=1) == 1).all()


@pytest.mark.parametrize(
    "arguments",
    [
        *(("tembo", 2, matches) for matches in (0, -1, 2**31, 10**30, 1.5, "5", None)),
        *(("tembo", seats, 5) for seats in (1, 5, "2", None)),
        ("life", 6, 5),
        ("tembo", 2, 5, 1.5),
        ("tembo", 2, 5, None, {"rounds": 0}),
        ("tembo", 2, 5, 1, {"lap_limit": 1}),
        ("life", 2, 5, 1, {"lap_limit": -1}),
        ("life", 2, 10**7),
        *(("tembo", 2, 5, 1, None, threads) for threads in (0, -1, 1025, 1.5, "2")),
    ],
    ids=repr,
)
def test_odd_arguments_are_refused(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(InvalidOptions) as refused:
        core.simulate(*arguments)
    check_one_line(str(refused.value))


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGame):
        core.simulate("chess", 2, 5)


@pytest.mark.parametrize("game", ["tembo", "life"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_heuristic_player_beats_random_ones_in_any_seat(game: str, seats: int) -> None:
    options: dict[str, Any] = {"lap_limit": 20} if game == "life" else {}
    for seat in range(seats):
        players = ["heuristic" if place == seat else "random" for place in range(seats)]
        found = core.simulate(game, seats, 300, "strength", options, players=players)
        shares = found.winners / found.winners.sum(axis=1, keepdims=True)
        assert shares[:, seat].mean() > 0.7


def test_heuristic_players_play_the_same_whatever_the_threads() -> None:
    one = core.simulate("life", 4, 200, 3, {"lap_limit": 9}, players="heuristic")
    two = core.simulate("life", 4, 200, 3, {"lap_limit": 9}, players="heuristic", threads=2)
    for field in core.Simulation._fields:
        assert np.array_equal(getattr(one, field), getattr(two, field))


@pytest.mark.parametrize("players", ["genius", None, [], ["random"], ["random", "genius", []]])
def test_only_players_there_are_can_be_named(players: Any) -> None:
    with pytest.raises(InvalidOptions, match="players must be heuristic or random") as refused:
        core.simulate("tembo", 3, 10, players=players)
    assert refused.value.code == "core/players"


def test_the_patience_of_heuristic_players_ends() -> None:
    """Without a lap_limit too, somebody knocks."""
    for seats in (2, 3, 4, 5):
        played = core.simulate("life", seats, 50, 1, players="heuristic")
        assert played.endings[:, 0].sum() > 0
        assert (played.lengths / played.rounds).max() < 14 * seats
