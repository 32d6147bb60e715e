"""Takes the pictures of the README again, into docs/images/web: ``make screenshots``."""

from __future__ import annotations

import asyncio
import io
import tempfile
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.async_api import ViewportSize, async_playwright

from tests.server.process import Server
from tests.web.chromium import launch
from tests.web.people import People, Person
from tests.web.screens import GO
from tests.web.servers import serving_site
from tests.web.site import REPOSITORY
from tests.web.tables import LONG_GONE, Tables, make_tables

FOLDER = REPOSITORY / "docs/images/web"
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SIZES = {
    "phone": ViewportSize(width=390, height=844),
    "desktop": ViewportSize(width=1280, height=800),
}
PICTURES = {
    "home": ("/", ".games"),
    "tembo": ("/table/{tembo}", ".table.tembo"),
    "life": ("/table/{life}", ".table.life"),
    "tembo-result": ("/table/{tembo_over}", ".result"),
    "life-result": ("/table/{life_over}", ".result"),
}
COLOURS = 128  # flat drawings need no more


async def main(server: Server) -> None:
    tables = await make_tables(server)
    async with async_playwright() as playwright:
        people = People(await launch(playwright), server.url)
        for size, viewport in SIZES.items():
            ada = await people.come_as("Ada", tables.cookie, viewport=viewport)
            await ada.open()
            for name in PICTURES:
                await show(ada, name, tables)
                for theme in THEMES:
                    await take(ada, theme, FOLDER / f"{name}-{size}-{theme}.png")
        await people.leave()


async def show(person: Person, name: str, tables: Tables) -> None:
    path, there = PICTURES[name]
    await person.page.evaluate(GO, path.format(**vars(tables)))
    await person.waits_for(there)


async def take(person: Person, theme: Literal["light", "dark"], file: Path) -> None:
    await person.page.emulate_media(color_scheme=theme)
    await person.page.wait_for_load_state("networkidle")
    taken = Image.open(io.BytesIO(await person.page.screenshot(animations="disabled")))
    taken.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file.relative_to(REPOSITORY)}: {file.stat().st_size // 1024} KB")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving_site(Path(folder), grace=LONG_GONE) as server,
    ):
        asyncio.run(main(server))
