"""The table in the terminal with boxes that ask for more than a tile and a figure, known to it or not."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.cells import cell_len

from aude import Game, Setup, bots
from aude.catalog.texts import LANGUAGES, Texts, read_texts
from aude.game.events import Event
from aude.game.setup import COLOURS
from aude.game.values import ScoreLine
from aude.terminal.descriptions import describe_tile
from aude.terminal.screen import open_game
from aude.terminal.table import Table
from aude.testing import table
from terminal import OPENING, SmallScreen, said, seen, sit

FOLDER = Path(read_texts.__code__.co_filename).parent
LONG_LISTS = ("princess_and_dragon", "bridges_castles_and_bazaars", "anniversary", "inns_and_cathedrals")
DRAWING = re.compile("[\u2500-\u25ff\x1b]")  # boxes, blocks, escape codes

AUCTION = """
from mypy_extensions import i64
from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.rules import ASK, CONTINUE, INTERRUPT, Part, Step


def parts(rules):
    return [Auction()]


class Bid(Step):
    name = "bid"
    rule = "BASE-33"

    def enter(self, state):
        state.actor = state.player
        return ASK

    def legal(self, state):
        return vec[i64]()

    def low(self, state):
        return 2

    def high(self, state):
        return 9

    def apply(self, state, action):
        state.scores[state.player] += action
        state.note("bid", [state.player, action])
        return CONTINUE

    def describe(self, state, action):
        return Choice("bid", [action])


class Auction(Part):
    def setup(self, rules):
        rules.add_form("bid {number}")
        rules.add_form("cheer")
        rules.add_step("turn", 1800, Bid())
        rules.add_note("bid", ["seat", "number"])
        self.cheered = rules.reserve_registers(rules.seats)

    def interrupts(self, state, seat, options):
        if seat == 1 and not state.registers[self.cheered + seat]:
            options = append(options, INTERRUPT)
        return options

    def interrupt(self, state, seat, action):
        state.registers[self.cheered + seat] = 1
        return True

    def describe_interrupt(self, state, seat, action):
        return Choice("cheer")
"""


@pytest.fixture
def auction(tmp_path: Path) -> Callable[[], Game]:
    """A box that the table has never heard of: a number to name after each turn, and a shout at any time."""
    folder = tmp_path / "auction"
    folder.mkdir()
    (folder / "rules.py").write_text(AUCTION)
    (folder / "box.toml").write_text('id = "auction"\ntitle = "Auction"\nextends = "carcassonne"\n')
    setup = Setup(boxes=(str(folder),), options={"first_player": "seat1"})
    return lambda: Game(setup, deal=False)


def test_a_number_is_asked_for_until_it_fits(auction: Callable[[], Game]) -> None:
    text, _, table = sit([*OPENING, "pass", "1", "x", "1", "10", "", "1", "7"], auction())
    assert "bid a number from 2 to 9" in text and "2..9" not in text and "Which number, 2 to 9?" in text
    assert "'x' is not a number from 2 to 9." in text and "'10' is not a number from 2 to 9." in text
    assert "Nothing has changed." in text
    assert table.game.scores["red"] == 7
    words, _, again = sit([*OPENING, "pass", "bid 11", "bid 5"], auction())
    assert "Not allowed" in words and again.game.scores["red"] == 5


def test_where_a_number_is_asked_for_words_are_understood_too(auction: Callable[[], Game]) -> None:
    text, _, table = sit([*OPENING, "pass", "1", "bid 10", "scores", "1", "bid 6"], auction())
    assert "'10' is not a number from 2 to 9." in text and "'scores'" not in text
    assert text.count("Nothing has changed.") == 1 and text.count("Blue: 0 points") >= 2
    assert table.game.scores["red"] == 6


def test_what_lies_beside_the_figures_is_not_said_to_be_in_hand() -> None:
    game = Game(Setup(boxes=("wheel_of_fortune",), options={"first_player": "seat1"}), seed=1)
    game.play(game.options[0])
    game.play("crown meeple taxes")
    text, _, _ = sit(["scores"], game, plain=True)
    assert re.search(r"6 meeples in hand; 1 on the wheel \(taxes\)\.", text)


def test_the_tiles_of_an_auction_are_shown_to_whoever_chooses_one() -> None:
    game = Game(Setup(boxes=("bridges_castles_and_bazaars",), options={"first_player": "seat1"}), seed=1)
    while game.step != "lot":
        game.play(game.options[0])
    tiles = [option.text.split()[-1] for option in game.options]
    plain, _, table = sit([], game, plain=True)
    told = [f"\n{number}. {describe_tile(game, tile, 0, table.texts)}." for number, tile in enumerate(tiles, 1)]
    assert all(line in plain for line in told)
    drawn, _, _ = sit([], game)
    assert "\n  1             2\n" in drawn and len(tiles) == 2


@pytest.mark.parametrize(
    ("language", "nothing", "range_", "told"),
    [
        ("en", "bid nothing: the tile is not for you", "bid a number from 4 to 1000", "Red does not bid"),
        ("nl", "niet bieden: de tegel is niet voor jou", "bied een getal van 4 tot en met 1000", "Rood biedt niet"),
        ("nb", "ikke by: brikken blir ikke din", "by et tall fra 4 til 1000", "Rød byr ikke"),
    ],
    ids=LANGUAGES,
)
def test_who_passes_in_an_auction_does_not_bid(language: str, nothing: str, range_: str, told: str) -> None:
    """To pass means something else there than where a figure may be put; and a range is said once, in words."""
    game = Game(Setup(boxes=("bridges_castles_and_bazaars",), options={"first_player": "seat1"}), deal=False)
    bazaar = next(tile.id for tile in game.rules.table.tiles if "bazaar" in tile.symbols)
    game.play(f"draw {bazaar}")
    game.play(game.options[0])
    usual = sit([], game, language=language)[0]
    assert Texts(language)("options.pass") in usual and nothing not in usual
    for action in ("pass", "draw base/FRRR", "draw base/CFFF", "choose base/FRRR", "bid 3"):
        game.play(action)
    text = sit(["pass"], game, language=language)[0]
    assert f"1  {nothing}\n" in text and f"2  {range_}\n" in text and told in text


def test_whoever_stands_on_a_tile_is_named_where_it_can_be_chosen() -> None:
    """The target of a shot: the cell alone would say nothing of whom one aims at."""
    game = table(
        "boxes catapult", "option catapult_mode scatter", "option first_player seat1", "lay base/FRRR 1,0",
        "stand blue meeple road W at 1,0", "stand blue meeple field SL at 1,0", "stand red meeple city at 0,0",
    )  # fmt: skip
    for action in ("draw catapult/CA06", "place 0,1", "pass", "token knock-out"):
        game.play(action)
    text = sit([], game)[0]
    assert "aim at 1,0 (blue 2 meeples)" in text and "aim at 0,0 (red 1 meeple)" in text
    assert "aim at 0,1\n" in text


@pytest.mark.parametrize(
    ("language", "lot", "bid"),
    [
        ("en", "Under the hammer: {}", "The highest bid: {}, from {}"),
        ("nl", "Onder de hamer: {}", "Het hoogste bod: {}, van {}"),
        ("nb", "Under hammeren: {}", "Det høyeste budet: {}, fra {}"),
    ],
    ids=LANGUAGES,
)
@pytest.mark.parametrize("plain", [False, True])
def test_bidders_are_told_the_tile_and_the_highest_bid(language: str, lot: str, bid: str, plain: bool) -> None:
    setup = Setup(boxes=("bridges_castles_and_bazaars",), options={"first_player": "seat1"})
    game = Game(setup, deal=False)
    bazaar = next(tile.id for tile in game.rules.table.tiles if "bazaar" in tile.symbols)
    game.play(f"draw {bazaar}")
    for action in (game.options[0].text, "pass", "draw base/FRRR", "draw base/CFFF"):
        game.play(action)
    assert (game.step, game.actor) == ("lot", "blue")
    text, _, table = sit(["choose base/FRRR", "bid 3", "bid 5"], game, language=language, plain=plain)
    red, blue = table.texts.word("red"), table.texts.word("blue")
    _, opening, answering, selling = text.split(lot.format(table.texts.word("base/FRRR")))[:4]
    assert bid.partition("{")[0] not in opening
    assert bid.format(3, blue) in answering and bid.format(5, red) in selling
    assert (describe_tile(game, "base/FRRR", 0, table.texts) in text) == plain
    assert ("─────o─────" in opening) != plain


@pytest.mark.parametrize(
    ("language", "bare", "bridged"),
    [
        ("en", "0,1", "1,0 with a bridge"),
        ("nl", "0,1", "1,0 met een brug"),
        ("nb", "0,1", "1,0 med en bro"),
    ],
    ids=LANGUAGES,
)
def test_placements_with_a_bridge_are_told_from_others(language: str, bare: str, bridged: str) -> None:
    setup = Setup(boxes=("bridges_castles_and_bazaars",), options={"first_player": "seat1"})
    game = Game(setup, deal=False)
    game.play("draw base/FFFF-monastery")
    text, _, _ = sit([], game, language=language, plain=True)
    assert f"\n  3. {bare}:" in text and f"\n  2. {bridged}:" in text
    drawn, _, _ = sit([], game, language=language)
    assert f"  2  {bridged}," in drawn


@pytest.mark.parametrize(("language", "lost"), [("en", "loses 3"), ("nl", "verliest 3"), ("nb", "mister 3")])
def test_points_below_nothing_are_lost(language: str, lost: str) -> None:
    event = Event("scored", seat="red", points=-3, lines=(ScoreLine("auction", 1, -3),))
    texts = Game(boxes=["bridges_castles_and_bazaars"], deal=False).texts(language)
    assert lost in event.text(texts) and event.line() == "red scores -3: auction -3"


def test_placements_stay_together_when_something_else_is_offered(auction: Callable[[], Game]) -> None:
    text, _, table = sit([*OPENING, "pass", "bid 5", "draw base/CRFR-rEW"], auction())
    assert table.game.actor == "blue" and [option.action.verb for option in table.options].count("cheer") == 1
    placed = [number for number, option in enumerate(table.options, 1) if option.action.verb == "place"]
    assert f"Where does the tile go? ({placed[0]}-{placed[-1]} on the board, or X,Y)" in text
    cells = [table.options[number - 1].action.cell[::-1] for number in placed]
    assert cells == sorted(cells) and len(placed) == placed[-1] - placed[0] + 1


def test_a_record_brings_in_no_code_by_itself(auction: Callable[[], Game], tmp_path: Path) -> None:
    file = tmp_path / "auction.aude"
    sit([*OPENING, f"save {file}"], auction())
    text, _, table = sit([f"load {file}"])
    assert (
        f"which are code; if you trust them, allow them: --boxes {auction().setup.boxes[0]}" in said(text)
        and not table.game.moves
    )
    folder = auction().setup.boxes[0]
    assert open_game(file, deal=False, folders=[folder], make=Game)[0].setup.boxes == (folder,)
    _, _, same = sit([f"load {file}"], auction())  # at a table where the box lies already
    assert len(same.game.moves) == 2


def test_plain_says_what_a_placement_would_do_when_it_ends_the_turn() -> None:
    """Nobody is put on a volcano: the next turn begins at once, with a point for Blue beside the fairy."""
    game = Game(boxes=["princess_and_dragon"], deal=False)
    game.lay("lay base/FFFF-monastery 0,1\nstand blue meeple monastery at 0,1\nlay fairy 0,1\nturn red")
    game.play("draw princess_dragon/CFFF-volcano")
    text, _, _ = sit([], game, plain=True)
    assert "0,-1: turned 180: completes city of 2 (nobody): 4 points." in text


def test_a_list_of_options_leaves_room_for_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fairy may go to five followers: they are listed below three rows of the board, all on one screen."""
    where = [(x, y) for y in (1, 2, 3) for x in (0, 1)]
    lines = [f"lay base/FFFF-monastery {x},{y}" for x, y in where]
    lines += [f"stand red meeple monastery at {x},{y}" for x, y in where[1:]]
    game = Game(Setup(boxes=("princess_and_dragon",), tiles={"base": 3}), deal=False)
    game.lay("\n".join([*lines, "turn red"]))
    for action in ("draw base/FFFF-monastery", "place 0,4", "pass"):
        game.play(action)
    shown = seen([], game, monkeypatch)[0]
    shown = shown[shown.rindex("── Red, ") :]
    assert game.step == "fairy" and "  6  the fairy goes to" in shown and shown.count("\n") < 24
    assert len(re.findall(r"^ {3}\d .*M", shown, re.M)) >= 3


def test_others_may_interrupt(auction: Callable[[], Game]) -> None:
    text, _, table = sit([*OPENING, "blue cheer", "blue cheer", "pass"], auction())
    assert "Blue: cheer" in text
    moves = [(move.seat, move.text) for move in table.game.moves]
    assert moves[2:] == [("blue", "cheer"), ("red", "pass")]
    assert "Not allowed" in text  # once is enough
    _, _, other = sit([*OPENING, "4"], auction())
    assert other.game.moves[-1].text == "cheer"


def test_bots_answer_what_a_box_asks(auction: Callable[[], Game]) -> None:
    game = auction()
    players = {seat: bots.make(name, 1) for seat, name in (("red", "greedy"), ("blue", "random"))}
    for action in [*OPENING, "pass"]:
        game.play(action)
    game.play(players["red"].choose(game))
    assert game.moves[-1].text == "bid 9"


def portal() -> Game:
    """Red has laid a magic portal at 1,0: figures may go to any of twenty fields."""
    boxes = ("princess_and_dragon", "inns_and_cathedrals")
    game = Game(Setup(boxes=boxes, tiles={"base": 6}), deal=False)
    where = [(x, y) for y in range(1, 6) for x in range(4)]
    lines = [f"lay base/FFFF-monastery {x},{y}" for x, y in where]
    game.lay("\n".join([*lines, "stand blue meeple monastery at 1,1", "turn red"]))
    for action in ("draw princess_dragon/FRRR-portal", "place 1,0 turn 180"):
        game.play(action)
    return game


def test_many_places_on_other_tiles_are_one_option_that_asks_for_a_cell() -> None:
    typed = re.findall(r"(\d+)  deploy at X,Y \(21 tiles\)", sit([], portal())[0])[0]
    text, _, table = sit([typed, "9,9", "7", "0,1", "9", "3"], portal())
    assert "There is nothing to choose at '9,9'." in text and "There is nothing to choose at '7'." in text
    assert "On which tile? X,Y; Enter: back" in text and "There is no option 9; choose 1 to 4." in text
    last = "deploy large_follower monastery at 0,1"
    assert last in [move.text for move in table.game.moves]
    assert last in [move.text for move in sit(["0,1", "3"], portal())[2].game.moves]
    assert last in [move.text for move in sit(["deploy at 0,1", "3"], portal())[2].game.moves]
    dutch = sit(["zet op 0,1", "3"], portal(), language="nl")
    assert "zet op X,Y (21 tegels)" in dutch[0] and last in [move.text for move in dutch[2].game.moves]
    left, _, table = sit([typed, "", typed, "0,1", "pass"], portal())
    assert "Nothing has changed." in left and table.game.moves[-1].text == "pass"
    heard, _, table = sit([typed, "0,1", "3"], portal(), plain=True)
    assert "; 0,1; 1,1; " in heard and "  3. put a large follower on the monastery at 0,1" in heard
    assert table.game.moves[-1].text == last


@pytest.mark.parametrize("size", [(80, 24), (44, 18), (30, 12), (150, 40)])
@pytest.mark.parametrize("boxes", [(), LONG_LISTS], ids=["base", "big"])
def test_every_question_fits_on_the_screen(
    boxes: tuple[str, ...], size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the heading, or on small screens from the columns of the board, to the prompt; in a game at random."""
    width, height = size
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("LINES", str(height))
    out, game, chance, asked = SmallScreen(), Game(players=3, boxes=boxes, seed=1), Random(1), 0
    table = Table(game, source=StringIO(), out=out)
    while asked < 60 and not game.over:
        if chance.random() < 0.5 and game.actor != "chance":
            begin = out.tell()
            table.pose(again=True)
            shown = re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue()[begin:]).strip("\n").split("\n")
            if height < 20:
                columns = (n for n, line in enumerate(shown) if re.fullmatch(r" +-?\d+( +-?\d+)* *", line))
                shown = shown[next(columns, 0) :]
            asked += 1
            may_be_longer = height == 12 and game.step not in ("place", "deploy")
            lines = 1 + sum(1 + max(0, cell_len(line) - 1) // width for line in shown)  # and one to type in
            assert lines <= height or may_be_longer, "\n".join(shown)
        option = chance.choice(list(game.options))
        game.play(option if option.low is None else option.at(option.low))


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (44, 18), (150, 40)])
@pytest.mark.parametrize(
    ("step", "setup"),
    [("gate", {"game": "the_city"}), ("aim", {"boxes": ["catapult", "river"], "players": COLOURS[:5]})],
)
def test_long_lists_leave_the_board_in_sight(
    step: str, setup: dict[str, Any], size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is only a place without a tile has its number there, and no line; other tiles have one line in all."""
    game = Game(seed=3, **setup)
    bot = bots.make("greedy", 1)
    while game.step != step:
        option = bot.choose(game)
        game.play(option if option.low is None else option.at(option.low))
    first = seen([], game, monkeypatch, size)[0]
    shown = first[first.rindex("\n── ") :].split("\n")
    listed = re.findall(r"\d+  ((?:aim|put) .*)", "\n".join(shown))
    assert len(game.options) > 20
    (x, y), others = game.board.tiles[-1].cell, len(game.board.tiles) - 1
    aims = [f"aim at X,Y ({others} tiles)", f"aim at {x},{y} (red 1 meeple)"]
    assert listed == (aims if step == "aim" else [])
    rows = [line for line in shown[-size[1] :] if re.match(r" +-?\d+[ [].*[·#▒]", line)]
    assert len(shown) <= size[1] or size[1] < 24
    assert len(rows) >= (2 if step == "gate" else 1) or (step == "aim" and size[1] < 24)
