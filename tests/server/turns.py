"""Whose turn it is, all who know it, and what can be done then."""

from __future__ import annotations

from collections.abc import Sequence

from tests.server.client import Json, Tab
from waterhole.life.scoring import DEADLY


async def to_move(tabs: list[Tab]) -> tuple[Tab, list[Tab]]:
    """Whose turn it is, and the others."""
    known = max(tab.now.get("version", 0) for tab in tabs)
    now = await tabs[0].until(lambda now: now["version"] >= known and now["to_move"] is not None)
    active = next(tab for tab in tabs if tab.now["seat"] == now["to_move"])
    await active.until(lambda now: now["legal"])
    return active, [tab for tab in tabs if tab is not active]


async def catch_up(tabs: list[Tab], version: int) -> None:
    for tab in tabs:
        await tab.until(lambda now: now["version"] >= version)


async def persons_turn(tabs: Sequence[Tab]) -> bool:
    """Waits until a person is to move and all know it; False when the match is over."""
    known = max(tab.now.get("version", 0) for tab in tabs)
    now = await tabs[0].until(lambda now: now["version"] >= known and waits_for_a_person(now))
    for tab in tabs[1:]:
        await tab.until(lambda other: other["version"] >= now["version"])
    return bool(now["phase"] != "over")


def waits_for_a_person(now: Json) -> bool:
    turn = now["to_move"]
    return now["phase"] == "over" or (turn is not None and "bot" not in now["seats"][turn])


def quiet_swap(now: Json) -> str:
    """A swap that ends no round."""
    swaps: list[str] = [move for move in now["legal"] if move != "K"]
    return next(swap for swap in swaps if not ends_a_round(swap, now["view"]))


def ends_a_round(swap: str, view: Json) -> bool:
    row, laid = swap.split(":")
    held = [*view["hand"], *view["rows"][int(row) - 1]]
    return any(held.count(kind) - laid.count(kind) == whole for kind, whole in DEADLY.items())
