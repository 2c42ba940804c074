"""Running the server in this process: its socket, its logs, and an orderly end. `several` runs more than one."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import socket
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import platformdirs
import structlog
import uvicorn
from fastapi import FastAPI
from structlog.typing import Processor

from aude.server.app import create
from aude.server.asking import Site
from aude.server.sockets import MAX_MESSAGE

if sys.platform != "win32":
    import resource

STOPS_WITHIN = 8  # seconds
IDLE = 75  # seconds that a connection may wait for its next request: longer than with proxies, so that they end it
GOODBYE = 0.1  # seconds in which the last messages are sent
COLLECTS_EVERY = 600.0  # seconds
NEVER = 2**31 - 1


def data_folder() -> Path:
    """Where tables are kept if nobody says where."""
    return Path(platformdirs.user_data_dir("aude", appauthor=False))


def listening(host: str, port: int) -> socket.socket:
    """A socket that is bound, so that its port is known; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio lets the sockets of clients send at once (TCP_NODELAY) only if their protocol is named here.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind((host, port))
    bound.listen(2048)
    return bound


def allow_many_sockets() -> None:
    """Let this process, and those that it starts, open as many files as they may: every socket is one.

    The usual limit of 1,024 is there for old programs, and may be raised by everybody.
    """
    if sys.platform != "win32":
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(ValueError, OSError):  # some systems name a limit that they do not grant
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@asynccontextmanager
async def full_collections_every(seconds: float) -> AsyncGenerator[None]:
    """Let Python search all objects for cycles of garbage only so often; new objects are searched as usual.

    With a thousand tables in memory that stops the server for a second, and Python would do it whenever the number of
    objects has grown by a quarter: while everybody connects, time and again.
    """

    async def collect() -> None:
        while True:
            await asyncio.sleep(seconds)
            gc.collect()

    before = gc.get_threshold()
    gc.set_threshold(*before[:2], NEVER)
    collecting = asyncio.create_task(collect())
    try:
        yield
    finally:
        collecting.cancel()
        gc.set_threshold(*before)


def address_of(bound: socket.socket, host: str) -> str:
    """What to open in a browser."""
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{bound.getsockname()[1]}/"


class Announcing(uvicorn.Server):
    """A server that says when it is ready, and tells everybody who is connected that it stops.

    It opens and closes what the application needs by itself: uvicorn would write a traceback where there is no
    database, and this raises `StorageError`, which is a sentence.
    """

    def __init__(self, app: FastAPI, ready: Callable[[], None]) -> None:
        super().__init__(settings(app, lifespan="off"))
        self._app = app
        self._ready = ready
        self._open = AsyncExitStack()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self._open.enter_async_context(self._app.router.lifespan_context(self._app))
        await self._open.enter_async_context(full_collections_every(COLLECTS_EVERY))
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        site: Site = self._app.state.site
        site.hub.say_goodbye()
        await asyncio.sleep(GOODBYE)
        await super().shutdown(sockets)
        await self._open.aclose()


def settings(app: FastAPI, **more: object) -> uvicorn.Config:
    """How uvicorn runs the application."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=2 * MAX_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=STOPS_WITHIN,
        proxy_headers=True,  # of a proxy on this machine, or at the addresses in FORWARDED_ALLOW_IPS
        **more,  # type: ignore[arg-type]
    )


def configure_logs() -> None:
    """One JSON object a line on standard error: our own, and the warnings of the libraries."""
    known: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
    ]
    written: list[Processor] = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    structlog.configure(
        processors=[*known, *written],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    unmarked = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler.addFilter(_blame_clients)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=known, processors=[unmarked, *written]))
    logging.basicConfig(handlers=[handler], level=logging.WARNING)


def _blame_clients(record: logging.LogRecord) -> bool:
    """Text that is not UTF-8 is a client's mistake, which uvicorn logs as one of ours, with a traceback."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeError):
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
    return True


def run(bound: socket.socket, place: str, bot_processes: int, ready: Callable[[], None]) -> None:
    """Serve in this process until it is told to stop. Raises `StorageError`."""
    # uvicorn passes the signal on when it has stopped. It must not kill this process, which has to tidy up.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    if sys.platform != "win32":
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # the command line lets it end a program: here a client went away
    configure_logs()
    allow_many_sockets()
    Announcing(create(place, bot_processes), ready).run(sockets=[bound])
