"""A position laid by hand: tiles and figures put on the table without playing, checked, and played on from.

Lines of a record before the first action:

    lay base/FFRF-monastery 1,0 turn 90
    gone base/RRRR
    stand red meeple city N at 0,0
    points red 12
    hold red wine 2
    turn blue
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aude.engine.figures import deploy, free_figure
from aude.engine.state import State
from aude.engine.words import read_cell, read_number, sides_of
from aude.errors import Unreadable
from aude.setup import POSITION_WORDS, closest

if TYPE_CHECKING:
    from aude.game import Game


MOST_POINTS = 99_999


def lay_position(game: Game, lines: list[tuple[int, str]]) -> None:
    """Lay a position in a game that has not begun; the errors name the line."""
    if game.moves:
        raise Unreadable("a position can only be laid before the first action")
    state, player = laid_state(game, lines)
    problem = contradiction(state)
    if problem:
        raise Unreadable(problem, lines[-1][0] or None)
    state.begin_turn(player)
    game.state = state
    game.position = [" ".join(line.split()) for _, line in lines]
    game._deal()


def lay_to_score(game: Game, lines: list[tuple[int, str]]) -> None:
    """Lay a position to be looked at, not played on: what is complete may still wait for its scoring."""
    state, player = laid_state(game, lines)
    problem = contradiction(state, scored=False)
    if problem:
        raise Unreadable(problem, lines[-1][0] or None)
    state.player = state.actor = player
    game.state = state
    game.position = [" ".join(line.split()) for _, line in lines]


def laid_state(game: Game, lines: list[tuple[int, str]]) -> tuple[State, int]:
    """The table that the lines lay, before anybody's turn, and whose turn it will be."""
    state = State(game.rules)
    state.lay_start()
    player = 0
    said: set[tuple[str, ...]] = set()
    for number, line in lines:
        words = line.split()
        once = tuple(words[: {"turn": 1, "points": 2, "hold": 3}.get(words[0], 0)])
        try:
            if once and once in said:
                raise Unreadable(f"a second line {' '.join(once)!r}")
            said.add(once)
            if words[0] == "lay":
                _lay(game, state, words[1:])
            elif words[0] == "stand":
                _stand(game, state, words[1:])
            elif words[0] == "points":
                seat = _seat(game, words[1:2])
                points = read_number(words[2]) if len(words) == 3 else None
                if points is None or abs(points) > MOST_POINTS:
                    raise Unreadable(f"points are written 'points SEAT NUMBER', up to {MOST_POINTS}")
                state.scores[seat] = points
            elif words[0] == "hold":
                _hold(game, state, words[1:])
            elif words[0] == "gone":
                _take_from_bag(game, state, _tile(game, words[1:]))
            elif words[0] == "turn":
                player = _seat(game, words[1:])
            else:
                raise Unreadable(f"{words[0]!r} is no line of a position ({', '.join(POSITION_WORDS)})")
        except Unreadable as error:
            raise Unreadable(error.says, number or None) from None
    return state, player


def contradiction(state: State, scored: bool = True) -> str | None:
    """What cannot be in a position, in a sentence; None if it is sound. `scored`: whatever is complete has been."""
    rules = state.rules
    taken: set[int] = set()
    for figure in range(rules.figures):
        node = int(state.figure_at[figure])
        if node < 0:
            continue
        if node in taken and not rules.shared_spots:
            return "two figures stand on the same spot; each comes onto its own tile (BASE-19)"
        taken.add(node)
        feature = state.root[node]
        kind = rules.kinds[state.kind_of(feature)]
        if scored and kind.completes and state.is_complete(feature):
            seat = rules.seat_names[rules.figure_seat[figure]]
            return f"{seat} stands on a {kind.name} that is complete: it would have been scored"
    return next((objection for box in rules.boxes if (objection := box.objection(state))), None)


def _seat(game: Game, words: list[str]) -> int:
    if len(words) != 1 or words[0] not in game.seats:
        raise Unreadable(f"a seat is wanted here: {', '.join(game.seats)}")
    return game.seats.index(words[0])


def _lay(game: Game, state: State, words: list[str]) -> None:
    from aude.engine.placing import turns_allowed
    from aude.record import read_laid

    if not words:
        raise Unreadable("a laid tile is written 'lay TILE X,Y turn 0|90|180|270'")
    name, x, y, turn = read_laid(words)
    tile = _tile(game, [name])
    there = state.board_at(x, y)
    if there > 0:
        raise Unreadable(f"a tile lies at {x},{y} already")
    if there == 0:
        raise Unreadable(f"{x},{y} touches no tile on the table")
    same = game.rules.table.equal_turn[tile * 4 + turn]
    if not turns_allowed(state, tile, -there - 1) >> same & 1:
        raise Unreadable(f"{name} turned {turn * 90} does not match its neighbours at {x},{y}")
    _take_from_bag(game, state, tile)
    state.put(tile, state.cell_of(x, y), same)


def _tile(game: Game, words: list[str]) -> int:
    index = game.rules.table.index
    name = " ".join(words)
    if name not in index:
        raise Unreadable(f"there is no tile {name!r} in this game; tiles: {closest(name, index)}")
    return index[name]


def _take_from_bag(game: Game, state: State, tile: int) -> None:
    if not state.bag[tile]:
        raise Unreadable(f"there is no {game.rules.table.tiles[tile].id} left in the bag")
    state.bag[tile] -= 1
    state.bag_size -= 1


def _hold(game: Game, state: State, words: list[str]) -> None:
    """`SEAT THING NUMBER`"""
    seat = _seat(game, words[:1])
    boxes = {name: box for box in game.rules.boxes for name, _ in box.holdings(state, seat)}
    number = read_number(words[2]) if len(words) == 3 else None
    if number is None or number < 0:
        raise Unreadable(
            f"what a seat holds is written 'hold SEAT THING NUMBER' (things: {', '.join(boxes) or 'none'})"
        )
    if words[1] not in boxes:
        raise Unreadable(f"nobody holds {words[1]!r} in this game; things: {closest(words[1], boxes)}")
    if not boxes[words[1]].hold(state, seat, words[1], number):
        raise Unreadable(f"{words[0]} cannot hold {number} {words[1]}")


def _stand(game: Game, state: State, words: list[str]) -> None:
    """`SEAT FIGURE KIND [PORTS] at X,Y`"""
    rules = game.rules
    seat = _seat(game, words[:1])
    kinds = [kind.name for kind in rules.figure_kinds]
    cell = read_cell(words[-1]) if len(words) in (5, 6) and words[-2] == "at" else None
    if cell is None or words[1] not in kinds:
        figures = ", ".join(kinds)
        raise Unreadable(f"a figure is written 'stand SEAT FIGURE FEATURE [SIDES] at X,Y' (figures: {figures})")
    slot = state.board_at(*cell) - 1
    if slot < 0:
        raise Unreadable(f"no tile lies at {words[-1]}")
    first = state.slot_first[slot]
    wanted = words[3] if len(words) == 6 else None
    spots = []
    for node in range(first, first + rules.table.tile_segments[state.slot_tile[slot] >> 2]):
        ports = sides_of(state, node)
        fits = wanted is None or wanted == ".".join(ports) or wanted in ports
        if rules.kinds[state.kind_of(node)].name == words[2] and fits:
            spots.append(node)
    if len(spots) != 1:
        found = "no" if not spots else f"{len(spots)}"
        raise Unreadable(f"{found} places {' '.join(words[2:-2])!r} on the tile at {words[-1]}")
    figure_kind = kinds.index(words[1])
    if not rules.stands_on[figure_kind] >> state.kind_of(spots[0]) & 1:
        raise Unreadable(f"a {words[1]} may not stand on a {words[2]}")
    figure = free_figure(state, figure_kind, seat)
    if figure < 0:
        raise Unreadable(f"{words[0]} has no {words[1]} left")
    deploy(state, figure, spots[0])
