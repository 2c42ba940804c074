"""The Princess & the Dragon. PD-01 to PD-26 are written out in spec.md, beside this file."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.figures import KIND_SHIFT, NODE_MASK, exposed_slot, spot_option, take_back
from aude.engine.rules import ASK, BOX_OPTION, ON, Box, Line, Rules, Step
from aude.engine.scoring import gain
from aude.engine.state import FOUR, State
from aude.engine.words import fits, read_cell, spot_words

PASS: Final = 0

STEPS_OF_A_HUNT: Final = 6  # PD-21
AT_DAWN: Final = 1  # PD-14: points for the fairy's company at the start of a turn
WHEN_SCORED: Final = 3  # PD-17, PD-18

LARGE: Final = "large_follower"  # PD-10
BARRED: Final = "bars_dragon"  # PD-23: how the facts mark a tile that the dragon does not enter

SEAT_SHIFT: Final = 40  # a figure to send away: (seat << SEAT_SHIFT | kind << KIND_SHIFT | node) + 1
KIND_MASK: Final = (1 << (SEAT_SHIFT - KIND_SHIFT)) - 1


class PrincessAndDragon(Box):
    """30 tiles: a dragon that all players move, a fairy who guards one tile, princesses and magic portals.

    Dragon and fairy belong to nobody: registers hold the tile (slot + 1) where each stands, 0 outside the game.
    """

    id = "princess_and_dragon"

    def __init__(self) -> None:
        self.has_dragon = False
        self.has_portal = False
        self.has_fairy = False
        self.beside_follower = False  # R-PD-04
        self.fairy_after_volcano = False  # R-PD-08
        self.skips_to_scoring = True  # R-PD-13
        self.hunger: i64 = -1  # the dragon as a danger
        self.dragon: i64 = -1  # registers: where it stands,
        self.trail: i64 = -1  # the tiles that it has left in this hunt, one after the other,
        self.aside: i64 = -1  # and how many of each dragon tile are set aside
        self.fairy: i64 = -1  # where she stands,
        self.guarded: i64 = -1  # and beside which figure (+ 1), if it matters
        self.placed: i64 = -1  # 1 if the figure step of this part of the turn was used
        self.aside_ids: list[str] = []
        self.aside_tiles = vec[i64]()  # the tiles of these ids, -1 if one is not in the game
        self.volcano_mark: i64 = 0  # bits among the symbols of a tile
        self.dragon_mark: i64 = 0
        self.portal_mark: i64 = 0
        self.princess: i64 = -1  # the column of the trait
        self.large: i64 = -1  # a kind of figure
        self.barred = vec[i64]()  # of each tile: 1 if the dragon may not enter it

    def setup(self, rules: Rules) -> None:
        self.has_dragon = rules.has("dragon")
        self.has_portal = rules.has("portal")
        self.has_fairy = rules.has("fairy")
        self.beside_follower = rules.option("fairy_on") == "meeple"
        self.fairy_after_volcano = rules.option("fairy_after_volcano") == "on"
        self.skips_to_scoring = rules.option("volcano_skips") == "to_step17"
        rules.add_step("turn", 890, AfterFairy(self))
        if self.has_dragon:
            self._bring_dragon(rules)
        if self.has_fairy:
            self.fairy = rules.register()
            self.guarded = rules.register()
            self.placed = rules.register()
            rules.add_note("fairy_moved", ["seat", "slot"])
            rules.add_step("turn", 100, FairyPoint(self))
            rules.add_step("turn", 800, MoveFairy(self))
        if rules.has("princess"):
            rules.add_note("sent_away", ["seat", "owner:figure", "node"])
            rules.add_step("turn", 500, Princess(self, rules))

    def _bring_dragon(self, rules: Rules) -> None:
        self.hunger = rules.danger("dragon")
        self.dragon = rules.register()
        self.trail = rules.register(STEPS_OF_A_HUNT)
        self.aside_ids = [tile.id for tile, _ in rules.tiles if "dragon" in tile.symbols]
        self.aside = rules.register(len(self.aside_ids))
        rules.add_note("set_aside", ["tile"])
        rules.add_note("shuffled_in", ["number"])
        rules.add_note("dragon_placed", ["slot"])
        rules.add_note("dragon_moved", ["seat", "slot"])
        rules.add_step("turn", 60, Lair(self))
        rules.add_step("turn", 690, Volcano(self))
        # R-PD-03, R-TURN-02: before the scoring; or after it, the Count and the catapult.
        rules.add_step("turn", 1400 if rules.option("dragon_timing") == "before_scoring" else 1870, Hunt(self))

    def resolved(self, rules: Rules) -> None:
        table = rules.table
        if self.has_dragon:
            self.volcano_mark = table.symbol_of("volcano")
            self.dragon_mark = table.symbol_of("dragon")
        if self.has_portal:
            self.portal_mark = table.symbol_of("portal")
        if rules.has("princess"):
            self.princess = table.trait_of("princess")
        if LARGE in names_of_figures(rules):
            self.large = names_of_figures(rules).index(LARGE)
        self.aside_tiles = vec[i64]([table.index.get(name, -1) for name in self.aside_ids])
        self.barred = vec[i64]([int(bool(tile.more.get(BARRED))) for tile in table.tiles])

    def newest_shows(self, state: State, mark: i64) -> bool:
        """Whether the tile laid last carries a symbol."""
        return state.rules.table.tile_symbols[state.slot_tile[state.slots - 1] >> 2] & mark != 0

    # -- dragon tiles -------------------------------------------------------------------------------------------------
    def rejects_tile(self, state: State, tile: i64) -> bool:
        """PD-02: while the dragon is not in play its tiles are set aside."""
        if not state.rules.table.tile_symbols[tile] & self.dragon_mark or state.registers[self.dragon]:
            return False
        for number in range(len(self.aside_tiles)):
            if self.aside_tiles[number] == tile:
                state.registers[self.aside + number] += 1
        if state.journal is not None:
            state.note("set_aside", [tile])
        return True

    def put_dragon(self, state: State, slot: i64) -> None:
        """PD-03, PD-04: the dragon comes to a volcano; what was set aside is shuffled in. R-PD-12: wherever it was."""
        state.registers[self.dragon] = slot + 1
        if state.journal is not None:
            state.note("dragon_placed", [slot])
        total: i64 = 0
        for number in range(len(self.aside_tiles)):
            copies = state.registers[self.aside + number]
            if copies:
                state.registers[self.aside + number] = 0
                state.bag[self.aside_tiles[number]] += copies
                state.bag_size += copies
                total += copies
        if total and state.journal is not None:
            state.note("shuffled_in", [total])

    def dragon_at(self, state: State) -> i64:
        """The tile where the dragon stands, or -1."""
        if self.dragon < 0:
            return -1
        return state.registers[self.dragon] - 1

    def fairy_at(self, state: State) -> i64:
        """The tile where the fairy stands, or -1."""
        if self.fairy < 0:
            return -1
        return state.registers[self.fairy] - 1

    # -- the hunt -----------------------------------------------------------------------------------------------------
    def steps_made(self, state: State) -> i64:
        """How many steps of the hunt are made."""
        made: i64 = 0
        while made < STEPS_OF_A_HUNT and state.registers[self.trail + made]:
            made += 1
        return made

    def was_at(self, state: State, slot: i64) -> bool:
        """PD-22, R-PD-09: whether the dragon has been on a tile in this hunt; where it began counts."""
        return slot + 1 in state.registers[self.trail : self.trail + STEPS_OF_A_HUNT]

    def ways(self, state: State) -> vec[i64]:
        """PD-19, PD-20, PD-22, PD-23: the tiles that the dragon may go to, from the north clockwise."""
        found = vec[i64]()
        cell = state.slot_cell[self.dragon_at(state)]
        for side in range(FOUR):
            slot = state.beside(cell, side) - 1
            if slot >= 0 and slot != self.fairy_at(state) and not self.was_at(state, slot):
                if not self.barred[state.slot_tile[slot] >> 2]:
                    found = append(found, slot)
        return found

    def move_dragon(self, state: State, slot: i64) -> None:
        """PD-24, R-PD-10: the dragon enters a tile, and every figure there goes home (PD-26)."""
        state.registers[self.trail + self.steps_made(state)] = state.registers[self.dragon]
        state.registers[self.dragon] = slot + 1
        if state.journal is not None:
            state.note("dragon_moved", [state.actor, slot])
        for figure in range(state.rules.figures):
            if exposed_slot(state, figure, self.hunger) == slot:
                take_back(state, figure)

    # -- the fairy ----------------------------------------------------------------------------------------------------
    def has_company(self, state: State, figure: i64) -> bool:
        """R-PD-04, R-PD-24: whether this is a follower on the fairy's tile, or the one that she stands beside."""
        node = state.figure_at[figure]
        if node < 0 or state.node_slot[node] != self.fairy_at(state):
            return False
        if self.beside_follower:
            return state.registers[self.guarded] == figure + 1
        return state.rules.occupies[state.rules.figure_kind[figure]] != 0

    def presence_bonus(self, state: State, feature: i64, seat: i64, complete: bool, lines: list[Line] | None) -> i64:
        """PD-17, PD-18: 3 points for a follower on the fairy's tile; R-PD-06, R-PD-07: once, winner or not."""
        if self.fairy_at(state) < 0:
            return 0
        rules = state.rules
        for figure in range(rules.figures):
            if rules.figure_seat[figure] == seat and self.has_company(state, figure):
                if state.root[state.figure_at[figure]] == feature:
                    if lines is not None:
                        lines.append(Line("fairy", 1, WHEN_SCORED))
                    return WHEN_SCORED
        return 0

    def figure_left(self, state: State, figure: i64, at: i64, scored: bool) -> None:
        """R-PD-27: she stays on her tile, but whoever comes there later is not the one that she stood beside.

        R-PD-39: one like it on the same spot is, until the last of them has left.
        """
        if self.guarded < 0 or state.registers[self.guarded] != figure + 1:
            return
        rules = state.rules
        state.registers[self.guarded] = 0
        for other in range(rules.figures):
            if state.figure_at[other] == at and rules.figure_seat[other] == rules.figure_seat[figure]:
                if at >= 0 and rules.figure_kind[other] == rules.figure_kind[figure]:
                    state.registers[self.guarded] = other + 1
                    return

    def tile_placed(self, state: State, slot: i64) -> None:
        if self.placed >= 0:
            state.registers[self.placed] = 0

    def figure_chosen(self, state: State, action: i64) -> None:
        """PD-15, R-ABB-05: whatever the figure step was used for, the fairy stays where she is."""
        if self.placed >= 0 and action != PASS:
            state.registers[self.placed] = 1

    # -- where figures may go -----------------------------------------------------------------------------------------
    def on_volcano(self, state: State) -> bool:
        """Whether a volcano has just been laid."""
        return self.newest_shows(state, self.volcano_mark)

    def forbids_figures(self, state: State) -> bool:
        """PD-03, PD-05: on a volcano nothing is placed; R-PD-13: or only not on that tile, see `sift_figures`."""
        return self.skips_to_scoring and self.on_volcano(state)

    def opens_portal(self, state: State) -> bool:
        """Whether a magic portal has just been laid."""
        return self.newest_shows(state, self.portal_mark)

    def figure_options(self, state: State, options: vec[i64]) -> vec[i64]:
        """PD-12: through a portal a follower goes to any tile; PD-13: what is no follower does not.

        The options have the codes of the figure step itself, which carries them out.
        """
        if not self.opens_portal(state):
            return options
        rules = state.rules
        newest = state.slots - 1
        for kind in range(rules.figure_kinds_count):
            if rules.occupies[kind] and state.supply[kind * rules.seats + state.player]:
                stands_on = rules.stands_on[kind]
                for node in range(state.nodes):
                    if state.node_slot[node] != newest and stands_on >> state.kind_of(node) & 1:
                        if not state.occupants[state.root[node]] and not is_scored(state, node):
                            options = append(options, spot_option(kind, node))
        return options

    def sift_figures(self, state: State, options: vec[i64]) -> vec[i64]:
        """R-PD-13, R-PD-14: nobody goes where the dragon is."""
        lair = self.dragon_at(state)
        if lair < 0:
            return options
        kept = vec[i64]()
        for option in options:
            if not PASS < option < BOX_OPTION or state.node_slot[(option - 1) & NODE_MASK] != lair:
                kept = append(kept, option)
        return kept

    def figure_refusal(self, state: State, words: list[str], why: str) -> tuple[str, str]:
        """Why a figure may not go to a spot, where dragon and portal are the reason."""
        rules = state.rules
        names = names_of_figures(rules)
        if len(words) < 3 or words[0] != "deploy" or words[1] not in names or why == "supply_empty":
            return "", ""
        kind: i64 = names.index(words[1])
        elsewhere = words[-2] == "at"
        for node in range(state.nodes):
            if elsewhere == (state.node_slot[node] == state.slots - 1) or not fits(words[2:], spot_words(state, node)):
                continue
            if state.node_slot[node] == self.dragon_at(state):
                return ("PD-03", "volcano") if self.on_volcano(state) else ("R-PD-14", "dragon_there")
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
        if self.fairy_at(state) >= 0:
            at = -1 - int(self.fairy_at(state))
            guarded = state.registers[self.guarded] - 1
            if guarded >= 0 and self.has_company(state, guarded):
                at = int(state.figure_at[guarded])
            found.append((at, -1, "fairy"))
        return found


# -- questions --------------------------------------------------------------------------------------------------------
def names_of_figures(rules: Rules) -> list[str]:
    """The kinds of figures in the game, by their numbers."""
    return [kind.name for kind in rules.figure_kinds]


def is_scored(state: State, node: i64) -> bool:
    """Whether a feature has been scored. R-PD-25: one that this tile has completed has not been, nor has any field."""
    return state.rules.completes[state.kind_of(node)] != 0 and state.open_ends[state.root[node]] < 0


def followers_in(state: State, feature: i64) -> i64:
    """How many followers stand on a feature."""
    rules = state.rules
    total: i64 = 0
    for figure in range(rules.figures):
        node = state.figure_at[figure]
        if node >= 0 and state.root[node] == feature:
            total += rules.occupies[rules.figure_kind[figure]]
    return total


def cell_of_slot(state: State, slot: i64) -> str:
    """Where a laid tile lies, as `x,y`."""
    cell = state.slot_cell[slot]
    return f"{state.x_of(cell)},{state.y_of(cell)}"


def slot_named(state: State, words: list[str]) -> i64:
    """The laid tile that `VERB X,Y` means, or -1."""
    cell = read_cell(words[1]) if len(words) == 2 else None
    if cell is None:
        return -1
    return state.board_at(cell[0], cell[1]) - 1


# -- the steps of a turn ----------------------------------------------------------------------------------------------
class Lair(Step):
    """R-PD-28: in a position laid by hand the dragon is on the volcano that was laid last."""

    name = "lair"

    def __init__(self, box: PrincessAndDragon) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        if state.registers[self.box.dragon] == 0:
            symbols = state.rules.table.tile_symbols
            for slot in range(state.slots):
                if symbols[state.slot_tile[slot] >> 2] & self.box.volcano_mark:
                    state.registers[self.box.dragon] = slot + 1
        return ON


class FairyPoint(Step):
    """PD-14, TURN-01: the player has a follower with the fairy; R-PD-05: 1 point, however many there are.

    BASE-35: where there is no tile to draw, the game is over and no turn begins.
    """

    name = "fairy_point"

    def __init__(self, box: PrincessAndDragon) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        there = self.box.fairy_at(state)
        if there >= 0 and (state.bag_size or state.tile >= 0):
            rules = state.rules
            for figure in range(rules.figures):
                node = state.figure_at[figure]
                if node < 0 or state.node_slot[node] != there or rules.figure_seat[figure] != state.player:
                    continue
                if self.box.has_company(state, figure):
                    gain(state, state.player, AT_DAWN, "fairy")
                    break
        return ON


class Princess(Step):
    """PD-07 … PD-11, R-PD-15: the player may send a follower out of the princess's city, and then places none."""

    name = "princess"
    rule = "PD-07"

    def __init__(self, box: PrincessAndDragon, rules: Rules) -> None:
        self.box = box
        self.must = rules.option("princess_action") == "must"  # R-PD-01
        self.spares_large = rules.option("princess_large") == "last_only"  # R-PD-02
        self.takes_builder = rules.option("princess_builder") == "on"  # R-PD-22

    def city(self, state: State) -> i64:
        """The city of the princess on the tile just laid, or -1."""
        if self.box.princess >= 0:
            for node in range(state.slot_first[state.slots - 1], state.nodes):
                if state.rules.table.trait(state.node_segment[node], self.box.princess):
                    return state.root[node]
        return -1

    def is_protected(self, state: State, figure: i64, city: i64) -> bool:
        """PD-10, R-PD-23: a large follower stays while another follower is there; a builder is none."""
        if not self.spares_large or state.rules.figure_kind[figure] != self.box.large:
            return False
        return followers_in(state, city) > 1

    def may_go(self, state: State, figure: i64, city: i64) -> bool:
        """PD-07, PD-08: whether a figure may be sent away, whoever's it is."""
        node = state.figure_at[figure]
        if node < 0 or state.root[node] != city:
            return False
        if not state.rules.occupies[state.rules.figure_kind[figure]]:
            return self.takes_builder
        return not self.is_protected(state, figure, city)

    def enter(self, state: State) -> i64:
        city = self.city(state)
        if city < 0 or not state.occupants[city]:  # nobody but followers makes it a city with followers
            return ON
        for figure in range(state.rules.figures):
            if self.may_go(state, figure, city):
                state.actor = state.player
                return ASK
        return ON

    def legal(self, state: State) -> vec[i64]:
        city = self.city(state)
        out = vec[i64]()
        if not self.must:
            out = append(out, PASS)
        for figure in range(state.rules.figures):
            if self.may_go(state, figure, city):
                code = departure(state, figure)
                if code not in out:  # equal figures on one spot are one answer
                    out = append(out, code)
        return out

    def apply(self, state: State, action: i64) -> i64:
        if action == PASS:
            return ON
        for figure in range(state.rules.figures):
            if departure(state, figure) == action:
                if state.journal is not None:
                    state.note("sent_away", [state.player, figure, state.figure_at[figure]])
                take_back(state, figure)  # PD-09; a builder left alone goes home by `figure_left`
                break
        state.jump(state.rules.places["after_fairy"])  # PD-11, R-PD-19
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        """`dismiss blue meeple city N at 0,-1`"""
        if action == PASS:
            return ["pass"]
        code = action - 1
        kind = state.rules.figure_kinds[code >> KIND_SHIFT & KIND_MASK].name
        return ["dismiss", state.rules.seat_names[code >> SEAT_SHIFT], kind, *spot_words(state, code & NODE_MASK)]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        rules = state.rules
        city = self.city(state)
        for figure in range(rules.figures):
            node = state.figure_at[figure]
            if node < 0 or not fits(words, self.words(state, departure(state, figure))):
                continue
            if state.root[node] != city:
                return self.rule, "other_city"
            if self.is_protected(state, figure, city):
                return "PD-10", "large_protected"
            return "R-PD-22", "princess_followers_only"
        return self.rule, "not_offered"


def departure(state: State, figure: i64) -> i64:
    """The code of a figure's being sent away; below 1 for one that stands on no segment."""
    node = state.figure_at[figure]
    if node < 0:
        return -1
    rules = state.rules
    return (rules.figure_seat[figure] << SEAT_SHIFT | rules.figure_kind[figure] << KIND_SHIFT | node) + 1


class Volcano(Step):
    """PD-03 … PD-06: the dragon comes to the volcano just laid, and the turn goes on with the scoring."""

    name = "volcano"

    def __init__(self, box: PrincessAndDragon) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        if not self.box.on_volcano(state):
            return ON
        self.box.put_dragon(state, state.slots - 1)
        if self.box.skips_to_scoring:
            # PD-05, R-TURN-03: nothing of step 7. R-PD-08: but perhaps the fairy; the scoring comes after her.
            state.jump(state.rules.places["fairy" if self.box.has_fairy else "after_fairy"])
        return ON


class MoveFairy(Step):
    """PD-15, PD-16: a player who has placed nothing may put the fairy to an own follower."""

    name = "fairy"
    rule = "PD-15"

    def __init__(self, box: PrincessAndDragon) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        box = self.box
        if state.registers[box.placed] or (box.on_volcano(state) and not box.fairy_after_volcano):
            return ON
        rules = state.rules
        for figure in range(rules.figures):
            if rules.figure_seat[figure] == state.player and self.aim(state, figure) > PASS:
                state.actor = state.player
                return ASK
        return ON

    def aim(self, state: State, figure: i64) -> i64:
        """The code of putting the fairy to a figure: its tile, or itself; PASS if she cannot or already is there."""
        rules = state.rules
        node = state.figure_at[figure]
        kind = rules.figure_kind[figure]
        if node < 0 or rules.figure_seat[figure] != state.player or not rules.occupies[kind]:
            return PASS  # R-PD-24
        slot = state.node_slot[node]
        if not self.box.beside_follower:
            if slot == self.box.fairy_at(state):
                return PASS
            return slot + 1
        guarded = state.registers[self.box.guarded] - 1
        if guarded >= 0 and departure(state, guarded) == departure(state, figure):
            return PASS  # she is with it, or with one like it on the same spot
        return (kind << KIND_SHIFT | node) + 1

    def legal(self, state: State) -> vec[i64]:
        out = vec[i64]()
        out = append(out, PASS)
        rules = state.rules
        player = state.player
        there = self.box.fairy_at(state)
        for figure in range(rules.figures):
            node = state.figure_at[figure]
            if node >= 0 and rules.figure_seat[figure] == player:
                if not self.box.beside_follower and state.node_slot[node] == there:
                    continue
                code = self.aim(state, figure)
                if code not in out:
                    out = append(out, code)
        return out

    def apply(self, state: State, action: i64) -> i64:
        if action == PASS:
            return ON
        for figure in range(state.rules.figures):
            if self.aim(state, figure) == action:
                slot = state.node_slot[state.figure_at[figure]]
                state.registers[self.box.fairy] = slot + 1
                if self.box.beside_follower:
                    state.registers[self.box.guarded] = figure + 1
                if state.journal is not None:
                    state.note("fairy_moved", [state.player, slot])
                break
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        """`fairy 1,0`, or beside a follower `fairy meeple road E at 1,0`."""
        if action == PASS:
            return ["pass"]
        if not self.box.beside_follower:
            return ["fairy", cell_of_slot(state, action - 1)]
        code = action - 1
        return ["fairy", state.rules.figure_kinds[code >> KIND_SHIFT].name, *spot_words(state, code & NODE_MASK)]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        if slot_named(state, words) >= 0 and slot_named(state, words) == self.box.fairy_at(state):
            return self.rule, "fairy_is_there"
        return self.rule, "own_follower_absent"


class AfterFairy(Step):
    """Step 8 is over. PD-11: whoever has sent a follower away goes on here. PD-05: a volcano leads to the scoring."""

    name = "after_fairy"

    def __init__(self, box: PrincessAndDragon) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        if self.box.skips_to_scoring and self.box.on_volcano(state):
            state.jump(state.rules.places["collect"])
        return ON


class Hunt(Step):
    """PD-20 … PD-25: the players move the dragon in turn, one tile each, until it has made six steps or is stuck."""

    name = "dragon"
    rule = "PD-20"

    def __init__(self, box: PrincessAndDragon) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        if self.box.dragon_at(state) < 0 or not self.box.newest_shows(state, self.box.dragon_mark):
            return ON
        return self.go_on(state)

    def go_on(self, state: State) -> i64:
        """Ask the next seat if it has a choice; a single way is gone without asking."""
        box = self.box
        made = box.steps_made(state)
        while made < STEPS_OF_A_HUNT:
            state.actor = (state.player + made) % state.rules.seats
            ways = box.ways(state)
            if len(ways) > 1:
                return ASK
            if len(ways) == 0:
                break  # PD-21, R-PD-16
            box.move_dragon(state, ways[0])
            made += 1
        for at in range(box.trail, box.trail + STEPS_OF_A_HUNT):
            state.registers[at] = 0
        return ON

    def legal(self, state: State) -> vec[i64]:
        return self.box.ways(state)

    def apply(self, state: State, action: i64) -> i64:
        self.box.move_dragon(state, action)
        return self.go_on(state)

    def words(self, state: State, action: i64) -> list[str]:
        """`dragon 1,0`"""
        return ["dragon", cell_of_slot(state, action)]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        box = self.box
        slot = slot_named(state, words)
        cell = state.slot_cell[box.dragon_at(state)]
        for side in range(FOUR):
            if slot >= 0 and state.beside(cell, side) == slot + 1:
                if slot == box.fairy_at(state):
                    return "PD-19", "fairy_there"
                if box.was_at(state, slot):
                    return "PD-22", "dragon_was_there"
                return "PD-23", "dragon_barred"
        return self.rule, "dragon_far"
