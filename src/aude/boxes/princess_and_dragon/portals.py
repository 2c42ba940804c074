"""Magic portals, which let the player place a follower on any tile. PD-12, PD-13."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.features import newest_shows
from aude.engine.figures import has_follower, make_room_for, spot_option
from aude.engine.prospect import Prospect
from aude.engine.refusal import Refused
from aude.engine.rules import UNKNOWN, Guard, Part, Rules, on_newest
from aude.engine.state import State

PORTAL: Final = "portal"  # the symbol


class Portals(Part):
    """PD-12: through a portal a follower goes to any tile; PD-13: a figure that is not a follower does not."""

    def __init__(self) -> None:
        self.portal_mark: i64 = 0  # a bit among the symbols of a tile

    def finalize(self, rules: Rules) -> None:
        self.portal_mark = rules.table.symbol_of(PORTAL)

    def opens(self, state: State) -> bool:
        """Whether a magic portal has just been laid."""
        return newest_shows(state, self.portal_mark)

    def figure_options_when(self) -> Guard:
        return on_newest(PORTAL)

    def figure_options(self, state: State, count: i64) -> i64:
        """The options have the codes of the figure step itself, which carries them out."""
        if not self.opens(state) or not has_follower(state, state.player):
            return count
        rules = state.rules
        free = free_elsewhere(state)
        segment_kind = rules.table.kind
        node_segment = state.node_segment
        for kind in range(rules.figure_kinds_count):
            if rules.occupies[kind] and state.supply[kind * rules.seats + state.player]:
                make_room_for(state, count + len(free))
                work = state.work
                stands_on = rules.stands_on[kind]
                for node in free:
                    if stands_on >> segment_kind[node_segment[node]] & 1:
                        work[count] = spot_option(kind, node)
                        count += 1
        return count

    def heeds_place(self, state: State) -> bool:
        return state.rules.table.tile_symbols[state.tile] & self.portal_mark != 0

    def outlook(self, state: State, prospect: Prospect) -> i64:
        """Nothing special, unless the tile joins an unoccupied feature to an occupied one."""
        return UNKNOWN if prospect.spreads else 0

    def refuse_figure(self, state: State, choice: Choice, why: Refused) -> None:
        """Raise the reason why a figure may not go through the portal to a spot of another tile."""
        if choice.form != "deploy" or min(choice.facts) < 0 or why.key == "supply_empty" or not self.opens(state):
            return
        rules = state.rules
        kind: i64 = choice.facts[0]
        node: i64 = choice.facts[1]
        if state.node_slot[node] == state.slots - 1:
            return
        if not rules.occupies[kind]:
            raise Refused("PD-13", "portal_followers_only")
        if not rules.stands_on[kind] >> state.kind_of(node) & 1:
            raise Refused("BASE-16", "spot_unfit")
        raise Refused("PD-12", "portal_taken" if state.occupants[state.root[node]] else "portal_scored")


def free_elsewhere(state: State) -> vec[i64]:
    """The segments of all tiles but the newest where nobody is and whose features have not been scored.

    R-PD-25: a feature that this tile has completed has not been, nor has any field.
    """
    found = vec[i64]()
    newest = state.slots - 1
    completes = state.rules.completes
    root = state.root
    occupants = state.occupants
    open_ends = state.open_ends
    for node in range(state.nodes):
        feature = root[node]
        if not occupants[feature] and state.node_slot[node] != newest:
            if open_ends[feature] >= 0 or not completes[state.kind_of(node)]:
                found = append(found, node)
    return found
