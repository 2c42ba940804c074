"""Bridges, Castles & Bazaars. BCB-01 to BCB-31 are written out in spec.md, beside this file.

The three have little to do with each other: each has a module of its own, and the box hands on what the game asks.
"""

from __future__ import annotations

from mypy_extensions import i64

from aude.boxes.bridges_castles_and_bazaars.auction import add_auction
from aude.boxes.bridges_castles_and_bazaars.bazaars import Bazaars
from aude.boxes.bridges_castles_and_bazaars.bridges import Bridges
from aude.boxes.bridges_castles_and_bazaars.by_hand import (
    BRIDGE_FORMS,
    CASTLE_FORMS,
    bridge_lines,
    castle_lines,
    lay_bridge,
    lay_castle,
    stand_in_castle,
)
from aude.boxes.bridges_castles_and_bazaars.castle_steps import CompleteCastles, FoundCastles
from aude.boxes.bridges_castles_and_bazaars.castles import Castles
from aude.engine.arrays import vec
from aude.engine.rules import MISWRITTEN, Box, Rules
from aude.engine.state import State


class BridgesCastlesAndBazaars(Box):
    """12 tiles; bridges for roads over fields, castles instead of small cities, auctions of tiles."""

    id = "bridges_castles_and_bazaars"

    def __init__(self) -> None:
        self.each: i64 = 0  # bridges, and castle tokens, of each seat
        self.bridges: Bridges | None = None  # what is left out is not there
        self.castles: Castles | None = None
        self.bazaars: Bazaars | None = None

    def setup(self, rules: Rules) -> None:
        each = 3 if rules.seats < 5 else 2
        self.each = each
        if rules.has("bridges"):
            self.bridges = Bridges(rules, each)
        if rules.has("castles"):
            self.castles = Castles(rules, each)
            rules.add_step("turn", 1710, FoundCastles(self.castles))
            rules.add_step("turn", 1732, CompleteCastles(self.castles))
        if rules.has("bazaars"):
            self.bazaars = Bazaars(rules)
            add_auction(rules, self.bazaars)

    def finalize(self, rules: Rules) -> None:
        if self.bridges is not None:
            self.bridges.finalize(rules)
        if self.castles is not None:
            self.castles.finalize(rules)
        if self.bazaars is not None:
            self.bazaars.finalize(rules)

    def on_start(self, state: State) -> None:
        if self.castles is not None:
            self.castles.on_start(state)

    def tile_placed(self, state: State, slot: i64) -> None:
        if self.bazaars is not None:
            self.bazaars.tile_placed(state, slot)

    # -- bridges ------------------------------------------------------------------------------------------------------
    def can_loosen(self, state: State) -> bool:
        return self.bridges is not None and self.bridges.can_loosen(state)

    def loose_rotations(self, state: State, tile: i64, front: i64) -> i64:
        if self.bridges is None:
            return 0
        return self.bridges.loose_rotations(state, tile, front)

    def lay_loosely(self, state: State, tile: i64, cell: i64, rotation: i64) -> i64:
        if self.bridges is None:
            return -1
        return self.bridges.lay_loosely(state, tile, cell, rotation)

    def loose_verb(self, state: State) -> str:
        return "span"

    def placement_refusal(self, state: State, cell: i64, rotation: i64) -> tuple[str, str]:
        if self.bridges is None:
            return "", ""
        return self.bridges.placement_refusal(state, cell, rotation)

    def figure_options(self, state: State, options: vec[i64]) -> vec[i64]:
        if self.bridges is None:
            return options
        return self.bridges.figure_options(state, options)

    def figure_refusal(self, state: State, words: list[str], why: str) -> tuple[str, str]:
        if self.bridges is None:
            return "", ""
        return self.bridges.figure_refusal(state, words, why)

    # -- castles ------------------------------------------------------------------------------------------------------
    def figure_weight(self, state: State, figure: i64, feature: i64) -> i64:
        if self.castles is None:
            return -1
        return self.castles.figure_weight(state, figure, feature)

    def settled_supplies(self, state: State, feature: i64) -> bool:
        return self.castles is not None and self.castles.settled_supplies(state, feature)

    def supplier_bonus(self, state: State, supplier: i64) -> i64:
        if self.castles is None:
            return 0
        return self.castles.supplier_bonus(state, supplier)

    # -- for people ---------------------------------------------------------------------------------------------------
    def holdings(self, state: State, seat: i64) -> list[tuple[str, int]]:
        found: list[tuple[str, int]] = []
        if self.bridges is not None:
            found.append(("bridge", self.bridges.in_hand(state, seat)))
        if self.castles is not None:
            found.append(("castle_token", int(state.registers[self.castles.tokens + seat])))
        return found

    def hold(self, state: State, seat: i64, name: str, number: i64) -> bool:
        """What is left of them; those that lie on the table cannot be in hand."""
        if number > dict(self.holdings(state, seat))[name]:
            return False
        if name == "bridge" and self.bridges is not None:
            self.bridges.hold(state, seat, number)
        elif self.castles is not None:
            state.registers[self.castles.tokens + seat] = number
        return True

    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        found: list[tuple[int, int, str]] = []
        if self.bridges is not None:
            found += self.bridges.laid(state)
        if self.castles is not None:
            found += self.castles.laid(state)
        return found

    # -- positions laid by hand ---------------------------------------------------------------------------------------
    def position_forms(self) -> list[str]:
        found: list[str] = []
        if self.bridges is not None:
            found += BRIDGE_FORMS
        if self.castles is not None:
            found += CASTLE_FORMS
        return found

    def lay_piece(self, state: State, words: list[str], figure: i64) -> str:
        if words[0] == "bridge" and self.bridges is not None:
            return lay_bridge(state, self.bridges, words)
        if self.castles is None:
            return MISWRITTEN
        if figure >= 0:
            return stand_in_castle(state, self.castles, words, figure)
        return lay_castle(state, self.castles, words)

    def position_lines(self, state: State) -> list[tuple[int, str]]:
        found: list[tuple[int, str]] = []
        if self.bridges is not None:
            found += bridge_lines(state, self.bridges)
        if self.castles is not None:
            found += castle_lines(state, self.castles)
        return found
