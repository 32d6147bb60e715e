"""How seats are shown: a letter, a name, a colour; never by colour alone."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

SEATS = "ABCDE"
BOT = "bot:"


def seat_text(seat: int, name: str, style: str) -> Text:
    return Text.assemble((f"{SEATS[seat]} ", style), name)


def shown_names(names: Sequence[str]) -> list[str]:
    """The names for the table: bots are numbered."""
    bots = [name for name in names if name.startswith(BOT)]
    numbers = iter(range(1, len(bots) + 1))
    return [
        f"{name.removeprefix(BOT).capitalize()} bot {next(numbers)}" if name in bots else name
        for name in names
    ]
