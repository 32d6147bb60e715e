"""The compiled core: the same rules at the speed of the hardware.

``load("tembo")`` gives a game with the very names of ``waterhole.game`` whose rounds are played by
the core. ``Match``, ``Batch`` and ``simulate`` leave Python's objects out and speak move ids and
arrays.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from waterhole.core.engine import from_state, load, resample
from waterhole.core.library import available, require
from waterhole.core.sight import sight

if TYPE_CHECKING:
    from waterhole.core.fast import (
        ENDINGS,
        PLAYERS,
        Batch,
        Match,
        Simulation,
        signature,
        simulate,
    )

__all__ = [
    "ENDINGS",
    "PLAYERS",
    "Batch",
    "Match",
    "Simulation",
    "available",
    "from_state",
    "load",
    "require",
    "resample",
    "sight",
    "signature",
    "simulate",
]


def __getattr__(name: str) -> Any:
    """What needs NumPy is loaded when it is asked for: most commands do without."""
    if name in __all__:
        return getattr(import_module("waterhole.core.fast"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
