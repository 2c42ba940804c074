"""Bots with a setting behind their name: `master:0.1`, `master:n400`, `master:1x2`."""

from __future__ import annotations

import re

import pytest

from aude.bots import make
from aude.bots.cores import Effort
from aude.errors import Unreadable


def test_a_setting_stands_behind_the_name() -> None:
    assert make("master:n40", 1).name == "master:n40"
    assert vars(make("master:n40", 1))["effort"] == Effort(0.0, 40)
    assert vars(make("expert:0.05", 1))["effort"] == Effort(0.05)
    assert vars(make("expert:2x2", 1))["effort"] == Effort(2.0, cores=2)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("club:3", "club takes no setting; these do: expert, master"),
        ("master:n3", "at least n4"),
        ("master:n7x2", "at least n4"),
        ("master:1x1", "append x2 to use two cores"),
        ("master:", "a setting is a number of seconds, master:0.5, or of simulations, master:n400"),
        ("expert:0", "a setting is a number of seconds"),
        ("expert:fast", "expert:fast: a setting is a number of seconds"),
        ("expert:-1", "a setting is"),
    ],
)
def test_settings_with_mistakes(name: str, says: str) -> None:
    with pytest.raises(Unreadable, match=re.escape(says)):
        make(name, 0)
