"""Pages for browsers: the web app and the API reference."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from fastapi import FastAPI, Request, Response
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from kibitz.server.api_page import front_page, reference_page, style_sheet
from kibitz.server.http_errors import MissingError
from kibitz.server.smart_horses.horses_routes import greeting

_BUNDLED = Path(__file__).parent / "static"
_NO_RANGES = {"Accept-Ranges": "none"}
_REVALIDATED = {"Cache-Control": "no-cache", **_NO_RANGES}  # pages that link to hashed files
_IMMUTABLE = {"Cache-Control": "public, max-age=31536000, immutable", **_NO_RANGES}


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

    async def invited(session_id: str) -> Response:
        """The page of a session, the target of an invitation link."""
        if not index.is_file():
            raise MissingError("no_address", path=f"/sessions/{session_id}")
        return _File(index, headers=_REVALIDATED)

    async def rules(name: str) -> Response:
        """The page with the rules of a game; its options are query parameters."""
        if not index.is_file():
            raise MissingError("no_address", path=f"/rules/{name}")
        return _File(index, headers=_REVALIDATED)

    async def reference(request: Request) -> Response:
        """The API reference."""
        page = reference_page(cast(FastAPI, request.app).openapi())
        return HTMLResponse(page)

    async def style() -> Response:
        """The style sheet of the reference."""
        return Response(style_sheet(), media_type="text/css")

    for path, page in (
        ("/", root),
        ("/sessions/{session_id}", invited),
        ("/rules/{name}", rules),
        ("/docs", reference),
        ("/docs/style.css", style),
    ):
        app.add_api_route(path, page, methods=["GET", "HEAD"], include_in_schema=False)
    if web.is_dir():
        app.mount("/static", _Files(directory=web), name="static")
