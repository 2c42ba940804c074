"""What pages draw boards with: the tiles, figures and colours of a game, made once and then kept."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from functools import lru_cache
from typing import NamedTuple

import msgspec
from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from aude.catalog import boxes as catalog
from aude.catalog.errors import unreadable
from aude.catalog.texts import LANGUAGES
from aude.draw.kit import kit
from aude.game.setup import Setup
from aude.tables.deciding import refused
from aude.tables.refusal import Refusal

KEPT = 48  # kits, of which the largest has a megabyte
LEVEL = 6  # of compression

_making = asyncio.Lock()  # one at a time: it takes some tenths of a second of a processor


class Packed(NamedTuple):
    """A kit as it is sent."""

    tag: str
    plain: bytes
    small: bytes


@lru_cache(KEPT)
def packed(game: str, boxes: tuple[str, ...], language: str) -> Packed:
    """The kit of a game with these boxes."""
    plain = msgspec.json.encode(kit(game, boxes, language))
    tag = f'"{hashlib.blake2b(plain, digest_size=12).hexdigest()}"'
    return Packed(tag, plain, gzip.compress(plain, LEVEL, mtime=0))


async def kit_answer(request: Request) -> Response:
    """GET /api/kit?game=carcassonne&boxes=river,count&lang=nl: what its boards are drawn with."""
    game, boxes, language = _asked(request)
    async with _making:
        found = await asyncio.to_thread(packed, game, boxes, language)
    headers = {"etag": found.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == found.tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.small, media_type="application/json", headers={**headers, "content-encoding": "gzip"})
    return Response(found.plain, media_type="application/json", headers=headers)


def kit_address(setup: Setup, language: str) -> Response:
    """Where the kit of a table's game is."""
    return RedirectResponse(f"/api/kit?game={setup.game}&boxes={','.join(drawn_with(setup))}&lang={language}", 307)


def drawn_with(setup: Setup) -> list[str]:
    """The boxes whose parts a game's pictures have: also those of guests that lend tiles."""
    return [box.id for box in (*setup.infos()[1:], *setup.guests())]


def _asked(request: Request) -> tuple[str, tuple[str, ...], str]:
    """What is asked for, checked: only boxes that Aude brings, in the order in which it lists them."""
    asked = request.query_params
    game, language = asked.get("game", catalog.BOXES[0]), asked.get("lang", LANGUAGES[0])
    boxes = [box for box in asked.get("boxes", "").split(",") if box]
    if language not in LANGUAGES or set(asked) - {"game", "boxes", "lang"}:
        raise Refusal("unreadable_message", says=str(asked)[:300])
    for box in (game, *boxes):
        if box not in catalog.BOXES:
            raise refused(unreadable("boxes.none", name=box[:60], known=catalog.BOXES))
        extends = catalog.info(box).extends
        if box != game and extends != game:
            raise refused(unreadable("boxes.not_an_expansion", box=box, game=game))
        if box == game and extends is not None:
            raise refused(unreadable("boxes.not_a_game", box=box, game=extends))
    return game, tuple(box for box in catalog.BOXES if box in boxes), language
