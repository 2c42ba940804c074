"""The wall in positions laid by hand. R-CITY-40."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.the_city.outline import outline
from aude.boxes.the_city.rounds import TOWERS, Rounds
from aude.boxes.the_city.walls import AHEAD, PIECES, WAYS
from aude.engine.choice import Choice, Form
from aude.engine.figures import free_figure, move
from aude.engine.pieces import AT_LAST, ByHand
from aude.engine.refusal import Refused
from aude.engine.spots import slot_at, xy_of_code
from aude.engine.state import State
from aude.engine.tiles import SIDES
from aude.engine.types import Figure, Seat

NOWHERE: Final = -1


class CityByHand(ByHand):
    """The gate, wall pieces in the order of building, towers and guards; towers in hand, and resting followers."""

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        self.wall = rounds.wall

    def forms(self) -> list[Form]:
        return [
            Form("lay gate {side} at {slot}", "gate"),
            Form("lay wall {side} at {slot}", "wall"),
            Form("lay tower {seat} {side} at {slot}", "tower"),
            Form("stand {seat} {figure} guard {side} at {slot}", "guard"),
        ]

    def lay(self, state: State, line: Choice, figure: Figure) -> None:
        slot: i64 = line.facts[-1]
        side: i64 = state.code_of_cell(state.slot_cell[slot]) | line.facts[-2]
        if line.form == "gate":
            self.lay_gate(state, side)
        elif line.form == "wall":
            self.lay_wall(state, side)
        elif line.form == "tower":
            self.lay_tower(state, line.facts[0], side)
        else:
            self.stand_guard(state, figure, side)

    def lay_gate(self, state: State, side: i64) -> None:
        """CITY-32: the gate comes before the wall."""
        if self.wall.stands(state):
            raise Refused("", "gate_stands", named(self.wall.side_of(state, AHEAD, 0)))
        if side not in outline(state):
            raise Refused("CITY-32", "gate_inside", named(side))
        self.wall.set_gate(state, side)

    def lay_wall(self, state: State, side: i64) -> None:
        """CITY-34: the next piece at one of the two ends."""
        wall = self.wall
        if not wall.stands(state):
            raise Refused("CITY-32", "gate_first")
        if wall.pieces(state) == PIECES:
            raise Refused("R-CITY-08", "pieces_used_up", {"count": PIECES})
        for way in range(WAYS):
            if not wall.is_closed(state) and wall.next_side(state, way) == side:
                wall.put_piece(state, way, side)
                return
        values = named(side)
        for way in range(WAYS):
            end = named(wall.next_side(state, way))
            values[f"end{way + 1}_side"] = end["side"]
            values[f"end{way + 1}_cell"] = end["cell"]
        raise Refused("R-CITY-05", "wall_ends", values)

    def lay_tower(self, state: State, seat: Seat, side: i64) -> None:
        """CITY-39: a tower of a seat stands behind a piece."""
        piece = self.piece_at(state, side)
        if piece < 0:
            raise Refused("CITY-39", "no_wall", named(side))
        if state.registers[self.wall.towers + piece]:
            raise Refused("", "tower_stands", named(side))
        if not state.registers[self.rounds.towers + seat]:
            raise Refused("CITY-02", "towers_used_up", {"seat": state.rules.seat_names[seat]})
        state.registers[self.rounds.towers + seat] -= 1
        self.wall.put_tower(state, piece // PIECES, piece % PIECES + 1, seat)

    def stand_guard(self, state: State, figure: Figure, side: i64) -> None:
        """CITY-37: a follower stands on a piece."""
        piece = self.piece_at(state, side)
        if piece < 0:
            raise Refused("CITY-37", "no_wall", named(side))
        if self.wall.is_guarded(state, side):
            raise Refused("CITY-37", "guard_stands", named(side))
        move(state, figure, self.wall.post(piece // PIECES, piece % PIECES + 1))

    def piece_at(self, state: State, side: i64) -> i64:
        """The piece of wall at a side, as way * PIECES + its number - 1; NOWHERE if none stands there."""
        for way in range(WAYS):
            for number in range(state.registers[self.wall.length + way]):
                if state.registers[self.wall.sides + way * PIECES + number] == side:
                    return way * PIECES + number
        return NOWHERE

    def lines(self, state: State) -> list[tuple[int, Choice]]:
        """The gate, the wall on both ways from it, the towers and the guards."""
        wall = self.wall
        rules = state.rules
        if not wall.stands(state):
            return []
        found = [Choice("gate", side_facts(state, wall.side_of(state, AHEAD, 0)))]
        for way in range(WAYS):
            for number in range(1, state.registers[wall.length + way] + 1):
                found.append(Choice("wall", side_facts(state, wall.side_of(state, way, number))))
        for way in range(WAYS):
            for number in range(1, state.registers[wall.length + way] + 1):
                owner = state.registers[wall.towers + way * PIECES + number - 1] - 1
                if owner >= 0:
                    found.append(Choice("tower", [owner, *side_facts(state, wall.side_of(state, way, number))]))
        for figure in range(rules.figures):
            side = wall.watched_side(state, state.figure_at[figure])
            if side >= 0:
                who = [rules.figure_seat[figure], rules.figure_kind[figure]]
                found.append(Choice("guard", [*who, *side_facts(state, side)]))
        return [(AT_LAST, line) for line in found]

    def hold(self, state: State, seat: Seat, name: str, number: i64) -> bool:
        if name == "city_tower":
            if number > TOWERS // state.rules.seats:
                raise Refused("CITY-02", "cannot_hold")
            state.registers[self.rounds.towers + seat] = number
            return True
        if name != "resting":
            return False
        for _ in range(number - self.rounds.resting_figures(state, seat)):
            figure = free_figure(state, 0, seat)
            if figure < 0:
                raise Refused("CITY-25", "cannot_hold")
            move(state, figure, self.rounds.resting - seat)
        return True


def side_facts(state: State, side: i64) -> list[int]:
    """A side of a tile, for the fields `{side} at {slot}`."""
    x, y = xy_of_code(side)
    return [side & 3, slot_at(state, x, y)]


def named(side: i64) -> dict[str, object]:
    """A side of a tile, for the sentences."""
    x, y = xy_of_code(side)
    return {"side": SIDES[side & 3], "cell": f"{x},{y}"}
