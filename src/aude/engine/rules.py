"""What is fixed for one game: tables of its tiles, figures and kinds, the program of its turn, its boxes' hooks.

A `Box` says in `setup` what it brings; `Rules` turns all of it into flat tables once, before the first move. The
engine knows no box by name: whatever a box wants to add to the game goes through `Rules.add_…` and the hooks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from aude.engine.arrays import vec
from aude.engine.blocks import Laid, StartBlock, attachments
from aude.engine.rng import Random
from aude.engine.tables import TileTables
from aude.engine.tiles import Tile, TileError

if TYPE_CHECKING:
    from aude.engine.state import State

# What `enter`, `apply` and `resume` answer.
ON: Final = 0  # finished here: go on with the program
ASK: Final = 1  # a decision is wanted of `state.actor`

CHANCE: Final = -1  # the seat that draws
NOBODY: Final = -2  # the game is over
SUPPLY: Final = -1  # where a figure is that stands nowhere

# What has brought points, for those who are told of every gain.
BY_TILE: Final = 0  # features and what boxes score like them, caused by the tile of the turn
BESIDES: Final = 1  # whatever else earns points in a turn
PAYMENT: Final = 2  # nothing earned: one seat has paid another


class Line:
    """One line of the sum that explains a score: ``tiles 6``, or ``cities 2 for 6 points``."""

    def __init__(self, label: str, count: int, points: int) -> None:
        self.label = label
        self.count = count
        self.points = points


class Note:
    """A fact for people: its name, the numbers that belong to it, and for scores the lines that explain them."""

    def __init__(self, name: str, facts: list[int], lines: list[Line]) -> None:
        self.name = name
        self.facts = facts
        self.lines = lines


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """One question of a turn. It may ask any number of decisions of any seats before it lets the program go on.

    A step holds no data of the game: what it must remember between two decisions lies in the state's registers.
    """

    name: str = ""
    rule: str = ""  # the numbered rule that says what may be chosen here

    def enter(self, state: State) -> i64:
        """The program has come to this step: ON if there is nothing to decide, ASK with `state.actor` set."""
        return ON

    def resume(self, state: State) -> i64:
        """The sequence that this step called has ended."""
        return ON

    def legal(self, state: State) -> vec[i64]:
        """The codes of everything that may be chosen, in a stable order."""
        return vec[i64]()

    def apply(self, state: State, action: i64) -> i64:
        """Carry out a choice: ON, or ASK if another decision is wanted."""
        return ON

    def count(self, state: State) -> i64:
        """How many choices there are; for chance, how many equally likely draws."""
        return len(self.legal(state)) + max(0, self.high(state) - self.low(state) + 1)

    def nth(self, state: State, k: i64) -> i64:
        """The k-th of `count` choices."""
        listed = self.legal(state)
        return listed[k] if k < len(listed) else self.low(state) + k - len(listed)

    def sample(self, state: State, random: Random) -> i64:
        """A random choice of the open question, each of `count` equally likely."""
        if state.rules.counts_itself[state.place]:
            return self.nth(state, random.below(self.count(state)))
        listed = self.legal(state)  # as `count` and `nth` would, but listed once
        options: i64 = len(listed)
        low = self.low(state)
        k = random.below(options + max(0, self.high(state) - low + 1))
        return listed[k] if k < options else low + k - options

    def is_observed(self, state: State) -> bool:
        """For chance: the answer is seen on the table, not drawn. No seed tells it, and a record of it is believed."""
        return False

    def observe(self, state: State) -> i64:
        """What is seen. Only a game that is dealt asks for it; whoever looks ahead draws with `sample`."""
        raise NotImplementedError

    def is_blind(self, state: State) -> bool:
        """No option shows its effect before chance has answered: whoever looks no farther may take any of them."""
        return False

    def low(self, state: State) -> i64:
        """Besides `legal`, every code from `low` to `high` may be chosen (a bid, an aim); none if high < low."""
        return 0

    def high(self, state: State) -> i64:
        return -1

    def words(self, state: State, action: i64) -> list[str]:
        """A choice in words: the verb first. Joined by blanks it is the action of records and keyboards."""
        raise NotImplementedError

    def same_as(self, state: State, words: list[str]) -> list[str]:
        """The offered words that mean the same as these (an equal rotation), else the words themselves."""
        return words

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        """Why these words are no option now: the rule, and the key of the sentence that says so."""
        return self.rule, "not_offered"


@mypyc_attr(allow_interpreted_subclasses=True)
class Scorer:
    """What a feature of one kind is worth."""

    def value(self, state: State, feature: i64, complete: bool, lines: list[Line] | None) -> i64:
        """The points of the feature, whoever holds it; the sum is explained in `lines` if somebody listens."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Box:
    """What one buys: a game or an expansion. It overrides the hooks it needs; the others cost nothing."""

    id: str = ""

    def setup(self, rules: Rules) -> None:
        """Add kinds, tiles, figures, registers and steps."""

    def resolved(self, rules: Rules) -> None:
        """All boxes have spoken and the tables stand: look up columns of traits and places in the program."""

    def begin(self, state: State) -> None:
        """The first tiles lie: give registers their first values."""

    def sift_turns(self, state: State, cell: i64, turns: i64) -> i64:
        """Of the rotations in which the drawn tile would match at an empty cell, the mask of those that are allowed."""
        return turns

    def limits(self, tile: Tile) -> bool:
        """Whether `sift_turns` may ever take one away from this kind of tile; asked once, when the tables stand."""
        return True

    def place_refusal(self, state: State, cell: i64, turn: i64) -> tuple[str, str]:
        """Why `sift_turns` takes a rotation away: the rule, and the key of the sentence in the box's texts."""
        return "", ""

    def can_loosen(self, state: State) -> bool:
        """Whether `loose_turns` may find anything for the player now; asked once before all cells are looked at."""
        return True

    def loose_turns(self, state: State, tile: i64, front: i64) -> i64:
        """The mask of rotations in which a tile may lie at a frontier cell though its sides do not match.

        Only of those that look different (`equal_turn`); `lay_loosely` then makes the sides match.
        """
        return 0

    def lay_loosely(self, state: State, tile: i64, cell: i64, turn: i64) -> i64:
        """Lay a tile in such a rotation, with what makes it match. The new slot; -1 if it is not this box's."""
        return -1

    def loose_verb(self, state: State) -> str:
        """The verb of such a placement, which else reads like any other: `VERB X,Y turn DEGREES`."""
        return ""

    def tile_unfit(self, state: State) -> None:
        """The drawn tile fits nowhere and leaves the game; a box that puts it elsewhere sets `state.tile` to -1."""

    def rejects_tile(self, state: State, tile: i64) -> bool:
        """The drawn tile is put aside and another drawn."""
        return False

    def tile_placed(self, state: State, slot: i64) -> None:
        """A tile has been laid; its features are joined, nothing is scored yet."""

    def forbids_figures(self, state: State) -> bool:
        """No figure may be placed in this part of the turn."""
        return False

    def figure_options(self, state: State, options: vec[i64]) -> vec[i64]:
        """Add what else may be done instead of placing a follower on the new tile."""
        return options

    def sift_figures(self, state: State, options: vec[i64]) -> vec[i64]:
        """Take away what may not be done now, of all that the figure step and the boxes offer; 0 is to pass."""
        return options

    def figure_chosen(self, state: State, action: i64) -> None:
        """The player has answered the figure step and it is carried out; 0 is to pass."""

    def use_figure_option(self, state: State, action: i64) -> bool:
        """Carry out an option that `figure_options` added; False if it is not this box's (see `reserve_options`)."""
        return False

    def figure_option_words(self, state: State, action: i64) -> list[str]:
        """Such an option in words; empty if it is not this box's."""
        return []

    def figure_refusal(self, state: State, words: list[str], why: str) -> tuple[str, str]:
        """The rule and the reason why these words are no figure option now, if this box knows better than `why`."""
        return "", ""

    def figure_weight(self, state: State, figure: i64, feature: i64) -> i64:
        """What a figure of a kind with weight ASKED counts for the majority; -1 if it is not this box's."""
        return -1

    def figure_left(self, state: State, figure: i64, at: i64, scored: bool) -> None:
        """A figure has gone home from where it stood, because its feature was scored or something removed it."""

    def place_claims(self, state: State, place: i64) -> i64:
        """A node of the feature that a figure on a reserved place of this box keeps others from placing on, or -1."""
        return -1

    def extra_rate(self, state: State, feature: i64, complete: bool) -> i64:
        """Added to the points per tile of a feature; never replaces what other boxes add."""
        return 0

    def feature_completed(self, state: State, feature: i64) -> None:
        """A feature is complete and is about to be scored, occupied or not."""

    def place_slot(self, state: State, place: i64) -> i64:
        """The tile where a reserved place of this box is, or -1."""
        return -1

    def points_gained(self, state: State, seat: i64, points: i64, cause: i64) -> None:
        """A seat has scored in the course of the game; not told of the scoring at the end."""

    def supplier_bonus(self, state: State, supplier: i64) -> i64:
        """Points more than usual that a supplier is worth to a field, each time it counts."""
        return 0

    def holds_feature(self, state: State, feature: i64) -> bool:
        """Something of this box that occupies nothing makes the feature one to be scored."""
        return False

    def settled_supplies(self, state: State, feature: i64) -> bool:
        """A supplying feature is settled otherwise than complete: is it worth something to fields all the same?"""
        return False

    def extra_supply(self, state: State, feature: i64, herd: bool) -> i64:
        """How many times more than once a completed feature counts for the fields beside it; for their herds too?"""
        return 0

    def seat_bonus(self, state: State, feature: i64, seat: i64, complete: bool, lines: list[Line] | None) -> i64:
        """What one winner of a feature receives beyond its value."""
        return 0

    def presence_bonus(self, state: State, feature: i64, seat: i64, complete: bool, lines: list[Line] | None) -> i64:
        """What a seat receives for standing on a scored feature, whether it wins it or not; asked of every seat."""
        return 0

    def final_scores(self, state: State, totals: vec[i64], notes: list[Note] | None) -> None:
        """Points at the end that no feature gives. Takes no decision and changes nothing but `totals`."""

    def holdings(self, state: State, seat: i64) -> list[tuple[str, int]]:
        """What a seat holds besides figures (tokens, tiles of honour), by name; a name stays when there are none."""
        return []

    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        """What lies or stands on the table besides figures: node, seat and name of each.

        The seat is -1 for what is nobody's; instead of a node, -1 - slot means the tile as a whole.
        """
        return []

    def hold(self, state: State, seat: i64, name: str, number: i64) -> bool:
        """Give a seat so many of its `holdings`, in a position laid by hand; False if it cannot have so many."""
        return False

    def objection(self, state: State) -> str:
        """What cannot be in a position laid by hand, in a sentence; empty if nothing is wrong."""
        return ""

    def interrupts(self, state: State, seat: i64, options: vec[i64]) -> vec[i64]:
        """What this seat may do at any moment, whoever is asked (codes: see `reserve_interrupts`)."""
        return options

    def interrupt(self, state: State, seat: i64, action: i64) -> bool:
        """Carry out an interrupt; False if it is not this box's. The open question stays open."""
        return False

    def interrupt_words(self, state: State, seat: i64, action: i64) -> list[str]:
        """An interrupt in words; empty if it is not this box's."""
        return []

    def interrupt_refusal(self, state: State, seat: i64, words: list[str]) -> tuple[str, str]:
        """Why these words are no interrupt of this seat now: the rule, and the key of the sentence; else empty."""
        return "", ""


MOST_COPIES: Final = 1 << 20  # of a tile
BOX_OPTION: Final = 1 << 32  # codes of figure options that boxes add begin here
INTERRUPT: Final = 1 << 48  # codes from here upwards are interrupts
ASKED: Final = -1  # the weight of a figure kind whose box is asked each time


def _overriding(boxes: list[Box], hook: str) -> vec[Box]:
    """The boxes that override a hook: the only ones that the engine will call."""
    plain = getattr(Box, hook)
    return vec[Box]([box for box in boxes if getattr(type(box), hook) is not plain])


class Kind:
    """A kind of feature: how it is completed and scored."""

    def __init__(self, name: str, scorer: Scorer, completes: bool, surrounded: bool, supplies: bool) -> None:
        self.name = name
        self.scorer = scorer
        self.completes = completes  # it can be completed and is scored then
        self.surrounded = surrounded  # completed by the eight cells around it, not by its sides
        self.supplies = supplies  # completed, it is worth something to the features that border it


class FigureKind:
    """A kind of figure: how many each seat has, what it weighs in a majority, where it may stand."""

    def __init__(self, name: str, each: int, weight: int, stands_on: list[str], occupies: bool, immune: bool) -> None:
        self.name = name
        self.each = each
        self.weight = weight
        self.stands_on = stands_on
        self.occupies = occupies  # others may not join its feature by placing
        self.immune = immune  # no danger takes it away


class Rules:
    """Everything that stays the same from the first move to the last."""

    def __init__(
        self,
        boxes: list[Box],
        seat_names: list[str],
        options: dict[str, str],
        elements: set[str],
        figures: dict[str, int],
        tiles: list[tuple[Tile, int]],
        start: list[tuple[str, int, int, int]],
    ) -> None:
        self.boxes = boxes
        self.seat_names = seat_names
        self.seats: i64 = len(seat_names)
        self.options = options
        self.elements = elements
        self.figure_counts = figures  # how many of a kind each seat has, where the set-up says so
        self.kinds: list[Kind] = []
        self.meeting: list[tuple[str, str]] = []
        self.counted_as: list[tuple[str, str]] = []
        self.figure_kinds: list[FigureKind] = []
        self.tiles = tiles  # and how many of each, those of the start included
        self.start = start  # laid before the game begins: tile, x, y, quarter turns; several make a block
        self.start_blocks: list[StartBlock] = []  # instead of it, if there are any
        self.start_joins: list[tuple[int, int, int, int]] = []
        self.loose_blocks: list[StartBlock] = []  # those that the first player lays
        self.dangers: dict[str, int] = {}
        self.shelters: list[tuple[str, str]] = []
        self.place_exposure: list[int] = []
        self.stack_of: dict[str, int] = {}
        self.registers: i64 = 0
        self.next_place: int = SUPPLY - 1
        self.next_option: int = BOX_OPTION
        self.next_interrupt: int = INTERRUPT
        self.open_traits: list[str] = []
        self.extra_names: list[str] = []
        self.extra_orders: list[int] = []
        self.extra_new: list[int] = []
        self.extra_for_each = False  # whether each source of extra turns gives its own part of one turn
        self.shared_spots = False  # whether two figures may stand on one segment
        self.turn_rule = ""  # the numbered rule that says whose turn it is
        self.order_rule = ""  # and the one that says in which order things are done
        # The facts of each note, by type: seat, tile, slot, figure, node, points, flag, number.
        self.note_types: dict[str, list[str]] = {
            "deployed": ["figure", "node"],
            "returned": ["figure", "node"],
            "scored": ["seat", "points", "node", "flag"],
        }
        self.sequences: dict[str, list[tuple[int, Step]]] = {}
        for box in boxes:
            box.setup(self)
        self._resolve()

    # -- for Box.setup ------------------------------------------------------------------------------------------------
    def has(self, element: str) -> bool:
        """Whether an element, a part of a box that players may leave out, is switched on."""
        return element in self.elements

    def option(self, name: str) -> str:
        """The value of a house rule in this game."""
        return self.options[name]

    def add_kind(
        self, name: str, scorer: Scorer, completes: bool = True, surrounded: bool = False, supplies: bool = False
    ) -> int:
        """A kind of feature. Equal kinds may meet at a side, unless `let_meet` has named any pair for the game."""
        self.kinds.append(Kind(name, scorer, completes, surrounded, supplies))
        return len(self.kinds) - 1

    def count_as(self, kind: str, other: str) -> None:
        """Where completed features of the other kind are counted, those of this kind count too."""
        self.counted_as.append((kind, other))

    def kinds_counted_as(self, name: str) -> int:
        """The mask of kinds that count where completed features of a kind are counted; for `Box.resolved`."""
        alike = [name] + [kind for kind, other in self.counted_as if other == name]
        return sum(1 << number for number, kind in enumerate(self.kinds) if kind.name in alike)

    def let_meet(self, one: str, other: str) -> None:
        """These two kinds may meet at a side. What does not continue there is closed."""
        self.meeting.append((one, other))

    def add_start_block(
        self,
        order: int,
        tiles: list[tuple[str, int, int, int]],
        joins: list[tuple[int, int, int, int]] | None = None,
        keep_free: str = "",
    ) -> None:
        """Begin with these tiles (tile, x, y, quarter turns); the start tile goes back into its box.

        Of several blocks the one with the lowest order lies as it is given, the others are attached to it (see
        `aude.engine.blocks`). `joins` names pairs of a tile of the block, by its number, and one of its segments:
        they are one feature, though no open side joins them. Nothing else may lie beyond sides of the kind `keep_free`.
        """
        for tile, _x, _y, _turn in self.start:
            self.leave_out(tile, 1)
        self.start = []
        self.start_blocks.append(StartBlock(order, tiles, joins or [], keep_free))

    def put_in_stack(self, tile: str, order: int) -> None:
        """Let a tile lie in a stack of its own order: lower ones are drawn first; 0 holds whatever is put nowhere."""
        self.stack_of[tile] = order

    def leave_out(self, tile: str, copies: int = MOST_COPIES) -> None:
        """Put copies of a tile back into its box, if there are so many; it is not drawn in this game."""
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
        """A kind of figure; the set-up may change how many each seat has.

        One that occupies is a follower, offered wherever it may stand; any other is offered by its box only.
        """
        count = self.figure_counts.get(name, each)
        self.figure_kinds.append(FigureKind(name, count, weight, stands_on, occupies, immune))
        return len(self.figure_kinds) - 1

    def register(self, size: int = 1) -> int:
        """Reserve ints of the state for a box; the index of the first. They begin as 0."""
        at = int(self.registers)
        self.registers += size
        return at

    def reserve_places(self, count: int, exposed_to: tuple[str, ...] = ()) -> int:
        """Places for figures that are no segments: the first; the others lie below it.

        Only the dangers that are named reach a figure there; `Box.place_slot` says on which tile they find it.
        """
        first = self.next_place
        self.next_place -= count
        self.place_exposure += [sum(1 << self.danger(name) for name in exposed_to)] * count
        return first

    def danger(self, name: str) -> int:
        """The number of a danger: something that takes figures off the table (see `figures.exposed_slot`)."""
        return self.dangers.setdefault(name, len(self.dangers))

    def shelter(self, kind: str, danger: str) -> None:
        """Figures on features of this kind are safe from a danger."""
        self.shelters.append((kind, danger))

    def reserve_options(self, count: int) -> int:
        """Codes for figure options of a box's own: the first of so many."""
        first = self.next_option
        self.next_option += count
        return first

    def reserve_interrupts(self, count: int) -> int:
        """Codes for interrupts of a box's own: the first of so many."""
        first = self.next_interrupt
        self.next_interrupt += count
        return first

    def leave_open(self, trait: str) -> None:
        """A segment with this trait has an open end that is no side of its tile (it runs on below ground)."""
        self.open_traits.append(trait)

    def add_extra_turn(self, name: str, begins: int, new_turn: bool = False) -> int:
        """A source of extra turns (see `aude.engine.turns`), and the name of the note that tells of one.

        Its part of the turn begins at the first step whose order is at least `begins`. A new turn is no part.
        """
        if not self.extra_names:
            self.extra_earned: i64 = self.register()
            self.extra_taken: i64 = self.register()
        self.add_note(name, ["seat"])
        self.extra_names.append(name)
        self.extra_orders.append(begins)
        self.extra_new.append(int(new_turn))
        return len(self.extra_names) - 1

    def add_note(self, name: str, types: list[str]) -> None:
        """Announce a note of the box's own, with the types of its facts; ``payer:seat`` names a fact otherwise."""
        names = [entry.partition(":")[0] for entry in types]
        if len(set(names)) != len(names):
            raise ValueError(f"the note {name!r} names two facts alike: write 'to:seat' for one of them")
        self.note_types[name] = types

    def add_step(self, sequence: str, order: int, step: Step) -> None:
        """Put a step into a sequence (setup, turn, final or one of the box's own), sorted by its order."""
        self.sequences.setdefault(sequence, []).append((order, step))

    # -- resolving ----------------------------------------------------------------------------------------------------
    def _resolve(self) -> None:
        # The tiles of one stack stand together, in the order of the stacks.
        stacks = [self.stack_of.get(tile.id, 0) for tile, _ in self.tiles]
        self.tiles = [entry for _, entry in sorted(zip(stacks, self.tiles), key=lambda pair: pair[0])]
        sizes = [stacks.count(stack) for stack in sorted(set(stacks))]
        # Where the stacks before the last one end, as numbers of tiles; what is left after them is the last stack.
        self.earlier_stacks = vec[i64]([sum(sizes[:number]) for number in range(1, len(sizes))])
        self.table = TileTables(
            [tile for tile, _ in self.tiles],
            [copies for _, copies in self.tiles],
            [kind.name for kind in self.kinds],
            [kind.surrounded for kind in self.kinds],
            self.meeting,
            self.open_traits,
        )
        self._arrange_start()
        self.scorers = vec[Scorer]([kind.scorer for kind in self.kinds])
        self.completes = vec[i64]([int(kind.completes) for kind in self.kinds])
        self.supplies = vec[i64]([int(kind.supplies) for kind in self.kinds])
        self._resolve_figures()
        self._resolve_program()
        boxes = self.boxes
        self.beginning = _overriding(boxes, "begin")
        self.sifting_turns = _overriding(boxes, "sift_turns")
        self.loosening = _overriding(boxes, "loose_turns")
        self.on_unfit_tile = _overriding(boxes, "tile_unfit")
        self.rejecting_tile = _overriding(boxes, "rejects_tile")
        self.on_tile_placed = _overriding(boxes, "tile_placed")
        self.forbidding_figures = _overriding(boxes, "forbids_figures")
        self.adding_figures = _overriding(boxes, "figure_options")
        self.sifting_figures = _overriding(boxes, "sift_figures")
        self.on_figure_chosen = _overriding(boxes, "figure_chosen")
        self.weighing = _overriding(boxes, "figure_weight")
        self.on_figure_left = _overriding(boxes, "figure_left")
        self.claiming = _overriding(boxes, "place_claims")
        self.rating = _overriding(boxes, "extra_rate")
        self.on_completed = _overriding(boxes, "feature_completed")
        self.supplying = _overriding(boxes, "extra_supply")
        self.bonus_for_supplying = _overriding(boxes, "supplier_bonus")
        self.settling_suppliers = _overriding(boxes, "settled_supplies")
        self.on_points = _overriding(boxes, "points_gained")
        self.holding_features = _overriding(boxes, "holds_feature")
        self.locating = _overriding(boxes, "place_slot")
        self.seat_bonuses = _overriding(boxes, "seat_bonus")
        self.presence_bonuses = _overriding(boxes, "presence_bonus")
        self.adding_final_scores = _overriding(boxes, "final_scores")
        self.interrupting = _overriding(boxes, "interrupts")
        for box in boxes:
            box.resolved(self)
        self.limited = vec[i64](
            [sum(1 << k for k, box in enumerate(self.sifting_turns) if box.limits(tile)) for tile, _ in self.tiles]
        )  # of each tile: whether any box may forbid it a place

    def _arrange_start(self) -> None:
        """R-SETUP-02: the first block lies as it is; the others are attached, now or by the first player."""
        laid: list[Laid] = []
        free = {block.keep_free for block in self.start_blocks}
        for block in sorted(self.start_blocks, key=lambda block: block.order):
            if laid and self.options.get("start_blocks") == "manual":
                self.loose_blocks.append(block)
                continue
            x = y = turn = 0
            if laid:
                places = attachments(self.table, laid, block, free)
                if not places:
                    raise TileError(f"start: {block.tiles[0][0]} fits nowhere beside the other start tiles")
                x, y, turn = places[0]
            before = len(self.start)
            laid.append(block.cells(x, y, turn))
            self.start += [(name, tx + x, ty + y, (own + turn) % 4) for name, tx, ty, own in block.tiles]
            self.start_joins += [(before + a, sa, before + b, sb) for a, sa, b, sb in block.joins]

    def _resolve_figures(self) -> None:
        kinds = [kind.name for kind in self.kinds]
        self.immune = vec[i64]([int(figure.immune) for figure in self.figure_kinds])
        self.exposure = vec[i64](self.place_exposure)  # of each reserved place: the dangers that reach it
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
        self.weight = vec[i64]([figure.weight for figure in self.figure_kinds])
        self.occupies = vec[i64]([int(figure.occupies) for figure in self.figure_kinds])
        self.stands_on = vec[i64](
            [sum(1 << kinds.index(name) for name in figure.stands_on if name in kinds) for figure in self.figure_kinds]
        )

    def turn_place(self, order: int) -> int:
        """The place of the first step of the turn from this order on, to `jump` to; for `Box.resolved` and later."""
        return self.starts["turn"] + sum(1 for before, _ in self.sequences["turn"] if before < order)

    def _resolve_program(self) -> None:
        """Lay the sequences one behind the other; a place in the program is then a single number."""
        program: list[Step] = []
        self.starts: dict[str, int] = {}
        for name, steps in self.sequences.items():
            self.starts[name] = len(program)
            program += [step for _, step in sorted(steps, key=lambda entry: entry[0])]
            if name == "final":
                program.append(GameOver())
            elif name not in ("setup", "turn"):
                program.append(Return())
        # Read as Python reads it: a step from outside, interpreted, keeps its name in its class.
        names: list[str] = [getattr(step, "name") for step in program]  # noqa: B009
        self.places: dict[str, int] = {}
        for place, name in enumerate(names):
            if name in self.places:
                raise ValueError(f"two steps are called {name!r}")
            if name:
                self.places[name] = place
        self.program = vec[Step](program)
        plain = getattr(Step, "count")  # noqa: B009 (as Python reads it, compiled or not)
        self.counts_itself = vec[i64]([int(getattr(type(step), "count") is not plain) for step in program])  # noqa: B009
        self.turn_start: i64 = self.starts["turn"]
        self.extra_sources: i64 = len(self.extra_names)
        self.extra_begins = vec[i64]([self.turn_place(begins) for begins in self.extra_orders])
        self.extra_is_new = vec[i64](self.extra_new)
        self.final_start: i64 = self.starts["final"]
        self.draw_place: i64 = self.places.get("draw", -1)
        self.place_place: i64 = self.places.get("place", -1)
        self.deploy_place: i64 = self.places.get("deploy", -1)


class Return(Step):
    """The end of a called sequence: the step that called it goes on."""

    def enter(self, state: State) -> i64:
        return state.come_back()


class GameOver(Step):
    """The end of the last sequence."""

    name = "over"

    def enter(self, state: State) -> i64:
        state.actor = NOBODY
        return ASK
