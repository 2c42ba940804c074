"""What stands on the tiles of a board, as it is drawn: figures and tokens alike."""

from __future__ import annotations

from dataclasses import dataclass

from aude.board import Board, Place
from aude.game.values import Cell, Spot


@dataclass(frozen=True)
class Standing:
    """A figure or token: what it is, whose (None: nobody's), and where: on a segment, or on a tile as a whole."""

    name: str
    seat: str | None
    cell: Cell
    spot: Spot | None
    on_top: bool = False  # it stands on the token before it
    place: int | None = None  # which of the places on the tile that are not segments, in their order
    weight: int = 0


def standing_on(board: Board) -> list[Standing]:
    """Figures and tokens on tiles, in a stable order. What stands at sides of tiles is not among them."""
    found: list[Standing] = []
    for token in board.tokens:
        if token.side is None:
            below = found[-1] if found else None
            is_upon = below is not None and below.seat is None and below.cell == token.cell
            on_top = is_upon and token.spot is None and token.seat is not None
            found.append(Standing(token.name, token.seat, token.cell, token.spot, on_top))
    shown = {(one.cell, one.seat) for one in found if one.spot is None}
    for figure in board.figures:
        if figure.spot is not None:
            found.append(Standing(figure.kind, figure.seat, figure.spot.cell, figure.spot, weight=figure.weight))
        elif isinstance(figure.where, Place) and figure.cell is not None and (figure.cell, figure.seat) not in shown:
            found.append(Standing(figure.kind, figure.seat, figure.cell, None, place=figure.where.number))
    return found
