"""The report that `make rules` prints, fed with invented specifications."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from rich.console import Console

from aude.catalog.rulebook import Entry, Option, Spec, Status

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

from rules_report import Coverage, exit_code, main, measure, ranges, read_report, show

EVERYTHING = {id: ["tests/test_it.py::test_it"] for id in ("XX-01", "XX-02", "EX-XX-01", "R-XX-01")}


def spec(status: Status = "complete") -> Spec:
    """Two rules that want a test and one that does not, an example, and two rulings, one of them with options."""
    entries = (
        Entry("XX-01", "rule", "One."),
        Entry("XX-02", "rule", "Two."),
        Entry("XX-03", "rule", "Three.", reason="No backs."),
        Entry("EX-XX-01", "example", "An example."),
        Entry("R-XX-01", "ruling", "Which?"),
        Entry("R-XX-02", "ruling", "What?"),
        Entry("D-XX-01", "decision", "Where?"),
    )
    options = (Option("a", ("on", "off"), "R-XX-01"), Option("b", ("on", "off"), "R-XX-01"))
    return Spec("Small", status, entries, options)


def without(*ids: str, status: Status = "complete") -> Coverage:
    """What is measured when no passing test names these ids."""
    return measure("small", spec(status), {id: tests for id, tests in EVERYTHING.items() if id not in ids})


def printed(*coverages: Coverage) -> str:
    out = io.StringIO()
    show(coverages, Console(file=out, width=80))
    return out.getvalue()


def test_everything_that_wants_a_test_has_one() -> None:
    coverage = without()
    assert coverage.missing == ()
    assert not coverage.failed
    assert coverage.numbered == 3
    assert coverage.rules.tested == 2
    assert coverage.excused == ("XX-03",)
    assert (coverage.examples.tested, coverage.rulings.tested) == (1, 1)
    assert coverage.rulings.wanted == ("R-XX-01",)  # R-XX-02 has no option, and two options are one ruling


@pytest.mark.parametrize("id", ["XX-01", "EX-XX-01", "R-XX-01"])
def test_a_complete_specification_fails_without_a_test(id: str) -> None:
    coverage = without(id)
    assert coverage.missing == (id,)
    assert coverage.failed
    assert exit_code([coverage], 0) == 1


def test_a_growing_specification_does_not_fail() -> None:
    coverage = without("XX-01", "EX-XX-01", "R-XX-01", status="growing")
    assert coverage.missing == ("XX-01", "EX-XX-01", "R-XX-01")
    assert exit_code([coverage], 0) == 0


def test_a_rule_named_by_no_passing_test_is_missing() -> None:
    assert measure("small", spec(), EVERYTHING | {"XX-02": []}).missing == ("XX-02",)


def test_a_rule_said_to_be_without_meaning_and_yet_tested_is_shown() -> None:
    coverage = measure("small", spec(), EVERYTHING | {"XX-03": ["test"]})
    assert (coverage.excused, coverage.doubtful) == ((), ("XX-03",))
    assert "small · 1 listed as without meaning, yet tested: XX-03" in printed(coverage)
    assert exit_code([coverage], 0) == 0


@pytest.mark.parametrize(("code", "expected"), [(0, 0), (5, 0), (1, 1), (2, 1), (3, 1), (4, 1)])
def test_failing_tests_fail_the_report(code: int, expected: int) -> None:
    assert exit_code([without()], code) == expected


def test_no_test_at_all_fails_a_complete_specification() -> None:
    assert exit_code([measure("small", spec(), {})], 5) == 1


@pytest.mark.parametrize(
    ("ids", "text"),
    [
        ([], ""),
        (["XX-01", "XX-02"], "XX-01, XX-02"),
        (["XX-01", "XX-02", "XX-03", "XX-05"], "XX-01…03, XX-05"),
        (["XX-08", "XX-09", "XX-10", "YY-11"], "XX-08…10, YY-11"),
        (["C-00", "C-001", "C-002", "C-003"], "C-00, C-001…003"),
        (["T-07", "T-07a", "T-07b", "T-17.1", "T-17.2", "T-17.3"], "T-07, T-07a, T-07b, T-17.1…3"),
    ],
)
def test_ranges_draw_neighbours_together(ids: list[str], text: str) -> None:
    assert ranges(ids) == text


def test_the_table_is_readable() -> None:
    lines = printed(without("XX-01", "EX-XX-01"), without("R-XX-01", status="growing")).splitlines()
    assert lines[3].split() == ["small", "complete", "3", "1", "1", "0/1", "1/1", "2"]
    assert lines[4].split() == ["small", "growing", "3", "2", "1", "1/1", "0/1", "1"]
    assert lines[6:] == [
        "small · 1 rules without a test: XX-01",
        "small · 1 examples without a test: EX-XX-01",
        "small · 1 rulings with an option without a test: R-XX-01",
        "Not complete, although the status says so: small",
    ]


def test_nothing_is_cut_off_at_eighty_columns() -> None:
    long = measure("bridges_castles_and_bazaars", spec(), EVERYTHING)
    text = printed(long)
    assert "bridges_castles_and_bazaars complete" in text
    assert "…" not in text


def test_a_report_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "rules.json"
    assert read_report(path) == {}
    path.write_text('{"XX-01": ["a", "b"]}', encoding="utf-8")
    assert read_report(path) == {"XX-01": ["a", "b"]}
    path.write_text('["XX-01"]', encoding="utf-8")
    with pytest.raises(ValueError, match="not a report of rules"):
        read_report(path)


def test_a_report_can_be_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rules.json"
    path.write_text('{"BASE-01": ["a"]}', encoding="utf-8")
    assert main(["--report", str(path)]) == 1
    out = capsys.readouterr().out
    assert "carcassonne" in out
    assert "carcassonne · 49 rules without a test: BASE-02, BASE-04…07" in out


def test_a_report_that_is_given_must_exist(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--report", str(tmp_path / "none.json")])
    assert "no report at" in capsys.readouterr().err
