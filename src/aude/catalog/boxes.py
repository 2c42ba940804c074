"""The boxes that Aude knows. A new box is one folder in `aude/boxes` and one line in `BOXES`.

The folder of a box contains `box.toml`, which describes it, `tiles.toml`, `texts.toml`, `spec.md` and `rules.py`. A
folder anywhere else with these files is a box too: name it by its path. A box that only adds a second set of tiles to
another one has `like = "the_other"` and its own tiles and title; rules, options, texts and spec are those of the other.
Boxes that cannot be combined have `excludes = ["the_other"]`.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import re
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from aude.catalog.closest import near
from aude.catalog.errors import unreadable
from aude.catalog.texts import LANGUAGES, title_of
from aude.engine.rules import PartsOf
from aude.engine.tiles import TileError, TileSet, read_tile_sets
from aude.errors import Unreadable

BOXES = (
    "carcassonne",
    "inns_and_cathedrals",
    "traders_and_builders",
    "anniversary",
    "king_and_robber",
    "crop_circles",
    "crop_circles_ii",
    "abbot",
    "tunnel",
    "shrines_and_heretics",
    "cathars",
    "besiegers",
    "river",
    "river_ii",
    "anniversary_river",
    "gq11",
    "princess_and_dragon",
    "wheel_of_fortune",
    "count",
    "abbey_and_mayor",
    "catapult",
    "tower",
    "bridges_castles_and_bazaars",
    "the_city",
)  # fmt: skip

WORDS = re.compile(r"[^\W_]+")
SHORTEST_BEGINNING = 3  # the least number of letters that can stand for a word
HERE = Path(__file__).parents[1] / "boxes"


@dataclass(frozen=True)
class Option:
    """A house rule: its values, the default first, and the ruling that explains it."""

    name: str
    values: tuple[str, ...]
    ruling: str


@dataclass(frozen=True)
class BoxInfo:
    """The content of a box's `box.toml`."""

    id: str
    folder: Path
    title: str
    extends: str | None  # the game that it expands; None for a game
    players: tuple[int, int]
    elements: tuple[str, ...]
    options: tuple[Option, ...]
    tiles: tuple[str, ...]
    subsets: tuple[tuple[str, str, str], ...] = ()  # tiles of a subset are only used with this value of an option
    like: BoxInfo | None = None  # the box whose rules this one has
    excludes: tuple[str, ...] = ()  # boxes that cannot be in the same game; one of the two has to name the other
    alone: tuple[tuple[str, int], ...] = ()  # copies of tile sets when it is played by itself, if it can be
    signs: tuple[tuple[str, str], ...] = ()  # characters for what is on its tiles and on the table
    picture: str = ""  # a tile that shows what the box is about
    explains: tuple[tuple[str, str, str], ...] = ()  # names, each with its rules for complete and incomplete features

    @property
    def rules_folder(self) -> Path:
        """The folder with the rules of the box, which is that of another box if it is `like` that one."""
        return self.like.folder if self.like is not None else self.folder

    @property
    def text_folders(self) -> list[Path]:
        """The folders with its texts; later ones override earlier ones."""
        return [self.rules_folder, self.folder] if self.like is not None else [self.folder]

    def parts(self) -> PartsOf:
        """The function that lists the parts of the box in a game: `parts` in its rules.py."""
        found = getattr(_import_rules(self.rules_folder), "parts", None)
        if not callable(found):
            raise Unreadable(f"rules.py of the box {self.id} has no function 'parts'")
        return found  # type: ignore[no-any-return]

    def tile_sets(self) -> dict[str, TileSet]:
        """The tile sets of the box, by id."""
        path = self.folder / "tiles.toml"
        return _tile_sets(path) if path.exists() else {}


@cache
def _tile_sets(path: Path) -> dict[str, TileSet]:
    try:
        return read_tile_sets(path)
    except TileError as error:
        raise Unreadable(f"the tiles of the box {path.parent.name}: {error}") from None


def _import_rules(folder: Path) -> ModuleType:
    if folder.parent == HERE:
        return importlib.import_module(f"aude.boxes.{folder.name}.rules")
    name = f"aude_box_{hashlib.sha1(str(folder).encode()).hexdigest()}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, folder / "rules.py")
    if spec is None or spec.loader is None:
        raise Unreadable(f"{folder} has no rules.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def is_folder(box: str) -> bool:
    """Whether a box is named by the path of a folder. Its rules are code, so only use a folder that you trust."""
    return box not in BOXES and any(mark in box for mark in "/\\.")


def info(box: str) -> BoxInfo:
    """A box by its id, or by the path of its folder."""
    if box in BOXES:
        return _read(HERE / box)
    try:
        folder = Path(box).resolve()
        is_there = (folder / "box.toml").is_file()
    except (OSError, ValueError):
        is_there = False  # not a valid path
    if is_there:
        return _read(folder)
    like = near(box.lower().replace("-", "_"), BOXES)
    if like:
        raise unreadable("boxes.meant", name=box, meant=like[0])
    raise unreadable("boxes.none", name=box, known=BOXES)


def meant(word: str) -> str:
    """The box that a word means: an id, the path of a folder, or words of an id or of a title in any language.

    If no title has these words, they may also be the beginnings of words of a title.

    >>> meant("dragon"), meant("Herbergen"), meant("drage")
    ('princess_and_dragon', 'inns_and_cathedrals', 'princess_and_dragon')
    """
    if is_folder(word) or word.casefold() in BOXES:
        return word if is_folder(word) else word.casefold()
    wanted = set(WORDS.findall(word.casefold()))
    found = [box for box in BOXES if wanted and any(wanted <= words for words in _names(box))]
    if not found and wanted and min(map(len, wanted)) >= SHORTEST_BEGINNING:
        found = [box for box in BOXES if any(_begin(wanted, words) for words in _names(box))]
    if len(found) > 1:
        raise unreadable("boxes.several", name=word, count=len(found), boxes=found)
    return found[0] if found else word


def _begin(wanted: set[str], words: set[str]) -> bool:
    """Whether each of the wanted words is the beginning of one of the words."""
    return all(any(word.startswith(beginning) for word in words) for beginning in wanted)


@cache
def _names(box: str) -> list[set[str]]:
    """The words of a box's id, and of its title in each language."""
    names = [box, *(title_of(info(box), language) for language in LANGUAGES)]
    return [set(WORDS.findall(name.casefold())) for name in names]


def box_with_option(option: str) -> str | None:
    """The built-in box that has a house rule with this name."""
    return next((box for box in BOXES if any(known.name == option for known in info(box).options)), None)


@cache
def tile_sets(game: str) -> dict[str, str]:
    """Every tile set in the catalog for a game or its expansions, with its box."""
    return {name: box for box in BOXES if game in (box, info(box).extends) for name in info(box).tile_sets()}


@cache
def signs() -> dict[str, str]:
    """The characters that boxes of the catalog have assigned to names, the same in every game."""
    return {name: sign for box in BOXES for name, sign in info(box).signs}


def exclude_each_other(one: BoxInfo, other: BoxInfo) -> bool:
    """Whether two boxes cannot be in the same game."""
    return one.id in other.excludes or other.id in one.excludes


def that_go_together(boxes: Iterable[str]) -> tuple[str, ...]:
    """These boxes, without those that an earlier one excludes."""
    found: list[BoxInfo] = []
    names: list[str] = []
    for name in boxes:
        box = info(name)
        if not any(exclude_each_other(box, chosen) for chosen in found):
            found.append(box)
            names.append(name)
    return tuple(names)


def expansions(game: str) -> tuple[str, ...]:
    """Every expansion of a game in the catalog that can be combined with the others."""
    if game in BOXES:
        game = info(game).extends or game  # a box that is played by itself has the expansions of its game
    return that_go_together(name for name in BOXES if info(name).extends == game)


@cache
def _read(folder: Path) -> BoxInfo:
    path = folder / "box.toml"
    try:
        facts: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        if "like" in facts:
            like = _read(folder.parent / facts["like"])
            tiles = tuple(facts.get("tiles", ()))
            return replace(
                like,
                id=facts["id"],
                folder=folder,
                title=facts["title"],
                tiles=tiles,
                like=like,
                picture=facts.get("picture", ""),
                excludes=tuple(facts.get("excludes", ())),
            )
        low, high = facts.get("players", (2, 5))
        return BoxInfo(
            id=facts["id"],
            folder=folder,
            title=facts["title"],
            extends=facts.get("extends"),
            players=(low, high),
            signs=tuple(facts.get("signs", {}).items()),
            explains=tuple(
                (name, rules, rules) if isinstance(rules, str) else (name, rules[0], rules[1])
                for name, rules in facts.get("explains", {}).items()
            ),
            elements=tuple(facts.get("elements", ())),
            options=tuple(
                Option(name, tuple(option["values"]), option["ruling"])
                for name, option in facts.get("options", {}).items()
            ),
            tiles=tuple(facts.get("tiles", ())),
            subsets=tuple(
                (subset, option, value)
                for subset, needs in facts.get("subsets", {}).items()
                for option, value in needs.items()
            ),
            excludes=tuple(facts.get("excludes", ())),
            alone=tuple(facts.get("alone", {}).items()),
            picture=facts.get("picture", ""),
        )
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise Unreadable(f"{path.name} of the box {folder.name}: {error}") from None
    except (KeyError, TypeError, ValueError) as error:
        raise Unreadable(f"{path.name} of the box {folder.name} is incomplete: {error}") from None
