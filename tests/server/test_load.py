"""`make load`, on a small scale: it plays, and counts what it plays; and how many bytes that takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from load.cost import LATER, cost_after, rebuilding

TOOLS = Path(__file__).parents[2] / "tools"


def test_load_is_measured() -> None:
    command = [sys.executable, "-m", "load", "--games", "4", "--seconds", "3", "--only", "base", "--pace", "0.5"]
    environment = {**os.environ, "PYTHONPATH": str(TOOLS)}
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment, check=False)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    [trial] = json.loads(done.stdout)["trials"]
    [step] = trial["steps"]
    assert trial["connecting"]["tables_rebuilt"]["sockets"] == 8
    assert step["moves"] > 0 and step["refused"] == step["lost"] == 0
    assert 0 < step["ms_median"] <= step["ms_99"] <= step["ms_most"]


@pytest.mark.parametrize(("mix", "sent", "stored"), [("base", 800, 105), ("all_boxes", 1250, 115)])
def test_a_move_takes_few_bytes(mix: str, sent: int, stored: int) -> None:
    """On the wire, as it is compressed, and in the storage. docs/status.md has what they are today."""
    cost = cost_after(mix, *LATER[mix])
    told = cost["bytes_a_message"]
    assert told["deflated"] <= sent and cost["bytes_stored"] <= stored, cost
    assert told["message"] < 8000, "that is more than what has changed"


def test_a_newcomer_to_a_table_with_300_tiles_is_sent_little() -> None:
    found = rebuilding("all_boxes")
    assert found["tiles"] >= 300 and found["newcomer_deflated"] <= 65_000 and found["newcomer_bytes"] <= 700_000, found
