"""The panel beside a board: who plays, how the scores stand, the tile in hand, and what is on the table."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops

from aude import Game, Setup, Unreadable, bots
from aude.draw import Picture, board
from aude.draw.book import book
from aude.draw.panel import LETTER, NAME, NARROWEST, cut, guessed_width
from aude.game.setup import COLOURS
from aude.testing import table
from colour_vision import VISIONS, difference, seen
from terminal import bad, good

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["Hildegard von Bingen", "Ада Лавлейс", "山田太郎", "Φρύνη", "عمر الخيّام", "Bjørk & <Åse>"]
POSITION = """
    lay base/FRFR-rEW 1,0
    lay tower/CRFR-rEW 0,-1 turn 180
    stand red meeple field NL.NR.EL.WR at 1,0
    lay tower 2 at 0,-1
    turn blue
"""


def parsed(picture: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(picture.svg)


def having(picture: Picture, name: str) -> list[str]:
    """What the elements with this attribute say in it."""
    return [value for element in parsed(picture).iter() if (value := element.get(name)) is not None]


def words(picture: Picture) -> list[str]:
    """All that is written in a picture."""
    return [element.text or "" for element in parsed(picture).iter(f"{SVG}text")]


def view(picture: Picture) -> list[float]:
    return [float(number) for number in (parsed(picture).get("viewBox") or "").split()]


def of_six() -> Game:
    """Six players, some tiles laid; a tile has been drawn."""
    game = Game(boxes=["inns_and_cathedrals"], players=6, seed=5)
    bot = bots.make("random", 1)
    while game.state.slots < 9 or game.step != "place":
        game.play(bot.choose(game))
    return game


def test_without_a_panel_nothing_is_written() -> None:
    """So pictures of boards are the same on every machine, whatever fonts it has."""
    picture = board(of_six())
    assert words(picture) == [] and having(picture, "data-panel") == []


def test_everybody_has_a_line_with_name_and_score() -> None:
    game = of_six()
    picture = board(game, panel=True, names=NAMES)
    assert having(picture, "data-score") == list(COLOURS)
    assert set(NAMES) <= set(words(picture))
    assert having(picture, "data-turn") == [game.player]
    named = board(game, panel=True, names={"blue": "Bo"})
    assert words(named)[:3] == ["Red", "Bo", "Green"]


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Tile in hand"), ("nl", "Tegel in de hand"), ("nb", "Brikke på hånden")]
)
def test_the_tile_in_hand_is_shown_and_how_many_are_left(language: str, said: str) -> None:
    game = of_six()
    picture = board(game, panel=True, language=language)
    assert having(picture, "data-hand") == [game.board.tile]
    assert said in words(picture)
    left = sum(game.tiles_left.values())
    assert any(str(left) in text for text in words(picture))


def test_the_legend_tells_what_is_on_the_table_and_nothing_else() -> None:
    game = Game(boxes=["tower", "princess_and_dragon"], deal=False)
    assert having(board(game, panel=True), "data-legend") == []
    game.lay(POSITION)
    assert having(board(game, panel=True), "data-legend") == ["Meeple", "Tower piece", "Tower foundation"]
    assert having(board(game, panel=True, language="nl"), "data-legend")[0] == "Meeple"


@pytest.mark.parametrize(
    ("set_up", "tile", "goods"),
    [(Setup("the_city"), "the_city/A7-fish-grain-public 0,0", ["Fish", "Grain"]),
     (Setup(boxes=("traders_and_builders",)), "traders_builders/CFFC-cNW-wine 0,-1 turn 180", ["Goods: wine"])],
    ids=["the_city", "traders_and_builders"],
)  # fmt: skip
def test_the_legend_names_each_of_the_goods(set_up: Setup, tile: str, goods: list[str]) -> None:
    game = Game(set_up, deal=False)
    game.lay(f"lay {tile}")
    assert set(goods) <= set(having(board(game, panel=True), "data-legend"))


def test_a_panel_stands_beside_a_high_board_and_below_a_wide_one() -> None:
    high, wide = Game(deal=False), Game(deal=False)
    high.lay("\n".join(f"lay base/FFFF-monastery 0,{y}" for y in range(1, 5)))
    wide.lay("\n".join(f"lay base/FRFR-rEW {x},0" for x in range(1, 7)))
    (_, _, plain_wide, plain_high), (_, _, with_wide, with_high) = (
        view(board(high, panel=panel)) for panel in (False, True)
    )
    assert with_wide > plain_wide + NAME and with_high < plain_high + NAME
    (_, _, plain_wide, plain_high), (_, _, with_wide, with_high) = (
        view(board(wide, panel=panel)) for panel in (False, True)
    )
    assert with_high > plain_high


def test_names_of_any_length_stay_in_their_place() -> None:
    """What is a little too long is set narrower, what is longer is cut, never between a letter and its accent."""
    long = "Wolfeschlegelsteinhausenbergerdorff " * 9
    (name,) = (text for text in words(board(of_six(), panel=True, names=[long])) if text.startswith("Wolfe"))
    assert name.endswith("…") and guessed_width(name) <= NAME / LETTER / NARROWEST
    assert cut("e\u0301" * 40, 3).count("e") == cut("e\u0301" * 40, 3).count("\u0301")
    assert words(board(of_six(), panel=True, names=["A\x00da\n"]))[0] == "Ada"


def test_a_game_that_is_over_has_no_tile_in_hand() -> None:
    game = Game(seed=3)
    bot = bots.make("random", 3)
    while not game.over:
        game.play(bot.choose(game))
    picture = board(game, panel=True)
    assert having(picture, "data-hand") == [] == having(picture, "data-turn")
    assert having(picture, "data-score") == ["red", "blue"]


def test_a_state_and_another_game_have_panels_too() -> None:
    game = Game(Setup("the_city"), seed=4)
    assert having(board(game, panel=True), "data-score")
    assert having(board(of_six().state, panel=True), "data-hand")


@pytest.mark.parametrize("night", [0, 1], ids=["day", "night"])
def test_what_is_written_can_be_read(night: int) -> None:
    ink, *papers = (seen(book().colours[name][night], VISIONS["usual"]) for name in ("print", "paper", "paper-edge"))
    assert all(difference(ink, paper) >= 45 for paper in papers)


def test_scores_are_painted_whatever_fonts_there_are() -> None:
    """They are strokes, not letters: two boards that differ in a score alone differ in their pixels."""
    boards = [board(table(f"points red {points}"), panel=True) for points in (41, 78)]
    assert not any(points in word for picture in boards for word in words(picture) for points in ("41", "78"))
    first, second = (Image.open(io.BytesIO(picture.png(500))).convert("RGB") for picture in boards)
    assert ImageChops.difference(first, second).getbbox() is not None


def test_mistakes_get_a_sentence() -> None:
    with pytest.raises(Unreadable, match="no seat 'pink'; seats: red, blue"):
        board(Game(seed=1), panel=True, names={"pink": "Ada"})
    with pytest.raises(Unreadable, match="3 names for 2 seats"):
        board(Game(seed=1), panel=True, names=["a", "b", "c"])


def test_the_command(tmp_path: Path) -> None:
    game = of_six()
    record, out = tmp_path / "game.aude", tmp_path / "out.svg"
    record.write_text(game.record, encoding="utf-8")
    good("draw", str(record), "-o", str(out), "--legend", "--names", "Ada, Bo", "--lang", "nl")
    assert out.read_text(encoding="utf-8") == board(game, panel=True, names=["Ada", "Bo"], language="nl").svg
    assert "not for a film" in bad("draw", str(record), "-o", str(tmp_path / "game.gif"), "--legend")
    assert "needs --legend" in bad("draw", str(record), "-o", str(out), "--names", "Ada")
    assert "without layers, moves and legend" in bad("draw", "--tile", "base/RRRR", "-o", str(out), "--legend")
