"""docs/protocol.md says what the server does: every route, message, field, event and code is in it,
and none that does not exist. docs/server.md names every flag."""

from __future__ import annotations

import ast
import dataclasses
import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
import typer
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.routes import BaseRoute, HTTPRoute
from litestar.testing import TestClient
from litestar.types import ASGIApp
from msgspec import Struct

from waterhole.bots.search import LEVELS
from waterhole.cli import app as command_line
from waterhole.game import Event, vocabulary
from waterhole.life import events as life_events
from waterhole.server import app, refusals, sockets
from waterhole.server.bus.local import LocalBus
from waterhole.server.here import Here
from waterhole.server.settings import Settings
from waterhole.server.store.interface import Store
from waterhole.server.store.sql import open_store
from waterhole.server.tables.entries import AnyEntry, Clock
from waterhole.server.tables.phases import Phase
from waterhole.server.wire import bodies, messages
from waterhole.tembo import events as tembo_events

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "waterhole"
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")

CODE = re.compile(r"[a-z]+/[a-z_]+")
RAISED = {
    "Refused", "Refusal", "UnknownGame", "InvalidOptions", "InvalidDeck", "InvalidMove",
    "IllegalMove", "illegal",
}  # fmt: skip
# Codes that are there and that no client is ever told.
INSIDE = {
    "move/person",  # a bot came too late
    "seat/away",  # a clock came too late
    "move/match_over",  # table/phase comes first
    "move/unknown",  # for moves that are no texts
    "move/not_a_move",  # the same
    "options/seed",  # the server gives the seed
    "names/count",  # and the names
    "names/text",
    "deck/file",  # decks come as lists, not in files
    "serve/address",
    "serve/database",
    "serve/origin",
    "serve/redis",
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    store = open_store(f"sqlite:///{tmp_path_factory.mktemp('page') / 'tables.db'}")
    yield store
    store.close()


@pytest.fixture(scope="module")
def server(store: Store) -> Litestar:
    """What it does over HTTP."""
    settings = Settings("")
    return app.over_http(Here(store, LocalBus(), settings), settings)


@pytest.fixture(scope="module")
def client(store: Store) -> Iterator[TestClient[ASGIApp]]:
    with TestClient(app.make_app(store, LocalBus(), Settings(""))) as client:
        yield client


# Reading the page ---------------------------------------------------------------------------------


@cache
def sections() -> dict[str, str]:
    """The text under each heading, by the heading without its backticks."""
    parts = re.split(r"^#{2,4} (.*)$", PAGE, flags=re.MULTILINE)
    names = [name.replace("`", "") for name in parts[1::2]]
    assert len(names) == len(set(names)), "a heading is there twice, so links to it are ambiguous"
    return dict(zip(names, parts[2::2], strict=True))


def rows(section: str) -> list[list[str]]:
    """The rows of a table, without its head."""
    lines = [line for line in sections()[section].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def column(section: str, number: int = 0) -> list[str]:
    return [row[number].strip("`") for row in rows(section)]


def fields(section: str) -> dict[str, bool]:
    """The fields that a section names, in order, and whether they must be there."""
    names = [row[0] for row in rows(section)]
    assert all(re.fullmatch(r"`\w+`\??", name) for name in names)
    return {name.strip("`?"): not name.endswith("?") for name in names}


# Messages -----------------------------------------------------------------------------------------


def structs(module: Any) -> list[type[Struct]]:
    found = [value for value in vars(module).values() if isinstance(value, type)]
    return [
        kind for kind in found if issubclass(kind, Struct) and kind.__module__ == module.__name__
    ]


def type_of(kind: type[Struct]) -> str | None:
    """What ``type`` says in a message of this kind."""
    if kind.__struct_config__.tag is not None:
        return str(kind.__struct_config__.tag)
    if "type" not in kind.__struct_fields__:
        return None
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    literal = info.fields[0].type
    assert isinstance(literal, msgspec.inspect.LiteralType)
    return str(literal.values[0])


def described() -> list[type[Struct]]:
    wire = [kind for kind in structs(messages) if kind is not messages.Ask]
    return [*wire, *structs(bodies), Clock]


def heading(kind: type[Struct]) -> str:
    return type_of(kind) or kind.__name__


@pytest.mark.parametrize("kind", described(), ids=heading)
def test_every_message_is_there_with_all_its_fields(kind: type[Struct]) -> None:
    expected = {field.encode_name: field.required for field in msgspec.structs.fields(kind)}
    if kind.__struct_config__.tag is not None:
        expected = {"type": True} | expected
    assert fields(heading(kind)) == expected
    told = type_of(kind)
    if told is not None:
        assert rows(heading(kind))[0][1] == f'`"{told}"`'


def test_no_message_is_there_that_does_not_exist() -> None:
    known = {heading(kind) for kind in described()}
    with_fields = {name for name, text in sections().items() if "| field | type |" in text}
    assert with_fields == known


def test_every_field_that_may_be_missing_says_what_it_is_then() -> None:
    for kind in described():
        for row in rows(heading(kind)):
            if row[0].endswith("?"):
                assert re.search(r"; [`\[\]{}\w]+$", row[2]), (heading(kind), row)


def test_the_lobby_and_its_summaries_are_what_the_server_sends(
    client: TestClient[ASGIApp],
) -> None:
    assert client.post("/api/me", json={"name": "Ada"}).status_code == 201
    made = client.post("/api/tables", json={"game": "tembo", "seats": 2})
    (summary,) = client.get("/api/tables").json()
    assert summary["table"] == made.json()["table"]
    assert list(fields("Summary")) == list(summary)
    with client.websocket_connect("/ws/lobby") as socket:
        assert socket.receive_json() == {"type": "lobby", "tables": [summary]}
    assert list(fields("lobby")) == ["type", "tables"]


# Routes -------------------------------------------------------------------------------------------


def plain(path: str) -> str:
    return re.sub(r"{(\w+):\w+}", r"{\1}", path)


def handlers(routes: Sequence[BaseRoute]) -> Iterator[tuple[str, HTTPRouteHandler]]:
    for route in routes:
        if route.path.startswith("/api/schema"):
            continue
        if isinstance(route, HTTPRoute):
            ours = [each for each in route.route_handlers if each.resolve_include_in_schema()]
            for handler in ours:  # the others are the web client's own pages
                for method in handler.http_methods - {"OPTIONS"}:
                    yield f"{method} {plain(route.path)}", handler


def test_every_route_is_there_and_no_other(server: Litestar) -> None:
    told = [name for name in sections() if re.match(r"[A-Za-z]+ /", name)]
    live = [f"WebSocket {path}" for path in (f"{sockets.TABLE}{{id}}", sockets.LOBBY)]
    assert sorted(told) == sorted([*live, *(name for name, _ in handlers(server.routes))])


def test_every_route_says_its_body_its_answer_and_its_status(server: Litestar) -> None:
    for name, handler in handlers(server.routes):
        told = " ".join(sections()[name].split())
        assert f"Answer: {handler.status_code}" in told, name
        data = handler.parsed_data_field
        bodies = re.findall(r"Body: \[`(\w+)`\]", told)
        assert bodies == ([data.annotation.__name__] if data else []), name
        returned = handler.parsed_fn_signature.return_type
        kinds = [returned.annotation, *(inner.annotation for inner in returned.inner_types)]
        for kind in kinds:
            if isinstance(kind, type) and issubclass(kind, Struct):
                assert f"`{heading(kind)}`]" in told.split("Answer:")[1], name


def test_the_description_for_programs_is_where_the_page_says(
    client: TestClient[ASGIApp],
) -> None:
    assert "`/api/schema/openapi.json`" in PAGE
    assert client.get("/api/schema/openapi.json").status_code == 200


# Words --------------------------------------------------------------------------------------------


def words_in(section: str, field: str) -> set[str]:
    (row,) = [row for row in rows(section) if row[0].strip("`?") == field]
    return set(re.findall(r"`(\w+)`", row[2]))


def test_phases_kinds_of_entries_reactions_and_levels_are_the_servers() -> None:
    assert column("Phases") == list(get_args(Phase))
    kinds = [str(kind.__struct_config__.tag) for kind in get_args(AnyEntry)]
    assert column("What happens") == [kind for kind in kinds if kind != "created"]
    assert words_in("react", "reaction") == set(get_args(messages.Reaction))
    assert words_in("SeatBot", "level") == set(LEVELS)


def test_every_event_is_there_with_its_fields() -> None:
    told = {row[0].strip("`"): re.findall(r"`(\w+)`", row[1]) for row in rows("Events")}
    expected = {}
    for module in (tembo_events, life_events, vocabulary):
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event:
                name = re.sub(r"(?<!^)([A-Z])", r"_\1", kind.__name__).lower()
                expected[name] = [field.name for field in dataclasses.fields(kind)]
    assert told == expected


# Refusals -----------------------------------------------------------------------------------------


def raised_in(folder: str) -> set[str]:
    """The codes of all refusals that the files of a folder make."""
    return {code for file in (SOURCE / folder).rglob("*.py") for code in raised_by(file)}


def raised_by(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        constants = [value.value for value in node.args if isinstance(value, ast.Constant)]
        given = [value for value in constants if isinstance(value, str)]
        if name == "illegal" and given:
            yield f"move/{given[0]}"
        elif name in RAISED:
            yield from (text for text in given if CODE.fullmatch(text))


def test_every_code_is_there_and_no_other() -> None:
    codes = set().union(*(raised_in(folder) for folder in ("server", "game", "tembo", "life")))
    assert codes >= INSIDE, "a code that nobody is told is not there any more"
    told = column("Refusals")
    assert len(told) == len(set(told))
    assert set(told) == codes - INSIDE


def test_every_code_has_the_status_of_the_server() -> None:
    for row in rows("Refusals"):
        code, status = row[0].strip("`"), row[1]
        right = 503 if code == "server/store" else refusals.STATUS.get(code, 409)
        assert status in ("–", str(right)), code
        assert status != "–" or code not in refusals.STATUS, code


def test_codes_named_elsewhere_on_the_page_exist() -> None:
    families = {code.split("/")[0] for code in column("Refusals")}
    named = {
        code for code in re.findall(r"`([a-z]+/[a-z_]+)`", PAGE) if code.split("/")[0] in families
    }
    assert named <= set(column("Refusals"))


def test_the_ends_of_connections_are_the_servers() -> None:
    files = [SOURCE / "server" / name for name in ("sockets.py", "origins.py")]
    text = "".join(file.read_text("utf-8") for file in files)
    ours = {*re.findall(r"\.close\((\d{4})", text), *re.findall(r'"code": (\d{4})', text)}
    told = set(column("How a connection ends"))
    assert told == ours | {"1009", "1012"}  # these two are uvicorn's


def test_numbers_on_the_page_are_those_of_the_server() -> None:
    settings = Settings("")
    told = " ".join(sections()["Limits"].split())
    for number in (
        f"at most {messages.LONGEST_MESSAGE} characters",
        f"{4 * messages.LONGEST_MESSAGE} bytes",
        f"{settings.rate:g} times a second",
        f"{settings.burst} times at once",
        f"{settings.tables_each} unfinished tables",
    ):
        assert number in told
    assert f"{settings.connections_each} for a guest" in sections()["How a connection ends"]
    assert f"is **{messages.PROTOCOL}**" in sections()["Versions"]


# The session --------------------------------------------------------------------------------------


def transcript() -> list[str]:
    blocks = re.findall(r"^```\n(.*?)^```$", sections()["A session"], re.DOTALL | re.MULTILINE)
    return [line for block in blocks for line in block.splitlines()]


def whole(text: str) -> Any:
    """JSON in which ``…`` stands for more."""
    return json.loads(re.sub(r",\s*…", "", text))


def test_the_messages_of_the_session_are_such_messages() -> None:
    told = {type_of(kind): kind for kind in structs(messages) if not issubclass(kind, messages.Ask)}
    sent = msgspec.json.Decoder(messages.AnyAsk)
    arrows = [line for line in transcript() if line[0] in "←→"]
    assert len(arrows) > 10
    for line in arrows:
        message = whole(line[1:])
        if line[0] == "→":
            sent.decode(json.dumps(message))
            continue
        kind = told[message["type"]]
        decoded = msgspec.convert(message, kind)
        assert set(message) <= set(kind.__struct_fields__)
        assert msgspec.to_builtins(decoded) == message


def test_the_requests_of_the_session_are_such_requests(server: Litestar) -> None:
    known = dict(handlers(server.routes))
    lines = [line for line in transcript() if line[0] not in "←→"]
    for asked, answer in zip(lines[::2], lines[1::2], strict=True):
        method, path, *body = asked.split(" ", 2)
        place = re.sub(r"/tables/\w{16}", "/tables/{id}", path)
        handler = known[f"{method} {place}"]
        assert handler is not None
        status, _, given = answer.partition(" ")
        assert int(status) == handler.status_code
        assert isinstance(whole(given), dict)
        data = handler.parsed_data_field
        assert bool(body) == (data is not None)
        if data is not None:
            msgspec.convert(whole(body[0]), data.annotation)


# Links and flags ----------------------------------------------------------------------------------


def anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", name.lower()).replace(" ", "-") for name in headings}


@pytest.mark.parametrize("name", ["protocol", "fair-tables", "server"])
def test_links_lead_somewhere(name: str) -> None:
    docs = ROOT / "docs"
    text = (docs / f"{name}.md").read_text("utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", text):
        file, _, anchor = target.partition("#")
        assert not file or (docs / file).exists(), target
        if anchor:
            assert anchor in anchors((docs / file).read_text("utf-8") if file else text), target


def test_the_page_of_the_server_names_every_flag_and_variable_and_no_other() -> None:
    text = (ROOT / "docs" / "server.md").read_text("utf-8")
    group: Any = typer.main.get_command(command_line)
    options = [option for option in group.commands["serve"].params if option.envvar]
    flags = {name for option in options for name in option.opts}
    variables = {option.envvar for option in options}
    table = text.split("## Settings")[1].split("\n## ")[0]
    assert set(re.findall(r"^\| `(--[a-z-]+)", table, re.MULTILINE)) == flags
    assert set(re.findall(r"`(WATERHOLE_\w+)`", table)) == variables
