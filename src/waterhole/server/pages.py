"""The web client, as it was built: its files, and one page for all of its own addresses.

``make web`` builds it into the folder ``site`` beside this file; wheels bring it along.
"""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter

from waterhole.server import refusals
from waterhole.server.origins import HEADERS
from waterhole.server.wire.messages import Refusal

SITE = Path(__file__).parent / "site"
NOT_BUILT = "The web client is not built here. In a clone of Waterhole, 'make web' builds it.\n"
FOR_EVER = "public, max-age=31536000, immutable"  # the name changes with what is inside
ASK_AGAIN = "no-cache"
PACKED = (("br", ".br"), ("gzip", ".gz"))  # made by the build, the smaller first
# What the client shows at these addresses is its own business.
ADDRESSES = [
    "/", "/new", "/lobby", "/matches", "/settings", "/arrive", "/learn", "/learn/{rest:path}",
    "/rules", "/rules/{rest:path}", "/table/{rest:path}", "/replay/{rest:path}",
]  # fmt: skip
TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript"}

Named = Annotated[str, PathParameter(max_length=100)]


@dataclass(frozen=True, slots=True)
class File:
    """A file of the client and its packed forms, kept in memory: there are few, and small."""

    body: bytes
    type: str
    packed: tuple[tuple[str, bytes], ...]

    @classmethod
    def read(cls, path: Path) -> File:
        kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
        packed = [(name, path.with_name(path.name + end)) for name, end in PACKED]
        found = tuple((name, other.read_bytes()) for name, other in packed if other.exists())
        return cls(path.read_bytes(), kind or "application/octet-stream", found)

    def response(self, accepted: str, caching: str) -> Response[bytes]:
        wanted = {part.partition(";")[0].strip() for part in accepted.split(",")}
        headers = {"cache-control": caching, "vary": "accept-encoding"}
        body = self.body
        for name, packed in self.packed:
            if name in wanted:
                headers["content-encoding"], body = name, packed
                break
        return Response(body, media_type=self.type, headers=headers)


def read_site(site: Path) -> dict[str, File]:
    """All files under their addresses, without the slash in front."""
    endings = tuple(end for _, end in PACKED)
    paths = (path for path in site.rglob("*") if path.is_file() and not path.name.endswith(endings))
    return {path.relative_to(site).as_posix(): File.read(path) for path in paths}


@cache
def files() -> dict[str, File]:
    """What is there when it is first asked for; built later, it is found after a restart."""
    return read_site(SITE)


def sent(request: Request[Any, Any, State], name: str, caching: str) -> Response[bytes]:
    file = files().get(name)
    if file is None:
        raise NotFoundException(f"there is no {name[:100]} here")
    return file.response(request.headers.get("accept-encoding", ""), caching)


@get(ADDRESSES, include_in_schema=False)
async def page(request: Request[Any, Any, State]) -> Response[bytes]:
    """The client; it reads the address by itself."""
    if "index.html" not in files():
        return Response(NOT_BUILT.encode(), status_code=503, media_type="text/plain")
    return sent(request, "index.html", ASK_AGAIN)


@get("/assets/{name:str}", include_in_schema=False)
async def asset(request: Request[Any, Any, State], name: Named) -> Response[bytes]:
    return sent(request, f"assets/{name}", FOR_EVER)


@get("/{name:str}", include_in_schema=False)
async def root_file(request: Request[Any, Any, State], name: Named) -> Response[bytes]:
    """The icon, the manifest: what must have a fixed name."""
    return sent(request, name, ASK_AGAIN)


HANDLERS = [page, asset, root_file]


def nothing_here(
    request: Request[Any, Any, State], error: NotFoundException
) -> Response[bytes] | Response[Refusal]:
    """Who types a wrong address gets the client, which says so; a program gets a refusal."""
    if not typed(request) or "index.html" not in files():
        return refusals.answer(request, error)
    answer = sent(request, "index.html", ASK_AGAIN)
    answer.status_code = 404
    # What is found nowhere has passed no middleware that would say this.
    answer.headers.update({name.decode(): value.decode() for name, value in HEADERS.items()})
    return answer


def typed(request: Request[Any, Any, State]) -> bool:
    """Whether somebody wants to look at a page, and not a program at an answer."""
    wants_page = "text/html" in request.headers.get("accept", "")
    return request.method == "GET" and wants_page and not request.url.path.startswith("/api/")
