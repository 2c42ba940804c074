"""Shrines and heretics. SH-01 to SH-06 are written out in spec.md, beside this file."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mypy_extensions import i64

from aude.boxes.shrines_and_heretics.assets import ChallengeAhead, Crowded
from aude.engine.arrays import append, vec
from aude.engine.features import centres_around
from aude.engine.figures import take_back
from aude.engine.refusal import Refused
from aude.engine.rules import Note, Part, Rules
from aude.engine.scoring import award
from aude.engine.state import State
from aude.engine.tiles import Tile
from aude.engine.types import Cell, Feature

SHRINE: Final = "shrine"
MONASTERIES: Final = ["monastery", "abbey"]  # R-SH-05; kinds that no box of the game has are left out


def parts(rules: Rules) -> list[Part]:
    """The shrines, which are monasteries if nobody is challenged (R-SH-20)."""
    return [Shrines()] if rules.has("challenge") else [Plain()]


class Plain(Part):
    """R-SH-20: without challenges the shrines on the tiles are monasteries like any other."""

    def setup(self, rules: Rules) -> None:
        rules.tiles = [(as_monastery(tile), count) for tile, count in rules.tiles]


def as_monastery(tile: Tile) -> Tile:
    """A tile with a monastery in the place of its shrine."""
    segments = [replace(one, kind="monastery") if one.kind == SHRINE else one for one in tile.segments]
    return replace(tile, segments=tuple(segments))


class Shrines(Part):
    """Shrines, which score like monasteries. A monk and a heretic next to each other race: the later gets nothing."""

    def __init__(self) -> None:
        self.rivals = vec[i64]()  # of each kind of feature: the mask of kinds that it races against;
        self.tile_rivals = vec[i64]()  # of each tile: the same for the building on it, 0 without one

    def setup(self, rules: Rules) -> None:
        for kind in rules.kinds:
            if kind.name == "monastery":
                rules.add_kind(SHRINE, kind.scorer, surrounded=True)  # SH-02
                break
        for figure in rules.figure_kinds:
            if figure.name == "meeple":
                # SH-01, R-SH-15: all figures that stand where meeples stand share this list. The abbot has his own.
                figure.stands_on.append(SHRINE)
        rules.add_note("outdone", ["figure", "node"])
        rules.add_asset(ChallengeAhead(self))
        rules.add_ban(Crowded(self))

    def finalize(self, rules: Rules) -> None:
        rivals = {SHRINE: rules.kinds_named(MONASTERIES)} | dict.fromkeys(MONASTERIES, rules.kinds_named([SHRINE]))
        # COMB-033: a garden races against nobody
        self.rivals = vec[i64]([rivals.get(kind.name, 0) for kind in rules.kinds])
        table = rules.table
        for tile in range(len(table.tiles)):
            centre = table.tile_centre[tile]
            against: i64 = 0
            if centre >= 0:
                against = self.rivals[table.kind[table.tile_first[tile] + centre]]
            self.tile_rivals = append(self.tile_rivals, against)

    # -- laying -------------------------------------------------------------------------------------------------------
    def may_filter(self, tile: Tile) -> bool:
        return any(segment.kind == SHRINE or segment.kind in MONASTERIES for segment in tile.segments)

    def filter_rotations(self, state: State, cell: Cell, rotations: i64) -> i64:
        if state.tile >= 0 and self.forbids(state, cell, state.tile):
            return 0
        return rotations  # if there is no tile, a position is being laid by hand

    def forbids(self, state: State, cell: Cell, tile: i64) -> bool:
        """SH-06: no building beside two of the other sort; R-SH-02: neither the new one nor those that lie there."""
        rivals = self.tile_rivals[tile]
        if not rivals:
            return False
        beside = centres_around(state, cell, rivals)
        if len(beside) > 1:
            return True
        for node in beside:
            slot = state.node_slot[node]
            if len(centres_around(state, state.slot_cell[slot], self.rivals[state.kind_of(node)])):
                return True
        return False

    def refuse_placement(self, state: State, cell: Cell, rotation: i64) -> None:
        raise Refused("SH-06", "two_rivals")

    # -- the challenge ------------------------------------------------------------------------------------------------
    def outdone_by(self, state: State, feature: Feature) -> vec[i64]:
        """SH-05: the occupied buildings that lose because this one is complete.

        R-SH-03, R-SH-07: an empty building wins against nobody. R-SH-01: what is complete as well does not lose.
        """
        found = vec[i64]()
        rivals = self.rivals[state.kind_of(feature)]
        if not rivals or not state.occupants[feature] or not state.is_complete(feature):
            return found
        for node in centres_around(state, state.slot_cell[state.node_slot[feature]], rivals):
            other = state.root[node]
            if state.occupants[other] and not state.is_complete(other):
                found = append(found, other)
        return found

    def feature_completed(self, state: State, feature: Feature) -> None:
        """SH-05: the followers of the slower building go back to the supply without a score."""
        rules = state.rules
        for loser in self.outdone_by(state, feature):
            for figure in range(rules.figures):
                node = state.figure_at[figure]
                if node >= 0 and state.root[node] == loser and rules.occupies[rules.figure_kind[figure]]:
                    if state.journal is not None:
                        state.note("outdone", [figure, node])
                    take_back(state, figure)

    def final_scores(self, state: State, totals: vec[i64], notes: list[Note] | None) -> None:
        """R-SH-14: while a building is complete but not scored yet, a forecast counts nothing for those it outdoes.

        At the end of the game there is no such building, so nothing is subtracted.
        """
        lost = vec[i64]()
        for node in state.touched:
            lost = self.with_outdone(state, state.root[node], lost)
        for feature in state.completed:
            lost = self.with_outdone(state, feature, lost)
        if not len(lost):
            return
        for feature in lost:
            unscored = vec[i64]([0] * state.rules.seats)
            award(state, feature, False, unscored, None)
            for seat in range(state.rules.seats):
                totals[seat] -= unscored[seat]
        if notes is not None:
            told = notes[:]
            notes.clear()
            for note in told:
                if note.name != "scored" or i64(note.facts[2]) not in lost:
                    notes.append(note)

    def with_outdone(self, state: State, feature: Feature, lost: vec[i64]) -> vec[i64]:
        """A list of losing buildings, and those that lose against this one as well."""
        for loser in self.outdone_by(state, feature):
            if loser not in lost:
                lost = append(lost, loser)
        return lost
