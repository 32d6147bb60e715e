"""A Waterhole server without limits on how often one may ask, for the load generator alone."""

from __future__ import annotations

import sys

from waterhole.server.serve import serve
from waterhole.server.settings import Settings

if __name__ == "__main__":
    port, database, delay = sys.argv[1:4]
    settings = Settings(
        database=database, port=int(port), rate=1e6, burst=10**6, tables_each=10**6,
        connections_each=10**6, bot_delay=float(delay),
    )  # fmt: skip
    serve(settings, lambda _: print("ready", flush=True))
