"""Debian's Chromium, driven by Playwright, and what a page does that nobody sees: its console and
the requests it makes."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.async_api import Browser, ConsoleMessage, Page, Playwright, WebSocket

from tests.services import PROGRAMS, found

CHROMIUM = found(PROGRAMS["chromium"])
PATIENCE = 60_000  # milliseconds for anything to happen, on a busy machine


async def launch(playwright: Playwright) -> Browser:
    return await playwright.chromium.launch(
        executable_path=CHROMIUM, chromium_sandbox=os.geteuid() != 0, timeout=PATIENCE
    )


@dataclass
class Watch:
    """Looks over the shoulder of pages: they keep quiet and talk to nobody but their own host."""

    host: str
    complaints: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)  # patterns; the fewer the better

    def over(self, page: Page) -> None:
        page.on("console", self._said)
        page.on("pageerror", lambda error: self._complain(f"error: {error}"))
        page.on("request", lambda request: self._asked(request.url))
        page.on("websocket", self._connected)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self._complain(f"console {message.type}: {message.text}")

    def _asked(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self.host:
            self._complain(f"a request to another host: {url}")

    def _connected(self, socket: WebSocket) -> None:
        self._asked(socket.url)

    def _complain(self, text: str) -> None:
        if not any(re.search(pattern, text) for pattern in self.expected):
            self.complaints.append(text)
