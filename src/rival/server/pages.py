"""Serve the built page: static files that are built from web/ when the package is built or installed."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from rival.server.middleware import PAGE_POLICY

PAGE = Path(__file__).parent / "page"
OFFLINE = Path(__file__).parent / "offline"
"""The page that needs no server, built by tools/site.py. A device that opened it once keeps a copy."""
CACHE_FOREVER = "public, max-age=31536000, immutable"
OFFLINE_POLICY = PAGE_POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'")
"""Content security policy of the page that needs no server: it may also run its copy of Python."""
PAGE_MISSING_HINT = "The page has not been built yet. Run “make setup” in the project folder, then reload this page.\n"
OFFLINE_MISSING_HINT = (
    "The offline page has not been built yet. After the first start, “make run” builds it within a minute, and it then "
    "appears here. You can also run “make site” in the project folder. Packages from an index don't contain it.\n"
)


class Pages(StaticFiles):
    """Serves the page's static files. Files with a hash in their names never change, so they are cached forever."""

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__(directory=folder or PAGE, html=True, check_dir=False)

    async def check_config(self) -> None:
        """Accept a missing folder: ``get_response`` serves a hint instead of failing."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, with a cache header if its name contains a hash."""
        try:
            response = await super().get_response(path, scope)
        except HTTPException as missing:
            if missing.status_code == 404 and path == ".":
                return self.make_missing_response()
            raise
        if path.startswith("assets/") and response.status_code == 200:
            response.headers["cache-control"] = CACHE_FOREVER
        return response

    def make_missing_response(self) -> Response:
        """Return a hint that explains how to build the page."""
        return PlainTextResponse(PAGE_MISSING_HINT, 503)


class OfflinePages(Pages):
    """Serves the page that needs no server."""

    def __init__(self) -> None:
        super().__init__(OFFLINE)

    def make_missing_response(self) -> Response:
        """Return a hint that reloads until the page is built."""
        return PlainTextResponse(OFFLINE_MISSING_HINT, 503, headers={"refresh": "5", "retry-after": "30"})

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file with the content security policy of the offline page."""
        response = await super().get_response(path, scope)
        response.headers["content-security-policy"] = OFFLINE_POLICY
        return response
