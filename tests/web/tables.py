"""Tables in every state for looking at them, with Ada at each: played over the wire, where it is
quick, and then opened in the browser."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.server.client import Person, match, people, play_all
from tests.server.process import Server

LONG_GONE = 3600  # seconds; nobody plays for Ada while she looks at other screens


@dataclass(frozen=True)
class Tables:
    """The ids of the tables, and the cookie that makes a browser Ada's."""

    cookie: str
    gathering: str
    tembo: str
    life: str
    rounds: str  # Life is Life with short rounds: there is always one to end
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
            tembo=await begun(ada, "tembo", bots=3, moves=7, options={}),
            life=await begun(ada, "life", bots=4, moves=3, options={}),
            rounds=await begun(ada, "life", bots=1, moves=0, options={}),
            tembo_over=await finished(ada, bo, "tembo"),
            life_over=await finished(ada, bo, "life"),
        )


async def begun(ada: Person, game: str, bots: int, moves: int, options: dict[str, int]) -> str:
    """A table with bots at which Ada has made some moves, and it is her turn again."""
    async with match([ada], game, bots, options=options) as (tab,):
        for turn in range(moves):
            await tab.step(Random(turn))
        await tab.my_turn()
        return tab.table


async def finished(ada: Person, bo: Person, game: str) -> str:
    async with match([ada, bo], game) as tabs:
        await play_all(tabs)
        return tabs[0].table
