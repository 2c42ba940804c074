"""The pack of JCloisterZone: which tiles are in it, and which one is drawn next.

The tiles of the file's draw order come first. After them, a value between 0 and 1 from the messages chooses among the
tiles of the active groups, sorted by group and by tile.
"""

from __future__ import annotations

import struct
from collections import Counter
from itertools import islice

from aude.catalog.errors import about, unreadable

END = "#END"  # in a draw order: the pack is empty from here on
LOW_BITS = (1 << 48) - 1
MULTIPLIER = 25214903917
INCREMENT = 11

# The groups of a river in the order in which they are active; everything else waits for the last of them.
RIVER = ("river-fork", "river", "river-lake")
DRAGON = "dragon"


def next_random(value: float) -> float:
    """The next random value: the 48-bit generator, seeded with the low bits of the floating-point number.

    >>> next_random(0.0) == 11 / 2**48
    True
    """
    bits = int(struct.unpack("<Q", struct.pack("<d", value))[0]) & LOW_BITS
    return float((MULTIPLIER * bits + INCREMENT) & LOW_BITS) / float(1 << 48)


class Pack:
    """Tiles to draw, by their names in JCloisterZone."""

    def __init__(
        self, tiles: dict[str, int], group_of: dict[str, str], order: tuple[str, ...], end: int | None, value: float
    ) -> None:
        if END in order:
            cut = order.index(END)
            order, end = order[:cut], cut if end is None else min(end, cut)
        self.left = Counter(tiles)
        self.group_of = group_of  # of tiles that are not in the default group
        self.order = list(order)
        self.end = end  # how many tiles are drawn in the whole game
        self.value = value
        self.drawn: list[str] = []
        self.dragon_is_here = False  # dragon tiles are only drawn after a volcano has been laid

    @property
    def is_empty(self) -> bool:
        """Whether no more tiles are drawn."""
        return (self.end is not None and len(self.drawn) >= self.end) or not self.active()

    @property
    def to_come(self) -> int:
        """How many tiles will still be drawn."""
        left = sum(count for count in self.left.values() if count > 0)
        return left if self.end is None else min(left, self.end - len(self.drawn))

    def as_if_drawn(self, tiles: list[str]) -> list[str]:
        """All draws of the game: those so far, then these, then some of the remaining tiles to make up the number."""
        rest = (self.left - Counter(tiles)).elements()
        return [*self.drawn, *tiles, *islice(rest, self.to_come - len(tiles))]

    @property
    def is_told(self) -> bool:
        """Whether the next tile is given by the draw order, and not random."""
        return len(self.drawn) < len(self.order)

    @property
    def has_river(self) -> bool:
        """Whether river tiles are left, which are drawn before all others."""
        return any(count > 0 and self.group_of.get(tile) in RIVER for tile, count in self.left.items())

    def active(self) -> list[str]:
        """The tiles that may be drawn at random next, each as often as it is left, in the order of the random rule."""
        groups: dict[str, list[str]] = {}
        for tile, count in sorted(self.left.items()):
            if count > 0:
                groups.setdefault(self.group_of.get(tile, "default"), []).extend([tile] * count)
        for name in RIVER:
            if name in groups:
                return groups[name]
        if not self.dragon_is_here:
            groups.pop(DRAGON, None)
        return [tile for name in sorted(groups) for tile in groups[name]]

    @property
    def _place(self) -> str:
        """Where in the file the next tile stands."""
        return f"gameAnnotations.drawOrder[{len(self.drawn)}]"

    def next_tile(self) -> str:
        """The tile that comes next. It remains in the pack until it is taken."""
        if self.is_told:
            tile = self.order[len(self.drawn)]
            if not self.left[tile]:
                raise about(self._place, unreadable("jcz.none_left", tile=tile))
            if tile not in self.active():
                is_dragon = self.group_of.get(tile) == DRAGON and not self.has_river
                raise about(
                    self._place, unreadable("jcz.waits_for_volcano" if is_dragon else "jcz.waits_for_river", tile=tile)
                )
            return tile
        tiles = self.active()
        return tiles[int(self.value * len(tiles))]

    def take(self, tile: str) -> None:
        """Draw a tile. A random draw also advances the random value."""
        if not self.is_told:
            self.value = next_random(self.value)
        self.left[tile] -= 1
        self.drawn.append(tile)
