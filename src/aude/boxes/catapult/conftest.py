"""What the tests of this box share: tiles, scenes, shots, and parts made for them."""

from __future__ import annotations

from aude import Game
from aude.boxes.catapult.shots import Shots
from aude.engine.figures import free_figure, move
from aude.engine.rules import Part, Rules
from aude.engine.state import State
from aude.game.options import Option
from aude.testing import table

BOX = "boxes catapult"
SCATTER = "option catapult_mode scatter"
MANUAL = "option catapult_mode manual"
PHYSICS = "option catapult_mode physics"
UNIFORM = "option catapult_mode uniform"
# The start tile lies at 0,0: a city to the north, a road from east to west, a field on either side of it.
FAIR = ("draw catapult/CA06", "place 0,1 turn 0", "pass")  # nothing but field around the fair
CITY_FAIR = ("draw catapult/CA04", "place 0,-1 turn 180", "pass")  # it completes the city of the start tile
KNIGHT = "stand blue meeple city at 0,0"
THIEF = "stand blue meeple road at 0,0"
FARMER = "stand red meeple field EL at 0,0"
MISS = ("aim 0,0", "land -2,-2")  # a shot with `scatter` that hits nothing


def fair(*lines: str, mode: str = SCATTER, players: str = "red blue", head: str = BOX) -> Game:
    """A position, and a fair that Red has laid in it: which token?"""
    game = table(head, mode, *lines, players=players)
    for action in FAIR:
        game.play(action)
    return game


def standing(game: Game, seat: str) -> int:
    """How many meeples of a seat are on the table, of seven."""
    return 7 - game.supply[seat]["meeple"]


def shots_of(rules: Rules) -> Shots:
    """The rounds of shots in a game."""
    [shots] = [part for part in rules.parts if isinstance(part, Shots)]
    return shots


def text_of(game: Game, code: int) -> str:
    """An answer to the open question, as records write it."""
    return Option(game.options, code).text


def draws(game: Game) -> dict[str, int]:
    """How often chance draws each of its answers."""
    state = game.state
    step = game.rules.program[state.step]
    found: dict[str, int] = {}
    for k in range(step.count(state)):
        text = text_of(game, int(step.nth(state, k)))
        found[text] = found.get(text, 0) + 1
    return found


class Tower(Part):
    """A stand-in: a location on the start tile that is not a segment, reached by the dangers that are named."""

    def __init__(self, *dangers: str) -> None:
        self.dangers = dangers
        self.location = 0

    def setup(self, rules: Rules) -> None:
        self.location = rules.reserve_locations(1, exposed_to=self.dangers)

    def location_slot(self, state: State, location: int) -> int:
        return 0 if location == self.location else -1


class Crown(Tower):
    """A stand-in for protected locations, which look at the house rule as crown spaces and quarters do."""

    def setup(self, rules: Rules) -> None:
        if rules.options.get("safe_zones") == "no_catapult":
            self.dangers = ("catapult",)
        super().setup(rules)


class Barn(Part):
    """A stand-in: a figure that nothing removes."""

    def setup(self, rules: Rules) -> None:
        rules.add_figure("barn", each=1, weight=0, stands_on=["field"], immune=True)


def put(game: Game, seat: int, location: int) -> int:
    """Put a meeple of a seat at a location that is not a segment."""
    figure = int(free_figure(game.state, 0, seat))
    move(game.state, figure, location)
    return figure
