"""King & Robber Baron, rule by rule."""

from __future__ import annotations

import random

import pytest
from mypy_extensions import i64

from aude import Game, Setup, bots
from aude.boxes.carcassonne.rules import Carcassonne
from aude.boxes.king_and_robber.rules import KingAndRobber
from aude.engine.arrays import vec
from aude.engine.drive import opening
from aude.engine.rules import ON, Box, Rules, Step
from aude.engine.scoring import if_ended_now
from aude.engine.state import State
from aude.testing import finish, rule, scenario, spots, table

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


def box_of(game: Game) -> KingAndRobber:
    """The rules of the box in this game."""
    box = game.rules.boxes[1]
    assert isinstance(box, KingAndRobber)
    return box


def holders(game: Game) -> tuple[str | None, str | None]:
    """Who has the king tile and who the robber tile."""
    numbers = [int(game.state.registers[prize.at]) - 1 for prize in (box_of(game).king, box_of(game).robber)]
    king, robber = (game.seats[number] if number >= 0 else None for number in numbers)
    return king, robber


# -- components -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("edition", "gardens"), [("current", 1), ("first", 0)])
def test_five_tiles_are_shuffled_in(edition: str, gardens: int) -> None:
    """The box brings five land tiles in either edition; one of today's shows a garden."""
    left = Game(boxes=["king_and_robber"], deal=False, edition=edition).tiles_left
    mine = {tile: count for tile, count in left.items() if tile.startswith("king_robber/")}
    assert sum(mine.values()) == 5
    assert sum(count for tile, count in mine.items() if tile.endswith("-garden")) == gardens


def test_two_cities_cross_without_meeting() -> None:
    """On the tile where one city runs over another, both can be held, and each is completed by itself."""
    game = table(*BOX, *city(1, 2), "red draw king_robber/CCCC-cEW-cNS   place 1,1 turn 0")
    assert [spot for spot in spots(game) if "city" in spot] == ["meeple city E.W", "meeple city N.S"]
    game.play("deploy meeple city E")
    game.play(f"draw {CAP}")
    game.play("place 2,1 turn 270")
    game.play("pass")
    assert told(game, "scored") == ["red scores 6: tiles 6"]


def test_a_city_between_two_gates_parts_four_fields() -> None:
    """The tile with a city in two sides and two roads that end at it has four fields."""
    game = table(*BOX, f"lay {CAP} 0,-1 turn 180", "red draw king_robber/CRRC-cNW")
    assert game.rules.table.tile_segments[game.state.tile] == 7
    game.play("place 1,0 turn 90")
    assert len([spot for spot in spots(game) if "field" in spot]) == 4


# -- who takes the tiles ----------------------------------------------------------------------------------------------
@rule("KR-01", "TURN-17.4", "R-KR-03")
@pytest.mark.parametrize("tiles", [2, 3, 5])
def test_the_first_city_brings_the_king(tiles: int) -> None:
    """Who completes the first city takes the king tile, whatever its size, even if nobody stands in it."""
    game = table(*BOX, *city(1, tiles))
    assert holders(game) == (None, None)
    for action in close_city(1, tiles).split("   "):
        game.play(action)
    assert told(game) == [f"red king_taken {tiles}"]
    assert holders(game) == ("red", None)
    assert game.scores == {"red": 0, "blue": 0}


@rule("KR-01", "R-KR-03")
def test_the_king_goes_to_who_completes_not_to_who_stands_there() -> None:
    """Blue completes Red's city: Red scores it, Blue takes the king tile."""
    game = table(*BOX, *city(1, 3), "stand red meeple city at 0,1", "turn blue", f"blue {close_city(1, 3)}")
    assert told(game, "scored", "king_taken") == ["red scores 6: tiles 6", "blue king_taken 3"]
    assert holders(game) == ("blue", None)


@rule("KR-02", "TURN-17.5", "R-KR-01")
@pytest.mark.parametrize(("tiles", "holder"), [(2, "red"), (3, "red"), (4, "blue"), (5, "blue")])
def test_a_larger_city_takes_the_king(tiles: int, holder: str) -> None:
    """Red has the king tile for a city of three tiles; only a larger one of Blue's takes it."""
    game = table(*BOX, *city(1, 3), *city(2, tiles), f"red {close_city(1, 3)}", f"blue {close_city(2, tiles)}")
    assert holders(game) == (holder, None)


@rule("KR-02")
def test_it_must_be_larger_than_every_city_not_only_than_the_last() -> None:
    """After cities of two, four and three tiles one of four again changes nothing, one of five does."""
    rows = [2, 4, 3, 4, 5]
    seats = ["red", "blue", "green", "red", "green"]
    game = table(
        *BOX,
        *(line for row, tiles in enumerate(rows, 1) for line in city(row, tiles)),
        *(f"{seat} {close_city(row, rows[row - 1])}" for row, seat in enumerate(seats[:3], 1)),
        players="red blue green",
    )
    assert holders(game)[0] == "blue"
    for action in close_city(4, 4).split("   "):
        game.play(action)
    assert holders(game)[0] == "blue"
    game = Game.read(game.record + f"\nblue draw {STRAIGHT}   place 1,0 turn 0   pass\ngreen {close_city(5, 5)}\n")
    assert told(game) == ["red king_taken 2", "blue king_taken 4", "green king_taken 5"]


@rule("KR-02")
def test_the_holder_keeps_the_king_with_a_larger_city() -> None:
    """Who has the king tile and completes a larger city has it still; nothing is announced, but the size counts."""
    game = table(
        *BOX, *city(1, 2), *city(2, 4), *city(3, 3),
        f"red {close_city(1, 2)}",
        f"blue draw {STRAIGHT}   place 1,0 turn 0   pass",
        f"red {close_city(2, 4)}",
        f"blue {close_city(3, 3)}",
    )  # fmt: skip
    assert told(game) == ["red king_taken 2"]
    assert holders(game)[0] == "red"


@rule("KR-03", "TURN-17.6", "R-KR-03")
@pytest.mark.parametrize("tiles", [2, 3, 6])
def test_the_first_road_brings_the_robber(tiles: int) -> None:
    """Who completes the first road takes the robber tile, whatever its length, even if nobody stands on it."""
    game = table(*BOX, *road(1, tiles), f"red {close_road(1, tiles)}")
    assert told(game) == [f"red robber_taken {tiles}"]
    assert holders(game) == (None, "red")


@rule("KR-04", "TURN-17.7", "R-KR-01")
@pytest.mark.parametrize(("tiles", "holder"), [(2, "red"), (3, "red"), (4, "blue")])
def test_a_longer_road_takes_the_robber(tiles: int, holder: str) -> None:
    """Red has the robber tile for a road over three tiles; only a longer one of Blue's takes it."""
    game = table(*BOX, *road(1, 3), *road(2, tiles), f"red {close_road(1, 3)}", f"blue {close_road(2, tiles)}")
    assert holders(game) == (None, holder)


@rule("KR-02", "KR-04")
def test_cities_and_roads_are_not_compared() -> None:
    """A short road brings the robber tile beside a large city, and monasteries bring nothing."""
    game = table(*BOX, *city(1, 5), *road(2, 2), f"red {close_city(1, 5)}", f"blue {close_road(2, 2)}")
    assert holders(game) == ("red", "blue")


@rule("KR-08")
def test_one_tile_can_bring_both_after_the_scoring() -> None:
    """Red's tile completes a city and a road: both are scored and the meeples return, then the tiles are taken."""
    game = table(
        *BOX,
        "lay base/FRRR 1,0",
        f"lay {GATE} 0,-1 turn 90",
        f"lay {CAP} -1,-1 turn 180",
        "stand red meeple city at -1,-1",
        "stand blue meeple road W at 1,0",
        "red draw base/CRRR   place -1,0 turn 0   pass",
    )
    names = [event.name for event in game.events[2:]]
    assert sorted(names[:4]) == ["returned", "returned", "scored", "scored"]
    assert names[4:] == ["king_taken", "robber_taken"]
    assert told(game) == ["red king_taken 2", "red robber_taken 3"]


class Looking(Step):
    """Writes down who has the king tile, at a place in the turn."""

    def __init__(self, box: KingAndRobber, seen: list[int], cities: list[int]) -> None:
        self.box = box
        self.seen = seen
        self.cities = cities

    def enter(self, state: State) -> i64:
        if len(state.completed):
            self.seen.append(int(state.registers[self.box.king.at]) - 1)
            self.cities.append(int(if_ended_now(state)[0]))
        return ON


class Goods(Box):
    """A box with a step before the scoring and one where trade goods are given."""

    id = "goods"

    def __init__(self, box: KingAndRobber) -> None:
        self.box = box
        self.before: list[int] = []
        self.after: list[int] = []
        self.foreseen: list[int] = []

    def setup(self, rules: Rules) -> None:
        rules.add_step("turn", 1720, Looking(self.box, self.before, self.foreseen))
        rules.add_step("turn", 1780, Looking(self.box, self.after, self.foreseen))


class Castles(Box):
    """Every completed city of two tiles becomes a castle: what the castle box will do at 1710."""

    id = "castles"

    def setup(self, rules: Rules) -> None:
        rules.add_step("turn", 1710, MakeCastle())


class MakeCastle(Step):
    """A castle is no city any more, and is not scored."""

    def enter(self, state: State) -> i64:
        for feature in state.completed:
            if state.size[feature] == 2:
                state.open_ends[feature] = -2
        state.completed = vec[i64]([feature for feature in state.completed if state.open_ends[feature] != -2])
        return ON


def with_box(box: Box, king: KingAndRobber, **options: str) -> State:
    """A game of two with a box made up for a test."""
    setup = Setup(boxes=("king_and_robber",), options={"first_player": "seat1", **options}, tiles={"base": 5})
    boxes = [Carcassonne(), king, box]
    start = [("base/CRFR-rEW", 0, 0, 0)]
    rules = Rules(boxes, ["red", "blue"], setup.values(), setup.elements(), {}, setup.tile_list(), start)
    return opening(rules)


def turn(state: State, tile: str, place: str) -> None:
    """One turn without a figure."""
    for words in (["draw", tile], ["place", *place.split()], ["pass"]):
        step = state.rules.program[state.place]
        state.play(next(code for code in step.legal(state) if step.words(state, code) == words))


@rule("KR-08", "COMB-060")
@pytest.mark.parametrize(("value", "points"), [("per_feature_end", 1), ("continuous", 0)])
def test_the_king_changes_hands_after_scoring_and_before_goods(value: str, points: int) -> None:
    """While the city is scored nobody has the king; where goods are given Red has it. It is foreseen both times."""
    king = KingAndRobber()
    goods = Goods(king)
    state = with_box(goods, king, king_scoring=value)
    turn(state, CAP, "0,-1 turn 180")
    assert (goods.before, goods.after, goods.foreseen) == ([-1], [0], [points, points])


# -- the points -------------------------------------------------------------------------------------------------------
@rule("KR-05", "SC-26", "KR-07", "R-KR-06")
def test_the_king_scores_every_completed_city() -> None:
    """Three completed cities of any size, never occupied, and one unfinished: the holder gets 3."""
    game = table(*BOX, *city(1, 4), *whole_city(2, 2), *whole_city(3, 3), f"red {close_city(1, 4)}")
    assert game.if_ended_now == {"red": 3, "blue": 0}
    assert [event.line() for event in game.forecast()] == ["red scores 3: king 3"]
    finish(game, STRAIGHT, "1,0 turn 0")
    assert told(game, "scored") == ["red scores 3: king 3"]
    assert game.scores == {"red": 3, "blue": 0}


@rule("KR-06", "SC-27", "KR-07", "R-KR-06")
def test_the_robber_scores_every_completed_road() -> None:
    """Three completed roads, never occupied, and one unfinished: the holder gets 3."""
    game = table(*BOX, *road(1, 4), *whole_road(2, 2), *whole_road(3, 3), f"red {close_road(1, 4)}")
    assert game.if_ended_now == {"red": 3, "blue": 0}
    finish(game, STRAIGHT, "1,0 turn 0")
    assert told(game, "scored") == ["red scores 3: robber 3"]


@rule("KR-07", "R-KR-06")
def test_another_players_cities_count_and_are_scored_as_ever() -> None:
    """Blue's knight scores the city that Red completes; at the end it brings Red a point as well."""
    game = table(*BOX, *city(1, 3), "stand blue meeple city at 0,1", f"red {close_city(1, 3)}")
    assert game.scores == {"red": 0, "blue": 6}
    finish(game, STRAIGHT, "1,0 turn 0")
    assert game.scores == {"red": 1, "blue": 6}


@rule("KR-05", "KR-06")
def test_the_tiles_are_scored_once() -> None:
    """When the game is over nothing more is foreseen."""
    game = table(*BOX, *city(1, 3), *road(2, 3), f"red {close_city(1, 3)}", f"blue {close_road(2, 3)}")
    finish(game, STRAIGHT, "1,0 turn 0")
    assert game.scores == game.if_ended_now == {"red": 1, "blue": 1}
    assert game.forecast() == []


@rule("EX-KR-01", "KR-01", "KR-02", "KR-05")
def test_three_cities_and_seven() -> None:
    """Three tiles for Red, three for Blue, four for Blue: the king goes to Red, stays, goes to Blue; 7 at the end."""
    game = scenario("seven_cities")
    assert told(game) == ["red king_taken 3", "blue king_taken 4"]
    assert game.scores == {"red": 0, "blue": 0}
    finish(game, STRAIGHT, "1,0 turn 0")
    assert told(game, "scored") == ["blue scores 7: king 7"]
    assert game.scores == {"red": 0, "blue": 7}


# -- rulings ----------------------------------------------------------------------------------------------------------
@rule("R-KR-02")
def test_coats_of_arms_do_not_make_a_city_larger() -> None:
    """Blue's city of three tiles with a coat of arms is worth more than Red's, but not larger."""
    game = table(
        *BOX, *city(1, 3), *city(2, 3, "base/FCFC-cEW-pennant"), f"red {close_city(1, 3)}", f"blue {close_city(2, 3)}"
    )
    assert holders(game)[0] == "red"


@rule("R-KR-02")
def test_a_tile_counts_once_for_a_city_that_touches_it_twice() -> None:
    """A ring of four tiles that ends on both halves of one of them is a city of four, not of five."""
    game = table(
        *BOX,
        "lay base/CFFC-cNW-pennant 0,1 turn 180",
        "lay base/CFFC-cNW 1,1 turn 270",
        "lay base/CFFC-cNW-pennant-garden 0,2 turn 90",
        "red draw base/CFFC   place 1,2 turn 0   pass",
    )
    assert told(game) == ["red king_taken 4"]


BETWEEN = [f"lay {STRAIGHT} {x},0" for x in range(1, 7)]


def between(west: int, east: int) -> list[str]:
    """Two cities in row 1 of so many tiles each, which one tile between them completes."""
    first = [f"lay {CAP} 0,1 turn 90", *(f"lay {GATE} {x},1 turn 0" for x in range(1, west - 1))]
    last = west + east - 2
    second = [f"lay {CAP} {last},1 turn 270", *(f"lay {GATE} {x},1 turn 0" for x in range(last - 1, west - 1, -1))]
    return [*BETWEEN, *first, *second, f"lay {CAP} 0,2 turn 90", f"lay {GATE} 1,2 turn 0"]


@rule("R-KR-04")
@pytest.mark.parametrize(("west", "east"), [(2, 4), (4, 2)])
def test_of_two_cities_completed_at_once_the_larger_counts(west: int, east: int) -> None:
    """Red has the king for three tiles; Blue's tile completes a city of two and one of four, and takes it for four."""
    game = table(
        *BOX, *between(west, east), f"red {close_city(2, 3)}",
        f"blue draw base/CFCF   place {west - 1},1 turn 90   pass",
    )  # fmt: skip
    assert told(game) == ["red king_taken 3", "blue king_taken 4"]


@rule("R-KR-09")
def test_two_cities_of_one_size_completed_at_once() -> None:
    """Red has the king for three tiles; Blue's tile completes two cities of four, larger than all before."""
    game = table(*BOX, *between(4, 4), f"red {close_city(2, 3)}", "blue draw base/CFCF   place 3,1 turn 90   pass")
    assert told(game) == ["red king_taken 3", "blue king_taken 4"]


@rule("R-KR-05")
@pytest.mark.parametrize(
    ("value", "apart", "both"),
    [
        ("per_feature_end", {"red": 2, "blue": 3}, {"red": 5, "blue": 0}),
        ("10_each", {"red": 10, "blue": 10}, {"red": 20, "blue": 0}),
        ("15_40", {"red": 15, "blue": 15}, {"red": 40, "blue": 0}),
        ("continuous", {"red": 0, "blue": 0}, {"red": 0, "blue": 0}),
    ],
)
def test_what_the_tiles_bring_at_the_end(value: str, apart: dict[str, int], both: dict[str, int]) -> None:
    """Two completed cities and three roads: Red has the king and Blue the robber, or Red has both."""
    laid = [*city(1, 3), *whole_city(2, 2), *road(3, 3), *whole_road(4, 2), *whole_road(5, 2)]
    wait = f"draw {STRAIGHT}   place 1,0 turn 0   pass"
    option = f"option king_scoring {value}"
    game = table(*BOX, option, *laid, f"red {close_city(1, 3)}", f"blue {close_road(3, 3)}")
    assert game.if_ended_now == apart
    finish(game, STRAIGHT, "1,0 turn 0")
    assert game.scores == apart
    game = table(*BOX, option, *laid, f"red {close_city(1, 3)}", f"blue {wait}", f"red {close_road(3, 3)}")
    assert game.if_ended_now == both
    finish(game, STRAIGHT, "2,0 turn 0")
    assert game.scores == both
    assert all(sum(line.points for line in event.lines) == event.points for event in game.events)


@rule("EX-KR-02", "R-KR-05", "R-KR-11")
def test_a_point_for_who_held_the_king_before() -> None:
    """`continuous`: Blue holds the king for three tiles, Red completes four: Blue +1, then the tile goes to Red."""
    game = table(
        *BOX, "option king_scoring continuous", *city(1, 3), *city(2, 4), "turn blue", f"blue {close_city(1, 3)}"
    )
    assert game.scores == {"red": 0, "blue": 0}
    for action in close_city(2, 4).split("   ")[:2]:
        game.play(action)
    assert game.if_ended_now == {"red": 0, "blue": 1}
    game.play("pass")
    assert told(game, "scored", "king_taken") == ["blue king_taken 3", "blue scores 1: king 1", "red king_taken 4"]
    assert game.scores == {"red": 0, "blue": 1}
    finish(game, STRAIGHT, "1,0 turn 0")
    assert game.scores == {"red": 0, "blue": 1}


@rule("EX-KR-02", "R-KR-05")
def test_fifteen_each_forty_for_both_or_twenty() -> None:
    """`15_40`: Red king and Blue robber have 15 each, Red with both 40. `10_each`: Red with both 20."""
    laid = [*city(1, 2), *road(2, 2)]
    wait = f"blue draw {STRAIGHT}   place 1,0 turn 0   pass"
    fifteen = "option king_scoring 15_40"
    game = table(*BOX, fifteen, *laid, f"red {close_city(1, 2)}", f"blue {close_road(2, 2)}")
    assert [event.line() for event in game.forecast()] == [
        "red scores 15: king_tile 15",
        "blue scores 15: robber_tile 15",
    ]
    game = table(*BOX, fifteen, *laid, f"red {close_city(1, 2)}", wait, f"red {close_road(2, 2)}")
    assert [event.line() for event in game.forecast()] == ["red scores 40: king_and_robber 40"]
    ten = "option king_scoring 10_each"
    game = table(*BOX, ten, *laid, f"red {close_city(1, 2)}", wait, f"red {close_road(2, 2)}")
    assert game.if_ended_now == {"red": 20, "blue": 0}


@rule("R-KR-05", "R-KR-11")
def test_the_holder_scores_each_of_several_and_also_own_cities() -> None:
    """`continuous`: two cities completed by one tile of the holder's own are 2 points in one score."""
    game = table(
        *BOX, "option king_scoring continuous", *between(2, 2),
        f"red {close_city(2, 3)}",
        "blue draw base/CRRR   place 7,0 turn 180   pass",
        "red draw base/CFCF   place 1,1 turn 90   pass",
    )  # fmt: skip
    assert "red scores 2: king 2" in told(game, "scored")
    assert holders(game)[0] == "red"


@rule("R-KR-05", "R-KR-11")
def test_the_robber_scores_as_it_goes_too() -> None:
    """`continuous`: Red's first road brings nothing, Blue's longer one a point for Red before Blue takes the tile."""
    game = table(
        *BOX, "option king_scoring continuous", *road(1, 2), *road(2, 3), f"red {close_road(1, 2)}",
        f"blue {close_road(2, 3)}",
    )  # fmt: skip
    assert game.scores == {"red": 1, "blue": 0}
    assert holders(game)[1] == "blue"


@rule("R-KR-07", "R-KR-06")
def test_a_castle_is_no_city() -> None:
    """A small city that becomes a castle brings no king and does not count at the end."""
    king = KingAndRobber()
    state = with_box(Castles(), king)
    turn(state, CAP, "0,-1 turn 180")
    assert state.registers[king.king.at] == 0
    assert list(if_ended_now(state)) == [0, 0]
    turn(state, CAP, "0,1 turn 90")
    turn(state, GATE, "1,1 turn 0")
    turn(state, CAP, "2,1 turn 270")
    assert state.registers[king.king.at] == 2
    assert list(if_ended_now(state)) == [0, 1]


EAST_AND_WEST = 0b1010


def node_at(game: Game, x: int, y: int, kind: str) -> i64:
    """The segment of a kind on the tile in a cell."""
    state = game.state
    slot = state.board_at(x, y) - 1
    first = state.slot_first[slot]
    segments = state.rules.table.tile_segments[state.slot_tile[slot] >> 2]
    return next(n for n in range(first, first + segments) if state.rules.kinds[state.kind_of(n)].name == kind)


@rule("R-KR-08")
def test_a_bridge_tile_counts_for_the_length_of_a_road() -> None:
    """A road that a bridge carries over a tile of field is one tile longer."""
    field = "base/FFFF-monastery"
    game = table(*BOX, f"lay {STRAIGHT} 1,0", f"lay {CAP} 0,1 turn 180", f"lay {field} 1,1")
    game.state.add_segment(game.state.board_at(1, 1) - 1, box_of(game).robber.kind, EAST_AND_WEST)
    for action in (f"draw {STRAIGHT}", "place 2,1 turn 0", "pass", f"draw {END}", "place 3,1 turn 90", "pass"):
        game.play(action)
    assert told(game) == ["blue robber_taken 3"]


@rule("R-KR-08")
def test_a_tunnel_joins_what_can_be_seen_of_two_roads() -> None:
    """Two roads of two tiles joined below ground are one road of four: longer than one of three."""
    game = table(*BOX, *road(1, 3), *road(2, 3), *road(3, 3), f"red {close_road(1, 3)}")
    game.play("draw base/CFFF")
    game.play("place 0,4 turn 180")
    game.state.join_nodes(node_at(game, 1, 2, "road"), node_at(game, 1, 3, "road"))
    assert game.if_ended_now == {"red": 0, "blue": 2}
    game.play("pass")
    assert told(game) == ["red robber_taken 3", "blue robber_taken 4"]


@rule("COMB-085")
def test_what_is_closed_without_being_continued_counts() -> None:
    """A city whose last end is closed, as an abbey does it, brings the king to the player who did."""
    game = table(*BOX, *city(1, 3), "red draw base/FFFF-monastery   place 0,2 turn 0")
    game.state.close_end(node_at(game, 1, 1, "city"))
    game.play("pass")
    assert told(game) == ["red king_taken 2"]


@rule("R-KR-10", "KR-01")
def test_what_was_laid_by_hand_was_completed_by_nobody() -> None:
    """A laid city of three brings nobody the king, but a city must be larger than it, and it counts at the end."""
    laid = [*whole_city(1, 3), *city(2, 3), *city(3, 4)]
    game = table(*BOX, *laid, f"red {close_city(2, 3)}")
    assert holders(game)[0] is None
    assert game.if_ended_now == {"red": 0, "blue": 0}
    game = table(*BOX, *laid, f"red {close_city(3, 4)}")
    assert holders(game)[0] == "red"
    assert game.if_ended_now == {"red": 2, "blue": 0}


# -- elements, forecasts, bots, words ---------------------------------------------------------------------------------
@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize(("without", "taken"), [("king", ["blue robber_taken 3"]), ("robber", ["red king_taken 3"])])
def test_king_and_robber_can_be_left_out(without: str, taken: list[str], value: str) -> None:
    """Without the king, cities bring nothing; without the robber, roads bring nothing."""
    laid = [*city(1, 3), *road(2, 3)]
    game = table(
        *BOX, f"option king_scoring {value}", f"without {without}", *laid,
        f"red {close_city(1, 3)}", f"blue {close_road(2, 3)}",
    )  # fmt: skip
    assert told(game) == taken
    points = {"per_feature_end": 1, "10_each": 10, "15_40": 15, "continuous": 0}[value]
    expected = {"red": points, "blue": 0} if without == "robber" else {"red": 0, "blue": points}
    assert game.if_ended_now == expected
    finish(game, STRAIGHT, "1,0 turn 0")
    assert game.scores == expected


def test_without_both_only_the_tiles_are_left() -> None:
    """With both elements off the box is five more tiles."""
    game = table(*BOX, "without king robber", *city(1, 3), f"red {close_city(1, 3)}")
    assert told(game) == []
    assert game.if_ended_now == {"red": 0, "blue": 0}


@rule("KR-02", "KR-05")
def test_the_score_if_the_game_ended_now_foresees_the_king() -> None:
    """As soon as Blue's larger city lies there, the points of the king are foreseen for Blue."""
    game = table(*BOX, *city(1, 3), *city(2, 4), f"red {close_city(1, 3)}")
    assert game.if_ended_now == {"red": 1, "blue": 0}
    for action in close_city(2, 4).split("   ")[:2]:
        game.play(action)
    assert holders(game)[0] == "red"
    assert game.if_ended_now == {"red": 0, "blue": 2}
    game.play("pass")
    assert game.if_ended_now == {"red": 0, "blue": 2}


def test_greedy_takes_the_king() -> None:
    """Without meeples a city brings no points; the bot completes the one that brings the tile."""
    laid = [f"lay {CAP} 0,-1 turn 180", *city(1, 3)]
    game = table(*BOX, "figures meeple 0", "option king_scoring 10_each", *laid, f"red draw {CAP}")
    assert bots.make("greedy", 1).choose(game).text == "place 2,1 turn 270"


def test_greedy_beats_random() -> None:
    """In most of six games with the box."""
    won = 0
    for seed in range(6):
        game = Game(
            boxes=["king_and_robber"], players=2, seed=seed, first_player="seat1", king_scoring=VALUES[seed % 4]
        )
        seat = game.seats[seed % 2]
        players = {name: bots.make("greedy" if name == seat else "random", seed) for name in game.seats}
        for _ in range(40):  # a third of a game tells
            game.play(players[game.actor or ""].choose(game))
        now = game.if_ended_now
        won += now[seat] > max(points for name, points in now.items() if name != seat)
    assert won >= 5


@pytest.mark.parametrize("language", ["en", "nl", "nb"])
def test_everything_said_has_words(language: str) -> None:
    """Every note and every line of a score can be read, in random games with each way of scoring."""
    said: set[str] = set()
    for seed, value in enumerate(VALUES):
        game = Game(boxes=["king_and_robber"], players=2, seed=seed, king_scoring=value)
        choose = random.Random(seed)
        texts = game.texts(language)
        while not game.over:
            game.play(choose.choice(game.options))
        for event in game.events:
            sentence = event.text(texts)
            assert not any(mark in sentence for mark in ("{", "events.", "lines."))
            said |= {event.name, *(line.label for line in event.lines)}
    assert {"king_taken", "robber_taken", "king", "robber"} <= said
    assert all(texts.has(f"lines.{name}") for name in ("king_tile", "robber_tile", "king_and_robber"))
    sentence = game.texts("en")("events.king_taken", seat="red", tiles=4)
    assert sentence == "red takes the king tile with a city of 4 tiles"


def test_the_tiles_are_part_of_a_saved_position() -> None:
    """Who holds the king is known again after a snapshot, a copy and a record."""
    game = table(*BOX, *city(1, 3), *road(2, 3), f"red {close_city(1, 3)}", f"blue {close_road(2, 3)}")
    restored = Game(game.setup, deal=False)
    restored.restore(game.to_bytes())
    for again in (restored, game.copy(), Game.read(game.record), game.at(len(game.moves))):
        assert holders(again) == ("red", "blue")
        assert again.if_ended_now == game.if_ended_now
