"""The table in the terminal, driven by what people type."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.cells import cell_len

from aude import Game, Setup, bots
from aude.board.sentences import capital, counted, listed
from aude.catalog import rulebook
from aude.catalog.texts import LANGUAGES, SLOT, read_texts
from aude.formats.record import write
from aude.game.events import Event
from aude.terminal.replay import Replay
from aude.terminal.screen import Screen, in_columns, side_by_side
from aude.terminal.table import COMMANDS, Table
from aude.terminal.tilepicture import BIG, tile_rows
from aude.terminal.tilesearch import sight
from aude.testing import leave_in_stack
from aude.testing import table as laid_table
from terminal import OPENING, by_hand, said, seen, sit

FOLDER = Path(read_texts.__code__.co_filename).parent
DRAWING = re.compile("[\u2500-\u25ff\x1b]")  # boxes, blocks, escape codes


# -- playing ----------------------------------------------------------------------------------------------------------
def test_scores_are_explained_line_by_line() -> None:
    text, how, table = sit([*OPENING, "deploy meeple city"])
    assert "Red lays base/CFFF at 0,-1, turned 180 degrees\n" in text
    assert "Red puts a meeple on city S at 0,-1\n" in text
    assert "Red scores 4 for city S at 0,-1 (completed)\n    Tiles (2): 4\n    Red now has 4.\n" in text
    assert "Red takes the meeple back" in text
    assert table.game.scores == {"red": 4, "blue": 0}
    assert how == "left" and text.endswith("Goodbye. The game was not saved.\n")


def test_the_boxes_on_the_table_are_named() -> None:
    game = Game(Setup(boxes=("river", "river_ii", "abbot")), deal=False)
    assert "With The River, The River II and The Abbot." in sit([], game, plain=True)[0]
    assert "Met De Rivier, De Rivier II en De Abt." in sit([], game, plain=True, language="nl")[0]


def test_options_can_be_typed_as_numbers_or_words() -> None:
    _, _, words = sit([*OPENING, "pass", "DRAW base/CFFF", "draw CFFF", "place -1 , 0 turn 0"])
    game = words.game
    assert [move.text for move in game.moves][:3] == ["draw base/CFFF", "place 0,-1 turn 180", "pass"]
    _, _, numbers = sit([*OPENING, "1"])
    assert [move.text for move in numbers.game.moves] == ["draw base/CFFF", "place 0,-1 turn 180", "pass"]
    for typed in ("1.", "1)", "#1", " 1 "):
        _, _, other = sit([*OPENING, typed])
        assert write(other.game) == write(numbers.game)


def test_cells_are_numbered_by_row_and_column_and_turns_are_asked_for() -> None:
    text, _, table = sit(["draw base/CRFR-rEW"])
    cells = [options[0].action.cell for options in table.choices]
    assert cells == [(0, -1), (-1, 0), (1, 0), (0, 1)]
    assert "Where does the tile go? (1-4 on the board, or X,Y)" in text
    for number, options in enumerate(table.choices, 1):
        for which, option in enumerate(options, 1):
            lines = ["draw base/CRFR-rEW", str(number), *([str(which)] if len(options) > 1 else [])]
            chosen, _, _ = sit(lines)
            assert f"at {option.text.split()[1]}, turned {option.text.split()[3]} degrees" in chosen


@pytest.mark.parametrize(
    "typed", [["2", "180"], ["2", "180°"], ["2", "2"], ["2 180"], ["place -1,0", "2"], ["-1 , 0", "180"]]
)
def test_a_turn_is_a_number_or_degrees(typed: list[str]) -> None:
    text, _, table = sit(["draw base/CRFR-rEW", *typed])
    assert table.game.moves[-1].text == "place -1,0 turn 180"
    assert ("1: turned 0    " in text) == (len(typed) > 1)


def test_whoever_is_asked_for_a_turn_may_do_something_else() -> None:
    text, _, table = sit(["draw base/CRFR-rEW", "2", "45", "", "2", "scores", "2 90", "place 0,1 turn 180"])
    assert "The tile cannot be turned like that there: '45'." in text
    assert text.count("Nothing has changed.") == 3  # after Enter, a command, and an action
    assert table.game.moves[-1].text == "place 0,1 turn 180"


def test_numbers_on_the_board_and_on_the_tile_are_those_of_the_choices() -> None:
    text, _, _ = sit(["draw base/CRFR-rEW", "1"])
    assert re.search(r"^   0 +2 +─{7} +3 *$", text, re.M)
    tile = text.split("turned 180 degrees\n")[-1]
    assert "·####2####·" in tile and "─────3─────" in tile


def wide_table(players: Sequence[str] = ("red", "blue"), tiles: int = 60) -> Game:
    """Sixty tiles, red to place."""
    game = Game(players=players, seed=11, first_player="seat1")
    bot = bots.make("greedy", 1)
    while game.state.slots < tiles or game.actor != "red" or game.step != "place":
        game.play(bot.choose(game))
    return game


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 30), (200, 60)])
def test_a_large_board_and_its_question_fit_on_the_screen(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the heading to the prompt; the number of every cell is on the board, or told to be elsewhere."""
    first, panned, shown_again, *_ = seen(["pan east", "show"], wide_table(), monkeypatch, size)
    heading = first.rindex("── Red, ")
    shown = first[heading:].split("\n")
    assert len(shown) <= size[1] and max(map(len, shown)) <= size[0]
    marked = {int(number) for line in shown for number in re.findall(r"(?<= )\d+(?= |$)", line[4:])}
    last = int(re.search(r"\(1-(\d+) on the board", first)[1])  # type: ignore[index]
    hidden = re.search(r"Out of sight: (.*)", first)
    elsewhere = set()
    for run in hidden[1].split(", ") if hidden else []:
        low, _, high = run.partition("-")
        elsewhere |= set(range(int(low), int(high or low) + 1))
    assert set(range(1, last + 1)) - elsewhere <= marked
    assert len(panned.split("\n")) <= size[1] and "pennant" not in panned
    assert len(shown_again.split("\n")) <= size[1] and "pennant" in shown_again  # with its whole legend


@pytest.mark.parametrize("size", [(30, 12), (44, 18)])
@pytest.mark.parametrize("players", [("red", "blue"), ("red", "blue", "green", "yellow", "black")])
def test_the_board_stays_in_sight_on_a_tiny_screen(
    size: tuple[int, int], players: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The columns' numbers, at least one row, the points, the tile, and the question, with the prompt below them."""
    game = wide_table(players, 40)
    first, shown, again, _ = seen(["show", ""], game, monkeypatch, size)
    for text in (first, shown, again):
        lines = text.split("\n")[-size[1] :]
        assert any(re.fullmatch(r" +-?\d+( +-?\d+)+ *", line) for line in lines), text
        assert sum(bool(re.match(r" +-?\d+ ", line)) for line in lines) >= 2
        assert max(map(len, lines)) <= size[0]
    for text in (first, again):
        lines = text.split("\n")[-size[1] :]
        assert any(all(f" {points}" in line for points in game.scores.values()) for line in lines)
        assert "Where does the tile go?" in text


def test_rotations_are_described_to_those_who_listen() -> None:
    told, _, table = sit(["draw base/CCFC-cNEW", "0,-1", "2"], plain=True)
    assert "\n2: turned 180: north field, east city, south city, west city; city joined: east, south, west.\n" in told
    assert table.game.moves[-1].text == "place 0,-1 turn 180"


def test_after_the_end_now_tells_the_scores() -> None:
    told, _, _ = sit([*["2"] * 20, "now"], short_game(), players={"blue": "random"})
    assert "If the game ended now" not in told and told.count("points, 7 meeples in hand") >= 2


def test_all_rotations_are_in_sight_on_a_tiny_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    game = by_hand()
    game.play("draw base/CCFC-cNEW")
    _, asked = seen(["0,-1"], game, monkeypatch, (30, 12))
    assert "1: 90" in asked and "3: 270" in asked and len(asked.split("\n")) <= 12


def test_a_sign_is_explained_when_it_is_seen_for_the_first_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A meeple comes onto the table, then a crossing; what was explained is not explained again."""
    game = Game(players=["red", "blue"], deal=False, first_player="seat1")
    for action in ("draw base/FFFF-monastery", "place 0,1"):
        game.play(action)
    lines = ["deploy meeple monastery", "draw base/FRRR", "place 1,0 turn 90", "pass", "draw base/FRRR"]
    _, *later = seen(lines, game, monkeypatch)
    told = [re.findall("(?:m1|M|#|o) (?:meeple|monastery|city|crossing)", text, re.M) for text in later]
    assert told == [["m1 meeple", "# city", "M monastery"], [], [], ["o crossing"], [], []]


def test_what_has_not_changed_is_not_shown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused answer is followed by its reason; Enter shows everything again."""
    _, refused, again, *_ = seen(["place 0,0", "", "nonsense"], wide_table(), monkeypatch)
    assert "Not allowed" in refused and "on the board" not in refused
    assert "on the board" in again and "turn 90" in again


def test_pan_moves_half_a_screen_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    first, south, back, wrong, _ = seen(["pan s", "pan", "pan up"], wide_table(), monkeypatch)
    rows = [[int(row) for row in re.findall(r"^ {1,3}(-?\d+) ", text, re.M)] for text in (first, south)]
    assert rows[1][0] > rows[0][0] and "'pan north'" in south
    assert "[" in back and "'up' is not a direction: north, east, south or west." in wrong


def short_game() -> Game:
    """A game in which five tiles are left."""
    game = Game(players=["red", "blue"], seed=3, first_player="seat1")
    leave_in_stack(game, *["base/FFFF-monastery"] * 4)
    return game


def test_people_and_bots_play_to_the_end() -> None:
    text, how, table = sit(["2"] * 20, short_game(), players={"blue": "random"})
    assert table.game.over and "The game is over" in text
    assert how == "over"
    points = table.game.scores
    best = max(points.values())
    winners = [seat for seat, score in points.items() if score == best]
    assert ("wins with" in text) == (len(winners) == 1)
    assert f"{best} points" in text


def test_only_bots_need_no_keyboard() -> None:
    text, how, table = sit([], short_game(), players={"red": "random", "blue": "random"})
    assert how == "over" and table.game.over
    assert "Goodbye" not in text


def test_at_the_end_the_last_choice_can_be_taken_back_and_the_game_saved(tmp_path: Path) -> None:
    game = by_hand(edition="first")
    bot = bots.make("random", 1)
    while not game.over:
        game.play(bot.choose(game))
    last = game.moves[-1].text
    text, how, table = sit(["nonsense", "99", "undo", last, f"save {tmp_path}/end.aude", ""], game)
    assert "'nonsense' means nothing here" in text and "99 means nothing here" in text
    assert "Taken back" in text and table.game.over and how == "over"
    assert Game.read((tmp_path / "end.aude").read_text()).scores == table.game.scores


# -- wrong input ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("0", "There is no option 0; choose 1 to"),
        ("999", "There is no option 999; choose 1 to"),
        ("99999999999999999999", "is not an action"),
        ("-1", "is not an action"),
        ("1.5", "is not an action"),
        ("foo", "'foo' is not an action; now you can: place."),
        ("place", "could mean"),
        ("place 0,0", "Not allowed: there is already a tile there. Type 'rule BASE-12' to read why."),
        ("place 7,7", "Not allowed: a tile must share at least one side"),
        ("place 99999,99999", "Not allowed"),
        ("place 0,-1 turn 90", "Not allowed: its sides do not match those of its neighbours. Type 'rule BASE-13'"),
        ("place 0,-1 turn 45", "Not allowed"),
        ("place x,y", "Not allowed"),
        ("deploy meeple city", "Not allowed"),
        ("pass", "Not allowed"),
        ("draw base/CFFF", "Not allowed"),
        ("blue pass", "Not allowed: it is red who has to choose now"),
        ("green pass", "is not an action"),
        ("undo 3", "Type 'undo' alone"),
        ("quit now", "Type 'quit' alone"),
        ("help me", "Type 'help' alone"),
        ("look", "Look at which cell? For example: look 0,-1"),
        ("look here", "'here' is not a cell; write it like 0,-1."),
        ("show 1,2,3", "'1,2,3' is not a cell"),
        ("show 99999,1", "is not a cell"),
        ("rule", "Which rule?"),
        ("rule BASE-99", "No rule has the id 'BASE-99'"),
        ("rule BASE-9", "did you mean BASE-09? red>"),
        ("rule \x00", "No rule has the id"),
        ("load", "Load which file?"),
        ("load /no/such/file", "'/no/such/file' cannot be read: no such file or directory."),
        ("load /", "cannot be read: is a directory."),
        ("load \x00", "cannot be read"),
        ("save /no/such/folder/file", "'/no/such/folder/file' cannot be written: no such file or directory."),
        ("save \x00", "cannot be written"),
        ("save ~nobody-of-this-name/x", "cannot be written"),
        ("\x1b[31m", "is not an action"),
        ("é" * 301, "That line is too long"),
        ("[bold]x[/bold]", "'[bold]x[/bold]' is not an action"),
        ("{seat}", "is not an action"),
    ],
)
def test_wrong_input_gets_a_sentence_and_changes_nothing(typed: str, answer: str) -> None:
    text, _, table = sit(["draw base/CFFF", typed])
    assert answer in said(text)
    assert [move.text for move in table.game.moves] == ["draw base/CFFF"]
    assert "\x1b" not in text and "\x00" not in text
    later, _, _ = sit(["draw base/CFFF", typed, "place 0,-1 turn 180"])
    assert "Red lays base/CFFF" in later


def test_wrong_input_where_a_figure_may_be_placed() -> None:
    wrong = [
        "deploy",
        "deploy meeple",
        "deploy king city",
        "deploy meeple road",
        "deploy meeple city E",
        "place 1,1",
        "7",
    ]
    text, _, table = sit([*OPENING, *wrong])
    assert len(table.game.moves) == 2
    assert "Not allowed: the tile just laid has no such place." in text
    assert "There is no option 7; choose 1 to 3." in text


def test_refusals_are_translated_with_what_they_name() -> None:
    text, _, _ = sit(["draw base/CFFF", "blue pass", "place 0,0", "place 7,7"], language="nl")
    assert "Dat mag niet: nu is rood aan de beurt om te kiezen." in text
    assert "Dat mag niet: daar ligt al een tegel.\nTyp 'regel BASE-12' om te lezen waarom." in text


@pytest.mark.parametrize("plain", [False, True])
def test_what_could_be_meant_is_said_in_the_words_that_can_be_typed(plain: bool) -> None:
    """In the language of the table; sides as they are typed, with `plain` too."""
    text, _, _ = sit(["draw base/FRRR", "foo", "place 1,0 turn 0", "deploy meeple field"], language="nl", plain=plain)
    assert "'foo' is geen keuze; nu kun je: leg." in said(text)
    fields = "zet meeple weide NL.NR.EL.WR; zet meeple weide ER.SL; zet meeple weide SR.WL"
    assert f"'zet meeple weide' kan 3 dingen betekenen: {fields}." in said(text)


def test_a_verb_that_is_a_word_as_well_stays_what_is_typed() -> None:
    """`add` is what a crop circle asks for, and a symbol of the anniversary tiles: `second meeple`."""
    game = Game(Setup(boxes=("anniversary", "crop_circles"), options={"first_player": "seat1"}), deal=False)
    typed = ["draw crop_circles/CFFC-cNW-circle-city", "1", "1", "deploy meeple city", "all-add", "place 9,9"]
    text, _, table = sit(typed, game)
    assert table.game.step == "circle_add"
    assert "you can: add." in said(text)


def test_a_tile_that_begins_a_sentence_keeps_its_name() -> None:
    event = Event("discarded", tile="river/FFFS")
    assert capital(event.text(by_hand().texts())) == "river/FFFS fits nowhere and leaves the game"


def test_bytes_that_are_no_text_are_asked_again() -> None:
    out = io.StringIO()
    source = io.TextIOWrapper(io.BytesIO(b"draw base/CFFF\n" + b"\xff\xfe" * 9000 + b"\n\xffplace\n1\n"), "utf-8")
    table = Table(by_hand(), source=source, out=out)
    assert table.run() == "left"
    assert "could not be read as text" in out.getvalue()


def test_an_empty_line_shows_the_options_again() -> None:
    text, _, table = sit(["draw base/CFFF", "", ""])
    assert text.count("Where does the tile go?") == 3
    assert len(table.game.moves) == 1


# -- commands ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("plain", [False, True])
def test_every_command_in_every_language(language: str, plain: bool) -> None:
    texts = by_hand().texts(language)
    words = [texts(f"table.commands.{name}") for name in COMMANDS if name not in ("save", "load", "quit")]
    lines = [f"{word} 0,0" if word in (texts("table.commands.look"),) else word for word in words]
    lines = [f"{line} BASE-13" if line == texts("table.commands.rule") else line for line in lines]
    text, how, _ = sit([*OPENING, "1", *lines, texts("table.commands.quit"), "no"], language=language, plain=plain)
    assert how == "left"
    assert not re.search(r"\b(table|events|lines|steps|options)\.\w", text)
    assert not re.search(r"\{\w+\}", text)
    assert said(f"BASE-13: {rulebook.find('BASE-13', language).text}") in said(text)


def test_english_commands_work_in_every_language() -> None:
    text, _, _ = sit(["help", "scores", "quit", "no"], language="nb")
    assert "Skriv nummeret til et valg" in text and "Rød: 0 poeng" in text


def test_help_names_every_command() -> None:
    text, _, _ = sit(["help"])
    for command in COMMANDS:
        assert re.search(rf"^  {command}\b", text, re.M)


def test_now_tells_every_feature_and_every_seat() -> None:
    text, _, table = sit(["draw base/FFFF-monastery", "place 0,1", "deploy meeple monastery", "now"])
    told = said(text)
    assert "Red scores 2 for monastery at 0,1 (unfinished)" in told
    assert "tiles (2): 2" in told
    assert "Red: 2 points (2 more than now) Blue: 0 points (no more than now)" in told
    assert table.game.scores["red"] == 0


def test_left_counts_the_tiles() -> None:
    text, _, _ = sit(["draw base/CFFF", "left"])
    assert "70 tiles left" in text
    assert "4×" in text
    plain, _, _ = sit(["draw base/CFFF", "left"], plain=True)
    assert "4 x north city" in plain


def test_show_marks_and_look_tells() -> None:
    text, _, _ = sit(["draw base/CFFF", "show", "look 0,0", "look 5 5"])
    assert text.count("# city") == 2  # the legend: with the first board, and when it is asked for
    assert "At 0,0 lies base/CRFR-rEW" in text and "5,5 is empty" in text


def test_rules_can_be_read() -> None:
    text, _, _ = sit(["rule base-13", "rule R-BASE-05", "rule BASE-1"])
    assert f"BASE-13: {rulebook.find('BASE-13').text}" in said(text)
    assert "R-BASE-05: " in text
    assert "did you mean BASE-01" in text


# -- words -------------------------------------------------------------------------------------------------------------
def test_one_and_several() -> None:
    game = by_hand()
    game.lay("points red 1")
    text, _, _ = sit(["scores", "quit"], game)
    assert "Red: 1 point, 7 meeples in hand" in text and "Blue: 0 points" in text
    texts = game.texts("nl")
    assert counted(texts, "points", 1) == "1 punt" and counted(texts, "tiles", 2) == "2 tegels"
    assert counted(texts, "abbot", 1) == "1 abbot" and counted(texts, "meeple", 1) == "1 meeple"
    names = [["red"], ["red", "blue"], ["red", "blue", "green"]]
    assert [listed(texts, seats) for seats in names] == ["red", "red en blue", "red, blue en green"]


def test_nothing_is_left_and_there_is_one_option() -> None:
    game = by_hand()
    leave_in_stack(game, "base/CFFF")
    text, _, _ = sit(["E", "left", "7", "place 0,-1", "pass"], game)
    assert "There are no tiles left." in text and "Red, 0 tiles left" in text
    shared = sit([], by_hand())[2]
    out = shared.screen.out
    assert isinstance(out, io.StringIO)
    shared.choices = shared.choices[:1]
    shared.choose(9)
    assert "There is no option 9; the only one is 1." in out.getvalue()


def test_a_shared_victory() -> None:
    game = by_hand()
    leave_in_stack(game, "base/CFFF")
    text, _, _ = sit(["E", "place 0,1 turn 180", "pass"], game)
    assert "Red and Blue share the victory with 0 points each." in text


# -- drawing by hand --------------------------------------------------------------------------------------------------
def test_a_tile_is_drawn_by_number_letter_or_name() -> None:
    for typed in ("W", "FRRR", "frrr", "draw W", "draw FRRR", "base/frrr", "Draw base/FRRR"):
        text, _, table = sit([typed])
        assert table.game.tile == "base/FRRR" and "red draws> " in text and "chance>" not in text
    text, _, _ = sit(["FRRX", "w", "draw", "B"])
    assert "There is no tile 'FRRX'; did you mean 'base/FRRR'" in text and "base/RRRR'" in said(text)
    assert "There is no tile 'w'" in text and "Red draws base/FFFF-monastery" in text
    assert "lot> " in sit([], Game(deal=False))[0]


def test_tiles_that_look_the_same_are_offered_once() -> None:
    text, _, table = sit(["E"] + ["1", "1", "pass", "E"] * 4)
    assert len(table.game.tiles_left) > len({sight(table.game.rules, tile) for tile in table.game.tiles_left})
    assert "draw base/CFFF (E)" in text and text.count("draw base/CFFF-garden (E)") == 1  # when no other is left
    plain, _, _ = sit(["left"], plain=True)
    assert "71 tiles left, of 24 kinds:" in plain and "garden" not in plain.split("of 24 kinds:")[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_narrow_terminal_folds_between_words(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    lines = [*OPENING, "save", "", "save /", "quit", "what", "back", "help", "now", "left", "scores"]
    text, _, _ = sit(lines, language=language)
    assert max(map(len, text.split("\n"))) <= 40


# -- plain ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", LANGUAGES)
def test_plain_has_no_drawings_and_no_codes(language: str) -> None:
    lines = [
        *OPENING,
        "deploy meeple city",
        "draw base/FFFF-monastery",
        "1",
        "2",
        "show",
        "look 0,0",
        "now",
        "left",
        "help",
    ]
    text, _, _ = sit(lines, language=language, plain=True)
    assert not DRAWING.search(text)
    assert "###" not in text


def test_plain_spells_sides_out() -> None:
    text, _, _ = sit(["draw base/CRFR-rEW", "place 0,-1 turn 180", "show"], plain=True)
    assert "Turned 90 degrees: north road, east city, south road, west field; road joined: north, south." in text
    assert "  3. put a meeple on the road east, west" in text
    assert "put a meeple on the field north, east left, west right" in text


def test_plain_says_what_a_placement_would_join_complete_and_score() -> None:
    """Rotations that do the same are told together; nothing is told of fields."""
    game = laid_table("stand red meeple city at 0,0", "stand blue meeple road E at 0,0", "turn red")
    told, _, _ = sit(["draw base/CFFF"], game.copy(), plain=True)
    assert "\n  1. 0,-1: turned 180: completes city of 2 (red 1 meeple): 4 points.\n" in told
    assert "\n  2. 0,1: turned 90, 180 and 270: joins fields only.\n" in told
    told, _, _ = sit(["draw base/FRFR-rEW"], game.copy(), plain=True, language="nl")
    assert "\n  2. 1,0: 0 gedraaid: weg van 2 (blauw 1 meeple, 2 open uiteinden).\n" in told


def test_plain_names_tiles_by_what_they_show() -> None:
    text, _, _ = sit(["draw base/CRFR-rEW", "place 0,-1 turn 180", "pass", "look 0,-1", "show", "left"], plain=True)
    assert "Red draws city, road, field, road; road joined\n" in text
    assert "At 0,-1 lies: north field, east road, south city, west road; road joined: east, west." in text
    assert "base/" not in text.replace("red draws> draw base/CRFR-rEW", "")


def test_plain_tells_of_fields_in_short_and_where_ends_are_open() -> None:
    told, _, _ = sit(["show"], laid_table("stand red meeple field ER at 0,0", "turn red"), plain=True)
    assert "Field from 0,0, size 1, worth 0 points now. Red 1 meeple.\n" in told
    assert "Road, size 1, at 0,0. Open towards 1,0; -1,0. Nobody.\n" in told


def test_a_terminal_without_our_letters_gets_ascii() -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="ascii")
    table = Table(by_hand(), source=io.StringIO("draw base/CRFR-rEW\n1\nleft\n"), out=out)
    table.run()
    out.flush()
    assert b"-------" in raw.getvalue()


# -- replaying --------------------------------------------------------------------------------------------------------
def replayed(lines: Sequence[str], **options: object) -> tuple[str, str]:
    game = by_hand()
    for action in [*OPENING, "deploy meeple city", "draw base/FFFF-monastery", "place 0,1", "deploy meeple monastery"]:
        game.play(action)
    out = io.StringIO()
    how = Replay(game, source=io.StringIO("".join(f"{line}\n" for line in lines)), out=out, **options).run()
    return out.getvalue(), how


def test_a_game_is_stepped_through() -> None:
    text, how = replayed([""] * 9)
    assert how == "over"
    assert "Red scores 4" in text and "Blue puts a meeple on monastery" in text
    assert "The record ends here" in text


def test_stepping_back_and_to_a_number() -> None:
    text, how = replayed(
        ["b", "2", "b", "", "99", "5.", "show", "scores", "now", "left", "record", "undo", "place 1,1", "quit"]
    )
    assert how == "left"
    assert "This is the beginning." in text and "There is no move 99; the game has 6." in text
    assert "After move 1 of 6." in text
    assert text.count("6 moves. Enter: next") == 3  # at the beginning, and for what makes no sense here


def test_a_replay_ends_with_its_input() -> None:
    assert replayed([])[1] == "left"


# -- the screen, and the texts ----------------------------------------------------------------------------------------
def test_columns_and_pictures_keep_to_the_width() -> None:
    lines = [f"{number} something" for number in range(40)]
    assert max(map(len, in_columns(lines, 60).split("\n"))) <= 60
    assert in_columns(lines, 5).split("\n") == lines
    game = Game(seed=1)
    blocks = [(tile.id, tile_rows(game, tile.id)) for tile in game.rules.table.tiles]
    for row in side_by_side(blocks, 80):
        assert sum(len(text) for text, _ in row) <= 80 + 3
    assert side_by_side([], 80) == []
    assert len(side_by_side(blocks[:1], 3)) == BIG[1] + 1


def test_names_of_wide_letters_keep_to_the_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """In headings, the legend, scores and prompts: such a letter takes two columns."""
    game = Game(players=["李小龙和他的朋友们在桌边", "山田太郎さんと花子さん"], seed=4, first_player="seat1")
    for text in seen(["1", "1", "2", "", "show", "help"], game, monkeypatch, (44, 24)):
        assert max(cell_len(line) for line in text.split("\n")) <= 44, text


def test_long_lines_are_folded_with_their_indentation() -> None:
    out = io.StringIO()
    screen = Screen(io.StringIO(), out)
    screen.say("    " + "word " * 40)
    lines = out.getvalue().rstrip("\n").split("\n")
    assert len(lines) > 1 and all(line.startswith("    word") and len(line) <= 80 for line in lines)
    screen.say("  help   " + "word " * 20, hang=9)
    assert out.getvalue().split("\n")[-2].startswith(" " * 9 + "word")


def test_every_text_stands_in_all_languages_with_the_same_slots() -> None:
    entries = {
        key: entry for key, entry in read_texts(FOLDER / "texts.toml").items() if key.startswith(("table.", "cli."))
    }
    for key, entry in entries.items():
        assert sorted(entry) == sorted(LANGUAGES), key
        slots = {language: sorted(SLOT.findall(text)) for language, text in entry.items()}
        assert slots["en"] == slots["nl"] == slots["nb"], key
        assert all(text.strip() for text in entry.values()), key


def test_every_text_that_the_code_names_exists() -> None:
    entries = read_texts(FOLDER / "texts.toml")
    code = "".join(path.read_text() for path in FOLDER.parent.glob("*/*.py"))
    named = {f"table.{key}" for key in re.findall(r"self\.(?:t|say)\(\s*\"([\w.]+)\"", code)}
    named |= {key for key in re.findall(r"\"((?:table|cli)\.[\w.]+)\"", code) if not key.endswith(".")}
    assert len(named) > 60
    assert sorted(named - set(entries)) == []
