"""The application: `create_app()` for any ASGI server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio.to_thread
from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware

from kibitz.core.version import __version__
from kibitz.server.api_examples import add_examples
from kibitz.server.handlers.health import show_metrics
from kibitz.server.logs import set_up_logs
from kibitz.server.middleware import RequestLog, allowed_headers, loopback_origins
from kibitz.server.pages import add_pages
from kibitz.server.problems import add_problem_handlers
from kibitz.server.request_limits import RateLimits, RequestLimits
from kibitz.server.routes import add_routes
from kibitz.server.services import Services
from kibitz.server.settings import Settings, read_settings
from kibitz.server.smart_horses.horses_routes import router as smart_horses

_DESCRIPTION = "Play, watch and analyse board games, for people and programs."


def create_app(settings: Settings | None = None) -> FastAPI:
    """Build the application, by default with settings from the environment."""
    chosen = settings or read_settings()
    rate_limits = RateLimits(chosen)
    app = FastAPI(
        title="Kibitz",
        version=__version__,
        description=_DESCRIPTION,
        lifespan=_lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        middleware=_middleware(chosen, rate_limits),
    )
    app.state.settings = chosen
    app.state.rate_limits = rate_limits
    add_problem_handlers(app)
    add_routes(app)
    app.include_router(smart_horses)
    app.add_api_route("/metrics", show_metrics, include_in_schema=False)
    add_examples(app)
    add_pages(app, Path(chosen.static) if chosen.static else None)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    set_up_logs(is_production=settings.is_production)
    anyio.to_thread.current_default_thread_limiter().total_tokens = settings.handlers
    services = await anyio.to_thread.run_sync(Services, settings)
    app.state.services = services
    app.state.run_search = services.run_search
    for limiter in app.state.rate_limits.limiters.values():
        limiter.share(services.rate_store, services.hashed_client)
    services.start()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(services.events.run)
        yield
        tasks.cancel_scope.cancel()
    await anyio.to_thread.run_sync(services.close)


def _middleware(settings: Settings, rate_limits: RateLimits) -> list[Middleware]:
    origins = None if settings.cors_origins or settings.is_production else loopback_origins()
    return [
        Middleware(RequestLog, is_production=settings.is_production),
        Middleware(
            CORSMiddleware,
            allow_origins=settings.cors_origins,
            allow_origin_regex=origins,
            allow_methods=["GET", "POST", "DELETE", "OPTIONS"],
            allow_headers=allowed_headers(),
            expose_headers=[
                "ETag",
                "Location",
                "RateLimit",
                "RateLimit-Policy",
                "Retry-After",
                "X-Request-ID",
            ],
            max_age=600,
        ),
        Middleware(
            RequestLimits,
            body_limit=settings.body_limit,
            rates=rate_limits,
        ),
        Middleware(GZipMiddleware, minimum_size=1500, compresslevel=5),  # skips event streams
    ]
