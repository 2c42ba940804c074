"""Meanings: a common representation of our options and of messages of JCloisterZone.

A message is played by finding the option with the same meaning, a game is written by converting the meanings of its
moves, and assertions about options are compared with the meanings of ours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from aude.board import Board
from aude.catalog.errors import about, unreadable
from aude.formats.jcz.catalog import FIGURE_TYPES, OTHER_TYPES, TYPE_OF
from aude.formats.jcz.pointers import (
    Pointer,
    barn_pointer,
    bridge_pointer,
    castle_pointer,
    pointer_to,
    quarter_pointer,
    read_meeple,
    read_pointer,
    tower_pointer,
)
from aude.formats.jcz.save import Message, Where, cell_of, inside, number_in, object_in, rotation_of, text_in
from aude.game.actions import Action
from aude.game.game import GameCore
from aude.game.options import Option
from aude.game.values import Cell

ABBEY = "AM/A"
TUNNELS = ("TUNNEL_A", "TUNNEL_B", "TUNNEL_C")
NEW_TUNNEL = "TUNNEL"  # any token of a pair that is not used yet
MEEPLE_ID = re.compile(r"([0-9])\.([a-z-]+)\.([0-9]{1,3})")
NEUTRAL_ID = re.compile(r"(fairy|dragon|count)\.[0-9]+")
# Our verbs for declining something.
DECLINED = ("pass", "keep", "discard", "done", "home", "score")
# Our verbs for taking a figure back, and their names there.
TAKEN_BACK = {"recall": "ABBOT_RETURN", "escape": "SIEGE_ESCAPE", "remove": "CORN_CIRCLE"}


@dataclass(frozen=True)
class Meaning:
    """A message without its numbers: equal for a message and the option that it chooses."""

    type: str
    what: str = ""  # a tile, a token, a neutral figure, the reason of a return, or another word
    seat: int = -1  # whose figure
    figure: str = ""  # its type, as in meeple ids
    pointer: Pointer | None = None
    cell: Cell | None = None
    number: int = 0  # a rotation in degrees, or points

    def __str__(self) -> str:
        figure = f"{self.seat}.{self.figure}" if self.figure else ""
        where = str(self.pointer or "") or (f"[{self.cell[0]},{self.cell[1]}]" if self.cell else "")
        return " ".join(word for word in (self.type, self.what, figure, where) if word)


PASS = Meaning("PASS")


@dataclass
class Context:
    """What an action does not contain: names of tiles, which tunnel token lies where, what an auction offers."""

    theirs: Mapping[str, str]
    tunnels: dict[tuple[int, str], list[Pointer]] = field(default_factory=dict)  # by seat and token: where they lie
    offer: list[str] = field(default_factory=list)

    def tunnel_to(self, seat: int, first: Pointer) -> str:
        """The token of a seat whose other one lies here."""
        return next((token for (owner, token), laid in self.tunnels.items() if (owner, laid) == (seat, [first])), "")

    def unused_tunnels(self, seat: int) -> list[str]:
        """The tokens of a seat of which none lies on the table."""
        return [token for token in TUNNELS if not self.tunnels.get((seat, token))]


# -- options ----------------------------------------------------------------------------------------------------------
def meaning_of(board: Board, option: Option, context: Context) -> Meaning | None:
    """The meaning of an option; None if there is no message for it."""
    action = option.action
    verb = action.verb
    if verb in DECLINED:
        return PASS
    if verb in ("place", "span"):
        tile = context.theirs.get(str(board.tile), "")
        return Meaning("PLACE_TILE", tile, cell=action.cell, number=action.rotation)
    if verb == "abbey":
        return Meaning("PLACE_TILE", ABBEY, cell=action.cell)
    if verb == "dragon":
        return Meaning("MOVE_NEUTRAL_FIGURE", verb, cell=action.cell)
    if verb == "count":
        return Meaning("MOVE_NEUTRAL_FIGURE", verb, pointer=quarter_pointer(board, action.quarter))
    if verb in ("all-add", "all-remove"):
        return Meaning("CIRCLE_REMOVE_OR_DEPLOY", "DEPLOY" if verb == "all-add" else "REMOVE")
    if verb in ("buy", "sell"):
        return Meaning("BAZAAR_BUY_OR_SELL", verb.upper())
    if verb == "choose":
        return Meaning("BAZAAR_BID", action.tile)
    if option.seat not in board.seats:
        return None
    seat = board.seats.index(option.seat)
    return _token(board, action, seat, context) or _figure(board, action, seat)


def _token(board: Board, action: Action, seat: int, context: Context) -> Meaning | None:
    """Actions that lay a token."""
    if action.verb == "tower":
        return Meaning("PLACE_TOKEN", "TOWER_PIECE", pointer=tower_pointer(action.cell))
    if action.verb == "bridge":
        return Meaning("PLACE_TOKEN", "BRIDGE", pointer=bridge_pointer(action.cell, action.axis))
    if action.verb == "castle":
        return Meaning("PLACE_TOKEN", "CASTLE", pointer=castle_pointer(board, action.spot))
    if action.verb == "tunnel":
        is_second = "first" in action.facts
        token = context.tunnel_to(seat, pointer_to(board, action.first)) if is_second else NEW_TUNNEL
        return Meaning("PLACE_TOKEN", token, pointer=pointer_to(board, action.spot))
    return None


def _figure(board: Board, action: Action, seat: int) -> Meaning | None:
    """Actions that concern one figure."""
    verb = action.verb
    figure = TYPE_OF.get(str(action.facts.get("figure", "")), "")
    if verb == "drive":
        return Meaning("DEPLOY_MEEPLE", seat=seat, figure="wagon", pointer=pointer_to(board, action.spot))
    if verb == "exchange":
        return Meaning("EXCHANGE_FOLLOWER", figure=figure)
    if verb == "ransom":
        return Meaning("PAY_RANSOM", action.captor, seat, figure)
    if verb in ("deploy", "add", "join", "close", "quarter"):
        return Meaning("DEPLOY_MEEPLE", seat=seat, figure=figure, pointer=_where(board, action))
    if verb == "fairy" and not figure:
        return Meaning("MOVE_NEUTRAL_FIGURE", verb, cell=action.cell)
    if verb == "fairy":
        return Meaning("MOVE_NEUTRAL_FIGURE", verb, seat, figure, _where(board, action))
    if verb == "capture":
        return Meaning("CAPTURE_FOLLOWER", "", board.seats.index(action.owner), figure, _where(board, action))
    if verb == "dismiss":
        return Meaning("RETURN_MEEPLE", "PRINCESS", board.seats.index(action.owner), figure, _where(board, action))
    if verb in TAKEN_BACK:
        return Meaning("RETURN_MEEPLE", TAKEN_BACK[verb], seat, figure, _where(board, action))
    return None


def _where(board: Board, action: Action) -> Pointer | None:
    """Where the figure of an action stands, or will stand; None if nothing there is such a place."""
    if "spot" in action.facts:
        return pointer_to(board, action.spot)
    if "corner" in action.facts:
        return barn_pointer(board, action.corner)
    if "quarter" in action.facts:
        return quarter_pointer(board, action.quarter)
    if action.verb in ("close", "fairy") or action.facts.get("place") == "tower":  # the fairy beside a guard
        return tower_pointer(action.cell)
    return None


# -- messages ---------------------------------------------------------------------------------------------------------
def read_meaning(message: Message, game: GameCore, board: Board, context: Context, ours: Mapping[str, str]) -> Meaning:
    """The meaning of a message. COMMIT and PASS have none, and are handled before."""
    payload, says = message.payload, message.says
    kind = message.type
    if kind == "PLACE_TILE":
        return _read_tile(message, game, board, ours)
    if kind == "DEPLOY_MEEPLE":
        seat, figure = read_meeple_id(text_in(payload, "meepleId", says), game, says)
        return Meaning(kind, seat=seat, figure=figure, pointer=read_pointer(object_in(payload, "pointer", says), says))
    if kind == "PLACE_TOKEN":
        return _read_token(message, game, context)
    if kind == "MOVE_NEUTRAL_FIGURE":
        return _read_neutral(message, game)
    if kind in ("RETURN_MEEPLE", "CAPTURE_FOLLOWER"):
        name, pointer = read_meeple(payload, "pointer", says)
        source = text_in(payload, "source", says) if kind == "RETURN_MEEPLE" else ""
        if source and source not in (*TAKEN_BACK.values(), "PRINCESS"):
            raise about(says, unreadable("jcz.no_return", source=source))
        return Meaning(kind, source, *read_meeple_id(name, game, says), pointer=pointer)
    if kind in ("PAY_RANSOM", "EXCHANGE_FOLLOWER"):
        seat, figure = read_meeple_id(text_in(payload, "meepleId", says), game, says)
        return Meaning(kind, seat=seat if kind == "PAY_RANSOM" else -1, figure=figure)
    if kind in ("CIRCLE_REMOVE_OR_DEPLOY", "BAZAAR_BUY_OR_SELL"):
        return Meaning(kind, text_in(payload, "value", says))
    if kind == "BAZAAR_BID":
        index = number_in(payload, "supplyIndex", says)
        if not 0 <= index < len(context.offer):
            raise about(says, unreadable("jcz.no_lot", number=index))
        return Meaning(kind, context.offer[index], number=number_in(payload, "price", says))
    raise about(says, unreadable("jcz.no_message"))


def read_meeple_id(name: str, game: GameCore, where: Where) -> tuple[int, str]:
    """`0.small.1` as the seat and the type of the figure."""
    found = MEEPLE_ID.fullmatch(name)
    if found is None or int(found[1]) >= len(game.seats):
        raise about(where, unreadable("jcz.nobodys_figure", name=name))
    if found[2] in OTHER_TYPES:
        raise about(where, unreadable("jcz.no_figure", name=found[2]))
    each = next((kind.each for kind in game.rules.figure_kinds if kind.name == FIGURE_TYPES.get(found[2])), 0)
    if not each:
        raise about(where, unreadable("jcz.figure_absent", name=found[2]))
    if not 1 <= int(found[3]) <= each:
        raise about(where, unreadable("jcz.figure_beyond", name=name, kind=found[2], each=each))
    return int(found[1]), found[2]


def _read_tile(message: Message, game: GameCore, board: Board, ours: Mapping[str, str]) -> Meaning:
    payload, says = message.payload, message.says
    tile = text_in(payload, "tileId", says)
    if tile not in ours:
        raise about(says, unreadable("jcz.no_tile_of_sets", tile=tile))
    cell = cell_of(payload.get("position"), inside(says, "position"))
    rotation = rotation_of(payload.get("rotation", "R0"), inside(says, "rotation"))
    if tile == ABBEY:
        return Meaning("PLACE_TILE", ABBEY, cell=cell)
    if ours[tile] in game.rules.table.index:
        rotation = equal_rotation(board, ours[tile], rotation)
    return Meaning("PLACE_TILE", tile, cell=cell, number=rotation)


def _read_token(message: Message, game: GameCore, context: Context) -> Meaning:
    payload, says = message.payload, message.says
    token = text_in(payload, "token", says)
    if token not in ("TOWER_PIECE", "BRIDGE", "CASTLE", *TUNNELS):
        raise about(says, unreadable("jcz.no_token", name=token))
    pointer = read_pointer(object_in(payload, "pointer", says), says)
    if token in TUNNELS and game.actor in game.seats and token in context.unused_tunnels(game.seats.index(game.actor)):
        token = NEW_TUNNEL
    return Meaning("PLACE_TOKEN", token, pointer=pointer)


def _read_neutral(message: Message, game: GameCore) -> Meaning:
    payload, says = message.payload, message.says
    name = text_in(payload, "figureId", says)
    found = NEUTRAL_ID.fullmatch(name)
    if found is None:
        raise about(says, unreadable("jcz.no_figure", name=name))
    to = payload.get("to")
    if isinstance(to, list):
        return Meaning(message.type, found[1], cell=cell_of(to, inside(says, "to")))
    if isinstance(to, dict) and "meepleId" in to:
        meeple, pointer = read_meeple(payload, "to", says)
        return Meaning(message.type, found[1], *read_meeple_id(meeple, game, says), pointer=pointer)
    return Meaning(message.type, found[1], pointer=read_pointer(object_in(payload, "to", says), says))


def equal_rotation(board: Board, tile: str, degrees: int) -> int:
    """The first of the rotations in which a tile of the game looks the same."""
    return degrees % (90 * len(board.rotations(tile)))
