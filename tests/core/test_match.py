"""``core.Match``: ids in place of moves, the same match."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from waterhole import core
from waterhole.game import InvalidOptions, UnknownGame, WaterholeError, load
from waterhole.life.state import lives_left

STARTS: list[tuple[str, int, dict[str, Any]]] = [
    *(("tembo", seats, {"rounds": rounds}) for seats in (2, 3, 4) for rounds in (1, 3)),
    *(("life", seats, {"lap_limit": 3, "expert": seats % 2 == 0}) for seats in (2, 3, 4, 5)),
]
SEEDS = ("", "any text", "\n\x00", "水 😀", "s" * 1000, "😀" * 1000)


@pytest.mark.parametrize(("game", "seats", "options"), STARTS)
def test_a_whole_match_agrees_with_the_rules(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    rng, rules = Random(f"{game} {seats}"), load(game)
    state, match = rules.start(seats, "whole", options), core.Match(game, seats, "whole", options)
    ids: list[int] = []
    while state.to_move is not None:
        assert match.to_move == state.to_move
        assert match.moves() == list(state.legal())
        assert match.legal() == [rules.move_id(move) for move in state.legal()]
        assert match.winners == []
        assert match.result is None
        if game == "tembo":
            scores = state.view(None).to_dict()["scores"]
            totals = [sum(points[seat] for points in scores) for seat in range(seats)]
            assert match.finals == totals
        else:
            assert match.finals == list(lives_left(seats, state.played))
        ids.append(rng.choice(match.legal()))
        match.play(ids[-1])
        state = state.play(rules.moves[ids[-1]]).state
        assert match.history == ids
        if rng.random() < 0.05:
            check_same(match, state)
    check_same(match, state)
    assert match.to_move is None
    assert match.legal() == []
    assert match.moves() == []
    assert state.result is not None
    assert match.finals == list(state.result.final)
    assert match.winners == list(state.result.winners)
    assert match.result == state.result
    rules.verify(match.record())


@pytest.mark.parametrize(("game", "seats"), [("tembo", 2), ("tembo", 4), ("life", 2), ("life", 5)])
def test_a_move_by_itself_is_judged_as_in_the_list(game: str, seats: int) -> None:
    rules, rng = core.load(game), Random(f"{game} {seats}")
    for deal in range(5):
        state = rules.start(seats, f"alone {deal}", {"lap_limit": 3} if game == "life" else {})
        while state.to_move is not None:
            judge = state.round.core
            assert [id for id in range(len(rules.moves)) if judge.is_legal(id)] == judge.legal()
            assert not judge.is_legal(-1)
            assert not judge.is_legal(len(rules.moves))
            state = state.play(rng.choice(state.legal())).state


def check_same(match: core.Match, state: Any) -> None:
    """The match is this state, and the state's match is this one."""
    assert match.record() == state.record()
    for seat in (None, *range(state.setup.seats)):
        assert match.view(seat) == state.view(seat)
    again = core.Match.of(state)
    assert again.history == match.history
    assert (again.to_move, again.legal(), again.finals) == (
        match.to_move,
        match.legal(),
        match.finals,
    )
    assert again.record() == state.record()
    for seat in range(state.setup.seats):
        assert again.observation(seat).tobytes() == match.observation(seat).tobytes()


@pytest.mark.parametrize("game", ["tembo", "life"])
@pytest.mark.parametrize("seed", SEEDS, ids=ascii)
def test_any_seed_deals_as_the_rules_do(game: str, seed: str) -> None:
    match, state = core.Match(game, 3, seed), load(game).start(3, seed)
    assert match.moves() == list(state.legal())
    assert match.to_move == state.to_move
    for seat in range(3):
        hand = match.observation(seat)[:10].tolist()
        assert sum(hand) == (
            10 if game == "life" else sum(c <= 10 for c in state.round.hands[seat])
        )


def test_without_a_seed_each_match_is_another() -> None:
    records = [core.Match("tembo", 2).record() for _ in range(3)]
    assert len({record["seed"] for record in records}) == 3
    for record in records:
        load("tembo").verify(record)


@pytest.mark.parametrize("game", ["tembo", "life"])
def test_a_copy_goes_its_own_way(game: str) -> None:
    match = core.Match(game, 3, "copy")
    match.play(match.legal()[0])
    before = (match.legal(), match.history, match.record())
    copies = [match.copy() for _ in range(2)]
    for copy, place in zip(copies, (0, -1), strict=True):
        assert (copy.legal(), copy.history, copy.record()) == before
        copy.play(copy.legal()[place])
    assert (match.legal(), match.history, match.record()) == before
    assert copies[0].history != copies[1].history
    match.play(match.legal()[0])
    assert match.record() == copies[0].record()
    assert len(copies[1].history) == 2


@pytest.mark.parametrize(("game", "seats", "options"), STARTS)
def test_a_match_says_what_it_was_set_up_with(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    match = core.Match(game, seats, "set up", options)
    assert match.game == game
    assert match.setup == load(game).setup(seats, "set up", options)
    match.play(match.legal()[0])
    for other in (match.copy(), core.Match.of(match.state())):
        assert (other.game, other.setup.seats, other.setup.seed) == (game, seats, "set up")
        assert other.setup.options == match.setup.options
    state = match.state()
    assert core.Match.of(state).setup.deals == (state.round.deal,)


def test_names_stand_in_the_record() -> None:
    record = core.Match("life", 3, "names").record(["Ada", "Bo", "Cleo"])
    assert record["seats"] == ["Ada", "Bo", "Cleo"]


@pytest.mark.parametrize(
    "arguments",
    [
        *(("tembo", seats) for seats in (0, 1, 5, -1, True, 2.0, "2", None)),
        *(("life", seats) for seats in (1, 6)),
        ("tembo", 2, 5),
        ("tembo", 2, b"seed"),
        ("tembo", 2, "s" * 1001),
        ("tembo", 2, "\ud800"),
        ("tembo", 2, "", {"rounds": 0}),
        ("tembo", 2, "", {"rounds": 101}),
        ("tembo", 2, "", {"laps": 1}),
        ("tembo", 2, "", {"deck": []}),
        ("life", 2, "", {"lap_limit": -1}),
        ("life", 2, "", {"lap_limit": 1001}),
        ("life", 2, "", {"expert": 1}),
        ("life", 2, "", [1]),
    ],
)
def test_odd_arguments_are_refused(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(InvalidOptions) as refused:
        core.Match(*arguments)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("game", ["chess", "", None, 3, ["tembo"]])
def test_an_unknown_game_is_refused(game: Any) -> None:
    with pytest.raises(UnknownGame):
        core.Match(game, 2)


@pytest.mark.parametrize("game", ["tembo", "life"])
def test_there_are_no_other_seats(game: str) -> None:
    match = core.Match(game, 3, "seats")
    for seat in (-1, 3, 100):
        with pytest.raises(ValueError, match="there is no such seat"):
            match.observation(seat)
        with pytest.raises(WaterholeError):
            match.view(seat)


@pytest.mark.parametrize(("game", "seats", "options"), STARTS)
def test_a_match_goes_on_from_a_resampled_world(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    rng, rules = Random(f"world {game} {seats}"), load(game)
    state = rules.start(seats, "world", options)
    for _ in range(30):
        state = state.play(rng.choice(state.legal())).state
        if state.to_move is None:
            break
    view = state.view(0)
    chance = rng.getrandbits(64)
    match, world = core.Match.resample(view, Random(chance)), rules.resample(view, Random(chance))
    assert match.view(0) == view
    assert match.state() == core.from_state(world)
    check_same(match, world)
    while world.to_move is not None:
        move = rng.choice(world.legal())
        match.play(rules.move_id(move))
        world = world.play(move).state
    check_same(match, world)
    assert match.result == world.result
