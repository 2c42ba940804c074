"""The examples in docstrings run, those of compiled modules too, which have lost their docstrings: sources are read."""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import aude

SRC = Path(aude.__path__[0]).parent
MODULES = [
    module.name
    for module in pkgutil.walk_packages(aude.__path__, "aude.")
    if not module.name.startswith("aude.boxes.")
    and not module.name.endswith("__main__")
    and "__mypyc" not in module.name
]
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)


def source_of(module: str) -> Path:
    """Where a module stands, compiled or not."""
    path = SRC.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def docstrings(node: ast.AST, name: str) -> Iterator[tuple[str, str]]:
    """Every docstring in a source, with the name of what it is about."""
    if isinstance(node, DOCUMENTED):
        yield name, ast.get_docstring(node) or ""
    for child in ast.iter_child_nodes(node):
        inside = f"{name}.{child.name}" if isinstance(child, ast.ClassDef | ast.FunctionDef) else name
        yield from docstrings(child, inside)


def examples(module: str) -> list[doctest.DocTest]:
    """The examples of a module."""
    path = source_of(module)
    parser = doctest.DocTestParser()
    found = [
        parser.get_doctest(text, {}, name, str(path), 0)
        for name, text in docstrings(ast.parse(path.read_text(encoding="utf-8")), module)
    ]
    return [test for test in found if test.examples]


@pytest.mark.parametrize("name", ["aude", *MODULES])
def test_the_examples_of_a_module_run(name: str) -> None:
    known = vars(importlib.import_module(name))
    runner = doctest.DocTestRunner()
    for test in examples(name):
        test.globs = known | {"__name__": "__main__"}
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


def test_there_are_examples() -> None:
    """In compiled modules too."""
    found = {test.name for name in MODULES for test in examples(name)}
    assert {"aude.game.game", "aude.game.setup.Setup", "aude.engine.fast.FastGame"} <= found
