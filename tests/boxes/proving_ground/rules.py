"""A box that does everything a box may do, and means nothing by it: what the engine promises is tried here."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.features import tile_count, trait_count
from aude.engine.figures import deploy, free_figure, send_home
from aude.engine.rules import ASK, ASKED, CONTINUE, Box, Line, Note, Rules, Step
from aude.engine.state import State
from aude.engine.turns import earn

BID = 1000  # a bid of n points has the code BID + n
NO_BID = 0


class ProvingGround(Box):
    id = "proving_ground"

    def setup(self, rules: Rules) -> None:
        self.giant = rules.add_figure("giant", each=1, weight=ASKED, stands_on=["city"])
        self.best = rules.register(2)  # the highest bid of an auction and who made it, seat + 1
        self.bidder = rules.register()  # how many seats have been asked
        self.turns = rules.add_extra_turn("again", begins=300)
        self.left = rules.register()  # figures that have gone home
        self.prisoners = rules.register(int(rules.seats))  # points that a seat owes for its ransom
        self.twin = rules.reserve_options(1 << 24)  # a second meeple beside an own one: the first code + its node
        self.ransom = rules.reserve_interrupts(1)
        self.prison = rules.reserve_locations(1)
        self.completed = rules.register()  # features that were completed
        self.laid = rules.register()  # tiles that were laid
        rules.shared_spots = True
        rules.add_note("bid", ["seat", "number"])
        rules.add_note("ransomed", ["payer:seat", "captor:seat"])
        rules.add_step("turn", 1600, Market())
        rules.add_step("auction", 100, Bids(self))

    def finalize(self, rules: Rules) -> None:
        self.inn = rules.table.trait_of("inn")
        self.again = rules.table.symbol_of("again")
        self.barren = rules.table.symbol_of("barren")

    def begin(self, state: State) -> None:
        for seat in range(state.rules.seats):
            state.registers[self.prisoners + seat] = 1

    def filter_rotations(self, state: State, cell: i64, turns: i64) -> i64:
        """Nothing lies further north than y = -3."""
        if state.rules.has("veto") and state.y_of(cell) < -3:
            return 0
        return turns

    def rejects_tile(self, state: State, tile: i64) -> bool:
        """A barren tile is never laid."""
        return state.rules.has("veto") and state.rules.table.tile_symbols[tile] & self.barren != 0

    def figure_weight(self, state: State, figure: i64, feature: i64) -> i64:
        """The giant weighs as much as the city has tiles."""
        if state.rules.figure_kind[figure] != self.giant:
            return -1
        return tile_count(state, feature)

    def tile_placed(self, state: State, slot: i64) -> None:
        """A tile with the symbol gives another turn, once."""
        state.registers[self.laid] += 1
        if state.rules.table.tile_symbols[state.slot_tile[slot] >> 2] & self.again:
            earn(state, self.turns)

    def feature_completed(self, state: State, feature: i64) -> None:
        state.registers[self.completed] += 1

    def forbids_figures(self, state: State) -> bool:
        """Nothing may be placed beside an auction, if the element is on."""
        tile = state.slot_tile[state.slots - 1] >> 2
        return state.rules.has("quiet") and state.rules.table.tile_symbols[tile] & self.again != 0

    def figure_left(self, state: State, figure: i64, at: i64, scored: bool) -> None:
        state.registers[self.left] += 1 if scored else 100

    def extra_rate(self, state: State, feature: i64, complete: bool) -> i64:
        return 1 if complete and state.rules.has("bonus") and trait_count(state, feature, self.inn) else 0

    def seat_bonus(self, state: State, feature: i64, seat: i64, complete: bool, lines: list[Line] | None) -> i64:
        inns = int(trait_count(state, feature, self.inn))
        if inns and lines is not None:
            lines.append(Line("inns", inns, 5 * inns))
        return 5 * inns

    def final_scores(self, state: State, totals: vec[i64], notes: list[Note] | None) -> None:
        """Whoever still has the giant in hand scores 2."""
        for seat in range(state.rules.seats):
            if state.supply[self.giant * state.rules.seats + seat]:
                totals[seat] += 2
                if notes is not None:
                    notes.append(Note("scored", [seat, 2, 0, 0], [Line("giant", 1, 2)]))

    def figure_options(self, state: State, options: vec[i64]) -> vec[i64]:
        """A second meeple may join an own one anywhere."""
        if state.rules.has("giant") and state.supply[state.player]:
            for figure in range(state.rules.figures):
                twin = self.twin + state.figure_at[figure]
                if state.rules.figure_seat[figure] == state.player and twin >= self.twin and twin not in options:
                    options = append(options, twin)
        return options

    def use_figure_option(self, state: State, action: i64) -> bool:
        if not self.twin <= action < self.twin + (1 << 24):
            return False
        deploy(state, free_figure(state, 0, state.player), action - self.twin)
        return True

    def figure_option_words(self, state: State, action: i64) -> list[str]:
        return ["twin", str(action - self.twin)] if action >= self.twin else []

    def interrupts(self, state: State, seat: i64, options: vec[i64]) -> vec[i64]:
        """Each seat may once, at any moment, buy itself free for 3 points."""
        if state.rules.has("ransom") and state.registers[self.prisoners + seat]:
            options = append(options, self.ransom)
        return options

    def interrupt(self, state: State, seat: i64, action: i64) -> bool:
        state.registers[self.prisoners + seat] = 0
        state.scores[seat] -= 3
        state.note("ransomed", [int(seat), int(state.seat_after(seat))])
        return True

    def interrupt_words(self, state: State, seat: i64, action: i64) -> list[str]:
        return ["ransom"]


class Market(Step):
    """The tile with the symbol calls an auction; afterwards the features around it are emptied."""

    name = "market"

    def enter(self, state: State) -> i64:
        tile = state.slot_tile[state.slots - 1] >> 2
        auction = state.rules.table.symbol_of("auction")
        if state.rules.has("auction") and state.rules.table.tile_symbols[tile] & auction:
            state.call(state.rules.starts["auction"])
        return CONTINUE

    def resume(self, state: State) -> i64:
        send_home(state, state.root[state.slot_first[state.slots - 1]])
        return CONTINUE


class Bids(Step):
    """Every seat, the left neighbour first, bids more than those before or passes; the highest pays its bid."""

    name = "bids"
    rule = "PG-01"

    def __init__(self, box: ProvingGround) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        registers = state.registers
        registers[self.box.best] = registers[self.box.best + 1] = registers[self.box.bidder] = 0
        state.actor = state.seat_after(state.player)
        return ASK

    def legal(self, state: State) -> vec[i64]:
        return vec[i64]([NO_BID])

    def low(self, state: State) -> i64:
        return BID + state.registers[self.box.best] + 1

    def high(self, state: State) -> i64:
        return BID + int(state.rules.option("auction_top"))

    def apply(self, state: State, action: i64) -> i64:
        registers = state.registers
        if action != NO_BID:
            registers[self.box.best] = action - BID
            registers[self.box.best + 1] = state.actor + 1
            state.note("bid", [int(state.actor), int(action - BID)])
        registers[self.box.bidder] += 1
        if registers[self.box.bidder] < state.rules.seats:
            state.actor = state.seat_after(state.actor)
            return ASK
        if registers[self.box.best + 1]:
            state.scores[registers[self.box.best + 1] - 1] -= registers[self.box.best]
        return CONTINUE

    def words(self, state: State, action: i64) -> list[str]:
        return ["nothing"] if action == NO_BID else ["bid", str(action - BID)]
