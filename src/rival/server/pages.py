"""The built page: plain files, made from web/ when the package is built or set up."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

PAGE = Path(__file__).parent / "page"
FOREVER = "public, max-age=31536000, immutable"
NOT_BUILT = "The page is not built yet: run “make setup” in the project, then reload.\n"


class Pages(StaticFiles):
    """Serves the page; what has a hash in its name never changes and is fetched once."""

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__(directory=folder or PAGE, html=True, check_dir=False)

    async def check_config(self) -> None:
        """A page that is not built is no mistake of the server: the person is told."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await super().get_response(path, scope)
        except HTTPException as missing:
            if missing.status_code == 404 and path == ".":
                return PlainTextResponse(NOT_BUILT, 503)
            raise
        if path.startswith("assets/") and response.status_code == 200:
            response.headers["cache-control"] = FOREVER
        return response
