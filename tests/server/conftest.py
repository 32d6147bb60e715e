"""Servers that tests share: starting one costs more than most tests. Each is there for all tests
of a process, and every test brings guests and tables of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest

from tests.server.client import PATIENCE
from tests.server.pairs import Pair
from tests.server.postgres import Postgres
from tests.server.process import Server, serving
from tests.server.redis_server import redis_in

# What the library beneath says of a client that breaks the protocol.
NOT_OURS = ("Invalid UTF-8 sequence received from client.",)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="session")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits a second only for who is gone."""
    with serving(tmp_path_factory.mktemp("hasty"), grace=1) as server:
        yield server


@pytest.fixture(scope="session")
def hasty_on_postgres(
    postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("hasty"), postgres.new_database(), grace=1) as server:
        yield server


@pytest.fixture(params=["hasty", "hasty_on_postgres"], ids=["sqlite", "postgres"])
def attacked(request: pytest.FixtureRequest) -> Server:
    server: Server = request.getfixturevalue(request.param)
    return server


@pytest.fixture
def goes_on(attacked: Server) -> Iterator[None]:
    """After every test the server is there, and nothing went wrong inside it."""
    before = len(attacked.log())
    yield
    assert attacked.alive()
    assert httpx.get(f"{attacked.url}/healthz", timeout=PATIENCE).text == "ok"
    lines = [json.loads(line) for line in attacked.log()[before:].splitlines()]
    assert [
        line for line in lines if line["level"] == "error" and line["text"] not in NOT_OURS
    ] == []


@pytest.fixture(scope="session", name="postgres")
def shared_postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.remove()


@pytest.fixture(scope="session")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    database = postgres.new_database()
    with ExitStack() as stack:
        redis = stack.enter_context(redis_in(tmp_path_factory.mktemp("r")))
        one, other = (
            stack.enter_context(serving(folder, database, redis_url=redis.url))
            for folder in map(tmp_path_factory.mktemp, ("one", "other"))
        )
        yield Pair(one, other, redis)
