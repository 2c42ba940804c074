"""The examples in the docstrings of the door run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import aude

MODULES = [f"aude.{module.name}" for module in pkgutil.iter_modules(aude.__path__) if module.name != "__main__"]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    tests = [test for name in MODULES for test in finder.find(importlib.import_module(name)) if test.examples]
    assert {"aude.game", "aude.setup.Setup"} <= {test.name for test in tests}
