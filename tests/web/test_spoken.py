"""What somebody hears who cannot see the table: names, as Chromium works them out for a screen
reader, compared with what the server says."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random
from typing import Literal

import pytest
from playwright.async_api import Locator, Route, expect

from tests.web.gathering import sit_and_start
from tests.web.people import PHONE, QUICK_LIFE, QUICK_TEMBO, Json, People, Person, gather
from tests.web.playing import TURNS, go_on, play_match, play_moves, something_to_do
from tests.web.tables import Tables
from tests.web.words import word
from waterhole.tembo.deck import default_deck

SPECIAL = {
    "E": "elephant",
    "S": "super crocodile",
    "Cg": "crocodile that eats gnus",
    "Cz": "crocodile that eats zebras",
    "Ca": "crocodile that eats antelopes",
}
ANIMALS = {
    "G": ("giraffe", 9), "B": ("bear", 8), "O": ("mole", 7), "T": ("goat", 7), "S": ("sheep", 6),
    "D": ("dog", 6), "H": ("hare", 5), "P": ("pig", 5), "C": ("cat", 4), "M": ("mouse", 3),
}  # fmt: skip


async def sits(people: People, tables: Tables, table: str) -> tuple[Person, Json]:
    """Ada at a table where it is her turn, and what the server tells her about it."""
    ada = await people.come_as("Ada", tables.cookie)
    await ada.open(f"/table/{table}")
    await ada.waits_for(".table")
    return ada, await ada.get(f"/api/tables/{table}")


def among(person: Person, role: Literal["list", "group"], key: str) -> Locator:
    """The buttons in a named part of the table."""
    part = person.find("main").get_by_role(role, name=person.word(key), exact=True)
    return part.get_by_role("button")


async def names(buttons: Locator) -> list[str]:
    """The names of some buttons as they are spoken, in order."""
    spoken = [await button.aria_snapshot() for button in await buttons.all()]
    return [name for each in spoken for name in re.findall(r'button "(.*?)"', each)]


def tembo_card(card: str) -> str:
    if card in SPECIAL:
        return SPECIAL[card]
    deck = default_deck()
    return f"{deck.species(int(card))} {card}, {deck.points(int(card))} points"


def listed(items: list[str]) -> str:
    *first, last = items
    return f"{', '.join(first)}{',' * (len(first) > 1)} and {last}" if first else last


def seat_names(shown: Json) -> list[str]:
    """As the client numbers bots; oneself is `you`."""
    bots = [seat for seat, each in enumerate(shown["seats"]) if each.get("bot")]
    return [
        "you" if seat == shown["seat"]
        else f"Bot {bots.index(seat) + 1}" if seat in bots
        else each["name"]
        for seat, each in enumerate(shown["seats"])
    ]  # fmt: skip


def crossing(shown: Json, number: int) -> str:
    """A crossing with its row in order, from the river outwards, and whose each animal is."""
    there, who = shown["view"]["crossings"][number - 1], seat_names(shown)
    row = [f"{tembo_card(str(each['number']))} ({who[each['owner']]})" for each in there["row"]]
    if not row:
        return f"Crossing {number}, {'closed by a lion' if there['lions'] else 'empty'}"
    count = f"{len(row)} animal{'s' * (len(row) > 1)}"
    return f"Crossing {number}, {count}: {listed(row)}"


def herd(row: list[str]) -> str:
    """`a goat and 2 mice`."""
    several = {"sheep": "sheep", "mouse": "mice"}
    counts = Counter(ANIMALS[card][0] for card in row)
    return listed(
        [
            f"a {kind}" if count == 1 else f"{count} {several.get(kind, kind + 's')}"
            for kind, count in counts.items()
        ]
    )


# Tembo --------------------------------------------------------------------------------------------


async def test_a_hand_of_tembo_tells_kind_number_and_points(people: People, tables: Tables) -> None:
    ada, shown = await sits(people, tables, tables.tembo)
    can = {card for move in shown["legal"] for card in move.split(">")[0].split("+")}
    told = [
        tembo_card(card) + ("" if card in can else f", {word('table.notNow')}")
        for card in shown["view"]["hand"]
    ]
    hand = among(ada, "list", "table.hand")
    await expect(hand).to_have_count(len(told))
    assert sorted(await names(hand)) == sorted(told)


async def test_a_crossing_tells_its_row_in_order_with_owners(
    people: People, tables: Tables
) -> None:
    ada, shown = await sits(people, tables, tables.tembo)
    crossings = among(ada, "group", "tembo.crossings")
    assert await names(crossings) == [crossing(shown, number) for number in range(1, 6)]


async def test_where_a_chosen_card_can_go_is_told(people: People, tables: Tables) -> None:
    ada, shown = await sits(people, tables, tables.tembo)
    card = shown["legal"][0].split(">")[0].split("+")[0]
    hand = among(ada, "list", "table.hand")
    chosen = hand.filter(has_text=re.compile(f"^{tembo_card(card)}")).first
    await chosen.click()
    await expect(chosen).to_have_attribute("aria-pressed", "true")
    told = await names(among(ada, "group", "tembo.crossings"))
    here = {number + 1 for number, name in enumerate(told) if name.endswith("; play here")}
    alone = re.compile(rf"{card}>(\d)")
    assert here == {int(found[1]) for move in shown["legal"] if (found := alone.match(move))}
    assert here


# Life is Life -------------------------------------------------------------------------------------


async def test_a_hand_of_life_tells_kind_and_number(people: People, tables: Tables) -> None:
    ada, shown = await sits(people, tables, tables.life)
    told = ["{}, {} points".format(*ANIMALS[card]) for card in shown["view"]["hand"]]
    heard = await names(among(ada, "list", "table.hand"))
    assert sorted(re.sub(r", you hold.*", "", name) for name in heard) == sorted(told)
    assert len([name for name in heard if "you hold" in name]) == len(set(told))


async def test_rows_of_life_tell_their_animals(people: People, tables: Tables) -> None:
    ada, shown = await sits(people, tables, tables.life)
    heard = await names(among(ada, "list", "life.rows"))
    rows = enumerate(shown["view"]["rows"], start=1)
    assert heard == [f"Row {number}: {herd(row)}" for number, row in rows]


# Both ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["tembo", "life"])
async def test_who_sits_here_and_whose_turn_it_is(
    people: People, tables: Tables, game: str
) -> None:
    ada, shown = await sits(people, tables, getattr(tables, game))
    players = ada.page.get_by_role("list", name=word("table.players")).get_by_role("button")
    heard = await names(players)
    assert len(heard) == len(shown["seats"])
    turns = [name for name in heard if word("table.yourTurn") in name]
    assert turns == [name for name in heard if name.startswith("Ada (You), ")]
    assert len(turns) == 1
    unit = "points" if game == "tembo" else "lives"
    assert all(re.search(rf", \d+ {unit}", name) for name in heard)
    await expect(ada.page.get_by_role("heading", level=1)).to_have_text(word(f"app.{game}"))


@pytest.mark.parametrize(("game", "made"), [("tembo", QUICK_TEMBO), ("life", QUICK_LIFE)])
async def test_the_live_region_tells_the_last_event(people: People, game: str, made: Json) -> None:
    ada = await people.come("Ada")
    table = await gather([ada], made, bots=made["seats"] - 1)
    await ada.open(f"/table/{table}")
    await play_moves(ada, TURNS[game], Random(7), 1)
    while (await something_to_do(ada)).dialog:
        await go_on(ada)
    last = await ada.find("aside li .words").last.inner_text()
    await expect(ada.page.get_by_role("log")).to_contain_text(last)
    assert await ada.page.get_by_role("log").count() == 1


@pytest.mark.parametrize("game", ["tembo", "life"])
async def test_a_replay_tells_every_hand_and_no_empty_one(
    people: People, tables: Tables, game: str
) -> None:
    ada = await people.come_as("Ada", tables.cookie)
    await ada.open(f"/replay/{getattr(tables, f'{game}_over')}")
    hands = ada.page.get_by_role("list", name=word("replay.hands"), exact=True)
    await expect(hands.get_by_role("listitem")).to_have_count(2)
    own = ada.page.get_by_role("list", name=word("table.hand"), exact=True)
    await expect(own).to_have_count(0)
    await ada.page.get_by_label(word("replay.eyes")).select_option("Ada")
    await expect(own).to_have_count(1)


# Around the table ---------------------------------------------------------------------------------


async def finished(people: People) -> Person:
    """Somebody who has just played a match through the page."""
    ada, bo = [await people.come(name, guest=False) for name in ("Ada", "Bo")]
    await sit_and_start([ada, bo], "tembo", short=True)
    await together(ada, bo)
    return ada


async def together(*players: Person) -> None:
    rngs = [Random(seat) for seat in range(len(players))]
    await asyncio.gather(
        *(play_match(who, TURNS["tembo"], rng) for who, rng in zip(players, rngs, strict=True))
    )


def spoilt(change: Callable[[Json], None]) -> Callable[[Route], Awaitable[None]]:
    """The server's record, with something changed on its way."""

    async def answer(route: Route) -> None:
        told = await route.fetch()
        record = json.loads(await told.text())
        change(record)
        await route.fulfill(response=told, json=record)

    return answer


def exchange_a_card(record: Json) -> None:
    pile = record["rounds"][0]["deal"]["pile"]
    pile[2] = "E" if pile[2] != "E" else "S"


async def checked(person: Person) -> tuple[str, list[str], list[str]]:
    """What the check of the cards says: in a sentence, step by step, and which steps are bad."""
    await person.page.reload()
    await person.use(person.button("result.verify"))
    said = await (await person.waits_for(".verified [role=status]")).inner_text()
    steps = person.find(".verified li")
    return said, await steps.all_inner_texts(), await person.find("li.bad").all_inner_texts()


async def test_the_check_of_the_cards_is_told_step_by_step(people: People) -> None:
    ada = await finished(people)
    said, steps, bad = await checked(ada)
    assert said == word("result.good")
    assert len(steps) == 7
    assert steps[-1].startswith("Round 1: ")
    assert bad == []
    await ada.page.route("**/record", spoilt(exchange_a_card))
    said, steps, bad = await checked(ada)
    assert bad == ["Round 1: card 3 of the pile should be another."]
    assert said.endswith(bad[0])
    assert len(steps) == 7
    await ada.page.unroute("**/record")
    await ada.page.route("**/record", spoilt(lambda told: told.update(seed="river")))
    _, steps, bad = await checked(ada)
    assert len(bad) == 2  # the seed and every round


async def test_pictures_in_the_rules_have_names(people: People) -> None:
    ada = await people.come("Ada", viewport=PHONE)
    await ada.open("/rules/tembo")
    cards = (await ada.waits_for("#T14")).locator("ul.cards li")
    assert await cards.locator("span").all_inner_texts() == [
        SPECIAL[each] for each in ("Cg", "Cz", "Ca")
    ]
    drawn = cards.locator("svg[aria-hidden=true]")
    assert await drawn.count() == 0  # far below what is seen
    await cards.first.scroll_into_view_if_needed()
    await expect(drawn).to_have_count(3)
