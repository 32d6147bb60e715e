"""Each lesson is finished by doing what it says, and nothing else: the sentence is read, the cards
and places it names are looked for on the table."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Locator, expect

from tests.web.people import PHONE, People, Person, Toucher
from tests.web.playing import go_on
from tests.web.words import word

LONGEST = 40  # things to do in a lesson
READY = "() => document.querySelector('dialog[open], .coach .button, [data-turn=yours] .coach')"
# The move was the right one: something else is told, or the end of a round is shown.
TAKEN = """sentence => document.querySelector('dialog[open]')
  || ![sentence, undefined].includes(document.querySelector('.coach p')?.textContent.trim())"""


class Learner(Toucher):
    """Somebody who does what he is told."""

    async def read(self) -> str:
        return (await self.find(".coach p").inner_text()).strip()

    async def follow(self) -> None:
        """Does one thing: goes on, or plays the move that the sentence tells."""
        await self.page.wait_for_function(READY)
        if await self.dialog.count():
            await go_on(self)
        elif await (onward := self.button("learn.next")).count():
            await self.use(onward)
        else:
            sentence = await self.read()
            await self.play(sentence)
            await self.page.wait_for_function(TAKEN, arg=sentence)

    async def play(self, sentence: str) -> None:
        raise NotImplementedError

    async def hold(self, told: str) -> None:
        """Chooses the cards that are named, each name once."""
        named: list[str] = []
        for place, name in enumerate(await names_of(self.find(".hand"))):
            if self.names(told, name) and name not in named:
                await self.use(self.find(".hand .held").nth(place))
                named.append(name)

    def names(self, told: str, card: str) -> bool:
        raise NotImplementedError


class TemboLearner(Learner):
    """Follows sentences like: Choose 18 and 20, then crossing 3."""

    async def play(self, sentence: str) -> None:
        cards, crossing, meal = told_move(sentence)
        if not await self.find(".interruption").count():
            await self.hold(cards)
        await self.use(self.find(f'.crossing.lit[data-drop="{crossing}"]'))
        if await (choices := self.find(".actions .button")).count():
            await self.use(await self.best(choices, meal))

    def names(self, told: str, card: str) -> bool:
        """An animal is named by its number, a beast by what it is."""
        number = re.search(r"^\w+ (\d+)", card)
        return (
            re.search(rf"\b{number[1] if number else card.partition(' ')[0]}\b", told) is not None
        )

    async def best(self, choices: Locator, told: str) -> Locator:
        """The button that does what is told; the first if there is nothing to choose."""
        texts = await choices.all_inner_texts()
        both = [n for n, text in enumerate(texts) if "both" in told and text.count("gnu") == 2]
        return choices.nth(both[0] if both else 0)


class LifeLearner(Learner):
    """Follows sentences like: Choose row 2, lay down your pig and your cat. Or: knock!"""

    async def play(self, sentence: str) -> None:
        told, _, _why = sentence.partition("\n")
        row = re.search(r"row (\d)", told)
        if row is None:
            assert "knock" in told
            await self.use(self.button("life.knock"))
            return await go_on(self)
        await self.use(self.find(f'.rows .row[data-drop="{row[1]}"]'))
        await self.hold(told[told.index("lay down") :])
        await self.use(self.find(".actions .button.primary:enabled"))
        return None

    def names(self, told: str, card: str) -> bool:
        return re.search(rf"\b{card}\b", told) is not None


async def names_of(hand: Locator) -> list[str]:
    """The cards in words, as a screen reader says them, without what follows: `pig`, of `pig, 5
    points, you hold 2`."""
    return re.findall(r'- button "([^",]+)', await hand.aria_snapshot())


def told_move(sentence: str) -> tuple[str, str, str]:
    """The words about cards, the crossing, and the words about what is eaten."""
    told = re.match(r"Choose (.*)crossing (\d)(.*)", sentence)
    assert told, sentence
    return told[1], told[2], told[3]


LEARNERS: dict[str, type[Learner]] = {"tembo": TemboLearner, "life": LifeLearner}


async def begin(person: Person, game: str) -> None:
    await person.open()
    await person.use(person.link("home.learn"))
    await person.use(person.find(f'a.button.primary[href="/learn/{game}"]'))


@pytest.mark.parametrize("game", LEARNERS)
async def test_a_lesson_is_finished_by_doing_what_it_says(people: People, game: str) -> None:
    ada = await people.come("Ada", LEARNERS[game], guest=False, viewport=PHONE)
    assert isinstance(ada, Learner)
    await begin(ada, game)
    for _ in range(LONGEST):
        await ada.waits_for(".coach, dialog[open]")
        if await ada.button("learn.play").count():
            break
        await ada.follow()
    assert word(f"learn.{game}.end") in await ada.read()


@pytest.mark.parametrize("game", LEARNERS)
async def test_another_move_is_not_taken_and_the_lesson_waits(people: People, game: str) -> None:
    ada = await people.come("Ada", LEARNERS[game], guest=False, viewport=PHONE)
    assert isinstance(ada, Learner)
    await begin(ada, game)
    sentence = await ada.read()
    if game == "tembo":
        await ada.use(ada.find(".hand .held").last)
        await ada.use(ada.find(".crossing").last)
    else:
        await ada.use(ada.find(".rows .row").first)
        await ada.use(ada.find(".hand .held").last)
        await ada.use(ada.find(".actions .button.primary"))
    await expect(ada.find(".note")).to_contain_text(word("learn.not_that"))
    assert await ada.read() == sentence
