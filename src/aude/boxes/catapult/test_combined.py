"""The Catapult with other boxes on the table."""

from __future__ import annotations

import pytest

from aude import Setup
from aude.boxes.catapult.conftest import BOX, CITY_FAIR, KNIGHT, MANUAL, SCATTER, fair, shots_of, standing
from aude.boxes.shrines_and_heretics.test_rules import HERETIC, MONK, fill, ring
from aude.catalog import boxes
from aude.engine.drive import opening, play_listed, roll_out
from aude.engine.rng import Random
from aude.testing import leave_in_stack, offered, play, refusal, rule, table, told

EXPANSIONS = list(boxes.expansions("carcassonne"))
MODES = ["physics", "scatter", "uniform", "manual", "off"]
WITH_BUILDERS = f"{BOX} traders_and_builders"
ROAD = (
    "lay base/FRFR-rEW 1,0",
    "stand blue meeple road at 0,0",
    "stand blue builder road at 1,0",
    "stand blue meeple field ER at 1,0",
    "stand blue pig field ER at 0,0",
)


# -- farmers, abbots, large followers ---------------------------------------------------------------------------------
@rule("COMB-008")
def test_farmers_are_hit_and_seduced() -> None:
    farmer = "stand blue meeple field EL at 0,0"
    game = fair(farmer)
    play(game, "token knock-out", "aim 0,0", "land 0,0", "hit blue meeple field")
    assert standing(game, "blue") == 0
    game = fair(farmer)
    play(game, "token seduction", "aim 0,0", "land 0,0", "seduce meeple")
    assert standing(game, "blue") == 0 and standing(game, "red") == 1


@rule("COMB-028", "R-CAT-05")
def test_an_abbot_is_hit_and_only_an_abbot_seduces_on_a_garden() -> None:
    lines = ("lay base/FRFR-rEW-garden 1,0", "stand blue abbot garden at 1,0")
    game = fair(*lines, head=f"{BOX} abbot")
    after = game.copy()
    play(after, "token knock-out", "aim 1,0", "land 1,0", "hit blue abbot")
    assert after.supply["blue"]["abbot"] == 1
    play(game, "token seduction", "aim 1,0", "land 1,0")
    assert offered(game) == ["pass", "seduce abbot blue abbot garden at 1,0"]
    assert refusal(game, "seduce meeple blue abbot garden at 1,0") == ("R-CAT-05", "seducer_unfit")
    play(game, "seduce abbot")
    assert game.supply == {"red": {"meeple": 7, "abbot": 0}, "blue": {"meeple": 7, "abbot": 1}}


@rule("COMB-046", "R-CAT-05")
def test_a_large_follower_is_one_figure_and_may_seduce() -> None:
    """Hit once it goes home; from the supply it may take the place of a meeple, and only once."""
    head = f"{BOX} inns_and_cathedrals"
    game = fair("stand blue large_follower city at 0,0", head=head)
    play(game, "token knock-out", "aim 0,0", "land 0,0")
    assert offered(game) == ["hit blue large_follower city N at 0,0"]
    play(game, "hit blue")
    assert game.supply["blue"]["large_follower"] == 1 and game.actor == "blue"
    game = fair(KNIGHT, "stand blue meeple road at 0,0", head=head)
    play(game, "token seduction", "aim 0,0", "land 0,0", "nearest blue meeple city")
    assert [text.split()[1] for text in offered(game)[1:]] == ["meeple", "large_follower"]
    play(game, "seduce large_follower")
    assert game.supply["red"]["large_follower"] == 0
    assert game.if_ended_now == {"red": 1, "blue": 1}
    game = fair("stand red large_follower road at 0,0", KNIGHT, head=head)
    play(game, "token seduction", "aim 0,0", "land 0,0")
    assert refusal(game, "seduce large_follower blue meeple city N at 0,0") == ("CAT-07", "seducer_absent")


# -- builders and pigs ------------------------------------------------------------------------------------------------
@rule("COMB-056", "R-CAT-06")
def test_builder_and_pig_are_hit_and_not_seduced() -> None:
    """They are hit like followers; when the nearest is looked for they do not count."""
    game = table(WITH_BUILDERS, MANUAL, *ROAD)
    play(game, "draw catapult/CA06", "place 0,1 turn 0")
    after = game.copy()
    play(after, "token knock-out", "hit blue builder", "hit blue pig", "rest")
    assert after.supply["blue"] == {"meeple": 5, "builder": 1, "pig": 1}
    play(game, "token seduction")
    assert [text.split()[2] for text in offered(game)[:-1]] == ["meeple", "meeple"]
    assert refusal(game, "nearest blue builder road") == ("R-CAT-05", "seduces_followers")
    play(game, "nearest blue meeple road")
    assert refusal(game, "seduce builder blue meeple road") == ("R-CAT-05", "seduces_followers")
    play(game, "seduce meeple")
    assert game.supply["blue"]["builder"] == 1  # it stands alone, and goes home


@rule("R-CAT-17", "TB-25")
def test_what_a_hit_leaves_alone_goes_home_too() -> None:
    """Blue's thief is hit, and the builder beside it goes; hit together, both go and nothing goes twice."""
    game = table(WITH_BUILDERS, MANUAL, *ROAD)
    play(game, "draw catapult/CA06", "place 0,1 turn 0", "token knock-out")
    after = game.copy()
    play(after, "hit blue meeple road", "rest")
    assert after.supply["blue"] == {"meeple": 6, "builder": 1, "pig": 0}
    assert len(told(after, "knocked_out")) == 1
    play(game, "hit blue meeple road", "hit blue builder")
    assert game.supply["blue"] == {"meeple": 5, "builder": 0, "pig": 0}  # all together, when the token has come to rest
    play(game, "rest")
    assert game.supply["blue"] == {"meeple": 6, "builder": 1, "pig": 0}


# -- the order of the turn --------------------------------------------------------------------------------------------
@rule("COMB-066", "COMB-094", "TURN-13", "R-TURN-02", "R-CAT-02")
@pytest.mark.parametrize(
    ("timing", "names"),
    [
        ("before_scoring", ["deploy", "escape", "fair", "dragon", "circle", "score", "second"]),
        ("after_scoring", ["score", "fair", "dragon", "circle", "second"]),
    ],
)
def test_the_catapult_comes_before_dragon_and_crop_circle(timing: str, names: list[str]) -> None:
    """Step 13 before 14 and 15; after the scoring in the same order, and before the second part of a turn."""
    options = {"catapult_timing": timing, "dragon_timing": timing}
    options["crop_timing"] = "step15" if timing == "before_scoring" else "end_of_turn"
    rules = Setup(boxes=tuple(EXPANSIONS), options=options).rules()
    places = [rules.step_numbers[name] for name in names]
    assert places == sorted(places)


@rule("R-CAT-07")
def test_dragon_and_fairy_stay_where_they_are() -> None:
    """They belong to nobody, and no token moves them: no figure of theirs is offered."""
    game = table(f"{BOX} princess_and_dragon", MANUAL, "lay princess_dragon/FFFF-volcano 0,1", KNIGHT)
    before = [entry for display in game.rules.displays for entry in display.tokens_laid(game.state)]
    play(game, "draw catapult/CA06", "place 0,2 turn 0", "pass", "token knock-out")
    assert offered(game) == ["hit blue meeple city N at 0,0", "rest"]
    play(game, "hit blue", "rest")
    after = [entry for display in game.rules.displays for entry in display.tokens_laid(game.state)]
    assert after == before and before


@rule("CAT-01", "COMB-00")
def test_every_part_of_a_turn_may_have_its_round() -> None:
    """Red's builder earns a second tile with the fair; the second tile is a fair too."""
    game = table(
        WITH_BUILDERS, SCATTER, "lay base/FRFR-rEW 1,0", "stand red meeple road at 0,0", "stand red builder road at 1,0"
    )
    play(game, "draw catapult/CA09", "place 2,0 turn 90", "pass")
    play(game, "token target", "land 2,0", "land 2,1")
    assert game.scores["red"] == 5
    play(game, "second")
    play(game, "draw catapult/CA06", "place 0,1 turn 0", "pass")
    assert (game.actor, game.step) == ("red", "fair")


# -- shrines ----------------------------------------------------------------------------------------------------------
@rule("COMB-093")
def test_hitting_a_monk_ends_the_challenge() -> None:
    """The monastery is completed first, but nobody stands there: Blue's heretic stays, and scores with the shrine."""
    game = ring("1,0 -1,3", MONK, HERETIC, head=f"boxes shrines_and_heretics catapult\n{MANUAL}")
    play(
        game,
        "draw catapult/CA06",
        "place 0,4 turn 0",
        "pass",
        "token knock-out",
        "hit red meeple monastery",
        "rest",
        "rest",
    )
    fill(game, "1,0")
    assert standing(game, "blue") == 1 and not told(game, "outdone")
    fill(game, "-1,3")
    assert game.scores == {"red": 0, "blue": 9}


# -- barns, crown spaces, the City of Carcassonne ---------------------------------------------------------------------
@rule("COMB-081", "CAT-14", "GEN-06")
def test_a_barn_is_neither_hit_nor_near() -> None:
    """Red's barn stands at the corner of the fair that was just laid; only Blue's knight can be hit or seduced."""
    game = table(
        f"{BOX} abbey_and_mayor",
        MANUAL,
        "lay base/FRFR-rEW 1,0",
        "lay base/FFFF-monastery 0,1",
        KNIGHT,
        "turn red",
    )
    play(game, "draw catapult/CA06", "place 1,1 turn 0", "deploy barn corner NW", "token knock-out")
    assert game.supply["red"]["barn"] == 0
    assert offered(game) == ["hit blue meeple city N at 0,0", "rest"]
    assert refusal(game, "hit red barn")[0] == "CAT-04"
    play(game, "rest", "rest")
    assert game.supply["red"]["barn"] == 0


@rule("R-CAT-05")
def test_mayor_and_wagon_seduce_where_they_may_stand() -> None:
    """In a city both may; on a road the wagon, in a field neither."""
    found = {}
    for spot in ("city", "road", "field EL"):
        game = fair(f"stand blue meeple {spot} at 0,0", head=f"{BOX} abbey_and_mayor", mode=MANUAL)
        play(game, "token seduction", "nearest blue")
        found[spot] = [text.split()[1] for text in offered(game)[1:]]
    assert found == {"city": ["meeple", "mayor", "wagon"], "road": ["meeple", "wagon"], "field EL": ["meeple"]}


@rule("COMB-092", "CAT-14", "R-CAT-08")
@pytest.mark.parametrize(("zones", "reached"), [("all", False), ("no_catapult", True)])
def test_followers_in_the_city_of_carcassonne(zones: str, reached: bool) -> None:
    """Blue has one in the market quarter; a token reaches it with `safe_zones = no_catapult` only."""
    game = table(f"{BOX} count", MANUAL, f"option safe_zones {zones}", "hold blue market_quarter 1")
    play(game, "draw catapult/CA06", "place -3,0 turn 0", "pass", "token knock-out")
    assert len(offered(game)) == 1 + reached
    if reached:
        play(game, "hit blue meeple")
    play(game, "rest")
    assert game.holdings["blue"]["market_quarter"] == 1 - reached


@rule("R-CAT-21", "R-CAT-08")
def test_whoever_came_to_a_quarter_first_is_not_hit_first() -> None:
    """Blue has one in the market and one in the castle; the castle comes first, whoever entered it when."""
    for order in (("market", "castle"), ("castle", "market")):
        held = [f"hold blue {name}_quarter 1" for name in order]
        game = table(f"{BOX} count", MANUAL, "option safe_zones no_catapult", *held)
        play(game, "draw catapult/CA06", "place -3,0 turn 0", "pass", "token knock-out", "hit blue meeple", "rest")
        quarters = game.holdings["blue"]
        assert (quarters["castle_quarter"], quarters["market_quarter"]) == (0, 1)


@rule("COMB-091", "CAT-14", "R-CAT-08")
@pytest.mark.parametrize(("zones", "reached"), [("all", False), ("no_catapult", True)])
def test_followers_on_crown_spaces(zones: str, reached: bool) -> None:
    """Blue has one on a crown space of the wheel, and nobody anywhere else."""
    game = table(f"{BOX} wheel_of_fortune", MANUAL, f"option safe_zones {zones}", "hold blue crown_taxes 1")
    game.play("draw catapult/CA06")
    play(game, offered(game)[0], "pass", "token knock-out")
    assert len(offered(game)) == 1 + reached
    if reached:
        play(game, "hit blue meeple")
    play(game, "rest")
    assert game.holdings["blue"]["crown_taxes"] == 1 - reached


# -- everything together ----------------------------------------------------------------------------------------------
@rule("COMB-00")
@pytest.mark.parametrize("mode", MODES)
def test_random_games_with_every_box_come_to_their_end(mode: str) -> None:
    """In every mode, drawn and listed, and nothing of a round is left when the game is over."""
    setup = Setup(boxes=tuple(EXPANSIONS), players=("red", "blue", "green"), options={"catapult_mode": mode})
    rules = setup.rules()
    for play_on in (roll_out, play_listed):
        state = opening(rules)
        play_on(state, Random(11))
        assert state.bag_size == 0 or state.actor < 0
        if mode != "off":
            shots = shots_of(rules)
            first, last = shots.token, shots.hits + shots.hit_registers
            assert not any(state.registers[first : first + 11]) and not any(state.registers[last - 1 : last])


@rule("CAT-08")
def test_a_round_after_the_last_tile_is_played() -> None:
    """The bag is empty: the game ends after the shots, with their points."""
    game = table(BOX, SCATTER, KNIGHT)
    leave_in_stack(game, "catapult/CA04")
    play(game, *CITY_FAIR, "token target", "land 0,-1")
    assert not game.over and game.if_ended_now == {"red": 0, "blue": 4}
    play(game, "land 1,1")
    assert game.over and game.scores == {"red": 5, "blue": 4}
