"""The rivers, rule by rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from mypy_extensions import i64

from aude import Action, Game, Illegal, Setup
from aude.boxes.river.course import Course
from aude.catalog.rulebook import read_spec, specs
from aude.engine.drive import opening
from aude.engine.rng import Random
from aude.engine.rules import CHANCE, NOBODY
from aude.engine.scoring import if_ended_now
from aude.testing import part_of, rule, scenario, spots, table

BENDS = ("consecutive", "strict", "room", "room_of_new")
STRAIGHT = "river/FSFS-sEW"
BEND = "river/FFSS-sSW"  # turned by 0 at 1,0 it takes the water of the spring to the south: a bend to the right
ROAD_BEND = "river/RRSS-rNE-sSW"
LEFT_AT = "place 1,1 turn 180"  # after that bend: to the left, and so eastwards
RIGHT_AT = "place 1,1 turn 90"
# The river runs round a corner into a cell that everything around it closes: spring, straight piece, bend and a tile.
SPIRAL = (
    "lay river/FFSS-sSW 1,0 turn 0",
    "lay river/FSFS-sEW 1,1 turn 90",
    "lay river/FFSS-sSW-garden 1,2 turn 90",
    "lay river/RRSS-rNE-sSW 0,2 turn 180",
    "lay base/FFRF-monastery -1,2 turn 270",
)


def offered(game: Game) -> list[str]:
    """What the asked seat may choose."""
    return [option.text for option in game.options]


def refusal(game: Game, action: str) -> str | None:
    """The rule that forbids an action."""
    with pytest.raises(Illegal) as refused:
        game.play(action)
    assert "_" not in refused.value.says
    return refused.value.rule


def tiles_left(game: Game, role: str = "") -> Counter[str]:
    """The river tiles that are still to be drawn; those of one role, if it is named."""
    tiles = {tile.id: str(tile.more.get("river_role", "")) for tile in game.rules.table.tiles}
    left = {name: count for name, count in game.tiles_left.items() if count and tiles[name]}
    return Counter({name: count for name, count in left.items() if tiles[name] == (role or tiles[name])})


def gone(boxes: Sequence[str], *stay: str, options: dict[str, str] | None = None) -> list[str]:
    """Lines of a position that take all river tiles out of the stack but these."""
    left = tiles_left(Game(Setup(boxes=tuple(boxes), options=options or {}), deal=False))
    return [f"gone {name}" for name in (left - Counter(stay)).elements()]


def ends(game: Game) -> int:
    """How many ends of the river are open."""
    return len(part_of(game, Course).open_ends(game.state))


def drawn(boxes: Sequence[str], seed: int, **options: str) -> list[str]:
    """What is drawn in a random game, in order."""
    rules = Setup(boxes=tuple(boxes), options=options).rules()
    state, random, found = opening(rules), Random(seed), []
    while state.actor != NOBODY:
        step = rules.program[state.step]
        action = step.sample(state, random)
        if state.actor == CHANCE and step.name == "draw":
            found.append(rules.table.tiles[action].id)
        state.play(action)
    return found


# -- all rivers -------------------------------------------------------------------------------------------------------
@rule("RIV-01", "RIV-15")
@pytest.mark.parametrize(
    ("boxes", "tiles"),
    [(["river"], 11), (["river_ii"], 11), (["anniversary_river"], 16), (["river", "river_ii"], 21)],
)
def test_the_river_is_drawn_before_anything_else(boxes: list[str], tiles: int) -> None:
    """Every river tile comes before every other tile, and then the ordinary stack is drawn to its end."""
    game = Game(boxes=boxes, deal=False)
    river = set(tiles_left(game))
    assert sum(tiles_left(game).values()) == tiles
    for seed in range(4):
        # A river that has ended early leaves some of its tiles undrawn.
        order = [name in river for name in drawn(boxes, seed)]
        assert order == sorted(order, reverse=True) and sum(order) <= tiles and order.count(False) == 71


@rule("RIV-02", "R-RIV-16", "SETUP-05")
def test_the_spring_replaces_the_start_tile() -> None:
    """The start tile stays in the box: three others like it are drawn, as in a game that begins with it."""
    game, plain = Game(boxes=["river"], deal=False), Game(deal=False)
    start = plain.rules.start[0][0]
    assert game.rules.start == [("river/FSFF", 0, 0, 0)] and game.state.slots == 1
    assert game.tiles_left[start] == plain.tiles_left[start] == 3
    third = table("boxes river", "option river_edition third")
    third.play("draw river_c3/FSFS-sEW")
    assert offered(third) == ["place 1,0 turn 0"]  # its water runs east too


@rule("RIV-03")
def test_a_turn_with_a_river_tile_is_an_ordinary_turn() -> None:
    """Red draws, lays and places; the completed road is scored; then it is Blue's turn."""
    game = table(
        "boxes river",
        "lay base/FFFF-monastery 0,-1",
        "lay base/FFRF-monastery 1,-1",
        "lay base/FFFF-monastery 0,1",
        "lay base/FFRF-monastery 1,1 turn 180",
    )
    for action in ("draw river/SRSR-rEW-sNS", "place 1,0 turn 90"):
        game.play(action)
    assert spots(game)[0] == "meeple road N.S"
    game.play("deploy meeple road")
    assert game.scores == {"red": 3, "blue": 0} and game.player == "blue" and game.step == "draw"
    empty = table("boxes river", *gone(["river"], "river/FFFS"))
    for action in ("draw river/FFFS", "place 1,0 turn 0", "pass"):
        empty.play(action)
    assert "draw base/RRRR" in offered(empty)


@rule("RIV-04", "R-RIV-10", "D-RIV-01")
def test_the_river_must_be_continued() -> None:
    """Beside the spring the sides would match, but only the place at its water is offered; other tiles may touch."""
    game = table("boxes river", "lay base/FFFF-monastery 0,-1", "lay base/FFFF-monastery 1,-1")
    game.play(f"draw {STRAIGHT}")
    assert offered(game) == ["place 1,0 turn 0"]
    assert refusal(game, "place 0,1 turn 0") == "RIV-04"
    assert refusal(game, "place 1,0 turn 90") == "BASE-13"
    game.play("place 1,0")
    assert ends(game) == 1


@rule("RIV-05", "EX-RIV-01", "R-RIV-17")
@pytest.mark.parametrize(
    ("bends", "why"),
    [("consecutive", "RIV-05"), ("strict", "RIV-05"), ("room", "R-RIV-03"), ("room_of_new", "R-RIV-03")],
)
def test_no_two_bends_to_the_same_hand(bends: str, why: str) -> None:
    """After a bend to the right the next bend turns to the left, with every meaning of the rule."""
    game = table("boxes river", f"option river_uturn {bends}")
    for action in (f"draw {BEND}", "place 1,0 turn 0", "pass", f"draw {ROAD_BEND}"):
        game.play(action)
    assert offered(game) == [LEFT_AT]
    assert refusal(game, RIGHT_AT) == why
    assert scenario("bend").player == "red"


@rule("RIV-05")
def test_a_river_may_bend_to_either_hand_at_first() -> None:
    """The spring is not a bend; left and right are open, and after a bend to the left only a right one follows."""
    game = table("boxes river")
    game.play(f"draw {BEND}")
    assert offered(game) == ["place 1,0 turn 0", "place 1,0 turn 90"]
    for action in ("place 1,0 turn 90", "pass", f"draw {ROAD_BEND}"):
        game.play(action)
    assert offered(game) == ["place 1,-1 turn 270"]


@rule("R-RIV-03")
@pytest.mark.parametrize(("bends", "turns_back"), [("consecutive", True), ("strict", False), ("room", True)])
def test_bends_with_a_straight_tile_between_them(bends: str, turns_back: bool) -> None:
    """Only `strict` looks back over straight tiles; where there is room, `room` lets the river come back."""
    game = table("boxes river", f"option river_uturn {bends}")
    for action in (f"draw {BEND}", "place 1,0 turn 0", "pass", f"draw {STRAIGHT}", "place 1,1 turn 90", "pass"):
        game.play(action)
    game.play(f"draw {ROAD_BEND}")
    assert ("place 1,2 turn 90" in offered(game)) is turns_back
    assert "place 1,2 turn 180" in offered(game)


@rule("R-RIV-03")
@pytest.mark.parametrize("bends", BENDS)
def test_room_beyond_an_end(bends: str) -> None:
    """A tile beside the cell beyond the new end is too near where the river needs room, and not otherwise."""
    monasteries = [f"lay base/FFFF-monastery {x},-1" for x in range(3)]
    game = table("boxes river", f"option river_uturn {bends}", *monasteries)
    game.play(f"draw {STRAIGHT}")
    if bends.startswith("room"):  # it leaves the game; a bend away from the tiles may lie there
        assert game.events[-1].name == "discarded"
        game.play(f"draw {BEND}")
        assert offered(game) == ["place 1,0 turn 0"]
    else:
        assert offered(game) == ["place 1,0 turn 0"]


@rule("R-RIV-03")
@pytest.mark.parametrize(("bends", "is_near"), [("room", False), ("room_of_new", True)])
def test_room_beyond_an_end_that_was_open_before(bends: str, is_near: bool) -> None:
    """The fork's northern arm goes on beside the other arm, which has turned north: one cell from its open end."""
    lines = ("lay river2/SSFS-sNEW 1,0 turn 0", "lay river2/SFFS-sNW-pigs 2,0 turn 0")
    game = table("boxes river_ii", f"option river_uturn {bends}", *lines)
    game.play("draw river2/FSFS-sEW-monastery")
    assert ("place 1,-1 turn 90" in offered(game)) is is_near
    if not is_near:
        assert game.events[-1].name == "river_ended"  # on either arm any tile would be too near


@rule("R-RIV-18")
@pytest.mark.parametrize("bends", BENDS)
def test_no_end_is_blocked_where_the_tile_can_be_laid_otherwise(bends: str) -> None:
    """To the north the river would come below a city, where the lake cannot follow; so it turns south."""
    north = ("lay base/FFFF-monastery 0,-1", "lay base/FFFF-monastery 0,-2", "lay base/CFFF 1,-2 turn 180")
    for value in ("refused", "allowed"):
        game = table("boxes river", f"option river_uturn {bends}", f"option river_blocking {value}", *north)
        game.play(f"draw {BEND}")
        if value == "refused" or bends.startswith("room"):
            assert offered(game) == ["place 1,0 turn 0"]
            assert refusal(game, "place 1,0 turn 90") == ("R-RIV-03" if bends.startswith("room") else "R-RIV-18")
        else:
            assert offered(game) == ["place 1,0 turn 0", "place 1,0 turn 90"]


@rule("R-RIV-18")
def test_a_tile_that_blocks_an_end_everywhere_may_lie_anywhere() -> None:
    """With a city to the south as well, or without a lake to come, the bend goes either way."""
    north = ("lay base/FFFF-monastery 0,-1", "lay base/FFFF-monastery 0,-2", "lay base/CFFF 1,-2 turn 180")
    south = ("lay base/FFFF-monastery 0,1", "lay base/FFFF-monastery 0,2", "lay base/CFFF 1,2 turn 0")
    for lines in ((*north, *south), (*north, "gone river/FFFS")):
        game = table("boxes river", *lines)
        game.play(f"draw {BEND}")
        assert offered(game) == ["place 1,0 turn 0", "place 1,0 turn 90"]


@rule("R-RIV-18")
def test_the_room_of_one_end_may_not_block_another() -> None:
    """`room`: a lake beyond one arm of the fork would lie in the room of the other; straight on it would not."""
    game = table("boxes river_ii", "option river_uturn room", "lay river2/SSFS-sNEW 1,0 turn 0")
    game.play("draw river2/SFFS-sNW-pigs")
    assert "place 2,0 turn 0" not in offered(game)
    assert refusal(game, "place 2,0 turn 0") == "R-RIV-18"
    game = table("boxes river_ii", "option river_uturn room", "option river_blocking allowed",
                 "lay river2/SSFS-sNEW 1,0 turn 0")  # fmt: skip
    game.play("draw river2/SFFS-sNW-pigs")
    assert "place 2,0 turn 0" in offered(game)


@rule("R-RIV-18")
@pytest.mark.parametrize("bends", BENDS)
@pytest.mark.parametrize("boxes", [["river_ii"], ["anniversary_river"], ["river", "river_ii", "gq11"]])
def test_no_river_tile_loses_its_last_place(boxes: list[str], bends: str) -> None:
    """Whatever may be laid when ends may be blocked can be laid when they may not, and never more often."""
    for seed in range(4):
        options = {"river_uturn": bends, "river_blocking": "allowed"}
        game = Game(Setup(boxes=tuple(boxes), options=options), seed=seed)
        careful = part_of(Game(Setup(boxes=tuple(boxes), options=options | {"river_blocking": "refused"})), Course)
        random = Random(seed)
        while tiles_left(game):
            if game.step == "place":
                found = [option for option in game.options if not refuses(careful, game, option.action)]
                assert found
            game.play(game.options[random.below(len(game.options))])


def refuses(course: Course, game: Game, action: Action) -> bool:
    """Whether a course of other rules forbids a placement of this game."""
    state = game.state
    cell = state.cell_of(*action.cell)
    return not course.filter_rotations(state, cell, i64(1) << action.rotation // 90)


@rule("RIV-06")
def test_nobody_stands_on_the_river() -> None:
    """The fields of a river tile are offered, the river is not."""
    game = table("boxes river", "option river_edition third")
    for action in ("draw river_c3/FSFS-sEW", "place 1,0"):
        game.play(action)
    assert spots(game) == ["meeple field NL.NR.EL.WR", "meeple field ER.SL.SR.WL"]
    assert refusal(game, "deploy meeple river") == "BASE-16"
    with pytest.raises(Exception, match="may not stand on a river"):
        table("boxes river", "stand red meeple river at 0,0")


@rule("RIV-07", "COMB-001")
def test_the_river_separates_fields() -> None:
    """Red's farmer north of the river leaves the south to Blue."""
    game = table("boxes river", "option river_edition third")
    for action in ("draw river_c3/FSFS-sEW", "place 1,0", "deploy meeple field NL", "draw river_c3/FSFS-sEW"):
        game.play(action)
    game.play("place 2,0")
    assert spots(game) == ["meeple field ER.SL.SR.WL"]


@rule("R-RIV-01")
def test_the_lake_is_drawn_last() -> None:
    """River I has one lake, at the bottom of its stack; with it the river is closed."""
    for seed in range(5):
        assert drawn(["river"], seed)[10] == "river/FFFS"
    game = table("boxes river", *gone(["river"], "river/FFFS"))
    game.play("draw river/FFFS")
    game.play("place 1,0")
    assert ends(game) == 0


# -- a river that cannot go on ----------------------------------------------------------------------------------------
@rule("R-RIV-08")
def test_a_river_that_has_run_into_itself_ends() -> None:
    """No tile fits into the last cell: all leave the game at once, it is told, and the same player goes on."""
    game = table("boxes river", *SPIRAL, "lay base/CFFF -1,1 turn 90")
    left = sum(tiles_left(game).values())
    events = game.play("draw river/CSCS-sEW")
    assert [event.name for event in events] == ["drawn", *["discarded"] * left, "river_ended"] and left == 7
    assert not tiles_left(game) and (game.player, game.step) == ("red", "draw")
    assert "draw base/RRRR" in offered(game)
    assert sum(game.state.bag) == game.state.bag_size


@rule("R-RIV-08")
def test_a_river_tile_that_cannot_be_laid_leaves_the_game_alone() -> None:
    """The lake would still fit: what does not is put aside one by one, until the lake ends the river."""
    game = table("boxes river", *SPIRAL, "lay base/FFFF-monastery -1,1")
    for name in list(tiles_left(game, "river").elements()):
        events = game.play(f"draw {name}")
        assert [event.name for event in events] == ["drawn", "discarded"]
        assert (game.player, game.step) == ("red", "draw")
    assert offered(game) == ["draw river/FFFS"]
    game.play("draw river/FFFS")
    assert offered(game) == ["place 0,1 turn 270"]


@rule("R-RIV-08", "R-RIV-03")
@pytest.mark.parametrize("bends", BENDS)
@pytest.mark.parametrize("boxes", [["river"], ["river_ii"], ["anniversary_river"], ["river", "river_ii", "gq11"]])
def test_random_rivers_come_to_an_end(boxes: list[str], bends: str) -> None:
    """Whatever is drawn, the river ends, every tile is somewhere, and ends never point at tiles or at each other."""
    for seed in range(6):
        options = {"river_uturn": bends, "sixth_player": "on"}
        setup = Setup(boxes=tuple(boxes), players=("a", "b", "c", "d", "e", "f")[: 2 + seed % 5], options=options)
        game = Game(setup, seed=seed)
        random = Random(seed)
        total = int(sum(game.rules.table.bag))
        course = part_of(game, Course)
        while tiles_left(game):
            game.play(game.options[random.below(len(game.options))])
            state = game.state
            for slot in range(state.slots):
                for side in range(4):
                    if course.sides[state.slot_tile[slot]] >> side & 1:
                        there = state.beside(state.slot_cell[slot], side) - 1
                        assert there < 0 or course.sides[state.slot_tile[there]] >> (side ^ 2) & 1
        gone_away = sum(event.name == "discarded" for event in game.events)
        assert game.state.slots + game.state.bag_size + gone_away + (game.state.tile >= 0) == total


# -- the options ------------------------------------------------------------------------------------------------------
@rule("R-RIV-15")
@pytest.mark.parametrize(
    ("edition", "spring", "lake", "monasteries"),
    [("second", "river/FSFF", "river/FFFS", 1), ("third", "river_c3/RRSF-rNE", "river_c3/SFFF-monastery", 2)],
)
def test_the_editions_of_river_i(edition: str, spring: str, lake: str, monasteries: int) -> None:
    """Eleven tiles besides the spring, all of one edition."""
    game = Game(boxes=["river"], river_edition=edition, deal=False)
    assert [start[0] for start in game.rules.start] == [spring]
    assert list(tiles_left(game, "lake")) == [lake]
    assert {name.partition("/")[0] for name in tiles_left(game)} == {spring.partition("/")[0]}
    assert sum(count for name, count in tiles_left(game).items() if "monastery" in name) == monasteries
    assert sum(tiles_left(game).values()) == 11


def test_the_first_edition_has_a_bend_without_a_garden() -> None:
    """`edition` changes one tile of River I, as it does others."""
    assert tiles_left(Game(boxes=["river"], edition="first", deal=False))[BEND] == 2
    assert sum(tiles_left(Game(boxes=["river"], edition="first", river_edition="third", deal=False)).values()) == 11


def test_the_options_are_those_of_the_specification() -> None:
    """What the box offers is what its rulings say, the default first."""
    spec = read_spec(specs()["river"])
    known = {(option.name, option.values, option.ruling) for option in spec.options}
    info = next(box for box in Setup(boxes=("river",)).infos() if box.id == "river")
    assert {(option.name, option.values, option.ruling) for option in info.options} == known


def test_a_river_is_worth_nothing() -> None:
    """If the game ended now, a river with fields around it would bring nobody a point."""
    game = table("boxes river", "stand red meeple field NL at 0,0")
    assert [int(points) for points in if_ended_now(game.state)] == [0, 0]


@rule("RIV-04")
def test_the_fork_beside_the_spring_lies_in_every_turn_that_continues_it() -> None:
    """What one turn would leave open does not count against the next, in either build of the engine."""
    game = Game(boxes=["river_ii"], deal=False, first_player="seat1")
    game.play("draw river2/SSFS-sNEW")
    assert [option.text for option in game.options] == ["place 1,0 turn 0", "place 1,0 turn 180", "place 1,0 turn 270"]
