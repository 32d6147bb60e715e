"""Deals that can be checked: the server commits to its part of the seed before anybody sits, each
seat adds a nonce (first its hash, then itself), and after the match everything is shown.

What stands here is documented in docs/fair-tables.md, and written again without us in
``examples/check_match.py``.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from hashlib import sha256

PROTOCOL = "waterhole-deal/1"
NONCE = re.compile(r"[0-9a-f]{64}")


def new_secret() -> str:
    return secrets.token_hex(32)


def is_nonce(text: str) -> bool:
    """A nonce, a secret and a hash look alike: 32 bytes in lower-case hexadecimal digits."""
    return NONCE.fullmatch(text) is not None


def commitment(table: str, secret: str) -> str:
    """What the server publishes when a table is made."""
    return _hash("commitment", table, secret)


def hash_of_nonce(nonce: str) -> str:
    """What a player sends when he sits down."""
    return _hash("nonce", nonce)


def stand_in(table: str, seat: int, secret: str) -> str:
    """The nonce of a seat that sends none. It follows from what the server committed to, so that
    the server cannot choose it."""
    return _hash("stand-in", table, str(seat), secret)


def seed(table: str, secret: str, nonces: Sequence[str]) -> str:
    """The seed of the match, from all parts in the order of the seats."""
    return _hash("seed", table, secret, *nonces)


def _hash(*parts: str) -> str:
    return sha256("\n".join((PROTOCOL, *parts)).encode()).hexdigest()
