"""Type aliases that say what the engine's ints mean. To the machine they are all the same."""

from __future__ import annotations

from typing import TypeAlias

from mypy_extensions import i64

Cell: TypeAlias = i64  # a square of the table (see `aude.engine.cells`)
CellCode: TypeAlias = i64  # a cell with room for a rotation (see `State.code_of_cell`)
Slot: TypeAlias = i64  # a laid tile, in the order of laying
Node: TypeAlias = i64  # a segment of a laid tile
Feature: TypeAlias = i64  # the node that stands for a whole feature
Seat: TypeAlias = i64  # a player, or CHANCE, or NOBODY
Figure: TypeAlias = i64  # one piece of wood, with an identity of its own
Location: TypeAlias = i64  # where a figure is: a node, SUPPLY, or a number below it that a part has reserved
Code: TypeAlias = i64  # the code of a choice
