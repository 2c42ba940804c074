"""A part of a box: what it adds to the rules of a game, by overriding hooks.

A box is a list of parts (`parts` in its rules.py): one for each thing that players may leave out, or that is easier to
read on its own. At the start of a game each hook becomes the list of the parts that override it,
`Rules.NAME_OF_THE_HOOK`; a hook that nobody overrides costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from aude.engine.arrays import vec
from aude.engine.choice import Choice
from aude.engine.guards import ALWAYS, Guard
from aude.engine.refusal import Refused
from aude.engine.step import UNKNOWN, Line, Note
from aude.engine.tiles import Tile
from aude.engine.types import Cell, Code, Feature, Figure, Location, Node, Seat, Slot

if TYPE_CHECKING:
    from aude.engine.prospect import Prospect
    from aude.engine.rules import Rules
    from aude.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Part:
    """Rules that belong together. A part overrides the hooks it needs; the others cost nothing."""

    # -- before the game ----------------------------------------------------------------------------------------------
    def setup(self, rules: Rules) -> None:
        """Add kinds, tiles, figures, registers, forms and steps."""

    def finalize(self, rules: Rules) -> None:
        """All parts are set up and the tables are built: look up columns of traits and numbers of steps."""

    def on_start(self, state: State) -> None:
        """The first tiles are laid: give registers their initial values."""

    # -- the tile -----------------------------------------------------------------------------------------------------
    def filter_rotations(self, state: State, cell: Cell, rotations: i64) -> i64:
        """Of the mask of rotations in which the drawn tile matches at an empty cell, return those that are allowed."""
        return rotations

    def may_filter(self, tile: Tile) -> bool:
        """Whether `filter_rotations` may ever restrict this tile; asked once, when the tables are built."""
        return True

    def refuse_placement(self, state: State, cell: Cell, rotation: i64) -> None:
        """Raise `Refused` if `filter_rotations` removes this rotation, or `loose_rotations` does not offer it."""

    def can_loosen(self, state: State) -> bool:
        """Whether `loose_rotations` may find anything for the player now; asked before every cell is searched."""
        return True

    def loose_rotations(self, state: State, tile: i64, front: i64, among: i64) -> i64:
        """The mask of rotations, among these, in which a tile may lie at a front although its sides do not match.

        Only one of rotations that look the same (`equal_rotation`); `lay_loosely` then makes the sides match.
        """
        return 0

    def lay_loosely(self, state: State, tile: i64, cell: Cell, rotation: i64) -> Slot:
        """Lay a tile in such a rotation, with what makes it match. Returns its slot; -1 if it is not this part's."""
        return -1

    def loose_form(self) -> str:
        """The key of the form of such a placement, `VERB {cell} turn {rotation}`."""
        return ""

    def tile_fits_loosely(self, state: State) -> None:
        """The drawn tile fits nowhere by itself, but somewhere by `loose_rotations`."""

    def tile_unfit(self, state: State) -> None:
        """The drawn tile fits nowhere and leaves the game; a part that keeps it elsewhere sets `state.tile` to -1."""

    def rejects_tile(self, state: State, tile: i64) -> bool:
        """Whether the drawn tile is put aside and another one drawn."""
        return False

    def tile_placed(self, state: State, slot: Slot) -> None:
        """A tile has been laid; its features are joined, nothing is scored yet."""

    # -- looking ahead (see `aude.engine.pairs`) ----------------------------------------------------------------------
    # Asked of parts that override `tile_placed` or one of the next three: those that decide what a placement leads to.
    def heeds_place(self, state: State) -> bool:
        """Whether it can matter for what this part offers or forbids where the tile in hand is laid."""
        return True

    def outlook(self, state: State, prospect: Prospect) -> i64:
        """What this part sees in a placement: equal numbers mean that it would offer and forbid the same after both.

        0 if it sees nothing special, UNKNOWN if it cannot say. Asked only if it heeds the place.
        """
        return UNKNOWN

    def options_told(self, state: State, what: i64, count: i64) -> i64:
        """Add what `figure_options` would add after a placement in which this part sees `what`, 0 or its own number.

        In this state the tile lies, but elsewhere. A part that does not override this need not tell: then a placement
        is played to find out.
        """
        return count

    # -- the figure ---------------------------------------------------------------------------------------------------
    def forbids_figures(self, state: State) -> bool:
        """Whether no figure may be placed in this part of the turn."""
        return False

    def figure_options(self, state: State, count: i64) -> i64:
        """Add what may be done instead of placing a follower on the new tile: spots first, then codes of its own.

        `state.work` begins with `count` options, and `offer` adds one. Returns how many there are now.
        """
        return count

    def figure_options_when(self) -> Guard:
        """Without this `figure_options` adds nothing, and is not called; asked once, after `setup`."""
        return ALWAYS

    def filter_figure_options(self, state: State, count: i64) -> i64:
        """Take away what may not be done now from all that the figure step and the parts offer; 0 means pass.

        `state.work` begins with `count` options; move those that stay to its beginning. Returns how many stay.
        """
        return count

    def figure_chosen(self, state: State, action: Code) -> None:
        """The player's answer to the figure step has been carried out; 0 means pass."""

    def use_figure_option(self, state: State, action: Code) -> bool:
        """Carry out an option that `figure_options` added; False if it is not this part's (see `reserve_options`)."""
        return False

    def describe_figure_option(self, state: State, action: Code) -> Choice | None:
        """Such an option in numbers (see `Step.describe`); None if it is not this part's."""
        return None

    def refuse_figure(self, state: State, choice: Choice, why: Refused) -> None:
        """Raise `Refused` if this part has a better reason than `why` for this not being an option now."""

    def figure_weight(self, state: State, figure: Figure, feature: Feature) -> i64:
        """What a figure of a kind with weight ASKED counts for the majority; -1 if it is not this part's."""
        return -1

    def figure_returned(self, state: State, figure: Figure, at: Location, scored: bool) -> None:
        """A figure has returned to the supply, because its feature was scored or something removed it."""

    def location_slot(self, state: State, location: Location) -> Slot:
        """The tile on which a location reserved by this part lies, or -1."""
        return -1

    def location_claims(self, state: State, location: Location) -> Node:
        """A node of the feature that a figure at a location reserved by this part keeps others from, or -1."""
        return -1

    # -- points -------------------------------------------------------------------------------------------------------
    def feature_completed(self, state: State, feature: Feature) -> None:
        """A feature is complete and about to be scored, occupied or not."""

    def extra_rate(self, state: State, feature: Feature, complete: bool) -> i64:
        """Added to the points per tile of a feature; never replaces what other parts add."""
        return 0

    def seat_bonus(self, state: State, feature: Feature, seat: Seat, complete: bool, lines: list[Line] | None) -> i64:
        """What one winner of a feature receives beyond its value."""
        return 0

    def presence_bonus(
        self, state: State, feature: Feature, seat: Seat, complete: bool, lines: list[Line] | None
    ) -> i64:
        """What a seat receives for standing on a scored feature, whether it wins it or not."""
        return 0

    def points_gained(self, state: State, seat: Seat, points: i64, cause: i64) -> None:
        """A seat has scored during the game; not called for the final scoring."""

    def final_scores(self, state: State, totals: vec[i64], notes: list[Note] | None) -> None:
        """Final points that no feature gives. Takes no decision and changes nothing but `totals` (and `notes`)."""

    # -- out of turn --------------------------------------------------------------------------------------------------
    def interrupts(self, state: State, seat: Seat, options: vec[i64]) -> vec[i64]:
        """Add what this seat may do now, whoever is asked (codes: see `reserve_interrupts`)."""
        return options

    def interrupt(self, state: State, seat: Seat, action: Code) -> bool:
        """Carry out an interrupt; False if it is not this part's. The open question stays open."""
        return False

    def describe_interrupt(self, state: State, seat: Seat, action: Code) -> Choice | None:
        """An interrupt in numbers; None if it is not this part's."""
        return None

    def refuse_interrupt(self, state: State, seat: Seat, choice: Choice) -> None:
        """Raise `Refused` if this choice is an interrupt of this part that is not offered to this seat now."""
