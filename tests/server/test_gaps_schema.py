"""The description for programs is complete, and what the server answers is as described."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator

from tests.server.client import (
    PATIENCE,
    Json,
    Person,
    gather_table,
    new_address,
    people,
    play_all,
    story,
    tabs_at,
)
from tests.server.process import Server

NOBODY = "0" * 16  # there is no such table


@pytest.fixture(scope="module")
def schema(server: Server) -> Json:
    found: Json = httpx.get(f"{server.url}/api/schema/openapi.json", timeout=PATIENCE).json()
    return found


def operations(schema: Json) -> Iterator[tuple[str, Json]]:
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def test_every_operation_says_what_it_is_for(schema: Json) -> None:
    found = dict(operations(schema))
    assert len(found) > 20
    for name, operation in found.items():
        assert operation["summary"], name
        assert len(operation["description"]) > 10, name
    ids = [operation["operationId"] for operation in found.values()]
    assert len(ids) == len(set(ids))


def test_every_operation_says_how_it_refuses(schema: Json) -> None:
    refusal = {"$ref": "#/components/schemas/Refusal"}
    for name, operation in operations(schema):
        answers = operation["responses"]
        refusals = {status for status in answers if status >= "400"}
        for status in refusals:
            assert answers[status]["content"]["application/json"]["schema"] == refusal, name
        assert "429" in refusals, name
        if name == "GET /metrics":
            continue
        assert "503" in refusals, name
        assert ("400" in refusals) >= ("requestBody" in operation or "{id}" in name), name
        assert ("413" in refusals) == ("requestBody" in operation), name
        assert ("403" in refusals) == (not name.startswith("GET")), name
        assert ("401" in refusals) == (operation.get("security") != [{}]), name
        assert ("404" in refusals) == ("{id}" in name), name


def test_bodies_have_no_other_fields_than_those_described(schema: Json) -> None:
    parts = schema["components"]["schemas"]
    for name, operation in operations(schema):
        if "requestBody" in operation:
            content = operation["requestBody"]["content"]["application/json"]["schema"]
            body = parts[content["$ref"].rpartition("/")[2]]
            assert body["additionalProperties"] is False, name
    assert parts["Clock"]["additionalProperties"] is False


def test_both_ways_to_be_somebody_are_described(schema: Json) -> None:
    assert schema["security"] == [{"cookie": []}, {"token": []}]
    ways = schema["components"]["securitySchemes"]
    assert (ways["cookie"]["in"], ways["cookie"]["name"]) == ("cookie", "waterhole")
    assert (ways["token"]["type"], ways["token"]["scheme"]) == ("http", "bearer")


# Answers ------------------------------------------------------------------------------------------

# What Ada asks, one after another. {id} is a table of hers that gathers players; after "!" one that
# does not exist, after "?" one that cannot.
ASKS: list[tuple[str, Any]] = [
    ("POST /api/me", {"name": "Ada"}),
    ("POST /api/me", {"name": ""}),
    ("POST /api/me", {"nickname": "Ada"}),
    ("POST /api/me", {"name": "x" * 70_000}),
    ("GET /api/me", None),
    ("POST /api/me/arrive", {"token": "x"}),
    ("POST /api/me/token", None),
    ("GET /api/me/hook", None),
    ("PUT /api/me/hook", {"url": "x"}),
    ("PUT /api/me/hook", {"url": None}),
    ("POST /api/tables", {"game": "chess", "seats": 2}),
    ("POST /api/tables", {"game": "life", "seats": 2, "clock": {"bonk": 1}}),
    ("!GET /api/tables/{id}", None),
    ("?GET /api/tables/{id}", None),
    ("!POST /api/tables/{id}/start", None),
    ("?POST /api/tables/{id}/start", None),
    ("POST /api/tables/{id}/start", None),
    ("POST /api/tables/{id}/sit", {"seat": 0}),
    ("POST /api/tables/{id}/sit", {"seat": 0}),
    ("POST /api/tables/{id}/leave", {}),
    ("POST /api/tables/{id}/bot", {"level": "easy"}),
    ("GET /api/tables/{id}", None),
    ("GET /api/tables/{id}/record", None),
    ("GET /api/tables/{id}/replay", None),
    ("GET /api/tables", None),
    ("POST /api/tables/{id}/close", None),
    ("POST /api/tables/{id}/close", None),
    ("GET /healthz", None),
    ("GET /metrics", None),
]


class Checked:
    """Asks, and holds every answer to the description."""

    def __init__(self, schema: Json, person: Person) -> None:
        self.operations, self.parts = dict(operations(schema)), schema["components"]
        self.person = person
        self.fine: set[str] = set()

    async def ask(self, name: str, id: str = "", body: object = None) -> Any:
        method, _, path = name.partition(" ")
        return self.check(name, await self.person.ask(method, path.replace("{id}", id), body))

    def check(self, name: str, answer: httpx.Response) -> Any:
        said = self.operations[name]["responses"].get(str(answer.status_code))
        assert said is not None, f"{name} answered {answer.status_code}: {answer.text}"
        if answer.is_success:
            self.fine.add(name)
        if "content" not in said:
            assert answer.content == b"", name
            return None
        kind = answer.headers["content-type"].partition(";")[0]
        found = answer.text if kind == "text/plain" else answer.json()
        whole = {"components": self.parts, **said["content"][kind]["schema"]}
        Draft202012Validator(whole).validate(found)
        return found

    async def refused_to_nobody(self, http: httpx.AsyncClient) -> None:
        for name, operation in self.operations.items():
            method, _, path = name.partition(" ")
            if operation.get("security") != [{}]:
                body = self.fitting(operation) if "requestBody" in operation else None
                answer = await http.request(method, path.replace("{id}", NOBODY), json=body)
                self.check(name, answer)
                assert answer.status_code == 401, name

    def fitting(self, operation: Json) -> Json:
        """A body that this operation can read."""
        content = operation["requestBody"]["content"]["application/json"]["schema"]
        known = self.parts["schemas"][content["$ref"].rpartition("/")[2]]["properties"]
        body = {"url": None, "game": "life", "seats": 2, "level": "easy"}
        return {field: value for field, value in body.items() if field in known}


@story
async def test_answers_are_as_described(schema: Json, server: Server) -> None:
    async with people(server, "Ada", "Bo") as (ada, bo):
        checked = Checked(schema, ada)
        address = {"X-Forwarded-For": new_address()}
        async with httpx.AsyncClient(
            base_url=server.url, timeout=PATIENCE, headers=address
        ) as nobody:
            await checked.refused_to_nobody(nobody)
        made = await checked.ask("POST /api/tables", body={"game": "life", "seats": 2})
        for name, body in ASKS:
            id = {"!": NOBODY, "?": "x" * 40}.get(name[0], made["table"])
            await checked.ask(name.lstrip("!?"), id, body)
        link = await checked.ask("POST /api/me/link")
        await checked.ask("POST /api/me/arrive", body=link)
        await check_a_match(checked, bo)
        await checked.ask("GET /api/me/matches")
        await checked.ask("DELETE /api/me/token")
    assert checked.fine == set(checked.operations)


async def check_a_match(checked: Checked, other: Person) -> None:
    players = [checked.person, other]
    table = await gather_table(players, "life")
    await checked.ask("POST /api/tables/{id}/start", table)
    async with tabs_at(table, *players) as tabs:
        for tab in tabs:
            await tab.open_nonce()
        await tabs[0].until(lambda now: now["view"])
        await checked.ask("GET /api/tables/{id}", table)
        await play_all(tabs)
    for name in ("GET /api/tables/{id}/record", "GET /api/tables/{id}/replay"):
        await checked.ask(name, table)
    await checked.ask("POST /api/tables/{id}/rematch", table)
