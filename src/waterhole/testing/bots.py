"""What every bot promises, checked in matches of every kind.

``check_bot(MyBot)`` raises BotFailure with a paragraph that says which promise is broken and where.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any, NamedTuple

from waterhole.bots import Bot, Budget
from waterhole.game import InvalidOptions, Move, State, View, load
from waterhole.game.options import shown
from waterhole.game.vocabulary import Json
from waterhole.life.moves import KNOCK
from waterhole.life.view import LifeView
from waterhole.tembo import default_deck
from waterhole.tembo.view import TemboView

BUDGETS = (Budget(), Budget(iterations=1), Budget(seconds=0.01))  # each must be taken
# How often the bot moves, at a plain position and at a special one. Others move in between, so that
# a bot that would never end a round is not left to itself.
PLAIN, SPECIAL = 0.25, 0.75
KNOCKS = 0.3  # how often the other players knock where they may, so that rounds end
LONGEST_MATCH = 1000  # moves; one that is longer is left there
WORLDS = 2  # so many others, with other hidden cards, for each position


class Table(NamedTuple):
    """What a match is played with."""

    game: str
    seats: int
    options: Mapping[str, Any]


OWN_DECK = default_deck().to_list()[::-1]  # T2
TABLES = (
    Table("tembo", 2, {}),
    Table("tembo", 3, {}),
    Table("tembo", 4, {}),
    Table("tembo", 3, {"rounds": 1, "deck": OWN_DECK}),
    Table("life", 2, {"lap_limit": 3}),
    Table("life", 3, {}),
    Table("life", 4, {"lap_limit": 1}),
    Table("life", 5, {"expert": True}),
)


class BotFailure(AssertionError):
    """A bot broke a promise. The end of ``record``, replayed and seen from ``seat``, with
    ``Random(number)``, is where."""

    def __init__(self, text: str, promise: str, record: Json, seat: int, number: int) -> None:
        super().__init__(text, promise, record, seat, number)  # all of it, so that it can travel
        self.text, self.promise = text, promise
        self.record, self.seat, self.number = record, seat, number

    def __str__(self) -> str:
        return self.text


def check_bot(
    bot: Bot | type[Bot],
    game: str | None = None,
    positions: int = 60,
    seed: str = "check",
    budget: Budget = Budget(iterations=20),  # noqa: B008 (it never changes)
) -> None:
    """Plays a match of every kind and looks at so many positions of each game from all sides.

    ``bot`` is a bot or the class of one. ``game`` is named for a bot that plays only that one. The
    budget must be one of iterations: a bot that is given time need not answer alike.
    """
    if budget.seconds is not None or budget.iterations is None:
        text = "a bot is checked with a budget of iterations, not of seconds"
        raise InvalidOptions("bot/budget", text)
    names = ("tembo", "life") if game is None else (load(game).name,)
    checked = _Check(bot() if isinstance(bot, type) else bot, budget, seed)
    checked.check([answer for name in names for answer in checked.answers(name, positions)])


@dataclass(frozen=True, slots=True, eq=False)
class _Position:
    """Where the bot is asked for a move, and with what."""

    state: State[Any]
    view: View
    budget: Budget
    number: int  # the seed of its random source


class _Answer(NamedTuple):
    position: _Position
    move: Move


class _Check:
    """One bot, asked again and again."""

    def __init__(self, bot: Bot, budget: Budget, seed: str) -> None:
        self.bot, self.budget, self.seed = bot, budget, seed
        self.rng = Random(seed)

    # Matches.

    def answers(self, game: str, positions: int) -> list[_Answer]:
        """What the bot plays, from each kind of match about as many positions."""
        tables = [table for table in TABLES if table.game == game]
        share = max(1, -(-positions // len(tables)))  # rounded up
        return [answer for table in tables for answer in self.chosen(table, share)]

    def chosen(self, table: Table, many: int) -> list[_Answer]:
        """The last position of all, one of each special kind, and others at random."""
        answers: list[_Answer] = []
        for number in count(1):
            answers += self.play(table, f"{self.seed} {number}")
            if len(answers) >= many:
                break
        kinds = {_kind(answer.position.view): answer for answer in answers}
        first = dict.fromkeys([answers[-1], *kinds.values()])
        others = [answer for answer in answers if answer not in first]
        return [*first, *self.rng.sample(others, len(others))][:many]

    def play(self, table: Table, seed: str) -> Iterator[_Answer]:
        """A match in which the bot moves at some positions and, asked again, moves alike."""
        state = load(table.game).start(table.seats, seed, table.options)
        for _ in range(LONGEST_MATCH):
            if state.to_move is None:
                return
            view, move = state.view(state.to_move), self.other_player(state)
            if self.rng.random() < (SPECIAL if _kind(view) else PLAIN):
                position = _Position(state, view, self.budget, self.rng.getrandbits(32))
                move = self.ask(position)
                answer = _Answer(position, move)
                self.check_again(answer)
                yield answer
            state = state.play(move).state

    def other_player(self, state: State[Any]) -> Move:
        legal = state.legal()
        knocks = KNOCK in legal and self.rng.random() < KNOCKS
        return KNOCK if knocks else self.rng.choice(legal)

    def ask(self, position: _Position, bot: Bot | None = None) -> Move:
        """A legal move; and the view stays as it was."""
        view, before = position.view, position.view.to_json()
        move: Any  # until it is looked at
        try:
            asked = self.bot if bot is None else bot
            move = asked.choose(view, position.budget, Random(position.number))
        except Exception as error:  # whatever a bot of somebody else's may raise
            why = f"it must return a move, and raised {type(error).__name__}: {error}"
            raise self.failure(why, position) from error
        if view.to_json() != before:
            raise self.failure("it must leave the view as it is, and changed it", position)
        legal = view.legal()
        if type(move) is not type(legal[0]) or move not in legal:
            found = str(move) if isinstance(move, Move) else shown(move)
            why = f"it must return one of the moves of view.legal(), and returned {found}"
            raise self.failure(why, position)
        checked: Move = move
        return checked

    # What must not matter.

    def check(self, answers: list[_Answer]) -> None:
        self.check_budgets(answers)
        self.check_order(answers, self.bot, "asked about other positions in between")
        twin = self.twin(answers[0].position)
        self.check_order(answers, twin, "made anew for another process")
        for answer in answers:
            self.check_worlds(answer)

    def check_again(self, answer: _Answer) -> None:
        """Asked at once a second time, and with a view that came from another process."""
        position = answer.position
        self.hold(answer, self.ask(position), "asked again")
        arrived = pickle.loads(pickle.dumps(position.view))
        self.hold(answer, self.ask(replace(position, view=arrived)), "given another, equal view")

    def check_worlds(self, answer: _Answer) -> None:
        """Asked in worlds that differ only in what the seat cannot see."""
        position, game = answer.position, load(answer.position.view.game)
        for _ in range(WORLDS):
            state = game.resample(position.view, self.rng)
            elsewhere = replace(position, state=state, view=state.view(position.view.seat))
            when = "asked where only the hidden cards are others"
            self.hold(answer, self.ask(elsewhere), when)

    def check_order(self, answers: list[_Answer], bot: Bot, when: str) -> None:
        """Asked in another order: what it was asked before must not matter."""
        for answer in self.rng.sample(answers, len(answers)):
            self.hold(answer, self.ask(answer.position, bot), when)

    def check_budgets(self, answers: list[_Answer]) -> None:
        """Any kind of budget is taken, at one position of each game."""
        positions = {answer.position.view.game: answer.position for answer in answers}
        for position in positions.values():
            for budget in BUDGETS:
                self.ask(replace(position, budget=budget))

    def twin(self, position: _Position) -> Bot:
        """The bot as another process has it: sent there, or else made there from its class."""
        try:
            sent: Bot = pickle.loads(pickle.dumps(self.bot))
            return sent
        except Exception as unsent:  # pickle raises all kinds of errors
            try:
                return type(self.bot)()
            except Exception:
                why = (
                    "it must be possible to pickle it, or to call its class without arguments, so "
                    f"that other processes can have it; pickle says: {unsent}"
                )
                raise self.failure(why, position) from unsent

    def hold(self, answer: _Answer, move: Move, when: str) -> None:
        if move != answer.move:
            why = (
                "equal views, budgets and random sources must give equal moves, and it returned "
                f"{answer.move}, then, {when}, {move}"
            )
            raise self.failure(why, answer.position)

    def failure(self, promise: str, position: _Position) -> BotFailure:
        state, seat = position.state, position.view.seat
        assert seat is not None
        setup, record = state.setup, state.record()
        promise = " ".join(promise.split())  # what a bot raised may have many lines
        moves = " / ".join(" ".join(round["moves"]) for round in record["rounds"])
        text = (
            f"{type(self.bot).__name__} breaks a promise: {promise}. It was asked at seat {seat} "
            f"of {setup.seats} in a match of {state.game} with the seed {setup.seed!r} and the "
            f"options {shown(setup.options.to_dict())}, with {position.budget} and "
            f"Random({position.number}), after the moves: {moves or 'none'}"
        )
        return BotFailure(text, promise, record, seat, position.number)


def _kind(view: View) -> str:
    """What is special about a position; for most, nothing."""
    assert isinstance(view, TemboView | LifeView)
    if not view.memories[-1].moves:
        return "a new deal"
    if isinstance(view, TemboView):
        return "a lion is drawn" if view.lion_drawn else "no pile" if view.pile == 0 else ""
    out = "somebody is out" if 0 in view.lives else ""
    return "somebody knocked" if view.knocker is not None else out
