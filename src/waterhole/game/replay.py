"""Playing a record again: every card, move and score checked; the first wrong place is named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from waterhole.game.errors import InvalidRecord, WaterholeError
from waterhole.game.options import kind, shown
from waterhole.game.state import FORMAT, Setup, State, checked_names
from waterhole.game.vocabulary import Json, plain

if TYPE_CHECKING:
    from waterhole.game.game import Game


def replay(game: Game, record: Json) -> Iterator[State[Any]]:
    """The states of a record, from the first deal to its last move."""
    setup = _read_setup(game, record)
    rounds = _field(record, "rounds", list)
    deals, trouble = _read_deals(game, setup, rounds)
    if not deals:
        raise trouble or InvalidRecord("record/rounds", "a record has at least one round")
    state = game.state.begin(replace(setup, deals=deals))
    for number, data in enumerate(rounds, 1):
        if state.result and number > len(state.played):
            break  # rounds after the end of the match: _check_end says so
        if number > len(deals) and trouble:
            raise trouble
        _check_deal(state, number)
        for count, text in enumerate(_moves(data, number), 1):
            if len(state.played) != number - 1:
                why = "the round was over before this move"
                rule = state.cites["over"]
                raise InvalidRecord("record/extra_move", why, rule, round=number, move=count)
            yield state
            state = _play(game, state, text, number, count)
        _check_outcome(state, data, number)
        if len(state.played) < number < len(rounds):
            why = "another round follows, but this one is not over"
            raise InvalidRecord("record/unfinished", why, state.cites["over"], round=number)
    _check_end(state, record, len(rounds))
    yield state


def verify(game: Game, record: Json) -> State[Any]:
    """Replays the record and deals every round again from its seed."""
    *_, state = replay(game, record)
    seeded = replace(state.setup, deals=())
    deals = [played.deal for played in state.played]
    if state.result is None:
        deals.append(state.round.deal)
    for number, deal in enumerate(deals, 1):
        if game.state.deal_from_seed(seeded, state.played[: number - 1]) != deal:
            why = "the deal is not the one its seed gives"
            raise InvalidRecord("record/not_from_seed", why, state.cites["deal"], round=number)
    return state


def _read_setup(game: Game, record: object) -> Setup:
    if not isinstance(record, dict):
        raise InvalidRecord("record/type", f"a record is a JSON object, not {kind(record)}")
    if record.get("format") != FORMAT:
        found = shown(record.get("format"))
        raise InvalidRecord("record/format", f"'format' must be {FORMAT!r}, not {found}")
    if record.get("game") != game.name:
        found = shown(record.get("game"))
        raise InvalidRecord("record/game", f"'game' must be {game.name!r}, not {found}")
    names = _field(record, "seats", list)
    seed = _field(record, "seed", str)
    options = _field(record, "options", dict)
    try:
        setup = game.setup(len(names), seed, options)
        checked_names(names, setup.seats)
    except WaterholeError as error:
        raise InvalidRecord(error.code, error.text, error.rule) from error
    return setup


def _read_deals(
    game: Game, setup: Setup, rounds: list[Any]
) -> tuple[tuple[Any, ...], InvalidRecord | None]:
    """The deals up to the first wrong one, and what is wrong with that."""
    deals: list[Any] = []
    for number, data in enumerate(rounds, 1):
        try:
            deals.append(game.read_deal(_field(data, "deal", dict), setup))
        except InvalidRecord as error:
            error.round = number
            return tuple(deals), error
    return tuple(deals), None


def _check_deal(state: State[Any], number: int) -> None:
    """Whether the deal of a round fits what was played before it."""
    setup, played = state.setup, state.played[: number - 1]
    deal, expected = setup.deals[number - 1], state.deal_from_seed(setup, played)
    if played and deal.first != expected.first:
        text = f"'first' must be {expected.first}, not {deal.first}"
        raise InvalidRecord("record/first", text, state.cites["first"], round=number)
    if [bool(hand) for hand in deal.hands] != [bool(hand) for hand in expected.hands]:
        text = "exactly the seats that are in have a hand"
        raise InvalidRecord("record/deal", text, state.cites["deal"], round=number)


def _moves(data: Json, number: int) -> list[Any]:
    try:
        moves: list[Any] = _field(data, "moves", list)
        return moves
    except InvalidRecord as error:
        error.round = number
        raise


def _play(game: Game, state: State[Any], text: object, number: int, count: int) -> State[Any]:
    try:
        return state.play(game.parse(text)).state  # type: ignore[arg-type]
    except WaterholeError as error:
        said = f"{shown(text)}: {error.text}"
        raise InvalidRecord(error.code, said, error.rule, round=number, move=count) from error


def _check_outcome(state: State[Any], data: Json, number: int) -> None:
    over = len(state.played) >= number
    expected = plain(state.played[number - 1].outcome.to_dict()) if over else {}
    for name in data:
        if name not in ("deal", "moves", *expected):
            text = (
                f"{shown(name)} does not belong here"
                if over
                else f"{shown(name)} before the round is over"
            )
            raise InvalidRecord("record/outcome", text, state.cites["over"], round=number)
    for name, value in expected.items():
        if name not in data or not _same(data[name], value):
            found = shown(data.get(name))
            text = f"{name!r} must be {shown(value)}, not {found}"
            raise InvalidRecord("record/outcome", text, state.cites[name], round=number)


def _check_end(state: State[Any], record: Json, rounds: int) -> None:
    listed = len(state.played) + (state.result is None)
    if rounds != listed:
        text = f"the match has {listed} rounds by now, the record {rounds}"
        raise InvalidRecord("record/rounds", text, state.cites["result"])
    if state.result is None:
        if "result" in record:
            why = "'result' before the match is over"
            raise InvalidRecord("record/result", why, state.cites["result"])
        return
    result = plain(state.result_dict(state.result))
    if not _same(record.get("result"), result):
        found = shown(record.get("result"))
        why = f"'result' must be {shown(result)}, not {found}"
        raise InvalidRecord("record/result", why, state.cites["result"])


def _same(found: object, expected: object) -> bool:
    """Equal also in type: in JSON, 1, 1.0 and true are three things."""
    if type(found) is not type(expected):
        return False
    if isinstance(found, dict) and isinstance(expected, dict):
        return found.keys() == expected.keys() and all(
            _same(found[key], expected[key]) for key in found
        )
    if isinstance(found, list) and isinstance(expected, list):
        return len(found) == len(expected) and all(map(_same, found, expected))
    return found == expected


def _field(data: object, name: str, wanted: type[Any]) -> Any:
    """A field of a JSON object, of the wanted type."""
    words: dict[type[Any], str] = {list: "a list", dict: "an object", str: "a text"}
    if not isinstance(data, dict):
        raise InvalidRecord("record/type", f"a round is a JSON object, not {kind(data)}")
    if name not in data:
        raise InvalidRecord("record/missing", f"{name!r} is missing")
    if not isinstance(data[name], wanted):
        found = kind(data[name])
        raise InvalidRecord("record/type", f"{name!r} must be {words[wanted]}, not {found}")
    return data[name]
