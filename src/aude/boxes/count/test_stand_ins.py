"""The Count beside boxes made for these tests, which use the engine as others do."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from aude import Game
from aude.boxes.carcassonne.rules import parts as carcassonne
from aude.boxes.count.conftest import BOX, END_CITY, END_ROAD, FIELD, KNIGHT, ROAD, VILLAGE, asked, in_city, with_count
from aude.boxes.count.pieces import CountByHand
from aude.boxes.count.quarters import QUARTERS, Quarters
from aude.boxes.count.rules import parts as count
from aude.engine.arrays import append, vec
from aude.engine.figures import exposed_slot
from aude.engine.rules import BESIDES, CONTINUE, PAYMENT, Part, PartsOf, Rules, Step
from aude.engine.scoring import gain
from aude.engine.start import begin
from aude.engine.state import State
from aude.testing import beside, finish, offered, part_of, play, refusal, rule, scored

FREE = "market_quarter"
DANGERS = ["dragon", "tower", "catapult", "plague"]


# -- dangers ----------------------------------------------------------------------------------------------------------
class Perils(Part):
    """All dangers of the rules."""

    def setup(self, rules: Rules) -> None:
        for name in DANGERS:
            rules.danger(name)


def reached(game: Game) -> set[str]:
    """The dangers that reach a follower of Blue's in a quarter."""
    state, quarters = game.state, part_of(game, Quarters)
    figures = [figure for figure in range(game.rules.figures) if quarters.quarter_of(state, figure) >= 0]
    assert len(figures) == 4
    return {
        name
        for name, number in game.rules.dangers.items()
        if any(exposed_slot(state, figure, number) >= 0 for figure in figures)
    }


@rule("CNT-11", "GEN-10", "COMB-078", "COMB-092", "COMB-102")
def test_no_danger_reaches_the_quarters() -> None:
    """Dragon, tower, catapult and plague find a knight on the block, and nobody in the city."""
    game = beside(BOX, Perils(), KNIGHT, *(f"hold blue {quarter} 1" for quarter in QUARTERS))
    assert reached(game) == set()
    [knight] = [figure for figure in range(game.rules.figures) if game.state.figure_at[figure] >= 0]
    slot = game.state.board_at(-2, 1) - 1
    assert [int(exposed_slot(game.state, knight, game.rules.danger(name))) for name in DANGERS] == [slot] * 4


@rule("COMB-092")
@pytest.mark.parametrize(("zones", "dangers"), [("all", set()), ("no_catapult", {"catapult"})])
def test_a_catapult_may_be_let_in(zones: str, dangers: set[str]) -> None:
    """`safe_zones = no_catapult`: it finds them on the tile that shows the quarters."""
    game = beside(BOX, Perils())
    options = {**game.setup.values(), "safe_zones": zones}
    boxes: list[PartsOf] = [carcassonne, count, lambda _: [Perils()]]
    elements = game.setup.elements()
    game.rules = Rules(boxes, ["red", "blue"], options, elements, {}, game.setup.tile_list(), [])
    game.state = State(game.rules)
    begin(game.state)
    quarters = part_of(game, Quarters)
    for quarter in QUARTERS:
        assert CountByHand(quarters).hold(game.state, 1, quarter, 1)
    assert reached(game) == dangers
    assert quarters.location_slot(game.state, quarters.first - 3) == game.state.board_at(0, 0) - 1
    assert quarters.location_slot(game.state, quarters.first - 4) == -1


# -- features that other boxes settle or hold -------------------------------------------------------------------------
class Castles(Part):
    """Step 17.1: a city of two tiles becomes a castle, and is not scored."""

    def setup(self, rules: Rules) -> None:
        rules.add_step("turn", 1710, Found())


class Found(Step):
    """Every completed city does."""

    name = "found"

    def enter(self, state: State) -> i64:
        kept = vec[i64]()
        for feature in state.completed:
            if state.rules.kinds[state.kind_of(feature)].name == "city":
                state.open_ends[feature] = -2
            else:
                kept = append(kept, feature)
        state.completed = kept
        return CONTINUE


@rule("R-CNT-12", "R-CNT-06", "COMB-096")
def test_a_castle_is_founded_before_anybody_comes() -> None:
    """Blue, with a follower in the castle quarter, is not asked: the city is no longer scored."""
    game = play(with_count(beside(BOX, Castles(), KNIGHT, "hold blue castle_quarter 1"), FREE), *END_CITY)
    assert (game.player, game.step, scored(game)) == ("blue", "draw", [])
    leftover = with_count(beside(BOX, Castles(), KNIGHT, "hold blue castle_quarter 1", players="red blue"), FREE)
    play(leftover, *END_CITY)
    finish(leftover, VILLAGE, "0,2 turn 90")
    assert leftover.over  # nor at the end: a castle is not incomplete


class Barns(Part):
    """A barn in the northern field; step 17 scores that field when a tile has been laid."""

    def setup(self, rules: Rules) -> None:
        rules.add_step("turn", 1705, ScoreBarn(self))

    def field(self, state: State) -> i64:
        """The field at the northern wall."""
        return state.root[state.slot_first[1]]

    def on_start(self, state: State) -> None:
        state.occupants[self.field(state)] += 1  # as a figure does whose location claims the field


class ScoreBarn(Step):
    """The field is among the features to be scored."""

    name = "barn"

    def __init__(self, barns: Barns) -> None:
        self.barns = barns

    def enter(self, state: State) -> i64:
        state.completed = append(state.completed, self.barns.field(state))
        return CONTINUE


@rule("R-CNT-07", "CNT-04", "COMB-084")
@pytest.mark.parametrize("option", ["off", "on"])
def test_the_market_and_a_barn_that_is_scored(option: str) -> None:
    """Red's farmer is scored with the barn; `on`: Blue's follower comes from the market and scores with him."""
    scene = ("stand red meeple field NL at -1,-1", "hold blue market_quarter 1")
    game = with_count(beside(BOX, Barns(), *scene, count_market_barn=option), "castle_quarter")
    play(game, f"draw {FIELD}", "place -3,0 turn 0", "pass")
    if option == "off":
        assert game.scores == {"red": 3, "blue": 0} and in_city(game, "blue") == {"market_quarter": 1}
        return
    assert asked(game) == ("blue", "join")
    assert {text.split()[2] for text in offered(game)[1:]} == {"field"} and len(offered(game)) == 1 + 4
    play(game, offered(game)[2])
    assert game.scores == {"red": 3, "blue": 3}


@rule("R-CNT-08", "R-CNT-14", "COMB-084")
def test_a_barn_makes_its_field_one_to_be_scored_at_the_end() -> None:
    """Nobody stands in any field: Blue's follower may go to the one with the barn, and to no other."""
    game = with_count(beside(BOX, Barns(), "hold blue market_quarter 1"), "castle_quarter")
    finish(game, VILLAGE, "0,2 turn 90")
    assert asked(game) == ("blue", "join_final")
    assert len(offered(game)) == 1 + 4 and all(" field " in text for text in offered(game)[1:])
    assert refusal(game, "join meeple field NR.EL.ER.SL at 1,0") == ("R-CNT-03", "feature_empty")
    play(game, offered(game)[1])
    assert game.over and game.supply["blue"]["meeple"] == 7


# -- points -----------------------------------------------------------------------------------------------------------
class Paymaster(Part):
    """In step 13 the player is given points, or loses some."""

    def __init__(self, points: int, cause: int) -> None:
        self.points = points
        self.cause = cause

    def setup(self, rules: Rules) -> None:
        rules.add_step("turn", 1300, Pay(self))


class Pay(Step):
    """The payment."""

    name = "pay"

    def __init__(self, paymaster: Paymaster) -> None:
        self.paymaster = paymaster

    def enter(self, state: State) -> i64:
        gain(state, state.player, self.paymaster.points, "fairy", self.paymaster.cause)
        return CONTINUE


@rule("R-CNT-02", "COMB-078", "COMB-102")
@pytest.mark.parametrize(
    ("points", "cause", "trigger", "enters"),
    [
        (5, BESIDES, "any_points", False),  # wheel and catapult
        (5, BESIDES, "tile_scoring", True),
        (3, PAYMENT, "any_points", True),  # ransom, auction
        (3, PAYMENT, "tile_scoring", True),
        (-2, BESIDES, "any_points", True),  # points lost
        (0, BESIDES, "any_points", True),
    ],
)
def test_which_points_keep_the_player_out(points: int, cause: int, trigger: str, enters: bool) -> None:
    """Blue completes Red's road, and has got or lost points otherwise."""
    game = beside(BOX, Paymaster(points, cause), *ROAD, "turn blue", count_trigger=trigger)
    play(game, *END_ROAD)
    assert game.scores == {"red": 4, "blue": points}
    assert asked(game) == (("blue", "quarter") if enters else ("chance", "draw"))


@rule("R-CNT-02", "CNT-08")
def test_points_of_another_that_no_feature_gives_count_too() -> None:
    """Nothing is completed, but in step 13 the neighbour scores: the player may enter."""

    class Alms(Paymaster):
        def setup(self, rules: Rules) -> None:
            rules.add_step("turn", 1300, ToNeighbour(self))

    class ToNeighbour(Pay):
        def enter(self, state: State) -> i64:
            gain(state, state.seat_after(state.player), self.paymaster.points, "fairy", self.paymaster.cause)
            return CONTINUE

    for trigger, enters in (("any_points", True), ("tile_scoring", False)):
        game = beside(BOX, Alms(5, BESIDES), count_trigger=trigger)
        play(game, f"draw {FIELD}", "place -3,0 turn 0", "pass")
        assert game.scores == {"red": 0, "blue": 5}
        assert (asked(game) == ("red", "quarter")) is enters
