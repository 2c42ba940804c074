"""The role of a tile in a river, from its facts."""

from __future__ import annotations

from typing import Final

from aude.engine.tiles import Tile

NO_RIVER: Final = 0
FLOWS: Final = 1  # springs, forks and everything between
LAKE: Final = 2
VOLCANO_LAKE: Final = 3


def river_ports(tile: Tile) -> list[str]:
    """The sides of a tile where the river leaves it."""
    return [port for segment in tile.segments if segment.kind == "river" for port in segment.ports]


def role_of(tile: Tile) -> int:
    """The role of a tile in the river."""
    role = str(tile.more.get("river_role", ""))
    if not role:
        return NO_RIVER
    if role != "lake":
        return FLOWS
    return VOLCANO_LAKE if "volcano" in tile.symbols else LAKE
