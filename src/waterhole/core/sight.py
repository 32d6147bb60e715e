"""What a bot sees, for the core: made from a view alone, with no room for a secret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from waterhole.core.engine import LIFE_IDS, TEMBO_IDS, deck_arrays
from waterhole.core.library import library, require
from waterhole.game import View, WaterholeError
from waterhole.life.resample import most_held
from waterhole.life.view import LifeView
from waterhole.tembo.cards import LION
from waterhole.tembo.view import TemboView

if TYPE_CHECKING:
    from waterhole.core._core import LifeSight, TemboSight


def sight(view: View) -> Any:
    """The core's form of a view whose seat is to move, for heuristics and search."""
    require()
    if view.seat is None or view.to_move != view.seat:
        raise WaterholeError("view/turn", "only a player whose turn it is has a move to choose")
    if isinstance(view, TemboView):
        return _tembo(view)
    return _life(cast(LifeView, view))


def _tembo(view: TemboView) -> TemboSight:
    table, memory, seats = view.table, view.memories[-1], range(len(view.hand_sizes))
    species, points = deck_arrays(view.deck)
    return library.TemboSight.of(
        seat=cast(int, view.seat),
        first=memory.first,
        round=len(view.memories),
        rounds=view.rounds,
        rows=[[(animal.number, animal.owner) for animal in row] for row in table.rows],
        lions=list(table.lions),
        carried=[list(numbers) for numbers in table.carried],
        out=list(table.out),
        hand=list(view.hand or ()),
        sizes=list(view.hand_sizes),
        pile=view.pile,
        totals=[sum(score[seat] for score in view.scores) for seat in seats],
        lion_drawn=view.lion_drawn,
        moves=[TEMBO_IDS.get(move, -1) for move in memory.moves],
        drawn_lions=[card == LION for _, card in memory.drawn],
        species=species,
        points=points,
    )


def _life(view: LifeView) -> LifeSight:
    memory = view.memories[-1]
    return library.LifeSight.of(
        seat=cast(int, view.seat),
        first=memory.first,
        lives=list(view.lives),
        dealt=list(memory.rows),
        moves=[LIFE_IDS[move] for move in memory.moves],
        hand=view.hand or "",
        most=[list(most_held(account, view.expert)) for account in view.accounts()],
        expert=view.expert,
        lap_limit=view.lap_limit,
    )
