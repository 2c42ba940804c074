"""Finds the best turn by the evaluation: every placement, the figures on its tile, and everything else on offer."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.figures import KIND_SHIFT, NODE_MASK
from aude.engine.greedy import candidates, remember
from aude.engine.rng import Random
from aude.engine.rules import BOX_OPTION, CHANCE, NOBODY, PASS
from aude.engine.state import State
from aude.engine.types import Code, Seat
from aude.think.evaluation import Evaluation
from aude.think.outlook import Outlook

DEPTH: Final[i64] = 3  # how many of its own decisions a seat looks ahead within its turn
TRIED_OUT: Final[i64] = 3  # after how many placements all other options of boxes are tried out
FOLLOWED: Final[i64] = 6  # the most options for which later decisions are considered
LOWEST: Final = -1000000.0  # below every lead


@final
class Turn:
    """A placement with an answer to the figure step, and its expected lead."""

    def __init__(self, place: Code, figure: Code, value: float) -> None:
        self.place = place
        self.figure = figure
        self.value = value


@final
class Thinker:
    """Chooses for any seat by looking one turn ahead."""

    def __init__(self, evaluation: Evaluation, random: Random) -> None:
        self.evaluation = evaluation
        self.outlook = Outlook(evaluation.twin(), evaluation)
        self.other = evaluation.twin()  # for tables other than the one that `evaluation` has examined
        self.random = random

    def choose(self, state: State) -> i64:
        """The best option of the seat that is asked. Does not change the state."""
        remember(state)
        self.evaluation.begin(state)
        if is_placement(state):
            return self.best_turn(state).place
        return self._best_option(state)

    def play_turn(self, state: State) -> None:
        """Make the decisions of the seat that is asked, until a draw, another seat or a new turn comes next."""
        seat = state.actor
        player = state.player
        while state.actor == seat and state.player == player:
            if is_placement(state):
                remember(state)
                self.evaluation.begin(state)
                self.play(state, self.best_turn(state))
            else:
                state.play(self.choose(state))

    def play(self, state: State, turn: Turn) -> None:
        """Lay the tile, and answer the figure step, if that is asked next."""
        seat = state.actor
        state.play(turn.place)
        if is_figure(state, seat):
            state.play(turn.figure)

    def best_turn(self, state: State) -> Turn:
        """The best placement, with the best answer to the figure step after it."""
        seat = state.actor
        rules = state.rules
        best = Turn(-1, PASS, LOWEST)
        if rules.figure_follows_tile:
            outlook = self._look_around(state)
            for place in state.legal():
                after = state.copy()
                after.play(place)
                outlook.judge(after, state.cell_of_code(place))
                value = outlook.current.lead(seat)
                figure: i64 = PASS
                if is_figure(after, seat):
                    figure, gain = self._best_figure(after, seat)
                    value += gain
                if value > best.value:
                    best = Turn(place, figure, value)
            return best
        turns = self.turns(state, TRIED_OUT)
        for turn in turns:
            if turn.value > best.value:
                best = turn
        return best

    def turns(self, state: State, most: i64) -> list[Turn]:
        """The best turns, the best first."""
        seat = state.actor
        found: list[Turn] = []
        outlook = self._look_around(state)
        for place in state.legal():
            after = state.copy()
            after.play(place)
            outlook.judge(after, state.cell_of_code(place))
            value = outlook.current.lead(seat)
            found.append(Turn(place, PASS, value))
            if is_figure(after, seat):
                for option in after.work[: after.offered]:
                    if on_newest_and_free(after, option):
                        gain = outlook.gain(after, (option - 1) >> KIND_SHIFT, (option - 1) & NODE_MASK, seat)
                        found.append(Turn(place, option, value + gain))
        found.sort(key=_worst_first)
        found.reverse()
        if not state.rules.figure_follows_tile:
            found += self._tried_out(state, found, seat)
            found.sort(key=_worst_first)
            found.reverse()
        return found[:most]

    def _tried_out(self, state: State, turns: list[Turn], seat: Seat) -> list[Turn]:
        """Try out everything else after the best placements: options of boxes, and questions before the figure step."""
        found: list[Turn] = []
        places = vec[i64]()
        for turn in turns:
            if len(places) == TRIED_OUT:
                break
            if turn.place in places:
                continue
            places = append(places, turn.place)
            after = state.copy()
            after.play(turn.place)
            remember(after)
            self.evaluation.fronts.look(after)
            if is_figure(after, seat):
                options = vec[i64]()
                for option in after.work[: after.offered]:
                    if option != PASS and not on_newest_and_free(after, option):
                        options = append(options, option)
                if len(options):
                    option, value = self._best_of(after, options, seat, DEPTH - 1, True)
                    found.append(Turn(turn.place, option, value))
            elif after.actor == seat:
                turn.value = self._follow(after, seat, DEPTH - 1, True)
        return found

    def _look_around(self, state: State) -> Outlook:
        """The position before a placement, taken apart, if placements change little else."""
        self.outlook.parts.begin(state)
        self.outlook.look(state)
        return self.outlook

    def _best_figure(self, after: State, seat: Seat) -> tuple[i64, float]:
        """The best figure on the new tile, and what it adds to the last position; PASS if no figure adds anything."""
        best = 0.0
        chosen: i64 = PASS
        for option in after.work[: after.offered]:
            if on_newest_and_free(after, option):
                gain = self.outlook.gain(after, (option - 1) >> KIND_SHIFT, (option - 1) & NODE_MASK, seat)
                if gain > best:
                    best = gain
                    chosen = option
        return chosen, best

    def _best_option(self, state: State) -> i64:
        """The best answer to any question except where to lay the tile."""
        options = candidates(state, self.random)
        if len(options) == 1:
            return options[0]
        self.evaluation.fronts.look(state)
        chosen, _ = self._best_of(state, options, state.actor, DEPTH, True)
        return chosen

    def value_of(self, state: State, option: Code) -> float:
        """The lead that the seat to act can reach with this option and its next decisions."""
        self.evaluation.fronts.look(state)
        return self._after(state, option, state.actor, DEPTH - 1, True)

    def _after(self, state: State, option: Code, seat: Seat, depth: i64, looked: bool) -> float:
        """The best lead that the seat can reach with an option and its next decisions.

        `looked`: whether the evaluation has examined the current tiles.
        """
        after = state.copy()
        after.play(option)
        return self._follow(after, seat, depth, looked and after.shares_tiles)

    def _follow(self, state: State, seat: Seat, depth: i64, looked: bool) -> float:
        """The best lead that the seat can reach with its next decisions, as long as it is the one asked."""
        if depth == 0 or state.actor != seat or is_placement(state):
            evaluation = self.evaluation
            if looked:
                evaluation.evaluate_figures(state)
            else:
                evaluation = self.other
                evaluation.begin(state)
                evaluation.evaluate(state)
            return evaluation.lead(seat)
        remember(state)
        _, best = self._best_of(state, candidates(state, self.random), seat, depth, looked)
        return best

    def _best_of(self, state: State, options: vec[i64], seat: Seat, depth: i64, looked: bool) -> tuple[i64, float]:
        """The best of these options, and the lead that the seat can reach with it and its next decisions."""
        if depth > 1 and len(options) > FOLLOWED:
            options = self._promising(state, options, seat, looked)
        best = LOWEST
        chosen = options[0]
        for option in options:
            value = self._after(state, option, seat, depth - 1, looked)
            if value > best:
                best = value
                chosen = option
        return chosen, best

    def _promising(self, state: State, options: vec[i64], seat: Seat, looked: bool) -> vec[i64]:
        """The options that are best without considering later decisions."""
        turns = [Turn(option, PASS, self._after(state, option, seat, 0, looked)) for option in options]
        turns.sort(key=_worst_first)
        turns.reverse()
        found = vec[i64]()
        for turn in turns[:FOLLOWED]:
            found = append(found, turn.place)
        return found


def _worst_first(turn: Turn) -> float:
    return turn.value


def is_placement(state: State) -> bool:
    """Whether the question is where to lay the tile."""
    return state.step == state.rules.place_step and state.actor == state.player


def is_figure(state: State, seat: Seat) -> bool:
    """Whether the seat is asked to place a figure on the tile it has just laid."""
    return state.step == state.rules.deploy_step and state.actor == seat


def is_asked(state: State) -> bool:
    """Whether a seat is asked: the next decision is not a draw, and the game is not over."""
    return state.actor != CHANCE and state.actor != NOBODY


def on_newest_and_free(state: State, option: Code) -> bool:
    """Whether an option of the figure step puts a follower on a segment of the newest tile where nobody stands."""
    if not PASS < option < BOX_OPTION:
        return False
    node = (option - 1) & NODE_MASK
    kind = (option - 1) >> KIND_SHIFT
    if state.node_slot[node] != state.slots - 1 or not state.rules.occupies[kind]:
        return False
    return not state.occupants[state.root[node]]
