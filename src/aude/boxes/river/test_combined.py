"""River II, the anniversary river, rivers together, and rivers with other boxes."""

from __future__ import annotations

from pathlib import Path

import pytest

from aude import Game, Illegal, Setup, Unreadable
from aude.boxes.river.course import Course
from aude.boxes.river.test_rules import drawn, ends, gone, offered, refusal, tiles_left
from aude.catalog.boxes import BOXES, info
from aude.cli.shared import read_boxes
from aude.engine.refusal import Refused
from aude.engine.scoring import if_ended_now
from aude.testing import part_of, rule, scenario, spots, table

FORK = "river2/SSFS-sNEW"
GARDEN_BEND = "river2/FFSS-sSW-garden"
ROAD_BEND = "river2/RRSS-rNE-sSW"
CITY_LAKE = "river2/FCFS"
VOLCANO_LAKE = "river2/FFFS-volcano"
HALVES = ["anniversary_river/RA-Aa", "anniversary_river/RA-Ab"]
LAKES = {"anniversary_river/RA-L", "anniversary_river/RA-Q"}


def forecast(game: Game) -> list[int]:
    """The scores if the game ended now."""
    return [int(points) for points in if_ended_now(game.state)]


# -- the anniversary river --------------------------------------------------------------------------------------------
@rule("RIV-08", "R-RIV-02", "R-RIV-16")
def test_the_set_up_of_the_anniversary_river() -> None:
    """The double spring lies; fourteen tiles come before the two lakes, which come in either order."""
    game = Game(boxes=["anniversary_river"], deal=False)
    assert [(name, x, y) for name, x, y, _ in game.rules.start] == [(HALVES[0], 0, 0), (HALVES[1], 1, 0)]
    assert game.state.slots == 2 and ends(game) == 2
    assert sum(tiles_left(game, "river").values()) == 14 and set(tiles_left(game, "lake")) == LAKES
    assert not any(game.tiles_left.get(half) for half in HALVES)
    first = set()
    for seed in range(12):
        order = [name for name in drawn(["anniversary_river"], seed, river_uturn="strict") if name.startswith("anniv")]
        if len(order) == 16:
            assert set(order[-2:]) == LAKES
            first.add(order[-2])
    assert first == LAKES


@rule("RIV-09", "EX-RIV-02")
def test_the_double_spring_is_two_tiles() -> None:
    """A monastery beside it counts both halves, and so does the road that runs over them."""
    assert forecast(scenario("double_spring")) == [3, 0]
    road = table("boxes anniversary_river", "stand red meeple road at 0,0")
    assert forecast(road) == [2, 0]


@rule("RIV-10", "R-RIV-04")
@pytest.mark.parametrize("place", ["place 0,1 turn 0", "place 1,-1 turn 180"])
def test_each_end_runs_into_a_lake(place: str) -> None:
    """The first lake is laid at the end that its player likes, the last one at the other."""
    game = table("boxes anniversary_river", *gone(["anniversary_river"], *LAKES))
    game.play("draw anniversary_river/RA-Q")
    choices = ["place 0,1 turn 0", "place 1,-1 turn 180"]
    assert sorted(offered(game)) == choices
    game.play(place)
    game.play("pass")
    assert ends(game) == 1
    game.play("draw anniversary_river/RA-L")
    assert offered(game) == [choice for choice in choices if choice != place]
    game.play(offered(game)[0])
    assert ends(game) == 0


# -- River II ---------------------------------------------------------------------------------------------------------
@rule("RIV-11", "RIV-12", "R-RIV-11", "SETUP-05")
def test_the_youngest_player_lays_the_fork() -> None:
    """The spring lies, and the first draw of the youngest can only be the fork."""
    game = table("boxes river_ii", "option first_player youngest", "option youngest 2")
    assert game.rules.start == [("river2/FSFF", 0, 0, 0)]
    assert game.player == "blue" and offered(game) == [f"draw {FORK}"]
    game.play(f"draw {FORK}")
    assert {text.split()[1] for text in offered(game)} == {"1,0"} and game.actor == "blue"


@rule("R-RIV-11")
def test_the_volcano_lake_is_last_and_the_lake_at_a_city_is_between() -> None:
    """The one always ends the stack, the other comes anywhere in it."""
    at = set()
    for seed in range(15):
        order = [name for name in drawn(["river_ii"], seed) if name.startswith("river2")]
        assert order[0] == FORK
        if len(order) == 11:
            assert order[-1] == VOLCANO_LAKE
            at.add(order.index(CITY_LAKE))
    assert len(at) > 2


@rule("R-RIV-11")
def test_nothing_closes_the_last_end_before_the_last_tile() -> None:
    """With one open end the lake at a city cannot be laid while others wait; as the last one it can."""
    game = table("boxes river_ii", f"gone {FORK}")
    assert [event.name for event in game.play(f"draw {CITY_LAKE}")] == ["drawn", "discarded"]
    assert game.player == "red" and tiles_left(game)
    last = table("boxes river_ii", *gone(["river_ii"], CITY_LAKE))
    last.play(f"draw {CITY_LAKE}")
    assert offered(last) == ["place 1,0 turn 0"]
    two = table("boxes river_ii", f"lay {FORK} 1,0 turn 0")
    two.play(f"draw {CITY_LAKE}")
    assert sorted(offered(two)) == ["place 1,-1 turn 270", "place 2,0 turn 0"]


@rule("RIV-13", "R-RIV-12")
def test_the_two_arms_are_not_joined() -> None:
    """Either arm may be continued, but not into the same cell, and never into each other."""
    arms = (f"lay {FORK} 1,0 turn 0", f"lay {GARDEN_BEND} 1,-1 turn 270")
    game = table("boxes river_ii", *arms)
    game.play("draw river2/FSFS-sEW-monastery")
    assert sorted(offered(game)) == ["place 2,-1 turn 0", "place 2,0 turn 0"]
    game = table("boxes river_ii", *arms)
    game.play(f"draw {ROAD_BEND}")
    assert refusal(game, "place 2,0 turn 90") == "R-RIV-12"
    assert "place 2,0 turn 0" in offered(game)
    joining = table("boxes river_ii", *arms, f"lay {ROAD_BEND} 2,0 turn 90")
    events = joining.play("draw river2/SFFS-sNW-pigs")  # only between the two ends would it match
    assert [event.name for event in events][-1] == "river_ended"


@rule("RIV-13")
def test_a_tile_between_two_ends_is_refused() -> None:
    """Laid by hand, two ends point at one cell: a bend that would join them there is forbidden."""
    game = table(
        "boxes river river_ii",
        f"lay {FORK} 1,0 turn 0",
        f"lay {GARDEN_BEND} 1,-1 turn 270",
        f"lay {ROAD_BEND} 2,0 turn 90",
    )
    course = part_of(game, Course)
    game.state.tile = game.rules.table.index["river/FFSS-sSW"]
    cell = game.state.cell_of(2, -1)
    assert not course.filter_rotations(game.state, cell, 1)
    with pytest.raises(Refused) as refused:
        course.refuse_placement(game.state, cell, 0)
    assert refused.value.rule == "RIV-13"


@rule("R-RIV-13")
@pytest.mark.parametrize("bends", ["consecutive", "strict"])
def test_an_arm_of_the_fork_is_a_bend(bends: str) -> None:
    """Both arms leave at right angles: each may only bend back to where the fork was heading."""
    game = table("boxes river_ii", f"option river_uturn {bends}")
    for action in (f"draw {FORK}", "place 1,0 turn 270", "pass", f"draw {GARDEN_BEND}"):
        game.play(action)
    assert sorted(offered(game)) == ["place 1,-1 turn 270", "place 1,1 turn 180"]
    assert refusal(game, "place 1,1 turn 90") == refusal(game, "place 1,-1 turn 0") == "RIV-05"
    straight = table("boxes river_ii", f"option river_uturn {bends}", f"lay {FORK} 1,0 turn 0")
    straight.play(f"draw {GARDEN_BEND}")  # the arm to the east goes straight on: it may bend to either side
    assert {"place 2,0 turn 0", "place 2,0 turn 90"} <= set(offered(straight))


# -- the volcano lake -------------------------------------------------------------------------------------------------
def lair(folder: Path) -> str:
    """A box that has the dragon, and nothing else: the path by which it is named."""
    folder.mkdir()
    facts = 'id = "lair"\ntitle = "The Lair"\nextends = "carcassonne"\nelements = ["dragon"]\n'
    (folder / "box.toml").write_text(facts, encoding="utf-8")
    (folder / "rules.py").write_text("def parts(rules):\n    return []\n", encoding="utf-8")
    return str(folder)


def volcano_game(*boxes: str, without: tuple[str, ...] = (), **options: str) -> Game:
    """Red is about to lay the volcano lake at the only end of the river."""
    setup = Setup(boxes=("river_ii", *boxes), options={"first_player": "seat1", **options}, without=without)
    game = Game(setup, deal=False)
    game.lay("\n".join(gone(["river_ii"], VOLCANO_LAKE)))
    game.play(f"draw {VOLCANO_LAKE}")
    return game


@rule("RIV-14", "EX-RIV-03", "R-RIV-07", "COMB-017")
@pytest.mark.parametrize(("turn", "player"), [("again", "red"), ("next", "blue")])
def test_the_volcano_lake_with_the_dragon(tmp_path: Path, turn: str, player: str) -> None:
    """Nobody may be placed on it, and Red draws again, unless the option lets play pass on; that lasts one turn."""
    game = volcano_game(lair(tmp_path / "lair"), volcano_lake_turn=turn)
    events = game.play("place 1,0")
    assert game.step == "draw" and game.player == player
    assert any(event.name == "volcano_lake" for event in events) is (turn == "again")
    game.play("draw base/FFFF-monastery")
    game.play(offered(game)[0])
    game.play("pass")
    assert game.player == ("blue" if player == "red" else "red")


@rule("R-RIV-06", "COMB-017")
def test_the_volcano_lake_without_the_dragon(tmp_path: Path) -> None:
    """The volcano means nothing: a meeple is allowed and Blue is next; also if the dragon is switched off."""
    folder = lair(tmp_path / "lair")
    for game in (volcano_game(), volcano_game(folder, without=("dragon",))):
        game.play("place 1,0")
        assert spots(game) == ["meeple field NL.NR.EL.ER.SL.SR.WL.WR"]
        game.play("deploy meeple field")
        assert game.player == "blue" and game.step == "draw"


# -- no river, several rivers -----------------------------------------------------------------------------------------
@rule("RIV-16")
@pytest.mark.parametrize("boxes", [[], ["gq11"], ["crop_circles"]])
def test_without_a_river_the_start_tile_is_laid(boxes: list[str]) -> None:
    """No box of a river, no spring."""
    assert Game(boxes=boxes, deal=False).rules.start == [("base/CRFR-rEW", 0, 0, 0)]


@rule("R-RIV-05")
@pytest.mark.parametrize("boxes", [["river", "river_ii"], ["river_ii", "river"]])
@pytest.mark.parametrize(("edition", "spring"), [("second", "river/FSFF"), ("third", "river_c3/RRSF-rNE")])
def test_river_i_and_ii_together(boxes: list[str], edition: str, spring: str) -> None:
    """One spring, the fork first, the plain lake left out, the volcano lake last: 22 tiles."""
    game = Game(boxes=boxes, river_edition=edition, deal=False)
    assert [name for name, *_ in game.rules.start] == [spring]
    assert sum(tiles_left(game).values()) == 21 and not tiles_left(game, "spring")
    assert tiles_left(game, "lake") == {VOLCANO_LAKE: 1}
    order = [name for name in drawn(boxes, 3, river_edition=edition) if name.startswith("river")]
    assert order[0] == FORK and CITY_LAKE not in (order[0], order[-1])


@rule("R-RIV-05")
@pytest.mark.parametrize("other", ["river", "river_ii"])
def test_the_anniversary_river_goes_with_no_other(other: str) -> None:
    """A set-up with both is refused in a sentence."""
    for boxes in ((other, "anniversary_river"), ("anniversary_river", other)):
        with pytest.raises(Unreadable, match="cannot be in one game") as told:
            Setup(boxes=boxes).rules()
        assert other in told.value.says and "anniversary_river" in told.value.says


@rule("R-RIV-05")
def test_all_boxes_means_all_that_go_together() -> None:
    """`--boxes all` takes River I and II and leaves the anniversary river."""
    chosen = read_boxes("carcassonne", "all")
    assert {"river", "river_ii", "gq11"} <= set(chosen) and "anniversary_river" not in chosen
    assert {box for box in BOXES if info(box).extends == "carcassonne"} - set(chosen) == {"anniversary_river"}
    game = Game(boxes=chosen, seed=4)
    while not game.over:
        game.play(game.options[0])
    assert info("anniversary_river").like == info("river") == info("river_ii").like


@rule("R-RIV-05")
@pytest.mark.parametrize(("copies", "forks", "lakes"), [(2, 2, 1), (0, 0, 0)])
def test_several_copies_of_a_river_still_have_one_spring(copies: int, forks: int, lakes: int) -> None:
    """There are as many lakes as ends; without its tiles a river is none."""
    game = Game(Setup(boxes=("river_ii",), tiles={"river2": copies}), deal=False)
    assert sum(tiles_left(game, "fork").values()) == forks and sum(tiles_left(game, "lake").values()) == lakes
    assert len(game.rules.start) == 1 and not tiles_left(game, "spring")


# -- with other boxes -------------------------------------------------------------------------------------------------
@rule("COMB-015")
@pytest.mark.parametrize(("boxes", "points"), [("river_ii", 3), ("river_ii inns_and_cathedrals", 6)])
def test_the_inn_of_river_ii(boxes: str, points: int) -> None:
    """A completed road of three tiles past it scores double, if inns are in the game."""
    inn = "river2/SRSR-rEW-sNS-inn"
    game = table(
        f"boxes {boxes}",
        f"lay {inn} 1,0 turn 90",
        *(line for line in gone(["river_ii"]) if inn not in line),
        "lay base/FFRF-monastery 1,-1",
        "stand red meeple road at 1,0",
    )
    for action in ("draw base/FFRF-monastery", "place 1,1 turn 180", "pass"):
        game.play(action)
    assert game.scores["red"] == points


@rule("COMB-016", "SC-23")
def test_the_pig_herd_of_river_ii() -> None:
    """A farmer in its field scores a point more for the completed city than in the field of another bend."""
    lines = ("lay base/CFFF 2,0 turn 90", "lay base/CFFF 3,0 turn 270", "stand red meeple field ER at 1,0")
    assert forecast(table("boxes river_ii", "lay river2/SFFS-sNW-pigs 1,0", *lines)) == [4, 0]
    assert forecast(table("boxes river_ii", f"lay {GARDEN_BEND} 1,0 turn 90", *lines)) == [3, 0]


@rule("COMB-016")
def test_builder_and_pig_on_river_tiles() -> None:
    """Red's road and field go on over river tiles: the builder and the pig may be placed there."""
    lines = ("lay base/FFFF-monastery 0,-1", "lay base/FFRF-monastery 1,-1")
    road = table("boxes river traders_and_builders", *lines, "stand red meeple road at 1,-1")
    for action in ("draw river/SRSR-rEW-sNS", "place 1,0 turn 90"):
        road.play(action)
    assert "builder road N.S" in spots(road)
    field = table("boxes river traders_and_builders", "stand red meeple field NL at 0,0")
    for action in ("draw river/FSFS-sEW", "place 1,0"):
        field.play(action)
    assert any(spot.startswith("pig field") for spot in spots(field))
    with pytest.raises(Illegal):
        field.play("deploy pig river")


@rule("R-RIV-08", "R-BCB-03")
def test_a_river_tile_that_is_discarded_instead_of_bridged_does_not_end_the_river() -> None:
    """Beside the last end lies a road, so nothing fits there without a bridge. The next tile may be bridged again."""
    boxes = ["river", "bridges_castles_and_bazaars"]
    only = gone(boxes, "river/FSFS-sEW", "river/FFFS")
    game = table(f"boxes {' '.join(boxes)}", *only, "lay base/FFFF-monastery 0,1", "lay base/FRFR-rEW 1,1 turn 90")
    game.play("draw river/FSFS-sEW")
    assert game.step == "forced_bridge"
    events = game.play("discard")
    assert "river_ended" not in [event.name for event in events] and offered(game) == ["draw river/FFFS"]
    game.play("draw river/FFFS")
    assert game.step == "forced_bridge"
