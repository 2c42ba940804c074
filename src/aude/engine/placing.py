"""Finds where a tile may be laid. Searches of the frontier do not build a list if only a count is needed."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.cells import FOUR
from aude.engine.rng import LOW_32, Random
from aude.engine.room import consecutive
from aude.engine.state import State
from aude.engine.tables import FIT_COUNT, FIT_MASK, FIT_THREE

ALL_FOUR: Final = 15  # the mask of all rotations
SPARE_OPTIONS: Final = 224  # additional capacity of a new list, enough for most base games
NEWEST_FRONTS: Final = 4  # cells at the end of the frontier that are checked first, because most tiles fit there
TRIES: Final = 16  # guesses at a random placement before all placements are counted

# How many rotations a mask of four holds, and the n-th of them.
ROTATIONS_IN: Final = vec[i64]([bin(mask).count("1") for mask in range(16)])
NTH_ROTATION: Final = vec[i64](
    [([rotation for rotation in range(4) if mask >> rotation & 1] + [0] * 4)[n] for mask in range(16) for n in range(4)]
)


def rotations_that_fit(state: State, tile: i64, front: i64) -> i64:
    """The mask of rotations in which a tile matches its neighbours at a frontier cell."""
    table = state.rules.table
    sides = state.front_sides[front]
    return i64(table.fit[tile * table.signatures + sides]) >> FIT_MASK & ALL_FOUR


def rotations_allowed(state: State, tile: i64, front: i64) -> i64:
    """The same, without rotations that a box forbids there."""
    mask = rotations_that_fit(state, tile, front)
    limits = state.rules.limited[tile]
    if mask and limits:
        mask = _sifted(state, front, mask, limits)
    return mask


def _sifted(state: State, front: i64, mask: i64, limits: i64) -> i64:
    """A mask of rotations, without those forbidden by boxes that limit this tile."""
    cell = state.cell_of_code(state.front_code[front])
    k: i64 = 0
    while limits and mask:
        while not limits & 1:
            limits >>= 1
            k += 1
        mask = state.rules.filter_rotations[k].filter_rotations(state, cell, mask)
        limits >>= 1
        k += 1
    return mask


def loosens(state: State) -> bool:
    """Whether a box could make tiles match now."""
    for part in state.rules.loose_rotations:
        if part.can_loosen(state):
            return True
    return False


def loose_rotations(state: State, tile: i64, front: i64, among: i64 = ALL_FOUR) -> i64:
    """The mask of rotations, among these, in which the tile only matches its neighbours with the help of a box."""
    mask: i64 = 0
    for part in state.rules.loose_rotations:
        mask |= part.loose_rotations(state, tile, front, among)
    limits = state.rules.limited[tile]
    if mask and limits:
        mask = _sifted(state, front, mask, limits)
    return mask


def fits_somewhere(state: State, tile: i64) -> bool:
    """Whether the tile can be laid at all."""
    return fits_as_it_is(state, tile) or fits_loosely(state, tile)


def fits_loosely(state: State, tile: i64) -> bool:
    """Whether the tile can be laid with the help of a box."""
    if len(state.rules.loose_rotations) and loosens(state):
        for front in range(state.fronts):
            if loose_rotations(state, tile, front):
                return True
    return False


def fits_as_it_is(state: State, tile: i64) -> bool:
    """Whether the tile can be laid without the help of a box."""
    if state.rules.limited[tile]:
        return _fits_allowed(state, tile)
    table = state.rules.table
    fit = table.fit
    row = tile * table.signatures
    sides = state.front_sides
    older = max(state.fronts - NEWEST_FRONTS, 0)
    packed: i64 = 0
    for front in range(older, state.fronts):  # without branches, which the processor would mispredict
        packed |= i64(fit[row + sides[front]])
    if packed:
        return True
    for front in range(older):
        if fit[row + sides[front]]:
            return True
    return False


def _fits_allowed(state: State, tile: i64) -> bool:
    """Whether it fits somewhere without being forbidden by a box."""
    for front in range(state.fronts):
        if rotations_allowed(state, tile, front):
            return True
    return False


def placements(state: State, tile: i64) -> vec[i64]:
    """The codes of all cells and rotations where the tile may be laid, first those where it matches by itself."""
    count = list_placements(state, tile)
    return state.work[:count]


def list_placements(state: State, tile: i64) -> i64:
    """Write the `placements` into `state.work`. Returns how many there are."""
    rules = state.rules
    room = 4 * state.fronts + 4
    if len(state.work) < room:
        state.work = consecutive(0, room + SPARE_OPTIONS)  # whatever it holds is overwritten
    state.offered = 0
    count = _list_allowed(state, tile) if rules.limited[tile] else _list_fitting(state, tile)
    if len(rules.loose_rotations) and loosens(state):
        state.work = _with_loose(state, tile, state.work[:count])
        count = len(state.work)
    return count


def _list_fitting(state: State, tile: i64) -> i64:
    """List every rotation that fits, with hardly any branches that the processor could mispredict.

    Two rotations are written for every cell, whether the tile fits there or not, and those that do not count are
    overwritten for the next cell.
    """
    table = state.rules.table
    fit = table.fit
    row = tile * table.signatures
    sides = state.front_sides
    front_code = state.front_code
    work = state.work
    count: i64 = 0
    for front in range(state.fronts):
        packed = i64(fit[row + sides[front]])
        code = front_code[front]
        work[count] = code | packed & 3
        work[count + 1] = code | packed >> 2 & 3
        if packed >= FIT_THREE:
            work[count + 2] = code | packed >> 4 & 3
            work[count + 3] = code | packed >> 6 & 3
        count += packed >> FIT_COUNT
    return count


def _list_allowed(state: State, tile: i64) -> i64:
    """List every rotation that fits and that no part forbids."""
    table = state.rules.table
    fit = table.fit
    row = tile * table.signatures
    sides = state.front_sides
    limits = state.rules.limited[tile]
    work = state.work
    count: i64 = 0
    for front in range(state.fronts):
        mask = i64(fit[row + sides[front]]) >> FIT_MASK & ALL_FOUR
        if mask and limits:
            mask = _sifted(state, front, mask, limits)
        if mask:
            for rotation in range(FOUR):
                if mask >> rotation & 1:
                    work[count] = state.front_code[front] | rotation
                    count += 1
    return count


def _with_loose(state: State, tile: i64, found: vec[i64]) -> vec[i64]:
    """These placements and those that a box makes possible."""
    for front in range(state.fronts):
        mask = loose_rotations(state, tile, front)
        if mask:
            for rotation in range(FOUR):
                if mask >> rotation & 1:
                    found = append(found, state.front_code[front] | rotation)
    return found


def count_loose(state: State, tile: i64) -> i64:
    """How many placements are possible only with the help of a box."""
    total: i64 = 0
    for front in range(state.fronts):
        total += ROTATIONS_IN[loose_rotations(state, tile, front)]
    return total


def count_placements(state: State, tile: i64) -> i64:
    """How many `placements` there are."""
    table = state.rules.table
    fit = table.fit
    row = tile * table.signatures
    sides = state.front_sides
    limits = state.rules.limited[tile]
    rotations_in = ROTATIONS_IN
    total: i64 = 0
    for front in range(state.fronts):
        mask = i64(fit[row + sides[front]]) >> FIT_MASK & ALL_FOUR
        if mask:
            if limits:
                mask = _sifted(state, front, mask, limits)
            total += rotations_in[mask]
    if loosens(state):
        total += count_loose(state, tile)
    return total


def random_placement(state: State, tile: i64, random: Random) -> i64:
    """Draw one of the `placements`, with equal probabilities.

    Random cells and rotations are tried until one is allowed, which is faster than searching a large frontier. If few
    are allowed, they are counted instead. Each random word is used for two guesses.
    """
    table = state.rules.table
    fit = table.fit
    row = tile * table.signatures
    sides = state.front_sides
    limits = state.rules.limited[tile]
    loosening = len(state.rules.loose_rotations) > 0 and loosens(state)
    bits = table.rotation_bits[tile]
    guesses = state.fronts << bits
    tries: i64 = TRIES
    word: i64 = 0
    rotation_mask = (1 << bits) - 1
    while tries:
        tries -= 1
        if tries & 1:
            word = random.word()
        else:
            word >>= 32
        product = (word & LOW_32) * guesses
        low = product & LOW_32
        if low >= guesses or low >= (LOW_32 + 1) % guesses:  # the other remainders would be drawn too often
            guess = product >> 32
            front = guess >> bits
            rotation = guess & rotation_mask
            if i64(fit[row + sides[front]]) >> FIT_MASK + rotation & 1:
                if not limits or _sifted(state, front, i64(1) << rotation, limits):
                    return state.front_code[front] | rotation
            elif loosening and loose_rotations(state, tile, front, i64(1) << rotation):
                return state.front_code[front] | rotation
    if limits:  # checking every cell again costs more than a list
        listed = placements(state, tile)
        return listed[random.below(len(listed))]
    return nth_placement(state, tile, random.below(count_placements(state, tile)))


def nth_placement(state: State, tile: i64, k: i64) -> i64:
    """The k-th of the `placements`."""
    table = state.rules.table
    fit = table.fit
    row = tile * table.signatures
    sides = state.front_sides
    limits = state.rules.limited[tile]
    rotations_in = ROTATIONS_IN
    for front in range(state.fronts):
        mask = i64(fit[row + sides[front]]) >> FIT_MASK & ALL_FOUR
        if mask:
            if limits:
                mask = _sifted(state, front, mask, limits)
            if k < rotations_in[mask]:
                return state.front_code[front] | NTH_ROTATION[mask * 4 + k]
            k -= rotations_in[mask]
    if loosens(state):
        for front in range(state.fronts):
            mask = loose_rotations(state, tile, front)
            if k < rotations_in[mask]:
                return state.front_code[front] | NTH_ROTATION[mask * 4 + k]
            k -= rotations_in[mask]
    raise IndexError("there are not that many placements")
