"""The board in characters and in sentences."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import Literal

import pytest
from rich.console import Console

from aude import Game, Setup, Unreadable, bots
from aude.board import Board, marks
from aude.board.sentences import tile_name
from aude.board.tiles import turned_tile
from aude.catalog import boxes
from aude.catalog.texts import LANGUAGES
from aude.draw.book import book
from aude.engine.pieces import Display
from aude.engine.state import State
from aude.engine.tables import TileTables
from aude.engine.tiles import SIDES, Segment, Tile
from aude.game.setup import _resolved
from aude.terminal import descriptions as sentences
from aude.terminal.descriptions import describe, describe_cell, describe_tile
from aude.terminal.glyphs import CROSSING, FILLED, look_of, text_of
from aude.terminal.screen import Screen
from aude.terminal.sidepicture import facing
from aude.terminal.textboard import draw, sheet, shown, spot_rows
from aude.terminal.tilepicture import BIG, Picture, picture_of, tile_picture
from aude.terminal.tilesearch import find_tile, sight, tiles_named
from aude.testing import table

SMALL = (7, 3)


def small() -> Game:
    """Red has a monk below the start tile and a knight above it, blue a highwayman beside it."""
    return table(
        "red   draw base/FFFF-monastery   place 0,1   deploy meeple monastery",
        "blue  draw base/FRFR-rEW   place 1,0   deploy meeple road",
        "red   draw base/CFCF   place 0,-1   deploy meeple city N",
        "blue  draw base/CFFF",
    )


def middle_game(seed: int = 5, choices: int = 60, players: int = 3) -> Game:
    game = Game(players=players, seed=seed, first_player="seat1")
    bot = bots.make("random", seed)
    for _ in range(choices):
        game.play(bot.choose(game))
    return game


def long_table(count: int = 30) -> Game:
    """A straight road of tiles in one row."""
    game = Game(Setup(options={"first_player": "seat1"}, tiles={"base": 5}), deal=False)
    for x in range(1, count):
        game.play("draw base/FRFR-rEW")
        game.play(f"place {x},0")
        game.play("pass")
    return game


@pytest.mark.parametrize(
    ("tile", "turn", "picture"),
    [
        ("base/CRFR-rEW", 0, [".#####.", "-------", "......."]),
        ("base/CRFR-rEW", 1, ["...|..#", "...|.##", "...|..#"]),
        ("base/FFRF-monastery", 0, [".......", "..(M)..", "...|..."]),
        ("base/FFRR-rSW", 0, [".......", "---+...", "...|..."]),
        ("base/RRRR", 0, ["...|...", "---o---", "...|..."]),
        ("base/CCRC-cNEW-pennant", 0, ["#######", "###p###", "#..|..#"]),
        ("base/FCFC-cEW", 0, ["#.....#", "#######", "#.....#"]),
        ("base/CFFC-cNW", 0, ["######.", "####...", "#......"]),
        ("base/CFFC", 0, ["######.", "##.....", "#......"]),
    ],
)
def test_a_tile_is_drawn_from_its_facts(tile: str, turn: int, picture: list[str]) -> None:
    game = Game(seed=1)
    assert tile_picture(game, tile, turn, plain=True, size=SMALL).split("\n") == picture
    assert tile_picture(game.rules, tile, turn, plain=True, size=SMALL).split("\n") == picture


def test_every_tile_shows_its_sides_in_every_turn() -> None:
    """What the middle of a side shows is what the rules match there."""
    game = Game(seed=1)
    signs = {"city": "#", "field": ".", "road": "-|"}
    for tile in game.rules.table.tiles:
        for turn in range(4):
            for width, height in (SMALL, (5, 3), BIG):
                rows = tile_picture(game, tile.id, turn, plain=True, size=(width, height)).split("\n")
                assert [len(row) for row in rows] == [width] * height
                shown = {
                    "N": rows[0][width // 2],
                    "E": rows[height // 2][-1],
                    "S": rows[-1][width // 2],
                    "W": rows[height // 2][0],
                }
                for number, side in enumerate(SIDES):
                    assert shown[side] in signs[tile.side_kind(SIDES[(number - turn) % 4])], (tile.id, turn, side)


def test_kinds_that_nobody_foresaw_get_letters_of_their_own() -> None:
    def tile(name: str, *segments: str, symbols: tuple[str, ...] = ()) -> tuple[str, Tile]:
        return name, Tile(name, tuple(Segment.read(segment) for segment in segments), 1, 1, symbols)

    tiles = dict(
        [
            tile("x/one", "plaza N goods=fish", "moat EL ER SL SR WL WR", "keep"),
            tile("x/two", "river N S", "field NL WL WR SR", "field NR EL ER SL"),
            tile("x/three", "plaza N E S W", symbols=("dragon",)),
        ]
    )
    one = tile_picture(tiles, "x/one", size=SMALL, plain=True)
    assert one == "mfppppm\nmm(K)mm\nmmmmmmm"
    two = tile_picture(tiles, "x/two", size=SMALL, plain=True)
    assert two.split("\n")[0] == "...~..."
    assert "d" in tile_picture(tiles, "x/three", size=SMALL, plain=True)
    assert "fish" in describe_tile(tiles, "x/one", 0, Game(seed=1).texts())
    assert "dragon" in describe_tile(tiles, "x/three", 0, Game(seed=1).texts())


@pytest.mark.parametrize(
    ("segments", "picture"),
    [
        (["road N E", "road S W", "field NL ER SL WR", "field NR EL", "field SR WL"], "··d│···\n──╮╰───\n··╰╮···"),
        (["road N E", "road W", "city S", "field NL ER WR", "field NR EL", "field WL"], "···│···\n──d╰───\n·#####·"),
        (["road E S", "road N", "city W", "field NR EL", "field ER SL", "field NL SR"], "#··│···\n##d╭───\n#··│···"),
        (["road N S", "field NL SR WL WR", "field NR EL ER SL"], "···│···\n··d│···\n···│···"),
        (["road E", "road W", "field NL NR EL WR", "field ER SL SR WL"], "·······\n───d───\n·······"),
        (["market N goods=fish", "residential EL ER SL SR WL WR"], "·f▒▒▒▒·\n···d···\n·······"),
    ],
)
def test_roads_that_go_through_look_whole(segments: list[str], picture: str) -> None:
    """Two bends pass each other, an end is seen beside a bend, and what is printed on the tile hides no road.

    It may hide where roads end: then they end there.
    """
    tile = Tile("x/one", tuple(map(Segment.read, segments)), 1, 1, ("dragon",))
    assert tile_picture({"x/one": tile}, "x/one", size=SMALL) == picture


def test_a_building_has_a_name() -> None:
    tile = Tile("x/one", (Segment.read("residential NL NR EL ER SL SR WL WR"),), 1, 1, ("well",), {"building": "Puits"})
    assert describe_tile({"x/one": tile}, "x/one", 0, Game(seed=1).texts()).endswith("; well: Puits")


def test_a_symbol_that_points_at_a_side_turns_with_its_tile() -> None:
    """The same tile without an arrow looks alike in every turn; with it, each turn is drawn and told otherwise."""
    segments = (Segment.read("field NL NR EL ER SL SR WL WR"),)
    tiles = {name: Tile(name, segments, 1, 1, symbols) for name, symbols in (("x/a", ("dragon:E",)), ("x/b", ()))}
    facts = TileTables(list(tiles.values()), [1, 1], ["field"], [False], [], [], barriers=False)
    assert [int(turn) for turn in facts.equal_rotation] == [0, 1, 2, 3, 0, 0, 0, 0]
    for turn, (arrow, side) in enumerate([(">", "east"), ("v", "south"), ("<", "west"), ("^", "north")]):
        assert f"d{arrow}" in tile_picture(tiles, "x/a", turn, size=SMALL, plain=True)
        assert describe_tile(tiles, "x/a", turn, Game(seed=1).texts()).endswith(f"; dragon (arrow: {side})")
    game = table("boxes anniversary", "lay anniversary_20/AN-K 0,1 turn 90")
    assert "x←" in draw(game) and "extra turn" in draw(game)
    assert "extra turn (arrow: west)" in describe_cell(game, (0, 1), game.texts())


def test_an_unknown_tile_is_named_with_the_nearest() -> None:
    with pytest.raises(Unreadable, match=r"did you mean 'base/CFFF'"):
        tile_picture(Game(seed=1), "base/CFFFF", 0)


def test_a_small_board() -> None:
    assert draw(small(), plain=True).split("\n") == [
        "        0       1",
        "    [.#m1##.]",
        "  -1[.......]",
        "    [.#####.]",
        "     .#####. .......",
        "   0 ----------m2---",
        "     ....... .......",
        "     .......",
        "   1 .(Mm1).",
        "     .......",
        "1 red   2 blue   m1 meeple   # city   . field   - road   M monastery",
    ]


def test_the_board_is_what_a_game_prints() -> None:
    game = small()
    assert str(game) == draw(game)
    assert "─" in str(game)


def test_plain_is_ascii_and_the_other_is_not() -> None:
    for seed in range(3):
        game = middle_game(seed)
        assert draw(game, plain=True, legal=True).isascii()
        assert not draw(game).isascii()


def test_the_newest_tile_stands_in_brackets_if_wished() -> None:
    game = small()
    assert draw(game).count("[") == 3
    assert "[" not in draw(game, last=False)
    assert "[" not in draw(Game(seed=1))  # the start tile is not news


def test_cells_that_can_be_chosen_carry_the_numbers_of_their_options() -> None:
    game = small()
    cells = marks.legal_cells(game.options)
    assert sorted(number for numbers in cells.values() for number in numbers) == list(range(1, len(game.options) + 1))
    drawn = draw(game, legal=True, plain=True)
    for numbers in cells.values():
        assert marks.span(numbers) in drawn


def test_every_figure_on_the_table_is_drawn_with_its_seat() -> None:
    game = middle_game()
    drawn = draw(game, plain=True).rsplit("\n", 1)[0]
    for number, seat in enumerate(game.seats, 1):
        standing = 7 - game.supply[seat]["meeple"]
        assert drawn.count(f"m{number}") == standing


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_a_large_board_is_cut_to_the_width_around_the_newest_tile(width: int) -> None:
    game = long_table()
    drawn = draw(game, width=width, plain=True).split("\n")
    board = [line for line in drawn if not line.startswith("x ")]
    assert max(map(len, board)) <= width
    assert any("[" in line for line in board)
    assert any(line.startswith("x ") for line in drawn) == (width < 200)


def test_another_part_of_a_large_board_can_be_shown() -> None:
    game = long_table()
    drawn = draw(game, width=60, centre=(0, 0), plain=True)
    assert "[" not in drawn
    assert "x 0..8 of 0..29" in drawn
    assert "x 21..29" in draw(game, width=60, centre=(500, 0), plain=True)


def test_colours_are_an_extra() -> None:
    game = middle_game()
    out = io.StringIO()
    Console(file=out, width=200, no_color=True, legacy_windows=False).print(shown(sheet(game)))
    assert [line.rstrip() for line in out.getvalue().split("\n")][:20] == draw(game).split("\n")[:20]
    colours = io.StringIO()
    Console(file=colours, width=200, force_terminal=True, color_system="truecolor").print(shown(sheet(game)))
    assert "\x1b[" in colours.getvalue()


def test_a_table_without_a_tile() -> None:
    game = Game(seed=1)
    game.state = State(game.rules)
    assert "0" in draw(game)
    assert describe(game, game.texts()) == "There are no tiles on the table yet."


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_in_sentences(language: str) -> None:
    game = middle_game()
    told = describe(game, game.texts(language))
    assert "{" not in told and "table." not in told
    for tile in Board(game.state).tiles:
        assert tile_name(tile, game.texts(language)) in told
    held = [feature for feature in Board(game.state).features if feature.figures]
    assert held
    for feature in held:
        assert sentences.feature_sentence(feature, game.texts(language)) in told


def test_what_the_sentences_say() -> None:
    told = describe(small(), small().texts()).split("\n")
    assert told[0].startswith("There are 4 tiles on the table, in columns 0 to 1")
    row = "column 0: city, road, field, road; road joined; column 1: field, road, field, road; road joined"
    assert f"Row 0: {row}." in told
    assert "The newest tile lies at 0,-1." in told
    assert "Monastery, size 1, at 0,1. Open towards -1,0; -1,1; 1,1; -1,2; 0,2; 1,2. Red 1 meeple." in told
    assert "Road, size 2, at 0,0; 1,0. Open towards -1,0; 2,0. Blue 1 meeple." in told
    assert not any(line.startswith("City, size 2") for line in told)  # complete, and nobody stands there


def test_one_cell_in_sentences() -> None:
    game = small()
    texts = game.texts()
    here = describe_cell(game, (1, 0), texts)
    assert "base/FRFR-rEW, turned 0 degrees: north field, east road, south field, west road" in here
    assert "Blue 1 meeple" in here
    assert describe_cell(game, (1, 1), texts) == "1,1 is empty. Its neighbours show: north field, west field."
    assert describe_cell(game, (9, 9), texts) == "9,9 is empty, and there is no tile beside it."


class Fence(Display):
    """A stand-in for what a box puts at sides of tiles: those it is given."""

    def __init__(self, *pieces: tuple[int, int, int, str]) -> None:
        self.pieces = list(pieces)

    def pieces_at_sides(self, state: State) -> list[tuple[int, int, int, str]]:
        return self.pieces


def fenced(game: Game, *more: tuple[int, int, int, str], gaps: tuple[tuple[int, int], ...] = ()) -> Game:
    """A game with walls at all sides of tiles that face an empty cell, but for gaps (slot, side), and more pieces."""
    laid = {tile.cell: slot for slot, tile in enumerate(Board(game.state).tiles)}
    walls = [
        (slot, side, -1, "wall")
        for (x, y), slot in laid.items() for side in range(4)
        if facing((x, y, side)) not in laid and (slot, side) not in gaps
    ]  # fmt: skip
    _resolved.cache_clear()  # from here on the rules are this game's own: the next one with its set-up has others
    game.rules.displays.append(Fence(*walls, *more))
    return game


def ring() -> Game:
    """Fields and roads around an empty cell."""
    return table(
        "lay base/FRFR-rEW 1,0", "lay base/FRFR-rEW 2,0", "lay base/FFFF-monastery 0,1", "lay base/FFFF-monastery 2,1",
        "lay base/FRFR-rEW 0,2", "lay base/FRFR-rEW 1,2", "lay base/FRFR-rEW 2,2",
    )  # fmt: skip


def test_walls_stand_in_the_empty_cells_around_the_tiles() -> None:
    """Lines go round the corners of tiles, and into the corners between them; signs stand on the lines."""
    game = fenced(small(), (0, 3, 0, "guard"), (3, 0, -1, "gate"), (2, 1, 1, "guard"), (2, 1, 0, "spire"))
    assert draw(game).split("\n") == [
        "        -1      0       1       2",
        "",
        "  -2",
        "           ┏━━━━A━━━━┓",
        "           ┃[·#m1##·]┃",
        "  -1       ┃[·······]┃",
        "           ┃[·#####·]┗━━━━━━━┓",
        "           ┃ ·#####· ······· s1",
        "   0      g1 ──────────m2─── g2",
        "           ┃ ······· ······· ┃",
        "           ┃ ······· ┏━━━━━━━┛",
        "   1       ┃ ·(Mm1)· ┃",
        "           ┃ ······· ┃",
        "           ┗━━━━━━━━━┛",
        "   2",
        "",
        "1 red   2 blue   m1 meeple   A gate   g1 guard   s1 spire   ━ wall   # city   · field   ─ road   M monastery",
    ]


def test_walls_in_a_bay_in_plain_characters_and_narrow() -> None:
    """Four walls around one empty cell, and an open place in the line around the tiles."""
    game = fenced(ring(), (1, 2, 1, "guard"), (4, 3, 0, "guard"), (3, 1, 0, "spire"), gaps=((2, 0), (2, 1)))
    assert draw(game, plain=True, width=37, last=False).split("\n")[3:-4] == [
        "         +============",
        "         ! .###. ..... .....",
        "   0     ! -----------------",
        "         ! ..... ..... .....",
        "         ! ..... +g2=+ ..... !",
        "   1     ! .(M). s1 g1 .(M). !",
        "         ! ..... +===+ ..... !",
        "         ! ..... ..... ..... !",
        "   2     ! ----------------- !",
        "         ! ..... ..... ..... !",
        "         +===================+",
        "   3",
    ]
    assert "┏━g2━━┓" in draw(game)


def test_walls_of_tiles_that_touch_at_a_corner_stay_apart() -> None:
    """The line around the tiles does not run into the bay between two that have only a corner in common."""
    lines = [
        f"lay base/{tile}" for tile in ("FRFR-rEW 1,0", "FRFR-rEW 2,0", "FFFF-monastery 0,1", "FFFF-monastery 2,1")
    ]
    game = fenced(table(*lines, "lay base/FRFR-rEW 2,2", "lay base/FRFR-rEW 1,2"))
    assert draw(game, plain=True, last=False).split("\n")[7:15] == [
        "           ! ....... +=====+ ....... !",
        "   1       ! ..(M).. !     ! ..(M).. !",
        "           ! ....... +=====+ ....... !",
        "           +=======+ ....... ....... !",
        "   2               ! --------------- !",
        "                   ! ....... ....... !",
        "                   +=================+",
        "   3",
    ]


def test_what_can_be_chosen_at_a_side_is_numbered_there() -> None:
    """The number of an option that names a side of a tile stands in the empty cell that the side faces."""
    walled = Game(Setup("the_city"), seed=4)
    bot = bots.make("greedy", 1)
    while walled.step != "gate":
        walled.play(bot.choose(walled))
    cells = marks.legal_cells(walled.options)
    assert len(cells) == len(walled.options) and all(len(place) == 3 for place in cells)
    first = walled.options[0].action
    assert next(iter(cells.items())) == ((*first.cell, SIDES.index(first.side)), [1])
    game = small()
    labels: dict[marks.Marked, str] = {(0, -1, 0): "1", (1, 0, 1): "2", (1, 0, 2): "3"}
    rows = draw(game, marks=labels, plain=True).split("\n")
    assert rows[3] == "        1"
    assert rows[8].endswith("2")


def test_what_stands_at_sides_in_sentences() -> None:
    game = fenced(small(), (0, 3, 0, "guard"), (3, 0, -1, "gate"))
    texts = game.texts()
    told = describe(game, texts).split("\n")
    assert "Wall: 0,0 west; 0,1 east, south, west; 1,0 north, east, south; 0,-1 north, east, west." in told
    assert "Guard of red: 0,0 west." in told and "Gate: 0,-1 north." in told
    assert describe_cell(game, (0, 0), texts).split("\n")[1:3] == ["Wall: 0,0 west.", "Guard of red: 0,0 west."]
    assert describe_cell(game, (1, 1), texts).split("\n")[1:] == ["Wall: 0,1 east; 1,0 south."]


def test_a_tile_in_sentences_turns_with_it() -> None:
    game = Game(seed=1)
    assert describe_tile(game, "base/CRFR-rEW", 1, game.texts()) == (
        "north road, east city, south road, west field; road joined: north, south"
    )
    assert describe_tile(game, "base/FFRF-monastery", 0, game.texts("nl")).endswith("in het midden: klooster")


def test_features_know_whether_they_are_complete() -> None:
    game = small()
    cities = [feature for feature in Board(game.state).features if feature.kind == "city"]
    assert sorted((len(city.cells), city.complete) for city in cities) == [(1, False), (2, True)]
    fields = [feature for feature in Board(game.state).features if feature.kind == "field"]
    assert not any(field.complete for field in fields)


def test_a_garden_is_drawn_where_it_is_looked_at_and_not_where_it_is_decoration() -> None:
    game = Game(seed=1)
    assert "G" not in tile_picture(game, "base/CFFF-garden", 0)
    everything = {tile.id: tile for tile in game.rules.table.tiles}
    assert "(G)" in tile_picture(everything, "base/CFFF-garden", 0)


def test_seats_with_other_names_than_colours() -> None:
    game = Game(replace(Setup(), players=("anna", "bo")), seed=3)
    game.play(game.options[0])
    game.play(game.options[-1])
    assert "1 anna" in draw(game)
    Console(file=io.StringIO(), force_terminal=True).print(shown(sheet(game)))


@pytest.mark.parametrize(
    ("width", "text", "row"),
    [(7, "m2", ".(Mm2)."), (5, "m2", ".Mm2."), (5, "w", ".(Mw)"), (11, "3-5", "...(M3-5)..")],
)
def test_what_stands_in_a_monastery_stands_behind_its_letter(width: int, text: str, row: str) -> None:
    game = Game(seed=1)
    tile, look, kept = find_tile(game, "base/FFFF-monastery", plain=True)
    picture = Picture(turned_tile(tile, known=kept).segments, (), look, width, 3)
    picture.put([piece.kind for piece in picture.pieces].index("monastery"), text, "mark")
    assert "".join(char for char, _ in picture.rows()[1]) == row
    picture.put([piece.kind for piece in picture.pieces].index("field"), "m1", "mark")
    assert "".join(char for char, _ in picture.rows()[1]) == row


def test_tiles_that_differ_in_decoration_alone_look_the_same() -> None:
    rules = Game(seed=1).rules
    assert sight(rules, "base/CFFF") == sight(rules, "base/CFFF-garden") != sight(rules, "base/CFCF")
    assert tiles_named(rules, "E") == ["base/CFFF", "base/CFFF-garden"]


def test_spots_without_sides_have_their_own_numbers() -> None:
    """Two fields in the middle of a tile: each option stands at the field it speaks of."""
    game = Game(boxes=["king_and_robber"], deal=False, first_player="seat1")
    game.play("draw king_robber/CCCC-cEW-cNS")
    game.play(game.options[0])
    number = {option.text: str(place) for place, option in enumerate(game.options, 1)}
    picture = [text_of(row) for row in spot_rows(game, game.options)]
    rows = [next(n for n, row in enumerate(picture) if number[f"deploy meeple field {k}"] in row) for k in (1, 2)]
    assert rows[0] != rows[1]


def test_where_a_river_ends_is_no_crossing() -> None:
    """`o` is where roads end: the spring has none."""
    game = Game(boxes=["river", "gq11"], deal=False)
    assert "o" not in tile_picture(game, "river/FFFS")
    assert "o" in tile_picture(game, "gq11/FSFR")


def test_a_wheel_is_drawn_with_its_sectors_and_a_blank_tile_with_a_sign() -> None:
    """The sectors stand clockwise around the middle; the legend and the sentences name them."""
    game = Game(boxes=["wheel_of_fortune"], deal=False)
    hub = tile_picture(game, "wheel_of_fortune/w22", plain=True).split("\n")
    assert hub == [":::::f:::::", "::L:::::T::", ":::::::::::", "::q:::::E::", ":::::z:::::"]
    assert set(tile_picture(game, "wheel_of_fortune/w23", size=(7, 3))) == {"░", "\n"}
    board = draw(game, plain=True)
    assert ":L:f:T:" in board and "f fortune" in board and ": blank" in board
    assert ": blank" not in draw(Game(deal=False), plain=True)
    sides = describe_tile(game, "wheel_of_fortune/w22", 0, game.texts("nl"))
    assert sides.endswith("fortuin; belastingen; hongersnood; onweer; inquisitie; pest")


def test_tiles_that_look_the_same_are_drawn_once() -> None:
    """What is written on one of them is not seen on the other, nor on a board that is drawn again."""
    game = table("lay base/FRFR-rEW 1,0", "lay base/FRFR-rEW -1,0")
    rules, pieces = game.rules, turned_tile(find_tile(game, "base/FRFR-rEW")[0]).segments
    look = look_of(rules, False)
    assert look is look_of(rules, False) and look is not look_of(rules, True)
    one, other = picture_of(pieces, [], look, (7, 3)), picture_of(pieces, [], look, (7, 3))
    one.put(0, "m1", "mark")
    assert one.rows() != other.rows() == picture_of(pieces, [], look, (7, 3)).rows()
    before = draw(game)
    game.play("draw base/CFFF")
    game.play("place 0,-1 turn 180")
    game.play("deploy meeple field")
    assert before != draw(game) == draw(game)


@pytest.mark.parametrize("colours", ["truecolor", None])
def test_without_colours_the_same_is_shown(colours: Literal["truecolor"] | None) -> None:
    """A file or a pipe gets the text alone; it is the text that a terminal shows."""
    game = table("stand red meeple city at 0,0")
    screen = Screen(out=io.StringIO())
    screen.console = Console(file=screen.out, color_system=colours, width=80)
    screen.show(shown(sheet(game, width=80)))
    assert isinstance(screen.out, io.StringIO)
    written = screen.out.getvalue()
    assert ("\x1b[" in written) == (colours is not None)
    bare = re.sub(r"\x1b\[[0-9;]*m", "", written)
    assert [line.rstrip() for line in bare.rstrip().split("\n")] == draw(game, width=80).split("\n")


# -- signs ------------------------------------------------------------------------------------------------------------
def every_box(game: str) -> Setup:
    return Setup(game=game, boxes=boxes.expansions(game))


@pytest.mark.parametrize("game", ["carcassonne", "the_city"])
def test_with_every_box_each_sign_stands_for_one_thing_and_has_a_word(game: str) -> None:
    """Also for what lies on tiles only later: whatever has a drawing."""
    played = Game(every_box(game), deal=False)
    look = look_of(played.rules, False)
    filled = [sign for kind, (sign, _) in FILLED.items() if kind != "residential"]  # never beside fields
    printed = [*look.middles.values(), *look.areas.values(), *look.marks.values(), *filled]
    assert len({*printed}) == len(printed) and not {"?", CROSSING} & {*printed}
    declared = [name for box in played.setup.infos() for name, _ in box.signs]
    tokens = [name for name in declared if name in book().figures and name not in look.middles]
    laid = look_of(played.rules, False, tokens)
    assert len({*laid.figures.values()}) == len(laid.figures)
    told = [key for key in played.texts().entries if key.startswith("words.")]  # of a count, where it is: count_castle
    named = [*look.middles, *look.marks, *laid.figures]
    assert [name for name in named if not any(key.startswith(f"words.{name}") for key in told)] == []


def test_a_sign_is_the_same_in_every_set_up() -> None:
    whole = look_of(Game(every_box("carcassonne"), deal=False).rules, False)
    for box in boxes.expansions("carcassonne"):
        alone = look_of(Game(boxes=[box], deal=False).rules, False)
        assert alone.marks.items() <= whole.marks.items(), box
        assert alone.middles.items() <= whole.middles.items(), box
        assert alone.figures.items() <= whole.figures.items(), box


@pytest.mark.parametrize("size", [(7, 3), (5, 3), BIG])
def test_a_pennant_never_hides_how_a_city_hangs_together(size: tuple[int, int]) -> None:
    """A city that runs through the middle of its tile still does with a pennant on it."""
    game = Game(every_box("carcassonne"), deal=False)
    look = look_of(game.rules, False)
    seen = 0
    for tile in game.rules.table.tiles:
        cities = [segment for segment in tile.segments if segment.kind == "city"]
        if len(cities) != 1 or "pennant" not in cities[0].traits:
            continue
        for rotation in range(0, 360, 90):
            laid = turned_tile(tile, rotation)
            bare = [replace(segment, traits=()) for segment in laid.segments]
            parts = []
            for segments in (bare, laid.segments):
                rows = picture_of(segments, (), look, size).rows()
                city = {(x, y) for y, row in enumerate(rows) for x, (char, _) in enumerate(row) if char == "#"}
                parts.append(connected(city))
            assert parts[1] == parts[0], (tile.id, rotation)
            seen += 1
    assert seen > 40


def connected(cells: set[tuple[int, int]]) -> int:
    """Into how many parts these characters fall."""
    count = 0
    while cells:
        count += 1
        reached = {cells.pop()}
        while reached:
            x, y = reached.pop()
            beside = {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & cells
            cells = cells - beside
            reached |= beside
    return count
