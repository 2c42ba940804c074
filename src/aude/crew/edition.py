"""Which Aude this is, to the byte: results are the same only where the code is."""

from __future__ import annotations

import hashlib
from pathlib import Path

from aude.version import __version__

PACKAGE = Path(__file__).parents[1]
DIGITS = 12


def edition() -> str:
    """The version, and a digest of the code and of the boxes, compiled or not.

    The weights of bots do not belong to it: training writes them while it goes on.
    """
    digest = hashlib.sha256()
    for path in sorted(path for end in ("py", "toml") for path in PACKAGE.rglob(f"*.{end}")):
        if not path.name.startswith(("test_", "conftest")):
            digest.update(f"{path.relative_to(PACKAGE).as_posix()}\n".encode())
            digest.update(path.read_bytes())
    return f"{__version__} ({digest.hexdigest()[:DIGITS]})"
