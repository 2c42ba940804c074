"""The worked examples of the rules, step by step on the board, and the guided first game that is made of them.

The source of an example is the record in `scenarios` of its box that a test reads: the comment above the record names
the example, or several. `lesson.toml` beside this file has the guided game: each of its steps shows a moment of an
example.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path

from aude.api import Game
from aude.catalog import boxes as catalog
from aude.catalog import rulebook
from aude.catalog.texts import Texts, title_of
from aude.draw import board
from aude.draw.boards import around
from aude.tables.refusal import Refusal
from aude.wire import ExampleListed, ExampleTold, LessonStep, LessonTold

EXAMPLE = re.compile(r"\bEX-[A-Z]+-\d+\b")
MAX_PICTURES = 500  # that are kept
HERE = Path(__file__).parent


@cache
def examples() -> dict[str, tuple[str, Path]]:
    """The box and the record of every example that can be shown, in the order of the boxes and of their rules."""
    found: dict[str, tuple[str, Path]] = {}
    for box in catalog.BOXES:
        for path in sorted((catalog.info(box).folder / "scenarios").glob("*.txt")):
            lines = path.read_text(encoding="utf-8").splitlines()
            comments = " ".join(line for line in lines if line.startswith("#"))
            for id in EXAMPLE.findall(comments):
                found.setdefault(id, (box, path))
    order = list(rulebook.entries())
    return {id: found[id] for id in sorted(found, key=lambda id: (catalog.BOXES.index(found[id][0]), order.index(id)))}


def _source(id: str) -> tuple[str, Path]:
    if id not in examples():
        raise Refusal("no_example", id=id)
    return examples()[id]


def record_of_example(id: str) -> str:
    """The record of an example, as a test reads it."""
    return _source(id)[1].read_text(encoding="utf-8")


@lru_cache(128)
def _game(path: Path) -> Game:
    return Game.read(path.read_text(encoding="utf-8"))


def _moments(game: Game) -> list[int]:
    """How many choices have been made at the beginning and after each turn: a turn begins when a tile is drawn."""
    draws = [number for number, move in enumerate(game.moves) if move.action.verb == "draw"]
    return [*draws, len(game.moves)] if draws else [0, len(game.moves)]


@cache
def list_of(language: str) -> list[ExampleListed]:
    """Every example that can be shown, with its sentence."""
    return [
        ExampleListed(id, box, title_of(catalog.info(box), language), rulebook.find(id, language).text)
        for id, (box, _) in examples().items()
    ]


@lru_cache(256)
def example(id: str, language: str) -> ExampleTold:
    """An example: its sentence, and what happens in each of its turns. Raises `Refusal` if it cannot be shown."""
    box, path = _source(id)
    game = _game(path)
    infos = game.setup.infos()
    texts = Texts(language, [folder for one in infos for folder in one.text_folders])
    texts.tile_name = lambda _: texts("examples.a_tile")
    moments = _moments(game)
    steps = [
        [event.text(texts) for move in game.moves[first:last] if move.action.verb != "draw" for event in move.events]
        for first, last in pairwise(moments)
    ]
    return ExampleTold(id, box, title_of(catalog.info(box), language), rulebook.find(id, language).text, steps)


@lru_cache(MAX_PICTURES)
def example_svg(id: str, step: int, night: bool, language: str) -> bytes:
    """The board of an example after so many of its turns. All pictures of an example show the same cells."""
    _, path = _source(id)
    game = _game(path)
    moments = _moments(game)
    if not 0 <= step < len(moments):
        raise Refusal("no_example", id=f"{id} {step}")
    extent = around(tile.cell for tile in game.board.tiles)
    return board(game.at(moments[step]), night=night, extent=extent, language=language).svg.encode()


@cache
def lesson(language: str) -> LessonTold:
    """The guided first game."""
    facts = tomllib.loads((HERE / "lesson.toml").read_text(encoding="utf-8"))
    return LessonTold(
        [
            LessonStep(step["title"][language], step["text"][language], step["example"], step["shows"])
            for step in facts["step"]
        ]
    )
