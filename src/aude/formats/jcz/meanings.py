"""What an option of ours, and a message of JCloisterZone, means: the same thing in the same words.

A message is played by finding the option that means it; a game is written by saying what its moves mean; and what an
assertion says about options is compared with what ours mean.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from aude.engine.words import ports_of
from aude.errors import Unreadable
from aude.formats.jcz.catalog import FIGURE_TYPES, OTHER_TYPES, TYPE_OF
from aude.formats.jcz.pointers import Cell, Spot, cell_word, newest_cell, quarter_spot, read_meeple, read_spot, spot_of
from aude.formats.jcz.save import Message, cell_of, number_in, object_in, rotation_of, text_in
from aude.game.game import GameCore
from aude.game.options import Option

ABBEY = "AM/A"
TUNNELS = ("TUNNEL_A", "TUNNEL_B", "TUNNEL_C")
NEW_TUNNEL = "TUNNEL"  # any token of a pair that is not used yet
MEEPLE_ID = re.compile(r"([0-9])\.([a-z-]+)\.([0-9]{1,3})")
NEUTRAL_ID = re.compile(r"(fairy|dragon|count)\.[0-9]+")
# Our verbs for declining something.
DECLINED = ("pass", "keep", "discard", "done", "home", "score")
# Our verbs for taking a figure back, and what it is called there.
TAKEN_BACK = {"recall": "ABBOT_RETURN", "escape": "SIEGE_ESCAPE", "remove": "CORN_CIRCLE"}
CORNERS = {"NW": (0, 0), "NE": (1, 0), "SE": (1, 1), "SW": (0, 1)}  # from a tile to the one south-east of its corner


@dataclass(frozen=True)
class Meaning:
    """A message without its numbers: equal for a message and the option that it chooses."""

    type: str
    what: str = ""  # a tile, a token, a neutral figure, the reason of a return, or another word
    seat: int = -1  # whose figure
    figure: str = ""  # its type, as in meeple ids
    spot: Spot | None = None
    cell: Cell | None = None
    number: int = 0  # quarter turns, or points

    def __str__(self) -> str:
        figure = f"{self.seat}.{self.figure}" if self.figure else ""
        where = str(self.spot or "") or (f"[{self.cell[0]},{self.cell[1]}]" if self.cell else "")
        return " ".join(word for word in (self.type, self.what, figure, where) if word)


PASS = Meaning("PASS")


@dataclass
class Context:
    """What words alone do not tell: names of tiles, which tunnel token lies where, what an auction offers."""

    theirs: Mapping[str, str]
    tunnels: dict[tuple[int, str], list[Spot]] = field(default_factory=dict)  # by seat and token: where they lie
    offer: list[str] = field(default_factory=list)

    def tunnel_to(self, seat: int, first: Spot) -> str:
        """The token of a seat whose other one lies here."""
        return next((token for (owner, token), spots in self.tunnels.items() if (owner, spots) == (seat, [first])), "")

    def unused_tunnels(self, seat: int) -> list[str]:
        """The tokens of a seat of which none lies on the table."""
        return [token for token in TUNNELS if not self.tunnels.get((seat, token))]


# -- options ----------------------------------------------------------------------------------------------------------
def meaning_of(game: GameCore, option: Option, context: Context) -> Meaning | None:
    """What an option means there; None for what nobody says there."""
    words = option.words
    verb = words[0]
    if verb in DECLINED:
        return PASS
    if verb in ("place", "span"):
        tile = context.theirs.get(str(game.tile), "")
        return Meaning("PLACE_TILE", tile, cell=cell_word(words[1]), number=int(words[3]) // 90)
    if verb == "abbey":
        return Meaning("PLACE_TILE", ABBEY, cell=cell_word(words[1]))
    if verb == "dragon":
        return Meaning("MOVE_NEUTRAL_FIGURE", verb, cell=cell_word(words[1]))
    if verb == "count":
        return Meaning("MOVE_NEUTRAL_FIGURE", verb, spot=quarter_spot(game, words[1]))
    if verb in ("all-add", "all-remove"):
        return Meaning("CIRCLE_REMOVE_OR_DEPLOY", "DEPLOY" if verb == "all-add" else "REMOVE")
    if verb in ("buy", "sell"):
        return Meaning("BAZAAR_BUY_OR_SELL", verb.upper())
    if verb == "choose":
        return Meaning("BAZAAR_BID", words[1])
    if verb in ("tower", "bridge", "tunnel", "castle"):
        return _token(game, option, context)
    if option.seat in game.seats:
        return _figure(game, words, game.seats.index(option.seat))
    return None


def _token(game: GameCore, option: Option, context: Context) -> Meaning:
    words = option.words
    if words[0] == "tower":
        return Meaning("PLACE_TOKEN", "TOWER_PIECE", spot=tower_spot(words[1]))
    if words[0] == "bridge":
        return Meaning("PLACE_TOKEN", "BRIDGE", spot=Spot(cell_word(words[3]), "Road", frozenset(words[1].split("."))))
    if words[0] == "castle":
        return Meaning("PLACE_TOKEN", "CASTLE", spot=_on_newest(game, spot_of(game, words[1:])))
    token = NEW_TUNNEL
    cut = words.index("to") if "to" in words else len(words)
    if cut < len(words):
        token = context.tunnel_to(game.seats.index(option.seat), spot_of(game, words[cut + 1 :]))
    return Meaning("PLACE_TOKEN", token, spot=spot_of(game, words[1:cut]))


def _figure(game: GameCore, words: list[str], seat: int) -> Meaning | None:
    """Options that concern one figure."""
    verb, rest = words[0], words[1:]
    if verb in ("dismiss", "capture"):
        owner = game.seats.index(rest[0])
        figure = TYPE_OF.get(rest[1], "")
        if rest[2] == "tower":
            spot: Spot | None = tower_spot(rest[4])
        else:
            spot = None if rest[2] == "at" else spot_of(game, rest[2:])
        if verb == "capture":
            return Meaning("CAPTURE_FOLLOWER", seat=owner, figure=figure, spot=spot)
        return Meaning("RETURN_MEEPLE", "PRINCESS", owner, figure, spot)
    if verb == "drive":
        return Meaning("DEPLOY_MEEPLE", seat=seat, figure="wagon", spot=spot_of(game, rest))
    if verb == "fairy" and "," in rest[0]:
        return Meaning("MOVE_NEUTRAL_FIGURE", verb, cell=cell_word(rest[0]))
    figure = TYPE_OF.get(rest[0], "") if rest else ""
    if verb == "exchange":
        return Meaning("EXCHANGE_FOLLOWER", figure=figure)
    if verb == "ransom":
        return Meaning("PAY_RANSOM", rest[1], seat, figure)
    if verb == "close":
        return Meaning("DEPLOY_MEEPLE", seat=seat, figure=figure, spot=tower_spot(rest[1]))
    if verb == "quarter":
        return Meaning("DEPLOY_MEEPLE", seat=seat, figure=figure, spot=quarter_spot(game, rest[1]))
    if verb == "deploy" and rest[1] == "corner":
        return Meaning("DEPLOY_MEEPLE", seat=seat, figure=figure, spot=barn_spot(game, rest[2]))
    if verb in ("deploy", "add", "join"):
        return Meaning("DEPLOY_MEEPLE", seat=seat, figure=figure, spot=spot_of(game, rest[1:]))
    if verb == "fairy":
        return Meaning("MOVE_NEUTRAL_FIGURE", verb, seat, figure, spot_of(game, rest[1:]))
    if verb in TAKEN_BACK:
        return Meaning("RETURN_MEEPLE", TAKEN_BACK[verb], seat, figure, spot_of(game, rest[1:]))
    return None


def tower_spot(word: str) -> Spot:
    """A tower, by its cell."""
    return Spot(cell_word(word), "Tower", frozenset({"I"}))


def barn_spot(game: GameCore, corner: str) -> Spot:
    """A barn stands in the field of the tile south-east of its corner."""
    x, y = newest_cell(game)
    x, y = x + CORNERS[corner][0], y + CORNERS[corner][1]
    state = game.state
    slot = int(state.board_at(x, y)) - 1
    first = int(state.slot_first[slot])
    for node in range(first, first + int(state.rules.table.tile_segments[int(state.slot_tile[slot]) >> 2])):
        ports = ports_of(state, node)
        if "NL" in ports:
            return Spot((x, y), "Field", frozenset(ports))
    raise ValueError(f"no field at the corner {corner}")


def _on_newest(game: GameCore, spot: Spot) -> Spot:
    """The part of a city that lies on the tile laid last, if it has one: that is where castles are founded there."""
    state = game.state
    newest = int(state.slots) - 1
    there = {node for node in range(int(state.nodes)) if _lies(game, node, spot)}
    for node in range(int(state.slot_first[newest]), int(state.nodes)):
        if state.node_slot[node] == newest and any(state.root[node] == state.root[other] for other in there):
            return Spot(newest_cell(game), spot.feature, frozenset(ports_of(state, node)))
    return spot


def _lies(game: GameCore, node: int, spot: Spot) -> bool:
    state = game.state
    cell = state.slot_cell[state.node_slot[node]]
    return (state.x_of(cell), state.y_of(cell)) == spot.cell and frozenset(ports_of(state, node)) == spot.ports


# -- messages ---------------------------------------------------------------------------------------------------------
def read_meaning(message: Message, game: GameCore, context: Context, ours: Mapping[str, str]) -> Meaning:
    """What a message means. COMMIT and PASS have no meaning of their own: they are looked at before."""
    payload, says = message.payload, message.says
    kind = message.type
    if kind == "PLACE_TILE":
        return _read_tile(message, game, ours)
    if kind == "DEPLOY_MEEPLE":
        seat, figure = read_meeple_id(text_in(payload, "meepleId", says), game, says)
        return Meaning(kind, seat=seat, figure=figure, spot=read_spot(object_in(payload, "pointer", says), says))
    if kind == "PLACE_TOKEN":
        return _read_token(message, game, context)
    if kind == "MOVE_NEUTRAL_FIGURE":
        return _read_neutral(message, game)
    if kind in ("RETURN_MEEPLE", "CAPTURE_FOLLOWER"):
        name, spot = read_meeple(payload, "pointer", says)
        source = text_in(payload, "source", says) if kind == "RETURN_MEEPLE" else ""
        if source and source not in (*TAKEN_BACK.values(), "PRINCESS"):
            raise Unreadable(f"{says}: a return by {source!r} belongs to a set that is none of our boxes'")
        return Meaning(kind, source, *read_meeple_id(name, game, says), spot=spot)
    if kind in ("PAY_RANSOM", "EXCHANGE_FOLLOWER"):
        seat, figure = read_meeple_id(text_in(payload, "meepleId", says), game, says)
        return Meaning(kind, seat=seat if kind == "PAY_RANSOM" else -1, figure=figure)
    if kind in ("CIRCLE_REMOVE_OR_DEPLOY", "BAZAAR_BUY_OR_SELL"):
        return Meaning(kind, text_in(payload, "value", says))
    if kind == "BAZAAR_BID":
        index = number_in(payload, "supplyIndex", says)
        if not 0 <= index < len(context.offer):
            raise Unreadable(f"{says}: no tile number {index} is offered")
        return Meaning(kind, context.offer[index], number=number_in(payload, "price", says))
    raise Unreadable(f"{says}: this message belongs to a set that is none of our boxes', or to nothing that is known")


def read_meeple_id(name: str, game: GameCore, where: str) -> tuple[int, str]:
    """`0.small.1` as the seat and the type of the figure."""
    found = MEEPLE_ID.fullmatch(name)
    if found is None or int(found[1]) >= len(game.seats):
        raise Unreadable(f"{where}: {name!r} is nobody's figure")
    if found[2] in OTHER_TYPES:
        raise Unreadable(f"{where}: a {found[2]} is a figure of none of our boxes")
    each = next((kind.each for kind in game.rules.figure_kinds if kind.name == FIGURE_TYPES.get(found[2])), 0)
    if not each:
        raise Unreadable(f"{where}: there is no {found[2]!r} in this game")
    if not 1 <= int(found[3]) <= each:
        raise Unreadable(f"{where}: {name!r} is nobody's figure; of {found[2]!r} each player has {each}")
    return int(found[1]), found[2]


def equal_rotation(game: GameCore, tile: str, turn: int) -> int:
    """The first of the rotations in which a tile looks the same."""
    return int(game.rules.table.equal_rotation[game.rules.table.index[tile] * 4 + turn])


def _read_tile(message: Message, game: GameCore, ours: Mapping[str, str]) -> Meaning:
    payload, says = message.payload, message.says
    tile = text_in(payload, "tileId", says)
    if tile not in ours:
        raise Unreadable(f"{says}: {tile!r} is no tile of this game's sets")
    cell = cell_of(payload.get("position"), f"{says}: position")
    turn = rotation_of(payload.get("rotation", "R0"), f"{says}: rotation")
    if tile == ABBEY:
        return Meaning("PLACE_TILE", ABBEY, cell=cell)
    known = ours[tile] in game.rules.table.index
    return Meaning("PLACE_TILE", tile, cell=cell, number=equal_rotation(game, ours[tile], turn) if known else turn)


def _read_token(message: Message, game: GameCore, context: Context) -> Meaning:
    payload, says = message.payload, message.says
    token = text_in(payload, "token", says)
    if token not in ("TOWER_PIECE", "BRIDGE", "CASTLE", *TUNNELS):
        raise Unreadable(f"{says}: {token!r} is a token of none of our boxes")
    spot = read_spot(object_in(payload, "pointer", says), says)
    if token in TUNNELS and game.actor in game.seats and token in context.unused_tunnels(game.seats.index(game.actor)):
        token = NEW_TUNNEL
    return Meaning("PLACE_TOKEN", token, spot=spot)


def _read_neutral(message: Message, game: GameCore) -> Meaning:
    payload, says = message.payload, message.says
    name = text_in(payload, "figureId", says)
    found = NEUTRAL_ID.fullmatch(name)
    if found is None:
        raise Unreadable(f"{says}: {name!r} is a figure of none of our boxes")
    to = payload.get("to")
    if isinstance(to, list):
        return Meaning(message.type, found[1], cell=cell_of(to, f"{says}: to"))
    if isinstance(to, dict) and "meepleId" in to:
        meeple, spot = read_meeple(payload, "to", says)
        return Meaning(message.type, found[1], *read_meeple_id(meeple, game, says), spot=spot)
    return Meaning(message.type, found[1], spot=read_spot(object_in(payload, "to", says), says))
