"""`make load`, on a small scale: it plays, and counts what it plays."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

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
