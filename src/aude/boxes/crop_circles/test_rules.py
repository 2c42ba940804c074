"""The crop circles, rule by rule."""

from __future__ import annotations

from collections import Counter

import pytest

from aude import Game, Illegal, bots
from aude.boxes.crop_circles.conftest import BOX, FARMER, KNIGHT, SHIELD, THIEF, happenings, offered
from aude.catalog import boxes
from aude.catalog.rulebook import read_spec, specs
from aude.catalog.texts import LANGUAGES, read_texts
from aude.testing import play, rule, scenario, spots, table


# -- the two boxes ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("chosen", "tiles"),
    [
        (("crop_circles",), 6),
        (("crop_circles_ii",), 6),
        (("crop_circles", "crop_circles_ii"), 12),
        (("crop_circles_ii", "crop_circles"), 12),
    ],
)
def test_the_boxes_go_alone_and_together(chosen: tuple[str, ...], tiles: int) -> None:
    """Each box has two tiles of each shape; the rule is in the turn once, whichever boxes are there."""
    game = Game(boxes=chosen, deal=False)
    symbols = Counter(symbol for tile, _ in game.setup.tile_list() for symbol in tile.symbols)
    assert sum(game.tiles_left.values()) == 71 + tiles
    assert symbols == {f"crop_circle:{kind}": tiles // 3 for kind in ("city", "road", "field")}
    names = [step.name for step in game.rules.program]
    assert [names.count(name) for name in ("circle", "circle_add", "circle_remove")] == [1, 1, 1]
    assert game.rules.registers == 1 and game.rules.shared_spots


def test_both_boxes_say_the_same() -> None:
    """The second box differs from the first by name, title, sentence and tiles, and by nothing else."""
    one, two = boxes.info("crop_circles"), boxes.info("crop_circles_ii")
    assert (one.options, one.elements, one.extends) == (two.options, two.elements, two.extends)
    assert one.parts() is two.parts()
    assert two.like == one and two.rules_folder == one.folder and one.like is None
    assert list(read_texts(two.folder / "texts.toml")) == ["title", "about"] and one.title != two.title


def test_the_options_are_those_of_the_specification() -> None:
    """What the box offers is what its rulings say, the default first."""
    spec = read_spec(specs()["crop_circles"])
    assert spec.status == "complete"
    written = [(option.name, option.values, option.ruling) for option in spec.options]
    assert written == [(option.name, option.values, option.ruling) for option in boxes.info("crop_circles").options]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("box", ["crop_circles", "crop_circles_ii"])
def test_everything_can_be_read(box: str, language: str) -> None:
    """Every question, option and event of the circles has a sentence, with every slot filled."""
    game = Game(boxes=[box], players=3, seed=4, crop_add="may")
    texts = game.texts(language)
    said = set()
    number = 0
    while not game.over:
        if game.step.startswith("circle"):
            assert texts.has(f"steps.{game.step}")
            for option in game.options:
                said.add(option.action.verb)
                sentence = option.sentence(texts)
                assert texts.has(f"options.{option.action.verb}") and "{" not in sentence
                assert all(texts.word(word) in sentence for word in option.text.split()[1:])
        number += 1
        game.play(game.options[number * 7 % len(game.options)])
    assert said == {"all-add", "all-remove", "add", "remove", "pass"}
    assert {"all_add", "all_remove"} <= set(happenings(game))
    assert all(texts.has(f"events.{name}") for name in ("all_add", "all_remove"))
    assert not any("{" in event.text(texts) for event in game.events)


# -- the rules --------------------------------------------------------------------------------------------------------
@rule("CC-01", "TURN-15", "D-CC-01")
def test_the_player_decides_for_everybody() -> None:
    """After the meeple, before the scoring, the player is asked, and nobody else may answer."""
    game = play(table(BOX, KNIGHT), *SHIELD)
    assert game.step == "deploy"
    game.play("pass")
    assert (game.step, game.actor, game.player) == ("circle", "red", "red")
    assert offered(game) == ["all-add city", "all-remove city"]
    with pytest.raises(Illegal):
        game.play("all-add", "blue")
    added = play(game.copy(), "all-add", "add meeple city N at 0,0")
    removed = play(game.copy(), "all-remove", "remove meeple city N at 0,0")
    assert happenings(added)[-2:] == ["all_add", "deployed"]
    assert happenings(removed)[-2:] == ["all_remove", "returned"]
    for after in (added, removed):
        assert (after.actor, after.player) == ("chance", "blue")


@rule("CC-01")
def test_a_tile_without_a_circle_asks_nothing() -> None:
    """After a plain tile the turn goes on as ever, also if the tile before it had a circle."""
    game = play(table(BOX, KNIGHT), *SHIELD, "pass", "all-remove", "remove meeple city")
    play(game, "draw base/FRFR-rEW", "place 1,0", "pass")
    assert (game.actor, game.player) == ("chance", "red")


@rule("CC-02", "CC-03", "CC-04", "COMB-013")
@pytest.mark.parametrize("choice", ["add", "remove"])
@pytest.mark.parametrize(
    ("box", "tile", "place", "spot"),
    [
        ("crop_circles", "crop_circles/CRFF-circle-field", "1,0 turn 180", "field ER.SL.SR.WL"),
        ("crop_circles", "crop_circles/CFRR-rSW-circle-field", "0,1 turn 270", "field ER.SL.SR.WL"),
        ("crop_circles_ii", "crop_circles2/CFRF-circle-field", "0,1 turn 90", "field ER.SL.SR.WL"),
        ("crop_circles_ii", "crop_circles2/CRFR-circle-field", "0,1 turn 180", "field ER.SL.SR.WL"),
        ("crop_circles", "crop_circles/CFFC-cNW-circle-city", "0,1 turn 180", "city N"),
        ("crop_circles", "crop_circles/CCFF-circle-city", "0,1 turn 90", "city N"),
        ("crop_circles_ii", "crop_circles2/CFCF-circle-city", "0,1 turn 90", "city N"),
        ("crop_circles_ii", "crop_circles2/CCCC-cNW-cES-circle-city", "1,-1 turn 0", "city N"),
        ("crop_circles", "crop_circles/FFRR-rSW-circle-road", "0,1 turn 0", "road E.W"),
        ("crop_circles", "crop_circles/RFRR-circle-road", "0,1 turn 270", "road E.W"),
        ("crop_circles_ii", "crop_circles2/FRRR-rSW-circle-road", "0,1 turn 0", "road E.W"),
        ("crop_circles_ii", "crop_circles2/RRRR-rSW-circle-road", "2,0 turn 0", "road E.W"),
    ],
)
def test_each_shape_concerns_its_own_followers(box: str, tile: str, place: str, spot: str, choice: str) -> None:
    """A pitchfork means farmers, a shield knights, a club thieves; all twelve tiles, adding and removing."""
    more = [] if place.startswith("1,0") else ["lay base/CRFR-rEW 1,0"]
    if not place.startswith("0,1"):
        more += ["lay base/FFFF-monastery 0,1", "stand red meeple monastery at 0,1"]
    game = table(f"boxes {box}", *more, KNIGHT, THIEF, FARMER)
    play(game, f"draw {tile}", f"place {place}", "pass")
    assert game.step == "circle"
    game.play(f"all-{choice}")
    assert offered(game) == [f"{choice} meeple {spot} at 0,0"]


@rule("CC-03")
def test_a_follower_of_another_sort_cannot_be_chosen() -> None:
    """A shield does not take the thief; the refusal names the rule."""
    game = play(table(BOX, KNIGHT, THIEF), *SHIELD, "pass", "all-remove")
    with pytest.raises(Illegal) as refusal:
        game.play("remove meeple road E.W at 0,0")
    assert refusal.value.rule == "CC-03"


@rule("CC-06", "D-CC-02")
def test_what_is_taken_away_returns_to_the_supply() -> None:
    """The knight is back in hand and scores nothing; the city is free for others."""
    game = play(table(BOX, "stand blue meeple city at 0,0"), *SHIELD, "pass", "all-remove")
    assert (game.actor, game.supply["blue"]) == ("blue", {"meeple": 6})
    game.play("remove meeple city N at 0,0")
    assert game.supply["blue"] == {"meeple": 7}
    assert game.scores == {"red": 0, "blue": 0}
    play(game, "draw base/CFFF", "place 0,-1 turn 180")
    assert "meeple city S" in spots(game)


@rule("EX-CC-01", "CC-03", "CC-06", "R-CC-03")
def test_red_chooses_one_of_two_knights_and_green_is_passed_over() -> None:
    """Blue's knight returns, Green has none and is not asked, Red gives up one of two."""
    game = scenario("remove")
    assert game.supply == {"red": {"meeple": 6}, "blue": {"meeple": 7}, "green": {"meeple": 7}}
    before = game.at(len(game.moves) - 1)
    assert (before.actor, offered(before)) == (
        "red",
        ["remove meeple city N at 0,0", "remove meeple city E at 0,1"],
    )
    assert (game.actor, game.player) == ("chance", "blue")


@rule("EX-CC-02", "CC-02", "R-CC-01")
def test_red_puts_a_follower_beside_the_farmer() -> None:
    """Red's second farmer lies on the same segment; nobody else has a farmer, so nobody else is asked."""
    game = scenario("add")
    assert game.supply["red"] == {"meeple": 5}
    places = [int(node) for node in game.state.figure_at if node >= 0]
    assert len(places) == 2 and places[0] == places[1]
    assert Game.read(game.record) == game


# -- bots -------------------------------------------------------------------------------------------------------------
def test_greedy_beats_random() -> None:
    """Greedy needs to know nothing of crop circles to answer them well enough."""
    won = 0
    answered = 0
    for seed in range(6):
        game = Game(boxes=["crop_circles", "crop_circles_ii"], seed=seed, first_player="seat1")
        seat = game.seats[seed % 2]
        players = {name: bots.make("greedy" if name == seat else "random", seed) for name in game.seats}
        for _ in range(60):
            answered += game.step.startswith("circle_") and game.actor == seat
            game.play(players[game.actor or ""].choose(game))
        now = game.if_ended_now
        won += now[seat] > max(points for name, points in now.items() if name != seat)
    assert won >= 5 and answered


def test_greedy_gives_up_the_least() -> None:
    """Of a knight in a large city and one in a small, the one in the small city goes."""
    game = table(
        BOX,
        "lay base/FCFC-cEW 0,-1 turn 90",
        "lay base/CFFF 0,1 turn 90",
        "stand blue meeple city at 0,-1",
        "stand blue meeple city at 0,1",
    )
    play(game, SHIELD[0], "place 0,2 turn 90", "pass", "all-remove")
    assert (game.actor, len(game.options)) == ("blue", 2)
    assert bots.make("greedy", 1).choose(game).text == "remove meeple city E at 0,1"
