"""The table of a game as lines of a position: what `aude.game.position` lays again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aude.engine.rules import AT_LAST
from aude.engine.start import begin_turn, lay_start
from aude.engine.state import State
from aude.engine.words import line_words, slot_word, whose_figure
from aude.errors import Unreadable
from aude.game.position import lay_line

if TYPE_CHECKING:
    from aude.game.game import Game

BETWEEN_TURNS = "a position is written between two turns, before anything of the next one is decided"


def position_lines(game: Game) -> list[str]:
    """The lines that lay the table of a game between two turns; a game that lays them goes on in the same way.

    They are laid as they are written, so each line knows what those before it have brought.
    """
    state, rules = game.state, game.rules
    under_way = bool(state.calls) or state.tile >= 0
    if rules.extra_sources:
        under_way = under_way or bool(state.registers[rules.extra_taken] | state.registers[rules.extra_earned])
    if game.over or under_way:
        raise Unreadable(BETWEEN_TURNS)
    laid = State(rules)
    lay_start(laid)
    lines: list[str] = []

    def write(*new: str) -> None:
        for line in new:
            lay_line(laid, line.split())
            lines.append(line)

    pieces = sorted((entry for box in rules.boxes for entry in box.position_lines(state)), key=lambda entry: entry[0])

    def write_pieces(nodes: int) -> None:
        while pieces and pieces[0][0] <= nodes:
            write(pieces.pop(0)[1])

    for slot in range(state.slots):
        write_pieces(int(state.slot_first[slot]))
        if laid.slots == slot:
            write(_tile_line(laid, state, slot))
    write_pieces(int(state.nodes))
    for figure in range(rules.figures):
        if state.figure_at[figure] >= 0:
            write(f"stand {whose_figure(state, figure)} {' '.join(line_words(state, state.figure_at[figure]))}")
    write_pieces(AT_LAST)
    for tile in range(len(state.bag)):
        write(*[f"gone {rules.table.tiles[tile].id}"] * int(laid.bag[tile] - state.bag[tile]))
    for number, seat in enumerate(rules.seat_names):
        held = {name: count for box in rules.boxes for name, count in box.holdings(laid, number)}
        held_there = [entry for box in rules.boxes for entry in box.holdings(state, number)]
        write(*(f"hold {seat} {name} {count}" for name, count in held_there if held[name] != count))
    write(f"turn {game.player}")
    return [*lines, *_point_lines(laid, state)]


def _tile_line(laid: State, state: State, slot: int) -> str:
    tile, turn = state.rules.table.tiles[state.slot_tile[slot] >> 2].id, int(state.slot_tile[slot] & 3) * 90
    block = f"block {tile} {slot_word(state, slot)} turn {turn}"
    place = state.rules.step_numbers.get("block")
    if place is not None:
        step = state.rules.program[place]
        if block in (" ".join(step.words(laid, code)) for code in step.legal(laid)):
            return f"lay {block}"
    return f"lay {tile} {slot_word(state, slot)} turn {turn}"


def _point_lines(laid: State, state: State) -> list[str]:
    """The points of all seats before the turn, whose beginning may have brought some."""
    begun = laid.copy()
    begin_turn(begun, begun.player)
    if (begun.step, begun.actor) != (state.step, state.actor):
        raise Unreadable(BETWEEN_TURNS)
    before = [int(state.scores[seat] - begun.scores[seat]) for seat in range(state.rules.seats)]
    return [f"points {seat} {points}" for seat, points in zip(state.rules.seat_names, before, strict=True) if points]
