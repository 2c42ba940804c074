"""What can be drawn over a board, each by its name.

- `coordinates`: the numbers of columns and rows
- `last`: what the others have laid and placed since the viewer's last turn
- `places`: where the drawn tile may lie
- `spots`: where a figure may be placed now, with the numbers of the options
- `fields`: who holds which field; striped if several do
- `owner:SEAT`: everything that one seat holds, alone or with others
- `completed`: features that are complete
- `hopeless`: empty cells into which no tile fits that may still be drawn, and the features that wait for one
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aude.catalog.closest import closest
from aude.draw.atlas import drawing_of
from aude.draw.book import GROUND, kind_of
from aude.draw.digits import digits
from aude.draw.figures import MARKS
from aude.draw.outline import edge_point, port_place, turned
from aude.draw.scene import LAID_OVER, Scene
from aude.engine.placing import rotations_that_fit
from aude.engine.tiles import SIDES
from aude.engine.words import ports_of, xy_of_code
from aude.errors import Unreadable
from aude.game.events import spot_text

if TYPE_CHECKING:
    from aude.draw.boards import Extent, Sheet
    from aude.game.game import Game

CELL = 100
OWNER = "owner:"
AXIS = 34  # how far from the tiles the numbers of columns and rows stand
STRIPE = 22  # how broad the stripes of a field are that several hold
RING = 13  # the radius of the ring around a figure
PILL = 9.5  # half the height of what surrounds a number


@dataclass
class Drawn:
    """What the layers add to a picture."""

    ground: list[str] = field(default_factory=list)  # below what stands on the tiles
    tints: list[str] = field(default_factory=list)  # below the figures
    over: list[str] = field(default_factory=list)  # above everything
    cells: set[tuple[int, int]] = field(default_factory=set)  # empty cells that must be seen
    has_axes: bool = False

    @property
    def margin(self) -> int | None:
        """How much table must be seen around the cells, if it is more than usual."""
        return 2 * AXIS if self.has_axes else None

    def marks(self, shown: Extent) -> list[str]:
        """What lies above everything, in a picture that shows these cells."""
        return [*self.over, *(axes(shown) if self.has_axes else [])]


def named(layers: Iterable[str] | str) -> list[str]:
    """The names of layers, checked: a list, or a text with commas."""
    words = layers.split(",") if isinstance(layers, str) else list(layers)
    found = [word.strip() for word in words if word.strip()]
    for name in found:
        if name not in LAYERS and not name.startswith(OWNER):
            raise Unreadable(f"there is no layer {name!r}; layers: {closest(name, [*LAYERS, 'owner:SEAT'])}")
    return list(dict.fromkeys(found))


def drawn_layers(sheet: Sheet, game: Game | None, names: list[str], viewer: str | None) -> Drawn:
    """The layers with these names. Some ask what may be done now, or what was done before: they need a game."""
    drawn = Drawn()
    if viewer is not None:
        _seat(sheet, viewer)
    for name in names:
        if name.startswith(OWNER):
            _owner(sheet, drawn, name.removeprefix(OWNER))
        elif name in OF_GAMES:
            if game is None:
                raise Unreadable(f"the layer {name} needs a game; a state alone does not know it")
            OF_GAMES[name](sheet, drawn, game, viewer)
        else:
            OF_POSITIONS[name](sheet, drawn)
    return drawn


def _seat(sheet: Sheet, name: str) -> int:
    seats = sheet.scene.seats
    if name not in seats:
        raise Unreadable(f"there is no seat {name!r}; seats: {closest(name, seats)}")
    return seats.index(name)


# Of positions


def _coordinates(sheet: Sheet, drawn: Drawn) -> None:
    drawn.has_axes = True


def axes(shown: Extent) -> list[str]:
    """The numbers of columns above and below the board, and of rows on its left and right."""
    west, north, east, south = shown
    numbers = [(x, (x + 0.5) * CELL, y) for x in range(west, east + 1) for y in _beyond(north, south)]
    numbers += [(y, x, (y + 0.5) * CELL) for y in range(north, south + 1) for x in _beyond(west, east)]
    texts = [
        f'<g transform="translate({x:.0f} {y:.0f})scale(2.2)">{digits(str(number))}</g>' for number, x, y in numbers
    ]
    return [_stroked("axis", "1.3", "".join(texts), "coordinates")]


def _beyond(first: int, last: int) -> tuple[float, float]:
    return first * CELL - AXIS, (last + 1) * CELL + AXIS


def _fields(sheet: Sheet, drawn: Drawn) -> None:
    scene = sheet.scene
    for feature, nodes in scene.features().items():
        if kind_of(scene.kind_of(feature)).manner == GROUND:
            drawn.ground += _held(sheet, nodes, scene.owners(feature))


def _owner(sheet: Sheet, drawn: Drawn, name: str) -> None:
    seat = _seat(sheet, name)
    for feature, nodes in sheet.scene.features().items():
        owners = sheet.scene.owners(feature)
        if seat in owners:
            is_ground = kind_of(sheet.scene.kind_of(feature)).manner == GROUND
            (drawn.ground if is_ground else drawn.tints).extend(_held(sheet, nodes, owners))


def _held(sheet: Sheet, nodes: list[int], owners: tuple[int, ...]) -> list[str]:
    """A feature in the colour and with the mark of whoever holds it; in stripes if several do."""
    if not owners:
        return []
    path = "".join(region_path(sheet, node) for node in nodes)
    colours = [sheet.colours[seat] for seat in owners]
    seats = " ".join(sheet.scene.seats[seat] for seat in owners)
    pattern = sheet.symbols.define(f"held {colours}", lambda name: _stripes(name, colours))
    return [f'<path data-held="{seats}" fill="url(#{pattern})" fill-opacity=".6" d="{path}"/>']


def _stripes(name: str, colours: list[int]) -> str:
    """A band of each seat's colour, one below the other, with the seat's mark on it."""
    bands = ""
    for at, colour in enumerate(colours):
        bands += f'<path class="seat{colour}" d="M0 {at * STRIPE}h{2 * STRIPE}v{STRIPE}H0z"/>'
        place = f"translate({STRIPE} {(at + 0.5) * STRIPE:g})rotate(-45)scale(4)"
        bands += f'<path class="seat{colour}-mark" transform="{place}" d="{MARKS[colour]}"/>'
    return (
        f'<pattern id="{name}" width="{2 * STRIPE}" height="{STRIPE * len(colours)}" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)">{bands}</pattern>'
    )


def region_path(sheet: Sheet, node: int) -> str:
    """What a node covers on the board; nothing for what was laid over a tile later."""
    segment = sheet.scene.segment_of(node)
    if segment == LAID_OVER:
        return ""
    one = sheet.scene.laid[int(sheet.scene.state.node_slot[node])]
    text = ""
    for ring in drawing_of(one.tile).regions.get(segment, ()):
        points = [turned(at, one.turns) for at in zip(ring[::2], ring[1::2], strict=True)]
        text += "M" + "L".join(f"{CELL * one.x + x:.0f} {CELL * one.y + y:.0f}" for x, y in points) + "z"
    return text


def _completed(sheet: Sheet, drawn: Drawn) -> None:
    scene, state = sheet.scene, sheet.scene.state
    for feature, nodes in scene.features().items():
        if state.rules.kinds[int(state.kind_of(feature))].completes and state.is_complete(feature):
            path = "".join(region_path(sheet, node) for node in nodes)
            if path:
                drawn.tints.append(f'<path data-completed="{scene.kind_of(feature)}" class="done" d="{path}"/>')


def _hopeless(sheet: Sheet, drawn: Drawn) -> None:
    """Sides are compared, nothing else: what boxes forbid or make possible besides is not asked."""
    state = sheet.scene.state
    left = [tile for tile, count in enumerate(state.bag) if count or tile == state.tile]
    cells = []
    for front in range(state.fronts):
        if not any(rotations_that_fit(state, tile, front) for tile in left):
            x, y = xy_of_code(state.front_code[front])
            cells.append((int(x), int(y)))
    drawn.cells |= set(cells)
    if not state.rules.barriers:  # where sides can be closed, nothing waits for tiles alone
        _waiting_in_vain(sheet, drawn, set(cells))
    crosses = "".join(f"M{CELL * x + 30} {CELL * y + 30}l40 40m0-40l-40 40" for x, y in sorted(cells))
    if crosses:
        drawn.over.append(_stroked("hopeless", "9", f'<path d="{crosses}"/>', "hopeless"))


def _waiting_in_vain(sheet: Sheet, drawn: Drawn, cells: set[tuple[int, int]]) -> None:
    """Features that are not complete and look at a cell into which nothing fits."""
    scene, state = sheet.scene, sheet.scene.state
    for feature, nodes in scene.features().items():
        kind = state.rules.kinds[int(state.kind_of(feature))]
        if kind.completes and not state.is_complete(feature) and any(_awaited(scene, node) & cells for node in nodes):
            path = "".join(region_path(sheet, node) for node in nodes)
            hatch = sheet.symbols.define("hatch", _hatch)
            drawn.tints.append(f'<path data-hopeless="{kind.name}" fill="url(#{hatch})" d="{path}"/>')


def _awaited(scene: Scene, node: int) -> set[tuple[int, int]]:
    """The cells beside a segment that it needs tiles in."""
    one = scene.laid[int(scene.state.node_slot[node])]
    if scene.state.rules.kinds[int(scene.state.kind_of(node))].surrounded:
        return {(one.x + dx, one.y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    sides = [SIDES.index(port[0]) for port in ports_of(scene.state, node)]
    return {(one.x + (0, 1, 0, -1)[side], one.y + (-1, 0, 1, 0)[side]) for side in sides}


def _hatch(name: str) -> str:
    lines = '<path class="hopeless-line" stroke-width="5" d="M0 3h12"/>'
    turned = 'patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"'
    return f'<pattern id="{name}" width="12" height="12" {turned}>{lines}</pattern>'


# Of games


def _last(sheet: Sheet, drawn: Drawn, game: Game, viewer: str | None) -> None:
    seen = viewer or (game.actor if game.actor in game.seats else game.player)
    figures = {spot_text(game.state, one.node): at for one, at in sheet.places() if one.node >= 0}
    is_over = game.player != seen  # whether the viewer's last turn is; else it is the one before, back past the others
    for move in reversed(game.moves):
        for event in reversed(move.events):
            seat = event.seat
            if seat is None or event.name not in ("placed", "deployed"):
                continue
            if event.name == "placed" and seat == seen and is_over:
                return
            is_over = is_over or seat != seen
            colour = f"seat{sheet.colours[game.seats.index(seat)]}"
            spot = figures.get(str(event.facts.get("spot")))
            if event.name == "placed":
                x, y = (int(number) for number in str(event.facts["cell"]).split(","))
                frame = f'<path d="M{CELL * x + 4} {CELL * y + 4}h92v92h-92z"/>'
                drawn.over += [_stroked("light", "9", frame), _stroked(colour, "5", frame, "last", seat)]
            elif spot is not None:
                ring = f'<circle cx="{spot[0]:.0f}" cy="{spot[1]:.0f}" r="{RING}"/>'
                drawn.over.append(_stroked(colour, "3", ring, "last-figure", seat))


def _places(sheet: Sheet, drawn: Drawn, game: Game, viewer: str | None) -> None:
    from aude.terminal.boardfacts import legal_cells

    cells, sides = "", ""
    for place in legal_cells(game.options):
        if len(place) == 3:
            x, y = edge_point(port_place(SIDES[place[2]]))
            sides += f'<circle cx="{CELL * place[0] + x:.0f}" cy="{CELL * place[1] + y:.0f}" r="{RING}"/>'
        elif place not in sheet.scene.at:
            drawn.cells.add(place)
            cells += f"M{CELL * place[0] + 6} {CELL * place[1] + 6}h88v88h-88z"
    if cells:
        path = f'<path stroke-dasharray="11 7.4" d="{cells}"/>'
        drawn.over.append(_stroked("place", "4", path, "places"))
    if sides:
        drawn.over.append(_stroked("place", "4", sides, "places"))


def _spots(sheet: Sheet, drawn: Drawn, game: Game, viewer: str | None) -> None:
    from aude.terminal.boardfacts import span, spot_node

    labels: dict[int, list[int]] = {}
    for number, option in enumerate(game.options, 1):
        node = spot_node(game, option)
        if node >= 0:
            labels.setdefault(node, []).append(number)
    for node, numbers in labels.items():
        x, y = sheet.spot(int(game.state.node_slot[node]), sheet.scene.segment_of(node))
        label = span(numbers)
        wide = 4 * (len(label) - 1)
        round_end = f"a{PILL} {PILL} 0 0 1 0"
        pill = f"M{-wide}-{PILL}h{2 * wide}{round_end} {2 * PILL}h{-2 * wide}{round_end}-{2 * PILL}z"
        drawn.over.append(
            f'<g data-spot="{label}" transform="translate({x:.0f} {y:.0f})">'
            f'<path class="light ink-line" stroke-width="1.5" d="{pill}"/>{_stroked("ink", "1.6", digits(label))}</g>'
        )


def _stroked(colour: str, width: str, svg: str, layer: str = "", seat: str = "") -> str:
    """Lines of one colour; what they show can be found by its name."""
    told = (f' data-layer="{layer}"' if layer else "") + (f' data-seat="{seat}"' if seat else "")
    look = f'class="{colour}-line" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"'
    return f"<g{told} {look}>{svg}</g>"


OF_POSITIONS: dict[str, Callable[[Sheet, Drawn], None]] = {
    "coordinates": _coordinates,
    "fields": _fields,
    "completed": _completed,
    "hopeless": _hopeless,
}
OF_GAMES: dict[str, Callable[[Sheet, Drawn, Game, str | None], None]] = {
    "last": _last,
    "places": _places,
    "spots": _spots,
}
LAYERS = (*OF_POSITIONS, *OF_GAMES)
