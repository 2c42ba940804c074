"""The server as an application: what it opens and closes, and what guards every request."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable

import structlog
from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException

from aude.server.asking import (
    SECURITY,
    Site,
    address_of,
    cost_of,
    cost_of_study,
    is_same_origin,
    is_study,
    language_of,
    most_of,
    problem,
)
from aude.server.hub import Hub
from aude.server.identity import Identities
from aude.server.metrics import Metrics
from aude.server.openapi import describe
from aude.server.pages import the_page
from aude.server.routes import add_routes
from aude.server.storage import Storage, StorageError
from aude.server.thinking import Thinkers
from aude.tables.refusal import Refusal
from aude.tables.view import refusal_told
from aude.version import __version__

SLOW_STOP = 5.0  # seconds that tables have to finish what they are doing

log = structlog.get_logger()


def create(place: str, bot_processes: int = 1) -> FastAPI:
    """The application, with its storage in a folder or at a URL."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        storage = await Storage.open(place)
        key = await storage.keep("cookie key", secrets.token_bytes(32))
        thinkers = Thinkers(bot_processes)
        hub = Hub(storage, thinkers, Metrics(), key)
        await hub.start()
        app.state.site = Site(hub, Identities(key))
        try:
            yield
        finally:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(hub.stop(), SLOW_STOP)
            thinkers.close()
            await storage.close()

    app = FastAPI(title="Aude", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.middleware("http")(guard)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(StorageError, _failed)
    app.add_exception_handler(HTTPException, _not_found)
    describe(app)
    add_routes(app)
    return app


async def guard(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
    """Limits, origins and headers, for every request."""
    site: Site = request.app.state.site
    address = address_of(request)
    is_counted = request.url.path.startswith(("/api/", "/me/", "/health", "/metrics"))  # not the files of the page
    now = time.monotonic()
    is_too_many = is_counted and not site.requests.take(address, now, cost_of(request))
    if is_too_many or (is_study(request) and not site.studies.take(address, now, cost_of_study(request))):
        return problem(429, "too_many", "too many requests; wait a little")
    if request.method not in ("GET", "HEAD") and not is_same_origin(request.headers.get("origin"), request):
        return problem(403, "origin", "this request comes from another site")
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > most_of(request):
        return problem(413, "too_large", f"a request has at most {most_of(request)} bytes")
    response = await call_next(request)
    for name, value in SECURITY.items():
        response.headers.setdefault(name, value)
    return response


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    told = refusal_told(error, "", language_of(request))
    return problem(404 if error.code in ("no_table", "no_example") else 422, told.code, told.text, told.rule)


async def _not_found(request: Request, error: Exception) -> Response:
    """There is no such page, it cannot be asked for in this way, or a body is too large."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        return the_page(404)  # somebody in a browser: the page says it, and knows the way on
    code = {404: "no_page", 405: "no_method", 413: "too_large"}.get(error.status_code, "refused")
    return problem(error.status_code, code, error.detail)


async def _failed(request: Request, error: Exception) -> Response:
    log.error("storage failed", error=str(error))
    return problem(503, "storage", "the database does not answer; try again in a moment")
