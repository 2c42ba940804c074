"""Guests: boxes that lend a game their tiles without being in it; whatever only their rules explain is decoration."""

from __future__ import annotations

from functools import cache

from aude.catalog import boxes as catalog
from aude.catalog.errors import about, unreadable
from aude.engine.tiles import Tile
from aude.errors import Unreadable


def lent(box: catalog.BoxInfo) -> dict[str, list[Tile]]:
    """The tiles that a box can lend, by set: those that are drawn, not those that its rules lay or hand out."""
    laid = _start_of(box.id) if box.extends else frozenset()
    return {
        name: [tile for tile in tile_set.tiles if tile.drawn and tile.id not in laid]
        for name, tile_set in box.tile_sets().items()
    }


@cache
def _start_of(box: str) -> frozenset[str]:
    """The start tiles of a game with a built-in expansion."""
    from aude.game.setup import Setup

    return frozenset(name for name, *_ in Setup(str(catalog.info(box).extends), (box,)).rules().start)


def cannot_be_lent(infos: list[catalog.BoxInfo], tiles: list[tuple[Tile, int]]) -> Unreadable | None:
    """The error if tiles have open sides of a kind that no box of the game knows, such as a river."""
    sets = [tile_set for box in infos for tile_set in box.tile_sets().values()]
    known = {segment.kind for tile_set in sets for tile in tile_set.tiles for segment in tile.segments}
    for tile, _ in tiles:
        strange = [segment.kind for segment in tile.segments if segment.ports and segment.kind not in known]
        if strange:
            box = catalog.tile_sets(infos[0].id).get(tile.set)
            return about(f"tiles {tile.set}", unreadable("setup.cannot_be_lent", kind=strange[0], box=box))
    return None
