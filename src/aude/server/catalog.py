"""What there is to play, in words: games and boxes, house rules, set-ups that have a name, bots.

Nothing here is written down twice. Titles and sentences are texts of the boxes; tiles, minutes and difficulty are
reckoned from their rules, so that a new box has them too.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec

from aude.bots.finding import BOTS
from aude.cards.card import meanings
from aude.catalog import boxes as catalog
from aude.catalog import rulebook
from aude.catalog.boxes import BoxInfo
from aude.catalog.errors import said
from aude.catalog.texts import Phrase, Texts, title_of
from aude.draw import board, tile_picture
from aude.draw.figures import figure_svg
from aude.errors import AudeError, Unreadable
from aude.formats import presets
from aude.formats.setupfile import from_facts
from aude.game.setup import COLOURS, Setup
from aude.game.setup_facts import VERSION, to_facts
from aude.server.rules import rules_of
from aude.tables.deciding import refused
from aude.tables.refusal import Refusal
from aude.tables.view import FOLDER as TABLES
from aude.wire import (
    PHRASES,
    BotTold,
    BoxTold,
    Catalog,
    Clock,
    Named,
    OptionTold,
    PresetTold,
    SetupChecked,
)

# How long a game takes among people: seconds for a tile, and a little more for everything that can be done there.
SECONDS_A_TILE = 25
SECONDS_FOR_EFFORT = 0.05
FORM = 3  # a new kind of action is as much to learn as so many rules
BOX_LEVELS = (20, 40)  # the effort from which a box is of middling difficulty, and above which it is rich,
GAME_LEVELS = (100, 200)  # and the same for a whole game
ROUNDED = 5  # minutes
MAX_PICTURES = 1000  # that are kept
LANDSCAPE = (-1, -6, 14, 2)  # the cells of it that are shown; there is more around them
GAME = Setup().game


@cache
def catalog_in(language: str) -> Catalog:
    """Everything that can be chosen for a new table."""
    texts = Texts(language, [TABLES])
    games = [box for box in catalog.BOXES if catalog.info(box).extends is None]
    ordered = [box for game in games for box in catalog.BOXES if game in (box, catalog.info(box).extends)]
    # A table shuffles by itself, so that what comes in a fixed order is not for tables.
    named = {name: presets.load(name) for name in presets.PRESETS}
    return Catalog(
        boxes=[_box(catalog.info(box), language) for box in ordered],
        presets=[_preset(name, setup, language) for name, setup in named.items() if not setup.order],
        bots=[BotTold(bot, texts(f"bot_titles.{bot}"), texts(f"bots.{bot}")) for bot in BOTS],
        colours=[Named(colour, texts.word(colour)) for colour in COLOURS],
        clocks=[Named(kind, texts(f"tables.clocks.{kind}")) for kind in get_args(get_type_hints(Clock)["kind"])],
        phrases=[Named(phrase, texts(f"tables.phrases.{phrase}")) for phrase in PHRASES],
    )


@cache
def catalog_json(language: str) -> bytes:
    """The same, as it is sent."""
    return msgspec.json.encode(catalog_in(language))


def _box(box: BoxInfo, language: str) -> BoxTold:
    texts = Texts(language, box.text_folders)
    tiles, added = tiles_of(_alone(box)), effort(box.id)
    if box.extends is not None:
        tiles -= tiles_of(Setup(box.extends))
    return BoxTold(
        id=box.id,
        title=title_of(box, language),
        about=texts("about") if texts.has("about") else "",
        extends=box.extends,
        picture=picture_of(box),
        tiles=tiles,
        minutes=_rounded(tiles * SECONDS_A_TILE / 60) if box.extends is None else round(tiles * SECONDS_A_TILE / 60),
        difficulty=_level(added, GAME_LEVELS if box.extends is None else BOX_LEVELS),
        seats=box.players,
        excludes=[
            other for other in catalog.BOXES if other != box.id and catalog.exclude_each_other(box, catalog.info(other))
        ],
        alone=bool(box.alone),
        elements=[Named(element, texts(f"elements.{element}")) for element in box.elements],
        options=[_option(box, option, language) for option in box.options],
    )


def _option(box: BoxInfo, option: catalog.Option, language: str) -> OptionTold:
    told = meanings(box, option, language)
    return OptionTold(option.name, option.ruling, [Named(value, told.get(value, value)) for value in option.values])


def _preset(name: str, setup: Setup, language: str) -> PresetTold:
    checked = measured(setup)
    facts = {key: value for key, value in to_facts(setup).items() if key not in ("title", "players")}
    title = presets.title_of(setup, language)
    return PresetTold(name, title, facts, checked.tiles, checked.minutes, checked.difficulty)


def picture_of(box: BoxInfo) -> str:
    """The id of a tile that shows what a box is about: `picture` in its `box.toml`, or the tile with most on it."""
    if box.picture:
        return box.picture
    tiles = [tile for tiles in box.tile_sets().values() for tile in tiles.tiles if tile.drawn]
    if not tiles:
        return picture_of(catalog.info(box.extends)) if box.extends is not None else ""
    return max(tiles, key=lambda tile: (len(tile.symbols), len(tile.segments))).id


# -- reckoning --------------------------------------------------------------------------------------------------------
def _alone(box: BoxInfo) -> Setup:
    return Setup(box.id) if box.extends is None else Setup(box.extends, (box.id,))


def tiles_of(setup: Setup) -> int:
    """How many tiles a game has."""
    return sum(count for _, count in setup.rules().tiles)


@cache
def effort(box: str) -> int:
    """How much there is to learn in a box: its rules, and the kinds of actions that it adds to its game."""
    info = catalog.info(box)
    forms = len(_alone(info).rules().forms)
    if info.extends is not None:
        forms -= len(Setup(info.extends).rules().forms)
    return len(rulebook.read_spec(info.rules_folder / "spec.md").of("rule")) + FORM * forms


def _level(effort: int, levels: tuple[int, int]) -> int:
    return 1 + sum(effort > level for level in levels)


def _rounded(minutes: float) -> int:
    return max(ROUNDED, round(minutes / ROUNDED) * ROUNDED)


def measured(setup: Setup) -> SetupChecked:
    """How long and how hard a game is."""
    tiles = tiles_of(setup)
    boxes = [box.id for box in setup.infos()]
    seconds = SECONDS_A_TILE + SECONDS_FOR_EFFORT * sum(effort(box) for box in boxes[1:])
    return SetupChecked(
        tiles=tiles,
        minutes=_rounded(tiles * seconds / 60),
        difficulty=_level(sum(map(effort, boxes)), GAME_LEVELS),
        seats=setup.seats_for(),
    )


# -- rules and pictures -----------------------------------------------------------------------------------------------
def rules_json(wish: Mapping[str, str], language: str) -> bytes:
    """The rules of a set-up, as it is asked for in an address. Raises `Refusal`."""
    lists = {name: _listed(wish[name]) for name in ("boxes", "without") if wish.get(name)}
    options = dict(pair.partition(":")[::2] for pair in _listed(wish.get("options", "")))
    try:
        setup = from_facts({"version": VERSION, "game": wish.get("game", GAME), **lists, "options": options})
    except AudeError as error:
        raise refused(error) from None
    return msgspec.json.encode(rules_of(setup, language))


def _listed(words: str) -> list[str]:
    return [word for word in words.split(",") if word]


@lru_cache(MAX_PICTURES)
def tile_svg(tile: str, night: bool, language: str) -> bytes:
    """The picture of a tile. Raises `Refusal` if there is none."""
    try:
        return tile_picture(tile, night=night, language=language).svg.encode()
    except AudeError as error:
        raise refused(error) from None


@cache
def meeple_svg(colour: str, night: bool, language: str) -> bytes:
    """The figure of a seat. Raises `Refusal` if no seat has this colour."""
    if colour not in COLOURS:
        raise Refusal("unreadable_message", says=colour[:60])
    return figure_svg("meeple", COLOURS.index(colour), night=night, language=language).svg.encode()


def landscape_record() -> str:
    """A large landscape, with a gap into which the first page lays a tile."""
    return (Path(__file__).parent / "landscape.txt").read_text(encoding="utf-8")


@cache
def landscape_svg(night: bool, language: str) -> bytes:
    """A board to look at: the middle of the landscape, from edge to edge."""
    return board(landscape_record(), night=night, language=language, extent=LANDSCAPE).svg.encode()


# -- checking ---------------------------------------------------------------------------------------------------------
def check(facts: dict[str, Any], language: str) -> SetupChecked:
    """What a set-up would be, or what is wrong with it, where."""
    try:
        return measured(from_facts({"version": VERSION, **facts}))
    except Unreadable as error:
        field, inner = "", error
        if error.key == "errors.about" and isinstance(error.values.get("says"), Unreadable):
            field, inner = str(error.values["field"]), error.values["says"]  # type: ignore[assignment]
        return SetupChecked(field=field, problem=_in_titles(inner, language))


def _in_titles(error: AudeError, language: str) -> str:
    """The sentence of an error, with the titles of boxes instead of their ids."""
    if not isinstance(error, Unreadable) or not error.key:
        return said(error, language)
    values = {name: _titled(value, language) for name, value in error.values.items()}
    return said(Unreadable(error.says, key=error.key, values=values, folders=error.folders), language)


def _titled(value: object, language: str) -> object:
    if isinstance(value, str) and value in catalog.BOXES:
        return title_of(catalog.info(value), language)
    if isinstance(value, list | tuple):
        return [_titled(one, language) for one in value]
    if isinstance(value, Phrase):
        return Phrase(value.key, **{name: _titled(one, language) for name, one in value.values.items()})
    return value
