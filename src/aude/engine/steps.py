"""The steps of a turn that every game has, except the one that places figures.

A game subclasses them to name its rules.
"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from aude.engine.arrays import vec
from aude.engine.choice import Choice
from aude.engine.figures import send_home, take_back
from aude.engine.laying import put
from aude.engine.placing import (
    count_placements,
    fits_as_it_is,
    fits_loosely,
    list_placements,
    nth_placement,
    placements,
    random_placement,
    rotations_that_fit,
)
from aude.engine.refusal import Refused
from aude.engine.rng import Random
from aude.engine.rules import ASK, CHANCE, CONTINUE, SUPPLY, Rules, Step
from aude.engine.scoring import collect_completed, final_scores, score_completed
from aude.engine.spots import xy_of_code
from aude.engine.stack import nth_in_stack, random_in_stack, stack_size, take_from_stack, tiles_in_stack
from aude.engine.state import State
from aude.engine.turns import next_part
from aude.engine.types import Cell


def announce(rules: Rules) -> None:
    """Add the forms and notes of these steps and of the one that places figures."""
    rules.add_form("start {seat}")
    rules.add_form("draw {tile}")
    rules.add_form("place {cell} turn {rotation}")
    rules.add_form("pass")
    rules.add_form("deploy {figure} {node}")
    rules.add_note("drawn", ["seat", "tile"])
    rules.add_note("discarded", ["tile"])
    rules.add_note("placed", ["seat", "slot"])


@mypyc_attr(allow_interpreted_subclasses=True)
class FirstPlayer(Step):
    """Who begins."""

    name = "first"

    def __init__(self, option: str, youngest: int) -> None:
        self.option = option
        self.youngest: i64 = youngest - 1

    def enter(self, state: State) -> i64:
        if self.option == "random":
            state.actor = CHANCE
            return ASK
        state.player = self.youngest if self.option == "youngest" else 0
        return CONTINUE

    def legal(self, state: State) -> vec[i64]:
        return vec[i64](list(range(state.rules.seats)))

    def apply(self, state: State, action: i64) -> i64:
        state.player = action
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("start", [action])


# -- the tile ---------------------------------------------------------------------------------------------------------
@mypyc_attr(allow_interpreted_subclasses=True)
class Draw(Step):
    """Chance draws a tile; with none left the game ends."""

    name = "draw"

    def enter(self, state: State) -> i64:
        if state.tile >= 0:
            return CONTINUE  # the player already has a tile, by a rule of some box
        if state.bag_size == 0:
            if len(state.calls):  # a called turn without a tile to draw ends, and its caller continues
                state.jump(state.rules.step_numbers["next"])
            else:
                state.jump(state.rules.final_start)
            return CONTINUE
        state.actor = CHANCE
        return ASK

    def legal(self, state: State) -> vec[i64]:
        return tiles_in_stack(state)

    def count(self, state: State) -> i64:
        return stack_size(state)

    def nth(self, state: State, k: i64) -> i64:
        return nth_in_stack(state, k)

    def sample(self, state: State, random: Random) -> i64:
        return random_in_stack(state, random)

    def apply(self, state: State, action: i64) -> i64:
        take_from_stack(state, action)
        state.tile = action
        if state.journal is not None:
            state.note("drawn", [state.player, action])
        for part in state.rules.rejects_tile:
            if part.rejects_tile(state, action):
                state.tile = -1
                return self.enter(state)
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("draw", [action])

    def refuse(self, state: State, choice: Choice) -> None:
        raise Refused(self.rule, "no_such_tile")


@mypyc_attr(allow_interpreted_subclasses=True)
class Fit(Step):
    """A tile that fits nowhere leaves the game, and another is drawn."""

    name = "fit"

    def enter(self, state: State) -> i64:
        if fits_as_it_is(state, state.tile):
            return CONTINUE
        if fits_loosely(state, state.tile):
            for part in state.rules.tile_fits_loosely:
                part.tile_fits_loosely(state)
            return CONTINUE
        for part in state.rules.tile_unfit:
            part.tile_unfit(state)
        if state.tile >= 0:
            if state.journal is not None:
                state.note("discarded", [state.tile])
            state.tile = -1
        state.jump(state.rules.draw_step)
        return CONTINUE


@mypyc_attr(allow_interpreted_subclasses=True)
class Place(Step):
    """The player lays the tile beside others, with sides that may meet."""

    name = "place"
    touch_rule: str = ""  # for a tile that touches no other, or a taken cell; `rule` is about its sides

    def enter(self, state: State) -> i64:
        state.actor = state.player
        return ASK

    def legal(self, state: State) -> vec[i64]:
        return placements(state, state.tile)

    def list_legal(self, state: State) -> i64:
        return list_placements(state, state.tile)

    def count(self, state: State) -> i64:
        return count_placements(state, state.tile)

    def nth(self, state: State, k: i64) -> i64:
        return nth_placement(state, state.tile, k)

    def sample(self, state: State, random: Random) -> i64:
        return random_placement(state, state.tile, random)

    def apply(self, state: State, action: i64) -> i64:
        tile = state.tile
        state.tile = -1
        cell = state.cell_of_code(action)
        slot: i64 = -1
        if len(state.rules.loose_rotations) and self.is_loose(state, tile, action):
            slot = lay_loosely(state, tile, cell, action & 3)
        if slot < 0:
            slot = put(state, tile, cell, action & 3)
        if state.journal is not None:
            state.note("placed", [state.player, slot])
        for part in state.rules.tile_placed:
            part.tile_placed(state, slot)
        return CONTINUE

    def is_loose(self, state: State, tile: i64, action: i64) -> bool:
        """Whether the sides do not match by themselves, but only with the help of a box."""
        front = -state.at(state.cell_of_code(action)) - 1
        return not rotations_that_fit(state, tile, front) >> (action & 3) & 1

    def describe(self, state: State, action: i64) -> Choice:
        form = "place"
        if len(state.rules.loose_rotations) and self.is_loose(state, state.tile, action):
            for part in state.rules.loose_rotations:
                form = part.loose_form()
        return Choice(form, [action & ~3, action & 3])

    def code_of(self, state: State, choice: Choice) -> i64:
        if self.is_placement(state, choice):
            code: i64 = choice.facts[0] | choice.facts[1]
            for offered in self.legal(state):
                if offered == code:
                    return code if self.describe(state, code).form == choice.form else -1
        return -1

    def is_placement(self, state: State, choice: Choice) -> bool:
        """Whether a choice lays the tile, with or without the help of a part: its facts are a cell and a rotation."""
        if choice.form == "place":
            return True
        for part in state.rules.loose_rotations:
            if choice.form == part.loose_form():
                return True
        return False

    def normalized(self, state: State, choice: Choice) -> Choice:
        """Map a rotation to the offered one that looks the same."""
        if not self.is_placement(state, choice) or choice.facts[1] < 0:
            return choice
        equal = state.rules.table.equal_rotation[state.tile * 4 + choice.facts[1]]
        return Choice(choice.form, [choice.facts[0], equal])

    def refuse(self, state: State, choice: Choice) -> None:
        if not self.is_placement(state, choice) or min(choice.facts) < 0:
            raise Refused(self.rule, "place_form")
        code: i64 = choice.facts[0]
        rotation: i64 = choice.facts[1]
        there = state.board_at(*xy_of_code(code))
        if there > 0:
            raise Refused(self.touch_rule, "cell_taken")
        if there == 0:
            raise Refused(self.touch_rule, "cell_far")
        cell = state.cell_of_code(code)
        for part in state.rules.loose_rotations:
            if choice.form == part.loose_form():
                part.refuse_placement(state, cell, rotation)
        if rotations_that_fit(state, state.tile, -there - 1) >> rotation & 1:
            for part in state.rules.filter_rotations:
                if not part.filter_rotations(state, cell, i64(1) << rotation):
                    part.refuse_placement(state, cell, rotation)
            raise Refused(self.rule, "cell_forbidden")
        raise Refused(self.rule, "sides_differ")


def lay_loosely(state: State, tile: i64, cell: Cell, rotation: i64) -> i64:
    """Let a box lay a tile whose sides only match with what the box adds. Returns its slot; -1 if no box can."""
    slot: i64 = -1
    for part in state.rules.loose_rotations:
        slot = part.lay_loosely(state, tile, cell, rotation)
        if slot >= 0:
            break
    return slot


# -- what is complete, and who goes on --------------------------------------------------------------------------------
@mypyc_attr(allow_interpreted_subclasses=True)
class Collect(Step):
    """What has been completed."""

    name = "collect"

    def enter(self, state: State) -> i64:
        collect_completed(state)
        return CONTINUE


@mypyc_attr(allow_interpreted_subclasses=True)
class Score(Step):
    """The completed features are scored and their figures return."""

    name = "score"

    def enter(self, state: State) -> i64:
        if len(state.completed):
            score_completed(state)
        return CONTINUE


@mypyc_attr(allow_interpreted_subclasses=True)
class Next(Step):
    """The left neighbour's turn, unless a box gives the player another."""

    name = "next"

    def enter(self, state: State) -> i64:
        rules = state.rules
        if rules.extra_sources:
            begin = next_part(state)
            if begin >= 0:
                state.jump(begin)
                return CONTINUE
        if len(state.calls):  # in a called turn, the caller continues
            return state.come_back()
        player = state.player + 1  # `seat_after` and `jump`, inlined because this runs every turn
        if player == rules.seats:
            player = 0
        state.player = player
        state.step = rules.turn_start - 1
        return CONTINUE


@mypyc_attr(allow_interpreted_subclasses=True)
class FinalScoring(Step):
    """What the end of the game brings; then every figure goes home."""

    name = "final scoring"

    def enter(self, state: State) -> i64:
        journal = state.journal
        if journal is None:
            final_scores(state, state.scores, None)
        else:
            before = len(journal)
            final_scores(state, state.scores, journal)
            for note in journal[before:]:
                note.is_final = True
        for figure in range(state.rules.figures):
            node = state.figure_at[figure]
            if node >= 0:
                send_home(state, state.root[node])
            if state.figure_at[figure] < SUPPLY:  # at a location that a part has reserved
                take_back(state, figure)
        return CONTINUE
