"""The Princess & the Dragon. PD-01 to PD-26 are written out in spec.md, beside this file.

Dragon, fairy and princesses have modules of their own. Here is what they have to do with placing figures, and the
magic portals, which are nothing else.
"""

from __future__ import annotations

from mypy_extensions import i64

from aude.boxes.princess_and_dragon.dragon import FORMS as DRAGON_FORMS
from aude.boxes.princess_and_dragon.dragon import Dragon
from aude.boxes.princess_and_dragon.fairy import Fairy
from aude.boxes.princess_and_dragon.princess import Princess
from aude.engine.arrays import append, vec
from aude.engine.features import newest_shows
from aude.engine.figures import NODE_MASK, has_follower, spot_option
from aude.engine.rules import BOX_OPTION, CONTINUE, MISWRITTEN, PASS, Box, Line, Rules, Step
from aude.engine.state import State
from aude.engine.words import fits, spot_words


class PrincessAndDragon(Box):
    """30 tiles: a dragon that all players move, a fairy who guards one tile, princesses and magic portals."""

    id = "princess_and_dragon"

    def __init__(self) -> None:
        self.dragon: Dragon | None = None  # what is left out is not there
        self.fairy: Fairy | None = None
        self.princess: Princess | None = None
        self.has_portal = False
        self.portal_mark: i64 = 0  # a bit among the symbols of a tile

    def setup(self, rules: Rules) -> None:
        self.has_portal = rules.has("portal")
        if rules.has("fairy"):
            self.fairy = Fairy(rules)
        if rules.has("dragon"):
            self.dragon = Dragon(rules, self.fairy)
        if rules.has("princess"):
            self.princess = Princess(rules)
            rules.add_step("turn", 500, self.princess)
        rules.add_step("turn", 890, AfterFairy(self))

    def finalize(self, rules: Rules) -> None:
        if self.fairy is not None:
            self.fairy.finalize(rules)
        if self.dragon is not None:
            self.dragon.finalize(rules)
        if self.princess is not None:
            self.princess.finalize(rules)
        if self.has_portal:
            self.portal_mark = rules.table.symbol_of("portal")

    # -- the dragon ---------------------------------------------------------------------------------------------------
    def dragon_at(self, state: State) -> i64:
        """The tile where the dragon stands, or -1."""
        if self.dragon is None:
            return -1
        return self.dragon.slot(state)

    def rejects_tile(self, state: State, tile: i64) -> bool:
        return self.dragon is not None and self.dragon.rejects_tile(state, tile)

    # -- the fairy ----------------------------------------------------------------------------------------------------
    def fairy_at(self, state: State) -> i64:
        """The tile where the fairy stands, or -1."""
        if self.fairy is None:
            return -1
        return self.fairy.slot(state)

    def presence_bonus(self, state: State, feature: i64, seat: i64, complete: bool, lines: list[Line] | None) -> i64:
        if self.fairy is None:
            return 0
        return self.fairy.presence_bonus(state, feature, seat, lines)

    def figure_left(self, state: State, figure: i64, at: i64, scored: bool) -> None:
        if self.fairy is not None:
            self.fairy.figure_left(state, figure, at)

    def tile_placed(self, state: State, slot: i64) -> None:
        if self.fairy is not None:
            state.registers[self.fairy.placed] = 0

    def figure_chosen(self, state: State, action: i64) -> None:
        """PD-15, R-ABB-05: whatever the figure step was used for, the fairy stays where she is."""
        if self.fairy is not None and action != PASS:
            state.registers[self.fairy.placed] = 1

    # -- where figures may go -----------------------------------------------------------------------------------------
    def forbids_figures(self, state: State) -> bool:
        """PD-03, PD-05: on a volcano nothing is placed; R-PD-13: or only not on that tile."""
        dragon = self.dragon
        return dragon is not None and dragon.skips_to_scoring and dragon.on_volcano(state)

    def opens_portal(self, state: State) -> bool:
        """Whether a magic portal has just been laid."""
        return newest_shows(state, self.portal_mark)

    def figure_options(self, state: State, options: vec[i64]) -> vec[i64]:
        """PD-12: through a portal a follower goes to any tile; PD-13: what is no follower does not.

        The options have the codes of the figure step itself, which carries them out.
        """
        if not self.opens_portal(state) or not has_follower(state, state.player):
            return options
        rules = state.rules
        free = free_elsewhere(state)
        for kind in range(rules.figure_kinds_count):
            if rules.occupies[kind] and state.supply[kind * rules.seats + state.player]:
                stands_on = rules.stands_on[kind]
                for node in free:
                    if stands_on >> state.kind_of(node) & 1:
                        options = append(options, spot_option(kind, node))
        return options

    def filter_figure_options(self, state: State, options: vec[i64]) -> vec[i64]:
        """R-PD-13, R-PD-14: nobody goes where the dragon is."""
        lair = self.dragon_at(state)
        if lair < 0:
            return options
        there = False  # mostly nobody could
        for option in options:
            if PASS < option < BOX_OPTION and state.node_slot[(option - 1) & NODE_MASK] == lair:
                there = True
                break
        if not there:
            return options
        kept = vec[i64]()
        for option in options:
            if not PASS < option < BOX_OPTION or state.node_slot[(option - 1) & NODE_MASK] != lair:
                kept = append(kept, option)
        return kept

    def figure_refusal(self, state: State, words: list[str], why: str) -> tuple[str, str]:
        """Why a figure may not go to a spot, where dragon and portal are the reason."""
        rules = state.rules
        kind: i64 = -1
        if len(words) > 2 and words[0] == "deploy" and why != "supply_empty":
            kind = rules.figure_named(words[1])
        if kind < 0:
            return "", ""
        elsewhere = words[-2] == "at"
        for node in range(state.nodes):
            if elsewhere == (state.node_slot[node] == state.slots - 1) or not fits(words[2:], spot_words(state, node)):
                continue
            if self.dragon is not None and state.node_slot[node] == self.dragon.slot(state):
                return ("PD-03", "volcano") if self.dragon.on_volcano(state) else ("R-PD-14", "dragon_there")
            if elsewhere and self.opens_portal(state):
                if not rules.occupies[kind]:
                    return "PD-13", "portal_followers_only"
                if not rules.stands_on[kind] >> state.kind_of(node) & 1:
                    return "BASE-16", "spot_unfit"
                return "PD-12", ("portal_taken" if state.occupants[state.root[node]] else "portal_scored")
        return "", ""

    # -- for people ---------------------------------------------------------------------------------------------------
    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        found: list[tuple[int, int, str]] = []
        if self.dragon_at(state) >= 0:
            found.append((-1 - int(self.dragon_at(state)), -1, "dragon"))
        if self.fairy is not None and self.fairy.slot(state) >= 0:
            found.append((self.fairy.token_place(state), -1, "fairy"))
        return found

    # -- positions laid by hand ---------------------------------------------------------------------------------------
    def position_forms(self) -> list[str]:
        found: list[str] = []
        if self.dragon is not None:
            found += DRAGON_FORMS
        if self.fairy is not None:
            found += self.fairy.position_forms()
        return found

    def lay_piece(self, state: State, words: list[str], figure: i64) -> str:
        if words[0] == "fairy" and self.fairy is not None:
            return self.fairy.lay_piece(state, words, self.dragon_at(state))
        if self.dragon is not None:
            return self.dragon.lay_piece(state, words)
        return MISWRITTEN

    def position_lines(self, state: State) -> list[tuple[int, str]]:
        found: list[tuple[int, str]] = []
        if self.dragon is not None:
            found += self.dragon.position_lines(state)
        if self.fairy is not None:
            found += self.fairy.position_lines(state)
        return found

    def objection(self, state: State) -> str:
        if self.dragon is None:
            return ""
        return self.dragon.objection(state)


def free_elsewhere(state: State) -> vec[i64]:
    """The segments of all tiles but the newest where nobody is and whose features have not been scored.

    R-PD-25: a feature that this tile has completed has not been, nor has any field.
    """
    found = vec[i64]()
    newest = state.slots - 1
    completes = state.rules.completes
    for node in range(state.nodes):
        feature = state.root[node]
        if not state.occupants[feature] and state.node_slot[node] != newest:
            if state.open_ends[feature] >= 0 or not completes[state.kind_of(node)]:
                found = append(found, node)
    return found


class AfterFairy(Step):
    """Step 8 is over. PD-11: whoever has sent a follower away goes on here. PD-05: a volcano leads to the scoring."""

    name = "after_fairy"

    def __init__(self, box: PrincessAndDragon) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        if self.box.forbids_figures(state):
            state.jump(state.rules.step_numbers["collect"])
        return CONTINUE
