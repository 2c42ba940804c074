"""Writes one of our games as a save of JCloisterZone, as far as the format allows.

The result is read back and compared; if the rules of JCloisterZone lead to something else, the game is refused.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from aude.board import Board, LaidTile
from aude.catalog import boxes as our_boxes
from aude.catalog.errors import unreadable
from aude.catalog.texts import Phrase
from aude.errors import AudeError, Unreadable
from aude.formats.jcz.catalog import EDITIONS, ELEMENTS, FIXED, FORCED, RULES, SETS, TWINS
from aude.formats.jcz.differences import other_points
from aude.formats.jcz.meanings import ABBEY, equal_rotation
from aude.formats.jcz.messages import Writer
from aude.formats.jcz.moves import Run, follow
from aude.formats.jcz.save import read_save
from aude.formats.jcz.setup_of import has_herd, layout_of
from aude.game.game import GameCore

# Rules that one version only knows; to the other they are an error.
OLD, NEW = "5.7.0", "6.2.0"
ONLY_OLD, ONLY_NEW = "gq11-pig-herd", "inn-and-cathedral-final-scoring"
SET_UP = ("start", "block")  # verbs of choices that come before the first turn
WITHOUT_EDITION = ("count", "cult/5", "cult/6", "tunnel", "corn-circles", "siege", "gq11")


def write_save(game: GameCore) -> str:
    """The text of the save. Reading it gives the same game."""
    if game.setup.game != "carcassonne":
        raise unreadable("jcz.no_game", name=game.setup.game)
    for line in game.position:
        verb, what, *rest = line.split()
        if verb not in ("lay", "gone") or "/" not in what or "span" in rest:  # tiles, and no pieces
            raise unreadable("jcz.cannot_hold_position", text=line)
    theirs = names_of_tiles(game)
    begun = next((k for k, move in enumerate(game.moves) if move.action.verb not in SET_UP), len(game.moves))
    opening = game.at(begun)
    first = game.seats.index(opening.player)
    seats = [*game.seats[first:], *game.seats[:first]]
    setup = setup_json(game, Board(opening.state), theirs)
    writer = Writer(opening, game, theirs, {seat: number for number, seat in enumerate(seats)})
    messages = writer.write(begun)
    notes: dict[str, Any] = {"drawOrder": writer.drawn}
    if game.over:
        notes["endTurn"] = len(writer.drawn)
    save = {
        "appVersion": version_of(setup["rules"]),
        "gameId": game.fingerprint(),
        "name": "",
        "initialRandom": 0.0,
        "setup": setup,
        "players": [{"name": seat, "slot": game.seats.index(seat)} for seat in seats],
        "replay": messages,
        "gameAnnotations": notes,
    }
    text = json.dumps(save, indent=2) + "\n"
    check_back(game, text)
    return text


def names_of_tiles(game: GameCore) -> dict[str, str]:
    """The names there of all tiles of a game that have one."""
    found = {tile.id: str(tile.more["jcz"]) for tile, _ in game.setup.tile_list() if "jcz" in tile.more}
    return {**found, "abbey_mayor/abbey": ABBEY}


# -- the set-up -------------------------------------------------------------------------------------------------------
def setup_json(game: GameCore, opening: Board, theirs: Mapping[str, str]) -> dict[str, Any]:
    """Sets, elements, rules and start tiles."""
    return {
        "sets": sets_of(game, opening),
        "elements": elements_of(game),
        "rules": rules_of(game),
        "timer": None,
        "start": [start_json(laid, theirs) for laid in opening.tiles],
    }


def sets_of(game: GameCore, opening: Board) -> dict[str, int]:
    """The tile sets that are in the game, each with as many copies as its most frequent tile needs."""
    values = game.setup.values()
    edition = next(key for key, name in EDITIONS.items() if key and name == values["edition"])
    in_game = Counter(laid.id for laid in opening.tiles) + Counter(opening.tiles_left)  # some are not used
    tiles = [(tile, in_game[tile.id]) for tile, count in game.setup.tile_list() if count]
    found: dict[str, int] = {}
    for name, one in SETS.items():
        here = [(tile, count) for tile, count in tiles if count and one.holds(tile)]
        has_sixth = any(tile.more.get("subset") == "rgg_only" for tile, count in tiles if count)
        if (name == "cult/5" and has_sixth) or (name == "cult/6" and not has_sixth):
            continue
        if here:
            suffix = "" if name.startswith(WITHOUT_EDITION) else f":{edition}"
            each = [(n, tile.first_edition if edition == "1" else tile.count) for tile, n in here]
            found[name + suffix] = max(1, *(-(-n // count) for n, count in each if count))
    known = {one.tiles for one in SETS.values()}
    for tile, count in tiles:
        if count and tile.set not in known:
            raise unreadable("jcz.no_tiles_of", name=tile.set)
    return found


def elements_of(game: GameCore) -> dict[str, object]:
    """The elements that are switched on, with the number of figures that each player has."""
    boxes = {"carcassonne", *game.setup.boxes}
    known = FORCED | {one.box for one in SETS.values()} | {one.box for one in ELEMENTS.values()}
    for box in boxes:
        if box not in known:
            raise unreadable("jcz.no_box", name=our_boxes.info(box).title)
    figures = {kind.name: kind.each for kind in game.rules.figure_kinds}
    here = game.setup.elements()
    found: dict[str, object] = {}
    for name, element in ELEMENTS.items():
        in_game = element.box in boxes or bool(boxes & set(TWINS.get(element.box, ())))
        if name == "pig-herd" and not in_game:
            if any(has_herd(tile) for tile, count in game.setup.tile_list() if count):
                found[name] = True  # without the box that could leave them out herds count
        elif in_game and (not element.part or element.part in here):
            found[name] = figures[element.figure] if element.figure else True
    return found


def rules_of(game: GameCore) -> dict[str, object]:
    """The rules that differ from their default."""
    values = game.setup.values()
    found: dict[str, object] = {}
    for name, (option, meanings) in RULES.items():
        if option in values:
            theirs = next((word for word, value in meanings.items() if value == values[option]), None)
            if theirs is None:
                raise unreadable("jcz.no_rule_for", option=option, value=values[option])
            if theirs != next(iter(meanings)):
                found[name] = {"true": True, "false": False}.get(theirs, theirs)
    return found


def version_of(rules: Mapping[str, object]) -> str:
    """The version of JCloisterZone that knows these rules."""
    if ONLY_OLD in rules and ONLY_NEW in rules:
        raise unreadable("jcz.not_both_rules", one=ONLY_OLD, other=ONLY_NEW)
    return OLD if ONLY_OLD in rules else NEW


def start_json(laid: LaidTile, theirs: Mapping[str, str]) -> dict[str, Any]:
    """A start tile in the format of the file."""
    if laid.id not in theirs:
        raise unreadable("jcz.no_tile", tile=laid.id)
    x, y = laid.cell
    return {"tile": theirs[laid.id], "x": x, "y": y, "rotation": laid.rotation}


# -- the proof --------------------------------------------------------------------------------------------------------
def check_back(game: GameCore, text: str) -> None:
    """Read the save back, and check that it gives the same game."""
    differ = other_points(game)
    if differ:
        raise unreadable("jcz.cannot_hold", says=differ[0])
    save = read_save(text)
    values = game.setup.values()
    fixed = {
        name: value for name, value in FIXED.items() if name != "first_player"
    }  # whoever begins is the first there
    odd = [f"{name} = {values[name]}" for name, value in fixed.items() if values.get(name, value) != value]
    if values.get("farm_scoring") == "per_city_4":
        odd.append("farm_scoring = per_city_4")

    def cannot_hold(says: object) -> Unreadable:
        return unreadable("jcz.cannot_hold_with" if odd else "jcz.cannot_hold", options=odd, says=says)

    try:
        run: Run = follow(save, layout_of(save))
    except AudeError as error:
        raise cannot_hold(error) from None
    there = on_the_table(Board(run.game.state))
    for what, mine in on_the_table(Board(game.state)).items():
        if there[what] != mine:
            raise cannot_hold(Phrase(f"errors.jcz.read_back.{what}"))


def on_the_table(board: Board) -> dict[str, object]:
    """The visible state of a game: points, tiles, figures and everything that seats hold."""
    standing = [figure for figure in board.figures if figure.spot is not None]
    return {
        "points": board.scores,
        "tiles": {(laid.id, laid.cell, equal_rotation(board, laid.id, laid.rotation)) for laid in board.tiles},
        "figures": Counter((figure.seat, figure.kind, figure.spot) for figure in standing),
        "supply": board.supply,
        "holdings": board.holdings,
    }
