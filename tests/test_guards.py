"""Guards: what the program passes over would have done nothing. Checked step by step over random games."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from mypy_extensions import i64

from aude import Setup
from aude.catalog import boxes
from aude.engine.arrays import vec
from aude.engine.drive import opening
from aude.engine.guards import (
    ALWAYS,
    BEING_SCORED,
    COMPLETED,
    IN_HAND,
    NEWEST,
    Signs,
    can_matter,
    is_set,
    on_drawn,
    on_newest,
)
from aude.engine.rng import Random
from aude.engine.rules import CONTINUE, NOBODY, PASS, Rules
from aude.engine.snapshot import same
from aude.engine.state import State
from aude.engine.tiles import Segment, Tile
from sizes import sized
from strategies import CARCASSONNE, COLOURS, SEEDS, setups

GAMES = sized(15, soak=200)

Seen = Callable[[str, bool], None]  # a step or a part, and whether its guard held


def unseen(name: str, held: bool) -> None:
    """Nobody counts."""


def advance(state: State, seen: Seen) -> None:
    """What `State.advance` does, and a look at everything that it passes over."""
    rules = state.rules
    while True:
        state.step += 1
        step = rules.program[state.step]
        guard = rules.step_guards[state.step]
        held = can_matter(state, guard)
        if guard:
            seen(f"step {step.name or type(step).__name__}", held)
        if held:
            if step.enter(state):
                return
        else:
            trial = state.copy()
            assert step.enter(trial) == CONTINUE, f"{step.name} was passed over, but has something to ask"
            assert same(trial, state), f"{step.name} was passed over, but changes something"


def look_at_options(state: State, seen: Seen) -> None:
    """Where figures are placed: what is not asked for its options has none."""
    rules = state.rules
    for part, guard in zip(rules.figure_options, rules.figure_guards, strict=True):
        held = can_matter(state, guard)
        if guard:
            seen(f"options of {type(part).__name__}", held)
        if not held:
            trial = state.copy()
            trial.work = vec[i64]([PASS])
            assert part.figure_options(trial, 1) == 1, f"{part} was not asked for its options"
            assert same(trial, state)


def interrupt(state: State, random: Random) -> None:
    """Sometimes a seat does what it may do whoever is asked."""
    seat = random.below(state.rules.seats)
    for part in state.rules.interrupts:
        options = part.interrupts(state, seat, vec[i64]())
        if len(options) and random.below(4) == 0:
            part.interrupt(state, seat, options[random.below(len(options))])


def play(rules: Rules, seed: int, seen: Seen = unseen) -> None:
    """A random game in which nothing is passed over unseen."""
    state = opening(rules)
    random = Random(seed)
    while state.actor != NOBODY:
        interrupt(state, random)
        if state.step == rules.deploy_step:
            look_at_options(state, seen)
        action = rules.program[state.step].sample(state, random)
        usual = state.copy()
        usual.play(action)
        if rules.program[state.step].apply(state, action) == CONTINUE:
            advance(state, seen)
        assert same(state, usual)


@settings(max_examples=GAMES)
@given(setups(), SEEDS)
def test_law_what_is_passed_over_would_have_done_nothing(setup: Setup, seed: int) -> None:
    """No step would have asked or changed anything, and no part would have offered an option."""
    play(setup.rules(), seed)


def test_every_guard_is_tried_both_ways() -> None:
    """With every box: each guard has let its step through, and each has kept it back."""
    rules = Setup(boxes=boxes.expansions(CARCASSONNE), players=COLOURS[:2]).rules()
    passed: set[str] = set()
    kept: set[str] = set()

    def seen(name: str, held: bool) -> None:
        (passed if held else kept).add(name)

    guarded = {f"step {step.name or type(step).__name__}" for step in rules.program if step.when is not ALWAYS}
    guarded |= {
        f"options of {type(part).__name__}" for part in rules.figure_options if part.figure_options_when() is not ALWAYS
    }
    assert len(guarded) > 25
    for seed in range(1, 6):
        play(rules, seed, seen)
    rare = Setup(boxes=("inns_and_cathedrals", "tower"), players=COLOURS[:2]).rules()  # prisoners of different kinds
    for seed in range(1, 26):
        play(rare, seed, seen)
    assert passed == kept == guarded


# -- one by one -------------------------------------------------------------------------------------------------------
def test_guards_look_at_registers_scorings_and_tiles() -> None:
    """Each kind of guard, before and after."""
    rules = Setup(boxes=("wheel_of_fortune", "crop_circles"), players=COLOURS[:2]).rules()
    state = opening(rules)
    by_symbol = {symbol: number for number, tile in enumerate(rules.table.tiles) for symbol in tile.symbols}

    def holds(step: str) -> bool:
        return can_matter(state, rules.step_guards[rules.step_numbers[step]])

    assert holds("draw")  # always
    assert not holds("score")  # what is complete
    state.completed = vec[i64]([5])
    assert holds("score")
    assert not holds("wheel")  # on the tile in hand; there is none
    state.tile = by_symbol["crop_circle:city"]
    assert not holds("wheel")
    state.tile = by_symbol["wheel:2"]
    assert holds("wheel")
    assert not holds("circle")  # on the newest tile
    state.slot_tile[state.slots - 1] = by_symbol["crop_circle:city"] * 4 + 3
    assert holds("circle")
    state.slots = 0  # there is none
    assert not holds("circle")
    assert not holds("circle_add")  # a register
    for register in range(len(state.registers)):
        state.registers[register] = -1
    assert holds("circle_add")


def test_symbols_and_traits_are_signs() -> None:
    """By their whole name, or by what stands before the colon."""
    signs = Signs()
    wanted = [on_newest("princess"), on_newest("tunnel", "wheel:2"), on_newest("wheel"), on_drawn("wheel")]
    assert [signs.code_of(guard) for guard in wanted] == [0b10, 0b1100, 0b10000, 0b100000]
    road = Segment("road", ("N",), {"tunnel:end": 1})
    city = Segment("city", ("N",), {"princess": 1})
    assert signs.of_tile(Tile("box/plain", (Segment("field", ()),), 1, 1), NEWEST) == 0
    assert signs.of_tile(Tile("box/traits", (road, city), 1, 1), NEWEST) == 0b110
    two = Tile("box/two", (), 1, 1, symbols=("wheel:2",))
    assert signs.of_tile(two, NEWEST) == 0b11000
    assert signs.of_tile(two, IN_HAND) == 0b100000
    assert signs.of_tile(Tile("box/three", (), 1, 1, symbols=("wheel:3", "wheelwright")), NEWEST) == 0b10000


def test_guards_that_look_at_no_tile() -> None:
    """No guard, a register, and what is being scored."""
    assert Signs().code_of(ALWAYS) == 0
    assert Signs().code_of(is_set(5)) == ~5
    assert Signs().code_of(COMPLETED) == BEING_SCORED
