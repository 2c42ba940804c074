"""The king tile and the robber tile: who has them. KR-01 to KR-04, KR-08."""

from __future__ import annotations

from mypy_extensions import i64

from aude.boxes.king_and_robber.assets import PrizeHeld
from aude.boxes.king_and_robber.pieces import PrizeByHand, PrizeDisplay
from aude.engine.arrays import append, vec
from aude.engine.features import tile_count
from aude.engine.rules import COMPLETED, CONTINUE, Part, Rules, Step, is_set
from aude.engine.scoring import gain, uncollected
from aude.engine.state import DONE, State
from aude.engine.types import Seat


class Prize(Part):
    """One of the two tiles: it goes to whoever completes the first, or the largest, feature of its kind."""

    def __init__(self, name: str, kind_name: str, order: int, continuous: bool) -> None:
        self.name = name
        self.note = f"{name}_taken"
        self.bare = f"{name}_tile"  # the label of points for the tile alone
        self.order = order  # of the step that awards it
        self.continuous = continuous  # R-KR-05: whether it scores each time something is completed
        self.kind_name = kind_name
        self.kind: i64 = -1
        self.counted: i64 = 0  # the mask of kinds that count as this one at the end
        # Registers:
        self.at: i64 = -1  # the holder: 0 for nobody, else the seat + 1
        self.due: i64 = -1  # 1 while completed features are collected and not yet looked at
        self.record: i64 = -1  # the largest so far: its tiles + 1, or 0 if nobody has looked yet

    def setup(self, rules: Rules) -> None:
        self.at = rules.reserve_registers()
        self.due = rules.reserve_registers()
        self.record = rules.reserve_registers()
        rules.add_note(self.note, ["seat", "tiles:number"])
        rules.add_step("turn", 1701, Wait(self), when=COMPLETED)
        rules.add_step("turn", self.order, Award(self), when=is_set(self.due))  # KR-08: after the scoring
        rules.add_display(PrizeDisplay(self.name, self.at))
        rules.add_by_hand(PrizeByHand(self.name, self.at))
        rules.add_asset(PrizeHeld(self))

    def finalize(self, rules: Rules) -> None:
        self.kind = rules.kind_named(self.kind_name)
        self.counted = rules.kinds_counted_as(self.kind_name)  # R-KR-06

    def award(self, state: State) -> None:
        """KR-01 to KR-04: the player takes the tile for the first or the largest completed feature of its kind."""
        if not state.registers[self.due]:
            return
        new = self.collected(state)
        state.registers[self.due] = 0
        if not len(new):
            return
        holder = self.holder(state)
        if self.continuous and holder >= 0:
            gain(state, holder, len(new), self.name)
        tiles = largest(state, new)
        before = self.largest_before(state, new)
        state.registers[self.record] = max(tiles, before) + 1
        if tiles > before and holder != state.player:
            state.registers[self.at] = state.player + 1
            if state.journal is not None:
                state.note(self.note, [state.player, tiles])

    def holder(self, state: State) -> Seat:
        """The seat that has the tile, or -1."""
        return state.registers[self.at] - 1

    def holder_soon(self, state: State) -> Seat:
        """Who will have the tile when everything completed so far has been awarded, or -1."""
        new = self.new_features(state)
        if len(new) and largest(state, new) > self.largest_before(state, new):
            return state.player
        return self.holder(state)

    def collected(self, state: State) -> vec[i64]:
        """The features of the tile's kind that are being scored. R-KR-07: not what another box settles otherwise."""
        found = vec[i64]()
        for feature in state.completed:
            if state.kind_of(feature) == self.kind and state.open_ends[feature] == DONE:
                found = append(found, feature)
        return found

    def new_features(self, state: State) -> vec[i64]:
        """The features of the tile's kind that are complete and not yet looked at, collected or not."""
        found = vec[i64]()
        if state.registers[self.due]:
            found = self.collected(state)
        for feature in uncollected(state, i64(1) << self.kind):
            found = append(found, feature)
        return found

    def largest_before(self, state: State, new: vec[i64]) -> i64:
        """The number of tiles of the largest completed feature that is not new; 0 if there is none."""
        if state.registers[self.record]:
            return state.registers[self.record] - 1  # what is complete stays as large as it is
        most: i64 = 0
        for node in range(state.nodes):
            if state.open_ends[node] == DONE and state.root[node] == node and state.kind_of(node) == self.kind:
                if state.size[node] > most and node not in new:  # there are no more tiles than nodes
                    most = max(most, tile_count(state, node))
        return most


def largest(state: State, features: vec[i64]) -> i64:
    """The number of tiles of the largest of them. R-KR-02: nothing but tiles counts."""
    most: i64 = 0
    for feature in features:
        most = max(most, tile_count(state, feature))
    return most


# -- the steps of a turn ----------------------------------------------------------------------------------------------
class Wait(Step):
    """What is complete has been collected; the tile waits until it is scored (KR-08)."""

    def __init__(self, prize: Prize) -> None:
        self.prize = prize

    def enter(self, state: State) -> i64:
        if len(state.completed):
            state.registers[self.prize.due] = 1
        return CONTINUE


class Award(Step):
    """KR-01 to KR-04: the tile goes to whoever has completed the first or the largest."""

    def __init__(self, prize: Prize) -> None:
        self.prize = prize

    def enter(self, state: State) -> i64:
        self.prize.award(state)
        return CONTINUE
