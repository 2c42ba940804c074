"""The Count of Carcassonne. CNT-01 to CNT-12 are written out in spec.md, beside this file."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.figures import KIND_SHIFT, NODE_MASK, free_figure, move
from aude.engine.rules import ASK, BY_TILE, ON, PAYMENT, SUPPLY, Box, Line, Rules, Scorer, Step
from aude.engine.state import FOUR, State
from aude.engine.tiles import Tile
from aude.engine.words import fits, spot_words

PASS: Final = 0

CARCASSONNE: Final = "carcassonne"  # the kind of feature inside the walls
BLOCK: Final = 100  # R-SETUP-02: it lies first, other start blocks are attached to it
BARRED: Final = "bars_dragon"  # how the facts mark a tile that the dragon does not enter

# The quarters, clockwise (R-CNT-01), and the kinds of features that their followers go to (CNT-03, R-CNT-06).
QUARTERS: Final = ["castle_quarter", "market_quarter", "blacksmith_quarter", "cathedral_quarter"]
SERVED: Final = [["city"], ["field"], ["road"], ["monastery", "abbey", "shrine"]]
MARKET: Final = 1

# Who moves the Count: the values of the option `count_move`.
BY_PLAYER: Final = 0
CLOCKWISE: Final = 1
FOLLOW_MEEPLE: Final = 2
COUNT_MOVES: Final = ["by_player", "clockwise", "follow_meeple"]


class Count(Box):
    """A start block of 12 tiles. Whoever scores nothing while others do sends a follower into its city, to wait there.

    The quarters are reserved places, one below the other in the order of QUARTERS, and no danger reaches them (CNT-11).
    """

    id = "count"

    def __init__(self) -> None:
        self.any_points = True  # R-CNT-02
        self.to_unoccupied = False  # R-CNT-03, R-CNT-14
        self.market_only = False  # R-CNT-04
        self.market_barn = False  # R-CNT-07
        self.count_moves: i64 = BY_PLAYER  # R-CNT-01
        self.first: i64 = 0  # the place of the first quarter
        self.count: i64 = -1  # registers: the quarter where the Count stands,
        self.entered: i64 = -1  # 1 if the player has just put a follower into the city,
        self.layer: i64 = -1  # the seat (+ 1) that has laid the last tile,
        self.scored: i64 = -1  # and for each seat whose turn it is: the mask of seats that have scored in it
        self.heart: i64 = -1  # the slot of the tile that shows the quarters
        self.served = vec[i64]()  # of each quarter: the mask of kinds of features
        self.quarter_for = vec[i64]()  # of each kind of feature: its quarter, or -1

    def setup(self, rules: Rules) -> None:
        self.any_points = rules.option("count_trigger") == "any_points"
        self.to_unoccupied = rules.option("count_to_unoccupied") == "on"
        self.market_only = rules.option("count_final") == "market_only"
        self.market_barn = rules.option("count_market_barn") == "on"
        self.count_moves = COUNT_MOVES.index(rules.option("count_move"))
        # R-CNT-09: worth a completed city, and nobody stands there. Nothing in it is left to complete.
        is_city = rules.option("carcassonne_is_city") == "on"
        rules.add_kind(CARCASSONNE, NoPoints(), completes=False, supplies=is_city)
        if is_city:
            rules.count_as(CARCASSONNE, "city")
        self._lay_city(rules, rules.option("dragon_carcassonne") == "whole_block")
        # R-CAT-08: the one option that lets anything reach a quarter.
        exposed: tuple[str, ...] = ()
        if rules.options.get("safe_zones") == "no_catapult":
            exposed = ("catapult",)
        self.first = rules.reserve_places(len(QUARTERS), exposed)
        self.count = rules.register()
        self.entered = rules.register()
        self.layer = rules.register()
        self.scored = rules.register(int(rules.seats))
        rules.add_note("joined", ["figure", "node"])
        for quarter in QUARTERS:
            rules.add_note(f"to_{quarter}", ["figure"])
            rules.add_note(f"count_to_{quarter}", [])
        rules.add_step("turn", 1720, Join(self))
        rules.add_step("turn", 1800, EnterQuarter(self))
        if self.count_moves == BY_PLAYER:
            rules.add_step("turn", 1801, MoveCount(self))
        rules.add_step("turn", 1895, Forget(self))
        rules.add_step("final", 900, JoinFinal(self))
        rules.add_step("final", 1100, LeaveCity(self))

    def _lay_city(self, rules: Rules, whole_block: bool) -> None:
        """CNT-01, R-CNT-28: the block lies instead of the start tile. CNT-12, R-PD-20: and keeps the dragon out."""
        block: list[tuple[int, int, str]] = []
        tiles: list[tuple[Tile, int]] = []
        for tile, count in rules.tiles:
            if "grid" in tile.more and any(segment.kind == CARCASSONNE for segment in tile.segments):
                x, y = tile.more["grid"]
                block.append((y, x, tile.id))
                more = {**tile.more, BARRED: whole_block or len(tile.segments) == 1}
                tile = Tile(tile.id, tile.segments, tile.count, tile.first_edition, tile.symbols, more)
                count = 1
            tiles.append((tile, count))
        rules.tiles = tiles
        if block:
            rules.add_start_block(BLOCK, [(name, x, y, 0) for y, x, name in sorted(block)])

    def resolved(self, rules: Rules) -> None:
        kinds = [kind.name for kind in rules.kinds]
        served = [[name for name in names if name in kinds] for names in SERVED]
        self.served = vec[i64]([sum(1 << kinds.index(name) for name in names) for names in served])
        quarter_for = [-1] * len(kinds)
        for quarter, names in enumerate(served):
            for name in names:
                quarter_for[kinds.index(name)] = quarter
        self.quarter_for = vec[i64](quarter_for)
        for slot, (name, _x, _y, _turn) in enumerate(rules.start):
            if "quarters" in rules.table.tiles[rules.table.index[name]].symbols:
                self.heart = slot

    # -- who is where -------------------------------------------------------------------------------------------------
    def quarter_of(self, state: State, figure: i64) -> i64:
        """The quarter that a figure is in, or -1."""
        quarter = self.first - state.figure_at[figure]
        if 0 <= quarter < FOUR:
            return quarter
        return -1

    def place_slot(self, state: State, place: i64) -> i64:
        if 0 <= self.first - place < FOUR:
            return self.heart
        return -1

    def quarters_with(self, state: State, kind: i64, seat: i64) -> i64:
        """The mask of quarters with a figure of this kind and seat."""
        rules = state.rules
        mask: i64 = 0
        first = rules.figure_first[kind * rules.seats + seat]
        for figure in range(first, first + rules.figure_each[kind]):
            quarter = self.quarter_of(state, figure)
            if quarter >= 0:
                mask |= i64(1) << quarter
        return mask

    def may_enter(self, state: State, kind: i64, quarter: i64) -> bool:
        """CNT-10, R-CNT-10: followers only, and where they could go from there they must be able to stand."""
        return state.rules.occupies[kind] != 0 and state.rules.stands_on[kind] & self.served[quarter] != 0

    def put_count(self, state: State, quarter: i64) -> None:
        """CNT-09: the Count goes to a quarter."""
        if state.registers[self.count] != quarter:
            state.registers[self.count] = quarter
            if state.journal is not None:
                state.note(f"count_to_{QUARTERS[quarter]}", [])

    def points_gained(self, state: State, seat: i64, points: i64, cause: i64) -> None:
        """R-CNT-02: who has scored in this part of the turn. Payments and losses do not matter."""
        if points > 0 and (cause == BY_TILE or (self.any_points and cause != PAYMENT)):
            state.registers[self.scored + state.player] |= i64(1) << seat

    # -- for people ---------------------------------------------------------------------------------------------------
    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        if self.heart < 0:
            return []
        return [(-1 - int(self.heart), -1, f"count_in_{QUARTERS[state.registers[self.count]]}")]

    def holdings(self, state: State, seat: i64) -> list[tuple[str, int]]:
        numbers = [0] * len(QUARTERS)
        for figure in range(state.rules.figures):
            if state.rules.figure_seat[figure] == seat and self.quarter_of(state, figure) >= 0:
                numbers[self.quarter_of(state, figure)] += 1
        return list(zip(QUARTERS, numbers))

    def hold(self, state: State, seat: i64, name: str, number: i64) -> bool:
        """R-CNT-20: so many followers are in a quarter, ordinary ones first."""
        quarter: i64 = QUARTERS.index(name)
        for kind in range(state.rules.figure_kinds_count):
            if self.may_enter(state, kind, quarter):
                while number > 0 and free_figure(state, kind, seat) >= 0:
                    move(state, free_figure(state, kind, seat), self.first - quarter)
                    number -= 1
        return number == 0


class NoPoints(Scorer):
    """Nobody stands in the city itself."""

    def value(self, state: State, feature: i64, complete: bool, lines: list[Line] | None) -> i64:
        return 0


# -- out of the city --------------------------------------------------------------------------------------------------
class Join(Step):
    """CNT-02 … CNT-07: clockwise, every seat may move followers from the quarters to what is about to be scored."""

    name = "join"
    rule = "CNT-02"

    def __init__(self, box: Count) -> None:
        self.box = box

    def last(self, state: State) -> i64:
        """CNT-05: the seat that is asked last."""
        return state.player

    def lets_out(self, state: State, quarter: i64) -> bool:
        """CNT-04, R-CNT-07: the market waits for the end."""
        return quarter != MARKET or self.box.market_barn

    def is_scored(self, state: State, feature: i64) -> bool:
        """Whether a feature is about to be scored, if it is occupied."""
        return feature in state.completed

    def is_occupied(self, state: State, feature: i64) -> bool:
        """R-CNT-03, R-CNT-14: somebody stands there already, if that matters."""
        if self.box.to_unoccupied or state.occupants[feature]:
            return True
        for box in state.rules.holding_features:
            if box.holds_feature(state, feature):
                return True
        return False

    def reach(self, state: State, kind: i64, seat: i64) -> i64:
        """The mask of kinds of features that a seat's figures of one kind may go to now."""
        found: i64 = 0
        quarters = self.box.quarters_with(state, kind, seat)
        if quarters:
            for quarter in range(FOUR):
                if quarters >> quarter & 1 and quarter != state.registers[self.box.count]:
                    if self.lets_out(state, quarter):
                        found |= self.box.served[quarter]
        return found & state.rules.stands_on[kind]

    def legal(self, state: State) -> vec[i64]:
        out = vec[i64]()
        out = append(out, PASS)
        for kind in range(state.rules.figure_kinds_count):
            reach = self.reach(state, kind, state.actor)
            if reach:
                for node in range(state.nodes):  # R-CNT-16: any part of the feature
                    if reach >> state.kind_of(node) & 1:
                        feature = state.root[node]
                        if self.is_scored(state, feature) and self.is_occupied(state, feature):
                            out = append(out, (kind << KIND_SHIFT | node) + 1)
        return out

    def can_move(self, state: State) -> bool:
        """Whether `legal` lists more than to pass, found without listing."""
        for kind in range(state.rules.figure_kinds_count):
            reach = self.reach(state, kind, state.actor)
            if reach and self.is_awaited(state, reach):
                return True
        return False

    def is_awaited(self, state: State, reach: i64) -> bool:
        """Whether a feature of these kinds is about to be scored."""
        for feature in state.completed:
            if reach >> state.kind_of(feature) & 1 and self.is_occupied(state, feature):
                return True
        return False

    def enter(self, state: State) -> i64:
        if len(state.completed) == 0:
            return ON
        return self.ask_all(state)

    def ask_all(self, state: State) -> i64:
        """CNT-05: everybody has one opportunity, if anybody is in the city."""
        for figure in range(state.rules.figures):
            if self.box.quarter_of(state, figure) >= 0:
                return self.ask_after(state, self.last(state))
        return ON

    def ask_after(self, state: State, seat: i64) -> i64:
        """R-CNT-22: ask the first seat after this one that can move somebody; nobody is asked after the last."""
        last = self.last(state)
        for _ in range(state.rules.seats):
            seat = state.seat_after(seat)
            state.actor = seat
            if self.can_move(state):
                return ASK
            if seat == last:
                break
        return ON

    def apply(self, state: State, action: i64) -> i64:
        if action != PASS:
            code = action - 1
            self.move_out(state, code >> KIND_SHIFT, code & NODE_MASK)
            if self.can_move(state):
                return ASK
        if state.actor == self.last(state):
            return ON
        return self.ask_after(state, state.actor)

    def move_out(self, state: State, kind: i64, node: i64) -> None:
        """CNT-06: a follower of the asked seat leaves its quarter; the scoring finds it where it stands then."""
        rules = state.rules
        quarter = self.box.quarter_for[state.kind_of(node)]
        first = rules.figure_first[kind * rules.seats + state.actor]
        for figure in range(first, first + rules.figure_each[kind]):
            if self.box.quarter_of(state, figure) == quarter:
                move(state, figure, node)
                if state.journal is not None:
                    state.note("joined", [figure, node])
                break

    def words(self, state: State, action: i64) -> list[str]:
        """`join meeple city N at 0,2`"""
        if action == PASS:
            return ["done"]
        code = action - 1
        return ["join", state.rules.figure_kinds[code >> KIND_SHIFT].name, *spot_words(state, code & NODE_MASK)]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        names = [kind.name for kind in state.rules.figure_kinds]
        if len(words) < 3 or words[0] != "join" or words[1] not in names:
            return self.rule, "not_offered"
        kind: i64 = names.index(words[1])
        on_newest = words[-2] != "at"
        for node in range(state.nodes):
            quarter = self.box.quarter_for[state.kind_of(node)]
            if quarter < 0 or on_newest != (state.node_slot[node] == state.slots - 1):
                continue
            if not fits(words[2:], spot_words(state, node)):
                continue
            if not self.box.quarters_with(state, kind, state.actor) >> quarter & 1:
                return "CNT-03", "quarter_empty"
            if state.registers[self.box.count] == quarter:
                return "CNT-02", "count_bars"
            if not self.lets_out(state, quarter):
                return ("CNT-04", "market_waits") if quarter == MARKET else ("R-CNT-04", "only_market")
            if not self.is_scored(state, state.root[node]):
                return self.rule, "not_scored"
            return "R-CNT-03", "feature_empty"
        return self.rule, "not_offered"


class JoinFinal(Join):
    """CNT-07: the same before the final scoring, for everything that it will look at."""

    name = "join_final"
    rule = "CNT-07"

    def last(self, state: State) -> i64:
        """CNT-07, R-CNT-23: whoever has laid the last tile."""
        layer = state.registers[self.box.layer] - 1
        if layer >= 0:
            return layer
        return (state.player + state.rules.seats - 1) % state.rules.seats

    def lets_out(self, state: State, quarter: i64) -> bool:
        """R-CNT-04: every quarter, or the market alone."""
        return quarter == MARKET or not self.box.market_only

    def is_scored(self, state: State, feature: i64) -> bool:
        """Whether a feature is left for the final scoring: incomplete, or of a kind that is never complete."""
        return state.open_ends[feature] > 0 or not state.rules.completes[state.kind_of(feature)]

    def is_awaited(self, state: State, reach: i64) -> bool:
        for node in range(state.nodes):
            if state.root[node] == node and reach >> state.kind_of(node) & 1:
                if self.is_scored(state, node) and self.is_occupied(state, node):
                    return True
        return False

    def enter(self, state: State) -> i64:
        return self.ask_all(state)


class LeaveCity(Step):
    """R-CNT-18: at the end whoever is still in the city goes home."""

    name = "leave_city"

    def __init__(self, box: Count) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        for figure in range(state.rules.figures):
            if self.box.quarter_of(state, figure) >= 0:
                move(state, figure, SUPPLY)
        return ON


# -- into the city ----------------------------------------------------------------------------------------------------
class EnterQuarter(Step):
    """CNT-08: a player who has scored nothing while somebody else has may put a follower into a quarter."""

    name = "quarter"
    rule = "CNT-08"

    def __init__(self, box: Count) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        scored = state.registers[self.box.scored + state.player]
        if scored == 0 or scored >> state.player & 1:
            return ON
        state.actor = state.player
        return ASK if len(self.legal(state)) > 1 else ON

    def legal(self, state: State) -> vec[i64]:
        rules = state.rules
        out = vec[i64]()
        out = append(out, PASS)
        for kind in range(rules.figure_kinds_count):
            if state.supply[kind * rules.seats + state.player]:
                for quarter in range(FOUR):  # R-CNT-17: the Count's too
                    if self.box.may_enter(state, kind, quarter):
                        out = append(out, kind * FOUR + quarter + 1)
        return out

    def apply(self, state: State, action: i64) -> i64:
        if action == PASS:
            return ON
        box = self.box
        quarter = (action - 1) % FOUR
        figure = free_figure(state, (action - 1) // FOUR, state.player)
        move(state, figure, box.first - quarter)
        if state.journal is not None:
            state.note(f"to_{QUARTERS[quarter]}", [figure])
        if box.count_moves == CLOCKWISE:
            box.put_count(state, (state.registers[box.count] + 1) % FOUR)
        elif box.count_moves == FOLLOW_MEEPLE:
            box.put_count(state, quarter)
        else:
            state.registers[box.entered] = 1
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        """`quarter meeple castle_quarter`"""
        if action == PASS:
            return ["pass"]
        kind = (action - 1) // FOUR
        return ["quarter", state.rules.figure_kinds[kind].name, QUARTERS[(action - 1) % FOUR]]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        rules = state.rules
        names = [kind.name for kind in rules.figure_kinds]
        if len(words) != 3 or words[0] != "quarter" or words[1] not in names or words[2] not in QUARTERS:
            return self.rule, "not_offered"
        kind: i64 = names.index(words[1])
        if not rules.occupies[kind]:
            return "CNT-10", "city_followers_only"
        if not state.supply[kind * rules.seats + state.player]:
            return self.rule, "supply_empty"
        return "R-CNT-10", "quarter_unfit"


class MoveCount(Step):
    """CNT-09, R-CNT-01: after putting a follower into the city the player may move the Count."""

    name = "count"
    rule = "CNT-09"

    def __init__(self, box: Count) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        if not state.registers[self.box.entered]:
            return ON
        state.registers[self.box.entered] = 0
        state.actor = state.player
        return ASK

    def legal(self, state: State) -> vec[i64]:
        out = vec[i64]()
        out = append(out, PASS)
        for quarter in range(FOUR):
            if quarter != state.registers[self.box.count]:
                out = append(out, quarter + 1)
        return out

    def apply(self, state: State, action: i64) -> i64:
        if action != PASS:
            self.box.put_count(state, action - 1)
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        if action == PASS:
            return ["pass"]
        return ["count", QUARTERS[action - 1]]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        if words == ["count", QUARTERS[state.registers[self.box.count]]]:
            return self.rule, "count_is_there"
        return self.rule, "not_offered"


class Forget(Step):
    """R-CNT-11: every part of a turn is judged by its own points. R-CNT-23: who has laid a tile is remembered."""

    name = "forget_points"

    def __init__(self, box: Count) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        state.registers[self.box.scored + state.player] = 0
        state.registers[self.box.layer] = state.player + 1
        return ON
