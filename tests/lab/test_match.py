"""One match without processes: late bots, what is quoted of them, and what they cannot find out."""

from __future__ import annotations

from hashlib import sha512
from random import Random

import pytest

from tests.lab.bots import Slow
from waterhole.bots import Player, chance
from waterhole.game import load
from waterhole.lab.arena.match import STALLED, Contender, Watch, described, play
from waterhole.lab.arena.schedule import Fixture


def test_a_move_that_comes_too_late_is_late_even_if_nobody_looks() -> None:
    contenders = [Contender(Player("slow", Slow()), limit) for limit in (60, 0.001)]
    start = load("tembo").start(2, "late/1")
    match, _ = play(start, "late", Fixture(1, 1, 0, ("a", "b")), contenders, Watch([0.0, 0.0]))
    assert match.forfeit == (1, STALLED, "stalled for more than 0.001 s")
    assert match.winners == (0,)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("no\nidea", "RuntimeError: no idea"),
        ("\x1b[2J\ud800", r"RuntimeError: \x1b[2J\ud800"),  # for no terminal, in no file
        ("", "RuntimeError"),
    ],
)
def test_what_a_bot_says_is_shown_as_one_harmless_line(text: str, shown: str) -> None:
    assert described(RuntimeError(text)) == shown


def test_what_a_bot_says_is_cut_short() -> None:
    assert len(described(RuntimeError("x" * 10_000))) == 200


# The seed is not to be had from a bot's source of chance ------------------------------------------

WORD = 2**32


def mixed(word: int, factor: int) -> int:
    return (word ^ word >> 30) * factor % WORD


def made_from(source: Random, length: int) -> bytes:
    """The text of so many bytes that a fresh source was made from, as CPython does it: the text
    and its hash are the key of the Mersenne Twister, whose first state can be worked back."""
    state, words = source.getstate()[1][:624], -(-(length + sha512().digest_size) // 4)
    blank = [19650218]
    for place in range(1, 624):
        blank.append((mixed(blank[-1], 1812433253) + place) % WORD)
    first = (state[1] + 1) % WORD ^ mixed(state[623], 1566083941)
    before = [0, first, *state[2:]]
    for place in range(623, 1, -1):
        earlier = first if place == 2 else state[place - 1]
        before[place] = (state[place] + place) % WORD ^ mixed(earlier, 1566083941)
    key = [0] * words
    for place in range(3, 624):
        number = (place - 1) % words
        known = blank[place] ^ mixed(before[place - 1], 1664525)
        key[number] = (before[place] - number - known) % WORD
    text = sum(word << 32 * number for number, word in enumerate(key))
    return text.to_bytes(4 * words, "big").lstrip(b"\0")[:length]


def test_a_bot_cannot_work_back_to_the_seed() -> None:
    place = "secret/7/table 1/rotation 0"
    plain = f"{place}/bot 1"
    assert made_from(Random(plain), len(plain)) == plain.encode()
    source = chance(f"{place}/1")
    assert not any(b"secret" in made_from(source, length) for length in range(20, 80))
    assert source.random() == chance(f"{place}/1").random() != chance(f"{place}/0").random()
