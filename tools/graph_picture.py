"""Draws the picture of a graph in docs/research.md: a small table, with the rows of the graph at their places."""

from __future__ import annotations

from html import escape
from math import hypot

from aude import Game, bots
from aude.board import Board
from aude.draw.boards import CELL, Sheet
from aude.draw.compact import style
from aude.draw.panel import FONT
from aude.env.numbers import Array, Numbers

SEED, TILES_LAID = 38, 5  # a position with every kind of feature, and few of them
SEAT = "red"
COLOURS = ("#b3261e", "#1d4ed8", "#0f766e", "#7c3aed", "#a16207", "#be185d", "#334155", "#15803d", "#c2410c", "#0369a1")
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # from a cell over its north, east, south and west side
OVER = 12  # how far an end reaches into its cell
LINE = 13  # from one row of a table to the next
SHOWN = ("features", "cells", "ends", "borders")  # whose rows are written below the table, in columns:
LEFT = (0, 0, 360, 360)
UNDER = 50  # how far below the table they are
LOOK = (
    f"text{{font:600 9px {FONT};text-anchor:middle;fill:#222}}"
    ".row{font:9px monospace;text-anchor:start;white-space:pre}"
    ".name{font-size:11px;text-anchor:start}.on{fill:#fff}.small{font-size:6.5px;font-weight:400}"
    ".cell{fill:none;stroke:#555;stroke-width:1.5;stroke-dasharray:5 3}.tag{fill:#222}"
    ".beside{stroke:#222;stroke-width:1.4;stroke-dasharray:2 2}.whole{stroke-width:2.4;stroke-opacity:.55}"
    ".end{stroke-width:1.8;fill:none}.note{fill:#fff;fill-opacity:.85}"
)

Point = tuple[float, float]


def game_with(seed: int, tiles: int) -> Game:
    """A game with this many tiles on the table, in which the next one is to be placed."""
    game = Game(seed=seed, first_player="seat1")
    bot = bots.make("greedy", 1)
    while len(game.board.tiles) < tiles or game.step != "place":
        game.play(bot.choose(game))
    return game


def shown_game() -> Game:
    """The position that is drawn."""
    return game_with(SEED, TILES_LAID)


def picture() -> str:
    """The table, faded; on it the rows of its graph; below it what stands in some of them."""
    game = shown_game()
    numbers = Numbers(game.setup)
    graph, columns = numbers.graph(game, SEAT), numbers.graph_columns
    cells = [(int(x), int(y)) for x, y in graph["cells"][:, :2]]
    west, north = (min(cell[axis] for cell in cells) for axis in (0, 1))
    wide, high = (CELL * (max(cell[axis] for cell in cells) - low + 1) for axis, low in ((0, west), (1, north)))
    table, more = _tables(graph, columns)
    left, top, below = CELL * west, CELL * north, CELL * north + high
    frame = f"{left - 10} {top - 10} {wide + 20} {high + UNDER + more + 20}"
    x, y, across, down = frame.split()
    title = f"The graph of a table with {len(game.board.tiles)} tiles, as {SEAT} sees it"
    sheet = Sheet(Board(game.state), night=False)
    flat, standing = sheet.tiles()
    board = "".join([*flat, *standing, *sheet.pieces()])
    drawn = sheet.symbols.svg() + board
    paper = f'<rect x="{x}" y="{y}" width="{across}" height="{down}" fill="#fff"/>'
    under = f'<g transform="translate({left} {below + UNDER})">{table}</g>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame}" role="img" lang="en"><title>{title}</title>'
        f'{style(drawn, False)}<style>{LOOK}</style>{paper}<g opacity=".45">{drawn}</g>'
        f"{_marks(sheet, graph, cells)}{_legend(left, below + 20)}{under}</svg>\n"
    )


def _marks(sheet: Sheet, graph: dict[str, Array], cells: list[tuple[int, int]]) -> str:
    """Everything that is written over the table."""
    laid = [tile.cell for tile in sheet.board.tiles]
    segments = graph["segments"].tolist()
    places = [sheet.spot(spot) for spot in sheet.board.spots]
    assert [laid[tile] for tile, _, _ in segments] == [spot.cell for spot in sheet.board.spots]
    lines, dots = "", ""
    for row, (cell_x, cell_y) in enumerate(cells):
        x, y = CELL * cell_x, CELL * cell_y
        lines += f'<path class="cell" d="M{x + 5} {y + 5}h90v90h-90z"/>'
        dots += f'<circle cx="{x + 50}" cy="{y + 50}" r="10" fill="#fff" stroke="#555"/>{_text(row, (x + 50, y + 50))}'
    for row, (x, y) in enumerate(laid):
        dots += f'<path class="tag" d="M{CELL * x} {CELL * y}h14v13h-14z"/>'
        dots += _text(row, (CELL * x + 7, CELL * y + 6.5), "on")
    for row, (tile, feature, _) in enumerate(segments):
        for other in range(row):
            beside = laid[segments[other][0]]
            if segments[other][1] == feature and hypot(laid[tile][0] - beside[0], laid[tile][1] - beside[1]) == 1:
                lines += _line(places[other], places[row], "whole", COLOURS[feature])
    for row, (feature, cell, side) in enumerate(graph["ends"].tolist()):
        start, stop = _end(graph, row, cells[cell], side, places, segments, laid)
        lines += _line(start, stop, "end", COLOURS[feature])
        dots += _noted(row, stop, COLOURS[feature])
    drawn = set()
    for row, (feature, beside) in enumerate(graph["borders"].tolist()):
        pair = next(
            (one, other)
            for one, (tile, its, _) in enumerate(segments)
            for other, (same, theirs, _) in enumerate(segments)
            if tile == same and (its, theirs) == (feature, beside) and (one, other) not in drawn
        )
        drawn.add(pair)
        first, second = places[pair[0]], places[pair[1]]
        lines += _line(first, second, "beside", "")
        dots += _noted(row, ((first[0] + second[0]) / 2, (first[1] + second[1]) / 2), "#222")
    for row, (_, feature, _) in enumerate(segments):
        at = places[row]
        dots += f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="7.5" fill="{COLOURS[feature]}" stroke="#fff"/>'
        dots += _text(feature, at, "on") + _noted(row, (at[0] + 11, at[1] - 6), "#555")
    return lines + dots


def _end(
    graph: dict[str, Array],
    row: int,
    cell: tuple[int, int],
    side: int,
    places: list[Point],
    segments: list[list[int]],
    laid: list[tuple[int, int]],
) -> tuple[Point, Point]:
    """From where to where an end is drawn: from its segment over the side of the cell, or to a corner of it."""
    feature, number, _ = graph["ends"][row].tolist()
    x, y = CELL * cell[0], CELL * cell[1]
    if side < 0:  # the cells around complete it
        start = next(places[one] for one, (_, its, _) in enumerate(segments) if its == feature)
        to_x, to_y = x + 50 - start[0], y + 50 - start[1]
        far = hypot(to_x, to_y)
        near = 1 - 30 / far  # of the way to the middle of the cell, and a little beside it: fields end there too
        return start, (start[0] + near * to_x - 16 * to_y / far, start[1] + near * to_y + 16 * to_x / far)
    same = [one for one, (_, to, by) in enumerate(graph["ends"].tolist()) if (to, by) == (number, side)]
    along = 100 * (same.index(row) + 1) / (len(same) + 1)  # clockwise around the tile: against the cell's own way
    step_x, step_y = STEPS[side]
    at = (x + 50 + 50 * step_x - (50 - along) * step_y, y + 50 + 50 * step_y + (50 - along) * step_x)
    tile = laid.index((cell[0] + step_x, cell[1] + step_y))
    start = next(places[one] for one, (its_tile, its, _) in enumerate(segments) if (its_tile, its) == (tile, feature))
    return start, (at[0] - OVER * step_x, at[1] - OVER * step_y)


def _tables(graph: dict[str, Array], columns: dict[str, list[str]]) -> tuple[str, int]:
    """What stands in the tables, and how high that is."""
    text, below = "", dict.fromkeys(LEFT, 10)
    for name, left in zip(SHOWN, LEFT, strict=True):
        y = below[left]
        text += f'<text class="name" x="{left}" y="{y}">{name}</text>'
        heads = [_words(column) for column in columns[name]]
        rows = [["", *(head[at] for head in heads)] for at in range(max(map(len, heads)))]
        rows = [row for row in rows if any(row)]
        rows += [[str(row), *map(str, values)] for row, values in enumerate(graph[name].tolist())]
        sizes = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
        for cells in rows:
            y += LINE
            said = " ".join(cell.rjust(size) for cell, size in zip(cells, sizes, strict=True))
            text += f'<text class="row" x="{left}" y="{y}">{escape(said)}</text>'
        below[left] = y + 2 * LINE
    return text, max(below.values()) - LINE


def _words(column: str) -> tuple[str, str]:
    """The name of a column in two lines."""
    first, _, second = column.partition(" ")
    return first, second


def _legend(x: int, y: int) -> str:
    """Which mark is a row of which table."""
    said = (
        (f'<path class="tag" d="M{x} {y - 6}h14v13h-14z"/>', "tiles"),
        (f'<circle cx="{x + 7}" cy="{y}" r="8" fill="#fff" stroke="#555"/>', "cells"),
        (f'<circle cx="{x + 7}" cy="{y}" r="7.5" fill="{COLOURS[0]}"/>', "features, and segments (small)"),
        (_line((x, y), (x + 14, y), "end", COLOURS[0]), "ends"),
        (_line((x, y), (x + 14, y), "beside", ""), "borders"),
    )
    text, left = "", 0
    for mark, words in said:
        text += (
            f'<g transform="translate({left} 0)">{mark}<text class="name" x="{x + 19}" y="{y + 4}">{words}</text></g>'
        )
        left += 33 + 7 * len(words)
    return text


def _line(start: Point, stop: Point, kind: str, colour: str) -> str:
    stroke = f' stroke="{colour}"' if colour else ""
    return f'<path class="{kind}"{stroke} d="M{start[0]:.1f} {start[1]:.1f}L{stop[0]:.1f} {stop[1]:.1f}"/>'


def _text(said: int, at: Point, kind: str = "") -> str:
    look = f' class="{kind}"' if kind else ""
    return f'<text{look} x="{at[0]:.1f}" y="{at[1] + 3:.1f}">{said}</text>'


def _noted(said: int, at: Point, colour: str) -> str:
    """A small number of a row."""
    x, y = at
    paper = f'<circle class="note" cx="{x:.1f}" cy="{y:.1f}" r="5"/>'
    return f'{paper}<text class="small" style="fill:{colour}" x="{x:.1f}" y="{y + 2.3:.1f}">{said}</text>'
