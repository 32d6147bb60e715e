"""Notation and records: there and back again, and what happens to everything that is no record."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.properties.matches import (
    GAMES,
    Match,
    anything,
    collector,
    knocker,
    last,
    matches,
    patient,
)
from waterhole.game import InvalidMove, InvalidRecord, State, WaterholeError, load, records
from waterhole.game.records import LONGEST_LINE, format_record, game_of, parse_record, read_lines

Record = dict[str, Any]
NAMES = ["Ada", "Bo", "Cleo", "Dara", "Eli"]


def thawed(record: Record) -> Record:
    """The record as another program reads it."""
    copied: Record = json.loads(json.dumps(record))
    return copied


# Notation ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_move_has_one_spelling_and_its_own_id(name: str) -> None:
    game = load(name)
    assert len({str(move) for move in game.moves}) == len(game.moves)
    for number, move in enumerate(game.moves):
        assert game.parse(str(move)) == move
        assert game.move_id(move) == number


def near_misses(name: str) -> st.SearchStrategy[str]:
    """Real moves with a character changed, put in or left out."""
    texts = st.sampled_from([str(move) for move in load(name).moves])
    characters = st.sampled_from(
        [*"0123456789>+:fsEKLSCgGBM \n\t", "\uff11", "²", "\ud800", "\x00"]
    )

    @st.composite
    def changed(draw: st.DrawFn) -> str:
        text = draw(texts)
        place = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 2))
        return text[:place] + draw(st.just("") | characters) + text[place + cut :]

    return changed()


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=100)
@given(st.data())
def test_a_text_is_a_move_in_its_only_spelling_or_is_refused(name: str, data: Any) -> None:
    text = data.draw(near_misses(name) | st.text(st.characters(), max_size=12))
    try:
        move = load(name).parse(text)
    except InvalidMove as error:
        refused = str(error)
    else:
        assert str(move) == text
        return
    assert refused.isprintable()
    assert len(refused) < 300


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "thing", [None, 3, b"K", ["K"], {}, float("nan"), pytest.param(10**5000, id="huge")]
)
def test_only_a_text_is_read_as_a_move(name: str, thing: Any) -> None:
    with pytest.raises(InvalidMove):
        load(name).parse(thing)


# There and back ---------------------------------------------------------------------------------


def moves_in(record: Record) -> int:
    return sum(len(round["moves"]) for round in record["rounds"])


def check_there_and_back(match: Match, state: State[Any]) -> None:
    names = NAMES[: match.seats]
    record = state.record(names)
    read = thawed(record)
    states = list(match.game.replay(read))
    assert len(states) == moves_in(record) + 1
    assert states[-1].record(names) == record == read
    assert match.game.verify(read).record(names) == record
    assert parse_record(format_record(record).encode()) == record


SAMPLES = {
    "tembo, two": Match("tembo", 2, "a", {}, (anything, patient), 1),
    "tembo, four": Match("tembo", 4, "b", {"rounds": 3}, (patient,) * 4, 2),
    "life, three": Match("life", 3, "c", {"lap_limit": 2}, (knocker, anything, knocker), 3),
    "life, five": Match("life", 5, "d", {"expert": True, "lap_limit": 2}, (collector,) * 5, 4),
}


@pytest.mark.parametrize("match", SAMPLES.values(), ids=SAMPLES.keys())
def test_a_match_goes_through_its_record_at_every_moment(match: Match) -> None:
    for state in match.states():
        check_there_and_back(match, state)


@given(matches(), st.integers(0, 150))
def test_any_match_goes_through_its_record(match: Match, at: int) -> None:
    check_there_and_back(match, last(match.states(most=at)))


@given(matches())
def test_replay_goes_through_the_states_of_the_match(match: Match) -> None:
    states = list(match.states())
    replayed = match.game.replay(thawed(states[-1].record()))
    for state, again in zip(states, replayed, strict=True):
        assert again.record() == state.record()
        assert again.to_move == state.to_move
        assert again.legal() == state.legal()
        seat = state.to_move
        assert again.view(seat) == state.view(seat)


@given(matches(), st.integers(0, 100))
def test_a_match_taken_up_again_goes_on_as_if_never_stopped(match: Match, at: int) -> None:
    """Also over the ends of rounds: what comes is dealt from the seed."""
    state = last(match.states(most=at))
    taken_up = last(match.game.replay(thawed(state.record())))
    for step, again in zip(match.steps(state), match.steps(taken_up), strict=True):
        assert step.events == again.events
        assert step.state.record() == again.state.record()


@given(matches(), st.integers(0, 60))
def test_a_record_stopped_at_every_move_is_the_same_record(match: Match, stops: int) -> None:
    """Stopping and taking up at each move changes nothing."""
    state = again = match.start()
    rng = Random(match.choices)
    for _ in range(min(stops, 30)):
        if state.to_move is None:
            break
        move = rng.choice(state.legal())
        state = state.play(move).state
        again = last(match.game.replay(thawed(again.record()))).play(move).state
    assert again.record() == state.record()


# What is no record ------------------------------------------------------------------------------


@cache
def sample(name: str) -> str:
    """A whole match and one still going on, of each game, as JSON."""
    match = SAMPLES[name.removesuffix(", going on")]
    states = list(match.states())
    state = states[len(states) * 2 // 3] if name.endswith("going on") else states[-1]
    return json.dumps(state.record(NAMES[: match.seats]))


SAMPLE_NAMES = [*SAMPLES, *(f"{name}, going on" for name in SAMPLES)]


def real_record(name: str) -> Record:
    record: Record = json.loads(sample(name))
    return record


def trouble(check: Callable[[Record], object], record: Any) -> InvalidRecord | None:
    """What is wrong with a record, if anything; any other exception is a bug."""
    try:
        check(record)
    except InvalidRecord as error:
        return error
    return None


def check_refusal(error: InvalidRecord) -> None:
    assert error.code
    assert "/" in error.code
    assert error.text
    assert str(error).isprintable()


numbers = st.integers() | st.floats() | st.sampled_from([10**400, -1, 2**63, True, False])
texts = st.text(st.characters(), max_size=6) | st.sampled_from(["\ud800", "1", "G", "E", "L", "K"])
values = st.recursive(
    st.none() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=100)
@given(values)
def test_any_json_value_is_refused_as_a_record(value: Any) -> None:
    for name in GAMES:
        for check in (load(name).verify, lambda record, name=name: list(load(name).replay(record))):
            error = trouble(check, value)
            assert error is not None
            check_refusal(error)


FIELDS = ["format", "game", "options", "seats", "seed", "rounds", "result"]


@settings(max_examples=100)
@given(st.sampled_from(SAMPLE_NAMES), st.sampled_from(FIELDS), values)
def test_a_record_with_one_field_replaced_by_anything(name: str, field: str, value: Any) -> None:
    record = real_record(name) | {field: value}
    assume(record != real_record(name))
    error = trouble(load(real_record(name)["game"]).verify, record)
    if error:
        check_refusal(error)
    else:
        # Other names are harmless; a match going on may have options nobody has felt yet.
        assert field in ("seats", "options")


Path_ = tuple[Any, ...]


def paths(value: Any, here: Path_ = ()) -> list[Path_]:
    """Where everything in a JSON value is."""
    if not isinstance(value, (dict, list)):
        return [here]
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    return [here, *(path for key, part in inside for path in paths(part, (*here, key)))]


def at(record: Any, path: Path_) -> Any:
    for key in path:
        record = record[key]
    return record


@st.composite
def spoilt_records(draw: st.DrawFn) -> tuple[str, Record]:
    """A real record with something deleted, replaced, put in, swapped or cut short."""
    name = draw(st.sampled_from(SAMPLE_NAMES))
    record = real_record(name)
    everywhere = [path for path in paths(record) if path]
    *way, key = draw(st.sampled_from(everywhere))
    parent = at(record, tuple(way))
    how = draw(st.sampled_from(["delete", "replace", "insert", "swap", "cut", "double"]))
    if how == "delete":
        del parent[key]
    elif how == "replace":
        parent[key] = draw(values)
    elif how == "insert" and isinstance(parent, list):
        parent.insert(key, draw(values))
    elif how == "insert":
        parent[draw(texts)] = draw(values)
    elif how == "swap":
        *other_way, other = draw(st.sampled_from(everywhere))
        other_parent = at(record, tuple(other_way))
        first, second = copy.deepcopy(parent[key]), copy.deepcopy(other_parent[other])
        parent[key], other_parent[other] = second, first
    elif how == "cut" and isinstance(parent, list):
        del parent[key:]
    elif how == "double" and isinstance(parent, list):
        parent.insert(key, copy.deepcopy(parent[key]))
    return name, record


def unordered(deal: Record) -> Record:
    """A deal without the order that means nothing: hands, rows and aside are collections."""
    plain = dict(deal)
    for field in ("hands", "rows"):
        if field in plain:
            plain[field] = [sorted(cards) for cards in plain[field]]
    if "aside" in plain:
        plain["aside"] = sorted(plain["aside"])
    return plain


@settings(max_examples=300)
@given(spoilt_records())
def test_a_spoilt_record_is_refused_or_was_not_harmed(spoilt: tuple[str, Record]) -> None:
    name, record = spoilt
    game = load(real_record(name)["game"])
    for check in (lambda record: list(game.replay(record)), game.verify):
        before = copy.deepcopy(record)
        error = trouble(check, record)
        assert repr(record) == repr(before)  # a NaN differs from itself
        if error:
            check_refusal(error)
    if trouble(game.verify, record) is None:
        # Whatever passes has the deals of its seed, and says of itself what the rules say.
        again = game.verify(record).record(record["seats"])
        for spoilt_round, real in zip(record["rounds"], real_record(name)["rounds"], strict=False):
            assert unordered(spoilt_round["deal"]) == unordered(real["deal"])
        for found, said in zip(again["rounds"], record["rounds"], strict=True):
            assert found | {"deal": None} == said | {"deal": None}
        assert again.get("result") == record.get("result")
        assert again["seed"] == record["seed"]


# Every kind of trouble, and the place that its error names --------------------------------------

TEMBO, LIFE = "tembo, two", "life, three"
Spoil = Callable[[Record], object]


def swap_cards(record: Record) -> None:
    """Two different cards change places between a hand and the pile."""
    deal = record["rounds"][0]["deal"]
    hand, pile = deal["hands"][0], deal["pile"]
    place = next(i for i, card in enumerate(pile) if card != "L")
    hand[0], pile[place] = pile[place], hand[0]


def swap_lion_into_hand(record: Record) -> None:
    deal = record["rounds"][0]["deal"]
    everything = deal["pile"] if "L" in deal["pile"] else deal["crossings"]
    place = everything.index("L")
    deal["hands"][0][0], everything[place] = "L", deal["hands"][0][0]


def other_first(record: Record, round: int) -> None:
    deal = record["rounds"][round]["deal"]
    deal["first"] = (deal["first"] + 1) % len(record["seats"])


def in_pile(record: Record) -> str:
    """A move with a card that nobody holds yet."""
    pile = record["rounds"][0]["deal"]["pile"]
    return f"{next(card for card in pile if card.isdigit())}>1"


def wrong_twice(record: Any) -> None:
    """Two things are wrong; the first place is the one to name."""
    record["rounds"][0].update(scores=[99, 99])
    other_first(record, 1)


KINDS: dict[str, tuple[str, Spoil, str, int | None, int | None, str | None]] = {
    # what is wrong: the record, how it is spoilt, then what the error says: code, round, move, rule
    "no format": (TEMBO, lambda r: r.pop("format"), "record/format", None, None, None),
    "another format": (TEMBO, lambda r: r.update(format="waterhole/2"), "record/format",
                       None, None, None),
    "another game": (TEMBO, lambda r: r.update(game="life"), "record/game", None, None, None),
    "no seats": (TEMBO, lambda r: r.pop("seats"), "record/missing", None, None, None),
    "one seat": (TEMBO, lambda r: r.update(seats=["Ada"]), "options/seats", None, None, "T1"),
    "six seats": (LIFE, lambda r: r.update(seats=["Ada"] * 6), "options/seats", None, None, "L3"),
    "a name of half a character": (TEMBO, lambda r: r.update(seats=["Ada", "\ud800"]),
                                   "names/text", None, None, None),
    "a seed of half a character": (TEMBO, lambda r: r.update(seed="\udfff"), "options/seed",
                                   None, None, None),
    "a number as seed": (TEMBO, lambda r: r.update(seed=7), "record/type", None, None, None),
    "a huge option": (TEMBO, lambda r: r["options"].update(rounds=10**400), "options/value",
                      None, None, None),
    "true rounds": (TEMBO, lambda r: r["options"].update(rounds=True), "options/value",
                    None, None, None),
    "an option that is no number": (LIFE, lambda r: r["options"].update(lap_limit=float("nan")),
                                    "options/value", None, None, None),
    "an unknown option": (LIFE, lambda r: r["options"].update(lion=1), "options/unknown",
                          None, None, None),
    "half a deck": (TEMBO, lambda r: r["options"].update(deck=[["gnu", 2]]), "deck/count",
                    None, None, "T2"),
    "no rounds": (TEMBO, lambda r: r.update(rounds=[]), "record/rounds", None, None, None),
    "rounds that are none": (TEMBO, lambda r: r.update(rounds=[[]]), "record/type", 1, None, None),
    "no deal": (TEMBO, lambda r: r["rounds"][1].pop("deal"), "record/missing", 2, None, None),
    "no moves": (LIFE, lambda r: r["rounds"][1].pop("moves"), "record/missing", 2, None, None),
    "true first": (TEMBO, lambda r: r["rounds"][0]["deal"].update(first=True), "record/deal",
                   1, None, "T5"),
    "first at no seat": (LIFE, lambda r: r["rounds"][0]["deal"].update(first=3), "record/deal",
                         1, None, "L3"),
    "second round begun by another (Tembo)": (TEMBO, lambda r: other_first(r, 1), "record/first",
                                              2, None, "T5"),
    "second round begun by another (Life)": (LIFE, lambda r: other_first(r, 1), "record/first",
                                             2, None, "L3"),
    "a sixth card": (TEMBO, lambda r: r["rounds"][0]["deal"]["hands"][0].append("E"),
                     "record/deal", 1, None, "T3"),
    "a card twice": (TEMBO, lambda r: r["rounds"][0]["deal"].update(
        pile=["1"] * len(r["rounds"][0]["deal"]["pile"])), "record/deal", 1, None, "T1"),
    "a lion in a hand": (TEMBO, swap_lion_into_hand, "record/deal", 1, None, "T3"),
    "no card": (LIFE, lambda r: r["rounds"][1]["deal"]["aside"].__setitem__(0, "X"),
                "record/deal", 2, None, "L1"),
    "an extra card aside": (LIFE, lambda r: r["rounds"][1]["deal"]["aside"].append("M"),
                            "record/deal", 2, None, "L1"),
    "a row too long": (LIFE, lambda r: r["rounds"][0]["deal"]["rows"][0].append("M"),
                       "record/deal", 1, None, "L2"),
    "a player without a hand": (LIFE, lambda r: r["rounds"][0]["deal"].update(
        aside=r["rounds"][0]["deal"]["aside"] + r["rounds"][0]["deal"]["hands"][0],
        hands=[[], *r["rounds"][0]["deal"]["hands"][1:]]), "record/deal", 1, None, "L2"),
    "an extra field in a deal": (LIFE, lambda r: r["rounds"][0]["deal"].update(pile=[]),
                                 "record/deal", 1, None, None),
    "a move that is none": (TEMBO, lambda r: r["rounds"][0]["moves"].__setitem__(2, "43>1"),
                            "move/unreadable", 1, 3, None),
    "a number as move": (LIFE, lambda r: r["rounds"][1]["moves"].__setitem__(1, 3),
                         "move/unreadable", 2, 2, None),
    "half a character as move": (TEMBO, lambda r: r["rounds"][1]["moves"].__setitem__(0, "\ud800"),
                                 "move/unreadable", 2, 1, None),
    "nested lists as move": (TEMBO, lambda r: r["rounds"][1]["moves"].__setitem__(0, [[[[]]]]),
                             "move/unreadable", 2, 1, None),
    "an early lion": (TEMBO, lambda r: r["rounds"][0]["moves"].insert(0, "L>1"),
                      "move/lion_not_drawn", 1, 1, "T18"),
    "a card still in the pile": (TEMBO, lambda r: r["rounds"][0]["moves"].insert(0, in_pile(r)),
                                 "move/not_in_hand", 1, 1, "T6"),
    "an early knock": (LIFE, lambda r: r["rounds"][1]["moves"].insert(0, "K"),
                       "move/knock_before_swap", 2, 1, "L7"),
    "a move after the round": (TEMBO, lambda r: r["rounds"][0]["moves"].append("1>1"),
                               "record/extra_move", 1, None, "T21"),
    "a move left out at the end": (TEMBO, lambda r: r["rounds"][0]["moves"].pop(),
                                   "record/outcome", 1, None, "T21"),
    "other scores": (TEMBO, lambda r: r["rounds"][0].update(scores=[99, 99]), "record/outcome",
                     1, None, "T22"),
    "true points": (LIFE, lambda r: r["rounds"][0].update(points=[True] * 3), "record/outcome",
                    1, None, "L9"),
    "scores with a fraction": (TEMBO, lambda r: r["rounds"][1].update(
        scores=[float(s) for s in r["rounds"][1]["scores"]]), "record/outcome", 2, None, "T22"),
    "another ending": (LIFE, lambda r: r["rounds"][0].update(ending="boredom"), "record/outcome",
                       1, None, "L7"),
    "no scores": (TEMBO, lambda r: r["rounds"][0].pop("scores"), "record/outcome", 1, None, "T22"),
    "an extra field in a round": (LIFE, lambda r: r["rounds"][2].update(weather="fine"),
                                  "record/outcome", 3, None, "L7"),
    "no result": (TEMBO, lambda r: r.pop("result"), "record/result", None, None, "T23"),
    "another winner": (LIFE, lambda r: r["result"].update(winners=[0, 1, 2]), "record/result",
                       None, None, "L11"),
    "the last round missing": (LIFE, lambda r: r["rounds"].pop(), "record/rounds",
                               None, None, "L11"),
    "a result too early": ("tembo, two, going on", lambda r: r.update(result=None),
                           "record/result", None, None, "T23"),
    "other scores, and the next round begun by another": (TEMBO, wrong_twice, "record/outcome",
                                                          1, None, "T22"),
    "scores too early": ("tembo, two, going on", lambda r: r["rounds"][-1].update(scores=[0, 0]),
                         "record/outcome", 2, None, "T21"),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_names_the_place_and_the_rule(kind: str) -> None:
    name, spoil, code, round, move, rule = KINDS[kind]
    record = real_record(name)
    spoil(record)
    game = load("tembo" if name.startswith("tembo") else "life")
    for check in (lambda record: list(game.replay(record)), game.verify):
        error = trouble(check, record)
        assert error is not None
        check_refusal(error)
        assert (error.code, error.round, error.rule) == (code, round, rule)
        if move is not None:
            assert error.move == move
            assert f"round {round}, move {move}: " in str(error)
        elif round is not None:
            assert f"round {round}" in str(error)


def test_swapped_cards_may_replay_but_are_not_from_the_seed() -> None:
    """Two cards nobody played change places: the moves still fit, the seed does not."""
    record = real_record("tembo, two")
    first, second = record["rounds"][1]["deal"]["crossings"][:2]
    assert first != second
    record["rounds"][1]["deal"]["crossings"][:2] = [second, first]
    game = load("tembo")
    assert trouble(lambda record: list(game.replay(record)), record) is None
    error = trouble(game.verify, record)
    assert error is not None
    assert (error.code, error.round) == ("record/not_from_seed", 2)


def test_cards_swapped_between_hand_and_pile_are_refused() -> None:
    record = real_record("tembo, two")
    swap_cards(record)
    error = trouble(load("tembo").verify, record)
    assert error is not None
    assert error.round == 1


@pytest.mark.parametrize("name", SAMPLE_NAMES)
def test_another_first_player_is_not_from_the_seed(name: str) -> None:
    record = real_record(name)
    other_first(record, 0)
    error = trouble(load(record["game"]).verify, record)
    assert error is not None
    assert error.round in (1, 2)


@pytest.mark.parametrize("name", SAMPLE_NAMES)
def test_another_seed_does_not_give_the_deals(name: str) -> None:
    record = real_record(name) | {"seed": "something else"}
    assert trouble(lambda record: list(load(record["game"]).replay(record)), record) is None
    error = trouble(load(record["game"]).verify, record)
    assert error is not None
    assert (error.code, error.round) == ("record/not_from_seed", 1)


@pytest.mark.parametrize("name", GAMES)
def test_the_order_of_a_hand_means_nothing(name: str) -> None:
    """Hands, rows and aside are collections: a reader compares them without regard to order."""
    record = real_record(TEMBO if name == "tembo" else LIFE)
    for round in record["rounds"]:
        for cards in [*round["deal"]["hands"], *round["deal"].get("rows", [])]:
            cards.reverse()
    load(name).verify(record)


def test_a_round_left_unfinished_is_named() -> None:
    """Cut short in the first of two rounds: the first one is what is wrong."""
    record = real_record(TEMBO)
    round = record["rounds"][0]
    del round["moves"][-3:], round["scores"]
    error = trouble(load("tembo").verify, record)
    assert error is not None
    assert error.round == 1


HUGE = "Ω" * 100_000
LONG_WINDED: dict[str, Spoil] = {
    "format": lambda r: r.update(format=HUGE),
    "game": lambda r: r.update(game=HUGE),
    "name": lambda r: r["seats"].__setitem__(0, HUGE),
    "seed": lambda r: r.update(seed=HUGE),
    "option": lambda r: r["options"].update({HUGE: 1}),
    "option value": lambda r: r["options"].update(rounds=HUGE),
    "deck": lambda r: r["options"].update(deck=[[HUGE, 2]] * 42),
    "field of a round": lambda r: r["rounds"][0].update({HUGE: 1}),
    "field of a deal": lambda r: r["rounds"][0]["deal"].update({HUGE: 1}),
    "card": lambda r: r["rounds"][0]["deal"]["pile"].__setitem__(0, HUGE),
    "move": lambda r: r["rounds"][0]["moves"].__setitem__(0, HUGE),
    "crossing of a move": lambda r: r["rounds"][0]["moves"].__setitem__(0, f"16>{HUGE}"),
    "scores": lambda r: r["rounds"][0].update(scores=[1] * 100_000),
    "result": lambda r: r.update(result=HUGE),
}


@pytest.mark.parametrize("place", LONG_WINDED)
def test_an_error_is_one_short_line_whatever_it_quotes(place: str) -> None:
    record = real_record(TEMBO)
    LONG_WINDED[place](record)
    error = trouble(load("tembo").verify, record)
    assert error is not None
    assert len(str(error)) < 500
    assert str(error).isprintable()


def test_a_list_nested_without_end_is_refused() -> None:
    endless: list[Any] = []
    for _ in range(100_000):
        endless = [endless]
    for path in (("rounds", 0, "moves", 0), ("rounds", 0, "scores"), ("seats", 0), ("result",)):
        record = real_record(TEMBO)
        at(record, path[:-1])[path[-1]] = endless
        error = trouble(load("tembo").verify, record)
        assert error is not None
        check_refusal(error)


@pytest.mark.parametrize("game", [None, 1, [], {}, "chess", "\ud800", "TEMBO", ""])
def test_a_record_of_no_game_is_refused(game: Any) -> None:
    with pytest.raises(InvalidRecord):
        game_of({"game": game})


# Files ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("records")


def written(folder: Path, data: bytes) -> Path:
    path = folder / "records.jsonl"
    path.write_bytes(data)
    return path


@settings(max_examples=100)
@given(data=st.binary(max_size=200))
def test_any_bytes_can_be_read_as_a_file(folder: Path, data: bytes) -> None:
    for line in read_lines(written(folder, data)):
        assert (line.record is None) != (line.error is None)
        if line.error:
            check_refusal(line.error)


good_lines = st.sampled_from(SAMPLE_NAMES).map(lambda name: sample(name).encode())
json_lines = values.map(lambda value: json.dumps(value).encode())
odd_lines = st.sampled_from(
    [b"", b"   ", b"\xff", b"\xed\xa0\x80", b"{", b"[" * 100_000, b"9" * 10_000, b"nul", b"\x00"]
)
bad_lines = odd_lines | json_lines | st.binary(max_size=40).map(lambda b: b.replace(b"\n", b""))
line_ends = st.sampled_from([b"\n", b"\r\n"])


@settings(max_examples=50)
@given(lines=st.lists(st.tuples(st.booleans(), good_lines, bad_lines, line_ends), max_size=6))
def test_a_bad_line_does_not_hide_the_others(
    folder: Path, lines: list[tuple[bool, bytes, bytes, bytes]]
) -> None:
    data = b"".join((good if is_good else bad) + end for is_good, good, bad, end in lines)
    read = {line.number: line for line in read_lines(written(folder, data))}
    for number, (is_good, good, bad, _) in enumerate(lines, 1):
        if is_good:
            assert read[number].record == json.loads(good)
            assert read[number].error is None
        elif not bad.strip():
            assert number not in read
        elif read[number].record is None:
            assert read[number].error is not None


def test_bytes_that_are_no_text_are_refused_line_by_line(folder: Path) -> None:
    record = sample(TEMBO).encode()
    spoilt = record.replace(b"Ada", b"Ad\xff")
    lines = list(read_lines(written(folder, b"\n".join([record, spoilt, b"", record]))))
    assert [line.number for line in lines] == [1, 2, 4]
    assert [line.error is None for line in lines] == [True, False, True]
    assert lines[1].error is not None
    assert "UTF-8" in str(lines[1].error)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_only_utf_8_is_read(encoding: str) -> None:
    """The format is UTF-8; a file in another encoding would be unreadable to other programs."""
    with pytest.raises(InvalidRecord):
        parse_record(sample(TEMBO).encode(encoding))


def test_half_a_character_in_bytes_is_not_utf_8() -> None:
    with pytest.raises(InvalidRecord):
        parse_record(b'{"format": "\xed\xa0\x80"}')


def test_a_byte_order_mark_and_dos_line_ends_do_no_harm(folder: Path) -> None:
    record = sample(TEMBO).encode()
    data = b"\xef\xbb\xbf" + record + b"\r\n\r\n" + record + b"\r\n"
    lines = list(read_lines(written(folder, data)))
    assert [(line.number, line.error) for line in lines] == [(1, None), (3, None)]
    assert lines[0].record == lines[1].record == real_record(TEMBO)


def test_a_line_too_long_is_passed_over(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = sample(TEMBO).encode()
    limit = len(record) + 10
    monkeypatch.setattr(records, "LONGEST_LINE", limit)
    for extra in (0, 1, limit - 1, limit, limit + 1, 3 * limit):
        too_long = b" " * (limit + extra)
        data = b"\n".join([record, too_long, record, b"{}"])
        lines = list(read_lines(written(folder, data)))
        assert [line.number for line in lines] == [1, 2, 3, 4]
        assert [line.error and line.error.code for line in lines] == [
            None,
            "record/size",
            None,
            None,
        ]
    last_line = list(read_lines(written(folder, record + b"\n" + b"x" * 3 * limit)))
    assert [line.error and line.error.code for line in last_line] == [None, "record/size"]


def test_a_real_record_is_far_from_too_long() -> None:
    """A hundred rounds of Tembo with a deck of one's own fit."""
    assert max(len(sample(name)) for name in SAMPLE_NAMES) * 100 < LONGEST_LINE


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "3", '"text"', "NaN", "{} {}", "\ufeff{}", "[" * 100_000]
)
def test_what_is_no_json_object_is_refused(text: str) -> None:
    for data in (text, text.encode()):
        if data == b"\xef\xbb\xbf{}":
            continue  # in bytes the mark is allowed, as at the start of a file
        with pytest.raises(InvalidRecord) as caught:
            parse_record(data)
        check_refusal(caught.value)


def test_names_are_kept_as_they_are() -> None:
    state = load("life").start(5, "names")
    record = parse_record(format_record(state.record(["Ada", "bot:expert", "Łucja", "李", "🐘"])))
    assert record["seats"] == ["Ada", "bot:expert", "Łucja", "李", "🐘"]
    load("life").verify(record)


@pytest.mark.parametrize(
    "names",
    [
        [],
        ["Ada"],
        ["Ada", ""],
        ["Ada", "B\no"],
        ["Ada", "\u202eoB"],
        ["Ada", 3],
        "AB",
        ["A" * 81] * 2,
    ],
)
def test_names_no_table_can_show_are_refused(names: Any) -> None:
    with pytest.raises(WaterholeError):
        load("tembo").start(2, "names").record(names)
