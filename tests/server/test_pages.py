"""The web client's files as the server hands them out."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.exceptions import HTTPException, NotFoundException
from litestar.testing import TestClient

from waterhole.server import pages, refusals

CLIENT = TestClient[Litestar]
SCRIPT = b"console.log('river')"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(pages, "SITE", tmp_path)
    pages.files.cache_clear()
    yield tmp_path
    pages.files.cache_clear()


@pytest.fixture
def built(site: Path) -> Path:
    (site / "assets").mkdir()
    (site / "index.html").write_text("<!doctype html><title>Waterhole</title>", "utf-8")
    (site / "icon.svg").write_text("<svg/>", "utf-8")
    (site / "assets" / "app-1.js").write_bytes(SCRIPT)
    (site / "assets" / "app-1.js.gz").write_bytes(gzip.compress(SCRIPT))
    return site


@pytest.fixture
def client() -> Iterator[CLIENT]:
    app = Litestar(
        pages.HANDLERS,
        exception_handlers={
            HTTPException: refusals.answer,
            NotFoundException: pages.nothing_here,
        },
    )
    with TestClient(app) as client:
        yield client


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    "path", ["/", "/lobby", "/table/abcdefghijklmnop", "/rules/tembo", "/replay/x", "/learn"]
)
def test_every_address_of_the_client_is_its_one_page(client: CLIENT, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert "<title>Waterhole</title>" in answer.text
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(("accepted", "packed"), [("gzip, br", "gzip"), ("identity", None)])
def test_assets_are_kept_for_ever_and_packed_for_who_can_unpack(
    client: CLIENT, accepted: str, packed: str | None
) -> None:
    answer = client.get("/assets/app-1.js", headers={"accept-encoding": accepted})
    assert answer.content == SCRIPT  # unpacked by the client
    assert answer.headers.get("content-encoding") == packed
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["vary"] == "accept-encoding"


@pytest.mark.usefixtures("built")
def test_files_with_a_fixed_name_are_asked_for_again(client: CLIENT) -> None:
    answer = client.get("/icon.svg")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    "path", ["/assets/none.js", "/none.txt", "/assets/..%2Findex.html", "/assets/app-1.js.gz"]
)
def test_nothing_else_is_there(client: CLIENT, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", ["/nowhere", "/no/where", "/lobby/too/far", "/table", "/a.txt"])
def test_who_types_a_wrong_address_is_told_by_the_client(client: CLIENT, path: str) -> None:
    answer = client.get(path, headers={"accept": "text/html,*/*"})
    assert answer.status_code == 404
    assert "<title>Waterhole</title>" in answer.text
    assert "frame-ancestors" in answer.headers["content-security-policy"]


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    ("path", "accept"), [("/nowhere", "*/*"), ("/no/where", "*/*"), ("/api/none", "text/html")]
)
def test_a_program_that_asks_for_nothing_gets_a_refusal(
    client: CLIENT, path: str, accept: str
) -> None:
    answer = client.get(path, headers={"accept": accept})
    assert answer.status_code == 404
    assert answer.json()["code"] == "http/404"


@pytest.mark.usefixtures("site")
def test_a_client_that_is_not_built_is_said_in_words(client: CLIENT) -> None:
    answer = client.get("/")
    assert answer.status_code == 503
    assert "make web" in answer.text
