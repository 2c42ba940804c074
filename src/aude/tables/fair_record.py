"""The record of the game at a table, with the secret of its shuffle as soon as the game is over."""

from __future__ import annotations

from aude.tables.table import Table


def record_of(table: Table) -> str:
    """The record, with nothing in it that may not be known yet. `aude verify` checks that of a finished game."""
    assert table.game is not None
    game = table.game.copy()
    game.shuffle = table.shuffle if table.state == "over" else None
    return game.record
