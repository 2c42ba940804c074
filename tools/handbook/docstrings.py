"""What sources say about their names, for the pages of the API.

An example, a paragraph that begins with `>>>`, becomes a block of code. What stands in a comment behind an attribute is
said about it: `seed: int = 0  # of the dealer`.
"""

from __future__ import annotations

import io
import re
import tokenize
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n(?!>>> )|\Z)", re.MULTILINE | re.DOTALL)


class Docstrings(griffe.Extension):
    """Called by griffe for what it has read."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Something in a package."""
        if isinstance(obj, griffe.Attribute) and obj.docstring is None and (said := comment(obj.source)):
            obj.docstring = griffe.Docstring(said[0].upper() + said[1:] + "." * (said[-1] not in ".:!?"), parent=obj)
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """The package itself."""
        self.on_object(obj=pkg)


def comment(source: str) -> str:
    """The comment at the end of a line of source, if it is for people.

    >>> comment("rest: str = '#'  # the other tiles")
    'the other tiles'
    """
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source.strip()).readline))
    except (tokenize.TokenError, IndentationError):  # the first of several lines
        return ""
    said = [token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT]
    return re.sub(r"^(type|noqa)\b.*|\s*# (type|noqa):.*", "", said[0]) if len(said) == 1 else ""


def fenced(text: str) -> str:
    r"""A docstring with its examples as blocks of code.

    >>> fenced("Add.\n\n>>> 1 + 1\n2\n\nThat is all.").split("\n\n")[1]
    '```pycon\n>>> 1 + 1\n2\n```'
    """
    return EXAMPLE.sub(lambda match: f"```pycon\n{match[0].rstrip()}\n```", text)
