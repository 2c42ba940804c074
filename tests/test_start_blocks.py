"""R-SETUP-02: several start blocks, attached by the engine or laid by the first player."""

from __future__ import annotations

import pytest

from aude.api import Game
from aude.catalog.boxes import info
from aude.engine.blocks import StartBlock, attachment_code, attachments, code_attachment, outline
from aude.engine.choice import Choice
from aude.engine.features import tile_count
from aude.engine.rules import Part, PartsOf, Rules
from aude.engine.spots import code_at
from aude.engine.start import begin, lay_start
from aude.engine.state import State
from aude.errors import Illegal
from aude.game.setup import Setup
from aude.testing import rule

PLAIN = "base/FFFF-monastery"
CITY = "base/CFFF"
ROAD = "base/FRFR-rEW"
END = "base/FFRF-monastery"


class Blocks(Part):
    """A block of two monasteries and whatever else is wanted."""

    def __init__(self, *blocks: tuple[int, list[tuple[str, int, int, int]], str]) -> None:
        self.blocks = blocks

    def setup(self, rules: Rules) -> None:
        for order, tiles, free in self.blocks:
            rules.add_start_block(order, tiles, keep_free=free)


def rules_with(*blocks: tuple[int, list[tuple[str, int, int, int]], str], how: str = "auto") -> Rules:
    return rules_of(Blocks(*blocks), how)


def rules_of(part: Part, how: str) -> Rules:
    """The base game with a part that brings start blocks."""
    setup = Setup(options={"first_player": "seat1"})
    values = {**setup.values(), "start_blocks": how}
    boxes: list[PartsOf] = [info("carcassonne").parts(), lambda _: [part]]
    return Rules(boxes, ["red", "blue"], values, setup.elements(), {}, setup.tile_list(), [("base/CRFR-rEW", 0, 0, 0)])


TWO = (200, [(PLAIN, 0, 0, 0), (PLAIN, 1, 0, 0)], "")


@rule("R-SETUP-02")
def test_the_outline_runs_clockwise_from_the_north_west() -> None:
    """North edges from the west, east edges from the north, south edges from the east, west edges from the south."""
    cells = StartBlock(1, [(PLAIN, 0, 0, 0), (PLAIN, 1, 0, 0)], [], "").cells(5, 7, 0)
    assert outline(cells) == [(5, 7, 0), (6, 7, 0), (6, 7, 1), (6, 7, 2), (5, 7, 2), (5, 7, 3)]


@rule("R-SETUP-02")
def test_the_block_of_the_lowest_order_lies_first_and_the_others_are_attached() -> None:
    """A road tile at the first outer edge of the block: turned so that a field meets the field."""
    rules = rules_with((300, [(ROAD, 0, 0, 1)], ""), TWO)
    assert rules.start == [(PLAIN, 0, 0, 0), (PLAIN, 1, 0, 0), (ROAD, 0, -1, 2)]
    copies = {tile.id: count for tile, count in Setup().tile_list()}
    start = rules.table.index["base/CRFR-rEW"]
    assert rules.table.bag[start] == copies["base/CRFR-rEW"] - 1  # the start tile has gone back into the box
    state = State(rules)
    lay_start(state)
    assert state.slots == 3 and state.bag_size == sum(rules.table.bag) - 3


@rule("R-SETUP-02")
def test_touching_sides_match_wherever_a_block_lies() -> None:
    """A city cap is never attached with its city to a field; nothing overlaps."""
    rules = rules_with(TWO)
    laid = [StartBlock(1, TWO[1], [], "").cells(0, 0, 0)]
    block = StartBlock(2, [(CITY, 0, 0, 0)], [], "")
    found = attachments(rules.table, laid, block, set())
    assert len(found) == len(set(found)) == 6 * 3  # six edges, three of the four turns
    for x, y, turn in found:
        assert (x, y) not in laid[0]
        side = {(0, -1): 2, (1, -1): 2, (2, 0): 3, (1, 1): 0, (0, 1): 0, (-1, 0): 1}[x, y]
        assert turn != side  # turned by `turn`, the city of this tile lies on that side


@rule("R-SETUP-02")
def test_sides_that_are_kept_free_stay_free() -> None:
    """Nothing is attached beyond a side of the kind to be kept free, and it is not laid against another."""
    rules = rules_with(TWO)
    first = StartBlock(1, [(ROAD, 0, 0, 0)], [], "")
    second = StartBlock(2, [(ROAD, 0, 0, 0)], [], "road")
    free = attachments(rules.table, [first.cells(0, 0, 0)], second, {"road"})
    assert sorted(free) == [(0, -1, 0), (0, -1, 2), (0, 1, 0), (0, 1, 2)]
    assert len(attachments(rules.table, [first.cells(0, 0, 0)], second, set())) > len(free)


@rule("R-SETUP-02")
def test_what_comes_next_has_room_beyond_a_side_that_is_kept_free() -> None:
    """Along a wider block a road would run past its sides: the cell beyond may touch nothing but the road."""
    rules = rules_with(TWO)
    wide = StartBlock(1, TWO[1], [], "").cells(0, 0, 0)
    end = StartBlock(2, [(END, 0, 0, 0)], [], "road")  # a road to the south
    found = attachments(rules.table, [wide], end, {"road"})
    assert (0, -1, 2) in found  # the road runs north, away from the block
    assert (0, -1, 1) in found and (0, -1, 3) not in found  # west into the open, not east along the block


@rule("R-SETUP-02")
def test_with_manual_the_first_player_lays_the_other_blocks() -> None:
    """Every place that matches is offered, to the first player only; the choice is carried out."""
    rules = rules_with(TWO, (300, [(ROAD, 0, 0, 0)], ""), (400, [(CITY, 0, 0, 0)], ""), how="manual")
    assert rules.start == TWO[1]
    state = State(rules)
    begin(state)
    step = rules.program[state.step]
    assert step.name == "block" and state.actor == state.player == 0
    offered = [code_attachment(code) for code in state.legal()]
    assert offered == attachments(
        rules.table, [StartBlock(1, TWO[1], [], "").cells(0, 0, 0)], rules.loose_blocks[0], {""}
    )
    described = step.describe(state, attachment_code((0, -1, 0)))
    assert described.same_as(Choice("block", [rules.table.index[ROAD], code_at(0, -1), 0]))
    state.play(attachment_code((0, -1, 0)))
    assert rules.program[state.step].name == "block" and state.slots == 3
    assert attachment_code((0, -1, 0)) not in state.legal()
    state.play(state.legal()[0])
    assert rules.program[state.step].name == "draw" and state.slots == 4


@rule("R-SETUP-02")
def test_segments_of_a_block_are_one_feature_wherever_it_comes_to_lie() -> None:
    """Two fields of a block that no open side joins."""

    class Joined(Part):
        def setup(self, rules: Rules) -> None:
            rules.add_start_block(100, [(PLAIN, 0, 0, 0)])
            rules.add_start_block(200, [(CITY, 0, 0, 0), (PLAIN, 0, 1, 0), (CITY, 0, 2, 2)], joins=[(0, 0, 2, 0)])

    rules = rules_of(Joined(), "auto")
    state = State(rules)
    lay_start(state)
    assert [rules.table.kinds[state.kind_of(state.slot_first[slot])] for slot in (1, 3)] == ["city", "city"]
    city = state.root[state.slot_first[1]]
    assert state.root[state.slot_first[3]] == city and tile_count(state, city) == 2


@rule("R-SETUP-02")
def test_one_block_alone_lies_where_it_is_given() -> None:
    """With the river alone nobody is asked and the spring lies at 0,0."""
    game = Game(Setup(boxes=("river",), options={"first_player": "seat1"}), seed=1)
    assert [(x, y) for _, x, y, _ in game.rules.start] == [(0, 0)]
    assert game.rules.program[game.state.step].name == "place"


# -- the blocks of the boxes ------------------------------------------------------------------------------------------
def cells_of(rules: Rules, name: str) -> set[tuple[int, int]]:
    """Where the start tiles of one set lie."""
    return {(x, y) for tile, x, y, _ in rules.start if tile.startswith(f"{name}/")}


@rule("R-SETUP-02", "SETUP-02", "SETUP-04", "COMB-102", "COMB-020", "COMB-021")
@pytest.mark.parametrize("river", ["river", "river_ii", "anniversary_river"])
def test_city_wheel_and_spring_lie_side_by_side(river: str) -> None:
    """The City of Carcassonne in the middle, the wheel at its outline, the spring at the first place left."""
    rules = Setup(boxes=("wheel_of_fortune", river, "count")).rules()
    city, wheel = cells_of(rules, "count"), cells_of(rules, "wheel_of_fortune")
    spring = {(x, y) for _, x, y, _ in rules.start} - city - wheel
    assert (len(city), len(wheel)) == (12, 16) and len(spring) == (2 if river == "anniversary_river" else 1)
    assert (-2, -1) in city and (1, 1) in city  # as its facts have it
    for block, others in ((wheel, city), (spring, city | wheel)):
        assert any(abs(x - a) + abs(y - b) == 1 for x, y in block for a, b in others)
    state = State(rules)
    lay_start(state)
    kinds = rules.table.kinds
    water = [node for node in range(state.nodes) if kinds[state.kind_of(node)] == "river"]
    assert sum(state.open_ends[state.root[node]] for node in water) >= len(spring)  # all its ends are open


@rule("R-SETUP-02")
def test_all_blocks_by_hand() -> None:
    """Count, wheel and river with `manual`: the first player lays the wheel, then the spring; nobody else may."""
    setup = Setup(
        boxes=("wheel_of_fortune", "river", "count"), options={"start_blocks": "manual", "first_player": "seat1"}
    )
    game = Game(setup, seed=3)
    assert (game.actor, game.step, game.state.slots) == ("red", "block", 12)
    wheel = game.options[0]
    assert wheel.text.split()[:2] == ["block", "wheel_of_fortune/w11"]
    with pytest.raises(Illegal):
        game.play(wheel.text, seat="blue")
    assert game.state.slots == 12
    game.play(wheel)
    assert (game.actor, game.step, game.state.slots) == ("red", "block", 28)
    game.play(game.options[-1])
    assert (game.step, game.state.slots) == ("place", 29)
    assert Game.read(game.record).state.slots == 29


# -- what is complete when the game begins ----------------------------------------------------------------------------
def joined_blocks(block: str, *boxes: str) -> Game:
    """The first player has laid a block so that its road meets one of the City of Carcassonne, which is complete."""
    options = {"start_blocks": "manual", "first_player": "seat1"}
    game = Game(Setup(boxes=("count", *boxes), options=options), deal=False)
    game.play(block)
    return game


@rule("R-SETUP-04", "R-KR-10")
def test_start_blocks_complete_a_road_for_nobody() -> None:
    """Nobody has the robber tile for it, nor would have if the game ended now."""
    game = joined_blocks("block gq11/FSFR 1,-2 turn 270", "river", "gq11", "king_and_robber")
    assert game.if_ended_now == {"red": 0, "blue": 0}


@rule("R-SETUP-04", "TURN-07a")
def test_nobody_goes_to_a_road_that_start_blocks_have_completed() -> None:
    """A magic portal leads to the other roads of the City of Carcassonne, not to that one."""
    game = joined_blocks("block wheel_of_fortune/w11 -6,-3 turn 0", "wheel_of_fortune", "princess_and_dragon")
    game.play("draw princess_dragon/CCFC-cNEW-portal")
    game.play(game.options[0])
    roads = {option.text for option in game.options if option.text.startswith("deploy meeple road")}
    assert "deploy meeple road N at 1,-1" in roads
    assert not {"deploy meeple road W at -2,-1", "deploy meeple road E at -3,-1"} & roads
