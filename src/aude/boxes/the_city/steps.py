"""The steps of a turn, by the rules of The City; who begins, and the scoring at the end."""

from __future__ import annotations

from mypy_extensions import i64

from aude.boxes.the_city.walls import Wall
from aude.engine import deploy, steps
from aude.engine.cells import FOUR
from aude.engine.choice import Choice
from aude.engine.refusal import Refused
from aude.engine.spots import xy_of_code
from aude.engine.state import State


class FirstPlayer(steps.FirstPlayer):
    """CITY-05, R-CITY-34: who begins."""

    rule = "R-CITY-34"


class Draw(steps.Draw):
    """CITY-06, CITY-09: chance draws a tile; after the last one the game ends (CITY-48)."""

    rule = "CITY-09"


class Fit(steps.Fit):
    """R-CITY-20: a tile that fits nowhere leaves the game, and another is drawn."""


class Place(steps.Place):
    """CITY-07, CITY-08: the player lays the tile beside others, road to road, and not against the wall (CITY-34)."""

    rule = "CITY-08"
    touch_rule = "CITY-07"

    def __init__(self, wall: Wall) -> None:
        self.wall = wall

    def refuse(self, state: State, choice: Choice) -> None:
        if choice.form == "place" and min(choice.facts) >= 0:
            code: i64 = choice.facts[0]
            if state.board_at(*xy_of_code(code)) < 0:
                cell = state.cell_of_code(code)
                for side in range(FOUR):
                    slot = state.beside(cell, side) - 1
                    if slot >= 0 and self.wall.is_walled(state, state.code_of_cell(state.slot_cell[slot]) | side ^ 2):
                        raise Refused("CITY-34", "walled")
        super().refuse(state, choice)


class Deploy(deploy.Deploy):
    """CITY-10 … CITY-15: the player may put a follower on the tile just laid."""

    rule = "CITY-10"
    unfit_rule = "CITY-11"
    taken_rule = "CITY-12"
    supply_rule = "CITY-15"


class Collect(steps.Collect):
    """CITY-19, CITY-21: the roads and markets that the tile has completed."""


class Score(steps.Score):
    """CITY-23, CITY-24: they are scored, and their followers return."""


class Next(steps.Next):
    """CITY-16: the left neighbour's turn."""


class FinalScoring(steps.FinalScoring):
    """CITY-51: patrons and guards; CITY-50: what has not been completed brings nothing."""
