"""The whole state of a match drawn as text, all secrets open. Only the public API is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from waterhole.game import State

Json = dict[str, Any]


def draw(state: State[Any]) -> Iterator[str]:
    """The lines of the drawing."""
    table = state.view(None).to_dict()
    deal = state.record()["rounds"][-1]["deal"]
    hands = [state.view(seat).to_dict()["hand"] for seat in range(table["seats"])]
    yield f"round {len(state.record()['rounds'])}; {_turn(table)}"
    yield from _tembo(table, deal) if table["game"] == "tembo" else _life(table, deal)
    for seat, hand in enumerate(hands):
        yield f"hand of {seat}: {_cards(hand)}"


def _turn(table: Json) -> str:
    if table["to_move"] is None:
        return f"the match is over, winners {table['winners']}"
    lion = ", a lion to lay" if table.get("lion_drawn") else ""
    return f"seat {table['to_move']} to move{lion}"


def _tembo(table: Json, deal: Json) -> Iterator[str]:
    for number, crossing in enumerate(table["crossings"], 1):
        animals = " ".join(f"{animal['number']}/{animal['owner']}" for animal in crossing["row"])
        lions = " lion" * crossing["lions"]
        yield f"crossing {number} over {deal['crossings'][number - 1]}:{lions} {animals}".rstrip()
    for seat, (animals, points) in enumerate(zip(table["carried"], table["points"], strict=True)):
        yield f"carried by {seat}: {_cards(animals)} = {points}"
    pile = deal["pile"][len(deal["pile"]) - table["pile"] :]
    yield f"pile of {len(pile)}: {_cards(pile)}"


def _life(table: Json, deal: Json) -> Iterator[str]:
    knocker = "nobody has knocked" if table["knocker"] is None else f"{table['knocker']} knocked"
    yield f"lap {table['lap']}; {knocker}; lives {table['lives']}"
    for number, row in enumerate(table["rows"], 1):
        yield f"row {number}: {_cards(row)}"
    yield f"aside: {_cards(deal['aside'])}"


def _cards(cards: Sequence[object]) -> str:
    return " ".join(map(str, cards)) or "none"
