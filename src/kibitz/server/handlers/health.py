"""Handlers for liveness, readiness and metrics."""

from __future__ import annotations

from fastapi import Response
from starlette.concurrency import run_in_threadpool

from kibitz.core.version import __version__
from kibitz.server import memory_usage, metrics
from kibitz.server.schema.shared_schema import ResponseBody
from kibitz.server.services import ServicesHere


class Health(ResponseBody):
    """The server is running."""

    status: str
    service: str
    version: str


class Readiness(ResponseBody):
    """Whether the server is ready, and the memory use of this worker."""

    status: str
    database: bool
    compiled: bool
    memory_bytes: int
    memory_limit_bytes: int


async def health() -> Health:
    """Check that the server is running."""
    return Health(status="healthy", service="kibitz", version=__version__)


async def ready(response: Response, services: ServicesHere) -> Readiness:
    """Check that the database answers and the games are compiled."""
    is_reachable = await run_in_threadpool(services.database.is_reachable)
    is_ready = is_reachable and services.compile_queue.is_ready
    if not is_ready:
        response.status_code = 503
        response.headers["Retry-After"] = "1"
    return Readiness(
        status="ready" if is_ready else "starting",
        database=is_reachable,
        compiled=services.compile_queue.is_ready,
        memory_bytes=memory_usage.resident_bytes(),
        memory_limit_bytes=services.settings.memory_limit << 20,
    )


async def show_metrics() -> Response:
    """All metrics, for Prometheus."""
    return Response(metrics.exposition(), media_type=metrics.CONTENT_TYPE)
