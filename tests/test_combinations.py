"""Boxes of the shelf in pairs: what the combination rules say, shown with the boxes themselves.

Many pairs are shown beside one of the two boxes, in its `test_combined.py`; the others are here.
"""

from __future__ import annotations

import pytest

from aude import Game, Illegal
from aude.boxes.shrines_and_heretics.test_rules import LOWER, RING, UPPER, fill
from aude.testing import play, rule, spots, table, told

# The start tile lies at 0,0: a city to the north, a road from east to west. y counts to the south.
AN = "anniversary_20/AN-"
CAP = "base/CFFF"
GARDEN = "base/FRFR-rEW-garden"
MONASTERY = "base/FFFF-monastery"
SHRINE = "cult/FFFF-shrine"
STRAIGHT = "base/FRFR-rEW"

ADD = f"red draw {AN}C   place 0,1 turn 270"  # its arrow points at the start tile
ANYWHERE = f"{AN}F", "0,-1 turn 180"  # it closes the city of the start tile, at which its arrow points
EXTRA = f"red draw {AN}K   place 0,1 turn 180"
KNIGHT = "stand red meeple city at 0,0"


def both_ways(*boxes: str) -> pytest.MarkDecorator:
    """The boxes in either order: what is named first must not matter."""
    return pytest.mark.parametrize("head", ["boxes " + " ".join(boxes), "boxes " + " ".join(reversed(boxes))])


def offered(game: Game) -> list[str]:
    """What the asked seat may choose."""
    return [option.text for option in game.options]


def elsewhere(game: Game, figure: str = "") -> list[str]:
    """Where a figure may go besides the new tile."""
    return [spot for spot in spots(game) if " at " in spot and spot.startswith(figure)]


def refused(game: Game, action: str) -> str | None:
    """The rule by which an action is refused."""
    with pytest.raises(Illegal) as refusal:
        game.play(action)
    return refusal.value.rule


# -- the rivers and the abbot -----------------------------------------------------------------------------------------
@rule("COMB-014", "ABB-01")
@pytest.mark.parametrize(
    ("river", "laid", "garden", "worth", "after"),
    [
        ("river", (), "river/FFSS-sSW-garden   place 1,0 turn 0", 2, "river/FSFS-sEW   place 1,1 turn 90"),
        (
            "river_ii",
            ("lay river2/SSFS-sNEW 1,0 turn 0",),
            "river2/FFSS-sSW-garden   place 2,0 turn 0",
            2,
            "river2/FSFS-sEW-monastery   place 2,1 turn 90",
        ),
        (
            "anniversary_river",
            (),
            "anniversary_river/RA-J   place 0,1 turn 180",
            3,
            "anniversary_river/RA-M   place -1,1 turn 0",
        ),
    ],
)
def test_a_garden_at_the_river(river: str, laid: tuple[str, ...], garden: str, worth: int, after: str) -> None:
    """The abbot may stand on a garden of a river tile; the spring and all river tiles around it count."""
    for head in (f"boxes abbot {river}", f"boxes {river} abbot"):
        game = table(head, *laid, f"red draw {garden}")
        assert [spot for spot in spots(game) if "garden" in spot] == ["abbot garden"]
        play(game, "deploy abbot garden")
        assert game.if_ended_now == {"red": worth, "blue": 0}
        play(game, *f"draw {after}".split("   "), "pass")
        assert game.if_ended_now == {"red": worth + 1, "blue": 0}


# -- the abbot and the anniversary ------------------------------------------------------------------------------------
@rule("ABB-09", "ANN-13", "COMB-022")
@both_ways("abbot", "anniversary")
def test_only_the_abbot_goes_to_a_garden_elsewhere(head: str) -> None:
    """ANYWHERE offers garden and monastery to Red's abbot, to a meeple the monastery only."""
    draw = f"red draw {AN}I   place 0,2 turn 0"
    game = table(head, f"lay {GARDEN} 1,0", f"lay {MONASTERY} 0,1", draw)
    assert elsewhere(game, "abbot") == ["abbot garden at 1,0", "abbot monastery at 0,1"]
    assert "meeple monastery at 0,1" in elsewhere(game) and "meeple garden at 1,0" not in elsewhere(game)
    monk = play(game.copy(), "deploy abbot monastery at 0,1")
    assert monk.if_ended_now["red"] == 4
    play(game, "deploy abbot garden at 1,0")
    assert (game.player, game.supply["red"]["abbot"], game.if_ended_now["red"]) == ("blue", 0, 3)


@rule("ABB-09", "ANN-13", "ANN-11")
def test_a_garden_elsewhere_must_be_empty_and_incomplete() -> None:
    """The garden on which Blue's abbot stands is not offered to Red's, nor one that the new tile surrounds."""
    around = [f"lay {CAP} 0,-1 turn 180", f"lay {CAP} 1,-1", f"lay {STRAIGHT} 2,0"]
    around += [f"lay {MONASTERY} {x},1" for x in (0, 2)]
    last = f"red draw {AN}I   place 2,-1 turn 180"
    lines = ("boxes abbot anniversary", f"lay {GARDEN} 1,0", *around)
    assert "abbot garden at 1,0" in elsewhere(table(*lines, last))
    taken = table(*lines, "stand blue abbot garden at 1,0", last)
    surrounded = table(*lines, f"lay {MONASTERY} 1,1", last)
    for game in (taken, surrounded):
        assert elsewhere(game, "abbot") and "abbot garden at 1,0" not in elsewhere(game)
        assert refused(game, "deploy abbot garden at 1,0") == "ANN-11"


MONK_AT_2_1 = (f"lay {STRAIGHT} 1,0", f"lay {STRAIGHT} 2,0", f"lay {MONASTERY} 2,1")


@rule("COMB-022", "R-ANN-05", "R-ABB-01")
@both_ways("abbot", "anniversary")
def test_a_second_figure_beside_an_abbot(head: str) -> None:
    """ADD brings nobody to Red's abbot on a garden; in a monastery a meeple joins him, or he joins a meeple."""
    garden = table(head, f"lay {GARDEN} 1,0", "stand red abbot garden at 1,0", ADD)
    assert elsewhere(garden) == []
    assert refused(garden, "deploy meeple garden at 1,0") == "BASE-16"
    for there, other in (("abbot", "meeple"), ("meeple", "abbot")):
        game = table(head, *MONK_AT_2_1, f"stand red {there} monastery at 2,1", ADD)
        assert f"{other} monastery at 2,1" in elsewhere(game)
        play(game, f"deploy {other} monastery at 2,1")
        assert game.supply["red"] == {"meeple": 6, "abbot": 0}


@rule("R-ABB-11", "COMB-022")
def test_an_abbot_is_recalled_from_beside_the_meeple_that_joined_him() -> None:
    """Red adds a meeple to the abbot's monastery. The recall brings its points; the meeple stays, and scores again."""
    game = table("boxes abbot anniversary", *MONK_AT_2_1, "stand red abbot monastery at 2,1", ADD)
    play(game, "deploy meeple monastery at 2,1", f"draw {STRAIGHT}", "place 3,0", "pass")
    play(game, f"draw {STRAIGHT}", "place 4,0", "recall abbot monastery at 2,1")
    assert game.scores == {"red": 4, "blue": 0}
    assert (game.supply["red"], game.if_ended_now["red"]) == ({"meeple": 6, "abbot": 1}, 8)


@rule("R-ABB-02", "ANN-14", "COMB-022")
@both_ways("abbot", "anniversary")
def test_a_recalled_abbot_is_placed_again_in_the_extra_turn(head: str) -> None:
    """EXTRA gives Red a turn with a placement of its own: the abbot recalled before stands on the next garden."""
    game = table(head, "tiles base 2", f"lay {GARDEN} 1,0", "stand red abbot garden at 1,0", EXTRA)
    play(game, "recall abbot garden at 1,0", f"draw {GARDEN}", "place 2,0")
    assert (game.player, game.scores["red"]) == ("red", 3)
    play(game, "deploy abbot garden")
    assert (game.player, game.supply["red"]["abbot"]) == ("blue", 0)


@rule("R-ABB-02", "ABB-07", "ANN-08")
def test_a_recall_uses_up_the_symbol() -> None:
    """With ANYWHERE Red may recall the abbot or send a figure elsewhere, not both."""
    lines = (f"lay {GARDEN} 1,0", f"lay {MONASTERY} 0,1", "stand red abbot garden at 1,0")
    game = table("boxes abbot anniversary", *lines, f"red draw {AN}I   place 0,2 turn 0")
    assert "recall abbot garden at 1,0" in offered(game) and elsewhere(game, "meeple")
    assert elsewhere(game, "abbot") == []  # he is on the table
    play(game, "recall abbot garden at 1,0")
    assert (game.player, game.actor) == ("blue", "chance")


# -- the abbot, shrines and the Cathars -------------------------------------------------------------------------------
# A besieged city of two tiles, with the Cathars at 0,-1; the tile at 0,-2 lies beside them.
SIEGE = ("lay cathars/CFFC-cNW 0,-1 turn 180", KNIGHT)
ESCAPES = "escape meeple city N at 0,0"


@rule("COMB-032", "R-ABB-09")
@both_ways("abbot", "cathars")
@pytest.mark.parametrize("abbot", [True, False])
@pytest.mark.parametrize(("tile", "spot", "asked"), [(GARDEN, "garden", False), (MONASTERY, "monastery", True)])
def test_no_knight_escapes_to_a_garden(head: str, abbot: bool, tile: str, spot: str, asked: bool) -> None:
    """A monastery beside the Cathars lets Red's knight escape, a garden does not; whoever stands there."""
    standing = [f"stand blue abbot {spot} at 0,-2"] if abbot else []
    game = play(table(head, *SIEGE, f"lay {tile} 0,-2", *standing), f"draw {STRAIGHT}", "place 1,0", "pass")
    assert (game.player, game.step) == (("red", "escape") if asked else ("blue", "draw"))


@rule("COMB-112", "R-CTH-04", "R-SH-08")
@both_ways("cathars", "shrines_and_heretics")
@pytest.mark.parametrize("cell", ["0,-2", "-1,-2"])
@pytest.mark.parametrize("heretic", [True, False])
def test_a_knight_escapes_to_a_shrine(head: str, cell: str, heretic: bool) -> None:
    """A shrine beside the Cathars, also across a corner and with a heretic or without, lets Red's knight escape."""
    standing = [f"stand blue meeple shrine at {cell}"] if heretic else []
    laid = [f"lay {MONASTERY} 0,1"] if cell == "0,-2" else ["lay base/CFFF 0,-2 turn 0"]
    game = table(head, *SIEGE, *laid, f"lay {SHRINE} {cell}", *standing)
    play(game, f"draw {STRAIGHT}", "place 1,0", "pass")
    assert offered(game) == ["pass", ESCAPES]
    play(game, ESCAPES)
    assert (game.player, game.supply["red"]["meeple"]) == ("blue", 7)


@rule("COMB-033", "R-SH-15", "ABB-04")
@both_ways("abbot", "shrines_and_heretics")
def test_the_abbot_is_no_heretic(head: str) -> None:
    """A shrine is offered to the meeple only."""
    game = table(head, f"red draw {SHRINE}   place 0,1 turn 0")
    assert [spot for spot in spots(game) if "shrine" in spot] == ["meeple shrine"]
    assert refused(game, "deploy abbot shrine") == "ABB-04"


@rule("COMB-033", "R-ABB-09")
@both_ways("abbot", "shrines_and_heretics")
@pytest.mark.parametrize(("tile", "may"), [("base/CFFF-garden", True), ("king_robber/CFFF-monastery", False)])
def test_a_shrine_may_lie_between_gardens(head: str, tile: str, may: bool) -> None:
    """Two monasteries keep a shrine away, two gardens do not."""
    sides = [f"lay {tile} {x},1 turn 180" for x in (0, 2)]
    road = [f"lay {STRAIGHT} {x},0" for x in (1, 2)]
    copies = ("tiles base 2", "tiles king_robber 2")
    game = table(f"{head} king_and_robber", *copies, *road, *sides, f"red draw {SHRINE}")
    assert ("place 1,1 turn 0" in offered(game)) is may


def race(upper: str, *more: str, missing: str = "1,0 0,3") -> Game:
    """A building or garden at 0,1 and a shrine with Blue's heretic at 0,2, with two tiles of the ring missing."""
    ring = [f"lay {line}" for cell, line in RING.items() if cell not in missing.split()]
    both = (f"lay {upper}", f"lay cult/CFFF-shrine {LOWER}")
    heretic = f"stand blue meeple shrine at {LOWER}"
    return table("boxes abbot shrines_and_heretics king_and_robber", *both, *ring, *more, heretic)


@rule("COMB-033", "R-ABB-09")
@pytest.mark.parametrize(
    ("upper", "spot", "lost"),
    [("base/CFFF-garden 0,1 turn 180", "garden", 0), ("king_robber/CFFF-monastery 0,1 turn 180", "monastery", 1)],
)
def test_an_abbot_races_as_a_monk_only(upper: str, spot: str, lost: int) -> None:
    """Red's abbot scores 9 first. From a monastery he sends Blue's heretic home, from a garden he does not."""
    game = fill(race(upper, f"stand red abbot {spot} at {UPPER}"), "1,0")
    assert game.scores == {"red": 9, "blue": 0}
    assert (len(told(game, "outdone")), game.supply["blue"]["meeple"]) == (lost, 6 + lost)
    fill(game, "0,3")
    assert game.scores == {"red": 9, "blue": 0 if lost else 9}


@rule("COMB-033", "SH-05")
def test_an_abbot_may_lose_as_a_monk() -> None:
    """Blue's shrine is surrounded first: the abbot goes back to Red without points. On a garden he would stay."""
    monk = race("king_robber/CFFF-monastery 0,1 turn 180", f"stand red abbot monastery at {UPPER}")
    fill(monk, "0,3")
    assert (monk.scores, monk.supply["red"]["abbot"]) == ({"red": 0, "blue": 9}, 1)
    gardener = race("base/CFFF-garden 0,1 turn 180", f"stand red abbot garden at {UPPER}")
    fill(gardener, "0,3")
    assert (gardener.scores, gardener.supply["red"]["abbot"]) == ({"red": 0, "blue": 9}, 0)


@rule("R-SH-18", "COMB-033", "R-ABB-12")
def test_a_recalled_abbot_ends_the_challenge() -> None:
    """Red recalls him for 8 points; the monastery is surrounded without anybody, and Blue's heretic scores later."""
    game = race("king_robber/CFFF-monastery 0,1 turn 180", f"stand red abbot monastery at {UPPER}")
    play(game, f"draw {CAP}", "place 0,-1 turn 180", f"recall abbot monastery at {UPPER}")
    assert game.scores == {"red": 8, "blue": 0}
    fill(fill(game, "1,0"), "0,3")
    assert (game.scores, told(game, "outdone")) == ({"red": 8, "blue": 9}, [])


@rule("R-SH-17", "R-SH-18", "ABB-07")
def test_an_abbot_is_recalled_before_he_loses() -> None:
    """Red completes Blue's shrine and recalls the abbot with the same tile: both have their points."""
    game = race("king_robber/CFFF-monastery 0,1 turn 180", f"stand red abbot monastery at {UPPER}")
    fill(game, "0,3", f"recall abbot monastery at {UPPER}")
    assert (game.scores, told(game, "outdone")) == ({"red": 8, "blue": 9}, [])


# -- the anniversary and shrines --------------------------------------------------------------------------------------
@rule("COMB-041", "R-SH-04")
@both_ways("anniversary", "shrines_and_heretics")
@pytest.mark.parametrize(("seat", "spot"), [("red", "monastery at 0,1"), ("blue", "shrine at 0,2")])
@pytest.mark.parametrize(("last", "winner"), [("1,0", "red"), ("0,3", "blue")])
def test_a_follower_from_elsewhere_starts_a_challenge(head: str, seat: str, spot: str, last: str, winner: str) -> None:
    """By ANYWHERE Red's monk comes to Blue's heretic, or Blue's heretic to Red's monk: the race is on."""
    ring = [f"lay {line}" for cell, line in RING.items() if cell not in ("1,0", "0,3")]
    there = f"stand blue meeple shrine at {LOWER}" if seat == "red" else f"stand red meeple monastery at {UPPER}"
    game = table(head, f"lay {MONASTERY} {UPPER}", f"lay {SHRINE} {LOWER}", *ring, there, f"turn {seat}")
    play(game, f"draw {ANYWHERE[0]}", f"place {ANYWHERE[1]}", f"deploy meeple {spot}")
    fill(game, last)
    assert game.scores == {"red": 0, "blue": 0, winner: 9}
    assert len(told(game, "outdone")) == 1
    assert game.supply == {"red": {"meeple": 7}, "blue": {"meeple": 7}}


@rule("R-SH-06", "COMB-041", "ANN-11")
def test_the_losers_building_is_free_for_a_follower_from_elsewhere() -> None:
    """Blue's heretic has lost; by ANYWHERE Red puts a follower there, who has no opponent and scores in full."""
    ring = [f"lay {line}" for cell, line in RING.items() if cell not in ("1,0", "0,3")]
    standing = (f"stand red meeple monastery at {UPPER}", f"stand blue meeple shrine at {LOWER}", "turn blue")
    laid = (f"lay {MONASTERY} {UPPER}", f"lay {SHRINE} {LOWER}", *ring, *standing)
    game = table("boxes anniversary shrines_and_heretics", *laid)
    fill(game, "1,0")
    assert game.scores == {"red": 9, "blue": 0}
    play(game, f"draw {ANYWHERE[0]}", f"place {ANYWHERE[1]}", f"deploy meeple shrine at {LOWER}")
    fill(game, "0,3")
    assert game.scores == {"red": 18, "blue": 0}


# -- large followers beside builder, pig and crop circles -------------------------------------------------------------
@rule("COMB-042", "TB-14", "TB-18")
@both_ways("inns_and_cathedrals", "traders_and_builders")
def test_a_large_follower_is_enough_for_the_builder(head: str) -> None:
    """Red's builder joins a large thief, works for a second tile, and goes home when the road is scored."""
    empty = table(head, f"red draw {STRAIGHT}   place 1,0")
    assert "builder road E.W" not in spots(empty)
    large = "stand red large_follower road at 0,0"
    game = table(head, large, f"red draw {STRAIGHT}   place 1,0   deploy builder road")
    play(game, f"draw {MONASTERY}", "place 0,1", "pass", "draw base/FRRR", "place 2,0", "pass")
    assert (game.player, game.step) == ("red", "second")
    play(game, "second", "draw base/FRRR", "place -1,0 turn 180", "pass")
    assert told(game, "scored") == ["red scores 4: tiles 4"]
    assert game.supply["red"] == {"meeple": 7, "large_follower": 1, "builder": 1, "pig": 1}


@rule("COMB-042", "TB-28", "TB-30")
@both_ways("inns_and_cathedrals", "traders_and_builders")
def test_a_large_follower_is_enough_for_the_pig(head: str) -> None:
    """Red's pig joins a large farmer, who has the majority over Blue's meeple: 4 points for the completed city."""
    lines = (f"lay {CAP} 0,-1 turn 180", f"lay {MONASTERY} 1,-1", f"lay {MONASTERY} 2,-1")
    large = ("stand red large_follower field at 1,-1", "stand blue meeple field at 2,-1")
    game = table(head, *lines, *large, f"red draw {MONASTERY}   place 1,-2")
    assert "pig field NL.NR.EL.ER.SL.SR.WL.WR" in spots(game)
    play(game, "deploy pig field")
    assert game.if_ended_now == {"red": 4, "blue": 0}


SHIELD = ("draw crop_circles/CCFF-circle-city", "place 0,1 turn 90", "pass")
CLUB = ("draw crop_circles/FFRR-rSW-circle-road", "place 0,1 turn 0", "pass")
PITCHFORK = ("draw crop_circles/CRFF-circle-field", "place 1,0 turn 180", "pass")


@rule("COMB-052", "CC-06", "R-CC-11")
@both_ways("inns_and_cathedrals", "crop_circles")
def test_a_large_follower_is_taken_or_added_like_any(head: str) -> None:
    """The circle takes Red's large knight away, or adds it beside a small one, where it counts 2."""
    game = play(table(head, "stand red large_follower city at 0,0"), *SHIELD)
    taken = play(game.copy(), "all-remove", "remove large_follower city N at 0,0")
    assert taken.supply["red"] == {"meeple": 7, "large_follower": 1}
    play(game, "all-add")
    assert offered(game) == ["add meeple city N at 0,0"]
    city = ("lay base/FCFC-cEW 0,-1 turn 90", KNIGHT, *["stand blue meeple city at 0,-1"] * 2)
    small = play(table(head, *city), *SHIELD, "all-add")
    assert (small.actor, small.if_ended_now) == ("blue", {"red": 0, "blue": 2})
    play(small, "add meeple city N.S at 0,-1")
    assert offered(small) == ["add meeple city N at 0,0", "add large_follower city N at 0,0"]
    play(small, "add large_follower city N at 0,0")
    assert small.if_ended_now == {"red": 2, "blue": 2}  # 1 + 2 against 3


# -- builder, pig and circles ------------------------------------------------------------------------------------------
WITH_CIRCLES = both_ways("traders_and_builders", "crop_circles")
BESIDE = pytest.mark.parametrize(
    ("figure", "spot", "circle"),
    [("builder", "city", SHIELD), ("builder", "road", CLUB), ("pig", "field ER", PITCHFORK)],
)


@rule("COMB-063", "CC-05", "R-CC-07", "GEN-04", "TB-27", "R-GEN-01")
@WITH_CIRCLES
@BESIDE
def test_a_crop_circle_neither_takes_nor_adds_builder_and_pig(
    head: str, figure: str, spot: str, circle: tuple[str, ...]
) -> None:
    """Only Red's meeple beside the builder or pig can be taken; with both in the supply only a meeple is added."""
    meeple, other = f"stand red meeple {spot} at 0,0", f"stand red {figure} {spot} at 0,0"
    taken = play(table(head, meeple, meeple, other), *circle, "all-remove")
    added = play(table(head, meeple), *circle, "all-add")
    for game, verb in ((taken, "remove"), (added, "add")):
        assert [text.split()[:2] for text in offered(game)] == [[verb, "meeple"]]
        play(game, offered(game)[0])
    assert (taken.supply["red"]["meeple"], taken.supply["red"][figure]) == (6, 0)
    assert added.supply["red"] == {"meeple": 5, "builder": 1, "pig": 1}


@rule("COMB-063", "R-CC-09", "TB-25", "R-TB-07")
@WITH_CIRCLES
@BESIDE
def test_builder_or_pig_left_alone_by_a_crop_circle_returns(
    head: str, figure: str, spot: str, circle: tuple[str, ...]
) -> None:
    """The circle takes Red's last follower there; a follower of Blue's does not keep Red's builder or pig."""
    standing = (f"stand {who} {spot} at 0,0" for who in ("red meeple", f"red {figure}", "blue meeple"))
    game = play(table(head, *standing), *circle, "all-remove")
    while game.step == "circle_remove":
        play(game, offered(game)[0])
    assert game.supply == {seat: {"meeple": 7, "builder": 1, "pig": 1} for seat in ("red", "blue")}
