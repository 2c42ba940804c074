"""The board in sentences, for screen readers and for those who ask what lies where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aude.catalog.texts import Texts
from aude.catalog.tilesearch import find_tile
from aude.engine.rules import Rules
from aude.engine.tiles import BLANK, SIDES, Tile, arrow_of
from aude.engine.words import ports_of, slot_word
from aude.game.events import spot_text
from aude.terminal.boardfacts import (
    cell_in,
    claiming_figures,
    kind_of,
    laid_cells,
    laid_tokens,
    newest_slot,
    nodes_of_slots,
    piece_of,
    pieces_at_sides,
    standing_figures,
)
from aude.terminal.glyphs import sectors_of
from aude.terminal.pieces import Piece, tile_pieces, turned_symbols
from aude.terminal.sidepicture import facing
from aude.terminal.tilepicture import Cell

if TYPE_CHECKING:
    from aude.game.game import Game, Option


@dataclass(frozen=True)
class Feature:
    """A feature on the table, for people: what it is, where it lies, who stands on it."""

    kind: str
    cells: tuple[Cell, ...]
    open_ends: int
    completes: bool
    figures: tuple[tuple[str, str, int], ...]  # seat, figure, how many

    @property
    def complete(self) -> bool:
        return self.completes and self.open_ends <= 0


def features(game: Game) -> list[Feature]:
    """Every feature on the table, in the order of their first tiles."""
    return list(features_by_root(game).values())


def features_by_root(game: Game) -> dict[int, Feature]:
    """Every feature on the table by the node that stands for it, in the order of their first tiles."""
    state = game.state
    members: dict[int, list[int]] = {}
    for node in range(state.nodes):
        members.setdefault(int(state.root[node]), []).append(node)
    figures: dict[int, dict[tuple[int, str], int]] = {}
    for node, kind, seat in [*standing_figures(game), *claiming_figures(game)]:
        counts = figures.setdefault(int(state.root[node]), {})
        counts[seat, kind] = counts.get((seat, kind), 0) + 1
    where = {slot: cell for cell, slot in laid_cells(game).items()}
    found = {}
    for root, nodes in members.items():
        cells = dict.fromkeys(where[int(state.node_slot[node])] for node in nodes)
        here = tuple((game.seats[seat], kind, count) for (seat, kind), count in figures.get(root, {}).items())
        completes = game.rules.kinds[int(state.kind_of(root))].completes
        found[root] = Feature(kind_of(game, root), tuple(cells), int(state.open_ends[root]), completes, here)
    return found


def counted(texts: Texts, what: str, count: int) -> str:
    """`1 point`, `7 points`: what `counts` says, else the number and the word."""
    key = f"counts.{what}_one" if count == 1 else f"counts.{what}"
    return texts(key, count=count) if texts.has(key) else f"{count} {texts.word(what)}"


def listed(texts: Texts, names: Sequence[str]) -> str:
    """`red`, `red and blue`, `red, blue and green`."""
    return texts("table.and", names=", ".join(names[:-1]), last=names[-1]) if len(names) > 1 else "".join(names)


def capital(sentence: str) -> str:
    """The sentence with a capital letter, unless it begins with the name of a tile.

    >>> capital("red draws"), capital("base/CFFF fits nowhere")
    ('Red draws', 'base/CFFF fits nowhere')
    """
    return sentence if "/" in sentence.partition(" ")[0] else sentence[:1].upper() + sentence[1:]


def full_stop(sentence: str) -> str:
    """The sentence with a full stop, unless it ends as a question."""
    return sentence if sentence.endswith("?") else f"{sentence}."


def _figures_text(feature: Feature, texts: Texts) -> str:
    return ", ".join(f"{texts.word(seat)} {counted(texts, kind, count)}" for seat, kind, count in feature.figures)


def feature_sentence(feature: Feature, texts: Texts) -> str:
    """`City, size 3, at 0,0; 0,-1; 1,-1. Open ends: 2. Red 1 meeple.`"""
    cells = "; ".join(f"{x},{y}" for x, y in feature.cells)
    who = _figures_text(feature, texts) or texts("table.nobody")
    if not feature.completes:
        key = "table.feature_endless"
    else:
        key = "table.feature_complete" if feature.complete else "table.feature_open"
    kind = texts.word(feature.kind)
    sentence = texts(key, kind=kind, count=len(feature.cells), cells=cells, ends=feature.open_ends, who=capital(who))
    return capital(sentence)


def sides_text(pieces: Sequence[Piece], texts: Texts) -> str:
    """`north city, east road, south field, west road; road E.W joined; in the middle: monastery`"""
    owners = {port: piece.kind for piece in pieces for port in piece.ports}
    parts = []
    for side in SIDES:
        kind = owners.get(side) or owners.get(side + "L") or owners.get(side + "R") or BLANK
        parts.append(f"{texts(f'table.side_{side}')} {texts.word(kind)}")
    said = [", ".join(parts)]
    joined = [piece for piece in pieces if sum(len(port) == 1 for port in piece.ports) > 1]
    for piece in joined:
        sides = [texts(f"table.side_{port}") for port in piece.ports if len(port) == 1]
        said.append(texts("table.joined", kind=texts.word(piece.kind), sides=", ".join(sides)))
    inner = [texts.word(piece.kind) for piece in pieces if not piece.ports]
    if inner:
        said.append(texts("table.in_the_middle", kinds=", ".join(inner)))
    for piece in pieces:
        if piece.marks:
            marks = ", ".join(texts.word(mark) for mark in piece.marks)
            said.append(texts("table.marked", kind=texts.word(piece.kind), marks=marks))
    return "; ".join(said)


def option_sentence(game: Game, option: Option, texts: Texts) -> str:
    """An option as an answer to the open question: a range in words, a tile that is named with whoever stands on it."""
    words = option.words
    if option.low is not None:
        return texts.words([*words[:-1], texts("table.range", low=option.low, high=option.high)], game.step)
    said = texts.words(words, game.step)
    here = figures_at(game, cell_in(words[1:]), texts) if len(words) == 2 else ""
    return f"{said} ({here})" if here else said


def figures_at(game: Game, cell: Cell | None, texts: Texts) -> str:
    """Who stands on the tile of a cell: red 2 meeples, blue 1 abbot; nothing if nobody does."""
    slot = laid_cells(game).get(cell, -1) if cell is not None else -1
    here = Counter(
        (game.seats[seat], kind)
        for node, kind, seat in standing_figures(game)
        if int(game.state.node_slot[node]) == slot
    )
    return ", ".join(f"{texts.word(seat)} {counted(texts, kind, count)}" for (seat, kind), count in here.items())


def describe_tile(source: Game | Rules | Mapping[str, Tile], tile_id: str, turn: int, texts: Texts) -> str:
    """What a tile shows on its sides when turned by quarters."""
    tile, _, kept = find_tile(source, tile_id)
    said = sides_text(tile_pieces(tile, turn, kept), texts)
    return "; ".join([said, *symbols_text(tile, turn, texts)])


def symbols_text(tile: Tile, turn: int, texts: Texts) -> list[str]:
    """`crop circle: city`, `extra turn, arrow south`, `well: Petit Puits`: what is printed on a whole turned tile."""
    said = []
    for symbol in turned_symbols(tile, turn):
        word, _, value = symbol.partition(":")
        if arrow_of(symbol) >= 0:
            said.append(texts("table.arrow", mark=texts.word(word), side=texts(f"table.side_{value}")))
        else:
            said.append(f"{texts.word(word)}: {texts.word(value)}" if value else texts.word(word))
    if said and "building" in tile.more:
        said[-1] += f": {tile.more['building']}"
    return said + [texts.word(sector) for sector in sectors_of(tile)]


def tokens_text(game: Game, nodes: Sequence[int], texts: Texts) -> list[str]:
    """`Tunnel token of red on the road E at 0,-1`: what boxes have laid on these segments (-1 - slot: on a tile)."""
    said = []
    for (node, name, seat), count in Counter(laid_tokens(game)).items():
        if node in nodes:
            where = spot_text(game.state, node) if node >= 0 else slot_word(game.state, -1 - node)
            what = counted(texts, name, count) if count > 1 else texts.word(name)
            values = {"what": what, "spot": " ".join(texts.word(word) for word in where.split())}
            if seat >= 0:
                key = "table.token" if node >= 0 else "table.token_on_tile"
                text = texts(key, seat=texts.word(game.seats[seat]), **values)
            else:
                text = texts("table.piece" if node >= 0 else "table.piece_on_tile", **values)
            said.append(capital(text) + ".")
    return said


def sides_held(game: Game, texts: Texts, only: Cell | None = None) -> list[str]:
    """`Wall: 0,0 north, east; 1,0 north.`: what stands at the sides of tiles; of one cell only, on both sides of it."""
    where = {slot: cell for cell, slot in laid_cells(game).items()}
    found: dict[str, dict[Cell, list[str]]] = {}
    for slot, side, name, seat in pieces_at_sides(game):
        cell = where[slot]
        if only is not None and only not in (cell, facing((*cell, side))):
            continue
        what = texts.word(name)
        if seat >= 0:
            what = texts("table.of_seat", what=what, seat=texts.word(game.seats[seat]))
        found.setdefault(what, {}).setdefault(cell, []).append(texts.side(SIDES[side]))
    said = []
    for what, cells in found.items():
        places = "; ".join(f"{x},{y} {', '.join(sides)}" for (x, y), sides in cells.items())
        said.append(f"{capital(what)}: {places}.")
    return said


def describe_cell(game: Game, cell: Cell, texts: Texts) -> str:
    """What lies in a cell and who stands there; of an empty cell, what its neighbours show to it."""
    x, y = cell
    laid = laid_cells(game)
    slot = laid.get(cell, -1)
    name = f"{x},{y}"
    if slot >= 0:
        nodes = nodes_of_slots(game).get(slot, [])
        number = int(game.state.slot_tile[slot])
        tile = game.rules.table.tiles[number >> 2]
        sides = "; ".join(
            [sides_text([piece_of(game, node) for node in nodes], texts), *symbols_text(tile, number & 3, texts)]
        )
        said = [texts("table.cell_tile", cell=name, tile=tile.id, turn=(number & 3) * 90, sides=sides)]
        said += tokens_text(game, [*nodes, -1 - slot], texts)
        said += sides_held(game, texts, cell)
        said += [feature_sentence(one, texts) for one in features(game) if cell in one.cells and one.figures]
        return "\n".join(said)
    shown = []
    for side, (dx, dy) in {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}.items():
        neighbour = laid.get((x + dx, y + dy), -1)
        if neighbour >= 0:
            facing = SIDES[(SIDES.index(side) + 2) % 4]
            owners = {
                port: kind_of(game, node) for node in nodes_of_slots(game).get(neighbour, [])
                for port in ports_of(game.state, node)
            }  # fmt: skip
            kind = owners.get(facing) or owners.get(facing + "L") or owners.get(facing + "R")
            if kind:
                shown.append(f"{texts(f'table.side_{side}')} {texts.word(kind)}")
    if not shown:
        return texts("table.cell_far", cell=name)
    return "\n".join([texts("table.cell_empty", cell=name, sides=", ".join(shown)), *sides_held(game, texts, cell)])


def describe(game: Game, texts: Texts) -> str:
    """The board in sentences: which tiles lie where, which features are open, and who stands on them."""
    laid = laid_cells(game)
    if not laid:
        return texts("table.board_empty")
    xs, ys = [x for x, _ in laid], [y for _, y in laid]
    size = "table.board_size_one" if len(laid) == 1 else "table.board_size"
    lines = [
        texts(size, count=len(laid), west=min(xs), east=max(xs), north=min(ys), south=max(ys)),
    ]
    for y in range(min(ys), max(ys) + 1):
        row = []
        for x in range(min(xs), max(xs) + 1):
            if (x, y) in laid:
                number = int(game.state.slot_tile[laid[x, y]])
                tile = game.rules.table.tiles[number >> 2].id
                row.append(texts("table.board_tile", x=x, tile=tile, turn=(number & 3) * 90))
        lines.append(texts("table.board_row", y=y, tiles="; ".join(row)))
    newest = newest_slot(game.state)
    if newest >= 0:
        x, y = next(cell for cell, slot in laid.items() if slot == newest)
        lines.append(texts("table.newest", cell=f"{x},{y}"))
    known = features(game)
    held = [feature for feature in known if feature.figures]
    lines.append(texts("table.held" if held else "table.held_none"))
    lines += [feature_sentence(feature, texts) for feature in held]
    lines += tokens_text(game, range(-game.state.slots, game.state.nodes), texts)
    lines += sides_held(game, texts)
    free = [feature for feature in known if feature.completes and not feature.complete and not feature.figures]
    if free:
        lines.append(texts("table.free"))
        lines += [feature_sentence(feature, texts) for feature in free]
    return "\n".join(lines)
