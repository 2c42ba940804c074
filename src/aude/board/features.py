"""Features: segments that belong together, the figures on them, and their value."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from aude.board.pieces import Figure
from aude.game.values import Cell, ScoreLine, Spot
from aude.shown import Shown

if TYPE_CHECKING:
    from aude.board.reading import Reader
    from aude.engine.state import State


class OpenEnd(NamedTuple):
    """A place where a feature can continue, or that has to be filled to complete it."""

    spot: Spot  # the segment that is open
    side: str | None
    """The side (of fields: half side) of the tile at which it is open; None for one that waits for the cells around."""
    cell: Cell
    """The empty cell in front of it."""


class Weight(NamedTuple):
    """The total weight of the figures of a seat in a majority."""

    seat: str  # whose figures they are
    weight: int  # of all its figures there, in the majority


@dataclass(frozen=True)
class Value:
    """Points, with the lines that explain them."""

    points: int  # the total
    lines: tuple[ScoreLine, ...]  # the lines that explain it

    def __str__(self) -> str:
        return f"{self.points}: {', '.join(str(line) for line in self.lines)}" if self.lines else str(self.points)


@dataclass(frozen=True)
class Gain(Value):
    """What one seat receives for a feature."""

    seat: str  # who receives it
    spot: Spot
    """One of the segments of the feature: the one by which events name it."""


@dataclass(frozen=True)
class Feature(Shown):
    """A city, a road, a field … on the table.

    Whatever takes time to compute (weights, values, neighbours) is computed when it is first used. Two features are
    equal if everything else about them is equal.
    """

    id: int
    """The same at every moment of a game, until the feature is joined to an older one and has that one's id."""
    kind: str  # city, road, field …
    spots: tuple[Spot, ...]
    """Its segments, in the order of laying."""
    open_ends: tuple[OpenEnd, ...]
    """Its open ends that face an empty cell; for a monastery, the empty cells around it."""
    other_ends: int
    """How many ends are open that face no cell: an exit of a tunnel that has no other end yet."""
    completes: bool
    """Whether features of its kind can be complete at all; fields cannot."""
    complete: bool
    """Whether it is complete, scored or not."""
    scored: bool
    """Whether it counts as scored: it was, or it was complete before the first turn, or it was settled."""
    settled: bool
    """Whether a rule has taken it out of play without scoring it as complete: the city that became a castle."""
    figures: tuple[Figure, ...]
    """The figures on it, and then those that claim it from elsewhere."""
    _reader: Reader = field(repr=False, compare=False)

    @property
    def state(self) -> State:
        """The state of the engine at this moment."""
        return self._reader.state

    @property
    def closed(self) -> bool:
        """Whether nothing can be added to it: it is complete, or settled."""
        return self.complete or self.settled

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of its tiles, each once, in the order in which they were laid."""
        return tuple(dict.fromkeys(spot.cell for spot in self.spots))

    @cached_property
    def open_cells(self) -> tuple[Cell, ...]:
        """The empty cells in front of its open ends, each once."""
        return tuple(dict.fromkeys(end.cell for end in self.open_ends))

    @cached_property
    def weights(self) -> tuple[Weight, ...]:
        """The weight of each seat that has a figure on it; `dict(feature.weights)` gives them by seat."""
        return self._reader.weights(self.id)

    @cached_property
    def owners(self) -> tuple[str, ...]:
        """The seats with the most weight: all that are tied; empty if nobody has any."""
        return self._reader.owners(self.id)

    @cached_property
    def value(self) -> Value:
        """Its current value, whoever owns it: when it is scored, or at the end of the game if it does not change."""
        return self._reader.value(self.id, self.complete)

    @cached_property
    def value_when_complete(self) -> Value | None:
        """Its value if it were complete as it is, without another tile; None if it can never be complete."""
        return self._reader.value(self.id, True) if self.completes else None

    def gains(self, complete: bool) -> tuple[Gain, ...]:
        """What each seat would get if it were scored now, as complete or not, including bonuses for the seat."""
        return self._reader.gains(self.id, complete)

    @cached_property
    def is_due(self) -> bool:
        """Whether it will be scored because of something that is complete on the table, as castles can be."""
        return self._reader.is_due(self.id)

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """The ids of the features that it borders on its tiles, such as the cities at a field."""
        return self._reader.beside(self.id)

    @cached_property
    def feeds(self) -> bool | None:
        """Whether the fields beside it score for it now, as for a complete city; None if its kind never counts."""
        return self._reader.feeds(self.id)

    def __repr__(self) -> str:
        ends = len(self.open_ends) + self.other_ends
        state = f"{ends} open" if self.completes else "never complete"
        if self.complete:
            state = "complete"
        held = f", {', '.join(f'{figure.seat} {figure.kind}' for figure in self.figures)}" if self.figures else ""
        return f"<Feature {self.id}: {self.kind} at {' '.join(f'{x},{y}' for x, y in self.cells)}; {state}{held}>"
