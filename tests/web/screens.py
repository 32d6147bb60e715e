"""Every screen there is, and how somebody gets to see it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random

from tests.web.people import QUICK_LIFE, Person, gather
from tests.web.playing import life, one_of, something_to_do, step
from tests.web.tables import Tables

Doing = Callable[[Person], Awaitable[None]]


async def nothing(person: Person) -> None:
    """The screen as it comes."""


@dataclass(frozen=True)
class Screen:
    name: str
    path: str  # with the name of a table in braces
    shows: str  # what is there once it is there
    then: Doing = nothing

    async def show(self, person: Person, tables: Tables) -> None:
        """Goes there as a link does, without loading anything again."""
        await person.page.evaluate(GO, self.path.format(**vars(tables)))
        await person.waits_for(self.shows)
        await self.then(person)


# First away, for some screens are the same place in another state.
GO = """async path => {
  for (const address of ['/nowhere', path]) {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
    await new Promise(requestAnimationFrame)
  }
}"""


def tap(*selectors: str) -> Doing:
    """Taps one thing after the other."""

    async def doing(person: Person) -> None:
        for selector in selectors:
            await person.use(await person.waits_for(selector))

    return doing


async def link_for_a_device(person: Person) -> None:
    await tap("main .panel:last-child .button")(person)
    await person.waits_for("input.link")


def search(text: str) -> Doing:
    async def doing(person: Person) -> None:
        await person.find("input[type=search]").fill(text)

    return doing


async def choice(person: Person) -> None:
    """A card that can be played, and a crossing where it can be: what would happen is shown."""
    await person.use(await one_of(person.find(".hand .held:not(.dull)"), Random(1)))
    await person.waits_for(".crossing.lit")


async def end_of_round(person: Person) -> None:
    """At a table of its own: a match has only so many rounds."""
    table = await gather([person], QUICK_LIFE, bots=2)
    await person.page.evaluate(GO, f"/table/{table}")
    rng = Random(table)
    while not (seen := await something_to_do(person)).dialog:
        await step(person, seen, life, rng)


MENU = ".tools [popovertarget]"
SCREENS = (
    Screen("home", "/", ".games"),
    Screen("new table of Tembo", "/new", "form", tap("summary")),
    Screen("new table of Life is Life", "/new", "form", tap("label:has([value=life])", "summary")),
    Screen("open tables", "/lobby", "main li"),
    Screen("my matches", "/matches", "main li"),
    Screen("settings", "/settings", "select", link_for_a_device),
    Screen("learn", "/learn", "main section"),
    Screen("lesson of Tembo", "/learn/tembo", ".coach"),
    Screen("lesson of Life is Life", "/learn/life", ".coach"),
    Screen("rules of Tembo", "/rules/tembo", "article"),
    Screen("rules of Life is Life", "/rules/life", "article"),
    Screen("rules searched", "/rules/tembo", "article", search("1")),
    Screen("nothing here", "/nothing-here", "main a.button"),
    Screen("no such table", "/table/0123456789abcdef", "[role=alert]"),
    Screen("gathering", "/table/{gathering}", "main ul li"),
    Screen("Tembo", "/table/{tembo}", ".table.tembo"),
    Screen("Tembo, a card chosen", "/table/{tembo}", ".table.tembo", choice),
    Screen("Tembo, a row", "/table/{tembo}", ".table.tembo", tap(".crossing:has(.animal)")),
    Screen("Tembo, a player", "/table/{tembo}", ".table.tembo", tap(".plates button")),
    Screen("Tembo, reactions", "/table/{tembo}", ".table.tembo", tap(f"{MENU} >> nth=0")),
    Screen("Tembo, menu", "/table/{tembo}", ".table.tembo", tap(f"{MENU} >> nth=1")),
    Screen("Tembo, over", "/table/{tembo_over}", ".result"),
    Screen("Tembo, checked", "/table/{tembo_over}", ".result", tap(".result .panel > .button")),
    Screen("Tembo, replay", "/replay/{tembo_over}", "input[type=range]"),
    Screen("Life is Life", "/table/{life}", ".table.life"),
    Screen("Life is Life, a swap", "/table/{life}", ".table.life", tap(".row", ".hand .held")),
    Screen("Life is Life, a player", "/table/{life}", ".table.life", tap(".plates button")),
    Screen("Life is Life, the end of a round", "/", ".games", end_of_round),
    Screen("Life is Life, over", "/table/{life_over}", ".result", tap(".result summary")),
    Screen("Life is Life, replay", "/replay/{life_over}", "input[type=range]"),
)  # fmt: skip
SMALL = (
    Screen("Tembo, the log", "/table/{tembo}", ".table.tembo", tap(".tools .log")),
)  # only where there is no room for it beside the table
