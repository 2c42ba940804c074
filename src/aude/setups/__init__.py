"""Set-ups that have a name: files beside this one, in the format of docs/setups.md. A new one is a file and a line.

>>> load("first_game").without
('farmers',)
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

from aude.closest import closest
from aude.errors import Unreadable
from aude.files import read_file
from aude.setup import Setup

PRESETS = (
    "first_game",
    "base",
    "river_and_abbot",
    "expansions_1_2",
    "large_boxes",
    "small_boxes",
    "everything",
    "big_landscape",
    "more_tiles",
    "wheel_alone",
    "the_city",
    "puzzle",
)  # fmt: skip
HERE = Path(__file__).parent


def path_of(name: str) -> Path:
    """The file of a preset, or the file that is meant by a path."""
    if name in PRESETS:
        return HERE / f"{name}.toml"
    if any(mark in name for mark in "/\\.") or Path(name).is_file():
        return Path(name)
    raise Unreadable(f"there is no set-up {name!r}; set-ups: {closest(name, PRESETS)}; or the path of a file")


def load(name: str, *, folders: Iterable[str] = ()) -> Setup:
    """The set-up with this name, or in the file at this path."""
    return Setup.load(path_of(name), folders=folders)


def says_who_plays(name: str) -> bool:
    """Whether the file names players or bots, so that nobody needs to be added."""
    return not {"players", "bots"}.isdisjoint(tomllib.loads(read_file(path_of(name))))


def title_of(setup: Setup, language: str) -> str:
    """What a set-up is called in a language, or in another that it has."""
    return setup.title.get(language) or next(iter(setup.title.values()), "")
