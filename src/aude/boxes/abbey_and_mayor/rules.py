"""Abbey & Mayor. AM-01 to AM-20 are written out in spec.md, beside this file."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.features import suppliers, supply, supply_points, trait_count
from aude.engine.figures import deploy, free_figure, move, send_home, take_back
from aude.engine.rules import ASK, ASKED, ON, SUPPLY, Box, Line, Note, Rules, Scorer, Step
from aude.engine.scoring import award_now
from aude.engine.state import DONE, FOUR, State
from aude.engine.words import cell_word, fits, read_cell, spot_words

ABBEY: Final = "abbey_mayor/abbey"
MONASTERY: Final = "monastery"
FIELD: Final = "field"
WAGON_GOES_TO: Final = ["road", "city", "monastery", "abbey", "shrine"]  # AM-09, R-AM-09: no garden, no field

UPRIGHT: Final = 1  # the mask of the one rotation of an abbey
KEEP: Final = 0  # the abbey stays in hand
HOME: Final = 0  # the wagon stays in the supply

CORNERS: Final = ["NW", "NE", "SE", "SW"]  # of a tile, clockwise
EACH: Final = 1  # AM-18: points for a city when a field is joined to a barn's,
AS_AT_THE_END: Final = 3  # AM-17: when a barn is laid,
FOR_THE_BARN: Final = 4  # AM-20: and for the barn's owner at the end


class AbbeyAndMayor(Box):
    """An abbey in everybody's hand, and three figures: a mayor, a wagon that drives on, a barn between four tiles."""

    id = "abbey_and_mayor"

    def __init__(self) -> None:
        # The abbey.
        self.tile: i64 = -1  # -1 if there are none in the game
        self.laid: i64 = -1  # a register for each seat: 1 if it has laid its abbey
        self.last: i64 = -1  # a register: who has laid the last tile, as seat + 1
        self.asked: i64 = -1  # a register: how many seats have been asked after the last tile
        self.chosen: i64 = -1  # a register: where the turn that begins then lays its abbey
        self.gap = vec[i64]()  # of what the neighbours of a cell show: 1 if there are four
        # The mayor.
        self.mayor: i64 = -1  # kinds of figures, -1 if left out
        self.pennant: i64 = -1  # columns of traits
        # The wagon.
        self.wagon: i64 = -1
        self.arrived: i64 = -1  # a register for each wagon: where its scored feature is, as node + 1, until it moves on
        self.may_enter: i64 = 0  # a bit for each kind of feature that it drives to
        self.connected = True  # R-AM-08
        # The barn.
        self.barn: i64 = -1
        self.barns: i64 = 0  # how many there are, of all seats
        self.corner: i64 = -1  # a register for each barn: the tile to the south-east of its corner, as slot + 1
        self.fresh: i64 = -1  # a register: the barn just laid into a field of its own, as its number + 1
        self.places: i64 = 0  # the first of the places for barns
        self.codes: i64 = -1
        self.field: i64 = -1
        self.herd: i64 = -1
        self.shared = False  # R-AM-03
        self.herd_feeds_barn = True  # R-AM-06

    def setup(self, rules: Rules) -> None:
        if rules.has("abbey") and ABBEY in [tile.id for tile, _ in rules.tiles]:
            self._bring_abbeys(rules)
        if rules.has("mayor"):
            self.mayor = rules.add_figure("mayor", each=1, weight=ASKED, stands_on=["city"])  # AM-06
        if rules.has("wagon"):
            self.connected = rules.option("wagon_move") == "connected"
            self.wagon = rules.add_figure("wagon", each=1, weight=1, stands_on=WAGON_GOES_TO[:])  # AM-08
            self.arrived = rules.register(rules.figure_kinds[self.wagon].each * int(rules.seats))
            rules.add_step("turn", 1735, MoveWagons(self))
        if rules.has("barn"):
            self._bring_barns(rules)

    def _bring_abbeys(self, rules: Rules) -> None:
        scorer = next(kind.scorer for kind in rules.kinds if kind.name == MONASTERY)
        rules.add_kind("abbey", scorer, surrounded=True)  # AM-05
        self.laid = rules.register(int(rules.seats))
        rules.add_step("turn", 200, LayAbbey(self))
        if rules.option("abbey_final_round") == "on":  # R-AM-14
            self.last = rules.register()
            self.asked = rules.register()
            self.chosen = rules.register()
            rules.add_step("final", 100, LastAbbeys(self))

    def _bring_barns(self, rules: Rules) -> None:
        self.shared = rules.option("barn_shared") == "on"
        self.herd_feeds_barn = rules.option("barn_pig_herd") == "on"
        self.barn = rules.add_figure("barn", each=1, weight=0, stands_on=[], occupies=False, immune=True)  # AM-13
        self.barns = rules.figure_kinds[self.barn].each * rules.seats
        self.corner = rules.register(int(self.barns))
        self.fresh = rules.register()
        self.places = rules.reserve_places(int(self.barns))
        self.codes = rules.reserve_options(len(CORNERS))
        rules.add_note("barn_laid", ["seat", "node"])
        for kind in rules.kinds:
            if kind.name == FIELD:
                kind.scorer = BarnField(self, kind.scorer)
        # R-TURN-05, R-AM-21; R-AM-27: with the old counting of fields there is nothing to wait for.
        if rules.option("barn_scoring") == "immediate" or rules.option("farm_scoring") == "per_city_4":
            rules.add_step("turn", 410, FieldJoined(self))  # before the princess may lead past what comes between
            rules.add_step("turn", 710, BarnLaid(self))
        else:
            rules.add_step("turn", 1705, FieldsWait(self))
            rules.add_step("turn", 1731, BarnLaid(self))
        rules.add_step("final", 1100, TakeBarns(self))

    def resolved(self, rules: Rules) -> None:
        table = rules.table
        kinds = [kind.name for kind in rules.kinds]
        self.pennant = table.trait_of("pennant")
        self.herd = table.trait_of("pig_herd")
        self.field = kinds.index(FIELD)
        self.may_enter = sum(1 << kinds.index(name) for name in WAGON_GOES_TO if name in kinds)
        if self.laid >= 0:
            self.tile = table.index[ABBEY]
            base = int(table.side_weight[1])
            for signature in range(int(table.signatures)):
                shown = [signature // base**side % base for side in range(4)]
                self.gap = append(self.gap, int(0 not in shown))
            # AM-04, COMB-027: whoever may be a monk, in whatever order the boxes have spoken.
            for kind in range(rules.figure_kinds_count):
                if rules.stands_on[kind] >> kinds.index(MONASTERY) & 1:
                    rules.stands_on[kind] |= i64(1) << kinds.index("abbey")

    # -- the abbey ----------------------------------------------------------------------------------------------------
    def may_lie(self, state: State, front: i64) -> bool:
        """AM-02, AM-03: an empty cell with a tile on each side; R-AM-26: and no box forbids a monastery there."""
        if not self.gap[state.front_sides[front]]:
            return False
        if len(state.rules.sifting_turns):
            cell = state.code_cell(state.front_place[front])
            state.tile = self.tile
            for box in state.rules.sifting_turns:
                if not box.sift_turns(state, cell, UPRIGHT):
                    state.tile = -1
                    return False
            state.tile = -1
        return True

    def can_lay(self, state: State) -> bool:
        """Whether the player has the abbey still, and there is a gap for it."""
        if state.registers[self.laid + state.player]:
            return False
        for front in range(state.fronts):
            if self.may_lie(state, front):
                return True
        return False

    def lay(self, state: State, place: i64) -> None:
        """AM-01: lay the player's abbey, as any tile is laid."""
        state.registers[self.laid + state.player] = 1
        state.tile = self.tile
        state.rules.program[state.rules.place_place].apply(state, place)

    def tile_placed(self, state: State, slot: i64) -> None:
        if self.last >= 0:
            state.registers[self.last] = state.player + 1

    def holdings(self, state: State, seat: i64) -> list[tuple[str, int]]:
        if self.laid < 0:
            return []
        return [("abbey", 1 - int(state.registers[self.laid + seat]))]

    def hold(self, state: State, seat: i64, name: str, number: i64) -> bool:
        state.registers[self.laid + seat] = 1 - number
        return number <= 1

    # -- the mayor ----------------------------------------------------------------------------------------------------
    def figure_weight(self, state: State, figure: i64, feature: i64) -> i64:
        """AM-07: a mayor counts as many followers as the city shows coats of arms; R-AM-11: none, if none."""
        if state.rules.figure_kind[figure] != self.mayor:
            return -1
        return trait_count(state, feature, self.pennant)

    # -- the wagon ----------------------------------------------------------------------------------------------------
    def figure_left(self, state: State, figure: i64, at: i64, scored: bool) -> None:
        """AM-09, R-AM-10: a wagon whose feature was completed and scored may move on, once all is scored."""
        rules = state.rules
        if scored and rules.figure_kind[figure] == self.wagon and at >= 0 and state.open_ends[state.root[at]] == DONE:
            state.registers[self.arrived + figure - rules.figure_first[self.wagon * rules.seats]] = at + 1

    def next_wagon(self, state: State) -> i64:
        """AM-12: the number of the wagon that moves on next, of the player's first, then clockwise; -1 if none does."""
        rules = state.rules
        each = rules.figure_each[self.wagon]
        seat = state.player
        for _ in range(rules.seats):
            for number in range(seat * each, seat * each + each):
                if state.registers[self.arrived + number]:
                    return number
            seat = state.seat_after(seat)
        return -1

    def ways(self, state: State, number: i64) -> vec[i64]:
        """AM-09 … AM-11, R-AM-08: the nodes that a wagon may move to."""
        found = vec[i64]()
        at = state.registers[self.arrived + number] - 1
        if not self.connected:
            cell = state.slot_cell[state.node_slot[at]]
            x = state.x_of(cell)
            y = state.y_of(cell)
            for node in range(state.nodes):
                cell = state.slot_cell[state.node_slot[node]]
                if x - 1 <= state.x_of(cell) <= x + 1 and y - 1 <= state.y_of(cell) <= y + 1:
                    found = self.with_way(state, node, found)
            return found
        table = state.rules.table
        feature = state.root[at]
        node = feature
        while True:
            segment = state.node_segment[node]
            for k in range(table.link_first[segment], table.link_first[segment + 1]):
                found = self.with_way(state, state.slot_first[state.node_slot[node]] + table.link[k], found)
            found = self.across_the_edge(state, node, found)
            node = state.next_node[node]
            if node == feature:
                return found

    def across_the_edge(self, state: State, node: i64, found: vec[i64]) -> vec[i64]:
        """R-AM-22: an abbey adjoins the roads and cities that end at its sides, and they adjoin it."""
        slot = state.node_slot[node]
        is_abbey = state.slot_tile[slot] >> 2 == self.tile
        for side in range(FOUR):
            other = state.beside(state.slot_cell[slot], side) - 1
            if other < 0:
                continue
            if is_abbey:
                there = state.port_node(other, side ^ 2)
                if there >= 0:
                    found = self.with_way(state, there, found)
            elif state.slot_tile[other] >> 2 == self.tile and state.port_node(slot, side) == node:
                found = self.with_way(state, state.slot_first[other], found)
        return found

    def with_way(self, state: State, node: i64, found: vec[i64]) -> vec[i64]:
        """The list with this node, if a wagon may move there: AM-10: what is incomplete and holds no follower."""
        feature = state.root[node]
        if self.may_enter >> state.kind_of(node) & 1 and state.open_ends[feature] > 0:
            if not state.occupants[feature] and node not in found:
                found = append(found, node)
        return found

    # -- the barn -----------------------------------------------------------------------------------------------------
    def is_out(self, state: State, number: i64) -> bool:
        """Whether a barn, by its number among all of them, stands on the table."""
        return state.registers[self.corner + number] != 0

    def barn_node(self, state: State, number: i64) -> i64:
        """The piece of field at a barn's corner that lies to the south-east of it."""
        return field_at(state, state.registers[self.corner + number] - 1, 0, self.field)

    def barns_in(self, state: State, field: i64) -> i64:
        """How many barns stand in a field."""
        total: i64 = 0
        for number in range(self.barns):
            if self.is_out(state, number) and state.root[self.barn_node(state, number)] == field:
                total += 1
        return total

    def place_claims(self, state: State, place: i64) -> i64:
        """R-AM-02: nobody is placed in a barn's field."""
        number = self.places - place
        if (
            self.barn < 0
            or not 0 <= number < self.barns
            or not 0 < state.registers[self.corner + number] <= state.slots
        ):
            return -1
        return self.barn_node(state, number)

    def holds_feature(self, state: State, feature: i64) -> bool:
        """AM-20, R-CNT-14: a barn's field is scored, though nobody stands there."""
        return self.barns_in(state, feature) > 0

    def slot_at(self, state: State, corner: i64) -> i64:
        """AM-14: the tile south-east of a corner of the newest one, if four tiles meet there in nothing but field."""
        newest = state.slots - 1
        if field_at(state, newest, corner, self.field) < 0:
            return -1
        cell = state.slot_cell[newest]
        x = state.x_of(cell)
        y = state.y_of(cell)
        if corner == 1 or corner == 2:
            x += 1
        if corner >= 2:
            y += 1
        for k in range(FOUR):  # what lies south-east of the point has it in its north-west, and so on
            slot = state.board_at(x - (k + 1) // 2 % 2, y - k // 2) - 1
            if slot < 0 or field_at(state, slot, k, self.field) < 0:
                return -1
        return state.board_at(x, y) - 1

    def may_stand(self, state: State, slot: i64) -> bool:
        """AM-15, R-AM-03: whether the field at a corner may take a barn. R-AM-24: a corner takes one."""
        if self.shared:
            for number in range(self.barns):
                if state.registers[self.corner + number] == slot + 1:
                    return False
            return True
        return self.barns_in(state, state.root[field_at(state, slot, 0, self.field)]) == 0

    def figure_options(self, state: State, options: vec[i64]) -> vec[i64]:
        if self.barn >= 0 and state.supply[self.barn * state.rules.seats + state.player]:
            for corner in range(FOUR):
                slot = self.slot_at(state, corner)
                if slot >= 0 and self.may_stand(state, slot):
                    options = append(options, self.codes + corner)
        return options

    def is_ours(self, action: i64) -> bool:
        """Whether a figure option lays a barn."""
        return self.barn >= 0 and self.codes <= action < self.codes + FOUR

    def use_figure_option(self, state: State, action: i64) -> bool:
        if not self.is_ours(action):
            return False
        slot = self.slot_at(state, action - self.codes)
        node = field_at(state, slot, 0, self.field)
        figure = free_figure(state, self.barn, state.player)
        number = figure - state.rules.figure_first[self.barn * state.rules.seats]
        if not self.barns_in(state, state.root[node]):
            state.registers[self.fresh] = number + 1
        state.registers[self.corner + number] = slot + 1
        move(state, figure, self.places - number)
        if state.journal is not None:
            state.note("barn_laid", [state.player, node])
        return True

    def figure_option_words(self, state: State, action: i64) -> list[str]:
        if not self.is_ours(action):
            return []
        return ["deploy", "barn", "corner", CORNERS[action - self.codes]]

    def figure_refusal(self, state: State, words: list[str], why: str) -> tuple[str, str]:
        """AM-06, AM-08, AM-14, AM-15, R-AM-02: who may stand where."""
        if why == "spot_unfit" and words[1] == "mayor":
            return "AM-06", why
        if why == "spot_unfit" and words[1] == "wagon":
            return "AM-08", why
        if self.barn < 0 or why == "supply_empty" or words[:1] != ["deploy"]:
            return "", ""
        if words[1:2] == ["barn"]:
            if words[-1] not in CORNERS:
                return "AM-14", "barn_corner"
            slot = self.slot_at(state, CORNERS.index(words[-1]))
            if slot < 0:
                return "AM-14", "barn_corner"
            return ("R-AM-24", "barn_here") if self.shared else ("AM-15", "barn_there")
        for node in range(state.nodes):
            if fits(words[2:], spot_words(state, node)) and self.barns_in(state, state.root[node]):
                return "R-AM-02", "barn_there"
        return "", ""

    def points_for(self, state: State, field: i64) -> i64:
        """What a city is worth to the farmers of a barn's field; 0 for a field without one.

        AM-17: as at the end, if it is the barn that has come to them; AM-18: less, if they have come to the barn.
        """
        if not self.barns_in(state, field):
            return 0
        fresh = state.registers[self.fresh] - 1
        if fresh >= 0 and state.root[self.barn_node(state, fresh)] == field:
            return AS_AT_THE_END
        return EACH

    def has_farmers(self, state: State, number: i64) -> bool:
        """Whether a barn is on the table and followers stand in its field."""
        if not self.is_out(state, number):
            return False
        field = state.root[self.barn_node(state, number)]
        taken = state.occupants[field]
        return taken > 1 and taken > self.barns_in(state, field)  # mostly there is nobody but the barn

    def score_farmers(self, state: State) -> None:
        """AM-17, AM-18, R-AM-01: farmers in a barn's field are scored and go home, with their pigs."""
        for number in range(self.barns):
            if self.has_farmers(state, number):
                field = state.root[self.barn_node(state, number)]
                award_now(state, field, False)
                send_home(state, field)
        state.registers[self.fresh] = 0

    def final_scores(self, state: State, totals: vec[i64], notes: list[Note] | None) -> None:
        """AM-20: what a field with a barn brings the barn's owner; R-AM-25: once, however many barns are his."""
        if self.barn < 0:
            return
        each = state.rules.figure_each[self.barn]
        for number in range(self.barns):
            if not self.is_out(state, number):
                continue
            field = state.root[self.barn_node(state, number)]
            seat = number // each
            again = False
            for other in range(seat * each, number):
                if self.is_out(state, other) and state.root[self.barn_node(state, other)] == field:
                    again = True
            cities = suppliers(state, field)
            if again or not len(cities):
                continue
            points = supply_points(state, cities, FOR_THE_BARN)
            lines = [Line("barn", len(cities), points)]
            if self.herd_feeds_barn and trait_count(state, field, self.herd):
                herd = supply(state, cities, True)
                lines.append(Line("pig_herd", len(cities), herd))
                points += herd
            totals[seat] += points
            if notes is not None:
                notes.append(Note("scored", [seat, points, field, 0], lines))

    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        found: list[tuple[int, int, str]] = []
        for number in range(self.barns):
            if self.is_out(state, number):
                seat = number // state.rules.figure_each[self.barn]
                found.append((int(self.barn_node(state, number)), int(seat), "barn"))
        return found


def field_at(state: State, slot: i64, corner: i64, field: i64) -> i64:
    """The field at a corner of a laid tile, or -1; R-AM-23: where two fields meet something divides them."""
    ports = state.rules.table.ports
    turned = state.slot_tile[slot] * 12
    segment = ports[turned + 3 * corner]
    if segment < 0 or ports[turned + (3 * corner + 11) % 12] != segment:
        return -1
    node = state.slot_first[slot] + segment
    if state.kind_of(node) != field:
        return -1
    return node


class BarnField(Scorer):
    """A field whose farmers meet a barn is worth what AM-17 and AM-18 say; any other what it always is."""

    def __init__(self, box: AbbeyAndMayor, plain: Scorer) -> None:
        self.box = box
        self.plain = plain

    def value(self, state: State, feature: i64, complete: bool, lines: list[Line] | None) -> i64:
        each = self.box.points_for(state, feature)
        if not each:
            return self.plain.value(state, feature, complete, lines)
        cities = suppliers(state, feature)
        if len(cities) == 0:
            return 0
        points = supply_points(state, cities, each)
        if lines is not None:
            lines.append(Line("cities", len(cities), points))
        if trait_count(state, feature, self.box.herd):  # AM-19; a pig is added by its own box
            herd = supply(state, cities, True)
            points += herd
            if lines is not None:
                lines.append(Line("pig_herd", len(cities), herd))
        return points


# -- the steps of a turn ----------------------------------------------------------------------------------------------
class LayAbbey(Step):
    """AM-01 … AM-03, D-AM-01: the player may lay the abbey instead of drawing a tile."""

    name = "abbey"
    rule = "AM-02"

    def __init__(self, box: AbbeyAndMayor) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        if self.box.chosen >= 0 and state.registers[self.box.chosen]:
            place = state.registers[self.box.chosen]
            state.registers[self.box.chosen] = 0
            return self.apply(state, place)
        if state.tile >= 0:
            return ON  # R-AM-15: not instead of a tile that the player has in hand
        if state.bag_size == 0 and not is_second_part(state):
            return ON  # R-AM-28: the game is over, but for those who are asked then
        if not self.box.can_lay(state):
            return ON
        state.actor = state.player
        return ASK

    def legal(self, state: State) -> vec[i64]:
        out = vec[i64]([KEEP])
        for front in range(state.fronts):
            if self.box.may_lie(state, front):
                out = append(out, state.front_place[front])
        return out

    def apply(self, state: State, action: i64) -> i64:
        if action != KEEP:
            self.box.lay(state, action)
            # AM-01: no drawing, laying, princess. R-AM-29: but what a laid tile brings at once, as an arrow (COMB-038).
            state.jump(state.rules.place_place + 1)
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        return ["keep"] if action == KEEP else ["abbey", cell_word(action)]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        cell = read_cell(words[1]) if len(words) == 2 else None
        if cell is None:
            return self.rule, "not_offered"
        there = state.board_at(cell[0], cell[1])
        if there > 0:
            return "BASE-12", "cell_taken"
        if there == 0 or not self.box.gap[state.front_sides[-there - 1]]:
            return "AM-02", "no_gap"
        at = state.code_cell(state.front_place[-there - 1])
        rule = why = ""
        state.tile = self.box.tile
        for box in state.rules.sifting_turns:
            if not rule and not box.sift_turns(state, at, UPRIGHT):
                rule, why = box.place_refusal(state, at, 0)
        state.tile = -1
        return (rule, why) if rule else (self.rule, "cell_forbidden")


def is_second_part(state: State) -> bool:
    """R-BASE-01: whether this is an extra part of a turn, which may need no tile."""
    return state.rules.extra_sources > 0 and state.registers[state.rules.extra_taken] != 0


class LastAbbeys(LayAbbey):
    """R-AM-14, D-AM-04: after the last tile every player in turn may still lay the abbey, with figure and scoring."""

    name = "last_abbey"

    def enter(self, state: State) -> i64:
        if state.registers[self.box.last]:
            state.player = state.registers[self.box.last] - 1
        return self.go_on(state)

    def go_on(self, state: State) -> i64:
        """Ask the next seat that can lay its abbey."""
        while state.registers[self.box.asked] < state.rules.seats:
            state.registers[self.box.asked] += 1
            state.player = state.seat_after(state.player)
            if self.box.can_lay(state):
                state.actor = state.player
                return ASK
        state.player = state.seat_after(state.player)  # as after any last tile
        return ON

    def resume(self, state: State) -> i64:
        return self.go_on(state)

    def apply(self, state: State, action: i64) -> i64:
        if action == KEEP:
            return self.go_on(state)
        state.registers[self.box.chosen] = action
        state.call(state.rules.turn_start)  # a turn of its own: `LayAbbey` lays it there; then back to `resume`
        return ON


class FieldJoined(Step):
    """AM-18, R-AM-21: the tile has joined farmers to a barn's field: they are scored before figures are placed."""

    name = "field_joined"

    def __init__(self, box: AbbeyAndMayor) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        self.box.score_farmers(state)
        return ON


class BarnLaid(FieldJoined):
    """AM-17, R-TURN-05: a barn was laid into a field with farmers. With `step17` all that was scored with the rest."""

    name = "barn_laid"


class FieldsWait(FieldJoined):
    """R-TURN-05, `step17`: fields with a barn and farmers are among what is scored, and others may join (R-CNT-07)."""

    name = "fields_wait"

    def enter(self, state: State) -> i64:
        for number in range(self.box.barns):
            if self.box.has_farmers(state, number):
                field = state.root[self.box.barn_node(state, number)]
                if field not in state.completed:
                    state.completed = append(state.completed, field)
        return ON


class MoveWagons(Step):
    """AM-09 … AM-12, D-AM-03: every owner of a scored wagon, the player first, drives on or takes it back."""

    name = "wagon"
    rule = "AM-09"

    def __init__(self, box: AbbeyAndMayor) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        box = self.box
        while True:
            number = box.next_wagon(state)
            if number < 0:
                return ON
            if len(box.ways(state, number)):
                state.actor = number // state.rules.figure_each[box.wagon]
                return ASK
            state.registers[box.arrived + number] = 0  # R-AM-30: there is nothing to decide

    def legal(self, state: State) -> vec[i64]:
        out = vec[i64]([HOME])
        found = self.box.ways(state, self.box.next_wagon(state))
        for node in range(state.nodes):  # in the order of laying, whichever way a feature is walked
            if node in found:
                out = append(out, node + 1)
        return out

    def apply(self, state: State, action: i64) -> i64:
        box = self.box
        number = box.next_wagon(state)
        state.registers[box.arrived + number] = 0
        if action != HOME:
            deploy(state, state.rules.figure_first[box.wagon * state.rules.seats] + number, action - 1)
        return self.enter(state)

    def words(self, state: State, action: i64) -> list[str]:
        """`drive road E at 1,0`"""
        return ["home"] if action == HOME else ["drive", *spot_words(state, action - 1)]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        for node in range(state.nodes):
            if fits(words[1:], spot_words(state, node)):
                if state.kind_of(node) == self.box.field:
                    return "AM-11", "wagon_field"
                if not self.box.may_enter >> state.kind_of(node) & 1:
                    return self.rule, "spot_unfit"
                if state.open_ends[state.root[node]] <= 0:
                    return "AM-10", "wagon_complete"
                if state.occupants[state.root[node]]:
                    return "AM-10", "spot_taken"
                return self.rule, "wagon_far"
        return self.rule, "spot_absent"


class TakeBarns(Step):
    """AM-16: the barns have stayed until the end."""

    name = "take_barns"

    def __init__(self, box: AbbeyAndMayor) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        box = self.box
        first = state.rules.figure_first[box.barn * state.rules.seats]
        for number in range(box.barns):
            if state.figure_at[first + number] != SUPPLY:
                take_back(state, first + number)
                state.registers[box.corner + number] = 0
        return ON
