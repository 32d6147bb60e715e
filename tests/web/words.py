"""The words of the client, as its translators wrote them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from tests.web.site import WEB

LANGUAGES = ("en", "de", "it", "es", "fr", "pl")


@cache
def _words(language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((WEB / f"locales/{language}.json").read_text("utf-8"))
    return found


def word(key: str, language: str = "en", **values: object) -> str:
    """A text by its key, its places filled in; plural forms are the client's business."""
    text = _found(_words(language), key)
    assert "plural," not in text
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


def _found(group: dict[str, Any], key: str) -> str:
    first, _, rest = key.partition(".")
    return _found(group[first], rest) if rest else str(group[first])


def keys(language: str = "en") -> list[str]:
    """Every key there is."""
    return list(_flat(_words(language), ""))


def _flat(group: dict[str, Any], before: str) -> list[str]:
    return [
        key
        for name, value in group.items()
        for key in (
            _flat(value, f"{before}{name}.") if isinstance(value, dict) else [before + name]
        )
    ]
