"""What the engine can do that the base game never asks for, with tiles made up for the purpose."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from aude import Game
from aude.boxes.carcassonne.rules import parts
from aude.boxes.carcassonne.steps import Place
from aude.engine.drive import opening, roll_out
from aude.engine.features import tile_count
from aude.engine.figures import deploy, free_figure
from aude.engine.joining import add_segment, close_end, join_nodes
from aude.engine.laying import put
from aude.engine.pairs import pairs
from aude.engine.placing import placements
from aude.engine.rng import Random
from aude.engine.rules import CONTINUE, NOBODY, Part, Rules, Step
from aude.engine.scoring import collect_completed, if_ended_now
from aude.engine.snapshot import dump, restore, same
from aude.engine.spots import code_at, spot_of, xy_of_code
from aude.engine.state import State
from aude.engine.tiles import Segment, Tile
from aude.testing import rule

FIELD = Tile("t/field", (Segment.read("field NL NR EL ER SL SR WL WR"),), 9, 9)
ROAD = Tile("t/road", tuple(map(Segment.read, ("road E W", "field EL NL NR WR", "field ER SL SR WL"))), 9, 9)
END = Tile("t/end", tuple(map(Segment.read, ("road W", "field NL NR EL ER SL SR WL WR"))), 9, 9)
CROSS = Tile(
    "t/cross",
    tuple(map(Segment.read, ("road N S", "road E W", "field NL WR", "field NR EL", "field ER SL", "field SR WL"))),
    9,
    9,
)
CITY = Tile("t/city", tuple(map(Segment.read, ("city N", "field EL ER SL SR WL WR beside 0"))), 9, 9)
OPTIONS = {"first_player": "seat1", "youngest": "1", "tiny_city": "off", "farm_scoring": "per_field"}


def lay(*tiles: tuple[Tile, int, int, int]) -> State:
    """A state in which these tiles lie as the start position."""
    start = [(tile.id, x, y, rotation) for tile, x, y, rotation in tiles]
    kinds = [(tile, 9) for tile in (FIELD, ROAD, END, CROSS, CITY)]
    rules = Rules([parts], ["red", "blue"], OPTIONS, {"farmers"}, {}, kinds, start)
    return opening(rules)


def road_at(state: State, slot: int, segment: int = 0) -> int:
    return int(state.root[state.slot_first[slot] + segment])


@rule("BASE-25")
def test_a_bridge_crossing_does_not_cut_a_road() -> None:
    """Two roads that cross on different levels stay two roads, each whole."""
    state = lay((CROSS, 0, 0, 0), (ROAD, 1, 0, 0), (ROAD, -1, 0, 0))
    assert road_at(state, 0, 1) == road_at(state, 1) == road_at(state, 2) != road_at(state, 0, 0)
    assert tile_count(state, road_at(state, 1)) == 3


def test_a_segment_laid_over_a_tile_joins_roads_and_asks_its_neighbours_for_road() -> None:
    """A bridge from west to east over a field: the roads beside become one, and an empty cell now wants a road."""
    state = lay((FIELD, 0, 0, 0), (FIELD, 0, 1, 0), (END, 1, 1, 0))
    bridge = add_segment(state, 1, 0, 0b1010)  # east and west of the tile at 0,1
    assert state.root[bridge] == road_at(state, 2)
    assert state.open_ends[state.root[bridge]] == 1
    assert tile_count(state, state.root[bridge]) == 2
    west = state.board_at(-1, 1)
    tiles = state.rules.table.index
    from aude.engine.placing import rotations_that_fit

    assert rotations_that_fit(state, tiles["t/field"], -west - 1) == 0
    assert rotations_that_fit(state, tiles["t/end"], -west - 1)
    put(state, tiles["t/end"], state.cell_of(-1, 1), 2)
    collect_completed(state)
    assert list(state.completed) == [state.root[bridge]]
    assert tile_count(state, state.root[bridge]) == 3


def test_a_bridge_over_a_road_of_the_same_feature_counts_its_tile_once() -> None:
    """A road that passes under its own bridge lies on that tile once."""
    state = lay((ROAD, 0, 0, 0))
    bridge = add_segment(state, 0, 0, 0b0101)
    join_nodes(state, bridge, state.slot_first[0])
    assert tile_count(state, state.root[bridge]) == 1


MOUTH = Tile("t/mouth", tuple(map(Segment.read, ("road W mouth", "field NL NR EL ER SL SR WL WR"))), 9, 9)
ABBEY = Tile("t/abbey", (Segment.read("monastery"),), 0, 0, more={"in_draw_pile": False})


class Tunnel(Part):
    """Roads with a mouth are open there."""

    def setup(self, rules: Rules) -> None:
        rules.leave_open("mouth")


def test_a_tunnels_mouth_is_an_open_end_until_it_is_joined() -> None:
    """Two roads, closed at their printed sides and open at their mouths, are completed by joining the mouths."""
    tiles = [(MOUTH, 9), (END, 9), (FIELD, 9)]
    start = [(MOUTH.id, 0, 0, 0), (END.id, -1, 0, 2), (FIELD.id, 1, 0, 0), (MOUTH.id, 2, 0, 2), (END.id, 3, 0, 0)]
    rules = Rules([parts, lambda _: [Tunnel()]], ["red", "blue"], OPTIONS, {"farmers"}, {}, tiles, start)
    state = opening(rules)
    one, other = road_at(state, 0), road_at(state, 3)
    assert state.open_ends[one] == 1 and state.open_ends[other] == 1
    collect_completed(state)
    assert list(state.completed) == []
    join_nodes(state, state.slot_first[0], state.slot_first[3])
    collect_completed(state)
    assert list(state.completed) == [road_at(state, 0)]
    assert tile_count(state, road_at(state, 0)) == 4


def test_a_tile_without_sides_closes_what_it_meets() -> None:
    """An abbey in a gap closes the road beside it; it is never drawn, and nothing is laid against it."""
    tiles = [(ABBEY, 0), (END, 9), (FIELD, 9)]
    around = [(END.id, 1, 0, 0), (FIELD.id, 1, 1, 0), (FIELD.id, 0, 1, 0), (FIELD.id, -1, 1, 0), (FIELD.id, -1, 0, 0)]
    start = [*around, (FIELD.id, -1, -1, 0), (FIELD.id, 0, -1, 0)]
    rules = Rules([parts], ["red", "blue"], OPTIONS, {"farmers"}, {}, tiles, start)
    state = opening(rules)
    abbey = rules.table.index[ABBEY.id]
    assert abbey not in list(rules.program[rules.draw_step].legal(state))
    assert state.open_ends[road_at(state, 0)] == 1
    slot = put(state, abbey, state.cell_of(0, 0), 0)
    collect_completed(state)
    assert list(state.completed) == [road_at(state, 0)]
    monastery = state.slot_first[slot]
    assert state.open_ends[monastery] == 1  # seven of eight tiles lie
    put(state, rules.table.index[FIELD.id], state.cell_of(1, -1), 0)
    collect_completed(state)
    assert list(state.completed) == [monastery]


class Gift(Step):
    """After a field tile the left neighbour lays one too, in a turn of its own; then the turn goes on."""

    name = "gift"

    def enter(self, state: State) -> i64:
        if len(state.calls) or not state.bag_size:
            return CONTINUE
        state.tile = state.rules.table.index[FIELD.id]
        state.bag[state.tile] -= 1
        state.bag_size -= 1
        state.player = state.seat_after(state.player)
        state.call(state.rules.place_step)
        return CONTINUE

    def resume(self, state: State) -> i64:
        state.player = state.seat_after(state.player)
        return CONTINUE


class Gifts(Part):
    def setup(self, rules: Rules) -> None:
        rules.add_step("turn", 1900, Gift())


def test_a_turn_can_be_called_and_comes_back() -> None:
    """Blue lays a tile inside Red's turn, from the step of laying on; then it is Blue's own turn."""
    tiles = [(FIELD, 40)]
    rules = Rules([parts, lambda _: [Gifts()]], ["red", "blue"], OPTIONS, set(), {}, tiles, [(FIELD.id, 0, 0, 0)])
    state = opening(rules)
    assert state.player == 0
    state.play(0)
    state.play(state.legal()[0])
    assert (state.player, rules.program[state.step].name, len(state.calls)) == (1, "place", 1)
    state.play(state.legal()[0])
    assert (state.player, rules.program[state.step].name, len(state.calls)) == (1, "draw", 0)
    roll_out(state, Random(2))
    assert state.actor == NOBODY and not list(state.calls)


def test_far_ends_can_be_joined() -> None:
    """Two roads with open ends far from each other become one, as through a tunnel."""
    state = lay((END, 0, 0, 0), (FIELD, 1, 0, 0), (FIELD, 2, 0, 0), (END, 3, 0, 2))
    assert road_at(state, 0) != road_at(state, 3)
    join_nodes(state, state.slot_first[0], state.slot_first[3])
    collect_completed(state)
    assert list(state.completed) == [road_at(state, 0)]
    assert tile_count(state, road_at(state, 0)) == 2


def test_an_end_can_be_closed_without_a_tile() -> None:
    """A wall at the open end completes a road."""
    state = lay((END, 0, 0, 0))
    close_end(state, state.slot_first[0])
    collect_completed(state)
    assert list(state.completed) == [road_at(state, 0)]


def test_start_tiles_can_be_one_block() -> None:
    """Segments of a block that no open side joins can be one feature from the start."""
    kinds = [(tile, 9) for tile in (FIELD, ROAD, END, CROSS, CITY)]
    block = [(CITY.id, 0, 0, 0), (FIELD.id, 0, 1, 0), (CITY.id, 0, 2, 2)]

    class Block(Part):
        def setup(self, rules: Rules) -> None:
            rules.add_start_block(100, block, joins=[(0, 0, 2, 0)])

    state = opening(Rules([parts, lambda _: [Block()]], ["red", "blue"], OPTIONS, {"farmers"}, {}, kinds, []))
    city = state.root[state.slot_first[0]]
    assert city == state.root[state.slot_first[2]]
    assert tile_count(state, city) == 2 and state.is_complete(city)


def test_a_game_may_let_unequal_kinds_meet() -> None:
    """Where everything but roads may meet, a city that meets a field is closed there."""
    kinds = [(tile, 9) for tile in (FIELD, ROAD, END, CITY)]

    class Town(Part):
        def setup(self, rules: Rules) -> None:
            for one, other in (("road", "road"), ("field", "field"), ("city", "city"), ("city", "field")):
                rules.let_meet(one, other)

    rules = Rules([parts, lambda _: [Town()]], ["red", "blue"], OPTIONS, {"farmers"}, {}, kinds, [(CITY.id, 0, 0, 0)])
    state = opening(rules)
    state.play(rules.table.index["t/field"])
    offered = [rules.program[state.step].describe(state, code) for code in state.legal()]
    assert ("place", [code_at(0, -1), 0]) in [(choice.form, choice.facts) for choice in offered]
    put(state, state.tile, state.cell_of(0, -1), 0)
    city = state.root[state.slot_first[0]]
    assert state.open_ends[city] == 0
    collect_completed(state)
    assert list(state.completed) == [city]


def test_a_game_without_a_start_tile_begins_in_the_middle() -> None:
    """The first tile drawn may lie at 0,0 and nowhere else, in each of its rotations."""
    rules = Rules([parts], ["red", "blue"], OPTIONS, {"farmers"}, {}, [(END, 5)], [])
    state = opening(rules)
    state.play(0)
    offered = [rules.program[state.step].describe(state, code) for code in state.legal()]
    assert {choice.form for choice in offered} == {"place"}
    assert [choice.facts for choice in offered] == [[code_at(0, 0), rotation] for rotation in range(4)]


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_the_board_grows_without_limit(dx: int, dy: int) -> None:
    """Thousands of tiles in a straight line, in every direction."""
    rules = Rules([parts], ["red", "blue"], OPTIONS, {"farmers"}, {}, [(FIELD, 2700)], [(FIELD.id, 0, 0, 0)])
    state = opening(rules)
    for step in range(1, 2601):
        put(state, 0, state.cell_of(dx * step, dy * step), 0)
    assert state.slots == 2601
    assert state.board_at(2600 * dx, 2600 * dy) == 2601
    assert tile_count(state, state.root[0]) == 2601
    offered = {xy_of_code(code) for code in placements(state, 0)}
    assert (2601 * dx, 2601 * dy) in offered and len(offered) == state.fronts
    assert list(if_ended_now(state)) == [0, 0]
    assert same(state, restore(rules, dump(state)))


def test_a_tile_turned_to_look_the_same_is_the_same_action() -> None:
    """A straight road turned by 180 degrees is offered once, and both words are accepted."""
    game = Game(first_player="seat1", deal=False)
    game.play("draw base/FRFR-rEW")
    texts = [option.text for option in game.options]
    assert "place 1,0 turn 0" in texts and "place 1,0 turn 180" not in texts
    game.play("place 1,0 turn 180")
    assert game.moves[-1].text == "place 1,0 turn 0"


def test_two_fields_without_sides_have_words_of_their_own() -> None:
    """Fields enclosed between cities on one tile are told apart by a number."""
    lines = ("city N S", "city E W", "field enclosed=I beside 0 1", "field enclosed=II beside 0 1")
    gates = Tile("t/gates", tuple(map(Segment.read, lines)), 9, 9)
    rules = Rules([parts], ["red", "blue"], OPTIONS, {"farmers"}, {}, [(gates, 9)], [(gates.id, 0, 0, 0)])
    state = opening(rules)
    first = state.slot_first[0]
    assert [spot_of(state, first + k)[:2] for k in (2, 3)] == [("field", ["1"]), ("field", ["2"])]


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_pairs_are_found_at_the_edge_of_the_board(dx: int, dy: int) -> None:
    """Looking around an empty cell never looks beyond the board, however far the table has grown."""
    rules = Rules([parts], ["red", "blue"], OPTIONS, {"farmers"}, {}, [(FIELD, 99)], [(FIELD.id, 0, 0, 0)])
    state = opening(rules)
    deploy(state, free_figure(state, 0, 0), 0)
    for step in range(1, 40):
        state.play(0)
        found = [int(number) for number in pairs(state)]
        assert set(found[1::2]) == {0}  # the one field is occupied, wherever the tile lies
        wanted = (dx * step, dy * step)
        state.play(next(code for code in state.legal() if xy_of_code(code) == wanted))


def test_two_steps_of_one_name_are_refused() -> None:
    class Again(Part):
        def setup(self, rules: Rules) -> None:
            rules.add_step("turn", 500, Place())

    with pytest.raises(ValueError, match="two steps are called 'place'"):
        Rules([parts, lambda _: [Again()]], ["red", "blue"], OPTIONS, set(), {}, [(FIELD, 9)], [])
