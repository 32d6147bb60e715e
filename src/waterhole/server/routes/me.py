"""Being somebody, over HTTP."""

from __future__ import annotations

from litestar import Response, delete, get, post, put
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, JSONBody

from waterhole.server.guests import COOKIE, cookie
from waterhole.server.here import AnyRequest, asked, said_once
from waterhole.server.refusals import may_refuse
from waterhole.server.routes.lists import listed
from waterhole.server.wire.bodies import Hook, Me, Name, Token
from waterhole.server.wire.messages import Summary

GONE = ResponseSpec(None, description="The token is worth nothing any more.")
COMING = 5.0  # to become a guest is worth so many asks


@post(
    "/api/me",
    status_code=201,
    summary="Become somebody",
    security=[{}],
    responses=may_refuse(400, 403, 409, 413),
)
async def welcome(request: AnyRequest, data: JSONBody[Name]) -> Response[Me]:
    """A nickname makes a guest, known by a cookie; again, it changes the name."""
    here = asked(request)
    here.limit(here.address(request), COMING)
    guest = await here.who(request)
    if guest is not None:
        guest = await here.guests.rename(guest, data.name)
        return Response(Me(guest.id, guest.name))
    guest, token = await here.guests.welcome(data.name)
    return Response(Me(guest.id, guest.name), cookies=[cookie(token, here.settings)])


@get("/api/me", summary="Who you are", responses=may_refuse(401))
async def me(request: AnyRequest) -> Me:
    """The guest who asks."""
    guest = await asked(request).me(request)
    return Me(guest.id, guest.name)


@post(
    "/api/me/link",
    status_code=201,
    summary="A link for another device",
    responses=may_refuse(401, 403),
)
async def make_link(request: AnyRequest) -> Token:
    """A token that brings this guest to another device: once, within a quarter of an hour."""
    here = asked(request)
    return Token(await here.guests.link(await here.me(request)))


@post(
    "/api/me/arrive",
    status_code=201,
    summary="Come with a link",
    security=[{}],
    responses=may_refuse(400, 403, 409, 413),
)
async def arrive(request: AnyRequest, data: JSONBody[Token]) -> Response[Me]:
    """The guest who made the link, on this device too."""
    here = asked(request)
    here.limit(here.address(request), COMING)
    guest, token = await here.guests.arrive(data.token)
    return Response(Me(guest.id, guest.name), cookies=[cookie(token, here.settings)])


@post(
    "/api/me/token",
    status_code=201,
    summary="A token for a program",
    responses=may_refuse(401, 403),
)
async def make_token(request: AnyRequest) -> Token:
    """A token for a program that plays as this guest."""
    here = asked(request)
    return Token(await here.guests.another_token(await here.me(request)))


@delete(
    "/api/me/token",
    status_code=204,
    summary="Log out",
    responses={204: GONE} | may_refuse(401, 403),
)
async def remove_token(request: AnyRequest) -> Response[None]:
    """The token this request came with is worth nothing from now on; a cookie is cleared."""
    here = asked(request)
    await here.me(request)
    token = here.guests.token_of(request)
    assert token is not None, "who is somebody has one"
    await here.guests.forget(token)
    came_by_cookie = request.cookies.get(COOKIE) == token
    return Response(None, cookies=[cookie("", here.settings)] if came_by_cookie else [])


@get("/api/me/hook", summary="Your webhook", responses=may_refuse(401))
async def see_hook(request: AnyRequest) -> Hook:
    """Where it is told that it is your turn."""
    return Hook((await asked(request).me(request)).hook)


@put("/api/me/hook", summary="Set your webhook", responses=may_refuse(400, 401, 403, 409, 413))
async def set_hook(request: AnyRequest, data: JSONBody[Hook]) -> Hook:
    """A URL that is told when it becomes your turn at a slow table; null removes it."""
    here = asked(request)
    guest = await here.me(request)
    if data.url is not None:
        here.limit(here.address(request), COMING)
        await here.host.hooks.check(guest.id, data.url)
    return Hook((await here.guests.set_hook(guest, data.url)).hook)


@get(
    "/api/me/matches",
    summary="Your tables",
    before_request=said_once,
    responses=may_refuse(400, 401),
)
async def my_matches(
    request: AnyRequest, before: FromQuery[float | None] = None
) -> Response[list[Summary]]:
    """The tables that you made, or where you sit or sat, the last changed first."""
    here = asked(request)
    guest = await here.me(request)
    return listed(await here.host.read(here.host.store.of_player, guest.id, 50, before))


HANDLERS = [
    welcome, me, make_link, arrive, make_token, remove_token, see_hook, set_hook, my_matches,
]  # fmt: skip
