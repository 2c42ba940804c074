"""Laws that hold in every game: over random mixes of boxes, seats, options and seeds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aude import Game, Illegal, Setup
from aude.boxes.carcassonne.rules import parts
from aude.engine.drive import opening, play_listed, roll_out
from aude.engine.figures import claimed
from aude.engine.pairs import pairs
from aude.engine.rng import Random
from aude.engine.rules import CHANCE, NOBODY, SUPPLY, Note, Rules
from aude.engine.scoring import if_ended_now
from aude.engine.snapshot import dump, restore, same
from aude.engine.state import State
from aude.engine.tiles import PORTS, Segment, Tile
from aude.game.options import Option
from in_words import words_of
from sizes import SOAK, sized
from strategies import CARCASSONNE, SEEDS, setups

GAMES = sized(15, soak=200)
ROOT = Path(__file__).parent.parent
PLUGIN = Path(__file__).parent / "boxes" / "proving_ground"


def test_the_same_examples_are_tried_at_every_run_but_in_a_soak() -> None:
    assert settings.default is not None and settings.default.derandomize is not SOAK


def states(setup: Setup, seed: int, notes: list[Note] | None = None) -> Iterator[State]:
    """The states of a random game, each before its decision; the last one is over."""
    state = opening(setup.rules())
    state.journal = notes
    random = Random(seed)
    while True:
        yield state
        if state.actor == NOBODY:
            return
        state.play(state.rules.program[state.step].sample(state, random))


def out_of_game(notes: list[Note]) -> int:
    """How many tiles have been thrown away, set aside or put up for auction, and have not come back."""
    back = sum(note.facts[0] for note in notes if note.name in ("shuffled_in", "put_back"))
    back += sum(note.name == "brings" for note in notes)
    return sum(note.name in ("discarded", "set_aside", "offered") for note in notes) - back


def chosen(game: Game, random: Random) -> Option:
    """A random option, of a range a random number."""
    option = game.options[random.below(len(game.options))]
    if option.low is None or option.high is None:
        return option
    return option.at(option.low + int(random.below(option.high - option.low + 1)))


@settings(max_examples=GAMES)
@given(setups(), SEEDS)
def test_law_every_figure_is_in_one_place_and_every_tile_too(setup: Setup, seed: int) -> None:
    """Supply and table together hold what each seat was given; bag, hand and table hold every tile."""
    rules = setup.rules()
    total = sum(rules.table.bag)
    notes: list[Note] = []
    for state in states(setup, seed, notes):
        for kind in range(len(rules.figure_kinds)):
            for seat in range(rules.seats):
                mine = [
                    figure
                    for figure in range(rules.figures)
                    if rules.figure_kind[figure] == kind and rules.figure_seat[figure] == seat
                ]
                free = [figure for figure in mine if state.figure_at[figure] == SUPPLY]
                assert len(free) == state.supply[kind * rules.seats + seat]
        standing = [
            int(state.root[node])
            for figure, node in enumerate(state.figure_at)
            if node >= 0 and rules.occupies[rules.figure_kind[figure]]
        ]
        # A figure on a place of its own may keep others from a feature.
        standing += [int(claimed(state, place)) for place in state.figure_at if place < SUPPLY]
        for feature in range(state.nodes):
            if state.root[feature] == feature:
                assert state.occupants[feature] == standing.count(feature)
        assert sum(state.bag) == state.bag_size
        laid = sum(rules.table.tiles[turned >> 2].drawn for turned in state.slot_tile[: state.slots])  # no abbeys
        assert state.bag_size + laid + (state.tile >= 0) + out_of_game(notes) == total
    assert all(node == SUPPLY for node in state.figure_at)


@settings(max_examples=GAMES)
@given(setups(), SEEDS)
def test_law_counting_picking_and_listing_agree(setup: Setup, seed: int) -> None:
    """`nth` runs through the options; chance draws each, and every tile as often as it lies in the stack."""
    for number, state in enumerate(states(setup, seed)):
        if state.actor == NOBODY or number % 7:
            continue
        step = state.rules.program[state.step]
        picked = [int(step.nth(state, k)) for k in range(step.count(state))]
        if step.name in ("draw", "offer"):
            assert {tile: picked.count(tile) for tile in picked} == {
                tile: state.bag[tile] for tile in step.legal(state)
            }
        else:
            offered = [int(code) for code in step.legal(state)] + list(range(step.low(state), step.high(state) + 1))
            if state.actor == CHANCE:  # some draws are likelier than others
                assert set(picked) == set(offered)
            else:
                assert picked == offered
        assert len(set(step.legal(state))) == len(step.legal(state))


@settings(max_examples=GAMES)
@given(setups(), SEEDS)
def test_law_every_option_plays_and_nothing_else_does(setup: Setup, seed: int) -> None:
    """Each offered text is accepted and means itself; made-up ones are refused and change nothing."""
    game = Game(setup, seed=seed)
    random = Random(seed)
    number = 0
    while not game.over:
        options = game.options
        number += 1
        if number % 9 == 0:
            for option in options:
                if option.low is not None:
                    option = option.at(option.low)
                trial = game.copy()
                trial.play(option.text)
                assert trial.moves[len(game.moves)].code == option.code
            before = game.to_bytes()
            offered = {option.text for option in options}
            for x in range(-4, 5):
                wrong = f"place {x},{x - 1} turn {90 * (x % 4)}"
                if wrong not in offered:
                    trial = game.copy()
                    try:
                        trial.play(wrong)
                    except Illegal as error:
                        assert error.rule and error.says
                    else:  # an equal rotation of an offered placement, and that is what was played
                        assert trial.moves[len(game.moves)].text in offered
            with pytest.raises(Illegal):
                game.play("place 999,999 turn 0")
            assert game.to_bytes() == before
        game.play(chosen(game, random))


@settings(max_examples=GAMES)
@given(setups(), SEEDS)
def test_law_records_replay_to_the_same_position(setup: Setup, seed: int) -> None:
    """Text written and read back is the same game, and its text is the same."""
    game = Game(setup, seed=seed)
    random = Random(seed + 1)
    while not game.over:
        game.play(chosen(game, random))
    again = Game.read(game.record)
    assert again == game
    assert again.record == game.record
    assert again.fingerprint() == game.fingerprint()
    assert sum(event.points for event in game.events if event.name == "scored") == sum(game.scores.values())
    for event in game.events:
        assert event.points == sum(line.points for line in event.lines)


@settings(max_examples=GAMES)
@given(setups(), SEEDS, st.integers(min_value=0, max_value=60))
def test_law_a_copy_never_touches_its_original(setup: Setup, seed: int, moves: int) -> None:
    """Copies and snapshots play on exactly as the original would, and leave it as it was."""
    for number, state in enumerate(states(setup, seed)):
        if number == moves or state.actor == NOBODY:
            break
    before = list(dump(state))
    copy = state.copy()
    thawed = restore(state.rules, dump(state))
    assert same(copy, state) and same(thawed, state)
    roll_out(copy, Random(seed))
    play_listed(state.copy(), Random(seed))
    roll_out(thawed, Random(seed))
    assert same(copy, thawed)
    assert list(dump(state)) == before


@settings(max_examples=GAMES)
@given(setups(), SEEDS)
def test_law_the_forecast_of_the_last_position_is_the_result(setup: Setup, seed: int) -> None:
    """If the game ends, what it would bring if it ended now is what it brings; and asking changes nothing."""
    for state in states(setup, seed):
        before = list(dump(state)) if state.slots % 10 == 0 else None
        forecast = [int(points) for points in if_ended_now(state)]
        if before is not None:
            assert list(dump(state)) == before
        if state.actor == NOBODY:
            assert forecast == list(state.scores)
        elif state.bag_size == 0 and state.rules.program[state.step].name == "deploy":
            # The last decision: passing brings exactly what is foreseen, for what is complete counts as it will.
            passed = state.copy()
            told: list[Note] = []
            passed.journal = told
            passed.play(0)
            # A box may ask on after the figure, and The City for walls; the base game may not.
            assert passed.actor == NOBODY or setup.boxes or setup.game != CARCASSONNE
            # A dragon with one way to go asks nobody; whom it meets is not foreseen.
            if passed.actor == NOBODY and not any(note.name == "dragon_moved" for note in told):
                assert forecast == list(passed.scores)


@settings(max_examples=GAMES)
@given(setups(), SEEDS)
def test_law_pairs_are_placements_followed_by_figures(setup: Setup, seed: int) -> None:
    """All pairs of placement and figure, found by looking, are those found by playing."""
    for state in states(setup, seed):
        if state.actor == NOBODY or state.rules.program[state.step].name != "place" or state.slots % 8:
            continue
        played = []
        for place in state.legal():
            after = state.copy()
            after.play(place)
            options = list(after.legal()) if after.rules.program[after.step].name == "deploy" else [0]
            played += [(int(place), int(option)) for option in options]
        flat = [int(number) for number in pairs(state)]
        assert list(zip(flat[::2], flat[1::2], strict=True)) == played


# -- turning and mirroring the table ----------------------------------------------------------------------------------
MIRRORED = dict(
    zip(
        ["NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR"],
        ["NR", "N", "NL", "WR", "W", "WL", "SR", "S", "SL", "ER", "E", "EL"],
        strict=True,
    )
)


def mirrored(tile: Tile) -> Tile:
    """The tile as a mirror on its eastern side would show it."""
    segments = tuple(
        Segment(s.kind, tuple(MIRRORED[port] for port in s.ports), s.traits, s.beside) for s in tile.segments
    )
    return Tile(tile.id, segments, tile.count, tile.first_edition, tile.symbols, tile.more)


def replay_changed(setup: Setup, seed: int, *, turns: int, mirror: bool) -> tuple[list[int], list[int]]:
    """The result of a random game, and of the same game on a table turned (or mirrored)."""
    original = setup.rules()
    tiles = [(mirrored(tile) if mirror else tile, count) for tile, count in setup.tile_list()]

    def moved(x: int, y: int, turn: int) -> tuple[int, int, int]:
        if mirror:
            x, turn = -x, -turn
        for _ in range(turns):
            x, y, turn = -y, x, turn + 1
        return x, y, turn % 4

    start = [(name, *moved(x, y, turn)) for name, x, y, turn in original.start]
    changed = Rules([parts], list(setup.players), setup.values(), setup.elements(), dict(setup.figures), tiles, start)
    one, other = opening(original), opening(changed)
    random = Random(seed)
    while one.actor != NOBODY:
        step = original.program[one.step]
        action = int(step.sample(one, random))
        if step.name == "place":
            x, y = (int(number) for number in words_of(one, action)[1].split(","))
            x, y, turn = moved(x, y, action & 3)
            turn = int(changed.table.equal_rotation[other.tile * 4 + turn])
            wanted = ["place", f"{x},{y}", "turn", str(90 * turn)]
            codes = [code for code in other.legal() if words_of(other, code) == wanted]
            assert len(codes) == 1
            other.play(codes[0])
            one.play(action)
        elif step.name == "deploy" and action:
            # An equal rotation may number the segments otherwise: find the spot by where it lies.
            words = words_of(one, action)
            ports = set(words[3].split(".")) if len(words) > 3 else set()
            if mirror:
                ports = {MIRRORED[port] for port in ports}
            ports = {PORTS[(PORTS.index(port) + 3 * turns) % 12] for port in ports}
            for code in other.legal():
                offered = words_of(other, code)
                if offered[:3] == words[:3] and set("".join(offered[3:]).split(".")) - {""} == ports:
                    break
            other.play(code)
            one.play(action)
        else:
            other.play(action)
            one.play(action)
    assert other.actor == NOBODY
    return list(one.scores), list(other.scores)


@settings(max_examples=GAMES)
@given(setups(among=()), SEEDS, st.integers(min_value=0, max_value=3), st.booleans())
def test_law_turning_or_mirroring_the_table_changes_no_score(setup: Setup, seed: int, turns: int, mirror: bool) -> None:
    """The same game on a turned or mirrored table ends with the same scores."""
    one, other = replay_changed(setup, seed, turns=turns, mirror=mirror)
    assert one == other


# -- compiled and interpreted -----------------------------------------------------------------------------------------
PLAY = """
import json, sys
import aude
from aude import Game, Setup
from aude.engine.rng import Random
results = []
for seed in range(int(sys.argv[1])):
    seats = ("red", "blue", "green", "yellow", "black")[: 2 + seed % 4]
    boxes = (sys.argv[2],) if seed % 4 == 1 else ()
    setup = Setup(boxes=boxes, players=seats, without=("farmers",) if seed % 3 == 2 else ())
    if seed % 4 == 2:
        setup = Setup(game="the_city", players=seats)
    game = Game(setup, seed=seed)
    random = Random(seed)
    while not game.over:
        options = [option for option in game.options if option.low is None]
        game.play(options[random.below(len(options))])
        if len(game.moves) % 25 == 0:
            results.append(game.fingerprint())
    results.append(game.fingerprint())
print(json.dumps({"compiled": aude.COMPILED, "results": results}))
"""


def play_in(source: Path) -> dict[str, object]:
    environment = {**os.environ, "PYTHONPATH": str(source)}
    command = [sys.executable, "-c", PLAY, "40" if SOAK else "8", str(PLUGIN)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    result: dict[str, object] = json.loads(done.stdout)
    return result


def test_law_compiled_equals_interpreted() -> None:
    """The same seeds give the same positions, move by move, in both builds of the same source."""
    pure = ROOT / "build" / "pure" / "src"
    assert pure.is_dir(), "make build copies the source there"
    interpreted = play_in(pure)
    here = play_in(ROOT / "src")
    assert interpreted["compiled"] is False
    assert here["compiled"] is bool(list((ROOT / "src" / "aude" / "engine").glob("state*.so")))
    assert here["results"] == interpreted["results"]
