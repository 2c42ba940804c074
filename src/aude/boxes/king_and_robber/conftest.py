"""What the tests of this box share: tiles, scenes, and how to look at them."""

from __future__ import annotations

from mypy_extensions import i64

from aude import Game, Setup
from aude.boxes.carcassonne import rules as base
from aude.boxes.king_and_robber import rules as king_and_robber
from aude.boxes.king_and_robber.prize import Prize
from aude.engine.arrays import vec
from aude.engine.drive import opening
from aude.engine.rules import CONTINUE, Part, PartsOf, Rules, Step
from aude.engine.scoring import if_ended_now
from aude.engine.state import State
from aude.game.notation import read_words

# The start tile lies at 0,0. Below it every row holds one city or road that runs from west to east.
BOX = ("boxes king_and_robber", "tiles base 9")
CAP = "base/CFFF"
GATE = "base/FCFC-cEW"
END = "base/FFRF-monastery"
STRAIGHT = "base/FRFR-rEW"
VALUES = ["per_feature_end", "10_each", "15_40", "continuous"]


def city(row: int, tiles: int, middle: str = GATE) -> list[str]:
    """Lay a city of so many tiles into a row, but for its eastern end."""
    return [f"lay {CAP} 0,{row} turn 90", *(f"lay {middle} {x},{row} turn 0" for x in range(1, tiles - 1))]


def road(row: int, tiles: int) -> list[str]:
    """Lay a road of so many tiles into a row, but for its eastern end."""
    return [f"lay {END} 0,{row} turn 270", *(f"lay {STRAIGHT} {x},{row} turn 0" for x in range(1, tiles - 1))]


def close_city(row: int, tiles: int, then: str = "pass") -> str:
    """The turn that completes such a city."""
    return f"draw {CAP}   place {tiles - 1},{row} turn 270   {then}"


def close_road(row: int, tiles: int, then: str = "pass") -> str:
    """The turn that completes such a road."""
    return f"draw {END}   place {tiles - 1},{row} turn 90   {then}"


def whole_city(row: int, tiles: int) -> list[str]:
    """Lay a completed city by hand."""
    return [*city(row, tiles), f"lay {CAP} {tiles - 1},{row} turn 270"]


def whole_road(row: int, tiles: int) -> list[str]:
    """Lay a completed road by hand."""
    return [*road(row, tiles), f"lay {END} {tiles - 1},{row} turn 90"]


def told(game: Game, *names: str) -> list[str]:
    """What was announced, as records write it."""
    return [event.line() for event in game.events if event.name in (names or ("king_taken", "robber_taken"))]


def holders(game: Game) -> tuple[str | None, str | None]:
    """Who has the king tile and who the robber tile."""
    numbers = [prize(game.rules, name).holder(game.state) for name in ("king", "robber")]
    king, robber = (game.seats[number] if number >= 0 else None for number in numbers)
    return king, robber


def prize(rules: Rules, name: str) -> Prize:
    """The king tile or the robber tile."""
    [found] = [part for part in rules.parts if isinstance(part, Prize) and part.name == name]
    return found


class Looking(Step):
    """Writes down who has the king tile, at a place in the turn."""

    def __init__(self, king: Prize, seen: list[int], cities: list[int]) -> None:
        self.king = king
        self.seen = seen
        self.cities = cities

    def enter(self, state: State) -> i64:
        if len(state.completed):
            self.seen.append(int(self.king.holder(state)))
            self.cities.append(int(if_ended_now(state)[0]))
        return CONTINUE


class Goods(Part):
    """A part with a step before the scoring and one where trade goods are given."""

    def __init__(self) -> None:
        self.before: list[int] = []
        self.after: list[int] = []
        self.foreseen: list[int] = []

    def setup(self, rules: Rules) -> None:
        king = prize(rules, "king")
        rules.add_step("turn", 1720, Looking(king, self.before, self.foreseen))
        rules.add_step("turn", 1780, Looking(king, self.after, self.foreseen))


class Castles(Part):
    """Every completed city of two tiles becomes a castle: what the castle box will do at 1710."""

    def setup(self, rules: Rules) -> None:
        rules.add_step("turn", 1710, MakeCastle())


class MakeCastle(Step):
    """A castle is not a city any more, and is not scored."""

    def enter(self, state: State) -> i64:
        for feature in state.completed:
            if state.size[feature] == 2:
                state.open_ends[feature] = -2
        state.completed = vec[i64]([feature for feature in state.completed if state.open_ends[feature] != -2])
        return CONTINUE


def with_part(part: Part, **options: str) -> State:
    """A game of two with a part made up for a test."""
    setup = Setup(boxes=("king_and_robber",), options={"first_player": "seat1", **options}, tiles={"base": 5})
    boxes: list[PartsOf] = [base.parts, king_and_robber.parts, lambda _: [part]]
    start = [("base/CRFR-rEW", 0, 0, 0)]
    rules = Rules(boxes, ["red", "blue"], setup.values(), setup.elements(), {}, setup.tile_list(), start)
    return opening(rules)


def turn(state: State, tile: str, place: str) -> None:
    """One turn without a figure."""
    for text in (f"draw {tile}", f"place {place}", "pass"):
        step = state.rules.program[state.step]
        reading = read_words(state, text.split())
        assert reading is not None and reading.exact
        state.play(step.code_of(state, reading.choice))
