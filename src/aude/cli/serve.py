"""`aude serve`: tables for people and bots over the network."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from aude.catalog.errors import unreadable
from aude.catalog.texts import Texts
from aude.cli.shared import Lang, chosen, guarded


@guarded
def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option("--host", metavar="HOST")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="PORT", min=0, max=65535)] = 8400,
    data: Annotated[Path | None, typer.Option("--data", metavar="FOLDER", show_default=False)] = None,
    database: Annotated[str | None, typer.Option("--database", metavar="URL", show_default=False)] = None,
    processes: Annotated[int, typer.Option("--processes", metavar="N", min=1, max=64)] = 1,
    bot_processes: Annotated[int, typer.Option("--bot-processes", metavar="N", min=1, max=64)] = 1,
    lang: Lang = None,
) -> None:
    """Serve tables over the network."""
    try:
        from aude.server import running
        from aude.server.storage import StorageError
    except ImportError as error:
        raise unreadable("serve.missing", name=error.name) from None
    if data is not None and database is not None:
        raise unreadable("serve.both")
    if processes > 1 and database is None:
        raise unreadable("serve.processes")
    place = database or str(data or running.data_folder())
    try:
        bound = running.listening(host, port)
    except OSError as error:
        raise unreadable("serve.address", host=host, port=port, says=error.strerror or error) from None
    texts = Texts(chosen(context, lang))

    def ready() -> None:
        print(texts("cli.serve.ready", address=running.address_of(bound, host)), flush=True)

    try:
        if processes > 1:
            code = running.run_several(bound, place, bot_processes, processes, ready)
        else:
            code = running.run(bound, place, bot_processes, ready)
    except StorageError as error:
        raise unreadable("serve.storage", says=error) from None
    raise typer.Exit(code)
