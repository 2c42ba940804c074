"""The examples in the docstrings of the door run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import aude

MODULES = [
    module.name
    for module in pkgutil.walk_packages(aude.__path__, "aude.")
    if not module.name.startswith("aude.boxes.")
    and not module.name.endswith("__main__")
    and "__mypyc" not in module.name
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    tests = [test for name in MODULES for test in finder.find(importlib.import_module(name)) if test.examples]
    assert {"aude.game.game", "aude.game.setup.Setup"} <= {test.name for test in tests}
