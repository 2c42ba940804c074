"""The one place where actions become words and words become actions.

`place 0,-1 turn 180`, `deploy meeple city N.E`: the verb, followed by the fields of its form (`aude.engine.choice`).
Records, keyboards and tests use these words; everything else uses values. There are three representations:

choice    used by the engine: the key of a form, and a number for each of its fields
action    a value with names: `Action("deploy", figure="meeple", spot=Spot("city", ("N", "E"), (0, 1)))`
words     text; a spot on the newest tile is written without its cell, so reading and writing words needs a table
"""

from __future__ import annotations

import re

from aude.engine.cells import MIDDLE
from aude.engine.choice import Choice, Field, Form
from aude.engine.pieces import ByHand
from aude.engine.spots import code_at, node_named, nodes_meant, slot_at, spot_of, xy_of_code, xy_of_slot
from aude.engine.state import State
from aude.game.actions import Action, Value
from aude.game.values import Cell, Range, Spot, cell_text

ABSENT = -1  # in a choice, for a fact that refers to nothing on this table
NO_NUMBER = -(1 << 40)  # the same for a field that should be a number
WHICH = "which"  # distinguishes actions that are otherwise equal, such as the second of two castles on one tile
DEGREES = ("0", "90", "180", "270")
SIDES_WORD = re.compile(r"[NESW][LR]?(?:\.[NESW][LR]?)*|\d{1,2}")
CELL = re.compile(r"(-?[0-9]{1,9}),(-?[0-9]{1,9})")
RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})")


# -- values -----------------------------------------------------------------------------------------------------------
def spot_at(state: State, node: int) -> Spot:
    """A segment as a value."""
    kind, sides, x, y = spot_of(state, node)
    return Spot(kind, tuple(sides), (int(x), int(y)))


def cell_of_slot(state: State, slot: int) -> Cell:
    """Where a laid tile lies."""
    x, y = xy_of_slot(state, slot)
    return int(x), int(y)


def newest_cell(state: State) -> Cell | None:
    """The cell of the tile that was laid last."""
    return cell_of_slot(state, int(state.slots) - 1) if state.slots else None


def action_of(state: State, choice: Choice, which: int = 0, numbers: Range | None = None) -> Action:
    """A choice as a value; `numbers` if it stands for a range of choices that end in a number."""
    form = state.rules.forms[choice.form]
    facts = {field.name: value_of(state, field, fact) for field, fact in zip(form.facts, choice.facts, strict=True)}
    if numbers is not None:
        facts[form.facts[-1].name] = numbers
    if which:
        facts[WHICH] = which
    return Action(form.verb, **facts)


def value_of(state: State, field: Field, fact: int) -> Value:
    """One fact of a choice as a value."""
    rules = state.rules
    match field.type:  # the most frequent first
        case "tile":
            return rules.table.tiles[fact].id
        case "cell":
            x, y = xy_of_code(fact)
            return int(x), int(y)
        case "rotation":
            return fact * 90
        case "figure":
            return rules.figure_kinds[fact].name
        case "node":
            return spot_at(state, fact)
        case "slot":
            return cell_of_slot(state, fact)
        case "seat":
            return rules.seat_names[fact]
        case "number":
            return int(fact)
        case _:  # one of some words
            return field.words[fact]


def choice_of(state: State, action: Action) -> Choice | None:
    """The choice that an action means on this table; None if no form of the game has its verb and facts.

    A fact that refers to nothing (a seat that is not in the game, a segment that is not on the table) becomes ABSENT.
    """
    names = [name for name in action.facts if name != WHICH]
    for form in state.rules.forms_of.get(action.verb, []):
        if sorted(field.name for field in form.facts) == sorted(names):
            facts = [_fact(state, field, action.facts[field.name]) for field in form.facts]
            if ABSENT not in facts or len(state.rules.forms_of[action.verb]) == 1:
                return Choice(form.key, facts)
            found = Choice(form.key, facts)
            if all(field.type != "word" or fact != ABSENT for field, fact in zip(form.facts, facts, strict=True)):
                return found
    return None


def _fact(state: State, field: Field, value: Value) -> int:
    match field.type, value:
        case "cell", (int(x), int(y)) if _on_board((x, y)):
            return int(code_at(x, y))
        case "slot", (int(x), int(y)) if _on_board((x, y)):
            return int(slot_at(state, x, y))
        case "node", Spot(kind, sides, cell) if _on_board(cell):
            slot = slot_at(state, *cell)
            return int(node_named(state, slot, kind, list(sides))) if slot >= 0 else ABSENT
        case "rotation", int(degrees):
            return degrees // 90 if degrees in (0, 90, 180, 270) else ABSENT
        case "number", int(number):
            return number
        case (("seat" | "figure" | "tile" | "side" | "word"), str(word)):
            return _word(state, field, word)
    return ABSENT


def _on_board(cell: Cell) -> bool:
    return max(abs(cell[0]), abs(cell[1])) < MIDDLE


def _word(state: State, field: Field, word: str) -> int:
    """The number of a seat, a tile, a figure, or one of the words of a field."""
    rules = state.rules
    if field.type == "seat":
        return rules.seat_names.index(word) if word in rules.seat_names else ABSENT
    if field.type == "figure":
        return int(rules.figure_named(word))
    if field.type == "tile":
        return rules.table.index.get(word, ABSENT)
    return field.words.index(word) if word in field.words else ABSENT


# -- from values to words ---------------------------------------------------------------------------------------------
def words_of(form: Form, action: Action, newest: Cell | None, *, by_hand: bool = False) -> list[str]:
    """An action in words. Lines of positions (`by_hand`) name the cell of every spot."""
    words = [form.verb]
    for field in form.fields:
        words += _value_words(action.facts[field.name], newest, by_hand) if field.type else field.words
    if WHICH in action.facts:
        words.append(str(action.facts[WHICH]))
    return words


def pieces_of(form: Form, action: Action, newest: Cell | None) -> list[tuple[str, list[str]]]:
    """What follows the verb, piece by piece: the name of a fact (empty for other words), and its words."""
    pieces: list[tuple[str, list[str]]] = []
    for field in form.fields:
        if field.type:
            pieces.append((field.name, _value_words(action.facts[field.name], newest, False)))
        else:
            pieces.append(("", field.words))
    if WHICH in action.facts:
        pieces.append((WHICH, [str(action.facts[WHICH])]))
    return pieces


def _value_words(value: Value, newest: Cell | None, by_hand: bool) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, Spot):
        return value.words if by_hand or value.cell != newest else value.words[:-2]
    if isinstance(value, tuple) and not isinstance(value, Range):
        return [cell_text(value)]
    return [str(value)]


# -- from words to choices --------------------------------------------------------------------------------------------
class NamedPlace:
    """A tile (`1,0`) or a segment (`road N at 1,0`) named in a line of a position, and what it is on the table."""

    def __init__(self, words: list[str], slot: int, nodes: list[int]) -> None:
        self.words = words  # as typed; the last is the cell
        self.slot = slot  # the tile; ABSENT if none lies there
        self.nodes = nodes  # the segments that may be meant


class Reading:
    """What words mean: a choice, and whether every word was understood and nothing is missing."""

    def __init__(self, form: Form) -> None:
        self.choice = Choice(form.key)
        self.which = 0
        self.numbers: Range | None = None
        self.understood = 0  # how many words
        self.cut_short = False  # not all sides of a spot were given
        self.exact = False
        # If the line of a position fits the form: the first place that is not on the table, or is ambiguous.
        self.absent: NamedPlace | None = None


def read_words(state: State, words: list[str]) -> Reading | None:
    """The choice that words mean, whether it is offered or not; None if the game does not have the verb.

    If no form matches exactly, the closest one is used, with ABSENT for everything that was not understood.
    """
    best: Reading | None = None
    for form in state.rules.forms_of.get(words[0], []):
        reading = read_form(state, form, words)
        if reading.exact:
            return reading
        if best is None or reading.understood > best.understood:
            best = reading
    return best


def read_form(state: State, form: Form, words: list[str], by_hand: ByHand | None = None) -> Reading:
    """Read words as this form; `by_hand` is for lines of positions, which may leave out what is not needed."""
    reading = Reading(form)
    facts = reading.choice.facts
    absent: list[NamedPlace] = []
    at = 1
    sound = whole = True
    for field in form.fields:
        word = words[at] if at < len(words) else ""
        if not field.type:
            if word == field.words[0]:
                at += 1
            elif not (at == len(words) and _is_left_out(form, field)):
                sound = whole = False
            continue
        place: NamedPlace | None = None
        if by_hand is not None and field.type in ("slot", "node"):
            fact, used = ABSENT, 1
            place = read_tile(state, words[at:]) if field.type == "slot" else read_segment(state, words[at:])
            if place is not None:
                used = len(place.words)
                fact = place.slot
                if field.type == "node":
                    fact = _segment_meant(state, place, reading.choice, by_hand)
        elif field.type == "node":
            fact, used = _read_node(state, words[at:], reading)
        elif field.type == "rotation" and at == len(words):
            fact, used = 0, 0  # `turn 0` may be left out
        else:
            fact, used = _read_word(state, field, word, reading), 1
        facts.append(fact)
        is_absent = fact == (NO_NUMBER if field.type == "number" else ABSENT)
        if not is_absent:
            reading.understood += used
        elif place is not None:
            absent.append(place)
        else:
            whole = False
        sound = sound and not is_absent
        at += used
    rest = words[at:]
    if len(rest) == 1 and by_hand is None and not reading.which and read_number(rest[0]):
        reading.which = int(rest[0])
        rest = []
    if absent and whole and not rest:
        reading.absent = absent[0]
    reading.exact = sound and not rest and not reading.cut_short
    return reading


def _is_left_out(form: Form, field: Field) -> bool:
    """Whether a field is the word `turn` before a rotation, which may be left out."""
    return field.words[0] == "turn" and form.fields[-1].type == "rotation" and form.fields[-2] is field


def _read_word(state: State, field: Field, word: str, reading: Reading) -> int:
    if field.type == "number":
        span = RANGE.fullmatch(word)
        if span:
            reading.numbers = Range(int(span[1]), int(span[2]))
            return reading.numbers.low
        number = read_number(word)
        return NO_NUMBER if number is None else number
    if field.type == "rotation":
        return DEGREES.index(word) if word in DEGREES else ABSENT
    if field.type in ("cell", "slot"):
        cell = read_cell(word)
        if cell is None:
            return ABSENT
        return int(code_at(*cell) if field.type == "cell" else slot_at(state, *cell))
    return _word(state, field, word)


def read_tile(state: State, words: list[str]) -> NamedPlace | None:
    """The tile at the beginning of words of a position, `X,Y`; None if there is none."""
    cell = read_cell(words[0]) if words else None
    return NamedPlace(words[:1], int(slot_at(state, *cell)), []) if cell is not None else None


def read_segment(state: State, words: list[str]) -> NamedPlace | None:
    """The segment at the beginning of words of a position, `KIND [SIDES] at X,Y`; None if there is none."""
    at = words.index("at", 1) if "at" in words[1:3] else len(words)
    tile = read_tile(state, words[at + 1 :])
    if tile is None:
        return None
    sides = words[1] if at == 2 else ""
    nodes = nodes_meant(state, tile.slot, words[0], sides) if tile.slot >= 0 else []
    return NamedPlace(words[: at + 2], tile.slot, nodes)


def _segment_meant(state: State, place: NamedPlace, line: Choice, by_hand: ByHand) -> int:
    """The segment that is meant: if there are several, the only one that suits the line as far as it has been read."""
    if len(place.nodes) > 1:
        suitable = [node for node in place.nodes if by_hand.suits(state, line, node)]
        place.nodes = suitable or place.nodes[:1]  # if none does, `ByHand.lay` raises the error
    return place.nodes[0] if len(place.nodes) == 1 else ABSENT


def _read_node(state: State, words: list[str], reading: Reading) -> tuple[int, int]:
    """`KIND [SIDES] [at X,Y]`: the node, and how many of the words belong to it."""
    if not words:
        return ABSENT, 0
    kind, used, sides = words[0], 1, ""
    if used < len(words) and SIDES_WORD.fullmatch(words[used]):
        sides = words[used]
        used += 1
    slot = int(state.slots) - 1
    if used + 1 < len(words) and words[used] == "at":
        cell = read_cell(words[used + 1])
        slot = int(slot_at(state, *cell)) if cell is not None else ABSENT
        used += 2
    if slot < 0:
        return ABSENT, used
    node = int(node_named(state, slot, kind, sides.split(".") if sides else []))
    if node < 0 and sides.isdigit():  # not the second of its kind, but the second of two options with the same words
        node = int(node_named(state, slot, kind, []))
        reading.which = int(sides)
    if node < 0:  # cut short
        meant = nodes_meant(state, slot, kind, sides)
        node = meant[0] if meant else ABSENT
        reading.which = 0
        reading.cut_short = True
    return node, used


def read_number(word: str) -> int | None:
    """A whole number of at most nine ASCII digits, or None."""
    digits = word[1:] if word.startswith("-") else word
    if not 0 < len(digits) < 10 or not digits.isascii() or not digits.isdigit():
        return None
    return int(word)


def read_cell(word: str) -> Cell | None:
    """`x,y` as two numbers, or None if the word is not a cell."""
    match = CELL.fullmatch(word)
    if match is None:
        return None
    x, y = int(match[1]), int(match[2])
    return (x, y) if -MIDDLE < x < MIDDLE and -MIDDLE < y < MIDDLE else None


def fits(typed: list[str], offered: list[str]) -> bool:
    """Whether typed words are an abbreviation of offered ones.

    The order must be the same; some of the sides and the set of a tile may be left out: ``deploy meeple city``,
    ``deploy meeple field ER``, ``draw FFFF-monastery``.
    """
    if len(typed) > len(offered):
        return False
    for mine, theirs in zip(typed, offered, strict=False):
        if mine != theirs and mine not in theirs.split(".") and not theirs.endswith("/" + mine):
            return False
    return True
