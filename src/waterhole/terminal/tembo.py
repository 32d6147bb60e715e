"""A Tembo table in the terminal, drawn from a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from waterhole.tembo.cards import (
    CROSSINGS,
    ELEPHANT,
    LAST_HOOFED,
    LION,
    NAMES,
    PREY,
    SUPER_CROCODILE,
)
from waterhole.tembo.scoring import points
from waterhole.tembo.view import TemboView, marker_colour
from waterhole.terminal.seats import SEATS, seat_text

# Colours a terminal can show for those of the markers (T1).
STYLES = {"red": "bold red", "orange": "bold yellow", "black": "bold cyan", "blue": "bold blue"}
BORROWED = "bold magenta"  # four players leave no colour over to borrow
# Middle tones: legible on dark and on light terminals.
SPECIES_STYLES = {"gnu": "rgb(165,120,80)", "zebra": "default", "antelope": "rgb(205,140,40)"}


def draw(view: TemboView, names: Sequence[str]) -> RenderableType:
    """The whole table as the view's seat sees it."""
    parts: list[RenderableType] = ["", _players(view, names), _river(view)]
    if view.table.out:
        parts.append(_out(view))
    if view.hand is not None:
        parts.append(_hand(view))
    return Group(*parts)


def _players(view: TemboView, names: Sequence[str]) -> Table:
    now = points(view.table.carried, view.deck)
    table = Table(box=None, padding=(0, 1), expand=False)
    for title in ("", "player", "cards", "across", "points", "total"):
        table.add_column(title, justify="left" if title in ("", "player") else "right")
    for seat, name in enumerate(names):
        before = sum(scores[seat] for scores in view.scores)
        total = before if view.to_move is None else before + now[seat]
        table.add_row(
            "▶" if seat == view.to_move else "",
            seat_text(seat, name, _style(view, seat)),
            str(view.hand_sizes[seat]),
            str(len(view.table.carried[seat])),
            str(now[seat]),
            str(total),
        )
    return table


def _river(view: TemboView) -> Panel:
    """The five crossings as columns, rows growing outwards, that is downwards."""
    table = Table(box=None, expand=True, padding=(0, 1), header_style="bold")
    longest = max(1, *map(len, view.table.rows))
    for crossing in CROSSINGS:
        header = Text.assemble((f"{crossing} ", "bold"), ("≈" * 9, "blue"))
        table.add_column(header, justify="left", no_wrap=True, ratio=1)
    for place in range(longest):
        table.add_row(*(_cell(view, crossing, place) for crossing in CROSSINGS))
    number = min(len(view.scores) + 1, view.rounds)
    title = f"[bold]Mara river[/] · round {number} of {view.rounds}"
    subtitle = f"{view.pile} cards in the pile"
    return Panel(table, title=title, subtitle=subtitle, border_style="blue")


def _cell(view: TemboView, crossing: int, place: int) -> Text:
    row = view.table.row(crossing)
    if view.table.is_closed(crossing):
        return Text("LION closed" if place == 0 else "", style="bold black on yellow")
    if place >= len(row):
        return Text("–" if place == 0 else "", style="dim")
    number, owner = row[place]
    borrowed = number in view.table.borrowed()
    return Text.assemble(
        (f"{SEATS[owner]}{'°' if borrowed else ' '}", _style(view, owner, borrowed)),
        (f"{number:<3}", "bold"),
        _species(view, number),
        (f" +{view.deck.points(number)}", "dim"),
    )


def _out(view: TemboView) -> Text:
    """Cards out of the round that all have seen."""
    cards = Counter(view.table.out)
    cards[LION] += sum(view.table.lions)
    listed = [
        f"{NAMES[card]}×{count}" if count > 1 else NAMES[card]
        for card, count in sorted(cards.items())
        if count
    ]
    return Text(f" out of the round: {' '.join(listed)}", style="dim")


def _hand(view: TemboView) -> RenderableType:
    cards = [_card(view, card) for card in view.hand or ()]
    if view.lion_drawn and view.seat == view.to_move:
        cards.append(_card(view, LION))
    return Columns(cards, padding=(0, 0), equal=True)


def _card(view: TemboView, card: int) -> Panel:
    name = Text(NAMES[card], style="bold", justify="center")
    if card <= LAST_HOOFED:
        inside = [Text.assemble(_species(view, card, short=False), justify="center")]
        inside.append(Text(f"{view.deck.points(card)} points", style="dim", justify="center"))
        return Panel(Group(name, *inside), width=14, border_style="green")
    what = {ELEPHANT: "elephant", SUPER_CROCODILE: "super croc", LION: "LION"}
    title = what.get(card, "crocodile")
    below = {ELEPHANT: "carries", SUPER_CROCODILE: "eats all", LION: "lay it"}
    prey = below.get(card) or f"eats {_short(PREY[card])}"
    style = {ELEPHANT: "cyan", LION: "yellow"}.get(card, "red")
    inside = [Text(title, justify="center", style=style)]
    inside.append(Text(prey, style="dim", justify="center"))
    return Panel(Group(name, *inside), width=14, border_style=style)


def _species(view: TemboView, number: int, short: bool = True) -> Text:
    species = view.deck.species(number)
    return Text(_short(species) if short else species, style=SPECIES_STYLES[species])


def _short(species: str) -> str:
    return {"antelope": "antel"}.get(species, species)


def _style(view: TemboView, seat: int, borrowed: bool = False) -> str:
    colour = marker_colour(seat, len(view.hand_sizes), borrowed)
    return STYLES[colour] if colour else BORROWED
