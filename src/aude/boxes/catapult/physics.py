"""A shot over a simulated table (R-CAT-12). This file is not compiled, and pymunk is loaded when a shot is simulated.

Lengths are in tiles. The catapult stands at the shooter's side of the table. The token flies a parabola: the aim says
where it would come down, the strength how flat it comes, the wobble how far hand and eye were wrong. Seen from above it
then slides over the table, strikes figures and pushes them into others; that part is pymunk's.
"""

from __future__ import annotations

import importlib
import importlib.util
import math
from collections.abc import Iterator
from functools import cache, lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

from aude.boxes.catapult.flight import STRENGTHS, TABLE, rectangle
from aude.engine.figures import exposed_slot
from aude.engine.spots import ports_of, xy_of_code
from aude.engine.state import State
from aude.errors import AudeError

if TYPE_CHECKING:
    from aude.boxes.catapult.shots import Shots

LIBRARY = "pymunk"

# Figures and token in tiles, weights in grams.
TILE = 45  # millimetres
GRAVITY = 9.81 * 1000 / TILE
FIGURE_RADIUS = 0.15
APART = 2 * FIGURE_RADIUS  # how near two of them can stand
FIGURE_HEIGHT = 0.35
FIGURE_WEIGHT = 1.5
TOKEN_RADIUS = 0.2
TOKEN_WEIGHT = 0.6  # card, not wood
GRIP = 0.45  # friction between wood or card and the table
BOUNCE = 0.3  # what is left of the token's speed along the table when it comes down

LOB = math.radians(70)  # the elevation with strength 1
FLAT = math.radians(25)  # the elevation with the greatest strength
ASTRAY = math.radians(4)  # one standard deviation of the direction
UNEVEN = 0.05  # the relative standard deviation of the speed
CATAPULT_AWAY = 3.0  # from the edge of the rectangle around all tiles

TICK = 0.001  # seconds
MAX_LENGTH = 2000  # ticks; everything stops long before
GLIMPSE = 40  # ticks between two recorded positions of the token
STILL = 0.01  # tiles a second

# The positions of the middles and halves of a tile's sides, from its centre; figures stand closer to the centre.
PORTS_AT = {
    "NL": (-0.25, -0.5), "N": (0.0, -0.5), "NR": (0.25, -0.5), "EL": (0.5, -0.25), "E": (0.5, 0.0), "ER": (0.5, 0.25),
    "SL": (0.25, 0.5), "S": (0.0, 0.5), "SR": (-0.25, 0.5), "WL": (-0.5, 0.25), "W": (-0.5, 0.0), "WR": (-0.5, -0.25),
}  # fmt: skip
INWARDS = 0.65

Point = tuple[float, float]


class NoPhysics(AudeError):
    """The library for the simulation is not installed."""


class Shot(NamedTuple):
    """Everything that a shot depends on."""

    catapult: Point
    aim: Point
    strength: int
    wobble: tuple[float, float]  # direction and speed, in standard deviations
    figures: tuple[tuple[int, float, float], ...]  # number and place of each that can be hit


class Outcome(NamedTuple):
    """Where the token lies in the end, and the figures that were hit, in their order."""

    token: Point
    hits: tuple[int, ...]
    way: tuple[Point, ...]  # the path of the token: through the air to the first point, then along the table


def is_installed() -> bool:
    """Whether shots can be simulated on this machine."""
    return _is_there(LIBRARY)


@cache
def _is_there(library: str) -> bool:
    return importlib.util.find_spec(library) is not None


def library() -> Any:
    """Import the library when it is needed."""
    try:
        return importlib.import_module(LIBRARY)
    except ImportError:
        raise NoPhysics(
            "catapult_mode physics simulates the shots with the library pymunk, which is not installed here: "
            "install it with pip install 'aude[physics]', or choose catapult_mode scatter"
        ) from None


def seen_landing(state: State, shots: Shots) -> tuple[int, int]:
    """The cell in which the token comes to rest; it does not leave the table."""
    west, north, width, height = (int(number) for number in rectangle(state))
    x, y = simulate(shot_of(state, shots)).token
    return (
        min(max(math.floor(x + 0.5), west - TABLE), west + width - 1 + TABLE),
        min(max(math.floor(y + 0.5), north - TABLE), north + height - 1 + TABLE),
    )


def seen_flight(state: State, shots: Shots) -> list[Point]:
    """The path of the token, from the catapult to where it comes to rest."""
    return list(simulate(shot_of(state, shots)).way)


def seen_hits(state: State, shots: Shots) -> list[int]:
    """The figures that the token, or another figure, has hit."""
    return list(simulate(shot_of(state, shots)).hits)


def astray(state: State, shots: Shots) -> tuple[int, int]:
    """The distance between landing and aim in millimetres: to the right (negative: to the left), and beyond it."""
    shot = shot_without_figures(state, shots)
    distance = math.dist(shot.catapult, shot.aim)
    flown, angle = distance * (1 + UNEVEN * shot.wobble[1]) ** 2, ASTRAY * shot.wobble[0]
    return round(flown * math.sin(angle) * TILE), round((flown * math.cos(angle) - distance) * TILE)


# -- the table --------------------------------------------------------------------------------------------------------
def shot_of(state: State, shots: Shots) -> Shot:
    """The shot in the registers, on the current table."""
    return shot_without_figures(state, shots)._replace(figures=figures_of(state, shots))


def shot_without_figures(state: State, shots: Shots) -> Shot:
    """The same shot over an empty table."""
    registers = state.registers
    wobble = int(registers[shots.wobble]) - 1
    bell = NormalDist()
    unsteady = (bell.inv_cdf((wobble // 100 + 0.5) / 100), bell.inv_cdf((wobble % 100 + 0.5) / 100))
    return Shot(catapult_of(state, shots), aim_of(state, shots), int(registers[shots.strength]), unsteady, ())


def catapult_of(state: State, shots: Shots) -> Point:
    """Where the shooter's catapult stands: the seats sit around the table, clockwise."""
    west, north, width, height = (int(number) for number in rectangle(state))
    round_table = 2 * math.pi * int(state.registers[shots.shooter]) / int(state.rules.seats)
    return (
        west + (width - 1) / 2 - math.sin(round_table) * (width / 2 + CATAPULT_AWAY),
        north + (height - 1) / 2 + math.cos(round_table) * (height / 2 + CATAPULT_AWAY),
    )


def aim_of(state: State, shots: Shots) -> Point:
    """The middle of the cell that is aimed at."""
    x, y = xy_of_code(state.registers[shots.aim])
    return float(x), float(y)


def figures_of(state: State, shots: Shots) -> tuple[tuple[int, float, float], ...]:
    """Every figure that a token can hit, and where it stands; no two in the same place."""
    found: list[tuple[int, float, float]] = []
    for figure in range(state.rules.figures):
        slot = int(exposed_slot(state, figure, shots.danger))
        if slot < 0:
            continue
        node = int(state.figure_at[figure])
        ports = [PORTS_AT[port] for port in ports_of(state, node)] if node >= 0 else []
        cell = state.slot_cell[slot]
        x, y = float(state.x_of(cell)), float(state.y_of(cell))
        if ports:
            x += INWARDS * sum(port[0] for port in ports) / len(ports)
            y += INWARDS * sum(port[1] for port in ports) / len(ports)
        found.append((figure, *free_place(x, y, found)))
    return tuple(found)


def free_place(x: float, y: float, others: list[tuple[int, float, float]]) -> Point:
    """This place, or the first beside it where no other figure stands."""
    for place in places_around(x, y):
        if all(math.dist(place, other[1:]) >= APART for other in others):
            return place
    return x, y


def places_around(x: float, y: float) -> Iterator[Point]:
    """A place, and those in three rings around it."""
    yield x, y
    for ring in (1, 2, 3):
        for k in range(6 * ring):
            angle = math.pi * k / (3 * ring)
            yield x + 1.05 * ring * APART * math.cos(angle), y + 1.05 * ring * APART * math.sin(angle)


# -- the flight and what it meets -------------------------------------------------------------------------------------
@lru_cache(maxsize=8)
def simulate(shot: Shot) -> Outcome:
    """Let the token fly, land and slide until everything stops. Equal shots have equal outcomes."""
    pymunk = library()
    steep = LOB + (FLAT - LOB) * (shot.strength - 1) / (STRENGTHS - 1)
    distance = math.dist(shot.catapult, shot.aim)
    # The speed that would reach the aim (range = speed² · sin 2α / g), and what the hand makes of it.
    speed = math.sqrt(GRAVITY * distance / math.sin(2 * steep)) * (1 + UNEVEN * shot.wobble[1])
    heading = math.atan2(shot.aim[1] - shot.catapult[1], shot.aim[0] - shot.catapult[0]) + ASTRAY * shot.wobble[0]
    along, upwards = speed * math.cos(steep), speed * math.sin(steep)
    in_the_air = 2 * upwards / GRAVITY
    low = FIGURE_HEIGHT / upwards  # how long, at the end, it flies lower than the height of a figure
    flown = along * (in_the_air - low)
    east, south = math.cos(heading), math.sin(heading)

    space = pymunk.Space()  # seen from above: nothing falls here
    token = body_in(pymunk, space, TOKEN_WEIGHT, TOKEN_RADIUS, -1)
    token.position = shot.catapult[0] + flown * east, shot.catapult[1] + flown * south
    token.velocity = along * east, along * south
    for figure, x, y in shot.figures:
        body = body_in(pymunk, space, FIGURE_WEIGHT, FIGURE_RADIUS, figure)
        body.position = x, y
        hold_by_friction(pymunk, space, body)
    hit: set[int] = set()

    def touch(arbiter: Any, _space: Any, _data: Any) -> None:
        """CAT-04, CAT-05: the token, or a figure that was hit, meets another. Others only stand side by side."""
        two = [shape.figure for shape in arbiter.shapes]
        if -1 in two or hit & set(two):
            hit.update(figure for figure in two if figure >= 0)
        else:
            arbiter.process_collision = False

    space.on_collision(begin=touch, pre_solve=touch)
    landing = round(low / TICK)
    way = [shot.catapult]
    for tick in range(MAX_LENGTH):
        if tick >= landing and (tick - landing) % GLIMPSE == 0:
            way.append((token.position.x, token.position.y))
        if tick == landing:
            token.velocity = BOUNCE * token.velocity.x, BOUNCE * token.velocity.y
            hold_by_friction(pymunk, space, token)
        if tick > landing and is_still(token) and all(is_still(body) for body in space.bodies):
            break
        space.step(TICK)
    lies = token.position.x, token.position.y
    return Outcome(lies, tuple(sorted(hit)), (*way, lies))


def is_still(body: Any) -> bool:
    """Whether a piece has stopped."""
    return bool(body.velocity.length < STILL)


def body_in(pymunk: Any, space: Any, weight: float, radius: float, figure: int) -> Any:
    """A round piece that can be pushed."""
    body = pymunk.Body(weight, pymunk.moment_for_circle(weight, 0, radius))
    shape = pymunk.Circle(body, radius)
    shape.elasticity = 0.3
    shape.friction = 0.4
    shape.figure = figure
    space.add(body, shape)
    return body


def hold_by_friction(pymunk: Any, space: Any, body: Any) -> None:
    """Let the table slow a piece down, by a joint that only yields to forces greater than the friction."""
    joint = pymunk.PivotJoint(space.static_body, body, (0, 0), (0, 0))
    joint.max_bias = 0
    joint.max_force = GRIP * body.mass * GRAVITY
    space.add(joint)
