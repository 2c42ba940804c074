"""Prints boards of games with the positions at which our pictures draw everything, to compare with the page.

    python tools/board_places.py > boards.json

`web/src/board/places.test.ts` runs this and compares. The boards are from random games with all boxes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from aude import Game
from aude.bots.base import let_play
from aude.bots.finding import make
from aude.catalog import boxes
from aude.draw.boards import Sheet
from aude.draw.kit import kit
from aude.draw.layers import feature_path, holders

EVERY = 60  # moves
GAMES: tuple[tuple[str, tuple[str, ...], list[str]], ...] = (
    ("carcassonne", boxes.expansions("carcassonne"), ["red", "blue", "ada", "green"]),
    ("carcassonne", ("tower", "princess_and_dragon"), ["yellow", "pink"]),
    ("the_city", (), ["black", "bo", "red"]),
)


def boards() -> Iterator[dict[str, Any]]:
    """Boards of each game, with the positions of everything on them."""
    for number, (name, more, seats) in enumerate(GAMES):
        game = Game(game=name, boxes=more, players=seats, seed=number + 11)
        bot = make("random", 5)
        while not game.over:
            let_play(bot, game)
            if len(game.moves) % EVERY == 0 or game.over:
                yield {"kit": number, **drawn(game)}


def drawn(game: Game) -> dict[str, Any]:
    """The positions of everything in the picture of a board."""
    sheet = Sheet(game.board, night=False)
    return {
        "board": game.board.to_json(fits=False),
        "colours": {seat: colour for seat, colour in sheet.colours.items() if seat},
        "places": [[one.name, one.seat, round(x, 3), round(y, 3)] for one, (x, y) in sheet.places()],
        "over": [[spot.cell, spot.sides] for spot in sheet.laid_over()],
        "regions": {feature.id: feature_path(sheet, feature) for feature in game.board.features},
        "held": {feature.id: holders(game.board, feature) for feature in game.board.features},
    }


if __name__ == "__main__":
    kits = [asdict(kit(name, more)) for name, more, _ in GAMES]
    json.dump({"kits": kits, "boards": list(boards())}, sys.stdout)
