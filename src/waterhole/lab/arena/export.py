"""Results for other programs and for the eye: Parquet files and plots."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from waterhole.game import InvalidOptions
from waterhole.lab.arena.match import Match
from waterhole.lab.arena.report import Report

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from waterhole.lab.arena.arena import Arena

MODULE = re.compile(r"^[^:]*\.(?=[^:.]+(:|$))")  # not the dot of a budget: search:0.5s
PLOTS = (".png", ".svg", ".pdf")
BLUE, GREY, DARK = "#1f6f8b", "#9a9a9a", "#222222"


def short_names(bots: Sequence[str]) -> dict[str, str]:
    """Bots without their modules, where that is clear: MyBot for folder.module.MyBot."""
    short = {bot: MODULE.sub("", bot) for bot in bots}
    names = [*short.values()]
    return {bot: name if names.count(name) == 1 else bot for bot, name in short.items()}


def need(library: str, purpose: str) -> Any:
    """A library of the extra ``lab``; raises InvalidOptions where it is not installed."""
    try:
        return import_module(library)
    except ImportError:
        text = f"{purpose} needs {library.partition('.')[0]}: pip install 'waterhole[lab]'"
        raise InvalidOptions("arena/library", text) from None


def write_parquet(matches: Iterable[Match], path: Path) -> None:
    """One row for each seat of each match, in order."""
    polars = need("polars", "--parquet")
    whole, text, real = polars.Int64, polars.String, polars.Float64
    schema = {
        "deal": whole, "table": whole, "rotation": whole, "seat": whole, "bot": text,
        "share": real, "final": whole, "winner": polars.Boolean, "moves": whole, "seconds": real,
        "forfeit": text,
    }  # fmt: skip
    ordered = sorted(matches, key=lambda match: match.fixture[:3])
    rows = [row for match in ordered for row in _rows(match)]
    polars.DataFrame(rows, schema=schema, orient="row").write_parquet(path)


def _rows(match: Match) -> Iterable[tuple[Any, ...]]:
    for seat, bot in enumerate(match.fixture.bots):
        forfeit = match.forfeit if match.forfeit and match.forfeit.seat == seat else None
        yield (
            *match.fixture[:3],
            seat,
            bot,
            match.shares[seat],
            match.finals and match.finals[seat],
            seat in match.winners,
            match.moves[seat],
            match.seconds[seat],
            forfeit and forfeit.text,
        )


def write_plot(arena: Arena, report: Report, path: Path) -> None:
    """Each bot's share of the win with its interval, and the fair share as a line."""
    # Without pyplot: no window, no state.
    kind = need("matplotlib.figure", "--plot").Figure
    figure = kind(figsize=(8, 1.6 + 0.5 * max(len(report.bots), 2)), facecolor="white")
    axes = figure.add_subplot()
    _draw_shares(axes, report)
    deals = f"{report.deals:,} deal{'s' * (report.deals != 1)}"
    axes.set_title(
        f"{arena.title}, {arena.seats} seats: {deals} in all rotations, {report.matches:,} matches",
        loc="left",
        fontsize=12,
        color=DARK,
        pad=12,
    )
    figure.savefig(path, dpi=150, bbox_inches="tight", pad_inches=0.2)


def _draw_shares(axes: Axes, report: Report) -> None:
    for place, bot in enumerate(report.bots):
        mean, _, low, high = bot.share
        if low is not None and high is not None:
            axes.plot([low, high], [place, place], color=BLUE, lw=2, solid_capstyle="butt")
        axes.plot(mean, place, "o", color=BLUE, ms=8)
        axes.annotate(
            f"{mean:.1%}",
            (mean, place),
            xytext=(0, 8),
            textcoords="offset points",
            ha="center",
            fontsize=9,
            color=DARK,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
        )
    axes.axvline(report.fair_share, color=GREY, ls="--", lw=1.2, zorder=0)
    axes.annotate(
        f"fair share {report.fair_share:.1%}",
        (report.fair_share, 0),
        xycoords=("data", "axes fraction"),
        xytext=(4, 4),
        textcoords="offset points",
        fontsize=9,
        color="#666666",
    )
    names = short_names([bot.name for bot in report.bots])
    axes.set_yticks(range(len(report.bots)), [names[bot.name] for bot in report.bots])
    axes.set_ylim(len(report.bots) - 0.4, -0.6)  # the best on top
    axes.set_xlim(-0.03, 1.03)
    axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_xlabel("share of the wins, with 95 % intervals", color=DARK)
    axes.grid(axis="x", color="#e6e6e6")
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="y", length=0)
