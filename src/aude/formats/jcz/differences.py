"""Differences between the rules of JCloisterZone and ours for which we have no house rule.

Some of them are about what may be done: such options do not count when assertions are judged, and a game in which one
was chosen is not written. Others are about points: the report says where.
"""

from __future__ import annotations

from aude.board import Board, Feature
from aude.catalog.texts import Phrase
from aude.formats.jcz.meanings import ABBEY, Meaning
from aude.formats.jcz.pointers import feature_at, printed_at
from aude.game.actions import Action
from aude.game.events import Event
from aude.game.game import GameCore
from aude.game.options import Move, Option
from aude.game.values import Cell, Spot

BEYOND = {"E.W": ((1, 0), (-1, 0)), "N.S": ((0, -1), (0, 1))}  # from a bridge to the cells at its ends
LAYING = ("place", "span", "abbey")
SIDES = ((1, 0), (-1, 0), (0, -1), (0, 1))
TAKING = ("capture", "dismiss", "remove", "escape")  # verbs that take a figure which the answer names by its spot


def rules_differ(says: Phrase) -> Phrase:
    """The remark about a difference."""
    return Phrase("errors.jcz.rules_differ", says=says)


# -- what may be done -------------------------------------------------------------------------------------------------
def reason_against(game: GameCore, board: Board, option: Option) -> Phrase | None:
    """Why one of our options is not one in JCloisterZone; None if it is. The board is that of the same moment."""
    action = option.action
    if action.verb == "bridge" and not _is_bridge_there(board, action):
        return Phrase("errors.jcz.there.bridge")
    if action.verb == "tunnel" and _has_tunnelled(game):
        return Phrase("errors.jcz.there.tunnel")
    if action.verb == "quarter" and action.figure == "abbot":
        return Phrase("errors.jcz.there.quarter")
    if action.verb == "count" and action.quarter == "market_quarter" and "farmers" not in game.setup.elements():
        return Phrase("errors.jcz.there.market")
    if action.verb in ("drive", "join") and action.spot.cell in _dragons(board):
        return Phrase("errors.jcz.there.dragons_tile")
    if action.verb == "deploy" and "spot" in action.facts and _is_far_and_complete(board, action.spot):
        return Phrase("errors.jcz.there.portal")
    if action.verb == "take" and action.points < max(_points_to_take(game)):
        return Phrase("errors.jcz.there.castle")
    if game.step == "last_abbey" and _is_asked_again(game, board, option):
        return Phrase("errors.jcz.there.asked_again")
    return None


def reason_for(game: GameCore, board: Board, wanted: Meaning) -> Phrase | None:
    """Why a message may have a meaning in JCloisterZone that it cannot have here; None if we know no such rule."""
    place = wanted.pointer
    spots = printed_at(board, place.cell) if place is not None and board.tile_at(place.cell) is not None else []
    if wanted.type == "DEPLOY_MEEPLE" and wanted.figure == "abbot" and any(spot.kind == "shrine" for spot in spots):
        return Phrase("errors.jcz.there.shrine")
    if wanted.type == "DEPLOY_MEEPLE" and place is not None and place.feature == "Field" and game.step == "join":
        return Phrase("errors.jcz.there.new_barn")
    if wanted.type == "CAPTURE_FOLLOWER" and place is not None and place.feature == "Quarter":
        return Phrase("errors.jcz.there.city_tower")
    if wanted.what == "ABBOT_RETURN" and "volcano" in board.tiles[-1].symbols:
        return Phrase("errors.jcz.there.volcano_lake")
    if wanted.what == ABBEY and not game.tiles_left:
        return Phrase("errors.jcz.there.last_abbey")
    return None


def _points_to_take(game: GameCore) -> list[int]:
    return [option.action.points for option in game.options if option.action.verb == "take"]


def _dragons(board: Board) -> list[Cell]:
    return [token.cell for token in board.tokens if token.name == "dragon"]


def _is_far_and_complete(board: Board, spot: Spot) -> bool:
    feature = board.feature_at(spot)
    return spot.cell != board.tiles[-1].cell and feature is not None and feature.complete


def _is_asked_again(game: GameCore, board: Board, option: Option) -> bool:
    """In JCloisterZone, the player of the last tile ends the round, and then players with an abbey are asked again."""
    last = next((move.seat for move in reversed(game.moves) if move.action.verb in ("place", "span")), None)
    if option.seat != last:
        return False
    if option.action.verb != "abbey":
        return True
    others = [seat for seat in game.seats if seat != last and board.holdings[seat].get("abbey")]
    laid = {tile.cell for tile in board.tiles}
    around = {(x + dx, y + dy) for x, y in laid for dx, dy in SIDES} - laid - {option.action.cell}
    return bool(others) and any(all((x + dx, y + dy) in laid for dx, dy in SIDES) for x, y in around)


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
def other_points(game: GameCore) -> list[Phrase]:
    """A sentence for each kind of points that differ from those in JCloisterZone."""
    found = [sentence for move in game.moves for sentence in (*_mayors(move), *_castles_at_the_end(move))]
    values = game.setup.values()
    if values.get("fairy_on") == "tile":
        found += _with_the_fairy(game)
    elif "fairy_on" in values:
        found += _friends(game)
    if "siege" in game.setup.elements():
        found += _besieged(game)
    return list({str(sentence): sentence for sentence in found}.values())


def _castles_at_the_end(move: Move) -> list[Phrase]:
    """R-PD-21: the fairy on a castle that nothing has completed."""
    done = [event.spot for event in move.events if event.name == "castle_completed"]
    return [
        Phrase("errors.jcz.points.fairy_on_castle", seat=event.seat)
        for event in move.events
        if event.name == "scored" and "feature" in event.facts and event.feature.kind == "castle"
        if event.feature not in done and any(line.label == "fairy" for line in event.lines)
    ]


def _friends(game: GameCore) -> list[Phrase]:
    """R-PD-39: of two equal followers on one spot, one beside the fairy, one leaves."""
    found: list[Phrase] = []
    before = game.at(0)
    for move in game.moves:
        if move.action.verb in TAKING and "spot" in move.action.facts:
            board = Board(before.state)
            spot = move.action.spot
            equal = [figure for figure in board.figures if figure.spot == spot and figure.kind == move.action.figure]
            is_there = any(token.name == "fairy" and token.spot == spot for token in board.tokens)
            if is_there and len(equal) > len({figure.seat for figure in equal}):
                found.append(Phrase("errors.jcz.points.equal_followers"))
        before.play(move.action, move.seat)
    return found


def _besieged(game: GameCore) -> list[Phrase]:
    """CTH-07, R-CTH-07: besieged castles, and besieged cities of two tiles if these are worth less."""
    board = Board(game.state)
    small = {feature.id for feature in board.features if _is_besieged(board, feature) and len(feature.cells) == 2}
    castles = {number for number in small if board.feature(number).settled}
    found: list[Phrase] = []
    for move in game.moves:
        for event in move.events:
            if event.name != "scored" or "feature" not in event.facts or not event.points:
                continue
            feature = board.feature(feature_at(board, event.feature))
            if feature.kind == "field" and castles & set(feature.beside):
                found.append(Phrase("errors.jcz.points.besieged_castle", seat=event.seat))
            if feature.id in small - castles and game.setup.values().get("tiny_city") == "on":
                found.append(Phrase("errors.jcz.points.besieged_city", seat=event.seat))
    return found


def _is_besieged(board: Board, feature: Feature) -> bool:
    tiles = [(board.tile_at(spot.cell), spot) for spot in feature.spots] if feature.kind == "city" else []
    segments = [(tile, tile.spots.index(spot)) for tile, spot in tiles if tile is not None]
    return any("besieged" in tile.segments[number].traits for tile, number in segments)


def _with_the_fairy(game: GameCore) -> list[Phrase]:
    found: list[Phrase] = []
    fairy: Cell | None = None
    after = game.at(0)
    for move in game.moves:
        after.play(move.action, move.seat)
        fairy = next((event.cell for event in move.events if event.name == "fairy_moved"), fairy)
        bonus = [event for event in move.events if any(line.label == "fairy" for line in event.lines)]
        if bonus:
            found += _by_the_fairy(Board(after.state), bonus, fairy)
    return found


def _by_the_fairy(after: Board, bonus: list[Event], fairy: Cell | None) -> list[Phrase]:
    """Differences in the scores that involve the fairy."""
    found: list[Phrase] = []
    seats: dict[int, set[str]] = {}  # by feature: who got points for the fairy
    for event in bonus:
        if "feature" in event.facts:
            seats.setdefault(feature_at(after, event.feature), set()).add(str(event.seat))
        elif (figures := _figures_at(after, str(event.seat), fairy)) > 1:
            found.append(Phrase("errors.jcz.points.fairys_tile", seat=event.seat, count=figures))
    for several in seats.values():
        if len(several) > 1:
            found.append(Phrase("errors.jcz.points.fairys_feature", seats=sorted(several)))
    return found


def _figures_at(board: Board, seat: str, cell: Cell | None) -> int:
    """How many figures of a seat stand on a tile."""
    spots = [figure.spot for figure in board.figures if figure.seat == seat]
    return sum(spot is not None and spot.cell == cell for spot in spots)


def _mayors(move: Move) -> list[Phrase]:
    """R-AM-12: whoever has nobody but a mayor on a castle."""
    found: list[Phrase] = []
    for event in move.events:
        feature = event.facts.get("feature")
        if event.name == "scored" and isinstance(feature, Spot) and feature.kind == "castle" and event.points:
            home = [other for other in move.events if other.name == "returned" and other.spot == feature]
            if home and all(other.figure == "mayor" for other in home):
                found.append(Phrase("errors.jcz.points.mayor_alone", seat=event.seat, points=event.points))
    return found
