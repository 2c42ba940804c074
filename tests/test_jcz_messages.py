"""Saves of JCloisterZone: every message is played as the answer to one of our questions."""

from __future__ import annotations

from typing import Any

import pytest

from aude import Game
from aude.errors import Unreadable
from aude.formats import record
from jcz_saves import CITY, COMMIT, DONE, PASS, ROAD, WEST, figure_at, holds, lay, message, played, put, texts


# -- laying and placing -----------------------------------------------------------------------------------------------
def test_a_tile_a_follower_and_a_pass() -> None:
    run = holds(*CITY, *WEST, says=["Alice has 4 points", "Bob has 0 points", "Phase is TilePhase"])
    assert [move.text for move in run.game.moves if move.seat != "chance"] == [
        "place 0,-1 turn 180",
        "deploy meeple city S",
        "place -1,0 turn 0",
        "pass",
    ]
    assert Game.read(record.write(run.game)) == run.game


def test_players_get_names_that_records_allow() -> None:
    """What a record does not allow in a name is left out; reserved words and doubles are numbered."""
    _, run = played(players=["Ann Marie", "chance", "U\u0308mit", "ümit", "Zoë 2", "李"])
    assert run.game.seats == ("AnnMarie", "player2", "Ümit", "player4", "Zoë2", "李")


def test_a_turn_that_looks_the_same_is_the_same() -> None:
    """A crossing turned by 90 degrees has its roads where the pointer says."""
    moves = (lay("BA/RRRR", 1, 0, 90), put("Road", "N", 1, 0, "0.small.1"), COMMIT)
    assert texts(moves) == ["place 1,0 turn 0", "deploy meeple road N"]


def test_pointers_of_every_form() -> None:
    """Three sides, four sides, half sides in any order, the middle of a tile and a field inside it."""
    assert (
        texts((lay("BA/CccR", 0, -1, 180), put("City", "_N", 0, -1, "0.small.1"), COMMIT))[1]
        == "deploy meeple city E.S.W"
    )
    assert (
        texts((lay("BA/Cccc+", 0, -1), put("City", "NWSE", 0, -1, "0.small.1"), COMMIT))[1]
        == "deploy meeple city N.E.S.W"
    )
    assert texts((lay("BA/RFr", 1, 0), put("Field", "WR.EL.NR.NL", 1, 0, "0.small.1"), COMMIT))[1].endswith(
        "NL.NR.EL.WR"
    )
    assert texts((lay("BA/L", 0, 1), put("Monastery", "I", 0, 1, "0.small.1"), COMMIT))[1] == "deploy meeple monastery"
    inside = (lay("IC/CCCC", 0, -1), put("Field", "I", 0, -1, "0.small.1"), COMMIT)
    assert texts(inside, sets=["inns-and-cathedrals:1"])[1] == "deploy meeple field"
    two = (lay("AM/CCcc+", 0, -1), put("Field", "II", 0, -1, "0.small.1"), COMMIT)
    assert texts(two, sets=["abbey-and-mayor:1"])[1] == "deploy meeple field 2"


def test_undo_takes_back_the_message_before() -> None:
    moves = (lay("BA/RFr", 1, 0), put("Road", "WE", 1, 0, "0.small.1"), message("UNDO"), *DONE)
    assert texts(moves) == ["place 1,0 turn 0", "pass"]


# -- draws ------------------------------------------------------------------------------------------------------------
def test_the_game_ends_when_the_last_tile_is_drawn() -> None:
    run = holds(*CITY, *WEST, end=2, says=["Phase is GameOverPhase", "Alice has 4 points"])
    assert run.game.over and not run.game.tiles_left


def test_an_end_in_the_draw_order_ends_the_game() -> None:
    holds(*CITY, more=["#END"], says=["Phase is GameOverPhase"])


def test_without_a_draw_order_the_random_value_decides() -> None:
    """0.999 of the sorted pack is its last tile; then the value moves on by itself."""
    _, run = played(message("COMMIT", random=0.999))
    assert run.pack.drawn == ["BA/RrC"] and run.game.tile == "base/CFRR-rSW"


def test_what_a_message_lays_is_believed_before_chance() -> None:
    """The value of the file draws another tile than the one that is laid: a remark says so."""
    _, run = played(lay("BA/RFr", 1, 0), *DONE, random=0.999, ordered=False)
    assert [str(remark) for remark in run.remarks] == [
        "message 1 (PLACE_TILE): BA/RFr is laid, though the random rule draws BA/RrC; the message is believed"
    ]


# -- boxes ------------------------------------------------------------------------------------------------------------
def test_an_abbot_comes_home() -> None:
    garden = (lay("BA/RFrG", 1, 0), put("Garden", "I", 1, 0, "0.abbot.1"), COMMIT)
    home = message("RETURN_MEEPLE", pointer=figure_at("Garden", "I", 1, 0, "0.abbot.1"), source="ABBOT_RETURN")
    holds(
        *garden, *WEST, lay("BA/L", 0, 1), home, COMMIT,
        sets={"basic:1": 0, "basic:2": 1}, elements={"abbot": 1, "garden": True},
        says=["Alice has 3 points", "Alice scored garden for 3 points"],
    )  # fmt: skip


def test_the_princess_sends_a_knight_away() -> None:
    knight = (lay("BA/CFc+", 0, -1, 90), put("City", "NS", 0, -1, "0.small.1"), COMMIT)
    away = message("RETURN_MEEPLE", pointer=figure_at("City", "NS", 0, -1, "0.small.1"), source="PRINCESS")
    run = holds(
        *knight, lay("DG/Cc.p", 0, -2, 180), away, COMMIT,
        sets=["princess-and-dragon:1"], elements=["princess"], says=["Phase is TilePhase"],
    )  # fmt: skip
    assert run.game.supply["Alice"]["meeple"] == 7


@pytest.mark.parametrize("rule", ["next-follower", "on-tile"])
def test_the_fairy_goes_to_a_follower_or_a_tile(rule: str) -> None:
    to = figure_at("Road", "WE", 1, 0, "0.small.1") if rule == "next-follower" else [1, 0]
    fairy = (lay("BA/RFr", 2, 0), message("MOVE_NEUTRAL_FIGURE", figureId="fairy.1", to=to), COMMIT)
    holds(
        *ROAD, *WEST, *fairy, lay("BA/RFr", -2, 0), *DONE,
        elements=["fairy"], rules={"fairy-placement": rule},
        says=["Alice has 1 point", "Alice scored fairy for 1 point"],
    )  # fmt: skip


@pytest.mark.parametrize("rule", ["before-scoring", "after-scoring"])
def test_the_dragon_goes_where_it_must_and_where_it_is_told(rule: str) -> None:
    """Its first step is a choice; the next ones are not, and come as messages all the same."""
    steps = [message("MOVE_NEUTRAL_FIGURE", figureId="dragon.1", to=to) for to in ([0, 0], [-1, 0])]
    volcano = (lay("DG/RFr.v", 1, 0), *DONE)
    hunt = (PASS, *steps, COMMIT) if rule == "before-scoring" else (PASS, COMMIT, *steps)
    run = holds(
        *volcano, lay("BA/RFr", 2, 0), put("Road", "WE", 2, 0, "1.small.1"), COMMIT, lay("DG/RFr.d", -1, 0), *hunt,
        sets=["princess-and-dragon:1"], elements=["dragon"], rules={"dragon-move": rule}, says=["Phase is TilePhase"],
    )  # fmt: skip
    assert [event.cell for event in run.game.events if event.name == "dragon_moved"] == [(0, 0), (-1, 0)]


def test_a_dragon_tile_waits_for_the_volcano() -> None:
    with pytest.raises(Unreadable, match=r"drawOrder\[0\]: 'DG/RFr.d' waits for a volcano"):
        played(lay("DG/RFr.d", 1, 0), sets=["princess-and-dragon:1"], elements=["dragon"])


def test_the_program_asks_where_the_dragon_has_one_way_only() -> None:
    """Here it has gone already when the messages end before its steps; there, the hunt is still to come."""
    how: dict[str, Any] = {"sets": ["princess-and-dragon:1"], "elements": ["dragon"]}
    hunt = (lay("DG/RFr.v", 1, 0), COMMIT, lay("DG/RFr.d", -1, 0), PASS)
    steps = [message("MOVE_NEUTRAL_FIGURE", figureId="dragon.1", to=to) for to in ([0, 0], [-1, 0])]
    holds(*hunt, **how, says=["Phase is DragonMovePhase", "Player can't pass"])
    holds(*hunt, steps[0], **how, says=["Phase is DragonMovePhase"])
    holds(*hunt, *steps, **how, says=["Phase is CommitActionPhase"])
    after = how | {"rules": {"dragon-move": "after-scoring"}}
    holds(*hunt, COMMIT, **after, says=["Phase is DragonMovePhase"])
    holds(*hunt, COMMIT, *steps, **after, says=["Phase is TilePhase"])


def test_what_comes_too_late_is_refused() -> None:
    with pytest.raises(Unreadable, match=r"message 3 \(DEPLOY_MEEPLE\): .* cannot be done here; the turn is over"):
        played(*ROAD[:2], put("Field", "NL.NR.EL.WR", 1, 0, "0.small.2"))
    with pytest.raises(Unreadable, match=r"message 4 \(PLACE_TILE\): .* cannot be done here; the game is over"):
        played(*CITY, *WEST, end=1)


def test_a_tile_of_the_draw_order_waits_for_the_river() -> None:
    spring = ({"tile": "RI/s", "x": 0, "y": 0, "rotation": 0},)
    with pytest.raises(Unreadable, match=r"drawOrder\[0\]: 'BA/L' waits for other tiles of the river"):
        played(lay("BA/L", 1, 0), sets=["river/1:1"], start=spring)


def test_what_nobody_asks_here_may_be_declined() -> None:
    _, run = played(PASS, *ROAD)
    assert [str(remark) for remark in run.remarks] == ["message 1 (PASS): here nothing is asked that could be declined"]
    assert [move.text for move in run.game.moves[:2]] == ["draw base/FRFR-rEW", "place 1,0 turn 0"]
