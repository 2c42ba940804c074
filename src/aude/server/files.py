"""What can be taken along from a table: a picture, a film, a save of JCloisterZone."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections import OrderedDict
from pathlib import Path

import structlog

from aude.draw.boards import board
from aude.errors import AudeError
from aude.formats.jcz.export import write_save
from aude.server.aids import begun
from aude.tables.deciding import refused
from aude.tables.fair_record import record_of
from aude.tables.refusal import Refusal
from aude.tables.table import Table

PICTURE_WIDTH, FILM_WIDTH = 1600, 640  # pixels
KEPT = 24  # films, each about half a megabyte
MEDIA = {"picture.png": "image/png", "film.webp": "image/webp", "save.jcz": "application/json"}

log = structlog.get_logger()
_films: OrderedDict[str, bytes] = OrderedDict()
_filming = asyncio.Lock()  # one at a time: it takes several seconds of a processor


async def file_of(table: Table, name: str, long_work: asyncio.Semaphore) -> bytes:
    """A file by its name, made when somebody asks for it, and when its turn has come."""
    if name not in MEDIA:
        raise Refusal("no_file", files=list(MEDIA))
    begun(table)
    if name == "film.webp":
        return await _film(table)
    try:
        async with long_work:
            return await asyncio.to_thread(_picture if name == "picture.png" else _save, table)
    except AudeError as error:  # that program knows less, or a library is missing
        raise refused(error) from None


def _picture(table: Table) -> bytes:
    return board(begun(table), viewer=None).png(PICTURE_WIDTH)


def _save(table: Table) -> bytes:
    return write_save(begun(table)).encode()


async def _film(table: Table) -> bytes:
    if table.state != "over":
        raise Refusal("not_over")
    async with _filming:
        if table.id not in _films:
            _films[table.id] = await _drawn_apart(record_of(table))
            while len(_films) > KEPT:
                _films.popitem(last=False)
        _films.move_to_end(table.id)
        return _films[table.id]


async def _drawn_apart(record: str) -> bytes:
    """The film of a record, drawn in a process of its own, so that no table has to wait for it."""
    with tempfile.TemporaryDirectory() as folder:
        source, film = Path(folder, "game.aude"), Path(folder, "film.webp")
        source.write_text(record, encoding="utf-8")
        command = ["draw", str(source), "-o", str(film), "--width", str(FILM_WIDTH), "--layers", "last"]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "aude", *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        try:
            said, _ = await process.communicate()
        finally:
            if process.returncode is None:  # nobody waits for it any more
                process.kill()
        if process.returncode:
            log.error("no film", says=said.decode(errors="replace")[-300:])
            raise Refusal("no_film")
        return film.read_bytes()
