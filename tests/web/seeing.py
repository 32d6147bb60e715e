"""What somebody sees of a table, as text: for comparing two moments, two tabs or two devices."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from tests.web.people import Person

PATIENCE = 60.0  # seconds until a page shows what it should, on a busy machine
SEEN = """() => {
  const texts = (found) =>
    [...document.querySelectorAll(found)].map((each) => (each.ariaLabel ?? each.textContent).trim())
  return {
    version: document.querySelector('.table')?.dataset.version ?? null,
    turn: texts('.turn .words'),
    players: texts('.plates .said'),
    places: texts('.crossing, .rows .row'),
    pile: texts('.pile'),
    hand: texts('.hand .held'),
    interruption: texts('.interruption'),
    log: texts('aside li'),
    result: texts('.result h2, .result table'),
  }
}"""

Seen = dict[str, Any]


async def seen(person: Person) -> Seen:
    found: Seen = await person.page.evaluate(SEEN)
    return found


async def comes_to_see(person: Person, wanted: Seen) -> None:
    """Waits until this is what he sees."""
    end = time.monotonic() + PATIENCE
    while (now := await seen(person)) != wanted and time.monotonic() < end:
        await asyncio.sleep(0.05)
    assert now == wanted
