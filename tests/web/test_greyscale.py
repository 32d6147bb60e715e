"""Cards are told apart by shape, not by colour alone: in greyscale, as small as they get, and with
their numbers covered, the drawings of any two kinds of a game differ enough to be seen.

What is enough: two greys are taken for different where the lighter has twice the luminance of the
darker, which is plain to see side by side (letters of 12:1 and signs of 3:1 are asked for against
their ground, but here two pictures are compared, each with contrasts of its own). Such places must
add up to an area of 8 by 8 points. On a phone that is more than a millimetre a side, ten times what
an eye resolves at arm's length. Two cards of one kind show that the measure is not noise: they have
the same drawing and must come out as the same.
"""

from __future__ import annotations

import io
import re
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from tests.web.people import People, Person

WIDTH, HEIGHT = 44, 62  # points, the smallest card that is held
COVERED = 25  # points from above: numbers stand there
TWICE = 2.0
ENOUGH = 8 * 8

# Comes to every card of the rulebook, for they are drawn when somebody does; then lays them out
# in a line, small and grey. Says which they are.
LINE = """async ([width, height]) => {
  const shown = [...document.querySelectorAll('ul.cards li')]
  for (const each of shown) {
    each.scrollIntoView()
    while (!each.querySelector('svg')) await new Promise(requestAnimationFrame)
  }
  const line = document.createElement('div')
  line.id = 'line'
  line.style = `position: fixed; inset: 0; z-index: 99; background: white; filter: grayscale(1)`
  for (const [at, each] of shown.entries()) {
    const place = document.createElement('div')
    place.style = `position: absolute; top: 0; left: ${at * width}px; width: ${width}px;
      height: ${height}px; overflow: hidden`
    place.append(each.querySelector('svg').cloneNode(true))
    line.append(place)
  }
  document.body.append(line)
  return shown.map((each) => each.querySelector('span').textContent)
}"""

Grey = NDArray[np.float64]


async def drawn(person: Person, game: str) -> list[tuple[str, Grey]]:
    """The cards of a game's rulebook by name, with the luminance of every point."""
    await person.open(f"/rules/{game}")
    await person.waits_for("article")
    names = await person.page.evaluate(LINE, [WIDTH, HEIGHT])
    picture = await person.find("#line").screenshot(animations="disabled")
    points = np.asarray(Image.open(io.BytesIO(picture)).convert("L"), dtype=np.float64) / 255
    lines = [points[COVERED:HEIGHT, at * WIDTH : (at + 1) * WIDTH] for at in range(len(names))]
    return list(zip(names, map(luminance, lines), strict=True))


def luminance(points: Grey) -> Grey:
    """As WCAG has it, from the values of sRGB."""
    bright = ((points + 0.055) / 1.055) ** 2.4
    return np.where(points <= 0.04045, points / 12.92, bright)


def difference(one: Grey, other: Grey) -> int:
    """How many points differ plainly."""
    contrast = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
    return int((contrast >= TWICE).sum())


def kind(name: str) -> str:
    """`gnu 16, 5 points` is a gnu; `crocodile that eats gnus` is a kind of its own."""
    return re.split(r",| \d", name)[0]


@pytest.mark.parametrize(("game", "kinds"), [("tembo", 9), ("life", 10)])
async def test_kinds_are_told_apart_in_greyscale(people: People, game: str, kinds: int) -> None:
    cards = await drawn(await people.come("Ada", viewport={"width": 1400, "height": 800}), game)
    assert len({kind(name) for name, _ in cards}) == kinds
    alike = [
        f"{one} and {other}: {difference(first, second)} points"
        for (one, first), (other, second) in combinations(cards, 2)
        if kind(one) != kind(other) and difference(first, second) < ENOUGH
    ]
    assert not alike, "\n".join(alike)


@pytest.mark.parametrize("game", ["tembo", "life"])
async def test_two_cards_of_a_kind_count_as_the_same(people: People, game: str) -> None:
    cards = await drawn(await people.come("Ada", viewport={"width": 1400, "height": 800}), game)
    pairs = [
        difference(first, second)
        for (one, first), (other, second) in combinations(cards, 2)
        if kind(one) == kind(other)
    ]
    assert pairs
    assert max(pairs) < ENOUGH / 4
