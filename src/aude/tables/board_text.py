"""A board in JSON that costs little to make after every move: what looks as before is not described again."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw

from aude.board import Board
from aude.board.schema import feature_json, figure_json, plain_json, token_json
from aude.tables.changes import list_change

Json = dict[str, Any]
_encode = msgspec.json.Encoder().encode


class BoardText:
    """A board as JSON in pieces: each field, or each entry of the long lists, encoded by itself.

    Made from an earlier text of the same game, it shares with it the tiles and features that look as they did.
    """

    def __init__(self, board: Board, before: BoardText | None = None) -> None:
        known: dict[int, bytes] = before._known if before is not None else {}
        tiles: dict[int, bytes] = {}
        for number, signature in enumerate(board.tile_signatures):
            tiles[signature] = known.get(signature) or _encode(board.tile_to_json(number))
        features: dict[int, bytes] = {}
        for id, signature in board.feature_signatures.items():
            features[signature] = known.get(signature) or _encode(feature_json(board.feature(id)))
        self._known: dict[int, bytes] = tiles | features  # by signature
        self._lists = {
            "tiles": list(tiles.values()),
            "figures": [_encode(figure_json(figure)) for figure in board.figures],
            "tokens": [_encode(token_json(token)) for token in board.tokens],
            "features": list(features.values()),
        }
        self._fields = {name: _encode(value) for name, value in plain_json(board).items()}

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
