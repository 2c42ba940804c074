"""Set-ups by name, or by the path of a file.

>>> load("first_game").without
('farmers',)
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable

from aude.catalog.presets import PRESETS as PRESETS
from aude.catalog.presets import path_of as path_of
from aude.formats.files import read_file
from aude.formats.setupfile import load_setup
from aude.game.setup import Setup


def load(name: str, *, folders: Iterable[str] = ()) -> Setup:
    """The set-up with this name, or in the file at this path.

    >>> from aude import Game
    >>> Game(load("first_game"), seed=5).setup.without
    ('farmers',)
    """
    return load_setup(path_of(name), folders=folders)


def says_who_plays(name: str) -> bool:
    """Whether the file names players or bots, so that none need to be added."""
    return not {"players", "bots"}.isdisjoint(tomllib.loads(read_file(path_of(name))))


def title_of(setup: Setup, language: str) -> str:
    """The title of a set-up in a language, or in another one that it has."""
    return setup.title.get(language) or next(iter(setup.title.values()), "")
