"""For tests: which rule a test is about.

    @rule("BASE-23")
    def test_a_road_scores_a_point_for_each_tile() -> None: ...

`make rules` counts the rules that a passing test names. An id that no specification knows is an error.
"""

from __future__ import annotations

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """Say which numbered rules, examples or rulings a test (or a class of tests) shows."""
    if not ids:
        raise ValueError("rule() needs the id of at least one rule")
    return pytest.mark.rule(*ids)
