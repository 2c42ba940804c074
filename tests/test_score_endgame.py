"""`aude score`: the end of a game of three with six boxes, typed as at a real table, slips of the keyboard included."""

from __future__ import annotations

from aude import Setup
from aude.explain import explain_final, explain_now
from aude.testing import rule
from test_score import only, typed

BOXES = (
    "inns_and_cathedrals",
    "traders_and_builders",
    "tower",
    "abbey_and_mayor",
    "bridges_castles_and_bazaars",
)
SETUP = Setup(boxes=BOXES, players=("ada", "bo", "cy"))

# Ada's castle on 0,0 and 0,-1; a road with an inn and a bridge beside it; a barn's field on both sides of the road,
# which run together beneath the bridge; an abbey that ends a short road; two cities, one of them complete and empty.
LAND = (
    "lay base/CFFF 0,-1 180",
    "lay base/FRFR-rEW 1,0",
    "lay inns_cathedrals/FRFR-rEW-inn-garden 2,0",
    "lay base/FRRR -1,0",
    "lay base/FFFF-monastery 3,0 turn 0 span ada",
    "lay base/FRRR 4,0",
    "lay inns_cathedrals/FFRR-rSW-inn 4,1 180",
    "lay base/FFFF-monastery 1,1",
    "lay tower/FFFF-garden 2,1",
    "lay base/FFRF-monastery 1,2",
    "lay base/CFFF 0,1 180",
    "lay base/CFFF 0,2",
    "lay base/CFFF 2,2 90",
    "lay base/CFFC-cNW-pennant 3,2 270",
    "lay base/FFRR-rSW 0,-2 90",
    "lay base/FRFR-rEW 1,-2 90",
    "lay tower/CFFF 2,-1",
    "lay base/FRRR 1,-3",
    "lay abbey bo 1,-1",
)
FIGURES = (
    "stand cy abbey 1,-1",
    "stand bo road 1,-2",
    "stand bo large_follower road 1,0",
    "stand bo builder road 0,0",
    "stand cy road 2,0",
    "stand cy road S at 4,0",
    "stand cy builder road 4,1",
    "stand ada barn corner SE at 1,1",
    "stand cy monastery 1,1",
    "stand bo city 2,2",
    "stand cy mayor city 3,2",
    "lay castle ada city 0,-1",
    "stand ada castle 0,-1",
    "stand ada city 2,-1",
    "lay tower 1 at 2,-1",
    "stand bo tower 2,-1",
    "stand cy prison bo",
    "stand bo field 0,-1",
    "stand bo pig field SL at 0,-2",
)
COUNTS = ("hold ada wine 3", "hold bo wine 3", "hold cy cloth 2", "points ada 45", "points bo 38", "points cy 52")


@rule("BCB-12", "R-BCB-33")
def test_a_castle_is_scored_with_what_completes_it() -> None:
    """Bo's road of six tiles with an inn is worth 12, and so is Ada's castle, whose tile it crosses."""
    text, referee = typed([*LAND, *FIGURES, *COUNTS, "now"], setup=SETUP)
    report = explain_now(referee.game)
    assert report.gains == {"ada": 12, "bo": 12 + 2, "cy": 9}
    [castle] = only(report.features, "castle").scores
    assert (castle.seat, castle.points, castle.facts["complete"]) == ("ada", 12, True)
    assert "Ada scores 12 for castle at 0,-1 (completed) Castle (1): 12" in text
    assert [feature.cells for feature in report.empty] == [((0, 1), (0, 2))]


@rule("AM-20", "BCB-16", "TB-30", "SC-14")
def test_the_end_is_explained_line_by_line() -> None:
    """Barn: 4 for a city, 5 for the castle. Bo's farmer: the castle with the pig. A road with an inn: nothing."""
    text, referee = typed([*LAND, *FIGURES, *COUNTS, "final"], setup=SETUP)
    report = explain_final(referee.game)
    assert report.gains == {
        "ada": 12 + 1 + 9 + 10,  # castle, city, barn, wine
        "bo": 12 + 2 + 3 + 5 + 10,  # two roads, a shared city, field with pig, wine
        "cy": 9 + 8 + 3 + 10,  # monastery, abbey, a shared city, cloth
    }
    assert report.after == {"ada": 77, "bo": 70, "cy": 82}
    assert "Ada scores 12 for castle at 0,-1 (completed)" in text
    barn = text.partition("Field, size 14")[2].partition("In addition:")[0]
    assert "2,-1. Ada 1 barn. Counted for it: city 0,1 0,2; city 0,0 0,-1." in barn
    assert "The barn's cities (2): 9" in barn and "count together" not in barn
    assert text.endswith("Cy: 52 and 30 make 82 Cy wins with 82 points. table>")


def test_a_castle_without_anything_complete_beside_it_waits() -> None:
    _, referee = typed(["lay base/CFFF 0,-1 180", "lay castle ada city 0,-1", "stand ada castle 0,-1"], setup=SETUP)
    assert explain_now(referee.game).features == ()
    assert explain_final(referee.game).gains["ada"] == 0


def test_a_barn_is_told_where_it_was_laid() -> None:
    text, _ = typed([*LAND, "stand ada barn corner SE at 1,1"], setup=SETUP)
    assert text.endswith("2,-1. Ada 1 barn. table>")


def test_what_is_said_again_takes_the_place_of_what_was_said() -> None:
    text, referee = typed(
        ["points ada 12", "hold bo wine 1", "turn bo", "points ada 21", "hold bo wine 2", "turn cy"], setup=SETUP
    )
    assert referee.lines == ["points ada 21", "hold bo wine 2", "turn cy"] and "Ada: 21 points." in text
    assert referee.game.scores["ada"] == 21 and referee.game.player == "cy"
    text, referee = typed(["points ada 12", "points ada 21", "undo"], setup=SETUP)
    assert referee.lines == ["points ada 12"] and referee.game.scores["ada"] == 12


def test_slips_are_told_with_what_helps() -> None:
    """A piece of a box gets the sentence of its rule alone: no turn would help an abbey, no segment a barn."""
    text, referee = typed([
        "lay inns_cathedrals/FRFR-rEW-inn 1,0", "lay tower/FFFF 0,1", "lay abbey bo 1,-1",
        "stand ada barn corner SE at 0,0", "stand cy monk road 0,0",
    ], setup=SETUP)  # fmt: skip
    assert "did you mean 'inns_cathedrals/FRFR-rEW-inn-garden'" in text
    assert "did you mean 'tower/FFFF-garden', 'tower/FFFF-monastery'" in text
    assert "lay those first (AM-02). Nothing has changed" in text
    assert "at the south-east corner of 0,0 (AM-14). Nothing has changed" in text
    assert "figures: meeple, large_follower" in text and "On that tile: city N" in text
    assert referee.lines == []
