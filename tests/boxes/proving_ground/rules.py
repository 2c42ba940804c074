"""A box that does everything a box may do, and means nothing by it: what the engine promises is tried here."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.features import tile_count, trait_count
from aude.engine.figures import deploy, free_figure, offer, send_home
from aude.engine.rules import ASK, ASKED, CONTINUE, Line, Note, Part, Rules, Step
from aude.engine.state import State
from aude.engine.turns import earn

BID = 1000  # a bid of n points has the code BID + n
NO_BID = 0
NODES = 1 << 24


def parts(rules: Rules) -> list[Part]:
    """The ground always; of the others, those that are switched on."""
    elements = {"auction": Auction, "ransom": Ransom, "giant": Twins, "veto": Veto, "bonus": Bonus, "quiet": Quiet}
    return [Ground(), *(part() for name, part in elements.items() if rules.has(name))]


class Ground(Part):
    """A giant, another turn, a bonus, and counts of what the engine has told."""

    def setup(self, rules: Rules) -> None:
        self.giant = rules.add_figure("giant", each=1, weight=ASKED, stands_on=["city"])
        self.turns = rules.add_extra_turn("again", begins=300)
        self.left = rules.reserve_registers()  # figures that have gone home
        self.completed = rules.reserve_registers()  # features that were completed
        self.laid = rules.reserve_registers()  # tiles that were laid
        self.prison = rules.reserve_locations(1)

    def finalize(self, rules: Rules) -> None:
        self.inn = rules.table.trait_of("inn")
        self.again = rules.table.symbol_of("again")

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

    def figure_returned(self, state: State, figure: i64, at: i64, scored: bool) -> None:
        state.registers[self.left] += 1 if scored else 100

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


class Veto(Part):
    """Cells where nothing may lie, and a tile that is never laid."""

    def finalize(self, rules: Rules) -> None:
        self.barren = rules.table.symbol_of("barren")

    def filter_rotations(self, state: State, cell: i64, rotations: i64) -> i64:
        """Nothing lies further north than y = -3."""
        return 0 if state.y_of(cell) < -3 else rotations

    def rejects_tile(self, state: State, tile: i64) -> bool:
        return state.rules.table.tile_symbols[tile] & self.barren != 0


class Bonus(Part):
    """A completed feature with an inn brings a point more for each tile."""

    def finalize(self, rules: Rules) -> None:
        self.inn = rules.table.trait_of("inn")

    def extra_rate(self, state: State, feature: i64, complete: bool) -> i64:
        return 1 if complete and trait_count(state, feature, self.inn) else 0


class Quiet(Part):
    """No figure is placed after a tile that gives another turn."""

    def finalize(self, rules: Rules) -> None:
        self.again = rules.table.symbol_of("again")

    def forbids_figures(self, state: State) -> bool:
        tile = state.slot_tile[state.slots - 1] >> 2
        return state.rules.table.tile_symbols[tile] & self.again != 0


class Twins(Part):
    """A second meeple may join an own one anywhere."""

    def setup(self, rules: Rules) -> None:
        rules.shared_spots = True
        rules.add_form("twin {node}")
        self.twin = rules.reserve_options(NODES)  # the first code + the node

    def figure_options(self, state: State, count: i64) -> i64:
        if state.supply[state.player]:
            for figure in range(state.rules.figures):
                twin = self.twin + state.figure_at[figure]
                if state.rules.figure_seat[figure] == state.player and twin >= self.twin:
                    if twin not in state.work[:count]:
                        count = offer(state, count, twin)
        return count

    def use_figure_option(self, state: State, action: i64) -> bool:
        if not self.twin <= action < self.twin + NODES:
            return False
        deploy(state, free_figure(state, 0, state.player), action - self.twin)
        return True

    def describe_figure_option(self, state: State, action: i64) -> Choice | None:
        return Choice("twin", [action - self.twin]) if action >= self.twin else None


class Ransom(Part):
    """Each seat may once, at any moment, buy itself free for 3 points."""

    def setup(self, rules: Rules) -> None:
        rules.add_form("ransom")
        rules.add_note("ransomed", ["payer:seat", "captor:seat"])
        self.ransom = rules.reserve_interrupts(1)
        self.prisoners = rules.reserve_registers(int(rules.seats))  # 1 for each seat that has not paid

    def on_start(self, state: State) -> None:
        for seat in range(state.rules.seats):
            state.registers[self.prisoners + seat] = 1

    def interrupts(self, state: State, seat: i64, options: vec[i64]) -> vec[i64]:
        if state.registers[self.prisoners + seat]:
            options = append(options, self.ransom)
        return options

    def interrupt(self, state: State, seat: i64, action: i64) -> bool:
        state.registers[self.prisoners + seat] = 0
        state.scores[seat] -= 3
        state.note("ransomed", [int(seat), int(state.seat_after(seat))])
        return True

    def describe_interrupt(self, state: State, seat: i64, action: i64) -> Choice | None:
        return Choice("ransom")


class Auction(Part):
    """The tile with the symbol calls an auction."""

    def setup(self, rules: Rules) -> None:
        self.best = rules.reserve_registers(2)  # the highest bid of an auction and who made it, seat + 1
        self.bidder = rules.reserve_registers()  # how many seats have been asked
        rules.add_form("bid {number}")
        rules.add_form("nothing")
        rules.add_note("bid", ["seat", "number"])
        rules.add_step("turn", 1600, Market())
        rules.add_step("auction", 100, Bids(self))


class Market(Step):
    """The tile with the symbol calls an auction; afterwards the features around it are emptied."""

    name = "market"

    def enter(self, state: State) -> i64:
        tile = state.slot_tile[state.slots - 1] >> 2
        if state.rules.table.tile_symbols[tile] & state.rules.table.symbol_of("auction"):
            state.call(state.rules.starts["auction"])
        return CONTINUE

    def resume(self, state: State) -> i64:
        send_home(state, state.root[state.slot_first[state.slots - 1]])
        return CONTINUE


class Bids(Step):
    """Every seat, the left neighbour first, bids more than those before or passes; the highest pays its bid."""

    name = "bids"
    rule = "PG-01"

    def __init__(self, auction: Auction) -> None:
        self.auction = auction

    def enter(self, state: State) -> i64:
        registers = state.registers
        registers[self.auction.best] = registers[self.auction.best + 1] = registers[self.auction.bidder] = 0
        state.actor = state.seat_after(state.player)
        return ASK

    def legal(self, state: State) -> vec[i64]:
        return vec[i64]([NO_BID])

    def low(self, state: State) -> i64:
        return BID + state.registers[self.auction.best] + 1

    def high(self, state: State) -> i64:
        return BID + int(state.rules.option("auction_top"))

    def apply(self, state: State, action: i64) -> i64:
        registers = state.registers
        if action != NO_BID:
            registers[self.auction.best] = action - BID
            registers[self.auction.best + 1] = state.actor + 1
            state.note("bid", [int(state.actor), int(action - BID)])
        registers[self.auction.bidder] += 1
        if registers[self.auction.bidder] < state.rules.seats:
            state.actor = state.seat_after(state.actor)
            return ASK
        if registers[self.auction.best + 1]:
            state.scores[registers[self.auction.best + 1] - 1] -= registers[self.auction.best]
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("nothing") if action == NO_BID else Choice("bid", [action - BID])
