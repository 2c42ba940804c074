"""The wall in positions laid by hand: how its lines are read and written. R-CITY-40."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.the_city.rounds import Rounds
from aude.boxes.the_city.wall_steps import SIDE_WORDS
from aude.boxes.the_city.walls import AHEAD, PIECES, WAYS, Wall, outline, slot_at
from aude.engine.figures import move
from aude.engine.rules import AT_LAST, MISWRITTEN
from aude.engine.state import State
from aude.engine.words import read_seat, read_slot, slot_word, whose_figure

FORMS: Final = [
    "lay gate N|E|S|W at X,Y",
    "lay wall N|E|S|W at X,Y",
    "lay tower SEAT N|E|S|W at X,Y",
    "stand SEAT FIGURE guard N|E|S|W at X,Y",
]
NOWHERE: Final = -1


def lay_piece(state: State, rounds: Rounds, words: list[str], figure: i64) -> str:
    """A line about the wall; its last words are `N at X,Y`, a side of a tile."""
    length = 5 if words[0] == "tower" else 4
    if len(words) != length or words[-3] not in SIDE_WORDS or words[-2] != "at":
        return MISWRITTEN
    slot = read_slot(state, words[-1])
    if slot < 0:
        return f"no tile lies at {words[-1]}"
    side = state.code_of_cell(state.slot_cell[slot]) | SIDE_WORDS.index(words[-3])
    wall = rounds.wall
    if words[0] == "gate":
        return lay_gate(state, wall, side)
    if words[0] == "wall":
        return lay_wall(state, wall, side)
    if words[0] == "tower":
        seat = read_seat(state, words[1])
        if seat < 0:
            return MISWRITTEN
        return lay_tower(state, rounds, seat, side)
    return stand_guard(state, wall, figure, side)


def side_name(state: State, side: i64) -> str:
    """A side of a tile as `N at 0,0`."""
    return f"{SIDE_WORDS[side & 3]} at {slot_word(state, slot_at(state, side))}"


def piece_at(state: State, wall: Wall, side: i64) -> i64:
    """The piece of wall at a side, as way * PIECES + its number - 1; NOWHERE if none stands there."""
    for way in range(WAYS):
        for number in range(state.registers[wall.length + way]):
            if state.registers[wall.sides + way * PIECES + number] == side:
                return way * PIECES + number
    return NOWHERE


def lay_gate(state: State, wall: Wall, side: i64) -> str:
    """CITY-32: the gate comes before the wall."""
    if wall.stands(state):
        return f"the gate stands at {side_name(state, wall.side_of(state, AHEAD, 0))} already"
    if side not in outline(state):
        return f"the side {side_name(state, side)} is not at the edge of the city (CITY-32)"
    wall.set_gate(state, side)
    return ""


def lay_wall(state: State, wall: Wall, side: i64) -> str:
    """CITY-34: the next piece at one of the two ends."""
    if not wall.stands(state):
        return "the wall begins at the gate; lay the gate first (CITY-32)"
    if wall.pieces(state) == PIECES:
        return f"there are no more than {PIECES} pieces of wall (R-CITY-08)"
    for way in range(WAYS):
        if not wall.is_closed(state) and wall.place(state, way) == side:
            wall.build(state, way)
            return ""
    ends = " or ".join([side_name(state, wall.place(state, way)) for way in range(WAYS)])
    return f"the wall goes on at one of its ends, {ends}; not at {side_name(state, side)} (R-CITY-05)"


def lay_tower(state: State, rounds: Rounds, seat: i64, side: i64) -> str:
    """CITY-39: a tower of a seat stands behind a piece."""
    wall = rounds.wall
    piece = piece_at(state, wall, side)
    if piece < 0:
        return f"no wall stands at {side_name(state, side)}; lay it first (CITY-39)"
    if state.registers[wall.towers + piece]:
        return f"a tower stands at {side_name(state, side)} already"
    if not state.registers[rounds.towers + seat]:
        return f"{state.rules.seat_names[seat]} has no tower left (CITY-02)"
    state.registers[rounds.towers + seat] -= 1
    wall.put_tower(state, piece // PIECES, piece % PIECES + 1, seat)
    return ""


def stand_guard(state: State, wall: Wall, figure: i64, side: i64) -> str:
    """CITY-37: a follower stands on a piece."""
    piece = piece_at(state, wall, side)
    if piece < 0:
        return f"no wall stands at {side_name(state, side)}; lay it first (CITY-37)"
    if wall.is_guarded(state, side):
        return f"a guard stands at {side_name(state, side)} already (CITY-37)"
    move(state, figure, wall.post(piece // PIECES, piece % PIECES + 1))
    return ""


def position_lines(state: State, wall: Wall) -> list[tuple[int, str]]:
    """The gate, the wall on both ways from it, the towers and the guards."""
    if not wall.stands(state):
        return []
    lines = [f"lay gate {side_name(state, wall.side_of(state, AHEAD, 0))}"]
    for way in range(WAYS):
        for number in range(1, state.registers[wall.length + way] + 1):
            lines.append(f"lay wall {side_name(state, wall.side_of(state, way, number))}")
    for way in range(WAYS):
        for number in range(1, state.registers[wall.length + way] + 1):
            owner = state.registers[wall.towers + way * PIECES + number - 1] - 1
            if owner >= 0:
                name = state.rules.seat_names[owner]
                lines.append(f"lay tower {name} {side_name(state, wall.side_of(state, way, number))}")
    for figure in range(state.rules.figures):
        side = wall.watched_side(state, state.figure_at[figure])
        if side >= 0:
            lines.append(f"stand {whose_figure(state, figure)} guard {side_name(state, side)}")
    return [(AT_LAST, line) for line in lines]
