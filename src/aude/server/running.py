"""Running the server: in this process, or in several that share one port and one PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import platformdirs
import structlog
import uvicorn
from fastapi import FastAPI

from aude.server.app import Site, create
from aude.server.sockets import MAX_MESSAGE

PLACE = "AUDE_SERVER_PLACE"  # how a process of several is told where the tables are
THINKERS = "AUDE_SERVER_THINKERS"
STOPS_WITHIN = 8  # seconds
GOODBYE = 0.1  # seconds in which the last messages are sent


def data_folder() -> Path:
    """Where tables are kept if nobody says where."""
    return Path(platformdirs.user_data_dir("aude", appauthor=False))


def listening(host: str, port: int) -> socket.socket:
    """A socket that is bound, so that its port is known; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind((host, port))
    bound.listen(2048)
    bound.set_inheritable(True)
    return bound


def address_of(bound: socket.socket, host: str) -> str:
    """What to open in a browser."""
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{bound.getsockname()[1]}/"


class Announcing(uvicorn.Server):
    """A server that says when it is ready, and tells everybody who is connected that it stops."""

    def __init__(self, app: FastAPI, ready: Callable[[], None]) -> None:
        super().__init__(settings(app))
        self._app = app
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        site: Site = self._app.state.site
        site.hub.say_goodbye()
        await asyncio.sleep(GOODBYE)
        await super().shutdown(sockets)


def settings(app: FastAPI | str, **more: object) -> uvicorn.Config:
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
        timeout_graceful_shutdown=STOPS_WITHIN,
        proxy_headers=True,  # of a proxy on this machine, or at the addresses in FORWARDED_ALLOW_IPS
        **more,  # type: ignore[arg-type]
    )


def configure_logs() -> None:
    """One JSON object a line on standard error."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )


def run(bound: socket.socket, place: str, bot_processes: int, ready: Callable[[], None]) -> int:
    """Serve in this process until it is told to stop; the exit code."""
    configure_logs()
    server = Announcing(create(place, bot_processes), ready)
    server.run(sockets=[bound])
    return 0 if server.started else 1


def run_several(bound: socket.socket, place: str, bot_processes: int, processes: int, ready: Callable[[], None]) -> int:
    """Serve in several processes behind one port; one that dies is replaced."""
    from uvicorn.supervisors import Multiprocess

    os.environ[PLACE], os.environ[THINKERS] = place, str(bot_processes)
    config = settings("aude.server.running:from_environment", factory=True, workers=processes)
    threading.Thread(target=_announce, args=(bound, ready), daemon=True).start()
    Multiprocess(config, sockets=[bound]).run()
    return 0


def _announce(bound: socket.socket, ready: Callable[[], None]) -> None:
    """Say that the server is ready as soon as one of its processes answers."""
    host = bound.getsockname()[0]
    address = address_of(bound, {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host))
    while True:
        try:
            with urllib.request.urlopen(f"{address}health", timeout=5):
                return ready()
        except (OSError, urllib.error.URLError):
            time.sleep(0.1)


def from_environment() -> FastAPI:
    """The application of one process of several."""
    configure_logs()
    return create(os.environ[PLACE], int(os.environ[THINKERS]))
