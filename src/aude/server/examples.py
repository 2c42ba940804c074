"""The worked examples of the rules, step by step on the board, and the guided first game that is made of them.

The source of an example is a record in `scenarios` of its box, which a test plays and checks: the comment above the
record names the example, or several. Records that name the same example are its cases. `lesson.toml` beside this file
has the guided game: each of its steps shows a moment of an example. Where a record can show only the table, because no
published tile leads to what the example tells, `remarks` in the texts of the box says so.
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
from aude.catalog.errors import said
from aude.catalog.texts import Texts, title_of
from aude.draw import board
from aude.draw.boards import around
from aude.errors import Illegal
from aude.formats.record import GAP
from aude.tables.refusal import Refusal
from aude.wire import ExampleListed, ExampleTold, LessonStep, LessonTold

EXAMPLE = re.compile(r"\bEX-[A-Z]+-\d+\b")
MAX_PICTURES = 1000  # that are kept
MAX_OFFERED = 10  # options that are told
HERE = Path(__file__).parent


@cache
def examples() -> dict[str, tuple[str, list[Path]]]:
    """The box and the records of every example that can be shown, in the order of the boxes and of their rules."""
    found: dict[str, tuple[str, list[Path]]] = {}
    for box in catalog.BOXES:
        for path in sorted((catalog.info(box).folder / "scenarios").glob("*.txt")):
            lines = path.read_text(encoding="utf-8").splitlines()
            comments = " ".join(line for line in lines if line.startswith("#"))
            for id in EXAMPLE.findall(comments):
                found.setdefault(id, (box, []))[1].append(path)
    order = list(rulebook.entries())
    return {id: found[id] for id in sorted(found, key=lambda id: (catalog.BOXES.index(found[id][0]), order.index(id)))}


def _source(id: str) -> tuple[str, list[Path]]:
    if id not in examples():
        raise Refusal("no_example", id=id)
    return examples()[id]


def record_of_example(id: str) -> str:
    """The record of an example, as a test reads it; of several, the first."""
    return _source(id)[1][0].read_text(encoding="utf-8")


@lru_cache(128)
def _game(path: Path) -> Game:
    return Game.read(path.read_text(encoding="utf-8"))


def _moments(game: Game) -> list[int]:
    """How many choices have been made at the beginning and after each turn: a turn begins when a tile is drawn."""
    draws = [number for number, move in enumerate(game.moves) if move.action.verb == "draw"]
    if not game.moves:
        return [0]
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
    """An example: its sentence, and what happens in each turn of its cases. Raises `Refusal` if it cannot be shown."""
    box, paths = _source(id)
    cases = [_turns(path, language) for path in paths]
    texts = Texts(language, catalog.info(box).text_folders)
    remark = texts(f"remarks.{id}") if texts.has(f"remarks.{id}") else ""
    title = title_of(catalog.info(box), language)
    return ExampleTold(id, box, title, rulebook.find(id, language).text, cases, remark)


def _turns(path: Path, language: str) -> list[list[str]]:
    game = _game(path)
    texts = Texts(language, [folder for one in game.setup.infos() for folder in one.text_folders])
    texts.tile_name = lambda _: texts("examples.a_tile")
    turns = [
        [event.text(texts) for move in game.moves[first:last] if move.action.verb != "draw" for event in move.events]
        for first, last in pairwise(_moments(game))
    ]
    if turns:
        turns[-1] += [*_may(game, texts), *_may_not(path, game, language)]
    return turns


def _may(game: Game, texts: Texts) -> list[str]:
    """What may be chosen at the end of a case, if a seat is asked."""
    if game.actor not in game.seats:
        return []
    may = [option.sentence(texts, game.step) for option in game.options[:MAX_OFFERED]]
    more = [texts("examples.more", count=len(game.options) - MAX_OFFERED)] if len(game.options) > MAX_OFFERED else []
    return [texts("examples.may", seat=texts.word(str(game.actor)), options="; ".join([*may, *more]))]


def _may_not(path: Path, game: Game, language: str) -> list[str]:
    """What the record says is refused at the end, and why."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip().startswith("!"):
            for action in GAP.split(line.strip()[1:].strip()):
                try:
                    game.copy().play(action)
                except Illegal as error:
                    found.append(said(error, language))
    return found


@lru_cache(MAX_PICTURES)
def example_svg(id: str, step: int, night: bool, language: str) -> bytes:
    """The board of an example at the beginning of its first case, after each of its turns, then of the next case …

    All pictures of a case show the same cells.
    """
    pictures = [(path, moment) for path in _source(id)[1] for moment in _moments(_game(path))]
    if not 0 <= step < len(pictures):
        raise Refusal("no_example", id=f"{id} {step}")
    path, moment = pictures[step]
    game = _game(path)
    extent = around(tile.cell for tile in game.board.tiles)
    return board(game.at(moment), "turn", night=night, extent=extent, language=language).svg.encode()


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
