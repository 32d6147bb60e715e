"""A Life is Life table in the terminal, drawn from a view."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from waterhole.life.cards import ANIMALS, NAMES, VALUES
from waterhole.life.events import Scored
from waterhole.life.view import LifeView
from waterhole.terminal.seats import SEATS, seat_text

STYLES = ("bold red", "bold yellow", "bold cyan", "bold blue", "bold magenta")
# Middle tones: legible on dark and on light terminals.
ANIMAL_STYLES = {
    "G": "rgb(205,150,20)",
    "B": "rgb(165,95,50)",
    "O": "rgb(150,110,180)",
    "T": "rgb(140,140,140)",
    "S": "default",
    "D": "rgb(185,125,70)",
    "H": "rgb(110,160,70)",
    "P": "rgb(220,110,130)",
    "C": "rgb(225,110,40)",
    "M": "rgb(90,130,190)",
}


def draw(view: LifeView, names: Sequence[str]) -> RenderableType:
    """The whole table as the view's seat sees it."""
    top = Table.grid(expand=True, padding=(0, 2))
    top.add_column(ratio=5)
    top.add_column(ratio=4)
    top.add_row(_rows(view), _players(view, names))
    parts: list[RenderableType] = ["", top, _counter(view)]
    if view.hand:
        parts.append(_hand(view))
    return Group(*parts)


def _rows(view: LifeView) -> Panel:
    lines = [
        Text.assemble((f" {number} ", "bold reverse"), "  ", _cards(row))
        for number, row in enumerate(view.rows, 1)
    ]
    fields = view.to_dict()
    title = f"[bold]Raft[/] · round {len(view.memories)} · lap {fields['lap']}"
    return Panel(Group(*lines), title=title, border_style="blue")


def _players(view: LifeView, names: Sequence[str]) -> Table:
    table = Table(box=None, padding=(0, 1))
    for title in ("", "player", "lives", ""):
        table.add_column(title)
    for seat, name in enumerate(names):
        left = view.lives[seat]
        note = "knocked" if seat == view.knocker else "" if left else "out"
        table.add_row(
            "▶" if seat == view.to_move else "",
            seat_text(seat, name, STYLES[seat]),
            Text("♥" * left or "–", style="red" if left else "dim"),
            Text(note, style="bold"),
        )
    return table


def _counter(view: LifeView) -> Table:
    """For each species how many you hold, lie in the rows, and are known with each player."""
    table = Table(box=None, padding=(0, 1), header_style="dim")
    table.add_column("")
    for animal in ANIMALS:
        table.add_column(f"{animal}{VALUES[animal]}", style=ANIMAL_STYLES[animal], justify="right")
    if view.hand:
        table.add_row("your hand", *(_count(view.hand, animal) for animal in ANIMALS))
    in_rows = "".join(view.rows)
    table.add_row("in the rows", *(_count(in_rows, animal) for animal in ANIMALS))
    for seat, account in enumerate(view.accounts()):
        if seat != view.seat and view.lives[seat]:
            known = account.known()
            label = Text.assemble((SEATS[seat], STYLES[seat]), " surely has")
            table.add_row(label, *(_count(known, animal) for animal in ANIMALS))
    return table


def _count(cards: str, animal: str) -> str:
    return str(cards.count(animal) or "·")


def draw_scores(event: Scored, names: Sequence[str]) -> Table:
    """The hands laid open and the majorities, species by species (L9)."""
    table = Table(box=None, padding=(0, 1), header_style="dim")
    table.add_column("")
    for animal in ANIMALS:
        table.add_column(f"{animal}{VALUES[animal]}", justify="right")
    table.add_column("points", justify="right")
    for seat, hand in enumerate(event.hands):
        if hand:
            counts = [
                Text(_count(hand, animal), style="bold reverse" if seat == holder else "")
                for animal, holder in event.majorities
            ]
            name = seat_text(seat, names[seat], STYLES[seat])
            table.add_row(name, *counts, str(event.points[seat]))
    return table


def _hand(view: LifeView) -> Panel:
    return Panel(_cards(view.hand or ""), title="[bold]your hand[/]", border_style="green")


def _cards(cards: str) -> Text:
    """GGO: GG giraffe  O mole"""
    return Text("  ").join(
        Text.assemble(
            (animal * cards.count(animal), f"bold {ANIMAL_STYLES[animal]}"),
            (f" {NAMES[animal]}", "dim"),
        )
        for animal in dict.fromkeys(cards)
    )
