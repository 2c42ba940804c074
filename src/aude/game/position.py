"""Positions laid by hand: tiles, figures and pieces are put on the table without playing, and checked.

A position consists of lines of a record before the first action:

    lay base/FFRF-monastery 1,0 turn 90
    gone base/RRRR
    stand red meeple city N at 0,0
    points red 12
    hold red wine 2
    turn blue

Boxes add lines for their own pieces (`ByHand.forms`): `lay dragon 1,0`, `stand red meeple tower at 1,0`. This module
knows none of them by name. `aude.game.position_lines` writes the lines of a game in progress.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING

from aude.catalog.closest import closest
from aude.catalog.errors import unreadable
from aude.catalog.texts import Phrase
from aude.engine import hand
from aude.engine.choice import Form
from aude.engine.figures import deploy
from aude.engine.pieces import ByHand
from aude.engine.refusal import Refused
from aude.engine.rules import Rules
from aude.engine.start import begin_turn
from aude.engine.state import State
from aude.errors import Unreadable
from aude.game.notation import (
    ABSENT,
    DEGREES,
    NamedPlace,
    action_of,
    read_cell,
    read_form,
    read_number,
    read_segment,
    read_words,
    words_of,
)
from aude.game.setup import POSITION_WORDS

if TYPE_CHECKING:
    from aude.game.game import GameCore

MAX_POINTS = 99_999
LAY_FORM = "lay TILE X,Y turn 0|90|180|270"
BLOCK_FORM = "lay block TILE X,Y turn 0|90|180|270"
STAND_FORM = "stand SEAT FIGURE FEATURE [SIDES] at X,Y"
TILE_FORM = "TILE X,Y turn 0|90|180|270"


def lay_position(game: GameCore, lines: list[tuple[int, str]]) -> None:
    """Lay a position in a game that has not begun; errors name the line."""
    if game.moves:
        raise unreadable("position.begun")
    state = _laid_soundly(game, lines, scored=True)
    begin_turn(state, state.player)
    game.take_position(state, lines)


def lay_to_score(game: GameCore, lines: list[tuple[int, str]]) -> None:
    """Lay a position only for looking at it: complete features need not have been scored yet."""
    state = _laid_soundly(game, lines, scored=False)
    state.actor = state.player
    game.take_position(state, lines)


def _laid_soundly(game: GameCore, lines: list[tuple[int, str]], scored: bool) -> State:
    state = laid_state(game, lines)
    try:
        hand.check_table(state, scored)
    except Refused as why:
        raise refused(game, why, lines[-1][0] or None) from None
    return state


def laid_state(game: GameCore, lines: list[tuple[int, str]]) -> State:
    """The table that the lines lay, at the beginning of the player's turn.

    `hold` lines are carried out last, wherever they are in the text, because laying pieces takes them from the seats.
    """
    state = hand.new_table(game.rules)
    said: set[tuple[str, ...]] = set()
    for number, line in sorted(lines, key=lambda entry: entry[1].split()[0] == "hold"):
        words = line.split()
        once = said_once(words)
        try:
            if once and once in said:
                raise unreadable("record.second_line", what=" ".join(once))
            said.add(once)
            lay_line(state, words)
        except Refused as why:
            raise refused(game, why, number or None) from None
        except Unreadable as error:
            raise error.at_line(number or None) from None
    return state


def refused(game: GameCore, why: Refused, line: int | None) -> Unreadable:
    """The error for a line that breaks a rule, with the number of that rule after the sentence."""
    key, texts = f"refusals.{why.key}", game.texts()
    says = texts.sentence(key, why.values) + (f" ({why.rule})" if why.rule else "")
    return Unreadable(says, line, key=key, values=why.values, rule=why.rule, folders=texts.folders)


def said_once(words: Sequence[str]) -> tuple[str, ...]:
    """The part of a line that may occur only once in a position (`points red`); empty for lines about the table."""
    return tuple(words[: {"turn": 1, "points": 2, "hold": 3}.get(words[0], 0)])


def lay_line(state: State, words: list[str]) -> None:
    """Carry out one line."""
    verb, rest = words[0], words[1:]
    if verb == "lay":
        _lay(state, words)
    elif verb == "stand":
        _stand(state, words)
    elif verb == "points":
        seat = _seat(state, rest[:1])
        points = read_number(rest[1]) if len(rest) == 2 else None
        if points is None or abs(points) > MAX_POINTS:
            raise unreadable("position.points", most=MAX_POINTS)
        hand.set_points(state, seat, points)
    elif verb == "hold":
        _hold(state, rest)
    elif verb == "gone":
        hand.take_from_bag(state, _tile(state, rest))
    elif verb == "turn":
        state.player = _seat(state, rest)
    else:
        raise unreadable("position.begins", verb=verb, words=POSITION_WORDS)


# -- the lines of boxes -----------------------------------------------------------------------------------------------
def forms(rules: Rules, verb: str) -> dict[str, list[tuple[ByHand, Form]]]:
    """The forms of boxes for a verb, by the word that follows `lay` or the figure of `stand`."""
    at = {"lay": 0, "stand": 2}[verb]
    found: dict[str, list[tuple[ByHand, Form]]] = {}
    for by_hand in rules.by_hand:
        for form in by_hand.forms():
            if form.verb == verb:
                for word in form.fields[at].words:
                    found.setdefault(word, []).append((by_hand, form))
    return found


def _lay_piece(state: State, known: list[tuple[ByHand, Form]], words: list[str], figure: int) -> None:
    readings = [(by_hand, read_form(state, form, words, by_hand)) for by_hand, form in known]
    for by_hand, reading in readings:
        if reading.exact:
            by_hand.lay(state, reading.choice, figure)
            return
    for _, reading in readings:
        if reading.absent is not None:
            raise _not_there(reading.absent)
    usages: list[object] = [repr(form.usage(by_hand=True)) for _, form in known]
    written = reduce(lambda one, other: Phrase("errors.position.or", one=one, other=other), usages)
    raise unreadable("position.written", forms=written)


# -- reading ----------------------------------------------------------------------------------------------------------
def read_laid(words: list[str]) -> tuple[str, int, int, int]:
    """Parse `TILE X,Y turn DEGREES` as tile, x, y and quarter turns; `turn 0` may be left out."""
    cell = read_cell(words[1]) if len(words) in (2, 4) else None
    degrees = words[3] if len(words) == 4 and words[2] == "turn" else "0" if len(words) == 2 else ""
    if cell is None or degrees not in DEGREES:
        raise unreadable("position.tile", form=TILE_FORM)
    return words[0], cell[0], cell[1], DEGREES.index(degrees)


def _seat(state: State, words: list[str]) -> int:
    names = state.rules.seat_names
    if len(words) != 1 or words[0] not in names:
        raise unreadable("position.seat", seats=names)
    return names.index(words[0])


def _lay(state: State, line: list[str]) -> None:
    words = line[1:]
    if not words:
        raise unreadable("position.tile", form=LAY_FORM)
    if words[0] == "block":
        _lay_block(state, words)
        return
    pieces = forms(state.rules, "lay")
    if words[0] in pieces:
        _lay_piece(state, pieces[words[0]], line, -1)
        return
    builder = -1  # the seat whose piece makes the sides match, if they do not match by themselves
    if len(words) > 3 and words[-2] in (part.loose_form() for part in state.rules.loose_rotations):
        builder = _seat(state, words[-1:])
        words = words[:-2]
    name, x, y, rotation = read_laid(words)
    hand.lay_tile(state, _tile(state, [name]), x, y, rotation, builder)


def _lay_block(state: State, words: list[str]) -> None:
    """Lay start blocks that players otherwise lay themselves, by the step that asks for them in a game."""
    number = state.rules.step_numbers.get("block")
    step = state.rules.program[number] if number is not None else None
    choices = [step.describe(state, code) for code in step.legal(state)] if step is not None else []
    if step is None or not choices:
        raise unreadable("position.no_block")
    reading = read_words(state, words)
    code = step.code_of(state, reading.choice) if reading is not None and reading.exact else ABSENT
    if code == ABSENT:
        offered = [words_of(state.rules.forms[choice.form], action_of(state, choice), None) for choice in choices]
        lies_so = closest(" ".join(words), [" ".join(option) for option in offered])
        raise unreadable("position.block", form=BLOCK_FORM, choices=lies_so)
    step.apply(state, code)


def _tile(state: State, words: list[str]) -> int:
    index = state.rules.table.index
    name = " ".join(words)
    if name not in index:
        pieces = forms(state.rules, "lay")
        key = "position.no_tile_or_piece" if pieces else "position.no_tile"
        raise unreadable(key, name=name, tiles=closest(name, index), pieces=list(pieces))
    return index[name]


def _hold(state: State, words: list[str]) -> None:
    """`SEAT THING NUMBER`"""
    seat = _seat(state, words[:1])
    things = [name for display in state.rules.displays for name, _ in display.holdings(state, seat)]
    number = read_number(words[2]) if len(words) == 3 else None
    if number is None or number < 0:
        raise unreadable("position.hold", things=things or Phrase("errors.closest.none"))
    if words[1] not in things:
        raise unreadable("position.nobody_holds", thing=words[1], things=closest(words[1], things))
    try:
        held = any(by_hand.hold(state, seat, words[1], number) for by_hand in state.rules.by_hand)
    except Refused as why:
        if why.key != "cannot_hold":
            raise
        held = False
    if not held:
        raise Refused("", "cannot_hold", {"seat": words[0], "number": number, "thing": words[1]})


def _stand(state: State, line: list[str]) -> None:
    """`SEAT FIGURE KIND [SIDES] at X,Y`, or a place of a box instead of a segment"""
    words = line[1:]
    rules = state.rules
    seat = _seat(state, words[:1])
    kinds = [kind.name for kind in rules.figure_kinds]
    places = forms(rules, "stand")
    kind = kinds.index(words[1]) if len(words) > 2 and words[1] in kinds else ABSENT
    if kind != ABSENT and words[2] in places:
        _lay_piece(state, places[words[2]], line, int(hand.figure_for(state, kind, seat)))
        return
    spot = read_segment(state, words[2:])
    if kind == ABSENT or spot is None or len(spot.words) < len(words) - 2:
        raise unreadable("position.stand", form=STAND_FORM, figures=kinds)
    if len(spot.nodes) != 1:
        raise _not_there(spot)
    node = spot.nodes[0]
    hand.check_footing(state, kind, node)
    deploy(state, hand.figure_for(state, kind, seat), node)


def _not_there(place: NamedPlace) -> Unreadable:
    """The error for a tile or a segment that is not on the table, or is ambiguous."""
    cell = place.words[-1]
    if place.slot == ABSENT:
        return unreadable("position.no_tile_there", cell=cell)
    key = "position.several_places" if place.nodes else "position.no_place"
    return unreadable(key, count=len(place.nodes), words=" ".join(place.words[:-2]), cell=cell)
