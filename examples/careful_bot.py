"""A whole bot for both games: it looks one move ahead.

Check it, in this folder or with PYTHONPATH=examples:

    python -c "import careful_bot, waterhole.testing as t; t.check_bot(careful_bot.CarefulBot)"

Seat it at a table:

    waterhole arena tembo --bots careful_bot.CarefulBot,random
"""

from random import Random
from typing import Any

from waterhole.bots import Budget
from waterhole.game import Move, View
from waterhole.life.cards import VALUES, without


class CarefulBot:
    """Plays the move after which it stands best; of equally good ones, any."""

    def choose(self, view: View, budget: Budget, rng: Random) -> Move:
        standing = tembo_standing if view.game == "tembo" else life_standing
        return max(view.legal(), key=lambda move: (standing(view, move), rng.random()))


def tembo_standing(view: Any, move: Any) -> float:
    """My points less all others'; animals still at the river count half, and high rows cost."""
    table, _ = view.table.after(move, view.seat, view.deck)
    animals = [(owner, number, 2) for owner, row in enumerate(table.carried) for number in row]
    animals += [(owner, number, 1) for row in table.rows for number, owner in row]
    lead = -sum(table.to_beat()) / 21
    for owner, number, weight in animals:
        lead += view.deck.points(number) * (weight if owner == view.seat else -weight)
    return float(lead)


def life_standing(view: Any, move: Any) -> float:
    """The values of my species: whole with three cards, a quarter a card with fewer. A knock
    leaves the hand as it is, so it comes when every swap would make it worse."""
    hand = without(view.hand, move.laid) + (view.rows[move.row - 1] if move.row else "")
    counts = {species: hand.count(species) for species in VALUES}
    return sum(VALUES[kind] * (1 if n >= 3 else n / 4) for kind, n in counts.items())
