"""Checking what a match is started with: seats, seed, options."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

from waterhole.game.errors import InvalidOptions
from waterhole.game.vocabulary import Json

LONGEST_SEED = 1000  # characters


class Options(ABC):
    """The choices a game offers; each game has its own."""

    __slots__ = ()

    @abstractmethod
    def to_dict(self) -> Json:
        """The options as a record has them."""


def checked_mapping(options: object, known: Iterable[str]) -> Mapping[str, Any]:
    """The options as a mapping that names nothing but known ones."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise InvalidOptions(
            "options/type", f"options must be a mapping of names to values, not {kind(options)}"
        )
    known = sorted(known)
    for name in options:
        if name not in known:
            choices = ", ".join(known)
            raise InvalidOptions(
                "options/unknown", f"there is no option {shown(name)}; there are: {choices}"
            )
    return options


def whole_number(options: Mapping[str, Any], name: str, default: int, allowed: range) -> int:
    value = options.get(name, default)
    if type(value) is not int or value not in allowed:
        raise InvalidOptions(
            "options/value",
            f"option {name!r} must be a whole number from {allowed[0]} to {allowed[-1]}, "
            f"not {shown(value)}",
        )
    return value


def flag(options: Mapping[str, Any], name: str, default: bool) -> bool:
    value = options.get(name, default)
    if not isinstance(value, bool):
        raise InvalidOptions(
            "options/value", f"option {name!r} must be true or false, not {shown(value)}"
        )
    return value


def checked_seats(seats: object, allowed: range, rule: str) -> int:
    if type(seats) is not int or seats not in allowed:
        raise InvalidOptions(
            "options/seats",
            f"seats must be a whole number from {allowed[0]} to {allowed[-1]}, not {shown(seats)}",
            rule,
        )
    return seats


def checked_seed(seed: object) -> str:
    """The seed; without one, a fresh seed that nobody can guess."""
    if seed is None:
        return secrets.token_hex(16)
    if not isinstance(seed, str):
        raise InvalidOptions("options/seed", f"a seed is a text, not {kind(seed)}")
    if len(seed) > LONGEST_SEED:
        raise InvalidOptions("options/seed", f"a seed has at most {LONGEST_SEED} characters")
    if not is_unicode(seed):
        raise InvalidOptions("options/seed", "the seed is not valid Unicode text")
    return seed


def is_unicode(text: str) -> bool:
    """Whether the text can be written as UTF-8 (half a surrogate pair cannot)."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def kind(value: object) -> str:
    return type(value).__name__


def shown(value: object, longest: int = 60) -> str:
    """A value as an error text quotes it, cut when it is long, always printable ASCII or text."""
    try:
        text = (
            ascii(value) if not isinstance(value, str) or not value.isprintable() else repr(value)
        )
    except (ValueError, RecursionError):  # an integer of thousands of digits, a list in itself
        text = f"that {kind(value)}"
    return text if len(text) <= longest else text[: longest - 1] + "…"
