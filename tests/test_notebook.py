"""The notebook of the documentation shows what its cells show today."""

from __future__ import annotations

import json
from pathlib import Path

from make_notebook import NOTEBOOK, executed


def test_the_notebook_is_as_it_was_run() -> None:
    """No cell fails, and each shows what is kept; if not, run `python tools/make_notebook.py` and look at it."""
    kept = NOTEBOOK.read_text(encoding="utf-8")
    found = executed(kept)
    cells = zip(json.loads(kept)["cells"], json.loads(found)["cells"], strict=True)
    assert [number for number, (one, other) in enumerate(cells, 1) if one != other] == []
    assert (found == kept) is True


def test_the_notebook_is_the_same_everywhere() -> None:
    """Nothing in it comes from the machine that ran it, and every page that it names is there."""
    text = NOTEBOOK.read_text(encoding="utf-8")
    assert " at 0x" not in text and str(Path.home()) not in text and "Traceback" not in text
    cells = json.loads(text)["cells"]
    for name in ("research.md", "bots.md"):
        assert any(f"]({name})" in "".join(cell["source"]) for cell in cells)
        assert (NOTEBOOK.parent / name).exists()
