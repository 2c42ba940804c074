"""The page: what Vite has built from web/, which is part of the package."""

from __future__ import annotations

import os
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

from aude.server.packing import packed_answer

FOLDER = Path(__file__).parent / "page"
PAGES = ("/", "/new", "/learn", "/learn/{example}", "/study", "/t/{table}", "/t/{table}/replay")
PACKED = {".js": "text/javascript", ".css": "text/css"}  # what is sent compressed; fonts are already
FOREVER = "public, max-age=31536000, immutable"  # the names of these files change with what is in them


class Assets(StaticFiles):
    """Scripts, styles and fonts, which browsers may keep."""

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        type = PACKED.get(Path(full_path).suffix)
        if type is not None:
            headers = {"cache-control": FOREVER, "vary": "accept-encoding"}
            return packed_answer(Request(scope), Path(full_path).read_bytes(), type, headers)
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = FOREVER
        return response


def add_pages(app: FastAPI) -> None:
    """Serve the page at all its addresses; it shows what the address says."""
    for path in PAGES:
        app.add_api_route(path, page, methods=["GET"], include_in_schema=False)
    app.add_api_route("/icon.svg", icon, methods=["GET"], include_in_schema=False)
    app.mount("/assets", Assets(directory=FOLDER / "assets", check_dir=False), name="assets")


async def page(request: Request) -> Response:
    """The page, at an address that it knows."""
    return the_page()


def the_page(status: int = 200) -> Response:
    """The page itself."""
    file = FOLDER / "index.html"
    if not file.exists():
        return PlainTextResponse("The page is not built: 'make web' builds it.", 503)
    return FileResponse(file, status, headers={"cache-control": "no-cache"})


async def icon(request: Request) -> Response:
    """The picture in the tab."""
    return FileResponse(FOLDER / "icon.svg")
