"""Carcassonne: The City. CITY-01 to CITY-57 are written out in spec.md, beside this file."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.the_city.assets import FollowersResting, GuardsOut, TowersInHand, WallFiller
from aude.boxes.the_city.by_hand import CityByHand
from aude.boxes.the_city.display import CityDisplay
from aude.boxes.the_city.end import EndOfGame
from aude.boxes.the_city.rounds import Rounds
from aude.boxes.the_city.scorers import MarketScorer, ResidentialScorer, RoadScorer
from aude.boxes.the_city.steps import Collect, Deploy, Draw, FinalScoring, FirstPlayer, Fit, Next, Place, Score
from aude.boxes.the_city.wall_steps import WallBuilding
from aude.boxes.the_city.walls import Wall
from aude.engine import steps
from aude.engine.cells import FOUR
from aude.engine.choice import Choice
from aude.engine.figures import NODE_MASK, has_follower
from aude.engine.prospect import Prospect
from aude.engine.refusal import Refused
from aude.engine.rules import COMPLETED, PASS, Part, Rules
from aude.engine.state import State
from aude.engine.types import Node

FOLLOWERS: Final = 7  # CITY-01: the eighth marks the score


def parts(rules: Rules) -> list[Part]:
    """The land and the turn, the wall on its outline, the rounds in which it is built, and the end."""
    wall = Wall()
    rounds = Rounds(wall)
    return [TheCity(rounds), wall, rounds, WallBuilding(rounds), EndOfGame(wall)]


class TheCity(Part):
    """Roads, markets and residential areas; followers; the turn."""

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        self.markets = MarketScorer()
        self.areas = ResidentialScorer()

    def setup(self, rules: Rules) -> None:
        rules.add_kind("road", RoadScorer())
        self.areas.market = rules.add_kind("market", self.markets)
        rules.add_kind("residential", self.areas, completes=False)  # CITY-27
        # CITY-08: a road meets only a road; everything else may meet.
        rules.let_meet("road", "road")
        rules.let_meet("market", "market")
        rules.let_meet("market", "residential")
        rules.let_meet("residential", "residential")
        rules.add_figure("follower", each=FOLLOWERS, weight=1, stands_on=["road", "market", "residential"])  # CITY-11
        rules.turn_rule = "CITY-06"
        rules.order_rule = "CITY-06"
        steps.announce(rules)
        rules.add_step("setup", 100, FirstPlayer(rules.option("first_player"), int(rules.option("youngest"))))
        rules.add_step("turn", 300, Draw())
        rules.add_step("turn", 390, Fit())
        rules.add_step("turn", 400, Place(self.rounds.wall))
        rules.add_step("turn", 700, Deploy())
        rules.add_step("turn", 1700, Collect())
        rules.add_step("turn", 1730, Score(), when=COMPLETED)
        rules.add_step("turn", 2000, Next())
        rules.add_step("final", 1000, FinalScoring())
        rules.add_display(CityDisplay(self.rounds))
        rules.add_by_hand(CityByHand(self.rounds))
        rules.add_asset(TowersInHand(self.rounds))
        rules.add_asset(FollowersResting(self.rounds))
        rules.add_asset(GuardsOut(self.rounds.wall))
        rules.add_filler(WallFiller(self.rounds.wall))

    def finalize(self, rules: Rules) -> None:
        self.markets.finalize(rules)

    def is_done(self, state: State, node: Node) -> bool:
        """CITY-18: whether the new tile has completed this road or market."""
        return state.open_ends[state.root[node]] == 0 and state.rules.completes[state.kind_of(node)] != 0

    def filter_figure_options(self, state: State, count: i64) -> i64:
        """CITY-18: nobody comes to a road or market that the tile completes."""
        if not self.has_completed(state):
            return count
        work = state.work
        kept: i64 = 0
        for at in range(count):
            option = work[at]
            if option == PASS or not self.is_done(state, (option - 1) & NODE_MASK):
                work[kept] = option
                kept += 1
        return kept

    def has_completed(self, state: State) -> bool:
        """Whether the new tile has completed anything: mostly it has not."""
        for node in range(state.slot_first[state.slots - 1], state.nodes):
            if state.open_ends[state.root[node]] == 0:
                return True
        return False

    def heeds_place(self, state: State) -> bool:
        """What is completed matters to those who have a follower."""
        return has_follower(state, state.player)

    def outlook(self, state: State, prospect: Prospect) -> i64:
        """The segments of roads and markets that the tile would complete, as a mask."""
        beside: i64 = 0  # the ports beyond which a tile lies
        for side in range(FOUR):
            if prospect.beside[side] >= 0:
                beside |= i64(7) << 3 * side
        mask: i64 = 0
        for segment in range(prospect.segments):
            is_shut = not prospect.ports_of(state, segment) & ~beside
            if is_shut and state.rules.completes[prospect.kind_of(state, segment)]:
                if prospect.open_ends(state, segment) == 0:
                    mask |= i64(1) << segment
        return mask

    def refuse_figure(self, state: State, choice: Choice, why: Refused) -> None:
        if why.key == "spot_unfit" and self.is_done(state, choice.facts[1]):
            raise Refused("CITY-18", "completed_by_tile")
