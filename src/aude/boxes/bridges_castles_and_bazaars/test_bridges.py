"""Bridges: where they may lie, the tiles that fit only with one, and followers on them."""

from __future__ import annotations

import pytest

from aude import Game
from aude.boxes.bridges_castles_and_bazaars.bridges import Bridges
from aude.boxes.bridges_castles_and_bazaars.conftest import BOX, CAP, END, FIELD, ONLY_BRIDGES, STRAIGHT, answer
from aude.boxes.bridges_castles_and_bazaars.display import BridgesDisplay
from aude.testing import leave_in_stack, offered, part_of, play, refusal, rule, spots, table, told

# The start tile lies at 0,0: a city to the north, a road from east to west. South of it the field is open.
SOUTH = (f"draw {FIELD}", "place 0,1")


def placements(game: Game, verb: str) -> list[str]:
    """The cells and turns that are offered with this verb."""
    return [text.removeprefix(f"{verb} ") for text in offered(game) if text.startswith(f"{verb} ")]


# -- a bridge as an extra action --------------------------------------------------------------------------------------
@rule("BCB-01", "TURN-06", "D-BCB-01", "R-BCB-26")
def test_a_bridge_may_be_built_after_laying() -> None:
    """On the new tile or on one beside it; it is a road of its own, and the player's bridges are one less."""
    game = play(table(*ONLY_BRIDGES), *SOUTH)
    assert game.step == "bridge"
    assert offered(game) == ["pass", "bridge E.W at 0,1"]
    answer(game, "red", "bridge E.W at 0,1")
    assert told(game, "bridge_built") == ["red bridge_built road E.W at 0,1"]
    assert game.holdings == {"red": {"bridge": 2}, "blue": {"bridge": 3}}
    assert game.step == "deploy"
    node = game.state.nodes - 1
    assert game.state.open_ends[game.state.root[node]] == 2
    assert BridgesDisplay(part_of(game, Bridges)).tokens_laid(game.state) == [(node, 0, "bridge")]


@rule("BCB-01")
def test_or_on_a_tile_beside_the_new_one() -> None:
    """The field at 0,1 gets its bridge when the next tile comes to lie beside it; 0,0 carries none."""
    game = play(table(*ONLY_BRIDGES, f"lay {FIELD} 0,1"), f"draw {FIELD}", "place 0,2")
    assert offered(game) == ["pass", "bridge E.W at 0,2", "bridge E.W at 0,1"]
    assert refusal(game, "bridge E.W at 0,0") == ("BCB-01", "bridge_far")
    game.play("bridge E.W at 0,1")
    assert told(game, "bridge_built") == ["red bridge_built road E.W at 0,1"]


@rule("BCB-01")
def test_nobody_must_build() -> None:
    """Passing keeps the bridge; then a figure may be placed as always."""
    game = play(table(*ONLY_BRIDGES), *SOUTH, "pass")
    assert game.step == "deploy" and game.holdings["red"] == {"bridge": 3}


@rule("BCB-01")
def test_without_a_bridge_nobody_is_asked() -> None:
    game = play(table(*ONLY_BRIDGES, "hold red bridge 0"), *SOUTH)
    assert game.step == "deploy" and game.holdings["red"] == {"bridge": 0}


@rule("BCB-02", "R-BCB-04")
def test_both_ends_lie_in_field_and_lead_to_road_or_nothing() -> None:
    """A cap at 0,1 with its city to the west: no bridge there, and none against the field of the start tile."""
    game = play(table(*ONLY_BRIDGES), f"draw {CAP}", "place 0,1 turn 270")
    assert game.step == "deploy"  # nothing can be built
    game = play(table(*ONLY_BRIDGES, f"lay {FIELD} 0,1"), f"draw {CAP}", "place 0,2 turn 270")
    assert refusal(game, "bridge E.W at 0,2") == ("BCB-02", "bridge_ends")
    assert refusal(game, "bridge N.S at 0,2") == ("R-BCB-04", "bridge_blocked")
    assert refusal(game, "bridge N.S at 0,9")[1] == "not_offered"


@rule("BCB-02")
@pytest.mark.parametrize(("tile", "place"), [("base/FFRR-rSW", "0,1 turn 0"), ("base/CFCF", "0,1 turn 90")])
def test_a_bridge_does_not_end_in_road_or_city(tile: str, place: str) -> None:
    """Curve and double cap show field on one side of each axis at most, or on none of the open one."""
    game = play(table(*ONLY_BRIDGES), f"draw {tile}", f"place {place}")
    assert game.step == "deploy"


@rule("R-BCB-01")
def test_one_bridge_in_a_turn() -> None:
    """After the bridge the figure step follows; in the next turn of Red there may be another."""
    game = play(table(*ONLY_BRIDGES), *SOUTH, "bridge E.W at 0,1", "pass")
    play(game, f"draw {FIELD}", "place 0,2", "pass", "pass")
    play(game, f"draw {FIELD}", "place 0,3")
    assert game.step == "bridge" and "bridge E.W at 0,3" in offered(game)


@rule("R-BCB-02")
def test_one_bridge_on_a_tile() -> None:
    """The tile at 0,1 has a bridge: no second one crosses it."""
    game = play(table(*ONLY_BRIDGES), *SOUTH, "bridge E.W at 0,1", "pass")
    play(game, f"draw {FIELD}", "place 0,2")
    assert offered(game) == ["pass", "bridge E.W at 0,2"]
    assert refusal(game, "bridge E.W at 0,1") == ("R-BCB-02", "bridge_there")
    game = play(table(*ONLY_BRIDGES), f"draw {FIELD}", "span 1,0", "pass", f"draw {STRAIGHT}", "place 2,0")
    assert "bridge N.S at 2,0" in offered(game) and "bridge N.S at 1,0" not in offered(game)


# -- tiles that fit only with a bridge --------------------------------------------------------------------------------
@rule("BCB-03", "R-BCB-03")
def test_a_field_side_against_a_road() -> None:
    """A monastery in the fields may lie east of the start tile: its own bridge carries the road on."""
    game = play(table(*ONLY_BRIDGES), f"draw {FIELD}")
    assert placements(game, "place") == ["0,1 turn 0"]
    assert placements(game, "span") == ["1,0 turn 0", "-1,0 turn 0"]
    assert refusal(game, "place 1,0") == ("BASE-13", "sides_differ")
    game.play("span 1,0")
    assert told(game, "bridge_built", "placed") == [
        "red bridge_built road E.W at 1,0",
        f"red placed {FIELD} 1,0 0",
    ]
    assert game.holdings["red"] == {"bridge": 2}
    assert game.step == "deploy"  # R-BCB-01: no second bridge in this turn
    play(game, "deploy meeple road E.W")
    assert game.if_ended_now["red"] == 2  # start tile and bridge


@rule("BCB-03")
def test_a_road_side_against_a_field() -> None:
    """A road may lie east of a field tile: the neighbour carries the bridge."""
    game = play(table(*ONLY_BRIDGES, f"lay {FIELD} 0,1"), f"draw {STRAIGHT}")
    assert "1,1 turn 0" in placements(game, "span")  # the bridge runs over 0,1 from east to west
    assert "0,2 turn 90" not in placements(game, "span")  # its other end would meet the field of the start tile
    game.play("span 1,1 turn 0")
    assert told(game, "bridge_built") == ["red bridge_built road E.W at 0,1"]
    play(game, "deploy meeple road E.W")
    assert game.if_ended_now["red"] == 2


@rule("BCB-03", "R-BCB-04")
def test_a_bridge_between_two_roads() -> None:
    """The tile of fields lies between two roads: one bridge joins both, and the road is complete."""
    lines = ("lay base/FFRF-monastery -1,0 turn 270", f"lay {CAP} 0,-1 turn 180", f"lay {FIELD} 0,1")
    game = table(*ONLY_BRIDGES, *lines, f"lay {FIELD} 1,1", f"lay {FIELD} 2,1", f"lay {END} 2,0 turn 90",
                 "stand red meeple road at 0,0", "turn blue")  # fmt: skip
    play(game, f"draw {FIELD}")
    assert "1,0 turn 0" in placements(game, "span")
    play(game, "span 1,0", "pass")
    assert game.scores["red"] == 4  # -1,0, the start tile, the bridge and 2,0


@rule("R-BCB-04")
def test_a_bridge_does_not_end_at_a_field_of_a_laid_tile() -> None:
    """Beyond the new tile lies a field: the bridge that it would need may not end there."""
    lines = (f"lay {FIELD} 0,1", f"lay {FIELD} 1,1", f"lay {FIELD} 2,1", f"lay {FIELD} 2,0")
    game = play(table(*ONLY_BRIDGES, *lines), f"draw {FIELD}")
    assert "1,0 turn 0" not in placements(game, "span")
    assert refusal(game, "span 1,0") == ("BCB-03", "bridge_no_help")


@rule("BCB-03", "R-BCB-01")
def test_two_bridges_would_be_too_many() -> None:
    """A crossing below a field and beside a field would need a bridge on each: it does not fit."""
    lines = (f"lay {FIELD} 0,1", f"lay {FIELD} 1,1", f"lay {FIELD} 0,2")
    game = play(table(*ONLY_BRIDGES, *lines), "draw base/RRRR")
    assert "1,2 turn 0" not in placements(game, "span")
    assert "-1,2 turn 0" in placements(game, "span")  # here one is enough


@rule("BCB-03")
def test_a_city_is_not_bridged() -> None:
    """City against field, or road against city, no bridge helps."""
    game = play(table(*ONLY_BRIDGES), f"draw {STRAIGHT}")
    assert not any(cell.startswith("0,-1") for cell in placements(game, "span"))


@rule("BCB-01", "BCB-03")
def test_without_a_bridge_left_the_sides_must_match() -> None:
    game = play(table(*ONLY_BRIDGES, "hold red bridge 0"), f"draw {FIELD}")
    assert offered(game) == ["place 0,1 turn 0"]
    assert refusal(game, "place 1,0")[1] == "sides_differ"


@rule("R-BCB-03")
@pytest.mark.parametrize("option", ["may_discard", "must"])
def test_a_tile_that_fits_only_with_a_bridge(option: str) -> None:
    """Only roads are open: Red builds a bridge for the field tile, or throws it away and draws another."""
    lines = (f"option bridge_forced {option}", "start base/RRRR 0,0")
    game = play(table(*ONLY_BRIDGES, *lines), f"draw {FIELD}")
    if option == "must":
        assert game.step == "place" and len(placements(game, "span")) == 4
        return
    assert game.step == "forced_bridge" and offered(game) == ["discard", "build"]
    play(kept := game.copy(), "build")
    assert kept.step == "place" and len(placements(kept, "span")) == 4 and not placements(kept, "place")
    answer(game, "red", "discard")
    assert told(game, "discarded") == [f"discarded {FIELD}"]
    assert game.step == "draw" and game.player == "red"


@rule("R-BCB-03", "BASE-14")
def test_what_does_not_fit_even_with_a_bridge_is_discarded() -> None:
    """A tile of four city sides beside a crossing; and without a bridge the field tile too."""
    game = play(table(*ONLY_BRIDGES, "start base/RRRR 0,0"), "draw base/CCCC-cNESW-pennant")
    assert game.step == "draw" and len(told(game, "discarded")) == 1
    game = play(table(*ONLY_BRIDGES, "start base/RRRR 0,0", "hold red bridge 0"), f"draw {FIELD}")
    assert game.step == "draw" and told(game, "discarded") == [f"discarded {FIELD}"]


@rule("R-BCB-03", "BASE-35")
def test_discarding_the_last_tile_ends_the_game() -> None:
    game = table(*ONLY_BRIDGES, "start base/RRRR 0,0")
    leave_in_stack(game, FIELD)
    play(game, f"draw {FIELD}", "discard")
    assert game.over


@rule("BCB-04")
def test_bridges_in_a_row() -> None:
    """Three tiles of fields east of the start tile, each with its bridge: one road of four tiles."""
    game = play(table(*ONLY_BRIDGES), f"draw {FIELD}", "span 1,0", "deploy meeple road")
    play(game, f"draw {FIELD}", "span 2,0", "pass", f"draw {FIELD}", "span 3,0", "pass")
    assert len(told(game, "bridge_built")) == 3
    assert game.if_ended_now["red"] == 4
    play(game, f"draw {END}", "place 4,0 turn 90", "pass", "pass", f"draw {END}", "place -1,0 turn 270", "pass", "pass")
    assert game.scores["red"] == 6


# -- followers on bridges ---------------------------------------------------------------------------------------------
@rule("BCB-05")
def test_a_follower_may_stand_on_the_bridge() -> None:
    """On the new tile's bridge, besides the usual spots."""
    game = play(table(*ONLY_BRIDGES), *SOUTH, "bridge E.W at 0,1")
    assert "meeple road E.W" in spots(game)
    game.play("deploy meeple road E.W")
    assert told(game, "deployed") == ["red deployed meeple road E.W at 0,1"]


@rule("R-BCB-05", "BCB-05")
@pytest.mark.parametrize("option", ["any_this_turn", "new_tile_only"])
def test_a_follower_on_a_bridge_beside_the_new_tile(option: str) -> None:
    """The bridge lies on the neighbour: allowed, or only on the new tile."""
    lines = (f"option bridge_follower {option}", f"lay {FIELD} 0,1")
    game = play(table(*ONLY_BRIDGES, *lines), f"draw {FIELD}", "place 0,2", "bridge E.W at 0,1")
    there = "meeple road E.W at 0,1"
    assert (there in spots(game)) is (option == "any_this_turn")
    if option == "new_tile_only":
        assert refusal(game, f"deploy {there}") == ("R-BCB-05", "bridge_elsewhere")
    else:
        play(game, f"deploy {there}")
        assert told(game, "deployed") == ["red deployed meeple road E.W at 0,1"]


@rule("BCB-05")
def test_only_in_the_turn_in_which_it_was_built() -> None:
    """Blue may not stand on Red's bridge of the turn before."""
    game = play(table(*ONLY_BRIDGES), *SOUTH, "bridge E.W at 0,1", "pass", f"draw {FIELD}", "place 0,2", "pass")
    assert not any("at 0,1" in spot for spot in spots(game))


@rule("BCB-05", "BASE-17")
def test_not_on_a_road_that_is_taken() -> None:
    """The bridge continues the road of Blue's thief."""
    game = play(table(*ONLY_BRIDGES, "stand blue meeple road at 0,0"), f"draw {FIELD}", "span 1,0")
    assert not any("road" in spot for spot in spots(game))
    assert refusal(game, "deploy meeple road E.W") == ("BASE-17", "spot_taken")


@rule("BCB-06", "SC-01", "R-BCB-06")
def test_a_follower_on_a_bridge_has_no_part_below() -> None:
    """The field under the bridge is free for Blue's farmer; fields are not divided, and the road counts one tile."""
    game = play(table(*ONLY_BRIDGES), *SOUTH, "bridge E.W at 0,1", "deploy meeple road E.W")
    state = game.state
    field = next(
        node
        for node in range(state.nodes)
        if state.node_slot[node] == 1 and game.rules.kinds[state.kind_of(node)].name == "field"
    )
    assert state.occupants[state.root[field]] == 0
    assert state.root[field] == state.root[state.slot_first[0] + 3]  # it still joins the start tile's field
    assert game.if_ended_now["red"] == 1
    play(game, f"draw {FIELD}", "place 0,2", "pass")
    assert "meeple field NL.NR.EL.ER.SL.SR.WL.WR" in spots(game)


@rule("R-BCB-06")
def test_fields_join_under_a_bridge() -> None:
    """A road tile against the bridge: its two fields and the field below the bridge are one."""
    game = play(table(*ONLY_BRIDGES), *SOUTH, "bridge E.W at 0,1", "pass", f"draw {STRAIGHT}", "place 1,1", "pass")
    state = game.state
    fields = {
        int(state.root[node])
        for node in range(state.nodes)
        if state.node_slot[node] == 2 and game.rules.kinds[state.kind_of(node)].name == "field"
    }
    assert len(fields) == 1


@rule("R-BCB-06")
def test_a_bridge_over_a_road_is_no_crossing() -> None:
    """A bridge over the straight road below it: two roads, and the lower one goes on."""
    game = play(table(*ONLY_BRIDGES, f"lay {FIELD} 0,1"), f"draw {STRAIGHT}", "place 1,0")
    assert "bridge N.S at 1,0" in offered(game)
    play(game, "bridge N.S at 1,0", "deploy meeple road N.S")
    assert game.if_ended_now["red"] == 1
    play(game, f"draw {STRAIGHT}", "place 2,0", "pass", "deploy meeple road")
    assert game.if_ended_now == {"red": 1, "blue": 3}


def test_a_game_with_a_bridge_can_be_kept() -> None:
    """Records and snapshots."""
    game = play(table(*BOX, "without bazaars"), f"draw {FIELD}", "span 1,0", "deploy meeple road")
    play(game, f"draw {FIELD}", "place 0,1")
    assert Game.read(game.record) == game
    again = Game(game.setup, deal=False)
    again.restore(game.to_bytes())
    assert [option.text for option in again.options] == offered(game)


def test_without_bridges_nothing_is_bridged() -> None:
    game = play(table(*BOX, "without bridges castles bazaars"), f"draw {FIELD}")
    assert offered(game) == ["place 0,1 turn 0"] and game.holdings == {"red": {}, "blue": {}}
