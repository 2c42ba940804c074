"""What pages in notebooks are made of. Cells and parts are HTML already: `text` makes it of anything."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from aude.draw.book import book
from aude.draw.figures import seat_colours
from aude.draw.picture import Picture

ROWS = 10  # of a list; the others are folded
MOST = 300  # of those; beyond them there is only a number
BAR = 160  # pixels of the longest bar
LINE = "1px solid rgba(128,128,128,.3)"
TABLE = "border-collapse:collapse;border:none;color:inherit;font-size:inherit;margin:4px 0"
CELL = "padding:2px 14px 2px 0;vertical-align:middle;white-space:normal;background:none;"
SAFE = " !$&'()*+,-./:;=?@[]^_`{|}~"  # what may stand in the address of an image within double quotes


def text(said: object) -> str:
    """Anything as HTML."""
    return escape(str(said))


def code(said: object) -> str:
    """What is typed in Python, or in records."""
    return f"<code>{text(said)}</code>"


def image(picture: Picture, wide: int = 0) -> str:
    """A picture that nothing on the page can change, and that changes nothing there."""
    own_wide, high = picture.size()
    if wide:
        own_wide, high = wide, round(high * wide / own_wide)
    source = quote(picture.svg, safe=SAFE)
    return f'<img alt="{text(picture.caption)}" width="{own_wide}" height="{high}" src="data:image/svg+xml,{source}">'


def seat_name(seat: str, seats: Sequence[str], said: str = "") -> str:
    """A seat with its colour."""
    colour = "transparent"
    if seat in seats:
        colour = book().colours[f"seat{seat_colours(seats)[seats.index(seat)]}"][0]
    dot = f'<span style="color:{colour};-webkit-text-stroke:1px rgba(128,128,128,.6)">&#9679;</span>'
    return f"{dot} {text(said or seat)}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> str:
    """A table; the columns of `numbers` are set to the right."""

    def row(cells: Sequence[str], tag: str) -> str:
        sides = ("right" if at in numbers else "left" for at in range(len(cells)))
        return "".join(
            f'<{tag} style="{CELL}text-align:{side};border-bottom:{LINE}">{cell}</{tag}>'
            for cell, side in zip(cells, sides, strict=True)
        )

    first = f"<thead><tr>{row([text(name) for name in head], 'th')}</tr></thead>" if head else ""
    body = "".join(f"<tr>{row(cells, 'td')}</tr>" for cells in rows)
    return f'<table style="{TABLE}">{first}<tbody>{body}</tbody></table>'


def bar(share: float) -> str:
    """A bar of this length."""
    wide = round(BAR * min(max(share, 0.0), 1.0))
    return f'<div style="background-color:rgba(128,128,128,.5);width:{wide}px;height:10px;margin-top:5px"></div>'


def folded(count: int, lines: Sequence[str], what: str) -> str:
    """What is not shown in full: how many there are, and what they are behind a click."""
    if not count:
        return ""
    more = f" · … and {count - len(lines)} more" if count > len(lines) else ""
    return f"<details><summary>{count} {text(what)}</summary>{' · '.join(lines)}{more}</details>"


def whole(*parts: str) -> str:
    """A page of these parts, one below the other."""
    return f"<div>{''.join(part for part in parts if part)}</div>"
