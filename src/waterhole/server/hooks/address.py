"""Where a webhook leads. A server must not be made to knock at doors of its own network."""

from __future__ import annotations

import re
import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from waterhole.server.tables.commands import Refused

URL = re.compile(r"[!-~]{1,500}")
PORTS = {"http": 80, "https": 443}
# Where the Internet's addresses are, without those that are IPv4 addresses in disguise.
INTERNET = IPv6Network("2000::/3")
DISGUISED = IPv6Network("2002::/16")


class Target(NamedTuple):
    """What a URL says."""

    secure: bool
    host: str
    port: int
    path: str


def understood(url: str) -> Target:
    """Raises Refused for anything but a plain http or https URL."""
    try:
        found = urlsplit(url)
        host, port = found.hostname, found.port
    except ValueError:
        host, port = None, None
    if not host or not URL.fullmatch(url) or found.scheme not in PORTS or "@" in found.netloc:
        text = "a webhook is an http or https URL of up to 500 characters, without a password"
        raise Refused("hook/url", text)
    path = f"{found.path or '/'}{'?' if found.query else ''}{found.query}"
    return Target(found.scheme == "https", host, port or PORTS[found.scheme], path)


def resolved(target: Target, private: bool) -> str:
    """The address to connect to. Looked up once: a name that leads elsewhere the next time, into
    our network, would get around the check. Blocks."""
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        found = []
    addresses = [str(address[0]) for *_, address in found]
    if not addresses or not (private or all(map(is_public, addresses))):
        raise nowhere()
    return addresses[0]


def nowhere() -> Refused:
    return Refused("hook/address", "that URL leads nowhere, or into a private network")


def is_public(text: str) -> bool:
    """Whether an address is one of the Internet's."""
    address: IPv4Address | IPv6Address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(str(address.ipv4_mapped))
        if address not in INTERNET or address in DISGUISED:
            return False
    return address.is_global and not address.is_multicast
