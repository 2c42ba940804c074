"""Tables about the tiles of one game, computed once: which sides fit, which ports belong to which segment."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from aude.engine.arrays import vec
from aude.engine.tiles import BLANK, PORTS, SIDES, Tile, TileError, arrow_of

BARRIER: Final = "barrier"  # what a side with a barrier shows to the cell beyond it
COPY_BITS: Final = 20
COPY_MASK: Final = (1 << COPY_BITS) - 1
# Which rotations of a tile fit at a cell, in one number: two bits for each in order, the mask of them, their number.
FIT_MASK: Final = 8
FIT_COUNT: Final = 12
FIT_THREE: Final = 3 << FIT_COUNT  # from here on there are at least three

Look = tuple[str, frozenset[int], tuple[tuple[str, int], ...], frozenset[frozenset[int]]]
Layout = tuple[frozenset[Look], frozenset[tuple[str, int]]]  # segments, and symbols that point at a side


def _packed(rotations: list[int]) -> int:
    """These rotations in one number, for the table `fit`."""
    number = len(rotations) << FIT_COUNT
    for place, rotation in enumerate(rotations):
        number |= 1 << FIT_MASK + rotation | rotation << 2 * place
    return number


PACKED: Final = vec[i64]([_packed([rotation for rotation in range(4) if mask >> rotation & 1]) for mask in range(16)])


class TileTables:
    """Flat tables over tiles, their rotations and their segments.

    A segment has the number `tile_first[tile] + index`, a rotated tile `tile * 4 + rotation`. Segments that touch no
    side and are of a kind that no box of the game knows are decoration, and are left out.
    """

    def __init__(
        self,
        tiles: list[Tile],
        copies: list[int],
        kinds: list[str],
        surrounded: list[bool],
        meeting: list[tuple[str, str]],
        open_traits: list[str],
        barriers: bool,
    ) -> None:
        self.tiles = tiles
        self.kinds = kinds
        index_of = {tile.id: number for number, tile in enumerate(tiles)}
        self.index: dict[str, int] = index_of
        if len(index_of) != len(tiles):
            raise TileError("two tiles of the game have the same id")
        kept_of = [_known_segments(tile, kinds) for tile in tiles]
        self.kept: list[list[int]] = kept_of
        self.bag = vec[i64](copies)
        # Every copy of every tile: the tile, with the number of the copy in the lowest bits.
        self.copies = vec[i64]([tile << COPY_BITS | n for tile, count in enumerate(copies) for n in range(count)])

        # -- segments
        traits = sorted({name for tile in tiles for segment in tile.segments for name in segment.traits})
        self.traits: dict[str, int] = {name: column for column, name in enumerate(traits)}
        symbols = sorted({name for tile in tiles for name in tile.symbols})
        bits = {name: bit for bit, name in enumerate(symbols)}
        self.symbols: dict[str, int] = bits
        first: list[int] = []
        count: list[int] = []
        kind: list[int] = []
        ends: list[int] = []
        trait: list[int] = []
        centre: list[int] = []
        border_first: list[int] = []
        border: list[int] = []
        link_first: list[int] = []
        link: list[int] = []
        for tile, kept in zip(tiles, kept_of):
            first.append(len(kind))
            count.append(len(kept))
            kinds_here = [kinds.index(tile.segments[index].kind) for index in kept]
            middle = [at for at, number in enumerate(kinds_here) if surrounded[number]]
            if len(middle) > 1:
                raise TileError(f"{tile.id}: two features in the middle of one tile")
            centre.append(middle[0] if middle else -1)
            for at, index in enumerate(kept):
                segment = tile.segments[index]
                kind.append(kinds.index(segment.kind))
                beyond = sum(segment.traits.get(name, 0) for name in open_traits)
                ends.append(8 if at in middle else len(segment.ports) + beyond)
                trait += [segment.traits.get(name, 0) for name in traits]
                border_first.append(len(border))
                border += [kept.index(other) for other in segment.beside if other in kept]
                link_first.append(len(link))
                link += [kept.index(other) for other in tile.linked(index) if other in kept]
        # One more plain segment of each kind that is not on a tile, for segments that boxes lay over tiles later.
        self.plain_segment: i64 = len(kind)
        for number in range(len(kinds)):
            kind.append(number)
            ends.append(0)
            trait += [0] * len(traits)
            border_first.append(len(border))
            link_first.append(len(link))
        border_first.append(len(border))
        link_first.append(len(link))
        self.tile_first = vec[i64](first)
        self.tile_segments = vec[i64](count)
        self.tile_centre = vec[i64](centre)  # the segment that is completed by the cells around it, or -1
        self.tile_symbols = vec[i64]([sum(1 << bits[name] for name in tile.symbols) for tile in tiles])
        self.kind = vec[i64](kind)
        self.ends = vec[i64](ends)
        self.trait_table = vec[i64](trait)
        self.trait_columns: i64 = len(traits)
        self.border_first = vec[i64](border_first)
        self.border = vec[i64](border)
        self.link_first = vec[i64](link_first)
        self.link = vec[i64](link)  # the segments of the same tile that are linked to each

        # -- sides
        shown_kinds = {tile.side_kind(side) for tile in tiles for side in SIDES}
        on_sides = [kind for kind in (*kinds, BLANK) if kind in shown_kinds]
        if barriers:
            on_sides.append(BARRIER)  # matches nothing
        code = {kind: number + 1 for number, kind in enumerate(on_sides)}  # 0 is an open side
        self.barrier: i64 = code.get(BARRIER, 0)
        meets = {(kind, kind) for kind in kinds} if not meeting else {*meeting, *[(b, a) for a, b in meeting]}
        self.meets = meets  # which kinds may meet at a side
        base = len(on_sides) + 1
        self.side_code = vec[i64]([code.get(kind, 0) for kind in kinds])
        # What the four neighbours of a cell show is one number, with a digit for each side. These are their weights.
        self.side_weight = vec[i64]([base**side for side in range(4)])
        self.signatures: i64 = base**4
        ports: list[int] = []
        segment_ports: list[int] = []
        sides: list[int] = []
        equal: list[int] = []
        fit: list[int] = []
        for number, (tile, kept) in enumerate(zip(tiles, kept_of)):
            owner = {port: at for at, index in enumerate(kept) for port in tile.segments[index].ports}
            layouts = [_layout(tile, kept, rotation) for rotation in range(4)]
            equal += [layouts.index(layout) for layout in layouts]
            shown: list[list[str]] = []
            for rotation in range(4):
                turned = [owner.get(PORTS[(place - 3 * rotation) % 12], -1) for place in range(12)]
                ports += turned
                segment_ports += [
                    sum(1 << place for place in range(12) if turned[place] == at) for at in range(len(kept))
                ]
                shown.append([tile.side_kind(SIDES[(side - rotation) % 4]) for side in range(4)])
                sides += [code[kind] * base ** (side ^ 2) for side, kind in enumerate(shown[rotation])]
            # For each side and what its neighbour shows, the mask of rotations that match; then all four together.
            rotations = [rotation for rotation in range(4) if equal[number * 4 + rotation] == rotation]
            north, east, south, west = [
                [
                    sum(1 << rotation for rotation in rotations if not asked or (asked, shown[rotation][side]) in meets)
                    for asked in ("", *on_sides)
                ]
                for side in range(4)
            ]
            fit += [n & e & s & w for w in west for s in south for e in east for n in north]
        self.ports = vec[i64](ports)  # of rotated tile * 12 + port: the segment there, or -1
        # Of first segment of the tile * 4 + rotation * segments + segment: the mask of its ports.
        self.segment_ports = vec[i64](segment_ports)
        self.side_value = vec[i64](sides)  # of rotated tile * 4 + side: what it adds to the signature beside it
        self.equal_rotation = vec[i64](equal)  # of rotated tile: the smallest rotation that looks the same
        # A tile that looks the same after one, two or four quarter turns has 1, 2 or 4 rotations: this many bits.
        self.rotation_bits = vec[i64](
            [len(set(equal[tile * 4 : tile * 4 + 4])).bit_length() - 1 for tile in range(len(tiles))]
        )
        # Of tile * signatures + signature of a cell: which rotations fit (see `PACKED`). Small ints, for it is large.
        self.fit = vec[i16]([i16(PACKED[mask]) for mask in fit])

    def trait_of(self, name: str) -> int:
        """The column of a trait, for `trait`; -1 if no tile of the game has it."""
        return self.traits.get(name, -1)

    def symbol_of(self, name: str) -> int:
        """The bit of a symbol in `tile_symbols`; 0 if no tile of the game has it."""
        return 1 << self.symbols[name] if name in self.symbols else 0

    def trait(self, segment: i64, column: i64) -> i64:
        """How often a segment has a trait."""
        if column < 0:
            return 0
        return self.trait_table[segment * self.trait_columns + column]


def _known_segments(tile: Tile, kinds: list[str]) -> list[int]:
    kept: list[int] = []
    for index, segment in enumerate(tile.segments):
        if segment.kind in kinds:
            kept.append(index)
        elif segment.ports:
            raise TileError(f"{tile.id}: no box of this game knows what a {segment.kind} is")
    return kept


def _layout(tile: Tile, kept: list[int], rotation: int) -> Layout:
    """What the rotated tile looks like; rotations with equal layouts count as one."""

    def turned(index: int) -> frozenset[int]:
        return frozenset((PORTS.index(port) + 3 * rotation) % 12 for port in tile.segments[index].ports)

    segments = frozenset(
        (
            tile.segments[index].kind,
            turned(index),
            tuple(sorted(tile.segments[index].traits.items())),
            frozenset(turned(other) for other in tile.segments[index].beside),
        )
        for index in kept
    )
    arrows = [(symbol.partition(":")[0], arrow_of(symbol)) for symbol in tile.symbols]
    return segments, frozenset((name, (side + rotation) % 4) for name, side in arrows if side >= 0)
