"""How fast the engine is, on one core: whole random games, single calls, large tables, and compared with a yardstick.

Everything is measured in processor time of this process, with two players, the first seat beginning. A yardstick is a
speed study: a project that pip can install, with a `bench.py` that prints JSON. It is built once in its own environment
and runs alternately with our own rounds; the best round of each counts, because machines are noisy.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from aude.api import Game
from aude.boxes.carcassonne.pairs import play_pairs
from aude.catalog import boxes as catalog
from aude.engine import drive
from aude.engine.arrays import COMPILED
from aude.engine.hand import take_from_bag
from aude.engine.laying import put
from aude.engine.placing import rotations_that_fit
from aude.engine.rng import Random
from aude.engine.rules import CHANCE, NOBODY, Rules
from aude.engine.start import begin_turn, lay_start
from aude.engine.state import State
from aude.errors import AudeError, Unreadable
from aude.game.setup import Setup
from aude.version import __version__

BASE = Setup(options={"first_player": "seat1"})
# What is measured besides the base game.
MIXES: dict[str, Setup] = {
    "base": BASE,
    "base_without_farmers": replace(BASE, without=("farmers",)),
    "all_boxes": replace(BASE, boxes=catalog.expansions(BASE.game)),
    # And every other game in the catalog.
    **{name: Setup(game=name) for name in catalog.BOXES if catalog.info(name).extends is None and name != BASE.game},
}
SIZES = (10, 50, 100, 200, 300)  # tiles on the table
CHUNK = 64  # states copied before the same number of moves is timed
ROUNDS = 6  # of the yardstick and of ours, alternating

Speak = Callable[[str], None]


def silent(text: str) -> None:
    """Ignore progress messages."""


# -- whole games ------------------------------------------------------------------------------------------------------
WAYS: dict[str, Callable[[State, Random], None]] = {
    "two_stage": drive.play_listed,
    "pairs": play_pairs,
    "rollout": drive.roll_out,
}


def games_per_second(rules: Rules, play: Callable[[State, Random], None], seconds: float) -> float:
    """Whole random games, from a copy of the opening."""
    opening = drive.opening(rules)
    random = Random(1)
    games = 0
    begun = time.process_time()
    while True:
        for _ in range(5):
            play(opening.copy(), random)
        games += 5
        spent = time.process_time() - begun
        if spent >= seconds:
            return games / spent


def door_games_per_second(setup: Setup, seconds: float) -> float:
    """The same through the public API: options in words, events, a record."""
    random = Random(1)
    games = 0
    begun = time.process_time()
    while True:
        game = Game(setup, seed=games)
        game.observes = False
        while not game.over:
            options = game.options
            game.play(options[int(random.below(len(options)))])
        games += 1
        spent = time.process_time() - begun
        if spent >= seconds:
            return games / spent


# -- single calls -----------------------------------------------------------------------------------------------------
def sampled(rules: Rules, games: int = 4) -> list[State]:
    """The states of whole games: every one in which a seat is asked."""
    random = Random(2)
    found = []
    for _ in range(games):
        state = drive.opening(rules)
        while state.actor != NOBODY:
            if state.actor != CHANCE:
                found.append(state.copy())
            state.play(state.rules.program[state.step].sample(state, random))
    return found


def microseconds(states: Sequence[State], seconds: float) -> dict[str, float]:
    """The cost of `legal`, `apply` (playing a random option) and `copy`, as called from Python."""
    random = Random(3)
    choices = []
    for state in states:
        choices.append(int(state.rules.program[state.step].sample(state, random)))
    best = {"legal": 1e9, "apply": 1e9, "copy": 1e9}
    clock = time.process_time
    end = clock() + seconds
    while True:  # the best pass counts: something slowed down the others
        begun = clock()
        for state in states:
            state.legal()
        best["legal"] = min(best["legal"], clock() - begun)
        begun = clock()
        for state in states:
            state.copy()
        best["copy"] = min(best["copy"], clock() - begun)
        spent = 0.0
        for start in range(0, len(states), CHUNK):
            copies = [state.copy() for state in states[start : start + CHUNK]]
            begun = clock()
            for state, choice in zip(copies, choices[start : start + CHUNK], strict=True):
                state.play(choice)
            spent += clock() - begun
        best["apply"] = min(best["apply"], spent)
        if clock() >= end:
            return {name: round(pass_time / len(states) * 1e6, 3) for name, pass_time in best.items()}


def growth(seconds: float) -> list[dict[str, Any]]:
    """What single calls cost as the table grows, with the number of cells where a tile could lie.

    Random tables and, as the worst case for `copy`, a staircase: the largest board for its number of tiles.
    """
    rules = replace(BASE, tiles={"base": 5}).rules()
    random = Random(4)
    states: dict[int, list[State]] = {size: [] for size in SIZES}
    for _ in range(6):
        state = drive.opening(rules)
        while state.actor != NOBODY:
            size = int(state.slots)
            if state.actor != CHANCE and size in states and state.tile >= 0:
                states[size].append(state.copy())
            state.play(state.rules.program[state.step].sample(state, random))
    tables = [("random", size, here) for size, here in states.items()]
    tables.append(("staircase", SIZES[-1], [staircase(rules, SIZES[-1])]))
    found: list[dict[str, Any]] = []
    for shape, size, here in tables:
        costs = microseconds(here * (30 // len(here)), seconds / len(tables))
        frontier = sum(int(state.fronts) for state in here) / len(here)
        found.append({"shape": shape, "tiles": size, "frontier": round(frontier, 1), **costs})
    return found


def staircase(rules: Rules, size: int) -> State:
    """That many tiles at 0,0; 1,0; 1,1; 2,1; 2,2 … and one in hand."""
    state = State(rules)
    lay_start(state)
    for number in range(1, size):
        x, y = (number + 1) // 2, number // 2
        front = -state.board_at(x, y) - 1
        tile = next(tile for tile, left in enumerate(state.bag) if left and rotations_that_fit(state, tile, front))
        rotations = int(rotations_that_fit(state, tile, front))
        put(state, tile, state.cell_of(x, y), (rotations & -rotations).bit_length() - 1)
        take_from_bag(state, tile)
    begin_turn(state, 0)
    state.play(rules.program[state.step].sample(state, Random(4)))
    return state


def bytes_per_state() -> dict[str, int]:
    """The size of a position at the end of a game: as a snapshot, and as the arrays of a state in memory."""
    game = Game(BASE, seed=1)
    random = Random(1)
    while not game.over:
        options = game.options
        game.play(options[int(random.below(len(options)))])
    state = game.state
    arrays = 0
    for name in dir(state):
        if name.startswith("_") or name in ("rules", "journal"):
            continue
        value = getattr(state, name)
        if not callable(value) and hasattr(value, "__len__"):
            arrays += 8 * len(value)
    return {"snapshot": len(game.to_bytes()), "arrays": arrays}


# -- other processes --------------------------------------------------------------------------------------------------
def _run(command: Sequence[str], **environment: str) -> str:
    """The output of a command; if it fails, an error with its last lines."""
    environ = {**os.environ, **environment}
    done = subprocess.run(list(command), capture_output=True, text=True, env=environ, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise AudeError(f"{Path(command[0]).name} {command[1]} failed: {' | '.join(lines[-3:])}")
    return done.stdout


def package_folder() -> Path:
    """The folder to put on PYTHONPATH so that another process imports this same package."""
    return Path(__file__).resolve().parents[2]


def pure_copy(folder: Path) -> Path:
    """Copy the package without its compiled modules. Returns the folder for PYTHONPATH."""
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.pyc")
    shutil.copytree(package_folder() / "aude", folder / "aude", ignore=ignored)
    return folder


def import_seconds() -> float:
    """How long `import aude` takes in a fresh Python; the best of three."""
    program = "import time; t = time.perf_counter(); import aude; print(time.perf_counter() - t)"
    path = str(package_folder())
    return round(min(float(_run([sys.executable, "-c", program], PYTHONPATH=path)) for _ in range(3)), 4)


def interpreted(seconds: float, folder: Path, measuring: str = "of_setup") -> dict[str, Any]:
    """What one of these functions measures for the base game, interpreted, in another process."""
    program = (
        "import json, sys; from aude import COMPILED; from aude.dev import bench; assert not COMPILED; "
        f"print(json.dumps(bench.{measuring}(bench.BASE, float(sys.argv[1]))))"
    )
    found: dict[str, Any] = json.loads(
        _run([sys.executable, "-c", program, str(seconds)], PYTHONPATH=str(folder), PYTHONDONTWRITEBYTECODE="1")
    )
    return found


# -- the yardstick ----------------------------------------------------------------------------------------------------
YARDSTICK_WAYS = ("two_stage", "rollout")
IGNORED = ("build", "dist", "__pycache__", "*.egg-info", ".git", "*.pyc", ".venv", ".mypy_cache")


@dataclass(frozen=True)
class Yardstick:
    """A speed study, built: its `bench.py` and the Pythons that have it compiled and interpreted."""

    bench: Path
    compiled: Path
    pure: Path

    def measure(self, python: Path, seconds: float) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(_run([str(python), str(self.bench), str(seconds)], PYTHONPATH=""))
        return found


def cache_folder() -> Path:
    """The cache for things that take long to build."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "aude"


def build_yardstick(path: Path, speak: Speak = silent) -> Yardstick:
    """Build the speed study at a path, compiled and interpreted, unless its content has been built before."""
    if not (path / "bench.py").is_file() or not (path / "pyproject.toml").is_file():
        raise Unreadable(f"{str(path)!r} is not a yardstick: expected a folder with pyproject.toml and bench.py")
    digest = hashlib.sha256(sys.version.encode())
    with tempfile.TemporaryDirectory() as temporary:
        source = Path(temporary) / "source"
        shutil.copytree(path, source, ignore=shutil.ignore_patterns(*IGNORED))
        for file in sorted(source.rglob("*")):
            if file.is_file():
                digest.update(str(file.relative_to(source)).encode() + b"\0" + file.read_bytes())
        folder = cache_folder() / "yardstick" / digest.hexdigest()[:16]
        found = Yardstick(folder / "bench.py", _python(folder / "compiled"), _python(folder / "pure"))
        if (folder / "done").exists():
            return found
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name, environment in (("compiled", {}), ("pure", {"ENGINE_PURE": "1"})):
            speak(f"building the yardstick ({name})")
            _run([sys.executable, "-m", "venv", str(folder / name)])
            work = Path(temporary) / name  # setuptools leaves its build folder in the source
            shutil.copytree(source, work)
            python = str(_python(folder / name))
            _run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(work)], **environment)
        shutil.copyfile(source / "bench.py", folder / "bench.py")
        (folder / "done").touch()
        return found


def _python(environment: Path) -> Path:
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def beside_yardstick(path: Path, seconds: float, pure: Path, speak: Speak = silent) -> dict[str, Any]:
    """Our games per second and those of the yardstick, measured alternately: the best rounds, and ours / theirs."""
    yardstick = build_yardstick(path, speak)
    found: dict[str, Any] = {}
    for name, python in (("compiled", yardstick.compiled), ("interpreted", yardstick.pure)):
        theirs: dict[str, float] = {}
        ours: dict[str, float] = {}
        for number in range(ROUNDS):
            speak(f"against the yardstick, {name}, round {number + 1} of {ROUNDS}")
            measured = yardstick.measure(python, seconds)
            if name == "compiled" and COMPILED:
                mine = rates(BASE, seconds)
            elif name == "interpreted":
                mine = interpreted(seconds, pure, "rates")
            else:
                mine = {}
            for way in YARDSTICK_WAYS:
                theirs[way] = max(theirs.get(way, 0.0), float(measured[way]))
                if way in mine:
                    ours[way] = max(ours.get(way, 0.0), float(mine[way]))
        found[name] = {
            "yardstick": {way: round(rate, 1) for way, rate in theirs.items()},
            "aude": {way: round(rate, 1) for way, rate in ours.items()} or None,
            "ratio": {way: round(rate / theirs[way], 3) for way, rate in ours.items()} or None,
        }
    return found


def rates(setup: Setup, seconds: float) -> dict[str, float]:
    """The games per second in the ways that a yardstick measures too."""
    rules = setup.rules()
    return {way: games_per_second(rules, WAYS[way], seconds) for way in YARDSTICK_WAYS}


# -- everything -------------------------------------------------------------------------------------------------------
def of_setup(setup: Setup, seconds: float) -> dict[str, Any]:
    """Games per second and microseconds of one mix."""
    rules = setup.rules()
    return {
        "games_per_second": {way: round(games_per_second(rules, play, seconds), 1) for way, play in WAYS.items()},
        "microseconds": microseconds(sampled(rules), seconds / 2),
    }


def measure(
    seconds: float = 1.0,
    *,
    yardstick: Path | None = None,
    mixes: Mapping[str, Setup] | None = None,
    speak: Speak = silent,
) -> dict[str, Any]:
    """All measurements as a dict. `seconds` is how long whole games of each kind are played."""
    if yardstick is not None:
        build_yardstick(yardstick, speak)  # so that a mistake there shows before the long part
    for setup in (mixes or {}).values():
        setup.rules()
    speak("the base game")
    base = of_setup(BASE, seconds)
    found: dict[str, Any] = {
        "version": __version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "compiled": COMPILED,
        **base,
    }
    speak("the public API, import, memory")
    found["door_games_per_second"] = round(door_games_per_second(BASE, seconds), 1)
    found["import_seconds"] = import_seconds()
    found["bytes_per_state"] = bytes_per_state()
    speak("large tables")
    found["growth"] = growth(seconds)
    found["mixes"] = {"base": base}
    for name, setup in {**MIXES, **(mixes or {})}.items():
        if setup != BASE:
            speak(f"the mix {name}")
            found["mixes"][name] = of_setup(setup, seconds)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pure_copy(Path(temporary)) if COMPILED or yardstick else Path(temporary)
        if COMPILED:
            speak("interpreted")
            found["interpreted"] = interpreted(seconds, folder)
            rates = found["interpreted"]["games_per_second"]
            found["compiled_over_interpreted"] = {
                way: round(rate / rates[way], 1) for way, rate in base["games_per_second"].items() if rates[way]
            }
        if yardstick is not None:
            found["yardstick"] = beside_yardstick(yardstick, seconds, folder, speak)
    return found
