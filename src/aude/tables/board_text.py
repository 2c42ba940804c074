"""A board in JSON that costs little to make after every move: what looks as before is not described again."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw

from aude.board import Board, Feature
from aude.board.schema import feature_json, figure_json, plain_json, token_json
from aude.tables.changes import list_change

Json = dict[str, Any]
_encode = msgspec.json.Encoder().encode


def uncounted_feature(feature: Feature) -> Json:
    """A feature whose worth, and whose owners, have to be seen on the table."""
    nothing = {"points": 0, "lines": []}
    return feature_json(feature) | {"weights": {}, "owners": [], "value": nothing, "value_when_complete": None}


class BoardText:
    """A board as JSON in pieces: each field, or each entry of the long lists, encoded by itself.

    Made from an earlier text of the same game, it shares with it the tiles and features that look as they did. Without
    aids it tells what lies on the table, and leaves the counting to the players.
    """

    def __init__(self, board: Board, before: BoardText | None = None, aids: bool = True) -> None:
        self._aids: bool = aids
        known: dict[int, bytes] = before._known if before is not None and before._aids == aids else {}
        told_feature = feature_json if aids else uncounted_feature
        tiles: dict[int, bytes] = {}
        for number, signature in enumerate(board.tile_signatures):
            tiles[signature] = known.get(signature) or _encode(board.tile_to_json(number))
        features: dict[int, bytes] = {}
        for id, signature in board.feature_signatures.items():
            features[signature] = known.get(signature) or _encode(told_feature(board.feature(id)))
        self._known: dict[int, bytes] = tiles | features  # by signature
        self._lists = {
            "tiles": list(tiles.values()),
            "figures": [_encode(figure_json(figure)) for figure in board.figures],
            "tokens": [_encode(token_json(token)) for token in board.tokens],
            "features": list(features.values()),
        }
        plain = plain_json(board) if aids else plain_json(board) | {"tiles_left": {}}
        self._fields = {name: _encode(value) for name, value in plain.items()}

    def whole(self) -> Json:
        """The whole board."""
        fields = {name: Raw(text) for name, text in self._fields.items()}
        return fields | {name: Raw(b"[%b]" % b",".join(items)) for name, items in self._lists.items()}

    def changes(self, since: BoardText) -> Json:
        """What turns an earlier board of the same game into this one."""
        found: Json = {name: Raw(text) for name, text in self._fields.items() if since._fields[name] != text}
        for name, items in self._lists.items():
            change = list_change(since._lists[name], items)
            if change is not None:
                found[name] = change
        return found
