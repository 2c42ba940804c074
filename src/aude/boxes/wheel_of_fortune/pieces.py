"""The pig and the followers on crown spaces: displayed to players, and laid by hand."""

from __future__ import annotations

from mypy_extensions import i64

from aude.boxes.wheel_of_fortune.crowns import Crowns
from aude.engine.choice import Choice, Form
from aude.engine.pieces import AT_LAST, ByHand, Display
from aude.engine.refusal import Refused
from aude.engine.rules import SUPPLY, Part, Rules
from aude.engine.state import State
from aude.engine.types import Figure, Location, Seat


class Pieces(Part):
    """What there is to see, and to lay by hand."""

    def __init__(self, crowns: Crowns) -> None:
        self.crowns = crowns

    def setup(self, rules: Rules) -> None:
        rules.add_display(WheelDisplay(self.crowns))
        rules.add_by_hand(WheelByHand(self.crowns))


class WheelDisplay(Display):
    """Where the pig is, and who stands on crown spaces."""

    def __init__(self, crowns: Crowns) -> None:
        self.crowns = crowns
        self.wheel = crowns.wheel

    def holdings(self, state: State, seat: Seat) -> list[tuple[str, int]]:
        """How many followers of a seat stand on the crown spaces of each sector."""
        standing = standing_by_sector(self.crowns, state, seat)
        return [(f"crown_{name}", number) for name, number in zip(self.wheel.sectors, standing)]

    def location(self, state: State, location: Location) -> tuple[str, int, int] | None:
        sector = self.crowns.sector_at(location)
        if sector < 0:
            return None
        return f"crown_{self.wheel.sectors[sector]}", int(self.crowns.locations - location), -1

    def token_names(self) -> list[str]:
        return [f"big_pig_{sector}" for sector in self.wheel.sectors]

    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        """The pig, on a tile in the middle of the wheel; its name says on which sector."""
        hub = self.wheel.hub_slot(state)
        if hub < 0:
            return []
        return [(-1 - int(hub), -1, f"big_pig_{self.wheel.sectors[state.registers[self.wheel.pig]]}")]


class WheelByHand(ByHand):
    """R-WOF-22: the sector where the pig is, and who stands on crown spaces."""

    def __init__(self, crowns: Crowns) -> None:
        self.crowns = crowns
        self.wheel = crowns.wheel

    def forms(self) -> list[Form]:
        sector = self.wheel.sector_field()
        return [Form(f"lay big_pig {sector}", "big_pig"), Form("stand {seat} {figure} crown " + sector, "on_crown")]

    def lay(self, state: State, line: Choice, figure: Figure) -> None:
        sector: i64 = line.facts[-1]
        if line.form == "big_pig":
            state.registers[self.wheel.pig] = sector
            return
        kind = state.rules.figure_kind[figure]
        if not state.rules.occupies[kind]:
            raise Refused("WOF-18", "figure_not_on_wheel", {"figure": state.rules.figure_kinds[kind].name})
        if self.crowns.free_space(sector, self.crowns.taken(state)) < 0:
            raise Refused("WOF-16", "no_crown_free", {"sector": self.wheel.sectors[sector]})
        self.crowns.put_on(state, figure, sector)

    def lines(self, state: State) -> list[tuple[int, Choice]]:
        rules = state.rules
        lines = [(AT_LAST, Choice("big_pig", [state.registers[self.wheel.pig]]))]
        for figure in range(rules.figures):
            sector = self.crowns.sector_of(state, figure)
            if sector >= 0:
                facts: list[int] = [rules.figure_seat[figure], rules.figure_kind[figure], sector]
                lines.append((AT_LAST, Choice("on_crown", facts)))
        return lines

    def hold(self, state: State, seat: Seat, name: str, number: i64) -> bool:
        """So many followers stand on crown spaces; where no line says which, the first that are in the supply."""
        rules = state.rules
        names = [f"crown_{sector}" for sector in self.wheel.sectors]
        if name not in names:
            return False
        sector: i64 = names.index(name)
        number -= standing_by_sector(self.crowns, state, seat)[sector]
        for figure in range(rules.figures):
            if number and rules.figure_seat[figure] == seat and rules.occupies[rules.figure_kind[figure]]:
                if state.figure_at[figure] == SUPPLY:
                    if self.crowns.free_space(sector, self.crowns.taken(state)) >= 0:
                        self.crowns.put_on(state, figure, sector)
                        number -= 1
        if number != 0:
            raise Refused("", "cannot_hold")
        return True


def standing_by_sector(crowns: Crowns, state: State, seat: Seat) -> list[int]:
    """How many followers of a seat stand on the crown spaces of each sector."""
    standing = [0] * len(crowns.wheel.sectors)
    for figure in range(state.rules.figures):
        sector = crowns.sector_of(state, figure)
        if sector >= 0 and state.rules.figure_seat[figure] == seat:
            standing[sector] += 1
    return standing
