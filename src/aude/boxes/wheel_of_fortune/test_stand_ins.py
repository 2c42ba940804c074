"""The Wheel of Fortune and what other boxes bring: places beside the tiles, points that are told."""

from __future__ import annotations

from mypy_extensions import i64

from aude import Game
from aude.boxes.wheel_of_fortune.conftest import BOX, SECTORS, before, draw
from aude.engine.figures import exposed_slot, free_figure, move
from aude.engine.rules import BESIDES, Part, Rules
from aude.engine.state import State
from aude.testing import beside, offered, play, rule, told


# -- places and figures -----------------------------------------------------------------------------------------------
class Refuges(Part):
    """A quarter of the City of Carcassonne, two towers on one tile, a prison."""

    def __init__(self) -> None:
        self.quarter = self.towers = self.prison = 0

    def setup(self, rules: Rules) -> None:
        self.quarter = rules.reserve_locations(1)
        self.towers = rules.reserve_locations(2, exposed_to=("dragon", "plague"))
        self.prison = rules.reserve_locations(1)

    def location_slot(self, state: State, location: i64) -> i64:
        return 0 if location in (self.towers, self.towers - 1) else -1


def stand(game: Game, location: int, seat: int = 0) -> None:
    """Put a meeple from the supply on a location."""
    move(game.state, free_figure(game.state, 0, seat), location)


@rule("WOF-15", "R-WOF-06", "GEN-10")
def test_the_plague_reaches_towers_but_no_safe_place() -> None:
    """Red stands in a quarter, in a prison, on the road and on two towers: one of the last three must go."""
    refuges = Refuges()
    game = before(beside(BOX, refuges, "stand red meeple road at 2,1"), "plague")
    for location in (refuges.quarter, refuges.prison, refuges.towers, refuges.towers - 1):
        stand(game, location)
    play(game, draw(1))
    assert offered(game) == ["plague meeple road E at 2,1", "plague meeple at -1,-1", "plague meeple at -1,-1 2"]
    play(game, "plague meeple at -1,-1 2")
    standing = list(game.state.figure_at)
    assert refuges.towers in standing and refuges.towers - 1 not in standing
    assert game.supply["red"]["meeple"] == 3 and told(game, "stricken") == ["red stricken meeple"]


@rule("WOF-15")
def test_whoever_is_only_in_safe_places_is_skipped() -> None:
    refuges = Refuges()
    game = before(beside(BOX, refuges), "plague")
    stand(game, refuges.quarter)
    stand(game, refuges.prison, seat=1)
    play(game, draw(1))
    assert (game.actor, game.step) == ("red", "place") and told(game, "stricken") == []


class Dangers(Part):
    """Everything that takes followers off the table."""

    names = ("dragon", "tower", "catapult", "plague", "flood")

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def setup(self, rules: Rules) -> None:
        self.numbers = [rules.danger(name) for name in self.names]


@rule("WOF-22", "GEN-10", "COMB-077", "COMB-091")
def test_no_danger_finds_a_follower_on_a_crown_space() -> None:
    """Beside it one on the road, whom each of them finds."""
    dangers = Dangers()
    game = beside(BOX, dangers, "stand red meeple road at 2,1", *(f"hold blue crown_{sector} 1" for sector in SECTORS))
    thief = list(game.state.figure_at).index(max(game.state.figure_at))
    for danger in dangers.numbers:
        found = [f for f in range(game.rules.figures) if exposed_slot(game.state, f, danger) >= 0]
        assert found == [thief]
    assert game.supply["blue"]["meeple"] == 1


# -- points -----------------------------------------------------------------------------------------------------------
class Ledger(Part):
    """Writes down what each seat gains, and why."""

    def __init__(self) -> None:
        self.lines: list[tuple[int, int, int]] = []

    def points_gained(self, state: State, seat: i64, points: i64, cause: i64) -> None:
        self.lines.append((int(seat), int(points), int(cause)))


@rule("R-WOF-13", "COMB-102")
def test_points_of_the_wheel_are_earned_in_the_turn_but_not_by_the_tile() -> None:
    """Whoever asks which points count, the Count for one, is told of events and crown spaces alike."""
    ledger = Ledger()
    play(before(beside(BOX, ledger, "hold blue crown_fortune 1"), "fortune"), draw(1))
    assert ledger.lines == [(0, 3, BESIDES), (1, 3, BESIDES)]
