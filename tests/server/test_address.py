"""Where a server says that it is, people find it; and one that could not do its work says why."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from tests.server.process import serving
from waterhole.core import library
from waterhole.game import WaterholeError
from waterhole.server.serve import address_of, serve
from waterhole.server.settings import Settings


def test_a_server_open_to_others_says_where_they_find_it(tmp_path: Path) -> None:
    with serving(tmp_path, host="0.0.0.0") as server:
        said = re.search(r"^Waterhole is at (http://\S+) ", server.log(), re.MULTILINE)
        assert said is not None
        assert "0.0.0.0" not in said[1]
        assert httpx.get(f"{said[1]}/healthz", timeout=30).text == "ok"


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8400"),
        ("::1", "http://[::1]:8400"),
        ("club.example", "http://club.example:8400"),
    ],
)
def test_an_address_of_its_own_is_said_as_it_is(host: str, address: str) -> None:
    assert address_of(host, 8400) == address


def test_a_server_whose_bots_could_not_move_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "problem", WaterholeError("core/missing", "it is not built"))
    with pytest.raises(WaterholeError, match="it is not built"):
        serve(Settings("sqlite://"), pytest.fail)
