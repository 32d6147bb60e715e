"""Playing both games by what the page shows: cards that are not dull, crossings that are lit,
buttons that can be pressed. Nothing here knows a rule."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from random import Random

from playwright.async_api import Locator

from tests.web.people import Person

# What a glance at the table tells.
GLANCE = """() => ({
  yours: document.querySelector('.table')?.dataset.turn === 'yours',
  version: Number(document.querySelector('.table')?.dataset.version ?? 0),
  dialog: document.querySelector('dialog[open]') !== null,
  over: document.querySelector('.result') !== null,
  refused: document.querySelector('.note.error')?.textContent.trim() ?? '',
})"""
# Until something is to be done, or the table has come so far.
SOMETHING = """version =>
  document.querySelector('[data-turn=yours], dialog[open], .result, .note.error')
  || Number(document.querySelector('.table')?.dataset.version ?? 0) >= version"""
NEVER = 1_000_000  # a version that no table has
# Milliseconds: who is out of Life is Life looks on while the others play round after round.
OTHERS = 300_000
# Until a move is answered.
ANSWERED = """version => document.querySelector('dialog[open], .result, .note.error')
  || Number(document.querySelector('.table')?.dataset.version ?? version) !== version"""
# The pictures of the cards of Life is Life: in the hand, and in each row.
PICTURES = """() => {
  const drawn = (place) => [...place.querySelectorAll('svg.card')].map((card) => card.outerHTML)
  const rows = [...document.querySelectorAll('.rows .row')]
  return [document.querySelector('.hand'), ...rows].map(drawn)
}"""
KNOCKS = 0.3  # how often somebody knocks who could


@dataclass(frozen=True)
class Glance:
    yours: bool
    version: int
    dialog: bool
    over: bool
    refused: str


Turn = Callable[[Person, Random], Awaitable[None]]


async def glance(person: Person) -> Glance:
    return Glance(**await person.page.evaluate(GLANCE))


async def something_to_do(person: Person, version: int = NEVER) -> Glance:
    await person.page.wait_for_function(SOMETHING, arg=version, timeout=OTHERS)
    seen = await glance(person)
    assert not seen.refused, seen.refused
    return seen


async def play_match(person: Person, turn: Turn, rng: Random) -> int:
    """Plays until the result is shown; says how many moves it took."""
    moves = 0
    while not (seen := await something_to_do(person)).over:
        moves += await step(person, seen, turn, rng)
    return moves


async def play_moves(person: Person, turn: Turn, rng: Random, moves: int) -> None:
    """Plays so many moves of his own, or until the result is shown. Only against bots: people who
    stop here wait for each other, for some play more often than others."""
    while moves > 0 and not (seen := await something_to_do(person)).over:
        moves -= await step(person, seen, turn, rng)


async def play_until(person: Person, turn: Turn, rng: Random, version: int) -> None:
    """Plays until the table has come so far."""
    while not (seen := await something_to_do(person, version)).over and seen.version < version:
        await step(person, seen, turn, rng)


async def step(person: Person, seen: Glance, turn: Turn, rng: Random) -> int:
    """A move, or a round's end that is read and closed. Who draws a lion lays it too (T18)."""
    if seen.dialog:
        await go_on(person)
        return 0
    await move(person, seen.version, turn, rng)
    while await person.find(".interruption").count():
        await move(person, (await glance(person)).version, turn, rng)
    return 1


async def move(person: Person, version: int, turn: Turn, rng: Random) -> None:
    await turn(person, rng)
    await person.page.wait_for_function(ANSWERED, arg=version)
    assert not (seen := await glance(person)).refused, seen.refused


async def go_on(person: Person) -> None:
    """Agrees to the dialog that is open. Another may follow at once."""
    dialog = await person.dialog.element_handle()
    await person.agree(person.dialog.locator(".button.primary").last)
    await dialog.wait_for_element_state("hidden")


# Tembo --------------------------------------------------------------------------------------------


async def tembo(person: Person, rng: Random) -> None:
    """A card that can be played, maybe a second one that fits, a crossing that is lit; then a
    button, where there is a choice."""
    if not await person.find(".interruption").count():
        await choose_cards(person, rng)
    target = await one_of(person.find(".crossing.lit"), rng)
    await person.use_card(target)
    if await person.find(".crossing.chosen").count():
        await person.agree(person.find(".actions .button.primary"))


async def choose_cards(person: Person, rng: Random) -> None:
    await person.use_card(await one_of(person.find(".hand .held:not(.dull)"), rng))
    await person.waits_for(".hand .held.chosen")
    pairs = person.find(".hand .held:has(.plus)")
    if await pairs.count() and rng.random() < 0.5:
        await person.use_card(await one_of(pairs, rng))


async def one_of(found: Locator, rng: Random) -> Locator:
    await found.first.wait_for()
    return found.nth(rng.randrange(await found.count()))


# Life is Life -------------------------------------------------------------------------------------


async def life(person: Person, rng: Random) -> None:
    """Knocks now and then where that is offered, and swaps otherwise."""
    knock = person.button("life.knock")
    if await knock.count() and rng.random() < KNOCKS:
        await knock_now(person, knock)
    else:
        await swap(person, rng)


async def knock_now(person: Person, knock: Locator) -> None:
    await person.use(knock)
    await go_on(person)


async def swap(person: Person, rng: Random) -> None:
    """A row, and cards that are not just the same."""
    hand, *rows = await person.page.evaluate(PICTURES)
    row = rng.randrange(len(rows))
    cards = other_cards(hand, rows[row], rng)
    await person.use_card(person.find(".rows .row").nth(row))
    for card in cards:
        await person.use_card(person.find(".hand .held").nth(card))
    await person.agree(person.find(".actions .button.primary:enabled"))


def other_cards(hand: Sequence[str], row: Sequence[str], rng: Random) -> Sequence[int]:
    while True:
        cards = rng.sample(range(len(hand)), len(row))
        if sorted(hand[card] for card in cards) != sorted(row):
            return cards


TURNS: dict[str, Turn] = {"tembo": tembo, "life": life}
