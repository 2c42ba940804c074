"""The measurements: they measure what they say, and their tables have the shape that others read."""

from __future__ import annotations

import io
import json
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from aude import COMPILED
from aude.catalog.texts import LANGUAGES, Texts
from aude.cli.bench import print_bench, print_compared
from aude.cli.main import app
from aude.dev import bench
from aude.dev.bench import batches, c_speed, compare, everything, games, growth, instructions, processes
from aude.engine import drive
from aude.engine.rng import Random
from aude.engine.rules import NOBODY
from aude.errors import AudeError, Unreadable
from aude.game.setup import Setup

SHORT = 0.01
WAYS = ["two_stage", "pairs", "rollout"]
CALLS = ["legal", "apply", "copy"]
GROWTH = [
    {"shape": "random", "tiles": 10, "open_cells": 5.0, "microseconds": dict.fromkeys(CALLS, 0.5)},
    {"shape": "staircase", "tiles": 300, "open_cells": 600.0, "microseconds": dict.fromkeys(CALLS, 7.5)},
]
MIX = {"games_per_second": dict.fromkeys(WAYS, 1e3), "microseconds": dict.fromkeys(CALLS, 0.25)}
FACTS: dict[str, Any] = {
    "version": "0", "python": "3", "machine": "m", "compiled": True,
    "mixes": {"base": MIX},
    "game": {"games_per_second": {"base": 62.0, "all_boxes": 4.6}, "record": {"moves": 160, "milliseconds": 35.0}},
    "import": {"milliseconds": 100.0},
    "state": {"bytes": {"snapshot": 1000, "arrays": 2000}},
    "growth": GROWTH,
    "interpreted": {"games_per_second": dict.fromkeys(WAYS, 30.0), "microseconds": dict.fromkeys(CALLS, 9.0)},
    "greedy": {"seconds": {"all_boxes": 25.5}},
    "beside_c": {"games_per_second": {"two_stage": {"aude": 20e3, "c": 71e3}}, "share": {"two_stage": 0.28}},
    "instructions": {"base two_stage": 440_000},
    "not_measured": {},
}  # fmt: skip
needs_compiler = pytest.mark.skipif(c_speed.compiler() is None, reason="no C compiler here")


# -- batches ----------------------------------------------------------------------------------------------------------
class Clock:
    """A processor time that only play spends."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(time, "process_time", lambda: self.now)


def test_a_batch_takes_about_ten_milliseconds_and_the_best_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    played: list[int] = []

    def play(number: int) -> None:
        played.append(number)
        slowed = 1 if len(played) == 10 else 1 + len(played) % 3  # one batch is not slowed down
        clock.now += number * 1e-5 * slowed

    assert batches.best_rate(play, 1.0) == pytest.approx(100_000)
    size = played[-1]
    assert 200 <= size <= 1000 and set(played[-50:]) == {size}
    assert clock.now == pytest.approx(1.0, abs=0.05)


def test_what_takes_longer_than_a_batch_is_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    played: list[int] = []

    def play(number: int) -> None:
        played.append(number)
        clock.now += 3.0 * number

    assert batches.best_rate(play, 0.5) == pytest.approx(1 / 3)
    assert played == [1]


def test_two_things_are_measured_in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    order: list[str] = []

    def play(name: str, cost: float) -> batches.Play:
        def games(number: int) -> None:
            order.append(name)
            clock.now += number * cost

        return games

    found = batches.best_rates({"slow": play("slow", 0.02), "fast": play("fast", 0.006)}, 0.2)
    assert found == pytest.approx({"slow": 50, "fast": 1 / 0.006})
    assert order[-4:] == ["slow", "fast", "slow", "fast"]


# -- games ------------------------------------------------------------------------------------------------------------
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


def test_the_record_that_is_read_has_160_moves() -> None:
    assert games.reading_a_record(SHORT)["moves"] == 160


def test_games_with_game_go_to_the_end() -> None:
    game = games.random_game(bench.BASE, 5)
    assert game.over and len(game.moves) > 100


def test_greedy_bots_play_a_whole_game() -> None:
    none = dict.fromkeys(bench.BASE.rules().table.index, 0)
    setup = replace(bench.BASE, tiles=none | {"base/CRFR-rEW": 4})
    assert games.greedy_game(setup).over


def test_one_greedy_game_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    def play(setup: Setup) -> None:
        clock.now += 2.5

    monkeypatch.setattr(games, "greedy_game", play)
    assert games.greedy_game_seconds(bench.ALL_BOXES) == 2.5


# -- growth -----------------------------------------------------------------------------------------------------------
def test_growth_goes_through_the_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert growth.SIZES == (10, 50, 100, 200, 300, 600)
    monkeypatch.setattr(growth, "SIZES", (10, 50))
    found = growth.growth(SHORT)
    tables = [(row["shape"], row["tiles"]) for row in found]
    assert tables == [("random", 10), ("random", 50), ("staircase", 10), ("staircase", 50)]
    assert found[0]["open_cells"] < found[1]["open_cells"] < found[3]["open_cells"]
    assert all(row["microseconds"][call] > 0 for row in found for call in (*CALLS, "sample", "turn"))


def test_the_staircase_is_one() -> None:
    state = growth.staircase(replace(bench.BASE, tiles={"base": growth.COPIES}).rules(), 600)
    cells = [(int(state.x_of(cell)), int(state.y_of(cell))) for cell in state.slot_cell[: state.slots]]
    assert cells[:5] == [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)] and cells[-1] == (300, 299)
    assert state.tile >= 0 and state.slots + state.bag_size + 1 == 648 and len(state.legal())


# -- other processes --------------------------------------------------------------------------------------------------
def test_the_interpreted_copy_is_interpreted(tmp_path: Path) -> None:
    folder = processes.pure_copy(tmp_path)
    assert (folder / "aude" / "catalog" / "texts.toml").exists()
    assert not list(folder.rglob("*.so"))
    assert list(processes.interpreted(SHORT)["games_per_second"]) == WAYS


def test_a_failing_command_is_told_in_one_sentence() -> None:
    with pytest.raises(AudeError, match=r"failed: .*went wrong"):
        processes.run([sys.executable, "-c", "raise SystemExit('it went wrong')"])


# -- the same games in C ----------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def library() -> Iterator[Path]:
    with c_speed.built("-Wall", "-Wextra", "-Werror") as found:
        yield found


@needs_compiler
@pytest.mark.parametrize("way", c_speed.WAYS)
def test_the_program_in_c_plays_the_same_games(library: Path, way: str) -> None:
    opening = drive.opening(bench.BASE.rules())
    for seed in range(200 if COMPILED else 20):
        state = opening.copy()
        bench.WAYS[way](state, Random(seed))
        [scores] = c_speed.CProgram(library, seed).games(way, 1)
        assert scores == tuple(map(int, state.scores)), f"seed {seed}"


@needs_compiler
def test_the_program_in_c_plays_on_with_its_stream(library: Path) -> None:
    opening = drive.opening(bench.BASE.rules())
    random = Random(7)
    ours = []
    for _ in range(20):
        state = opening.copy()
        drive.play_listed(state, random)
        ours.append(tuple(map(int, state.scores)))
    assert c_speed.CProgram(library, 7).games("two_stage", 20) == ours


def test_other_games_are_not_written_as_tables() -> None:
    with pytest.raises(ValueError, match="base game with two players only"):
        c_speed.header(replace(bench.BASE, boxes=("river",)).rules())


# -- everything -------------------------------------------------------------------------------------------------------
def test_the_run_has_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(everything, "growth", lambda seconds: GROWTH)
    monkeypatch.setattr(everything, "greedy_game_seconds", lambda setup: 20.0)
    monkeypatch.setattr(everything, "count_instructions", lambda: {"base two_stage": 440_000})
    result = CliRunner().invoke(app, ["bench", "--json", "--seconds", str(SHORT)])
    assert result.exit_code == 0, result.output
    facts = json.loads(result.stdout)
    assert facts["compiled"] is COMPILED
    assert list(facts["mixes"]) == list(bench.MIXES)
    for mix in facts["mixes"].values():
        assert list(mix["games_per_second"]) == WAYS and all(rate > 0 for rate in mix["games_per_second"].values())
        assert list(mix["microseconds"]) == CALLS and all(cost > 0 for cost in mix["microseconds"].values())
    assert list(facts["game"]["games_per_second"]) == ["base", "all_boxes"]
    assert facts["game"]["record"]["milliseconds"] > 0 and facts["import"]["milliseconds"] > 0
    assert facts["state"]["bytes"]["snapshot"] > 1000 and facts["state"]["bytes"]["arrays"] > 1000
    assert ("interpreted" in facts) == ("greedy" in facts) == COMPILED
    assert facts["instructions"] == {"base two_stage": 440_000} and facts["not_measured"] == {}
    if COMPILED and c_speed.compiler():
        rates = facts["beside_c"]["games_per_second"]
        assert list(rates) == ["two_stage", "rollout"]
        for way, share in facts["beside_c"]["share"].items():
            assert share == pytest.approx(rates[way]["aude"] / rates[way]["c"], abs=0.002)


def test_a_run_is_kept_if_valgrind_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> dict[str, int]:
        raise AudeError("valgrind failed")

    for name in ("of_setup", "of_game", "beside_c", "growth", "interpreted", "greedy_game_seconds"):
        monkeypatch.setattr(everything, name, lambda *given: {})
    monkeypatch.setattr(everything, "count_instructions", fail)
    heard: list[tuple[str, int, int]] = []
    facts = everything.measure(SHORT, speak=lambda name, number, of: heard.append((name, number, of)))
    assert facts["not_measured"] == {"instructions": "valgrind failed"}
    assert "instructions" not in facts and "growth" in facts
    assert [number for _, number, _ in heard] == list(range(1, len(heard) + 1))
    assert heard[0][0] == "base" and heard[-1] == ("instructions", len(heard), len(heard))


def test_people_get_tables() -> None:
    for language in LANGUAGES:
        out = io.StringIO()
        print_bench(Console(file=out, width=40), FACTS, Texts(language))
        assert all(number in out.getvalue() for number in ("1,000", "71,000", "0.28", "440,000", "25.50"))
        assert "cli." not in out.getvalue() and "valgrind" in out.getvalue() and "apt-get" not in out.getvalue()
        assert not re.search("[\u2500-\u257f…]", out.getvalue())  # no lines, and nothing cut off, in a file
        plain, drawn = io.StringIO(), io.StringIO()
        print_bench(Console(file=plain, force_terminal=True, width=120), FACTS, Texts(language), plain=True)
        print_bench(Console(file=drawn, force_terminal=True, width=120), FACTS, Texts(language))
        assert "─" in drawn.getvalue() and "─" not in plain.getvalue()


def test_without_valgrind_a_line_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr(instructions, "valgrind", lambda: None)
    with pytest.raises(AudeError) as missing:
        instructions.instructions(instructions.COUNTS)
    facts = {name: part for name, part in FACTS.items() if name != "instructions"}
    facts["not_measured"] = {"instructions": str(missing.value)}
    print_bench(Console(file=out), facts, Texts("en"))
    assert "Not measured: instructions: valgrind is not installed (apt-get install valgrind)" in out.getvalue()


# -- compared with an earlier run -------------------------------------------------------------------------------------
def changed() -> dict[str, Any]:
    """A later run: some numbers are better, some worse, one is gone and one is new."""
    facts: dict[str, Any] = json.loads(json.dumps(FACTS))
    facts["mixes"]["base"]["games_per_second"]["two_stage"] = 2e3
    facts["mixes"]["base"]["games_per_second"]["pairs"] = 500.0
    facts["instructions"]["base two_stage"] = 1_320_000
    facts["growth"][1]["microseconds"]["copy"] = 2.5
    facts["game"]["record"]["milliseconds"] = 35.5
    del facts["greedy"]
    facts["instructions"]["base rollout"] = 260_000
    return facts


def test_every_number_is_compared_the_worst_first() -> None:
    compared = compare.compare(FACTS, changed())
    by_name = {(row.name, row.unit): row for row in compared}
    assert [(row.name, row.unit) for row in compared[:2]] == [
        ("base two_stage", "instructions"),
        ("base pairs", "games_per_second"),
    ]
    assert by_name["base two_stage", "instructions"].verdict == "worse"
    assert by_name["base pairs", "games_per_second"][2:] == (1000.0, 500.0, 0.5)
    assert by_name["base two_stage", "games_per_second"].verdict == "better"
    assert by_name["growth staircase 300 copy", "microseconds"].ratio == pytest.approx(3)
    assert by_name["game record", "milliseconds"].verdict == "same"
    assert {row.name for row in compared if not row.verdict} == {"greedy all_boxes", "base rollout"}
    assert not compared[-1].verdict and not compared[-2].verdict
    expected = 6 + 2 + 1 + 1 + 2 + 6 + 6 + 1 + 3 + 1  # of FACTS, from top to bottom
    assert len(compared) == expected + 1
    assert ("base_without_farmers", "moves") not in by_name and ("game record moves", "moves") not in by_name


def test_what_is_compared_is_printed_in_three_languages() -> None:
    words = {"en": ("better", "worse"), "nl": ("beter", "slechter"), "nb": ("bedre", "dårligere")}
    assert list(words) == list(LANGUAGES)
    later = changed()
    for language, (better, worse) in words.items():
        out = io.StringIO()
        print_compared(Console(file=out, width=60), compare.compare(FACTS, later), FACTS, later, Texts(language))
        lines = out.getvalue().splitlines()
        assert any("440,000" in line and "1,320,000" in line and "0.33" in line and worse in line for line in lines)
        assert any("1,000" in line and "2,000" in line and "2.00" in line and better in line for line in lines)
        assert "cli." not in out.getvalue()


def test_a_run_is_compared_with_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(everything, "measure", lambda seconds, **rest: changed())
    file = tmp_path / "earlier.json"
    file.write_text(json.dumps(FACTS), encoding="utf-8")
    result = CliRunner().invoke(app, ["bench", "--against", str(file)])
    assert result.exit_code == 0, result.output
    assert "the worst first" in result.stdout and "1,320,000" in result.stdout
    result = CliRunner().invoke(app, ["bench", "--against", str(file), "--json"])
    facts = json.loads(result.stdout)
    assert facts["against"][0] == {
        "name": "base two_stage", "unit": "instructions", "earlier": 440_000, "now": 1_320_000,
        "ratio": pytest.approx(1 / 3),
    }  # fmt: skip
    again = tmp_path / "again.json"  # such a file can be compared with, too
    again.write_text(result.stdout, encoding="utf-8")
    assert {row.ratio for row in compare.compare(compare.read_run(again), changed())} == {1.0}


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"{}", b'{"mixes": 5}', b'"x"', b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_run_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "run.json"
    file.write_bytes(content)
    with pytest.raises(Unreadable, match="is not an earlier run"):
        compare.read_run(file)


@pytest.mark.parametrize("value", ["5", True, None, float("inf"), float("nan"), 0, -3])
def test_only_numbers_above_zero_are_compared(value: object) -> None:
    assert compare.numbers({"import": {"milliseconds": value}}) == {}
