"""For all tests: which rules they name, and how hard Hypothesis tries.

`AUDE_RULES_REPORT=path` writes a JSON file there: for every rule id the passing tests that name it.
`AUDE_SIZE=soak` lets every property test that sets no number of its own run fifty times as many examples, and draws
them anew each time; otherwise the same ones are tried at every run, so that a test that passes goes on passing. With
`AUDE_SIZE=small` they are a tenth (`tests/sizes.py`).
"""

from __future__ import annotations

import json
import os
import signal
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

from aude.catalog import rulebook
from sizes import SIZE

EXAMPLES = 100
settings.register_profile("usual", max_examples=EXAMPLES, deadline=None, derandomize=True)
settings.register_profile("small", max_examples=EXAMPLES // 10, deadline=None, derandomize=True)
settings.register_profile("soak", max_examples=50 * EXAMPLES, deadline=None, derandomize=False)
settings.load_profile(SIZE)

# A shell that runs tests in the background ignores Ctrl-C for them and for all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known; keep a report if one is asked for (with pytest-xdist: in the controller only)."""
    config.addinivalue_line("markers", "rule(*ids): the numbered rules, examples and rulings that the test shows")
    config.addinivalue_line("markers", "nested: runs many tests of its own; `make soak` runs it, `make test` does not")
    try:
        rulebook.entries()
    except rulebook.SpecError as error:
        raise pytest.UsageError(str(error)) from error
    path = os.environ.get("AUDE_RULES_REPORT")
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(RulesReport(config.invocation_params.dir / path), "aude-rules-report")


def named_rules(item: pytest.Item) -> list[str]:
    """The ids that a test names, its own and those of its class or module."""
    return [id for mark in item.iter_markers("rule") for id in mark.args]


def complaints(item: pytest.Item) -> list[str]:
    """What is wrong with the rules that a test names."""
    found = []
    for mark in item.iter_markers("rule"):
        if not mark.args or mark.kwargs:
            found.append(f"{item.nodeid}: the marker 'rule' takes ids, at least one, and nothing else")
    for id in named_rules(item):
        if not isinstance(id, str):
            found.append(f"{item.nodeid}: a rule's id is a text, not {id!r}")
            continue
        try:
            rulebook.find(id)
        except LookupError as error:
            found.append(f"{item.nodeid}: {error}")
    return found


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """A test that names an unknown rule is an error of collection, as a syntax error would be."""
    report = yield
    wrong = [line for item in report.result or () if isinstance(item, pytest.Item) for line in complaints(item)]
    if wrong:
        report.outcome = "failed"
        report.longrepr = "\n".join(wrong)
        report.result = []
    return report


def pytest_itemcollected(item: pytest.Item) -> None:
    """Reports carry user properties from the workers of pytest-xdist to its controller."""
    item.user_properties.extend(("rule", id) for id in dict.fromkeys(named_rules(item)))


class RulesReport:
    """Collects which rules the passing tests name."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.passed: dict[str, list[str]] = {}
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test passes if its call passes and neither set-up nor tear-down fails; an expected failure is none."""
        if report.failed:
            self.failed.add(report.nodeid)
        elif report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            self.passed[report.nodeid] = [str(value) for name, value in report.user_properties if name == "rule"]

    def pytest_sessionfinish(self) -> None:
        """Write the report: id -> tests."""
        tests: defaultdict[str, list[str]] = defaultdict(list)
        for test in sorted(self.passed.keys() - self.failed):
            for id in self.passed[test]:
                tests[id].append(test)
        self.path.write_text(json.dumps(tests, indent=2, sort_keys=True) + "\n", encoding="utf-8")
