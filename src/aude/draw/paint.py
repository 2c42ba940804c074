"""Tiles as SVG: the ground that turns with the tile, and the furniture that stands upright on it."""

from __future__ import annotations

import re

from shapely import Point as Dot
from shapely.geometry.base import BaseGeometry

from aude.draw.book import GROUND, book, kind_of, ornament_of
from aude.draw.furnish import furniture_of, strewn
from aude.draw.layout import Layout, layout_of
from aude.draw.outline import SIZE, Cubic, Point, on_curve, turned
from aude.draw.shapes import of_manner, runs_below
from aude.engine.tiles import BLANK, Tile

TURRETS = (0.16, 0.5, 0.84)  # where turrets stand on a wall
EDGE = 3.0  # how much broader a way's border is than the way


def number(value: float) -> str:
    """A coordinate with one decimal at most."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def pair(point: Point) -> str:
    """A point in a path."""
    x, y = number(point[0]), number(point[1])
    return x + (y if y.startswith("-") else f" {y}")


def curve_path(lines: tuple[Cubic, ...]) -> str:
    """Curves as a path; those that go on from one another are one stroke."""
    found, last = "", None
    for start, one, two, end in lines:
        if last != start:
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
    """What lies flat on a tile: ground, ways, areas with their walls, bridges. It turns with the tile."""
    layout = layout_of(tile)
    parts = [f'<path class="{_backdrop(tile)}" d="M0 0H100V100H0z"/>']
    above = {index for index in layout.ways if _is_above(layout, index)}
    for index in sorted(layout.ways, key=lambda index: -layout.ways[index].width):
        if index not in above:
            parts.append(_way(tile, layout, index))
    parts += _crossings(layout, above)
    for index, area in sorted(layout.areas.items(), key=lambda item: item[0] == layout.plan.over):
        kind = tile.segments[index].kind if index < len(tile.segments) else BLANK
        parts.append(f'<path class="{kind}" d="{ring_path(area.covers)}"/>')
        if area.walls and kind != BLANK:
            parts.append(_edge(kind, area.walls))
        if area.deck is not None:
            parts.append(f'<path class="{kind} wall-line" stroke-width="2" d="{ring_path(area.deck)}"/>')
    parts.append(book().tiles.get(tile.id, ""))
    for index in sorted(above):
        parts.append(_bridge(tile, layout, index))
    parts += [
        f'<g transform="translate({pair(piece.at)})">{ornament.svg}</g>'
        for piece in furniture_of(tile).pieces
        if piece.flat and (ornament := ornament_of(piece.name))
    ]
    return "".join(parts)


def _backdrop(tile: Tile) -> str:
    """The kind of ground that lies below everything."""
    grounds = [segment.kind for segment in of_manner(tile, GROUND).values()]
    return grounds[0] if grounds else "field"


def _way(tile: Tile, layout: Layout, index: int) -> str:
    way, kind = layout.ways[index], tile.segments[index].kind
    path = curve_path(way.lines)
    strip = (
        f'<path class="{kind}-edge-line" stroke-width="{number(way.width)}" d="{path}"/>'
        f'<path class="{kind}-line" stroke-width="{number(way.width - EDGE)}" d="{path}"/>'
    )
    if any(min(end) <= 0 or max(end) >= SIZE for end in way.ends):  # cut off what would show on the tile beyond
        return f'<svg width="{number(SIZE)}" height="{number(SIZE)}">{strip}</svg>'
    return strip


def _edge(kind: str, walls: tuple[Cubic, ...]) -> str:
    """The edge of an area: a wall of stones with turrets, or a plain line."""
    path = curve_path(walls)
    if kind_of(kind).edge != "wall":
        return f'<path class="{kind}-edge-line" stroke-width="2.5" d="{path}"/>'
    turrets = "".join(f"M{pair(on_curve(line, t))}h0" for line in walls for t in TURRETS)
    return (
        f'<path class="wall-edge-line" stroke-width="5.4" d="{path}"/>'
        f'<path class="wall-line" stroke-width="3.4" d="{path}"/>'
        f'<path class="wall-edge-line" stroke-width="3.4" stroke-dasharray=".6 4.2" d="{path}"/>'
        f'<path class="wall-edge-line" stroke-width="8" stroke-linecap="round" d="{turrets}"/>'
        f'<path class="wall-line" stroke-width="5.6" stroke-linecap="round" d="{turrets}"/>'
    )


def _is_above(layout: Layout, index: int) -> bool:
    """A way from side to side that crosses an area lies on a bridge, unless it runs below or the area is the bridge."""
    way = layout.ways[index]
    if runs_below(layout.tile.segments[index]) or way.ends:
        return False
    return any(
        other != layout.plan.over and way.middle.intersection(area.covers).length > 8
        for other, area in layout.areas.items()
    )


def _bridge(tile: Tile, layout: Layout, index: int) -> str:
    way = layout.ways[index]
    path = curve_path(way.lines)
    return f'<path class="wall-edge-line" stroke-width="{number(way.width + 3)}" d="{path}"/>' + _way(
        tile, layout, index
    )


def _crossings(layout: Layout, above: set[int]) -> list[str]:
    """Bridges where ways cross one another: the narrower, or the later one, lies above."""
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
            span = other.middle.intersection(here.buffer(one.width / 2 + 4))
            if span.geom_type == "LineString":
                found.append(_span(layout.tile.segments[upper].kind, span, other.width))
    return found


def _span(kind: str, span: BaseGeometry, width: float) -> str:
    path = "M" + "L".join(pair((x, y)) for x, y in span.simplify(0.3).coords)
    return (
        f'<path class="wall-edge-line" stroke-width="{number(width + 3)}" d="{path}"/>'
        f'<path class="wall-line" stroke-width="{number(width + 1)}" d="{path}"/>'
        f'<path class="{kind}-line" stroke-width="{number(width - EDGE)}" d="{path}"/>'
    )


def upright(tile: Tile, turns: int, x: int, y: int) -> list[tuple[str, Point]]:
    """What stands on a turned tile in a cell, from the back to the front: names of ornaments and their places."""
    standing = [(piece.name, turned(piece.at, turns)) for piece in furniture_of(tile).pieces if not piece.flat]
    standing += [(piece.name, piece.at) for piece in strewn(tile, turns, x, y)]
    return sorted(standing, key=lambda item: (item[1][1], item[1][0]))


def style(svg: str, night: bool = False) -> str:
    """The colours that a picture uses."""
    used = dict.fromkeys(name for names in re.findall(r'class="([^"]*)"', svg) for name in names.split())
    rules = []
    for name in used:
        colours = book().colours
        if name in colours:
            rules.append(f".{name}{{fill:{colours[name][night]}}}")
        elif name.endswith("-line") and name[:-5] in colours:
            rules.append(f".{name}{{fill:none;stroke:{colours[name[:-5]][night]}}}")
    return "<style>" + "".join(rules) + "</style>"


def tile_svg(tile: Tile, turns: int = 0, x: int = 0, y: int = 0, night: bool = False) -> str:
    """One tile as a picture of its own."""
    standing = "".join(
        f'<g transform="translate({pair(at)})">{ornament.svg}</g>'
        for name, at in upright(tile, turns, x, y)
        if (ornament := ornament_of(name))
    )
    ground = f'<g transform="rotate({90 * turns} 50 50)">{ground_svg(tile)}</g>'
    body = ground + standing
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{style(body, night)}{body}</svg>'
