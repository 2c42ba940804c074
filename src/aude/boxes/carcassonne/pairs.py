"""Placement and figure at once: every pair that a turn offers, in one list."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.figures import spot_option
from aude.engine.placing import NTH_ROTATION, ROTATIONS_IN, rotations_allowed, taken_segments
from aude.engine.rng import Random
from aude.engine.rules import NOBODY, PASS
from aude.engine.state import State


def pairs(state: State) -> vec[i64]:
    """Every placement of the tile in hand with every figure option that follows it: place, option, place, option …

    Where boxes add options the answer is found by playing each placement on a copy, otherwise by looking.
    """
    rules = state.rules
    out = vec[i64](capacity=256)
    plain = not (len(rules.figure_options) or len(rules.forbids_figures) or len(rules.tile_placed))
    plain = plain and not len(rules.filter_figure_options)
    if not plain or len(state.extra_ports):
        for place in state.legal():
            after = state.copy()
            after.play(place)
            if after.step == rules.deploy_step:
                for option in after.legal():
                    out = append(append(out, place), option)
            else:
                out = append(append(out, place), PASS)
        return out
    tile = state.tile
    first = rules.table.tile_first[tile]
    segments = rules.table.tile_segments[tile]
    rotations_in = ROTATIONS_IN
    nth_rotation = NTH_ROTATION
    for front in range(state.fronts):
        mask = rotations_allowed(state, tile, front)
        for n in range(rotations_in[mask]):
            rotation = nth_rotation[mask * 4 + n]
            place = state.front_code[front] | rotation
            out = append(append(out, place), PASS)
            taken = taken_segments(state, tile, state.cell_of_code(place), rotation)
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
    if state.step == state.rules.deploy_step:
        state.play(option)


def play_pairs(state: State, random: Random) -> None:
    """Play to the end, every turn drawn from the list of all its pairs."""
    program = state.rules.program
    while state.actor != NOBODY:
        if state.step == state.rules.place_step:
            found = pairs(state)
            pick = 2 * random.below(len(found) >> 1)
            play_pair(state, found[pick], found[pick + 1])
        else:
            state.play(program[state.step].sample(state, random))
