"""How strong the bots are: the figures of the README, played again in the arena.

One candidate sits against copies of another bot, every deal in all rotations. A figure holds when
its 95 % interval lies above what is claimed or, where one bot is to beat another, when p < 0.01.
Ceilings are not claimed: they show what more time still gives.
What is finished is kept under ``bench/strength`` and taken up again.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import typer
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from waterhole.game.vocabulary import Json
from waterhole.lab.arena import Arena, BotReport, Match, Save

BENCH: Final = Path(__file__).resolve().parent
KEPT: Final = BENCH / "strength"
RESULTS: Final = BENCH / "strength.json"
SURE: Final = 0.01
SEED: Final = "strength"


class Claim(NamedTuple):
    """One candidate against copies of a rival."""

    game: str
    seats: int
    candidate: str
    rival: str
    deals: int
    at_least: float | None = None  # the win share; without one, more than the fair share
    ceiling: bool = False  # not claimed: shows how much there is to win by more thought

    @property
    def name(self) -> str:
        bots = f"{self.candidate}-{self.rival}".replace(":", "")
        return f"{self.game}-{self.seats}-{bots}"


CLAIMS: Final = (
    Claim("tembo", 2, "heuristic", "random", 300, 0.95),
    Claim("life", 4, "heuristic", "random", 150, 0.85),
    Claim("tembo", 2, "search:1s", "heuristic", 200, 0.75),
    Claim("tembo", 4, "search:1s", "heuristic", 30, 0.45),
    Claim("life", 4, "search:1s", "heuristic", 12, 0.45),
    Claim("tembo", 2, "search:0.1s", "heuristic", 80, ceiling=True),
    Claim("life", 4, "search:0.1s", "heuristic", 40, ceiling=True),
    *(
        Claim(game, 2, stronger, weaker, deals)
        for game, most in (("tembo", 120), ("life", 75))
        for stronger, weaker, deals in (
            ("medium", "easy", 150),
            ("hard", "medium", 100),
            ("expert", "hard", most),
        )
    ),
    Claim("tembo", 2, "search:0.1s", "search:0.01s", 100),
    Claim("tembo", 2, "search:1s", "search:0.1s", 260),
    Claim("life", 2, "search:0.1s", "search:0.01s", 100, ceiling=True),
)


def play(claim: Claim, processes: int | None, quiet: bool, report_only: bool) -> Json | None:
    """The matches of a claim, as far as they are not yet played, and what they add up to."""
    if report_only and not (KEPT / f"{claim.name}.jsonl").exists():
        return None
    arena = Arena(claim.game, [claim.candidate, claim.rival], claim.seats, claim.deals, SEED)
    columns = (TextColumn("{task.description}"), MofNCompleteColumn(), TimeRemainingColumn())
    KEPT.mkdir(exist_ok=True)
    with (
        Save(arena, KEPT / f"{claim.name}.jsonl", resume=True) as save,
        Progress(*columns, console=Console(stderr=True), disable=quiet) as progress,
    ):
        matches: list[Match] = list(save.matches)
        bar = progress.add_task(claim.name, total=arena.matches, completed=len(matches))
        played = () if report_only else arena.run(processes, save.done)
        for match in save.written(played):
            matches.append(match)
            progress.advance(bar)
    report = arena.report(matches)
    bot = next(bot for bot in report.bots if bot.name == claim.candidate)
    return claim._asdict() | {
        "matches": report.matches,
        "share": round(bot.share.mean, 4),
        "low": round(bot.share.low or 0, 4),
        "high": round(bot.share.high or 1, 4),
        "p": bot.p_above_fair,
        "ms_per_move": round(1000 * (bot.seconds_per_move or 0), 1),
        "forfeits": len(report.forfeits),
        "holds": holds(claim, bot) and not report.forfeits,
    }


def holds(claim: Claim, bot: BotReport) -> bool:
    if claim.at_least is not None:
        return (bot.share.low or 0) > claim.at_least
    return bot.p_above_fair is not None and bot.p_above_fair < SURE


def rows(results: Sequence[Json]) -> list[tuple[str, ...]]:
    """The figures as text: who against whom, what is claimed, what came out."""
    found: list[tuple[str, ...]] = []
    for each in results:
        fair = 1 / each["seats"]
        bound = each["at_least"]
        claimed = f"at least {bound:.2f}" if bound else f"more than {fair:.2f}, p < {SURE}"
        ceiling = each.get("ceiling", False)
        p = "" if bound else f", p {'< 0.0001' if each['p'] < 0.0001 else format(each['p'], '.4f')}"
        title = {"tembo": "Tembo", "life": "Life is Life"}[each["game"]]
        found.append(
            (
                f"{title}, {each['seats']} seats",
                f"{each['candidate']} against {each['rival']}",
                "(for comparison)" if ceiling else claimed,
                f"{each['share']:.3f} ({each['low']:.3f} to {each['high']:.3f}){p}",
                str(each["matches"]),
                "" if ceiling else "yes" if each["holds"] else "not shown",
            )
        )
    return found


TITLES: Final = ("game", "bots", "claimed", "win share", "matches", "holds")


def markdown(results: Sequence[Json]) -> str:
    """The table of the README."""
    lines = [TITLES, ("---",) * len(TITLES), *rows(results)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main(
    only: Annotated[str, typer.Option(help="Only claims whose name has this in it.")] = "",
    processes: Annotated[int | None, typer.Option(help="As many as cores, if not given.")] = None,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="For the README.")] = False,
    quiet: Annotated[bool, typer.Option(help="No progress bar.")] = False,
    report_only: Annotated[bool, typer.Option("--report", help="Add up what was played.")] = False,
) -> None:
    """Play the figures of the README again."""
    known = {(r["game"], r["seats"], r["candidate"], r["rival"]): r for r in saved()}
    for claim in CLAIMS:
        found = play(claim, processes, quiet, report_only) if only in claim.name else None
        if found:
            known[claim[:4]] = found
            results = [known[claim[:4]] for claim in CLAIMS if claim[:4] in known]
            RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    results = [known[claim[:4]] for claim in CLAIMS if claim[:4] in known]
    if as_markdown:
        print(markdown(results))
        return
    table = Table(*TITLES)
    for row in rows(results):
        table.add_row(*row)
    Console().print(table)
    sys.exit(not all(each["holds"] for each in results))


def saved() -> list[Json]:
    found: list[Json] = json.loads(RESULTS.read_text()) if RESULTS.exists() else []
    return found


if __name__ == "__main__":
    typer.run(main)
