"""The measurements: they measure what they say, and their tables have the shape that others read."""

from __future__ import annotations

import io
import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from aude import COMPILED
from aude.catalog.texts import LANGUAGES, Texts
from aude.cli.bench import print_bench
from aude.cli.main import app
from aude.dev import bench
from aude.engine import drive
from aude.engine.rng import Random
from aude.engine.rules import NOBODY
from aude.errors import AudeError, Unreadable

SHORT = 0.01
WAYS = ["two_stage", "pairs", "rollout"]
CALLS = ["legal", "apply", "copy"]
GROWTH = [
    {"shape": "random", "tiles": 10, "frontier": 5.0, **dict.fromkeys(CALLS, 0.5)},
    {"shape": "staircase", "tiles": 300, "frontier": 600.0, **dict.fromkeys(CALLS, 7.5)},
]

BENCH = """
import json, os, sys
rate = 100 if os.path.exists(os.path.join(sys.prefix, "compiled")) else 50
print(json.dumps({"compiled": True, "two_stage": rate, "rollout": rate}))
"""


def test_each_way_of_playing_plays_whole_games() -> None:
    rules = bench.BASE.rules()
    for play in bench.WAYS.values():
        state = drive.opening(rules)
        play(state, Random(1))
        assert state.actor == NOBODY
        assert state.slots + sum(map(int, state.bag)) >= 70


def test_choosing_among_pairs_gives_the_known_mean() -> None:
    """Placement and figure chosen at once: fewer points than one after the other. A loose check with few games."""
    rules = bench.BASE.rules()
    random = Random(5)
    total = 0
    for _ in range(20):
        state = drive.opening(rules)
        bench.WAYS["pairs"](state, random)
        total += sum(map(int, state.scores))
    assert 13 < total / 40 < 25


def test_the_table_has_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "growth", lambda seconds: GROWTH)
    runner = CliRunner()
    result = runner.invoke(app, ["bench", "--json", "--seconds", str(SHORT)])
    assert result.exit_code == 0, result.output
    facts = json.loads(result.stdout)
    assert facts["compiled"] is COMPILED
    assert list(facts["games_per_second"]) == WAYS and all(rate > 0 for rate in facts["games_per_second"].values())
    assert list(facts["microseconds"]) == CALLS and all(cost > 0 for cost in facts["microseconds"].values())
    assert list(facts["mixes"]) == list(bench.MIXES)
    for mix in facts["mixes"].values():
        assert list(mix["games_per_second"]) == WAYS and list(mix["microseconds"]) == CALLS
    assert facts["bytes_per_state"]["snapshot"] > 1000 and facts["bytes_per_state"]["arrays"] > 1000
    assert facts["door_games_per_second"] > 0 and facts["import_seconds"] > 0
    assert ("interpreted" in facts) == COMPILED


def test_growth_goes_through_the_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SIZES", (10, 50))
    found = bench.growth(SHORT)
    assert [(row["shape"], row["tiles"]) for row in found] == [("random", 10), ("random", 50), ("staircase", 50)]
    assert found[0]["frontier"] < found[1]["frontier"]
    assert all(row[call] > 0 for row in found for call in CALLS)


def test_the_staircase_is_one() -> None:
    state = bench.staircase(replace(bench.BASE, tiles={"base": 5}).rules(), 300)
    cells = [(int(state.x_of(cell)), int(state.y_of(cell))) for cell in state.slot_cell[: state.slots]]
    assert cells[:5] == [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)] and cells[-1] == (150, 149)
    assert state.tile >= 0 and state.slots + state.bag_size + 1 == 360 and len(state.legal())


def test_the_interpreted_copy_is_interpreted(tmp_path: Path) -> None:
    folder = bench.pure_copy(tmp_path)
    assert (folder / "aude" / "catalog" / "texts.toml").exists()
    assert not list(folder.rglob("*.so"))
    assert set(bench.interpreted(SHORT, folder, "rates")) == {"two_stage", "rollout"}


def test_people_get_tables() -> None:
    facts = {
        "version": "0", "python": "3", "machine": "m", "compiled": True,
        "games_per_second": dict.fromkeys(WAYS, 1e3), "microseconds": dict.fromkeys(CALLS, 0.25),
        "door_games_per_second": 10.0, "import_seconds": 0.1, "bytes_per_state": {"snapshot": 1000, "arrays": 2000},
        "growth": GROWTH,
        "mixes": {"base": {"games_per_second": dict.fromkeys(WAYS, 1e3), "microseconds": dict.fromkeys(CALLS, 0.25)}},
        "interpreted": {"games_per_second": dict.fromkeys(WAYS, 30.0), "microseconds": dict.fromkeys(CALLS, 9.0)},
        "yardstick": {
            "compiled": {"yardstick": {"two_stage": 500.0}, "aude": {"two_stage": 1000.0}, "ratio": {"two_stage": 2.0}},
            "interpreted": {"yardstick": {"two_stage": 50.0}, "aude": None, "ratio": None},
        },
    }  # fmt: skip
    for language in LANGUAGES:
        out = io.StringIO()
        print_bench(Console(file=out, width=40), facts, Texts(language))
        assert "1,000" in out.getvalue()
        assert "2.00" in out.getvalue() and "cli." not in out.getvalue()
        assert not re.search("[\u2500-\u257f…]", out.getvalue())  # no lines, and nothing cut off, in a file
        plain, drawn = io.StringIO(), io.StringIO()
        print_bench(Console(file=plain, force_terminal=True, width=120), facts, Texts(language), plain=True)
        print_bench(Console(file=drawn, force_terminal=True, width=120), facts, Texts(language))
        assert "─" in drawn.getvalue() and "─" not in plain.getvalue()


# -- the yardstick ----------------------------------------------------------------------------------------------------
@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A speed study that needs no building: its environments are links to this Python."""
    folder = tmp_path / "study"
    (folder / "build").mkdir(parents=True)
    (folder / "build" / "stale").write_text("x")
    (folder / "bench.py").write_text(BENCH)
    (folder / "pyproject.toml").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return folder


def test_a_yardstick_is_built_once_per_content(study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[tuple[list[str], dict[str, str]]] = []

    def run(command: list[str], **environment: str) -> str:
        commands.append((command, environment))
        return ""

    monkeypatch.setattr(bench, "_run", run)
    heard: list[str] = []
    first = bench.build_yardstick(study, heard.append)
    assert [command[1:3] for command, _ in commands] == [["-m", "venv"], ["-m", "pip"]] * 2
    assert [environment for _, environment in commands] == [{}, {}, {}, {"ENGINE_PURE": "1"}]
    assert len(heard) == 2
    assert bench.build_yardstick(study) == first and len(commands) == 4
    (study / "build" / "stale").write_text("y")  # what a build left there is no content
    bench.build_yardstick(study)
    assert len(commands) == 4
    (study / "bench.py").write_text(BENCH + "#")
    assert bench.build_yardstick(study) != first and len(commands) == 8


def test_ours_runs_in_turns_with_the_yardstick(study: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    python = Path(sys.executable)
    monkeypatch.setattr(
        bench, "build_yardstick", lambda path, speak: bench.Yardstick(study / "bench.py", python, python)
    )
    monkeypatch.setattr(bench, "rates", lambda setup, seconds: {"two_stage": 200.0, "rollout": 100.0})
    monkeypatch.setattr(bench, "interpreted", lambda seconds, folder, name: {"two_stage": 25.0, "rollout": 50.0})
    found = bench.beside_yardstick(study, SHORT, tmp_path)
    assert found["interpreted"]["ratio"] == {"two_stage": 0.5, "rollout": 1.0}
    assert found["compiled"]["yardstick"] == {"two_stage": 50.0, "rollout": 50.0}
    assert found["compiled"]["ratio"] == ({"two_stage": 4.0, "rollout": 2.0} if COMPILED else None)


def test_what_is_no_yardstick_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing", Path(__file__)):
        with pytest.raises(Unreadable, match="is not a yardstick"):
            bench.build_yardstick(path)
    result = CliRunner().invoke(app, ["bench", "--yardstick", str(tmp_path)])
    assert result.exit_code == 2 and "is not a yardstick" in result.stderr


def test_a_failing_command_is_told_in_one_sentence() -> None:
    with pytest.raises(AudeError, match=r"failed: .*went wrong"):
        bench._run([sys.executable, "-c", "raise SystemExit('it went wrong')"])
