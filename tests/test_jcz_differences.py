"""Saves of JCloisterZone: where that program has rules of its own for which we have no house rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

from aude.board import Board
from aude.errors import Unreadable
from aude.formats.jcz import open_save
from aude.formats.jcz.differences import reason_against, reason_for
from aude.formats.jcz.export import write_save
from aude.formats.jcz.meanings import Meaning
from aude.testing import table
from jcz_saves import (
    CITY,
    COMMIT,
    COUNT,
    DONE,
    PASS,
    ROAD,
    fails,
    figure_at,
    holds,
    lay,
    made,
    message,
    played,
    put,
    spot,
    token,
)


def refused(how: dict[str, Any], *messages: dict[str, Any], then: str = "") -> str:
    """What is said about writing the game of a save, after one more action of ours."""
    _, run = played(*messages, **how)
    if then:
        run.game.play(then)
    with pytest.raises(Unreadable) as error:
        write_save(run.game)
    return str(error.value)


# -- what may be done -------------------------------------------------------------------------------------------------
def test_a_bridge_stands_on_the_new_tile_there() -> None:
    """Alice has nobody in hand. Here she may put a bridge on the monastery; there, nothing is asked."""
    how: dict[str, Any] = {"elements": {"bridge": 1, "small-follower": 1}, "players": ["Alice"]}
    turns = (lay("BA/L", 0, 1), put("Monastery", "I", 0, 1, "0.small.1"), COMMIT, lay("BA/Rr", 0, 2))
    run = holds(*turns, **how, says=["Phase is CommitActionPhase", "Player can't pass"])
    assert [option.text for option in run.game.options] == ["pass", "bridge E.W at 0,1"]
    says = refused(how, *turns, then="bridge E.W at 0,1")
    assert says.startswith("that format cannot hold 'bridge E.W at 0,1': there, a bridge stands on the tile just laid")


BUILDER = (
    lay("TU/RR", -1, 0), *DONE, lay("BA/L", 0, 1), *DONE, *ROAD, lay("BA/L", 1, 1), *DONE,
    lay("BA/RFr", 2, 0), put("Road", "WE", 2, 0, "0.builder.1"), COMMIT, lay("BA/L", 2, 1), *DONE, lay("BA/RFr", 3, 0),
)  # fmt: skip


def test_one_tunnel_token_in_a_turn() -> None:
    """Alice has a second part of her turn: after a token in the first one there is none in it, but one without."""
    how: dict[str, Any] = {"sets": ["tunnel"], "elements": ["tunnel", "builder"]}
    first = (token("TUNNEL_A", "Road", "E", -1, 0), *DONE)
    holds(*BUILDER, *DONE, lay("BA/RFr", 4, 0), **how, says=["Available action Tunnel for TUNNEL_A"])
    second = (*BUILDER, *first, lay("BA/RFr", 4, 0))
    fails(*second, **how, says=["Available action Tunnel", "Available action Tunnel for TUNNEL_A"])
    holds(*second, **how, says=["Phase is ActionPhase", "Tunnel token TUNNEL_A options:"])
    holds(*second, put("Field", "NL.NR.EL.WR", 4, 0, "0.small.2"), **how, says=["Phase is CommitActionPhase"])
    says = refused(how, *second, then="tunnel road S at -1,0")
    assert "there, one tunnel token is laid in a turn" in says
    turns = (*second, *DONE, lay("BA/C", 3, 1, 180), *DONE, lay("BA/C", 0, 2, 180))
    holds(*turns, **how, says=["Tunnel token TUNNEL_A options: {Road,S,[-1,0]}"])


SCORED = (lay("BA/CFc+", -2, 2, 90), put("City", "NS", -2, 2, "0.small.1"), COMMIT, lay("BA/C", -2, 3), *DONE)


def test_abbots_stay_out_of_the_city() -> None:
    how: dict[str, Any] = {"sets": ["count"], "elements": {"count": 1, "abbot": 1}, "start": COUNT}
    holds(*SCORED, **how, says=["Phase is CocFollowerPhase", "Meeple Abbot options:"])
    says = refused(how, *SCORED, then="quarter abbot cathedral_quarter")
    assert "there, abbots never enter the City of Carcassonne" in says


def barred(how: dict[str, Any], *messages: dict[str, Any]) -> dict[str, str]:
    """Which options of ours that program does not have after these messages, and why."""
    game = open_save(json.dumps(made(*messages, **how)))[1].game
    board = Board(game.state)
    found = {option.text: reason_against(game, board, option) for option in game.options}
    return {text: str(reason) for text, reason in found.items() if reason is not None}


def test_a_portal_leads_to_nothing_complete() -> None:
    """R-PD-25: the city of the start tile, which the portal's own tile completes."""
    how: dict[str, Any] = {"sets": ["princess-and-dragon:1"], "elements": ["portal"]}
    found = barred(how, lay("DG/CRr.g", 0, -1, 180))
    assert list(found) == ["deploy meeple city N at 0,0"] and "R-PD-25" in found["deploy meeple city N at 0,0"]


def test_no_wagon_goes_to_the_dragon() -> None:
    """R-AM-37: the volcano lies diagonally below Alice's wagon."""
    how: dict[str, Any] = {"sets": ["princess-and-dragon:1"], "elements": ["dragon", "wagon"]}
    road = (
        lay("DG/RFr.v", 0, 1), *DONE, lay("BA/CccR", -1, 0, 270), *DONE,
        lay("BA/CRRR", 1, 0, 90), put("Road", "W", 1, 0, "0.wagon.1"), COMMIT,
    )  # fmt: skip
    found = barred(how, *road)
    assert list(found) == ["drive road E.W at 0,1"] and "R-AM-37" in found["drive road E.W at 0,1"]


def test_the_count_stays_out_of_the_market_without_farmers() -> None:
    """R-CNT-25."""
    save = made(*SCORED, put("Quarter", "QUARTER_BLACKSMITH", 0, 0, "1.small.1"), sets=["count"], elements=["count"],
                start=COUNT)  # fmt: skip
    del save["setup"]["elements"]["farmers"]
    game = open_save(json.dumps(save))[1].game
    found = [option.text for option in game.options if reason_against(game, Board(game.state), option)]
    assert game.step == "count" and found == ["count market_quarter"]


def test_a_castle_takes_the_most() -> None:
    """BCB-14: Bob's last tile completes two roads beside Alice's castle. Here she may take the shorter one."""
    turns = (
        lay("BA/C", 0, -1, 180), put("City", "S", 0, -1, "0.small.1"), token("CASTLE", "City", "S", 0, -1), COMMIT,
        lay("BA/L", 0, 1), *DONE, lay("BA/RRR", -1, 0), *DONE, lay("BA/LR", 1, 1, 180), *DONE,
        lay("BA/L", 0, 2), *DONE, lay("BA/RRR", 1, 0),
    )  # fmt: skip
    _, run = played(*turns, elements=["castle"])
    run.game.play("pass")
    assert [option.action.points for option in run.game.options] == [2, 3]
    run.game.play(run.game.options[0])
    with pytest.raises(Unreadable, match=r"there, a castle takes the most points that it can \(BCB-14\)"):
        write_save(run.game)


GAP = (
    lay("BA/RFr", 1, 0), *DONE, lay("BA/L", 0, 1), *DONE, lay("BA/RFr", 2, 0), *DONE,
    lay("BA/L", 2, 1), *DONE, lay("BA/L", 0, 2), *DONE, lay("BA/L", 1, 2), *DONE,
)  # fmt: skip


def test_the_last_abbey_is_asked_about_again() -> None:
    """R-AM-14: after Bob, who laid the last tile, there is another round while anybody has an abbey."""
    how: dict[str, Any] = {"elements": ["abbey"], "end": 6}
    assert barred(how, *GAP) == {}
    assert list(barred(how, *GAP, PASS)) == ["keep"]
    assert "is asked once more" in refused(how, *GAP, PASS, PASS)
    with pytest.raises(Unreadable, match="the game is over; the rules differ: there, whoever has declined"):
        played(*GAP, PASS, PASS, lay("AM/A", 1, 1), **how)
    _, run = played(*GAP, PASS, lay("AM/A", 1, 1), *DONE, **how)
    replay = json.loads(write_save(run.game))["replay"]
    assert [one["type"] for one in replay][-4:] == ["PASS", "PLACE_TILE", "PASS", "COMMIT"]


def test_what_may_be_done_there_and_not_here() -> None:
    """The error says that the rules differ."""
    with pytest.raises(Unreadable, match=r"the rules differ: there, abbots may enter shrines \(COMB-033\)"):
        played(
            lay("CU/S", 0, 1), put("Monastery", "I", 0, 1, "0.abbot.1"),
            sets=["cult/5"], elements={"shrine": 1, "abbot": 1},
        )  # fmt: skip
    enters = (*SCORED, put("Quarter", "QUARTER_BLACKSMITH", 0, 0, "1.small.1"), PASS)
    tower = (lay("TO/F", 2, 0), token("TOWER_PIECE", "Tower", "I", 2, 0))
    taken = message("CAPTURE_FOLLOWER", pointer=figure_at("Quarter", "QUARTER_BLACKSMITH", 0, 0, "1.small.1"))
    with pytest.raises(Unreadable, match=r"there, towers capture in the City of Carcassonne \(TOW-15\)"):
        played(*enters, *tower, taken, sets=["count", "tower:1"], elements=["count", "tower"], start=COUNT)


def test_a_new_barns_empty_field() -> None:
    """R-CNT-07: here a follower of the market joins farmers only."""
    turns = (
        *SCORED, put("Quarter", "QUARTER_BLACKSMITH", 0, 0, "1.small.1"),
        message("MOVE_NEUTRAL_FIGURE", figureId="count.1", to=spot("Quarter", "QUARTER_MARKET", 0, 0)), COMMIT,
        lay("BA/RRR", 0, 2, 90), put("Road", "N", 0, 2, "0.small.2"), COMMIT,
    )  # fmt: skip
    with pytest.raises(Unreadable, match="may enter a new barn's empty field"):
        played(*turns, put("Field", "EL.ER", 0, 2, "1.small.1"), sets=["count"], elements=["count"], start=COUNT)


def test_an_abbot_after_the_volcano_lake() -> None:
    """R-PD-33: here nothing is done after it in step 7."""
    game = table("boxes river_ii princess_and_dragon abbot", "lay river2/FFFS-volcano 1,0")
    recall = Meaning("RETURN_MEEPLE", "ABBOT_RETURN", 0, "abbot")
    assert "after the volcano lake (R-PD-33)" in str(reason_for(game, Board(game.state), recall))


# -- points -----------------------------------------------------------------------------------------------------------
def remarks(*messages: dict[str, Any], **how: Any) -> list[str]:
    """What is remarked about a save; a game with a remark cannot be written."""
    _, run = played(*messages, **how)
    if run.remarks:
        with pytest.raises(Unreadable, match="that format cannot hold this game"):
            write_save(run.game)
    return [str(remark) for remark in run.remarks]


def test_a_mayor_alone_on_a_castle() -> None:
    road = (lay("BA/RRR", 1, 0), *DONE, lay("BA/RRR", -1, 0), *DONE)
    mayor = (lay("BA/C", 0, -1, 180), put("City", "S", 0, -1, "0.mayor.1"), token("CASTLE", "City", "S", 0, -1), COMMIT)
    says = "the rules differ: Alice gets 3 points for a castle with a mayor alone (R-AM-12); there, it is 0"
    assert remarks(*mayor, *road, elements=["castle", "mayor"]) == [says]
    meeple = (*CITY[:2], token("CASTLE", "City", "S", 0, -1), COMMIT)
    assert remarks(*meeple, *road, elements=["castle", "mayor"]) == []


def fairy(x: int, y: int) -> dict[str, Any]:
    return message("MOVE_NEUTRAL_FIGURE", figureId="fairy.1", to=[x, y])


def test_several_figures_with_the_fairy() -> None:
    """A crop circle puts a second follower beside the first one."""
    how: dict[str, Any] = {
        "sets": ["corn-circles/1"],
        "elements": ["fairy"],
        "rules": {"fairy-placement": "on-tile"},
    }
    added = (message("CIRCLE_REMOVE_OR_DEPLOY", value="DEPLOY"), COMMIT, put("Road", "WE", 1, 0, "0.small.2"), COMMIT)
    circle = (*ROAD, lay("CC.1/Rr", 2, 0), *DONE)
    comes = (lay("BA/L", 0, 1), fairy(1, 0), COMMIT, lay("BA/L", 0, 2), *DONE)
    says = "the rules differ: Alice has 2 figures with the fairy and gets 1 point (R-PD-05); there, it is 2"
    assert remarks(*circle, *added, *comes, **how) == [says]
    assert remarks(*circle, *added[:2], PASS, COMMIT, *comes, **how) == []


def test_several_players_with_the_fairy() -> None:
    """Bob comes out of the city to the spot on which Alice stands, with the fairy beside her."""
    enters = (
        put("Quarter", "QUARTER_BLACKSMITH", 0, 0, "1.small.1"),
        message("MOVE_NEUTRAL_FIGURE", figureId="count.1", to=spot("Quarter", "QUARTER_MARKET", 0, 0)), COMMIT,
    )  # fmt: skip
    road = (
        lay("BA/RFr", 0, 2, 90), put("Road", "NS", 0, 2, "0.small.2"), COMMIT, lay("BA/L", 2, 0), *DONE,
        lay("BA/L", 2, -1), fairy(0, 2), COMMIT, lay("BA/RRR", 0, 3, 90), *DONE,
        put("Road", "NS", 0, 2, "1.small.1"),
    )  # fmt: skip
    found = remarks(
        *SCORED, *enters, *road,
        sets=["count"], elements={"count": 1, "fairy": 1}, start=COUNT, rules={"fairy-placement": "on-tile"},
    )  # fmt: skip
    [says] = found
    assert says.startswith(
        "the rules differ: the fairy's 3 points for one feature go to each of these: Alice, Bob (R-PD-06)"
    )


def test_the_fairy_on_an_unfinished_castle() -> None:
    """R-PD-21: at the end she brings 3 points here."""
    to = figure_at("Castle", "S", 0, -1, "0.small.1")
    turns = (
        *CITY[:2], token("CASTLE", "City", "S", 0, -1), COMMIT, lay("BA/RFr", 1, 0), *DONE,
        lay("BA/RFr", 2, 0), message("MOVE_NEUTRAL_FIGURE", figureId="fairy.1", to=to), COMMIT,
    )  # fmt: skip
    says = "the rules differ: Alice gets the fairy's 3 points on an unfinished castle (R-PD-21); there, it is 0"
    assert remarks(*turns, elements=["castle", "fairy"], end=3) == [says]
    assert remarks(*turns, elements=["castle", "fairy"]) == []


@pytest.mark.parametrize(("value", "differs"), [("2", True), ("4", False)])
def test_a_besieged_city_of_two_tiles(value: str, differs: bool) -> None:
    """R-CTH-07: 2 points here."""
    city = (lay("SI.CA/C", 0, -1, 180), put("City", "S", 0, -1, "0.small.1"), COMMIT)
    how: dict[str, Any] = {"sets": ["siege/cathars"], "elements": ["siege"], "rules": {"tiny-city-scoring": value}}
    says = "the rules differ: Alice gets points for a besieged city of two tiles (R-CTH-07); there, it is 0"
    assert remarks(*city, **how) == ([says] if differs else [])


def test_a_besieged_castle_at_a_field() -> None:
    """CTH-07: 8 points for the farmer here."""
    turns = (
        lay("SI.CA/C", 0, -1, 180), put("City", "S", 0, -1, "0.small.1"), token("CASTLE", "City", "S", 0, -1), COMMIT,
        lay("BA/RFr", 1, 0), put("Field", "NL.NR.EL.WR", 1, 0, "1.small.1"), COMMIT,
    )  # fmt: skip
    how: dict[str, Any] = {"sets": ["siege/cathars"], "elements": ["siege", "castle"]}
    says = "the rules differ: Bob gets 8 points for a besieged castle at a field (CTH-07); there, it is 4"
    assert remarks(*turns, **how, end=2) == [says]
    assert remarks(*turns, **how) == []


def test_of_two_equal_followers_one_leaves() -> None:
    """R-PD-39: a crop circle has put a second follower beside the one with the fairy; another takes one away."""
    to = figure_at("Road", "WE", 1, 0, "0.small.1")
    fairy_comes = (lay("BA/L", 0, 1), message("MOVE_NEUTRAL_FIGURE", figureId="fairy.1", to=to), COMMIT)
    home = message("RETURN_MEEPLE", pointer=figure_at("Road", "WE", 1, 0, "0.small.1"), source="CORN_CIRCLE")
    adds = (lay("CC.1/Rr", 2, 0), *DONE, message("CIRCLE_REMOVE_OR_DEPLOY", value="DEPLOY"),
            put("Road", "WE", 1, 0, "0.small.2"), COMMIT)  # fmt: skip
    takes = (lay("CC.1/RRR", -1, 0, 180), *DONE, message("CIRCLE_REMOVE_OR_DEPLOY", value="REMOVE"), home, COMMIT)
    says = "the rules differ: of two equal followers the one beside the fairy stays (R-PD-39); there, it may leave"
    found = remarks(*ROAD, *adds, *fairy_comes, *takes, sets=["corn-circles/1"], elements=["fairy"])
    assert found == [says]


def test_with_the_fairy_beside_a_follower_nothing_differs() -> None:
    to = message("MOVE_NEUTRAL_FIGURE", figureId="fairy.1", to=figure_at("Road", "WE", 1, 0, "0.small.1"))
    turns = (*ROAD, lay("BA/L", 0, 1), *DONE, lay("BA/L", 1, 1), to, COMMIT, lay("BA/L", 2, 1), *DONE)
    holds(*turns, elements=["fairy"], says=["Alice has 1 point"])
