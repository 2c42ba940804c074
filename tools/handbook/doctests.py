"""Examples in docstrings, as Markdown writes code: a paragraph that begins with `>>>` is a block of it."""

from __future__ import annotations

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n(?!>>> )|\Z)", re.MULTILINE | re.DOTALL)


class Doctests(griffe.Extension):
    """Fences every example."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called for everything in a package."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Called for the package itself."""
        self.on_object(obj=pkg)


def fenced(text: str) -> str:
    """A docstring with its examples as blocks of code.

    >>> print(fenced("Add.\\n\\n>>> 1 + 1\\n2\\n\\nThat is all."))
    Add.
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    <BLANKLINE>
    That is all.
    """
    return EXAMPLE.sub(lambda match: f"```pycon\n{match[0].rstrip()}\n```", text)
