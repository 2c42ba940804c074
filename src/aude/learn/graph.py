"""The table as a graph: features, empty cells, tiles and options as rows of numbers, and how they are connected.

There are five tables. Rows are identified by their index; seats are counted clockwise from the observer. `COLUMNS`
lists the columns. The size of the graph varies with the game.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i32, i64

from aude.engine.arrays import append, vec
from aude.engine.cells import FOUR, MIDDLE, SPAN_BITS, THREE
from aude.engine.choice import Choice
from aude.engine.features import centres_around, tile_count
from aude.engine.joining import extra_port
from aude.engine.rules import Rules
from aude.engine.scoring import weight_on
from aude.engine.state import State
from aude.learn.space import Listing, described

ALL_KINDS: Final[i64] = (1 << 62) - 1
NONE: Final[i64] = -1


def columns(seats: int) -> dict[str, list[str]]:
    """The names of the columns of each table, in games with this many seats."""
    return {
        "features": [
            "kind",
            "tiles",
            "open",
            "complete",
            "worth",
            "worth complete",
            *[f"weight {n}" for n in range(seats)],
        ],
        "tiles": ["tile", "rotation", "x", "y"],
        "cells": ["x", "y", "north", "east", "south", "west", "fitting"],
        "segments": ["tile", "feature", "segment"],
        "ends": ["feature", "cell", "side"],
        "borders": ["feature", "beside"],
        "options": ["number", "form", "cell", "tile", "feature", "figure", "seat", "other"],
    }


@final
class Graph:
    """The tables of one moment, stored row by row."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.forms: list[str] = sorted(rules.forms)
        self.form_number: dict[str, int] = {key: number for number, key in enumerate(self.forms)}
        self.columns: dict[str, list[str]] = columns(int(rules.seats))
        self.features = vec[i32]()
        self.tiles = vec[i32]()
        self.cells = vec[i32]()
        self.segments = vec[i32]()
        self.ends = vec[i32]()
        self.borders = vec[i32]()
        self.options = vec[i32]()
        self._row = vec[i64]()  # of each root: its row among the features

    def fill(self, state: State, seat: i64) -> None:
        """Describe a moment as this seat sees it, without the options."""
        self._fill_features(state, seat)
        self._fill_tiles(state)
        self._fill_cells(state)

    def _fill_features(self, state: State, seat: i64) -> None:
        rules = state.rules
        seats = rules.seats
        nodes = state.nodes
        root = state.root
        strength = vec[i64]([0] * (nodes * seats))
        for figure in range(rules.figures):
            node = state.figure_at[figure]
            if node >= 0:
                feature = root[node]
                relative = (rules.figure_seat[figure] - seat + seats) % seats
                strength[feature * seats + relative] += weight_on(state, figure, feature)
        self._row = vec[i64]([NONE] * nodes)
        rows = vec[i32]()
        count: i64 = 0
        for node in range(nodes):
            feature = root[node]
            if self._row[feature] != NONE:
                continue
            self._row[feature] = count
            count += 1
            kind = state.kind_of(feature)
            complete = rules.completes[kind] != 0 and state.is_complete(feature)
            scorer = rules.scorers[kind]
            when_complete: i64 = 0
            if rules.completes[kind]:
                when_complete = scorer.value(state, feature, True, None)
            rows = append(rows, i32(kind))
            rows = append(rows, i32(tile_count(state, feature)))
            rows = append(rows, i32(max(state.open_ends[feature], 0)))
            rows = append(rows, 1 if complete else 0)
            rows = append(rows, i32(scorer.value(state, feature, complete, None)))
            rows = append(rows, i32(when_complete))
            for relative in range(seats):
                rows = append(rows, i32(strength[feature * seats + relative]))
        self.features = rows

    def _fill_tiles(self, state: State) -> None:
        """The tiles, their segments, and which features border each other on them."""
        table = state.rules.table
        tiles = vec[i32]()
        for slot in range(state.slots):
            turned = state.slot_tile[slot]
            tiles = append(append(tiles, i32(turned >> 2)), i32(turned & 3))
            tiles = append(append(tiles, x_of(state.slot_cell[slot])), y_of(state.slot_cell[slot]))
        segments = vec[i32]()
        borders = vec[i32]()
        for node in range(state.nodes):
            slot = state.node_slot[node]
            mine = self._row[state.root[node]]
            segments = append(append(segments, i32(slot)), i32(mine))
            segments = append(segments, i32(node - state.slot_first[slot]))
            segment = state.node_segment[node]
            for k in range(table.border_first[segment], table.border_first[segment + 1]):
                other = state.slot_first[slot] + table.border[k]
                borders = append(append(borders, i32(mine)), i32(self._row[state.root[other]]))
        self.tiles = tiles
        self.segments = segments
        self.borders = borders

    def _fill_cells(self, state: State) -> None:
        """The empty cells beside tiles, and the ends of features that are open there."""
        rules = state.rules
        table = rules.table
        base: i64 = 1
        if len(table.side_weight) > 1:
            base = table.side_weight[1]
        cells = vec[i32]()
        ends = vec[i32]()
        for front in range(state.fronts):
            cell = state.front_code[front] >> 2
            sides = state.front_sides[front]
            cells = append(append(cells, x_of(cell)), y_of(cell))
            for _ in range(FOUR):
                cells = append(cells, i32(sides % base))
                sides = sides // base
            cells = append(cells, i32(self._fitting(state, front)))
            for side in range(FOUR):
                slot = state.beside(cell, side) - 1
                if slot >= 0:
                    ends = self._with_ends(state, slot, side, front, ends)
            for node in centres_around(state, cell, ALL_KINDS):
                ends = append(append(append(ends, i32(self._row[state.root[node]])), i32(front)), -1)
        self.cells = cells
        self.ends = ends

    def _fitting(self, state: State, front: i64) -> i64:
        """How many of the remaining tiles match there."""
        table = state.rules.table
        sides = state.front_sides[front]
        count: i64 = 0
        for tile in range(len(state.bag)):
            if state.bag[tile] and table.fit[tile * table.signatures + sides]:
                count += state.bag[tile]
        return count

    def _with_ends(self, state: State, slot: i64, side: i64, front: i64, ends: vec[i32]) -> vec[i32]:
        """The ends of features on one side of a cell, each feature once."""
        facing = side ^ 2
        before: i64 = NONE
        for k in range(THREE):
            segment = state.rules.table.ports[state.slot_tile[slot] * 12 + facing * 3 + k]
            node: i64 = NONE
            if segment >= 0:
                node = state.slot_first[slot] + segment
            elif k == 1:
                node = extra_port(state, slot, facing)
            if node >= 0 and state.root[node] != before:
                before = state.root[node]
                ends = append(append(append(ends, i32(self._row[before])), i32(front)), i32(side))
        return ends

    def fill_options(self, state: State, listing: Listing) -> None:
        """Describe the options, with the numbers of the listing. `fill` must have described the moment."""
        rows = vec[i32]()
        for at in range(len(listing.numbers)):
            choice = described(state, listing.codes[at])
            if choice is not None:
                rows = self._with_option(state, listing.numbers[at], choice, rows)
        self.options = rows

    def _with_option(self, state: State, number: i64, choice: Choice, rows: vec[i32]) -> vec[i32]:
        cell: i64 = NONE
        tile: i64 = NONE
        feature: i64 = NONE
        figure: i64 = NONE
        seat: i64 = NONE
        other: i64 = NONE
        at: i64 = 0
        for field in state.rules.forms[choice.form].facts:
            fact: i64 = choice.facts[at]
            at += 1
            if field.type == "cell":
                entry = state.board_at(
                    (fact >> 2 & ((1 << SPAN_BITS) - 1)) - MIDDLE, (fact >> (2 + SPAN_BITS)) - MIDDLE
                )
                if entry < 0:
                    cell = -entry - 1
                else:
                    tile = entry - 1
            elif field.type == "slot":
                tile = fact
            elif field.type == "node":
                tile = state.node_slot[fact]
                feature = self._row[state.root[fact]]
            elif field.type == "figure":
                figure = fact
            elif field.type == "seat":
                seat = fact
                if state.actor >= 0:
                    seat = (fact - state.actor + state.rules.seats) % state.rules.seats
            else:
                other = fact
        form: i64 = self.form_number[choice.form]
        rows = append(append(append(rows, i32(number)), i32(form)), i32(cell))
        rows = append(append(append(rows, i32(tile)), i32(feature)), i32(figure))
        return append(append(rows, i32(seat)), i32(other))


def x_of(cell: i64) -> i32:
    """The x of a cell."""
    return i32((cell & ((1 << SPAN_BITS) - 1)) - MIDDLE)


def y_of(cell: i64) -> i32:
    """The y of a cell."""
    return i32((cell >> SPAN_BITS) - MIDDLE)
