"""``core.Batch``: many matches stepped together, seen without a copy."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.core.observing import SPECIAL, SPECIES, size, split
from waterhole import core
from waterhole.game import InvalidOptions, Move, UnknownGame, load
from waterhole.life.referee import Referee as LifeReferee
from waterhole.tembo.cards import BY_NAME
from waterhole.tembo.deck import default_deck
from waterhole.tembo.referee import Referee as TemboReferee
from waterhole.tembo.table import Animal, Table

STARTS: list[tuple[str, int, dict[str, Any]]] = [
    ("tembo", 2, {"rounds": 1}),
    ("tembo", 3, {}),
    ("tembo", 4, {"rounds": 1}),
    ("life", 2, {"lap_limit": 1}),
    ("life", 4, {"lap_limit": 2}),
    ("life", 5, {"lap_limit": 2, "expert": True}),
]
GAMES = (("tembo", {"rounds": 1}), ("life", {"lap_limit": 1}))
ARRAYS = ("observations", "legal", "rewards", "finals", "to_move", "done")

Ids = NDArray[np.int32]


def chosen(batch: core.Batch, step: int) -> Ids:
    """A legal move for each lane, by a rule that looks at the lane alone."""
    counts = batch.legal.sum(axis=1, dtype=np.int64)
    picks = (np.arange(batch.lanes) * 7919 + step * 104729) % counts
    ranks = batch.legal.cumsum(axis=1, dtype=np.int64)
    ids: Ids = (ranks <= picks[:, None]).sum(axis=1).astype(np.int32)
    return ids


def snapshot(batch: core.Batch, lanes: int | None = None) -> list[bytes]:
    return [getattr(batch, name)[:lanes].tobytes() for name in ARRAYS]


@pytest.mark.parametrize(("game", "seats", "options"), STARTS)
def test_shapes_and_types(game: str, seats: int, options: dict[str, Any]) -> None:
    batch = core.Batch(game, 7, seats, 1, options)
    shapes = {
        "observations": (np.uint8, (7, size(game))),
        "legal": (np.uint8, (7, len(load(game).moves))),
        "rewards": (np.float32, (7, seats)),
        "finals": (np.int32, (7, seats)),
        "to_move": (np.int32, (7,)),
        "done": (np.uint8, (7,)),
    }
    for name, (dtype, shape) in shapes.items():
        array = getattr(batch, name)
        assert isinstance(array, np.ndarray)
        assert (array.dtype, array.shape) == (dtype, shape), name
        assert array.flags.c_contiguous
    assert not batch.done.any()
    assert not batch.rewards.any()


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_steps_write_into_the_same_memory(game: str, options: dict[str, Any]) -> None:
    batch = core.Batch(game, 5, 2, 1, options)
    arrays = {name: getattr(batch, name) for name in ARRAYS}
    places = {name: array.__array_interface__["data"] for name, array in arrays.items()}
    first = arrays["observations"].copy()
    for step in range(50):
        batch.step(chosen(batch, step))
    for name, array in arrays.items():
        assert getattr(batch, name) is array
        assert array.__array_interface__["data"] == places[name]
        again = getattr(batch._batch, name)
        assert np.shares_memory(again, array)
        assert again.__array_interface__["data"] == places[name]
    assert (arrays["observations"] != first).any()


def test_the_arrays_outlive_the_batch() -> None:
    batch = core.Batch("tembo", 1000, 2, 1)
    legal, before = batch.legal, batch.legal.copy()
    del batch
    core.Batch("tembo", 1000, 2, 2)
    assert (legal == before).all()


@pytest.mark.parametrize(("game", "seats", "options"), STARTS)
def test_thousands_of_steps_keep_their_promises(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    lanes = 40
    batch = core.Batch(game, lanes, seats, "promises", options)
    ended = np.zeros(lanes, int)
    for step in range(200):
        assert ((batch.to_move >= 0) & (batch.to_move < seats)).all()
        assert (batch.legal.max(axis=1) == 1).all()
        before = batch.finals.copy()
        batch.step(chosen(batch, step))
        done = batch.done.astype(bool)
        ended += done
        assert not batch.rewards[~done].any()
        assert (batch.finals[~done] == before[~done]).all()
        check_results(game, batch.rewards[done], batch.finals[done])
        check_new_matches(game, batch.observations[done], options)
    assert (ended > 0).all()


def check_results(game: str, rewards: NDArray[Any], finals: NDArray[Any]) -> None:
    """The winners share what the others lose; the points or lives say who they are."""
    if not len(rewards):
        return
    seats = finals.shape[1]
    won = finals == finals.max(axis=1, keepdims=True)
    if game == "life":
        assert ((finals > 0).sum(axis=1) == 1).all()  # L11
        assert (finals <= 10).all()
    else:
        assert ((finals >= 0) & (finals <= 2 * 147)).all()
    expected = won / won.sum(axis=1, keepdims=True) - 1 / seats
    np.testing.assert_allclose(rewards, expected, atol=1e-6)
    np.testing.assert_allclose(rewards.sum(axis=1), 0, atol=1e-6)


def check_new_matches(game: str, observations: NDArray[Any], options: dict[str, Any]) -> None:
    """Where a match ended, another lies on the table, nothing played yet."""
    for seen in observations:
        fields = split(game, seen)
        if game == "life":
            assert set(fields["lives"]) <= {5, 0}
            assert fields["lap"] == [1]
            assert fields["place"] == [0]
        elif fields["round"] == [1]:
            assert fields["totals"] == [0] * 4
            assert not np.array(fields["rows"]).any()


def tembo_legal(fields: dict[str, Any]) -> tuple[Move, ...]:
    """The rules' answer for the table and the hand of an observation."""
    animals = [n for n, held in enumerate(fields["hand"], 1) if held]
    special = zip(SPECIAL, fields["special"], strict=True)
    hand = (*animals, *(BY_NAME[card] for card, count in special for _ in range(count)))
    rows = tuple(
        tuple(Animal(n, owner - 1) for n, owner in enumerate(row, 1) if owner)
        for row in fields["rows"]
    )
    table = Table(rows, tuple(fields["lions"]), ((),) * 2, ())
    return TemboReferee(hand, table, fields["lion_drawn"] == [1], default_deck()).legal()


def life_legal(fields: dict[str, Any]) -> tuple[Move, ...]:
    def text(counts: list[int]) -> str:
        return "".join(c * count for c, count in zip(SPECIES, counts, strict=True))

    rows = tuple(map(text, fields["rows"]))
    return LifeReferee(text(fields["hand"]), rows, fields["may_knock"] == [1]).legal()


@pytest.mark.parametrize(("game", "seats", "options"), STARTS)
def test_masks_are_what_the_rules_allow(game: str, seats: int, options: dict[str, Any]) -> None:
    """The seat to move sees all that its legal moves depend on."""
    judge: Callable[[dict[str, Any]], tuple[Move, ...]] = (
        tembo_legal if game == "tembo" else life_legal
    )
    rules, batch = load(game), core.Batch(game, 8, seats, "masks", options)
    for step in range(80):
        lane = step % 8
        legal = judge(split(game, batch.observations[lane]))
        assert batch.legal[lane].nonzero()[0].tolist() == [rules.move_id(move) for move in legal]
        batch.step(chosen(batch, step))


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_an_illegal_move_moves_no_lane(game: str, options: dict[str, Any]) -> None:
    batch = core.Batch(game, 6, 3, 1, options)
    for step in range(20):
        batch.step(chosen(batch, step))
    moves, before = chosen(batch, 20), snapshot(batch)
    closed = int(np.flatnonzero(batch.legal[4] == 0)[0])
    for wrong in (closed, -1, -(2**31), batch.legal.shape[1], 2**31 - 1):
        bad = moves.copy()
        bad[4] = wrong
        with pytest.raises(ValueError, match=rf"lane 4: move {wrong} is not legal; no lane was"):
            batch.step(bad)
        assert snapshot(batch) == before
    batch.step(moves)
    assert snapshot(batch) != before


@pytest.mark.parametrize(
    "moves",
    [
        np.zeros(5, np.int32),
        np.zeros(7, np.int32),
        np.zeros(0, np.int32),
        np.zeros((6, 1), np.int32),
        np.zeros((), np.int32),
        None,
        "moves",
        np.array(["a"] * 6),
        np.full(6, np.nan),
    ],
    ids=repr,
)
def test_moves_of_another_form_are_refused(moves: Any) -> None:
    batch = core.Batch("tembo", 6, 2, 1)
    before = snapshot(batch)
    with pytest.raises((ValueError, TypeError)):
        batch.step(moves)
    assert snapshot(batch) == before


def test_numbers_that_are_no_ids_are_not_taken_for_some() -> None:
    """Neither by their lower bits nor by rounding."""
    batch = core.Batch("tembo", 6, 2, 1)
    moves, before = chosen(batch, 0), snapshot(batch)
    for wrong in (moves.astype(np.int64) + 2**32, moves + 0.5):
        with pytest.raises((ValueError, TypeError)):
            batch.step(wrong)  # type: ignore[arg-type]
        assert snapshot(batch) == before


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_mask_that_was_painted_over_lets_nothing_through(
    game: str, options: dict[str, Any]
) -> None:
    """What is legal is the core's to say, whatever is written into the array."""
    batch = core.Batch(game, 2, 2, 1, options)
    moves = chosen(batch, 0)
    moves[1] = np.flatnonzero(batch.legal[1] == 0)[-1]
    try:
        batch.legal[:] = 1
    except ValueError:
        return  # the array cannot be written to: even better
    with pytest.raises(ValueError, match="lane 1"):
        batch.step(moves)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_the_seed_decides_whatever_the_threads_and_lanes(
    game: str, options: dict[str, Any]
) -> None:
    def run(lanes: int, seed: str | int, threads: int) -> list[list[bytes]]:
        batch = core.Batch(game, lanes, 3, seed, options, threads)
        found = [snapshot(batch, 5)]
        for step in range(60):
            batch.step(chosen(batch, step))
            found.append(snapshot(batch, 5))
        return found

    first = run(5, "a seed", 1)
    assert run(5, "a seed", 1) == first
    assert run(5, "a seed", 3) == first
    assert run(5, "a seed", 64) == first
    assert run(12, "a seed", 2) == first
    assert run(5, "another", 1) != first
    assert run(5, 7, 1) != run(5, 8, 1)
    assert run(5, 7, 1) == run(5, 7 + 2**64, 1)


def test_lanes_differ() -> None:
    batch = core.Batch("tembo", 200, 3, 1)
    assert len({row.tobytes() for row in batch.observations}) == 200


@pytest.mark.parametrize(
    "arguments",
    [
        *(("tembo", lanes, 2) for lanes in (0, -1, 10**9, 10**30, 2.5, "5", None)),
        *(("tembo", 2, seats) for seats in (1, 5, "2", None, 2.0)),
        ("life", 2, 6),
        ("tembo", 2, 2, 1.5),
        ("tembo", 2, 2, None, {"rounds": 0}),
        ("tembo", 2, 2, b"seed"),
        ("tembo", 2, 2, 1, {"lap_limit": 1}),
        ("life", 2, 2, 1, {"lap_limit": -1}),
        *(("tembo", 2, 2, 1, None, threads) for threads in (0, -1, 1025, 1.5, "2", None)),
    ],
    ids=repr,
)
def test_odd_arguments_are_refused(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(InvalidOptions) as refused:
        core.Batch(*arguments)
    check_one_line(str(refused.value))


def check_one_line(text: str) -> None:
    """A sentence for people: not the core's list of what its functions take."""
    assert "\n" not in text
    assert "incompatible function arguments" not in text
    assert 10 < len(text) < 200


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGame):
        core.Batch("chess", 2, 2)


def test_each_lane_may_have_a_seed_of_its_own() -> None:
    """Lanes with equal seeds go alike, others apart, however many lanes there are."""
    batch = core.Batch("tembo", 4, 2, seed=[7, 8, 7, 9])
    alone = core.Batch("tembo", 2, 2, seed=[9, 8])
    for _ in range(40):
        assert np.array_equal(batch.observations[0], batch.observations[2])
        assert np.array_equal(batch.observations[[3, 1]], alone.observations)
        batch.step(batch.legal.argmax(axis=1).astype(np.int32))
        alone.step(alone.legal.argmax(axis=1).astype(np.int32))
    assert not np.array_equal(batch.observations[0], batch.observations[1])
    with pytest.raises(InvalidOptions, match="one seed, or one for each lane"):
        core.Batch("tembo", 4, 2, seed=[1, 2])


@pytest.mark.parametrize(("game", "options"), GAMES)
@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_batch_is_never_copied(
    game: str, options: dict[str, Any], duplicate: Callable[[object], object]
) -> None:
    """A copy would step the same matches behind the back of the first."""
    batch = core.Batch(game, 2, 3, 1, options)
    with pytest.raises(TypeError, match=r"^a batch can neither be copied nor pickled; .+$"):
        duplicate(batch)


def test_two_threads_may_step_one_batch() -> None:
    """One waits for the other; a move that is no longer legal is refused, nothing breaks."""
    batch = core.Batch("life", 500, 3, 1, {"lap_limit": 3})

    def steps() -> None:
        for _ in range(60):
            with suppress(ValueError):
                batch.step(batch.legal.argmax(axis=1).astype(np.int32))

    others = [Thread(target=steps) for _ in range(3)]
    for other in others:
        other.start()
    for other in others:
        other.join()
    hands = batch.observations[:, :10].sum(axis=1)
    assert (hands == 10).all()
