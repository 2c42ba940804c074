"""Crown spaces: followers wait on the wheel until the pig comes. WOF-16 to WOF-22."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.wheel_of_fortune.assets import CrownPoints
from aude.boxes.wheel_of_fortune.wheel import WHEEL, Wheel
from aude.engine.arrays import vec
from aude.engine.choice import Choice
from aude.engine.figures import free_figure, has_follower, make_room_for, move, take_back
from aude.engine.refusal import Refused
from aude.engine.rules import CONTINUE, Part, Rules, Step, on_drawn
from aude.engine.scoring import gain
from aude.engine.state import State
from aude.engine.types import Code, Figure, Location, Slot

CROWN_POINTS: Final = 3  # WOF-19, WOF-21; alone in a segment, for each of its spaces (WOF-20)

MAX_KINDS: Final = 64  # of figures, in the codes of crown spaces
SECTOR_BITS: Final = 4
MAX_SECTORS: Final = 1 << SECTOR_BITS


class Crowns(Part):
    """The crown spaces of all sectors, numbered one after the other."""

    def __init__(self, wheel: Wheel) -> None:
        self.wheel = wheel
        ends = [0]
        masks: list[int] = []
        for spaces in wheel.crown_spaces:
            masks.append(((1 << spaces) - 1) << ends[-1])
            ends.append(ends[-1] + spaces)
        self.first = vec[i64](ends)  # of each sector: the first of its crown spaces, by number; and where they end
        self.spaces = vec[i64](masks)  # of each sector: all of them, a bit for each
        self.number: i64 = ends[-1]
        self.every: i64 = (1 << ends[-1]) - 1  # the crown spaces of all sectors
        self.locations: i64 = 0  # that of crown space 0; the others lie below it
        self.codes: i64 = 0  # of the options to put a figure on a crown space: the first

    def setup(self, rules: Rules) -> None:
        exposed: tuple[str, ...] = ()  # WOF-22; R-CAT-08: the one option that lets anything reach a crown space
        if rules.options.get("safe_zones") == "no_catapult":
            exposed = ("catapult",)
        self.locations = rules.reserve_locations(int(self.number), exposed)
        self.codes = rules.reserve_options(MAX_KINDS * MAX_SECTORS)
        for name in self.wheel.sectors:
            rules.add_note(f"crown_{name}", ["figure"])
        rules.add_note("uncrowned", ["figure"])
        rules.add_form("crown {figure} " + self.wheel.sector_field())
        rules.add_step("turn", 352, ScoreCrowns(self), when=on_drawn(WHEEL))
        rules.add_asset(CrownPoints(self, CROWN_POINTS))

    def location_slot(self, state: State, location: Location) -> Slot:
        """Crown spaces lie on the tile of the block that shows the wheel's sectors."""
        if not 0 <= self.locations - location < self.number:
            return -1
        return self.wheel.hub_slot(state)

    def sector_of(self, state: State, figure: Figure) -> i64:
        """The sector on whose crown space a figure stands, or -1."""
        return self.sector_at(state.figure_at[figure])

    def sector_at(self, location: Location) -> i64:
        """The sector with a crown space, or -1 if the location is not one."""
        number = self.locations - location
        if 0 <= number < self.number:
            sector: i64 = 0
            while number >= self.first[sector + 1]:
                sector += 1
            return sector
        return -1

    def taken(self, state: State) -> i64:
        """The mask of crown spaces where somebody stands."""
        found: i64 = 0
        first = self.locations
        spaces = self.number
        for at in state.figure_at:
            number = first - at
            if 0 <= number < spaces:
                found |= i64(1) << number
        return found

    def free_space(self, sector: i64, taken: i64) -> i64:
        """WOF-16, WOF-17: the first empty crown space of a sector, by number, or -1."""
        for number in range(self.first[sector], self.first[sector + 1]):
            if not taken >> number & 1:
                return number
        return -1

    def figure_options(self, state: State, count: i64) -> i64:
        """WOF-16, R-WOF-10: a follower of any kind on an empty crown space; R-WOF-18: one option for each sector."""
        if not has_follower(state, state.player):  # as in most turns of a random game
            return count
        taken = self.taken(state)
        if taken == self.every:
            return count
        rules = state.rules
        sectors: i64 = len(self.spaces)
        spaces = self.spaces
        make_room_for(state, count + sectors * len(rules.follower_kinds))
        work = state.work
        for kind in rules.follower_kinds:
            if state.supply[kind * rules.seats + state.player]:
                code = self.codes + (kind << SECTOR_BITS)
                for sector in range(sectors):
                    if spaces[sector] & ~taken:
                        work[count] = code + sector
                        count += 1
        return count

    def heeds_place(self, state: State) -> bool:
        return False

    def is_mine(self, action: Code) -> bool:
        """Whether an option of the figure step is this part's."""
        return self.codes <= action < self.codes + MAX_KINDS * MAX_SECTORS

    def use_figure_option(self, state: State, action: Code) -> bool:
        if not self.is_mine(action):
            return False
        code = action - self.codes
        sector = code & (MAX_SECTORS - 1)
        figure = free_figure(state, code >> SECTOR_BITS, state.player)
        self.put_on(state, figure, sector)
        if state.journal is not None:
            state.note(f"crown_{self.wheel.sectors[sector]}", [figure])
        return True

    def put_on(self, state: State, figure: Figure, sector: i64) -> None:
        """Put a figure on an empty crown space of a sector."""
        move(state, figure, self.locations - self.free_space(sector, self.taken(state)))

    def describe_figure_option(self, state: State, action: Code) -> Choice | None:
        if not self.is_mine(action):
            return None
        code = action - self.codes
        return Choice("crown", [code >> SECTOR_BITS, code & (MAX_SECTORS - 1)])

    def refuse_figure(self, state: State, choice: Choice, why: Refused) -> None:
        """WOF-16, WOF-18: why a figure may not go onto the wheel."""
        if choice.form != "crown":
            return
        if min(choice.facts) < 0:
            raise Refused("WOF-16", "crown_unknown")
        kind: i64 = choice.facts[0]
        if not state.rules.occupies[kind]:
            raise Refused("WOF-18", "crown_followers_only")
        if not state.supply[kind * state.rules.seats + state.player]:
            raise Refused("BASE-20", "supply_empty")
        raise Refused("WOF-16", "crown_taken")


class ScoreCrowns(Step):
    """WOF-06, WOF-19 … WOF-21: who stands on the crown spaces of the pig's segment scores and comes home."""

    name = "crowns"

    def __init__(self, crowns: Crowns) -> None:
        self.crowns = crowns

    def enter(self, state: State) -> i64:
        crowns = self.crowns
        if not crowns.wheel.turns(state):
            return CONTINUE
        sector = state.registers[crowns.wheel.pig]
        spaces = crowns.first[sector + 1] - crowns.first[sector]
        nearest = crowns.locations - crowns.first[sector]  # its crown spaces lie from here downwards
        standing: i64 = 0
        for at in state.figure_at:
            if 0 <= nearest - at < spaces:
                standing += 1
        if not standing:
            return CONTINUE
        points: i64 = CROWN_POINTS
        if standing == 1:
            points *= spaces
        for figure in range(state.rules.figures):
            if crowns.sector_of(state, figure) == sector:
                gain(state, state.rules.figure_seat[figure], points, "crown")
                if state.journal is not None:
                    state.note("uncrowned", [figure])
                take_back(state, figure)
        return CONTINUE
