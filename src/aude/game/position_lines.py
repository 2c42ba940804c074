"""Writes the table of a game as lines of a position, which `aude.game.position` can lay again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aude.catalog.errors import unreadable
from aude.engine import hand
from aude.engine.choice import Choice, Form
from aude.engine.counts import holdings_of, scores_of
from aude.engine.pieces import AT_LAST
from aude.engine.spots import code_at, spot_by_hand
from aude.engine.start import begin_turn
from aude.engine.state import State
from aude.game.actions import Action, Value
from aude.game.notation import cell_of_slot, value_of, words_of
from aude.game.position import lay_line
from aude.game.values import Spot, cell_text

if TYPE_CHECKING:
    from aude.game.game import GameCore

STAND = Form("stand {seat} {figure} {node}")


def position_lines(game: GameCore) -> list[str]:
    """The lines that lay the table of a game between two turns, so that it can continue in the same way.

    Each line is laid as soon as it is written, so that later lines take its effects into account.
    """
    state, rules = game.state, game.rules
    if game.over or hand.is_under_way(state):
        raise unreadable("position.between_turns")
    laid = hand.new_table(rules)
    lines: list[str] = []

    def write(*new: str) -> None:
        for line in new:
            lay_line(laid, line.split())
            lines.append(line)

    known = {form.key: form for by_hand in rules.by_hand for form in by_hand.forms()}
    pieces = sorted(
        (
            (number, line_text(state, known[line.form], line))
            for by_hand in rules.by_hand
            for number, line in by_hand.lines(state)
        ),
        key=lambda entry: entry[0],
    )

    def write_pieces(nodes: int) -> None:
        while pieces and pieces[0][0] <= nodes:
            write(pieces.pop(0)[1])

    for slot in range(state.slots):
        write_pieces(hand.nodes_before(state, slot))
        if laid.slots == slot:
            write(_tile_line(laid, state, slot))
    write_pieces(hand.nodes_before(state, state.slots))
    for seat, kind, node in hand.standing(state):
        write(line_text(state, STAND, Choice(STAND.key, [seat, kind, node])))
    write_pieces(AT_LAST)
    write(*(f"gone {rules.table.tiles[tile].id}" for tile in hand.gone(state, laid)))
    for number, holder in enumerate(rules.seat_names):
        held = dict(holdings_of(laid, number))
        there = holdings_of(state, number)
        write(*(f"hold {holder} {name} {count}" for name, count in there if held[name] != count))
    write(f"turn {game.player}")
    return [*lines, *_point_lines(laid, state)]


def line_text(state: State, form: Form, line: Choice) -> str:
    """A line in words."""
    return " ".join(words_of(form, line_value(state, form, line), None, by_hand=True))


def line_value(state: State, form: Form, line: Choice) -> Action:
    """A line as a value: its verb and its facts."""
    facts: dict[str, Value] = {}
    for field, fact in zip(form.facts, line.facts, strict=True):
        if field.type == "node":
            kind, sides, x, y = spot_by_hand(state, fact)
            facts[field.name] = Spot(kind, tuple(sides), (int(x), int(y)))
        else:
            facts[field.name] = value_of(state, field, fact)
    return Action(form.verb, **facts)


def _tile_line(laid: State, state: State, slot: int) -> str:
    tile, rotation = int(state.tile_in(slot)), int(state.rotation_of(slot))
    cell = cell_of_slot(state, slot)
    text = f"{state.rules.table.tiles[tile].id} {cell_text(cell)} turn {rotation * 90}"
    number = state.rules.step_numbers.get("block")
    if number is not None:
        block = Choice("block", [tile, int(code_at(*cell)), rotation])
        if state.rules.program[number].code_of(laid, block) >= 0:
            return f"lay block {text}"
    return f"lay {text}"


def _point_lines(laid: State, state: State) -> list[str]:
    """The points of all seats before the turn, the beginning of which may already have scored some."""
    begun = laid.copy()
    begin_turn(begun, begun.player)
    if (begun.step, begun.actor) != (state.step, state.actor):
        raise unreadable("position.between_turns")
    gained = zip(state.rules.seat_names, scores_of(state), scores_of(begun), strict=True)
    return [f"points {seat} {points - later}" for seat, points, later in gained if points != later]
