"""`aude serve`: tables for people and bots over the network."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from aude.catalog.errors import unreadable
from aude.catalog.texts import Texts
from aude.cli.shared import Lang, chosen, guarded
from aude.engine.arrays import COMPILED

HERE = "127.0.0.1"
PORT = 8400


@guarded
def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option("--host", metavar="HOST")] = HERE,
    port: Annotated[int, typer.Option("--port", metavar="PORT", min=0, max=65535)] = PORT,
    data: Annotated[Path | None, typer.Option("--data", metavar="FOLDER", show_default=False)] = None,
    database: Annotated[str | None, typer.Option("--database", metavar="URL", show_default=False)] = None,
    processes: Annotated[int, typer.Option("--processes", metavar="N", min=1, max=64)] = 1,
    bot_processes: Annotated[int, typer.Option("--bot-processes", metavar="N", min=1, max=64)] = 1,
    lang: Lang = None,
) -> None:
    """Serve tables over the network."""
    if data is not None and database is not None:
        raise unreadable("serve.both")
    if processes > 1 and database is None:
        raise unreadable("serve.processes")
    if database is not None and "://" not in database:
        raise unreadable("serve.database")
    running = _running()
    place = database or str(data or running.data_folder())
    try:
        bound = running.listening(host, port)
    except OSError as error:
        raise unreadable("serve.address", host=host, port=port, says=error.strerror or error) from None
    texts = Texts(chosen(context, lang))
    address = running.address_of(bound, host)

    def ready() -> None:
        print(texts("cli.serve.ready", address=address), flush=True)

    with _in_sentences():
        _serve(bound, address, place, ready, processes, bot_processes)


def open_in_browser(language: str) -> None:
    """`aude play`: serve on this machine only, and open the page in a browser if there is a display.

    If a server is already running for these tables, open its page instead.
    """
    running = _running()
    from aude.server.alone import Occupied

    try:
        bound = running.listening(HERE, PORT)
    except OSError:  # the port is in use
        bound = running.listening(HERE, 0)
    texts = Texts(language)
    address = running.address_of(bound, HERE)

    def ready() -> None:
        print(texts("cli.serve.opened" if _shown(address) else "cli.serve.open", address=address), flush=True)
        if not COMPILED:
            print(texts("cli.serve.interpreted"), flush=True)

    with _in_sentences():
        try:
            _serve(bound, address, str(running.data_folder()), ready)
        except Occupied as other:
            if not other.address:
                raise
            _shown(other.address)
            print(texts("cli.serve.already", address=other.address), flush=True)


def _shown(address: str) -> bool:
    """Open a page in a browser. Returns whether there is a browser."""
    return has_display() and webbrowser.open(address)


def has_display() -> bool:
    """Whether there is a display for a browser."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _running() -> ModuleType:
    """Import the module that runs the server, or raise an error if a package is missing."""
    try:
        from aude.server import running
    except ImportError as error:
        raise unreadable("serve.missing", name=error.name) from None
    return running


@contextlib.contextmanager
def _in_sentences() -> Iterator[None]:
    """Report in one line why a server cannot start."""
    from aude.server.alone import Occupied
    from aude.server.storage import StorageError

    try:
        yield
    except Occupied as other:
        raise unreadable("serve.occupied", folder=other.folder) from None
    except StorageError as error:
        raise unreadable("serve.storage", says=error) from None


def _serve(
    bound: socket.socket,
    address: str,
    place: str,
    ready: Callable[[], None],
    processes: int = 1,
    bot_processes: int = 1,
) -> None:
    """Serve until the process is stopped."""
    from aude.server import running, several
    from aude.server.alone import only_server

    with only_server(place, address):
        if processes > 1:
            several.run_several(bound, place, bot_processes, processes, ready)
        else:
            running.run(bound, place, bot_processes, ready)
