"""Many matches in the terminal: their progress, their records, and what they add up to."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from waterhole.game import Game, State, WaterholeError
from waterhole.game.records import format_record
from waterhole.game.vocabulary import Json
from waterhole.lab.simulate import Summary
from waterhole.terminal.seats import SEATS

T = TypeVar("T")


def progress(
    console: Console, things: Iterator[T], total: int, quiet: bool, done: int = 0
) -> Generator[T]:
    """The things as they come, with a bar that fills up."""
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=quiet or not console.is_terminal
    ) as bar:
        yield from bar.track(things, total, completed=done)


def kept(
    states: Iterator[State[Any]], names: list[str], file: Path | None, force: bool
) -> Iterator[State[Any]]:
    """The states, each written down as it passes; what is written stays when the run is stopped."""
    if file is None:
        yield from states
        return
    if file.exists() and not force:
        raise WaterholeError("out/exists", f"{file}: exists already; --force overwrites it")
    with file.open("w" if force else "x", encoding="utf-8") as lines:
        for state in states:
            lines.write(format_record(state.record(names)) + "\n")
            yield state


def show_summary(
    console: Console,
    game: Game,
    summary: Summary,
    options: Json,
    bots: Sequence[str],
    seconds: float,
) -> None:
    """The table, then how much was played and how fast."""
    console.print(draw_summary(game, summary, options, bots))
    for line in notes(summary, seconds):
        console.print(line, highlight=False, soft_wrap=True)


def draw_summary(game: Game, summary: Summary, options: Json, bots: Sequence[str]) -> Table:
    noted = ", ".join(f"{name} {value}" for name, value in options.items() if name != "deck")
    table = Table(title=f"{game.title}, {summary.seats} seats{f' ({noted})' if noted else ''}")
    final = "mean points" if game.name == "tembo" else "mean lives left"
    for title in ("seat", "bot", "win share", final, "win share by place in round 1"):
        table.add_column(title, justify="left" if title in ("seat", "bot") else "right")
    report = summary.to_dict()
    for seat in range(summary.seats):
        table.add_row(
            SEATS[seat],
            bots[seat],
            f"{report['win_share'][seat]:.1%}",
            f"{report['mean_final'][seat]:.2f}",
            f"{report['win_share_by_place'][seat]:.1%}",
        )
    return table


def notes(summary: Summary, seconds: float) -> Iterator[str]:
    endings = ", ".join(f"{name} {count:,}" for name, count in summary.endings.most_common())
    yield f"{summary.matches:,} matches, {summary.rounds:,} rounds ({endings})"
    yield f"{summary.moves:,} moves in {seconds:.1f} s: {summary.moves / seconds:,.0f} moves/s"
