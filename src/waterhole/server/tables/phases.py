"""Where a table stands, and which of them are meant by what."""

from __future__ import annotations

from typing import Final, Literal

Phase = Literal["gathering", "opening", "playing", "over", "archived"]

UNFINISHED: Final = ("opening", "playing")  # the seats are fixed: bots and clocks are looked after
NOT_OVER: Final = ("gathering", *UNFINISHED)
IN_LOBBY: Final = ("gathering", "playing")
