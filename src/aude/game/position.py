"""A position laid by hand: tiles, figures and pieces put on the table without playing, checked, and played on from.

Lines of a record before the first action:

    lay base/FFRF-monastery 1,0 turn 90
    gone base/RRRR
    stand red meeple city N at 0,0
    points red 12
    hold red wine 2
    turn blue

Boxes add lines for what they bring (`Box.position_forms`): `lay dragon 1,0`, `stand red meeple tower at 1,0`. Nothing
here knows them by name. `aude.game.position_lines` writes the lines of a game that is under way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aude.catalog.closest import closest
from aude.engine.figures import deploy, free_figure
from aude.engine.laying import put
from aude.engine.placing import rotations_allowed
from aude.engine.rules import MISWRITTEN, Box, Rules
from aude.engine.start import begin_turn, lay_start
from aude.engine.state import State
from aude.engine.words import read_cell, read_number, read_seat, read_slot, read_spots
from aude.errors import Unreadable
from aude.game.setup import POSITION_WORDS

if TYPE_CHECKING:
    from aude.game.game import Game


MAX_POINTS = 99_999
LAY_FORM = "lay TILE X,Y turn 0|90|180|270"
BLOCK_FORM = "lay block TILE X,Y turn 0|90|180|270"
STAND_FORM = "stand SEAT FIGURE FEATURE [SIDES] at X,Y"


def lay_position(game: Game, lines: list[tuple[int, str]]) -> None:
    """Lay a position in a game that has not begun; the errors name the line."""
    if game.moves:
        raise Unreadable("a position can only be laid before the first action")
    state = _laid_soundly(game, lines, scored=True)
    begin_turn(state, state.player)
    game.state = state
    game.position = [" ".join(line.split()) for _, line in lines]
    game._deal()


def lay_to_score(game: Game, lines: list[tuple[int, str]]) -> None:
    """Lay a position to be looked at, not played on: what is complete may still wait for its scoring."""
    state = _laid_soundly(game, lines, scored=False)
    state.actor = state.player
    game.state = state
    game.position = [" ".join(line.split()) for _, line in lines]


def _laid_soundly(game: Game, lines: list[tuple[int, str]], scored: bool) -> State:
    state = laid_state(game.rules, lines)
    problem = contradiction(state, scored)
    if problem:
        raise Unreadable(problem, lines[-1][0] or None)
    return state


def laid_state(rules: Rules, lines: list[tuple[int, str]]) -> State:
    """The table that the lines lay, before the turn of its player.

    What seats hold is counted when everything else lies, wherever its lines stand: laying takes from it.
    """
    state = State(rules)
    lay_start(state)
    said: set[tuple[str, ...]] = set()
    for number, line in sorted(lines, key=lambda entry: entry[1].split()[0] == "hold"):
        words = line.split()
        once = said_once(words)
        try:
            if once and once in said:
                raise Unreadable(f"a second line {' '.join(once)!r}")
            said.add(once)
            lay_line(state, words)
        except Unreadable as error:
            raise Unreadable(error.says, number or None) from None
    return state


def said_once(words: Sequence[str]) -> tuple[str, ...]:
    """What a position says only once (`points red`): the beginning of a line, nothing of a line about the table."""
    return tuple(words[: {"turn": 1, "points": 2, "hold": 3}.get(words[0], 0)])


def lay_line(state: State, words: list[str]) -> None:
    """Do what one line says."""
    verb, rest = words[0], words[1:]
    if verb == "lay":
        _lay(state, rest)
    elif verb == "stand":
        _stand(state, rest)
    elif verb == "points":
        seat = _seat(state, rest[:1])
        points = read_number(rest[1]) if len(rest) == 2 else None
        if points is None or abs(points) > MAX_POINTS:
            raise Unreadable(f"points are written 'points SEAT NUMBER', up to {MAX_POINTS}")
        state.scores[seat] = points
    elif verb == "hold":
        _hold(state, rest)
    elif verb == "gone":
        _take_from_bag(state, _tile(state, rest))
    elif verb == "turn":
        state.player = _seat(state, rest)
    else:
        raise Unreadable(f"{verb!r} is no line of a position ({', '.join(POSITION_WORDS)})")


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


# -- the lines of boxes -----------------------------------------------------------------------------------------------
def forms(rules: Rules, verb: str) -> dict[str, tuple[Box, str]]:
    """The words that boxes understand behind `lay`, or behind the figure of `stand`: whose each is, and its form."""
    at = {"lay": 1, "stand": 3}[verb]
    return {
        word: (box, form)
        for box in rules.boxes
        for form in box.position_forms()
        if form.split()[0] == verb
        for word in form.split()[at].split("|")
        if word.islower()
    }


def _let_box_lay(state: State, box: Box, form: str, words: list[str], figure: int) -> None:
    problem = box.lay_piece(state, words, figure)
    if problem == MISWRITTEN:
        raise Unreadable(f"this is written {form!r}")
    if problem:
        raise Unreadable(problem)


# -- reading ----------------------------------------------------------------------------------------------------------
def _seat(state: State, words: list[str]) -> int:
    seat = read_seat(state, words[0]) if len(words) == 1 else -1
    if seat < 0:
        raise Unreadable(f"a seat is wanted here: {', '.join(state.rules.seat_names)}")
    return int(seat)


def _lay(state: State, words: list[str]) -> None:
    from aude.formats.record import read_laid

    if not words:
        raise Unreadable(f"a laid tile is written {LAY_FORM!r}")
    if words[0] == "block":
        _lay_block(state, words)
        return
    pieces = forms(state.rules, "lay")
    if words[0] in pieces:
        box, form = pieces[words[0]]
        _let_box_lay(state, box, form, words, -1)
        return
    builder = -1  # whoever makes the sides match, if nothing else does
    if len(words) > 3 and words[-2] in (box.loose_verb(state) for box in state.rules.loose_rotations):
        builder = _seat(state, words[-1:])
        words = words[:-2]
    name, x, y, turn = read_laid(words)
    tile = _tile(state, [name])
    there = state.board_at(x, y)
    if there > 0:
        raise Unreadable(f"a tile lies at {x},{y} already")
    if there == 0:
        raise Unreadable(f"{x},{y} touches no tile on the table")
    same = state.rules.table.equal_rotation[tile * 4 + turn]
    fits = rotations_allowed(state, tile, -there - 1) >> same & 1
    cell = state.cell_of(x, y)
    _take_from_bag(state, tile)
    if builder < 0 and fits:
        put(state, tile, cell, same)
    elif builder < 0 or fits or not _lay_loosely(state, tile, cell, same, builder):
        does = "matches its neighbours without help" if fits else "does not match its neighbours"
        raise Unreadable(f"{name} turned {turn * 90} {does} at {x},{y}")


def _lay_loosely(state: State, tile: int, cell: int, turn: int, builder: int) -> bool:
    """Lay a tile that matches only with what a seat's box adds to it; False if nothing helps."""
    player, state.player = state.player, builder
    found = any(box.lay_loosely(state, tile, cell, turn) >= 0 for box in state.rules.loose_rotations)
    state.player = player
    return found


def _lay_block(state: State, words: list[str]) -> None:
    """The start blocks that players lay themselves, by the step that asks for them in a game."""
    place = state.rules.step_numbers.get("block")
    step = state.rules.program[place] if place is not None else None
    offered = {" ".join(step.words(state, code)): code for code in step.legal(state)} if step else {}
    if step is None or not offered:
        raise Unreadable("no start block waits to be laid in this game")
    if " ".join(words) not in offered:
        raise Unreadable(f"a start block is written {BLOCK_FORM!r}; it can lie so: {closest(' '.join(words), offered)}")
    step.apply(state, offered[" ".join(words)])


def _tile(state: State, words: list[str]) -> int:
    index = state.rules.table.index
    name = " ".join(words)
    if name not in index:
        pieces = forms(state.rules, "lay")
        besides = f"; pieces: {', '.join(pieces)}" if pieces else ""
        raise Unreadable(f"there is no tile {name!r} in this game; tiles: {closest(name, index)}{besides}")
    return index[name]


def _take_from_bag(state: State, tile: int) -> None:
    if not state.bag[tile]:
        raise Unreadable(f"there is no {state.rules.table.tiles[tile].id} left in the bag")
    state.bag[tile] -= 1
    state.bag_size -= 1


def _hold(state: State, words: list[str]) -> None:
    """`SEAT THING NUMBER`"""
    seat = _seat(state, words[:1])
    boxes = {name: box for box in state.rules.boxes for name, _ in box.holdings(state, seat)}
    number = read_number(words[2]) if len(words) == 3 else None
    if number is None or number < 0:
        raise Unreadable(
            f"what a seat holds is written 'hold SEAT THING NUMBER' (things: {', '.join(boxes) or 'none'})"
        )
    if words[1] not in boxes:
        raise Unreadable(f"nobody holds {words[1]!r} in this game; things: {closest(words[1], boxes)}")
    if not boxes[words[1]].hold(state, seat, words[1], number):
        raise Unreadable(f"{words[0]} cannot hold {number} {words[1]}")


def _stand(state: State, words: list[str]) -> None:
    """`SEAT FIGURE KIND [PORTS] at X,Y`, or a place of a box instead of a segment"""
    rules = state.rules
    seat = _seat(state, words[:1])
    kinds = [kind.name for kind in rules.figure_kinds]
    places = forms(rules, "stand")
    in_place = words[2:3] != [] and words[2] in places
    on_segment = len(words) in (5, 6) and words[-2] == "at" and read_cell(words[-1]) is not None
    if len(words) < 3 or words[1] not in kinds or not (in_place or on_segment):
        raise Unreadable(f"a figure is written {STAND_FORM!r} (figures: {', '.join(kinds)})")
    figure_kind = kinds.index(words[1])
    figure = int(free_figure(state, figure_kind, seat))
    if not in_place:
        node = _spot(state, words[2:])
        if not rules.stands_on[figure_kind] >> state.kind_of(node) & 1:
            raise Unreadable(f"a {words[1]} may not stand on a {words[2]}")
    if figure < 0:
        raise Unreadable(f"{words[0]} has no {words[1]} left")
    if in_place:
        box, form = places[words[2]]
        _let_box_lay(state, box, form, words[2:], figure)
    else:
        deploy(state, figure, node)


def _spot(state: State, words: list[str]) -> int:
    """The one segment that `KIND [PORTS] at X,Y` means."""
    if read_slot(state, words[-1]) < 0:
        raise Unreadable(f"no tile lies at {words[-1]}")
    spots = read_spots(state, words)
    if len(spots) != 1:
        raise Unreadable(f"{len(spots) or 'no'} places {' '.join(words[:-2])!r} on the tile at {words[-1]}")
    return spots[0]
