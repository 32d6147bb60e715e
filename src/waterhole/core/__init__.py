"""The compiled core: the same rules at the speed of the hardware.

``load("tembo")`` gives a game with the very names of ``waterhole.game`` whose rounds are played by
the core. ``Match``, ``Batch`` and ``simulate`` leave Python's objects out and speak move ids and
arrays.
"""

from __future__ import annotations

from waterhole.core.engine import from_state, load, resample
from waterhole.core.fast import ENDINGS, Batch, Match, Simulation, signature, simulate
from waterhole.core.library import available, require

__all__ = [
    "ENDINGS",
    "Batch",
    "Match",
    "Simulation",
    "available",
    "from_state",
    "load",
    "require",
    "resample",
    "signature",
    "simulate",
]
