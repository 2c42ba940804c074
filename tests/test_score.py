"""`aude score`: the examples of the rules typed in by hand, a real endgame, and lines that are wrong."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from aude import Game, Setup, Unreadable
from aude.board import Board
from aude.boxes.the_city.conftest import ROW
from aude.catalog import boxes, rulebook
from aude.catalog.texts import LANGUAGES
from aude.explain import Explained, before_the_end, explain_final, explain_now
from aude.formats.record import read
from aude.game.position import lay_to_score
from aude.terminal.referee import FORMS, Referee
from aude.testing import rule, table
from terminal import bad, good, said

RECORDS = Path(__file__).parent / "records"

# EX-BASE-06 as it lies before the scoring: Red's two knights and Yellow's one in a completed city.
JOINED_CITY = (
    "lay B 0,1",
    "lay B -1,1",
    "lay B 1,1",
    "lay E 1,2 270",
    "lay E -1,2 90",
    "lay B -1,3",
    "lay E 0,3 0",
    "lay base/CCFC-cNEW-pennant 0,2 turn 180",
    "stand red meeple city W at 1,2",
    "stand yellow meeple city E at -1,2",
    "stand red city 0,3",
)
# EX-BASE-08: an incomplete city of 5 tiles and 3 coats of arms, two knights of Green, one of Black.
CONTESTED = (
    "lay FCFC-cEW-pennant 0,-1 turn 90",
    "lay FRFR-rEW 1,0",
    "lay FRFR-rEW -1,0",
    "lay B 1,-1",
    "lay FCFC-cEW-pennant 1,-2",
    "lay B -1,-1",
    "lay E -1,-2 90",
    "lay CCCC-cNESW-pennant 0,-2",
    "stand green city 0,-1",
    "stand green city 1,-2",
    "stand black city -1,-2",
)
# EX-FARM-01 and EX-FARM-03: cities A, B and C are complete, D is not.
FARMERS = (
    "lay D 1,0",
    "stand green field EL at 1,0",
    "lay base/CFFF 1,-1 turn 180",
    "stand red field 1,-1",
    "lay CRRR -1,0",
    "lay B 0,1",
    "lay base/CFFF 1,-2 turn 0",
    "lay FCFC-cEW-pennant -1,-1 90",
    "stand blue field EL at -1,-1",
    "lay base/CFFF 0,-1 turn 180",
    "lay base/CFFF 1,-3 turn 180",
)


def typed(
    lines: Sequence[str],
    players: str = "red blue",
    *,
    language: str = "en",
    plain: bool = False,
    setup: Setup | None = None,
) -> tuple[str, Referee]:
    """Type these lines to a referee: what was answered, and the referee."""
    out = io.StringIO()
    game = Game(setup or Setup(players=tuple(players.split())), deal=False)
    source = io.StringIO("".join(f"{line}\n" for line in lines))
    referee = Referee(game, language=language, plain=plain, source=source, out=out)
    referee.run()
    return said(out.getvalue()), referee


def only(found: Sequence[Explained], kind: str) -> Explained:
    [one] = [one for one in found if one.feature.kind == kind]
    return one


# -- the examples of the rules ----------------------------------------------------------------------------------------
@rule("EX-BASE-06")
def test_now_explains_a_majority_line_by_line() -> None:
    """Red 2 against Yellow 1: Red scores 10, 8 for the tiles and 2 for the coat of arms; Yellow gets nothing."""
    text, referee = typed([*JOINED_CITY, "now"], "red yellow")
    report = explain_now(referee.game)
    [city] = report.features
    assert city.weights == {"red": 2, "yellow": 1} and city.winners == ("red",)
    assert report.gains == {"red": 10, "yellow": 0}
    assert "The majority: red 2, yellow 1; red has the most, the others get nothing." in text
    assert "Red scores 10 for city" in text and "Tiles (4): 8" in text and "Pennants (1): 2" in text
    assert "Red: 0 and 10 make 10" in text and "Yellow: 0 and 0 make 0" in text


@rule("EX-BASE-08", "EX-BASE-09")
def test_final_explains_an_incomplete_city() -> None:
    """Green 8, Black nothing; nothing is complete, so nothing is scored now."""
    text, referee = typed([*CONTESTED, "points black 5", "now", "final"], "green black")
    assert explain_final(referee.game).after == {"green": 8, "black": 5}
    assert "No occupied feature is complete" in text
    assert "Green scores 8 for city" in text and "Tiles (5): 5" in text and "Pennants (3): 3" in text
    small = ["lay FCFC-cEW-pennant 0,-1 90", "stand blue city 0,-1"]
    assert explain_final(typed(small)[1].game).gains == {"red": 0, "blue": 3}


@rule("EX-FARM-01", "EX-FARM-03")
def test_final_names_the_cities_that_count_for_a_field() -> None:
    """Red and Blue tie with 9 each for A, B and C; D is named as not complete; Green has 6 for A and B."""
    text, referee = typed([*FARMERS, "final"], "green red blue")
    report = explain_final(referee.game)
    assert report.after == {"green": 6, "red": 9, "blue": 9}
    fields = [one for one in report.features if one.feature.kind == "field"]
    large, strip = sorted(fields, key=lambda one: -len(one.standing))
    assert large.winners == ("red", "blue") and len(large.counted) == 3 and len(large.not_counted) == 1
    assert strip.winners == ("green",) and len(strip.counted) == 2 and len(strip.not_counted) == 1
    assert (0, -1) in strip.counted[0].cells or (0, -1) in strip.counted[1].cells
    assert "The majority: red 1, blue 1; red and blue are tied, and each gets all the points." in text
    assert "Counted for it: city" in text and "Not complete, so not counted: city -1,0 -1,-1." in text
    assert "Only green stands there." in text


@rule("EX-BASE-07", "EX-BASE-10")
def test_final_counts_monasteries_and_roads() -> None:
    """A monastery with three tiles around it 4, a road over three tiles 3."""
    lines = ["lay U 1,0", "lay U -1,0", "lay B 0,1", "stand blue monastery 0,1", "stand red road 1,0"]
    _, referee = typed(lines)
    report = explain_final(referee.game)
    assert report.after == {"red": 3, "blue": 4}
    assert [line.label for line in only(report.features, "monastery").scores[0].lines] == ["tiles"]


@rule("EX-BASE-05")
def test_moves_one_by_one_are_scored_as_they_are_made() -> None:
    """Red joins the roads of Red and Yellow: both score 4 at once, and nothing is left to score now."""
    lines = [
        "red draw base/FRRR   place 1,0 turn 0   deploy meeple road W",
        "yellow draw E   place 0,1 turn 90   pass",
        "red draw B   place 0,2 turn 0   pass",
        "yellow draw A   place -1,1 turn 180   deploy meeple road N",
        "red draw V   place -1,0 turn 270   pass",
        "now",
    ]
    text, referee = typed(lines, "red yellow")
    assert referee.game.scores == {"red": 4, "yellow": 4}
    assert "Red scores 4 for road" in text and "No occupied feature is complete" in text


def test_large_figures_and_goods_are_explained() -> None:
    """A large follower counts two against two; the most wine brings 10; what everybody holds is told."""
    setup = Setup(boxes=("inns_and_cathedrals", "traders_and_builders"))
    lines = ["lay FRRR 1,0", "stand red large_follower road W at 1,0", "lay FRFR-rEW -1,0", "stand blue road -1,0"]
    text, referee = typed([*lines, "hold red wine 2", "hold blue wine 1", "hold blue grain 1", "final"], setup=setup)
    road = only(explain_final(referee.game).features, "road")
    assert road.weights == {"red": 2, "blue": 1} and road.winners == ("red",)
    assert "Here each large follower of red counts 2." in text
    assert "In addition:" in text and "Red holds 2 wine." in text
    assert explain_final(referee.game).gains == {"red": 13, "blue": 10}


def test_complete_features_without_figures_are_named() -> None:
    text, referee = typed(["lay E 0,-1 180", "now"])
    assert [feature.kind for feature in explain_now(referee.game).empty] == ["city"]
    assert "Complete, but unoccupied: City, size 2" in text


# -- a real endgame ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["two_players", "five_players"])
def test_the_end_of_a_recorded_game_is_explained(name: str) -> None:
    """The explanation adds up to the scores of the record, feature by feature."""
    game = Game.read((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    assert game.over and before_the_end(game) is not None
    report = explain_final(game)
    assert report.after == game.scores
    for seat, gain in report.gains.items():
        events = [event for one in report.features for event in one.scores] + list(report.others)
        assert gain == sum(event.points for event in events if event.seat == seat)
    scored = [one for one in report.features if one.scores]
    assert len(scored) > 5
    assert all({event.seat for event in one.scores} == set(one.winners) for one in scored)
    fields = [one for one in scored if one.feature.kind == "field"]
    by_city = game.setup.values()["farm_scoring"] == "per_city_4"
    assert bool(fields) != by_city and any(one.from_beside for one in scored) == by_city
    assert all(one.scores[0].points == 3 * len(one.counted) for one in fields)


@pytest.mark.parametrize("seed", range(3))
def test_weights_are_those_of_the_engine_with_every_box(seed: int) -> None:
    """What single figures weigh adds up to what the engine compares, in random games with all kinds of figures."""
    game = Game(boxes=boxes.expansions("carcassonne"), players=4, seed=seed)
    choose = random.Random(seed)
    seen = 0
    while not game.over and len(game.moves) < 400:
        game.play(choose.choice([option for option in game.options if option.low is None] or game.options))
        if len(game.moves) % 20:
            continue
        report = explain_final(game)
        assert report.after == game.if_ended_now
        for one in report.features:
            for seat, weight in one.weights.items():
                assert weight == sum(s.count * s.weight for s in one.standing if s.seat == seat)
                seen += 1
    assert seen > 50


def test_each_of_two_castles_on_one_tile_is_explained() -> None:
    """Events name both in the same words; each explanation has the points of its own castle."""
    game = table(
        "boxes bridges_castles_and_bazaars",
        "tiles base 9",
        "without bridges bazaars",
        "lay base/CFCF 0,1 turn 90",
        "lay base/CFFF 1,1 turn 270",
        "lay base/CFFF -1,1 turn 90",
        "lay castle red city E at 0,1",
        "lay castle blue city W at 0,1",
        "stand red meeple castle 1 at 0,1",
        "stand blue meeple castle 2 at 0,1",
        "turn red",
    )
    assert [spot.sides for spot in Board(game.state).spots if spot.kind == "castle"] == [("1",), ("2",)]
    report = explain_final(game)
    assert report.after == game.if_ended_now
    castles = [one for one in report.features if one.feature.kind == "castle"]
    assert [one.winners for one in castles] == [("red",), ("blue",)]
    for one in castles:
        assert {event.seat for event in one.scores} <= set(one.winners)


def test_nothing_is_changed_by_an_explanation() -> None:
    game = Game(players=3, seed=4)
    choose = random.Random(4)
    while len(game.moves) < 90:
        game.play(choose.choice(game.options))
    before = game.to_bytes()
    explain_now(game)
    explain_final(game)
    assert game.to_bytes() == before


# -- lines that are wrong ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("lay", "A laid tile is written 'lay TILE X,Y turn 0|90|180|270'."),
        ("lay Z 1,0", "no tile 'Z'"),
        ("lay D one,two", "A laid tile is written"),
        ("lay D 5,5", "5,5 touches no tile on the table."),
        ("lay D 0,0", "A tile lies at 0,0 already."),
        ("lay B 1,0", "base/FFFF-monastery does not fit there, however it is turned."),
        ("lay D 1,0 90", "base/CRFR-rEW fits there when turned 0, 180."),
        ("stand red field 0,0", "On that tile: city N; road E.W; field EL.WR; field ER.SL.SR.WL."),
        ("stand red knight city at 0,0", "A figure is written 'stand SEAT FIGURE FEATURE [SIDES] at X,Y'"),
        ("stand green city 0,0", "Expected a seat: red, blue."),
        ("stand red city 3,3", "No tile lies at 3,3."),
        ("points red many", "Points are written 'points SEAT NUMBER'"),
        ("hold red wine 2", "Nobody holds 'wine' in this game"),
        ("red place 1,0", "place"),
        ("red draw B   place 9,9", "a tile must share at least one side"),
        ("red draw nothing", "no tile 'nothing'"),
    ],
)
def test_a_wrong_line_is_told_at_once_and_changes_nothing(line: str, says: str) -> None:
    text, referee = typed(["points blue 7", line, "scores"])
    assert says in text, text
    assert "Nothing has changed; type the line again." in text
    assert referee.lines == ["points blue 7"] and not referee.game.moves
    assert "Blue: 7 points" in text


def test_pieces_of_boxes_are_typed_as_shortly_as_tiles_are() -> None:
    """The usual figure and `at` may be left out; `help` shows how each line is written, and the wrong ones are told."""
    setup = Setup(boxes=("tower", "bridges_castles_and_bazaars", "wheel_of_fortune"))
    lines = ["lay tower 2 4,0", "lay big_pig taxes", "stand red crown taxes", "lay dragon 0,0", "help"]
    text, referee = typed(["lay tower/FFFF-monastery 3,0", *lines], setup=setup)
    assert "No tile lies at 4,0" in text
    assert "no tile 'dragon'" in text
    assert "lay tower HEIGHT at X,Y" in text and "lay castle SEAT FEATURE [SIDES] at X,Y finished" in text
    assert referee.lines[-2:] == ["lay big_pig taxes", "stand red meeple crown taxes"]
    assert referee.spelt_out(["lay", "tower", "2", "3,0"]) == ["lay", "tower", "2", "at", "3,0"]
    assert referee.spelt_out(["lay", "B", "3,0", "90", "span", "red"])[2:] == ["3,0", "turn", "90", "span", "red"]


def test_what_means_nothing_is_told() -> None:
    text, referee = typed(["", "castle at noon", "lay D 1,0"])
    assert "'castle at noon' means nothing here" in text and referee.lines == ["lay base/CRFR-rEW 1,0"]


def test_lines_are_taken_back_one_by_one() -> None:
    text, referee = typed(["lay D 1,0", "stand red city 1,0", "undo", "undo", "undo"])
    assert "Taken back: stand red meeple city at 1,0" in text and "There is no line to take back." in text
    assert referee.lines == [] and referee.game.state.slots == 1
    text, referee = typed(["points red 3", "red draw B   place 0,1   pass", "lay D 1,0", "undo", "lay D 1,0"])
    assert "take the moves back with 'undo' first" in text
    assert referee.lines == ["points red 3", "lay base/CRFR-rEW 1,0"]


def test_a_position_to_be_scored_may_wait_for_its_scoring_but_not_be_played_on() -> None:
    lines = ["lay E 0,-1 180", "stand red city 0,-1"]
    text, _ = typed([*lines, "blue draw B   place 0,1   pass"])
    assert "Red stands on a city that is complete: it would have been scored." in text
    game = Game(deal=False)
    with pytest.raises(Unreadable, match="it would have been scored"):
        game.lay("lay base/CFFF 0,-1 turn 180\nstand red meeple city at 0,-1")
    with pytest.raises(Unreadable, match="two figures stand on the same spot"):
        lay_to_score(game, [(1, "stand red meeple city at 0,0"), (2, "stand blue meeple city at 0,0")])


# -- languages, help, files -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("plain", [False, True])
def test_it_speaks_three_languages(language: str, plain: bool) -> None:
    """Every sentence has its text, in pictures and in words."""
    lines = [*FARMERS, "tile D", "tile", "help", "lay D 7,7", "now", "final", "show", "record", "undo", "save", "quit"]
    text, referee = typed(lines, "green red blue", language=language, plain=plain)
    assert "score." not in text and "table.c" not in text and "{" not in text
    assert all(form in text for form in (said(referee.in_words(form)) for form in FORMS.values()))
    assert referee.texts("score.final") in text and referee.texts("score.not_counted").partition(":")[0] in text


def test_the_words_of_a_language_are_commands_there() -> None:
    text, _ = typed(["eind", "tegel D"], language="nl")
    assert "Eindtelling" in text and "base/CRFR-rEW (D)" in text


def test_what_was_typed_is_kept_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "table.aude"
    text, _ = typed([*JOINED_CITY, f"save {path}", "save no/such/folder/x"], "red yellow")
    assert "cannot be written" in text
    game = read(path.read_text(encoding="utf-8"), make=Game, to_score=True)
    assert explain_now(game).gains == {"red": 10, "yellow": 0}
    shown = said(good("score", str(path)))
    assert "Complete, and scored now" in shown and "Final scoring" in shown
    assert "Final scoring" not in good("score", str(path), "--now")
    assert "scored now" not in good("score", str(path), "--final", "--plain")
    facts = json.loads(good("score", str(path), "--json", "--now"))
    assert facts["now"]["after"] == {"red": 10, "yellow": 0} and "final" not in facts
    [city] = facts["now"]["features"]
    assert city["weights"] == {"red": 2, "yellow": 1} and city["winners"] == ["red"] and city["complete"]
    assert {"seat": "red", "figure": "meeple", "count": 2, "weight": 1} in city["figures"]
    assert [line["points"] for line in city["scores"][0]["lines"]] == [8, 2]


def test_the_command_asks_or_reads_a_record(tmp_path: Path) -> None:
    shown = good("score", "--players", "green,red", "--final", typed="lay E 0,-1 180\nstand red city 0,-1\n")
    assert "Red: 0 and 4 make 4" in shown
    facts = json.loads(good("score", str(RECORDS / "two_players.txt"), "--json"))
    assert facts["final"]["after"] == facts["scores"] and facts["now"]["features"] == []
    assert "the record is empty" in bad("score", _file(tmp_path, ""))
    assert "line 3: there is no tile 'base/X'" in bad("score", _file(tmp_path, "aude 1\nplayers a b\nlay base/X 1,0\n"))
    assert "cannot be read" in bad("score", "no/such/file")
    assert "a saved game has its own set-up" in bad("score", str(RECORDS / "two_players.txt"), "--players", "3")
    assert "--json explains a file" in bad("score", "--json")


def _file(folder: Path, text: str) -> str:
    path = folder / "wrong.aude"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_set_up_with_a_name_is_refereed() -> None:
    """In the first game nobody lies in a field; beside a file a set-up is one too many."""
    lines = "lay E 0,-1 180\nstand red city 0,-1\nstand blue field 0,-1\n"
    assert "Red: 0 and 4 make 4" in good("score", "--setup", "first_game", "--final", typed=lines)
    assert "a saved game has its own set-up" in bad("score", str(RECORDS / "two_players.txt"), "--setup", "first_game")


def test_an_endgame_of_three_with_inns_and_goods() -> None:
    """Typed as at a real table: mistakes are told, and the sum of each player can be checked line by line."""
    setup = Setup(boxes=("inns_and_cathedrals", "traders_and_builders"), players=("ada", "bo", "cy"))
    text, referee = typed([
        "lay CRRR -1,0", "lay base/FRFR-rEW 1,0", "lay base/CFFF 0,-1 turn 180", "stand bo city 0,0",
        "stand ada road 1,0", "stand cy large_follower road -1,0", "stand cy large_follower road S at -1,0",
        "hold ada wine 3", "hold bo wine 2", "hold bo cloth 1", "hold cy grian 2", "points ada 45",
        "stnad ada road 1,0", "fianl", "final",
    ], setup=setup)  # fmt: skip
    assert "Name one of them, with its sides if there are several of its kind." in text
    assert "Did you mean 'stand'?" in text and "Did you mean 'final'?" in text
    assert "Ada: 45 points." in text and "Bo holds 2 wine and 1 cloth." in text and "did you mean 'grain'?" in text
    assert "Most wine (3): 10" in text and "Most cloth (1): 10" in text
    assert explain_final(referee.game).after == {"ada": 58, "bo": 14, "cy": 1}
    assert text.endswith("Cy: 0 and 1 make 1 Ada wins with 58 points. table>")


def test_those_who_are_tied_at_the_end_share_the_victory() -> None:
    assert "Red and Blue share the victory with 3 points each." in typed(["points red 3", "points blue 3", "final"])[0]


# -- the rule that says so --------------------------------------------------------------------------------------------
INN = ["lay inns_cathedrals/FFRR-rSW-inn 1,0 turn 0", "stand red road W at 1,0"]
GUARDED = [*ROW, "lay gate N at 1,0", "lay wall N at 2,0", "stand blue follower guard N at 2,0"]
CATHEDRAL = ["lay inns_cathedrals/CCCC-cNESW-cathedral 0,-1 turn 0", "stand red meeple city N at 0,-1"]


@pytest.mark.parametrize(
    ("box", "lines", "told"),
    [
        ("inns_and_cathedrals", INN, "No points. IC-06: An incomplete road with an inn scores 0 at the end."),
        ("inns_and_cathedrals", CATHEDRAL, "No points. IC-08: An incomplete city with a cathedral scores 0"),
        ("inns_and_cathedrals", ["stand red large_follower city N at 0,0"], "IC-02: The large follower is one figure"),
        ("carcassonne", ["stand red field ER at 0,0"], "No points. FARM-08: At the end each field scores 3 points"),
        ("abbey_and_mayor", ["stand red mayor city N at 0,0"], "No points. AM-07: The mayor is one follower but"),
    ],
)
def test_what_changes_a_score_is_explained_with_its_rule(box: str, lines: list[str], told: str) -> None:
    setup = Setup(boxes=() if box == "carcassonne" else (box,))
    assert told in typed([*lines, "final"], setup=setup)[0]


def test_guards_are_explained_with_their_rule() -> None:
    told, _ = typed([*GUARDED, "final"], setup=Setup(game="the_city"))
    assert "Public buildings (1): 2" in told and "CITY-54: Each guard watches only the row of tiles in front" in told


def test_the_rule_is_told_in_the_language_of_the_table() -> None:
    told = typed([*INN, "final"], setup=Setup(boxes=("inns_and_cathedrals",)), language="nb")[0]
    assert f"IC-06: {rulebook.find('IC-06', 'nb').text}" in told


def test_a_field_is_named_by_a_side_where_that_is_clear() -> None:
    told = typed(["stand red meeple field S at 0,0"])[0]
    assert "Field, size 1, at 0,0. Red 1 meeple." in told
    told = typed(["lay base/FRFR-rEW 1,0", "stand red meeple field W at 1,0"])[0]
    assert "There is no 'field W' on the tile at 1,0." in told


def test_every_rule_that_explains_something_exists() -> None:
    for box in boxes.BOXES:
        for name, complete, incomplete in boxes.info(box).explains:
            assert rulebook.find(complete) and rulebook.find(incomplete), (box, name)
