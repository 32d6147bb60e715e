"""What every store promises, checked on a database that nobody else uses.

``check_store(lambda: open_store("sqlite:///empty.db"))`` raises AssertionError with a sentence that
says which promise is broken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from typing import Any

from msgspec.structs import replace

from waterhole.server.store.interface import Guest, Row, Store, VersionTaken
from waterhole.server.tables import entries as kinds
from waterhole.server.tables.entries import AnyEntry, Logged

MANY = 300  # entries of one call
THREADS = 4
RACES = 15  # versions that all threads want at once
PHASES = ("gathering", "opening", "playing", "over", "archived")

# Whatever can be in a log, with what is hard to keep: other scripts, quotes, a zero, deep options.
EVERY_KIND: tuple[AnyEntry, ...] = (
    kinds.Created("tembo", 3, {"deck": [[1, "x"], []], "näme": {"\0": None}}, "ada", "5ec7e7"),
    kinds.Created(
        "life", 2, {}, "bo", "'; --", kinds.Clock(60.5, 0.1, 86400), True, False, False, "t", "bo"
    ),
    kinds.Sat(0, "ada", 'Ada "Żółć" 🐘\n\\', "c0ffee"),
    kinds.Sat(1, "bo", ""),
    kinds.BotSat(2, "strong"),
    kinds.Left(1),
    kinds.Closing(),
    kinds.Opened(0, "nonce"),
    kinds.Started((2, 0, 1)),
    kinds.Moved("16>3", "ada"),
    kinds.Moved("K"),
    kinds.UndoAsked(0),
    kinds.UndoAnswered(1, agreed=True),
    kinds.Undone(),
    kinds.StoodIn(0, "time"),
    kinds.TookBack(0),
    kinds.Followed("another"),
    kinds.Archived(),
)


def check_store(open: Callable[[], Store]) -> None:
    """``open`` opens one and the same database each time; it is empty at first."""
    with closing(open()) as store:
        _hold(store.lobby() == [], "the database must be empty at first")
        _hold(store.unfinished() == [], "the database must be empty at first")
        room = _Room(open, store)
        for promise in PROMISES:
            promise(room)


class _Room:
    """A store, and names that were never used in it before."""

    def __init__(self, open: Callable[[], Store], store: Store) -> None:
        self.open, self.store = open, store
        self._count = count(1)

    def new(self, what: str) -> str:
        return f"{what} {next(self._count)}"

    def now(self) -> float:
        """Later than everything before, and no round number."""
        return 1.7e9 + next(self._count) + 0.123456

    def entries(self, table: str, *versions: int) -> list[Logged]:
        return [Logged(table, version, self.now(), kinds.Moved("K")) for version in versions]

    def row(self, table: str, version: int = 1, **others: Any) -> Row:
        row = Row(table, "tembo", "playing", True, version, self.now(), (), b"{}")
        return replace(row, **others)

    def lay(self, **others: Any) -> Row:
        """A new table with one entry and a row."""
        row = self.row(self.new("table"), **others)
        self.kept(self.entries(row.id, 1), [row])
        return row

    def guest(self) -> tuple[Guest, str]:
        guest, token = Guest(self.new("guest"), "Ada", self.now()), self.new("hash")
        self.store.add_guest(guest, token)
        return guest, token

    def kept(self, entries: Sequence[Logged], rows: Sequence[Row] = ()) -> None:
        outcomes = self.store.append(entries, rows)
        _hold(outcomes == [None] * len(entries), "append must keep entries that follow their log")

    def outcomes(self, entries: Sequence[Logged], rows: Sequence[Row] = ()) -> list[bool]:
        """Which entries are kept."""
        outcomes = self.store.append(entries, rows)
        _hold(len(outcomes) == len(entries), "append must answer for each entry")
        known = all(why is None or isinstance(why, VersionTaken) for why in outcomes)
        _hold(known, "append must answer None or VersionTaken")
        return [why is None for why in outcomes]

    def versions(self, table: str) -> list[int]:
        return [logged.version for logged in self.store.read(table)]


# Logs --------------------------------------------------------------------------------------------


def _every_entry_comes_back_as_it_was(room: _Room) -> None:
    table = room.new("table")
    log = [Logged(table, n, room.now(), entry) for n, entry in enumerate(EVERY_KIND, 1)]
    room.kept(log)
    for before, after in zip(log, room.store.read(table), strict=True):
        _hold(before == after, f"an entry must come back as it was: {before}, not {after}")


def _a_log_is_read_from_any_version_on(room: _Room) -> None:
    table = room.new("table")
    log = room.entries(table, 1, 2, 3)
    room.kept(log[:1])
    room.kept(log[1:])
    for after in range(4):
        _hold(room.store.read(table, after) == log[after:], "read must begin after the version")
    _hold(room.store.read(table, 9) == [], "read must find nothing after the end")
    _hold(room.store.read(room.new("table")) == [], "a table without a log has an empty one")


def _names_are_told_apart_by_every_letter(room: _Room) -> None:
    names = [room.new("table") + ending for ending in ("", "a", "A", "ä", " ", "%", "'")]
    room.kept([entry for name in names for entry in room.entries(name, 1)])
    for name in names:
        _hold([e.table for e in room.store.read(name)] == [name], "names must not be mixed up")


def _nothing_to_append_is_no_error(room: _Room) -> None:
    _hold(room.store.append([], []) == [], "append must take nothing at all")


def _many_entries_of_many_tables_go_in_at_once(room: _Room) -> None:
    one, others = room.new("table"), [room.new("table") for _ in range(MANY)]
    mixed = room.entries(one, *range(1, MANY + 1))
    for place, other in enumerate(others):
        mixed.insert(2 * place, *room.entries(other, 1))
    room.kept(mixed)
    _hold(room.versions(one) == list(range(1, MANY + 1)), "a long run must be kept in order")
    _hold(all(room.versions(other) == [1] for other in others), "every table must get its entry")


def _a_version_is_taken_once(room: _Room) -> None:
    table = room.new("table")
    first, second = *room.entries(table, 1), *room.entries(table, 1)
    room.kept([first])
    _hold(room.outcomes([second]) == [False], "a version that is taken must be refused")
    _hold(room.store.read(table) == [first], "an entry must never be overwritten")


def _a_version_is_taken_once_within_a_call(room: _Room) -> None:
    table = room.new("table")
    twice = room.entries(table, 1, 1, 2)
    _hold(room.outcomes(twice) == [True, False, False], "the first of two equal versions is kept")
    _hold(room.store.read(table) == twice[:1], "the first of two equal versions is kept")


def _a_log_has_no_gaps(room: _Room) -> None:
    table = room.new("table")
    for wrong in (0, 2, -1):
        refused = room.outcomes(room.entries(table, wrong)) == [False]
        _hold(refused, f"a log must not begin with version {wrong}")
    room.kept(room.entries(table, 1))
    _hold(room.outcomes(room.entries(table, 3)) == [False], "a gap must be refused")
    _hold(room.outcomes(room.entries(table, 2, 4)) == [True, False], "a gap must be refused")
    _hold(room.versions(table) == [1, 2], "what was refused must not be there")


def _what_follows_a_refused_entry_is_refused(room: _Room) -> None:
    table, other = room.new("table"), room.new("table")
    room.kept(room.entries(table, 1, 2))
    late = room.entries(table, 2, 3, 4)
    mixed = [late[0], *room.entries(other, 1), late[1], *room.entries(other, 2), late[2]]
    expected = [False, True, False, True, False]
    _hold(room.outcomes(mixed) == expected, "refused is the rest of that table and of no other")
    _hold(room.versions(table) == [1, 2], "nothing may follow a refused entry")
    _hold(room.versions(other) == [1, 2], "other tables must not mind")


# Rows --------------------------------------------------------------------------------------------


def _a_row_comes_back_as_it_was(room: _Room) -> None:
    players = (room.new("ada"), room.new("bo") + ' "ż"')
    row = room.lay(game="life", phase="over", open=False, players=players, summary=b"\0\xff{")
    _hold(room.store.row(row.id) == row, "a row must come back as it was")
    _hold(room.store.row(room.new("table")) is None, "there is no row without a table")


def _a_row_follows_its_log(room: _Room) -> None:
    row = room.lay()
    rows = [room.row(row.id, 2), room.row(row.id, 3, phase="over", open=False)]
    room.kept(room.entries(row.id, 2, 3), rows)
    _hold(room.store.row(row.id) == rows[1], "the newest row of a call must be kept")


def _a_row_is_kept_only_with_its_entries(room: _Room) -> None:
    row, other = room.lay(), room.row(room.new("table"))
    room.kept(room.entries(row.id, 2), [now := room.row(row.id, 2)])
    mixed = room.entries(row.id, 2) + room.entries(other.id, 1)
    late = room.row(row.id, 2, phase="over")
    _hold(room.outcomes(mixed, [late, other]) == [False, True], "a taken version must be refused")
    _hold(room.store.row(row.id) == now, "the row of a refused entry must not be kept")
    _hold(room.store.row(other.id) == other, "the row of another table must be kept")
    partly = [room.row(row.id, 3), room.row(row.id, 5)]
    room.outcomes(room.entries(row.id, 3, 5), partly)
    _hold(room.store.row(row.id) == partly[0], "the row of the last kept entry must be kept")


def _a_row_may_change_without_an_entry(room: _Room) -> None:
    row = room.lay()
    room.kept([], [changed := replace(row, summary=b"[]", changed=room.now())])
    _hold(room.store.row(row.id) == changed, "a row may change while its log stays")
    room.kept(room.entries(row.id, 2), [newer := room.row(row.id, 2)])
    room.kept([], [row, room.row(row.id, 3)])
    _hold(room.store.row(row.id) == newer, "a row of another version than the log must be ignored")


def _the_lobby_shows_open_tables_last_changed_first(room: _Room) -> None:
    shown = [room.lay(phase=phase) for phase in ("gathering", "playing", "gathering")]
    hidden = [room.lay(phase=phase) for phase in ("opening", "over", "archived")]
    hidden += [room.lay(phase=phase, open=False) for phase in PHASES]
    found = room.store.lobby(limit=2)
    _hold(found == [shown[2], shown[1]], "the lobby must show the last changed first, so many")
    ids = {row.id for row in room.store.lobby(limit=10_000)}
    _hold(ids >= {row.id for row in shown}, "the lobby must show all open tables")
    _hold(not ids & {row.id for row in hidden}, "the lobby must not show closed or private tables")


def _unfinished_tables_are_found(room: _Room) -> None:
    laid = {
        room.lay(phase=phase, open=open).id: phase for phase in PHASES for open in (True, False)
    }
    found = [id for id in room.store.unfinished() if id in laid]
    expected = {id for id, phase in laid.items() if phase in {"opening", "playing"}}
    _hold(set(found) == expected, "unfinished are the tables being opened or played, open or not")
    _hold(len(found) == len(expected), "unfinished must name a table once")


def _idle_tables_are_found(room: _Room) -> None:
    rows = [room.lay(phase=phase) for phase in ("gathering", "over", "playing", "gathering")]
    later = room.lay(phase="gathering")

    def idle(*phases: str, limit: int = 10_000) -> list[str]:
        found = room.store.idle(phases, later.changed, limit)
        return [id for id in found if id in {row.id for row in (*rows, later)}]

    gathering = [rows[0].id, rows[3].id]
    _hold(idle("gathering") == gathering, "idle tables changed before the time, oldest first")
    _hold(set(idle("gathering", "over")) == {*gathering, rows[1].id}, "idle takes many phases")
    _hold(idle() == [], "no phase, no idle table")
    _hold(len(room.store.idle(["gathering"], later.changed, 1)) == 1, "idle must keep its limit")


def _a_players_tables_are_found(room: _Room) -> None:
    ada, bo = room.new("ada"), room.new("bo")
    rows = [room.lay(players=(ada, bo)), room.lay(players=(bo,)), room.lay(players=(ada, ada))]
    of_player = room.store.of_player
    _hold(of_player(ada) == [rows[2], rows[0]], "of_player must find the last changed first")
    _hold(of_player(bo, limit=1) == [rows[1]], "of_player must keep its limit")
    more = of_player(ada, before=rows[2].changed)
    _hold(more == [rows[0]], "of_player must go on before a time")
    _hold(of_player(room.new("cleo")) == [], "somebody new sits nowhere")


def _a_players_tables_are_counted(room: _Room) -> None:
    ada, bo = room.new("ada"), room.new("bo")
    for phase in ("gathering", "over", "playing", "gathering"):
        room.lay(phase=phase, players=(ada, ada, bo))
    room.lay(phase="gathering", players=(bo,))
    count = room.store.count_of_player
    _hold(count(ada, ["gathering"]) == 2, "count_of_player must count a table once, and no other's")
    _hold(count(ada, ["gathering", "playing"]) == 3, "count_of_player takes many phases")
    _hold(count(ada, []) == 0, "no phase, no table")


def _a_player_who_left_is_remembered(room: _Room) -> None:
    ada, bo = room.new("ada"), room.new("bo")
    row = room.lay(players=(ada,))
    room.kept(room.entries(row.id, 2), [now := room.row(row.id, 2, players=(bo,))])
    _hold(room.store.of_player(ada) == [now], "of_player must find where somebody sat")
    _hold(room.store.of_player(bo) == [now], "of_player must find who sat down later")


# Guests ------------------------------------------------------------------------------------------


def _a_guest_is_known_by_id_and_token(room: _Room) -> None:
    guest, token = Guest(room.new("guest"), "Zoë 🐘'\"", room.now(), "hook:1"), room.new("hash")
    room.store.add_guest(guest, token)
    _hold(room.store.guest(guest.id) == guest, "a guest must come back as he was")
    _hold(room.store.guest_of(token) == guest, "a token must name its guest")
    _hold(room.store.guest_of(token.upper()) is None, "another token must name nobody")
    _hold(room.store.guest(room.new("guest")) is None, "an unknown id must name nobody")


def _a_guest_changes_name_and_hook(room: _Room) -> None:
    guest, token = room.guest()
    other, _ = room.guest()
    for name, hook in (("Bo", "hook:2"), ("Cleo", None)):
        room.store.change_guest(changed := replace(guest, name=name, hook=hook))
        _hold(room.store.guest_of(token) == changed, "another name or hook must be kept")
    _hold(room.store.guest(other.id) == other, "nobody else must be changed")


def _a_second_guest_of_an_id_or_token_is_refused(room: _Room) -> None:
    guest, token = room.guest()
    other, fresh = Guest(room.new("guest"), "Bo", room.now()), room.new("hash")
    _refused(lambda: room.store.add_guest(replace(guest, name="Bo"), fresh), "a taken id")
    _refused(lambda: room.store.add_guest(other, token), "a taken token")
    _hold(room.store.guest(guest.id) == guest, "a guest must not be overwritten")
    _hold(room.store.guest_of(fresh) is None, "nothing of a refused call may be kept")
    _hold(room.store.guest(other.id) is None, "nothing of a refused call may be kept")


def _a_guest_has_many_tokens(room: _Room) -> None:
    guest, token = room.guest()
    another = room.new("hash")
    room.store.add_token(guest.id, another)
    _hold(room.store.guest_of(another) == guest, "another token must name its guest too")
    _refused(lambda: room.store.add_token(guest.id, another), "a taken token")
    _refused(lambda: room.store.add_token(room.new("guest"), room.new("hash")), "no such guest")
    _hold(room.store.tokens_of(guest.id, room.now()) == 2, "all tokens of a guest must count")
    room.store.remove_token(token)
    room.store.remove_token(room.new("hash"))
    _hold(room.store.tokens_of(guest.id, room.now()) == 1, "a removed token must not count")
    _hold(room.store.guest_of(token) is None, "a removed token must name nobody")
    _hold(room.store.guest_of(another) == guest, "the other token must stay")


def _a_transfer_link_works_once(room: _Room) -> None:
    guest, token = room.guest()
    link, now = room.new("hash"), room.now()
    room.store.add_token(guest.id, link, now + 10)
    _hold(room.store.guest_of(link) is None, "a link that expires is no lasting token")
    _hold(room.store.take_token(link, now) == guest, "a link must name its guest")
    _hold(room.store.take_token(link, now) is None, "a link must work once")
    _hold(room.store.take_token(token, now) is None, "a lasting token is no link")
    _hold(room.store.guest_of(token) == guest, "a lasting token must stay")


def _a_transfer_link_expires(room: _Room) -> None:
    guest, token = room.guest()
    early, late, now = room.new("hash"), room.new("hash"), room.now()
    room.store.add_token(guest.id, early, now)
    room.store.add_token(guest.id, late, now + 0.5)
    _hold(room.store.tokens_of(guest.id, now) == 2, "a link must count until its time is up")
    _hold(room.store.take_token(early, now) is None, "a link must not work when its time is up")
    _hold(room.store.take_token(early, now - 1) is None, "an expired link must be gone")
    _hold(room.store.take_token(late, now) == guest, "a link must work until its time is up")
    _hold(room.store.guest_of(token) == guest, "a lasting token does not expire")


# Many at once ------------------------------------------------------------------------------------


def _of_many_writers_one_wins_each_version(room: _Room) -> None:
    """Half of the writers have a store of their own, as another process would."""
    table, others = room.new("table"), [room.new("table") for _ in range(THREADS)]

    def write(store: Store, own: str) -> list[bool]:
        won = []
        for version in range(1, RACES + 1):
            both = [Logged(name, version, 0.0, kinds.Moved(own)) for name in (table, own)]
            first, second = store.append(both, [])
            _hold(second is None, "a table that nobody else writes must not mind")
            won.append(first is None)
        return won

    with closing(room.open()) as other, ThreadPoolExecutor(THREADS) as threads:
        stores = [room.store, other] * (THREADS // 2)
        won = list(threads.map(write, stores, others))
    wins = [sum(each) for each in zip(*won, strict=True)]
    _hold(max(wins) <= 1, "of many writers of a version one must win, not more")
    _hold(
        room.versions(table) == list(range(1, sum(wins) + 1)), "what was acknowledged must be kept"
    )
    moves = [e.entry.move for e in room.store.read(table) if isinstance(e.entry, kinds.Moved)]
    winners = [others[each.index(True)] for each in zip(*won, strict=True) if any(each)]
    _hold(moves == winners, "the entry of the winner must be kept")


def _of_many_takers_one_gets_a_link(room: _Room) -> None:
    guest, _ = room.guest()
    link, now = room.new("hash"), room.now()
    room.store.add_token(guest.id, link, now + 10)
    with ThreadPoolExecutor(THREADS) as threads:
        taken = list(threads.map(lambda _: room.store.take_token(link, now), range(THREADS)))
    _hold([found for found in taken if found] == [guest], "a link must work once, for one")


def _what_is_written_is_there_for_the_next(room: _Room) -> None:
    row, (guest, token) = room.lay(), room.guest()
    with closing(room.open()) as other:
        _hold(len(other.read(row.id)) == 1, "another store must read the log")
        _hold(other.row(row.id) == row, "another store must find the row")
        _hold(other.guest_of(token) == guest, "another store must know the guest")
        room.kept(room.entries(row.id, 2))
        refused = isinstance(other.append(room.entries(row.id, 2), [])[0], VersionTaken)
        _hold(refused, "a version taken through one store must be refused by the other")
    room.kept(room.entries(row.id, 3))


PROMISES: tuple[Callable[[_Room], None], ...] = (
    _every_entry_comes_back_as_it_was,
    _a_log_is_read_from_any_version_on,
    _names_are_told_apart_by_every_letter,
    _nothing_to_append_is_no_error,
    _many_entries_of_many_tables_go_in_at_once,
    _a_version_is_taken_once,
    _a_version_is_taken_once_within_a_call,
    _a_log_has_no_gaps,
    _what_follows_a_refused_entry_is_refused,
    _a_row_comes_back_as_it_was,
    _a_row_follows_its_log,
    _a_row_is_kept_only_with_its_entries,
    _a_row_may_change_without_an_entry,
    _the_lobby_shows_open_tables_last_changed_first,
    _unfinished_tables_are_found,
    _idle_tables_are_found,
    _a_players_tables_are_found,
    _a_players_tables_are_counted,
    _a_player_who_left_is_remembered,
    _a_guest_is_known_by_id_and_token,
    _a_guest_changes_name_and_hook,
    _a_second_guest_of_an_id_or_token_is_refused,
    _a_guest_has_many_tokens,
    _a_transfer_link_works_once,
    _a_transfer_link_expires,
    _of_many_writers_one_wins_each_version,
    _of_many_takers_one_gets_a_link,
    _what_is_written_is_there_for_the_next,
)


def _refused(call: Callable[[], None], what: str) -> None:
    try:
        call()
    except ValueError:
        return
    raise AssertionError(f"{what} must raise ValueError")


def _hold(promise: bool, text: str) -> None:
    if not promise:
        raise AssertionError(text)
