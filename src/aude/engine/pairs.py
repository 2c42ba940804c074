"""Lists every pair of a placement and a figure option that a turn offers.

The figure options after a placement are found without carrying it out. If no part influences the figure step, the
ports of each empty cell show which segments would be free. Otherwise, the parts and steps that can influence what comes
between the placement and the figure return what they see in a placement (`Part.outlook`, `Step.outlook`): at most one
of all placements that look the same is played on a copy, and the others have the same options. If a part does not
implement this, every placement is played on a copy, so that a new box is correct before it is fast.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from aude.engine.arrays import append, extend, vec
from aude.engine.deploy import is_forbidden, offers_elsewhere, sift
from aude.engine.figures import spot_option
from aude.engine.placing import loosens, placements, rotations_that_fit
from aude.engine.prospect import Prospect
from aude.engine.rng import Random
from aude.engine.room import longer, own_tiles_to_end
from aude.engine.rules import ASKS, NOBODY, PASS, UNKNOWN, Part, Step
from aude.engine.state import State
from aude.engine.types import Cell, Code

EVERY_ROTATION: Final = 15  # a mask


def pairs(state: State) -> vec[i64]:
    """Every placement of the tile in hand with every figure option that follows it: place, option, place, option …"""
    if state.rules.figure_follows_tile:
        return _pairs_of_ports(state)
    return _pairs_of_outlooks(state)


def play_pair(state: State, place: Code, option: Code) -> None:
    """Lay the tile and place the figure of a pair."""
    state.play(place)
    if state.step == state.rules.deploy_step:
        state.play(option)


def play_pairs(state: State, random: Random) -> None:
    """Play to the end at random, drawing every turn from the list of all its pairs."""
    if state.shares_tiles:
        own_tiles_to_end(state)
    program = state.rules.program
    while state.actor != NOBODY:
        if state.step == state.rules.place_step:
            found = pairs(state)
            pick = 2 * random.below(len(found) >> 1)
            play_pair(state, found[pick], found[pick + 1])
        else:
            state.play(program[state.step].sample(state, random))


def options_after(state: State, place: Code) -> vec[i64]:
    """The figure options after a placement, found by playing it on a copy; only PASS if no figure may be placed."""
    return _listed(_at_figure_step(state, place))


def _at_figure_step(state: State, place: Code) -> State | None:
    """A copy in which the tile is laid and the figure step comes next, unless something else is asked first."""
    rules = state.rules
    after = state.copy()
    rules.program[after.step].apply(after, place)
    while after.step + 1 < rules.deploy_step:
        after.step += 1
        if rules.program[after.step].enter(after):
            return None
    if after.step + 1 != rules.deploy_step:
        return None
    after.step = rules.deploy_step
    return after


def _listed(after: State | None) -> vec[i64]:
    """The options of the figure step in this state."""
    if after is not None and after.rules.program[after.step].enter(after):
        return after.work[: after.offered]
    return vec[i64]([PASS])


def _make_room(state: State, size: i64) -> vec[i64]:
    """Scratch space for this many numbers."""
    if len(state.work) < size:
        state.work = vec[i64]([0] * (2 * size))
    return state.work


# -- by looking at ports ----------------------------------------------------------------------------------------------
def _pairs_of_ports(state: State) -> vec[i64]:
    """The pairs in a game in which only the figure step determines what follows a placement."""
    rules = state.rules
    tile = state.tile
    first = rules.table.tile_first[tile]
    segments = rules.table.tile_segments[tile]
    spots = vec[i64]()  # what the figure step may offer on this tile: option, segment, option, segment …
    for kind in range(rules.figure_kinds_count):
        if rules.occupies[kind] and state.supply[kind * rules.seats + state.player]:
            for segment in range(segments):
                if rules.stands_on[kind] >> rules.table.kind[first + segment] & 1:
                    spots = append(append(spots, spot_option(kind, state.nodes + segment)), segment)
    size: i64 = len(spots)
    out = _make_room(state, state.fronts * 4 * (size + 2))
    if size == 0:
        return _all_passed(placements(state, tile), out)
    prospect = Prospect(state)
    cell: i64 = -1
    count: i64 = 0
    for place in placements(state, tile):
        if place >> 2 != cell:
            cell = place >> 2
            prospect.look_at(state, cell)
        taken: i64 = 0
        if prospect.occupied:
            prospect.turn(state, place & 3)
            taken = prospect.taken
        out[count] = place
        out[count + 1] = PASS
        count += 2
        for k in range(0, size, 2):
            if not taken >> spots[k + 1] & 1:
                out[count] = place
                out[count + 1] = spots[k]
                count += 2
    return out[:count]


def _all_passed(places: vec[i64], out: vec[i64]) -> vec[i64]:
    """The pairs of a player who has no figure to place."""
    count: i64 = 0
    for place in places:
        out[count] = place
        out[count + 1] = PASS
        count += 2
    return out[:count]


# -- by outlooks ------------------------------------------------------------------------------------------------------
def _pairs_of_outlooks(state: State) -> vec[i64]:
    """The pairs in any game."""
    outlooks = Outlooks(state)
    out = _make_room(state, state.fronts * 8)
    count: i64 = 0
    for place in state.legal():
        number = outlooks.number_of(place)
        begin = outlooks.begin[number]
        end = outlooks.end[number]
        while count + 2 * (end - begin) > len(out):
            out = longer(out)
        options = outlooks.options
        for k in range(begin, end):
            out[count] = place
            out[count + 1] = options[k]
            count += 2
    state.work = out
    return out[:count]


@final
class Outlooks:
    """Groups the placements of the tile in hand by what may follow them.

    Placements in which all parts and steps involved see the same get the same number. The options of each number are
    found by playing its first placement on a copy or, if everything special about it can be told by the parts and steps
    that see it, combined from what they tell.
    """

    def __init__(self, state: State) -> None:
        rules = state.rules
        self.state = state
        self.prospect = Prospect(state)
        # The parts and steps for which it matters now where the tile is laid, in the order in which they are called.
        self.when_laid = vec[Part]([part for part in rules.heeding_tile if part.heeds_place(state)])
        between = [rules.program[place] for place in range(rules.place_step + 1, rules.deploy_step + 1)]
        self.between = vec[Step]([step for step in between if step.heeds_place(state)])
        self.figures = vec[Part]([part for part in rules.heeding_figures if part.heeds_place(state)])
        heeding: i64 = len(self.when_laid) + len(self.between) + len(self.figures)
        self.what = vec[i64]([0] * heeding)  # what each of them sees in the last placement,
        self.telling = vec[i64]([0] * heeding)  # whether it can tell the resulting options,
        self.special = False  # whether one of them sees something but cannot,
        self.asked = False  # and whether something else is asked before a figure is placed
        self.figure_step: i64 = -1  # the index of the figure step among them,
        self.voices = vec[i64]()  # and of each part with figure options, if it is among them and can tell; otherwise -1
        self._find_voices()
        self.seen = vec[i64]()  # triples: the number so far, who sees something there, what; the n-th makes it n + 1
        self.begin = vec[i64]([-1])  # of each number: where its options begin in the list, -1 if not yet known,
        self.end = vec[i64]([-1])  # and end
        self.options = vec[i64]()
        self.loosening = loosens(state)
        self.matching: i64 = EVERY_ROTATION  # those in which the tile matches by itself at the cell of the prospect
        self.usual: State | None = None  # a placement in which nobody sees anything that cannot be told, once played,
        self.is_played = False
        self.is_open = False  # and whether figures may be placed after it

    def _find_voices(self) -> None:
        rules = self.state.rules
        last: i64 = len(self.when_laid) + len(self.between) - 1
        if len(self.between) and self.between[len(self.between) - 1] is rules.program[rules.deploy_step]:
            self.figure_step = last
            self.telling[last] = 1
        for k in range(len(rules.figure_options)):
            voice: i64 = -1
            if rules.tells_options[k]:
                who: i64 = 0
                for part in self.when_laid:
                    if part is rules.figure_options[k]:
                        voice = who
                    who += 1
                who = last + 1
                for part in self.figures:
                    if part is rules.figure_options[k]:
                        voice = who
                    who += 1
                if voice >= 0:
                    self.telling[voice] = 1
            self.voices = append(self.voices, voice)

    def number_of(self, place: Code) -> i64:
        """The number of a placement, with its options."""
        number = self._seen_in(place)
        if number == UNKNOWN:
            number = self._new_number(UNKNOWN, UNKNOWN, UNKNOWN)
            self.special = True
        if self.begin[number] < 0:
            self.begin[number] = len(self.options)
            if self.asked:
                self.options = append(self.options, PASS)
            elif self.special:
                self.options = extend(self.options, options_after(self.state, place))
            else:
                self.options = extend(self.options, self._told(place))
            self.end[number] = len(self.options)
        return number

    def _seen_in(self, place: Code) -> i64:
        """Everything that is seen in a placement, as one number; UNKNOWN if it has to be played."""
        state = self.state
        cell = state.cell_of_code(place)
        if cell != self.prospect.cell:
            self._go_to(cell)
        self.special = False
        self.asked = False
        if not self.matching >> (place & 3) & 1:
            return UNKNOWN  # it only matches with the help of a box
        number: i64 = 0
        if not len(self.what):
            return number
        prospect = self.prospect
        prospect.turn(state, place & 3)
        seen = self.what
        who: i64 = 0
        for part in self.when_laid:
            what = part.outlook(state, prospect)
            seen[who] = what
            if what:
                number = self._numbered(number, who, what)
            who += 1
        for step in self.between:
            what = step.outlook(state, prospect)
            seen[who] = what
            if what:
                number = self._numbered(number, who, what)
                if what == ASKS:
                    self.asked = True
                    return number  # no figure follows directly, whatever the others see
            who += 1
        for part in self.figures:
            what = part.outlook(state, prospect)
            seen[who] = what
            if what:
                number = self._numbered(number, who, what)
            who += 1
        return number

    def _go_to(self, cell: Cell) -> None:
        state = self.state
        if self.loosening:
            self.matching = rotations_that_fit(state, state.tile, -state.at(cell) - 1)
        self.prospect.look_at(state, cell)

    def _numbered(self, number: i64, who: i64, what: i64) -> i64:
        """The number for placements that have this number and in which `who` also sees `what`."""
        if not self.telling[who]:
            self.special = True
        if number == UNKNOWN or what == UNKNOWN:
            return UNKNOWN
        seen = self.seen
        for k in range(0, len(seen), 3):
            if seen[k] == number and seen[k + 1] == who and seen[k + 2] == what:
                return k // 3 + 1
        return self._new_number(number, who, what)

    def _new_number(self, number: i64, who: i64, what: i64) -> i64:
        self.seen = append(append(append(self.seen, number), who), what)
        self.begin = append(self.begin, -1)
        self.end = append(self.end, -1)
        return len(self.begin) - 1

    def _told(self, place: Code) -> vec[i64]:
        """The options after a placement if all parts and steps that see something special can tell the options.

        For all others it is the same as after the first such placement, which is played.
        """
        state = self.state
        rules = state.rules
        if not self.is_played:
            self.is_played = True
            self.usual = _at_figure_step(state, place)
            self.is_open = self.usual is not None and not is_forbidden(self.usual)
        usual = self.usual
        if usual is None or not self.is_open:
            return vec[i64]([PASS])
        _make_room(usual, 1)[0] = PASS
        count: i64 = 1
        if self.figure_step >= 0:
            count = rules.program[rules.deploy_step].options_told(usual, self.what[self.figure_step], count)
        elsewhere: i64 = 0
        for k in range(len(rules.figure_options)):
            before = count
            if self.voices[k] >= 0:
                count = rules.figure_options[k].options_told(usual, self.what[self.voices[k]], before)
            else:
                count = rules.figure_options[k].figure_options(usual, before)
            elsewhere += offers_elsewhere(usual, before, count)
        count = sift(usual, count, elsewhere)
        return usual.work[:count]
