"""Who plays the golden matches: simple pickers that any program can copy (README.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from waterhole.game import Move, State
from waterhole.lab.signature import Choices

DEADLY: Final = {"C": 4, "H": 5, "P": 5}  # the sets of sudden death (L8)

Picker = Callable[[State[Any], Choices], Move]


def pick_any(state: State[Any], choices: Choices) -> Move:
    """Each legal move alike."""
    legal = state.legal()
    return legal[choices.below(len(legal))]


def pick_eagerly(state: State[Any], choices: Choices) -> Move:
    """Knocks in two of five turns that allow it; otherwise each legal move alike."""
    legal = state.legal()
    if choices.below(5) < 2 and str(legal[0]) == "K":
        return legal[0]
    return legal[choices.below(len(legal))]


def pick_a_set(state: State[Any], choices: Choices) -> Move:
    """Swaps towards all cats, all hares or all pigs; of the best swaps each alike."""
    view = state.view(state.to_move).to_dict()
    legal = [move for move in state.legal() if str(move) != "K"]
    worth = [_nearest_set(_hand_after(view, str(move))) for move in legal]
    best = [move for move, part in zip(legal, worth, strict=True) if part == max(worth)]
    return best[choices.below(len(best))]


def pick_for_the_herd(state: State[Any], choices: Choices) -> Move:
    """Carries animals across where an elephant may; otherwise each legal move alike."""
    legal = state.legal()
    carrying = [move for move in legal if str(move).startswith("E")]
    return (carrying or legal)[choices.below(len(carrying or legal))]


PICKERS: Final[dict[str, Picker]] = {
    "any": pick_any,
    "eager": pick_eagerly,
    "set": pick_a_set,
    "herd": pick_for_the_herd,
}


def _hand_after(view: dict[str, Any], swap: str) -> list[str]:
    row, laid = swap.split(":")
    hand: list[str] = view["hand"] + view["rows"][int(row) - 1]
    for card in laid:
        hand.remove(card)
    return hand


def _nearest_set(hand: Sequence[str]) -> int:
    """Twentieths of the set that is nearest to complete."""
    return max(hand.count(card) * 20 // full for card, full in DEADLY.items())
