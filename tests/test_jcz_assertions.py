"""Saves of JCloisterZone: every form of assertion, holding and failing."""

from __future__ import annotations

from typing import Any

import pytest

from aude.formats.jcz import judge_save
from jcz_saves import COMMIT, COUNT, DONE, PASS, fails, figure_at, holds, lay, message, played, put, spot, token

CITY = (lay("BA/C", 0, -1, 180), put("City", "S", 0, -1, "0.small.1"))
ROAD = (lay("BA/RFr", 1, 0), put("Road", "WE", 1, 0, "0.small.1"), COMMIT)


def test_points_and_scores() -> None:
    """With or without a full stop, one point or several; a road that brings nothing is an event of 0 points."""
    says = ["Alice has 4 points.", "Alice scored city for 4 points", "Bob has 0 point"]
    holds(*CITY, COMMIT, says=says)
    wrong = ["Alice has 3 points", "Alice scored city for 3 points", "Bob scored city for 4 points", "Carl has 1 point"]
    assert fails(*CITY, COMMIT, says=wrong) == ["it is 4", "it is 4", "it is nothing", "nobody is called 'Carl'"]
    inn = (lay("IC/RFr.i", 1, 0), put("Road", "WE", 1, 0, "0.small.1"), COMMIT)
    how = {"sets": ["inns-and-cathedrals:1"], "elements": ["inn"], "end": 1}
    holds(*inn, **how, says=["Alice scored road for 0 points", "Alice has 0 points"])


def test_a_turn_that_is_not_confirmed_is_not_scored() -> None:
    says = ["Alice has 0 points", "Phase is CommitActionPhase", "Player can't pass"]
    holds(*CITY, says=says)
    assert fails(*CITY, says=["Alice scored city for 4 points"]) == ["it is nothing"]
    garden = (lay("BA/RFrG", 1, 0), put("Garden", "I", 1, 0, "0.abbot.1"), COMMIT, lay("BA/RFr", -1, 0), *DONE)
    home = message("RETURN_MEEPLE", pointer=figure_at("Garden", "I", 1, 0, "0.abbot.1"), source="ABBOT_RETURN")
    sets = {"basic:1": 0, "basic:2": 1}
    holds(*garden, lay("BA/L", 0, 1), home, sets=sets, elements=["abbot", "garden"], says=["Alice has 3 points"])


def test_what_is_an_event_of_its_own() -> None:
    """The fairy's points stand beside those of the road; fields with a barn, king and robber have their names."""
    fairy = message("MOVE_NEUTRAL_FIGURE", figureId="fairy.1", to=figure_at("Road", "WE", 1, 0, "0.small.1"))
    holds(
        *ROAD, lay("BA/RFr", 2, 0), fairy, COMMIT,
        players=["Alice"], elements=["fairy"], end=2,
        says=["Alice has 6 points", "Alice scored road for 3 points", "Alice scored fairy for 3 points"],
    )  # fmt: skip
    holds(
        *CITY, COMMIT,
        elements=["king", "robber"], end=1,
        says=["Alice scored king for 1 point", "Alice has KING token with size 2", "Alice has 5 points"],
    )  # fmt: skip
    assert fails(*CITY, COMMIT, elements=["king"], says=["Bob has KING token with size 2"]) == ["it is none"]
    both = {"rules": {"king-and-robber-scoring": "15/40"}, "elements": ["king", "robber"], "end": 2}
    closed = (lay("BA/RRR", 1, 0), *DONE, lay("BA/RRR", -1, 0), *DONE)
    holds(*closed, **both, says=["Bob scored robber for 15 points", "Bob has ROBBER token with size 3"])


def test_phases() -> None:
    """The phase is told by our question; a phase that we do not have is not judged."""
    holds(says=["Phase is TilePhase", "phase is TilePhase", "Player can't pass"])
    holds(lay("BA/RFr", 1, 0), says=["Phase is ActionPhase", "Player can pass"])
    assert fails(lay("BA/RFr", 1, 0), says=["Phase is TilePhase", "Player can't pass"]) == [
        "it is ActionPhase",
        "the player can",
    ]
    save, run = played(says=["Phase is ShepherdPhase", "Undo is allowed", "Undo is not allowed"])
    assert [verdict.holds for verdict in judge_save(save, run)] == [None, None, None]
    assert fails(says=["The sun shines"]) == ["no such assertion is known"]


def test_where_a_tile_may_lie() -> None:
    """Every place with every rotation; those that look the same may be named or not."""
    crossing = "[-1,0] - [0,90,180,270]; [1,0] - [0,90,180,270]"
    holds(
        more=["BA/RRRR"],
        says=["Available action TilePlacement for BA/RRRR", f"TilePlacement BA/RRRR options: {crossing}"],
    )
    holds(more=["BA/RRRR"], says=["TilePlacement BA/RRRR options: [-1,0] - [0]; [1,0] - [0]"])
    [why] = fails(more=["BA/RRRR"], says=["TilePlacement BA/RRRR options: [1,0] - [0]; [0,1] - [0]"])
    assert why == "offered as well: [-1,0] - [0]; not offered: [0,1] - [0]"
    assert fails(more=["BA/RRRR"], says=["TilePlacement XX/Y options: [1,0] - [0]"]) == ["there is no tile XX/Y"]
    assert fails(more=["BA/RRRR"], says=["Available action TilePlacement for BA/L"])


def test_where_a_figure_may_stand() -> None:
    options = "{Road,WE,[1,0]}; {Field,NL.NR.EL.WR,[1,0]}; {Field,ER.SL.SR.WL,[1,0]}"
    says = [
        "Available action Meeple for SmallFollower",
        f"Meeple SmallFollower options: {options}",
        "Available action Meeple",
    ]
    holds(lay("BA/RFr", 1, 0), says=says)
    wrong = ["Available action Meeple for Abbot", "Available action Meeple for Phantom", "Meeple Phantom options: "]
    assert len(fails(lay("BA/RFr", 1, 0), says=wrong)) == 3
    [why] = fails(lay("BA/RFr", 1, 0), says=["Meeple SmallFollower options: {Road,WE,[1,0]}; {City,N,[0,0]}"])
    assert why.startswith("offered as well: {Field,") and why.endswith("not offered: {City,N,[0,0]}")


@pytest.mark.parametrize(
    "text",
    [
        "Meeple SmallFollower options: {Road;[1,0]}",
        "Meeple SmallFollower options: {Road,WE,[1,0]} and more",
        "Tower piece TOWER_PIECE options: here",
        "TilePlacement BA/RFr options: [1,0]",
        "CaptureFollower options: {Road,WE,[1,0]}",
    ],
)
def test_a_list_that_cannot_be_read_fails(text: str) -> None:
    """It is not an empty list."""
    assert fails(lay("BA/RFr", 1, 0), says=[text]) == ["its list cannot be read"]


def test_degrees_that_are_not_quarter_turns() -> None:
    assert fails(says=["TilePlacement BA/L options: [0,1] - [45]"]) == ["45 degrees are not quarter turns"]


def test_blanks_and_capitals_are_taken_as_they_come() -> None:
    says = [
        "Player  can pass .",
        "player can pass",
        "PHASE IS ActionPhase",
        " Alice has 0  points.",
        "Alice has 0 point",
    ]
    spots = "{ Road, WE, [ 1, 0 ] } ;{Field,WR.EL.NR.NL,[1,0]};{Field,ER.SL.SR.WL,[1,0]};"
    says += [
        f"Meeple SmallFollower options:{spots}",
        f"Meeple SmallFollower options : {spots}",
        "Meeple Abbot options:",
    ]
    holds(lay("BA/RFr", 1, 0), says=says)
    assert fails(lay("BA/RFr", 1, 0), says=["Player cannot pass", "player can’t pass."]) == ["the player can"] * 2
    holds(more=["BA/RRRR"], says=["TilePlacement BA/RRRR options:[1,0]-[0, 90];[ -1 , 0 ] - [ 0 ]"])
    holds(
        says=[
            "Meeple Barn options:",
            "Tower piece T options:",
            "ReturnMeeple PRINCESS options: ",
            "CaptureFollower options:",
        ]
    )


def test_the_action_phase_is_one_there() -> None:
    """Princess, tunnel, tower, follower and fairy are asked one after the other here, and all available there."""
    knight = (lay("BA/CFc+", 0, -1, 90), put("City", "NS", 0, -1, "0.small.1"), COMMIT, lay("TU/RR", -1, 0), *DONE)
    how: dict[str, Any] = {
        "sets": ["princess-and-dragon:1", "tunnel", "tower:1"],
        "elements": ["princess", "fairy", "tunnel", "tower"],
        "says": [
            "Player can pass",
            "Available action ReturnMeeple for PRINCESS",
            "ReturnMeeple PRINCESS options: {0.small.1,City,NS,[0,-1]}",
            "Available action Tunnel for TUNNEL_C",
            "Tunnel token TUNNEL_A options: {Road,E,[-1,0]}; {Road,S,[-1,0]}",
            "Available action Meeple for SmallFollower",
            "Available action TowerPiece",
            "Tower piece TOWER_PIECE options: [0,1]",
            "Phase is ActionPhase",
        ],
    }
    holds(*knight, lay("TO/F", 0, 1), *DONE, lay("DG/Cc.p", 0, -2, 180), players=["Alice"], **how)
    must = how | {"rules": {"princess-action": "must"}, "says": ["Player can't pass", "Phase is ActionPhase"]}
    holds(*knight, lay("TO/F", 0, 1), *DONE, lay("DG/Cc.p", 0, -2, 180), players=["Alice"], **must)


def test_captures_and_the_second_token_of_a_tunnel() -> None:
    tower = (
        lay("TO/F", 0, 1), *DONE, lay("BA/L", 1, 1), put("Monastery", "I", 1, 1, "1.small.1"), COMMIT,
        lay("BA/RFr", 1, 0), token("TOWER_PIECE", "Tower", "I", 0, 1),
    )  # fmt: skip
    says = ["Phase is TowerCapturePhase", "CaptureFollower options: {1.small.1,Monastery,I,[1,1]}"]
    holds(*tower, sets=["tower:1"], elements=["tower"], says=[*says, "Available action CaptureFollower"])
    tunnel = (lay("TU/RR", -1, 0), token("TUNNEL_B", "Road", "E", -1, 0), *DONE, lay("BA/RFr", 1, 0))
    says = ["Tunnel token TUNNEL_B options: {Road,S,[-1,0]}", "Alice has TUNNEL_B token with count 1"]
    holds(*tunnel, players=["Alice"], sets=["tunnel"], elements=["tunnel"], says=says)
    one = {"sets": ["tunnel"], "elements": ["tunnel"], "rules": {"more-tunnel-tokens": "1/1"}}
    assert len(fails(lay("TU/RR", -1, 0), **one, says=["Available action Tunnel for TUNNEL_B"])) == 1


def test_quarters_and_circles_and_escapes() -> None:
    scored = (
        lay("BA/CFc+", -2, 2, 90), put("City", "NS", -2, 2, "0.small.1"), COMMIT, lay("BA/C", -2, 3), *DONE,
    )  # fmt: skip
    names = ("CASTLE", "MARKET", "BLACKSMITH", "CATHEDRAL")
    quarters = "; ".join(f"{{Quarter,QUARTER_{name},[0,0]}}" for name in names)
    how = {"sets": ["count"], "elements": ["count"], "start": COUNT}
    holds(*scored, **how, says=["Phase is CocFollowerPhase", f"Meeple SmallFollower options: {quarters}"])
    enter = put("Quarter", "QUARTER_CASTLE", 0, 0, "1.small.1")
    holds(*scored, enter, **how, says=["Phase is CocCountPhase", "Player can pass"])
    count = message("MOVE_NEUTRAL_FIGURE", figureId="count.1", to=spot("Quarter", "QUARTER_CATHEDRAL", 0, 0))
    holds(*scored, enter, count, **how, says=["Phase is TilePhase"])
    circle = (*ROAD, lay("CC.1/Rr", 2, 0), *DONE)
    holds(*circle, sets=["corn-circles/1"], says=["Phase is CornCirclePhase", "Player can't pass"])
    takes = message("CIRCLE_REMOVE_OR_DEPLOY", value="REMOVE")
    says = ["ReturnMeeple CORN_CIRCLE options: {0.small.1,Road,WE,[1,0]}", "Player can't pass"]
    holds(*circle, takes, COMMIT, sets=["corn-circles/1"], says=says)
    siege = (lay("SI.CA/Cc", 0, -1, 180), put("City", "SE", 0, -1, "0.small.1"), COMMIT, lay("BA/L", 0, -2), *DONE)
    says = ["Phase is EscapePhase", "ReturnMeeple SIEGE_ESCAPE options: {0.small.1,City,SE,[0,-1]}", "Player can pass"]
    how = {"sets": ["siege/cathars"], "elements": ["siege", "escape"]}
    holds(*siege, lay("BA/RFr", 1, 0), *DONE, **how, says=says)


@pytest.mark.parametrize(
    ("token_name", "number"), [("BRIDGE", 3), ("CASTLE", 3), ("ABBEY_TILE", 1), ("TOWER_PIECE", 10)]
)
def test_tokens_in_hand(token_name: str, number: int) -> None:
    elements = ["bridge", "castle", "abbey", "tower"]
    holds(elements=elements, sets=["tower:1"], says=[f"Alice has {token_name} token with count {number}"])


def test_a_forced_bridge_may_be_declined() -> None:
    """Everything that fits needs a bridge: there, the tile may be passed, and the places are offered all the same."""
    monasteries = tuple(one for y in (1, 2) for one in (lay("BA/L", 0, y), *DONE))
    how = {"elements": ["bridge"], "start": ({"tile": "BA/L", "x": 0, "y": 0, "rotation": 0},)}
    run = holds(*monasteries, more=["BA/RRRR"], **how, says=["Phase is TilePhase", "Player can pass"])
    assert run.game.step == "forced_bridge"
    holds(*monasteries, more=["BA/RRRR"], **how, says=["Available action TilePlacement for BA/RRRR"])
    run = holds(*monasteries, PASS, more=["BA/RRRR", "BA/L"], **how, says=["Player can't pass"])
    assert run.game.tile == "base/FFFF-monastery"
