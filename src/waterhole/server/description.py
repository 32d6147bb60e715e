"""What can be asked over HTTP, described for programs that make or test clients."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, Reference, SecurityScheme
from msgspec import Struct

from waterhole.server.guests import COOKIE
from waterhole.server.tables.entries import Clock
from waterhole.server.wire import bodies

WAYS_TO_BE_SOMEBODY: dict[str, SecurityScheme | Reference] = {
    "cookie": SecurityScheme(type="apiKey", name=COOKIE, security_scheme_in="cookie"),
    "token": SecurityScheme(type="http", scheme="bearer"),
}


def described() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Waterhole",
        version="1",
        description="Tables of Tembo and Life is Life.",
        path="/api/schema",
        use_handler_docstrings=True,
        render_plugins=[StrictRender()],
        security=[{name: []} for name in WAYS_TO_BE_SOMEBODY],
        components=Components(security_schemes=WAYS_TO_BE_SOMEBODY),
    )


class StrictRender(JsonRenderPlugin):
    """Says which bodies have no other fields than those described: Litestar leaves that out."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        schemas = openapi_schema["components"]["schemas"]
        for name in strict():
            if name in schemas:
                schemas[name]["additionalProperties"] = False
        return super().render(request, openapi_schema)


def strict() -> list[str]:
    kinds = [Clock, *(kind for kind in vars(bodies).values() if isinstance(kind, type))]
    structs = [kind for kind in kinds if issubclass(kind, Struct)]
    return [kind.__name__ for kind in structs if kind.__struct_config__.forbid_unknown_fields]
