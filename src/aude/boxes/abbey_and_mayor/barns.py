"""Barns: where four fields meet; farmers are scored when they meet one. AM-13 to AM-20."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.cells import FOUR
from aude.engine.features import suppliers, supply, supply_points, trait_count
from aude.engine.figures import free_figure, move, send_home
from aude.engine.rules import AT_LAST, CONTINUE, MISWRITTEN, Line, Note, Rules, Scorer, Step
from aude.engine.scoring import award_now
from aude.engine.state import State
from aude.engine.words import fits, read_cell, read_slot, slot_word, spot_words

FIELD: Final = "field"
FORMS: Final = ["stand SEAT barn corner NW|NE|SE|SW at X,Y"]  # of the lines of a position
CORNERS: Final = ["NW", "NE", "SE", "SW"]  # of a tile, clockwise
EACH: Final = 1  # AM-18: points for a city when a field is joined to a barn's,
AS_AT_THE_END: Final = 3  # AM-17: when a barn is laid,
FOR_THE_BARN: Final = 4  # AM-20: and for the barn's owner at the end


class Barns:
    """Where the barns stand, and what their fields bring."""

    def __init__(self, rules: Rules) -> None:
        self.shared = rules.option("barn_shared") == "on"  # R-AM-03
        self.herd_feeds_barn = rules.option("barn_pig_herd") == "on"  # R-AM-06
        self.kind: i64 = rules.add_figure("barn", each=1, weight=0, stands_on=[], occupies=False, immune=True)  # AM-13
        self.number: i64 = rules.figure_kinds[self.kind].each * rules.seats  # how many there are, of all seats
        # Registers: for each barn the piece of field to the south-east of its corner, as node + 1,
        self.spots: i64 = rules.register(int(self.number))
        self.fresh: i64 = rules.register()  # and the barn just laid into a field of its own, as its number + 1
        self.places: i64 = rules.reserve_locations(int(self.number))
        self.codes: i64 = rules.reserve_options(len(CORNERS))
        self.field: i64 = -1  # a kind of feature
        self.herd: i64 = -1  # the column of a trait
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

    def finalize(self, rules: Rules) -> None:
        self.field = rules.kind_named(FIELD)
        self.herd = rules.table.trait_of("pig_herd")

    def field_of(self, state: State, number: i64) -> i64:
        """The field where a barn stands, by its number among all barns; -1 for one that is not on the table."""
        node = state.registers[self.spots + number] - 1
        if node < 0:
            return -1
        return state.root[node]

    def barns_in(self, state: State, field: i64) -> i64:
        """How many barns stand in a field."""
        total: i64 = 0
        for number in range(self.number):
            if self.field_of(state, number) == field:
                total += 1
        return total

    def location_claims(self, state: State, place: i64) -> i64:
        """R-AM-02: nobody is placed in a barn's field; AM-20, R-CNT-14: which is scored, though nobody stands there."""
        number = self.places - place
        if not 0 <= number < self.number or state.registers[self.spots + number] > state.nodes:
            return -1
        return state.registers[self.spots + number] - 1

    def spot_at(self, state: State, tile: i64, corner: i64) -> i64:
        """AM-14: the piece of field south-east of a corner of a laid tile; -1 unless four fields meet there."""
        if field_at(state, tile, corner, self.field) < 0:
            return -1
        cell = state.slot_cell[tile]
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
        return field_at(state, state.board_at(x, y) - 1, 0, self.field)

    def may_stand(self, state: State, spot: i64) -> bool:
        """AM-15, R-AM-03: whether the field at a corner may take a barn. R-AM-24: a corner takes one."""
        if self.shared:
            return not self.is_taken(state, spot)
        return self.barns_in(state, state.root[spot]) == 0

    def is_taken(self, state: State, spot: i64) -> bool:
        """Whether a barn stands north-west of a piece of field."""
        for number in range(self.number):
            if state.registers[self.spots + number] == spot + 1:
                return True
        return False

    # -- positions laid by hand ---------------------------------------------------------------------------------------
    def lay_piece(self, state: State, words: list[str], figure: i64) -> str:
        """R-AM-39: a barn stands at a corner of a tile."""
        if len(words) != 4 or words[1] not in CORNERS or words[2] != "at" or read_cell(words[3]) is None:
            return MISWRITTEN
        if state.rules.figure_kind[figure] != self.kind:
            return "only a barn stands at a corner (AM-14)"
        slot = read_slot(state, words[3])
        if slot < 0:
            return f"no tile lies at {words[3]}"
        spot = self.spot_at(state, slot, CORNERS.index(words[1]))
        if spot < 0:
            return f"four fields do not meet at the corner {words[1]} of {words[3]} (AM-14)"
        if self.is_taken(state, spot):  # a field may hold several barns, once tiles have joined it
            return f"a barn stands at the corner {words[1]} of {words[3]} already (R-AM-24)"
        self.put(state, figure, spot)
        return ""

    def position_lines(self, state: State) -> list[tuple[int, str]]:
        """The barns, each at the north-west corner of the tile to its south-east."""
        lines: list[tuple[int, str]] = []
        for node, seat, _ in self.laid(state):
            where = slot_word(state, state.node_slot[node])
            lines.append((AT_LAST, f"stand {state.rules.seat_names[seat]} barn corner {CORNERS[0]} at {where}"))
        return lines

    def figure_options(self, state: State, options: vec[i64]) -> vec[i64]:
        if state.supply[self.kind * state.rules.seats + state.player]:
            for corner in range(FOUR):
                spot = self.spot_at(state, state.slots - 1, corner)
                if spot >= 0 and self.may_stand(state, spot):
                    options = append(options, self.codes + corner)
        return options

    def figure_left(self, state: State, figure: i64) -> None:
        """AM-16: a barn has stayed until the end; then it is nowhere."""
        if state.rules.figure_kind[figure] == self.kind:
            number = figure - state.rules.figure_first[self.kind * state.rules.seats]
            state.registers[self.spots + number] = 0

    def is_ours(self, action: i64) -> bool:
        """Whether a figure option lays a barn."""
        return self.codes <= action < self.codes + FOUR

    def use_figure_option(self, state: State, action: i64) -> bool:
        if not self.is_ours(action):
            return False
        spot = self.spot_at(state, state.slots - 1, action - self.codes)
        figure = free_figure(state, self.kind, state.player)
        number = figure - state.rules.figure_first[self.kind * state.rules.seats]
        if not self.barns_in(state, state.root[spot]):
            state.registers[self.fresh] = number + 1
        self.put(state, figure, spot)
        if state.journal is not None:
            state.note("barn_laid", [state.player, spot])
        return True

    def put(self, state: State, figure: i64, spot: i64) -> None:
        """Put a barn north-west of a piece of field."""
        number = figure - state.rules.figure_first[self.kind * state.rules.seats]
        state.registers[self.spots + number] = spot + 1
        move(state, figure, self.places - number)

    def figure_option_words(self, state: State, action: i64) -> list[str]:
        if not self.is_ours(action):
            return []
        return ["deploy", "barn", "corner", CORNERS[action - self.codes]]

    def figure_refusal(self, state: State, words: list[str], why: str) -> tuple[str, str]:
        """AM-14, AM-15, R-AM-02: where barns may stand, and who may not stand beside them."""
        if why == "supply_empty" or words[:1] != ["deploy"]:
            return "", ""
        if words[1:2] == ["barn"]:
            if words[-1] not in CORNERS or self.spot_at(state, state.slots - 1, CORNERS.index(words[-1])) < 0:
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
        if fresh >= 0 and self.field_of(state, fresh) == field:
            return AS_AT_THE_END
        return EACH

    def has_farmers(self, state: State, number: i64) -> bool:
        """Whether a barn is on the table and followers stand in its field."""
        field = self.field_of(state, number)
        if field < 0:
            return False
        taken = state.occupants[field]
        return taken > 1 and taken > self.barns_in(state, field)  # mostly there is nobody but the barn

    def score_farmers(self, state: State) -> None:
        """AM-17, AM-18, R-AM-01: farmers in a barn's field are scored and go home, with their pigs."""
        for number in range(self.number):
            if self.has_farmers(state, number):
                field = self.field_of(state, number)
                award_now(state, field, False)
                send_home(state, field)
        state.registers[self.fresh] = 0

    def final_scores(self, state: State, totals: vec[i64], notes: list[Note] | None) -> None:
        """AM-20: what a field with a barn brings the barn's owner; R-AM-25: once, however many barns are his."""
        each = state.rules.figure_each[self.kind]
        for number in range(self.number):
            field = self.field_of(state, number)
            if field < 0:
                continue
            seat = number // each
            again = False
            for other in range(seat * each, number):
                if self.field_of(state, other) == field:
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

    def laid(self, state: State) -> list[tuple[int, int, str]]:
        """Every barn on the table: its node, its seat, its name."""
        found: list[tuple[int, int, str]] = []
        for number in range(self.number):
            node = state.registers[self.spots + number] - 1
            if node >= 0:
                seat = number // state.rules.figure_each[self.kind]
                found.append((int(node), int(seat), "barn"))
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

    def __init__(self, barns: Barns, plain: Scorer) -> None:
        self.barns = barns
        self.plain = plain

    def value(self, state: State, feature: i64, complete: bool, lines: list[Line] | None) -> i64:
        each = self.barns.points_for(state, feature)
        if not each:
            return self.plain.value(state, feature, complete, lines)
        cities = suppliers(state, feature)
        if len(cities) == 0:
            return 0
        points = supply_points(state, cities, each)
        if lines is not None:
            lines.append(Line("cities", len(cities), points))
        if trait_count(state, feature, self.barns.herd):  # AM-19; a pig is added by its own box
            herd = supply(state, cities, True)
            points += herd
            if lines is not None:
                lines.append(Line("pig_herd", len(cities), herd))
        return points


# -- the steps of a turn ----------------------------------------------------------------------------------------------
class FieldJoined(Step):
    """AM-18, R-AM-21: the tile has joined farmers to a barn's field: they are scored before figures are placed."""

    name = "field_joined"

    def __init__(self, barns: Barns) -> None:
        self.barns = barns

    def enter(self, state: State) -> i64:
        self.barns.score_farmers(state)
        return CONTINUE


class BarnLaid(FieldJoined):
    """AM-17, R-TURN-05: a barn was laid into a field with farmers. With `step17` all that was scored with the rest."""

    name = "barn_laid"


class FieldsWait(FieldJoined):
    """R-TURN-05, `step17`: fields with a barn and farmers are among what is scored, and others may join (R-CNT-07)."""

    name = "fields_wait"

    def enter(self, state: State) -> i64:
        for number in range(self.barns.number):
            if self.barns.has_farmers(state, number):
                field = self.barns.field_of(state, number)
                if field not in state.completed:
                    state.completed = append(state.completed, field)
        return CONTINUE
