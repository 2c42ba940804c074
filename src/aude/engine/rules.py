"""Everything that is fixed for one game: tables of tiles, figures and kinds, the program of the turn, hooks of parts.

A `Part` adds things in `setup`; `Rules` turns all of it into flat tables once, before the first move. The engine knows
no box by name: everything that a part adds to a game goes through the methods of `Rules` and the hooks.
The names that boxes need most often are re-exported here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from mypy_extensions import i64

from aude.engine.arrays import vec
from aude.engine.assets import Asset, Ban, ExtraTurn, Filler
from aude.engine.blocks import Join, StartBlock, StartTile, arranged
from aude.engine.choice import Form
from aude.engine.guards import ALWAYS as ALWAYS
from aude.engine.guards import COMPLETED as COMPLETED
from aude.engine.guards import IN_HAND, NEWEST, Signs
from aude.engine.guards import Guard as Guard
from aude.engine.guards import is_set as is_set
from aude.engine.guards import on_drawn as on_drawn
from aude.engine.guards import on_newest as on_newest
from aude.engine.kinds import FigureKind, Kind
from aude.engine.part import Part as Part
from aude.engine.pieces import ByHand, Display
from aude.engine.program import in_one_list, numbers_by_name
from aude.engine.step import ASK as ASK
from aude.engine.step import ASKS as ASKS
from aude.engine.step import BESIDES as BESIDES
from aude.engine.step import BY_TILE as BY_TILE
from aude.engine.step import CHANCE as CHANCE
from aude.engine.step import CONTINUE as CONTINUE
from aude.engine.step import NOBODY as NOBODY
from aude.engine.step import PAYMENT as PAYMENT
from aude.engine.step import SUPPLY as SUPPLY
from aude.engine.step import UNKNOWN as UNKNOWN
from aude.engine.step import Line as Line
from aude.engine.step import Note as Note
from aude.engine.step import Scorer as Scorer
from aude.engine.step import Step as Step
from aude.engine.supply_rule import SupplyRule
from aude.engine.tables import TileTables
from aude.engine.tiles import Tile

MAX_COPIES: Final = 1 << 20  # of a tile
BOX_OPTION: Final = 1 << 32  # the first code for figure options that boxes add
PASS: Final = 0  # the code for declining, if a question can be declined
INTERRUPT: Final = 1 << 48  # codes from here upwards are interrupts
ASKED: Final = -1  # the weight of a kind of figure if its part computes it each time

FIGURE_HOOKS: Final = ["forbids_figures", "figure_options", "filter_figure_options"]  # about figures

PartsOf: TypeAlias = "Callable[[Rules], list[Part]]"  # the type of `parts` in rules.py of a box


def _overriding(parts: list[Part], hook: str) -> vec[Part]:
    """The parts that override a hook; the engine only calls these."""
    return vec[Part]([part for part in parts if _overrides(part, [hook])])


def _overrides(part: Part, hooks: list[str]) -> bool:
    """Whether a part overrides one of these hooks."""
    return any(getattr(type(part), hook) is not getattr(Part, hook) for hook in hooks)


class Rules:
    """Everything that stays the same from the first move to the last."""

    def __init__(
        self,
        boxes: list[PartsOf],
        seat_names: list[str],
        options: dict[str, str],
        elements: set[str],
        figures: dict[str, int],
        tiles: list[tuple[Tile, int]],
        start: list[StartTile],
    ) -> None:
        self.parts: list[Part] = []  # of all boxes, in order
        self.seat_names = seat_names
        self.seats: i64 = len(seat_names)
        self.options = options
        self.elements = elements
        self.figure_counts = figures  # how many of a kind each seat has, if the set-up says so
        self.kinds: list[Kind] = []
        self.meeting: list[tuple[str, str]] = []
        self.barriers = False  # whether barriers can stand at sides of tiles (see `joining.close_side`)
        self.counted_as: list[tuple[str, str]] = []
        self.figure_kinds: list[FigureKind] = []
        self.tiles = tiles  # and how many of each, including the start tiles
        self.start = start  # laid before the game begins: tile, x, y, quarter turns; several make a block
        self.start_blocks: list[StartBlock] = []  # used instead of `start` if there are any
        self.start_joins: list[Join] = []
        self.loose_blocks: list[StartBlock] = []  # the blocks that the first player lays
        self.dangers: dict[str, int] = {}
        self.shelters: list[tuple[str, str]] = []
        self.location_exposure: list[int] = []
        self.location_parts: list[Part] = []  # the parts that have reserved them
        self.stack_of: dict[str, int] = {}
        self.registers: i64 = 0
        self.next_location: int = SUPPLY - 1
        self.next_option: int = BOX_OPTION
        self.next_interrupt: int = INTERRUPT
        self.open_traits: list[str] = []
        self.extra_names: list[str] = []
        self.extra_orders: list[int] = []
        self.extra_new: list[int] = []
        self.extra_for_each = False  # whether each source of extra turns gives a separate part of the same turn
        self.shared_spots = False  # whether two figures may stand on one segment
        self.turn_rule = ""  # the numbered rule that says whose turn it is
        self.order_rule = ""  # the numbered rule that says in which order things are done
        # The facts of each note, by type: seat, tile, slot, figure, node, side, number; for a score, also its feature.
        self.note_types: dict[str, list[str]] = {
            "deployed": ["figure", "node"],
            "returned": ["figure", "node"],
            "scored": ["seat", "points", "feature", "complete"],
        }
        self.sequences: dict[str, list[tuple[int, Step]]] = {"setup": [], "turn": []}  # the turn follows the set-up
        self.forms: dict[str, Form] = {}  # everything that can be chosen, by its key
        self.displays: list[Display] = []
        self.by_hand: list[ByHand] = []
        self.supply_rules: list[SupplyRule] = []
        self.assets: list[Asset] = []
        self.fillers: list[Filler] = []
        self.bans: list[Ban] = []
        for parts in boxes:
            for part in parts(self):
                self.parts.append(part)
                part.setup(self)
        self._resolve()

    # -- for Part.setup -----------------------------------------------------------------------------------------------
    def has(self, element: str) -> bool:
        """Whether an element, a part of a box that players may leave out, is switched on."""
        return element in self.elements

    def option(self, name: str) -> str:
        """The value of a house rule in this game."""
        return self.options[name]

    def add_kind(
        self, name: str, scorer: Scorer, completes: bool = True, surrounded: bool = False, supplies: bool = False
    ) -> int:
        """Add a kind of feature. Equal kinds may meet at a side, unless `let_meet` is used in this game."""
        self.kinds.append(Kind(name, scorer, completes, surrounded, supplies))
        return len(self.kinds) - 1

    def count_as(self, kind: str, other: str) -> None:
        """Count completed features of this kind wherever those of the other kind are counted."""
        self.counted_as.append((kind, other))

    def kind_named(self, name: str) -> int:
        """The number of a kind of feature; -1 if no box of the game has it. For use in `Part.finalize` and later."""
        return next((number for number, kind in enumerate(self.kinds) if kind.name == name), -1)

    def kinds_named(self, names: list[str]) -> int:
        """The mask of these kinds, as far as the game has them. For use in `Part.finalize` and later."""
        return sum(1 << number for number, kind in enumerate(self.kinds) if kind.name in names)

    def kinds_counted_as(self, name: str) -> int:
        """The mask of kinds to count where completed features of a kind are counted. For use in `Part.finalize`."""
        return self.kinds_named([name] + [kind for kind, other in self.counted_as if other == name])

    def let_meet(self, one: str, other: str) -> None:
        """Let two kinds meet at a side. Segments that do not continue there are closed."""
        self.meeting.append((one, other))

    def add_start_block(
        self,
        order: int,
        tiles: list[StartTile],
        joins: list[Join] | None = None,
        keep_free: str = "",
    ) -> None:
        """Begin with these tiles (tile, x, y, quarter turns) instead of the usual start tile.

        If there are several blocks, the one with the lowest order is laid as given, and the others are attached to it
        (see `aude.engine.blocks`). `joins` lists pairs of segments that are one feature although no side joins them;
        each is given by the number of its tile in the block and its own. Nothing may lie beyond sides of kind
        `keep_free`.
        """
        for tile, _x, _y, _turn in self.start:
            self.leave_out(tile, 1)
        self.start = []
        self.start_blocks.append(StartBlock(order, tiles, joins or [], keep_free))

    def put_in_stack(self, tile: str, order: int) -> None:
        """Put a tile into the stack with this order. Lower ones are drawn first; 0 is the default stack."""
        self.stack_of[tile] = order

    def leave_out(self, tile: str, copies: int = MAX_COPIES) -> None:
        """Remove up to this many copies of a tile from the game."""
        self.tiles = [(known, max(0, count - copies) if known.id == tile else count) for known, count in self.tiles]

    def add_figure(
        self,
        name: str,
        each: int,
        weight: int,
        stands_on: list[str],
        occupies: bool = True,
        immune: bool = False,
    ) -> int:
        """Add a kind of figure. The set-up may change how many each seat has.

        A figure that `occupies` is a follower, which is offered wherever it may stand; others are offered by their box.
        """
        count = self.figure_counts.get(name, each)
        self.figure_kinds.append(FigureKind(name, count, weight, stands_on, occupies, immune))
        return len(self.figure_kinds) - 1

    def figure_named(self, name: str) -> int:
        """The number of a kind of figure; -1 if no box of the game has it. For use in `Part.finalize` and later."""
        return next((number for number, kind in enumerate(self.figure_kinds) if kind.name == name), -1)

    def reserve_registers(self, size: int = 1) -> int:
        """Reserve ints of the state for a part. Returns the index of the first; they start at 0."""
        at = int(self.registers)
        self.registers += size
        return at

    def reserve_locations(self, count: int, exposed_to: tuple[str, ...] = ()) -> int:
        """Reserve locations for figures other than segments. Returns the first; the others count down from it.

        Only the given dangers reach a figure there; `Part.location_slot` returns its tile. That and `location_claims`
        are called for the part that is being set up.
        """
        first = self.next_location
        self.next_location -= count
        self.location_exposure += [sum(1 << self.danger(name) for name in exposed_to)] * count
        self.location_parts += [self.parts[-1]] * count
        return first

    def danger(self, name: str) -> int:
        """The number of a danger: something that takes figures from the table (`figures.exposed_slot`)."""
        return self.dangers.setdefault(name, len(self.dangers))

    def shelter(self, kind: str, danger: str) -> None:
        """Protect figures on features of this kind from a danger."""
        self.shelters.append((kind, danger))

    def reserve_options(self, count: int) -> int:
        """Reserve codes for a part's own figure options. Returns the first."""
        first = self.next_option
        self.next_option += count
        return first

    def reserve_interrupts(self, count: int) -> int:
        """Reserve codes for a part's own interrupts. Returns the first."""
        first = self.next_interrupt
        self.next_interrupt += count
        return first

    def leave_open(self, trait: str) -> None:
        """Give segments with this trait an open end that is not at a side of the tile (it continues underground)."""
        self.open_traits.append(trait)

    def add_extra_turn(self, name: str, begins: int, new_turn: bool = False) -> int:
        """Add a source of extra turns (see `aude.engine.turns`) and the name of the note that reports one.

        Its part of the turn begins at the first step whose order is at least `begins`; a new turn is not a part.
        """
        if not self.extra_names:
            self.extra_earned: i64 = self.reserve_registers()
            self.extra_taken: i64 = self.reserve_registers()
            self.add_asset(ExtraTurn(self.extra_earned))
        self.add_note(name, ["seat"])
        self.extra_names.append(name)
        self.extra_orders.append(begins)
        self.extra_new.append(int(new_turn))
        return len(self.extra_names) - 1

    def add_note(self, name: str, types: list[str]) -> None:
        """Add a kind of note, with the types of its facts; ``payer:seat`` gives a fact a name other than its type."""
        names = [entry.partition(":")[0] for entry in types]
        if len(set(names)) != len(names):
            raise ValueError(f"the note {name!r} has two facts of the same name: write 'to:seat' for one of them")
        self.note_types[name] = types

    def add_form(self, pattern: str, key: str = "") -> None:
        """Add the form of a choice, such as `bid {number}` (see `aude.engine.choice`).

        A step refers to a form by its key, which is the verb unless a key is given because the verb has several forms.
        """
        form = Form(pattern, key)
        known = self.forms.setdefault(form.key, form)
        if known.pattern != pattern:
            raise ValueError(f"two forms are called {form.key!r}: {known.pattern!r} and {pattern!r}")

    def add_display(self, display: Display) -> None:
        """Display the pieces of a part that are on the table or in players' hands."""
        self.displays.append(display)

    def add_by_hand(self, by_hand: ByHand) -> None:
        """Let the pieces of a part be laid by hand. The forms of all lines must have different keys."""
        known = {form.key: form.pattern for other in self.by_hand for form in other.forms()}
        for form in by_hand.forms():
            if form.key in known:
                raise ValueError(
                    f"two position lines are called {form.key!r}: {known[form.key]!r} and {form.pattern!r}"
                )
            known[form.key] = form.pattern
        self.by_hand.append(by_hand)

    def add_supply_rule(self, rule: SupplyRule) -> None:
        """Change how much completed features are worth to the fields beside them."""
        self.supply_rules.append(rule)

    def add_asset(self, asset: Asset) -> None:
        """Let bots count an asset when they evaluate a position. All assets must have different names."""
        if asset.name in [known.name for known in self.assets]:
            raise ValueError(f"two assets are called {asset.name!r}")
        self.assets.append(asset)

    def add_filler(self, filler: Filler) -> None:
        """Let bots know what else can fill empty cells besides the remaining tiles."""
        self.fillers.append(filler)

    def add_ban(self, ban: Ban) -> None:
        """Let bots know which tiles can never be laid in an empty cell although they match."""
        self.bans.append(ban)

    def add_step(self, sequence: str, order: int, step: Step, when: Guard = ALWAYS) -> None:
        """Put a step into a sequence (setup, turn, final or a new one), sorted by its order.

        The step is skipped if the guard `when` does not hold (see `aude.engine.guards`).
        """
        step.when = when
        # A step of an interpreted box has them in its class, where compiled code does not look.
        step.name = getattr(step, "name")  # noqa: B009
        step.rule = getattr(step, "rule")  # noqa: B009
        self.sequences.setdefault(sequence, []).append((order, step))

    # -- resolving ----------------------------------------------------------------------------------------------------
    def _resolve(self) -> None:
        # Tiles are sorted by stack, in the order of the stacks.
        stacks = [self.stack_of.get(tile.id, 0) for tile, _ in self.tiles]
        self.tiles = [entry for _, entry in sorted(zip(stacks, self.tiles), key=lambda pair: pair[0])]
        sizes = [stacks.count(stack) for stack in sorted(set(stacks))]
        # The tile numbers at which the stacks end, except the last one.
        self.earlier_stacks = vec[i64]([sum(sizes[:number]) for number in range(1, len(sizes))])
        self.table = TileTables(
            [tile for tile, _ in self.tiles],
            [copies for _, copies in self.tiles],
            [kind.name for kind in self.kinds],
            [kind.surrounded for kind in self.kinds],
            self.meeting,
            self.open_traits,
            self.barriers,
        )
        if self.start_blocks:
            manual = self.options.get("start_blocks") == "manual"
            self.start, self.start_joins, self.loose_blocks = arranged(self.table, self.start_blocks, manual)
        self.scorers = vec[Scorer]([kind.scorer for kind in self.kinds])
        self.completes = vec[i64]([int(kind.completes) for kind in self.kinds])
        self.supplies = vec[i64]([int(kind.supplies) for kind in self.kinds])
        self._resolve_figures()
        self._resolve_program()
        parts = self.parts
        self.on_start = _overriding(parts, "on_start")
        self.filter_rotations = _overriding(parts, "filter_rotations")
        self.loose_rotations = _overriding(parts, "loose_rotations")
        self.tile_fits_loosely = _overriding(parts, "tile_fits_loosely")
        self.tile_unfit = _overriding(parts, "tile_unfit")
        self.rejects_tile = _overriding(parts, "rejects_tile")
        self.tile_placed = _overriding(parts, "tile_placed")
        self.forbids_figures = _overriding(parts, "forbids_figures")
        self.figure_options = _overriding(parts, "figure_options")
        self.filter_figure_options = _overriding(parts, "filter_figure_options")
        # The parts that influence which figure options follow a placement, besides the steps in between.
        self.heeding_tile = self.tile_placed
        self.heeding_figures = vec[Part](
            [part for part in parts if _overrides(part, FIGURE_HOOKS) and not _overrides(part, ["tile_placed"])]
        )
        self.tells_options = vec[i64]([int(_overrides(part, ["options_told"])) for part in self.figure_options])
        self.figure_follows_tile = (
            self.deploy_step == self.place_step + 1
            and not len(self.heeding_tile)
            and not len(self.heeding_figures)
            and not len(self.loose_rotations)
        )
        self.figure_chosen = _overriding(parts, "figure_chosen")
        self.figure_weight = _overriding(parts, "figure_weight")
        self.figure_returned = _overriding(parts, "figure_returned")
        self.extra_rate = _overriding(parts, "extra_rate")
        self.feature_completed = _overriding(parts, "feature_completed")
        self.points_gained = _overriding(parts, "points_gained")
        self.seat_bonus = _overriding(parts, "seat_bonus")
        self.presence_bonus = _overriding(parts, "presence_bonus")
        self.final_scores = _overriding(parts, "final_scores")
        self.interrupts = _overriding(parts, "interrupts")
        self._resolve_guards()
        self.forms_of: dict[str, list[Form]] = {}  # by their verb
        for form in self.forms.values():
            self.forms_of.setdefault(form.verb, []).append(form)
        for part in parts:
            part.finalize(self)
        self.limited = vec[i64](
            [
                sum(1 << k for k, part in enumerate(self.filter_rotations) if part.may_filter(tile))
                for tile, _ in self.tiles
            ]
        )  # of each tile: the parts that may forbid placements, a bit for each

    def _resolve_guards(self) -> None:
        signs = Signs()
        self.step_guards = vec[i64]([signs.code_of(step.when) for step in self.program])
        self.figure_guards = vec[i64]([signs.code_of(part.figure_options_when()) for part in self.figure_options])
        self.newest_signs = signs.table(self.table.tiles, NEWEST)  # of each tile: what guards look for on it
        self.drawn_signs = signs.table(self.table.tiles, IN_HAND)

    def _resolve_figures(self) -> None:
        kinds = [kind.name for kind in self.kinds]
        self.immune = vec[i64]([int(figure.immune) for figure in self.figure_kinds])
        self.exposure = vec[i64](self.location_exposure)  # of each reserved location: the dangers that reach it,
        self.location_part = vec[Part](self.location_parts)  # and the part that knows about it
        self.sheltering = vec[i64](
            [sum(1 << self.danger(name) for name in {d for k, d in self.shelters if k == kind}) for kind in kinds]
        )
        seats = int(self.seats)
        seat_of: list[int] = []
        kind_of: list[int] = []
        first: list[int] = []
        for index, figure in enumerate(self.figure_kinds):
            for seat in range(seats):
                first.append(len(seat_of))
                seat_of += [seat] * figure.each
                kind_of += [index] * figure.each
        self.figures: i64 = len(seat_of)
        self.figure_seat = vec[i64](seat_of)
        self.figure_kind = vec[i64](kind_of)
        self.figure_first = vec[i64](first)  # of kind * seats + seat
        self.figure_each = vec[i64]([figure.each for figure in self.figure_kinds])
        self.figure_kinds_count: i64 = len(self.figure_kinds)
        self.follower_kinds = vec[i64]([kind for kind, figure in enumerate(self.figure_kinds) if figure.occupies])
        self.weight = vec[i64]([figure.weight for figure in self.figure_kinds])
        self.occupies = vec[i64]([int(figure.occupies) for figure in self.figure_kinds])
        self.stands_on = vec[i64](
            [sum(1 << kinds.index(name) for name in figure.stands_on if name in kinds) for figure in self.figure_kinds]
        )

    def _turn_step(self, order: int) -> int:
        """The number of the first step of the turn with at least this order."""
        return self.starts["turn"] + sum(1 for before, _ in self.sequences["turn"] if before < order)

    def _resolve_program(self) -> None:
        """Put all sequences into one program, so that the position of a game in it is a single number."""
        program, self.starts = in_one_list(self.sequences)
        self.step_numbers = numbers_by_name(program)
        self.program = vec[Step](program)
        plain = getattr(Step, "count")  # noqa: B009 (as Python reads it, compiled or not)
        self.counts_itself = vec[i64]([int(getattr(type(step), "count") is not plain) for step in program])  # noqa: B009
        self.turn_start: i64 = self.starts["turn"]
        self.extra_sources: i64 = len(self.extra_names)
        self.extra_begins = vec[i64]([self._turn_step(begins) for begins in self.extra_orders])
        self.extra_is_new = vec[i64](self.extra_new)
        self.final_start: i64 = self.starts["final"]
        self.draw_step: i64 = self.step_numbers.get("draw", -1)
        self.place_step: i64 = self.step_numbers.get("place", -1)
        self.deploy_step: i64 = self.step_numbers.get("deploy", -1)
