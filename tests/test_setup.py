"""Set-ups: what a right one resolves to, and that every wrong value is told with its field and the right values."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from aude import AudeError, Game, Setup, Unreadable
from aude.catalog.boxes import BOXES, info, that_go_together
from aude.catalog.closest import closest
from aude.catalog.rulebook import read_spec, specs
from aude.engine.rules import Rules
from aude.formats.setupfile import from_facts, read_setup, to_facts, write_setup
from aude.game.setup import COLOURS


def told(**fields: Any) -> str:
    """What is said about a set-up that is wrong."""
    with pytest.raises(Unreadable) as error:
        Setup(**fields).rules()
    return str(error.value)


# -- right values -----------------------------------------------------------------------------------------------------
def test_everything_has_a_default() -> None:
    """The plain game is for red and blue, with farmers, 7 meeples each, 72 tiles and no house rule."""
    rules = Setup().rules()
    assert rules.seat_names == ["red", "blue"]
    assert rules.elements == {"farmers"}
    assert [(kind.name, kind.each) for kind in rules.figure_kinds] == [("meeple", 7)]
    assert sum(count for _, count in rules.tiles) == 72
    assert rules.start == [("base/CRFR-rEW", 0, 0, 0)]
    assert {name: values[0] for name, values in choices().items()} == Setup().values()


def choices() -> dict[str, tuple[str, ...]]:
    """The house rules of the base game with their values."""
    return {name: option.values for name, option in Setup().choices().items()}


def test_the_box_offers_what_its_rulings_offer() -> None:
    """Every option of the specification can be chosen, with the same values in the same order, under its ruling."""
    offered = Setup().choices()
    for option in read_spec(specs()["carcassonne"]).options:
        assert offered[option.name].values == option.values
        assert offered[option.name].ruling == option.ruling
    assert {option.ruling for option in offered.values()} == {
        option.ruling for option in read_spec(specs()["carcassonne"]).options
    }


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in choices().items() for value in values])
def test_every_value_of_every_option_can_be_played(name: str, value: str) -> None:
    """Each house rule is taken up by a game."""
    seats = COLOURS if (name, value) == ("sixth_player", "on") else COLOURS[:5]
    game = Game(Setup(players=seats, options={name: value}), seed=1)
    assert game.rules.option(name) == value
    assert game.actor in game.seats


def test_figures_tiles_and_start_can_be_chosen() -> None:
    """Three meeples each, two copies of the tiles, and another tile in the middle."""
    game = Game(Setup(figures={"meeple": 3}, tiles={"base": 2}, start=(("base/RRRR", 2, -1, 1),)), deal=False)
    assert game.supply == {"red": {"meeple": 3}, "blue": {"meeple": 3}}
    assert sum(game.tiles_left.values()) == 143
    assert game.tiles_left["base/RRRR"] == 1
    assert [event.name for event in game.events] == []
    game.play("start red")
    game.play("draw base/FRFR-rEW")
    assert {option.text.split()[1] for option in game.options} == {"2,-2", "3,-1", "2,0", "1,-1"}


def test_single_tiles_can_be_counted_out() -> None:
    """One tile more, another left out; and tiles of a box whose rules are not in the game, as decoration."""
    game = Game(Setup(tiles={"base/RRRR": 3, "base/CFFF": 0, "tower": 1}), deal=False)
    assert game.tiles_left["base/RRRR"] == 3
    assert "base/CFFF" not in game.tiles_left
    assert sum(count for tile, count in game.tiles_left.items() if tile.startswith("tower/")) == 18
    assert "there is no tile 'base/RRR'" in told(tiles={"base/RRR": 1})
    assert "tiles base/RRRR: 201 copies; must be 0 to 200" in told(tiles={"base/RRRR": 201})


def test_a_game_without_meeples_is_only_laid() -> None:
    """With no meeples nobody is ever asked where to place one."""
    game = Game(Setup(figures={"meeple": 0}), seed=4)
    while not game.over:
        assert game.step == "place"
        game.play(game.options[0])
    assert game.scores == {"red": 0, "blue": 0}


# -- wrong values -----------------------------------------------------------------------------------------------------
def test_game() -> None:
    """The game must be a box that stands on its own."""
    assert "there is no box 'chess'; known boxes: carcassonne" in told(game="chess")
    assert "there is no box ''" in told(game="")
    assert "there is no box" in told(game="c" * 5000)


def test_boxes() -> None:
    """A box must be known, an expansion of the game, and named once."""
    assert "there is no box 'moon'; known boxes: carcassonne" in told(boxes=("moon",))
    assert "carcassonne is not an expansion of carcassonne" in told(boxes=("carcassonne",))
    assert "there is no box 'nowhere/at/all'" in told(boxes=("nowhere/at/all",))
    assert "there is no box" in told(boxes=("b" * 5000,))


HAMLET = """
from aude.engine.rules import Part


class Hamlet(Part):
    pass


def parts(rules):
    return [Hamlet()]
"""


def expansion(folder: Path, **changes: str | None) -> str:
    """A box in a folder of its own; the path by which it is named."""
    facts = {"id": '"hamlet"', "title": '"The Hamlet"', "extends": '"carcassonne"', **changes}
    folder.mkdir(exist_ok=True)
    text = "\n".join(f"{name} = {value}" for name, value in facts.items() if value is not None)
    (folder / "box.toml").write_text(text, encoding="utf-8")
    (folder / "rules.py").write_text(HAMLET, encoding="utf-8")
    return str(folder)


def names_of_parts(rules: Rules) -> list[str]:
    """The parts of a game by the names of their classes."""
    return [type(part).__name__ for part in rules.parts]


def test_a_box_from_a_folder(tmp_path: Path) -> None:
    """A folder with a box in it can be named by its path; twice, it is told, and so is one that is a game itself."""
    box = expansion(tmp_path / "hamlet")
    assert names_of_parts(Game(boxes=[box], seed=1).rules)[1:] == ["Hamlet"]
    assert "is given twice" in told(boxes=(box, box))
    assert "is an expansion of carcassonne, not a game of its own" in told(game=box)
    assert "is not an expansion of carcassonne" in told(boxes=(expansion(tmp_path / "other", extends=None),))


@pytest.mark.parametrize(("value", "ids"), [(None, ["x/one"]), ("few", ["x/one"]), ("all", ["x/one", "x/two"])])
def test_a_subset_of_tiles_waits_for_its_option(tmp_path: Path, value: str | None, ids: list[str]) -> None:
    """Tiles of a subset are in the game with one value of an option only; the others always are."""
    box = Path(
        expansion(
            tmp_path / "hamlet",
            tiles='["x"]',
            options='{ extent = { values = ["few", "all"], ruling = "R-X-01" } }',
            subsets='{ late = { extent = "all" } }',
        )
    )
    tiles = "".join(
        f"[[tile]]\nid = 'x/{name}'\ncount = 1\nsegments = ['city N E S W']\n{more}\n"
        for name, more in (("one", ""), ("two", "subset = 'late'"))
    )
    (box / "tiles.toml").write_text(f"[sets.x]\ntitle = 'X'\n{tiles}", encoding="utf-8")
    setup = Setup(boxes=(str(box),), options={"extent": value} if value else {})
    assert [tile.id for tile, _ in setup.tile_list() if tile.set == "x"] == ids


def test_boxes_that_exclude_each_other(tmp_path: Path) -> None:
    """It is enough that one of two boxes says so, and the order does not matter; of several the first ones stay."""
    hamlet = expansion(tmp_path / "hamlet")
    village = expansion(tmp_path / "village", id='"village"', excludes='["hamlet"]')
    for pair in ((hamlet, village), (village, hamlet)):
        assert "cannot be in one game" in told(boxes=pair)
        assert that_go_together(pair) == pair[:1]
    assert "the boxes hamlet and village cannot be in one game" in told(boxes=(hamlet, village))
    assert names_of_parts(Setup(boxes=(village,)).rules())[1:] == ["Hamlet"]
    assert that_go_together(["crop_circles", hamlet]) == ("crop_circles", hamlet)


@pytest.mark.parametrize(
    ("changes", "says"),
    [({"title": None}, "title"), ({"id": '"unfinished'}, "box.toml"), ({"players": "[2]"}, "box.toml")],
)
def test_a_box_that_is_not_well_made(tmp_path: Path, changes: dict[str, str | None], says: str) -> None:
    """What is wrong with a box's own file is told by its name."""
    assert says in told(boxes=(expansion(tmp_path / "broken", **changes),))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("tiles.toml", "[[tile]]\nid = 'x/y'\ncount = 1\nsegments = ['city Q']\n"),
        ("tiles.toml", "not toml"),
        ("rules.py", "class Other: ...\n"),
    ],
    ids=["a wrong tile", "no tile file", "no such class"],
)
def test_a_box_whose_files_make_no_sense(tmp_path: Path, name: str, text: str) -> None:
    """Tiles and rules of a foreign box that cannot be read are told as any other mistake."""
    box = expansion(tmp_path / "odd", tiles='["x"]' if name == "tiles.toml" else "[]")
    (Path(box) / name).write_text(text, encoding="utf-8")
    with pytest.raises(AudeError, match=re.escape(name)):
        Setup(boxes=(box,)).rules()


@pytest.mark.parametrize("players", [(), ("red",), tuple(f"p{n}" for n in range(6)), tuple(f"p{n}" for n in range(40))])
def test_the_number_of_players(players: tuple[str, ...]) -> None:
    """Too few and too many players are counted, and the right numbers told."""
    count = "1 player" if len(players) == 1 else f"{len(players)} players"
    says = f"{count}: this game is for 2 to 5"
    assert told(players=players) == says if len(players) != 6 else told(players=players).startswith(f"{says}; ")


def test_the_boxes_that_add_a_seat_are_named() -> None:
    """Six players need a box or an option; where one of them is at hand, nothing adds a seventh."""
    says = told(players=COLOURS)
    assert "one of these boxes adds a seat: inns_and_cathedrals, traders_and_builders, " in says
    assert says.endswith(", or the option sixth_player=on")
    for name in says.partition("seat: ")[2].partition(", or")[0].split(", "):
        Setup(boxes=(name,), players=COLOURS).check_players()
    seven = (*COLOURS, "white")
    assert told(boxes=("inns_and_cathedrals",), players=seven) == "7 players: this game is for 2 to 6"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "it must begin with a letter"),
        ("1st", "it must begin with a letter"),
        ("-x", "it must begin with a letter"),
        ("=", "it must begin with a letter"),
        ("\N{COMBINING ACUTE ACCENT}a", "it must begin with a letter"),
        ("a b", "only letters, digits, - and _ are allowed"),
        ("red\n", "only letters, digits, - and _ are allowed"),
        ("a=b", "only letters, digits, - and _ are allowed"),
        ("a" * 21, "it can have at most 20 letters"),
        ("chance", "records use this word for something else"),
        ("Lay", "records use this word for something else"),
        ("stand", "records use this word for something else"),
        ("points", "records use this word for something else"),
        ("TURN", "records use this word for something else"),
        ("Red", "it differs from 'red' only in capitals"),
        ("red", "two seats have this name"),
    ],
)
def test_what_is_no_name(name: str, why: str) -> None:
    """A name is one word of letters and digits, not one of the record, and not that of another seat."""
    assert f"{name!r} cannot be a seat's name: {why}" in told(players=("red", name))


@pytest.mark.parametrize(("number", "seats"), [(2, COLOURS[:2]), (5, COLOURS[:5])])
def test_players_by_their_number(number: int, seats: tuple[str, ...]) -> None:
    """A number of players sits down in the usual colours."""
    assert Game(players=number, deal=False).seats == seats


@pytest.mark.parametrize("number", [0, 1, 6, 7])
def test_a_wrong_number_of_players(number: int) -> None:
    """The number that was asked for is the number that is told."""
    with pytest.raises(Unreadable, match=f"^{number} players?: this game is for 2 to 5"):
        Game(players=number)


def test_fewer_players_than_none() -> None:
    with pytest.raises(Unreadable, match="-1 players"):
        Game(players=-1)


def test_more_players_than_colours() -> None:
    """Seven players are not six, even with a sixth colour at hand."""
    with pytest.raises(Unreadable, match="7 players: this game is for 2 to 6"):
        Game(players=7, sixth_player="on")


def test_an_empty_list_of_players() -> None:
    """Nobody is not two."""
    with pytest.raises(Unreadable, match="0 players"):
        Game(players=[])


def test_option_names() -> None:
    """An unknown option is told with the known ones, the likely one first."""
    assert "there is no option 'tiny_citty'; options: " in told(options={"tiny_citty": "on"})
    assert "(did you mean 'tiny_city'?)" in told(options={"tiny_citty": "on"})
    assert all(name in told(options={"x": "on"}) for name in choices())


@pytest.mark.parametrize("name", choices())
def test_option_values(name: str) -> None:
    """A wrong value is told with the option and its right values."""
    says = told(options={name: "maybe"})
    assert says.startswith(f"option {name}: 'maybe' is not valid; values: {', '.join(choices()[name])}")


@pytest.mark.parametrize("value", [True, 1, None])
def test_an_option_that_is_no_text(value: Any) -> None:
    """`tiny_city=True` is told like any other wrong value."""
    with pytest.raises(Unreadable, match=r"option tiny_city: .* is not valid; values: off, on"):
        Game(tiny_city=value)


def test_the_youngest_must_sit_at_the_table() -> None:
    """The seat of the youngest is one of the seats."""
    assert "option youngest: there is no seat 3" in told(options={"first_player": "youngest", "youngest": "3"})
    assert Setup(options={"youngest": "3"}).rules().option("first_player") == "random"


def test_without() -> None:
    """Only elements of the boxes in play can be left out."""
    assert "there is no element 'farmer'; elements: farmers (did you mean 'farmers'?)" in told(without=("farmer",))


@pytest.mark.parametrize("number", [-1, 31, 10**4])
def test_figures(number: int) -> None:
    """The number of a figure has its limits, and the figure must be one of the game's."""
    assert f"figures meeple: {number}; must be 0 to 30" in told(figures={"meeple": number})
    assert "there is no figure 'meple'; figures: meeple (did you mean 'meeple'?)" in told(figures={"meple": 7})


@pytest.mark.parametrize("number", [-1, 21, 10**9])
def test_tiles(number: int) -> None:
    """The copies of a tile set have their limits, and the set must be one of the catalog."""
    assert f"tiles base: {number} copies; must be 0 to 20" in told(tiles={"base": number})
    says = told(tiles={"bose": 1})
    assert says.startswith("there is no tile set 'bose'; sets: base, inns_cathedrals, ")
    assert says.endswith("(did you mean 'base'?)")


def test_a_game_needs_tiles() -> None:
    """No tiles at all is no game."""
    assert "tiles" in told(tiles={"base": 0})


TILE = "base/CFFF"


@pytest.mark.parametrize(
    ("start", "says"),
    [
        ((("base/CFF", 0, 0, 0),), "the start tile 'base/CFF' is not among the tiles; tiles: "),
        (((TILE, 1001, 0, 0),), "the start tile 'base/CFFF' cannot lie at 1001,0 with 0 quarter turns"),
        (((TILE, 0, -1001, 0),), "the start tile 'base/CFFF' cannot lie at 0,-1001 with 0 quarter turns"),
        (((TILE, 0, 0, 4),), "the start tile 'base/CFFF' cannot lie at 0,0 with 4 quarter turns"),
        (((TILE, 0, 0, -1),), "the start tile 'base/CFFF' cannot lie at 0,0 with -1 quarter turns"),
        (((TILE, 0, 0, 0), (TILE, 0, 0, 0)), "start"),
        ((("base/RRRR", 0, 0, 0), ("base/RRRR", 0, 1, 0)), "start"),
        (((TILE, 0, 0, 0), (TILE, 0, 1, 0)), "start"),
    ],
    ids=["unknown", "far", "far north", "turn", "turn back", "on another", "too many", "not matching"],
)
def test_start(start: tuple[tuple[str, int, int, int], ...], says: str) -> None:
    """The tiles of the start are tiles of the game, as many as there are, side by side and matching."""
    assert says in told(start=start)


def test_a_set_up_and_its_parts_are_not_given_together() -> None:
    """Either a set-up, or players, boxes and options."""
    with pytest.raises(TypeError, match="give a Setup, or game, players, boxes and options, not both"):
        Game(Setup(), players=3)
    with pytest.raises(TypeError, match="not both"):
        Game(Setup(), tiny_city="on")


def test_the_known_words_are_listed_with_the_likely_one() -> None:
    """A list that helps: all known words, and the one that was probably meant."""
    assert str(closest("rode", ["road", "city"])) == "road, city (did you mean 'road'?)"
    assert str(closest("xyz", ["road", "city"])) == "road, city"
    assert str(closest("xyz", [])) == "there are none"


def test_equal_set_ups_make_equal_games() -> None:
    """The order in which house rules are named does not matter: snapshots fit, records read the same."""
    one = Setup(options={"tiny_city": "on", "edition": "first"})
    other = Setup(options={"edition": "first", "tiny_city": "on"})
    assert one == other
    game = Game(one, seed=3)
    twin = Game(other, seed=4)
    twin.restore(game.to_bytes())
    assert twin == game


def test_two_folders_of_the_same_name_are_two_boxes(tmp_path: Path) -> None:
    """A box is the folder it stands in, not the last word of its path."""
    one = expansion(tmp_path / "twin")
    (tmp_path / "elsewhere").mkdir()
    other = expansion(tmp_path / "elsewhere" / "twin")
    (Path(other) / "rules.py").write_text(HAMLET.replace("Hamlet", "Another"), encoding="utf-8")
    assert [names_of_parts(Setup(boxes=(box,)).rules())[1] for box in (one, other)] == ["Hamlet", "Another"]


def test_what_is_left_out_has_no_part() -> None:
    """An element that is not in the game registers nothing and costs nothing."""
    box = "bridges_castles_and_bazaars"
    base = Setup().rules()
    whole = Setup(boxes=(box,)).rules()
    for element, part in (("bridges", "Bridges"), ("castles", "Castles"), ("bazaars", "Bazaars")):
        rules = Setup(boxes=(box,), without=(element,)).rules()
        assert part in names_of_parts(whole) and part not in names_of_parts(rules)
        assert rules.registers < whole.registers and len(rules.forms) < len(whole.forms)
    bare = Setup(boxes=(box,), without=("bridges", "castles", "bazaars")).rules()
    assert names_of_parts(bare) == names_of_parts(base)
    assert (bare.registers, set(bare.forms)) == (base.registers, set(base.forms))
    assert [step.name for step in bare.program] == [step.name for step in base.program]


@pytest.mark.parametrize("box", [name for name in BOXES if info(name).elements and info(name).extends])
def test_elements_left_out_leave_fewer_steps_and_parts(box: str) -> None:
    found = info(box)
    whole = Setup(str(found.extends), (box,)).rules()
    bare = Setup(str(found.extends), (box,), without=found.elements).rules()
    sizes = [(len(rules.parts), len(rules.program), len(rules.kinds), int(rules.registers)) for rules in (bare, whole)]
    assert all(less <= more for less, more in zip(*sizes, strict=True)) and sizes[0] != sizes[1]


# -- names of any alphabet --------------------------------------------------------------------------------------------
NAMES = ("zoë", "Øyvind", "Åse", "Anna", "Łukasz", "李", "हिन्दी", "o-2_b")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_any_alphabet_is_kept(name: str) -> None:
    """In a game and its record, a position, a set-up file and JSON; and as it is, however its letters are composed."""
    taken = unicodedata.normalize("NFD", name)
    setup = Setup(players=("red", taken), options={"first_player": "seat1"}, bots={taken: "greedy"})
    assert setup.players == ("red", name) and dict(setup.bots) == {name: "greedy"}
    assert read_setup(write_setup(setup)) == setup
    assert from_facts(json.loads(json.dumps(to_facts(setup)))) == setup
    game = Game(setup, seed=3)
    while not game.over:
        game.play(game.options[0])
    again = Game.read(game.record)
    assert again == game and again.record == game.record and again.seats == ("red", name)
    assert Game.read(unicodedata.normalize("NFD", game.record)) == game
    laid = Game(Setup(players=("red", name), position=f"points {taken} 3\nturn {taken}"), deal=False)
    assert laid.scores[name] == 3 and laid.player == name
    assert Game.read(laid.record).player == name
