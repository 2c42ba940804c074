"""Placement and figure at once: every pair that a turn offers, in one list."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.figures import spot_option
from aude.engine.placing import NTH_TURN, TURNS_IN, taken_segments, turns_allowed
from aude.engine.rng import Random
from aude.engine.rules import NOBODY, PASS
from aude.engine.state import State


def pairs(state: State) -> vec[i64]:
    """Every placement of the tile in hand with every figure option that follows it: place, option, place, option …

    Where boxes add options the answer is found by playing each placement on a copy, otherwise by looking.
    """
    rules = state.rules
    out = vec[i64](capacity=256)
    plain = not (len(rules.adding_figures) or len(rules.forbidding_figures) or len(rules.on_tile_placed))
    plain = plain and not len(rules.sifting_figures)
    if not plain or len(state.extra_ports):
        for place in state.legal():
            after = state.copy()
            after.play(place)
            if after.place == rules.deploy_place:
                for option in after.legal():
                    out = append(append(out, place), option)
            else:
                out = append(append(out, place), PASS)
        return out
    tile = state.tile
    first = rules.table.tile_first[tile]
    segments = rules.table.tile_segments[tile]
    turns_in = TURNS_IN
    nth_turn = NTH_TURN
    for front in range(state.fronts):
        mask = turns_allowed(state, tile, front)
        for n in range(turns_in[mask]):
            turn = nth_turn[mask * 4 + n]
            place = state.front_place[front] | turn
            out = append(append(out, place), PASS)
            taken = taken_segments(state, tile, state.code_cell(place), turn)
            for kind in range(rules.figure_kinds_count):
                if rules.occupies[kind] and state.supply[kind * rules.seats + state.player]:
                    stands_on = rules.stands_on[kind]
                    for segment in range(segments):
                        if not taken >> segment & 1 and stands_on >> rules.table.kind[first + segment] & 1:
                            out = append(append(out, place), spot_option(kind, state.nodes + segment))
    return out


def play_pair(state: State, place: i64, option: i64) -> None:
    """Lay the tile and place the figure of a pair."""
    state.play(place)
    if state.place == state.rules.deploy_place:
        state.play(option)


def play_pairs(state: State, random: Random) -> None:
    """Play to the end, every turn drawn from the list of all its pairs."""
    program = state.rules.program
    while state.actor != NOBODY:
        if state.place == state.rules.place_place:
            found = pairs(state)
            pick = 2 * random.below(len(found) >> 1)
            play_pair(state, found[pick], found[pick + 1])
        else:
            state.play(program[state.place].sample(state, random))
