"""Where that program has rules of its own and we have no house rule for them.

Some of them concern what may be done: such options are not counted when assertions are judged, and a game in which one
was chosen is not written. Others concern points: the report says where.
"""

from __future__ import annotations

from aude.board import Board
from aude.formats.jcz.pointers import feature_at
from aude.game.actions import Action
from aude.game.events import Event
from aude.game.game import GameCore
from aude.game.options import Move, Option
from aude.game.values import Cell, Spot

BEYOND = {"E.W": ((1, 0), (-1, 0)), "N.S": ((0, -1), (0, 1))}  # from a bridge to the cells at its ends
LAYING = ("place", "span", "abbey")


# -- what may be done -------------------------------------------------------------------------------------------------
def reason_against(game: GameCore, board: Board, option: Option) -> str:
    """Why an option of a game of ours is not one there; empty if it is one. The board is that of the same moment."""
    action = option.action
    if action.verb == "bridge" and not _is_bridge_there(board, action):
        return "there, a bridge stands on the tile just laid, and nothing lies beyond its ends (R-BCB-04)"
    if action.verb == "tunnel" and _has_tunnelled(game):
        return "there, one tunnel token is laid in a turn, also in a double turn (R-TUN-06)"
    if action.verb == "quarter" and action.figure == "abbot":
        return "there, abbots never enter the City of Carcassonne (R-CNT-10)"
    return ""


def _is_bridge_there(board: Board, bridge: Action) -> bool:
    x, y = bridge.cell
    ends = [board.tile_at((x + dx, y + dy)) for dx, dy in BEYOND[bridge.axis]]
    return (x, y) == board.tiles[-1].cell and ends == [None, None]


def _has_tunnelled(game: GameCore) -> bool:
    """Whether a token was laid in this turn, with all its parts."""
    names = game.rules.extra_names
    parts = {name for name, is_new in zip(names, game.rules.extra_is_new, strict=True) if not is_new}
    laid = goes_on = False
    for move in game.moves:
        verb = move.action.verb
        if verb in LAYING:
            laid, goes_on = laid and goes_on, False
        laid = laid or verb == "tunnel"
        goes_on = goes_on or any(event.name in parts for event in move.events)
    return laid


# -- points -----------------------------------------------------------------------------------------------------------
def other_points(game: GameCore) -> list[str]:
    """A sentence for each kind of points that players got otherwise here than they get there."""
    found = [sentence for move in game.moves for sentence in _mayors(move)]
    if game.setup.values().get("fairy_on") == "tile":
        found += _with_the_fairy(game)
    return list(dict.fromkeys(found))


def _with_the_fairy(game: GameCore) -> list[str]:
    found: list[str] = []
    fairy: Cell | None = None
    after = game.at(0)
    for move in game.moves:
        after.play(move.action, move.seat)
        fairy = next((event.cell for event in move.events if event.name == "fairy_moved"), fairy)
        bonus = [event for event in move.events if any(line.label == "fairy" for line in event.lines)]
        if bonus:
            found += _by_the_fairy(Board(after.state), bonus, fairy)
    return found


def _by_the_fairy(after: Board, bonus: list[Event], fairy: Cell | None) -> list[str]:
    """What differs in the scores that the fairy has a part in."""
    found: list[str] = []
    seats: dict[int, set[str]] = {}  # by feature: who got points for the fairy
    for event in bonus:
        if "feature" in event.facts:
            seats.setdefault(feature_at(after, event.feature), set()).add(str(event.seat))
        elif (figures := _figures_at(after, str(event.seat), fairy)) > 1:
            found.append(
                f"{event.seat} has {figures} figures with the fairy and gets 1 point (R-PD-05); there, it is {figures}"
            )
    for several in seats.values():
        if len(several) > 1:
            names = " and ".join(sorted(several))
            found.append(f"{names} get the fairy's 3 points for one feature (R-PD-06); there, only one of them does")
    return found


def _figures_at(board: Board, seat: str, cell: Cell | None) -> int:
    """How many figures of a seat stand on a tile."""
    spots = [figure.spot for figure in board.figures if figure.seat == seat]
    return sum(spot is not None and spot.cell == cell for spot in spots)


def _mayors(move: Move) -> list[str]:
    """R-AM-12: whoever has nobody but a mayor on a castle."""
    found: list[str] = []
    for event in move.events:
        feature = event.facts.get("feature")
        if event.name == "scored" and isinstance(feature, Spot) and feature.kind == "castle" and event.points:
            home = [other for other in move.events if other.name == "returned" and other.spot == feature]
            if home and all(other.figure == "mayor" for other in home):
                found.append(
                    f"{event.seat} gets {event.points} points for a castle with a mayor alone (R-AM-12); there, it is 0"
                )
    return found
