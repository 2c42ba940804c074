"""The Wheel of Fortune: set-up, the pig, and the events of its segments."""

from __future__ import annotations

from pathlib import Path

import pytest

from aude import Game, Setup
from aude.boxes.wheel_of_fortune.conftest import (
    ABOVE,
    BOX,
    CAP,
    EAST_CITY,
    LONG_CITY,
    MONASTERY,
    NORTH_WEST_CITY,
    SECTORS,
    SOUTH_CITY,
    STRAIGHT,
    TWO_KNIGHTS,
    W,
    before,
    draw,
    on_crowns,
    pig,
    with_pig,
)
from aude.errors import Unreadable
from aude.testing import finish, offered, play, rule, scenario, scored, table, told


# -- set-up -----------------------------------------------------------------------------------------------------------
@rule("WOF-01", "GEN-09")
def test_the_wheel_is_an_expansion() -> None:
    """Its 71 tiles are shuffled into those of the base game, whose start tile stays in the box."""
    game = Game(boxes=["wheel_of_fortune"], deal=False)
    mine = {tile: count for tile, count in game.tiles_left.items() if tile.startswith(W)}
    assert sum(mine.values()) == 71
    assert sum(game.tiles_left.values()) == 71 + 71


@rule("WOF-01")
def test_the_wheel_is_a_game_of_its_own() -> None:
    """Without the tiles of the base game its own are the whole stack, and a game with them comes to its end."""
    game = Game(Setup(game="wheel_of_fortune"), seed=3)
    assert game.setup == Setup(boxes=("wheel_of_fortune",), tiles={"base": 0})
    assert all(tile.startswith(W) for tile in game.tiles_left)
    assert sum(game.tiles_left.values()) == 70  # and one in hand
    while not game.over:
        game.play(game.options[-1])
    assert {event.facts["tile"] for event in game.events if event.name == "drawn"} <= set(
        tile.id for tile in game.rules.table.tiles if tile.set == "wheel_of_fortune"
    )
    again = Game.read(game.record)
    assert "tiles base 0" in game.record
    assert again == game


@rule("WOF-01")
def test_by_itself_with_further_boxes() -> None:
    """Other expansions may join; a record may name it as the game too; another expansion is not a game of its own."""
    setup = Setup(game="wheel_of_fortune", boxes=("river",))
    assert setup.boxes == ("wheel_of_fortune", "river") and setup.game == "carcassonne"
    text = "aude 1\ngame wheel_of_fortune\nboxes river\nplayers red blue\n"
    assert Game.read(text).setup == setup
    with pytest.raises(Unreadable, match="river is an expansion of carcassonne, not a game of its own"):
        Setup(game="river").check()


@rule("R-WOF-16")
@pytest.mark.parametrize(("value", "land"), [("all", 71), ("symbol_only", 19)])
def test_which_land_tiles_join(value: str, land: int) -> None:
    """All tiles of the box, or only those with a symbol."""
    game = Game(boxes=["wheel_of_fortune"], deal=False, wheel_tiles=value)
    mine = {tile: count for tile, count in game.tiles_left.items() if tile.startswith(W)}
    assert sum(mine.values()) == land
    symbols = {tile.id: tile.symbols for tile in game.rules.table.tiles}
    assert value == "all" or all(symbols[tile] for tile in mine)
    assert game.state.slots == 16


@rule("R-WOF-21")
def test_two_copies_of_the_set_have_one_wheel() -> None:
    """The wheel lies once however many copies there are; without any the game begins with its start tile."""
    twice = Game(boxes=["wheel_of_fortune"], tiles={"wheel_of_fortune": 2}, deal=False)
    assert twice.state.slots == 16
    assert twice.tiles_left[f"{W}WF31-1"] == 6
    assert not [tile for tile in twice.tiles_left if tile.startswith(f"{W}w")]
    none = Game(boxes=["wheel_of_fortune"], tiles={"wheel_of_fortune": 0}, seed=1, first_player="seat1")
    assert none.state.slots == 1
    none.play(none.options[0])
    assert not offered(none, "crown")


@rule("WOF-02", "SETUP-04")
def test_the_wheel_is_laid_and_the_pig_stands_on_fortune() -> None:
    game = table(BOX)
    assert sorted(tile.cell for tile in game.board.tiles) == [(x, y) for x in range(-1, 3) for y in range(-1, 3)]
    assert pig(game) == "fortune"
    assert "big pig (fortune)" in str(game)


@rule("R-WOF-11", "R-WOF-04", "SETUP-06", "R-SETUP-01")
def test_the_wheel_replaces_the_start_tile_and_shows_its_outer_sides() -> None:
    """A tile that is city on one side, road on two and field on one finds every side of the wheel that it fits."""
    game = table(BOX)
    assert "base/CRFR-rEW" not in {game.rules.table.tiles[tile >> 2].id for tile in game.state.slot_tile}
    play(game, f"draw {MONASTERY}")
    fields = {(0, -2), (2, -2), (3, 0), (3, 2), (2, 3), (1, 3), (-1, 3), (-2, 1), (-2, 0)}
    assert {cell(text) for text in offered(game)} == fields
    roads = table(BOX)
    play(roads, "draw base/RRRR")
    assert {cell(text) for text in offered(roads)} == {(1, -2), (3, 1), (-2, 2)}
    cities = table(BOX)
    play(cities, "draw base/CCCC-cNESW-pennant")
    assert {cell(text) for text in offered(cities)} == {(-1, -2), (-2, -1), (3, -1), (0, 3)}


def cell(text: str) -> tuple[int, int]:
    """The cell of a placement."""
    x, y = text.split()[1].split(",")
    return int(x), int(y)


@rule("R-WOF-11")
def test_the_cells_of_the_wheel_surround_a_monastery() -> None:
    """Beside the north side, three cells of the wheel and the monastery itself are four points."""
    game = table(BOX, f"lay {MONASTERY} 0,-2", "stand red meeple monastery at 0,-2")
    assert game.if_ended_now["red"] == 4


@rule("R-WOF-04", "R-WOF-11")
def test_the_fields_of_the_wheel_run_along_its_rim() -> None:
    """Three fields, divided by three roads; each lies beside the city that the facts name, and no other."""
    game = table(BOX, SOUTH_CITY, EAST_CITY, *NORTH_WEST_CITY)
    state = game.state

    def fields(x: int, y: int) -> set[int]:
        slot = state.board_at(x, y) - 1
        nodes = range(state.slot_first[slot], state.nodes)
        return {int(state.root[node]) for node in nodes if state.node_slot[node] == slot and kind(node) == "field"}

    def kind(node: int) -> str:
        return game.rules.kinds[state.kind_of(node)].name

    assert fields(0, -1) == fields(-1, -1) == fields(-1, 0) == fields(-1, 1)
    assert fields(2, -1) == fields(2, 0)
    assert fields(0, 2) == fields(1, 2) == fields(2, 2)
    assert fields(1, -1) == fields(0, -1) | fields(2, 0)  # where roads come in, two fields end
    assert fields(2, 1) == fields(2, 0) | fields(1, 2)
    assert fields(-1, 2) == fields(-1, 1) | fields(0, 2)
    assert len(fields(0, -1) | fields(2, 0) | fields(1, 2)) == 3
    assert table(BOX, SOUTH_CITY, "stand red meeple field at 0,2").if_ended_now["red"] == 3
    assert table(BOX, EAST_CITY, "stand red meeple field at 2,0").if_ended_now["red"] == 3
    assert table(BOX, EAST_CITY, "stand red meeple field at 1,2").if_ended_now["red"] == 0
    corner = table(BOX, *NORTH_WEST_CITY, "stand red meeple field at -1,1")
    assert corner.if_ended_now["red"] == 3


@rule("R-WOF-04")
def test_cities_and_roads_of_the_wheel_are_features_like_others() -> None:
    """The corner's city is completed by a cap at either side: three tiles; a road of the wheel ends at the wheel."""
    game = table(BOX, NORTH_WEST_CITY[0], "stand blue meeple city at -1,-1")
    play(game, f"draw {CAP}", "place -2,-1 turn 90", "pass")
    assert scored(game) == ["blue scores 6: tiles 6"]
    road = play(table(BOX), "draw base/FRRR", "place 1,-2 turn 0", "deploy meeple road S")
    assert scored(road) == ["red scores 2: tiles 2"]


# -- the pig ----------------------------------------------------------------------------------------------------------
@rule("WOF-03", "WOF-04", "WOF-05", "WOF-06", "WOF-07", "TURN-03", "SC-31")
def test_a_whole_turn_of_the_wheel() -> None:
    """Drawn: the pig walks, knights score, the crown is scored, and only then the tile is laid."""
    game = scenario("taxes_and_a_crown")
    names = [event.name for event in game.moves[-1].events]
    assert names == ["drawn", "wheel_taxes", "scored", "scored", "uncrowned"]
    assert (game.actor, game.step, game.tile) == ("red", "place", f"{W}WF31-1")
    play(game, "place 1,3 turn 0", "pass")
    assert game.scores == {"red": 6, "blue": 2} and game.player == "blue"


@rule("WOF-03")
def test_a_tile_without_the_symbol_moves_nothing() -> None:
    game = with_pig(table(BOX), "storm")
    play(game, f"draw {STRAIGHT}", ABOVE, "pass")
    assert pig(game) == "storm"
    assert scored(game) == []


@rule("WOF-04", "R-WOF-05")
@pytest.mark.parametrize(("steps", "arrives"), [(1, "plague"), (2, "fortune"), (3, "taxes")])
def test_the_pig_walks_clockwise_as_far_as_the_tile_says(steps: int, arrives: str) -> None:
    """From inquisition, round the wheel and on."""
    game = play(with_pig(table(BOX), "inquisition"), draw(steps))
    assert pig(game) == arrives
    assert told(game, *(f"wheel_{sector}" for sector in SECTORS)) == [f"red wheel_{arrives}"]


@rule("R-WOF-05")
def test_nineteen_tiles_show_a_number() -> None:
    game = Game(boxes=["wheel_of_fortune"], deal=False)
    numbers: dict[str, int] = {}
    for tile in game.rules.table.tiles:
        for symbol in tile.symbols:
            numbers[symbol] = numbers.get(symbol, 0) + tile.count
    assert numbers == {"wheel:1": 11, "wheel:2": 5, "wheel:3": 3}


@rule("EX-WOF-01", "R-WOF-05", "WOF-08")
def test_a_tile_that_shows_0_plays_the_same_segment_again(tmp_path: Path) -> None:
    """No published tile shows 0, so one is made up."""
    facts = 'id = "zero"\ntitle = "Zero"\nextends = "carcassonne"\ntiles = ["zero"]\n'
    (tmp_path / "box.toml").write_text(facts, encoding="utf-8")
    code = "def parts(rules):\n    return []\n"
    (tmp_path / "rules.py").write_text(code, encoding="utf-8")
    tiles = "[sets.zero]\ntitle = 'Z'\n[[tile]]\nid = 'zero/still'\ncount = 1\nsymbols = ['wheel:0']\n"
    tiles += "segments = ['field NL NR EL ER SL SR WL WR']\n"
    (tmp_path / "tiles.toml").write_text(tiles, encoding="utf-8")
    setup = Setup(boxes=("wheel_of_fortune", str(tmp_path)), options={"first_player": "seat1"})
    game = play(Game(setup, deal=False), "draw zero/still")
    assert pig(game) == "fortune"
    assert scored(game) == ["red scores 3: fortune 3"]


@rule("R-WOF-12")
def test_a_wheel_tile_that_fits_nowhere_has_turned_the_wheel() -> None:
    """Every place is closed to it: the wheel is played, the tile leaves the game, and another is drawn."""
    game = table(BOX)
    city = game.rules.table.side_code[[kind.name for kind in game.rules.kinds].index("city")]
    for front in range(game.state.fronts):  # as if every cell beside the wheel lay between four cities
        game.state.front_sides[front] = sum(city * weight for weight in game.rules.table.side_weight)
    play(game, draw(1))
    assert [event.name for event in game.events] == ["drawn", "wheel_taxes", "discarded"]
    assert game.actor == "chance" and game.player == "red" and pig(game) == "taxes"


@rule("WOF-03")
def test_the_second_seat_turns_the_wheel_from_where_it_stands() -> None:
    """The pig stays where it is between turns; fortune is for whoever drew."""
    game = with_pig(table(BOX), "storm")
    play(game, draw(2), "place 0,-2 turn 0", "pass", draw(1), "place 1,3 turn 0", "pass")
    assert [event.line() for event in game.events if event.name == "scored"] == ["blue scores 3: fortune 3"]


# -- events -----------------------------------------------------------------------------------------------------------
@rule("WOF-08")
def test_fortune_brings_three_points_to_who_drew() -> None:
    game = play(before(table(BOX, "turn blue"), "fortune"), draw(1))
    assert game.scores == {"red": 0, "blue": 3}


@rule("WOF-09", "EX-WOF-02", "R-WOF-01")
@pytest.mark.parametrize(("value", "points"), [("per_knight", 8), ("per_city", 5)])
def test_taxes_count_knights_and_coats_of_arms(value: str, points: int) -> None:
    """Red has two knights in an incomplete city with three coats of arms."""
    game = table(BOX, f"option wheel_tax {value}", *LONG_CITY, *TWO_KNIGHTS)
    play(game, draw(1))
    assert scored(game) == [f"red scores {points}: taxes {points}"]


@rule("WOF-09", "R-WOF-01")
@pytest.mark.parametrize(("value", "red", "blue"), [("per_knight", 9, 4), ("per_city", 6, 4)])
def test_taxes_are_for_everybody_and_for_each_city(value: str, red: int, blue: int) -> None:
    """Blue shares the long city, Red has a third knight in a city without coats of arms; a thief pays nothing."""
    lines = (*LONG_CITY, *TWO_KNIGHTS, "stand blue meeple city at 4,-1", "stand red meeple city at 0,2")
    game = table(BOX, f"option wheel_tax {value}", *lines, "stand blue meeple road at 2,1")
    play(game, draw(1))
    assert game.scores == {"red": red, "blue": blue}


@rule("WOF-10", "R-WOF-02", "COMB-010")
@pytest.mark.parametrize(("value", "red", "blue"), [("majority", 2, 0), ("per_farmer", 4, 2)])
def test_famine_counts_completed_cities_by_field(value: str, red: int, blue: int) -> None:
    """The southern field has two completed cities, two farmers of Red and one of Blue."""
    cities = (SOUTH_CITY, f"lay {CAP} 1,3 turn 90", f"lay {CAP} 2,3 turn 270")
    farmers = ("stand red meeple field at 1,2", "stand red meeple field at 2,2", "stand blue meeple field at 0,2")
    game = with_pig(table(BOX, f"option wheel_famine {value}", *cities, *farmers), "taxes")
    play(game, draw(1))
    assert game.scores == {"red": red, "blue": blue}


@rule("WOF-10", "R-WOF-02")
@pytest.mark.parametrize("value", ["majority", "per_farmer"])
def test_in_a_famine_ties_share_in_full_and_open_cities_feed_nobody(value: str) -> None:
    """One farmer each in the south; Red's other field has only an open city."""
    lines = (SOUTH_CITY, "stand red meeple field at 1,2", "stand blue meeple field at 2,2")
    game = before(table(BOX, f"option wheel_famine {value}", *lines, "stand red meeple field at 2,0"), "famine")
    play(game, draw(1))
    assert game.scores == {"red": 1, "blue": 1}


@rule("WOF-10")
def test_a_city_at_two_fields_feeds_both_in_a_famine() -> None:
    """EAST_CITY lies at the wheel's field in the north-east; the tile that closes it has a field of its own."""
    lines = (EAST_CITY, "stand red meeple field at 2,0", "stand blue meeple field at 3,-1")
    game = play(before(table(BOX, *lines), "famine"), draw(1))
    assert game.scores == {"red": 1, "blue": 1}


@rule("R-WOF-17")
@pytest.mark.parametrize(("famine", "red", "blue"), [("majority", 1, 0), ("per_farmer", 2, 1)])
def test_famine_where_cities_are_awarded_once(famine: str, red: int, blue: int) -> None:
    """Red has farmers in both fields at the eastern city, Blue in one: the city counts once, for Red."""
    lines = (EAST_CITY, "stand red meeple field at 2,0", "stand blue meeple field at 2,-1")
    options = ("option farm_scoring per_city_4", f"option wheel_famine {famine}")
    game = table(BOX, *options, *lines, "stand red meeple field at 3,-1")
    play(before(game, "famine"), draw(1))
    assert game.scores == {"red": red, "blue": blue}


@rule("WOF-11", "EX-WOF-03", "R-WOF-08")
def test_a_storm_counts_followers_in_the_supply() -> None:
    """Red has 4 of 7 left: two stand on the table, one on the wheel."""
    lines = ("stand red meeple field at 1,2", "stand red meeple road at 2,1", "hold red crown_taxes 1")
    game = play(before(table(BOX, *lines), "storm"), draw(1))
    assert game.supply["red"]["meeple"] == 4
    assert game.scores == {"red": 4, "blue": 7}


@rule("WOF-12", "EX-WOF-05", "R-WOF-07")
def test_the_inquisition_pays_monks() -> None:
    """Two monks are 4 points, whatever their monasteries are worth; farmers on the same tiles are none."""
    laid = (f"lay {MONASTERY} 0,-2", f"lay {MONASTERY} 2,-2", f"lay {MONASTERY} 3,0")
    monks = ("stand red meeple monastery at 0,-2", "stand red meeple monastery at 2,-2")
    game = before(table(BOX, *laid, *monks, "stand blue meeple field at 3,0"), "inquisition")
    play(game, draw(1))
    assert scored(game) == ["red scores 4: inquisition 4"]


@rule("WOF-07")
def test_an_event_without_anybody_brings_nothing() -> None:
    """Taxes, famine, inquisition and plague on an empty table: nobody scores and nobody is asked."""
    for sector in ("taxes", "famine", "inquisition", "plague"):
        game = play(before(table(BOX), sector), draw(1))
        assert pig(game) == sector
        assert scored(game) == [] and game.actor == "red" and game.step == "place"


@rule("R-WOF-14")
def test_at_the_end_a_crown_space_is_worth_nothing() -> None:
    """Neither foreseen nor given; the follower is packed up like the others."""
    game = table(BOX, "hold red crown_taxes 1", "hold blue crown_plague 2")
    assert game.if_ended_now == {"red": 0, "blue": 0}
    assert game.forecast() == []
    finish(game, STRAIGHT, "0,-2")
    assert game.over and game.scores == {"red": 0, "blue": 0}
    assert on_crowns(game) == {}
    assert [supply["meeple"] for supply in game.supply.values()] == [7, 7]
