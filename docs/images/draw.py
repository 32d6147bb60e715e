"""Draws the README's pictures: python docs/images/draw.py"""

from __future__ import annotations

import io
import re
from pathlib import Path
from random import Random
from typing import Any

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from waterhole.game import load
from waterhole.terminal.play import draw
from waterhole.terminal.words import Storyteller

NAMES = ["Ada", "Bo", "Cleo"]
# The pictures use the reader's own fixed-width font and fetch nothing.
FORMAT = re.sub(
    r"@font-face \{\{.*?\n    \}\}\n|<!--.*?-->", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL
)


def picture(game: str, seed: str, moves: int, options: dict[str, Any]) -> str:
    """The table and the last events of a match by random players, after so many moves."""
    state = load(game).start(3, seed, options)
    rng, story, log = Random(seed), Storyteller(NAMES), []
    for _ in range(moves):
        step = state.play(rng.choice([move for move in state.legal() if str(move) != "K"]))
        state = step.state
        log += [story.tell(event) for event in step.events]
    console = Console(width=80, record=True, file=io.StringIO(), force_terminal=True)
    for line in log[-3:]:
        console.print(f"[dim]·[/] {line}", highlight=False)
    assert state.to_move is not None
    console.print(draw(state.view(state.to_move), NAMES))
    console.print(f"[bold]{NAMES[state.to_move]}, your move (? for help):[/] ▌")
    title = f"waterhole play {game}"
    return console.export_svg(title=title, code_format=FORMAT, unique_id=f"waterhole-{game}")


if __name__ == "__main__":
    here = Path(__file__).parent
    (here / "tembo.svg").write_text(picture("tembo", "mara 177", 38, {}), "utf-8")
    (here / "life.svg").write_text(picture("life", "raft 1", 10, {}), "utf-8")
