"""The arena: bots against bots, over deals that every one of them plays from every seat.

    from waterhole.lab.arena import Arena

    arena = Arena("tembo", ["search:1s", "random"], seats=4, deals=100, seed="first try")
    report = arena.report(arena.run())
    print(report.bots[0].name, report.bots[0].share.mean)

``docs/arena.md`` says how the tables are made up and what the figures mean. A script that calls
``run`` needs the usual ``if __name__ == "__main__":``, because the workers are processes.
"""

from __future__ import annotations

from waterhole.lab.arena.arena import Arena
from waterhole.lab.arena.match import Forfeit, Match
from waterhole.lab.arena.report import BotReport, Report, Tally
from waterhole.lab.arena.save import Save

__all__ = ["Arena", "BotReport", "Forfeit", "Match", "Report", "Save", "Tally"]
