"""The Catapult, rule by rule: the round, and the four tokens as chance or the players decide them."""

from __future__ import annotations

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
    fair,
    standing,
)
from aude.testing import offered, play, refusal, rule, scenario, scored, table, told

TOKENS = ["token knock-out", "token seduction", "token target", "token catch"]


# -- the round --------------------------------------------------------------------------------------------------------
@rule("CAT-01")
def test_twelve_fair_tiles_are_in_the_bag() -> None:
    """Each of them shows the fair; without the box there is none."""
    game = Game(boxes=["catapult"], deal=False)
    fairs = [tile for tile in game.rules.table.tiles if "fair" in tile.symbols]
    assert len(fairs) == 12 and all(game.tiles_left[tile.id] == 1 for tile in fairs)
    assert not any("fair" in tile.symbols for tile in Game(deal=False).rules.table.tiles)


@rule("CAT-01", "TURN-13")
def test_a_fair_begins_a_round_and_no_other_tile_does() -> None:
    game = table(BOX, SCATTER)
    play(game, "draw base/FFFF-monastery", "place 0,1 turn 0", "pass")
    assert game.actor == "chance" and game.step == "draw" and game.player == "blue"
    play(game, "draw catapult/CA06", "place 0,2 turn 0", "pass")
    assert (game.actor, game.step) == ("blue", "fair")


@rule("CAT-02", "D-CAT-01")
def test_the_player_chooses_the_token_and_all_shoot_it() -> None:
    """Nobody else answers; afterwards Blue is asked for an aim, not for a token."""
    game = fair(players="red blue green")
    assert game.actor == "red" and offered(game) == TOKENS
    assert refusal(game, "token catch", "blue") == ("BASE-10", "not_asked")
    play(game, "token knock-out", *MISS)
    assert (game.actor, game.step) == ("blue", "aim")
    assert told(game, "knock_out_round") == ["red knock_out_round"]


@rule("CAT-03", "D-CAT-02")
def test_everybody_shoots_once_clockwise_from_the_player() -> None:
    """Green lays the fair: Green, Red, Blue; whoever is not the shooter may not answer."""
    game = table(BOX, SCATTER, "turn green", players="red blue green")
    play(game, *FAIR, "token knock-out")
    shooters = []
    while game.step == "aim":
        shooters.append(str(game.actor))
        for seat in {"red", "blue", "green"} - {game.actor}:
            assert refusal(game, "aim 0,0", seat) == ("BASE-10", "not_asked")
        play(game, *MISS)
    assert shooters == ["green", "red", "blue"]
    assert game.step == "draw" and game.player == "red"
    assert not any(game.state.registers)  # nothing of the round is left


# -- knock-out --------------------------------------------------------------------------------------------------------
@rule("CAT-04")
def test_whoever_is_hit_goes_home_even_ones_own() -> None:
    """The only figure where the token lands is Red's own farmer."""
    game = fair(FARMER, KNIGHT)
    play(game, "token knock-out", "aim 0,1", "land 0,0")
    assert game.actor == "chance"
    assert [text.split()[1:4] for text in offered(game)] == [["red", "meeple", "field"], ["blue", "meeple", "city"]]
    play(game, "hit red meeple field", "spare blue meeple city")
    assert standing(game, "red") == 0 and standing(game, "blue") == 1
    assert told(game, "knocked_out") == ["red knocked_out red meeple base/CRFR-rEW 0,0 0"]
    assert game.scores == {"red": 0, "blue": 0}


@rule("CAT-05")
def test_a_figure_that_slides_takes_others_with_it() -> None:
    """After the first hit, everybody else on the tile may be hit too, one after the other."""
    game = fair(FARMER, KNIGHT, THIEF)
    play(game, "token knock-out", "aim 0,0", "land 0,0", "hit blue meeple road")
    assert standing(game, "blue") == 2  # nobody goes before everything has come to rest
    assert [text.split()[0] for text in offered(game)] == ["hit", "spare"]
    play(game, "hit red meeple field", "hit blue meeple city")
    assert standing(game, "red") == standing(game, "blue") == 0
    assert game.actor == "blue" and game.step == "aim"


@rule("EX-CAT-02")
def test_example_own_farmer_and_blues_knight() -> None:
    """Told as a scenario: both return, nobody scores."""
    game = scenario("knock_out")
    assert standing(game, "red") == standing(game, "blue") == 0
    assert game.scores == {"red": 0, "blue": 0}
    assert len(told(game, "knocked_out")) == 2


@rule("CAT-04")
@pytest.mark.parametrize("cell", ["0,1", "1,0"])
def test_an_empty_tile_and_no_tile_are_a_miss(cell: str) -> None:
    """The fair holds nobody; beside it lies nothing. The next seat shoots at once."""
    game = fair(KNIGHT)
    play(game, "token knock-out", "aim 0,0", f"land {cell}")
    assert standing(game, "blue") == 1 and game.actor == "blue" and game.step == "aim"


# -- seduction --------------------------------------------------------------------------------------------------------
@rule("CAT-06")
def test_a_token_off_the_play_area_seduces_nobody() -> None:
    game = fair(KNIGHT)
    play(game, "token seduction", "aim 0,0", "land 1,0")
    assert game.actor == "blue" and game.step == "aim" and standing(game, "blue") == 1


@rule("CAT-07", "EX-CAT-03", "D-CAT-03")
def test_the_nearest_follower_of_an_opponent_is_replaced() -> None:
    """Red's meeple stands in the city instead of Blue's; only Red decides so."""
    game = scenario("seduction")
    assert (game.actor, game.step) == ("red", "seduce")
    assert offered(game) == ["pass", "seduce meeple blue meeple city N at 0,0"]
    assert refusal(game, "seduce meeple", "blue") == ("BASE-10", "not_asked")
    assert game.if_ended_now == {"red": 0, "blue": 1}
    play(game, "seduce meeple")
    assert standing(game, "red") == 1 and standing(game, "blue") == 0
    assert game.if_ended_now == {"red": 1, "blue": 0}
    assert told(game, "seduced") == ["red seduced blue meeple city N at 0,0"]


@rule("CAT-07")
def test_nobody_has_to_swap() -> None:
    game = fair(KNIGHT)
    play(game, "token seduction", "aim 0,0", "land 0,1", "pass")
    assert standing(game, "blue") == 1 and standing(game, "red") == 0 and game.actor == "blue"


@rule("CAT-07")
def test_the_nearest_is_found_by_the_cells() -> None:
    """At 0,1 Blue's farmer on the fair is nearest, though the token was aimed at the knight at 0,0."""
    game = table(BOX, SCATTER, KNIGHT, "turn blue", players="red blue")
    play(game, "draw catapult/CA06", "place 0,1 turn 0", "deploy meeple field", "token seduction")
    play(game, "aim 0,1", "land 0,1")  # Blue shoots, and Red has nobody on the table
    assert (game.actor, game.step) == ("red", "aim")
    play(game, "aim 0,0", "land 0,1")
    assert offered(game)[1].startswith("seduce meeple blue meeple field")


# -- target -----------------------------------------------------------------------------------------------------------
@rule("CAT-08", "SC-32")
def test_whose_token_lies_nearest_to_the_fair_scores_5() -> None:
    """Nobody aims: the fair at 0,1 is the target. Green's token lies beside it, the others farther."""
    game = fair(players="red blue green")
    play(game, "token target")
    assert game.actor == "chance"
    play(game, "land 1,2", "land -2,1")
    assert game.scores == {"red": 0, "blue": 0, "green": 0}  # everybody shoots first
    play(game, "land 0,2")
    assert game.scores == {"red": 0, "blue": 0, "green": 5}
    assert scored(game) == ["green scores 5: target 5"]


@rule("R-CAT-15")
def test_a_token_beside_the_play_area_counts_too() -> None:
    """At 1,1 lies no tile, and it is nearer than the start tile would be with two cells."""
    game = fair("lay base/CFFF 0,-1 turn 180")
    play(game, "token target", "land 0,-1", "land 1,1")
    assert game.scores == {"red": 0, "blue": 5}


# -- catch ------------------------------------------------------------------------------------------------------------
CAUGHT = ("catch", "power long", "fly long", "fall beyond", "grab caught")
BEYOND = ("leave", "power medium", "fly medium", "fall beyond")
SHORT = ("leave", "power short", "fly medium", "fall short")
TOUCHED = ("catch", "power medium", "fly medium", "fall beyond", "grab touched")
ENDS = [
    pytest.param(CAUGHT, "report caught", "blue", marks=rule("CAT-10")),
    pytest.param(BEYOND, "report beyond", "red", marks=rule("CAT-11")),
    pytest.param(SHORT, "report short", "blue", marks=rule("CAT-12")),
    pytest.param(TOUCHED, "report touched", "red", marks=rule("CAT-13")),
]


@rule("EX-CAT-01", "SC-32")
@pytest.mark.parametrize(("drawn", "report", "winner"), ENDS)
def test_who_scores_for_a_catch(drawn: tuple[str, ...], report: str, winner: str) -> None:
    """The same four endings, drawn by chance and reported by the shooter, Red, with Blue on the left."""
    for mode, actions in ((SCATTER, drawn), (MANUAL, (report,))):
        game = fair(mode=mode, players="red blue green")
        play(game, "token catch", *actions)
        assert game.scores == {"red": 0, "blue": 0, "green": 0} | {winner: 5}
        assert scored(game) == [f"{winner} scores 5: catch 5"]


@rule("CAT-12", "CAT-13")
@pytest.mark.parametrize(("grab", "winner"), [("touched", "red"), ("nothing", "blue")])
def test_a_hasty_grab_at_a_token_that_falls_short(grab: str, winner: str) -> None:
    game = fair()
    play(game, "token catch", "catch", "power short", "fly short", "fall short", f"grab {grab}")
    assert game.scores == {"red": 0, "blue": 0} | {winner: 5}


@rule("CAT-09", "D-CAT-04", "D-CAT-02")
def test_everybody_shoots_to_the_left_neighbour() -> None:
    """The neighbour announces, then the shooter chooses the power; nobody else may speak."""
    game = fair(players="red blue green")
    play(game, "token catch")
    asked = []
    for shooter in ("red", "blue", "green"):
        asked.append((shooter, game.actor))
        assert offered(game) == ["catch", "leave"]
        assert refusal(game, "leave", shooter) == ("BASE-10", "not_asked")
        play(game, "leave")
        assert game.actor == shooter and offered(game) == ["power short", "power medium", "power long"]
        other = "green" if shooter == "red" else "red"
        assert refusal(game, "power long", other) == ("BASE-10", "not_asked")
        play(game, "power long", "fly long", "fall beyond")
    assert asked == [("red", "blue"), ("blue", "green"), ("green", "red")]
    assert game.scores == {"red": 5, "blue": 5, "green": 5} and game.step == "draw"


# -- where a round stands in the turn ---------------------------------------------------------------------------------
@rule("R-CAT-09", "CAT-04")
def test_the_follower_just_placed_can_be_hit() -> None:
    """Step 7 comes before step 13."""
    game = table(BOX, SCATTER)
    play(game, *FAIR[:2], "deploy meeple field", "token knock-out", "aim 0,1", "land 0,1", "hit red")
    assert standing(game, "red") == 0


@rule("R-CAT-02")
@pytest.mark.parametrize(("timing", "points"), [("before_scoring", 0), ("after_scoring", 4)])
def test_a_round_comes_before_the_scoring_or_after_it(timing: str, points: int) -> None:
    """Blue's knight is hit in a city that the fair completes: before the scoring it gets nothing for it."""
    game = table(BOX, SCATTER, f"option catapult_timing {timing}", KNIGHT)
    play(game, *CITY_FAIR)
    assert game.scores["blue"] == points and game.step == "fair"
    play(game, "token knock-out", "aim 0,0", "land 0,0")
    if timing == "before_scoring":
        play(game, "hit blue meeple city")
    play(game, *MISS)
    assert game.scores["blue"] == points and standing(game, "blue") == 0 and game.player == "blue"
