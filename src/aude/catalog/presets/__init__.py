"""Named set-ups: files in this folder, in the format of docs/setups.md. To add one, add a file and a line here."""

from __future__ import annotations

from pathlib import Path

from aude.catalog.closest import closest
from aude.catalog.errors import unreadable

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
    """The file of a preset, or the file at a path."""
    if name in PRESETS:
        return HERE / f"{name}.toml"
    if any(mark in name for mark in "/\\.") or Path(name).is_file():
        return Path(name)
    raise unreadable("setup.no_setup", name=name, known=closest(name, PRESETS))
