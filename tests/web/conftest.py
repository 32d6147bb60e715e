"""A server with the client as it was built, a Chromium, and people who come and go."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator

import pytest
from playwright.async_api import Browser, async_playwright

from tests.server.process import Server
from tests.web.chromium import launch
from tests.web.people import People
from tests.web.servers import serving_site
from tests.web.tables import LONG_GONE, Tables, make_tables

LIMIT = 600  # seconds for one test, on a busy machine


@pytest.fixture(scope="session", autouse=True)
def runner() -> Iterator[asyncio.Runner]:
    """A loop for everything in a browser. Between tests it stands still, so that tests with loops
    of their own can run in the same process."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Tests that are coroutines run in that loop."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    test = pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names})
    runner = pyfuncitem.funcargs["runner"]
    assert isinstance(runner, asyncio.Runner)
    runner.run(asyncio.wait_for(test, LIMIT))
    return True


@pytest.fixture(scope="session")
def browser(runner: asyncio.Runner) -> Iterator[Browser]:
    playwright = runner.run(async_playwright().start())
    browser = runner.run(launch(playwright))
    yield browser
    runner.run(browser.close())
    runner.run(playwright.stop())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_site(tmp_path_factory.mktemp("web"), grace=LONG_GONE) as server:
        yield server


@pytest.fixture(scope="module")
def tables(runner: asyncio.Runner, server: Server) -> Tables:
    """Something to see on every screen."""
    return runner.run(make_tables(server))


@pytest.fixture
def people(runner: asyncio.Runner, browser: Browser, server: Server) -> Iterator[People]:
    """People with browsers of their own, whose pages must keep quiet and talk to us alone."""
    people = People(browser, server.url)
    yield people
    runner.run(people.leave())
    assert people.watch.complaints == []
