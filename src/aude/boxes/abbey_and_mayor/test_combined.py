"""Abbey & Mayor beside traders, sieges, shrines, kings, tunnels and large followers."""

from __future__ import annotations

import pytest

from aude.boxes.abbey_and_mayor.conftest import (
    BARN,
    BIG,
    BLUE_FARMER,
    CAP,
    CLOSING,
    FAR,
    GAP,
    GREEN_FARMER,
    JOIN,
    LOWER,
    MONASTERY,
    ROAD,
    STRAIGHT,
    UPPER,
    VILLAGE,
    barns,
)
from aude.testing import leave_in_stack, offered, play, refusal, rule, scored, spots, table

TB = "boxes abbey_and_mayor traders_and_builders"
TRADE = "traders_builders/"
THREE = "red blue green"
# The gap at 1,0 again, without any monastery near it.
PLAIN = (
    f"lay {VILLAGE} -1,0",
    f"lay {CAP} 0,-1 turn 180",
    f"lay {CAP} 1,-1 turn 180",
    f"lay {CAP} 2,-1",
    f"lay {CAP} 2,0 turn 90",
    f"lay {CAP} 2,1 turn 180",
    f"lay {CAP} 0,1 turn 180",
    f"lay {CAP} 1,1",
)


def both_ways(*boxes: str) -> pytest.MarkDecorator:
    """The boxes in either order: what is named first must not matter."""
    return pytest.mark.parametrize("head", ["boxes " + " ".join(boxes), "boxes " + " ".join(reversed(boxes))])


# -- large followers --------------------------------------------------------------------------------------------------
@rule("COMB-045", "SC-01", "AM-07")
@both_ways("abbey_and_mayor", "inns_and_cathedrals")
def test_mayor_large_follower_and_wagon_in_one_majority(head: str) -> None:
    """In a city with two coats of arms: Red's mayor (2), Blue's large follower (2), Green's wagon and meeple (2)."""
    gates = [f"lay base/FCFC-cEW-pennant 0,{y} turn 90" for y in (-1, -2)]
    figures = (
        "stand red mayor city at 0,0",
        "stand blue large_follower city at 0,-1",
        "stand green wagon city at 0,-2",
    )
    game = table(head, *gates, *figures, players=THREE)
    assert game.if_ended_now == {"red": 5, "blue": 5, "green": 0}
    play(game, "draw base/FCFC-cEW", "place 0,-3 turn 90", "pass", f"draw {CAP}", "place 0,-4 turn 180", "pass")
    assert game.scores == {"red": 14, "blue": 14, "green": 0}


@rule("AM-04", "R-AM-31")
@both_ways("abbey_and_mayor", "inns_and_cathedrals")
def test_a_large_follower_may_be_the_monk_of_an_abbey(head: str) -> None:
    game = play(table(head, *GAP), "abbey 1,0")
    assert sorted(spots(game)) == ["large_follower abbey", "meeple abbey", "wagon abbey"]


# -- traders and builders ---------------------------------------------------------------------------------------------
@rule("COMB-055", "TB-11")
def test_an_abbey_gives_goods_to_its_layer() -> None:
    """It closes a city with wine in which Blue's wagon is: Blue scores, Red takes the wine."""
    lines = [line.replace(f"{CAP} 1,-1 turn 180", f"{TRADE}FCFC-cEW-wine 1,-1 turn 90") for line in GAP]
    figures = ("stand red meeple road at 0,0", "stand blue wagon city at 1,-1")
    game = table(TB, "tiles base 2", *lines, f"lay {CAP} 1,-2 turn 180", *figures)
    play(game, "abbey 1,0", "pass")
    assert sorted(scored(game)) == ["blue scores 4: tiles 4", "red scores 2: tiles 2"]
    assert game.holdings["red"]["wine"] == 1
    assert game.holdings["blue"]["wine"] == 0


@rule("COMB-055", "R-TB-04")
def test_an_abbey_at_the_builders_road_is_no_second_tile() -> None:
    builder = (f"lay {STRAIGHT} -1,0", f"lay {VILLAGE} -2,0", *GAP[1:])
    figures = ("stand red meeple road at 0,0", "stand red builder road at -1,0")
    game = play(table(TB, *builder, *figures), "abbey 1,0", "pass")
    assert scored(game) == ["red scores 3: tiles 3"]
    assert (game.player, game.supply["red"]["builder"]) == ("blue", 1)


@rule("COMB-055", "TB-14")
@pytest.mark.parametrize(("figure", "kind", "tile", "place"), [
    ("wagon", "road", STRAIGHT, "1,0"),
    ("wagon", "city", "base/FCFC-cEW", "0,-1 turn 90"),
    ("mayor", "city", "base/FCFC-cEW", "0,-1 turn 90"),
])  # fmt: skip
def test_wagon_and_mayor_support_a_builder(figure: str, kind: str, tile: str, place: str) -> None:
    game = play(table(TB, f"stand red {figure} {kind} at 0,0"), f"draw {tile}", f"place {place}")
    assert [spot for spot in spots(game) if spot.startswith(f"builder {kind}")]
    alone = play(table(TB), f"draw {tile}", f"place {place}")
    assert not any(spot.startswith("builder") for spot in spots(alone))


@rule("R-AM-15", "R-TURN-04")
def test_an_abbey_may_be_laid_as_the_second_tile() -> None:
    """Red's builder earns a second part; there Red is asked for the abbey before drawing."""
    figures = ("stand red meeple road W at -1,0", f"lay {STRAIGHT} -2,0", "stand red builder road at -2,0")
    game = play(table(TB, *GAP, *figures), "keep", f"draw {STRAIGHT}", "place -3,0", "pass", "second")
    assert (game.step, game.player, offered(game)) == ("abbey", "red", ["keep", "abbey 1,0"])
    play(game, "abbey 1,0", "deploy meeple abbey")
    assert (game.scores["red"], game.player) == (9, "blue")


@rule("R-AM-28", "R-BASE-01", "R-AM-14")
@pytest.mark.parametrize("last_round", ["on", "off"])
def test_a_second_part_of_the_last_turn_may_be_an_abbey(last_round: str) -> None:
    """The last tile has earned it: no tile is left, but Red's abbey needs none. Then Blue is asked, by R-AM-14."""
    figures = ("stand red meeple road W at -1,0", f"lay {STRAIGHT} -2,0", "stand red builder road at -2,0")
    game = table(TB, f"option abbey_final_round {last_round}", "option builder_second_tile must", *GAP, *figures)
    leave_in_stack(game, STRAIGHT)
    play(game, "keep", f"draw {STRAIGHT}", "place -3,0", "pass")
    assert (game.step, game.actor) == ("abbey", "red")
    kept = play(game.copy(), "keep")
    assert kept.over if last_round == "off" else (kept.step, kept.actor) == ("last_abbey", "blue")
    play(game, "abbey 1,0", "deploy meeple abbey")
    assert game.over and game.scores["red"] >= 9


PIGS = ("stand blue pig field EL at 1,1", "stand green pig field EL at 1,2")


@rule("COMB-055", "AM-17", "AM-19", "R-AM-01", "R-AM-06", "R-TB-07")
def test_pigs_add_a_point_and_go_home_with_their_farmers() -> None:
    """3 + 1 for each of Blue's cities, 1 + 1 for each of Green's; none for the barn."""
    game = table(TB, BIG, *UPPER, *LOWER, BLUE_FARMER, GREEN_FARMER, *PIGS, players=THREE)
    play(game, *BARN)
    assert scored(game) == ["blue scores 12: cities 9, pig 3"]
    play(game, *JOIN)
    assert scored(game)[1:] == ["green scores 10: cities 5, pig 5"]
    assert [game.supply[seat]["pig"] for seat in ("blue", "green")] == [1, 1]
    assert game.if_ended_now["red"] == 20
    assert not any("pig" in text for text in offered(game))


@rule("AM-17", "AM-19", "AM-20", "R-AM-06", "SC-23")
@pytest.mark.parametrize(("option", "barn"), [("on", 25), ("off", 20)])
def test_a_herd_feeds_farmers_and_by_option_the_barn(option: str, barn: int) -> None:
    """The tile of the barn shows a herd: 1 point more for each city, for Blue, for Green, and for Red's barn."""
    head = ("boxes abbey_and_mayor gq11", "option gq11_pig_herd on", f"option barn_pig_herd {option}", BIG)
    game = table(*head, *UPPER, *LOWER, BLUE_FARMER, GREEN_FARMER, players=THREE)
    play(game, "draw gq11/FFFF", *BARN[1:])
    assert scored(game) == ["blue scores 12: cities 9, pig_herd 3"]
    play(game, *JOIN, "pass")
    assert scored(game)[1:] == ["green scores 10: cities 5, pig_herd 5"]
    assert game.if_ended_now["red"] == barn


# -- king, robber and sieges ------------------------------------------------------------------------------------------
@rule("COMB-085", "R-AM-13")
def test_what_an_abbey_completes_counts_for_king_and_robber() -> None:
    """Red's abbey completes the first roads and cities of the game: both tiles are Red's, whoever stood there."""
    lines = [line.replace(f"{CAP} 0,-1 turn 180", "base/FCFC-cEW 0,-1 turn 90") for line in GAP]
    game = table("boxes abbey_and_mayor king_and_robber", *lines)
    assert (game.holdings["red"]["king"], game.holdings["red"]["robber"]) == (0, 0)
    play(game, "abbey 1,0", "pass")
    assert (game.holdings["red"]["king"], game.holdings["red"]["robber"]) == (1, 1)


SIEGE = tuple(line.replace(f"{CAP} 1,2 turn 0", "cathars/CFFF 1,2 turn 0") for line in UPPER)


@rule("COMB-086", "AM-20", "R-AM-05", "CTH-06", "SC-21")
def test_a_besieged_city_counts_twice_for_barn_and_farmers() -> None:
    """B is besieged: 3 + 3 + 6 for Blue's farmer, 1 + 1 + 2 when Green comes, 4 + 4 + 8 for the barn."""
    head = ("boxes abbey_and_mayor cathars", BIG)
    game = table(*head, *SIEGE, BLUE_FARMER, GREEN_FARMER, players=THREE)
    play(game, *BARN)
    assert scored(game) == ["blue scores 12: cities 12"]
    play(game, *JOIN)
    assert scored(game)[1:] == ["green scores 4: cities 4"]
    assert game.if_ended_now["red"] == 16


@rule("R-AM-05", "AM-19", "CTH-08", "R-CTH-09")
@pytest.mark.parametrize(("siege_pig", "points"), [("double", (16, 8)), ("single", (15, 7))])
def test_pigs_at_a_besieged_city(siege_pig: str, points: tuple[int, int]) -> None:
    """A pig adds 1 a city, 2 for the besieged one unless the option says otherwise, to AM-17 and AM-18 alike."""
    head = ("boxes abbey_and_mayor cathars traders_and_builders", f"option siege_pig {siege_pig}", BIG)
    game = table(*head, *SIEGE, BLUE_FARMER, GREEN_FARMER, *PIGS, players=THREE)
    play(game, *BARN, *JOIN)
    assert (game.scores["blue"], game.scores["green"]) == points


@rule("COMB-086", "R-AM-16", "R-CTH-04")
def test_a_knight_escapes_to_an_abbey() -> None:
    """The besieged city of Red's mayor lies beside the new abbey, which is not a monastery by name."""
    lines = [line.replace(f"{CAP} 1,-1 turn 180", "cathars/CFFC-cNW 1,-1 turn 180") for line in PLAIN]
    lines = [line.replace(f"{CAP} 2,-1", f"{CAP} 2,-1 turn 270") for line in lines]
    game = table("boxes abbey_and_mayor cathars", BIG, *lines, "stand red mayor city at 1,-1")
    play(game, "abbey 1,0", "pass")
    assert game.step == "escape"
    play(game, "escape mayor city")
    assert game.supply["red"]["mayor"] == 1


def besieged_gaps() -> list[str]:
    """Gaps at 1,0 and 3,0; a city that is besieged at 1,-1, beside a monastery, ends at the first of them."""
    lines = [*GAP, *(f"lay {MONASTERY} {cell}" for cell in ("3,-1", "4,-1", "4,0", "3,1"))]
    lines = [line.replace(f"{CAP} 1,-1", "cathars/CFFC-cNW 1,-1") for line in lines]
    return [line.replace(f"{MONASTERY} 2,-1", f"{CAP} 2,-1 turn 270") for line in lines]


@rule("COMB-086", "R-AM-14", "R-CTH-03")
def test_everybody_may_escape_with_an_abbey_of_the_last_round() -> None:
    """Each of these abbeys is laid in a turn of its own: that Blue's knight has escaped does not hold Green's."""
    knights = ("stand blue meeple city at 1,-1", "stand green meeple city at 2,-1")
    game = table("boxes abbey_and_mayor cathars", BIG, *besieged_gaps(), *knights, players=THREE)
    leave_in_stack(game, STRAIGHT)
    play(game, "keep", *FAR, "pass", "abbey 3,0", "pass")
    assert (game.step, game.actor) == ("escape", "blue")
    play(game, "escape meeple city", "abbey 1,0", "pass")
    assert (game.step, game.actor) == ("escape", "green")
    play(game, "escape meeple city")
    assert game.over and game.scores["green"] == 0


@rule("R-CTH-17", "R-AM-28", "R-TB-16")
@pytest.mark.parametrize("escapes", [False, True])
def test_a_second_part_with_an_abbey_after_the_last_tile(escapes: bool) -> None:
    """The stack is empty, so the escape comes before the second part, and after it to whoever has not used it."""
    head = ("boxes abbey_and_mayor cathars traders_and_builders", "option escape_timing end_of_turn", BIG)
    road = (f"lay {STRAIGHT} -2,0", "stand red meeple road at -2,0", "stand red builder road W at -1,0")
    game = table(*head, *besieged_gaps(), *road, "stand red meeple city at 1,-1")
    leave_in_stack(game, STRAIGHT)
    play(game, "keep", f"draw {STRAIGHT}", "place -3,0", "pass")
    assert (game.step, game.actor) == ("escape", "red")
    play(game, "escape meeple city" if escapes else "pass")
    assert (game.step, game.actor) == ("abbey", "red")
    play(game, "abbey 3,0", "pass")
    assert (game.step, game.actor) == (("last_abbey", "blue") if escapes else ("escape", "red"))


# -- shrines ----------------------------------------------------------------------------------------------------------
SH = "boxes abbey_and_mayor shrines_and_heretics"
ONE_SHRINE = tuple(line.replace(f"{CAP} 0,1 turn 180", "cult/FFFF-shrine 0,1") for line in PLAIN)
TWO_SHRINES = tuple(line.replace(f"{CAP} 2,1 turn 180", "cult/CFFF-shrine 2,1 turn 180") for line in ONE_SHRINE)
# Another gap, at -3,1, far from them.
FAR_GAP = (
    *(f"lay {STRAIGHT} {x},0" for x in (-2, -3, -4)),
    *(f"lay {CAP} {x},{y} turn {turn}" for x in (-4, -2) for y, turn in ((1, 180), (2, 0))),
    f"lay {MONASTERY} -3,2",
)


@rule("COMB-087", "R-AM-16", "R-AM-26", "SH-06", "R-SH-05")
def test_an_abbey_keeps_the_limits_of_monasteries() -> None:
    """A gap beside one shrine takes an abbey; one beside two does not, and the refusal says why."""
    assert offered(table(SH, BIG, *ONE_SHRINE)) == ["keep", "abbey 1,0"]
    assert table(SH, BIG, *TWO_SHRINES).actor == "chance"
    game = table(SH, BIG, *TWO_SHRINES, *FAR_GAP)
    assert offered(game) == ["keep", "abbey -3,1"]
    assert refusal(game, "abbey 1,0") == ("SH-06", "two_rivals")


@rule("COMB-087", "SH-05", "R-AM-10", "R-SH-05")
def test_a_monk_of_an_abbey_races_a_heretic() -> None:
    """The abbey is complete at once: Blue's wagon in the shrine beside it is outdone, and drives nowhere."""
    game = table(SH, BIG, *ONE_SHRINE, "stand blue wagon shrine at 0,1")
    play(game, "abbey 1,0", "deploy meeple abbey")
    assert game.scores == {"red": 9, "blue": 0}
    assert (game.player, game.actor, game.supply["blue"]["wagon"]) == ("blue", "chance", 1)


@rule("R-AM-09", "R-AM-31")
def test_a_wagon_drives_to_a_shrine() -> None:
    game = play(table(SH, *ROAD), "draw cult/FFRF-shrine", "place 1,0 turn 90")
    assert {"wagon shrine", "mayor shrine"} & set(spots(game)) == set()  # the wagon is on the road
    play(game, "pass")
    assert "drive shrine" in offered(game)
    free = play(table(SH), "draw cult/FFRF-shrine", "place 1,0 turn 90")
    assert "wagon shrine" in spots(free) and "mayor shrine" not in spots(free)


# -- tunnels ----------------------------------------------------------------------------------------------------------
@rule("COMB-088")
def test_a_wagon_drives_to_a_road_through_a_tunnel_but_not_through_it() -> None:
    """The road that leads into the village goes on below ground; the wagon stands at the village, not beyond."""
    lines = ("boxes abbey_and_mayor tunnel", *ROAD, "lay tunnel/FRRF -1,1 turn 270")
    game = play(table(*lines), *CLOSING, "pass", "pass")
    assert game.step == "wagon"
    ways = offered(game)
    assert "drive road S at -1,0" in ways and not any("-1,1" in way for way in ways)


# -- the river --------------------------------------------------------------------------------------------------------
@rule("COMB-018", "AM-14", "AM-03")
def test_an_abbey_closes_a_gap_at_the_river_and_no_barn_lies_on_it() -> None:
    """A gap south of the river takes the abbey. A barn lies in a field beside the river, where four fields meet."""
    river = ("boxes abbey_and_mayor river", BIG, "lay river/FSFS-sEW 1,0", "lay river/FSFS-sEW 2,0")
    around = ("0,1", "2,1", "0,2", "1,2")
    game = table(*river, *(f"lay {MONASTERY} {cell}" for cell in around))
    assert offered(game) == ["keep", "abbey 1,1"]
    play(game, "abbey 1,1", "deploy meeple abbey")
    assert game.if_ended_now["red"] == 8
    game = table(*river, f"lay {MONASTERY} 1,1")
    leave_in_stack(game, MONASTERY, MONASTERY)
    play(game, f"draw {MONASTERY}", "place 2,1")
    assert barns(game) == ["NW"]
    play(game, "deploy barn corner NW")
    state = game.state
    [(node, _, _)] = [token for display in game.rules.displays for token in display.tokens_laid(state)]
    assert game.rules.kinds[state.kind_of(node)].name == "field"
    assert refusal(play(table(*river), "draw river/FFSS-sSW", "place 3,0"), "deploy barn corner SW")[0] == "AM-14"
