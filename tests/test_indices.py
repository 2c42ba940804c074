"""Indices count from 0: the build removes the emulation of negative ones, and no game uses one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from aude import COMPILED
from aude.catalog import boxes as catalog
from aude.dev.bench import BASE
from aude.engine.drive import opening
from mypyc_build.indices import remove_negative_indices, without_negative_indices

ROOT = Path(__file__).parent.parent

# As mypyc writes `array[node]`, in the two ways in which it lays out the branches.
READ = """
    cpy_r_r5 = (int64_t)cpy_r_r4.len;
    cpy_r_r6 = (uint64_t)cpy_r_node < (uint64_t)cpy_r_r5;
    if (cpy_r_r6) goto CPyL8;
    cpy_r_r7 = cpy_r_node + cpy_r_r5;
    cpy_r_r8 = (uint64_t)cpy_r_r7 < (uint64_t)cpy_r_r5;
    if (cpy_r_r8) {
        goto CPyL7;
    } else
        goto CPyL20;
CPyL5: ;
    PyErr_SetNone(PyExc_IndexError);
"""
READ_AT_ONCE = """
    cpy_r_r5 = (int64_t)cpy_r_r4.len;
    cpy_r_r6 = (uint64_t)cpy_r_node < (uint64_t)cpy_r_r5;
    if (cpy_r_r6) goto CPyL8;
    goto CPyL20;
CPyL5: ;
    PyErr_SetNone(PyExc_IndexError);
"""
WRITE = """
    cpy_r_r64 = (uint64_t)1 < (uint64_t)cpy_r_r63;
    if (cpy_r_r64) {
        goto CPyL67;
    } else
        goto CPyL63;
CPyL62: ;
    cpy_r_r85 = PyErr_Occurred();
CPyL63: ;
    cpy_r_r65 = 1 + cpy_r_r63;
    cpy_r_r66 = (uint64_t)cpy_r_r65 < (uint64_t)cpy_r_r63;
    if (cpy_r_r66) goto CPyL66;
    PyErr_SetNone(PyExc_IndexError);
"""
WRITE_AT_ONCE = """
    cpy_r_r64 = (uint64_t)1 < (uint64_t)cpy_r_r63;
    if (cpy_r_r64) {
        goto CPyL67;
    } else
        goto CPyL63;
CPyL62: ;
    cpy_r_r85 = PyErr_Occurred();
CPyL63: ;
    PyErr_SetNone(PyExc_IndexError);
"""


def test_the_second_chance_is_removed_and_counted() -> None:
    assert without_negative_indices(READ) == (READ_AT_ONCE, 1)
    assert without_negative_indices(WRITE) == (WRITE_AT_ONCE, 1)
    assert without_negative_indices(READ + WRITE) == (READ_AT_ONCE + WRITE_AT_ONCE, 2)
    assert without_negative_indices("    cpy_r_r1 = cpy_r_x + cpy_r_y;\n") == ("    cpy_r_r1 = cpy_r_x + cpy_r_y;\n", 0)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("cpy_r_node + cpy_r_r5", "cpy_r_r5 + cpy_r_node"),  # the sum is another one
        ("if (cpy_r_r8) {", "if (!cpy_r_r8) {"),  # another branch follows
        ("(uint64_t)cpy_r_r7 <", "(uint64_t)cpy_r_r9 <"),  # something else is compared
        ("(uint64_t)cpy_r_node < (uint64_t)cpy_r_r5", "(size_t)cpy_r_node < (size_t)cpy_r_r5"),  # another first check
        ("(uint64_t)cpy_r_node <", "(uint64_t)cpy_r_other <"),  # a first check of something else
        ("(int64_t)cpy_r_r4.len", "(uint64_t)cpy_r_r4.len"),  # unsigned numbers that are no index
    ],
)
def test_other_code_than_expected_is_refused(old: str, new: str) -> None:
    assert READ.count(old) == 1
    with pytest.raises(ValueError, match="emulations were removed"):
        without_negative_indices(READ.replace(old, new))


def test_files_are_rewritten(tmp_path: Path) -> None:
    (tmp_path / "read.c").write_text(READ)
    (tmp_path / "write.c").write_text(WRITE)
    assert remove_negative_indices(sorted(tmp_path.iterdir())) == 2
    assert (tmp_path / "read.c").read_text() == READ_AT_ONCE
    assert (tmp_path / "write.c").read_text() == WRITE_AT_ONCE


@pytest.mark.parametrize("code", [READ_AT_ONCE, "int x;\n"])
def test_the_build_fails_where_there_is_nothing_to_remove(tmp_path: Path, code: str) -> None:
    (tmp_path / "changed.c").write_text(code)
    with pytest.raises(SystemExit, match="mypyc"):
        remove_negative_indices([tmp_path / "changed.c"])


@pytest.mark.skipif(not COMPILED, reason="interpreted, arrays are lists, which count from the end too")
def test_a_negative_index_is_an_error() -> None:
    """An index is read before the first and behind the last element."""
    state = opening(BASE.rules())
    length = len(state.node_segment)
    assert state.kind_of(0) >= 0
    for node in (-1, -length, length):
        with pytest.raises(IndexError):
            state.kind_of(node)


# Random games of the interpreted engine on arrays that refuse negative indices. `aude.engine.arrays` has to be there
# before anything else is imported from the package, for some modules have arrays of their own.
PLAY = """
import importlib, sys, types

class Array(list):
    def __getitem__(self, index):
        if isinstance(index, slice):
            return Array(list.__getitem__(self, index))
        if index < 0:
            raise IndexError(f"an element is read at {index}")
        return list.__getitem__(self, index)

    def __setitem__(self, index, item):
        if index < 0:
            raise IndexError(f"an element is written at {index}")
        list.__setitem__(self, index, item)

sys.modules["aude"] = types.ModuleType("aude")
sys.modules["aude"].__path__ = [sys.argv[1] + "/aude"]
arrays = importlib.import_module("aude.engine.arrays")
arrays._vec = lambda items=(), *, capacity=0: Array(items)
del sys.modules["aude"]

import aude
from aude import Game, Setup
from aude.engine.pairs import play_pairs
from aude.engine import cells, drive
from aude.engine.greedy import greedy_choice
from aude.engine.rng import Random
from aude.engine.snapshot import dump, restore

assert not aude.COMPILED and type(cells.DELTA) is Array
setup = Setup(game=sys.argv[2], boxes=sys.argv[3:])
random = Random(1)
opening = drive.opening(setup.rules())
ways = [drive.play_listed, drive.roll_out]
if setup.game == "carcassonne" and len(setup.boxes) < 2:  # with many boxes there are very many pairs
    ways.append(play_pairs)
for play in ways:
    state = opening.copy()
    assert type(state.board) is Array
    play(state, random)
    restore(state.rules, dump(state))
game = Game(setup, seed=1)  # in words, with what anyone may do out of turn
while not game.over:
    if len(game.moves) % 100 == 50:
        greedy_choice(game.state, random)
        game.board
    option = game.options[random.below(len(game.options))]
    game.play(option if option.low is None else option.at(option.low))
print("played")
"""
MIXES = [
    *([name] if catalog.info(name).extends is None else [catalog.info(name).extends, name] for name in catalog.BOXES),
    ["carcassonne", *catalog.expansions("carcassonne")],
]


@pytest.mark.parametrize("mix", MIXES, ids=lambda mix: mix[-1] if len(mix) < 3 else "all")
def test_no_game_uses_a_negative_index(mix: list[str]) -> None:
    pure = ROOT / "build" / "pure" / "src"
    assert pure.is_dir(), "make build copies the source there"
    done = subprocess.run(
        [sys.executable, "-c", PLAY, str(pure), *mix], env={**os.environ, "PYTHONPATH": str(pure)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == "played\n", done.stderr
