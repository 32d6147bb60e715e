"""Numbers for Prometheus: how much, how fast; never who or which card."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = Counter("waterhole_moves", "Moves stored", registry=self.registry)
        self.refused = Counter("waterhole_refused", "Asks refused", registry=self.registry)
        self.hooks_told = Counter(
            "waterhole_hooks_told", "Webhooks that took their turn", registry=self.registry
        )
        self.hooks_failed = Counter(
            "waterhole_hooks_failed", "Tries to tell a webhook", registry=self.registry
        )
        self.connections = Gauge(
            "waterhole_connections", "Connections to tables", registry=self.registry
        )
        self.appending = Histogram(
            "waterhole_append_seconds", "Until what came in together is stored", buckets=SECONDS,
            registry=self.registry,
        )  # fmt: skip
        self.thinking = Histogram(
            "waterhole_bot_seconds", "Until a bot has moved", buckets=SECONDS,
            registry=self.registry,
        )  # fmt: skip

    def text(self) -> bytes:
        return generate_latest(self.registry)
