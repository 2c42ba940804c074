"""Barns: where four fields meet; farmers are scored when they meet one. AM-13 to AM-20."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.abbey_and_mayor.assets import BarnOut
from aude.boxes.abbey_and_mayor.by_hand import BarnsByHand
from aude.boxes.abbey_and_mayor.display import BarnDisplay
from aude.engine.arrays import append, vec
from aude.engine.cells import AROUND, FOUR
from aude.engine.choice import Choice
from aude.engine.features import trait_count
from aude.engine.figures import free_figure, move, offer, send_home
from aude.engine.prospect import Prospect
from aude.engine.refusal import Refused
from aude.engine.rules import CONTINUE, UNKNOWN, Line, Note, Part, Rules, Scorer, Step, is_set
from aude.engine.scoring import award_now
from aude.engine.state import State
from aude.engine.supplies import supply_of
from aude.engine.types import Code, Feature, Figure, Location, Node, Slot

FIELD: Final = "field"
AT_CORNER: Final = "barn"  # the form of laying one
EACH: Final = 1  # AM-18: points for a city when a field is joined to a barn's,
DIAGONAL: Final = vec[i64]([0, 2, 7, 5])  # beyond each corner: which of the cells around
AS_AT_THE_END: Final = 3  # AM-17: when a barn is laid,
FOR_THE_BARN: Final = 4  # AM-20: and for the barn's owner at the end


class Barns(Part):
    """Where the barns stand, and what their fields score."""

    def __init__(self) -> None:
        self.shared = False  # R-AM-03
        self.herd_feeds_barn = False  # R-AM-06
        self.kind: i64 = -1  # of figure
        self.number: i64 = 0  # how many there are, of all seats
        # Registers: for each barn the piece of field to the south-east of its corner, as node + 1,
        self.spots: i64 = -1
        self.fresh: i64 = -1  # and the barn just laid into a field of its own, as its number + 1
        self.locations: i64 = -1  # the first of them, one for each barn
        self.codes: i64 = -1  # the first figure option, one for each corner
        self.field: i64 = -1  # a kind of feature
        self.herd: i64 = -1  # the column of a trait
        self.corners = vec[i64]()  # of rotated tile * 4 + corner: the segment of field there, or -1

    def setup(self, rules: Rules) -> None:
        self.shared = rules.option("barn_shared") == "on"
        self.herd_feeds_barn = rules.option("barn_pig_herd") == "on"
        self.kind = rules.add_figure("barn", each=1, weight=0, stands_on=[], occupies=False, immune=True)  # AM-13
        self.number = rules.figure_kinds[self.kind].each * rules.seats
        self.spots = rules.reserve_registers(int(self.number))
        self.fresh = rules.reserve_registers()
        self.locations = rules.reserve_locations(int(self.number))
        self.codes = rules.reserve_options(FOUR)
        rules.add_note("barn_laid", ["seat", "node"])
        rules.add_form("deploy {figure} corner {corner:NW|NE|SE|SW}", AT_CORNER)
        rules.add_display(BarnDisplay(self))
        rules.add_by_hand(BarnsByHand(self))
        rules.add_asset(BarnOut(self))
        for kind in rules.kinds:
            if kind.name == FIELD:
                kind.scorer = BarnField(self, kind.scorer)
        # R-TURN-05, R-AM-21; R-AM-27: with the old counting of fields there is nothing to wait for.
        if rules.option("barn_scoring") == "immediate" or rules.option("farm_scoring") == "per_city_4":
            rules.add_step("turn", 410, FieldJoined(self))  # before the princess may lead past what comes between
            rules.add_step("turn", 710, BarnLaid(self), when=is_set(self.fresh))
        else:
            rules.add_step("turn", 1705, FieldsWait(self))
            rules.add_step("turn", 1731, BarnLaid(self))

    def finalize(self, rules: Rules) -> None:
        self.field = rules.kind_named(FIELD)
        self.herd = rules.table.trait_of("pig_herd")
        table = rules.table
        for turned in range(4 * len(table.tiles)):
            for corner in range(FOUR):
                segment = table.ports[turned * 12 + 3 * corner]
                if segment >= 0:
                    # R-AM-23: where two fields meet something divides them.
                    divided = table.ports[turned * 12 + (3 * corner + 11) % 12] != segment
                    if divided or table.kind[table.tile_first[turned >> 2] + segment] != self.field:
                        segment = -1
                self.corners = append(self.corners, segment)

    def field_of(self, state: State, number: i64) -> Feature:
        """The field where a barn stands, by its number among all barns; -1 for one that is not on the table."""
        node = state.registers[self.spots + number] - 1
        if node < 0:
            return -1
        return state.root[node]

    def barns_in(self, state: State, field: Feature) -> i64:
        """How many barns stand in a field."""
        total: i64 = 0
        for number in range(self.number):
            if self.field_of(state, number) == field:
                total += 1
        return total

    def location_claims(self, state: State, location: Location) -> Node:
        """R-AM-02: nobody is placed in a barn's field; AM-20, R-CNT-14: which is scored, though nobody stands there."""
        number = self.locations - location
        if not 0 <= number < self.number or state.registers[self.spots + number] > state.nodes:
            return -1
        return state.registers[self.spots + number] - 1

    def field_at(self, state: State, slot: Slot, corner: i64) -> Node:
        """The field at a corner of a laid tile, or -1."""
        segment = self.corners[state.slot_tile[slot] * 4 + corner]
        if segment < 0:
            return -1
        return state.slot_first[slot] + segment

    def spot_at(self, state: State, slot: Slot, corner: i64) -> Node:
        """AM-14: the piece of field south-east of a corner of a laid tile; -1 unless four fields meet there."""
        if self.corners[state.slot_tile[slot] * 4 + corner] < 0:
            return -1
        cell = state.slot_cell[slot]
        x = state.x_of(cell)
        y = state.y_of(cell)
        if corner == 1 or corner == 2:
            x += 1
        if corner >= 2:
            y += 1
        for k in range(FOUR):  # what lies south-east of the point has it in its north-west, and so on
            around = state.board_at(x - (k + 1) // 2 % 2, y - k // 2) - 1
            if around < 0 or self.corners[state.slot_tile[around] * 4 + k] < 0:
                return -1
        return self.field_at(state, state.board_at(x, y) - 1, 0)

    def may_stand(self, state: State, spot: Node) -> bool:
        """AM-15, R-AM-03: whether the field at a corner may take a barn. R-AM-24: a corner takes one."""
        if self.shared:
            return not self.is_taken(state, spot)
        return self.barns_in(state, state.root[spot]) == 0

    def is_taken(self, state: State, spot: Node) -> bool:
        """Whether a barn stands north-west of a piece of field."""
        for number in range(self.number):
            if state.registers[self.spots + number] == spot + 1:
                return True
        return False

    def figure_options(self, state: State, count: i64) -> i64:
        if state.supply[self.kind * state.rules.seats + state.player]:
            newest = state.slots - 1
            turned = state.slot_tile[newest]
            cell = state.slot_cell[newest]
            for corner in range(FOUR):
                if self.corners[turned * 4 + corner] < 0 or state.at(cell + AROUND[DIAGONAL[corner]]) <= 0:
                    continue  # usually there is no tile across the corner yet
                spot = self.spot_at(state, newest, corner)
                if spot >= 0 and self.may_stand(state, spot):
                    count = offer(state, count, self.codes + corner)
        return count

    def heeds_place(self, state: State) -> bool:
        return state.supply[self.kind * state.rules.seats + state.player] > 0

    def outlook(self, state: State, prospect: Prospect) -> i64:
        """The corners of the tile where a barn could be laid, as a mask."""
        mask: i64 = 0
        for corner in range(FOUR):
            if prospect.beside[corner] >= 0 and prospect.beside[(corner + 3) & 3] >= 0:
                if self.would_take_barn(state, prospect, corner):
                    mask |= i64(1) << corner
        return mask

    def options_told(self, state: State, what: i64, count: i64) -> i64:
        for corner in range(FOUR):
            if what >> corner & 1:
                count = offer(state, count, self.codes + corner)
        return count

    def would_take_barn(self, state: State, prospect: Prospect, corner: i64) -> bool:
        """AM-14, AM-15: whether a barn could be laid at a corner of the tile, between two tiles that lie beside it."""
        turned = prospect.tile * 4 + prospect.rotation
        segment = self.corners[turned * 4 + corner]
        if segment < 0:
            return False
        across = state.at(prospect.cell + AROUND[DIAGONAL[corner]]) - 1
        if across < 0 or self.field_at(state, across, corner ^ 2) < 0:
            return False
        if self.field_at(state, prospect.beside[corner], (corner + 3) & 3) < 0:
            return False
        if self.field_at(state, prospect.beside[(corner + 3) & 3], (corner + 1) & 3) < 0:
            return False
        if self.shared:
            return True  # there was no such corner before
        return not self.barns_beyond(state, prospect, prospect.joined(state, segment))

    def barns_beyond(self, state: State, prospect: Prospect, ports: i64) -> i64:
        """How many barns stand in the features beyond these ports of a cell."""
        total: i64 = 0
        for number in range(self.number):
            field = self.field_of(state, number)
            if field >= 0 and prospect.ports_to(field) & ports:
                total += 1
        return total

    def figure_returned(self, state: State, figure: Figure, at: Location, scored: bool) -> None:
        """AM-16: a barn has stayed until the end; then it is nowhere."""
        if state.rules.figure_kind[figure] == self.kind:
            number = figure - state.rules.figure_first[self.kind * state.rules.seats]
            state.registers[self.spots + number] = 0

    def is_ours(self, action: Code) -> bool:
        """Whether a figure option lays a barn."""
        return self.codes <= action < self.codes + FOUR

    def use_figure_option(self, state: State, action: Code) -> bool:
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

    def put(self, state: State, figure: Figure, spot: Node) -> None:
        """Put a barn north-west of a piece of field."""
        number = figure - state.rules.figure_first[self.kind * state.rules.seats]
        state.registers[self.spots + number] = spot + 1
        move(state, figure, self.locations - number)

    def describe_figure_option(self, state: State, action: Code) -> Choice | None:
        if not self.is_ours(action):
            return None
        return Choice(AT_CORNER, [self.kind, action - self.codes])

    def refuse_figure(self, state: State, choice: Choice, why: Refused) -> None:
        """AM-14, AM-15, R-AM-02: where barns may stand, and who may not stand beside them."""
        if choice.form == AT_CORNER:
            self.refuse_corner(state, choice.facts[0], choice.facts[1])
        if choice.form != "deploy" or why.key == "supply_empty":
            return
        if choice.facts[0] == self.kind:
            raise Refused("AM-14", "barn_corner")
        node: i64 = choice.facts[1]  # of the newest tile: who offers spots on others knows why not
        if node >= state.slot_first[state.slots - 1] and self.barns_in(state, state.root[node]):
            raise Refused("R-AM-02", "barn_there")

    def refuse_corner(self, state: State, kind: i64, corner: i64) -> None:
        """Raise `Refused`: a figure of this kind may not be put at a corner of the newest tile."""
        if kind != self.kind:
            raise Refused("AM-14", "only_barn")
        if not state.supply[kind * state.rules.seats + state.player]:
            raise Refused("BASE-20", "supply_empty")
        if corner < 0 or self.spot_at(state, state.slots - 1, corner) < 0:
            raise Refused("AM-14", "barn_corner")
        if self.shared:
            raise Refused("R-AM-24", "barn_here")
        raise Refused("AM-15", "barn_there")

    def points_for(self, state: State, field: Feature) -> i64:
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
        return taken > 1 and taken > self.barns_in(state, field)  # usually there is nothing but the barn

    def score_farmers(self, state: State) -> None:
        """AM-17, AM-18, R-AM-01: farmers in a barn's field are scored and go home, with their pigs."""
        for at in range(self.spots, self.spots + self.number):
            node = state.registers[at] - 1
            if node < 0 or state.occupants[state.root[node]] < 2:
                continue  # there is nothing but the barn, at most
            if self.has_farmers(state, at - self.spots):
                field = state.root[node]
                award_now(state, field, False)
                send_home(state, field)
        state.registers[self.fresh] = 0

    def final_scores(self, state: State, totals: vec[i64], notes: list[Note] | None) -> None:
        """AM-20: what the owner of a barn scores for its field; R-AM-25: once, however many of the barns are his."""
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
            if again:
                continue
            cities = supply_of(state, field)
            points = cities.points(FOR_THE_BARN)
            herds: i64 = 0
            if self.herd_feeds_barn and trait_count(state, field, self.herd):
                herds = cities.herds
            totals[seat] += points + herds
            if notes is not None and cities.suppliers:
                lines = [Line("barn", cities.suppliers, points)]
                if herds:
                    lines.append(Line("pig_herd", cities.suppliers, herds))
                notes.append(Note("scored", [seat, points + herds, field, 0], lines))

    def laid(self, state: State) -> list[tuple[int, int]]:
        """Every barn on the table: its node and its seat."""
        found: list[tuple[int, int]] = []
        for number in range(self.number):
            node = state.registers[self.spots + number] - 1
            if node >= 0:
                seat = number // state.rules.figure_each[self.kind]
                found.append((int(node), int(seat)))
        return found


class BarnField(Scorer):
    """A field whose farmers meet a barn is worth what AM-17 and AM-18 say; any other what it always is."""

    def __init__(self, barns: Barns, plain: Scorer) -> None:
        self.barns = barns
        self.plain = plain

    def value(self, state: State, feature: Feature, complete: bool, lines: list[Line] | None) -> i64:
        each = self.barns.points_for(state, feature)
        if not each:
            return self.plain.value(state, feature, complete, lines)
        cities = supply_of(state, feature)
        if not cities.suppliers:
            return 0
        points = cities.points(each)
        if lines is not None:
            lines.append(Line("cities", cities.suppliers, points))
        if trait_count(state, feature, self.barns.herd):  # AM-19; a pig is added by its own box
            points += cities.herds
            if lines is not None:
                lines.append(Line("pig_herd", cities.suppliers, cities.herds))
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

    def heeds_place(self, state: State) -> bool:
        for number in range(self.barns.number):
            if state.registers[self.barns.spots + number]:
                return True
        return False

    def outlook(self, state: State, prospect: Prospect) -> i64:
        """Nothing is scored if no field with a barn is joined to one with anybody else in it."""
        barns = self.barns
        for at in range(barns.spots, barns.spots + barns.number):
            node = state.registers[at] - 1
            if node >= 0 and state.occupants[state.root[node]] > 1 and barns.has_farmers(state, at - barns.spots):
                return UNKNOWN
        if not prospect.taken:
            return 0
        for segment in range(prospect.segments):
            if prospect.taken >> segment & 1 and prospect.kind_of(state, segment) == barns.field:
                ports = prospect.ports_of(state, segment) & prospect.occupied
                if prospect.spreads:
                    ports = prospect.joined(state, segment)
                if ports & (ports - 1):  # several: perhaps several fields
                    beyond = barns.barns_beyond(state, prospect, ports)
                    if beyond and prospect.occupants(state, ports) > beyond:
                        return UNKNOWN
        return 0


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
