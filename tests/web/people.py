"""People at the page, each with a browser of his own: they open it, tap and press keys."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from playwright.async_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from tests.web.chromium import PATIENCE, Watch
from tests.web.words import word

Json = dict[str, Any]

PHONE = ViewportSize(width=360, height=640)
DESKTOP = ViewportSize(width=1280, height=800)
FAR = 100  # times Tab, to get anywhere on a screen
QUICK_TEMBO: Json = {"game": "tembo", "seats": 2, "options": {"rounds": 1}}
QUICK_LIFE: Json = {"game": "life", "seats": 3, "options": {"lap_limit": 2}}

expect.set_options(timeout=PATIENCE)


class Person:
    """Somebody who looks at a page and uses a mouse."""

    language = "en"

    def __init__(self, name: str, context: BrowserContext, page: Page, url: str) -> None:
        self.name, self.context, self.page, self.url = name, context, page, url

    async def open(self, path: str = "/") -> None:
        await self.page.goto(self.url + path)

    def word(self, key: str, **values: object) -> str:
        return word(key, self.language, **values)

    # What there is on the page.

    def find(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def button(self, key: str, **values: object) -> Locator:
        return self.page.get_by_role("button", name=self.word(key, **values), exact=True)

    def link(self, key: str) -> Locator:
        return self.page.get_by_role("link", name=self.word(key), exact=True)

    @property
    def dialog(self) -> Locator:
        return self.find("dialog[open]")

    async def waits_for(self, selector: str) -> Locator:
        found = self.find(selector).first
        await found.wait_for()
        return found

    # What can be done there.

    async def use(self, control: Locator) -> None:
        """The way this person makes a control do what it does."""
        await control.click()

    async def use_card(self, card: Locator) -> None:
        """The same at a table, where keys have a meaning of their own."""
        await self.use(card)

    async def agree(self, button: Locator) -> None:
        """The main thing that is offered now."""
        await self.use(button)

    async def choose(self, group: str, option: str) -> None:
        """One of a few that are all seen."""
        among = self.page.get_by_role("group", name=group, exact=True)
        await self.use(among.get_by_text(option, exact=True))

    async def write(self, field: Locator, text: str) -> None:
        await field.fill(text)

    # Asking the server behind the page's back, where the way there is not what is tested.

    async def post(self, path: str, body: object = None) -> Any:
        answer = await self.context.request.post(self.url + path, data=body)
        assert answer.ok, await answer.text()
        return await answer.json()

    async def get(self, path: str) -> Any:
        answer = await self.context.request.get(self.url + path)
        assert answer.ok, await answer.text()
        return await answer.json()


class Toucher(Person):
    """Somebody with a touch screen."""

    async def use(self, control: Locator) -> None:
        await control.tap()


class Typist(Person):
    """Somebody without a mouse: Tab goes from control to control, Enter does what it does."""

    async def use(self, control: Locator) -> None:
        await self.reach(control)
        await self.page.keyboard.press("Enter")

    async def use_card(self, card: Locator) -> None:
        keys = await card.get_attribute("aria-keyshortcuts")
        assert keys, "a card or a place without a key"
        await self.page.keyboard.press(keys.lower())

    async def agree(self, button: Locator) -> None:
        """Enter confirms what is chosen; in a dialog the button must be reached."""
        if await self.dialog.count():
            await self.reach(button)
        await self.page.keyboard.press("Enter")

    async def choose(self, group: str, option: str) -> None:
        among = self.page.get_by_role("group", name=group, exact=True)
        await self.reach(among.locator("input:checked"))
        wanted = among.get_by_role("radio", name=option, exact=True)
        while not await wanted.is_checked():
            await self.page.keyboard.press("ArrowRight")

    async def write(self, field: Locator, text: str) -> None:
        await self.reach(field)
        await self.page.keyboard.press("ControlOrMeta+a")
        await self.page.keyboard.type(text)

    async def reach(self, control: Locator) -> None:
        await control.wait_for()
        for _ in range(FAR):
            if await control.evaluate("it => it === document.activeElement"):
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {control}")


class People:
    """Everybody in a test. Their pages are watched from the first moment."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.watch = Watch(url.removeprefix("http://"))
        self._contexts: list[BrowserContext] = []

    async def come(
        self, name: str, kind: type[Person] = Person, guest: bool = True, **looks: Any
    ) -> Person:
        """Somebody comes, with a cookie if he is a guest already."""
        context = await self._context(kind, guest, looks)
        person = self._person(name, kind, context, await self.tab(context), looks)
        if guest:
            await person.post("/api/me", {"name": name})
        return person

    async def come_as(
        self, name: str, cookie: str, kind: type[Person] = Person, **looks: Any
    ) -> Person:
        """A guest whom the server knows already by a cookie."""
        context = await self._context(kind, True, looks)
        await context.add_cookies([{"name": "waterhole", "value": cookie, "url": self.url}])
        return self._person(name, kind, context, await self.tab(context), looks)

    async def tab(self, context: BrowserContext) -> Page:
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        return page

    def _person(
        self, name: str, kind: type[Person], context: BrowserContext, page: Page, looks: Json
    ) -> Person:
        person = kind(name, context, page, self.url)
        person.language = looks.get("locale", "en")
        return person

    async def _context(self, kind: type[Person], guest: bool, looks: Json) -> BrowserContext:
        touch = {"has_touch": True, "is_mobile": True} if issubclass(kind, Toucher) else {}
        plain: Json = {"locale": "en", "reduced_motion": "reduce", "viewport": DESKTOP}
        context = await self.browser.new_context(
            **(plain | touch | looks), storage_state=self._known(guest)
        )
        context.on("page", self.watch.over)
        self._contexts.append(context)
        return context

    def _known(self, guest: bool) -> Any:
        """What the browser remembers of a guest; the cookie comes from the server."""
        kept = [{"name": "waterhole.guest", "value": "true"}] if guest else []
        return {"cookies": [], "origins": [{"origin": self.url, "localStorage": kept}]}

    async def leave(self) -> None:
        for context in self._contexts:
            await context.close()


async def gather(people: Sequence[Person], made: Json, bots: int = 0) -> str:
    """A table at which everybody sits, dealt; nobody has opened it yet. One round of Tembo in two
    thousand is over when it is dealt (T21); then there is another table."""
    first, phase = people[0], "over"
    while phase == "over":
        table: str = (await first.post("/api/tables", made))["table"]
        for person in people:
            await person.post(f"/api/tables/{table}/sit", {})
        for _ in range(bots):
            await first.post(f"/api/tables/{table}/bot", {"level": "easy"})
        await first.post(f"/api/tables/{table}/start")
        while (phase := (await first.get(f"/api/tables/{table}"))["phase"]) == "opening":
            await asyncio.sleep(0.05)
    return table
