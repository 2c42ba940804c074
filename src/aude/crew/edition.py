"""Identifies this Aude to the byte, because only the same code gives the same results."""

from __future__ import annotations

import hashlib
from pathlib import Path

from aude.version import __version__

PACKAGE = Path(__file__).parents[1]
DIGITS = 12


def edition() -> str:
    """The version with a digest of the code and the boxes, which is the same for compiled and interpreted code.

    The weights of bots are not included, because training writes them while it runs.
    """
    digest = hashlib.sha256()
    for path in sorted(path for end in ("py", "toml") for path in PACKAGE.rglob(f"*.{end}")):
        if not path.name.startswith(("test_", "conftest")):
            digest.update(f"{path.relative_to(PACKAGE).as_posix()}\n".encode())
            digest.update(path.read_bytes())
    return f"{__version__} ({digest.hexdigest()[:DIGITS]})"
