"""King & Robber Baron. KR-01 to KR-08 are written out in spec.md, beside this file."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.features import tile_count
from aude.engine.rules import CONTINUE, Box, Note, Rules, Step
from aude.engine.scoring import gain, give, uncollected
from aude.engine.state import DONE, State

# How the tiles are scored: the values of the option `king_scoring`.
PER_FEATURE_END: Final = 0
TEN_EACH: Final = 1
FIFTEEN_FORTY: Final = 2
CONTINUOUS: Final = 3
SCORINGS: Final = ["per_feature_end", "10_each", "15_40", "continuous"]

NOT_IN_PLAY: Final = -2  # instead of a holder: the tile is left in the box


class Prize:
    """The king tile or the robber tile: which kind of feature it is about, and where its holder is kept."""

    def __init__(self, name: str, kind_name: str) -> None:
        self.name = name
        self.note = f"{name}_taken"
        self.bare = f"{name}_tile"  # the label of points for the tile alone
        self.kind_name = kind_name
        self.kind: i64 = -1
        self.counted: i64 = 0  # the mask of kinds that count as this one at the end
        self.at: i64 = -1  # the register of the holder: 0 for nobody, else the seat + 1; -1 if it is not in play
        self.due: i64 = -1  # the register that is 1 while completed features are collected and not yet looked at
        self.record: i64 = -1  # the register of the largest so far: its tiles + 1, or 0 if nobody has looked yet


class KingAndRobber(Box):
    """Five tiles, and two prizes: for the largest city and for the longest road."""

    id = "king_and_robber"

    def __init__(self) -> None:
        self.king = Prize("king", "city")
        self.robber = Prize("robber", "road")
        self.scoring: i64 = PER_FEATURE_END

    def setup(self, rules: Rules) -> None:
        self.scoring = SCORINGS.index(rules.option("king_scoring"))  # R-KR-05
        if rules.has("king"):
            self.bring(rules, self.king, 1740)
        if rules.has("robber"):
            self.bring(rules, self.robber, 1760)

    def bring(self, rules: Rules, prize: Prize, order: int) -> None:
        """Put a tile into the game; KR-08: it is awarded after the scoring."""
        prize.at = rules.register()
        prize.due = rules.register()
        prize.record = rules.register()
        rules.add_note(prize.note, ["seat", "tiles:number"])
        rules.add_step("turn", 1701, Wait(prize))
        rules.add_step("turn", order, Award(self, prize))

    def finalize(self, rules: Rules) -> None:
        self.king.kind = rules.kind_named(self.king.kind_name)
        self.robber.kind = rules.kind_named(self.robber.kind_name)
        self.king.counted = rules.kinds_counted_as(self.king.kind_name)  # R-KR-06
        self.robber.counted = rules.kinds_counted_as(self.robber.kind_name)

    def final_scores(self, state: State, totals: vec[i64], notes: list[Note] | None) -> None:
        """KR-05, KR-06, R-KR-05: the points of the two tiles.

        Asked in the middle of a turn, it counts what the turn has completed as if it were awarded already.
        """
        king = holder_soon(state, self.king)
        robber = holder_soon(state, self.robber)
        if self.scoring == PER_FEATURE_END:
            give_for_each(state, self.king, king, totals, notes)
            give_for_each(state, self.robber, robber, totals, notes)
        elif self.scoring == CONTINUOUS:
            self.give_what_is_due(state, self.king, totals, notes)
            self.give_what_is_due(state, self.robber, totals, notes)
        elif self.scoring == FIFTEEN_FORTY and king >= 0 and king == robber:
            give(totals, notes, king, 40, "king_and_robber", 2)
        else:
            points: i64 = 10
            if self.scoring == FIFTEEN_FORTY:
                points = 15
            if king >= 0:
                give(totals, notes, king, points, self.king.bare)
            if robber >= 0:
                give(totals, notes, robber, points, self.robber.bare)

    def holdings(self, state: State, seat: i64) -> list[tuple[str, int]]:
        prizes = [prize for prize in (self.king, self.robber) if prize.at >= 0]
        return [(prize.name, int(holder_of(state, prize) == seat)) for prize in prizes]

    def hold(self, state: State, seat: i64, name: str, number: i64) -> bool:
        prize = self.king if name == self.king.name else self.robber
        taken = state.registers[prize.at]
        state.registers[prize.at] = seat + 1 if number else 0
        return number <= 1 and not taken

    def give_what_is_due(self, state: State, prize: Prize, totals: vec[i64], notes: list[Note] | None) -> None:
        """`continuous`: a point to the holder for each feature that waits for its award."""
        holder = holder_of(state, prize)
        count: i64 = len(new_features(state, prize))
        if holder >= 0 and count:
            give(totals, notes, holder, count, prize.name, count)

    def award(self, state: State, prize: Prize) -> None:
        """KR-01 to KR-04: the player takes the tile for the first or the largest completed feature of its kind."""
        if not state.registers[prize.due]:
            return
        new = collected(state, prize)
        state.registers[prize.due] = 0
        if not len(new):
            return
        holder = holder_of(state, prize)
        if self.scoring == CONTINUOUS and holder >= 0:
            gain(state, holder, len(new), prize.name)
        tiles = largest(state, new)
        before = largest_before(state, prize, new)
        state.registers[prize.record] = max(tiles, before) + 1
        if tiles > before and holder != state.player:
            state.registers[prize.at] = state.player + 1
            if state.journal is not None:
                state.note(prize.note, [state.player, tiles])


# -- who holds a tile -------------------------------------------------------------------------------------------------
def holder_of(state: State, prize: Prize) -> i64:
    """The seat that holds the tile; -1 for nobody, NOT_IN_PLAY if the tile is switched off."""
    if prize.at < 0:
        return NOT_IN_PLAY
    return state.registers[prize.at] - 1


def holder_soon(state: State, prize: Prize) -> i64:
    """Who will hold the tile when everything completed so far has been awarded."""
    holder = holder_of(state, prize)
    if holder != NOT_IN_PLAY:
        new = new_features(state, prize)
        if len(new) and largest(state, new) > largest_before(state, prize, new):
            return state.player
    return holder


def collected(state: State, prize: Prize) -> vec[i64]:
    """The features of the tile's kind that are being scored. R-KR-07: what another box settles otherwise is none."""
    found = vec[i64]()
    for feature in state.completed:
        if state.kind_of(feature) == prize.kind and state.open_ends[feature] == DONE:
            found = append(found, feature)
    return found


def new_features(state: State, prize: Prize) -> vec[i64]:
    """The features of the tile's kind that are complete and not yet looked at, collected or not."""
    found = vec[i64]()
    if prize.at < 0:
        return found
    if state.registers[prize.due]:
        found = collected(state, prize)
    for feature in uncollected(state, i64(1) << prize.kind):
        found = append(found, feature)
    return found


def largest(state: State, features: vec[i64]) -> i64:
    """The number of tiles of the largest of them. R-KR-02: nothing but tiles counts."""
    most: i64 = 0
    for feature in features:
        most = max(most, tile_count(state, feature))
    return most


def largest_before(state: State, prize: Prize, new: vec[i64]) -> i64:
    """The number of tiles of the largest completed feature that is not new; 0 if there is none."""
    if state.registers[prize.record]:
        return state.registers[prize.record] - 1  # what is complete stays as large as it is
    most: i64 = 0
    for node in range(state.nodes):
        if state.open_ends[node] == DONE and state.root[node] == node and state.kind_of(node) == prize.kind:
            if state.size[node] > most and node not in new:  # there are no more tiles than nodes
                most = max(most, tile_count(state, node))
    return most


# -- points -----------------------------------------------------------------------------------------------------------
def give_for_each(state: State, prize: Prize, holder: i64, totals: vec[i64], notes: list[Note] | None) -> None:
    """KR-05, KR-06, R-KR-06: 1 point for every completed city (road), whoever stood on it."""
    if holder < 0:
        return
    count: i64 = 0
    for node in range(state.nodes):
        if state.root[node] == node and state.is_complete(node) and prize.counted >> state.kind_of(node) & 1:
            count += 1
    if count:
        give(totals, notes, holder, count, prize.name, count)


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

    def __init__(self, box: KingAndRobber, prize: Prize) -> None:
        self.box = box
        self.prize = prize

    def enter(self, state: State) -> i64:
        self.box.award(state, self.prize)
        return CONTINUE
