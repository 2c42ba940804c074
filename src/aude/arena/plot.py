"""Plots a contest: the margin of two bots after each game, or the ratings of several bots, with their intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from aude.arena.results import Moment, Results
from aude.catalog.texts import Texts
from aude.draw.compact import number
from aude.draw.panel import FONT
from aude.draw.picture import Picture

WIDE = 960.0
LEFT, RIGHT, TOP, BOTTOM = 76.0, 36.0, 92.0, 60.0  # margins around the plot
HIGH = 340.0  # the height of a plot of margins
ROW = 46.0  # the height of a rating
NAMES, NUMBERS = 210.0, 150.0  # the space to the left and right of the ratings
LETTERS = 22  # of a name
MOST_DOTS = 400
TICKS = 6  # about how many there are
OUTLIERS = 0.02  # the share of heats at either end that need not fit into the plot
STYLE = (
    f"text{{font-family:{FONT};fill:#43352a;font-size:15px}}"
    ".title{font-size:22px;font-weight:600}.small{font-size:13px;fill:#7b6c58}.value{font-weight:600}"
    ".paper{fill:#f8f2e4}.grid{stroke:#e2d6bd}.zero{stroke:#8c7d69;stroke-width:1.5;stroke-dasharray:5 4}"
    ".band{fill:#163b98;fill-opacity:.16}.line{fill:none;stroke:#163b98;stroke-width:2.5;stroke-linejoin:round}"
    ".dot{fill:#bb2616;fill-opacity:.4}.whisker{stroke:#163b98;stroke-width:3;stroke-linecap:round}"
    ".point{fill:#163b98;stroke:#f8f2e4;stroke-width:2}"
)


def plot(results: Results, texts: Texts) -> Picture:
    """The picture of a contest."""
    if len(results.plan.bots) == 2:
        return margins(results, texts)
    return ratings(results, texts)


def margins(results: Results, texts: Texts) -> Picture:
    """The mean margin after each heat with its interval, and the margins of the heats as dots."""
    first, second = results.plan.labels
    pair = results.pair(0, 1)
    course = pair.course
    title = texts("arena.plot_margin", first=first, second=second)
    error = texts("arena.with_error", mean=signed(pair.margin.mean), error=f"{pair.margin.error:.1f}")
    says = texts("arena.plot_result", margin=error, games=pair.games, won=f"{100 * pair.won:.1f}")
    low, high = _range(course)
    frame = Frame(LEFT, TOP, WIDE - RIGHT, TOP + HIGH, (0, max(1, pair.games)), (low, high))
    body = frame.grid_across() + frame.grid_down() + _course(frame, course)
    body += _text(frame.left, frame.bottom + 44, texts("arena.plot_legend"), "small")
    return _sheet(TOP + HIGH + BOTTOM, title, says, body, texts)


def ratings(results: Results, texts: Texts) -> Picture:
    """The rating of each bot with its interval, the strongest first."""
    found = results.ratings()
    labels = results.plan.labels
    order = sorted(found.rating, key=lambda bot: -found.rating[bot])
    errors = {bot: error if math.isfinite(error) else 0.0 for bot, error in found.error.items()}
    low = min((found.rating[bot] - errors[bot] for bot in order), default=-1.0)
    high = max((found.rating[bot] + errors[bot] for bot in order), default=1.0)
    room = (high - low or 1.0) * 0.04
    bottom = TOP + ROW * max(1, len(order))
    frame = Frame(NAMES, TOP, WIDE - NUMBERS, bottom, (low - room, high + room), (0, max(1, len(order))))
    body = frame.grid_down()
    for row, bot in enumerate(order):
        y, x = TOP + ROW * (row + 0.5), frame.x(found.rating[bot])
        reach = [frame.x(found.rating[bot] + sign * errors[bot]) for sign in (-1, 1)]
        name = labels[bot] if len(labels[bot]) <= LETTERS else f"{labels[bot][: LETTERS - 1]}…"
        body += _text(NAMES - 16, y + 5, name, "", "end")
        body += _line(reach[0], y, reach[1], y, "whisker")
        body += f'<circle class="point" cx="{number(x)}" cy="{number(y)}" r="7"/>'
        said = signed(found.rating[bot], digits=0)
        if errors[bot]:  # the first has none: the others are relative to it
            said = texts("arena.with_error", mean=said, error=f"{errors[bot]:.0f}")
        body += _text(WIDE - NUMBERS + 16, y + 5, said, "value")
    says = texts("arena.plot_anchor", bot=labels[0], games=len(results.games))
    return _sheet(bottom + BOTTOM, texts("arena.plot_elo"), says, body, texts)


class Frame:
    """Converts numbers to positions in the picture."""

    def __init__(
        self, left: float, top: float, right: float, bottom: float, xs: tuple[float, float], ys: tuple[float, float]
    ) -> None:
        self.left, self.top, self.right, self.bottom = left, top, right, bottom
        self.xs, self.ys = xs, ys

    def x(self, value: float) -> float:
        low, high = self.xs
        return self.left + (value - low) / (high - low) * (self.right - self.left)

    def y(self, value: float) -> float:
        """The vertical position of a value, limited to the edges."""
        low, high = self.ys
        return self.bottom - (min(max(value, low), high) - low) / (high - low) * (self.bottom - self.top)

    def grid_across(self, plus: str = "+") -> str:
        """Horizontal lines with their numbers; the line at 0 is emphasized."""
        body = ""
        for value in ticks(*self.ys):
            y = self.y(value)
            body += _line(self.left, y, self.right, y, "grid" if value else "zero")
            says = signed(value, plus=plus, digits=0 if value == int(value) else 1)
            body += _text(self.left - 10, y + 5, says, "small", "end")
        return body

    def grid_down(self, *, whole: bool = False) -> str:
        """Vertical lines with their numbers; only whole numbers, if there is nothing between them."""
        body = ""
        for value in ticks(*self.xs):
            if whole and value != int(value):
                continue
            x = self.x(value)
            body += _line(x, self.top, x, self.bottom, "grid")
            body += _text(
                x, self.bottom + 20, signed(value, plus="", digits=0 if value == int(value) else 1), "small", "middle"
            )
        return body


def _course(frame: Frame, course: Sequence[Moment]) -> str:
    apart = max(1, math.ceil(len(course) / MOST_DOTS))
    shown = course[::-apart][::-1]  # including the last one
    body = "".join(
        f'<circle class="dot" cx="{number(frame.x(at.games))}" cy="{number(frame.y(at.margin))}" r="3"/>'
        for at in shown
    )
    known = [at for at in shown if math.isfinite(at.radius)]
    edge = [(at.games, at.mean + at.radius) for at in known]
    edge += [(at.games, at.mean - at.radius) for at in reversed(known)]
    band = f'<polygon class="band" points="{_points(frame, edge)}"/>' if known else ""
    line = f'<polyline class="line" points="{_points(frame, [(at.games, at.mean) for at in shown])}"/>'
    return band + body + line


def _points(frame: Frame, places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{number(frame.x(x))},{number(frame.y(y))}" for x, y in places)


def _range(course: Sequence[Moment]) -> tuple[float, float]:
    """The range of margins to show: 0, nearly all heats, the last interval, and some space."""
    inner = sorted(at.margin for at in course) or [0.0]
    cut = int(len(inner) * OUTLIERS)
    seen = [0.0, inner[cut], inner[-1 - cut]]
    if course and math.isfinite(course[-1].radius):
        seen += [course[-1].mean - course[-1].radius, course[-1].mean + course[-1].radius]
    low, high = min(seen), max(seen)
    room = (high - low or 1.0) * 0.06
    return low - room, high + room


def ticks(low: float, high: float) -> list[float]:
    """Round numbers between two values.

    >>> ticks(-3.5, 21.0)
    [0.0, 5.0, 10.0, 15.0, 20.0]
    """
    rough = (high - low) / TICKS
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough)
    return [at * step for at in range(math.ceil(low / step), math.floor(high / step) + 1)]


def signed(value: float, *, digits: int = 1, plus: str = "+") -> str:
    """A number with its sign, using a real minus sign.

    >>> signed(3.51), signed(0.0), signed(3, digits=0, plus="")
    ('+3.5', '0.0', '3')
    """
    sign = "\N{MINUS SIGN}" if value < 0 else plus if value > 0 else ""
    return f"{sign}{abs(value):.{digits}f}"


def _sheet(high: float, title: str, says: str, body: str, texts: Texts) -> Picture:
    svg = f'<style>{STYLE}</style><rect class="paper" width="{number(WIDE)}" height="{number(high)}" rx="12"/>'
    svg += _text(36, 42, title, "title") + _text(36, 68, says, "") + body
    return Picture.framed(svg, f"0 0 {number(WIDE)} {number(high)}", f"{title}: {says}", texts.language)


def _text(x: float, y: float, says: str, kind: str, anchor: str = "start") -> str:
    look = f' class="{kind}"' if kind else ""
    return f'<text x="{number(x)}" y="{number(y)}"{look} text-anchor="{anchor}">{escape(says, quote=False)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    ends = (f'{name}="{number(value)}"' for name, value in zip(("x1", "y1", "x2", "y2"), (x1, y1, x2, y2), strict=True))
    return f'<line class="{kind}" {" ".join(ends)}/>'
