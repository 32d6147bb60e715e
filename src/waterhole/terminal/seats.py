"""How seats are shown: a letter, a name, a colour; never by colour alone."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

SEATS = "ABCDE"
BOT = "bot:"


def seat_text(seat: int, name: str, style: str) -> Text:
    return Text.assemble((f"{SEATS[seat]} ", style), name)


def shown_names(names: Sequence[str]) -> list[str]:
    """The names for the table: bots are told apart by their seat."""
    return [
        f"{name.removeprefix(BOT).capitalize()} bot {SEATS[seat]}" if name.startswith(BOT) else name
        for seat, name in enumerate(names)
    ]
