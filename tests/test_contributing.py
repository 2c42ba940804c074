"""The example of CONTRIBUTING.md, typed in as the page says, in a copy of the package."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILE = re.compile(r"^`(src/aude/boxes/[\w/.]+)`\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
REGISTRY = Path("src/aude/catalog/boxes.py")


@pytest.mark.nested
def test_the_example_box_works(tmp_path: Path) -> None:
    """Its tests pass, the laws take it in, and its rules are all tested."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    for name in ("tests", "tools", "docs"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("conftest.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    files = FILE.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert len(files) == 9
    for path, text in files:
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    registry = tmp_path / REGISTRY
    known = registry.read_text(encoding="utf-8")
    registry.write_text(known.replace('"carcassonne",', '"carcassonne",\n    "milestones",', 1), encoding="utf-8")
    row = re.search(r"``(\| `milestone_points`.*?\|)``", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert row is not None
    general = tmp_path / "src" / "aude" / "catalog" / "rules" / "turn-order-and-combining.md"
    first = "| `start_blocks`"
    options = general.read_text(encoding="utf-8")
    assert first in options
    general.write_text(options.replace(first, f"{row[1]}\n{first}", 1), encoding="utf-8")
    # Nothing of this run's own settings: neither its options nor its measuring of coverage.
    settings = ("PYTEST_", "COVERAGE_", "COV_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(settings)}
    environment |= {"PYTHONPATH": str(tmp_path / "src"), "AUDE_RULES_REPORT": "named.json"}
    tests = ["src/aude/boxes/milestones", "tests/test_texts.py", "tests/test_rulebook.py", "tests/test_laws.py"]
    tests += ["tests/test_card.py", "tests/test_typed.py"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-k", "not compiled and not up_to_date", *tests],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    named = (tmp_path / "named.json").read_text(encoding="utf-8")
    for rule in ("MS-01", "MS-02", "MS-03", "EX-MS-01", "R-MS-01"):
        assert f'"{rule}"' in named
