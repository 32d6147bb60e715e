"""Everything that can be wrong with what somebody hands us, under one base.

Each error has a text for people, a stable code for programs (``move/elephant_needs_three``) and,
where a rule of the rulebook is behind it, the id of that rule (``T12``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from waterhole.game.vocabulary import Move

SHOWN = 12  # so many legal moves are named in a text; the error carries all of them


class WaterholeError(ValueError):
    """The base of all our errors."""

    def __init__(self, code: str, text: str, rule: str | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors travel between processes whole."""
        return _rebuilt, (type(self), self.code, self.text, self.rule), self.__dict__


def _rebuilt(kind: type[WaterholeError], code: str, text: str, rule: str | None) -> WaterholeError:
    return kind(code, text, rule)


class UnknownGame(WaterholeError):
    """There is no game of that name."""


class InvalidOptions(WaterholeError):
    """Seats, seed or options that no match can start with."""


class InvalidDeck(InvalidOptions):
    """A Tembo deck that is not 42 numbers, 14 of a species, 2 to 5 points."""


class InvalidMove(WaterholeError):
    """A text that is no move of the game, whatever the position."""


class IllegalMove(WaterholeError):
    """A move of the game that the rules forbid here; ``legal`` says what they allow."""

    def __init__(
        self, code: str, text: str, rule: str | None = None, legal: Sequence[Move] = ()
    ) -> None:
        super().__init__(code, text, rule)
        self.legal = tuple(legal)

    def __str__(self) -> str:
        if not self.legal:
            return super().__str__()
        more = len(self.legal) - SHOWN
        listed = ", ".join(str(move) for move in self.legal[:SHOWN])
        return f"{super().__str__()}. Legal: {listed}{f' and {more} more' if more > 0 else ''}"


class InvalidView(WaterholeError):
    """A view that belongs to another game, or to no seat of this match."""


class InvalidRecord(WaterholeError):
    """A record that is not in the format, or does not follow the rules; says where."""

    def __init__(
        self,
        code: str,
        text: str,
        rule: str | None = None,
        *,
        round: int | None = None,
        move: int | None = None,
    ) -> None:
        super().__init__(code, text, rule)
        self.round = round  # counted from 1, as people do
        self.move = move  # counted from 1 within the round

    def __str__(self) -> str:
        places = (("round", self.round), ("move", self.move))
        where = ", ".join(f"{name} {number}" for name, number in places if number is not None)
        return f"{where}: {super().__str__()}" if where else super().__str__()
