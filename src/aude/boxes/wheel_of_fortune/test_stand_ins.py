"""The Wheel of Fortune and what other boxes bring: places beside the tiles, tiles in hand, points that are told."""

from __future__ import annotations

from mypy_extensions import i64

from aude import Game
from aude.boxes.carcassonne.rules import Carcassonne
from aude.boxes.wheel_of_fortune.conftest import (
    ABOVE,
    BOX,
    LONG_CITY,
    SECTORS,
    SOUTH_CITY,
    STRAIGHT,
    W,
    before,
    draw,
    offered,
    pig,
    refusal,
)
from aude.boxes.wheel_of_fortune.rules import WheelOfFortune
from aude.engine.figures import exposed_slot, free_figure, move
from aude.engine.rules import BESIDES, ON, Box, Rules, Step
from aude.engine.state import State
from aude.testing import play, rule, scored, table, told


def beside(stand_in: Box, *lines: str) -> Game:
    """A game with the wheel and a stand-in for a box that does not exist yet, and a position laid in it."""
    game = table(BOX)
    setup = game.setup
    parts: list[Box] = [Carcassonne(), WheelOfFortune(), stand_in]
    start = [("base/CRFR-rEW", 0, 0, 0)]
    game.rules = Rules(parts, list(setup.players), setup.values(), setup.elements(), {}, setup.tile_list(), start)
    game.state = State(game.rules)
    game.state.begin()
    again = game.at(0)
    if lines:
        again.lay("\n".join(lines))
    return again


# -- places and figures -----------------------------------------------------------------------------------------------
class Refuges(Box):
    """A quarter of the City of Carcassonne, two towers on one tile, a prison; a barn, a mayor and a wagon."""

    id = "refuges"

    def __init__(self) -> None:
        self.quarter = self.towers = self.prison = 0

    def setup(self, rules: Rules) -> None:
        self.quarter = rules.reserve_places(1)
        self.towers = rules.reserve_places(2, exposed_to=("dragon", "plague"))
        self.prison = rules.reserve_places(1)
        rules.add_figure("mayor", each=1, weight=0, stands_on=["city"])
        rules.add_figure("wagon", each=1, weight=1, stands_on=["road", "city"])
        rules.add_figure("barn", each=1, weight=0, stands_on=["field"], occupies=False, immune=True)

    def place_slot(self, state: State, place: i64) -> i64:
        return 0 if place in (self.towers, self.towers - 1) else -1


def stand(game: Game, place: int, kind: int = 0, seat: int = 0) -> None:
    """Put a figure from the supply on a place."""
    move(game.state, free_figure(game.state, kind, seat), place)


@rule("WOF-15", "R-WOF-06", "GEN-10")
def test_the_plague_reaches_towers_but_no_safe_place() -> None:
    """Red stands in a quarter, in a prison, on the road and on two towers: one of the last three must go."""
    refuges = Refuges()
    game = before(beside(refuges, "stand red meeple road at 2,1"), "plague")
    for place in (refuges.quarter, refuges.prison, refuges.towers, refuges.towers - 1):
        stand(game, place)
    play(game, draw(1))
    assert offered(game) == ["plague meeple road E at 2,1", "plague meeple at -1,-1", "plague meeple at -1,-1 2"]
    play(game, "plague meeple at -1,-1 2")
    standing = list(game.state.figure_at)
    assert refuges.towers in standing and refuges.towers - 1 not in standing
    assert game.supply["red"]["meeple"] == 3 and told(game, "stricken") == ["red stricken meeple"]


@rule("WOF-15")
def test_whoever_is_only_in_safe_places_is_skipped() -> None:
    refuges = Refuges()
    game = before(beside(refuges), "plague")
    stand(game, refuges.quarter)
    stand(game, refuges.prison, seat=1)
    play(game, draw(1))
    assert (game.actor, game.step) == ("red", "place") and told(game, "stricken") == []


class Dangers(Box):
    """Everything that takes followers off the table."""

    id = "dangers"
    names = ("dragon", "tower", "catapult", "plague", "flood")

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def setup(self, rules: Rules) -> None:
        self.numbers = [rules.danger(name) for name in self.names]


@rule("WOF-22", "GEN-10", "COMB-077", "COMB-091")
def test_no_danger_finds_a_follower_on_a_crown_space() -> None:
    """Beside it one on the road, whom each of them finds."""
    dangers = Dangers()
    game = beside(dangers, "stand red meeple road at 2,1", *(f"hold blue crown_{sector} 1" for sector in SECTORS))
    thief = list(game.state.figure_at).index(max(game.state.figure_at))
    for danger in dangers.numbers:
        found = [f for f in range(game.rules.figures) if exposed_slot(game.state, f, danger) >= 0]
        assert found == [thief]
    assert game.supply["blue"]["meeple"] == 1


@rule("WOF-14", "GEN-06", "R-WOF-08", "R-WOF-10")
def test_a_barn_is_left_alone_and_counts_for_nothing() -> None:
    """It is no farmer, it does not fall, it is no follower in the supply, and it does not go to the wheel."""
    lines = (SOUTH_CITY, "stand red barn field at 1,2")
    famine = play(before(beside(Refuges(), *lines), "famine"), draw(1))
    assert scored(famine) == []
    plague = play(before(beside(Refuges(), *lines), "plague"), draw(1))
    assert told(plague, "stricken") == [] and plague.step == "place"
    storm = play(before(beside(Refuges(), *lines), "storm"), draw(1))
    assert storm.scores == {"red": 9, "blue": 9}  # seven meeples, mayor and wagon
    play(storm, ABOVE)
    assert {text.split()[1] for text in offered(storm, "crown")} == {"meeple", "mayor", "wagon"}
    assert refusal(storm, "crown barn taxes") == ("WOF-18", "crown_followers_only")


@rule("R-WOF-09")
def test_a_mayor_is_one_knight() -> None:
    """However many coats of arms there are, and though he may weigh nothing in a majority."""
    game = play(beside(Refuges(), *LONG_CITY, "stand red mayor city at 3,-1"), draw(1))
    assert scored(game) == ["red scores 4: taxes 4"]


@rule("R-WOF-08")
def test_prisoners_do_not_count_in_a_storm() -> None:
    refuges = Refuges()
    game = before(beside(refuges), "storm")
    stand(game, refuges.prison)
    assert play(game, draw(1)).scores == {"red": 8, "blue": 9}


# -- castles ----------------------------------------------------------------------------------------------------------
class Castle(Box):
    """Every city that is settled as a castle (-3) is worth two points more than a city to the fields around it."""

    id = "castle"

    def settled_supplies(self, state: State, feature: i64) -> bool:
        return state.open_ends[feature] == -3

    def supplier_bonus(self, state: State, supplier: i64) -> i64:
        return 2


@rule("R-WOF-03")
def test_a_completed_castle_is_one_point_in_a_famine() -> None:
    game = before(beside(Castle(), SOUTH_CITY, "stand red meeple field at 1,2"), "famine")
    state = game.state
    city = state.root[state.slot_first[state.board_at(0, 2) - 1]]
    state.open_ends[city] = -3
    assert game.if_ended_now["red"] == 5
    assert play(game, draw(1)).scores["red"] == 1


# -- tiles in hand ----------------------------------------------------------------------------------------------------
class Bazaar(Box):
    """Once, the player has a tile in hand when the turn begins."""

    id = "bazaar"

    def __init__(self) -> None:
        self.sold = 0

    def setup(self, rules: Rules) -> None:
        self.sold = rules.register()
        rules.add_step("turn", 250, Sale(self))


class Sale(Step):
    """The tile was bought before; nobody draws."""

    name = "sale"

    def __init__(self, box: Bazaar) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        if not state.registers[self.box.sold]:
            state.registers[self.box.sold] = 1
            state.tile = state.rules.table.index[f"{W}WF31-3"]
            state.bag[state.tile] -= 1
            state.bag_size -= 1
        return ON


@rule("R-WOF-12", "COMB-095")
def test_a_tile_that_was_bought_turns_the_wheel_when_its_turn_begins() -> None:
    """The storm comes although nobody has drawn."""
    game = beside(Bazaar())
    assert (game.actor, game.step, game.tile) == ("red", "place", f"{W}WF31-3")
    assert pig(game) == "storm" and game.scores == {"red": 7, "blue": 7}
    play(game, ABOVE, "pass", f"draw {STRAIGHT}")
    assert pig(game) == "storm" and game.player == "blue"


# -- points -----------------------------------------------------------------------------------------------------------
class Ledger(Box):
    """Writes down what each seat gains, and why."""

    id = "ledger"

    def __init__(self) -> None:
        self.lines: list[tuple[int, int, int]] = []

    def points_gained(self, state: State, seat: i64, points: i64, cause: i64) -> None:
        self.lines.append((int(seat), int(points), int(cause)))


@rule("R-WOF-13", "COMB-102")
def test_points_of_the_wheel_are_earned_in_the_turn_but_not_by_the_tile() -> None:
    """Whoever asks which points count, the Count for one, is told of events and crown spaces alike."""
    ledger = Ledger()
    play(before(beside(ledger, "hold blue crown_fortune 1"), "fortune"), draw(1))
    assert ledger.lines == [(0, 3, BESIDES), (1, 3, BESIDES)]
