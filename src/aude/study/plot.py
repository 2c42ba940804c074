"""The course of a game as a picture: how far each seat could expect to be ahead at the end."""

from __future__ import annotations

from html import escape
from math import hypot

from aude.catalog.texts import Texts
from aude.draw.book import book
from aude.draw.figures import seat_colours
from aude.study.review import Review
from aude.study.words import number

WIDE, HIGH = 720, 300
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 16, 30  # margins
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)  # between lines
LINES = 6  # at most
MARK = 17  # the least distance between the numbers of turning points
BRIGHT = 190  # of 255
DASHES = ("", "7 4", "2 3", "10 3 2 3", "1 5", "14 4")  # to distinguish lines without colours


def colours_of(seats: tuple[str, ...]) -> list[tuple[str, str]]:
    """The colour of each seat on a light and on a dark page."""
    colours = book().colours
    found = []
    for at in seat_colours(seats):
        own, dark, light = (colours[f"seat{at}{shade}"][0] for shade in ("", "-dark", "-light"))
        found.append((dark if _is_bright(own) else own, light))
    return found


def _is_bright(colour: str) -> bool:
    """Whether a line of this colour can hardly be seen on light paper."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.3 * red + 0.6 * green + 0.1 * blue > BRIGHT


def _apart(left: float, height: float, marks: list[tuple[float, float]]) -> tuple[float, float]:
    """Where the number of a turning point does not overlap others: as close to `height` as possible."""
    steps = sorted(range(-len(marks), len(marks) + 1), key=lambda step: (abs(step), step))
    free = (
        height + MARK * step
        for step in steps
        if TOP <= height + MARK * step <= HIGH - BOTTOM
        and all(hypot(left - x, height + MARK * step - y) >= MARK for x, y in marks)
    )
    return left, next(free, height)


def plot(review: Review, texts: Texts) -> str:
    """The picture as SVG. It uses the colours of the page: `--seat0`, `--ink`, `--faint`."""
    game, course = review.game, review.course
    seats = range(1) if len(game.seats) == 2 else range(len(game.seats))
    moves = max(1, len(game.moves))
    values = [leads[seat] for _, leads in course for seat in seats] or [0.0]
    step = next((step for step in STEPS if (max(*values, 0.0) - min(*values, 0.0)) / step <= LINES), STEPS[-1])
    low, high = step * int(min(*values, 0.0) // step), step * -int(-max(*values, 1.0) // step)

    def x(move: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * move / moves

    def y(value: float) -> float:
        return TOP + (HIGH - TOP - BOTTOM) * (high - value) / max(high - low, 1)

    parts = []
    for value in range(low, high + 1, step):
        kind = "zero" if value == 0 else "grid"
        parts.append(f'<path class="{kind}" d="M{LEFT} {y(value):.1f}H{WIDE - RIGHT}"/>')
        label = f"{value:+d}" if value else "0"
        parts.append(f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{label}</text>')
    for part in range(5):
        move = round(moves * part / 4)
        anchor = "middle" if part < 4 else "end"
        parts.append(f'<text x="{x(move):.1f}" y="{HIGH - 10}" text-anchor="{anchor}">{move}</text>')
    for seat in seats:
        points = [f"{x(at):.1f} {y(leads[seat]):.1f}" for at, leads in course]
        dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
        if len(game.seats) == 2 and points:
            area = f"M{x(course[0][0]):.1f} {y(0):.1f}L{'L'.join(points)}V{y(0):.1f}z"
            for side, (top, height) in enumerate(((0.0, y(0)), (y(0), HIGH - y(0)))):
                parts.append(f'<clipPath id="side{side}"><path d="M0 {top:.1f}h{WIDE}v{height:.1f}H0z"/></clipPath>')
                parts.append(
                    f'<path class="area" style="fill:var(--seat{side})" clip-path="url(#side{side})" d="{area}"/>'
                )
        if points:
            colour = "var(--ink)" if len(game.seats) == 2 else f"var(--seat{seat})"
            parts.append(f'<path class="line" style="stroke:{colour}"{dash} d="M{"L".join(points)}"/>')
    by_move = dict(course)
    marks: list[tuple[float, float]] = []
    for number_of, one in enumerate(review.turning_points, 1):
        before = max((at for at in by_move if at < one.number), default=None)
        line = game.seats.index(one.seat) if len(seats) > 1 else 0
        then = by_move[before][line] if before is not None else 0.0
        left, height = _apart(x(one.number - 1), y(then), marks)
        marks.append((left, height))
        parts.append(f'<circle class="turn" cx="{left:.1f}" cy="{height:.1f}" r="8"/>')
        parts.append(
            f'<text class="turn-number" x="{left:.1f}" y="{height + 4:.1f}" text-anchor="middle">{number_of}</text>'
        )
    last = ", ".join(
        f"{texts.word(seat)} {number(texts, lead, sign=True)}"
        for seat, lead in zip(game.seats, course[-1][1] if course else (), strict=False)
    )
    title = escape(texts("study.plot", leads=last), quote=False)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox="0 0 {WIDE} {HIGH}" role="img">'
        f"<title>{title}</title>{''.join(parts)}</svg>"
    )
