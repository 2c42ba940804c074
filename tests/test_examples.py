"""No example is forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(
    path for path in (ROOT / "examples").iterdir() if path.name not in ("README.md", "__pycache__")
)  # what they do is tested beside what they show


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_example_is_listed_and_run_by_a_test(path: Path) -> None:
    listed = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    assert f"[{path.name}]({path.name})" in listed
    assert any(path.name in test.read_text(encoding="utf-8") for test in (ROOT / "tests").rglob("test_*.py"))


def test_the_list_names_nothing_else() -> None:
    """Every line of the table is a file that is there."""
    lines = (ROOT / "examples" / "README.md").read_text(encoding="utf-8").splitlines()
    assert sorted(line.partition("](")[2].partition(")")[0] for line in lines if line.startswith("| [")) == [
        path.name for path in FILES
    ]
