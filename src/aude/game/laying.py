"""Where something can be laid by hand: the lines of a position (`aude.game.position`) that a table would accept.

This is for programs that offer places to tap instead of words to type. Whatever a form leaves open, such as a cell or
a segment, is tried out on a copy of the table, so everything that is offered here is accepted.

>>> from aude.game.game import GameCore
>>> table = GameCore(boxes=["princess_and_dragon"], deal=False).state
>>> [one.line for one in tile_places(table, "base/FFRF-monastery")][:2]
['lay base/FFRF-monastery -1,0 turn 270', 'lay base/FFRF-monastery 1,0 turn 90']
>>> [one.line for one in figure_places(table, "blue", "meeple")][:2]
['stand blue meeple city N at 0,0', 'stand blue meeple road E.W at 0,0']
>>> piece_names(table), [one.line for one in piece_places(table, "dragon", "red")]
(['dragon', 'fairy'], ['lay dragon 0,0'])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, product
from typing import NamedTuple

from aude.catalog.texts import Texts
from aude.engine import hand
from aude.engine.choice import Choice, Field, Form
from aude.engine.placing import rotations_allowed
from aude.engine.refusal import Refused
from aude.engine.spots import code_at, xy_of_code
from aude.engine.state import State
from aude.errors import Unreadable
from aude.game.actions import Action
from aude.game.notation import cell_of_slot, pieces_of, words_of
from aude.game.position import forms, lay_line
from aude.game.position_lines import STAND, line_value

MAX_TRIED = 5000  # the most lines to try out in one call
HIGHEST = 6  # the highest number to offer, such as the height of a tower
TILE = Form("lay {tile} {cell} turn {rotation}")
OPEN = ("seat", "figure", "cell", "slot", "node", "word", "side", "number")  # the types of fields that are filled in


class Laying(NamedTuple):
    """Something that can be laid, as a line of a position and as a value."""

    line: str
    action: Action
    form: Form

    def sentence(self, texts: Texts) -> str:
        """The same in words."""
        verb = {"stand": "deploy"}.get(self.form.verb, "place" if self.form is TILE else "")
        pieces = [piece for piece in pieces_of(self.form, self.action, None) if piece[0] not in ("seat", "tile")]
        return texts.option(verb, pieces) if verb else texts.option("lay", pieces).removeprefix("lay ")


def tile_places(state: State, tile: str) -> list[Laying]:
    """Where a tile can be laid, and how it can be turned there."""
    index = state.rules.table.index.get(tile, -1)
    if index < 0 or not state.bag[index]:
        return []
    found = []
    for code in _empty_cells(state):
        x, y = xy_of_code(code)
        allowed = rotations_allowed(state, index, -state.board_at(x, y) - 1)
        for rotation in range(4):
            same = state.rules.table.equal_rotation[index * 4 + rotation]
            if same == rotation and allowed >> rotation & 1:
                found.append(_laying(state, TILE, [index, code, rotation]))
    return found


def figure_places(state: State, seat: str, figure: str) -> list[Laying]:
    """Where a seat can have a figure of a kind: on segments, and in places that boxes add."""
    known = forms(state.rules, "stand").values()
    return _that_can_be(state, [STAND, *_unique(form for pairs in known for _, form in pairs)], seat, figure)


def piece_names(state: State) -> list[str]:
    """The pieces of boxes that can be laid by themselves and offered here: a dragon, a bridge."""
    return [word for word, pairs in forms(state.rules, "lay").items() if any(_is_offered(form) for _, form in pairs)]


def piece_places(state: State, piece: str, seat: str) -> list[Laying]:
    """Where a piece can be laid, by the seat that it belongs to, if it belongs to one."""
    pairs = forms(state.rules, "lay").get(piece, [])
    return _that_can_be(state, _unique(form for _, form in pairs), seat, "")


# -- trying -----------------------------------------------------------------------------------------------------------
def _unique(found: Iterable[Form]) -> list[Form]:
    return list({form.pattern: form for form in found}.values())


def _is_offered(form: Form) -> bool:
    """Whether places can be offered for a form: a line with two segments can only be typed."""
    return {field.type for field in form.facts} <= set(OPEN) and len(form.nodes) < 2


def _that_can_be(state: State, known: Sequence[Form], seat: str, figure: str) -> list[Laying]:
    rules = state.rules
    figures = [kind.name for kind in rules.figure_kinds]
    if seat not in rules.seat_names or (figure and figure not in figures):
        return []
    who, what = rules.seat_names.index(seat), figures.index(figure) if figure else -1
    tried = (
        _laying(state, form, list(facts))
        for form in known
        if _is_offered(form)
        for facts in product(*(_facts(state, field, who, what) for field in form.facts))
    )
    return [laying for laying in islice(tried, MAX_TRIED) if _is_taken(state, laying)]


def _facts(state: State, field: Field, seat: int, figure: int) -> Sequence[int]:
    match field.type:
        case "seat":
            return [seat] if field.name == "seat" else range(len(state.rules.seat_names))
        case "figure":
            return [figure]
        case "cell":
            return _empty_cells(state)
        case "slot":
            return range(int(state.slots))
        case "node":
            return range(int(state.nodes))
        case "number":
            return range(1, HIGHEST + 1)
        case _:
            return range(len(field.words))


def _is_taken(state: State, laying: Laying) -> bool:
    """Whether a table accepts a line."""
    table = state.copy()
    try:
        lay_line(table, laying.line.split())
        hand.check_table(table, False)
    except (Refused, Unreadable):
        return False
    return True


def _laying(state: State, form: Form, facts: list[int]) -> Laying:
    action = line_value(state, form, Choice(form.key, facts))
    return Laying(" ".join(words_of(form, action, None, by_hand=True)), action, form)


def _empty_cells(state: State) -> list[int]:
    """The empty cells beside tiles, row by row."""
    if not state.slots:
        return [int(code_at(0, 0))]
    found = set()
    for slot in range(int(state.slots)):
        x, y = cell_of_slot(state, slot)
        found |= {(y + v, x + u) for u, v in ((0, -1), (1, 0), (0, 1), (-1, 0)) if state.board_at(x + u, y + v) <= 0}
    return [int(code_at(x, y)) for y, x in sorted(found)]
