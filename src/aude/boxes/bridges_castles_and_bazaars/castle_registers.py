"""How castles are stored in the state: five registers for each, and three values that mark cities and castles."""

from __future__ import annotations

from typing import Final

# The registers of one castle.
NODE: Final = 0  # the castle itself, as a segment laid over a tile
CITY: Final = 1  # the city beneath
FOUNDER: Final = 2
POINTS: Final = 3  # what it took, once it is completed
STAGE: Final = 4  # 0 while it waits; in the scoring that completes it, the number of its round + 1; later OVER
OF_A_CASTLE: Final = 5
OVER: Final = -1

# The open ends of a city that a castle stands on (below 0: neither an open city nor a completed one).
CASTLE: Final = -2
FINISHED: Final = -3  # the castle is completed; its own open ends too
WAITING: Final = 1  # the open ends of a castle that waits for its feature
