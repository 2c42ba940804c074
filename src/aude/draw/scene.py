"""A position as a board shows it: which tiles lie where, and what stands on which of their segments."""

from __future__ import annotations

from dataclasses import dataclass

from aude.draw.book import GROUND, kind_of
from aude.engine.box import SUPPLY
from aude.engine.scoring import leaders, strengths
from aude.engine.state import State
from aude.engine.tiles import SIDES, Tile

LAID_OVER = -1  # the segment of what was laid over a tile later: a bridge is none of those that are printed


@dataclass(frozen=True)
class Laid:
    """A tile on the table."""

    slot: int
    tile: Tile
    turns: int
    x: int
    y: int


@dataclass(frozen=True)
class Standing:
    """A figure or token: what it is, whose (-1: nobody's), and where: on a segment, or on a tile as a whole (None)."""

    name: str
    seat: int
    slot: int
    segment: int | None
    node: int = -1
    on_top: bool = False  # it stands on the token before it
    place: int | None = None  # which of the places that a box has reserved on the tile, in their order


class Scene:
    """Everything that is on the table at one moment."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.seats: tuple[str, ...] = tuple(state.rules.seat_names)
        tiles = state.rules.table.tiles
        self.laid: list[Laid] = []
        for slot in range(state.slots):
            number, cell = int(state.slot_tile[slot]), state.slot_cell[slot]
            self.laid.append(Laid(slot, tiles[number >> 2], number & 3, int(state.x_of(cell)), int(state.y_of(cell))))
        tokens = [token for box in state.rules.boxes for token in box.tokens_laid(state)]
        self.tokens = [(int(node), int(seat), name) for node, seat, name in tokens]
        self.at = {(laid.x, laid.y): laid for laid in self.laid}

    def segment_of(self, node: int) -> int:
        """Which of the segments printed on its tile a node is; LAID_OVER if none."""
        state = self.state
        slot = int(state.node_slot[node])
        kept = state.rules.table.kept[int(state.slot_tile[slot]) >> 2]
        index = node - int(state.slot_first[slot])
        return kept[index] if index < len(kept) else LAID_OVER

    def standing(self) -> list[Standing]:
        """Figures and tokens, in a stable order."""
        state, rules = self.state, self.state.rules
        found: list[Standing] = []
        for node, seat, name in self.tokens:
            below = found[-1] if found else None
            on_top = below is not None and node < 0 <= seat and below.seat < 0 and below.slot == -1 - node
            found.append(self._token(node, seat, name, on_top))
        shown = {(token.slot, token.seat) for token in found if token.segment is None}
        for figure in range(rules.figures):
            at, seat = int(state.figure_at[figure]), int(rules.figure_seat[figure])
            name = rules.figure_kinds[int(rules.figure_kind[figure])].name
            if at >= 0:
                found.append(Standing(name, seat, int(state.node_slot[at]), self.segment_of(at), at))
                continue
            slot, place = self._reserved(at)
            if slot >= 0 and (slot, seat) not in shown:  # else its box has told of it as a token already
                found.append(Standing(name, seat, slot, None, place=place))
        return found

    def _reserved(self, at: int) -> tuple[int, int]:
        """The tile of a place that a box has reserved, and its number among those there; -1 if it is on no tile."""
        for box in self.state.rules.boxes:
            slot, first = int(box.location_slot(self.state, at)), at
            if slot >= 0:
                while first + 1 < SUPPLY and int(box.location_slot(self.state, first + 1)) == slot:
                    first += 1
                return slot, first - at
        return -1, 0

    def _token(self, node: int, seat: int, name: str, on_top: bool) -> Standing:
        if node < 0:
            return Standing(name, seat, -1 - node, None, on_top=on_top)
        return Standing(name, seat, int(self.state.node_slot[node]), self.segment_of(node), node)

    def at_sides(self) -> list[tuple[Laid, int, str, int]]:
        """What stands at sides of tiles: the tile, the side, its name, its seat's number (-1: nobody's)."""
        found = [piece for box in self.state.rules.boxes for piece in box.pieces_at_sides(self.state)]
        return [(self.laid[slot], int(side), name, int(seat)) for slot, side, seat, name in found]

    def laid_over(self) -> list[tuple[Laid, str, list[str]]]:
        """Segments that were laid over tiles later: the tile, the kind, and the sides they come to."""
        state = self.state
        sides: dict[int, list[str]] = {}
        for key, node in zip(state.extra_ports[::2], state.extra_ports[1::2], strict=True):
            sides.setdefault(int(node), []).append(SIDES[int(key) & 3])
        kinds = state.rules.kinds
        return [
            (self.laid[int(state.node_slot[node])], kinds[int(state.kind_of(node))].name, places)
            for node, places in sides.items()
        ]

    def features(self) -> dict[int, list[int]]:
        """Every feature with its nodes."""
        found: dict[int, list[int]] = {}
        for node in range(self.state.nodes):
            found.setdefault(int(self.state.root[node]), []).append(node)
        return found

    def kind_of(self, node: int) -> str:
        """The kind of feature that a node belongs to."""
        return self.state.rules.kinds[int(self.state.kind_of(node))].name

    def owners(self, feature: int) -> tuple[int, ...]:
        """The seats with the most weight on a feature; on ground where nobody has any, those whose tokens lie there."""
        ahead = int(leaders(self.state, strengths(self.state, feature)))
        if ahead:
            return tuple(seat for seat in range(len(self.seats)) if ahead >> seat & 1)
        if kind_of(self.kind_of(feature)).manner != GROUND:
            return ()
        return tuple(
            sorted({seat for node, seat, _ in self.tokens if min(node, seat) >= 0 and self.state.root[node] == feature})
        )
