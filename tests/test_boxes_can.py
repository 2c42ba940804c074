"""What a box may do to a game, tried with a box from outside the package, and with tiles made up for the purpose."""

from __future__ import annotations

from pathlib import Path

import pytest
from mypy_extensions import i64

from aude import Game, Illegal, Setup, Unreadable
from aude.boxes.carcassonne.rules import Carcassonne, Place, pairs, play_pair
from aude.engine.drive import count_ways, opening, roll_out
from aude.engine.features import tile_count
from aude.engine.figures import deploy, free_figure, move, take_back
from aude.engine.greedy import greedy_choice
from aude.engine.placing import placements
from aude.engine.rng import Random
from aude.engine.rules import BOX_OPTION, NOBODY, ON, Box, Rules, Step
from aude.engine.scoring import SEAT_BITS, award, collect_completed, if_ended_now, strengths
from aude.engine.snapshot import dump, restore, same
from aude.engine.state import State
from aude.engine.tiles import Segment, Tile
from aude.engine.words import cell_word, spot_words
from aude.position import lay_position
from aude.testing import rule

PLUGIN = str(Path(__file__).parent / "boxes" / "proving_ground")


def table(*without: str, players: int = 3, **options: str) -> Game:
    """A game with the proving ground, first seat first, draws by hand. "quiet" is off, unless it is named."""
    seats = ("red", "blue", "green", "yellow", "black", "pink")[:players]
    off = (*without, "quiet") if "quiet" not in without else tuple(name for name in without if name != "quiet")
    setup = Setup(boxes=(PLUGIN,), players=seats, without=off, options={"first_player": "seat1", **options})
    return Game(setup, deal=False)


def test_every_seat_is_asked_in_order_and_nobody_else_may_answer() -> None:
    """An auction asks the left neighbour first and the player last; a wrong seat is refused and changes nothing."""
    game = table()
    game.play("draw proving/auction")
    game.play("place 0,1")
    game.play("deploy meeple field")
    assert game.actor == "blue" and game.player == "red"
    with pytest.raises(Illegal, match="blue"):
        game.play("bid 3", "green")
    assert game.actor == "blue"
    game.play("bid 3")
    assert game.actor == "green"
    game.play("nothing")
    assert game.actor == "red"
    game.play("nothing")
    assert game.scores == {"red": 0, "blue": -3, "green": 0}
    assert game.player == "blue" and game.actor == "chance"


def test_a_called_sequence_comes_back_to_the_step_that_called_it() -> None:
    """After the auction the market step goes on: the farmer on the tile is sent home, then the turn ends."""
    game = table()
    game.play("draw proving/auction")
    game.play("place 0,1")
    game.play("deploy meeple field")
    assert game.supply["red"]["meeple"] == 6
    for _ in range(3):
        game.play("nothing")
    assert game.supply["red"]["meeple"] == 7
    assert not list(game.state.calls)


def test_a_bid_is_a_range_with_bounds() -> None:
    """One option stands for all bids; a number outside is refused with the bounds, one inside is played."""
    game = table(auction_top="99")
    game.play("draw proving/auction")
    game.play("place 0,1")
    game.play("pass")
    ranges = [option for option in game.options if option.low is not None]
    assert len(ranges) == 1 and len(game.options) == 3  # pass, the range, and the ransom
    game.play("bid 40")
    with pytest.raises(Illegal, match="between"):
        game.play("bid 40")
    with pytest.raises(Illegal, match="between"):
        game.play("bid 100")
    game.play("bid 41")
    assert [event.facts for event in game.events if event.name == "bid"] == [
        {"seat": "blue", "number": 40},
        {"seat": "green", "number": 41},
    ]


def test_any_seat_may_interrupt_while_another_is_asked() -> None:
    """Green pays its ransom in the middle of blue's bid; blue is still asked, and green cannot pay twice."""
    game = table()
    game.play("draw proving/auction")
    game.play("place 0,1")
    game.play("pass")
    assert [option.text for option in game.options_of("green")] == ["ransom"]
    game.play("ransom", "green")
    assert game.scores["green"] == -3 and game.actor == "blue"
    assert game.options_of("green") == []
    with pytest.raises(Illegal):
        game.play("ransom", "green")
    again = Game.read(game.record, folders=[PLUGIN])
    with pytest.raises(Unreadable, match="code"):
        Game.read(game.record)
    assert again == game and again.record == game.record


def test_a_box_forbids_cells_and_rejects_tiles() -> None:
    """No tile lies north of y = -3, and a barren tile is put back at once; without the element both are allowed."""
    game = table()
    game.play("draw proving/barren")
    assert game.actor == "chance" and game.tile is None
    for tile, y in (("base/FCFC-cEW", -1), ("base/FCFC-cEW-pennant", -2), ("base/FCFC-cEW-pennant", -3)):
        game.play(f"draw {tile}")
        game.play(f"place 0,{y} turn 90")
        game.play("pass")
    game.play("draw base/CFCF")
    assert not [option for option in game.options if option.text.startswith("place 0,-4")]
    with pytest.raises(Illegal, match="another box"):
        game.play("place 0,-4 turn 0")
    free = table("veto")
    free.play("draw proving/barren")
    assert free.actor == "red"


def test_a_figure_may_weigh_what_its_box_says() -> None:
    """Red's giant counts as many as the city has tiles, and beats two of Blue's meeples in a city of three."""
    state = table(players=2).state
    rules = state.rules
    put_city(state)
    city = state.root[state.slot_first[0]]
    for _ in range(2):
        deploy(state, free_figure(state, 0, 1), state.slot_first[1])
    deploy(state, free_figure(state, 1, 0), state.slot_first[0])
    assert rules.figure_kinds[1].name == "giant"
    assert strengths(state, city) == 3 + (2 << SEAT_BITS)
    award(state, city, True, state.scores, None)
    assert list(state.scores) == [8, 0]  # three tiles and a coat of arms


def put_city(state: State) -> None:
    """A city of three tiles with a coat of arms, complete, around the start tile."""
    index = state.rules.table.index
    state.put(index["base/FCFC-cEW-pennant"], state.cell_of(0, -1), 1)
    state.put(index["base/CFFF"], state.cell_of(0, -2), 2)


def test_a_figure_can_be_moved_between_all_kinds_of_places() -> None:
    """Supply and occupants add up whether a figure comes from the supply, a prison or another segment."""
    game = table(players=2)
    state = game.state
    box = state.rules.boxes[1]
    road, city = state.slot_first[0] + 1, state.slot_first[0]
    figure = free_figure(state, 0, 0)
    move(state, figure, road)
    assert (state.supply[0], state.occupants[state.root[road]]) == (6, 1)
    move(state, figure, box.prison)  # type: ignore[attr-defined]
    assert (state.supply[0], state.occupants[state.root[road]]) == (6, 0)
    move(state, figure, city)
    assert (state.supply[0], state.occupants[state.root[city]]) == (6, 1)
    move(state, figure, box.prison)  # type: ignore[attr-defined]
    take_back(state, figure)
    assert (state.supply[0], state.occupants[state.root[city]]) == (7, 0)
    assert state.registers[box.left] == 100  # type: ignore[attr-defined]


def test_hooks_are_called() -> None:
    """A box is told of tiles and completed features, and may keep a turn without figures."""
    game = table("quiet", players=2)
    box = game.rules.boxes[1]
    game.play("draw base/CFFF")
    game.play("place 0,-1 turn 180")
    game.play("deploy meeple city")
    registers = game.state.registers
    assert registers[box.laid] == 1  # type: ignore[attr-defined]
    assert registers[box.completed] == 1  # type: ignore[attr-defined]
    assert registers[box.left] == 1  # type: ignore[attr-defined]
    game.play("draw proving/again")
    game.play("place 1,0 turn 0")
    assert game.actor == "chance"  # nothing was asked


def test_an_event_may_name_two_seats() -> None:
    game = table()
    game.play("draw proving/auction")
    game.play("place 0,1")
    (event,) = game.play("ransom", "green")
    assert event.facts == {"payer": "green", "captor": "red"}


def test_the_names_of_an_outside_boxs_steps_are_known() -> None:
    """Compiled or not, the program knows where the steps of an interpreted box are."""
    places = table().rules.places
    assert "market" in places and "bids" in places


def test_two_steps_of_one_name_are_refused() -> None:
    class Again(Box):
        def setup(self, rules: Rules) -> None:
            rules.add_step("turn", 500, Place())

    with pytest.raises(ValueError, match="two steps are called 'place'"):
        Rules([Carcassonne(), Again()], ["red", "blue"], OPTIONS, set(), {}, [(FIELD, 9)], [])


def test_tiles_and_rules_are_independent() -> None:
    """The box works without its tiles, and its tiles lie in a game without its elements."""
    setup = Setup(boxes=(PLUGIN,), tiles={"proving": 0})
    assert not any(tile.set == "proving" for tile, _ in setup.tile_list())
    state = opening(setup.rules())
    roll_out(state, Random(1))
    assert state.actor == NOBODY
    plain = Setup(boxes=(PLUGIN,), without=("auction", "ransom", "giant", "veto", "bonus", "quiet"))
    state = opening(plain.rules())
    roll_out(state, Random(1))
    assert state.actor == NOBODY


def test_a_position_obeys_the_boxes() -> None:
    """A tile cannot be laid by hand where a box forbids it."""
    with pytest.raises(Unreadable, match=r"line 4.*match"):
        lay_position(
            table(),
            [
                (1, "lay base/FCFC-cEW 0,-1 turn 90"),
                (2, "lay base/FCFC-cEW-pennant 0,-2 turn 90"),
                (3, "lay base/FCFC-cEW-pennant 0,-3 turn 90"),
                (4, "lay base/CFCF 0,-4"),
            ],
        )


def test_a_range_is_refused_by_perft() -> None:
    game = table()
    game.play("draw proving/auction")
    game.play("place 0,1")
    game.play("pass")
    with pytest.raises(ValueError, match="range"):
        count_ways(game.state, [], 2)


def test_pairs_know_the_options_of_boxes() -> None:
    """With options of a box the pairs are found by playing, and every one of them plays."""
    game = table(players=2)
    for action in (
        "draw base/FFFF-monastery",
        "place 0,1",
        "deploy meeple monastery",
        "draw base/FRFR-rEW",
        "place 1,0",
    ):
        game.play(action)
    game.play("deploy meeple road")
    game.play("draw base/FFRR-rSW")
    found = [int(number) for number in pairs(game.state)]
    places = {int(code) for code in game.state.legal()}
    assert {found[k] for k in range(0, len(found), 2)} == places
    assert any(option >= BOX_OPTION for option in found[1::2])
    for k in range(0, len(found), 2):
        after = game.state.copy()
        play_pair(after, found[k], found[k + 1])
        assert after.place != game.state.place


def test_an_extra_turn_begins_where_the_box_says_and_only_once() -> None:
    """Red plays again after the tile with the symbol; the same symbol in the extra turn gives no third turn."""
    game = table()
    game.play("draw proving/again")
    game.play("place 1,0 turn 0")
    game.play("pass")
    assert game.player == "red" and game.actor == "chance"
    game.play("draw proving/again")
    game.play("place 2,0 turn 0")
    game.play("pass")
    assert game.player == "blue"


def test_rates_add_up_and_winners_get_their_bonus() -> None:
    """A completed road with an inn scores 2 a tile and the inn's 5, each on a line of its own."""
    setup = Setup(boxes=(PLUGIN,), options={"first_player": "seat1"})
    game = Game(setup, deal=False)
    for draw, place, figure in (
        ("proving/inn", "place 1,0", "deploy meeple road"),
        ("base/FRRR", "place 2,0 turn 0", "pass"),
        ("base/FRRR", "place -1,0 turn 180", "pass"),
    ):
        game.play(f"draw {draw}")
        game.play(place)
        events = game.play(figure)
    scored = [event for event in events if event.name == "scored"]
    assert [(event.points, [str(line) for line in event.lines]) for event in scored] == [(13, ["tiles 8", "inns 5"])]
    assert game.scores == {"red": 13, "blue": 0}
    assert game.if_ended_now == {"red": 15, "blue": 2}  # the giants in hand count 2 each; blue has placed it nowhere


def test_a_box_adds_options_of_its_own() -> None:
    """A second meeple may stand beside an own one on another tile."""
    game = table(players=2)
    game.play("draw base/FFFF-monastery")
    game.play("place 0,1")
    game.play("deploy meeple monastery")
    game.play("draw base/FFFF-monastery")
    game.play("place 0,2")
    game.play("pass")
    game.play("draw base/FFFF-monastery")
    game.play("place 0,3")
    twins = [option for option in game.options if option.text.startswith("twin")]
    assert len(twins) == 1
    game.play(twins[0])
    assert game.supply["red"]["meeple"] == 5


@pytest.mark.parametrize("players", [2, 3, 6])
def test_games_with_the_box_play_to_the_end(players: int, game_seeds: range) -> None:
    """Random games end; every record reads back; a copy and a snapshot go on exactly like the original."""
    setup = Setup(boxes=(PLUGIN,), players=("red", "blue", "green", "yellow", "black", "pink")[:players])
    first = opening(setup.rules())
    for seed in game_seeds:
        state = first.copy()
        other = first.copy()
        roll_out(state, Random(seed))
        roll_out(restore(first.rules, dump(other)), Random(seed))
        roll_out(other, Random(seed))
        assert same(state, other)
        assert state.actor == NOBODY


def test_the_greedy_choice_needs_no_code_of_the_box() -> None:
    """It bids nothing when a bid can only lose points."""
    game = table(players=2)
    game.play("draw proving/auction")
    game.play("place 0,1")
    game.play("pass")
    assert greedy_choice(game.state, Random(1)) == 0


def test_a_box_that_is_not_there_is_named() -> None:
    with pytest.raises(Unreadable, match="there is no box"):
        Game(boxes=["no/such/folder"])


# -- tiles made up for the purpose ------------------------------------------------------------------------------------
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
    start = [(tile.id, x, y, turn) for tile, x, y, turn in tiles]
    kinds = [(tile, 9) for tile in (FIELD, ROAD, END, CROSS, CITY)]
    rules = Rules([Carcassonne()], ["red", "blue"], OPTIONS, {"farmers"}, {}, kinds, start)
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
    bridge = state.add_segment(1, 0, 0b1010)  # east and west of the tile at 0,1
    assert state.root[bridge] == road_at(state, 2)
    assert state.open_ends[state.root[bridge]] == 1
    assert tile_count(state, state.root[bridge]) == 2
    west = state.board_at(-1, 1)
    tiles = state.rules.table.index
    from aude.engine.placing import turns_that_fit

    assert turns_that_fit(state, tiles["t/field"], -west - 1) == 0
    assert turns_that_fit(state, tiles["t/end"], -west - 1)
    state.put(tiles["t/end"], state.cell_of(-1, 1), 2)
    collect_completed(state)
    assert list(state.completed) == [state.root[bridge]]
    assert tile_count(state, state.root[bridge]) == 3


def test_a_bridge_over_a_road_of_the_same_feature_counts_its_tile_once() -> None:
    """A road that passes under its own bridge lies on that tile once."""
    state = lay((ROAD, 0, 0, 0))
    bridge = state.add_segment(0, 0, 0b0101)
    state.join_nodes(bridge, state.slot_first[0])
    assert tile_count(state, state.root[bridge]) == 1


MOUTH = Tile("t/mouth", tuple(map(Segment.read, ("road W mouth", "field NL NR EL ER SL SR WL WR"))), 9, 9)
ABBEY = Tile("t/abbey", (Segment.read("monastery"),), 0, 0, more={"in_draw_pile": False})


class Tunnel(Box):
    """Roads with a mouth are open there."""

    def setup(self, rules: Rules) -> None:
        rules.leave_open("mouth")


def test_a_tunnels_mouth_is_an_open_end_until_it_is_joined() -> None:
    """Two roads, closed at their printed sides and open at their mouths, are completed by joining the mouths."""
    tiles = [(MOUTH, 9), (END, 9), (FIELD, 9)]
    start = [(MOUTH.id, 0, 0, 0), (END.id, -1, 0, 2), (FIELD.id, 1, 0, 0), (MOUTH.id, 2, 0, 2), (END.id, 3, 0, 0)]
    rules = Rules([Carcassonne(), Tunnel()], ["red", "blue"], OPTIONS, {"farmers"}, {}, tiles, start)
    state = opening(rules)
    one, other = road_at(state, 0), road_at(state, 3)
    assert state.open_ends[one] == 1 and state.open_ends[other] == 1
    collect_completed(state)
    assert list(state.completed) == []
    state.join_nodes(state.slot_first[0], state.slot_first[3])
    collect_completed(state)
    assert list(state.completed) == [road_at(state, 0)]
    assert tile_count(state, road_at(state, 0)) == 4


def test_a_tile_without_sides_closes_what_it_meets() -> None:
    """An abbey in a gap closes the road beside it; it is never drawn, and nothing is laid against it."""
    tiles = [(ABBEY, 0), (END, 9), (FIELD, 9)]
    around = [(END.id, 1, 0, 0), (FIELD.id, 1, 1, 0), (FIELD.id, 0, 1, 0), (FIELD.id, -1, 1, 0), (FIELD.id, -1, 0, 0)]
    start = [*around, (FIELD.id, -1, -1, 0), (FIELD.id, 0, -1, 0)]
    rules = Rules([Carcassonne()], ["red", "blue"], OPTIONS, {"farmers"}, {}, tiles, start)
    state = opening(rules)
    abbey = rules.table.index[ABBEY.id]
    assert abbey not in list(rules.program[rules.draw_place].legal(state))
    assert state.open_ends[road_at(state, 0)] == 1
    slot = state.put(abbey, state.cell_of(0, 0), 0)
    collect_completed(state)
    assert list(state.completed) == [road_at(state, 0)]
    monastery = state.slot_first[slot]
    assert state.open_ends[monastery] == 1  # seven of eight tiles lie
    state.put(rules.table.index[FIELD.id], state.cell_of(1, -1), 0)
    collect_completed(state)
    assert list(state.completed) == [monastery]


class Gift(Step):
    """After a field tile the left neighbour lays one too, in a turn of its own; then the turn goes on."""

    name = "gift"

    def enter(self, state: State) -> i64:
        if len(state.calls) or not state.bag_size:
            return ON
        state.tile = state.rules.table.index[FIELD.id]
        state.bag[state.tile] -= 1
        state.bag_size -= 1
        state.player = state.seat_after(state.player)
        state.call(state.rules.place_place)
        return ON

    def resume(self, state: State) -> i64:
        state.player = state.seat_after(state.player)
        return ON


class Gifts(Box):
    def setup(self, rules: Rules) -> None:
        rules.add_step("turn", 1900, Gift())


def test_a_turn_can_be_called_and_comes_back() -> None:
    """Blue lays a tile inside Red's turn, from the step of laying on; then it is Blue's own turn."""
    tiles = [(FIELD, 40)]
    rules = Rules([Carcassonne(), Gifts()], ["red", "blue"], OPTIONS, set(), {}, tiles, [(FIELD.id, 0, 0, 0)])
    state = opening(rules)
    assert state.player == 0
    state.play(0)
    state.play(state.legal()[0])
    assert (state.player, rules.program[state.place].name, len(state.calls)) == (1, "place", 1)
    state.play(state.legal()[0])
    assert (state.player, rules.program[state.place].name, len(state.calls)) == (1, "draw", 0)
    roll_out(state, Random(2))
    assert state.actor == NOBODY and not list(state.calls)


def test_far_ends_can_be_joined() -> None:
    """Two roads with open ends far from each other become one, as through a tunnel."""
    state = lay((END, 0, 0, 0), (FIELD, 1, 0, 0), (FIELD, 2, 0, 0), (END, 3, 0, 2))
    assert road_at(state, 0) != road_at(state, 3)
    state.join_nodes(state.slot_first[0], state.slot_first[3])
    collect_completed(state)
    assert list(state.completed) == [road_at(state, 0)]
    assert tile_count(state, road_at(state, 0)) == 2


def test_an_end_can_be_closed_without_a_tile() -> None:
    """A wall at the open end completes a road."""
    state = lay((END, 0, 0, 0))
    state.close_end(state.slot_first[0])
    collect_completed(state)
    assert list(state.completed) == [road_at(state, 0)]


def test_start_tiles_can_be_one_block() -> None:
    """Segments of a block that no open side joins can be one feature from the start."""
    kinds = [(tile, 9) for tile in (FIELD, ROAD, END, CROSS, CITY)]
    start = [(CITY.id, 0, 0, 0), (FIELD.id, 0, 1, 0), (CITY.id, 0, 2, 2)]

    class Block(Carcassonne):
        def setup(self, rules: Rules) -> None:
            super().setup(rules)
            rules.join_at_start(0, 0, 2, 0)

    state = opening(Rules([Block()], ["red", "blue"], OPTIONS, {"farmers"}, {}, kinds, start))
    city = state.root[state.slot_first[0]]
    assert city == state.root[state.slot_first[2]]
    assert tile_count(state, city) == 2 and state.open_ends[city] == 0


def test_a_game_may_let_unequal_kinds_meet() -> None:
    """Where everything but roads may meet, a city that meets a field is closed there."""
    kinds = [(tile, 9) for tile in (FIELD, ROAD, END, CITY)]

    class Town(Carcassonne):
        def setup(self, rules: Rules) -> None:
            super().setup(rules)
            for one, other in (("road", "road"), ("field", "field"), ("city", "city"), ("city", "field")):
                rules.let_meet(one, other)

    rules = Rules([Town()], ["red", "blue"], OPTIONS, {"farmers"}, {}, kinds, [(CITY.id, 0, 0, 0)])
    state = opening(rules)
    state.play(rules.table.index["t/field"])
    offered = [rules.program[state.place].words(state, code) for code in state.legal()]
    assert ["place", "0,-1", "turn", "0"] in offered
    state.put(state.tile, state.cell_of(0, -1), 0)
    city = state.root[state.slot_first[0]]
    assert state.open_ends[city] == 0
    collect_completed(state)
    assert list(state.completed) == [city]


def test_a_game_without_a_start_tile_begins_in_the_middle() -> None:
    """The first tile drawn may lie at 0,0 and nowhere else, in each of its rotations."""
    rules = Rules([Carcassonne()], ["red", "blue"], OPTIONS, {"farmers"}, {}, [(END, 5)], [])
    state = opening(rules)
    state.play(0)
    offered = [rules.program[state.place].words(state, code) for code in state.legal()]
    assert offered == [["place", "0,0", "turn", str(turn)] for turn in (0, 90, 180, 270)]


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_the_board_grows_without_limit(dx: int, dy: int) -> None:
    """Thousands of tiles in a straight line, in every direction."""
    rules = Rules([Carcassonne()], ["red", "blue"], OPTIONS, {"farmers"}, {}, [(FIELD, 2700)], [(FIELD.id, 0, 0, 0)])
    state = opening(rules)
    for step in range(1, 2601):
        state.put(0, state.cell_of(dx * step, dy * step), 0)
    assert state.slots == 2601
    assert state.board_at(2600 * dx, 2600 * dy) == 2601
    assert tile_count(state, state.root[0]) == 2601
    offered = {cell_word(code) for code in placements(state, 0)}
    assert f"{2601 * dx},{2601 * dy}" in offered and len(offered) == state.fronts
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
    rules = Rules([Carcassonne()], ["red", "blue"], OPTIONS, {"farmers"}, {}, [(gates, 9)], [(gates.id, 0, 0, 0)])
    state = opening(rules)
    first = state.slot_first[0]
    assert [spot_words(state, first + 2), spot_words(state, first + 3)] == [["field", "1"], ["field", "2"]]


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_pairs_are_found_at_the_edge_of_the_board(dx: int, dy: int) -> None:
    """Looking around an empty cell never looks beyond the board, however far the table has grown."""
    rules = Rules([Carcassonne()], ["red", "blue"], OPTIONS, {"farmers"}, {}, [(FIELD, 99)], [(FIELD.id, 0, 0, 0)])
    state = opening(rules)
    deploy(state, free_figure(state, 0, 0), 0)
    for step in range(1, 40):
        state.play(0)
        found = [int(number) for number in pairs(state)]
        assert set(found[1::2]) == {0}  # the one field is occupied, wherever the tile lies
        wanted = f"{dx * step},{dy * step}"
        place = next(code for code in state.legal() if cell_word(code) == wanted)
        state.play(place)
