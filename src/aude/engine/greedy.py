"""The greedy choice: the option after which the seat would be furthest ahead if the game ended."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.figures import KIND_SHIFT, NODE_MASK, free_figure, move
from aude.engine.memo import Memo
from aude.engine.rng import Random
from aude.engine.rules import BOX_OPTION, PASS, SUPPLY
from aude.engine.scoring import award, if_ended_now
from aude.engine.state import State
from aude.engine.types import Seat

DEPTH: Final = 3  # how many decisions of its own a seat looks ahead within its turn
LOWEST: Final = -1000000  # below every lead
WIDTH: Final = 24  # how many numbers of a range are tried
MANY: Final = 200  # placements times figure options: beyond this they are not all tried out


def lead(state: State, seat: Seat) -> i64:
    """How far ahead of the others' mean a seat would be if the game ended now, times the number of others."""
    return _ahead(if_ended_now(state), seat)


def _ahead(totals: vec[i64], seat: Seat) -> i64:
    """How far ahead of the others' mean a seat is with these points, times the number of others."""
    seats: i64 = len(totals)
    points: i64 = 0
    for other in range(seats):
        points += totals[other]
    return totals[seat] * seats - points


def candidates(state: State, random: Random) -> vec[i64]:
    """All listed options, and some numbers of a range; only one option if all are equally good."""
    step = state.rules.program[state.step]
    if step.is_blind(state):
        return append(vec[i64](), step.sample(state, random))
    options = step.legal(state)
    low = step.low(state)
    span = step.high(state) - low + 1
    if span > WIDTH:
        tries: i64 = WIDTH
        while tries:
            tries -= 1
            options = append(options, step.sample(state, random))
    else:
        for number in range(span):
            options = append(options, low + number)
    return options


def remember(state: State) -> None:
    """Let copies of a state share a memo about its table, unless they already do."""
    if state.memo is None or state.nodes != len(state.memo.sizes):
        state.memo = Memo(state)


def _best_after(state: State, seat: Seat, depth: i64, random: Random) -> i64:
    """The best lead that the seat can reach with its next decisions, until another one is asked.

    Changes the state.
    """
    if depth == 0 or state.actor != seat or state.player != seat:
        return lead(state, seat)
    best: i64 = LOWEST
    remember(state)
    options = candidates(state, random)
    for k in range(len(options)):
        after = _state_to_play(state, k, len(options))
        after.play(options[k])
        best = max(best, _best_after(after, seat, depth - 1, random))
    return best


def _state_to_play(state: State, number: i64, options: i64) -> State:
    """A copy of the state for trying an option; for the last option it is the state itself."""
    if number + 1 == options:
        return state
    return state.copy()


def greedy_choice(state: State, random: Random) -> i64:
    """The best option of the seat that is asked; ties are broken at random."""
    rules = state.rules
    state = state.copy()
    remember(state)
    if state.step == rules.place_step and state.actor == state.player:
        if rules.figure_follows_tile or _is_too_much(state):
            return _greedy_placement(state, random)
    seat = state.actor
    best: i64 = LOWEST
    equals: i64 = 0
    chosen: i64 = -1
    options = candidates(state, random)
    for k in range(len(options)):
        after = _state_to_play(state, k, len(options))
        after.play(options[k])
        value = _best_after(after, seat, DEPTH - 1, random)
        if value > best:
            best = value
            equals = 1
            chosen = options[k]
        elif value == best:
            equals += 1
            if random.below(equals) == 0:
                chosen = options[k]
    return chosen


def _is_too_much(state: State) -> bool:
    """Whether there are too many possibilities with the tile in hand to try out all of them."""
    found = state.legal()
    after = state.copy()
    after.play(found[0])
    return len(found) * max(1, after.offered) > MANY


# -- placements -------------------------------------------------------------------------------------------------------
def _greedy_placement(state: State, random: Random) -> i64:
    """The best placement, considering what may be done after it.

    There can be many placements, and many options after each of them. So each is judged with the best figure on the new
    tile, by the value of its feature, and without a figure. If only a figure may follow a tile, this nearly always
    gives the same result as trying everything out (except if a feature is worth more to a figure that stands elsewhere,
    as with fields that are scored by city). If boxes offer more, elsewhere on the table or later in the turn, it is
    assumed to be worth the same after every placement: then only the best placement with a figure and the best without
    one are tried out.
    """
    seat = state.actor
    best: i64 = LOWEST
    equals: i64 = 0
    chosen: i64 = -1
    best_bare: i64 = LOWEST
    bare_equals: i64 = 0
    bare: i64 = -1
    for place in state.legal():
        after = state.copy()
        after.play(place)
        figure = max(0, _best_figure(after, seat))
        value = _best_after(after, seat, _before_figure(after), random)
        if value > best_bare:
            best_bare = value
            bare_equals = 1
            bare = place
        elif value == best_bare and not state.rules.figure_follows_tile:
            bare_equals += 1
            if random.below(bare_equals) == 0:
                bare = place
        value += figure
        if value > best:
            best = value
            equals = 1
            chosen = place
        elif value == best:
            equals += 1
            if random.below(equals) == 0:
                chosen = place
    if state.rules.figure_follows_tile or best == best_bare or chosen == bare:
        return chosen
    if _tried_out(state, bare, seat, random) > _tried_out(state, chosen, seat, random):
        return bare
    return chosen


def _tried_out(state: State, option: i64, seat: Seat, random: Random) -> i64:
    """The best lead that the seat can reach in its own turn after an option."""
    after = state.copy()
    after.play(option)
    return _best_after(after, seat, DEPTH - 1, random)


def _before_figure(after: State) -> i64:
    """How many decisions to look ahead after a placement: one if something is asked before the figure."""
    if after.rules.place_step < after.step < after.rules.deploy_step:
        return 1
    return 0


def _best_figure(after: State, seat: Seat) -> i64:
    """The most that a figure on a free segment of the new tile adds to the lead: the current value of its feature."""
    rules = after.rules
    if after.step != rules.deploy_step or after.actor != seat:
        return 0
    best: i64 = LOWEST
    newest = after.slots - 1
    for option in after.work[: after.offered]:
        if not PASS < option < BOX_OPTION:
            continue
        kind = (option - 1) >> KIND_SHIFT
        node = (option - 1) & NODE_MASK
        feature = after.root[node]
        if after.node_slot[node] == newest and rules.occupies[kind] and not after.occupants[feature]:
            figure = free_figure(after, kind, seat)
            move(after, figure, node)
            complete = after.is_complete(feature) and rules.completes[after.kind_of(node)] != 0
            totals = vec[i64]([0] * rules.seats)
            award(after, feature, complete, totals, None)
            move(after, figure, SUPPLY)
            best = max(best, _ahead(totals, seat))
    return best
