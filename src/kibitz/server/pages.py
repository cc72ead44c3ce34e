"""Pages for browsers: the web app and the API reference."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from fastapi import FastAPI, Request, Response
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from kibitz.server.api_page import front_page, reference_page, style_sheet
from kibitz.server.http_errors import MissingError
from kibitz.server.problems import problem_response
from kibitz.server.smart_horses.horses_routes import greeting

_NO_PAGES = ("/api/", "/static/")  # addresses for programs
_BUNDLED = Path(__file__).parent / "static"
_NO_RANGES = {"Accept-Ranges": "none"}
_REVALIDATED = {"Cache-Control": "no-cache", **_NO_RANGES}  # pages that link to hashed files
_IMMUTABLE = {"Cache-Control": "public, max-age=31536000, immutable", **_NO_RANGES}


def _is_page(request: Request) -> bool:
    """Whether a browser opens an address where a page could be."""
    accepts_pages = "text/html" in request.headers.get("accept", "")
    is_read = request.method in ("GET", "HEAD")
    return accepts_pages and is_read and not request.url.path.startswith(_NO_PAGES)


def _without_range(scope: Scope) -> Scope:
    """The request without its Range header, which a server may ignore. The files are small."""
    return {**scope, "headers": [pair for pair in scope["headers"] if pair[0] != b"range"]}


class _File(FileResponse):
    """A file that is always sent in full."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await super().__call__(_without_range(scope), receive, send)


class _Files(StaticFiles):
    """The static files of the web app; names in `assets` contain a hash of the content."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request for a file."""
        await super().__call__(_without_range(scope), receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The response with its caching headers."""
        response = await super().get_response(path, scope)
        response.headers.update(_IMMUTABLE if path.startswith("assets/") else _REVALIDATED)
        return response


def add_pages(app: FastAPI, folder: Path | None) -> None:
    """Add the pages to `app`. `folder` contains the web app; by default it is the bundled one."""
    web = folder or _BUNDLED
    index = web / "index.html"

    async def root(request: Request) -> Response:
        """A page for browsers, a greeting for programs."""
        if "text/html" not in request.headers.get("accept", ""):
            return JSONResponse(greeting())
        if index.is_file():
            return _File(index, headers=_REVALIDATED)
        return HTMLResponse(front_page())

    async def service_worker() -> Response:
        """The script that opens the app without a connection; here, so that it may serve `/`."""
        script = web / "service-worker.js"
        if not script.is_file():
            raise MissingError("no_address", path="/service-worker.js")
        return _File(script, headers=_REVALIDATED, media_type="text/javascript")

    async def app_page(request: Request) -> Response:
        """A page of the web app, such as the target of an invitation link."""
        if not index.is_file():
            raise MissingError("no_address", path=request.url.path)
        return _File(index, headers=_REVALIDATED)

    async def refused(request: Request, failure: Exception) -> Response:
        """The error for a program; for a browser at an unknown address, the app, which says so."""
        is_unknown = isinstance(failure, HTTPException) and failure.status_code == 404
        if is_unknown and index.is_file() and _is_page(request):
            return _File(index, 404, headers=_REVALIDATED)
        return problem_response(request, failure)

    async def reference(request: Request) -> Response:
        """The API reference."""
        page = reference_page(cast(FastAPI, request.app).openapi())
        return HTMLResponse(page)

    async def style() -> Response:
        """The style sheet of the reference."""
        return Response(style_sheet(), media_type="text/css")

    for path, page in (
        ("/", root),
        ("/games", app_page),
        ("/new/{name}", app_page),
        ("/rules/{name}", app_page),
        ("/editor/{name}", app_page),
        ("/import", app_page),
        ("/sessions/{session_id}", app_page),
        ("/analysis/{name}", app_page),
        ("/review/{session_id}", app_page),
        ("/grade", app_page),
        ("/tournaments", app_page),
        ("/tournaments/{tournament_id}", app_page),
        ("/learn", app_page),
        ("/learn/{lesson_id}", app_page),
        ("/tree/{name}", app_page),
        ("/service-worker.js", service_worker),
        ("/docs", reference),
        ("/docs/style.css", style),
    ):
        app.add_api_route(path, page, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_exception_handler(HTTPException, refused)
    if web.is_dir():
        app.mount("/static", _Files(directory=web), name="static")
