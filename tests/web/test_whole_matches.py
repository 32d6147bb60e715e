"""Whole matches through the page, to the result screen: with mice, by touch, by keyboard alone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random

import pytest
from playwright.async_api import expect

from tests.web.gathering import NAMES, SEATS, sit_and_start
from tests.web.people import PHONE, Json, People, Person, Toucher, Typist
from tests.web.playing import TURNS, play_match
from tests.web.words import word


async def play_whole(people: Sequence[Person], game: str) -> None:
    await sit_and_start(people, game)
    plays = [play_match(each, TURNS[game], Random(each.name)) for each in people]
    moves = await asyncio.gather(*plays)
    assert all(count > 3 for count in moves), moves
    await all_agree(people)


async def all_agree(people: Sequence[Person]) -> None:
    """One result, told to each from his own seat; and the cards can be checked."""
    sheets = [await totals(person) for person in people]
    assert sheets[0].keys() == {person.name for person in people}
    assert all(sheet == sheets[0] for sheet in sheets)
    for person in people:
        await person.use(person.button("result.verify"))
        await expect(person.find(".result p[role=status]")).to_have_text(word("result.good"))


async def totals(person: Person) -> dict[str, str]:
    """The last line of the sheet, by name; everybody sees his own column where he sits."""
    sheet = person.find(".result table").first
    names = await sheet.locator("thead .name").all_inner_texts()
    numbers = await sheet.locator("tfoot td").all_inner_texts()
    you = {word("lobby.you"): person.name}
    return {you.get(name, name): number for name, number in zip(names, numbers, strict=True)}


@pytest.mark.parametrize("game", SEATS)
async def test_people_play_a_whole_match_by_tapping(people: People, game: str) -> None:
    await play_whole([await people.come(name) for name in NAMES[: SEATS[game]]], game)


@pytest.mark.parametrize("game", SEATS)
async def test_people_play_a_whole_match_by_keyboard_alone(people: People, game: str) -> None:
    await play_whole([await people.come(name, Typist) for name in NAMES[: SEATS[game]]], game)


@pytest.mark.parametrize("game", SEATS)
async def test_people_play_a_whole_match_on_a_small_touch_screen(people: People, game: str) -> None:
    """With all that moves: input never waits for it."""
    looks: Json = {"viewport": PHONE, "reduced_motion": "no-preference"}
    names = NAMES[: SEATS[game]]
    await play_whole([await people.come(name, Toucher, **looks) for name in names], game)
