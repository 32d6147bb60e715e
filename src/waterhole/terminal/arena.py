"""A run of the arena in the terminal: its files, its progress, its report as a table."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from waterhole.game import InvalidOptions, WaterholeError
from waterhole.lab.arena import Arena, BotReport, Match, Report, Save
from waterhole.lab.arena.export import PLOTS, need, short_names, write_parquet, write_plot
from waterhole.lab.arena.intervals import Estimate
from waterhole.lab.arena.report import ForfeitReport
from waterhole.terminal.seats import SEATS
from waterhole.terminal.simulate import progress
from waterhole.terminal.words import counted

TIMES = {1: "once", 2: "twice"}


class Files(NamedTuple):
    """What a run is written to."""

    save: Path | None
    records: Path | None
    parquet: Path | None
    plot: Path | None
    resume: bool
    force: bool

    def check(self) -> None:
        """Refuses what cannot be written, before a run that may take hours."""
        if self.resume and not self.save:
            raise InvalidOptions("arena/resume", "--resume goes on with a file that --save names")
        given = [path.resolve() for path in self[:4] if path]
        if len(set(given)) < len(given):
            raise InvalidOptions("arena/files", "two outputs have the same file")
        if self.plot and self.plot.suffix not in PLOTS:
            text = f"{self.plot}: a plot is one of {', '.join(PLOTS)}"
            raise InvalidOptions("arena/plot", text)
        for path in (self.parquet, self.plot):
            if path:
                check_writable(path, overwrite=self.resume or self.force)
        if self.parquet:
            need("polars", "--parquet")
        if self.plot:
            need("matplotlib", "--plot")


def check_writable(path: Path, overwrite: bool) -> None:
    """Raises OSError where no file can be written, WaterholeError where one would be lost."""
    is_new = not path.exists()
    if not is_new and not overwrite:
        raise WaterholeError("arena/exists", f"{path}: exists already; --force overwrites it")
    path.open("ab").close()
    if is_new:
        path.unlink()


def hold(
    arena: Arena,
    files: Files,
    processes: int | None,
    err: Console,
    out: Console,
    as_json: bool,
) -> bool:
    """Plays a run and shows what came of it; whether it was not interrupted."""
    files.check()
    started, tally, rows, complete = time.perf_counter(), arena.tally(), list[Match](), True
    with Save(arena, files.save, files.records, files.resume) as save:
        finished = arena.run(processes, save.done, files.records is not None)
        watched = progress(err, finished, arena.matches, as_json, len(save.matches))
        try:
            with closing(finished), closing(watched):
                for match in chain(save.matches, save.written(watched)):
                    tally.add(match)
                    rows += [match] if files.parquet else []
        except KeyboardInterrupt:
            complete = False
    report = tally.report()
    if as_json:
        more = {"interrupted": not complete, "seconds": time.perf_counter() - started}
        print(json.dumps(arena.to_dict() | report.to_dict() | more))
    else:
        show_report(out, arena, report)
    if files.parquet:
        write_parquet(rows, files.parquet)
    if files.plot:
        write_plot(arena, report, files.plot)
    return complete


def show_report(console: Console, arena: Arena, report: Report) -> None:
    """The table, then what else is to be known."""
    if report.bots:
        console.print(draw_report(arena, report))
    for line in notes(report):
        console.print(escape(line), highlight=False, soft_wrap=True)


def draw_report(arena: Arena, report: Report) -> Table:
    options = ", ".join(
        f"{name} {value}" for name, value in arena.options.items() if name != "deck"
    )
    title = f"{arena.title}, {arena.seats} seats{f' ({options})' if options else ''}"
    table = Table(title=title, box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    final = "points" if arena.game == "tembo" else "lives"
    table.add_column("bot", overflow="fold", min_width=10)
    for title in ("win share", "p", final, "ms/move", "rating", "ordinal"):
        table.add_column(title, justify="right", no_wrap=True)
    names = short_names([bot.name for bot in report.bots])
    for bot in report.bots:
        table.add_row(escape(names[bot.name]), *cells(bot))
    return table


def cells(bot: BotReport) -> Iterator[str]:
    yield share(bot.share)
    yield chance(bot.p_above_fair)
    yield mean(bot.final)
    yield "–" if bot.seconds_per_move is None else milliseconds(bot.seconds_per_move)
    yield f"{bot.rating.mu:.1f} ±{bot.rating.sigma:.1f}" if bot.rating else "–"
    yield f"{bot.rating.ordinal:.1f}" if bot.rating else "–"


def share(found: Estimate) -> str:
    if found.low is None or found.high is None:
        return f"{found.mean:.1%}"
    below, above = found.mean - found.low, found.high - found.mean
    if abs(below - above) > 1e-9:  # cut off at 0 or 1
        return f"{found.mean:.1%} ({100 * found.low:.1f}–{100 * found.high:.1f})"
    return f"{found.mean:.1%} ±{100 * above:.1f}"


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:,.0f}" if seconds >= 0.1 else f"{1000 * seconds:.2g}"


def mean(found: Estimate | None) -> str:
    if found is None:
        return "–"
    if found.high is None:
        return f"{found.mean:.1f}"
    return f"{found.mean:.1f} ±{found.high - found.mean:.1f}"


def chance(p: float | None) -> str:
    if p is None:
        return "–"
    return f"{p:.3f}" if p >= 0.001 else "<0.001"


def notes(report: Report) -> Iterator[str]:
    deals, matches = counted(report.deals, "deal"), counted(report.matches, "match", "matches")
    yield f"{deals} in all rotations: {matches}, each bot in {report.matches_of_each:,}."
    if report.bots:
        fair = f"the fair share, {report.fair_share:.1%}"
        yield f"95 % intervals over deals. p: the chance of a bot worth {fair}, to do as well."
    if report.left_out:
        left = counted(report.left_out, "match", "matches")
        yield f"{left} of deals not yet played in all rotations left out."
    for forfeit in report.forfeits:
        yield forfeited(forfeit)
    if report.bots and report.bots[0].rating is None:
        yield "Ratings need openskill: pip install 'waterhole[lab]'"


def forfeited(forfeit: ForfeitReport) -> str:
    times = TIMES.get(forfeit.count, f"{forfeit.count:,} times")
    place = f"deal {forfeit.deal}, table {forfeit.table}, rotation {forfeit.rotation}"
    first = "" if forfeit.count == 1 else "first in "
    where = f"{first}{place}, seat {SEATS[forfeit.seat]}"
    return f"{forfeit.bot} forfeited {times}: {forfeit.text} ({where})"
