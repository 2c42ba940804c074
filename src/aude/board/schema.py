"""A board as JSON, and the schema that it follows (JSON Schema, draft 2020-12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aude.board.features import Feature, Value
from aude.board.pieces import Figure, Place, Token
from aude.board.tiles import LaidTile
from aude.game.values import Spot

if TYPE_CHECKING:
    from aude.board.board import Board

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}


def _either_none(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _list_of(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def _by_name(schema: Schema) -> Schema:
    return {"type": "object", "additionalProperties": schema}


def _object(optional: tuple[str, ...] = (), /, **properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


CELL: Schema = {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2}
ROTATION: Schema = {"enum": [0, 90, 180, 270]}
SPOT = _object(kind=TEXT, sides=_list_of(TEXT), cell=CELL)
LINE = _object(label=TEXT, count=NUMBER, points=NUMBER)
VALUE = _object(points=NUMBER, lines=_list_of(LINE))
SEGMENT = _object(spot=SPOT, traits=_list_of(TEXT), printed=_either_none(NUMBER), feature=NUMBER)
TILE = _object(id=TEXT, cell=CELL, rotation=ROTATION, segments=_list_of(SEGMENT), symbols=_list_of(TEXT))
PLACE = _object(name=TEXT, cell=_either_none(CELL), number=NUMBER, seat=_either_none(TEXT))
FIGURE = _object(
    seat=TEXT,
    kind=TEXT,
    number=NUMBER,
    spot=_either_none(SPOT),
    place=_either_none(PLACE),
    feature=_either_none(NUMBER),
    weight=NUMBER,
)
SIDE: Schema = {"enum": ["N", "E", "S", "W"]}
TOKEN = _object(name=TEXT, seat=_either_none(TEXT), cell=CELL, spot=_either_none(SPOT), side=_either_none(SIDE))
OPEN_END = _object(spot=SPOT, side=_either_none(TEXT), cell=CELL)
FEATURE = _object(
    id=NUMBER,
    kind=TEXT,
    spots=_list_of(SPOT),
    cells=_list_of(CELL),
    open_ends=_list_of(OPEN_END),
    other_ends=NUMBER,
    completes=FLAG,
    complete=FLAG,
    scored=FLAG,
    settled=FLAG,
    weights=_by_name(NUMBER),
    owners=_list_of(TEXT),
    value=VALUE,
    value_when_complete=_either_none(VALUE),
    beside=_list_of(NUMBER),
)
FIT = _object(cell=CELL, rotation=ROTATION)
SCHEMA: Schema = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A board of Aude",
    **_object(
        ("fits",),
        seats=_list_of(TEXT),
        player=TEXT,
        over=FLAG,
        tile=_either_none(TEXT),
        tiles=_list_of(TILE),
        figures=_list_of(FIGURE),
        tokens=_list_of(TOKEN),
        features=_list_of(FEATURE),
        empty_cells=_list_of(CELL),
        scores=_by_name(NUMBER),
        supply=_by_name(_by_name(NUMBER)),
        holdings=_by_name(_by_name(NUMBER)),
        tiles_left=_by_name(NUMBER),
        stacks=_list_of(NUMBER),
        fits=_by_name(_list_of(FIT)),
    ),
}


def board_json(board: Board, fits: bool) -> dict[str, Any]:
    """A whole board."""
    found: dict[str, Any] = {
        **plain_json(board),
        "tiles": [board.tile_to_json(number) for number in range(len(board.tiles))],
        "figures": [figure_json(figure) for figure in board.figures],
        "tokens": [token_json(token) for token in board.tokens],
        "features": [feature_json(feature) for feature in board.features],
    }
    if fits:
        found["fits"] = {
            tile: [{"cell": list(cell), "rotation": rotation} for cell, rotation in places]
            for tile, places in board.fits_left.items()
        }
    return found


def plain_json(board: Board) -> dict[str, Any]:
    """The fields of a board other than tiles, figures, tokens and features."""
    return {
        "seats": list(board.seats),
        "player": board.player,
        "over": board.over,
        "tile": board.tile,
        "empty_cells": [list(cell) for cell in board.empty_cells],
        "scores": dict(board.scores),
        "supply": {seat: dict(held) for seat, held in board.supply.items()},
        "holdings": {seat: dict(held) for seat, held in board.holdings.items()},
        "tiles_left": dict(board.tiles_left),
        "stacks": list(board.stacks),
    }


def _spot(spot: Spot | None) -> dict[str, Any] | None:
    return None if spot is None else {"kind": spot.kind, "sides": list(spot.sides), "cell": list(spot.cell)}


def tile_json(tile: LaidTile, features: list[int]) -> dict[str, Any]:
    """A tile, with the ids of the features that its segments belong to."""
    segments = [
        {"spot": _spot(spot), "traits": list(segment.traits), "printed": segment.printed, "feature": feature}
        for spot, segment, feature in zip(tile.spots, tile.segments, features, strict=True)
    ]
    return {
        "id": tile.id,
        "cell": list(tile.cell),
        "rotation": tile.rotation,
        "segments": segments,
        "symbols": list(tile.symbols),
    }


def figure_json(figure: Figure) -> dict[str, Any]:
    """A figure."""
    return {
        "seat": figure.seat,
        "kind": figure.kind,
        "number": figure.number,
        "spot": _spot(figure.spot),
        "place": _place(figure.where) if isinstance(figure.where, Place) else None,
        "feature": figure.feature,
        "weight": figure.weight,
    }


def _place(place: Place) -> dict[str, Any]:
    return {
        "name": place.name,
        "cell": None if place.cell is None else list(place.cell),
        "number": place.number,
        "seat": place.seat,
    }


def token_json(token: Token) -> dict[str, Any]:
    """A token."""
    return {
        "name": token.name,
        "seat": token.seat,
        "cell": list(token.cell),
        "spot": _spot(token.spot),
        "side": token.side,
    }


def _value(value: Value | None) -> dict[str, Any] | None:
    if value is None:
        return None
    lines = [{"label": line.label, "count": line.count, "points": line.points} for line in value.lines]
    return {"points": value.points, "lines": lines}


def feature_json(feature: Feature) -> dict[str, Any]:
    """A feature."""
    ends = [{"spot": _spot(end.spot), "side": end.side, "cell": list(end.cell)} for end in feature.open_ends]
    return {
        "id": feature.id,
        "kind": feature.kind,
        "spots": [_spot(spot) for spot in feature.spots],
        "cells": [list(cell) for cell in feature.cells],
        "open_ends": ends,
        "other_ends": feature.other_ends,
        "completes": feature.completes,
        "complete": feature.complete,
        "scored": feature.scored,
        "settled": feature.settled,
        "weights": dict(feature.weights),
        "owners": list(feature.owners),
        "value": _value(feature.value),
        "value_when_complete": _value(feature.value_when_complete),
        "beside": list(feature.beside),
    }
