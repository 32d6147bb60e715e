"""Who sits where: tables made up of bots, each played in every rotation with the same cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import gcd
from random import Random
from typing import NamedTuple


class Fixture(NamedTuple):
    """A match to be played: which deal, which table of it, how far the table is turned."""

    deal: int  # counted from 1
    table: int  # counted from 1 within the deal
    rotation: int  # counted from 0
    bots: tuple[str, ...]  # by seat


def fixtures(bots: Sequence[str], seats: int, deals: int, seed: str) -> Iterator[Fixture]:
    """Every match of a run, in order. The same bots and seed give the same ones."""
    line_ups = _mixed(bots, seats, seed) if len(bots) > seats else _fixed(bots, seats)
    for deal in range(1, deals + 1):
        for table in range(1, tables_per_deal(bots, seats) + 1):
            line_up = next(line_ups)
            for rotation in range(period(line_up)):
                yield Fixture(deal, table, rotation, turned(line_up, rotation))


def turned(line_up: Sequence[str], rotation: int) -> tuple[str, ...]:
    """The line-up by seat, when each bot has moved on by so many seats."""
    first = -rotation % len(line_up)
    return (*line_up[first:], *line_up[:first])


def period(line_up: Sequence[str]) -> int:
    """How many rotations differ: with copies at the table some seat the very same bots."""
    turns = range(1, len(line_up))
    return next((n for n in turns if turned(line_up, n) == tuple(line_up)), len(line_up))


def tables_per_deal(bots: Sequence[str], seats: int) -> int:
    """So many tables that each bot sits equally often with the cards of a deal."""
    return len(bots) // gcd(len(bots), seats) if len(bots) > seats else 1


def matches_per_deal(bots: Sequence[str], seats: int) -> int:
    rotations = seats if len(bots) > seats else period(next(_fixed(bots, seats)))
    return tables_per_deal(bots, seats) * rotations


def _fixed(bots: Sequence[str], seats: int) -> Iterator[tuple[str, ...]]:
    """Always the same table: the bots as named, the last one on all seats that are left."""
    line_up = (*bots, *[bots[-1]] * (seats - len(bots)))
    while True:
        yield line_up


def _mixed(bots: Sequence[str], seats: int, seed: str) -> Iterator[tuple[str, ...]]:
    """Tables of different bots. Who has sat least comes next, and of those who has met the others
    at the table least; the seed decides between equals and where each sits."""
    rng = Random(f"{seed}/tables")
    sat: Counter[str] = Counter()
    met: Counter[tuple[str, str]] = Counter()
    while True:
        table: list[str] = []
        for _ in range(seats):
            free = [bot for bot in rng.sample(bots, len(bots)) if bot not in table]
            bot = min(free, key=lambda bot: (sat[bot], sum(met[bot, other] for other in table)))
            met.update(pair for other in table for pair in ((bot, other), (other, bot)))
            table.append(bot)
        sat.update(table)
        rng.shuffle(table)
        yield tuple(table)
