"""Parts of boxes, which add rules to a game by overriding hooks.

A box is a list of parts (`parts` in its rules.py): one for each element that players may leave out, or that is easier
to read on its own. At the start of a game, the parts that override a hook are listed as `Rules.NAME_OF_THE_HOOK`; a
hook that no part overrides costs nothing.
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
    """A group of rules that belong together. Override the hooks that you need; the others cost nothing."""

    # -- before the game ----------------------------------------------------------------------------------------------
    def setup(self, rules: Rules) -> None:
        """Add kinds, tiles, figures, registers, forms and steps."""

    def finalize(self, rules: Rules) -> None:
        """Look up columns of traits and numbers of steps, after all parts are set up and the tables are built."""

    def on_start(self, state: State) -> None:
        """Give registers their initial values, after the start tiles are laid."""

    # -- the tile -----------------------------------------------------------------------------------------------------
    def filter_rotations(self, state: State, cell: Cell, rotations: i64) -> i64:
        """Return the allowed rotations, given the mask of those in which the drawn tile matches in an empty cell."""
        return rotations

    def may_filter(self, tile: Tile) -> bool:
        """Whether `filter_rotations` may ever restrict this tile; called once, when the tables are built."""
        return True

    def refuse_placement(self, state: State, cell: Cell, rotation: i64) -> None:
        """Raise `Refused` if `filter_rotations` removes this rotation, or `loose_rotations` does not offer it."""

    def can_loosen(self, state: State) -> bool:
        """Whether `loose_rotations` may find anything for the player now; called before all cells are searched."""
        return True

    def loose_rotations(self, state: State, tile: i64, front: i64, among: i64) -> i64:
        """The mask of rotations, among these, in which a tile may be laid at a front although its sides do not match.

        Return only one of several rotations that look the same (`equal_rotation`); `lay_loosely` makes the sides match.
        """
        return 0

    def lay_loosely(self, state: State, tile: i64, cell: Cell, rotation: i64) -> Slot:
        """Lay a tile in such a rotation, with what makes it match. Returns its slot; -1 if another part offered it."""
        return -1

    def loose_form(self) -> str:
        """The key of the form of such a placement, `VERB {cell} turn {rotation}`."""
        return ""

    def tile_fits_loosely(self, state: State) -> None:
        """Called if the drawn tile fits nowhere by itself, but somewhere by `loose_rotations`."""

    def tile_unfit(self, state: State) -> None:
        """Called if the drawn tile fits nowhere and leaves the game; set `state.tile` to -1 to keep it elsewhere."""

    def rejects_tile(self, state: State, tile: i64) -> bool:
        """Whether the drawn tile is put aside and another one drawn."""
        return False

    def tile_placed(self, state: State, slot: Slot) -> None:
        """Called after a tile has been laid and its features are joined, before anything is scored."""

    # -- looking ahead (see `aude.engine.pairs`) ----------------------------------------------------------------------
    # These are called for parts that override `tile_placed` or a hook about figures (`rules.FIGURE_HOOKS`), because
    # they determine what may follow a placement.
    def heeds_place(self, state: State) -> bool:
        """Whether what this part offers or forbids can depend on where the tile in hand is laid."""
        return True

    def outlook(self, state: State, prospect: Prospect) -> i64:
        """A number for a placement: equal numbers mean that this part would offer and forbid the same after both.

        Return 0 if there is nothing special, UNKNOWN if it cannot be told. This is only called if `heeds_place`.
        """
        return UNKNOWN

    def options_told(self, state: State, what: i64, count: i64) -> i64:
        """Add what `figure_options` would add after a placement with this `outlook`, which may be 0.

        In this state the tile lies in another place. Overriding this is optional: otherwise a placement is played to
        find out.
        """
        return count

    # -- the figure ---------------------------------------------------------------------------------------------------
    def forbids_figures(self, state: State) -> bool:
        """Whether no figure may be placed in this part of the turn."""
        return False

    def figure_options(self, state: State, count: i64) -> i64:
        """Add what may be done instead of placing a follower on the new tile: spots first, then codes of this part.

        `state.work` begins with `count` options, and `offer` adds one. Returns the new number.
        """
        return count

    def figure_options_when(self) -> Guard:
        """The guard without which `figure_options` adds nothing and is not called; called once, after `setup`."""
        return ALWAYS

    def filter_figure_options(self, state: State, count: i64) -> i64:
        """Remove what is forbidden now from everything that the figure step and the parts offer; 0 means pass.

        `state.work` begins with `count` options; move those that remain to the front. Returns how many remain.
        """
        return count

    def figure_chosen(self, state: State, action: Code) -> None:
        """Called after the player's answer to the figure step has been carried out; 0 means pass."""

    def use_figure_option(self, state: State, action: Code) -> bool:
        """Carry out an option that `figure_options` added; False if another part added it (see `reserve_options`)."""
        return False

    def describe_figure_option(self, state: State, action: Code) -> Choice | None:
        """Describe such an option (see `Step.describe`); None if another part added it."""
        return None

    def refuse_figure(self, state: State, choice: Choice, why: Refused) -> None:
        """Raise `Refused` if this part has a better reason than `why` for not offering this now."""

    def figure_weight(self, state: State, figure: Figure, feature: Feature) -> i64:
        """The weight of a figure of a kind with weight ASKED in the majority; -1 if it belongs to another part."""
        return -1

    def figure_returned(self, state: State, figure: Figure, at: Location, scored: bool) -> None:
        """Called after a figure has returned to the supply, because its feature was scored or something removed it."""

    def location_slot(self, state: State, location: Location) -> Slot:
        """The tile of a location reserved by this part, or -1."""
        return -1

    def location_claims(self, state: State, location: Location) -> Node:
        """A node of the feature that a figure at a location reserved by this part occupies, or -1."""
        return -1

    # -- points -------------------------------------------------------------------------------------------------------
    def feature_completed(self, state: State, feature: Feature) -> None:
        """Called when a complete feature is about to be scored, occupied or not."""

    def extra_rate(self, state: State, feature: Feature, complete: bool) -> i64:
        """A number to add to the points per tile of a feature, besides what other parts add."""
        return 0

    def seat_bonus(self, state: State, feature: Feature, seat: Seat, complete: bool, lines: list[Line] | None) -> i64:
        """Points that a winner of a feature gets in addition to its value."""
        return 0

    def presence_bonus(
        self, state: State, feature: Feature, seat: Seat, complete: bool, lines: list[Line] | None
    ) -> i64:
        """Points that a seat gets for standing on a scored feature, whether it wins it or not."""
        return 0

    def points_gained(self, state: State, seat: Seat, points: i64, cause: i64) -> None:
        """Called after a seat has scored during the game, but not for the final scoring."""

    def final_scores(self, state: State, totals: vec[i64], notes: list[Note] | None) -> None:
        """Add final points that are not for features. Must not ask, nor change anything but `totals` and `notes`."""

    # -- out of turn --------------------------------------------------------------------------------------------------
    def interrupts(self, state: State, seat: Seat, options: vec[i64]) -> vec[i64]:
        """Add what this seat may do now, whoever is asked (codes: see `reserve_interrupts`)."""
        return options

    def interrupt(self, state: State, seat: Seat, action: Code) -> bool:
        """Carry out an interrupt; False if it belongs to another part. The open question remains open."""
        return False

    def describe_interrupt(self, state: State, seat: Seat, action: Code) -> Choice | None:
        """Describe an interrupt; None if it belongs to another part."""
        return None

    def refuse_interrupt(self, state: State, seat: Seat, choice: Choice) -> None:
        """Raise `Refused` if this choice is an interrupt of this part that the seat cannot make now."""
