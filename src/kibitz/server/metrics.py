"""Prometheus metrics."""

from __future__ import annotations

import os

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

from kibitz.server import memory_usage as memory

REQUESTS = Counter("kibitz_requests", "Requests answered", ["method", "route", "status"])
SECONDS = Histogram("kibitz_request_seconds", "Response time in seconds", ["route"])
CHANGES = Counter("kibitz_session_changes", "Changes to sessions", ["what"])
SEARCHES = Counter("kibitz_searches", "Analyses, hints and other searches")
QUEUE = Gauge("kibitz_queue", "Jobs waiting or running", multiprocess_mode="livesum")
STREAMS = Gauge("kibitz_streams", "Open event streams", multiprocess_mode="livesum")
MEMORY = Gauge(
    "kibitz_worker_memory_bytes", "Resident memory of a worker", multiprocess_mode="liveall"
)

CONTENT_TYPE = CONTENT_TYPE_LATEST


def exposition() -> bytes:
    """All metrics as text, for all workers if they share a metrics folder."""
    MEMORY.set(memory.resident_bytes())
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
