"""Which numbered rules does a passing test name? This is what `make rules` runs.

Runs the tests that carry the marker `rule` and compares the ids they name with the specifications of all boxes
and with the general rules. A specification with the line `Status: complete` must have a test for every rule (unless the
rule is listed as without meaning in software), for every example and for every ruling with an option; otherwise
the exit code is 1, as it is when a test fails. `Status: growing` is only shown.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from aude.catalog.rulebook import Spec, general_rules, read_spec, specs

ROOT = Path(__file__).resolve().parents[1]
NO_TESTS = 5  # pytest's exit code when no test carries the marker


@dataclass(frozen=True)
class Tally:
    """Ids that need a test, in the order of the text."""

    wanted: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def tested(self) -> int:
        """How many are named by a passing test."""
        return len(self.wanted) - len(self.missing)

    def __str__(self) -> str:
        return f"{self.tested}/{len(self.wanted)}" if self.wanted else "–"


@dataclass(frozen=True)
class Coverage:
    """What the tests cover of one specification."""

    name: str
    status: str
    numbered: int
    rules: Tally
    examples: Tally
    rulings: Tally
    """The rulings with an option; the others need a test only where they decide something visible."""
    excused: tuple[str, ...]
    """Rules without meaning in software that no test names."""
    doubtful: tuple[str, ...]
    """Rules said to be without meaning in software that a test names all the same."""

    @property
    def missing(self) -> tuple[str, ...]:
        """Everything that needs a test and has none."""
        return self.rules.missing + self.examples.missing + self.rulings.missing

    @property
    def failed(self) -> bool:
        """Whether the specification claims to be complete and is not."""
        return self.status == "complete" and bool(self.missing)


def tally(ids: Iterable[str], named: Collection[str]) -> Tally:
    """Compare what needs a test with what has one."""
    wanted = tuple(ids)
    return Tally(wanted, tuple(id for id in wanted if id not in named))


def measure(name: str, spec: Spec, tests: Mapping[str, Sequence[str]]) -> Coverage:
    """Compare one specification with the report of a test run (id -> tests that passed)."""
    named = {id for id, passed in tests.items() if passed}
    rules = spec.of("rule")
    return Coverage(
        name=name,
        status=spec.status,
        numbered=len(rules),
        rules=tally((rule.id for rule in rules if rule.reason is None), named),
        examples=tally((example.id for example in spec.of("example")), named),
        rulings=tally(dict.fromkeys(option.ruling for option in spec.options), named),
        excused=tuple(rule.id for rule in rules if rule.reason is not None and rule.id not in named),
        doubtful=tuple(rule.id for rule in rules if rule.reason is not None and rule.id in named),
    )


def ranges(ids: Iterable[str]) -> str:
    """Ids for reading, with neighbours contracted.

    >>> ranges(["BASE-01", "BASE-02", "BASE-03", "BASE-07", "TURN-07a"])
    'BASE-01…03, BASE-07, TURN-07a'
    """
    runs: list[list[str]] = []
    for id in ids:
        if runs and follows(runs[-1][-1], id):
            runs[-1].append(id)
        else:
            runs.append([id])
    words: list[str] = []
    for run in runs:
        words.extend([f"{run[0]}…{re.split('[-.]', run[-1])[-1]}"] if len(run) > 2 else run)
    return ", ".join(words)


def follows(first: str, second: str) -> bool:
    """Whether an id is the next one after another."""
    one, two = re.fullmatch(r"(.*?)(\d+)", first), re.fullmatch(r"(.*?)(\d+)", second)
    return bool(one and two and one[1] == two[1] and len(one[2]) == len(two[2]) and int(two[2]) == int(one[2]) + 1)


def show(coverages: Sequence[Coverage], console: Console) -> None:
    """Print a table, and below it what is missing."""
    table = Table(box=box.SIMPLE_HEAD, padding=0, show_edge=False)
    table.add_column("specification", no_wrap=True)
    table.add_column("status", no_wrap=True)
    for head in ("rules", "tested", "without\nmeaning", "exam-\nples", "options", "missing"):
        table.add_column(head, justify="right", no_wrap=True)
    for one in coverages:
        style = "red" if one.failed else "green" if not one.missing else ""
        table.add_row(
            one.name,
            one.status,
            str(one.numbered),
            str(one.rules.tested + len(one.doubtful)),
            str(len(one.excused)),
            str(one.examples),
            str(one.rulings),
            Text(str(len(one.missing)), style=style),
        )
    console.print(table)
    console.print()
    for one in coverages:
        lists = (
            ("rules without a test", one.rules.missing),
            ("examples without a test", one.examples.missing),
            ("rulings with an option without a test", one.rulings.missing),
            ("listed as without meaning, yet tested", one.doubtful),
        )
        for what, ids in lists:
            if ids:
                console.print(Text.assemble((one.name, "bold"), f" · {len(ids)} {what}: ", ranges(ids)))
    wrong = [one.name for one in coverages if one.failed]
    if wrong:
        console.print(Text(f"Not complete, although the status says so: {', '.join(wrong)}", style="bold red"))


def exit_code(coverages: Iterable[Coverage], pytest_code: int) -> int:
    """1 if a test failed or a complete specification lacks a test, otherwise 0."""
    tests_failed = pytest_code not in (0, NO_TESTS)
    return int(tests_failed or any(one.failed for one in coverages))


def read_report(path: Path) -> dict[str, list[str]]:
    """Read what the tests wrote; a run that broke off before writing covers nothing."""
    if not path.exists():
        return {}
    report = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(report, dict) or not all(isinstance(tests, list) for tests in report.values()):
        raise ValueError(f"{path}: not a report of rules")
    return {str(id): [str(test) for test in tests] for id, tests in report.items()}


def run_tests(report: Path, console: Console) -> int:
    """Run the tests that name rules; what pytest prints is shown only if something is wrong."""
    command = [sys.executable, "-m", "pytest", "-m", "rule", "-n", "2", "-q"]
    environment = os.environ | {"AUDE_RULES_REPORT": str(report)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in (0, NO_TESTS):
        console.print(Text(done.stdout + done.stderr))
        console.print(Text(f"The tests failed (pytest exit code {done.returncode}).", style="bold red"))
    return done.returncode


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tests, or read the report of an earlier run, and print the table."""
    parser = argparse.ArgumentParser(description="Which numbered rules does a passing test name?")
    parser.add_argument("--report", type=Path, help="use this report (AUDE_RULES_REPORT) instead of running the tests")
    given: Path | None = parser.parse_args(arguments).report
    console = Console()
    with tempfile.TemporaryDirectory() as folder:
        path = given or Path(folder) / "rules.json"
        if given and not given.exists():
            parser.error(f"no report at {given}")
        code = 0 if given else run_tests(path, console)
        tests = read_report(path)
    files = specs() | general_rules()
    coverages = [measure(name, read_spec(path), tests) for name, path in files.items()]
    show(coverages, console)
    return exit_code(coverages, code)


if __name__ == "__main__":
    sys.exit(main())
