"""Games of ours as saves of JCloisterZone, and back."""

from __future__ import annotations

import json
import os
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aude import Action, Game, Setup
from aude.board import Board
from aude.catalog import boxes
from aude.errors import Unreadable
from aude.formats import record
from aude.formats.jcz import judge_save, open_save
from aude.formats.jcz.catalog import ELEMENTS, FIXED, RULES, SETS
from aude.formats.jcz.differences import other_points, reason_against
from aude.formats.jcz.export import on_the_table, write_save
from aude.game.game import GameCore
from jcz_saves import DONE, PASS, lay, made, put
from terminal import bad, good, run

# Ours, and those of a folder that the environment names: other people's saves are not ours to keep here.
FOLDERS = [Path(__file__).parent / "jcz", *(Path(name) for name in [os.environ.get("AUDE_JCZ_SAVES", "")] if name)]
SAVES = [path for folder in FOLDERS for path in sorted(folder.glob("*.jcz"))]
BOXES = sorted({one.box for one in SETS.values()} | {one.box for one in ELEMENTS.values()} - {"carcassonne"})
BOXES.remove("carcassonne")


def game_of(names: list[str], seed: int, seats: int = 2) -> Game:
    """A random game by the rules of that program, whole or in the middle."""
    chance = random.Random(seed)
    setup = Setup(boxes=tuple(names), players=("red", "blue", "green")[:seats])
    values = FIXED | {option: chance.choice(list(words.values())) for option, words in RULES.values()}
    values |= {"edition": "first", "single_player": "on" if seats == 1 else "off"}
    known = {name: values[name] for name in setup.choices() if name in values}
    game = Game(Setup(boxes=setup.boxes, players=setup.players, options=known), seed=seed)
    end = chance.choice([1000, chance.randrange(5, 150)])
    while not game.over and len(game.moves) < end:
        board = Board(game.state)
        options = [one for one in game.options if not reason_against(game, board, one)]
        if not options:
            break  # whatever is done, that program goes on otherwise
        option = chance.choice(options)
        game.play(option if option.low is None else option.at(option.low + chance.randrange(3)))
    return game


def choices(game: GameCore) -> list[tuple[str, Action]]:
    """What was done in a game, in order.

    Ransoms are left out, which are paid earlier in a turn when they are read, and dragon tiles that are set aside here.
    """
    return [
        (move.seat, move.action)
        for move in game.moves
        if move.action.verb != "ransom" and not any(event.name == "set_aside" for event in move.events)
    ]


def comes_back(game: Game) -> None:
    """Written and read, a game is the same one, choice by choice; then the next tile is drawn.

    What was declined at the very end is not said there before the action phase is over. A game with other points there
    is refused.
    """
    if other_points(game):
        with pytest.raises(Unreadable, match="that format cannot hold this game"):
            write_save(game)
        return
    again = open_save(write_save(game))[1].game
    done = choices(game)
    while done[len(choices(again)) :] and done[-1][1].verb == "pass":
        done.pop()
    assert choices(again)[: len(done)] == done
    assert {action.verb for _, action in choices(again)[len(done) :]} <= {"draw"}
    assert on_the_table(Board(again.state)) == on_the_table(Board(game.state))


@pytest.mark.parametrize("box", BOXES)
def test_a_game_with_each_box_comes_back(box: str) -> None:
    for seed in range(3):
        comes_back(game_of([box], seed, seats=1 + seed))


def mixed(seed: int) -> Game:
    chance = random.Random(seed)
    names = boxes.that_go_together(chance.sample(BOXES, chance.randint(2, 6)))
    return game_of(list(names), seed, seats=chance.choice([2, 3]))


@pytest.mark.parametrize("seed", range(9))
def test_mixed_games_come_back(seed: int) -> None:
    comes_back(mixed(seed))


def test_a_river_that_ends_too_early_is_refused() -> None:
    """R-RIV-08: it has run into itself. There, its other tiles would still be drawn before all others."""
    with pytest.raises(Unreadable, match="waits for other tiles of the river"):
        write_save(mixed(9))


def types(game: Game) -> list[str]:
    """The types of the messages that a game is written with."""
    return [one["type"] for one in json.loads(write_save(game))["replay"]]


def ready(*names: str, seats: int = 2, **options: str) -> Game:
    """A game by the rules of that program, with nothing drawn yet."""
    setup = Setup(boxes=names, players=("red", "blue", "green")[:seats])
    first = {option: next(iter(words.values())) for option, words in RULES.values()}
    values = first | FIXED | {"edition": "first"} | options
    known = {name: values[name] for name in setup.choices() if name in values}
    return Game(Setup(boxes=names, players=setup.players, options=known), deal=False)


def play(game: Game, *actions: str) -> Game:
    for action in actions:
        game.play(action)
    return game


def test_a_crop_circle_that_concerns_nobody_is_decided_on_there() -> None:
    """A circle for farmers, and a thief on the table; with nobody on the table nothing is asked."""
    turn = ("draw base/FRFR-rEW", "place 1,0", "deploy meeple road")
    circle = ("draw crop_circles/CRFF-circle-field",)
    for turns, wanted in (((*turn, *circle), True), (circle, False)):
        game = play(ready("crop_circles"), *turns)
        game.play(game.options[0])
        while game.actor in game.seats:
            game.play("pass")
        assert ("CIRCLE_REMOVE_OR_DEPLOY" in types(game)) is wanted


def test_a_tunnel_token_is_declined_twice_there() -> None:
    """In the action phase, and in a phase of its own."""
    game = play(ready("tunnel"), "draw tunnel/FRRF", "place -1,0 turn 0", *["pass"] * 3)
    assert game.actor == "chance" and types(game) == ["PLACE_TILE", "PASS", "PASS", "COMMIT"]


def test_of_several_prisoners_the_first_comes_home_there() -> None:
    """Blue has captured Red's second meeple before the first one. In an exchange here the first one comes home."""
    monastery, road = "draw base/FFFF-monastery", "draw base/FRFR-rEW"
    game = play(
        ready("tower"),
        "draw tower/FFFF-monastery", "place 0,1", "pass", monastery, "place -1,1", "deploy meeple monastery",
        monastery, "place 0,2", "deploy meeple monastery", road, "place 1,0", "pass",
        monastery, "place 1,1", "deploy meeple monastery",
        road, "place 2,0", "tower 0,1", "capture red meeple monastery at 1,1", road, "place 3,0", "pass",
        road, "place 4,0", "tower 0,1", "capture red meeple monastery at 0,2",
        road, "place 5,0", "tower 0,1", "capture blue meeple monastery at -1,1",
        road, "place 6,0", "pass", road, "place 7,0", "deploy meeple road",
    )  # fmt: skip
    replay = json.loads(write_save(game))["replay"]
    captured = [one["payload"]["pointer"]["meepleId"] for one in replay if one["type"] == "CAPTURE_FOLLOWER"]
    assert captured == ["0.small.2", "0.small.1", "1.small.1"]
    assert replay[-2]["payload"]["meepleId"] == "0.small.2"


def test_whoever_stands_on_a_tower_is_captured_and_not_another_off_the_land() -> None:
    """Red's first meeple is in prison, the second one on a tower that Blue can reach."""
    road = "draw base/FRFR-rEW"
    game = play(
        ready("tower"),
        "draw tower/FFFF-monastery", "place 0,1", "pass", road, "place 1,0", "pass",
        "draw base/FFFF-monastery", "place 0,2", "deploy meeple monastery",
        road, "place 2,0", "tower 0,1", "capture red meeple monastery at 0,2",
        "draw tower/FFFF", "place -1,1 turn 0", "pass", road, "place 3,0", "tower -1,1",
        road, "place 4,0", "close meeple 0,1", road, "place 5,0", "tower -1,1", "capture red meeple tower at 0,1",
    )  # fmt: skip
    replay = json.loads(write_save(game))["replay"]
    captured = [one["payload"]["pointer"] for one in replay if one["type"] == "CAPTURE_FOLLOWER"]
    assert captured[-1]["featurePointer"]["feature"] == "Tower" and captured[-1]["meepleId"] == "0.small.2"


def test_two_wagons_of_one_player_are_confirmed_once_there() -> None:
    """Both stand on the road that the last tile completes."""
    road, curve, monastery = "draw base/FRFR-rEW", "draw base/FFRR-rSW", "draw base/FFFF-monastery"
    setup = replace(ready("abbey_and_mayor").setup, figures={"wagon": 2})
    game = play(
        Game(setup, deal=False),
        road, "place 1,0", "deploy wagon road", monastery, "place 0,1", "pass",
        road, "place 0,2 turn 0", "deploy wagon road", monastery, "place 1,1", "pass",
        curve, "place 2,0 turn 0", "pass", road, "place 2,1 turn 90", "pass", road, "place 1,2 turn 0", "pass",
        curve, "place 2,2 turn 90", "pass", "draw base/FFRF-monastery", "place -1,0 turn 270", "pass",
        "draw base/FFRF-monastery", "place -1,2 turn 270", "pass", "drive monastery at 0,1", "drive monastery",
    )  # fmt: skip
    assert types(game)[-4:] == ["COMMIT", "DEPLOY_MEEPLE", "DEPLOY_MEEPLE", "COMMIT"]


def test_a_wagon_that_cannot_go_on_is_still_waited_for_there() -> None:
    """Red's first wagon drives to the city; the second has no way, so that nothing is confirmed after the first."""
    road, curve, monastery = "draw base/FRFR-rEW", "draw base/FFRR-rSW", "draw base/FFFF-monastery"
    setup = replace(ready("abbey_and_mayor").setup, figures={"wagon": 2})
    game = play(
        Game(setup, deal=False),
        road, "place 1,0", "deploy wagon road", monastery, "place 0,1", "deploy meeple monastery",
        road, "place 0,2 turn 0", "deploy wagon road", monastery, "place 1,1", "deploy meeple monastery",
        curve, "place 2,0 turn 0", "pass", road, "place 2,1 turn 90", "pass", road, "place 1,2 turn 0", "pass",
        curve, "place 2,2 turn 90", "pass", "draw base/FFRF-monastery", "place -1,0 turn 270", "pass",
        "draw base/FFRF-monastery", "place -1,2 turn 270", "deploy meeple monastery", "drive city N at 0,0",
    )  # fmt: skip
    assert game.step != "wagon" and types(game)[-3:] == ["DEPLOY_MEEPLE", "COMMIT", "DEPLOY_MEEPLE"]


def test_a_tile_that_is_put_up_without_a_bid_is_not_written_yet() -> None:
    """There, both are one message; the game stops before it, and the tile can be put up again."""
    whole = game_of(["bridges_castles_and_bazaars"], 3)
    verbs = [move.action.verb for move in whole.moves]
    game = whole.at(verbs.index("choose") + 1)
    assert game.step == "bid" and types(game)[-1] != "BAZAAR_BID"
    read = open_save(write_save(game))[1].game
    assert read.step == "lot" and read.actor == game.actor
    assert [move.action for move in read.moves] == [move.action for move in game.moves[:-1]]


def test_six_shrines_are_a_set_of_their_own() -> None:
    game = ready("shrines_and_heretics", shrine_tiles="six")
    assert "cult/6" in json.loads(write_save(game))["setup"]["sets"]
    again = open_save(write_save(game))[1].game
    assert "cult/6" in json.loads(write_save(again))["setup"]["sets"]


def test_a_game_with_a_river_has_one_base_set() -> None:
    """The start tile of the base game is drawn there, and read it is one tile more; what is written stays the same."""
    spring = ({"tile": "RI/s", "x": 0, "y": 0, "rotation": 0},)
    for how in ({}, {"sets": ["river/1:1"], "start": spring}):
        game = open_save(json.dumps(made(**how)))[1].game  # type: ignore[arg-type]
        again = open_save(write_save(game))[1].game
        setup = json.loads(write_save(again))["setup"]
        assert setup["sets"]["basic:1"] == 1 and again.setup.boxes == game.setup.boxes


def test_a_base_game_stays_one_with_its_names() -> None:
    """Names of any alphabet, whatever their case, are written and read as they are."""
    chance, names = random.Random(4), ("Anna", "zoë", "李")
    game = Game(players=names, seed=4)
    while not game.over:
        game.play(chance.choice(list(game.options)))
    again = open_save(write_save(game))[1].game
    assert again.setup.boxes == () and sorted(again.seats) == sorted(names) and again.scores == game.scores


def test_whoever_begins_is_the_first_player_there() -> None:
    game = Game(players=["red", "blue", "green"], deal=False)
    for action in ("start blue", "draw base/CFFF", "place 0,-1 turn 180", "deploy meeple city"):
        game.play(action)
    save = json.loads(write_save(game))
    assert [player["name"] for player in save["players"]] == ["blue", "green", "red"]
    assert save["replay"][1]["payload"]["meepleId"] == "0.small.1"
    assert [one["type"] for one in save["replay"]] == ["PLACE_TILE", "DEPLOY_MEEPLE", "COMMIT"]


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"boxes": ["wheel_of_fortune"]}, "that format has no "),
        ({"boxes": ["catapult"]}, "that format has no "),
        ({"boxes": ["river"], "river_edition": "third"}, "that format has no tiles of the set river_c3"),
    ],
)  # fmt: skip
def test_what_that_format_cannot_hold_is_refused(how: dict[str, Any], says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        write_save(Game(seed=3, **how))


def test_the_version_is_one_that_knows_the_rules() -> None:
    """The herd of GQ11 is a rule of version 5 only, what inns are worth at the end one of version 6."""
    game = Game(boxes=["gq11", "inns_and_cathedrals"], seed=1, gq11_pig_herd="on", inn_cathedral_final="ignore")
    assert json.loads(write_save(game))["appVersion"] == "6.2.0"
    game = Game(boxes=["gq11", "inns_and_cathedrals"], seed=1)
    assert json.loads(write_save(game))["appVersion"] == "5.7.0"
    game = Game(boxes=["gq11", "inns_and_cathedrals"], seed=1, inn_cathedral_final="ignore")
    with pytest.raises(Unreadable, match="no version of that format has both rules 'gq11-pig-herd' and 'inn-and-"):
        write_save(game)


def test_a_house_rule_that_leads_elsewhere_is_named() -> None:
    """Fields counted by the oldest rules bring other points."""
    text = "\n".join((
        "aude 1", "players red blue", "option farm_scoring per_city_4", "option first_player seat1", "tiles base 0",
        "tiles base/CRFR-rEW 1", "tiles base/CFFF 1", "red draw base/CFFF   place 0,-1 turn 180   deploy meeple field",
    ))  # fmt: skip
    with pytest.raises(Unreadable, match="it knows nothing of farm_scoring = per_city_4"):
        write_save(Game.read(text))


def test_a_position_with_figures_is_refused() -> None:
    setup = Setup(boxes=("princess_and_dragon",))
    for line in ("stand red meeple city N at 0,0", "lay fairy 0,0"):
        game = Game(setup, deal=False)
        game.lay(line)
        with pytest.raises(Unreadable, match=f"a position laid by hand with '{line}'"):
            write_save(game)
    with pytest.raises(Unreadable, match="no game 'the_city'"):
        write_save(Game(Setup(game="the_city"), seed=1))


# -- the commands -----------------------------------------------------------------------------------------------------
@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "game.jcz"
    turn = (lay("BA/C", 0, -1, 180), put("City", "S", 0, -1, "0.small.1"), DONE[1])
    path.write_text(json.dumps(made(*turn, says=["Alice has 4 points", "Undo is allowed"])), encoding="utf-8")
    return path


def test_import_prints_a_record_or_writes_it(save: Path, tmp_path: Path) -> None:
    text = good("import", str(save))
    game = Game.read(text)
    assert game.scores == {"Alice": 4, "Bob": 0}
    good("import", str(save), "-o", str(tmp_path / "game.aude"))
    assert (tmp_path / "game.aude").read_text(encoding="utf-8") == text
    back = good("export", str(tmp_path / "game.aude"), "--format", "jcz")
    good("export", str(tmp_path / "game.aude"), "-o", str(tmp_path / "again.jcz"))
    assert (tmp_path / "again.jcz").read_text(encoding="utf-8") == back
    assert open_save(back)[1].game.scores == game.scores


def test_import_checks_the_assertions(save: Path) -> None:
    text = good("import", str(save), "--check")
    assert text.splitlines() == [
        "pass     Alice has 4 points",
        "skipped  Undo is allowed (what may be undone is not a rule of the game)",
        "1 passed, 0 failed, 1 skipped",
    ]
    save.write_text(save.read_text(encoding="utf-8").replace("4 points", "5 points"), encoding="utf-8")
    result = run("import", str(save), "--check")
    assert result.exit_code == 1 and "fail     Alice has 5 points (it is 4)" in result.stdout
    result = run("import", str(save), "--check", "--lang", "nl")
    assert result.exit_code == 1 and "0 goed, 1 fout, 1 overgeslagen" in result.stdout


def test_commands_with_mistakes(save: Path, tmp_path: Path) -> None:
    assert "cannot be read" in bad("import", str(tmp_path / "nothing.jcz"))
    (tmp_path / "text.jcz").write_text("hello", encoding="utf-8")
    assert "line 1: this is not a save" in bad("import", str(tmp_path / "text.jcz"))
    (tmp_path / "empty.jcz").write_text("\n")
    assert "the save is empty" in bad("import", str(tmp_path / "empty.jcz"))
    (tmp_path / "empty.jcz").write_text(json.dumps(made(says=[])), encoding="utf-8")
    assert "There are no assertions in this file" in good("import", str(tmp_path / "empty.jcz"), "--check")
    good("import", str(save), "-o", str(tmp_path / "game.aude"))
    assert "there is no such format; formats: jcz" in bad("export", str(tmp_path / "game.aude"), "--format", "pgn")
    assert "no such file or directory" in bad("import", str(save), "-o", str(tmp_path / "no" / "where"))


@pytest.mark.parametrize(
    ("language", "remark", "wrong", "cannot", "exported"),
    [
        (
            "nl",
            "bericht 1 (PASS): hier wordt niets gevraagd",
            "het bestand: hier hoort een object, niet []",
            "bericht 1 (PLACE_TILE): tileId BA/C, rotation R0, position [5,5] kan hier niet; het spel vraagt",
            "dat formaat kent geen spel 'the_city'",
        ),
        (
            "nb",
            "melding 1 (PASS): her blir det ikke spurt",
            "filen: her skal det stå et objekt, ikke []",
            "melding 1 (PLACE_TILE): tileId BA/C, rotation R0, position [5,5] går ikke her; spillet spør",
            "det formatet har ikke spillet 'the_city'",
        ),
    ],
)
def test_remarks_and_mistakes_of_saves_are_told_in_the_language(
    language: str, remark: str, wrong: str, cannot: str, exported: str, tmp_path: Path
) -> None:
    file, lang = tmp_path / "some.jcz", ("--lang", language)
    file.write_text(json.dumps(made(PASS, says=[])), encoding="utf-8")
    assert remark in run("import", str(file), *lang).stderr
    file.write_text("[]", encoding="utf-8")
    assert wrong in bad("import", str(file), *lang)
    file.write_text(json.dumps(made(lay("BA/C", 5, 5), says=[])), encoding="utf-8")
    assert cannot in bad("import", str(file), *lang)
    (tmp_path / "city.aude").write_text(Game(game="the_city", seed=1).record, encoding="utf-8")
    assert exported in bad("export", str(tmp_path / "city.aude"), *lang)


# -- whole saves ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_saves_hold_what_they_say(path: Path) -> None:
    told, game = open_save(path.read_text(encoding="utf-8"))
    verdicts = judge_save(told, game)
    assert verdicts and not [verdict for verdict in verdicts if verdict.holds is False]
    assert Game.read(record.write(game.game)) == game.game
