"""Set-ups in files: what is written reads back; every mistake is told with its field and with what is possible."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aude import Game, Setup, Unreadable
from aude.formats.setupfile import FIELDS, from_facts, load_setup, read_setup, to_facts, write_setup
from aude.game.setup import COLOURS
from strategies import SEEDS, setups

HEAD = "version = 1\n"
FULL = Setup(
    boxes=("inns_and_cathedrals",),
    players=("ada", "bo", "cy"),
    options={"tiny_city": "on", "first_player": "seat1"},
    without=("farmers",),
    figures={"meeple": 5},
    tiles={"base": 3, "traders_builders": 1},
    start=(("base/RRRR", 0, 0, 1),),
    order=("base/FRFR-rEW", "base/RRRR"),
    rest="none",
    position='lay base/RRRR 0,1 turn 90  # "north" \\ east\n\npoints ada 4\nturn bo\n',
    seed=7,
    bots={"bo": "greedy"},
    title={"en": "A puzzle", "nl": "Een raadsel"},
)


def told(text: str) -> str:
    """What is said about the text of a file that is wrong."""
    with pytest.raises(Unreadable) as error:
        read_setup(text)
    return str(error.value)


# -- right ------------------------------------------------------------------------------------------------------------
def test_every_field_is_written_and_read_back() -> None:
    text = write_setup(FULL)
    assert set(tomllib.loads(text)) == set(FIELDS)
    assert read_setup(text) == FULL
    assert read_setup(text).title == FULL.title
    assert write_setup(read_setup(text)) == text


@given(setups(), SEEDS, st.booleans(), st.text(st.characters(codec="utf-8"), max_size=20))
def test_law_any_set_up_reads_back(setup: Setup, seed: int, bot: bool, title: str) -> None:
    """The round trip law, through TOML and through JSON, and for the game that comes of it."""
    setup = replace(setup, seed=seed, bots={setup.players[-1]: "random"} if bot else {})
    setup = replace(setup, title={"nb": title} if title else {})
    again = read_setup(write_setup(setup))
    assert again == setup and write_setup(again) == write_setup(setup)
    assert from_facts(json.loads(json.dumps(to_facts(setup)))) == setup
    assert again.digest() == setup.digest()
    game = Game(again)
    assert game == Game(setup) and Game.read(game.record) == game


def test_a_short_file_is_enough() -> None:
    """Everything but the version has a default."""
    assert read_setup(HEAD) == Setup()
    assert read_setup(f"{HEAD}players = 4").players == COLOURS[:4]
    assert read_setup(f'{HEAD}title = "One"').title == {"en": "One"}
    alone = read_setup(f'{HEAD}game = "wheel_of_fortune"')
    assert alone == Setup("wheel_of_fortune") and alone.tiles == {"base": 0}
    assert len(read_setup(f'{HEAD}boxes = "all"').boxes) > 15
    assert write_setup(Setup()) == 'version = 1\ngame = "carcassonne"\nplayers = ["red", "blue"]\n'


def test_a_file_on_the_disk(tmp_path: Path) -> None:
    """A mistake in a file is told with the file's name; one that is not there, too."""
    path = tmp_path / "mine.toml"
    path.write_text(write_setup(FULL), encoding="utf-8")
    assert load_setup(path) == FULL
    path.write_text(f"{HEAD}seed = -1", encoding="utf-8")
    with pytest.raises(Unreadable, match=r"^mine\.toml: seed: -1: must be a whole number from 0"):
        load_setup(path)
    with pytest.raises(Unreadable, match="cannot be read: no such file"):
        load_setup(tmp_path / "nowhere.toml")


def test_a_box_in_a_folder_must_be_allowed() -> None:
    """It is code; a set-up from somebody else does not run it by itself."""
    folder = str(Path(__file__).parent / "boxes" / "proving_ground")
    text = f"{HEAD}boxes = [{json.dumps(folder)}]"
    assert f"boxes: the box in the folder {folder!r} is code; allow it by name" in told(text)
    assert read_setup(text, folders=[folder]).boxes == (folder,)


# -- wrong ------------------------------------------------------------------------------------------------------------
LAY = "lay base/CFFF 0,-1 turn 180"
MISTAKES = [
    ("", "version: a set-up must give its version; write 'version = 1' first"),
    ("version = 2", "version: expected 1, the version that this Aude reads, not 2"),
    ('version = "1"', "version: expected 1, the version that this Aude reads, not '1'"),
    ("version = 1\nseed = ", "this is not valid TOML: Invalid value (at "),
    ("seed = 1\nseed = 2\n", "this is not valid TOML: a field is given twice (at line 3, column 9)"),
    ("optoins = {}", "optoins: there is no such field; fields: version, title, game"),
    ("optoins = {}", "(did you mean 'options'?)"),
    ("title = 3", "title: expected a string in quotes, or one for each language, in a table [title]"),
    ('title.fr = "x"', "title.fr: there is no such language; languages: en, nl, nb"),
    ("title.en = 1", "title.en: expected a string in quotes, not 1"),
    ("game = 3", "game: expected a string in quotes, not 3"),
    ('game = "chess"', "game: there is no game 'chess'; games: carcassonne, wheel_of_fortune, the_city"),
    ('game = "base"', "game: there is no game 'base'; games: carcassonne, "),
    ('game = "abbot"', "game: abbot is an expansion of carcassonne, not a game of its own"),
    ('boxes = "river"', "boxes: expected a list such as [\"river\", \"abbot\"], or \"all\", not 'river'"),
    ('boxes = ["river", 3]', "boxes, entry 2: expected a string in quotes, not 3"),
    ('boxes = ["rver"]', "boxes: there is no box 'rver'; did you mean 'river'?"),
    ('boxes = ["all"]', 'boxes: "all" means every box: write boxes = "all", without a list'),
    ('boxes = ["river", "river"]', "boxes: the box river is given twice"),
    ('boxes = ["river", "anniversary_river"]', "boxes: the boxes river and anniversary_river cannot be in one game"),
    ('game = "the_city"\nboxes = ["river"]', "boxes: river is not an expansion of the_city"),
    ("players = 1", "players: 1 player: this game is for 2 to 5"),
    ("players = 7", "players: 7 players: this game is for 2 to 5"),
    ("players = -1", "players: -1 players are not possible"),
    ("players = 1000000000", "players: 1000000000 players are not possible"),
    ("players = true", 'players: expected a list of names such as ["ada", "bo"], or how many play, such as 3'),
    ('players = "3"', "or how many play, such as 3, not '3'"),
    ("players = []", "players: 0 players: this game is for 2 to 5"),
    ("[players]\nred = 1", ", not a table"),
    ('players = ["red", "1st"]', "players: '1st' cannot be a seat's name: it must begin with a letter"),
    ('players = ["zoë", "Zoë"]', "players: 'Zoë' cannot be a seat's name: it differs from 'zoë' only in capitals"),
    (f'players = ["red", "{"b" * 21}"]', "cannot be a seat's name: it can have at most 20 letters"),
    ('players = ["red", "order"]', "players: 'order' cannot be a seat's name: records use this word for something"),
    ('players = ["red", "red"]', "players: 'red' cannot be a seat's name: two seats have this name"),
    ('bots.red = "mine.py"', "the bot 'mine.py' is code; a set-up names bots that come with Aude"),
    ('bots.green = "greedy"', "bots.green: there is no seat 'green'; seats: red, blue"),
    ('bots.blue = "gredy"', "bots.blue: there is no bot 'gredy'; bots: "
            "random, beginner, friendly, greedy, casual, club, expert, master (did you mean 'greedy'?)"),
    ("bots.blue = true", "bots.blue: expected a string in quotes, not true"),
    ("options = []", "options: expected a table, [options], not []"),
    ("options.tiny_city = true", 'options.tiny_city: expected a string in quotes, not true; write "on"'),
    ("options.youngest = 2", 'options.youngest: expected a string in quotes, not 2; write "2"'),
    ("options.tiny_city.value = 2", "options.tiny_city: expected a string in quotes, not a table"),
    ('options.tiny_city = "of"', "options.tiny_city: 'of' is not valid; values: off, on (did you mean 'off'?)"),
    ('options.tiny_cty = "on"', "options.tiny_cty: there is no option 'tiny_cty'; options: first_player"),
    ('options.king_scoring = "x"', "options.king_scoring: the option king_scoring belongs to the box king_and_robber"),
    ('options.first_player = "youngest"\noptions.youngest = "5"', "options.youngest: there is no seat 5"),
    ('without = "farmers"', "without: expected a list such as"),
    ('without = ["farmer"]', "without: there is no element 'farmer'; elements: farmers (did you mean 'farmers'?)"),
    ("figures.meeple = 31", "figures.meeple: 31; must be 0 to 30"),
    ("figures.meeple = -1", "figures.meeple: -1; must be 0 to 30"),
    (f"figures.meeple = {10**30}", f"figures.meeple: expected a smaller number, not {10**30}"),
    ("figures.meeple = 2.5", "figures.meeple: expected a whole number, not 2.5"),
    ("figures.meple = 3", "figures.meple: there is no figure 'meple'; figures: meeple (did you mean 'meeple'?)"),
    ("tiles.base = 21", "tiles.base: 21 copies; must be 0 to 20"),
    ('tiles.base = "two"', "tiles.base: expected a whole number, not 'two'"),
    ("tiles.bose = 1", "tiles.bose: there is no tile set 'bose'; sets: base, "),
    ("tiles.base = 0", "tiles.base: this game has no tiles to draw"),
    ("tiles.river = 1", "tiles.river: no box of this game knows what a river is; add the box river itself"),
    ("start = [3]", "start, entry 1: expected a string in quotes, not 3"),
    ('start = ["base/RRRR"]', "start, entry 1: 'base/RRRR': a laid tile is written 'TILE X,Y turn 0|90|180|270'"),
    ('start = ["base/RRR 0,0"]', "start: the start tile 'base/RRR' is not among the tiles; tiles: "),
    ('start = ["base/RRRR 0,0", "base/CFFF 0,1"]', "start: the start tile 'base/CFFF' at 0,1 does not match"),
    ('order = "base/RRRR"', "order: expected a list such as"),
    ('order = ["base/RRR"]', "order: 'base/RRR' is not among the tiles; tiles: base/"),
    ('order = ["base/RRRR", "base/RRRR"]', "order: it names 2 of base/RRRR, but only 1 can be drawn"),
    ('rest = "none"', "rest: 'none' would leave no tile to draw; name some in 'order'"),
    ('order = ["base/RRRR"]\nrest = "nothing"', "rest: 'nothing' is not valid; values: random, none"),
    ("rest = false", "rest: expected a string in quotes, not false"),
    ("position = 3", "position: expected a string in quotes, not 3"),
    (f'position = """\n{LAY}\nlay base/CFFX 0,1\n"""', "position: line 2: there is no tile 'base/CFFX' in this game"),
    (f'position = """\n{LAY}\n# remark\n\n{LAY}"""', "position: line 4: a tile lies at 0,-1 already"),
    (f'position = """\nstand red meeple city N at 0,0\n{LAY}"""', "position: line 2: red stands on a city that is"),
    ('position = "points green 3"', "position: line 1: expected a seat: red, blue"),
    ("seed = -1", "seed: -1: must be a whole number from 0 to 9223372036854775807"),
    ('seed = "x"', "seed: expected a whole number, not 'x'"),
    (f"seed = 0x{'F' * 5000}", "seed: expected a smaller number, not something that large"),
    ("seed = 2024-05-01", "seed: expected a whole number, not 2024-05-01"),
    (f"players = 0x{'F' * 5000}", "or how many play, such as 3, not something that large"),
    ("seed = 9223372036854775808", "seed: 9223372036854775808: must be a whole number from 0 to"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "says"), MISTAKES, ids=[text.replace("\n", " ")[:60] for text, _ in MISTAKES])
def test_a_mistake_is_told_with_its_field(text: str, says: str) -> None:
    """Field, value, and what is possible."""
    assert says in told(text if not text or text.startswith("version") else HEAD + text)


def test_there_is_a_mistake_for_each_field() -> None:
    """None is forgotten."""
    named = {text.partition(" ")[0].partition(".")[0] for text, _ in MISTAKES}
    assert set(FIELDS) <= named


def test_the_field_is_found_among_others() -> None:
    """What else stands in the file, before and after, does not matter; what depends on others is checked with them."""
    good = write_setup(FULL)
    assert told(good.replace("meeple = 5", "meple = 5")).startswith("figures.meple: there is no figure")
    assert told(good.replace("points ada 4", "points eve 4")).startswith("position: line 3: expected a seat")
    assert told(good.replace('tiny_city = "on"', 'tiny_city = "no"')).startswith("options.tiny_city: 'no' is no")
    assert told(good.replace("base = 3", "base = 2")).startswith(
        "order: it names 1 of base/RRRR, but only 0 can be drawn"
    )
    six = f"{HEAD}players = 6\n"
    assert told(six).startswith("players: 6 players: this game is for 2 to 5; one of these boxes adds a seat")
    assert len(read_setup(f'{six}options.sixth_player = "on"').players) == 6
    assert read_setup(f'{HEAD}players = 3\noptions = {{ first_player = "youngest", youngest = "3" }}')


@given(st.text(max_size=60) | st.dictionaries(st.sampled_from(list(FIELDS)), st.one_of(
    st.integers(), st.text(max_size=5), st.booleans(), st.lists(st.text(max_size=4), max_size=2),
    st.dictionaries(st.text("ab", min_size=1, max_size=3), st.integers(0, 3), max_size=2), st.floats(), st.none(),
)))  # fmt: skip
def test_law_nonsense_is_told_and_never_breaks(what: str | dict[str, object]) -> None:
    """Whatever stands in a file or comes from a browser: a set-up, or a sentence."""
    try:
        setup = read_setup(what) if isinstance(what, str) else from_facts({"version": 1, **what})
    except Unreadable as error:
        assert str(error) and "Traceback" not in str(error)
    else:
        assert setup.rules().seats >= 2
