"""What is measured in other processes: the import, and the engine without its compiled modules."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aude.errors import AudeError


def run(command: Sequence[str], **environment: str) -> str:
    """The output of a command; if it fails, an error with its last lines."""
    environ = {**os.environ, **environment}
    done = subprocess.run(list(command), capture_output=True, text=True, env=environ, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise AudeError(f"{Path(command[0]).name} {command[1]} failed: {' | '.join(lines[-3:])}")
    return done.stdout


def package_folder() -> Path:
    """The folder to put on PYTHONPATH so that another process imports this same package."""
    return Path(__file__).resolve().parents[3]


def pure_copy(folder: Path) -> Path:
    """Copy the package without its compiled modules. Returns the folder for PYTHONPATH."""
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.pyc")
    shutil.copytree(package_folder() / "aude", folder / "aude", ignore=ignored)
    return folder


def import_milliseconds() -> float:
    """How long `import aude` takes in a fresh Python; the best of three."""
    program = "import time; t = time.perf_counter(); import aude; print(time.perf_counter() - t)"
    path = str(package_folder())
    return round(1000 * min(float(run([sys.executable, "-c", program], PYTHONPATH=path)) for _ in range(3)), 1)


def interpreted(seconds: float) -> dict[str, Any]:
    """What `of_setup` measures for the base game with the engine interpreted."""
    program = (
        "import json, sys; from aude import COMPILED; from aude.dev.bench import BASE; "
        "from aude.dev.bench.everything import of_setup; assert not COMPILED; "
        "print(json.dumps(of_setup(BASE, float(sys.argv[1]))))"
    )
    with tempfile.TemporaryDirectory() as folder:
        path = str(pure_copy(Path(folder)))
        output = run([sys.executable, "-c", program, str(seconds)], PYTHONPATH=path, PYTHONDONTWRITEBYTECODE="1")
    found: dict[str, Any] = json.loads(output)
    return found
