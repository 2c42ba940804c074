"""Inns & Cathedrals, rule by rule: IC-01 … IC-09 with their examples and rulings."""

from __future__ import annotations

from pathlib import Path

import pytest

from aude import bots
from aude.api import Game
from aude.catalog.boxes import BoxInfo
from aude.engine.rules import Part, PartsOf, Rules, Scorer
from aude.engine.tiles import Segment, Tile
from aude.errors import Illegal, Unreadable
from aude.game.position import lay_position
from aude.game.setup import COLOURS, Setup
from aude.testing import finish, rule, scenario, spots, table

NAME = "inns_and_cathedrals"
BOX = f"boxes {NAME}"
# The start tile lies at 0,0: a city to the north, a road from east to west. y counts to the south.
CAP = "base/CFFF"
CAP_GARDEN = "base/CFFF-garden"
STRAIGHT = "base/FRFR-rEW"
VILLAGE = "base/FRRR"
CITY_VILLAGE = "base/CRRR"
MONASTERY = "base/FFFF-monastery"
GATE = "base/FCFC-cEW"
GATE_ARMS = "base/FCFC-cEW-pennant"
INN_STRAIGHT = "inns_cathedrals/FRFR-rEW-inn-garden"
INN_CURVE = "inns_cathedrals/FFRR-rSW-inn"
INN_CROSSING = "inns_cathedrals/FRRR-inn"
CATHEDRAL = "inns_cathedrals/CCCC-cNESW-cathedral"
EVERY_VALUE = [("zero", 0), ("ignore", 1)]  # R-IC-02: what each tile of an incomplete feature brings


def scores_told(game: Game) -> list[str]:
    """The scores that were announced, as records write them."""
    return [event.line() for event in game.events if event.name == "scored"]


# -- the box ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("edition", ["current", "first"])
def test_eighteen_tiles_with_six_inns_and_two_cathedrals(edition: str) -> None:
    """Both editions hold 18 tiles, 6 of them with an inn and 2 with a cathedral."""
    setup = Setup(boxes=(NAME,), options={"edition": edition})
    found = [(tile, count) for tile, count in setup.tile_list() if tile.set == "inns_cathedrals"]
    assert sum(count for _, count in found) == 18

    def showing(trait: str) -> int:
        return sum(count for tile, count in found if any(trait in segment.traits for segment in tile.segments))

    assert (showing("inn"), showing("cathedral")) == (6, 2)


@rule("BASE-01")
def test_six_can_play_with_the_box() -> None:
    """The box brings a sixth colour; seven still cannot play."""
    game = Game(players=COLOURS, boxes=[NAME], deal=False)
    assert game.supply == {seat: {"meeple": 7, "large_follower": 1} for seat in COLOURS}
    with pytest.raises(Unreadable, match="7 players: this game is for 2 to 6"):
        Game(players=[*COLOURS, "white"], boxes=[NAME], deal=False)


# -- the large follower -----------------------------------------------------------------------------------------------
@rule("IC-01")
def test_each_player_has_one_large_follower_more() -> None:
    """Seven meeples and one large follower each."""
    assert table(BOX).supply == {seat: {"meeple": 7, "large_follower": 1} for seat in ("red", "blue")}


@rule("IC-01", "R-IC-07")
def test_without_its_element_there_is_no_large_follower() -> None:
    """Switched off, it is neither in the supply nor offered; inns and cathedrals are not concerned."""
    game = table(BOX, "without large_follower", f"red draw {INN_STRAIGHT}   place 1,0 turn 0")
    assert game.supply["red"] == {"meeple": 7}
    assert not any("large_follower" in spot for spot in spots(game))
    for action in ("deploy meeple road", f"draw {VILLAGE}", "place 2,0 turn 0", "pass", f"draw {VILLAGE}"):
        game.play(action)
    game.play("place -1,0 turn 180")
    game.play("pass")
    assert scores_told(game) == ["red scores 8: tiles 8"]


@rule("IC-02", "EX-IC-03", "GEN-02", "SC-01")
def test_a_large_follower_outweighs_a_meeple() -> None:
    """Red large, Blue small on one completed road: Red alone scores, and both take their figure back."""
    game = scenario("large_against_small")
    assert game.scores == {"red": 4, "blue": 0}
    assert game.supply == {seat: {"meeple": 7, "large_follower": 1} for seat in ("red", "blue")}


@rule("IC-02", "EX-IC-03", "GEN-02", "SC-01")
@pytest.mark.parametrize(("meeples", "red", "blue"), [(1, 5, 0), (2, 5, 5), (3, 0, 5)])
def test_a_large_follower_is_worth_two_meeples(meeples: int, red: int, blue: int) -> None:
    """Against one meeple Red scores alone, against two both score in full, against three Blue scores alone."""
    game = table(
        BOX,
        f"lay {CITY_VILLAGE} -1,0",
        f"lay {STRAIGHT} 1,0",
        f"lay {STRAIGHT} 2,0",
        "stand red large_follower road at 0,0",
        *["stand blue meeple road E at -1,0", "stand blue meeple road at 1,0", "stand blue meeple road at 2,0"][
            :meeples
        ],
        f"red draw {VILLAGE}   place 3,0 turn 0   pass",
    )
    assert game.scores == {"red": red, "blue": blue}


@rule("IC-02", "SC-11")
@pytest.mark.parametrize(("meeples", "red", "blue"), [(1, 4, 0), (2, 4, 4), (3, 0, 4)])
def test_a_large_follower_is_worth_two_in_final_scoring(meeples: int, red: int, blue: int) -> None:
    """The same holds for a road that is still open at the end: four tiles."""
    game = table(
        BOX,
        *(f"lay {STRAIGHT} {x},0" for x in (-1, 1, 2)),
        "stand red large_follower road at 0,0",
        *(f"stand blue meeple road at {x},0" for x in (-1, 1, 2)[:meeples]),
    )
    assert game.if_ended_now == {"red": red, "blue": blue}
    finish(game, MONASTERY, "0,1 turn 0")
    assert game.scores == {"red": red, "blue": blue}


@rule("IC-02", "R-IC-04", "COMB-003", "FARM-10")
@pytest.mark.parametrize(("farming", "points"), [("per_field", 3), ("per_city_4", 4)])
def test_a_large_farmer_outweighs_a_meeple(farming: str, points: int) -> None:
    """Red's large farmer and Blue's small one lie in the same field beside a completed city: Red scores alone."""
    game = table(
        BOX,
        f"option farm_scoring {farming}",
        f"lay {CAP} 0,-1 turn 180",
        f"lay {MONASTERY} 1,-1",
        "stand red large_follower field at 0,-1",
        "stand blue meeple field at 1,-1",
    )
    assert game.if_ended_now == {"red": points, "blue": 0}
    finish(game, STRAIGHT, "1,0 turn 0")
    assert game.scores == {"red": points, "blue": 0}


@rule("IC-03", "GEN-02")
@pytest.mark.parametrize("figure", ["meeple", "large_follower"])
def test_a_large_follower_does_not_double_the_points(figure: str) -> None:
    """A city of two tiles brings 4 points, whoever stands in it."""
    game = table(BOX, f"red draw {CAP}   place 0,-1 turn 180   deploy {figure} city")
    assert scores_told(game) == ["red scores 4: tiles 4"]


@rule("IC-04")
def test_a_large_follower_is_placed_instead_of_a_meeple() -> None:
    """It goes on the tile just laid, one figure a turn; while it stands there it is not in the supply."""
    game = table(BOX, f"red draw {VILLAGE}   place 1,0 turn 0   deploy large_follower road W")
    assert game.supply["red"] == {"meeple": 7, "large_follower": 0}
    assert game.player == "blue"
    for action in (f"draw {STRAIGHT}", "place 2,0 turn 0", "pass", f"draw {CAP}", "place 0,-1 turn 180"):
        game.play(action)
    assert [spot for spot in spots(game) if spot.startswith("large_follower")] == []
    with pytest.raises(Illegal, match="supply") as refusal:
        game.play("deploy large_follower city")
    assert refusal.value.rule == "BASE-20"


@rule("IC-04", "BASE-17")
@pytest.mark.parametrize(("first", "second"), [("meeple", "large_follower"), ("large_follower", "meeple")])
def test_a_large_follower_keeps_others_out_and_is_kept_out(first: str, second: str) -> None:
    """A road with a meeple takes no large follower, and one with a large follower takes no meeple."""
    game = table(
        BOX,
        f"red draw {VILLAGE}   place 1,0 turn 0   deploy {first} road W",
        f"blue draw {STRAIGHT}   place -1,0 turn 0",
    )
    assert [spot for spot in spots(game) if "road" in spot] == []
    with pytest.raises(Illegal) as refusal:
        game.play(f"deploy {second} road")
    assert refusal.value.rule == "BASE-17"


@rule("IC-04")
def test_a_large_follower_returns_when_it_has_scored() -> None:
    """After its road is scored it is in the supply again and can be placed anew."""
    game = table(
        BOX,
        f"red draw {VILLAGE}   place 1,0 turn 0   deploy large_follower road W",
        f"blue draw {CITY_VILLAGE}   place -1,0 turn 0   pass",
        f"red draw {CAP}   place 0,-1 turn 180",
    )
    assert scores_told(game) == ["red scores 3: tiles 3"]
    assert "large_follower city S" in spots(game)


@rule("R-IC-04", "IC-04")
def test_a_large_follower_stands_wherever_a_meeple_does() -> None:
    """Road, city, monastery and field: for every spot of the meeple there is one of the large follower."""
    for tile in (MONASTERY, "base/CFRR-rSW", "inns_cathedrals/FRFR-monastery", "inns_cathedrals/CCCC-garden"):
        game = Game(boxes=[NAME], deal=False, first_player="seat1")
        game.play(f"draw {tile}")
        game.play(next(option for option in game.options if option.action.verb == "place"))
        for_meeples = [spot.removeprefix("meeple ") for spot in spots(game) if spot.startswith("meeple ")]
        assert for_meeples
        assert [f"large_follower {spot}" for spot in for_meeples] == spots(game)[len(for_meeples) :]


@rule("R-IC-04", "COMB-023")
def test_a_large_follower_stands_on_no_garden_and_without_farmers_in_no_field() -> None:
    """Where a meeple may not stand the large follower may not either."""
    game = table(BOX, "without farmers", f"red draw {INN_STRAIGHT}   place 1,0 turn 0")
    assert spots(game) == ["meeple road E.W", "large_follower road E.W"]


@rule("R-IC-04")
def test_a_large_monk_scores_like_any() -> None:
    """A large follower in a monastery with three tiles around it: 4 points at the end."""
    game = table(
        BOX,
        f"lay {STRAIGHT} 1,0",
        f"lay {STRAIGHT} -1,0",
        f"red draw {MONASTERY}   place 0,1 turn 0   deploy large_follower monastery",
    )
    assert game.if_ended_now == {"red": 4, "blue": 0}


# -- inns -------------------------------------------------------------------------------------------------------------
@rule("IC-05", "EX-IC-01", "SC-03")
def test_a_completed_road_with_an_inn_scores_two_a_tile() -> None:
    """4 tiles, an inn: 8 points."""
    assert scenario("road_with_inn").scores == {"red": 8, "blue": 0}


@rule("IC-06", "EX-IC-01", "R-IC-02", "SC-14")
@pytest.mark.parametrize(("value", "each"), EVERY_VALUE)
def test_an_incomplete_road_with_an_inn_scores_nothing(value: str, each: int) -> None:
    """4 tiles, an inn, one end open: 0 points at the end, told beforehand by "score now"; with `ignore` 4."""
    game = table(
        BOX,
        f"option inn_cathedral_final {value}",
        f"lay {CITY_VILLAGE} -1,0",
        f"lay {STRAIGHT} 1,0",
        f"red draw {INN_STRAIGHT}   place 2,0 turn 0   deploy meeple road",
    )
    assert game.if_ended_now == {"red": 4 * each, "blue": 0}
    assert [event.points for event in game.forecast()] == ([4] if each else [])
    finish(game, MONASTERY, "0,1 turn 0")
    assert game.scores == {"red": 4 * each, "blue": 0}
    assert game.supply["red"] == {"meeple": 7, "large_follower": 1}


@rule("IC-05", "R-IC-02")
@pytest.mark.parametrize("value", ["zero", "ignore"])
def test_the_option_does_not_concern_what_is_complete(value: str) -> None:
    """A completed road with an inn scores 2 a tile in both readings."""
    game = table(
        BOX,
        f"option inn_cathedral_final {value}",
        f"lay {INN_STRAIGHT} 1,0",
        f"lay {CITY_VILLAGE} -1,0",
        f"red draw {VILLAGE}   place 2,0 turn 0   deploy meeple road W",
    )
    assert scores_told(game) == ["red scores 8: tiles 8"]


@rule("R-IC-01")
def test_a_second_inn_has_no_effect() -> None:
    """A road of 5 tiles with two inns scores 10."""
    game = table(
        BOX,
        f"lay {INN_STRAIGHT} 1,0",
        f"lay {INN_CURVE} 2,0",
        f"lay {CITY_VILLAGE} -1,0",
        f"red draw {VILLAGE}   place 2,1 turn 90   deploy meeple road N",
    )
    assert scores_told(game) == ["red scores 10: tiles 10"]


@rule("R-IC-03")
def test_the_inn_of_a_crossing_belongs_to_one_road() -> None:
    """The crossing with an inn: its east road scores 2 a tile, its west road 1."""
    lines = (BOX, f"lay {INN_CROSSING} 1,0")
    east = table(*lines, f"red draw {VILLAGE}   place 2,0 turn 0   deploy meeple road W")
    assert scores_told(east) == ["red scores 4: tiles 4"]
    west = table(*lines, f"red draw {VILLAGE}   place -1,0 turn 180   deploy meeple road E")
    assert scores_told(west) == ["red scores 3: tiles 3"]


@rule("R-IC-03")
def test_every_inn_belongs_to_one_road_and_every_cathedral_to_a_city() -> None:
    """So the tiles say it."""
    for tile, _ in Setup(boxes=(NAME,)).tile_list():
        inns = [segment.kind for segment in tile.segments if "inn" in segment.traits]
        cathedrals = [segment.kind for segment in tile.segments if "cathedral" in segment.traits]
        assert inns in ([], ["road"])
        assert cathedrals in ([], ["city"])


@rule("R-IC-07")
def test_without_its_element_an_inn_is_decoration() -> None:
    """Complete or not, the road scores 1 a tile; cathedrals are not concerned."""
    lines = (BOX, "without inn", f"lay {INN_STRAIGHT} 1,0", f"lay {CITY_VILLAGE} -1,0")
    game = table(*lines, f"red draw {VILLAGE}   place 2,0 turn 0   deploy meeple road W")
    assert scores_told(game) == ["red scores 4: tiles 4"]
    game = table(*lines, f"red draw {STRAIGHT}   place 2,0 turn 0   deploy meeple road")
    assert game.if_ended_now["red"] == 4
    game = table(*lines, f"red draw {CATHEDRAL}   place 0,-1 turn 0   deploy meeple city")
    assert game.if_ended_now["red"] == 0


# -- cathedrals -------------------------------------------------------------------------------------------------------
# A city of 5 tiles around a printed cathedral, its last wall missing at 0,-2.
AROUND_A_CATHEDRAL = (f"lay {CATHEDRAL} 0,-1", f"lay {CAP} 1,-1 turn 270", f"lay {CAP} -1,-1 turn 90")


@rule("IC-07", "SC-06")
def test_a_completed_city_with_a_cathedral_scores_three() -> None:
    """A printed cathedral: 5 tiles bring 15 points, and a sixth with a coat of arms 6 more."""
    game = table(BOX, *AROUND_A_CATHEDRAL, f"red draw {CAP}   place 0,-2 turn 180   deploy meeple city")
    assert scores_told(game) == ["red scores 15: tiles 15"]
    game = table(
        BOX,
        *AROUND_A_CATHEDRAL,
        f"lay {GATE_ARMS} 0,-2 turn 90",
        f"red draw {CAP}   place 0,-3 turn 180   deploy meeple city",
    )
    assert scores_told(game) == ["red scores 21: tiles 18, pennants 3"]


@rule("IC-08", "R-IC-02", "SC-17")
@pytest.mark.parametrize(("value", "each"), EVERY_VALUE)
def test_an_incomplete_city_with_a_cathedral_scores_nothing(value: str, each: int) -> None:
    """5 tiles and a coat of arms: 0 points at the end, with `ignore` 6."""
    game = table(
        BOX,
        f"option inn_cathedral_final {value}",
        *AROUND_A_CATHEDRAL,
        f"red draw {GATE_ARMS}   place 0,-2 turn 90   deploy meeple city",
    )
    assert game.if_ended_now == {"red": 6 * each, "blue": 0}
    finish(game, MONASTERY, "0,1 turn 0")
    assert game.scores == {"red": 6 * each, "blue": 0}


@rule("R-IC-01")
def test_a_second_cathedral_has_no_effect() -> None:
    """A city of 8 tiles with two cathedrals scores 24."""
    game = table(
        BOX,
        *AROUND_A_CATHEDRAL,
        f"lay {CATHEDRAL} 0,-2",
        f"lay {CAP} 1,-2 turn 270",
        f"lay {CAP} -1,-2 turn 90",
        f"red draw {CAP_GARDEN}   place 0,-3 turn 180   deploy meeple city",
    )
    assert scores_told(game) == ["red scores 24: tiles 24"]


@rule("R-IC-07")
def test_without_its_element_a_cathedral_is_decoration() -> None:
    """Complete, the city scores 2 a tile, incomplete 1; inns are not concerned."""
    lines = (BOX, "without cathedral", *AROUND_A_CATHEDRAL)
    game = table(*lines, f"red draw {CAP}   place 0,-2 turn 180   deploy meeple city")
    assert scores_told(game) == ["red scores 10: tiles 10"]
    game = table(*lines, f"red draw {GATE}   place 0,-2 turn 90   deploy meeple city")
    assert game.if_ended_now["red"] == 5
    game = table(*lines, f"red draw {INN_STRAIGHT}   place 1,0 turn 0   deploy meeple road")
    assert game.if_ended_now["red"] == 0


# -- a cathedral with two sides, and what other boxes bring ------------------------------------------------------------
class Tavern(Part):
    """A stand-in for boxes with a feature of their own on which meeples may stand."""

    def setup(self, rules: Rules) -> None:
        """A kind that nobody has heard of, and the meeple's leave to stand there."""
        rules.add_kind("tavern", Scorer(), completes=False)
        rules.figure_kinds[0].stands_on.append("tavern")


class StandIn(BoxInfo):
    """The `box.toml` of a stand-in."""

    def parts(self) -> PartsOf:
        """The stand-in itself."""
        return lambda _: [Tavern()]


GATE_CATHEDRAL = Tile(
    "invented/cathedral",
    tuple(map(Segment.read, ("city N S cathedral", "field EL ER beside 0", "field WL WR beside 0"))),
    count=1,
    first_edition=1,
)


class WithStandIns(Setup):
    """A game with a cathedral of two sides; whoever sits in a seat called `tavern` brings that box."""

    def infos(self) -> list[BoxInfo]:
        """The boxes of the game, and the one that a seat brings."""
        tavern = StandIn("tavern", Path(), "tavern", "carcassonne", (2, 6), (), (), ())
        return [*super().infos(), *([tavern] if "tavern" in self.players else [])]

    def tile_list(self) -> list[tuple[Tile, int]]:
        """The tiles of the game and the small cathedral."""
        return [*super().tile_list(), (GATE_CATHEDRAL, 1)]


def city_of_four(last: str, value: str = "zero") -> Game:
    """Red holds a city of 4 tiles with 1 coat of arms and a cathedral; the tile `last` is its northernmost."""
    options = {"first_player": "seat1", "inn_cathedral_final": value}
    game = Game(WithStandIns(boxes=(NAME, "cathars"), options=options), deal=False)
    lines = [f"lay {GATE_CATHEDRAL.id} 0,-1", f"lay {GATE_ARMS} 0,-2 turn 90", "turn red"]
    lay_position(game, list(enumerate(lines, 1)))
    turn = 90 if last == GATE else 180
    for action in (f"draw {last}", f"place 0,-3 turn {turn}", "deploy meeple city"):
        game.play(action)
    return game


@rule("EX-IC-02", "IC-07", "SC-06")
def test_a_city_of_four_with_a_cathedral() -> None:
    """4 tiles and a coat of arms: 15 points."""
    assert scores_told(city_of_four(CAP)) == ["red scores 15: tiles 12, pennants 3"]


@rule("EX-IC-02", "IC-09", "SC-07", "COMB-050")
@pytest.mark.parametrize("value", ["zero", "ignore"])
def test_a_besieged_city_of_four_with_a_cathedral(value: str) -> None:
    """The same city besieged: 10 points."""
    assert scores_told(city_of_four("cathars/CFFF", value)) == ["red scores 10: tiles 8, pennants 2"]


@rule("EX-IC-02", "IC-08", "R-IC-02")
@pytest.mark.parametrize(("value", "each"), EVERY_VALUE)
def test_an_incomplete_city_of_four_with_a_cathedral(value: str, each: int) -> None:
    """The same city incomplete: 0 points, with `ignore` 5."""
    game = city_of_four(GATE, value)
    finish(game, MONASTERY, "0,1 turn 0")
    assert game.scores["red"] == 5 * each


@rule("R-IC-04")
def test_a_place_that_a_box_gives_the_meeple_is_the_large_followers_too() -> None:
    """Whichever box comes first: both stand on the same kinds of features."""
    for players in (("red", "blue"), ("red", "tavern")):
        rules = WithStandIns(boxes=(NAME,), players=players).rules()
        assert [kind.name for kind in rules.figure_kinds] == ["meeple", "large_follower"]
        assert rules.stands_on[0] == rules.stands_on[1] == (1 << len(rules.kinds)) - 1


# -- players made of code ---------------------------------------------------------------------------------------------
def test_greedy_beats_random_with_the_box() -> None:
    """Without knowing the box by name: it sees what the game would score."""
    won = 0
    for seed in range(6):
        game = Game(boxes=[NAME], players=["red", "blue"], seed=seed, first_player="seat1")
        seat = game.seats[seed % 2]
        players = {name: bots.make("greedy" if name == seat else "random", seed) for name in game.seats}
        while not game.over:
            game.play(players[game.actor or ""].choose(game))
        won += game.winners == [seat]
    assert won >= 5


def test_greedy_knows_what_an_inn_does() -> None:
    """Blue's road is open and has an inn at hand: Greedy lays it there and makes the road worthless."""
    game = table(
        BOX,
        "lay base/FRFR-rEW 1,0",
        "lay base/FRFR-rEW 2,0",
        "stand blue meeple road at 0,0",
        f"red draw {INN_STRAIGHT}",
    )
    choice = bots.make("greedy", 1).choose(game)
    assert choice.text in ("place -1,0 turn 0", "place 3,0 turn 0")
