"""The rulings of the catapult: how a shot is drawn, reported and measured, and whom it can reach."""

from __future__ import annotations

from fractions import Fraction

import pytest

from aude import Game
from aude.boxes.catapult.conftest import (
    BOX,
    CITY_FAIR,
    FAIR,
    FARMER,
    KNIGHT,
    MANUAL,
    MISS,
    SCATTER,
    THIEF,
    UNIFORM,
    Barn,
    Crown,
    Tower,
    draws,
    fair,
    put,
    shots_of,
    standing,
)
from aude.boxes.catapult.knock_out import hit
from aude.boxes.catapult.shots import figure_code
from aude.engine.figures import deploy, free_figure
from aude.engine.rules import CHANCE
from aude.testing import beside, offered, play, refusal, rule, table, told


# -- drawn by chance --------------------------------------------------------------------------------------------------
@rule("R-CAT-01")
def test_a_target_is_a_cell_of_the_rectangle_around_all_tiles() -> None:
    """Tiles at 0,0, 0,1 and 1,0: four cells, one of them empty; what lies outside is refused."""
    game = fair("lay base/FRRR 1,0")
    play(game, "token knock-out")
    assert offered(game) == ["aim 0,0", "aim 1,0", "aim 0,1", "aim 1,1"]
    assert refusal(game, "aim 2,0") == ("R-CAT-01", "aim_outside")


@rule("R-CAT-01")
def test_a_shot_goes_astray_by_two_cells_at_most() -> None:
    """Weights 1, 2, 3, 2, 1 each way: 81 draws, nine of them onto the target."""
    game = fair()
    play(game, "token knock-out", "aim 0,1")
    found = draws(game)
    weight = {-2: 1, -1: 2, 0: 3, 1: 2, 2: 1}
    assert found == {f"land {x},{1 + y}": weight[x] * weight[y] for x in weight for y in weight}
    assert set(found) == set(offered(game))
    assert refusal(game, "land 3,1", "chance") == ("R-CAT-01", "lands_nearer")


@rule("R-CAT-01", "CAT-05")
def test_the_first_hit_is_certain_and_any_other_one_in_four() -> None:
    """Three figures, each as likely to be the first; then each other has its own draw."""
    game = fair(FARMER, KNIGHT, THIEF)
    play(game, "token knock-out", "aim 0,0", "land 0,0")
    assert sorted(draws(game).values()) == [1, 1, 1]
    play(game, "hit blue meeple city")
    assert sorted(draws(game).values()) == [1, 3] and draws(game)[offered(game)[0]] == 1
    play(game, "spare red")
    assert draws(game) == {"hit blue meeple road E.W at 0,0": 1, "spare blue meeple road E.W at 0,0": 3}


@rule("R-CAT-21")
def test_who_stood_there_first_does_not_decide_who_comes_first() -> None:
    """Red before Blue, and for each of them segment by segment, whatever figures they are and whenever they came."""
    lines = (FARMER, "stand red large_follower road at 0,0", KNIGHT)
    for order in (lines, tuple(reversed(lines))):
        game = fair(*order, head="boxes catapult inns_and_cathedrals")
        for first, others in (
            ("blue meeple city", ["hit red large_follower road E.W", "hit red meeple field EL.WR"]),
            ("red large_follower", ["hit red meeple field EL.WR", "hit blue meeple city N"]),
        ):
            after = game.copy()
            play(after, "token knock-out", "aim 0,0", "land 0,0", f"hit {first}")
            asked = []
            while after.step == "hit":
                asked.append(offered(after)[0].partition(" at")[0])
                play(after, offered(after)[1])
            assert asked == others


@rule("R-CAT-01", "R-CAT-16")
def test_the_shooters_chances_of_a_catch() -> None:
    """Before the shift: 66, 62, 50 in a hundred after `catch`; 60, 80, 100 after `leave`."""
    chances = {}
    for announced in ("catch", "leave"):
        for power in ("short", "medium", "long"):
            game = fair()
            play(game, "token catch", announced, f"power {power}", f"fly {power}")
            chances[announced, power] = won(game)
    assert list(chances.values()) == [Fraction(n, 100) for n in (66, 62, 50, 60, 80, 100)]


def won(game: Game) -> Fraction:
    """How likely it is that Red, who shoots, gets the points."""
    if game.actor != "chance":
        return Fraction(game.scores["red"], 5)
    found = draws(game)
    assert set(found) == set(offered(game))
    total = Fraction(0)
    for text, number in found.items():
        after = game.copy()
        after.play(text)
        total += Fraction(number, sum(found.values())) * won(after)
    return total


@rule("R-CAT-16")
@pytest.mark.parametrize(
    ("power", "shifted"),
    [
        ("short", {"short": 3, "medium": 1}),
        ("medium", {"short": 1, "medium": 2, "long": 1}),
        ("long", {"medium": 1, "long": 3}),
    ],
)
def test_chance_shifts_the_power_within_its_scale(power: str, shifted: dict[str, int]) -> None:
    game = fair()
    play(game, "token catch", "leave", f"power {power}")
    assert draws(game) == {f"fly {name}": number for name, number in shifted.items()}
    assert [text.removeprefix("fly ") for text in offered(game)] == list(shifted)


@rule("CAT-07", "R-CAT-01")
def test_among_equally_near_followers_chance_decides() -> None:
    """Blue's knight and thief stand on the tile where the token lies: each as likely."""
    game = fair(KNIGHT, THIEF)
    play(game, "token seduction", "aim 0,0", "land 0,1")
    assert game.actor == "chance"
    assert draws(game) == {"nearest blue meeple city N at 0,0": 1, "nearest blue meeple road E.W at 0,0": 1}
    play(game, "nearest blue meeple road", "seduce meeple")
    assert told(game, "seduced") == ["red seduced blue meeple road E.W at 0,0"]


@rule("R-CAT-01", "R-CAT-13")
def test_with_uniform_nobody_aims() -> None:
    """Chance draws the target, each cell equally likely, in target rounds too; and the power of a catch."""
    for token in ("knock-out", "seduction", "target"):
        game = fair("lay base/FRRR 1,0", mode=UNIFORM)
        play(game, f"token {token}")
        assert game.actor == "chance"
        assert draws(game) == {"aim 0,0": 1, "aim 1,0": 1, "aim 0,1": 1, "aim 1,1": 1}
        play(game, "aim 1,1")
        assert draws(game)["land 1,1"] == 9
    game = fair(mode=UNIFORM)
    play(game, "token catch", "leave")
    assert game.actor == "chance" and draws(game) == {"power short": 1, "power medium": 1, "power long": 1}


@rule("R-CAT-01")
def test_off_leaves_the_fair_without_effect() -> None:
    game = table(BOX, "option catapult_mode off", KNIGHT)
    play(game, *FAIR)
    assert game.step == "draw" and game.player == "blue"
    assert "fair" not in game.rules.step_numbers


@rule("R-CAT-03")
def test_tokens_are_taken_back() -> None:
    """The token of the first round is there again in the second."""
    game = fair()
    play(game, "token knock-out", *MISS, *MISS, "draw catapult/CA08", "place 0,2 turn 0", "pass")
    assert game.actor == "blue" and "token knock-out" in offered(game)


@rule("R-CAT-04")
def test_tied_players_score_5_each() -> None:
    """Green's token lies as near as Red's, Blue's farther."""
    game = fair(players="red blue green")
    play(game, "token target", "land 1,1", "land 1,2", "land 0,0")
    assert game.scores == {"red": 5, "blue": 0, "green": 5}


@rule("R-CAT-18")
def test_a_round_is_played_though_nobody_stands_there() -> None:
    """All four tokens are offered, and a seduction ends when everybody has shot."""
    game = fair()
    assert len(offered(game)) == 4
    play(game, "token seduction", "aim 0,0", "land 0,0", "aim 0,0", "land 0,0")
    assert game.step == "draw" and game.scores == {"red": 0, "blue": 0}


@rule("R-CAT-19")
def test_a_seducer_is_scored_in_a_city_that_the_fair_completes() -> None:
    """Red takes the place of Blue's knight, though the city is complete, and gets its 4 points."""
    game = table(BOX, SCATTER, KNIGHT)
    play(game, *CITY_FAIR, "token seduction", "aim 0,0", "land 0,0", "seduce meeple", "aim 0,0", "land 2,2")
    assert game.scores == {"red": 4, "blue": 0}


@rule("R-CAT-10", "GEN-08")
def test_roads_end_at_a_fair_and_run_on_around_it() -> None:
    """CA09 parts the road, so that Red's is complete with two ends; the roundabout is one road of four exits."""
    game = table(BOX, SCATTER, "lay base/FRRR -1,0 turn 180", "stand red meeple road at 0,0")
    play(game, "draw catapult/CA09", "place 1,0 turn 90", "pass", "token knock-out", *MISS, *MISS)
    assert game.scores["red"] == 3
    roundabout = next(tile for tile in game.rules.table.tiles if tile.id == "catapult/CA11")
    assert [segment.ports for segment in roundabout.segments if segment.kind == "road"] == [("N", "E", "S", "W")]
    apart = next(tile for tile in game.rules.table.tiles if tile.id == "catapult/CA09")
    assert apart.more["links"] == [[0, 1]]  # a wagon may change from one to the other


# -- reported by the players ------------------------------------------------------------------------------------------
@rule("R-CAT-14", "R-CAT-01", "CAT-04")
def test_the_shooter_reports_whom_the_token_hit() -> None:
    """One figure after the other, wherever it stands, then `rest`; nobody goes home before."""
    game = fair(FARMER, KNIGHT, THIEF, mode=MANUAL)
    play(game, "token knock-out")
    assert game.actor == "red" and len(offered(game)) == 4 and offered(game)[-1] == "rest"
    assert refusal(game, "rest", "blue") == ("BASE-10", "not_asked")
    play(game, "hit blue meeple city")
    assert standing(game, "blue") == 2 and "hit blue meeple city N at 0,0" not in offered(game)
    assert refusal(game, "hit blue meeple city") == ("CAT-04", "nobody_to_hit")
    play(game, "hit red", "rest")
    assert standing(game, "blue") == 1 and standing(game, "red") == 0
    assert game.actor == "blue"


@rule("R-CAT-14", "CAT-06")
def test_the_shooter_reports_the_nearest_follower_or_a_miss() -> None:
    """Any follower of an opponent can be the nearest; one's own are none."""
    game = fair(FARMER, KNIGHT, mode=MANUAL)
    play(game, "token seduction")
    assert game.actor == "red" and offered(game) == ["nearest blue meeple city N at 0,0", "miss"]
    assert refusal(game, "nearest red meeple field") == ("R-CAT-05", "opponents_only")
    assert refusal(game, "nearest blue meeple road") == ("R-CAT-14", "nobody_to_seduce")
    play(game, "nearest blue", "seduce meeple")
    assert standing(game, "blue") == 0
    assert game.actor == "blue"
    play(game, "miss")
    assert game.step == "draw" and standing(game, "red") == 2


@rule("R-CAT-14", "R-CAT-04", "CAT-08")
@pytest.mark.parametrize(
    ("reports", "winners"),
    [("nearer farther", "red"), ("nearer nearer", "blue"), ("nearer level", "red blue")],
)
def test_the_shooter_reports_how_the_token_lies(reports: str, winners: str) -> None:
    """The first token of a round is the nearest so far, whatever its owner thinks of it."""
    game = fair(mode=MANUAL)
    play(game, "token target")
    assert offered(game) == ["nearer"] and refusal(game, "farther") == ("BASE-11", "not_now")
    play(game, *reports.split())
    assert [seat for seat, points in game.scores.items() if points == 5] == winners.split()


@rule("R-CAT-14", "D-CAT-04")
def test_nobody_announces_a_catch_at_a_real_table() -> None:
    game = fair(mode=MANUAL)
    play(game, "token catch")
    assert game.actor == "red"
    assert offered(game) == ["report caught", "report beyond", "report short", "report touched"]
    assert refusal(game, "report caught", "blue") == ("BASE-10", "not_asked")


# -- whom a token reaches ---------------------------------------------------------------------------------------------
@rule("R-CAT-05")
def test_who_may_be_the_seducer() -> None:
    """Red has no follower left: no swap, and nobody is asked."""
    game = table(BOX, SCATTER, "figures meeple 1", FARMER, KNIGHT)
    play(game, *FAIR[:2], "token seduction", "aim 0,0", "land 0,0")
    assert (game.actor, game.step) == ("blue", "aim")  # Red's only meeple stands in the field
    play(game, "aim 0,0", "land 0,0")
    assert game.step == "draw" and game.supply["red"]["meeple"] == game.supply["blue"]["meeple"] == 0


@rule("R-CAT-05", "CAT-07")
def test_only_the_nearest_of_an_opponent_counts() -> None:
    """Red's own farmer is nearer to the token than Blue's knight, and is left alone; the refusal names the nearest."""
    game = table(BOX, SCATTER, "lay base/FFFF-monastery 0,1", "stand red meeple monastery at 0,1", KNIGHT)
    play(game, "draw catapult/CA06", "place 0,2 turn 0", "pass", "token seduction", "aim 0,1", "land 0,1")
    assert offered(game) == ["pass", "seduce meeple blue meeple city N at 0,0"]
    assert refusal(game, "seduce meeple red meeple monastery") == ("CAT-07", "not_the_nearest")


@rule("CAT-14")
def test_barns_are_neither_hit_nor_seduced() -> None:
    """An immune figure on the fair's field: the token lands beside it, and misses."""
    for mode in ("scatter", "manual"):
        game = beside(BOX, Barn(), KNIGHT, catapult_mode=mode)
        kind = [kind.name for kind in game.rules.figure_kinds].index("barn")
        field = next(
            node for node in range(game.state.nodes) if game.rules.kinds[game.state.kind_of(node)].name == "field"
        )
        deploy(game.state, int(free_figure(game.state, kind, 1)), field)
        play(game, *FAIR)
        after = game.copy()
        play(after, "token knock-out", *(("aim 0,0", "land 0,0") if mode == "scatter" else ()))
        assert not any("barn" in text for text in offered(after))
        if mode == "manual":
            assert refusal(after, "hit blue barn field") == ("CAT-14", "safe_from_tokens")
        play(game, "token seduction", *(("aim 0,0", "land 0,0") if mode == "scatter" else ()))
        assert not any("barn" in text for text in offered(game))


@rule("CAT-14", "R-CAT-08", "GEN-10")
@pytest.mark.parametrize(("zones", "reached"), [("all", False), ("no_catapult", True)])
def test_safe_zones(zones: str, reached: bool) -> None:
    """Whether a token reaches a follower in a protected place of another box."""
    crown = Crown()
    game = beside(BOX, crown, catapult_mode="scatter", safe_zones=zones)
    put(game, 1, crown.location)
    play(game, *FAIR, "token knock-out", "aim 0,0", "land 0,0")
    if reached:
        assert offered(game) == ["hit blue meeple at 0,0"]
        play(game, "hit blue meeple")
    assert standing(game, "blue") == (0 if reached else 1)
    assert (game.actor, game.step) == ("blue", "aim")


@rule("R-CAT-07", "R-CAT-11")
def test_followers_off_the_segments_are_hit_and_not_seduced() -> None:
    """At a location that is exposed to the catapult, as a tower's top or a castle is."""
    tower = Tower("catapult")
    game = beside(BOX, tower, catapult_mode="scatter")
    put(game, 1, tower.location)
    play(game, *FAIR)
    after = game.copy()
    play(after, "token knock-out", "aim 0,0", "land 0,0", "hit blue meeple at 0,0")
    assert standing(after, "blue") == 0
    assert told(after, "knocked_out") == ["red knocked_out blue meeple base/CRFR-rEW 0,0 0"]
    play(game, "token seduction", "aim 0,0", "land 0,0")
    assert (game.actor, game.step) == ("blue", "aim") and standing(game, "blue") == 1


@rule("R-CAT-07", "R-CAT-01")
def test_a_follower_off_the_segments_may_be_spared() -> None:
    """After Blue's knight the one at the tower's top has its chance."""
    tower = Tower("catapult")
    game = beside(BOX, tower, KNIGHT, catapult_mode="scatter")
    put(game, 1, tower.location)
    play(game, *FAIR, "token knock-out", "aim 0,0", "land 0,0", "hit blue meeple city")
    assert draws(game) == {"hit blue meeple at 0,0": 1, "spare blue meeple at 0,0": 3}
    play(game, "spare blue meeple at 0,0")
    assert standing(game, "blue") == 1


@rule("R-CAT-20")
def test_protected_followers_are_not_near() -> None:
    """Blue has a follower in a protected place where the token lies, and a thief two cells away: it is the thief."""
    crown = Crown()
    game = beside(
        BOX,
        crown,
        "lay base/FRFR-rEW 1,0",
        "lay base/FRFR-rEW 2,0",
        "stand blue meeple road at 2,0",
        catapult_mode="scatter",
    )
    put(game, 1, crown.location)
    play(game, *FAIR, "token seduction", "aim 0,0", "land 0,0")
    assert offered(game) == ["pass", "seduce meeple blue meeple road E.W at 2,0"]


@pytest.mark.parametrize("number", [1, 29, 30, 31, 32, 33, 61])
def test_a_hit_marks_the_figure_that_was_hit(number: int) -> None:
    """Whatever its number among the figures: compiled code shifts some masks within 32 bits."""
    game = table(BOX, MANUAL, "figures meeple 30", players="red blue green")
    shots = shots_of(game.rules)
    state = game.state.copy()
    node = int(state.slot_first[0])
    deploy(state, number, node)
    assert hit(state, shots, figure_code(state, number, shots.danger)) == number and shots.is_hit(state, number)
    assert [figure for figure in range(state.rules.figures) if shots.is_hit(state, figure)] == [number]


def test_registers_hold_a_mark_for_every_figure() -> None:
    """Thirty meeples for each of five seats: more than one register can mark."""
    game = table(
        BOX, MANUAL, "figures meeple 30", KNIGHT.replace("blue", "black"), players="red blue green yellow black"
    )
    shots = shots_of(game.rules)
    assert shots.hit_registers == 5
    play(game, *FAIR, "token knock-out", "hit black", "rest")
    assert game.supply["black"]["meeple"] == 30 and not any(game.state.registers[shots.hits : shots.hits + 5])
    assert game.state.actor != CHANCE
