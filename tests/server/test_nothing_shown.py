"""Nothing shown: all that the server sends to a seat or a spectator is made again here from what
that one may know, and compared byte for byte. Then the same match is thought through with other
cards where he cannot see them: the bytes stay the same."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from tests.server.client import Json, Person, Tab, gather_table, people, story, tabs_at
from tests.server.process import Server
from tests.server.turns import catch_up, persons_turn
from waterhole.game import IllegalMove, State, load
from waterhole.server.tables.entries import Logged, Moved, Undone

# What everybody saw before there were any cards.
FIXED = (
    "protocol", "table", "game", "options", "clock", "private", "watchable", "friendly",
    "commitment",
)  # fmt: skip
# A move that causes no other event is taken back freely: nothing hidden was shown.
OPEN = {"placed", "carried", "eaten", "closed", "swapped", "knocked"}
OPTIONS: dict[str, Json] = {"tembo": {"rounds": 2}, "life": {"lap_limit": 3}}  # not over at once
WORLDS = 3  # other deals that a viewer cannot tell from the real one


def written(message: Json) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


# A match, version by version ----------------------------------------------------------------------


@dataclass
class Match:
    """A match as its log tells it, in one world."""

    start: State[Any]
    log: Sequence[Logged]
    states: list[State[Any] | None] = field(default_factory=lambda: [None])  # of each version
    events: list[list[Json]] = field(default_factory=lambda: [[]])
    back: list[tuple[int, bool] | None] = field(default_factory=lambda: [None])  # whose, freely

    def __post_init__(self) -> None:
        self.game = load(self.start.game)
        undo: list[tuple[State[Any] | None, tuple[int, bool] | None]] = []
        for logged in self.log:
            state, back, events = self.states[-1], self.back[-1], []
            if logged.entry.__struct_config__.tag == "started":
                state = self.start
            elif isinstance(logged.entry, Moved):
                assert state is not None
                undo.append((state, back))
                back, step = (
                    (state.to_move or 0, False),
                    state.play(self.game.parse(logged.entry.move)),
                )
                back = back[0], {event.kind for event in step.events} <= OPEN
                state, events = step.state, [event.to_dict() for event in step.events]
            elif isinstance(logged.entry, Undone):
                state, back = undo.pop()
            self.states.append(state)
            self.events.append(events)
            self.back.append(back)

    def what(self, version: int) -> str:
        return str(self.log[version - 1].entry.__struct_config__.tag)

    def phase(self, version: int) -> str:
        state = self.states[version]
        if state is not None:
            return "over" if state.result else "playing"
        tags = [self.what(each) for each in range(1, version + 1)]
        return "opening" if "closing" in tags else "gathering"

    def known(self, version: int, seat: int | None, memories: bool) -> Json:
        """What a viewer may know of the cards."""
        state = self.states[version]
        if state is None:
            return {"view": None, "to_move": None, "legal": [], "can_undo": False}
        view = state.view(seat)
        return {
            "view": view.to_dict(memories),
            "to_move": state.to_move,
            "legal": [str(move) for move in view.legal()],
            "can_undo": not state.result
            and seat is not None
            and self.back[version] == (seat, True),
        }


def start_of(record: Json) -> State[Any]:
    return next(load(record["game"]).replay(record))


# What was sent ------------------------------------------------------------------------------------


@dataclass
class Said:
    """Something the server sent to a viewer."""

    to: str
    seat: int | None
    text: str
    after: int = 0  # the version he named when he came
    asked: str = ""  # the move that this refuses, at the version given
    version: int = 0

    @property
    def message(self) -> Json:
        found: Json = json.loads(self.text)
        return found


def checked_seats(shown: Sequence[Json], fixed: Json) -> Sequence[Json]:
    """Of a seat everybody knows who sits there, and whether he is here, ready or away."""
    for seat, before in zip(shown, fixed["seats"], strict=True):
        assert {k: v for k, v in seat.items() if k in ("name", "bot")} == {
            k: v for k, v in before.items() if k in ("name", "bot")
        }
        assert seat.keys() <= {"name", "bot", "here", "ready", "away"}
        assert seat.get("here") in (None, True)
        assert seat.get("ready") in (None, True)
        assert seat.get("away") in (None, "gone", "time")
    return shown


def expected(said: Said, match: Match, fixed: Json) -> str:
    """The same message, from what the viewer may know and nothing else."""
    message = said.message
    made = {
        "table": whole_table,
        "changed": one_change,
        "refused": refused,
        "presence": lambda said, *_: {key: said.message[key] for key in ("type", "here")},
    }[message["type"]](said, match, fixed)
    return written(made)


def whole_table(said: Said, match: Match, fixed: Json) -> Json:
    message = said.message
    version = message["version"]
    known = match.known(version, said.seat, memories=True)
    return {
        "type": "table",
        "protocol": fixed["protocol"],
        "table": fixed["table"],
        "version": version,
        "phase": match.phase(version),
        **{name: fixed[name] for name in FIXED[2:]},
        "owner": said.to == "Ada",
        "seat": said.seat,
        "seats": checked_seats(message["seats"], fixed),
        **known,
        "undo_asked": message["undo_asked"],
        "clocks": None,
        "log": match.events[said.after + 1 : version + 1],
        "next": None,
    }


def one_change(said: Said, match: Match, fixed: Json) -> Json:
    message = said.message
    version = message["version"]
    known = match.known(version, said.seat, memories=False)
    return {
        "type": "changed",
        "version": version,
        "phase": match.phase(version),
        "what": match.what(version),
        "seats": checked_seats(message["seats"], fixed),
        "to_move": known.pop("to_move"),
        "undo_asked": message["undo_asked"],
        "clocks": None,
        "next": None,
        "events": match.events[version],
        "seat": said.seat,
        **known,
        **({"id": message["id"]} if "id" in message else {}),  # what he asked himself
    }


def refused(said: Said, match: Match, fixed: Json) -> Json:
    start = {"type": "refused", "id": said.message["id"]}
    state = match.states[said.version]
    assert state is not None
    if state.to_move != said.seat:
        return start | {"code": "move/turn", "text": "it is not your turn"}
    with pytest.raises(IllegalMove) as caught:
        state.play(match.game.parse(said.asked))
    legal = [str(move) for move in state.view(said.seat).legal()]
    error = caught.value
    return start | {"code": error.code, "text": error.text, "rule": error.rule, "legal": legal}


# Playing with eyes open ---------------------------------------------------------------------------


async def peek(person: Person, seat: int | None, table: str, after: int) -> list[Said]:
    """The table as GET and as a new connection show it."""
    found = await person.ask("GET", f"/api/tables/{table}?after={after}")
    said = [Said(person.name, seat, found.text, after)]
    async with person.tab(table, after) as tab:
        await tab.until(lambda now: now["view"])
        return [*said, Said(person.name, seat, tab.raw[0], after)]


async def try_wrong_moves(tab: Tab, rng: Random) -> list[Said]:
    """What the server answers to moves that are illegal, or out of turn."""
    legal, version = tab.now["legal"], tab.now["version"]
    wrong = [str(move) for move in load(tab.now["game"]).moves if str(move) not in legal]
    said = []
    for move in rng.sample(wrong, 3):
        answer = await tab.move(move)
        assert answer["type"] == "refused"
        text = next(raw for raw in reversed(tab.raw) if '"type":"refused"' in raw)
        said.append(Said(tab.person.name, tab.now["seat"], text, asked=move, version=version))
    return said


async def play_and_look(tabs: list[Tab], viewers: Sequence[Person], rng: Random) -> list[Said]:
    """Plays to the end; in between everybody looks from everywhere and tries what is forbidden."""
    said: list[Said] = []
    while await persons_turn(tabs):
        now = tabs[0].now
        if not said or rng.random() < 0.25:
            for seat, person in enumerate(viewers):
                place = seat if person is not viewers[-1] else None
                said += await peek(person, place, now["table"], rng.randrange(now["version"]))
            for tab in tabs:
                said += await try_wrong_moves(tab, rng)
        active = next(tab for tab in tabs if tab.now["seat"] == now["to_move"])
        await active.step(rng)
    return said


def heard(tab: Tab, name: str) -> list[Said]:
    """All a tab was told, but for refusals: those are kept with what was asked."""
    texts = [text for text in tab.raw if '"type":"refused"' not in text]
    return [Said(name, tab.now["seat"], text) for text in texts]


def check_bytes(said: Sequence[Said], match: Match, fixed: Json) -> None:
    for each in said:
        assert each.text == expected(each, match, fixed)


def version_of(said: Said) -> int:
    return said.version or said.message.get("version", 0)


def check_other_worlds(said: Sequence[Said], true: Match, fixed: Json, rng: Random) -> int:
    """Up to some version, everything said to a viewer is the same in a world that differs in what
    he cannot see. Returns how many of the worlds did differ."""
    last = len(true.states) - 1
    first = next(version for version, state in enumerate(true.states) if state is not None)
    seat, differ = said[0].seat, 0
    for _ in range(WORLDS):
        cut = rng.randrange(first, last)
        state = true.states[cut]
        assert state is not None
        world = true.game.resample(state.view(seat), rng).record()
        differ += world["rounds"] != state.record()["rounds"]
        other = Match(start_of(world), true.log[:cut])
        check_bytes([each for each in said if version_of(each) <= cut], other, fixed)
    return differ


@pytest.mark.parametrize("game", ["tembo", "life"])
@story
async def test_a_viewer_is_sent_what_he_may_know_and_nothing_else(
    server: Server, game: str
) -> None:
    rng = Random(11)
    async with people(server, "Ada", "Bo", "Cleo") as (ada, bo, cleo):
        table = await gather_table([ada, bo], game, bots=1, options=OPTIONS[game])
        fixed = await cleo.look(table)
        async with tabs_at(table, ada, bo, cleo) as tabs:
            await ada.start(table)
            for tab in tabs[:2]:
                await tab.open_nonce()
            looked = await play_and_look(tabs[:2], (ada, bo, cleo), rng)
            for tab in tabs:
                await tab.until(lambda now: now["phase"] == "over")
            said = [each for tab in tabs for each in heard(tab, tab.person.name)] + looked
        true = Match(start_of(await ada.record(table)), server.entries(table))
        check_bytes(said, true, fixed)
        kinds = {(each.to, each.message["type"]) for each in said}
        assert kinds >= {(name, kind) for name in ("Ada", "Bo") for kind in
                         ("table", "changed", "refused")}  # fmt: skip
        differ = 0
        for name in ("Ada", "Bo", "Cleo"):
            his = [each for each in said if each.to == name]
            differ += check_other_worlds(his, true, fixed, rng)
        assert differ > 3, "the worlds must differ, or nothing is tested"


@story
async def test_an_undone_move_shows_nothing_more(server: Server) -> None:
    """Free in Life is Life, by consent in Tembo."""
    for game in ("life", "tembo"):
        rng = Random(13)
        async with people(server, "Ada", "Bo", "Cleo") as (ada, bo, cleo):
            table = await gather_table([ada, bo], game, options=OPTIONS[game])
            fixed = await cleo.look(table)
            async with tabs_at(table, ada, bo, cleo) as tabs:
                await ada.start(table)
                for tab in tabs[:2]:
                    await tab.open_nonce()
                for _ in range(4):
                    await persons_turn(tabs)
                    turn = tabs[0].now["to_move"]
                    await tabs[turn].step(rng)
                    await take_back(tabs[turn], tabs[1 - turn])
                    looked = await peek(cleo, None, table, 0) + await peek(ada, 0, table, 0)
                    await persons_turn(tabs)
                    await tabs[turn].step(rng)
                await play_and_look(tabs[:2], (ada, bo, cleo), rng)
                for tab in tabs:
                    await tab.until(lambda now: now["phase"] == "over")
                said = [each for tab in tabs for each in heard(tab, tab.person.name)] + looked
            log = server.entries(table)
            assert any(isinstance(logged.entry, Undone) for logged in log)
            check_bytes(said, Match(start_of(await ada.record(table)), log), fixed)


async def take_back(mover: Tab, other: Tab) -> None:
    if mover.now["phase"] == "over":
        return
    free = mover.now["can_undo"]
    await catch_up([mover, other], await mover.done("undo"))
    if not free:
        await other.done("answer_undo", agreed=True)
    await mover.until(lambda now: now["what"] == "undone")
