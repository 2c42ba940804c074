"""How much random tests try, by the environment variable `AUDE_SIZE`: `small`, `usual` or `soak`.

Small is for measuring coverage with the interpreted engine (`make coverage`), where more of the same games would find
nothing new and take hours. `make soak` tries as much as it can.
"""

from __future__ import annotations

import os

SIZES = ("small", "usual", "soak")
SIZE = os.environ.get("AUDE_SIZE", "usual")
if SIZE not in SIZES:
    raise ValueError(f"AUDE_SIZE={SIZE}: it is one of {', '.join(SIZES)}")
SOAK = SIZE == "soak"
SMALL = SIZE == "small"


def sized(usual: int, *, soak: int) -> int:
    """How many to try: a third of the usual number if tests are to be small."""
    return soak if SOAK else max(1, usual // 3) if SMALL else usual
