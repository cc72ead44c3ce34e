"""What a browser sees: the web page where there is one, and the reference of the API."""

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

_SHIPPED = Path(__file__).parent / "static"
_WHOLE = {"Accept-Ranges": "none"}
_FRESH = {"Cache-Control": "no-cache", **_WHOLE}  # asked for anew: it names the latest files
_KEPT = {"Cache-Control": "public, max-age=31536000, immutable", **_WHOLE}


def _whole(scope: Scope) -> Scope:
    """A request for all of a file: the files are small, and a Range may be left out of account."""
    return {**scope, "headers": [pair for pair in scope["headers"] if pair[0] != b"range"]}


class _File(FileResponse):
    """A page, always all of it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await super().__call__(_whole(scope), receive, send)


class _Files(StaticFiles):
    """The files of the web page; those of `assets` are named by their content."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for a file."""
        await super().__call__(_whole(scope), receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file."""
        response = await super().get_response(path, scope)
        response.headers.update(_KEPT if path.startswith("assets/") else _FRESH)
        return response


def add_pages(app: FastAPI, folder: Path | None) -> None:
    """Have `app` show pages: those of `folder`, or the ones that are shipped."""
    web = folder or _SHIPPED
    index = web / "index.html"

    async def root(request: Request) -> Response:
        """A page for browsers, a greeting for programs."""
        if "text/html" not in request.headers.get("accept", ""):
            return JSONResponse(greeting())
        if index.is_file():
            return _File(index, headers=_FRESH)
        return HTMLResponse(front_page())

    async def invited(session_id: str) -> Response:
        """The page of a session, which an invitation leads to."""
        if not index.is_file():
            raise MissingError("no_address", path=f"/sessions/{session_id}")
        return _File(index, headers=_FRESH)

    async def reference(request: Request) -> Response:
        """Every address of the API, for people to read."""
        page = reference_page(cast(FastAPI, request.app).openapi())
        return HTMLResponse(page)

    async def style() -> Response:
        """How the reference looks."""
        return Response(style_sheet(), media_type="text/css")

    for path, page in (
        ("/", root),
        ("/sessions/{session_id}", invited),
        ("/docs", reference),
        ("/docs/style.css", style),
    ):
        app.add_api_route(path, page, methods=["GET", "HEAD"], include_in_schema=False)
    if web.is_dir():
        app.mount("/static", _Files(directory=web), name="static")
