"""The outline of the city and the wall on it, against a naive model: sets of cells, and flood fill from far away."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aude.boxes.the_city.outline import outline, row_behind, side_after, side_before, side_opposite
from aude.boxes.the_city.walls import AHEAD, BACK, PIECES, Wall
from aude.engine.laying import put
from aude.engine.placing import placements
from aude.engine.spots import xy_of_code
from aude.engine.state import State
from aude.game.setup import Setup
from aude.testing import rule
from sizes import sized

CITIES = sized(80, soak=2000)
Cell = tuple[int, int]
Side = tuple[Cell, int]  # a side of the tile in a cell: 0 north, 1 east, 2 south, 3 west

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
# Where a side begins and ends, as grid points relative to the cell's north-west corner, the tile at the right hand.
CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))
RULES = Setup(game="the_city").rules()
PLAIN = RULES.table.index["the_city/A1-public"]  # residential all around: it fits beside everything but a wall


# -- the naive model ----------------------------------------------------------------------------------------------
def beyond(side: Side) -> Cell:
    """The cell that a side faces."""
    (x, y), number = side
    return x + STEPS[number][0], y + STEPS[number][1]


def beside(cell: Cell) -> list[Cell]:
    return [beyond((cell, number)) for number in range(4)]


def outside(city: set[Cell]) -> set[Cell]:
    """The empty cells that can be reached from far away through sides, as far as one cell around the city."""
    low = min(min(cell) for cell in city) - 1
    high = max(max(cell) for cell in city) + 1
    reached = {(low, low)}
    waiting = [(low, low)]
    while waiting:
        for cell in beside(waiting.pop()):
            if cell not in reached and cell not in city and low <= min(cell) and max(cell) <= high:
                reached.add(cell)
                waiting.append(cell)
    return reached


def sides_outside(city: set[Cell]) -> set[Side]:
    """R-CITY-05: every side of a tile that faces the outside."""
    free = outside(city)
    return {(cell, number) for cell in city for number in range(4) if beyond((cell, number)) in free}


def chained(sides: set[Side]) -> list[Side]:
    """The sides one after another, by the grid points where they end; where two begin, along the same empty cell."""

    def corner(side: Side, which: int) -> tuple[int, int]:
        (x, y), number = side
        dx, dy = CORNERS[(number + which) % 4]
        return x + dx, y + dy

    line = [min(sides)]
    while True:
        following = [side for side in sides if corner(side, 0) == corner(line[-1], 1)]
        if len(following) > 1:
            following = [side for side in following if beyond(side) == beyond(line[-1])]
        [after] = following
        if after == line[0]:
            return line
        line.append(after)


def row(city: set[Cell], side: Side) -> list[Cell]:
    """The tiles straight inward from a side, up to the first empty cell."""
    (x, y), number = side
    dx, dy = STEPS[number]
    found = []
    while (x, y) in city:
        found.append((x, y))
        x, y = x - dx, y - dy
    return found


def may_be_laid(city: set[Cell], walled: set[Side], cell: Cell) -> bool:
    """CITY-07, CITY-34, R-CITY-07, R-CITY-28: beside a tile, not against the wall, and all of it stays outside."""
    if cell in city or not city & set(beside(cell)) or any(beyond(side) == cell for side in walled):
        return False
    return walled <= sides_outside(city | {cell})


def walled_in(city: set[Cell], walled: set[Side]) -> bool:
    """Whether nobody can come from far away onto any tile without climbing a wall."""
    low = min(min(cell) for cell in city) - 1
    high = max(max(cell) for cell in city) + 1
    reached = {(low, low)}
    waiting = [(low, low)]
    while waiting:
        here = waiting.pop()
        for number in range(4):
            cell = beyond((here, number))
            stopped = (here, number) in walled or (cell, (number + 2) % 4) in walled
            if not stopped and cell not in reached and low <= min(cell) and max(cell) <= high:
                reached.add(cell)
                waiting.append(cell)
    return not reached & city


# -- the same in the engine -------------------------------------------------------------------------------------------
def code_of(state: State, side: Side) -> int:
    (x, y), number = side
    return int(state.code_of_cell(state.cell_of(x, y))) | number


def read(code: int) -> Side:
    x, y = xy_of_code(code)
    return (int(x), int(y)), code & 3


def lay(state: State, cell: Cell) -> None:
    """Lay a tile, whatever the rules say."""
    put(state, PLAIN, state.cell_of(*cell), 0)


def laid(cells: list[Cell]) -> State:
    state = State(RULES)
    for cell in cells:
        lay(state, cell)
    return state


def drawn(picture: str) -> list[Cell]:
    """The cells of a picture: `#` is a tile, `/` begins another row."""
    return [(x, y) for y, line in enumerate(picture.split("/")) for x, letter in enumerate(line) if letter == "#"]


def wall_of(state: State) -> Wall:
    [wall] = [part for part in state.rules.parts if isinstance(part, Wall)]
    return wall


def wall_sides(state: State) -> list[Side]:
    """The wall from one end to the other, the way its tiles are at the right hand."""
    wall = wall_of(state)
    back, ahead = (int(state.registers[wall.length + way]) for way in (BACK, AHEAD))
    codes = [wall.side_of(state, BACK, number) for number in range(back, 0, -1)]
    codes += [wall.side_of(state, AHEAD, number) for number in range(ahead + 1)]
    return [read(int(code)) for code in codes]


def cells_offered(state: State) -> set[Cell]:
    """Where the engine lets a tile lie that fits beside every other."""
    return {read(int(code))[0] for code in placements(state, PLAIN)}


# -- random cities ----------------------------------------------------------------------------------------------------
def grown(numbers: list[int], liking: str) -> list[Cell]:
    """A connected city, cell by cell. Some like to be thin, some to touch at corners, some to stay together."""
    cells = [(0, 0)]
    for number in numbers:
        free = sorted({near for cell in cells for near in beside(cell)} - set(cells))

        def rank(cell: Cell) -> int:
            touching = len(set(beside(cell)) & set(cells))
            around = sum((cell[0] + dx, cell[1] + dy) in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1))
            ranks = {"thin": around, "corners": 3 * touching - around, "together": -touching, "long": -abs(cell[0])}
            return ranks.get(liking, 0)

        liked = [cell for cell in free if rank(cell) <= sorted(map(rank, free))[len(free) // 8]]
        cells.append(liked[number % len(liked)])
    return cells


NUMBERS = st.integers(min_value=0, max_value=999)
CITY = st.builds(
    grown,
    st.lists(NUMBERS, min_size=5, max_size=40),
    st.sampled_from(["any", "thin", "corners", "together", "long"]),
)


@rule("R-CITY-05")
@settings(max_examples=CITIES, deadline=None)
@given(CITY, NUMBERS)
def test_the_outline_is_one_closed_line_of_the_sides_that_face_outside(cells: list[Cell], start: int) -> None:
    """The walk meets every outer side once, the same from any start and backwards, and never an inner hole."""
    state = laid(cells)
    sides = sides_outside(set(cells))
    line = chained(sides)
    assert len(line) == len(sides)
    found = [read(int(code)) for code in outline(state)]
    turned = line.index(found[0])
    assert found == line[turned:] + line[:turned]
    first = start % len(line)
    here = code_of(state, line[first])
    for after in range(1, len(line) + 1):
        there = int(side_after(state, here))
        assert read(there) == line[(first + after) % len(line)]
        assert side_before(state, there) == here
        here = there


@rule("CITY-54", "CITY-55", "R-CITY-23", "R-CITY-24")
@settings(max_examples=CITIES, deadline=None)
@given(CITY)
def test_a_row_goes_straight_inward_to_the_first_empty_cell(cells: list[Cell]) -> None:
    """From every outer side the row is that of the model, and its far side looks back along the same tiles."""
    city = set(cells)
    state = laid(cells)
    for side in sides_outside(city):
        code = code_of(state, side)
        expected = row(city, side)
        assert [cells[int(slot)] for slot in row_behind(state, code)] == expected
        far = int(side_opposite(state, code))
        assert read(far) == (expected[-1], (side[1] + 2) % 4)
        assert beyond(read(far)) not in city
        assert [cells[int(slot)] for slot in row_behind(state, far)] == expected[::-1]


def check_wall(state: State, cells: list[Cell]) -> None:
    """The wall is a path on the model's outline, and its ends, its gap and what it forbids are the model's."""
    wall = wall_of(state)
    city = set(cells)
    line = chained(sides_outside(city))
    path = wall_sides(state)
    first = line.index(path[0])
    assert [line[(first + number) % len(line)] for number in range(len(path))] == path
    assert len(set(path)) == len(path) == wall.pieces(state) + 1
    assert wall.gap(state) == len(line) - len(path)
    assert [side for side in line if wall.is_walled(state, code_of(state, side))] == [s for s in line if s in path]
    if len(path) < len(line):
        assert read(int(wall.next_side(state, AHEAD))) == line[(first + len(path)) % len(line)]
        assert read(int(wall.next_side(state, BACK))) == line[first - 1]


def check_laying(state: State, cells: list[Cell]) -> None:
    """Exactly the cells of the model are offered for a tile."""
    city, walled = set(cells), set(wall_sides(state))
    near = {cell for tile in cells for cell in beside(tile)} - city
    assert cells_offered(state) == {cell for cell in near if may_be_laid(city, walled, cell)}


@rule("CITY-34", "CITY-35", "R-CITY-05", "R-CITY-06", "R-CITY-07", "R-CITY-16", "R-CITY-28")
@settings(max_examples=CITIES, deadline=None)
@given(CITY, NUMBERS, st.lists(st.tuples(st.sampled_from(["tile", "ahead", "back"]), NUMBERS), max_size=45))
def test_a_wall_grows_at_both_ends_while_the_city_grows(
    cells: list[Cell], gate: int, moves: list[tuple[str, int]]
) -> None:
    """Whatever is laid and built in turn, the wall stays on the outline, and in the end it shuts in every tile."""
    cells = cells[:24]
    state = laid(cells)
    wall = wall_of(state)
    line = chained(sides_outside(set(cells)))
    wall.set_gate(state, code_of(state, line[gate % len(line)]))
    check_wall(state, cells)
    for move, number in moves:
        allowed = sorted(cells_offered(state))
        if move == "tile" and allowed:
            check_laying(state, cells)
            cells.append(allowed[number % len(allowed)])
            lay(state, cells[-1])
        elif wall.gap(state) and wall.pieces(state) < PIECES:
            wall.build(state, AHEAD if move == "ahead" else BACK)
        check_wall(state, cells)
    check_laying(state, cells)
    while wall.gap(state) and wall.pieces(state) < PIECES:
        assert not walled_in(set(cells), set(wall_sides(state)))
        wall.build(state, AHEAD)
    check_wall(state, cells)
    if not wall.gap(state):
        assert walled_in(set(cells), set(wall_sides(state)))
        assert not cells_offered(state) & outside(set(cells))  # only holes can be filled
        check_laying(state, cells)


# -- cities to look at ------------------------------------------------------------------------------------------------
@rule("R-CITY-05")
@pytest.mark.parametrize(
    ("picture", "length"),
    [
        ("#", 4),
        ("####", 10),
        ("###/#.#/###", 12),  # the hole has four sides of its own
        ("###/#.#/##.", 12),  # the hole and the outside touch at a corner: that is not a way in
        ("###/#../###", 16),  # a bay is outside
        ("###/#.#/#.#/#..", 18),  # a deep one too
        ("##../#.##/##.#/.###", 16),  # two holes, one of which touches the other at a corner
    ],
)
def test_the_length_of_some_outlines(picture: str, length: int) -> None:
    """Holes are left out and bays are gone round, also where cells touch at a corner only."""
    assert len(outline(laid(drawn(picture)))) == length


@rule("R-CITY-28")
def test_no_tile_shuts_a_wall_into_a_hole() -> None:
    """The gate stands in a bay: its mouth stays open, and so does the cell before the gate; others can be laid."""
    cells = drawn("###/#../###")
    state = laid(cells)
    wall = wall_of(state)
    assert wall.takes_in(state, code_of(state, ((2, 1), 0)))
    wall.set_gate(state, code_of(state, ((0, 1), 1)))
    assert not wall.takes_in(state, code_of(state, ((2, 1), 0)))
    assert not cells_offered(state) & {(1, 1), (2, 1)}
    assert {(3, 0), (3, 2), (1, -1)} <= cells_offered(state)


@rule("R-CITY-28")
@pytest.mark.parametrize("way", [AHEAD, BACK])
def test_no_tile_shuts_in_one_end_of_a_wall(way: int) -> None:
    """The wall turns a corner into a bay. A tile that touches only that corner would shut in the end, or the gate."""
    state = laid(drawn("..#/#.#/###"))
    wall = wall_of(state)
    assert (1, 0) in cells_offered(state)
    wall.set_gate(state, code_of(state, ((0, 1), 0 if way == AHEAD else 1)))
    wall.build(state, way)
    assert set(wall_sides(state)) == {((0, 1), 0), ((0, 1), 1)}
    assert not cells_offered(state) & {(0, 0), (1, 0), (1, 1)}


@rule("R-CITY-28")
def test_a_tile_that_leaves_the_wall_outside_may_shut_a_bay() -> None:
    """With the gate far from the bay its mouth may be shut, though that makes a hole."""
    state = laid(drawn("###/#../###"))
    wall = wall_of(state)
    wall.set_gate(state, code_of(state, ((0, 0), 3)))
    assert (2, 1) in cells_offered(state)
    assert wall.gap(state) == 15
    lay(state, (2, 1))
    assert wall.gap(state) == 11


@rule("R-CITY-28")
def test_a_tile_before_the_gate_is_not_taken_in() -> None:
    """In a corridor the walk of the new outline could never come back to the gate: the answer is no, and comes."""
    state = laid(drawn("####/#.../####"))
    wall = wall_of(state)
    wall.set_gate(state, code_of(state, ((2, 0), 2)))
    assert int(wall.parts_around(state, state.cell_of(2, 1))).bit_count() == 2
    assert not wall.takes_in(state, state.code_of_cell(state.cell_of(2, 1)))
    assert (2, 1) not in cells_offered(state)


@rule("R-CITY-06")
def test_both_ends_lead_to_the_last_free_side() -> None:
    """Around a single tile: after the gate and two pieces one side is left, and a piece there closes the wall."""
    state = laid([(0, 0)])
    wall = wall_of(state)
    wall.set_gate(state, code_of(state, ((0, 0), 0)))
    assert read(int(wall.build(state, AHEAD))) == ((0, 0), 1)
    assert read(int(wall.build(state, BACK))) == ((0, 0), 3)
    assert wall.next_side(state, AHEAD) == wall.next_side(state, BACK) == code_of(state, ((0, 0), 2))
    assert wall.gap(state) == 1
    wall.build(state, BACK)
    assert wall.gap(state) == 0 and not cells_offered(state)
