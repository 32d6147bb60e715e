"""Everybody can play: axe finds nothing to complain about on any screen, every control is reached
by keyboard, and what happens is told to those who listen."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.web.people import PHONE, QUICK_TEMBO, People, Person, gather
from tests.web.playing import play_moves, something_to_do, tembo
from tests.web.screens import SCREENS, SMALL, Screen
from tests.web.site import WEB
from tests.web.tables import Tables

AXE = WEB / "node_modules/axe-core/axe.min.js"
RUN = """async rules => {
  const only = rules.length ? { runOnly: rules } : {}
  return (await axe.run(document, { resultTypes: ['violations'], ...only })).violations
}"""
# Everything that can be used now, marked so that it can be found again: of radio buttons the chosen
# one, in a dialog only what is inside.
MARK = """() => {
  const inside = document.querySelector('dialog[open]') ?? document.body
  const controls = [...inside.querySelectorAll(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  const usable = controls.filter((each) => each.checkVisibility({ visibilityProperty: true })
    && !each.disabled && !(each.type === 'radio' && !each.checked) && each.tabIndex >= 0)
  usable.forEach((each, number) => { each.dataset.usable = number })
  return usable.map((each) => each.outerHTML.replace(/\\s+/g, ' ').slice(0, 120))
}"""
FOCUSED = "() => document.activeElement?.dataset.usable ?? null"
# Notes everything that is told in the live region, for as long as the page is there.
LISTEN = """() => {
  window.heard = []
  const note = () => { window.heard.push(document.querySelector('[role=log]').textContent) }
  new MutationObserver(note).observe(document.querySelector('[role=log]'),
    { childList: true, subtree: true, characterData: true })
}"""


async def visitor(people: People, tables: Tables, **looks: Any) -> Person:
    ada = await people.come_as("Ada", tables.cookie, **looks)
    await ada.open()
    await ada.waits_for(".games")
    return ada


async def violations(person: Person, *rules: str) -> list[str]:
    """By some rules, or by all there are."""
    found = await person.page.evaluate(RUN, list(rules))
    return [
        f"{each['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for each in found
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("looks", [{}, {"viewport": PHONE}], ids=["desktop", "phone"])
async def test_axe_finds_no_violation_on_any_screen_in_either_theme(
    people: People, tables: Tables, looks: dict[str, Any]
) -> None:
    """In the dark, colours are all that is different."""
    ada = await visitor(people, tables, **looks)
    await ada.page.evaluate(AXE.read_text("utf-8"))
    wrong: list[str] = []
    for screen in (*SCREENS, *(SMALL if looks else ())):
        await screen.show(ada, tables)
        wrong += [f"{screen.name}: {violation}" for violation in await violations(ada)]
        await ada.page.emulate_media(color_scheme="dark")
        dark = await violations(ada, "color-contrast")
        wrong += [f"{screen.name}, in the dark: {violation}" for violation in dark]
        await ada.page.emulate_media(color_scheme="light")
    assert not wrong, "\n".join(wrong)


async def test_every_control_is_reached_by_keyboard(people: People, tables: Tables) -> None:
    ada = await visitor(people, tables)
    unreached: list[str] = []
    for screen in SCREENS:
        await screen.show(ada, tables)
        unreached += await never_focused(ada, screen)
    assert not unreached, "\n".join(unreached)


async def never_focused(person: Person, screen: Screen) -> list[str]:
    """What Tab does not come to, going once around the page."""
    controls: list[str] = await person.page.evaluate(MARK)
    reached: set[str] = set()
    for _ in range(2 * len(controls) + 10):
        await person.page.keyboard.press("Tab")
        reached.add(await person.page.evaluate(FOCUSED))
        if len(reached - {None}) == len(controls):
            return []
    return [f"{screen.name}: {each}" for n, each in enumerate(controls) if str(n) not in reached]


async def test_everything_that_happens_is_told_to_those_who_listen(people: People) -> None:
    ada = await people.come("Ada")
    table = await gather([ada], QUICK_TEMBO, bots=1)
    await ada.open(f"/table/{table}")
    await something_to_do(ada)
    before = len(await ada.find("aside li button").all_inner_texts())
    await ada.page.evaluate(LISTEN)
    await play_moves(ada, tembo, Random(table), 3)
    await something_to_do(ada)
    log = (await ada.find("aside li .words").all_inner_texts())[before:]
    heard = " ".join(await ada.page.evaluate("window.heard"))
    assert len(log) >= 4
    assert [line for line in log if line not in heard] == []
    assert ada.word("table.yourTurn") in heard
