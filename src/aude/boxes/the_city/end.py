"""How the game ends: the wall is closed, and guards see what lies behind it. CITY-48 to CITY-55."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.the_city.outline import row_behind, side_after, slot_behind
from aude.boxes.the_city.walls import AHEAD, BACK, PIECES, Wall
from aude.engine.arrays import append, vec
from aude.engine.joining import close_side, port_node
from aude.engine.rules import CONTINUE, Line, Note, Part, Rules, Step, is_set
from aude.engine.scoring import award, collect_completed, score_completed
from aude.engine.state import State

SMALL_GAP: Final = 5  # CITY-48
PUBLIC_POINTS: Final = 2  # CITY-54
HISTORIC_POINTS: Final = 3


class EndOfGame(Part):
    """When the game is over, what the closed wall completes, and what its guards score."""

    def __init__(self, wall: Wall) -> None:
        self.wall = wall
        self.public: i64 = 0  # the symbols of tiles, as masks
        self.historic: i64 = 0

    def setup(self, rules: Rules) -> None:
        rules.add_note("wall_closed", ["number"])
        rules.add_step("turn", 1900, EndOfCity(self.wall), when=is_set(self.wall.gate))
        rules.add_step("final", 100, CloseWall(self.wall))

    def finalize(self, rules: Rules) -> None:
        self.public = rules.table.symbol_of("public")
        self.historic = rules.table.symbol_of("historic")

    def final_scores(self, state: State, totals: vec[i64], notes: list[Note] | None) -> None:
        """CITY-51, CITY-54: what guards see. CITY-49: before the wall is closed, what it would complete."""
        if not state.slots:
            return
        if not state.registers[self.wall.closed]:
            self.score_closed(state, totals, notes)
        symbols = state.rules.table.tile_symbols
        for figure in range(state.rules.figures):
            side = self.wall.watched_side(state, state.figure_at[figure])
            if side < 0:
                continue
            public: i64 = 0
            historic: i64 = 0
            for slot in row_behind(state, side):
                shown = symbols[state.slot_tile[slot] >> 2]
                if shown & self.public:
                    public += 1
                if shown & self.historic:
                    historic += 1
            points = PUBLIC_POINTS * public + HISTORIC_POINTS * historic
            if points:
                seat = state.rules.figure_seat[figure]
                totals[seat] += points
                if notes is not None:
                    lines = [Line("public", public, PUBLIC_POINTS * public)] if public else []
                    if historic:
                        lines.append(Line("historic", historic, HISTORIC_POINTS * historic))
                    notes.append(Note("scored", [seat, points, -1, 0], lines))

    def score_closed(self, state: State, totals: vec[i64], notes: list[Note] | None) -> None:
        """CITY-49: roads and markets whose open ends all lie at the outline, where a wall will close them."""
        ends = vec[i64]()  # the features at the outline, once for each end
        for side in self.wall.free_sides(state):
            node = port_node(state, slot_behind(state, side), side & 3)
            if node >= 0 and state.occupants[state.root[node]]:
                ends = append(ends, state.root[node])
        seen = vec[i64]()
        for feature in ends:
            if feature in seen:
                continue
            seen = append(seen, feature)
            at_outline: i64 = 0
            for other in ends:
                if other == feature:
                    at_outline += 1
            if at_outline == state.open_ends[feature]:
                award(state, feature, True, totals, notes)


class EndOfCity(Step):
    """CITY-48, R-CITY-15: the game ends when the last piece stands or the ends of the wall are close together."""

    name = "city_end"

    def __init__(self, wall: Wall) -> None:
        self.wall = wall

    def enter(self, state: State) -> i64:
        wall = self.wall
        if wall.stands(state) and (wall.pieces(state) == PIECES or wall.gap(state, SMALL_GAP + 1) <= SMALL_GAP):
            state.jump(state.rules.final_start)
        return CONTINUE


class CloseWall(Step):
    """CITY-49, R-CITY-18, R-CITY-19: the wall is closed with what is left, else in thought, and scores."""

    name = "close"

    def __init__(self, wall: Wall) -> None:
        self.wall = wall

    def enter(self, state: State) -> i64:
        wall = self.wall
        closed: i64 = 0
        if wall.stands(state):
            last = wall.end(state, BACK)
            side = wall.next_side(state, AHEAD)
            while side != last and wall.pieces(state) < PIECES:
                wall.put_piece(state, AHEAD, side)
                closed += 1
                side = side_after(state, side)
        if not wall.stands(state) or not wall.is_closed(state):
            for side in wall.free_sides(state):
                close_side(state, slot_behind(state, side), side & 3)
                closed += 1
        state.registers[wall.closed] = 1
        if state.journal is not None and closed:
            state.note("wall_closed", [closed])
        collect_completed(state)
        if len(state.completed):
            score_completed(state)
        return CONTINUE
