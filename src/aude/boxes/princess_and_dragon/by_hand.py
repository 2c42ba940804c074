"""Dragon and fairy in positions laid by hand. R-PD-28."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from aude.engine.choice import Choice, Form
from aude.engine.pieces import AT_LAST, ByHand
from aude.engine.refusal import Refused
from aude.engine.spots import xy_of_slot
from aude.engine.stack import take_from_stack
from aude.engine.state import State
from aude.engine.types import Figure, Node, Slot

if TYPE_CHECKING:
    from aude.boxes.princess_and_dragon.dragon import Dragon
    from aude.boxes.princess_and_dragon.fairy import Fairy

DRAGON: Final = "dragon"  # the lines
ASIDE: Final = "aside"
FAIRY: Final = "fairy"
FAIRY_BESIDE: Final = "fairy_beside"
FAIRY_BESIDE_GUARD: Final = "fairy_beside_guard"


class DragonByHand(ByHand):
    """Where the dragon is, or which of its tiles wait for it."""

    def __init__(self, dragon: Dragon) -> None:
        self.dragon = dragon

    def forms(self) -> list[Form]:
        return [Form("lay dragon {slot}", DRAGON), Form("lay aside {tile}", ASIDE)]

    def lay(self, state: State, line: Choice, figure: Figure) -> None:
        if line.form == ASIDE:
            self.lay_aside(state, line.facts[0])
        else:
            self.lay_dragon(state, line.facts[0])

    def lay_dragon(self, state: State, slot: Slot) -> None:
        """The dragon stands on a tile."""
        dragon = self.dragon
        if dragon.slot(state) >= 0:
            raise Refused("", "dragon_laid", {"cell": cell_text(state, dragon.slot(state))})
        if dragon.is_guarded(state, slot):
            raise Refused("PD-19", "dragon_at_fairy", {"cell": cell_text(state, slot)})
        if dragon.barred[state.slot_tile[slot] >> 2]:
            raise Refused("PD-23", "dragon_at_bar", {"cell": cell_text(state, slot)})
        state.registers[dragon.tile] = slot + 1

    def lay_aside(self, state: State, tile: i64) -> None:
        """PD-02: one of the dragon's tiles was drawn before there was a dragon."""
        dragon = self.dragon
        name = state.rules.table.tiles[tile].id
        if name not in dragon.aside_ids:
            raise Refused("PD-02", "not_dragon_tile", {"tile": name})
        if not state.bag[tile]:
            raise Refused("", "not_in_bag", {"tile": name})
        take_from_stack(state, tile)
        state.registers[dragon.aside + dragon.aside_ids.index(name)] += 1

    def lines(self, state: State) -> list[tuple[int, Choice]]:
        dragon = self.dragon
        if dragon.slot(state) >= 0:
            return [(AT_LAST, Choice(DRAGON, [dragon.slot(state)]))]
        found: list[tuple[int, Choice]] = []
        for number in range(len(dragon.aside_tiles)):
            for _ in range(state.registers[dragon.aside + number]):
                found.append((AT_LAST, Choice(ASIDE, [dragon.aside_tiles[number]])))
        return found

    def check(self, state: State) -> None:
        """PD-02, PD-04: nothing is set aside once there is a dragon."""
        dragon = self.dragon
        for number in range(len(dragon.aside_tiles)):
            if state.registers[dragon.aside + number] and dragon.lair(state) >= 0:
                raise Refused("PD-04", "aside_with_dragon", {"tile": dragon.aside_ids[number]})


class FairyByHand(ByHand):
    """Where the fairy is: R-PD-04: beside a figure, if that matters, or on a tile."""

    def __init__(self, fairy: Fairy) -> None:
        self.fairy = fairy

    def forms(self) -> list[Form]:
        found = [Form("lay fairy {slot}", FAIRY)]
        if self.fairy.beside_follower:
            found.append(Form("lay fairy {seat} {figure} {node}", FAIRY_BESIDE))
            found.append(Form("lay fairy {seat} {figure} at {slot}", FAIRY_BESIDE_GUARD))
        return found

    def suits(self, state: State, line: Choice, node: Node) -> bool:
        """She stands where the follower does that the line names."""
        return self.follower_on(state, line, node) >= 0

    def lay(self, state: State, line: Choice, figure: Figure) -> None:
        fairy = self.fairy
        follower: i64 = -1
        slot: i64 = line.facts[-1]
        if line.form != FAIRY:
            follower = self.follower_on(state, line, line.facts[2])
            if follower < 0:
                who: dict[str, object] = {
                    "seat": state.rules.seat_names[line.facts[0]],
                    "figure": state.rules.figure_kinds[line.facts[1]].name,
                }
                raise Refused("PD-15", "fairy_alone", who)
            slot = fairy.slot_of(state, follower)
        if fairy.where.fairy_at(state) >= 0:
            raise Refused("", "fairy_laid", {"cell": cell_text(state, fairy.where.fairy_at(state))})
        if slot == fairy.where.dragon_at(state):
            raise Refused("PD-19", "fairy_at_dragon", {"cell": cell_text(state, slot)})
        state.registers[fairy.tile] = slot + 1
        state.registers[fairy.guarded] = follower + 1

    def follower_on(self, state: State, line: Choice, where: i64) -> Figure:
        """The follower that a line names by owner and kind, or -1; of several that are alike, the last.

        `where` is its segment, or if it stands on none, its tile.
        """
        rules = state.rules
        found: i64 = -1
        for figure in self.fairy.followers:
            if rules.figure_seat[figure] == line.facts[0] and rules.figure_kind[figure] == line.facts[1]:
                at = state.figure_at[figure]
                if line.form == FAIRY_BESIDE_GUARD:
                    if at < 0 and self.fairy.slot_of(state, figure) == where:
                        found = figure
                elif at == where:
                    found = figure
        return found

    def lines(self, state: State) -> list[tuple[int, Choice]]:
        fairy = self.fairy
        slot = fairy.where.fairy_at(state)
        if slot < 0:
            return []
        figure = fairy.friend(state)
        if figure < 0:
            return [(AT_LAST, Choice(FAIRY, [slot]))]
        who: list[int] = [state.rules.figure_seat[figure], state.rules.figure_kind[figure]]
        if state.figure_at[figure] < 0:
            return [(AT_LAST, Choice(FAIRY_BESIDE_GUARD, [*who, slot]))]
        return [(AT_LAST, Choice(FAIRY_BESIDE, [*who, state.figure_at[figure]]))]


def cell_text(state: State, slot: Slot) -> str:
    """Where a tile lies, as people write it: `0,-1`."""
    x, y = xy_of_slot(state, slot)
    return f"{x},{y}"
