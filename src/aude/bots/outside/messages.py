"""The messages that a program gets (docs/bot-protocol.md), which contain only what its seat may know."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from aude.board import Board
from aude.catalog.errors import unreadable
from aude.game.game import GameCore
from aude.game.options import Option
from aude.game.setup import Setup
from aude.game.setup_facts import to_facts
from aude.version import __version__

PROTOCOL = 1
WANTS = ("moves", "events", "board", "fits")
"""What a program may ask for when it says hello."""

Message: TypeAlias = dict[str, Any]


def as_line(message: Message) -> bytes:
    """A message as a line: compact, and in ASCII, so that the encoding does not matter."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def hello() -> Message:
    """The first message that a program gets."""
    return {"type": "hello", "protocol": PROTOCOL, "program": f"aude {__version__}"}


def fair_setup(game: GameCore) -> Setup:
    """The set-up of a game as everybody at the table knows it, without what will be drawn and who plays."""
    if game.is_restored:
        raise unreadable("record.restored")
    setup = game.setup
    known = replace(
        setup, seed=None, bots={}, title={}, order=(), rest="random", position="\n".join(game.position)
    )  # fmt: skip
    if setup.rest == "random":
        return known
    # Tiles that are not in the order are left out of the game, which people see when they sort out the tiles.
    there = {tile.id: count for tile, count in game.rules.tiles}
    usual = {tile.id: count for tile, count in known.rules().tiles}
    tiles = {
        tile.id: count - (usual.get(tile.id, 0) - there.get(tile.id, 0))
        for tile, count in known.tile_list()
        if there.get(tile.id, 0) != usual.get(tile.id, 0)
    }
    return replace(known, tiles={**known.tiles, **tiles})


def fair_seed(seed: int) -> int:
    """A seed for the choices of a bot. It is often derived from the dealer's, which it must not reveal."""
    return int.from_bytes(hashlib.blake2b(f"bot {seed}".encode(), digest_size=6).digest(), "big")


def new_game(game: GameCore, seat: str, seed: int) -> Message:
    """The game and the bot's seat. The moves are sent with the questions."""
    return {
        "type": "game",
        "setup": to_facts(fair_setup(game)),
        "seats": list(game.seats),
        "seat": seat,
        "seed": fair_seed(seed),
    }


def ask(
    game: GameCore, options: Sequence[Option], number: int, seconds: float, known: int, wants: Collection[str]
) -> Message:
    """The open question. The program already knows the first `known` moves."""
    message: Message = {
        "type": "ask",
        "id": number,
        "seconds": seconds,
        "seat": game.actor,
        "player": game.player,
        "step": game.step,
        "tile": game.tile,
        "scores": game.scores,
        "about": [event.to_json() for event in game.about],
        **moves_since(game, known, wants),
    }
    if "board" in wants or "fits" in wants:
        message["board"] = Board(game.state).to_json("fits" in wants)
    message["options"] = [option.action.to_json() for option in options]
    return message


def over(game: GameCore, known: int, wants: Collection[str]) -> Message:
    """How the game ended."""
    return {"type": "over", "scores": game.scores, "winners": game.winners, **moves_since(game, known, wants)}


def moves_since(game: GameCore, known: int, wants: Collection[str]) -> Message:
    """The moves after the known ones, if the program wants them, and how many come before them."""
    if "moves" not in wants and "events" not in wants:
        return {}
    moves = []
    for move in game.moves[known:]:
        told: Message = {"seat": move.seat, "action": move.action.to_json()}
        if "events" in wants:
            told["events"] = [event.to_json() for event in move.events]
        moves.append(told)
    return {"after": known, "moves": moves}


QUIT: Message = {"type": "quit"}
