"""What makes a table comfortable: counters, cards in the order and size one likes, a word when it
is one's turn, the past after a reload, and notes that are in nobody's way."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from tests.web.people import PHONE, QUICK_LIFE, QUICK_TEMBO, People, Person, Toucher, gather
from tests.web.playing import TURNS, go_on, play_moves, something_to_do, step, swap, tembo
from tests.web.seeing import Seen, seen
from tests.web.tables import Tables

QUICK = {"tembo": QUICK_TEMBO, "life": QUICK_LIFE}
HELD = "() => [...document.querySelectorAll('.hand .held')].map(it => it.dataset.card)"


async def at_table(people: People, game: str, kind: type[Person] = Person, **looks: Any) -> Person:
    ada = await people.come("Ada", kind, **looks)
    table = await gather([ada], QUICK[game], bots=QUICK[game]["seats"] - 1)
    await ada.open(f"/table/{table}")
    await something_to_do(ada)
    return ada


async def looking(people: People, tables: Tables, path: str, **looks: Any) -> Person:
    ada = await people.come_as("Ada", tables.cookie, **looks)
    await ada.open(path.format(**vars(tables)))
    await ada.waits_for(".table")
    return ada


async def held(person: Person) -> list[str]:
    found: list[str] = await person.page.evaluate(HELD)
    return found


async def drag(person: Person, card: Locator, to: Locator) -> None:
    """Without a pause: who holds a card asks about it."""
    (x, y), end = await middle(card), await middle(to)
    mouse = person.page.mouse
    await mouse.move(x, y)
    await mouse.down()
    await mouse.move(*end, steps=3)
    await mouse.up()


async def middle(card: Locator) -> tuple[float, float]:
    box = await card.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def width(card: Locator) -> float:
    box = await card.bounding_box()
    assert box is not None
    return box["width"]


async def choose_setting(person: Person, group: str, option: str) -> None:
    """In another tab, as from the menu of a table: this one follows."""
    other = Person(person.name, person.context, await person.context.new_page(), person.url)
    await other.open("/settings")
    await other.choose(other.word(group), other.word(option))
    await other.page.close()


# Counters ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("looks", [{}, {"viewport": PHONE}], ids=["desktop", "phone"])
async def test_each_kind_of_the_hand_says_how_many_are_mine_and_how_many_i_see(
    people: People, tables: Tables, looks: dict[str, Any]
) -> None:
    """What I see is my hand, the rows, and what the others surely hold."""
    ada = await looking(people, tables, "/table/{life}", **looks)
    shown = await ada.get(f"/api/tables/{tables.life}")
    view = shown["view"]
    others = [
        card for seat, cards in enumerate(view["known"]) if seat != view["seat"] for card in cards
    ]
    seen = [*view["hand"], *(card for row in view["rows"] for card in row), *others]
    kinds = dict.fromkeys(view["hand"])
    wanted = [f"{view['hand'].count(kind)}/{seen.count(kind)}" for kind in kinds]
    assert others, "nobody has taken a card yet"
    await expect(ada.find(".hand .count")).to_have_text(wanted)


# The order of the hand ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", QUICK)
async def test_one_tap_sorts_the_hand_and_keys_follow(people: People, game: str) -> None:
    ada = await at_table(people, game)
    before = await held(ada)
    await ada.use(ada.button("table.sort"))
    assert await held(ada) == before[::-1]
    await ada.page.keyboard.press("1")
    await expect(ada.find(".hand .held.chosen")).to_have_attribute("data-card", before[-1])
    await ada.page.keyboard.press("Escape")
    while await held(ada) != before:
        await ada.page.keyboard.press("s")


@pytest.mark.parametrize("game", QUICK)
async def test_a_dragged_card_stays_where_it_was_put_also_after_a_reload(
    people: People, game: str
) -> None:
    ada = await at_table(people, game)
    first, *rest = await held(ada)
    cards = ada.find(".hand .held")
    await drag(ada, cards.first, cards.nth(2))
    wanted = [*rest[:2], first, *rest[2:]]
    assert await held(ada) == wanted
    await expect(ada.find(".hand .held.chosen")).to_have_count(0)
    await ada.page.reload()
    await something_to_do(ada)
    assert await held(ada) == wanted


async def test_a_card_is_moved_with_the_keyboard_or_by_taps_alone(people: People) -> None:
    ada = await at_table(people, "tembo")
    first, second, *rest = await held(ada)
    await ada.find(".hand .held").first.focus()
    await ada.page.keyboard.press("Shift+ArrowRight")
    assert await held(ada) == [second, first, *rest]
    await expect(ada.find(f'.hand [data-card="{first}"]')).to_be_focused()
    await ada.find(".hand .held").first.click(button="right")
    await ada.use(ada.button("table.toRight"))
    assert await held(ada) == [first, second, *rest]


async def test_new_cards_come_last_in_an_own_order(people: People) -> None:
    ada = await at_table(people, "tembo")
    cards = ada.find(".hand .held")
    await drag(ada, cards.last, cards.first)
    before = await held(ada)
    await play_moves(ada, tembo, Random("own order"), 1)
    await something_to_do(ada)
    now = await held(ada)
    stayed = [card for card in before if card in now]
    assert now[: len(stayed)] == stayed


# What is chosen -----------------------------------------------------------------------------------


async def test_a_new_hand_begins_with_nothing_chosen(people: People) -> None:
    """Whose swap ended a round may begin the next: with two players and one lap, always."""
    ada = await people.come("Ada")
    quick = {"game": "life", "seats": 2, "options": {"lap_limit": 1}}
    await ada.open(f"/table/{await gather([ada], quick, bots=1)}")
    rng, rounds = Random(3), 0
    while rounds < 3:
        seen = await something_to_do(ada)
        if not seen.dialog:
            assert await ada.find(".row.chosen, .hand .held.chosen").count() == 0
        rounds += await step(ada, seen, swap, rng) == 0


# The size of the cards ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", QUICK)
async def test_large_cards_are_larger_on_a_phone_too_and_fit(people: People, game: str) -> None:
    ada = await at_table(people, game, Toucher, viewport=PHONE)
    card = ada.find(".hand .held").first
    normal = await width(card)
    await choose_setting(ada, "settings.cards", "settings.sizes.large")
    await expect(ada.find("html")).to_have_attribute("data-cards", "large")
    assert await width(card) > 1.2 * normal
    last = await ada.find(".hand .held").last.bounding_box()
    assert last is not None
    assert last["x"] + last["width"] <= PHONE["width"]
    await choose_setting(ada, "settings.cards", "settings.sizes.small")
    await expect(ada.find("html")).to_have_attribute("data-cards", "small")
    assert await width(card) < 0.9 * normal


async def test_large_print_makes_cards_larger_too(people: People) -> None:
    ada = await at_table(people, "life", Toucher, viewport=PHONE)
    card = ada.find(".hand .held").first
    normal = await width(card)
    await ada.page.evaluate("() => { document.documentElement.dataset.print = 'large' }")
    assert await width(card) > 1.1 * normal


# Your turn ---------------------------------------------------------------------------------------

# Notifications as they are, and a list of what they say; and a page that can be looked away from.
LISTEN = """() => {
  window.said = []
  const Real = Notification
  window.Notification = class extends Real {
    constructor(title, options) { super(title, options); window.said.push(options.body) }
  }
  let hidden = false
  Object.defineProperty(document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') })
  window.look = (away) => { hidden = away; document.dispatchEvent(new Event('visibilitychange')) }
}"""


async def test_the_title_marks_my_turn(people: People) -> None:
    ada = await at_table(people, "tembo")
    assert (await ada.page.title()).startswith("● " + ada.word("table.yourTurn"))


async def test_who_wants_it_is_notified_while_looking_elsewhere(people: People) -> None:
    ada = await people.come("Ada")
    await ada.context.grant_permissions(["notifications"], origin=ada.url)
    await ada.context.add_init_script(f"({LISTEN})()")
    table = await gather([ada], QUICK_TEMBO, bots=1)
    await ada.open("/settings")
    switch = ada.page.get_by_role("switch", name=ada.word("settings.notify"))
    await expect(switch).not_to_be_checked()
    await switch.check()
    await expect(switch).to_be_checked()
    await ada.page.wait_for_function("() => window.said.length === 1")  # what it will look like
    await ada.open(f"/table/{table}")
    await play_moves(ada, tembo, Random("looking"), 1)
    await something_to_do(ada)
    assert await ada.page.evaluate("window.said") == []
    await ada.page.evaluate("window.look(true)")
    await play_moves(ada, tembo, Random("away"), 1)
    await ada.page.wait_for_function("() => window.said.length > 0")
    told = await ada.page.evaluate("window.said")
    assert told[0] == f"{ada.word('app.tembo')}: {ada.word('table.yourTurn')}"


async def test_who_does_not_allow_it_is_told_and_it_stays_off(people: People) -> None:
    """A browser that is driven by a program refuses whatever was not granted before."""
    ada = await people.come("Ada")
    await ada.open("/settings")
    switch = ada.page.get_by_role("switch", name=ada.word("settings.notify"))
    await switch.click()
    await expect(ada.find(".note.error")).to_contain_text(ada.word("settings.notifyRefused"))
    await expect(switch).not_to_be_checked()


# The past -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", QUICK)
async def test_after_a_reload_every_line_of_the_log_shows_its_moment_again(
    people: People, game: str
) -> None:
    ada = await at_table(people, game)
    await play_moves(ada, TURNS[game], Random("past"), 3)
    await on_turn(ada)
    before = [await moment(ada, line) for line in await ada.find("aside button.line").all()]
    assert len(before) >= 3
    await ada.page.reload()
    await on_turn(ada)
    lines = await ada.find("aside button.line").all()
    after = [await moment(ada, line) for line in lines]
    assert after[-len(before) :] == before
    assert len(lines) == await ada.find("aside li").count()
    await ada.use(ada.button("table.present"))
    await on_turn(ada)


async def on_turn(person: Person) -> None:
    """A round may be over just now: that is read first."""
    while (await something_to_do(person)).dialog:
        await go_on(person)


async def moment(person: Person, line: Locator) -> Seen:
    await person.use(line)
    await expect(line).to_have_attribute("aria-current", "true")
    return await seen(person)


# Nothing in the way ------------------------------------------------------------------------------


async def test_notes_are_centred_on_the_table(people: People, tables: Tables) -> None:
    ada = await looking(people, tables, "/table/{tembo}", viewport={"width": 1440, "height": 900})
    await somewhere_forbidden(ada)
    note = await (await ada.waits_for(".note.error")).bounding_box()
    board = await ada.find("main").bounding_box()
    assert note is not None
    assert board is not None
    assert abs(note["x"] + note["width"] / 2 - board["x"] - board["width"] / 2) < 2


async def somewhere_forbidden(person: Person) -> None:
    """A card, where it may not be played."""
    for card in await person.find(".hand .held").all():
        await person.use(card)
        if await (places := person.find(".crossing:not(.lit)")).count():
            await person.use(places.first)
            return


@pytest.mark.parametrize(
    "viewport", [{"width": 1440, "height": 900}, PHONE], ids=["desktop", "phone"]
)
async def test_a_lion_puts_older_notes_away_and_newer_ones_lie_above_it(
    people: People, viewport: dict[str, int]
) -> None:
    """In the lesson a lion is drawn after the fifth move."""
    ada = await people.come("Ada", viewport=viewport)
    await ada.open("/learn/tembo")
    await to_the_lion(ada)
    await expect(ada.find(".note")).to_have_count(0)
    await ada.use(ada.find(".crossing.lit:not([data-told])").first)
    await ada.use(ada.find(".crossing.chosen").first)
    note = await (await ada.waits_for(".note")).bounding_box()
    lion = await ada.find(".interruption").bounding_box()
    assert note is not None
    assert lion is not None
    assert note["y"] + note["height"] <= lion["y"]


async def to_the_lion(person: Person) -> None:
    """Follows what is lit, with something wrong just before the lion."""
    while not await person.find(".interruption").count():
        await person.waits_for(".hand [data-told]")
        cards = await person.find(".hand [data-told]").all()
        for card in cards:
            await person.use(card)
        wrong = person.find(".crossing.lit:not([data-told])")
        if len(cards) == 2 and await wrong.count():
            await person.use(wrong.first)
            await person.waits_for(".note")
            for card in cards:
                await person.use(card)
        await person.use(person.find(".crossing[data-told]"))
        button = person.find(".actions .button").last
        if await person.find(".crossing.chosen").count():
            await person.use(button)
        await person.page.wait_for_function(
            "() => document.querySelector('.interruption, .hand [data-told]:not(.chosen)')"
        )


async def test_the_knock_button_is_lit_when_the_lesson_asks_for_it(people: People) -> None:
    ada = await people.come("Ada", viewport=PHONE)
    await ada.open("/learn/life")
    for _ in range(3):
        await ada.waits_for(".row[data-told]")
        for row in await ada.find(".row").all():
            box = await row.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
        await ada.use(ada.find(".row[data-told]"))
        for card in await ada.find(".hand [data-told]").all():
            await ada.use(card)
        await ada.use(ada.find(".actions .button.primary:enabled"))
    knock = await ada.waits_for(".actions [data-told]")
    await expect(knock).to_have_text(ada.word("life.knock"))
