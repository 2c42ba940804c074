"""Crown spaces: followers wait on the wheel until the pig comes. WOF-16 to WOF-22."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.wheel_of_fortune.wheel import Wheel
from aude.engine.arrays import append, vec
from aude.engine.figures import free_figure, has_follower, move, take_back
from aude.engine.rules import AT_LAST, CONTINUE, MISWRITTEN, SUPPLY, Rules, Step
from aude.engine.scoring import gain
from aude.engine.state import State
from aude.engine.words import whose_figure

CROWN_POINTS: Final = 3  # WOF-19, WOF-21; alone in a segment, for each of its spaces (WOF-20)

MAX_KINDS: Final = 64  # of figures, in the codes of crown spaces
SECTOR_BITS: Final = 4
MAX_SECTORS: Final = 1 << SECTOR_BITS


class Crowns:
    """The crown spaces of all sectors, numbered one after the other."""

    def __init__(self, rules: Rules, wheel: Wheel, first: list[int]) -> None:
        self.wheel = wheel
        self.first = vec[i64](first)  # of each sector: the first of its crown spaces, by number; and where they end
        self.number: i64 = first[-1]
        exposed: tuple[str, ...] = ()  # WOF-22; R-CAT-08: the one option that lets anything reach a crown space
        if rules.options.get("safe_zones") == "no_catapult":
            exposed = ("catapult",)
        self.places: i64 = rules.reserve_locations(first[-1], exposed)  # that of crown space 0; the others lie below it
        self.codes: i64 = rules.reserve_options(MAX_KINDS * MAX_SECTORS)  # to put a figure on a crown space
        for name in wheel.sectors:
            rules.add_note(f"crown_{name}", ["figure"])
        rules.add_note("uncrowned", ["figure"])
        rules.add_step("turn", 352, ScoreCrowns(self))

    def sector_of(self, state: State, figure: i64) -> i64:
        """The sector on whose crown space a figure stands, or -1."""
        number = self.places - state.figure_at[figure]
        if 0 <= number < self.number:
            sector: i64 = 0
            while number >= self.first[sector + 1]:
                sector += 1
            return sector
        return -1

    def taken(self, state: State) -> i64:
        """The mask of crown spaces where somebody stands."""
        found: i64 = 0
        for at in state.figure_at:
            number = self.places - at
            if 0 <= number < self.number:
                found |= i64(1) << number
        return found

    def free_space(self, sector: i64, taken: i64) -> i64:
        """WOF-16, WOF-17: the first empty crown space of a sector, by number, or -1."""
        for number in range(self.first[sector], self.first[sector + 1]):
            if not taken >> number & 1:
                return number
        return -1

    def figure_options(self, state: State, options: vec[i64]) -> vec[i64]:
        """WOF-16, R-WOF-10: a follower of any kind on an empty crown space; R-WOF-18: one option for each sector."""
        rules = state.rules
        if not has_follower(state, state.player):
            return options
        taken = self.taken(state)
        free = vec[i64]()
        sectors: i64 = len(self.first) - 1
        for sector in range(sectors):
            if self.free_space(sector, taken) >= 0:
                free = append(free, sector)
        for kind in range(rules.figure_kinds_count):
            if rules.occupies[kind] and state.supply[kind * rules.seats + state.player]:
                for sector in free:
                    options = append(options, self.codes + (kind << SECTOR_BITS | sector))
        return options

    def is_mine(self, action: i64) -> bool:
        """Whether an option of the figure step is this box's."""
        return self.codes <= action < self.codes + MAX_KINDS * MAX_SECTORS

    def use_figure_option(self, state: State, action: i64) -> bool:
        if not self.is_mine(action):
            return False
        code = action - self.codes
        sector = code & (MAX_SECTORS - 1)
        figure = free_figure(state, code >> SECTOR_BITS, state.player)
        self.put_on(state, figure, sector)
        if state.journal is not None:
            state.note(f"crown_{self.wheel.sectors[sector]}", [figure])
        return True

    def put_on(self, state: State, figure: i64, sector: i64) -> None:
        """Put a figure on an empty crown space of a sector."""
        move(state, figure, self.places - self.free_space(sector, self.taken(state)))

    def figure_option_words(self, state: State, action: i64) -> list[str]:
        """`crown meeple taxes`"""
        if not self.is_mine(action):
            return []
        code = action - self.codes
        kind = state.rules.figure_kinds[code >> SECTOR_BITS].name
        return ["crown", kind, self.wheel.sectors[code & (MAX_SECTORS - 1)]]

    def figure_refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        """WOF-16, WOF-18: why a figure may not go onto the wheel."""
        if words[0] != "crown":
            return "", ""
        kind: i64 = -1
        if len(words) == 3 and words[2] in self.wheel.sectors:
            kind = state.rules.figure_named(words[1])
        if kind < 0:
            return "WOF-16", "crown_unknown"
        if not state.rules.occupies[kind]:
            return "WOF-18", "crown_followers_only"
        if not state.supply[kind * state.rules.seats + state.player]:
            return "BASE-20", "supply_empty"
        return "WOF-16", "crown_taken"

    def holdings(self, state: State, seat: i64) -> list[tuple[str, int]]:
        """How many followers of a seat stand on the crown spaces of each sector."""
        standing = [0] * len(self.wheel.sectors)
        for figure in range(state.rules.figures):
            sector = self.sector_of(state, figure)
            if sector >= 0 and state.rules.figure_seat[figure] == seat:
                standing[sector] += 1
        return [(f"crown_{name}", number) for name, number in zip(self.wheel.sectors, standing)]

    def hold(self, state: State, seat: i64, name: str, number: i64) -> bool:
        """So many followers stand on crown spaces; where no line says which, the first that are in the supply."""
        rules = state.rules
        number -= dict(self.holdings(state, seat))[name]
        sector: i64 = self.wheel.sectors.index(name.removeprefix("crown_"))
        for figure in range(rules.figures):
            if number and rules.figure_seat[figure] == seat and rules.occupies[rules.figure_kind[figure]]:
                if state.figure_at[figure] == SUPPLY and self.free_space(sector, self.taken(state)) >= 0:
                    self.put_on(state, figure, sector)
                    number -= 1
        return number == 0

    # -- positions laid by hand ---------------------------------------------------------------------------------------
    def lay_piece(self, state: State, words: list[str], figure: i64) -> str:
        """R-WOF-22: the pig is on a sector, or a follower stands on a crown space of one."""
        if len(words) != 2 or words[1] not in self.wheel.sectors:
            return MISWRITTEN
        sector: i64 = self.wheel.sectors.index(words[1])
        if figure < 0:
            state.registers[self.wheel.pig] = sector
            return ""
        kind = state.rules.figure_kind[figure]
        if not state.rules.occupies[kind]:
            return f"no {state.rules.figure_kinds[kind].name} goes onto the wheel (WOF-18)"
        if self.free_space(sector, self.taken(state)) < 0:
            return f"no crown space of {words[1]} is free (WOF-16)"
        self.put_on(state, figure, sector)
        return ""

    def position_lines(self, state: State) -> list[tuple[int, str]]:
        """The pig, and who stands on crown spaces."""
        lines = [(AT_LAST, f"lay big_pig {self.wheel.sectors[state.registers[self.wheel.pig]]}")]
        for figure in range(state.rules.figures):
            sector = self.sector_of(state, figure)
            if sector >= 0:
                lines.append((AT_LAST, f"stand {whose_figure(state, figure)} crown {self.wheel.sectors[sector]}"))
        return lines


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
        standing: i64 = 0
        for figure in range(state.rules.figures):
            if crowns.sector_of(state, figure) == sector:
                standing += 1
        points: i64 = CROWN_POINTS
        if standing == 1:
            points *= spaces
        for figure in range(state.rules.figures):
            if standing and crowns.sector_of(state, figure) == sector:
                gain(state, state.rules.figure_seat[figure], points, "crown")
                if state.journal is not None:
                    state.note("uncrowned", [figure])
                take_back(state, figure)
        return CONTINUE
