"""What the arena does about workers that are not as they should be."""

from __future__ import annotations

from time import monotonic

import pytest

from waterhole.game import WaterholeError
from waterhole.lab.arena import Arena, workers
from waterhole.lab.arena.match import Match
from waterhole.lab.arena.schedule import Fixture
from waterhole.lab.arena.workers import CONTEXT, Worker, ending


def played(fixture: Fixture) -> Match:
    return Match(fixture, (1, 0), (0,), (1, 1), (0.1, 0.1))


def test_an_answer_counts_once() -> None:
    """A bot that divides its process makes both halves answer."""
    asked, next_one = Fixture(1, 1, 0, ("a", "b")), Fixture(1, 1, 1, ("b", "a"))
    ours, theirs = CONTEXT.Pipe()
    with ours, theirs:
        worker = Worker(None, ours, [0.0, 0.0], asked)
        theirs.send(played(asked))
        theirs.send(played(asked))
        assert worker.answer() == played(asked)
        worker.fixture = next_one
        assert worker.answer() is None
        assert worker.answer() is None  # and nobody waits for what does not come


def test_who_is_to_move_is_late() -> None:
    now = monotonic()
    assert [Worker(None, None, [deadline, 2.0]).overdue() for deadline in (0, now, now + 9)] == [
        None,
        2,
        None,
    ]


def test_workers_that_do_not_come_to_life_end_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "TO_START", 0.0)
    monkeypatch.setattr(workers, "LOOK", 0.0)
    with pytest.raises(WaterholeError, match="the arena's processes end before they can play"):
        list(Arena("tembo", ["random"], 2, deals=1).run(1))


@pytest.mark.parametrize(
    ("status", "text"),
    [
        (0, "ended its process (exit status 0)"),
        (-9, "ended its process (signal SIGKILL)"),
        (-40, "ended its process (signal 40)"),  # one without a name
        (None, "cut its process off from the arena"),
    ],
)
def test_the_end_of_a_process_in_words(status: int | None, text: str) -> None:
    assert ending(status) == text
