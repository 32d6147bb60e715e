"""Whole matches between bots, and what they add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from waterhole import core
from waterhole.bots import Player, chance, load_player
from waterhole.game import Game, State
from waterhole.game.vocabulary import Json

PART = 20_000  # so many matches are simulated at a time, between two looks at the clock


def play_match(
    game: Game,
    seats: int,
    seed: str,
    options: Mapping[str, Any] | None = None,
    players: Sequence[Player] | None = None,
) -> State[Any]:
    """The final state of one match. The seed decides the deals and, apart from them, the bots'
    choices; the same seed plays the same match."""
    players = players or [load_player("random")] * seats
    # A source of chance for each seat: no bot can foresee what another will do.
    sources = [chance(f"{seed}/bot {seat}") for seat in range(seats)]
    state = game.start(seats, seed, options)
    while (seat := state.to_move) is not None:
        state = state.play(players[seat].choose(state.view(seat), sources[seat])).state
    return state


def simulate(
    game: Game,
    seats: int,
    matches: int,
    seed: str,
    options: Mapping[str, Any] | None = None,
    players: Sequence[Player] | None = None,
) -> Iterator[State[Any]]:
    """The final states of so many matches, dealt from ``seed/1``, ``seed/2`` and so on."""
    for number in range(1, matches + 1):
        yield play_match(game, seats, f"{seed}/{number}", options, players)


def simulate_fast(
    game: str,
    seats: int,
    matches: int,
    seed: str,
    options: Mapping[str, Any] | None = None,
    threads: int = 1,
    players: Sequence[str] | str = "random",
) -> Iterator[core.Simulation]:
    """Matches between random or heuristic players by the core, so many at a time."""
    for part, begin in enumerate(range(0, matches, PART)):
        size = min(PART, matches - begin)
        yield core.simulate(game, seats, size, f"{seed}/{part}", options, threads, players)


@dataclass(slots=True)
class Summary:
    """What many matches add up to, by seat and by place in the order of play."""

    seats: int
    matches: int = 0
    rounds: int = 0
    moves: int = 0
    shared: int = 0  # matches with more than one winner
    wins: list[float] = field(default_factory=list)  # by seat; a shared win is split
    wins_by_place: list[float] = field(default_factory=list)  # by place in the first round
    final: list[int] = field(default_factory=list)  # points or lives at the end, by seat
    endings: Counter[str] = field(default_factory=Counter)  # how rounds ended

    def __post_init__(self) -> None:
        self.wins = [0.0] * self.seats
        self.wins_by_place = [0.0] * self.seats
        self.final = [0] * self.seats

    def add(self, state: State[Any]) -> None:
        assert state.result is not None
        self.matches += 1
        self.rounds += len(state.played)
        self.moves += sum(len(played.moves) for played in state.played)
        self.shared += len(state.result.winners) > 1
        first = state.played[0].deal.first
        for winner in state.result.winners:
            share = 1 / len(state.result.winners)
            self.wins[winner] += share
            self.wins_by_place[(winner - first) % self.seats] += share
        for seat, final in enumerate(state.result.final):
            self.final[seat] += final
        for played in state.played:
            self.endings[getattr(played.outcome, "ending", "no move left")] += 1

    def add_many(self, game: str, matches: core.Simulation) -> None:
        """Adds what the core played."""
        share = matches.winners / matches.winners.sum(axis=1, keepdims=True)
        self.matches += len(matches.lengths)
        self.rounds += int(matches.rounds.sum())
        self.moves += int(matches.lengths.sum())
        self.shared += int((matches.winners.sum(axis=1) > 1).sum())
        for seat in range(self.seats):
            self.wins[seat] += float(share[:, seat].sum())
            self.final[seat] += int(matches.finals[:, seat].sum())
        for first in range(self.seats):
            begun = share[matches.first == first].sum(axis=0)
            for place in range(self.seats):
                self.wins_by_place[place] += float(begun[(first + place) % self.seats])
        for name, count in zip(core.ENDINGS[game], matches.endings.sum(axis=0), strict=True):
            if count:
                self.endings[name] += int(count)

    def to_dict(self) -> Json:
        count = max(self.matches, 1)
        return {
            "seats": self.seats,
            "matches": self.matches,
            "rounds": self.rounds,
            "moves": self.moves,
            "shared_wins": self.shared,
            "win_share": [wins / count for wins in self.wins],
            "win_share_by_place": [wins / count for wins in self.wins_by_place],
            "mean_final": [final / count for final in self.final],
            "endings": dict(self.endings.most_common()),
        }
