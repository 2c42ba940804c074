"""Describes what a placement would do in a few words, for people who do not see the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aude.board import Board, Feature
from aude.board.sentences import counted, listed
from aude.catalog.texts import Texts
from aude.terminal.descriptions import figures_text

if TYPE_CHECKING:
    from aude.game.game import GameCore
    from aude.game.options import Option


def placement_text(game: GameCore, options: Sequence[Option], texts: Texts, worth: bool = True) -> str:
    """What each rotation of a tile would join, complete and (with `worth`) score; equal ones are combined."""
    rotations: dict[str, list[str]] = {}
    for option in options:
        rotations.setdefault(_effects(game, option, texts, worth), []).append(str(option.action.rotation))
    return "; ".join(
        texts("table.would", rotations=listed(texts, turned), effects=effects) for effects, turned in rotations.items()
    )


def _effects(game: GameCore, option: Option, texts: Texts, worth: bool) -> str:
    """`makes a city of 3 (red 1 meeple, 2 ends open), completes a road of 4 (blue 1 meeple): 4 points`"""
    before = {feature.id: feature for feature in Board(game.state).features}
    after = game.copy()
    told = after.play(option.action)
    scored = {event.feature: event for event in told if event.name == "scored" and event.facts.get("feature")}
    board = Board(after.state)
    tile = board.tile_at(option.action.cell)
    said = []
    for feature in board.features:
        known = before.get(feature.id)
        if not feature.completes or (known is not None and known.closed):
            continue
        grows = tile is not None and tile.cell in feature.cells and len(feature.cells) > 1
        if feature.closed and (grows or known is not None):
            points = sum(event.points for spot, event in scored.items() if spot in feature.spots)
            key = "table.would_complete" if worth else "table.would_complete_uncounted"
            said.append(_text(key, feature, texts, points or feature.value.points, known))
        elif grows:
            said.append(_text("table.would_make", feature, texts, 0, known))
    return ", ".join(said) or texts("table.would_nothing")


def _text(key: str, feature: Feature, texts: Texts, points: int, known: Feature | None) -> str:
    here = figures_text(feature, texts) or (known and figures_text(known, texts)) or texts("table.nobody").lower()
    ends = counted(texts, "open_ends", len(feature.open_ends) + feature.other_ends)
    values = {"kind": texts.word(feature.kind), "count": len(feature.cells), "who": here, "ends": ends}
    return texts(key, points=counted(texts, "points", points), **values)
