"""Pictures of boards: everything on the table is in them, and each layer shows what it says."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

import make_pictures
from aude import Game, Setup, Unreadable, bots
from aude.board import Board, Token
from aude.board.marks import legal_cells
from aude.catalog import boxes
from aude.draw import NoLibrary, Picture, atlas, board, tile_picture
from aude.draw.boards import Sheet, block_place
from aude.draw.book import book
from aude.draw.digits import STROKES
from aude.draw.film import film, turns_of
from aude.draw.layers import LAYERS
from aude.draw.standing import standing_on
from aude.engine.figures import free_figure, move
from aude.engine.spots import node_named, slot_at
from aude.engine.tiles import Tile
from aude.formats.setupfile import write_setup
from terminal import bad, good

SVG = "{http://www.w3.org/2000/svg}"
FIELDS = """
    lay base/FRFR-rEW 1,0
    lay base/FRFR-rEW 2,0
    stand red meeple field NL.NR.EL.WR at 1,0
    stand blue meeple field ER.SL.SR.WL at 1,0
    stand red meeple field ER.SL.SR.WL at 2,0
    stand blue meeple road E.W at 2,0
    turn red
"""
TILES_OF_A_LARGE_BOARD = 250


def laid(text: str) -> Game:
    game = Game(deal=False)
    game.lay(text)
    return game


def parsed(picture: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(picture.svg)


def having(picture: Picture, name: str) -> list[str]:
    """What the elements with this attribute say in it."""
    return [value for element in parsed(picture).iter() if (value := element.get(name)) is not None]


def view(picture: Picture) -> list[int]:
    return [int(number) for number in (parsed(picture).get("viewBox") or "").split()]


def standing(game: Game) -> list[tuple[str, float, float]]:
    return [(one.name, *at) for one, at in Sheet(Board(game.state), night=False).places()]


# -- the board --------------------------------------------------------------------------------------------------------
def test_every_tile_lies_in_its_cell_and_every_figure_on_its_spot() -> None:
    game = laid(FIELDS)
    picture = board(game)
    assert view(picture) == [-40, -40, 380, 180]
    cells = {f"translate({100 * x} 0)" for x in range(3)}
    assert cells <= set(having(picture, "transform"))
    uses = {(use.get("x"), use.get("y")) for use in parsed(picture).iter(f"{SVG}use")}
    places = standing(game)
    assert len(places) == 4
    assert {(f"{x:.0f}", f"{y:.0f}") for _, x, y in places} <= uses


@pytest.mark.parametrize(("kind", "lies"), [("road", False), ("field", True)])
def test_who_shares_a_spot_stands_beside_the_other_or_lies_below(kind: str, lies: bool) -> None:
    game = laid(FIELDS)
    before = standing(game)
    spot = next(one.spot for one in standing_on(Board(game.state)) if one.spot is not None and one.spot.kind == kind)
    assert spot is not None
    node = node_named(game.state, slot_at(game.state, *spot.cell), spot.kind, list(spot.sides))
    move(game.state, free_figure(game.state, 0, 1), node)
    (_, x, y), (_, other_x, other_y) = sorted(set(standing(game)) - set(before))
    assert (x == other_x and other_y - y >= 10) if lies else (y == other_y and other_x - x >= 10)
    assert ("meeple", (x + other_x) / 2, (y + other_y) / 2) in before


def test_farmers_lie_and_others_stand() -> None:
    sheet = Sheet(Board(laid(FIELDS).state), night=False)
    sheet.pieces()
    assert {"meeple 0 True", "meeple 1 True", "meeple 1 False"} == set(sheet.symbols.names)


def test_a_turned_tile_takes_its_figure_along() -> None:
    """The same kind of tile with its city in the south and in the west: the knight stands there."""
    south = laid("lay base/CFFF 0,1 turn 180\nstand red meeple city S at 0,1")
    ((_, x, y),) = standing(south)
    assert 20 < x < 80 and 160 < y < 200
    west = laid("lay base/CFFF 0,1 turn 270\nstand red meeple city W at 0,1")
    ((_, x, y),) = standing(west)
    assert 0 < x < 40 and 120 < y < 180


def test_night_changes_colours_and_nothing_else() -> None:
    game = laid(FIELDS)
    day, night = board(game), board(game, night=True)
    styles = [re.findall(r"<style>(.*?)</style>", picture.svg)[0] for picture in (day, night)]
    assert styles[0] != styles[1]
    assert day.svg.replace(styles[0], "") == night.svg.replace(styles[1], "")


def test_a_record_and_a_state_are_drawn_like_their_game() -> None:
    game = Game(seed=3, first_player="seat1")
    game.play(game.options[0])
    assert board(game.record).svg == board(game.state).svg == board(game).svg


def test_the_same_record_gives_the_same_bytes_in_another_process() -> None:
    game = Game(boxes=["tower", "river"], seed=8)
    bot = bots.make("random", 1)
    while game.state.slots < 30:
        game.play(bot.choose(game))
    code = (
        "import sys, aude.draw; sys.stdout.write(aude.draw.board(sys.stdin.read(), 'coordinates,fields,hopeless').svg)"
    )
    drawn = subprocess.run([sys.executable, "-c", code], input=game.record, capture_output=True, text=True, check=True)
    assert drawn.stdout == board(game, ["coordinates", "fields", "hopeless"]).svg


def test_what_is_laid_over_a_tile_is_drawn_with_its_token() -> None:
    """A bridge over a field: its way from side to side, and the token that lies along it."""
    game = Game(boxes=["bridges_castles_and_bazaars"], seed=2)
    bot = bots.make("random", 2)
    while not game.over and not Sheet(Board(game.state), night=False).laid_over():
        game.play(bot.choose(game))
    (kind, sides, (x, y)), *_ = Sheet(Board(game.state), night=False).laid_over()
    assert kind == "road" and len(sides) == 2
    middle = 100 * x + 50, 100 * y + 50
    assert ("bridge", *middle) in standing(game)


def test_blocks_say_where_things_stand_on_them() -> None:
    """The pig, a crown and a quarter are where their drawings have room for them; nothing else has a place there."""
    assert block_place("wheel_of_fortune/w22", "big_pig_fortune", None) == (100, 50)
    assert block_place("wheel_of_fortune/w22", "meeple", 1) == (183, 19)  # the first crown of the second section
    assert block_place("count/r2c2", "meeple", 3) == (15, 118)
    assert block_place("count/r2c2", "dragon", None) is None
    assert block_place("base/RRRR", "big_pig_fortune", None) is None


def test_an_empty_table_is_drawn_too() -> None:
    game = Game(Setup("the_city"), deal=False)
    assert game.state.slots == 0
    assert view(board(game)) == [-40, -40, 180, 180]


def test_towers_grow_and_guards_stand_on_top() -> None:
    game = Game(boxes=["tower"], seed=4)
    bot = bots.make("random", 4)
    while not any(one.on_top for one in standing_on(Board(game.state))):
        game.play(bot.choose(game))
    places = Sheet(Board(game.state), night=False).places()
    guard, (x, y) = next((one, at) for one, at in places if one.on_top)
    floors = [at for one, at in places if one.cell == guard.cell and one.name == "tower_piece"]
    assert floors and {at[0] for at in floors} == {x}
    assert y < min(at[1] for at in floors)


def test_pieces_stand_at_the_sides_of_tiles() -> None:
    game = Game(Setup("the_city"), seed=4)
    bot = bots.make("greedy", 1)
    while not game.over and not any(token.side for token in Board(game.state).tokens):
        game.play(bot.choose(game))
    token = next(token for token in Board(game.state).tokens if token.side)
    x, y = {"N": (50, 0), "E": (100, 50), "S": (50, 100), "W": (0, 50)}[str(token.side)]
    wanted = f"translate({100 * token.cell[0] + x} {100 * token.cell[1] + y})"
    assert any(value.startswith(wanted) for value in having(board(game), "transform"))


def test_a_gate_stands_upright_on_its_wall() -> None:
    """The wall lies along the side, turned with it, outside of the tile; the gate is never turned."""
    sheet = Sheet(Board(Game(Setup("the_city"), deal=False).state), night=False)
    wall, gate = sheet.at_side(Token("gate", None, (2, 1), None, "E"), "E").split("/>")[:2]
    assert wall.endswith('translate(300 150)rotate(90)"') and gate.endswith('translate(300 150)"')
    assert set(sheet.symbols.names) == {"wall None False", "gate None False"}
    assert book().figures["wall"].body.startswith("M-53-6.4h106v7.6")  # outside is up: little of it lies on the tile


# -- layers -----------------------------------------------------------------------------------------------------------
def test_fields_are_in_the_colour_of_their_owner_and_contested_ones_striped() -> None:
    game = laid(FIELDS)
    assert having(board(game), "data-held") == []
    picture = board(game, "fields")
    assert sorted(having(picture, "data-held")) == ["red", "red blue"]
    patterns = {pattern.get("id"): len(list(pattern)) for pattern in parsed(picture).iter(f"{SVG}pattern")}
    assert sorted(patterns.values()) == [2, 4]  # a band and a badge for each


def test_the_features_of_one_owner() -> None:
    game = laid(FIELDS)
    assert having(board(game, "owner:blue"), "data-held") == ["red blue", "blue"]
    assert having(board(game, "owner:red"), "data-held") == ["red", "red blue"]


def test_what_is_complete_and_no_field() -> None:
    game = laid("lay base/CFFF 0,-1 turn 180")
    assert having(board(game, "completed"), "data-completed") == ["city"]
    assert having(board(laid("lay base/FRFR-rEW 1,0"), "completed"), "data-completed") == []


def test_coordinates_name_every_column_and_row_on_both_sides() -> None:
    picture = board(laid(FIELDS), "coordinates")
    axes = [element for element in parsed(picture).iter() if element.get("data-layer") == "coordinates"]
    assert len(axes) == 1
    assert len(list(axes[0])) == 2 * (3 + 1)  # three columns and one row
    assert STROKES["1"] in picture.svg
    assert view(picture)[0] < view(board(laid(FIELDS)))[0]


def test_places_are_the_cells_where_the_tile_may_lie() -> None:
    game = Game(seed=5, first_player="seat1")
    picture = board(game, ["places"])
    cells = {place for place in legal_cells(game.options) if len(place) == 2}
    marked = [element for element in parsed(picture).iter() if element.get("data-layer") == "places"]
    paths = [path.get("d") or "" for element in marked for path in element]
    assert sum(path.count("M") for path in paths) == len(cells) > 1
    assert all(f"M{100 * cell[0] + 6} {100 * cell[1] + 6}h" in paths[0] for cell in cells)
    west, north, wide, high = view(picture)
    assert all(west <= 100 * x and 100 * x + 100 <= west + wide for x, _, *_ in cells)
    assert all(north <= 100 * y and 100 * y + 100 <= north + high for _, y, *_ in cells)


def test_spots_are_numbered_as_the_options_are() -> None:
    game = Game(seed=5, first_player="seat1")
    game.play("place -1,0 turn 180")
    spots = having(board(game, ["spots"]), "data-spot")
    numbers = [str(number) for number, option in enumerate(game.options, 1) if option.action.verb == "deploy"]
    assert sorted(spots) == sorted(numbers) != []


def test_the_last_moves_are_those_since_the_viewers_turn() -> None:
    game = Game(players=3, seed=5, first_player="seat1")
    bot = bots.make("greedy", 1)
    while len([event for event in game.events if event.name == "placed"]) < 7 or game.step != "place":
        game.play(bot.choose(game))
    order = [str(event.seat) for event in game.events if event.name == "placed"]
    newest = [
        element.get("data-seat")
        for element in parsed(board(game, "last")).iter()
        if element.get("data-layer") == "last"
    ]
    assert newest == order[:-3:-1]
    assert game.actor not in newest
    seen = board(game, "last", viewer=order[-1])
    shown = [element.get("data-seat") for element in parsed(seen).iter() if element.get("data-layer") == "last"]
    assert shown == []  # nobody has laid anything since


def test_hopeless_cells_take_no_tile_that_is_left() -> None:
    """With no tile left but the monastery nothing fits beside the start tile's roads and city."""
    game = Game(tiles={"base": 0, "base/CRFR-rEW": 1, "base/FFFF-monastery": 3}, deal=False)
    picture = board(game, "hopeless")
    (crosses,) = [element for element in parsed(picture).iter() if element.get("data-layer") == "hopeless"]
    path = crosses[0].get("d") or ""
    assert path.count("M") == 3
    assert "M30 130l" not in path  # the field in the south is no hopeless place
    assert having(picture, "data-hopeless") == ["city", "road"]
    assert [name for name in having(board(Game(seed=1), "hopeless"), "data-layer") if name == "hopeless"] == []


def test_hopeless_features_wait_for_a_cell_that_stays_empty() -> None:
    """A monastery beside a hole that nothing fits is never complete; what is complete, and fields, wait for nothing."""
    lines = ["lay base/FFFF-monastery 0,1", "lay base/CFFF 0,-1 turn 180"]
    game = Game(tiles={"base": 0, "base/CRFR-rEW": 1, "base/FFFF-monastery": 1, "base/CFFF": 2}, deal=False)
    game.lay("\n".join(lines))
    assert having(board(game, "hopeless"), "data-hopeless") == ["road", "monastery"]
    assert having(board(Game(Setup(game="the_city"), seed=1), "hopeless"), "data-hopeless") == []


def test_layers_that_are_not_there_are_told() -> None:
    game = laid(FIELDS)
    with pytest.raises(Unreadable, match=r"no layer 'feelds'.*did you mean 'fields'"):
        board(game, "feelds")
    with pytest.raises(Unreadable, match="no seat 'pink'; seats: red, blue"):
        board(game, "owner:pink")
    with pytest.raises(Unreadable, match="no seat 'pink'"):
        board(game, viewer="pink")
    for name in ("last", "turn", "places", "spots"):
        with pytest.raises(Unreadable, match=f"layer {name} needs a game"):
            board(game.state, [name])
    assert board(game, [*LAYERS, "owner:red"]).svg.startswith("<svg")


# -- pictures ---------------------------------------------------------------------------------------------------------
def test_pictures_are_kept_as_svg_or_in_pixels(tmp_path: Path) -> None:
    picture = tile_picture("base/RRRR", turns=1)
    picture.save(tmp_path / "tile.svg")
    picture.save(tmp_path / "tile.png", width=80)
    assert (tmp_path / "tile.svg").read_text(encoding="utf-8") == picture.svg == str(picture)
    assert size_of(tmp_path / "tile.png") == (80, 80)
    assert Image.open(io.BytesIO(board(laid(FIELDS)).png(190))).size == (190, 90)
    with pytest.raises(Unreadable, match=r"'tile.bmp': a picture must end in .svg or .png"):
        picture.save(tmp_path / "tile.bmp")
    with pytest.raises(Unreadable, match="0 pixels"):
        picture.png(0)


def size_of(file: Path) -> tuple[int, int]:
    with Image.open(file) as image:
        return image.size


def atlas_tile(name: str) -> Tile:
    return next(tile for tile in make_pictures.tiles() if tile.id == name)


def test_several_pictures_on_a_page_do_not_share_names() -> None:
    game = laid(FIELDS)
    shown = [game._repr_svg_(), board(game, "fields", night=True)._repr_svg_()]
    for svg in shown:
        ids = set(re.findall(r' id="([^"]*)"', svg))
        assert set(re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', svg)) <= {(i, "") for i in ids} | {
            ("", i) for i in ids
        }
        own = re.match(r'<svg id="(p[0-9a-f]+)"', svg)
        assert own is not None
        rules = re.findall(r"[^{}>]+(?=\{)", re.findall("<style>(.*)</style>", svg)[0])
        classes = {name for names in re.findall(r' class="([^"]*)"', svg) for name in names.split()}
        # What stands in a `use` is styled by its classes alone: a browser does not look at what is around the `use`.
        assert all(rule.startswith(f".{own[1]}") for rule in rules)
        assert {rule.removeprefix(".") for rule in rules} <= classes
        assert all(name.startswith(own[1]) for name in classes)
        ElementTree.fromstring(svg)
    first, second = (set(re.findall(r' id="([^"]*)"', svg)) for svg in shown)
    assert first and second and not first & second


def test_without_the_libraries_it_is_said_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(NoLibrary, match=r"needs the library resvg_py: install it with pip install 'aude\[draw\]'"):
        board(laid(FIELDS)).png()


def test_a_board_of_our_own_tiles_needs_no_geometry() -> None:
    code = (
        "import sys, aude; assert 'aude.draw' not in sys.modules\n"
        "from aude.draw import board; board(aude.Game(seed=1)); assert 'shapely' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# -- what is kept -----------------------------------------------------------------------------------------------------
def test_the_kept_drawings_are_up_to_date() -> None:
    """After a change of a tile or of a drawing: python tools/make_pictures.py."""
    assert make_pictures.picture() == make_pictures.PICTURE.read_text(encoding="utf-8")
    assert make_pictures.picture_with_panel() == make_pictures.PANEL.read_text(encoding="utf-8")
    assert [tile.id for tile in make_pictures.tiles() if atlas.facts_digest(tile) not in atlas.kept()] == []


@pytest.mark.parametrize("name", ["base/CRFR-rEW", "tower/CRFR-rEW", "count/r1c1", "the_city/D2-grain-public"])
def test_what_is_kept_is_what_would_be_worked_out(name: str) -> None:
    tile = atlas_tile(name)
    assert atlas.Drawing.read(atlas.kept()[atlas.facts_digest(tile)]) == atlas.work_out(tile) == atlas.drawing_of(tile)


def test_large_boards_are_small_files() -> None:
    """All boxes, 250 tiles, six players: below 400 kB."""
    game = Game(boxes=boxes.expansions("carcassonne"), players=6, seed=5)
    bot = bots.make("random", 5)
    while game.state.slots < TILES_OF_A_LARGE_BOARD:
        game.play(bot.choose(game))
    assert len(board(game).svg.encode()) < 400_000


# -- films and the command --------------------------------------------------------------------------------------------
@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = Game(seed=6)
    bot = bots.make("random", 1)
    while game.state.slots < 5:
        game.play(bot.choose(game))
    file = tmp_path / "game.aude"
    file.write_text(game.record, encoding="utf-8")
    return file


@pytest.mark.parametrize("ending", ["gif", "webp"])
def test_a_film_has_a_picture_for_each_turn(record: Path, tmp_path: Path, ending: str) -> None:
    game = Game.read(record.read_text(encoding="utf-8"))
    done: list[int] = []
    made = film(game, tmp_path / f"game.{ending}", width=90, seconds=0.5, progress=done.append)
    with Image.open(tmp_path / f"game.{ending}") as image:
        frames = getattr(image, "n_frames", 1)
        assert image.size[0] == 90
    assert made == frames == len(turns_of(game)) == 4
    assert done == [1, 2, 3, 4]
    with pytest.raises(Unreadable, match=r"a film must end in .gif or .webp"):
        film(game, tmp_path / "game.mp4")


def test_the_command_draws_boards_tiles_and_films(record: Path, tmp_path: Path) -> None:
    game = Game.read(record.read_text(encoding="utf-8"))
    out = tmp_path / "out.svg"
    good("draw", str(record), "-o", str(out), "--layers", "coordinates,fields")
    assert out.read_text(encoding="utf-8") == board(game, ["coordinates", "fields"]).svg
    good("draw", str(record), "-o", str(out), "--move", "0", "--night")
    assert out.read_text(encoding="utf-8") == board(game.at(0), night=True).svg
    good("draw", "--tile", "base/RRRR", "-o", str(tmp_path / "tile.png"), "--width", "50")
    assert size_of(tmp_path / "tile.png") == (50, 50)
    good("draw", str(record), "-o", str(tmp_path / "game.gif"), "--width", "60", "--move", "4", "--seconds", "0.1")
    with Image.open(tmp_path / "game.gif") as image:
        assert getattr(image, "n_frames", 1) == len(turns_of(game.at(4)))
    setup = tmp_path / "setup.toml"
    setup.write_text(write_setup(game.setup), encoding="utf-8")
    good("draw", str(setup), "-o", str(out))
    assert out.read_text(encoding="utf-8") == board(Game(game.setup, deal=False)).svg
    waiting = tmp_path / "waiting.aude"  # a complete city that nobody has scored yet, as a referee may keep it
    waiting.write_text("aude 1\nlay base/CFFF 0,-1 turn 180\nstand red meeple city at 0,0\n", encoding="utf-8")
    good("draw", str(waiting), "-o", str(out))
    assert len(having(Picture(out.read_text(encoding="utf-8")), "transform")) > 1
    save = next((Path(__file__).parent / "jcz").rglob("*.jcz"))
    good("draw", str(save), "-o", str(out))
    assert len(having(Picture(out.read_text(encoding="utf-8")), "transform")) > 1


def test_mistakes_at_the_command_get_a_sentence(record: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "out.svg")
    assert "say where to write the picture" in bad("draw", str(record))
    assert "a picture must end in .svg or .png, a film in .gif or .webp" in bad("draw", str(record), "-o", "out.bmp")
    assert "name a file with a game, or a tile" in bad("draw", "-o", out)
    assert "name a file with a game, or a tile" in bad("draw", str(record), "--tile", "base/RRRR", "-o", out)
    assert "did you mean 'base/RRRR'?" in bad("draw", "--tile", "base/RRR", "-o", out)
    assert "'aude tiles BOX' shows" in bad("draw", "--tile", "x", "-o", out)
    assert "--tile draws one tile" in bad("draw", "--tile", "base/RRRR", "-o", out, "--layers", "fields")
    assert "there is no move 99" in bad("draw", str(record), "-o", out, "--move", "99")
    assert "no layer 'feelds'" in bad("draw", str(record), "-o", out, "--layers", "feelds")
    assert "0 pixels" in bad("draw", str(record), "-o", str(tmp_path / "out.png"), "--width", "0")
