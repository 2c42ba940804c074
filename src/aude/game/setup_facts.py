"""Converts a set-up to a table of fields for TOML and JSON; `aude.formats.setupfile` reads it back."""

from __future__ import annotations

from typing import Any

from aude.catalog.texts import LANGUAGES
from aude.game.setup import Setup

VERSION = 1


def to_facts(setup: Setup) -> dict[str, Any]:
    """The fields of a set-up that are not at their default; `aude.formats.setupfile.from_facts` reads them back."""
    usual = Setup()
    titles = dict(setup.title)
    facts: dict[str, Any] = {
        "version": VERSION,
        "title": titles.get(LANGUAGES[0]) if list(titles) == [LANGUAGES[0]] else titles,
        "game": setup.game,
        "boxes": list(setup.boxes),
        "players": list(setup.players),
        "without": list(setup.without),
        "start": [f"{tile} {x},{y} turn {rotation * 90}" for tile, x, y, rotation in setup.start],
        "order": list(setup.order),
        "rest": None if setup.rest == usual.rest else setup.rest,
        "seed": setup.seed,
        "position": setup.position,
        "options": dict(setup.options),
        "figures": dict(setup.figures),
        "tiles": dict(setup.tiles),
        "bots": dict(setup.bots),
    }
    return {name: value for name, value in facts.items() if value not in ("", None, [], {})}
