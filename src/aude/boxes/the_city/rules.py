"""Carcassonne: The City. CITY-01 to CITY-57 are written out in spec.md, beside this file."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.the_city.by_hand import FORMS, lay_piece, position_lines
from aude.boxes.the_city.rounds import TOWERS, Rounds
from aude.boxes.the_city.scorers import MarketScorer, ResidentialScorer, RoadScorer
from aude.boxes.the_city.steps import Collect, Deploy, Draw, FinalScoring, FirstPlayer, Fit, Next, Place, Score
from aude.boxes.the_city.wall_steps import add_wall_steps
from aude.boxes.the_city.walls import Wall, outline, row_behind, slot_at
from aude.engine import steps
from aude.engine.arrays import append, vec
from aude.engine.figures import NODE_MASK, free_figure, move
from aude.engine.joining import port_node
from aude.engine.rules import PASS, Box, Line, Note, Rules
from aude.engine.scoring import award
from aude.engine.state import State
from aude.engine.words import fits, spot_words

FOLLOWERS: Final = 7  # CITY-01: the eighth marks the score
PUBLIC_POINTS: Final = 2  # CITY-54
HISTORIC_POINTS: Final = 3


class TheCity(Box):
    """Roads, markets and residential areas; a wall that grows around them, with guards and towers."""

    id = "the_city"

    def setup(self, rules: Rules) -> None:
        self.markets = MarketScorer()
        self.areas = ResidentialScorer()
        rules.add_kind("road", RoadScorer())
        self.areas.market = rules.add_kind("market", self.markets)
        rules.add_kind("residential", self.areas, completes=False)  # CITY-27
        # CITY-08: what is no road may meet whatever is none.
        rules.let_meet("road", "road")
        rules.let_meet("market", "market")
        rules.let_meet("market", "residential")
        rules.let_meet("residential", "residential")
        rules.add_figure("follower", each=FOLLOWERS, weight=1, stands_on=["road", "market", "residential"])  # CITY-11
        rules.turn_rule = "CITY-06"
        rules.order_rule = "CITY-06"
        self.wall = Wall(rules)
        self.rounds = Rounds(rules, self.wall)
        add_wall_steps(rules, self.rounds)
        steps.add_notes(rules)
        rules.add_step("setup", 100, FirstPlayer(rules.option("first_player"), int(rules.option("youngest"))))
        rules.add_step("turn", 300, Draw())
        rules.add_step("turn", 390, Fit())
        rules.add_step("turn", 400, Place(self.wall))
        rules.add_step("turn", 700, Deploy())
        rules.add_step("turn", 1700, Collect())
        rules.add_step("turn", 1730, Score())
        rules.add_step("turn", 2000, Next())
        rules.add_step("final", 1000, FinalScoring())

    def finalize(self, rules: Rules) -> None:
        self.markets.finalize(rules)
        self.rounds.finalize(rules)
        self.public: i64 = rules.table.symbol_of("public")
        self.historic: i64 = rules.table.symbol_of("historic")

    def on_start(self, state: State) -> None:
        self.rounds.on_start(state)

    # -- laying and placing -------------------------------------------------------------------------------------------
    def filter_rotations(self, state: State, cell: i64, rotations: i64) -> i64:
        """R-CITY-28. That no tile lies against the wall (CITY-34) is in the sides that it shows."""
        if self.wall.takes_in(state, state.code_of_cell(cell)):
            return rotations
        return 0

    def placement_refusal(self, state: State, cell: i64, rotation: i64) -> tuple[str, str]:
        return "R-CITY-28", "wraps"

    def is_done(self, state: State, node: i64) -> bool:
        """CITY-18: whether the new tile has completed this road or market."""
        return state.open_ends[state.root[node]] == 0 and state.rules.completes[state.kind_of(node)] != 0

    def filter_figure_options(self, state: State, options: vec[i64]) -> vec[i64]:
        """CITY-18: nobody comes to a road or market that the tile completes."""
        kept = vec[i64]()
        for option in options:
            if option == PASS or not self.is_done(state, (option - 1) & NODE_MASK):
                kept = append(kept, option)
        return kept

    def figure_refusal(self, state: State, words: list[str], why: str) -> tuple[str, str]:
        if why == "spot_unfit":
            for node in range(state.slot_first[state.slots - 1], state.nodes):
                if fits(words[2:], spot_words(state, node)) and self.is_done(state, node):
                    return "CITY-18", "completed_by_tile"
        return "", ""

    # -- scoring ------------------------------------------------------------------------------------------------------
    def feature_completed(self, state: State, feature: i64) -> None:
        """CITY-31, R-CITY-02: a scoring, which causes a wall round if a tile has caused it."""
        if state.occupants[feature] or self.rounds.for_empty_ones:
            state.registers[self.rounds.caused] = 1

    def figure_left(self, state: State, figure: i64, at: i64, scored: bool) -> None:
        """CITY-25: who has returned rests until the owner's next turn."""
        if scored and self.rounds.rests:
            move(state, figure, self.rounds.resting - state.rules.figure_seat[figure])

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
        for side in outline(state):
            if not self.wall.is_walled(state, side):
                node = port_node(state, slot_at(state, side), side & 3)
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

    # -- for people ---------------------------------------------------------------------------------------------------
    def resting_figures(self, state: State, seat: i64) -> int:
        """CITY-25: how many followers of a seat cannot be used yet."""
        return sum(1 for at in state.figure_at if at == self.rounds.resting - seat)

    def stacks(self, state: State) -> list[int]:
        return self.rounds.stacks(state)

    def holdings(self, state: State, seat: i64) -> list[tuple[str, int]]:
        towers = int(state.registers[self.rounds.towers + seat])
        return [("city_tower", towers), ("resting", self.resting_figures(state, seat))]

    def hold(self, state: State, seat: i64, name: str, number: i64) -> bool:
        if name == "city_tower":
            state.registers[self.rounds.towers + seat] = number
            return number <= TOWERS // state.rules.seats
        for _ in range(number - self.resting_figures(state, seat)):
            figure = free_figure(state, 0, seat)
            if figure < 0:
                return False
            move(state, figure, self.rounds.resting - seat)
        return True

    def pieces_at_sides(self, state: State) -> list[tuple[int, int, int, str]]:
        return self.wall.shown(state)

    # -- positions laid by hand ---------------------------------------------------------------------------------------
    def position_forms(self) -> list[str]:
        return FORMS[:]

    def lay_piece(self, state: State, words: list[str], figure: i64) -> str:
        return lay_piece(state, self.rounds, words, figure)

    def position_lines(self, state: State) -> list[tuple[int, str]]:
        return position_lines(state, self.wall)
