"""What a match of Life is Life can be started with: seats, seed, expert, lap_limit."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.rules.life.drawn import life, random_match
from waterhole.game import InvalidOptions


def refused_start(seats: Any, options: Any = None, seed: Any = "any text") -> InvalidOptions:
    """The error of a match that cannot start."""
    with pytest.raises(InvalidOptions) as caught:
        life.start(seats, seed, options)
    return caught.value


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_to_five_may_play(seats: int) -> None:
    """L3: 3 to 5 as on the box, and two as a variant."""
    table = life.start(seats, "any text")
    assert seats in life.seats
    assert table.to_move in range(seats)
    assert len(table.record()["seats"]) == seats


@pytest.mark.parametrize("seats", [1, 6, 0, -3, True, "3", 3.0, None, [3], 10**30])
def test_one_and_six_are_too_few_and_too_many(seats: Any) -> None:
    """L3: the error says how many may play; a number is a number and not a text or a truth."""
    error = refused_start(seats)
    assert (error.rule, error.code) == ("L3", "options/seats")
    assert "from 2 to 5" in str(error)
    assert str(error).endswith("(L3)")


def test_by_default_it_is_the_game_of_the_box() -> None:
    """L14, L15: no variant, no limit, and the record says so."""
    default = {"expert": False, "lap_limit": 0}
    assert life.start(3, "any text").record()["options"] == default
    assert life.start(3, "any text", {}).record()["options"] == default
    assert life.start(3, "any text", default).record()["options"] == default


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("lap_limit", [0, 1, 12, 1000])
def test_the_options_chosen_stand_in_the_record_and_in_views(expert: bool, lap_limit: int) -> None:
    """L14, L15: all of them, for all seats."""
    options = {"expert": expert, "lap_limit": lap_limit}
    table = life.start(3, "any text", options)
    assert table.record()["options"] == options
    for seat in (0, 1, 2, None):
        view = table.view(seat).to_dict()
        assert (view["expert"], view["lap_limit"]) == (expert, lap_limit)


@pytest.mark.parametrize("name", ["rounds", "Expert", "lap limit", "laplimit", "", "deck", 1, None])
def test_an_option_that_does_not_exist_is_refused(name: Any) -> None:
    """L14, L15: and the error names those there are."""
    error = refused_start(3, {name: 1})
    assert error.code == "options/unknown"
    assert repr(name) in str(error)
    assert "expert, lap_limit" in str(error)


@pytest.mark.parametrize("value", [1, 0, None, "true", "", [], 1.0])
def test_the_variant_is_chosen_with_true_or_false(value: Any) -> None:
    """L14: nothing else means yes or no."""
    error = refused_start(3, {"expert": value})
    assert error.code == "options/value"
    assert "'expert' must be true or false" in str(error)


@pytest.mark.parametrize("value", [True, False, "3", -1, 1001, 2.0, None, [3], float("nan")])
def test_the_limit_is_a_whole_number_of_laps(value: Any) -> None:
    """L15: from 0, which sets none, to 1000."""
    error = refused_start(3, {"lap_limit": value})
    assert error.code == "options/value"
    assert "'lap_limit' must be a whole number from 0 to 1000" in str(error)


def test_an_endless_number_of_laps_is_refused_in_a_short_text() -> None:
    """L15: whatever was given, the text stays readable."""
    assert len(str(refused_start(3, {"lap_limit": 10**5000}))) < 200
    assert len(str(refused_start(3, {"lap_limit": "9" * 5000}))) < 200


@pytest.mark.parametrize("options", [[], "expert", 3, ("expert", True), True])
def test_options_are_names_and_values(options: Any) -> None:
    """L14, L15: anything else is refused, also when it is empty."""
    assert refused_start(3, options).code == "options/type"


@pytest.mark.parametrize("seed", [1, b"any text", ["any text"], "x" * 1001, "\ud800"])
def test_a_seed_is_a_text(seed: Any) -> None:
    """L2: of at most 1000 characters that can be written down."""
    assert refused_start(3, seed=seed).code == "options/seed"


def test_without_a_seed_every_match_is_dealt_anew() -> None:
    """L2: nobody can guess it, and the record has it."""
    first, second = life.start(3), life.start(3)
    assert first.setup.seed != second.setup.seed
    assert life.start(3, first.record()["seed"]).record() == first.record()


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("expert", [False, True])
def test_a_whole_match_comes_to_one_winner(seats: int, expert: bool) -> None:
    """L11, L15: with a lap limit; the record has the result and replays to the same end."""
    *_, (table, _) = random_match(seats, f"whole {seats}", expert=expert, lap_limit=3)
    record = json.loads(json.dumps(table.record(["Ada", "Bo", "Cleo", "Dara", "Eli"][:seats])))
    assert len(record["result"]["winners"]) == 1
    assert record["result"]["lives"] == record["rounds"][-1]["lives"]
    *_, replayed = life.replay(record)
    assert replayed.record(record["seats"]) == record
    assert life.verify(record).result == table.result
