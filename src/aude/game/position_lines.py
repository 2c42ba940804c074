"""The table of a game as lines of a position: what `aude.game.position` lays again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aude.engine import hand
from aude.engine.choice import Choice, Form
from aude.engine.pieces import AT_LAST
from aude.engine.spots import code_at, spot_by_hand
from aude.engine.start import begin_turn
from aude.engine.state import State
from aude.errors import Unreadable
from aude.game.actions import Action, Value
from aude.game.notation import cell_of_slot, cell_word, value_of, words_of
from aude.game.position import lay_line
from aude.game.values import Spot

if TYPE_CHECKING:
    from aude.game.game import GameCore

BETWEEN_TURNS = "a position is written between two turns, before anything of the next one is decided"
STAND = Form("stand {seat} {figure} {node}")


def position_lines(game: GameCore) -> list[str]:
    """The lines that lay the table of a game between two turns; a game that lays them goes on in the same way.

    They are laid as they are written, so each line knows what those before it have brought.
    """
    state, rules = game.state, game.rules
    if game.over or hand.is_under_way(state):
        raise Unreadable(BETWEEN_TURNS)
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
        write_pieces(int(state.slot_first[slot]))
        if laid.slots == slot:
            write(_tile_line(laid, state, slot))
    write_pieces(int(state.nodes))
    for figure in range(rules.figures):
        node = int(state.figure_at[figure])
        if node >= 0:
            facts = [int(rules.figure_seat[figure]), int(rules.figure_kind[figure]), node]
            write(line_text(state, STAND, Choice(STAND.key, facts)))
    write_pieces(AT_LAST)
    for tile in range(len(state.bag)):
        write(*[f"gone {rules.table.tiles[tile].id}"] * int(laid.bag[tile] - state.bag[tile]))
    for number, seat in enumerate(rules.seat_names):
        held = {name: count for display in rules.displays for name, count in display.holdings(laid, number)}
        held_there = [entry for display in rules.displays for entry in display.holdings(state, number)]
        write(*(f"hold {seat} {name} {count}" for name, count in held_there if held[name] != count))
    write(f"turn {game.player}")
    return [*lines, *_point_lines(laid, state)]


def line_text(state: State, form: Form, line: Choice) -> str:
    """A line as it is written."""
    facts: dict[str, Value] = {}
    for field, fact in zip(form.facts, line.facts, strict=True):
        if field.type == "node":
            kind, sides, x, y = spot_by_hand(state, fact)
            facts[field.name] = Spot(kind, tuple(sides), (int(x), int(y)))
        else:
            facts[field.name] = value_of(state, field, fact)
    return " ".join(words_of(form, Action(form.verb, **facts), None, by_hand=True))


def _tile_line(laid: State, state: State, slot: int) -> str:
    tile, rotation = int(state.tile_in(slot)), int(state.rotation_of(slot))
    cell = cell_of_slot(state, slot)
    text = f"{state.rules.table.tiles[tile].id} {cell_word(cell)} turn {rotation * 90}"
    number = state.rules.step_numbers.get("block")
    if number is not None:
        block = Choice("block", [tile, int(code_at(*cell)), rotation])
        if state.rules.program[number].code_of(laid, block) >= 0:
            return f"lay block {text}"
    return f"lay {text}"


def _point_lines(laid: State, state: State) -> list[str]:
    """The points of all seats before the turn, whose beginning may have brought some."""
    begun = laid.copy()
    begin_turn(begun, begun.player)
    if (begun.step, begun.actor) != (state.step, state.actor):
        raise Unreadable(BETWEEN_TURNS)
    before = [int(state.scores[seat] - begun.scores[seat]) for seat in range(state.rules.seats)]
    return [f"points {seat} {points}" for seat, points in zip(state.rules.seat_names, before, strict=True) if points]
