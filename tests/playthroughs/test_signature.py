"""The signature: the number that identifies how the games behave (docs/signature.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from waterhole.game import Game, State, load
from waterhole.lab import signature as lab
from waterhole.lab.signature import CASES, Case, Choices, fingerprint, shown, signature

GOLDEN = Path(__file__).with_name("signature.txt")

TEMBO = CASES[0]
LIFE = next(case for case in CASES if case.game == "life")


def test_the_signature_is_the_one_on_file() -> None:
    assert shown(signature()) == GOLDEN.read_text("utf-8").strip(), (
        "the games behave differently. If a rule was changed on purpose: "
        "python tests/playthroughs/regenerate.py"
    )


def test_the_generator_is_splitmix64() -> None:
    choices = Choices(0)
    expected = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert [choices.next() for _ in expected] == expected


def test_a_choice_is_the_upper_half_scaled() -> None:
    assert Choices(0).below(100) == 0xE220A839 * 100 // 2**32 == 88
    assert Choices(0).below(1) == 0


def test_the_hash_is_fnv_1a() -> None:
    assert fingerprint([]) == 0xCBF29CE484222325
    # The published value for the four letters "foob", which are these bytes, the lowest first.
    assert fingerprint([int.from_bytes(b"foob", "little")]) == 0xDD120E790C2512AF


def test_a_signature_is_printed_as_sixteen_digits() -> None:
    assert shown(0xAB) == "00000000000000ab"


@pytest.mark.parametrize(
    ("case", "k", "first", "count", "alone"),
    [
        (TEMBO, 0, [0, 20, 207, 1, 24, 153, 0, 12, 10], 128, "d559d51c28e3564e"),
        (LIFE, 60, [0, 164, 565, 1, 96, 25, 0, 199, 106], 119, "744a5fe4b51a80f3"),
    ],
)
def test_the_documented_check_values_hold(
    case: Case, k: int, first: list[int], count: int, alone: str
) -> None:
    numbers = list(lab.play(load(case.game), case, k))
    assert numbers[: len(first)] == first
    assert (len(numbers), shown(fingerprint(numbers))) == (count, alone)
    page = Path(__file__).parents[2].joinpath("docs", "signature.md").read_text("utf-8")
    assert ", ".join(map(str, first)) in page
    assert f"{count} numbers | `{alone}`" in page


def test_every_kind_of_ending_and_every_animal_that_eats_occurs() -> None:
    """A rule that no match meets would not be in the number."""
    seen = {met for k, case in lab.matches() for met in _met(case, k)}
    assert {("knock", True), ("knock", False), ("lap-limit", True), ("lap-limit", False)} <= seen
    assert {("sudden-death", True), ("sudden-death", False)} <= seen
    assert {"Cg", "Cz", "Ca", "S", "L", "carried", "pile empty", "pile left"} <= seen


def _met(case: Case, k: int) -> set[Any]:
    state, choices = lab.start(load(case.game), case, k), Choices(k)
    met: set[Any] = set()
    while state.to_move is not None:
        legal = state.legal()
        step = state.play(legal[choices.below(len(legal))])
        met |= {getattr(event, "card", event.kind) for event in step.events}
        state = step.state
    return met | _endings(state, case)


def _endings(state: State[Any], case: Case) -> set[Any]:
    if case.game == "life":
        rounds = state.record()["rounds"]
        return {(played["ending"], case.options["expert"]) for played in rounds}
    return {"pile left" if state.view(None).to_dict()["pile"] else "pile empty"}


class _Changed:
    """A game of another engine, with something of its own."""

    def __init__(self, game: Game, **own: Any) -> None:
        self._game, self._own = game, own

    def __getattr__(self, name: str) -> Any:
        return self._own[name] if name in self._own else getattr(self._game, name)


def _engine(**own: Any) -> Any:
    return lambda name: _Changed(load(name), **own)


@pytest.fixture(name="short")
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "CASES", (TEMBO, LIFE))
    monkeypatch.setattr(lab, "MATCHES_PER_CASE", 1)


@pytest.mark.usefixtures("short")
def test_another_engine_that_plays_the_same_has_the_same_signature() -> None:
    assert signature(_engine()) == signature()


@pytest.mark.usefixtures("short")
def test_an_engine_with_other_ids_or_other_deals_has_another_signature() -> None:
    def dealt_otherwise(seats: int, seed: str, options: dict[str, Any]) -> State[Any]:
        return load("life" if options else "tembo").start(seats, f"{seed}!", options)

    assert signature(_engine(move_id=lambda move: 0)) != signature()
    assert signature(_engine(start=dealt_otherwise)) != signature()
