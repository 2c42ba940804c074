"""Figures and tokens as SVG, in the colours of the seats, with a mark for each colour.

There are six colours that people with any kind of colour vision can distinguish, and marks for those who see no colours
at all. Every figure has a light outline and a dark one inside it, so that it stands out from fields and roofs alike.
Colours and marks belong together: the classes `seat0`, `seat0-dark`, `seat0-light` and `seat0-mark` are always red's.

>>> seat_colours(["ada", "blue", "red"])
(2, 1, 0)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from aude.draw.book import Figure, book, figure_of
from aude.draw.caption import figure_caption
from aude.draw.compact import number, style
from aude.draw.picture import Picture
from aude.game.setup import COLOURS

# Marks of the seats' colours within a circle of radius 1, in the order of COLOURS: each is another shape, however it is
# turned, and those of colours that are most alike in grey have least in common.
MARKS = (
    "M-.85 0a.85.85 0 1 0 1.7 0 .85.85 0 1 0-1.7 0z",  # a dot
    "M-1-.4h2v.8h-2z",  # a bar
    "M0-1.05 1.05.8h-2.1z",  # a triangle
    "M-.8-.8H.8V.8H-.8z",  # a square
    "M-.33-1h.66v.67H1v.66H.33V1h-.66V.33H-1v-.66h.67z",  # a cross
    "M-1 0a1 1 0 1 0 2 0 1 1 0 1 0-2 0zM-.45 0a.45.45 0 1 1 .9 0 .45.45 0 1 1-.9 0z",  # a ring
)
PLAIN = "piece"  # the drawing of anything that no box draws
NOBODYS = "stone"  # the colour of what belongs to nobody
LIGHT, DARK = 4.0, 1.0  # the widths of the outlines of a figure, half of which are inside
LIGHT_OF_FLAT = 2.4  # for pieces that lie from side to side of a tile, where a wider one would cover the next tile
SHADE = (2.4, 2.0)  # the offset of the shadow
ROOM = 3.0  # the margin around a figure for outlines and shadow


def seat_colours(seats: Sequence[str]) -> tuple[int, ...]:
    """The number of each seat's colour: the one of its name, or else the next free one."""
    free = iter(number for number, colour in enumerate(COLOURS) if colour not in seats)
    return tuple(COLOURS.index(seat) if seat in COLOURS else next(free) for seat in seats)


def figure_named(name: str) -> Figure:
    """The drawing of something: that of its box, or else a plain piece."""
    return figure_of(name) or book().figures[PLAIN]


def figure_group(name: str, colour: int | None = None, *, lying: bool = False) -> str:
    """A figure, upright around 0,0: its shadow, outlines, body, decoration, and its owner's mark.

    The colour is a number of `seat_colours`, or None if it belongs to nobody.
    """
    if colour is None:
        return figure_body(name, lying=lying)
    places = [f"translate({number(x)} {number(y)})scale({number(size)})" for x, y, size in mark_places(name, lying)]
    marks = [f'<path class="seat{colour}-mark" transform="{place}" d="{MARKS[colour]}"/>' for place in places]
    return figure_body(name, str(colour), lying=lying) + "".join(marks)


def figure_body(name: str, own: str | None = None, *, lying: bool = False) -> str:
    """A figure without marks. `own` is the number of its owner's colour; if empty, the classes are `seat` …"""
    figure = figure_named(name)
    fill = figure.colour or (NOBODYS if own is None else f"seat{own}")
    light = number(LIGHT_OF_FLAT if figure.flat else LIGHT)
    owner = f"-{own}" if own else ""
    outline = f"f-{name}{owner}{'-lying' if lying else ''}-body"  # defined once, used for shadow, outline and body
    body = (
        f'<g class="figure-edge-line" stroke-width="{light}" stroke-linejoin="round">'
        f'<path id="{outline}" d="{figure.body}"/></g>'
        f'<g class="{fill}-dark-line" stroke-width="{number(DARK)}"><use href="#{outline}" class="{fill}"/></g>'
        + re.sub(r'(?<=["\s])seat(?=[-"\s])', fill if own is None else f"seat{own}", figure.svg)
    )
    # The shadow falls to the lower right, however the figure lies; flat pieces have none.
    shade = "" if figure.flat else f'<use href="#{outline}" class="shade"/>'
    transform = (f"scale({number(figure.size)})" if figure.size != 1 else "") + ("rotate(-90)" if lying else "")
    if transform:
        shade, body = (f'<g transform="{transform}">{part}</g>' if part else "" for part in (shade, body))
    if shade:
        shade = f'<g transform="translate({number(SHADE[0])} {number(SHADE[1])})">{shade}</g>'
    return f"{shade}{body}"


def mark_places(name: str, lying: bool = False) -> list[tuple[float, float, float]]:
    """The positions and sizes of the owner's marks, upright on standing and lying figures."""
    figure = figure_named(name)
    scaled = [(x * figure.size, y * figure.size, size * figure.size) for x, y, size in figure.marks]
    return [(y, -x, size) for x, y, size in scaled] if lying else scaled


def figure_svg(
    name: str, colour: int | None = None, *, lying: bool = False, night: bool = False, language: str = "en"
) -> Picture:
    """A figure as a picture of its own."""
    figure, body = figure_named(name), figure_group(name, colour, lying=lying)
    reach = figure.radius * figure.size + ROOM
    view = f"{number(-reach)} {number(-reach)} {number(2 * reach)} {number(2 * reach)}"
    caption = figure_caption(name, None if colour is None else COLOURS[colour], language)
    return Picture.framed(style(body, night) + body, view, caption, language)


def stacked(names: Sequence[str]) -> list[float]:
    """How much higher than the first each of several stacked pieces is drawn, such as floors with a guard on top."""
    heights: list[float] = []
    ground = -figure_named(names[0]).foot if names else 0.0
    for name in names:
        figure = figure_named(name)
        heights.append(ground + figure.foot)
        ground += figure.rise
    return heights
