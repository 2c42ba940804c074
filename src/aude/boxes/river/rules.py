"""The rivers. RIV-01 to RIV-16 are written out in spec.md, beside this file; all boxes of rivers have these rules."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.river.course import Course
from aude.boxes.river.river_tiles import VOLCANO_LAKE, river_ports, role_of
from aude.engine.arrays import vec
from aude.engine.rules import Line, Part, Rules, Scorer
from aude.engine.state import State
from aude.engine.tiles import SIDES
from aude.engine.turns import NEW_TURN, earn
from aude.engine.types import Feature, Slot

# The stacks of a river, all drawn before the ordinary tiles (RIV-01): forks, the river, lakes, the volcano.
FORKS: Final = -40
MIDDLE_PART: Final = -30
LAKES: Final = -20
LAST: Final = -10

# Whose spring is used if several are in the game (R-RIV-05, R-RIV-14).
SPRINGS: Final = ("anniversary_river", "gq11", "river_c3", "river", "river2")


def parts(rules: Rules) -> list[Part]:
    """The river and its course; the volcano lake means something only with the dragon (R-RIV-06)."""
    found: list[Part] = [River(), Course()]
    if rules.has("dragon"):
        found.append(VolcanoLake())
    return found


class River(Part):
    """A river is laid tile by tile before anything else is drawn; it divides the land and carries nobody."""

    def setup(self, rules: Rules) -> None:
        rules.add_kind("river", RiverScorer(), completes=False)  # RIV-06: no figure kind stands on it
        other = "river_c3" if rules.option("river_edition") == "second" else "river"
        rules.tiles = [entry for entry in rules.tiles if entry[0].set != other]  # R-RIV-15
        stack_river(rules)


class RiverScorer(Scorer):
    """RIV-06: nobody stands on a river and nobody scores it."""

    def value(self, state: State, feature: Feature, complete: bool, lines: list[Line] | None) -> i64:
        return 0


def stack_river(rules: Rules) -> None:
    """RIV-02, RIV-08, RIV-11, R-RIV-05, R-RIV-11: the spring is laid, the others are stacked."""
    river = [tile for tile, count in rules.tiles if count and role_of(tile)]
    springs = [tile for tile in river if tile.more["river_role"] == "spring"]
    for tile in springs:
        rules.leave_out(tile.id)
    sets = [name for name in SPRINGS if any(tile.set == name for tile in springs)]
    if not sets:
        return  # no river without a spring: its tiles are not in this game
    start = sorted(tile.id for tile in springs if tile.set == sets[0])
    rules.tiles = [(tile, 1 if tile.id in start else count) for tile, count in rules.tiles]
    # The spring is laid so that its water runs east; the halves of a double one are side by side, unrotated.
    rotation = 0
    if len(start) == 1:
        spring = next(tile for tile in springs if tile.id == start[0])
        rotation = (1 - SIDES.index(river_ports(spring)[0])) % 4
    rules.add_start_block(300, [(tile, x, 0, rotation) for x, tile in enumerate(start)], keep_free="river")
    ends = len(start)
    plain: list[str] = []
    volcanoes: list[str] = []
    for tile, count in rules.tiles:
        role = str(tile.more.get("river_role", ""))
        if not count or role in ("", "spring"):
            continue
        if role == "lake":
            order = LAST if "volcano" in tile.symbols else LAKES
            (volcanoes if order == LAST else plain).extend([tile.id] * count)
        else:
            order = FORKS if role == "fork" else MIDDLE_PART
            ends += count * (len(river_ports(tile)) - 2)  # a fork adds an end, a lake at a city removes one
        rules.put_in_stack(tile.id, order)
    for lake in [*volcanoes, *plain][max(ends, 1) :]:
        rules.leave_out(lake, 1)


class VolcanoLake(Part):
    """RIV-14: nobody is placed on the volcano lake, and whoever lays it goes on. The dragon's own box puts it there."""

    def __init__(self) -> None:
        self.lakes = vec[i64]()  # of each tile: whether it is one
        self.again: i64 = -1  # the extra turn

    def setup(self, rules: Rules) -> None:
        if rules.option("volcano_lake_turn") == "again":
            self.again = rules.add_extra_turn("volcano_lake", NEW_TURN, new_turn=True)  # R-RIV-07

    def finalize(self, rules: Rules) -> None:
        self.lakes = vec[i64]([int(role_of(tile) == VOLCANO_LAKE) for tile in rules.table.tiles])

    def forbids_figures(self, state: State) -> bool:
        return self.lakes[state.slot_tile[state.slots - 1] >> 2] != 0

    def heeds_place(self, state: State) -> bool:
        return False

    def tile_placed(self, state: State, slot: Slot) -> None:
        """R-RIV-07: the next turn is the player's too."""
        if self.again >= 0 and self.lakes[state.slot_tile[slot] >> 2]:
            earn(state, self.again)
