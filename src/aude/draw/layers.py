"""Layers that can be drawn over a board, by name.

- `coordinates`: the numbers of columns and rows
- `last`: what the others have laid and placed since the viewer's last turn
- `turn`: what was laid, placed and scored in the newest turn
- `places`: where the drawn tile may be laid
- `spots`: where a figure may be placed now, with the numbers of the options
- `fields`: who holds which field; striped if several do
- `owner:SEAT`: everything that one seat holds, alone or with others
- `completed`: features that are complete
- `hopeless`: empty cells that no remaining tile fits, and the features that need one
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aude.board import Board, Feature
from aude.catalog.closest import closest
from aude.catalog.errors import unreadable
from aude.draw.atlas import drawing_of
from aude.draw.book import GROUND, kind_of
from aude.draw.digits import digits
from aude.draw.figures import MARKS
from aude.draw.outline import Point, edge_point, port_place, turned
from aude.engine.tiles import SIDES
from aude.errors import Unreadable
from aude.game.events import Event
from aude.game.values import Spot

if TYPE_CHECKING:
    from aude.draw.boards import Extent, Sheet
    from aude.game.game import GameCore

CELL = 100
OWNER = "owner:"
AXIS = 34  # the distance between the tiles and the numbers of columns and rows
STRIPE = 22  # the width of the stripes of a field with several owners
TINT = 0.22  # the opacity of the stripes, low enough for everything on a tile to remain readable
BADGE, MARK = 5.0, 2.8  # the radius of the badges on them, and of the mark on a badge
RING = 13  # the radius of the ring around a figure
PILL = 9.5  # half the height of the frame of a number
APART = 26  # from the points of one seat to those of the next


@dataclass
class Drawn:
    """What the layers add to a picture."""

    ground: list[str] = field(default_factory=list)  # below what stands on the tiles
    tints: list[str] = field(default_factory=list)  # below the figures
    over: list[str] = field(default_factory=list)  # above everything
    cells: set[tuple[int, int]] = field(default_factory=set)  # empty cells that must be visible
    has_axes: bool = False

    @property
    def margin(self) -> int | None:
        """The margin around the cells, if it must be larger than usual."""
        return 2 * AXIS if self.has_axes else None

    def marks(self, shown: Extent) -> list[str]:
        """What is drawn above everything, in a picture of these cells."""
        return [*self.over, *(axes(shown) if self.has_axes else [])]


def named(layers: Iterable[str] | str) -> list[str]:
    """Check the names of layers, given as a list or as a text with commas."""
    words = layers.split(",") if isinstance(layers, str) else list(layers)
    found = [word.strip() for word in words if word.strip()]
    for name in found:
        if name not in LAYERS and not name.startswith(OWNER):
            raise unreadable("draw.no_layer", name=name, layers=closest(name, [*LAYERS, "owner:SEAT"]))
    return list(dict.fromkeys(found))


def drawn_layers(sheet: Sheet, game: GameCore | None, names: list[str], viewer: str | None) -> Drawn:
    """Draw the layers with these names. Some depend on options or earlier moves, and need a game."""
    drawn = Drawn()
    if viewer is not None:
        _check_seat(sheet, viewer)
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


def _check_seat(sheet: Sheet, name: str) -> None:
    seats = sheet.board.seats
    if name not in seats:
        raise unreadable("no_seat", name=name, seats=closest(name, seats))


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
    return [stroked("axis", "1.3", "".join(texts), "coordinates")]


def _beyond(first: int, last: int) -> tuple[float, float]:
    return first * CELL - AXIS, (last + 1) * CELL + AXIS


def _fields(sheet: Sheet, drawn: Drawn) -> None:
    for feature in sheet.board.features:
        if kind_of(feature.kind).manner == GROUND:
            drawn.ground += _held(sheet, feature, holders(sheet.board, feature))


def _owner(sheet: Sheet, drawn: Drawn, name: str) -> None:
    _check_seat(sheet, name)
    for feature in sheet.board.features:
        owners = holders(sheet.board, feature)
        if name in owners:
            is_ground = kind_of(feature.kind).manner == GROUND
            (drawn.ground if is_ground else drawn.tints).extend(_held(sheet, feature, owners))


def holders(board: Board, feature: Feature) -> tuple[str, ...]:
    """The owners of a feature; for ground where nobody has any weight, the seats whose tokens lie there."""
    if feature.owners or kind_of(feature.kind).manner != GROUND:
        return feature.owners
    laid = {token.seat for token in board.tokens if token.spot in feature.spots}
    return tuple(seat for seat in board.seats if seat in laid)


def _held(sheet: Sheet, feature: Feature, owners: tuple[str, ...]) -> list[str]:
    """A feature in the colour and with the mark of its owner; in stripes if there are several."""
    if not owners:
        return []
    path = feature_path(sheet, feature)
    colours = [sheet.colours[seat] for seat in owners]
    pattern = sheet.symbols.define(f"held {colours}", lambda name: _stripes(name, colours))
    return [f'<path data-held="{" ".join(owners)}" fill="url(#{pattern})" d="{path}"/>']


def _stripes(name: str, colours: list[int]) -> str:
    """Light bands in the colours of the seats, one below the other, with badges in full colour and with marks."""
    bands = ""
    for at, colour in enumerate(colours):
        bands += f'<path class="seat{colour}" fill-opacity="{TINT:g}" d="M0 {at * STRIPE}h{2 * STRIPE}v{STRIPE}H0z"/>'
        place = f"translate({STRIPE} {(at + 0.5) * STRIPE:g})rotate(-45)"
        mark = f'<path class="seat{colour}-mark" transform="scale({MARK:g})" d="{MARKS[colour]}"/>'
        bands += f'<g transform="{place}"><circle class="seat{colour}" r="{BADGE:g}"/>{mark}</g>'
    return (
        f'<pattern id="{name}" width="{2 * STRIPE}" height="{STRIPE * len(colours)}" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)">{bands}</pattern>'
    )


def feature_path(sheet: Sheet, feature: Feature) -> str:
    """The area that a feature covers on the board."""
    return "".join(region_path(sheet, spot) for spot in feature.spots)


def region_path(sheet: Sheet, spot: Spot) -> str:
    """The area that a segment covers on the board; empty if it was laid over a tile later."""
    tile = sheet.tile(spot.cell)
    printed = tile.segment_at(spot).printed
    if printed is None:
        return ""
    left, top = spot.cell
    text = ""
    for ring in drawing_of(tile.facts).regions.get(printed, ()):
        points = [turned(at, tile.rotation // 90) for at in zip(ring[::2], ring[1::2], strict=True)]
        text += "M" + "L".join(f"{CELL * left + x:.0f} {CELL * top + y:.0f}" for x, y in points) + "z"
    return text


def _completed(sheet: Sheet, drawn: Drawn) -> None:
    for feature in sheet.board.features:
        path = feature_path(sheet, feature) if feature.complete else ""
        if path:
            drawn.tints.append(f'<path data-completed="{feature.kind}" class="done" d="{path}"/>')


def _hopeless(sheet: Sheet, drawn: Drawn) -> None:
    """Mark cells by comparing sides only, regardless of what boxes forbid or make possible."""
    board = sheet.board
    fits = (board.fits(tile, sides_only=True) for tile in (*board.tiles_left, *([board.tile] if board.tile else [])))
    cells = set(board.empty_cells) - {fit.cell for places in fits for fit in places}
    drawn.cells |= cells
    if not board.sides_can_close:  # if sides can be closed, features do not depend on tiles alone
        _waiting_in_vain(sheet, drawn, cells)
    crosses = "".join(f"M{CELL * x + 30} {CELL * y + 30}l40 40m0-40l-40 40" for x, y in sorted(cells))
    if crosses:
        drawn.over.append(stroked("hopeless", "9", f'<path d="{crosses}"/>', "hopeless"))


def _waiting_in_vain(sheet: Sheet, drawn: Drawn, cells: set[tuple[int, int]]) -> None:
    """Mark incomplete features with an open end at a cell that nothing fits."""
    for feature in sheet.board.features:
        if feature.completes and cells & set(feature.open_cells):
            hatch = sheet.symbols.define("hatch", _hatch)
            path = feature_path(sheet, feature)
            drawn.tints.append(f'<path data-hopeless="{feature.kind}" fill="url(#{hatch})" d="{path}"/>')


def _hatch(name: str) -> str:
    lines = '<path class="hopeless-line" stroke-width="5" d="M0 3h12"/>'
    turned = 'patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"'
    return f'<pattern id="{name}" width="12" height="12" {turned}>{lines}</pattern>'


# Of games


def _last(sheet: Sheet, drawn: Drawn, game: GameCore, viewer: str | None) -> None:
    seen = viewer or (game.actor if game.actor in game.seats else game.player)
    is_over = game.player != seen  # then the viewer's last turn is over; otherwise the previous one counts
    for move in reversed(game.moves):
        for event in reversed(move.events):
            seat = event.seat
            if seat is None or event.name not in ("placed", "deployed"):
                continue
            if event.name == "placed" and seat == seen and is_over:
                return
            is_over = is_over or seat != seen
            _framed(sheet, drawn, event, seat)


def _framed(sheet: Sheet, drawn: Drawn, event: Event, seat: str) -> None:
    """A frame around a tile that a seat has laid, or around its figure."""
    colour = f"seat{sheet.colours[seat]}"
    if event.name == "placed":
        x, y = event.cell
        frame = f'<path d="M{CELL * x + 4} {CELL * y + 4}h92v92h-92z"/>'
        drawn.over += [stroked("light", "9", frame), stroked(colour, "5", frame, "last", seat)]
    for one, at in sheet.places():
        if event.name == "deployed" and one.spot is not None and str(one.spot) == str(event.facts["spot"]):
            ring = f'<circle cx="{at[0]:.0f}" cy="{at[1]:.0f}" r="{RING}"/>'
            drawn.over.append(stroked(colour, "3", ring, "last-figure", seat))


def _turn(sheet: Sheet, drawn: Drawn, game: GameCore, viewer: str | None) -> None:
    events: list[Event] = []
    for move in reversed(game.moves):
        if any(event.name == "drawn" for event in move.events):
            if events:
                break
        else:
            events = [*move.events, *events]
    points: dict[Spot, list[tuple[str, int]]] = {}
    for event in events:
        if event.seat is not None and event.name in ("placed", "deployed"):
            _framed(sheet, drawn, event, event.seat)
        spot = event.facts.get("feature")
        if event.seat is not None and event.name == "scored" and isinstance(spot, Spot):
            points.setdefault(spot, []).append((event.seat, event.points))
    for spot, scored in points.items():
        feature = sheet.board.feature_at(spot)
        path = feature_path(sheet, feature) if feature is not None else ""
        if path:
            drawn.tints.append(f'<path data-scored="{spot.kind}" class="done" d="{path}"/>')
        x, y = sheet.spot(spot)
        for number, (seat, count) in enumerate(scored):
            at = (x + APART * (number - (len(scored) - 1) / 2), y)
            label = numbered(str(count), at, edge=f"seat{sheet.colours[seat]}")
            drawn.over.append(f'<g data-points="{seat}">{label}</g>')


def _places(sheet: Sheet, drawn: Drawn, game: GameCore, viewer: str | None) -> None:
    from aude.board.marks import legal_cells

    cells, sides = "", ""
    for place in legal_cells(game.options):
        if len(place) == 3:
            x, y = edge_point(port_place(SIDES[place[2]]))
            sides += f'<circle cx="{CELL * place[0] + x:.0f}" cy="{CELL * place[1] + y:.0f}" r="{RING}"/>'
        elif sheet.board.tile_at(place) is None:
            drawn.cells.add(place)
            cells += f"M{CELL * place[0] + 6} {CELL * place[1] + 6}h88v88h-88z"
    if cells:
        path = f'<path stroke-dasharray="11 7.4" d="{cells}"/>'
        drawn.over.append(stroked("place", "4", path, "places"))
    if sides:
        drawn.over.append(stroked("place", "4", sides, "places"))


def _spots(sheet: Sheet, drawn: Drawn, game: GameCore, viewer: str | None) -> None:
    from aude.board.marks import span, spot_in

    labels: dict[Spot, list[int]] = {}
    for number, option in enumerate(game.options, 1):
        spot = spot_in(sheet.board, option)
        if spot is not None:
            labels.setdefault(spot, []).append(number)
    for spot, numbers in labels.items():
        label = span(numbers)
        drawn.over.append(f'<g data-spot="{label}">{numbered(label, sheet.spot(spot))}</g>')


def label_width(label: str) -> float:
    """The width of a label with numbers."""
    return 8 * (len(label) - 1) + 2 * PILL


def numbered(label: str, at: Point, size: float = 1, edge: str = "") -> str:
    """A label of numbers at a point; its edge may have the colour of a seat."""
    wide = label_width(label) / 2 - PILL
    round_end = f"a{PILL} {PILL} 0 0 1 0"
    pill = f"M{-wide:g}-{PILL}h{2 * wide:g}{round_end} {2 * PILL:g}h{-2 * wide:g}{round_end}-{2 * PILL:g}z"
    larger = f"scale({size:g})" if size != 1 else ""
    line = f'class="light {edge or "ink"}-line" stroke-width="{3 if edge else 1.5}"'
    return (
        f'<g transform="translate({at[0]:.0f} {at[1]:.0f}){larger}">'
        f'<path {line} d="{pill}"/>{stroked("ink", "1.6", digits(label))}</g>'
    )


def stroked(colour: str, width: str, svg: str, layer: str = "", seat: str = "") -> str:
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
OF_GAMES: dict[str, Callable[[Sheet, Drawn, GameCore, str | None], None]] = {
    "last": _last,
    "turn": _turn,
    "places": _places,
    "spots": _spots,
}
LAYERS = (*OF_POSITIONS, *OF_GAMES)
