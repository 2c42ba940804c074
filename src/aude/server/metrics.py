"""What the server counts, for Prometheus (`/metrics`)."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

TIMES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The numbers of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = Counter("aude_commands", "Commands by outcome", ["outcome"], registry=self.registry)
        self.seconds = Histogram(
            "aude_command_seconds", "From a command to its stored answer", buckets=TIMES, registry=self.registry
        )
        self.thinking = Histogram(
            "aude_bot_seconds", "How long bots think", ["bot"], buckets=TIMES, registry=self.registry
        )
        self.failed_bots = Counter("aude_bot_failures", "Bots that gave no answer", registry=self.registry)
        self.viewers = Gauge("aude_viewers", "Open sockets", registry=self.registry)
        self.tables = Gauge("aude_tables_in_memory", "Tables that are kept ready", registry=self.registry)
        self.rebuilt = Counter("aude_tables_rebuilt", "Tables made from their rows", registry=self.registry)
        self.conflicts = Counter(
            "aude_conflicts", "Rows that another process had stored before", registry=self.registry
        )
        self.sent = Counter("aude_bytes_sent", "Bytes sent over sockets", registry=self.registry)
