"""The Cathars and the Besiegers, rule by rule: the boxes, what a siege is, and what it does to points."""

from __future__ import annotations

import pytest

from aude import Game, bots
from aude.catalog import boxes
from aude.catalog.rulebook import read_spec, specs
from aude.catalog.texts import LANGUAGES, read_texts
from aude.testing import finish, play, rule, scenario, scored, table

BOX = "boxes cathars"
# The start tile lies at 0,0: a city to the north, a road from east to west. y counts to the south.
CAP = "base/CFFF"
STRAIGHT = "base/FRFR-rEW"
MONASTERY = "base/FFFF-monastery"
GATE = "base/FCFC-cEW"
GATE_ARMS = "base/FCFC-cEW-pennant"
CORNER = "base/CFFC-cNW"
CATHAR_CAP = "cathars/CFFF"
CATHAR_CORNER = "cathars/CFFC-cNW"
CATHAR_ROAD = "cathars/CRFR-rEW"
KNIGHT = "stand red meeple city at 0,0"
CLOSE = "place 1,-1 turn 270   pass"  # a cap there completes the city of the start tile and a corner at 0,-1


# -- the two boxes ----------------------------------------------------------------------------------------------------
@rule("R-CTH-10")
@pytest.mark.parametrize(
    ("chosen", "tiles"),
    [(("cathars",), 4), (("besiegers",), 6), (("cathars", "besiegers"), 10), (("besiegers", "cathars"), 10)],
)
def test_the_boxes_go_alone_and_together(chosen: tuple[str, ...], tiles: int) -> None:
    """Every tile besieges one city part; the rules are in the game once, whichever boxes are there."""
    game = Game(boxes=chosen, deal=False)
    assert sum(game.tiles_left.values()) == 71 + tiles
    besieging = [
        (tile.set, [segment.kind for segment in tile.segments if "besieged" in segment.traits])
        for tile, _ in game.setup.tile_list()
        if tile.set != "base"
    ]
    assert len(besieging) == tiles
    assert {name for name, _ in besieging} == set(chosen)
    assert all(kinds == ["city"] for _, kinds in besieging)
    names = [step.name for step in game.rules.program]
    assert (names.count("escape"), names.count("escape_dawn")) == (1, 1)


def test_both_boxes_say_the_same() -> None:
    """The second box differs from the first by name, title, sentence and tiles, and by nothing else."""
    one, two = boxes.info("cathars"), boxes.info("besiegers")
    assert (one.options, one.elements, one.extends) == (two.options, two.elements, two.extends)
    assert two.like == one and two.rules_folder == one.folder and one.like is None
    assert list(read_texts(two.folder / "texts.toml")) == ["title", "about"] and one.title != two.title


def test_the_options_are_those_of_the_specification() -> None:
    """What the box offers is what its rulings say, the default first."""
    spec = read_spec(specs()["cathars"])
    written = [(option.name, option.values, option.ruling) for option in spec.options]
    assert written == [(option.name, option.values, option.ruling) for option in boxes.info("cathars").options]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_read(language: str) -> None:
    """The question and its answers have a sentence in which every word is said."""
    game = table(BOX, KNIGHT, f"lay {CATHAR_CORNER} 0,-1 turn 180", f"lay {MONASTERY} 0,-2")
    play(game, f"draw {STRAIGHT}", "place 1,0", "pass")
    texts = game.texts(language)
    assert texts.has(f"steps.{game.step}") and texts.has("words.besieged")
    for option in game.options:
        sentence = option.sentence(texts)
        assert texts.has(f"options.{option.action.verb}") and "{" not in sentence
        assert all(texts.word(word) in sentence for word in option.text.split()[1:])
    for key in ("no_knight", "not_besieged", "no_monastery"):
        assert texts.has(f"refusals.{key}")


# -- what a siege is --------------------------------------------------------------------------------------------------
@rule("CTH-01", "TURN-10")
@pytest.mark.parametrize(("tile", "now"), [(CORNER, 2), (CATHAR_CORNER, 0)])
def test_a_cathar_tile_besieges_the_city_it_joins(tile: str, now: int) -> None:
    """Red's city of the start tile grows by a tile of the same shape: with the Cathars it is worth nothing now."""
    game = table(BOX, KNIGHT)
    assert game.if_ended_now == {"red": 1, "blue": 0}
    play(game, f"draw {tile}", "place 0,-1 turn 180")
    assert game.if_ended_now == {"red": now, "blue": 0}


@rule("CTH-01", "R-CTH-11")
def test_a_city_that_begins_with_a_cathar_tile_is_besieged() -> None:
    """The knight on the new tile stands in a besieged city; the city of the start tile stays at peace."""
    game = table(BOX, KNIGHT, f"red draw {CATHAR_ROAD}   place 1,0   deploy meeple city")
    assert game.if_ended_now == {"red": 1, "blue": 0}


@rule("R-CTH-11")
@pytest.mark.parametrize(("other", "now"), [(CORNER, 3), (CATHAR_CORNER, 0)])
def test_a_city_joined_to_a_besieged_one_is_besieged(other: str, now: int) -> None:
    """Red's city and the tile that joins it to another have no Cathars; if the other has, they suffer with it."""
    game = table(BOX, KNIGHT, f"lay {STRAIGHT} 1,0", f"lay {other} 1,-1")
    assert game.if_ended_now == {"red": 1, "blue": 0}
    play(game, f"draw {CORNER}", "place 0,-1 turn 180")
    assert game.if_ended_now == {"red": now, "blue": 0}


# -- points for cities ------------------------------------------------------------------------------------------------
@rule("CTH-03", "EX-CTH-01", "SC-05")
def test_a_completed_besieged_city_scores_one_a_tile() -> None:
    """5 tiles, a coat of arms: 6 points."""
    assert scenario("besieged_city").scores == {"red": 6, "blue": 0}


@rule("EX-CTH-01", "SC-04")
def test_the_same_city_at_peace_scores_twice_as_much() -> None:
    """5 tiles, a coat of arms, no siege, though the game has the box: 12 points."""
    game = table(
        BOX,
        f"lay {GATE_ARMS} 0,-1 turn 90",
        f"lay {GATE} 0,-2 turn 90",
        KNIGHT,
        f"red draw {CORNER}   place 0,-3 turn 180   pass",
        f"blue draw {CAP}   place 1,-3 turn 270   pass",
    )
    assert scored(game) == ["red scores 12: tiles 10, pennants 2"]


@rule("CTH-03")
@pytest.mark.parametrize(
    ("box", "tile", "place"),
    [
        ("cathars", "cathars/CFFF", "0,-1 turn 180"),
        ("cathars", "cathars/CRFR-rEW", "0,-1 turn 180"),
        ("besiegers", "besiegers/CFRF", "0,-1 turn 180"),
        ("besiegers", "besiegers/CRRF-rES", "0,-1 turn 180"),
        ("besiegers", "besiegers/CFRR-rSW", "0,-1 turn 180"),
    ],
)
def test_a_besieged_city_of_two_tiles_scores_two(box: str, tile: str, place: str) -> None:
    """Every tile with one city side: it completes the start tile's city, for 2 points instead of 4."""
    game = table(f"boxes {box}", KNIGHT, f"red draw {tile}   place {place}   pass")
    assert scored(game) == ["red scores 2: tiles 2"]
    assert game.supply["red"] == {"meeple": 7}


@rule("CTH-04", "SC-16")
@pytest.mark.parametrize(
    ("box", "tile"),
    [
        ("cathars", "cathars/CFFC-cNW"),
        ("cathars", "cathars/CRRC-cNW-rES"),
        ("besiegers", "besiegers/CCFC-cNEW"),
        ("besiegers", "besiegers/CRFC-cNW"),
        ("besiegers", "besiegers/CFRC-cNW"),
    ],
)
def test_an_incomplete_besieged_city_scores_nothing(box: str, tile: str) -> None:
    """Every tile with several city sides: the city stays open and brings 0 at the end; the knight returns."""
    game = table(f"boxes {box}", KNIGHT, "stand blue meeple road at 0,0")
    game.play(f"draw {tile}")
    game.play(next(option for option in game.options if option.text.startswith("place 0,-1 ")))
    game.play("pass")
    assert game.if_ended_now == {"red": 0, "blue": 1}
    assert [event.line() for event in game.forecast()] == ["blue scores 1: tiles 1"]
    finish(game, MONASTERY, "0,1 turn 0")
    assert game.over and game.scores == {"red": 0, "blue": 1}
    assert game.supply["red"] == {"meeple": 7}


@rule("R-CTH-05")
def test_a_second_cathar_tile_has_no_further_effect() -> None:
    """Three tiles, two of them Cathar tiles: 3 points; still open they would bring 0."""
    game = table(BOX, KNIGHT, f"lay {CATHAR_CORNER} 0,-1 turn 180")
    assert game.if_ended_now["red"] == 0
    play(game, f"draw {CATHAR_CAP}", *CLOSE.split("   "))
    assert scored(game) == ["red scores 3: tiles 3"]


@rule("CTH-03")
def test_what_is_complete_counts_as_it_will_be_scored() -> None:
    """Between the laying and the scoring of the last tile the forecast knows the siege."""
    game = table(BOX, KNIGHT, f"lay {CATHAR_CORNER} 0,-1 turn 180")
    play(game, f"draw {CAP}", "place 1,-1 turn 270")
    assert game.step == "deploy" and game.if_ended_now == {"red": 3, "blue": 0}
    game.play("pass")
    assert game.scores == {"red": 3, "blue": 0}


@rule("R-CTH-07")
@pytest.mark.parametrize("tiny", ["off", "on"])
def test_a_tiny_city_is_not_punished_twice(tiny: str) -> None:
    """Two besieged tiles are worth 2 in both countings; three are worth 3, and an open city nothing."""
    lines = (BOX, f"option tiny_city {tiny}", KNIGHT)
    game = table(*lines, f"red draw {CATHAR_CAP}   place 0,-1 turn 180   pass")
    assert scored(game) == ["red scores 2: tiles 2"]
    game = table(*lines, f"lay {CATHAR_CORNER} 0,-1 turn 180")
    assert game.if_ended_now["red"] == 0
    play(game, f"draw {CAP}", *CLOSE.split("   "))
    assert scored(game) == ["red scores 3: tiles 3"]


@rule("R-CTH-07")
def test_a_tiny_city_at_peace_is_as_ever() -> None:
    """The old counting gives 2 points for two tiles without a siege as well."""
    game = table(BOX, "option tiny_city on", KNIGHT, f"red draw {CAP}   place 0,-1 turn 180   pass")
    assert scored(game) == ["red scores 2: tiles 2"]


# -- points for fields ------------------------------------------------------------------------------------------------
def two_cities(southern: str, northern: str) -> tuple[str, ...]:
    """One field with two completed cities: start tile and 0,-1; 0,-2 and 0,-3. Red farms it."""
    return (
        f"lay {southern} 0,-1 turn 180",
        f"lay {CAP} 0,-2 turn 0",
        f"lay {northern} 0,-3 turn 180",
        "stand red meeple field at 0,-2",
    )


@rule("CTH-06", "EX-CTH-02", "COMB-012", "SC-20")
@pytest.mark.parametrize(
    ("southern", "northern", "points"),
    [(CAP, CAP, 6), (CATHAR_CAP, CAP, 9), (CAP, CATHAR_CAP, 9), (CATHAR_CAP, CATHAR_CAP, 12)],
)
def test_a_besieged_city_counts_double_for_its_field(southern: str, northern: str, points: int) -> None:
    """One normal city and one besieged: 9 points; two besieged: 12."""
    game = table("tiles cathars 2", BOX, *two_cities(southern, northern))
    assert game.if_ended_now == {"red": points, "blue": 0}
    assert [event.line() for event in game.forecast()] == [f"red scores {points}: cities {points}"]
    finish(game, STRAIGHT, "1,0")
    assert game.scores == {"red": points, "blue": 0}


@rule("R-CTH-12")
@pytest.mark.parametrize(
    ("southern", "northern", "points"), [(CAP, CAP, 8), (CATHAR_CAP, CAP, 12), (CATHAR_CAP, CATHAR_CAP, 16)]
)
def test_a_besieged_city_counts_double_in_the_old_counting(southern: str, northern: str, points: int) -> None:
    """With `per_city_4`: 4 points for the normal city, 8 for the besieged one."""
    game = table("tiles cathars 2", BOX, "option farm_scoring per_city_4", *two_cities(southern, northern))
    assert game.if_ended_now == {"red": points, "blue": 0}
    finish(game, STRAIGHT, "1,0")
    assert game.scores == {"red": points, "blue": 0}


@rule("CTH-06")
def test_an_incomplete_besieged_city_feeds_nobody() -> None:
    """The field beside an open city gets nothing for it."""
    game = table(BOX, f"lay {CATHAR_CORNER} 0,-1 turn 180", "stand red meeple field at 0,-1")
    assert game.if_ended_now == {"red": 0, "blue": 0}
    play(game, f"draw {CAP}", *CLOSE.split("   "))
    assert game.if_ended_now == {"red": 6, "blue": 0}


# -- bots -------------------------------------------------------------------------------------------------------------
def test_greedy_beats_random() -> None:
    """Greedy needs to know nothing of sieges to do well with them."""
    won = 0
    for seed in range(4):
        game = Game(boxes=["cathars", "besiegers"], seed=seed, first_player="seat1")
        seat = game.seats[seed % 2]
        players = {name: bots.make("greedy" if name == seat else "random", seed) for name in game.seats}
        for _ in range(60):
            game.play(players[game.actor or ""].choose(game))
        now = game.if_ended_now
        won += now[seat] > max(points for name, points in now.items() if name != seat)
    assert won >= 3


def test_greedy_knows_what_a_siege_does() -> None:
    """Blue's city grows by a Cathar tile if Greedy has its way: it is worth nothing then."""
    game = table(
        BOX,
        *(f"lay {GATE} 0,-1 turn 90", f"lay {GATE_ARMS} 0,-2 turn 90", "stand blue meeple city at 0,0"),
        f"red draw {CATHAR_CORNER}",
    )
    assert bots.make("greedy", 1).choose(game).text.startswith("place 0,-3 ")


@pytest.mark.parametrize(("without", "points"), [((), 3), (("siege",), 6), (("escape",), 3)])
def test_sieges_and_escapes_can_be_left_out(without: tuple[str, ...], points: int) -> None:
    """Without sieges a city of three tiles brings what it always brings; without escapes nobody is asked."""
    left_out = [f"without {element}" for element in without]
    game = table(BOX, *left_out, f"lay {CATHAR_CORNER} 0,-1 turn 180", KNIGHT)
    play(game, f"draw {CAP}", *CLOSE.split("   "))
    assert [event.points for event in game.events if event.name == "scored"] == [points]
    assert ("escape" in game.rules.step_numbers) is ("escape" not in without)
