"""What single boxes let a player do in the oracle besides placing a figure: tunnel tokens, escapes, arrows."""

from __future__ import annotations

from aude.engine.tiles import SIDES
from oracle.figures import Figure
from oracle.land import MONASTERIES, SHRINES, Cell, Node, across, around, turned
from oracle.scoring import Scored

SYMBOLS = ("add", "anywhere", "extra")
"""What the arrows of the anniversary tiles bring."""


class Special(Scored):
    """The scored land with its tunnel tokens."""

    def prepare(self) -> None:
        """No token lies yet; each seat has sets of two (R-TUN-01)."""
        super().prepare()
        sets = {"seed": {2: 2}, "official": {2: 3, 3: 2}, "single": {}}[self.option("tunnel_tokens") or "seed"]
        self.tokens: list[list[list[Node]]] = [[[] for _ in range(sets.get(len(self.seats), 1))] for _ in self.seats]

    def holdings(self, seat: int) -> dict[str, int]:
        """Tokens, tiles of honour, and the tunnel tokens that do not lie yet."""
        left = {"tunnel_token": sum(2 - len(pair) for pair in self.tokens[seat])} if self.tunnels else {}
        return super().holdings(seat) | left

    def pieces(self) -> list[tuple[Node | Cell, int, str]]:
        """What lies on the table besides tiles and figures: on which segment or tile, whose (-1: nobody's), what."""
        return [
            (node, seat, "tunnel_token")
            for seat in self.seats
            if self.tunnels
            for pair in self.tokens[seat]
            for node in pair
        ]

    # Tunnels

    def tunnel_options(self, seat: int) -> dict[str, tuple[list[Node], Node]]:
        """Where a seat may put a token: in words, and as its set and exit (TUN-01, R-TUN-10 to R-TUN-12)."""
        if not self.tunnels:
            return {}
        laid = [node for sets in self.tokens for pair in sets for node in pair]
        exits = [node for cell in self.table for node in self.nodes(cell) if self.is_exit(node) and node not in laid]
        found: dict[str, tuple[list[Node], Node]] = {}
        for pair in self.tokens[seat]:
            if len(pair) < 2:
                to = f" to {self.words(pair[0])}" if pair else ""
                found |= {f"tunnel {self.words(node)}{to}": (pair, node) for node in exits}
        return found

    def put_token(self, pair: list[Node], node: Node) -> None:
        """Put a token on an exit; the second of a set opens the tunnel (TUN-03)."""
        pair.append(node)
        if len(pair) == 2:
            self.join(*pair)

    # Escapes

    def escapes(self, seat: int) -> dict[str, Figure]:
        """The knights of a seat that may leave a besieged city (CTH-02, R-CTH-02, R-CTH-04)."""
        found: dict[str, Figure] = {}
        for knight in self.of_kind("city", seat) if "escape" in self.elements else ():
            city = self.feature_of(knight.node)
            besieged = {(x, y) for x, y, index in city.nodes if "besieged" in self.segment((x, y, index)).traits}
            near = city.cells if besieged and self.option("escape_reach") == "any_city_tile" else besieged
            if any(self.shows(beside, MONASTERIES | SHRINES) for cell in near for beside in around(cell)):
                found[f"escape {knight.kind} {self.words(knight.node)}"] = knight
        return found

    # Arrows

    def arrow(self, cell: Cell) -> tuple[str, Cell] | None:
        """The symbol of an anniversary tile and the cell that its arrow points at (ANN-02)."""
        tile, turns = self.table[cell]
        for symbol in tile.symbols:
            name, _, side = symbol.partition(":")
            if name in SYMBOLS and "anniversary" in self.boxes:
                [points_at] = turned((side,), turns)
                return name, across(cell, points_at)[0]
        return None

    def activated(self, cell: Cell) -> dict[str, Cell]:
        """The symbols that the tile just laid here activates, its own and its neighbours' (ANN-04, ANN-05)."""
        found = {}
        own = self.arrow(cell)
        if own and own[1] in self.table:
            found[f"activate {own[0]}"] = cell
        for side in SIDES:
            beside, _ = across(cell, side)
            theirs = self.arrow(beside) if beside in self.table else None
            if theirs and theirs[1] == cell:
                found[f"activate {theirs[0]} at {beside[0]},{beside[1]}"] = beside
        return found

    def placements_by(self, symbol: str, seat: int) -> dict[str, tuple[str, Node]]:
        """Where an activated symbol lets a seat put a follower, beyond the tile just laid (ANN-09 to ANN-13)."""
        found: dict[str, tuple[str, Node]] = {}
        for cell in self.table if symbol in ("add", "anywhere") else ():
            for node in self.nodes(cell):
                feature = self.feature_of(node)
                here = [figure for figure in self.followers(feature, seat) if figure.node == node]
                allowed = (symbol == "add" and len(here) == 1) or (  # ANN-10, R-ANN-11, R-ANN-15
                    symbol == "anywhere" and not feature.complete and not self.is_taken(feature)
                )
                for kind in self.kinds_in_supply(seat, feature.kind) if allowed else ():
                    found[f"deploy {kind} {self.words(node)}"] = kind, node
        return found
