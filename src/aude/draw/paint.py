"""Draws the ground of tiles as SVG: everything that lies on a tile and turns with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from math import dist

from shapely import Point as Dot
from shapely import line_merge, unary_union
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from aude.draw.book import GROUND, SITE, Line, book, kind_of, ornament_of
from aude.draw.compact import number, pair
from aude.draw.furnish import furniture_of, pools_of
from aude.draw.layout import Layout, layout_of, nearest
from aude.draw.outline import SIZE, Cubic, on_curve
from aude.draw.shapes import SQUARE, TURRETS, Area, of_manner, runs_below
from aude.engine.tiles import BLANK, Tile

RIPPLES = ((0.08, -2.8), (0.2, 2.4), (0.36, -0.6), (0.5, 3.2), (0.64, -3), (0.78, 1), (0.9, -1.6))  # along a way, aside
FAR = 60.0  # shorter ways have fewer of them
SHORE = ((0.0, 0.0), (0.3, -0.16), (-0.22, 0.2))  # the circles of a pool, relative to its radius
PATH = 0.6  # the width of a path that joins something to a wall, relative to that of a way


def curve_path(lines: tuple[Cubic, ...]) -> str:
    """Curves as a path; connected ones are a single stroke.

    This does not apply at corners of the tile, where two walls may meet: a sharp joint would stick out far beyond it.
    """
    found, last = "", None
    for start, one, two, end in lines:
        if last != start or min(start) <= 0 or max(start) >= SIZE:
            found += f"M{pair(start)}"
        found += f"C{pair(one)} {pair(two)} {pair(end)}"
        last = end
    return found


def ring_path(shape: BaseGeometry) -> str:
    """A polygon as a path."""
    found = ""
    for part in getattr(shape, "geoms", [shape]):
        if part.geom_type != "Polygon":
            continue
        for ring in (part.exterior, *part.interiors):
            points = list(ring.simplify(0.25).coords)[:-1]
            found += "M" + "L".join(pair((x, y)) for x, y in points) + "z"
    return found


def ground_svg(tile: Tile) -> str:
    """Everything that lies flat on a tile and turns with it: ground, ways, areas with their walls, bridges."""
    layout = layout_of(tile)
    parts = [f'<path class="{_backdrop(tile)}" d="M0 0H100V100H0z"/>']
    above = {index for index in layout.ways if _is_above(layout, index)}
    low = [index for index in sorted(layout.ways, key=lambda index: -layout.ways[index].width) if index not in above]
    parts += [_joins(layout)] if layout.plan.joined else []
    parts += [_ways(layout, [*same]) for _, same in groupby(low, key=lambda index: tile.segments[index].kind)]
    parts += _crossings(layout, above)
    for (kind, _), same in groupby(sorted(layout.areas, key=_layer(layout)), key=_layer(layout)):
        parts.append(_areas(kind, [layout.areas[index] for index in same]))
    parts.append(_round(layout) if layout.round else "")
    parts.append(book().tiles.get(tile.id, ""))
    for index in sorted(above):
        parts.append(_bridge(layout, index))
    parts += [
        f'<g transform="translate({pair(piece.at)}) rotate({piece.turn:.0f}){_scaled(piece.size)}">{ornament.svg}</g>'
        for piece in furniture_of(tile).pieces
        if piece.flat and (ornament := ornament_of(piece.name))
    ]
    return "".join(parts)


def _scaled(size: float) -> str:
    return "" if size == 1 else f" scale({size:g})"


def _backdrop(tile: Tile) -> str:
    """The background: a kind of ground or, if there is none, the colour of a symbol or site."""
    grounds = [segment.kind for segment in of_manner(tile, GROUND).values()]
    spread = [
        *(name.partition(":")[0] for name in tile.symbols),
        *(site.kind for site in of_manner(tile, SITE).values()),
    ]
    return next((name for name in (*grounds, *spread) if name in book().colours), "field")


def _ways(layout: Layout, indexes: list[int]) -> str:
    """Ways of one kind, stroke by stroke, so that they merge where they meet."""
    ways = [layout.ways[index] for index in indexes]
    kind = kind_of(layout.tile.segments[indexes[0]].kind)
    path = "".join(curve_path(way.lines) for way in ways)
    pools = [(at, radius) for index in indexes for at, radius in pools_of(layout, index)]
    strokes = ""
    for line in kind.lines:
        strokes += _stroke(line, path)
        for (x, y), radius in () if line.dash else pools:
            wide = number(2 * radius + line.width - kind.width)
            dots = "".join(f"M{pair((x + radius * right, y + radius * down))}h0" for right, down in SHORE)
            strokes += f'<path class="{line.colour}-line" stroke-width="{wide}" stroke-linecap="round" d="{dots}"/>'
    if kind.ripples:
        waves = "".join(_waves(line) for way in ways for line in way.lines)
        strokes += f'<path class="{kind.ripples}-line" stroke-width=".9" stroke-linecap="round" d="{waves}"/>'
    if any(min(end) <= 0 or max(end) >= SIZE for way in ways for end in way.ends):  # nothing must show on the next tile
        return f'<svg width="{number(SIZE)}" height="{number(SIZE)}">{strokes}</svg>'
    return strokes


def _waves(line: Cubic) -> str:
    """Ripples along a curve: each a crest and a trough."""
    found = ""
    length = dist(line[0], line[3])
    for part, aside in RIPPLES if length > FAR else RIPPLES[::2]:
        (x, y), (before, after) = on_curve(line, part), (on_curve(line, part - 0.01), on_curve(line, part + 0.01))
        far = dist(before, after)
        dx, dy = (after[0] - before[0]) / far, (after[1] - before[1]) / far
        half, crest = (3 * dx, 3 * dy), (1.5 * dx - 1.4 * dy, 1.5 * dy + 1.4 * dx)
        found += f"M{pair((x - aside * dy, y + aside * dx))}q{pair(crest)} {pair(half)}t{pair(half)}"
    return found


def _stroke(line: Line, path: str) -> str:
    dash = f' stroke-dasharray="{line.dash}"' if line.dash else ""
    return f'<path class="{line.colour}-line" stroke-width="{number(line.width)}"{dash} d="{path}"/>'


def _joins(layout: Layout) -> str:
    """What separates the ground between the hub and the areas around it: paths where ways meet, or else bare ground."""
    path = "".join(f"M{pair(layout.plan.hub)}L{pair(nearest(area, layout.plan.hub))}" for area in layout.areas.values())
    kinds = [kind_of(layout.tile.segments[index].kind) for index in layout.ways]
    if not kinds:
        return _dry_stones(path)
    return "".join(_stroke(replace(line, width=PATH * line.width), path) for line in kinds[0].lines)


def _round(layout: Layout) -> str:
    """The walled circle of something that separates the grounds or areas around it."""
    (x, y), radius = layout.plan.hub, number(layout.round)
    ring = f"M{pair((x - layout.round, y))}a{radius} {radius} 0 1 1 0 .01z"
    return f'<path class="trodden" d="{ring}"/>{_dry_stones(ring)}'


def _dry_stones(path: str) -> str:
    """A wall of field stones, lower than a city wall."""
    return (
        f'<path class="wall-edge-line" stroke-width="4.6" d="{path}"/>'
        f'<path class="stone-line" stroke-width="3" d="{path}"/>'
        f'<path class="stone-light-line" stroke-width="3" stroke-dasharray="3.2 1.1 2.2 .9" d="{path}"/>'
    )


def _layer(layout: Layout) -> Callable[[int], tuple[str, bool]]:
    """The key for painting areas together: by kind, those on bridges last."""
    segments = layout.tile.segments
    return lambda index: (segments[index].kind if index < len(segments) else BLANK, index == layout.plan.over)


def _areas(kind: str, areas: list[Area]) -> str:
    """Areas of one kind with their edges and bridges."""
    found = f'<path class="{kind}" d="{"".join(ring_path(area.covers) for area in areas)}"/>'
    walls = tuple(line for area in areas for line in area.walls)
    if walls and kind != BLANK:
        found += _edge(kind, walls)
    return found + "".join(_deck(kind, area, area.deck) for area in areas if area.deck is not None)


def _edge(kind: str, walls: tuple[Cubic, ...]) -> str:
    """The edge of an area: a wall of stones with turrets, or a plain line."""
    path = curve_path(walls)
    if kind_of(kind).edge != "wall":
        return f'<path class="{kind}-edge-line" stroke-width="2.5" d="{path}"/>'
    turrets = "".join(f"M{pair(on_curve(line, t))}h0" for line in walls for t in TURRETS)
    return _stones(path) + _turrets(turrets)


def _stones(path: str) -> str:
    """A wall of stones, rounded at its ends, because on a board walls meet at any angle."""
    return (
        f'<path class="wall-edge-line" stroke-width="6" stroke-linecap="round" d="{path}"/>'
        f'<path class="wall-line" stroke-width="5" stroke-dasharray="2.2 1.3" d="{path}"/>'
        f'<path class="wall-line" stroke-width="3.4" stroke-linecap="round" d="{path}"/>'
    )


def _turrets(path: str) -> str:
    return (
        f'<path class="wall-edge-line" stroke-width="8.4" stroke-linecap="round" d="{path}"/>'
        f'<path class="wall-line" stroke-width="6.4" stroke-linecap="round" d="{path}"/>'
    )


def _deck(kind: str, area: Area, deck: BaseGeometry) -> str:
    """The bridge on which an area crosses what lies below: open at its ends, with walls on its sides and a shadow."""
    ends = area.covers - deck.buffer(0.1)
    sides = deck.union(area.covers).boundary.intersection(deck.buffer(0.1)).difference(ends.buffer(1.5))
    merged = line_merge(sides)
    lines = [list(line.simplify(0.3).coords) for line in getattr(merged, "geoms", [merged]) if line.length > 1]
    path = "".join("M" + "L".join(pair((x, y)) for x, y in line) for line in lines)
    turrets = "".join(f"M{pair((x, y))}h0" for line in lines for x, y in line)
    shadow = translate(deck, 5, 4).intersection(SQUARE) - deck.union(ends.buffer(1))
    return (
        f'<path class="shade" d="{ring_path(shadow)}"/>'
        f'<path class="{kind}" d="{ring_path(deck.buffer(5, join_style="mitre") & deck.union(ends).buffer(0.1))}"/>'
        f"{_stones(path)}{_turrets(turrets)}"
    )


def _is_above(layout: Layout, index: int) -> bool:
    """Whether a way is on a bridge: it crosses an area, unless it runs below it or the area is the bridge."""
    way = layout.ways[index]
    if runs_below(layout.tile.segments[index]) or way.ends:
        return False
    return any(
        other != layout.plan.over and way.middle.intersection(area.covers).length > 8
        for other, area in layout.areas.items()
    )


def _bridge(layout: Layout, index: int) -> str:
    """The bridge of a way that crosses areas, from wall to wall."""
    way = layout.ways[index]
    covered = unary_union([area.covers for area in layout.areas.values()])
    over = way.middle.intersection(covered.buffer(way.width / 2))
    kind = layout.tile.segments[index].kind
    spans = [_span(kind, span, way.width, covered) for span in getattr(over, "geoms", [over])]
    return _ways(layout, [index]) + "".join(spans)


def _crossings(layout: Layout, above: set[int]) -> list[str]:
    """Bridges where ways cross each other: the narrower, or the later one, is above."""
    found = []
    order = sorted((index for index in layout.ways if index not in above), key=lambda index: -layout.ways[index].width)
    for position, upper in enumerate(order):
        for lower in order[:position]:
            one, other = layout.ways[lower], layout.ways[upper]
            if one.ends and other.ends and set(one.ends) & set(other.ends):
                continue
            here = other.middle.intersection(one.middle)
            if here.is_empty or here.geom_type != "Point":
                continue
            if any(here.distance(Dot(end)) < 4 for end in (*one.ends, *other.ends)):
                continue
            span = other.middle.intersection(here.buffer(one.width / 2 + 6))
            if span.geom_type == "LineString":
                found.append(_span(layout.tile.segments[upper].kind, span, other.width, one.covers))
    return found


def _span(kind: str, span: BaseGeometry, width: float, below: BaseGeometry) -> str:
    """A bridge between two parapets, with its shadow on what passes below."""
    path = "M" + "L".join(pair((x, y)) for x, y in span.simplify(0.3).coords)
    shadow = span.buffer(width / 2 + 7, cap_style="flat").intersection(below)
    return (
        f'<path class="shade" d="{ring_path(shadow)}"/>'
        f'<path class="wall-edge-line" stroke-width="{number(width + 5)}" d="{path}"/>'
        f'<path class="wall-line" stroke-width="{number(width + 3)}" d="{path}"/>'
        f'<path class="wall-edge-line" stroke-width="{number(width - 1)}" d="{path}"/>'
        + "".join(_stroke(line, path) for line in kind_of(kind).lines[1:])
    )
