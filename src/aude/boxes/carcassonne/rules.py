"""The base game and its farmers. BASE-01 to BASE-41 and FARM-01 to FARM-11 are written out in spec.md, beside this."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from aude.engine.arrays import append, vec
from aude.engine.blocks import StartBlock, code_seat, seat_code
from aude.engine.features import bordering, is_supplier, suppliers, supply, supply_points, tile_count, trait_count
from aude.engine.figures import KIND_SHIFT, NODE_MASK, deploy, free_figure, send_home, spot_option
from aude.engine.placing import (
    NTH_TURN,
    TURNS_IN,
    count_placements,
    fits_somewhere,
    nth_placement,
    placements,
    random_placement,
    taken_segments,
    turns_allowed,
    turns_that_fit,
)
from aude.engine.rng import Random
from aude.engine.rules import ASK, BOX_OPTION, CHANCE, NOBODY, ON, Box, Line, Note, Rules, Scorer, Step
from aude.engine.scoring import (
    SEAT_BITS,
    SEAT_MASK,
    collect_completed,
    final_scores,
    rate,
    score_completed,
    strengths,
)
from aude.engine.stack import nth_in_stack, random_in_stack, take_from_stack, tiles_in_stack
from aude.engine.state import State
from aude.engine.turns import next_part
from aude.engine.words import cell_word, fits, place_of, read_place, spot_words

PASS: Final = 0
OPTIONS: Final = 48  # room for so many of the figure step; more is made when needed


@mypyc_attr(allow_interpreted_subclasses=True)
class Carcassonne(Box):
    """Roads, cities, monasteries and fields; meeples; the turn of three actions."""

    id = "carcassonne"

    def __init__(self) -> None:
        self.city: i64 = 0
        self.cities: i64 = 0  # the mask of kinds that count as cities
        self.field: i64 = 0
        self.pennant: i64 = -1  # columns of traits
        self.herd: i64 = -1
        self.by_city = False  # R-FARM-02: cities are awarded once each, not field by field

    def setup(self, rules: Rules) -> None:
        self.by_city = rules.option("farm_scoring") == "per_city_4"
        rules.add_kind("road", RoadScorer())
        self.city = rules.add_kind("city", CityScorer(self, rules.option("tiny_city") == "on"), supplies=True)
        rules.add_kind("monastery", MonasteryScorer(), surrounded=True)
        self.field = rules.add_kind("field", FieldScorer(self), completes=False)  # R-FARM-03: a field is never complete
        stands_on = ["road", "city", "monastery"]
        if rules.has("farmers"):
            stands_on.append("field")
        rules.add_figure("meeple", each=7, weight=1, stands_on=stands_on)  # BASE-05: the eighth marks the score
        rules.turn_rule = "BASE-10"
        rules.order_rule = "BASE-11"
        rules.add_note("drawn", ["seat", "tile"])
        rules.add_note("discarded", ["tile"])
        rules.add_note("placed", ["seat", "slot"])
        # The places in the turn are the numbers of 00 section 4, times 100.
        rules.add_step("setup", 100, FirstPlayer(rules.option("first_player"), int(rules.option("youngest"))))
        if rules.options.get("start_blocks") == "manual":
            rules.add_step("setup", 200, LayBlocks())
        rules.add_step("turn", 300, Draw())
        rules.add_step("turn", 390, Fit())
        rules.add_step("turn", 400, Place())
        rules.add_step("turn", 700, Deploy())
        rules.add_step("turn", 1700, Collect())
        rules.add_step("turn", 1730, Score())
        rules.add_step("turn", 2000, Next())
        rules.add_step("final", 1000, FinalScoring())

    def resolved(self, rules: Rules) -> None:
        self.cities = rules.kinds_counted_as("city")
        self.pennant = rules.table.trait_of("pennant")
        self.herd = rules.table.trait_of("pig_herd")

    def final_scores(self, state: State, totals: vec[i64], notes: list[Note] | None) -> None:
        """R-FARM-02, `per_city_4`: each completed city feeds whoever has the most farmers around it, once."""
        if self.by_city:
            for city in completed_cities(state, self.cities):
                award_city_to_farmers(state, city, self.field, totals, notes)


# -- what features are worth ------------------------------------------------------------------------------------------
class RoadScorer(Scorer):
    """BASE-23, BASE-37: 1 point a tile."""

    def value(self, state: State, feature: i64, complete: bool, lines: list[Line] | None) -> i64:
        tiles = tile_count(state, feature)
        points = tiles * rate(state, feature, 1, complete)
        if lines is not None:
            lines.append(Line("tiles", tiles, points))
        return points


class CityScorer(Scorer):
    """BASE-27, BASE-38: 2 points for each tile and coat of arms, 1 if the city is incomplete."""

    def __init__(self, game: Carcassonne, tiny: bool) -> None:
        self.game = game
        self.tiny = tiny  # R-BASE-04: the old rule for cities of two tiles

    def value(self, state: State, feature: i64, complete: bool, lines: list[Line] | None) -> i64:
        tiles = tile_count(state, feature)
        pennants = trait_count(state, feature, self.game.pennant)
        plain: i64 = 2 if complete and not (self.tiny and tiles == 2) else 1
        each = rate(state, feature, plain, complete)
        if lines is not None:
            lines.append(Line("tiles", tiles, tiles * each))
            if pennants:
                lines.append(Line("pennants", pennants, pennants * each))
        return (tiles + pennants) * each


class MonasteryScorer(Scorer):
    """BASE-29, BASE-39: 1 point for itself and for each tile around it."""

    def value(self, state: State, feature: i64, complete: bool, lines: list[Line] | None) -> i64:
        tiles = 9 - max(state.open_ends[feature], 0)
        if lines is not None:
            lines.append(Line("tiles", tiles, tiles))
        return tiles


class FieldScorer(Scorer):
    """FARM-08: 3 points for each completed city at the field."""

    def __init__(self, game: Carcassonne) -> None:
        self.game = game

    def value(self, state: State, feature: i64, complete: bool, lines: list[Line] | None) -> i64:
        cities = suppliers(state, feature)
        if len(cities) == 0:
            return 0
        points: i64 = 0
        if not self.game.by_city:
            points = supply_points(state, cities, 3)
            if lines is not None:
                lines.append(Line("cities", len(cities), points))
        if trait_count(state, feature, self.game.herd):  # SC-23, R-SC-01: herds do not add up
            herd = supply(state, cities, True)
            points += herd
            if lines is not None:
                lines.append(Line("pig_herd", len(cities), herd))
        return points


def completed_cities(state: State, cities: i64) -> vec[i64]:
    """Every completed city on the table, and whatever counts as one or is worth as much to farmers."""
    found = vec[i64]()
    for node in range(state.nodes):
        if state.root[node] == node and cities >> state.kind_of(node) & 1 and is_supplier(state, node):
            found = append(found, node)
    return found


def award_city_to_farmers(state: State, city: i64, field: i64, totals: vec[i64], notes: list[Note] | None) -> None:
    """R-FARM-02: 4 points for the city to whoever has the most farmers in all the fields around it together."""
    packed: i64 = 0
    seen = vec[i64]()
    for node in range(state.nodes):
        feature = state.root[node]
        if state.kind_of(node) == field and feature not in seen and city in bordering(state, feature):
            seen = append(seen, feature)
            packed += strengths(state, feature)
    most: i64 = 0
    for seat in range(state.rules.seats):
        most = max(most, packed >> SEAT_BITS * seat & SEAT_MASK)
    if most == 0:
        return
    points = supply_points(state, vec[i64]([city]), 4)
    for seat in range(state.rules.seats):
        if packed >> SEAT_BITS * seat & SEAT_MASK == most:
            totals[seat] += points
            if notes is not None:
                notes.append(Note("scored", [seat, points, city, 1], [Line("supplied", 1, points)]))


# -- the steps of a turn ----------------------------------------------------------------------------------------------
class FirstPlayer(Step):
    """BASE-10, R-BASE-02: who begins."""

    name = "first"
    rule = "R-BASE-02"

    def __init__(self, option: str, youngest: int) -> None:
        self.option = option
        self.youngest: i64 = youngest - 1

    def enter(self, state: State) -> i64:
        if self.option == "random":
            state.actor = CHANCE
            return ASK
        state.player = self.youngest if self.option == "youngest" else 0
        return ON

    def legal(self, state: State) -> vec[i64]:
        return vec[i64](list(range(state.rules.seats)))

    def apply(self, state: State, action: i64) -> i64:
        state.player = action
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        return ["start", state.rules.seat_names[action]]


class LayBlocks(Step):
    """R-SETUP-02, `manual`: the first player lays every start block but the first, at any place where it matches."""

    name = "block"
    rule = "R-SETUP-02"

    def block(self, state: State) -> StartBlock | None:
        """The block to be laid now."""
        lies = state.slots - len(state.rules.start)
        for block in state.rules.loose_blocks:
            if lies < len(block.tiles):
                return block
            lies -= len(block.tiles)
        return None

    def enter(self, state: State) -> i64:
        state.actor = state.player
        return ON if self.block(state) is None else ASK

    def legal(self, state: State) -> vec[i64]:
        block = self.block(state)
        if block is None:
            return vec[i64]()
        return vec[i64]([seat_code(seat) for seat in state.seats_for(block)])

    def apply(self, state: State, action: i64) -> i64:
        block = self.block(state)
        if block is not None:
            state.lay_block(block, code_seat(action))
        return self.enter(state)

    def words(self, state: State, action: i64) -> list[str]:
        """`block river/FSFF 0,-2 turn 90`: the first tile of the block, and where it lies."""
        x, y, turn = code_seat(action)
        block = self.block(state)
        if block is None:
            return ["block"]
        name, own_x, own_y, own_turn = block.tiles[0]
        return ["block", name, f"{x + own_x},{y + own_y}", "turn", str((turn + own_turn) % 4 * 90)]


class Draw(Step):
    """BASE-12, BASE-35: chance draws a tile; with none left the game ends."""

    name = "draw"
    rule = "BASE-12"

    def enter(self, state: State) -> i64:
        if state.tile >= 0:
            return ON  # the player has one already, by a rule of some box
        if state.bag_size == 0:
            if len(state.calls):  # a turn that a step called is over without a tile to draw; that step goes on
                state.jump(state.rules.places["next"])
            else:
                state.jump(state.rules.final_start)  # BASE-35
            return ON
        state.actor = CHANCE
        return ASK

    def legal(self, state: State) -> vec[i64]:
        return tiles_in_stack(state)

    def count(self, state: State) -> i64:
        return state.stack_size()

    def nth(self, state: State, k: i64) -> i64:
        return nth_in_stack(state, k)

    def sample(self, state: State, random: Random) -> i64:
        return random_in_stack(state, random)

    def apply(self, state: State, action: i64) -> i64:
        take_from_stack(state, action)
        state.tile = action
        if state.journal is not None:
            state.note("drawn", [state.player, action])
        for box in state.rules.rejecting_tile:
            if box.rejects_tile(state, action):
                state.tile = -1
                return self.enter(state)
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        return ["draw", state.rules.table.tiles[action].id]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        return self.rule, "no_such_tile"


class Fit(Step):
    """BASE-14, R-BASE-05: a tile that fits nowhere leaves the game, and another is drawn."""

    name = "fit"

    def enter(self, state: State) -> i64:
        if not fits_somewhere(state, state.tile):
            for box in state.rules.on_unfit_tile:
                box.tile_unfit(state)
            if state.tile >= 0:
                if state.journal is not None:
                    state.note("discarded", [state.tile])
                state.tile = -1
            state.jump(state.rules.draw_place)
        return ON


class Place(Step):
    """BASE-12, BASE-13: the player lays the tile against the table, every touching side matching."""

    name = "place"
    rule = "BASE-13"

    def enter(self, state: State) -> i64:
        state.actor = state.player
        return ASK

    def legal(self, state: State) -> vec[i64]:
        return placements(state, state.tile)

    def count(self, state: State) -> i64:
        return count_placements(state, state.tile)

    def nth(self, state: State, k: i64) -> i64:
        return nth_placement(state, state.tile, k)

    def sample(self, state: State, random: Random) -> i64:
        return random_placement(state, state.tile, random)

    def apply(self, state: State, action: i64) -> i64:
        tile = state.tile
        state.tile = -1
        cell = state.code_cell(action)
        slot: i64 = -1
        if len(state.rules.loosening) and self.is_loose(state, tile, action):
            slot = lay_loosely(state, tile, cell, action & 3)
        if slot < 0:
            slot = state.put(tile, cell, action & 3)
        if state.journal is not None:
            state.note("placed", [state.player, slot])
        for box in state.rules.on_tile_placed:
            box.tile_placed(state, slot)
        return ON

    def is_loose(self, state: State, tile: i64, action: i64) -> bool:
        """Whether the sides would not match there by themselves: perhaps some box makes them."""
        front = -state.board[state.code_cell(action)] - 1
        return not turns_that_fit(state, tile, front) >> (action & 3) & 1

    def words(self, state: State, action: i64) -> list[str]:
        verb = "place"
        if len(state.rules.loosening) and self.is_loose(state, state.tile, action):
            for box in state.rules.loosening:
                verb = box.loose_verb(state)
        return [verb, cell_word(action), "turn", str((action & 3) * 90)]

    def same_as(self, state: State, words: list[str]) -> list[str]:
        """A rotation that looks the same as an offered one means it."""
        code = read_place(["place", *words[1:]])
        if code < 0:
            return words
        turn = state.rules.table.equal_turn[state.tile * 4 + (code & 3)]
        return [words[0], cell_word(code), "turn", str(turn * 90)]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        code = read_place(["place", *words[1:]])
        if code < 0:
            return self.rule, "place_form"
        there = state.board_at(*place_of(code))
        if there > 0:
            return "BASE-12", "cell_taken"
        if there == 0:
            return "BASE-12", "cell_far"
        for box in state.rules.loosening:
            if words[0] == box.loose_verb(state):
                return box.place_refusal(state, state.code_cell(code), code & 3)
        if turns_that_fit(state, state.tile, -there - 1) >> (code & 3) & 1:
            for box in state.rules.sifting_turns:
                if not box.sift_turns(state, state.code_cell(code), i64(1) << (code & 3)):
                    rule, why = box.place_refusal(state, state.code_cell(code), code & 3)
                    if rule:
                        return rule, why
            return self.rule, "cell_forbidden"
        return "BASE-13", "sides_differ"


def lay_loosely(state: State, tile: i64, cell: i64, turn: i64) -> i64:
    """Let a box lay a tile whose sides match only with what the box adds. The new slot; -1 if no box does."""
    slot: i64 = -1
    for box in state.rules.loosening:
        slot = box.lay_loosely(state, tile, cell, turn)
        if slot >= 0:
            break
    return slot


class Deploy(Step):
    """BASE-15 … BASE-20, FARM-04, FARM-05: the player may put a figure on the tile just laid."""

    name = "deploy"
    rule = "BASE-15"

    def enter(self, state: State) -> i64:
        rules = state.rules
        state.actor = state.player
        for box in rules.forbidding_figures:
            if box.forbids_figures(state):
                return ON
        if len(rules.adding_figures) or len(rules.sifting_figures):
            listed = self.legal(state)
            if len(listed) == 1:
                return ON
            state.offered = listed  # random players choose among them without listing them again
            return ASK
        slot = state.slots - 1
        first = state.slot_first[slot]
        beyond = first + rules.table.tile_segments[state.slot_tile[slot] >> 2]
        for kind in range(rules.figure_kinds_count):
            if rules.occupies[kind] and state.supply[kind * rules.seats + state.player]:
                stands_on = rules.stands_on[kind]
                segment_kind = rules.table.kind
                for node in range(first, beyond):
                    kind_here = segment_kind[state.node_segment[node]]
                    if stands_on >> kind_here & 1 and not state.occupants[state.root[node]]:
                        return ASK
        return ON

    def legal(self, state: State) -> vec[i64]:
        rules = state.rules
        slot = state.slots - 1
        first = state.slot_first[slot]
        beyond = first + rules.table.tile_segments[state.slot_tile[slot] >> 2]
        segment_kind = rules.table.kind
        out = vec[i64](capacity=OPTIONS)
        out = append(out, PASS)
        for kind in range(rules.figure_kinds_count):
            if rules.occupies[kind] and state.supply[kind * rules.seats + state.player]:
                stands_on = rules.stands_on[kind]
                for node in range(first, beyond):
                    kind_here = segment_kind[state.node_segment[node]]
                    if stands_on >> kind_here & 1 and not state.occupants[state.root[node]]:
                        out = append(out, spot_option(kind, node))
        elsewhere: i64 = 0  # how many boxes offer spots on other tiles
        for box in rules.adding_figures:
            before: i64 = len(out)
            out = box.figure_options(state, out)
            for at in range(before, len(out)):
                if out[at] < BOX_OPTION and state.node_slot[(out[at] - 1) & NODE_MASK] != slot:
                    elsewhere += 1
                    break
        if elsewhere > 1:
            out = each_once(out)
        for box in rules.sifting_figures:
            out = box.sift_figures(state, out)
        return out

    def sample(self, state: State, random: Random) -> i64:
        options = state.offered if len(state.offered) else self.legal(state)
        return options[random.below(len(options))]

    def apply(self, state: State, action: i64) -> i64:
        if len(state.offered):
            state.offered = vec[i64]()
        if action >= BOX_OPTION:
            for box in state.rules.adding_figures:
                if box.use_figure_option(state, action):
                    break
        elif action != PASS:
            code = action - 1
            figure = free_figure(state, code >> KIND_SHIFT, state.player)
            deploy(state, figure, code & NODE_MASK)
        for box in state.rules.on_figure_chosen:
            box.figure_chosen(state, action)
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        if action == PASS:
            return ["pass"]
        if action >= BOX_OPTION:
            for box in state.rules.adding_figures:
                words = box.figure_option_words(state, action)
                if words:
                    return words
        code = action - 1
        figure = state.rules.figure_kinds[code >> KIND_SHIFT].name
        return ["deploy", figure, *spot_words(state, code & NODE_MASK)]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        plain = plain_refusal(state, words)
        for box in state.rules.sifting_figures:  # who takes away what others offer knows best why
            better = box.figure_refusal(state, words, plain[1])
            if better[0]:
                return better
        for box in state.rules.boxes:
            better = box.figure_refusal(state, words, plain[1])
            if better[0]:
                return better
        return plain


def each_once(options: vec[i64]) -> vec[i64]:
    """The options in their order, but a spot that two boxes offer only once."""
    kept = vec[i64](capacity=len(options))
    for option in options:
        if option not in kept:
            kept = append(kept, option)
    return kept


def plain_refusal(state: State, words: list[str]) -> tuple[str, str]:
    """Why these words place no figure on the newest tile, as far as the base game knows."""
    if len(words) < 3 or words[0] != "deploy":
        return "BASE-15", "not_offered"
    names = [kind.name for kind in state.rules.figure_kinds]
    if words[1] in names:
        kind: i64 = names.index(words[1])
        if not state.supply[kind * state.rules.seats + state.player]:
            return "BASE-20", "supply_empty"
        first = state.slot_first[state.slots - 1]
        for node in range(first, state.nodes):
            if fits(words[2:], spot_words(state, node)):
                if state.occupants[state.root[node]]:
                    return "BASE-17", "spot_taken"
                return "BASE-16", "spot_unfit"
    return "BASE-15", "spot_absent"


class Collect(Step):
    """BASE-21: what has been completed."""

    name = "collect"

    def enter(self, state: State) -> i64:
        collect_completed(state)
        return ON


class Score(Step):
    """BASE-21, BASE-30, BASE-31: the completed features are scored and their figures return."""

    name = "score"

    def enter(self, state: State) -> i64:
        if len(state.completed):
            score_completed(state)
        return ON


class Next(Step):
    """BASE-10: the left neighbour's turn, unless a box gives the player another."""

    name = "next"

    def enter(self, state: State) -> i64:
        rules = state.rules
        if rules.extra_sources:
            begin = next_part(state)
            if begin >= 0:
                state.jump(begin)
                return ON
        if len(state.calls):  # a turn that a step called: that step goes on
            return state.come_back()
        player = state.player + 1  # `seat_after` and `jump`, written out: every turn passes here
        state.player = player if player < rules.seats else 0
        state.place = rules.turn_start - 1
        return ON


class FinalScoring(Step):
    """BASE-36 … BASE-40: incomplete features and fields."""

    name = "final scoring"

    def enter(self, state: State) -> i64:
        final_scores(state, state.scores, state.journal)
        for figure in range(state.rules.figures):
            node = state.figure_at[figure]
            if node >= 0:
                send_home(state, state.root[node])
        return ON


# -- placement and figure at once -------------------------------------------------------------------------------------
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
                            out = append(append(out, place), (kind << KIND_SHIFT | state.nodes + segment) + 1)
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
