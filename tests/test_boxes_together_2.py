"""Boxes of the shelf together: barns at castles, the robber on bridges, races from afar, tunnels, the turn."""

from __future__ import annotations

import pytest

from aude import Game, Setup
from aude.boxes.abbey_and_mayor.conftest import BARN, CAP, STRAIGHT, UPPER
from aude.boxes.shrines_and_heretics.test_rules import LOWER, RING, fill
from aude.boxes.shrines_and_heretics.test_rules import UPPER as BUILDING
from aude.catalog.boxes import expansions
from aude.testing import play, rule, scored, spots, table, told

FIELD = "base/FFFF-monastery"
END = "base/FFRF-monastery"
SHRINE = "cult/FFFF-shrine"
PD = "princess_dragon/"
BCB = "bridges_castles_and_bazaars"
THREE = "red blue green"


def offered(game: Game, verb: str = "") -> list[str]:
    """What the asked seat may choose, of one verb only if it is named."""
    return [option.text for option in game.options if option.text.startswith(verb)]


# -- barns and farmers at castles -------------------------------------------------------------------------------------
# Three pairs of caps between two fields; the last of the first pair, and of the second, are still to be laid.
LAND = tuple(line for line in UPPER if not line.endswith(("1,2 turn 0", " 0,2 turn 0")) or "-1,2" in line)


@rule("AM-17", "AM-18", "AM-20", "CTH-06", "CTH-07", "COMB-082", "COMB-098", "R-BCB-14")
@pytest.mark.parametrize(("tile", "farmer", "joined", "barn"), [(CAP, 10, 4, 13), ("cathars/CFFF", 14, 6, 18)])
def test_a_barn_and_farmers_at_a_castle(tile: str, farmer: int, joined: int, barn: int) -> None:
    """Beside two cities: 3 + 3 + 4 for Blue's farmer when the barn comes, 1 + 1 + 2 for Green's, 4 + 4 + 5 for Red.

    A besieged castle counts twice.
    """
    head = (f"boxes abbey_and_mayor cathars {BCB}", "tiles base 9", "without bridges bazaars")
    farmers = ("stand blue meeple field EL at 0,1", "stand green meeple field EL at -1,2")
    game = table(*head, *LAND, *farmers, "stand red meeple city at 1,1", players=THREE)
    play(game, f"draw {tile}", "place 1,2", "pass", "castle", f"draw {CAP}", "place 0,2", "pass")
    assert told(game, "castle_completed") == ["castle_completed castle at 1,1"]
    play(game, f"draw {STRAIGHT}", "place 3,0", "pass", *BARN)
    assert scored(game)[1:] == [f"blue scores {farmer}: cities {farmer}"]
    play(game, f"draw {FIELD}", "place 2,2")
    assert scored(game)[2:] == [f"green scores {joined}: cities {joined}"]
    assert game.if_ended_now["red"] - game.scores["red"] == barn


# -- king and robber, tunnels -----------------------------------------------------------------------------------------
@rule("R-KR-08", "COMB-097")
def test_a_bridge_tile_counts_for_the_robber() -> None:
    """Blue completes a road of four tiles, one of them under a bridge."""
    head = (f"boxes king_and_robber {BCB}", "tiles base 9", "without castles bazaars")
    game = table(*head, f"lay {END} -1,0 turn 270")
    play(game, f"draw {FIELD}", "span 1,0", "pass", f"draw {END}", "place 2,0 turn 90", "pass", "pass")
    assert told(game, "robber_taken") == ["blue robber_taken 4"]


@rule("COMB-100", "COMB-097", "R-KR-08")
def test_bridge_and_tunnel_on_one_road() -> None:
    """Four tiles with a bridge, and two beyond the tunnel: 6 points for Red's thief, and the robber."""
    head = (f"boxes tunnel king_and_robber {BCB}", "tiles base 9", "without castles bazaars")
    tunnel = ("lay tunnel/FRRF 1,0 turn 180", "lay tunnel/CRFR 0,1 turn 180", f"lay {END} 1,1 turn 90")
    game = table(*head, "option tunnel_tokens single", *tunnel, "stand red meeple road at 1,1")
    play(game, f"draw {FIELD}", "span -1,0")
    play(game, "pass", "tunnel road W at 1,0", f"draw {END}", "place -2,0 turn 270", "pass", "pass", "pass")
    assert scored(game) == []
    play(game, f"draw {FIELD}", "place -2,1", "pass", "pass", "tunnel road E at 0,1")
    assert scored(game) == ["red scores 6: tiles 6"]
    assert told(game, "robber_taken") == ["red robber_taken 6"]


@rule("R-TUN-04", "TUN-06")
@pytest.mark.parametrize(("option", "exits"), [("off", []), ("on", ["tunnel road E", "tunnel road W"])])
def test_the_underpass_with_a_coat_of_arms(option: str, exits: list[str]) -> None:
    """That of Abbey & Mayor: one road below the city; or two exits, which two tokens join to a road of one tile."""
    game = table("boxes abbey_and_mayor tunnel", "option tunnel_tokens single", f"option tunnel_other_tiles {option}")
    play(game, "draw abbey_mayor/RCRC-cEW-rNS-pennant-underpass", "place 1,0 turn 90")
    assert ("meeple road E.W" in spots(game)) is (option == "off")
    play(game, "deploy mayor city")
    assert offered(game, "tunnel") == exits
    if not exits:
        return
    play(game, "tunnel road E", f"draw {END}", "place 2,0 turn 90", "deploy meeple road", "pass")
    assert game.if_ended_now == {"red": 2, "blue": 2}  # the mayor weighs one; Blue has a road of two tiles
    play(game, f"draw {FIELD}", "place 0,1", "pass", "tunnel road W at 1,0")
    assert game.if_ended_now["blue"] == 3  # the start tile's too; the tile of the underpass counts once


# -- monks and heretics -----------------------------------------------------------------------------------------------
def race(*more: str) -> Game:
    """A monastery and a shrine, with two tiles missing around them, one beside each."""
    ring = [f"lay {line}" for cell, line in RING.items() if cell not in ("1,0", "0,3")]
    head = ("boxes princess_and_dragon shrines_and_heretics", "without fairy")
    return table(*head, f"lay {FIELD} {BUILDING}", f"lay {SHRINE} {LOWER}", *ring, *more)


PORTAL = (f"draw {PD}FRRR-portal", "place -1,-1 turn 180")


@rule("R-SH-04", "PD-12")
@pytest.mark.parametrize(("last", "winner"), [("1,0", "red"), ("0,3", "blue")])
@pytest.mark.parametrize(("seat", "spot"), [("red", f"monastery at {BUILDING}"), ("blue", f"shrine at {LOWER}")])
def test_a_follower_through_the_portal_starts_a_challenge(seat: str, spot: str, last: str, winner: str) -> None:
    """Red's monk comes to Blue's heretic, or Blue's heretic to Red's monk: the race is on."""
    there = f"stand blue meeple shrine at {LOWER}" if seat == "red" else f"stand red meeple monastery at {BUILDING}"
    game = play(race(there, f"turn {seat}"), *PORTAL, f"deploy meeple {spot}")
    fill(game, last)
    assert game.scores == {"red": 0, "blue": 0, winner: 9}
    assert len(told(game, "outdone")) == 1


@rule("R-SH-06", "PD-12")
def test_the_losers_building_is_free_for_the_portal() -> None:
    """Blue's heretic has lost; through the portal Red comes there, has no opponent and scores in full."""
    both = (f"stand red meeple monastery at {BUILDING}", f"stand blue meeple shrine at {LOWER}", "turn blue")
    game = fill(race(*both), "1,0")
    assert game.scores == {"red": 9, "blue": 0}
    play(game, *PORTAL, f"deploy meeple shrine at {LOWER}")
    assert fill(game, "0,3").scores == {"red": 18, "blue": 0}


@rule("R-SH-04", "R-CNT-03", "R-CNT-06")
@pytest.mark.parametrize("joins", [True, False])
def test_a_follower_out_of_carcassonne_starts_a_challenge(joins: bool) -> None:
    """The empty monastery beside Red's heretic is complete: whoever comes from the cathedral outdoes him at once."""
    land = (f"lay {STRAIGHT} -3,-1", f"lay {STRAIGHT} -4,-1", f"lay {FIELD} -3,0", "lay base/FFRR-rSW -3,1")
    lines = (*land, f"lay {SHRINE} -4,0", "stand red meeple shrine at -4,0", "hold blue cathedral_quarter 1")
    game = table("boxes count shrines_and_heretics", "option count_to_unoccupied on", *lines)
    play(game, "draw base/FFRR-rSW", "place -4,1 turn 270", "pass")
    assert (game.actor, game.step) == ("blue", "join")
    play(game, "join meeple monastery at -3,0" if joins else "done")
    assert game.scores == {"red": 0, "blue": 9 if joins else 0}
    assert (len(told(game, "outdone")), game.supply["red"]["meeple"]) == ((1, 7) if joins else (0, 6))


# -- set-up and turn --------------------------------------------------------------------------------------------------
@rule("RIV-16", "SETUP-06", "R-SETUP-01")
@pytest.mark.parametrize("boxes", [("count",), ("wheel_of_fortune",), ("wheel_of_fortune", "count"), ("river",)])
def test_the_start_tile_is_left_out_beside_count_wheel_and_river(boxes: tuple[str, ...]) -> None:
    """Every tile that lies at the beginning belongs to one of these boxes."""
    start = {tile.split("/")[0] for tile, *_ in Setup(boxes=boxes).rules().start}
    assert start == set(boxes)


EARLY = ["deploy", "fairy", "tunnel", "escape", "fair", "dragon", "circle", "collect", "castle", "join", "score"]
LATE = ["tunnel", "collect", "castle", "join", "score", "quarter", "count", "fair", "dragon", "circle", "second"]


@rule("R-TURN-01", "R-TURN-02", "COMB-066", "COMB-070", "R-CTH-01")
@pytest.mark.parametrize(("late", "order"), [(False, EARLY), (True, [*LATE, "escape", "bazaar", "next"])])
def test_the_steps_of_all_boxes_in_their_order(late: bool, order: list[str]) -> None:
    """Escape, catapult, dragon and crop circle before the scoring, or behind it; in whatever order boxes are named."""
    timing = {"escape_timing": "end_of_turn", "catapult_timing": "after_scoring"}
    timing |= {"dragon_timing": "after_scoring", "crop_timing": "end_of_turn"}
    for boxes in (expansions("carcassonne"), expansions("carcassonne")[::-1]):
        program = [step.name for step in Setup(boxes=tuple(boxes), options=timing if late else {}).rules().program]
        assert [name for name in program if name in order] == order
