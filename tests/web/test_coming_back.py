"""Who is cut off, refreshes, or comes from another device finds the table as it was."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random

import pytest
from playwright.async_api import TimeoutError as TooLate
from playwright.async_api import expect

from tests.server.process import Server
from tests.web.people import QUICK_LIFE, QUICK_TEMBO, People, Person, gather
from tests.web.playing import (
    TURNS,
    choose_cards,
    glance,
    go_on,
    play_match,
    play_moves,
    something_to_do,
    step,
    tembo,
)
from tests.web.seeing import comes_to_see, seen
from tests.web.words import word

QUICK = {"tembo": QUICK_TEMBO, "life": QUICK_LIFE}
REFRESHES = 8
LOST = '[role=alert]:has-text("{}")'.format(word("table.lost"))
# Chromium itself reports what does not get through; a page cannot keep it quiet.
NOT_THROUGH = r"^console error: WebSocket connection to 'ws://[^']*' failed"


async def two_at_tembo(people: People) -> tuple[Person, Person]:
    """Two at a table of Tembo in play; the first is to move."""
    ada, bo = await people.come("Ada"), await people.come("Bo")
    table = await gather([ada, bo], QUICK_TEMBO)
    for person in (ada, bo):
        await person.open(f"/table/{table}")
        await person.waits_for(".table")
    first = await something_to_do_first(ada, bo)
    return (ada, bo) if first is ada else (bo, ada)


async def something_to_do_first(*people: Person) -> Person:
    """Whose turn it is."""
    asked = {asyncio.ensure_future(something_to_do(each)): each for each in people}
    done, waiting = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    for each in waiting:
        each.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    return asked[done.pop()]


async def play_turn(person: Person) -> None:
    """Also the lion, if he draws one."""
    rng = Random(person.name)
    await something_to_do(person)
    while (now := await glance(person)).yours:
        await step(person, now, tembo, rng)


async def finish(*people: Person) -> None:
    await asyncio.gather(*(play_match(each, tembo, Random(each.name)) for each in people))


async def test_who_loses_the_network_in_the_middle_of_a_move_comes_back_to_it(
    people: People,
) -> None:
    people.watch.expected.append(NOT_THROUGH)
    ada, bo = await two_at_tembo(people)
    before = await seen(ada)
    await choose_cards(ada, Random("cut off"))
    await ada.context.set_offline(True)
    await ada.waits_for(LOST)
    await ada.context.set_offline(False)
    await ada.find(LOST).wait_for(state="detached")
    await ada.page.keyboard.press("Escape")  # puts the card back
    await comes_to_see(ada, before)
    await finish(ada, bo)


async def test_who_taps_while_the_network_is_gone_is_told_and_can_tap_again(
    people: People,
) -> None:
    people.watch.expected.append(NOT_THROUGH)
    ada, bo = await two_at_tembo(people)
    await ada.context.set_offline(True)
    await ada.waits_for(LOST)
    await tembo(ada, Random("cut off"))
    await expect(ada.find(".note.error")).to_contain_text(word("errors.offline"))
    await ada.use(ada.find(".note.error .icon-button"))
    await ada.context.set_offline(False)
    await ada.find(LOST).wait_for(state="detached")
    await finish(ada, bo)


async def test_a_server_that_is_killed_in_the_middle_of_a_move_loses_nothing(
    people: People, server: Server
) -> None:
    people.watch.expected.append(NOT_THROUGH)
    ada, bo = await two_at_tembo(people)
    await play_turn(ada)
    await play_turn(bo)
    await something_to_do(ada)
    before = await seen(bo)
    await tembo(ada, Random("cut off"))
    server.kill()
    await bo.waits_for(LOST)
    server.start()
    for person in (ada, bo):
        await person.find(LOST).wait_for(state="detached")
    assert nothing_lost(before["log"], (await seen(bo))["log"])
    await close_notes(ada)
    await finish(ada, bo)


def nothing_lost(before: list[str], after: list[str]) -> bool:
    """The log is as it was, and maybe longer: the move may just have got through."""
    return after[: len(before)] == before


async def close_notes(person: Person) -> None:
    """Or wait until they are gone by themselves."""
    while await (note := person.find(".note .icon-button")).count():
        with suppress(TooLate):
            await note.first.click(timeout=2000)


@pytest.mark.parametrize("game", QUICK)
async def test_a_refresh_before_each_move_loses_nothing(people: People, game: str) -> None:
    ada, rng = await people.come("Ada"), Random(game)
    table = await gather([ada], QUICK[game], bots=QUICK[game]["seats"] - 1)
    await ada.open(f"/table/{table}")
    for _ in range(REFRESHES):
        now = await something_to_do(ada)
        if now.over:  # a short match
            break
        if now.dialog:
            await go_on(ada)
            continue
        before = await seen(ada)
        await ada.page.reload()
        await comes_to_see(ada, before)
        await step(ada, await something_to_do(ada), TURNS[game], rng)
    await play_match(ada, TURNS[game], rng)
    before = await seen(ada)
    await ada.page.reload()
    await comes_to_see(ada, before)


async def test_a_refresh_while_players_gather_loses_nothing(people: People) -> None:
    """Neither the seat nor the part of the seed that the browser keeps."""
    ada, bo = await people.come("Ada"), await people.come("Bo")
    await ada.open("/new")
    await ada.choose(word("lobby.players"), "2")
    await ada.choose(word("lobby.rounds"), "1")
    await ada.use(ada.button("lobby.create"))
    await ada.page.wait_for_url("**/table/*")
    await bo.page.goto(ada.page.url)
    await bo.use(bo.button("lobby.sit"))
    await bo.button("lobby.leave").wait_for()
    for person in (ada, bo):
        await person.page.reload()
        await expect(person.find("li .name")).to_contain_text(["Ada", "Bo"])
    await ada.use(ada.find(".button.primary.big:enabled"))
    await bo.waits_for(".table")
    await bo.page.reload()
    await finish(ada, bo)
    for person in (ada, bo):
        await person.use(person.button("result.verify"))
        await expect(person.find(".result p[role=status]")).to_have_text(word("result.good"))


async def test_a_second_device_takes_over_by_a_link(people: People) -> None:
    ada = await people.come("Ada")
    phone = await people.come("Ada's phone", guest=False)
    table = await gather([ada], QUICK_TEMBO, bots=1)
    await ada.open("/settings")
    await ada.use(ada.button("settings.deviceMake"))
    link = await ada.page.get_by_role("textbox", name=word("settings.device")).input_value()
    await phone.page.goto(link)
    await expect(phone.find(".note")).to_contain_text(word("settings.arrived", name="Ada"))
    for device in (ada, phone):
        await device.open(f"/table/{table}")
        await something_to_do(device)
    await comes_to_see(phone, await seen(ada))
    await play_moves(phone, tembo, Random("phone"), 1)
    await something_to_do(phone)
    await comes_to_see(ada, await seen(phone))


async def test_two_tabs_of_one_person_agree(people: People) -> None:
    ada = await people.come("Ada")
    other = Person("Ada", ada.context, await people.tab(ada.context), ada.url)
    table = await gather([ada], QUICK_TEMBO, bots=1)
    for tab in (ada, other):
        await tab.open(f"/table/{table}")
    for tab, rest in ((ada, other), (other, ada), (ada, other)):
        await play_moves(tab, tembo, Random(table), 1)
        await something_to_do(tab)
        await comes_to_see(rest, await seen(tab))
