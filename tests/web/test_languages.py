"""Every screen in every language on a narrow phone: nothing is clipped, overlaps or sticks out, and
nothing is left unwritten."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.web.people import PHONE, People, Person, Toucher
from tests.web.screens import SCREENS, SMALL
from tests.web.tables import Tables
from tests.web.words import LANGUAGES, keys, word

CHECKS = (Path(__file__).parent / "text_checks.js").read_text("utf-8")
GROUPS = sorted({key.partition(".")[0] for key in keys()})
# Searches the rulebook for one text after the other, until each number of rules was found once.
SEARCHES = """async ([texts, wanted]) => {
  const field = document.querySelector('input[type=search]')
  const said = {}
  for (const text of texts) {
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await new Promise((done) => setTimeout(done))
    const found = document.querySelector('p[role=status]')?.textContent ?? ''
    const [number] = /\\d+/.exec(found) ?? []
    if (number) said[number] = found.replace(number, '#')
    if (wanted.every((each) => each in said)) break
  }
  return said
}"""


async def reader(people: People, tables: Tables, language: str) -> Person:
    ada = await people.come_as("Ada", tables.cookie, Toucher, locale=language, viewport=PHONE)
    await ada.open()
    await ada.waits_for(".games")
    return ada


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_screen_can_be_read(people: People, tables: Tables, language: str) -> None:
    ada = await reader(people, tables, language)
    assert await ada.page.evaluate("document.documentElement.lang") == language
    wrong = []
    for screen in (*SCREENS, *SMALL):
        await screen.show(ada, tables)
        found = await ada.page.evaluate(CHECKS, GROUPS)
        wrong += [f"{screen.name}: {complaint}" for complaint in found]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("page", "complaint"),
    [
        ("<p>home.playNow</p>", "not written: “home.playNow”"),
        ("<p>{count} cards</p>", "not written: “{count} cards”"),
        ("<button aria-label='table.undo'></button>", "not written: “table.undo”"),
        ("<p style='width: 40px; overflow: hidden; white-space: nowrap'>Elefanten</p>", "clipped"),
        ("<p style='height: 9px; overflow: hidden'>Elefanten<br>und Löwen</p>", "clipped"),
        ("<p style='position: absolute; left: 330px'>Elefanten</p>", "outside the screen"),
        ("<p>Löwen</p><p style='margin-top: -30px'>Gnus</p>", "overlaps “Gnus”"),
        ("<div style='width: 500px'>Löwen</div>", "the page is"),
        ("<p>Löwen</p><p>Gnus</p><div style='overflow: auto'><p>Zebras</p></div>", ""),
    ],
)
async def test_the_check_finds_what_cannot_be_read(
    people: People, page: str, complaint: str
) -> None:
    ada = await people.come("Ada", Person, guest=False, viewport=PHONE)
    await ada.page.set_content(f"<!doctype html><title>Waterhole</title>{page}")
    found = "; ".join(await ada.page.evaluate(CHECKS, GROUPS))
    assert complaint in found
    assert bool(complaint) == bool(found)


async def test_the_language_is_switched_at_once_and_remembered(
    people: People, tables: Tables
) -> None:
    ada = await reader(people, tables, "en")
    await ada.open("/settings")
    for language in LANGUAGES:
        await ada.find("select").first.select_option(language)
        await ada.page.get_by_role("heading", name=word("settings.title", language)).wait_for()
    await ada.page.reload()
    await ada.page.get_by_role("heading", name=word("settings.title", LANGUAGES[-1])).wait_for()


async def test_polish_has_its_forms_for_1_2_5_and_22(people: People, tables: Tables) -> None:
    """The rulebook says how many rules were found."""
    ada = await reader(people, tables, "pl")
    await ada.open("/rules/tembo")
    text = await (await ada.waits_for("article")).locator("xpath=ancestor::main").inner_text()
    forms = await ada.page.evaluate(SEARCHES, [pieces(text), [1, 2, 5, 22]])
    assert len({forms["1"], forms["2"], forms["5"]}) == 3
    assert all(form == forms[polish(int(count))] for count, form in forms.items())


def polish(count: int) -> str:
    """The smallest number with the same form."""
    if count == 1:
        return "1"
    return "2" if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else "5"


def pieces(text: str) -> list[str]:
    """Texts to look for: common ones and rare ones."""
    words = sorted({word.lower() for word in re.findall(r"\w{4,}", text)})
    return [word[-2:] for word in words] + [word[:3] for word in words] + words
