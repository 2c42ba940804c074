"""Sizes of the random tests: small by default, large with AUDE_SOAK=1."""

from __future__ import annotations

import os

import pytest

SOAK = os.environ.get("AUDE_SOAK") == "1"


@pytest.fixture
def game_seeds() -> range:
    """Seeds of the games that a random test plays."""
    return range(80) if SOAK else range(4)
