"""Plots of statistics, in the colours of the page (`study/page.css`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from aude.arena.plot import Frame
from aude.draw.compact import number

WIDE = 720.0
ROW = 26.0
NAMES, VALUES = 205.0, 120.0  # the space to the left and right of bars
TOP, BOTTOM = 10.0, 30.0
HIGH = 190.0  # the height of a histogram
LETTERS = 26  # the most letters of a name


@dataclass(frozen=True)
class Bar:
    """A bar of one or several parts, or a point with its interval; with a name, and a text after it."""

    name: str
    parts: tuple[float, ...]
    says: str
    interval: tuple[float, float] | None = None


def bars(title: str, rows: Sequence[Bar]) -> str:
    """Horizontal bars that begin at 0; parts with the same sign follow each other."""
    ends = [0.0]
    for row in rows:
        ends += [sum(part for part in row.parts if part > 0), sum(part for part in row.parts if part < 0)]
    frame = _frame(rows, (min(ends), max(ends)))
    body = frame.grid_down()
    for at, row in enumerate(rows):
        y = TOP + ROW * at
        reached = {True: 0.0, False: 0.0}
        for part, value in enumerate(row.parts):
            begin = reached[value > 0]
            left, right = sorted((frame.x(begin), frame.x(begin + value)))
            body += (
                f'<rect class="bar bar{part}" x="{number(left)}" y="{number(y + 5)}" '
                f'width="{number(right - left)}" height="{number(ROW - 10)}"/>'
            )
            reached[value > 0] = begin + value
        body += _labels(y, row)
    return _plot(title, TOP + ROW * len(rows) + BOTTOM, body)


def points(title: str, rows: Sequence[Bar], expected: Sequence[float]) -> str:
    """A point with its interval in each row, and a mark where it would be by chance."""
    ends = [end for row in rows for end in (*row.parts, *(row.interval or ()))] + [*expected]
    room = (max(ends) - min(ends) or 1.0) * 0.06
    frame = _frame(rows, (min(ends) - room, max(ends) + room))
    body = frame.grid_down()
    for at, (row, chance) in enumerate(zip(rows, expected, strict=True)):
        y = TOP + ROW * at
        middle = y + ROW / 2
        body += f'<path class="chance" d="M{number(frame.x(chance))} {number(y + 3)}v{number(ROW - 6)}"/>'
        if row.interval is not None:
            left, right = (frame.x(end) for end in row.interval)
            body += f'<path class="whisker" d="M{number(left)} {number(middle)}H{number(right)}"/>'
        body += f'<circle class="point" cx="{number(frame.x(row.parts[0]))}" cy="{number(middle)}" r="5"/>'
        body += _labels(y, row)
    return _plot(title, TOP + ROW * len(rows) + BOTTOM, body)


def histogram(title: str, seen: Mapping[int, int]) -> str:
    """A histogram of how often each number occurred."""
    low, high = min(seen, default=0), max(seen, default=1)
    frame = Frame(60, TOP, WIDE - 20, TOP + HIGH, (low - 0.5, high + 0.5), (0, max(seen.values(), default=1)))
    wide = frame.x(1) - frame.x(0)
    gap = min(2.0, wide / 8)
    body = frame.grid_across(plus="") + frame.grid_down(whole=True)
    for value, times in seen.items():
        top = frame.y(times)
        body += (
            f'<rect class="bar bar0" x="{number(frame.x(value - 0.5) + gap)}" y="{number(top)}" '
            f'width="{number(wide - 2 * gap)}" height="{number(frame.bottom - top)}"/>'
        )
    return _plot(title, TOP + HIGH + BOTTOM, body)


def _frame(rows: Sequence[Bar], ends: tuple[float, float]) -> Frame:
    low, high = ends
    return Frame(NAMES, TOP, WIDE - VALUES, TOP + ROW * len(rows), (low, high if high > low else low + 1), (0, 1))


def _labels(y: float, row: Bar) -> str:
    name = row.name if len(row.name) <= LETTERS else f"{row.name[: LETTERS - 1]}…"
    return (
        f'<text x="{number(NAMES - 12)}" y="{number(y + ROW / 2 + 4)}" text-anchor="end">{escape(name)}</text>'
        f'<text x="{number(WIDE - VALUES + 12)}" y="{number(y + ROW / 2 + 4)}">{escape(row.says)}</text>'
    )


def _plot(title: str, high: float, body: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox="0 0 {number(WIDE)} {number(high)}" role="img">'
        f"<title>{escape(title, quote=False)}</title>{body}</svg>"
    )
