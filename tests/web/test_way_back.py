"""The way back, a phone's button or gesture: first it closes what is open, then it leaves."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.web.people import PHONE, QUICK_TEMBO, People, Person, Toucher, gather
from tests.web.words import word

# What can be opened at a table: how, and what is there then.
LAYERS = {
    "dialog": (".plates button", "dialog[open]"),
    "log": (".tools .log", "aside.open"),
    "reactions": (".tools [popovertarget] >> nth=0", ":popover-open"),
    "menu": (".tools [popovertarget] >> nth=1", ":popover-open"),
}
# A page that is not there is one to Chromium, too.
NOT_FOUND = r"^console error: Failed to load resource: .* 404"


async def at_a_table(people: People) -> Person:
    """From the home screen, so that there is a way back."""
    ada = await people.come("Ada", Toucher, viewport=PHONE)
    table = await gather([ada], QUICK_TEMBO, bots=1)
    await ada.open()
    await ada.use(ada.link("home.goOn"))
    await ada.page.wait_for_url(f"**/table/{table}")
    await ada.waits_for(".table")
    return ada


async def open_layer(person: Person, layer: str) -> None:
    opener, opened = LAYERS[layer]
    await person.use(person.find(opener).first)
    await person.waits_for(opened)
    await person.page.wait_for_function("() => history.state?.above")


@pytest.mark.parametrize("layer", LAYERS)
async def test_the_way_back_closes_what_is_open_and_then_leaves(people: People, layer: str) -> None:
    ada = await at_a_table(people)
    await open_layer(ada, layer)
    await ada.page.go_back()
    await ada.find(LAYERS[layer][1]).wait_for(state="detached")
    await expect(ada.find(".table")).to_be_visible()
    await ada.page.go_back()
    await ada.waits_for(".games")


@pytest.mark.parametrize("layer", LAYERS)
async def test_what_was_closed_otherwise_is_not_in_the_way(people: People, layer: str) -> None:
    ada = await at_a_table(people)
    await open_layer(ada, layer)
    await ada.page.keyboard.press("Escape")
    await ada.find(LAYERS[layer][1]).wait_for(state="detached")
    await ada.page.wait_for_function("() => history.state === null")
    await ada.page.go_back()
    await ada.waits_for(".games")


async def test_a_link_in_what_is_open_leads_there_and_back_to_the_table(people: People) -> None:
    ada = await at_a_table(people)
    await open_layer(ada, "menu")
    await ada.use(ada.find(':popover-open a[href="/"]'))
    await ada.waits_for(".games")
    await ada.page.go_back()
    await ada.waits_for(".table")


async def test_at_a_wrong_address_there_is_a_way_home(people: People) -> None:
    people.watch.expected.append(NOT_FOUND)
    ada = await people.come("Ada")
    await ada.open("/no/such/place")
    await expect(ada.find("main")).to_contain_text(word("app.notFound"))
    await ada.use(ada.find("main").get_by_role("link", name=word("app.home")))
    await ada.waits_for(".games")
