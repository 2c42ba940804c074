"""What a box is made of: the steps it adds to a turn, the scorers of its features, and the hooks that it overrides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from aude.engine.arrays import vec
from aude.engine.rng import Random
from aude.engine.tiles import Tile

if TYPE_CHECKING:
    from aude.engine.rules import Rules
    from aude.engine.state import State

# What `enter`, `apply` and `resume` answer.
CONTINUE: Final = 0  # finished here: go on with the program
ASK: Final = 1  # a decision is wanted of `state.actor`

CHANCE: Final = -1  # the seat that draws
NOBODY: Final = -2  # the game is over
SUPPLY: Final = -1  # where a figure is that stands nowhere

# What has brought points, for those who are told of every gain.
BY_TILE: Final = 0  # features and what boxes score like them, caused by the tile of the turn
BESIDES: Final = 1  # whatever else earns points in a turn
PAYMENT: Final = 2  # nothing earned: one seat has paid another

# What `lay_piece` and `position_lines` say besides sentences and numbers of nodes.
MISWRITTEN: Final = "?"  # the line does not follow its form
AT_LAST: Final = 1 << 40  # the line comes behind all tiles and figures


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
        return CONTINUE

    def resume(self, state: State) -> i64:
        """The sequence that this step called has ended."""
        return CONTINUE

    def legal(self, state: State) -> vec[i64]:
        """The codes of everything that may be chosen, in a stable order."""
        return vec[i64]()

    def apply(self, state: State, action: i64) -> i64:
        """Carry out a choice: ON, or ASK if another decision is wanted."""
        return CONTINUE

    def count(self, state: State) -> i64:
        """How many choices there are; for chance, how many equally likely draws."""
        return len(self.legal(state)) + max(0, self.high(state) - self.low(state) + 1)

    def nth(self, state: State, k: i64) -> i64:
        """The k-th of `count` choices."""
        listed = self.legal(state)
        return listed[k] if k < len(listed) else self.low(state) + k - len(listed)

    def sample(self, state: State, random: Random) -> i64:
        """A random choice of the open question, each of `count` equally likely."""
        if state.rules.counts_itself[state.step]:
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

    def about(self, state: State) -> list[Note]:
        """What the question is about and the table does not show (a tile under the hammer), told before it is asked."""
        return []

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

    def is_due(self, state: State, feature: i64) -> bool:
        """Whether an incomplete feature is scored together with what is complete on the table, because of it."""
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class Box:
    """What one buys: a game or an expansion. It overrides the hooks it needs; the others cost nothing."""

    id: str = ""

    def setup(self, rules: Rules) -> None:
        """Add kinds, tiles, figures, registers and steps."""

    def finalize(self, rules: Rules) -> None:
        """All boxes have spoken and the tables stand: look up columns of traits and places in the program."""

    def on_start(self, state: State) -> None:
        """The first tiles lie: give registers their first values."""

    def filter_rotations(self, state: State, cell: i64, rotations: i64) -> i64:
        """Of the rotations in which the drawn tile would match at an empty cell, the mask of those that are allowed."""
        return rotations

    def limits(self, tile: Tile) -> bool:
        """Whether `filter_rotations` may ever take one away from such a tile; asked once, when the tables stand."""
        return True

    def placement_refusal(self, state: State, cell: i64, rotation: i64) -> tuple[str, str]:
        """Why `filter_rotations` takes a rotation away: the rule, and the key of the sentence in the box's texts."""
        return "", ""

    def can_loosen(self, state: State) -> bool:
        """Whether `loose_rotations` may find anything for the player now; asked once before all cells are looked at."""
        return True

    def loose_rotations(self, state: State, tile: i64, front: i64) -> i64:
        """The mask of rotations in which a tile may lie at a frontier cell though its sides do not match.

        Only of those that look different (`equal_rotation`); `lay_loosely` then makes the sides match.
        """
        return 0

    def lay_loosely(self, state: State, tile: i64, cell: i64, rotation: i64) -> i64:
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

    def filter_figure_options(self, state: State, options: vec[i64]) -> vec[i64]:
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

    def location_claims(self, state: State, place: i64) -> i64:
        """A node of the feature that a figure on a reserved place of this box keeps others from placing on, or -1."""
        return -1

    def extra_rate(self, state: State, feature: i64, complete: bool) -> i64:
        """Added to the points per tile of a feature; never replaces what other boxes add."""
        return 0

    def feature_completed(self, state: State, feature: i64) -> None:
        """A feature is complete and is about to be scored, occupied or not."""

    def location_slot(self, state: State, place: i64) -> i64:
        """The tile where a reserved place of this box is, or -1."""
        return -1

    def points_gained(self, state: State, seat: i64, points: i64, cause: i64) -> None:
        """A seat has scored in the course of the game; not told of the scoring at the end."""

    def supplier_bonus(self, state: State, supplier: i64) -> i64:
        """Points more than usual that a supplier is worth to a field, each time it counts."""
        return 0

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

    def stacks(self, state: State) -> list[int]:
        """How many tiles are left in each stack, if the game is divided by stacks of which nobody knows the tiles."""
        return []

    def holdings(self, state: State, seat: i64) -> list[tuple[str, int]]:
        """What a seat holds besides figures (tokens, tiles of honour), by name; a name stays when there are none."""
        return []

    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        """What lies or stands on the table besides figures: node, seat and name of each.

        The seat is -1 for what is nobody's; instead of a node, -1 - slot means the tile as a whole.
        """
        return []

    def pieces_at_sides(self, state: State) -> list[tuple[int, int, int, str]]:
        """What stands at sides of laid tiles: slot, side (0 north, clockwise), seat (-1 for nobody's) and name of each.

        A side with anything at it is drawn as a line in the empty cell that it faces; a `wall` is no more than that.
        """
        return []

    def hold(self, state: State, seat: i64, name: str, number: i64) -> bool:
        """Give a seat so many of its `holdings`, in a position laid by hand; False if it cannot have so many."""
        return False

    def objection(self, state: State) -> str:
        """What cannot be in a position laid by hand, in a sentence; empty if nothing is wrong."""
        return ""

    def position_forms(self) -> list[str]:
        """How lines of a position lay what this box has on the table besides tiles and figures on segments.

        `lay PIECE X,Y`, or `stand SEAT FIGURE PLACE at X,Y`, with words of its own for PIECE and PLACE: the word in
        small letters behind `lay`, or behind the figure, says whose line it is. If there are several, `|` parts them.
        """
        return []

    def lay_piece(self, state: State, words: list[str], figure: i64) -> str:
        """Do what a line of these forms says: the words behind `lay`; or behind the figure, which is in the supply.

        Without a figure it is -1. Why it cannot be, in a sentence; empty if it is done; MISWRITTEN.
        """
        return MISWRITTEN

    def position_lines(self, state: State) -> list[tuple[int, str]]:
        """The lines that lay what this box has on the table, each with the number of nodes that lay before it.

        A tile that an own line lays is laid by no other. AT_LAST instead of the number: after the figures.
        """
        return []

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
