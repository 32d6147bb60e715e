"""Coming together at a table through the page: somebody makes it, the others open its link."""

from __future__ import annotations

from collections.abc import Sequence

from tests.web.people import Person
from tests.web.words import word

NAMES = ("Ada", "Bo", "Cleo")
SEATS = {"tembo": 2, "life": 3}


async def make_table(owner: Person, game: str, short: bool) -> str:
    """From the home screen to a table with a link; returns its path."""
    await owner.open()
    await owner.use(owner.link("home.friends"))
    await owner.choose(word("lobby.game"), word(f"app.{game}"))
    await owner.choose(word("lobby.players"), str(SEATS[game]))
    if short and game == "tembo":
        await owner.choose(word("lobby.rounds"), "1")
    await owner.use(owner.button("lobby.create"))
    link = await owner.page.get_by_role("textbox", name=word("lobby.invite")).input_value()
    return link.removeprefix(owner.url)


async def join(person: Person, path: str) -> None:
    """Opens the link, says who he is, and sits down."""
    await person.open(path)
    await person.write(person.page.get_by_label(word("lobby.yourName")), person.name)
    await person.use(person.button("lobby.sit"))


async def sit_and_start(people: Sequence[Person], game: str, short: bool = False) -> None:
    owner, *others = people
    path = await make_table(owner, game, short)
    for person in others:
        await join(person, path)
    await owner.use(owner.find(".button.primary.big:enabled"))
    for person in people:
        await person.waits_for(".table")
