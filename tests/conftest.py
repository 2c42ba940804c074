"""What many test modules share."""

from __future__ import annotations

import pytest

from sizes import sized


@pytest.fixture
def game_seeds() -> range:
    """Seeds of the games that a random test plays."""
    return range(sized(4, soak=80))
