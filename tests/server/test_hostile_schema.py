"""Requests made from the server's own description of itself, fitting it or not: every answer is one
that the description promises, and none is a failure of the server."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi import checks

from tests.server.attacks import HARDER
from tests.server.client import PATIENCE, new_address
from tests.server.process import Server

Operation = schemathesis.APIOperation[Any, Any, Any, Any]

EXAMPLES = 8 * HARDER  # of each operation, fitting and not
GUESTS = 40  # so that none of them asks too often
CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
]
MODES = {
    "fitting": schemathesis.GenerationMode.POSITIVE,
    "unfitting": schemathesis.GenerationMode.NEGATIVE,
}
REACHED = {"fitting": {200, 201, 204, 404, 409}, "unfitting": {200, 400, 404}}


class Guest:
    """Somebody with a program's token, an address and a table of his own."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(
            base_url=url, headers={"X-Forwarded-For": new_address()}, timeout=PATIENCE, verify=False
        )
        self.http.post("/api/me", json={"name": "Ada"}).raise_for_status()
        made = self.http.post("/api/tables", json={"game": "life", "seats": 2})
        self.table = made.raise_for_status().json()["table"]
        self.renew()

    def renew(self) -> None:
        self.token = self.http.post("/api/me/token").raise_for_status().json()["token"]

    def headers(self) -> dict[str, str]:
        address = self.http.headers["X-Forwarded-For"]
        return {"Authorization": f"Bearer {self.token}", "X-Forwarded-For": address}


@pytest.fixture
def guests(server: Server) -> Iterator[Iterator[Guest]]:
    found = [Guest(server.url) for _ in range(GUESTS)]
    yield cycle(found)
    for guest in found:
        guest.http.close()


@pytest.mark.parametrize("mode", MODES)
def test_every_answer_is_one_that_the_description_promises(
    server: Server, guests: Iterator[Guest], mode: str
) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")
    operations: list[Operation] = []
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operations.append(found.ok())
    assert len(operations) > 15
    statuses: set[int] = set()
    with requests.Session() as session:
        for operation in operations:
            if mode == "unfitting" and not takes_anything(operation):
                continue
            ask_much(operation, MODES[mode], guests, session, statuses)
    assert REACHED[mode] <= statuses
    assert server.alive()


def takes_anything(operation: Operation) -> bool:
    return bool(operation.body) or any(True for _ in operation.iter_parameters())


def ask_much(
    operation: Operation,
    mode: schemathesis.GenerationMode,
    guests: Iterator[Guest],
    session: requests.Session,
    statuses: set[int],
) -> None:
    @settings(max_examples=EXAMPLES)
    @given(operation.as_strategy(generation_mode=mode), st.booleans())
    def ask(case: schemathesis.Case[Any], his_own: bool) -> None:
        guest, wanted = next(guests), [*CHECKS, checks.negative_data_rejection]
        if his_own and "id" in (case.path_parameters or {}):
            case.path_parameters["id"], wanted = guest.table, CHECKS  # it fits better now
        answer = case.call(headers=guest.headers(), session=session, timeout=PATIENCE)
        case.validate_response(answer, checks=wanted)
        statuses.add(answer.status_code)
        if (operation.method, answer.status_code) == ("delete", 204):
            guest.renew()  # he gave his token away

    ask()
