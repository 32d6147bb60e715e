"""One POST to one address. It blocks, but never for long."""

from __future__ import annotations

import socket
import ssl
from functools import cache
from http.client import HTTPConnection
from time import monotonic

from waterhole.server.hooks.address import Target

SECONDS = 10.0  # for all of it: to find the address, to connect, to send, to be answered
LONGEST_LINE = 500  # bytes of an answer that we look at

HEADERS = {
    "Content-Type": "application/json",
    "User-Agent": "waterhole",
    "Connection": "close",
}


def post(target: Target, address: str, body: bytes, end: float) -> bool:
    """Whether it was taken until then. No redirection is followed: it could lead anywhere."""
    try:
        with connected(target, address, end) as way:
            # Its own connection is never opened: it only writes the request.
            asking = HTTPConnection(target.host, target.port)
            asking.sock = way
            way.settimeout(left(end))
            asking.request("POST", target.path, body, HEADERS)
            return b"200" <= status(way, end) < b"300"
    except (OSError, ValueError):
        return False


def left(end: float) -> float:
    """The time until then; never none, which would mean for ever."""
    return max(end - monotonic(), 0.001)


def connected(target: Target, address: str, end: float) -> socket.socket:
    way = socket.create_connection((address, target.port), left(end))
    if not target.secure:
        return way
    try:
        way.settimeout(left(end))
        return certificates().wrap_socket(way, server_hostname=target.host)
    except BaseException:
        way.close()
        raise


@cache
def certificates() -> ssl.SSLContext:
    return ssl.create_default_context()


def status(way: socket.socket, end: float) -> bytes:
    """The number in the first line. Somebody who answers byte by byte is not waited for."""
    line = b""
    while b"\n" not in line and len(line) < LONGEST_LINE:
        way.settimeout(left(end))
        came = way.recv(LONGEST_LINE)
        if not came:
            break
        line += came
    words = line.split(maxsplit=2)
    return words[1] if len(words) > 1 and words[0].startswith(b"HTTP/") else b""
