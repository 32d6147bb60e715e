"""Events in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from waterhole.game.vocabulary import Event, MatchOver, RoundDealt
from waterhole.life import events as life
from waterhole.life.cards import NAMES, PLURALS
from waterhole.tembo import events as tembo
from waterhole.tembo.deck import Deck, default_deck

if TYPE_CHECKING:
    from rich.markdown import Markdown

EATERS = {
    "Cg": "crocodile",
    "Cz": "crocodile",
    "Ca": "crocodile",
    "S": "super crocodile",
    "L": "lion",
}


class Storyteller:
    """Tells what happened, with the players' names."""

    def __init__(self, names: Sequence[str], deck: Deck | None = None) -> None:
        self.names = names
        self.deck = deck or default_deck()

    def tell(self, event: Event) -> str:
        say: Callable[[Any], str] = getattr(self, f"tell_{event.kind}")
        return say(event)

    # Both games.

    def tell_round_dealt(self, event: RoundDealt) -> str:
        return f"Round {event.round} is dealt; {self.names[event.first]} begins."

    def tell_match_over(self, event: MatchOver) -> str:
        winners = self.people(event.winners)
        return f"{winners} {'wins' if len(event.winners) == 1 else 'share the win'}."

    # Tembo.

    def tell_placed(self, event: tembo.Placed) -> str:
        animals = listed([self.animal(number) for number in event.numbers])
        return f"{self.names[event.seat]} leads {animals} to crossing {event.crossing}."

    def tell_carried(self, event: tembo.Carried) -> str:
        herds = [
            f"{self.names[owner]} gets {self.herd([n for n, o in event.animals if o == owner])}"
            for owner in sorted({owner for _, owner in event.animals})
        ]
        return (
            f"{self.names[event.seat]} sends an elephant: crossing {event.crossing} "
            f"goes over the river. {sentence(herds)}"
        )

    def tell_eaten(self, event: tembo.Eaten) -> str:
        meals = listed([f"{self.animal(n)} of {self.names[owner]}" for n, owner in event.animals])
        eater = f"{self.names[event.seat]}'s {EATERS[event.card]}"
        return f"{eater} eats {meals} at crossing {event.crossing}."

    def tell_drew(self, event: tembo.Drew) -> str:
        return f"{self.names[event.seat]} draws {counted(event.count, 'card')}."

    def tell_lion_drawn(self, event: tembo.LionDrawn) -> str:
        return f"{self.names[event.seat]} draws a lion and must lay it at once!"

    def tell_closed(self, event: tembo.Closed) -> str:
        return f"Crossing {event.crossing} is closed for the rest of the round."

    def tell_round_over(self, event: tembo.RoundOver) -> str:
        scores = [f"{n} {s}" for n, s in zip(self.names, event.scores, strict=True)]
        return f"{self.names[event.seat]} cannot play: the round is over. Points: {listed(scores)}."

    def animal(self, number: int) -> str:
        return f"{self.deck.species(number)} {number}"

    def herd(self, numbers: list[int]) -> str:
        points = sum(map(self.deck.points, numbers))
        return f"{counted(len(numbers), 'animal')} ({counted(points, 'point')})"

    # Life is Life.

    def tell_swapped(self, event: life.Swapped) -> str:
        return (
            f"{self.names[event.seat]} lays down {herd_of(event.laid)} "
            f"for row {event.row}: {herd_of(event.taken)}."
        )

    def tell_knocked(self, event: life.Knocked) -> str:
        if event.first:
            return f"{self.names[event.seat]} knocks! Everyone else has one last turn."
        return f"{self.names[event.seat]} knocks too and keeps the hand."

    def tell_sudden_death(self, event: life.SuddenDeath) -> str:
        return f"Sudden death! {self.names[event.seat]} shows {herd_of(event.shown)}."

    def tell_scored(self, event: life.Scored) -> str:
        why = "The lap limit is reached. " if event.ending == "lap-limit" else ""
        wins = [
            f"{name} {listed([PLURALS[animal] for animal, s in event.majorities if s == seat])}"
            for seat, name in enumerate(self.names)
            if any(s == seat for _, s in event.majorities)
        ] or ["nobody's"]
        points = [
            f"{name} {points}"
            for name, hand, points in zip(self.names, event.hands, event.points, strict=True)
            if hand
        ]
        return f"{why}Majorities: {'; '.join(wins)}. Points: {listed(points)}."

    def tell_lives_changed(self, event: life.LivesChanged) -> str:
        changes = [
            f"{name} {'gains' if change > 0 else 'loses'} {counted(abs(change), 'life', 'lives')}"
            f" ({left} left)"
            for name, change, left in zip(self.names, event.change, event.lives, strict=True)
            if change
        ]
        return sentence(changes) if changes else "Nobody loses a life."

    def tell_out(self, event: life.Out) -> str:
        return f"{self.names[event.seat]} is out."

    def people(self, seats: Sequence[int]) -> str:
        return listed([self.names[seat] for seat in seats])


def herd_of(cards: str) -> str:
    """GGH: 2 giraffes and a hare."""
    kinds = dict.fromkeys(cards)
    return listed(
        [f"{cards.count(k)} {PLURALS[k]}" if cards.count(k) > 1 else f"a {NAMES[k]}" for k in kinds]
    )


def listed(items: Sequence[str]) -> str:
    """a, b and c"""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def sentence(items: Sequence[str]) -> str:
    text = listed(items)
    return f"{text}."


def counted(count: int, one: str, many: str | None = None) -> str:
    return f"{count} {one if count == 1 else many or f'{one}s'}"


def markdown(text: str) -> Markdown:
    """A text of the rulebook for the terminal."""
    kind: type[Markdown] = import_module("rich.markdown").Markdown  # slow to load, seldom needed
    return kind(text)
