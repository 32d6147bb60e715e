"""Tables in every state for looking at them, with Ada at each: played over the wire, where it is
quick, and then opened in the browser."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.server.client import Json, Person, match, people, play_all
from tests.server.process import Server

LONG_GONE = 3600  # seconds; nobody plays for Ada while she looks at other screens


@dataclass(frozen=True)
class Tables:
    """The ids of the tables, and the cookie that makes a browser Ada's."""

    cookie: str
    gathering: str
    tembo: str
    life: str
    tembo_over: str
    life_over: str


async def make_tables(server: Server) -> Tables:
    async with people(server, "Ada", "Bo") as (ada, bo):
        gathering = await ada.make("tembo", 4, private=False)
        await ada.sit(gathering)
        await ada.add_bot(gathering)
        return Tables(
            cookie=ada.cookie,
            gathering=gathering,
            tembo=await begun(ada, "tembo", bots=3, moves=3),
            life=await begun(ada, "life", bots=4, moves=3),
            tembo_over=await finished(ada, bo, "tembo"),
            life_over=await finished(ada, bo, "life"),
        )


async def begun(ada: Person, game: str, bots: int, moves: int) -> str:
    """A table with bots at which Ada has made some moves, and it is her turn again."""
    async with match([ada], game, bots, options={}) as (tab,):
        while moves > 0 or not worth_a_look((await tab.my_turn())["view"]):
            await tab.step(Random(moves))
            moves -= 1
        return tab.table


def worth_a_look(view: Json) -> bool:
    """Some animals at the river and no lion in the way; somebody's cards that everybody knows."""
    if view["game"] == "life":
        return any(cards for seat, cards in enumerate(view["known"]) if seat != view["seat"])
    rows = [animal for crossing in view["crossings"] for animal in crossing["row"]]
    return not view["lion_drawn"] and len(rows) > 3


async def finished(ada: Person, bo: Person, game: str) -> str:
    async with match([ada, bo], game) as tabs:
        await play_all(tabs)
        return tabs[0].table
