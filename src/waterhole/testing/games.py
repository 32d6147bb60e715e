"""What every game promises, checked over random matches with every number of seats.

``check_game(load("tembo"))`` raises AssertionError with a sentence that says which promise is
broken. Nothing but the public API is used, so it fits another engine as well.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any

from waterhole.game import Game, IllegalMove, InvalidOptions, State, Step, WaterholeError

LONGEST_MATCH = 10_000  # moves; one that is longer will not end
TRIED = 10  # illegal moves tried at each position; at one position of a match, all of them
THOROUGH = 12  # that position is one of the first so many
LOOKED_AT = 0.15  # the part of the positions whose views and records are looked at
RESAMPLED = 3  # worlds drawn for each viewer of a new deal


def check_game(
    game: Game, matches: int = 2, seed: str = "check", options: Mapping[str, Any] | None = None
) -> None:
    """Plays so many random matches with each number of seats and checks every promise.

    A game whose rounds need not end at random wants an option that ends them, such as
    ``{"lap_limit": 3}`` for Life is Life.
    """
    rng = Random(seed)
    _check_moves(game)
    _check_refusals(game, options)
    for seats in game.seats:
        for number in range(matches):
            _Match(game, seats, f"{seed} {seats} {number} {rng.random()}", options, rng).check()


def _check_moves(game: Game) -> None:
    texts = [str(move) for move in game.moves]
    _hold(len(set(texts)) == len(texts), "two moves of the game have the same spelling")
    for place, (move, text) in enumerate(zip(game.moves, texts, strict=True)):
        _hold(game.parse(text) == move, f"parse({text!r}) is not the move that is spelled so")
        _hold(game.move_id(move) == place, f"the id of {text} is not its place among all moves")


def _check_refusals(game: Game, options: Mapping[str, Any] | None) -> None:
    for seats in (game.seats[0] - 1, game.seats[-1] + 1):
        _refused(partial(game.start, seats, "seed", options), f"{seats} seats")
    unknown = {**(options or {}), "no such option": 1}
    _refused(partial(game.start, game.seats[0], "seed", unknown), "an unknown option")
    _hold(_raises(partial(game.parse, "no such move")), "parse takes a text that is no move")


def _refused(start: Callable[[], object], what: str) -> None:
    try:
        start()
    except InvalidOptions:
        return
    raise AssertionError(f"start takes {what}; it must raise InvalidOptions")


class _Match:
    """One random match, looked at from all sides on its way."""

    def __init__(
        self, game: Game, seats: int, seed: str, options: Mapping[str, Any] | None, rng: Random
    ) -> None:
        self.game, self.seats, self.seed, self.options, self.rng = game, seats, seed, options, rng
        self.history: list[str] = []  # the record at each position
        self.thorough = rng.randint(1, THOROUGH)  # the position at which every move is tried

    def check(self) -> None:
        state = self.start()
        self.check_start(state)
        while state.to_move is not None:
            self.check_position(state)
            state = self.check_play(state)
            _hold(len(self.history) < LONGEST_MATCH, f"no end after {LONGEST_MATCH} moves")
        self.check_end(state)

    def start(self) -> State[Any]:
        return self.game.start(self.seats, seed=self.seed, options=self.options)

    def check_start(self, state: State[Any]) -> None:
        again = self.start()
        _hold(_all(state) == _all(again), "the same seed does not give the same start")
        self.check_views(state)
        self.check_nobody_knows(state)

    def check_position(self, state: State[Any]) -> None:
        self.history.append(_record(state))
        self.check_legal(state)
        self.check_illegal(state, self.rng.sample(self.game.moves, TRIED))
        if len(self.history) == self.thorough:
            self.check_all_moves(state)
        if self.rng.random() < LOOKED_AT:
            self.check_views(state)
            self.check_worlds(state)
            self.check_replay(state, "a match that goes on")

    # Moves.

    def check_legal(self, state: State[Any]) -> None:
        _hold(state.to_move in range(self.seats), f"to_move is {state.to_move!r}, which is no seat")
        legal = state.legal()
        _hold(isinstance(legal, tuple), "legal() is not a tuple")
        _hold(bool(legal), "a seat is to move and has no legal move")
        ids = [self.game.move_id(move) for move in legal]
        _hold(ids == sorted(set(ids)), "legal() is not in the order of ids, each move once")

    def check_illegal(self, state: State[Any], moves: Any) -> None:
        """What legal() does not list, play refuses; so legal() misses nothing that play takes."""
        legal = set(state.legal())
        for move in moves:
            if move not in legal:
                _hold(_is_illegal(state, move), f"play takes {move}, which legal() does not list")

    def check_all_moves(self, state: State[Any]) -> None:
        before = _all(state)
        self.check_illegal(state, self.game.moves)
        for move in state.legal():
            _played(state, move)
        _hold(_all(state) == before, "trying moves changed the state; play must leave it as it is")

    def check_play(self, state: State[Any]) -> State[Any]:
        move = self.rng.choice(state.legal())
        step = _played(state, move)
        _hold(
            _record(state) == self.history[-1], f"playing {move} changed the state it started from"
        )
        again = state.play(move)
        _hold(
            _record(step.state) == _record(again.state), f"{move} played twice leads to two states"
        )
        _hold(step.events == again.events, f"{move} played twice causes different events")
        _hold(bool(step.events), f"{move} caused no event")
        for event in step.events:
            _json(event.to_dict(), f"the event {event.kind}")
        return step.state

    # Views, and worlds that fit them.

    def check_views(self, state: State[Any]) -> None:
        for seat in (*range(self.seats), None):
            view, who = state.view(seat), _viewer(seat)
            _hold(view.seat == seat, f"the view of {who} says it is that of {_viewer(view.seat)}")
            _hold(view.to_move == state.to_move, f"the view of {who} has another seat to move")
            expected = state.legal() if seat is not None and seat == state.to_move else ()
            _hold(view.legal() == expected, f"the view of {who} has other legal moves")
            text = _json(view.to_dict(), f"the view of {who}")
            _hold(json.loads(view.to_json()) == json.loads(text), "to_json is not to_dict as JSON")
            _hold(self.seed not in text, f"the view of {who} holds the seed, and so every deal")
        for seat in (-1, self.seats):
            _hold(_raises(partial(state.view, seat)), f"view takes seat {seat}")

    def check_worlds(self, state: State[Any]) -> None:
        for seat in (*range(self.seats), None):
            self.check_world(state, seat)

    def check_nobody_knows(self, state: State[Any]) -> None:
        """When the cards are just dealt, nobody's view leads to the true deal."""
        for seat in (*range(self.seats), None):
            deals = [_deals(self.check_world(state, seat)) for _ in range(RESAMPLED)]
            known = all(deal == _deals(state) for deal in deals)
            _hold(not known, f"resample gives {_viewer(seat)} the true deal every time")

    def check_world(self, state: State[Any], seat: int | None) -> State[Any]:
        """A world drawn from a view gives that view, whatever the view cannot tell apart."""
        view, who, number = state.view(seat), _viewer(seat), self.rng.getrandbits(32)
        world = self.game.resample(view, Random(number))
        _hold(
            world.view(seat).to_json() == view.to_json(),
            f"a world drawn for {who} does not give the same view: "
            "either resample misses something or the view tells a secret",
        )
        _hold(world.to_move == state.to_move, f"in a world drawn for {who} another seat is to move")
        if seat == state.to_move:
            _hold(world.legal() == state.legal(), f"a world drawn for {who} has other legal moves")
        again = self.game.resample(world.view(seat), Random(number))
        _hold(
            _record(world) == _record(again),
            f"two equal views of {who} give different worlds: a view hides more than it shows",
        )
        self.check_replay(world, "a world drawn from a view")
        return world

    # Records.

    def check_replay(self, state: State[Any], what: str) -> list[State[Any]]:
        record = json.loads(_record(state))
        try:
            states = list(self.game.replay(record))
        except WaterholeError as error:
            raise AssertionError(f"the record of {what} does not replay: {error}") from error
        _hold(_record(states[-1]) == _record(state), f"the record of {what} replays to another")
        return states

    def check_end(self, state: State[Any]) -> None:
        self.history.append(_record(state))
        self.check_views(state)
        self.check_worlds(state)
        _hold(state.legal() == (), "the match is over, yet moves are legal")
        self.check_illegal(state, self.rng.sample(self.game.moves, TRIED))
        replayed = [_record(each) for each in self.check_replay(state, "a match")]
        _hold(replayed == self.history, "replay does not give the states that were played")
        self.check_result(state)

    def check_result(self, state: State[Any]) -> None:
        record = state.record()
        winners = record.get("result", {}).get("winners")
        _hold(bool(winners), "the match is over and its record names no winner")
        _hold(set(winners) <= set(range(self.seats)), f"the winners {winners} are not seats")
        try:
            self.game.verify(record)
        except WaterholeError as error:
            raise AssertionError(f"the deals are not those of the seed: {error}") from error


def _hold(right: bool, sentence: str) -> None:
    """Asserts with a plain sentence, also where Python drops assert statements."""
    if not right:
        raise AssertionError(sentence)


def _raises(call: Callable[[], object]) -> bool:
    try:
        call()
    except WaterholeError:
        return True
    return False


def _is_illegal(state: State[Any], move: Any) -> bool:
    try:
        state.play(move)
    except IllegalMove:
        return True
    return False


def _played(state: State[Any], move: Any) -> Step:
    try:
        return state.play(move)
    except IllegalMove as error:
        raise AssertionError(f"play refuses {move}, which legal() lists: {error}") from error


def _json(data: object, what: str) -> str:
    try:
        return json.dumps(data)
    except (TypeError, ValueError) as error:
        raise AssertionError(f"{what} is not JSON: {error}") from error


def _record(state: State[Any]) -> str:
    return _json(state.record(), "a record")


def _deals(state: State[Any]) -> list[Any]:
    return [played["deal"] for played in state.record()["rounds"]]


def _all(state: State[Any]) -> tuple[object, ...]:
    """Everything the API says about a state."""
    return _record(state), state.to_move, state.legal(), state.view(None).to_json()


def _viewer(seat: int | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"
